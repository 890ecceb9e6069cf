"""Events of the watermark valve: watermarks and idleness of channels, inputs and the task."""

from __future__ import annotations

from typing import Literal

from flinksim.core.ids import ChannelId, SubtaskId
from flinksim.trace.events.event import Event, declare_event
from flinksim.trace.events.fields import Count, Timestamp
from flinksim.trace.state.effects import CHANNEL, INPUT, JOB, Each


@declare_event(
    flink_method="StatusWatermarkValve.inputWatermark",
    span_relation="call",
    parent_kinds=("ElementReceived",),
)
class ChannelWatermarkChanged(Event):
    """The watermark of a channel advanced; only ``aligned`` channels take part in the minimum.

    The aligned channels with the lowest watermark limit the watermark of their input. ``holds``
    says whether this channel is one of them. ``gained`` are other channels that limit it from now
    on, ``lost`` those that no longer do.
    """

    channel: ChannelId
    before: Timestamp
    after: Timestamp
    aligned: bool
    holds: bool
    gained: tuple[ChannelId, ...]
    lost: tuple[ChannelId, ...]

    EFFECTS = (
        CHANNEL.set(watermark="after", aligned="aligned", holds="holds"),
        JOB.at("channels", Each("gained")).set(holds=True),
        JOB.at("channels", Each("lost")).set(holds=False),
    )


@declare_event(
    flink_method="StatusWatermarkValve.inputWatermark",
    span_relation="call",
    parent_kinds=("ElementReceived",),
)
class WatermarkIgnored(Event):
    """A watermark of a channel had no effect; ``reason`` says why."""

    channel: ChannelId
    timestamp: Timestamp
    reason: Literal["channel is idle", "not greater than before"]


@declare_event(
    flink_method="StatusWatermarkValve.inputWatermarkStatus",
    span_relation="call",
    parent_kinds=("ElementReceived",),
)
class ChannelStatusChanged(Event):
    """A channel became idle or active; an active channel that lags behind is not ``aligned``.

    ``holds``, ``gained`` and ``lost`` as in :class:`ChannelWatermarkChanged`.
    """

    channel: ChannelId
    idle: bool
    aligned: bool
    holds: bool
    gained: tuple[ChannelId, ...]
    lost: tuple[ChannelId, ...]

    EFFECTS = (
        CHANNEL.set(idle="idle", aligned="aligned", holds="holds"),
        JOB.at("channels", Each("gained")).set(holds=True),
        JOB.at("channels", Each("lost")).set(holds=False),
    )


@declare_event(
    flink_method="StatusWatermarkValve.findAndOutputNewMinWatermarkAcrossAlignedSubpartitions",
    span_relation="call",
    parent_kinds=("ChannelWatermarkChanged", "ChannelStatusChanged"),
)
class InputWatermarkAdvanced(Event):
    """The combined watermark of one logical input of a task advanced.

    ``held_by`` are the channels whose watermark is the minimum; they limit the watermark of the
    input. It is empty if all channels are idle, because then the greatest watermark counts.
    """

    subtask: SubtaskId
    input: Count
    before: Timestamp
    after: Timestamp
    held_by: tuple[ChannelId, ...]

    EFFECTS = (INPUT.set(watermark="after"),)


@declare_event(
    flink_method="StatusWatermarkValve.inputWatermarkStatus",
    span_relation="call",
    parent_kinds=("ChannelWatermarkChanged", "ChannelStatusChanged"),
)
class InputStatusChanged(Event):
    """All channels of an input became idle, or one became active again."""

    subtask: SubtaskId
    input: Count
    idle: bool

    EFFECTS = (INPUT.set(idle="idle"),)


@declare_event(
    flink_method="/StreamTask.processInput > StreamOneInputProcessor.processInput > "
    "RegularOperatorChain.endInput",
    parent_kinds=("ElementReceived",),
)
class InputEnded(Event):
    """All channels of an input of a task have signalled the end of their data."""

    subtask: SubtaskId
    input: Count

    EFFECTS = (INPUT.set(ended=True),)
