"""Events of results: emitted to side outputs, written, prepared, committed."""

from __future__ import annotations

from flinksim.core.ids import OperatorId
from flinksim.trace.events.base import Fact, event
from flinksim.trace.events.fields import USER_CODE, Count, Timestamp
from flinksim.trace.state.effects import OPERATOR
from flinksim.trace.values import Value


@event(place="RecordWriterOutput.collect", told="call", within=USER_CODE)
class SideOutputEmitted(Fact):
    """A record was sent to a side output."""

    operator: OperatorId
    tag: str
    value: Value
    timestamp: Timestamp | None


@event(place="{operator}.processElement", told="call", within=("ElementProcessed",))
class ResultWritten(Fact):
    """A sink wrote a result; ``text`` is the line as Flink prints it."""

    operator: OperatorId
    text: str
    value: Value
    timestamp: Timestamp | None

    EFFECTS = (OPERATOR.add(results=1),)


@event(place="SinkWriterOperator.emitCommittables", within=("MailTaken", "ElementReceived"))
class CommitPrepared(Fact):
    """A sink handed over ``results`` to be committed with a checkpoint; they are not visible yet."""

    operator: OperatorId
    checkpoint: Count
    results: Count


@event(place="CommitterOperator.commitAndEmitCheckpoints", within=("CheckpointNotified",))
class ResultsCommitted(Fact):
    """A sink committed the ``results`` of a checkpoint, which are visible now.

    ``total`` results of this attempt are visible so far.
    """

    operator: OperatorId
    checkpoint: Count
    results: Count
    total: Count

    EFFECTS = (OPERATOR.set(committed="total"),)
