"""Facts of the valve: watermarks and idleness of channels, inputs and the task."""

from __future__ import annotations

from typing import Literal

from flinksim.core.ids import ChannelId, SubtaskId
from flinksim.trace.events.base import Fact, event
from flinksim.trace.events.fields import Count, Timestamp
from flinksim.trace.state.effects import CHANNEL, INPUT, JOB, Each


@event(place="StatusWatermarkValve.inputWatermark", told="call", within=("ElementReceived",))
class ChannelWatermarkChanged(Fact):
    """A channel's watermark advanced; ``aligned`` channels take part in the minimum.

    Of the channels of its input those that are aligned and have the least watermark hold the input
    back: whether this one ``holds``, which others do from now on (``gained``), and which no longer
    (``lost``).
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


@event(place="StatusWatermarkValve.inputWatermark", told="call", within=("ElementReceived",))
class WatermarkIgnored(Fact):
    """A watermark of a channel changed nothing, and why."""

    channel: ChannelId
    timestamp: Timestamp
    reason: Literal["channel is idle", "not greater than before"]


@event(place="StatusWatermarkValve.inputWatermarkStatus", told="call", within=("ElementReceived",))
class ChannelStatusChanged(Fact):
    """A channel became idle or active; an active one that lags behind is not ``aligned``.

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


@event(
    place="StatusWatermarkValve.findAndOutputNewMinWatermarkAcrossAlignedSubpartitions",
    told="call",
    within=("ChannelWatermarkChanged", "ChannelStatusChanged"),
)
class InputWatermarkAdvanced(Fact):
    """The combined watermark of one logical input of a task advanced.

    ``held_by`` are the channels whose watermark is the minimum, which hold the others back; none if
    all are idle, for then the greatest watermark counts.
    """

    subtask: SubtaskId
    input: Count
    before: Timestamp
    after: Timestamp
    held_by: tuple[ChannelId, ...]

    EFFECTS = (INPUT.set(watermark="after"),)


@event(
    place="StatusWatermarkValve.inputWatermarkStatus",
    told="call",
    within=("ChannelWatermarkChanged", "ChannelStatusChanged"),
)
class InputStatusChanged(Fact):
    """All channels of an input are idle now, or one is active again."""

    subtask: SubtaskId
    input: Count
    idle: bool

    EFFECTS = (INPUT.set(idle="idle"),)


@event(
    place="/StreamTask.processInput > StreamOneInputProcessor.processInput > "
    "RegularOperatorChain.endInput",
    within=("ElementReceived",),
)
class InputEnded(Fact):
    """Every channel of an input of a task has said that no records follow."""

    subtask: SubtaskId
    input: Count

    EFFECTS = (INPUT.set(ended=True),)
