"""Effects of checkpoints and failures: records in a snapshot, reprocessed records, sink rows.

Everything is derived from the events of a trace. Not in Flink, which does not record it.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Literal, NamedTuple, TypeAlias

from flinksim.core.ids import SubtaskId
from flinksim.trace import events as e
from flinksim.trace.plan import Plan
from flinksim.trace.recorder import Trace

RowStatus: TypeAlias = Literal["open", "pending", "committed", "given up", "visible", "doubled"]
"""Status of a row that a sink wrote.

With a sink that commits, a row is *open* until the sink hands it over for a checkpoint,
*pending* until that checkpoint has completed, then *committed*. A failure makes it *given up*:
it is written again. In other sinks a row is *visible* immediately, and *doubled* if a failure
caused a second write.
"""


class SeenRecord(NamedTuple):
    """A record that a source read in step ``step``, as the ``offset``-th of ``split``."""

    step: int
    source: str
    split: str
    offset: int
    value: Any


class RepeatedRecord(NamedTuple):
    """A record that was read more than once, and the steps in which it was read."""

    source: str
    split: str
    offset: int
    value: Any
    steps: tuple[int, ...]


class SinkRow(NamedTuple):
    """A row that a sink wrote in step ``step``.

    ``checkpoint`` is the checkpoint with which it is or will be committed; 0 if there is none yet.
    """

    step: int
    sink: str
    subtask: int
    text: str
    status: RowStatus
    checkpoint: int


def records_in(trace: Trace, checkpoint: int) -> list[SeenRecord]:
    """Return the records whose effects *checkpoint* contains: those read before its barrier.

    Raises:
        KeyError: The checkpoint has not completed.
    """
    completed = [fact.checkpoint for fact in trace.of(e.CheckpointCompleted)]
    if checkpoint not in completed:
        known = ", ".join(map(str, completed)) or "none"
        raise KeyError(f"no checkpoint {checkpoint} has completed; {known}")
    positions, barrier_positions = _Positions(), {}
    first_reads: dict[tuple[str, str, int], SeenRecord] = {}
    for step in trace:
        for fact in step.events:
            if isinstance(fact, e.SourceRecordRead):
                source = _node_of(fact.operator)
                one = SeenRecord(
                    step.number, _name(trace, source), fact.split, fact.offset, fact.value
                )
                first_reads.setdefault((source, fact.split, fact.offset), one)
            positions.apply(fact)
            if isinstance(fact, e.BarrierEmitted) and fact.checkpoint == checkpoint:
                barrier_positions.update(positions.of(trace.plan, fact.subtask))
            if isinstance(fact, e.CheckpointTriggered) and fact.checkpoint == checkpoint:
                barrier_positions = dict(positions.read)  # a finished source emits no barrier
    return sorted(
        one
        for (source, split, offset), one in first_reads.items()
        if offset < barrier_positions.get((source, split), 0)
    )


def records_again(trace: Trace) -> list[RepeatedRecord]:
    """Return the records that were read again after a failure, because no checkpoint covered them."""
    steps: dict[tuple[str, str, int], list[int]] = defaultdict(list)
    values: dict[tuple[str, str, int], Any] = {}
    for step in trace:
        for fact in step.events:
            if isinstance(fact, e.SourceRecordRead):
                position = (_node_of(fact.operator), fact.split, fact.offset)
                steps[position].append(step.number)
                values[position] = fact.value
    return [
        RepeatedRecord(
            _name(trace, position[0]), position[1], position[2], values[position], tuple(read_steps)
        )
        for position, read_steps in steps.items()
        if len(read_steps) > 1
    ]


def sink_rows(trace: Trace) -> list[SinkRow]:
    """Return all rows that the sinks of a run have written, in that order, with their status.

    A sink can have several transactions open at the same time, for example one file per bucket. The
    rows that were written first are then assumed to be handed over first.
    """
    rows = _SinkRows(trace.plan)
    for step in trace:
        for fact in step.events:
            rows.apply(step.number, fact)
    return rows.told(trace)


# --- parts -----------------------------------------------------------------------------------------


class _Positions:
    """Number of records of each split that have been read."""

    def __init__(self) -> None:
        self.read: dict[tuple[str, str], int] = {}
        self._subtasks: dict[tuple[str, str], str] = {}

    def apply(self, fact: e.TraceEvent) -> None:
        if isinstance(fact, e.SplitAssigned):
            place = (_node_of(fact.operator), fact.split)
            self.read[place], self._subtasks[place] = fact.read, str(fact.operator)
        elif isinstance(fact, e.SourceRecordRead):
            place = (_node_of(fact.operator), fact.split)
            self.read[place], self._subtasks[place] = fact.offset + 1, str(fact.operator)

    def of(self, plan: Plan, subtask: SubtaskId) -> dict[tuple[str, str], int]:
        """Return the positions of the splits that *subtask* reads."""
        here = _operators_in(plan, subtask)
        return {place: n for place, n in self.read.items() if self._subtasks[place] in here}


class _Row:
    __slots__ = ("checkpoint", "gone_at", "known_to", "sink", "status", "step", "text")

    gone_at: int
    """Step of the reset after which a doubled or given-up row was written again."""

    def __init__(self, step: int, sink: str, text: str, status: RowStatus) -> None:
        self.step = step
        self.sink = sink
        self.text = text
        self.status: RowStatus = status
        self.checkpoint = 0
        self.known_to = 0
        """First checkpoint whose snapshot covers the row; 0 before there is one."""


class _SinkRows:
    """Tracks the rows of all sinks through the events of a run."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._writers = _writers_by_committer(plan)
        self._committing = set(self._writers.values())
        self._rows: list[_Row] = []
        self._unsafe: dict[str, list[_Row]] = defaultdict(list)
        """Rows whose status can still change, by the sink and its subtask."""
        self._again: dict[SubtaskId, int] = {}

    def apply(self, step: int, fact: e.TraceEvent) -> None:
        match fact:
            case e.ResultWritten():
                commits = _node_of(fact.operator) in self._committing
                row = _Row(step, str(fact.operator), fact.text, "open" if commits else "visible")
                self._rows.append(row)
                self._unsafe[row.sink].append(row)
            case e.CommitPrepared():
                open_rows = [
                    row for row in self._unsafe[str(fact.operator)] if row.status == "open"
                ]
                for row in open_rows[: fact.results]:
                    row.status, row.checkpoint = "pending", fact.checkpoint
            case e.ResultsCommitted():
                self._commit(self._writer_of(str(fact.operator)), fact.checkpoint, fact.results)
            case e.BarrierEmitted():
                for sink in _operators_in(self._plan, fact.subtask):
                    for row in self._unsafe.get(sink, ()):
                        row.known_to = row.known_to or fact.checkpoint
            case e.CheckpointCompleted():
                for sink, rows in self._unsafe.items():
                    self._unsafe[sink] = [
                        row
                        for row in rows
                        if row.status != "visible" or not 0 < row.known_to <= fact.checkpoint
                    ]
            case e.ExecutionReset():
                self._again[fact.subtask] = 0
            case e.CheckpointRestored():
                self._again = dict.fromkeys(self._again, fact.checkpoint)
            case e.TaskStateChanged() if fact.after == "SCHEDULED" and fact.subtask in self._again:
                self._go_back(fact.subtask, self._again.pop(fact.subtask), step)

    def _commit(self, sink: str, checkpoint: int, results: int) -> None:
        unsettled = []
        for row in self._unsafe[sink]:
            if results and row.status == "pending" and row.checkpoint == checkpoint:
                row.status, results = "committed", results - 1
            else:
                unsettled.append(row)
        self._unsafe[sink] = unsettled

    def _go_back(self, subtask: SubtaskId, checkpoint: int, step: int) -> None:
        """Mark the rows that *checkpoint* does not cover: they will be written again."""
        for sink in _operators_in(self._plan, subtask):
            unsettled = []
            for row in self._unsafe.get(sink, ()):
                if 0 < row.known_to <= checkpoint:
                    unsettled.append(row)
                else:
                    row.gone_at = step
                    row.status = "doubled" if row.status == "visible" else "given up"
            self._unsafe[sink] = unsettled

    def _writer_of(self, committer: str) -> str:
        node, _, index = committer.partition("/")
        return f"{self._writers[node]}/{index}"

    def told(self, trace: Trace) -> list[SinkRow]:
        last = {(_node_of(row.sink), row.text): row.step for row in self._rows}
        for row in self._rows:
            if row.status == "doubled" and last[_node_of(row.sink), row.text] <= row.gone_at:
                row.status = "visible"  # it was not written again
        return [
            SinkRow(
                row.step, _name(trace, _node_of(row.sink)), int(row.sink.partition("/")[2]), row.text,
                row.status, row.checkpoint,
            )
            for row in self._rows
        ]  # fmt: skip


def _node_of(operator: str) -> str:
    return str(operator).partition("/")[0]


def _name(trace: Trace, node: str) -> str:
    return next(
        operator.name
        for vertex in trace.plan.vertices
        for operator in vertex.operators
        if f"o{operator.node}" == node
    )


def _operators_in(plan: Plan, subtask: SubtaskId) -> set[str]:
    vertex_id, _, index = str(subtask).partition("/")
    return {
        f"o{operator.node}/{index}"
        for vertex in plan.vertices
        if str(vertex.id) == vertex_id
        for operator in vertex.operators
    }


def _writers_by_committer(plan: Plan) -> dict[str, str]:
    """Map the node of each committer to the node of the writer before it."""
    upstream = {channel.target_node: channel.source_node for channel in plan.channels}
    found = {}
    for vertex in plan.vertices:
        for operator in vertex.operators:
            if operator.operator_class == "CommitterOperator":
                writer = operator.inputs[0] if operator.inputs else upstream[operator.node]
                found[f"o{operator.node}"] = f"o{writer}"
    return found
