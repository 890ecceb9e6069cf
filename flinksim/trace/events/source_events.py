"""Events of sources: records, timestamps, generated watermarks, splits, alignment."""

from __future__ import annotations

from typing import Literal, TypeAlias

from flinksim.core.ids import OperatorId
from flinksim.trace.causality.flink_stacks import SOURCE_READ_PATH
from flinksim.trace.events.event import Event, declare_event
from flinksim.trace.events.fields import RECEIVE_KINDS, Count, Timestamp
from flinksim.trace.state.effects import JOB, OPERATOR, SPLIT, Each, Next
from flinksim.trace.values import Value

GeneratorTrigger: TypeAlias = Literal["record", "tick", "mark"]
"""What called a generator: a record, the periodic call, or a mark in the split."""


@declare_event(flink_method="SourceReader.pollNext", span_relation="call")
class SourceRecordRead(Event):
    """A source read one record of a split; ``offset`` counts from 0 within the split."""

    operator: OperatorId
    split: str
    offset: Count
    value: Value
    timestamp: Timestamp | None

    EFFECTS = (SPLIT.set(read=Next("offset")),)


@declare_event(
    flink_method=f"/{SOURCE_READ_PATH} > SourceOperator.emitNext > SourceReader.pollNext"
)
class SourceFinished(Event):
    """A source has no more records."""

    operator: OperatorId


@declare_event(
    flink_method="TimestampAssigner.extractTimestamp",
    parent_kinds=("SourceRecordRead", *RECEIVE_KINDS),
)
class TimestampAssigned(Event):
    """A record was assigned its event timestamp."""

    operator: OperatorId
    before: Timestamp | None
    after: Timestamp


@declare_event(
    flink_method="WatermarkGenerator.onPeriodicEmit",
    span_relation="call",
    parent_kinds=("SourceRecordRead", "ElementProcessed", "MailTaken", "SourceFinished"),
)
class WatermarkGenerated(Event):
    """A generator emitted a watermark for one split, or for its whole stream (``split`` is "").

    ``by`` is what called the generator: a record, the last of the ``seen`` records that the
    generator has processed; the periodic call, after ``seen`` records; or a mark in the split.

    The active splits with the lowest watermark limit the watermark of the source. ``holds`` says
    whether this split is one of them. ``gained`` are other splits that limit it from now on,
    ``lost`` those that no longer do.
    """

    operator: OperatorId
    split: str
    timestamp: Timestamp
    by: GeneratorTrigger
    seen: Count
    holds: bool
    gained: tuple[str, ...]
    lost: tuple[str, ...]

    EFFECTS = (
        SPLIT.set(watermark="timestamp", holds="holds").unless("split", ""),
        OPERATOR.at("splits", Each("gained")).set(holds=True),
        OPERATOR.at("splits", Each("lost")).set(holds=False),
    )


@declare_event(
    flink_method="WatermarkGenerator.onEvent",
    span_relation="call",
    parent_kinds=("SourceRecordRead", "ElementProcessed"),
)
class GeneratedWatermarkIgnored(Event):
    """A generator emitted a watermark that is not greater than its last one."""

    operator: OperatorId
    split: str
    timestamp: Timestamp
    by: GeneratorTrigger


@declare_event(
    flink_method="WatermarkGenerator.onPeriodicEmit",
    span_relation="call",
    parent_kinds=("SourceRecordRead", "MailTaken", "SourceFinished"),
)
class SplitStatusChanged(Event):
    """A split of a source became idle, or active again; other fields as in WatermarkGenerated."""

    operator: OperatorId
    split: str
    idle: bool
    holds: bool
    gained: tuple[str, ...]
    lost: tuple[str, ...]

    EFFECTS = (
        SPLIT.set(idle="idle", holds="holds"),
        OPERATOR.at("splits", Each("gained")).set(holds=True),
        OPERATOR.at("splits", Each("lost")).set(holds=False),
    )


@declare_event(
    flink_method="/SourceOperator.handleOperatorEvent > SourceOperator.handleAddSplitsEvent > "
    "SourceReader.addSplits"
)
class SplitAssigned(Event):
    """A source was assigned a split, which limits its watermark until the split has one of its own.

    Reading starts after the first ``read`` records, which a checkpoint covers. ``lost`` are the
    splits that no longer limit the watermark.
    """

    operator: OperatorId
    split: str
    read: Count
    lost: tuple[str, ...]

    EFFECTS = (
        OPERATOR.put("splits", "split", read="read"),
        OPERATOR.at("splits", Each("lost")).set(holds=False),
    )


@declare_event(
    flink_method="/KafkaSourceEnumerator.start > KafkaSourceEnumerator.checkPartitionChanges"
)
class SplitPending(Event):
    """A split does not exist yet when its source starts: it is created later, at ``created``.

    The source discovers it at ``discovery``: at the first check of ``partition.discovery.interval.ms``
    after that. Without an interval it never does, and reads nothing of the split.
    """

    operator: OperatorId
    split: str
    created: Timestamp
    discovery: Timestamp | None


@declare_event(
    flink_method="KafkaSourceReader.notifyCheckpointComplete",
    parent_kinds=("CheckpointNotified", "MailTaken"),
)
class OffsetsCommitted(Event):
    """A source committed the ``offsets`` of its splits to its consumer group.

    ``checkpoint`` is the one that has completed, or 0 for ``enable.auto.commit``. A restored job does
    not start from these offsets, but from those in its checkpoint.
    """

    operator: OperatorId
    group: str
    checkpoint: Count
    offsets: tuple[str, ...]


@declare_event(flink_method="/SocketTextStreamFunction.run")
class ConnectionAttempted(Event):
    """A socket source connected to its server, for the first time or again (``attempt``).

    It is recorded with the next step of its task. Flink logs "Connecting to server socket" before
    each attempt and waits for at most ``CONNECTION_TIMEOUT_TIME`` (0: without limit). It tries
    again ``maxNumRetries`` times, ``delayBetweenRetries`` after the server has closed the
    connection. A failed attempt fails the task.
    """

    operator: OperatorId
    split: str
    attempt: Count


@declare_event(
    flink_method="ProgressiveTimestampsAndWatermarks$SplitLocalOutputs.releaseOutputForSplit",
    span_relation="call",
    parent_kinds=("SourceRecordRead", "MailTaken"),
)
class SplitReleased(Event):
    """A split was read to its end and no longer limits the watermark; the ``gained`` splits do now."""

    operator: OperatorId
    split: str
    gained: tuple[str, ...]

    EFFECTS = (
        SPLIT.set(ended=True, holds=False),
        OPERATOR.at("splits", Each("gained")).set(holds=True),
    )


@declare_event(
    flink_method="WatermarksWithIdleness$IdlenessTimer.checkIfIdle",
    parent_kinds=("MailTaken",),
)
class IdlenessCountdownChanged(Event):
    """The idleness timer of ``with_idleness`` started, because no record came, or it stopped.

    It starts at a periodic call if no record came since the call before. At the first periodic call
    after ``idle_after`` the split, or the whole stream (``split`` is ""), is idle.
    """

    operator: OperatorId
    split: str
    idle_after: Timestamp | None

    EFFECTS = (
        OPERATOR.set(idle_after="idle_after").when("split", ""),
        SPLIT.set(idle_after="idle_after").unless("split", ""),
    )


@declare_event(
    flink_method="SourceCoordinator.announceCombinedWatermark",
    parent_kinds=("MailTaken", "SourceFinished"),
)
class WatermarkAligned(Event):
    """A source reported its watermark to its alignment group and learned how far it may read.

    ``reported`` is none before its first watermark, and MAX while the source is idle and when it
    has ended. The source may not read beyond ``allowed``. The sources with the lowest reported
    watermark limit the group: ``holds``, ``gained`` and ``lost`` as in WatermarkGenerated, for the
    sources of the group.
    """

    operator: OperatorId
    group: str
    reported: Timestamp | None
    allowed: Timestamp
    holds: bool
    gained: tuple[OperatorId, ...]
    lost: tuple[OperatorId, ...]

    EFFECTS = (
        OPERATOR.put("alignment", "group", reported="reported", allowed="allowed", holds="holds"),
        JOB.at("operators", Each("gained")).at("alignment", "group").set(holds=True),
        JOB.at("operators", Each("lost")).at("alignment", "group").set(holds=False),
    )
