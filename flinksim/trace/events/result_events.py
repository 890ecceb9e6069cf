"""Events of results: emitted to side outputs, written, prepared, committed."""

from __future__ import annotations

from flinksim.core.ids import OperatorId
from flinksim.trace.events.event import Event, declare_event
from flinksim.trace.events.fields import USER_CODE_KINDS, Count, Timestamp
from flinksim.trace.state.effects import OPERATOR
from flinksim.trace.values import Value


@declare_event(
    flink_method="RecordWriterOutput.collect", span_relation="call", parent_kinds=USER_CODE_KINDS
)
class SideOutputEmitted(Event):
    """A record was sent to a side output."""

    operator: OperatorId
    tag: str
    value: Value
    timestamp: Timestamp | None


@declare_event(
    flink_method="{operator}.processElement",
    span_relation="call",
    parent_kinds=("ElementProcessed",),
)
class ResultWritten(Event):
    """A sink wrote a result; ``text`` is the line as Flink prints it."""

    operator: OperatorId
    text: str
    value: Value
    timestamp: Timestamp | None

    EFFECTS = (OPERATOR.add(results=1),)


@declare_event(
    flink_method="SinkWriterOperator.emitCommittables",
    parent_kinds=("MailTaken", "ElementReceived"),
)
class CommitPrepared(Event):
    """A sink handed over ``results`` to be committed with a checkpoint; they are not visible yet."""

    operator: OperatorId
    checkpoint: Count
    results: Count


@declare_event(
    flink_method="CommitterOperator.commitAndEmitCheckpoints", parent_kinds=("CheckpointNotified",)
)
class ResultsCommitted(Event):
    """A sink committed the ``results`` of a checkpoint, which are visible now.

    ``total`` results of this attempt are visible so far.
    """

    operator: OperatorId
    checkpoint: Count
    results: Count
    total: Count

    EFFECTS = (OPERATOR.set(committed="total"),)
