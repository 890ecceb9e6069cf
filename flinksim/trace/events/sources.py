"""Facts of sources: records, timestamps, generated watermarks, splits, alignment."""

from __future__ import annotations

from typing import Literal, TypeAlias

from flinksim.core.ids import OperatorId
from flinksim.trace.causality.flink_stacks import READING
from flinksim.trace.events.base import Fact, event
from flinksim.trace.events.fields import RECEIVED, Count, Timestamp
from flinksim.trace.state.effects import JOB, OPERATOR, SPLIT, Each, Next
from flinksim.trace.values import Value

GeneratedBy: TypeAlias = Literal["record", "tick", "mark"]
"""What made a generator speak: a record, the periodic call, or the split itself (a mark in it)."""


@event(place="SourceReader.pollNext", told="call")
class SourceRecordRead(Fact):
    """A source read one record of a split; ``offset`` counts from 0 within the split."""

    operator: OperatorId
    split: str
    offset: Count
    value: Value
    timestamp: Timestamp | None

    EFFECTS = (SPLIT.set(read=Next("offset")),)


@event(place=f"/{READING} > SourceOperator.emitNext > SourceReader.pollNext")
class SourceFinished(Fact):
    """A source has no more records."""

    operator: OperatorId


@event(place="TimestampAssigner.extractTimestamp", within=("SourceRecordRead", *RECEIVED))
class TimestampAssigned(Fact):
    """A record got its event timestamp."""

    operator: OperatorId
    before: Timestamp | None
    after: Timestamp


@event(
    place="WatermarkGenerator.onPeriodicEmit",
    told="call",
    within=("SourceRecordRead", "ElementProcessed", "MailTaken", "SourceFinished"),
)
class WatermarkGenerated(Fact):
    """A generator put a watermark out for one split, or ("") for its whole stream.

    ``by`` says what made it speak: a record, the last of the ``seen`` that it has been shown; the
    periodic call, ``seen`` records after the first; or a mark in the split. Of the splits of the
    source those that are active and have the least watermark hold it back: whether this one
    ``holds``, which others do from now on (``gained``), and which no longer (``lost``).
    """

    operator: OperatorId
    split: str
    timestamp: Timestamp
    by: GeneratedBy
    seen: Count
    holds: bool
    gained: tuple[str, ...]
    lost: tuple[str, ...]

    EFFECTS = (
        SPLIT.set(watermark="timestamp", holds="holds").unless("split", ""),
        OPERATOR.at("splits", Each("gained")).set(holds=True),
        OPERATOR.at("splits", Each("lost")).set(holds=False),
    )


@event(
    place="WatermarkGenerator.onEvent",
    told="call",
    within=("SourceRecordRead", "ElementProcessed"),
)
class GeneratedWatermarkIgnored(Fact):
    """A generator said a watermark that is not greater than one before, for a record or by a mark."""

    operator: OperatorId
    split: str
    timestamp: Timestamp
    by: GeneratedBy


@event(
    place="WatermarkGenerator.onPeriodicEmit",
    told="call",
    within=("SourceRecordRead", "MailTaken", "SourceFinished"),
)
class SplitStatusChanged(Fact):
    """One split of a source became idle, or active again; the rest as in WatermarkGenerated."""

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


@event(
    place="/SourceOperator.handleOperatorEvent > SourceOperator.handleAddSplitsEvent > "
    "SourceReader.addSplits"
)
class SplitAssigned(Fact):
    """A source got a split to read, which holds its watermark back until it has one of its own.

    It begins behind the ``read`` records that a checkpoint has of it. ``lost`` are the splits that had
    held the watermark and do not now.
    """

    operator: OperatorId
    split: str
    read: Count
    lost: tuple[str, ...]

    EFFECTS = (
        OPERATOR.put("splits", "split", read="read"),
        OPERATOR.at("splits", Each("lost")).set(holds=False),
    )


@event(place="/SocketTextStreamFunction.run")
class ConnectionAttempted(Fact):
    """A socket source has connected to its server: for the first time, or again (``attempt``).

    It is told with the next turn of its task. Flink logs "Connecting to server socket" before each
    attempt, waits for no longer than ``CONNECTION_TIMEOUT_TIME`` (0: for ever), and tries again
    ``maxNumRetries`` times, ``delayBetweenRetries`` after the server has closed the connection. An
    attempt that fails is the failure of the task.
    """

    operator: OperatorId
    split: str
    attempt: Count


@event(
    place="ProgressiveTimestampsAndWatermarks$SplitLocalOutputs.releaseOutputForSplit",
    told="call",
    within=("SourceRecordRead", "MailTaken"),
)
class SplitReleased(Fact):
    """A split was read to its end and holds nothing back any more; ``gained`` do that now."""

    operator: OperatorId
    split: str
    gained: tuple[str, ...]

    EFFECTS = (
        SPLIT.set(ended=True, holds=False),
        OPERATOR.at("splits", Each("gained")).set(holds=True),
    )


@event(
    place="WatermarksWithIdleness$IdlenessTimer.checkIfIdle",
    within=("MailTaken",),
)
class IdlenessCountdownChanged(Fact):
    """No record came since the last periodic call, so the clock of ``with_idleness`` runs; or it stops.

    At the first periodic call after ``idle_after`` the split, or ("") the whole stream, is idle.
    """

    operator: OperatorId
    split: str
    idle_after: Timestamp | None

    EFFECTS = (
        OPERATOR.set(idle_after="idle_after").when("split", ""),
        SPLIT.set(idle_after="idle_after").unless("split", ""),
    )


@event(place="SourceCoordinator.announceCombinedWatermark", within=("MailTaken", "SourceFinished"))
class WatermarkAligned(Fact):
    """A source told its group how far it has come, and learnt how far it may go.

    What it ``reported`` is none before its first watermark, and MAX while it is idle and when it has
    ended. It may not read beyond ``allowed``. Who has reported the least holds the group back:
    ``holds``, ``gained`` and ``lost`` as in WatermarkGenerated, of the group's sources.
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
