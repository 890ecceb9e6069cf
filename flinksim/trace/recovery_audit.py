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

In a sink with two-phase commit, a row is *open* until the sink hands it over for a checkpoint,
*pending* until that checkpoint has completed, then *committed*. A failure makes it *given up*:
it is written again. In other sinks a row is *visible* immediately, and *doubled* if a failure
caused a second write.
"""


class ProcessedRecord(NamedTuple):
    """A record that a source read in step ``step``: record number ``offset`` of the split ``split``."""

    step: int
    source: str
    split: str
    offset: int
    value: Any


class ReprocessedRecord(NamedTuple):
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


def find_checkpointed_records(trace: Trace, checkpoint: int) -> list[ProcessedRecord]:
    """Return the records whose effects *checkpoint* contains: those read before its barrier.

    Raises:
        KeyError: The checkpoint has not completed.
    """
    completed = [event.checkpoint for event in trace.get_events(e.CheckpointCompleted)]
    if checkpoint not in completed:
        known = ", ".join(map(str, completed)) or "none"
        raise KeyError(f"checkpoint {checkpoint} has not completed. Completed checkpoints: {known}")
    positions, barrier_positions = _ReadPositions(), {}
    first_reads: dict[tuple[str, str, int], ProcessedRecord] = {}
    for step in trace:
        for event in step.events:
            if isinstance(event, e.SourceRecordRead):
                source = _extract_node(event.operator)
                one = ProcessedRecord(
                    step.number,
                    _find_operator_name(trace, source),
                    event.split,
                    event.offset,
                    event.value,
                )
                first_reads.setdefault((source, event.split, event.offset), one)
            positions.apply(event)
            if isinstance(event, e.BarrierEmitted) and event.checkpoint == checkpoint:
                barrier_positions.update(positions.get_counts(trace.plan, event.subtask))
            if isinstance(event, e.CheckpointTriggered) and event.checkpoint == checkpoint:
                barrier_positions = dict(positions.counts)  # a finished source emits no barrier
    return sorted(
        one
        for (source, split, offset), one in first_reads.items()
        if offset < barrier_positions.get((source, split), 0)
    )


def find_reprocessed_records(trace: Trace) -> list[ReprocessedRecord]:
    """Return the records that were read again after a failure, because no checkpoint covered them."""
    steps: dict[tuple[str, str, int], list[int]] = defaultdict(list)
    values: dict[tuple[str, str, int], Any] = {}
    for step in trace:
        for event in step.events:
            if isinstance(event, e.SourceRecordRead):
                position = (_extract_node(event.operator), event.split, event.offset)
                steps[position].append(step.number)
                values[position] = event.value
    return [
        ReprocessedRecord(
            _find_operator_name(trace, position[0]),
            position[1],
            position[2],
            values[position],
            tuple(read_steps),
        )
        for position, read_steps in steps.items()
        if len(read_steps) > 1
    ]


def list_sink_rows(trace: Trace) -> list[SinkRow]:
    """Return all rows that the sinks of a run have written, in that order, with their status.

    A sink can have several transactions open at the same time, for example one file per bucket. The
    rows that were written first are then assumed to be handed over first.
    """
    rows = _SinkRowTracker(trace.plan)
    for step in trace:
        for event in step.events:
            rows.apply(step.number, event)
    return rows.build_rows(trace)


# --- parts -----------------------------------------------------------------------------------------


class _ReadPositions:
    """How many records of each source split have been read so far."""

    def __init__(self) -> None:
        self.counts: dict[tuple[str, str], int] = {}
        self._subtasks: dict[tuple[str, str], str] = {}

    def apply(self, event: e.TraceEvent) -> None:
        if isinstance(event, e.SplitAssigned):
            place = (_extract_node(event.operator), event.split)
            self.counts[place], self._subtasks[place] = event.read, str(event.operator)
        elif isinstance(event, e.SourceRecordRead):
            place = (_extract_node(event.operator), event.split)
            self.counts[place], self._subtasks[place] = event.offset + 1, str(event.operator)

    def get_counts(self, plan: Plan, subtask: SubtaskId) -> dict[tuple[str, str], int]:
        """Return how many records have been read of each split that *subtask* reads."""
        here = _list_operators(plan, subtask)
        return {place: n for place, n in self.counts.items() if self._subtasks[place] in here}


class _TrackedRow:
    __slots__ = ("checkpoint", "first_checkpoint", "reset_step", "sink", "status", "step", "text")

    reset_step: int
    """Step of the restart after which the row was written a second time."""

    def __init__(self, step: int, sink: str, text: str, status: RowStatus) -> None:
        self.step = step
        self.sink = sink
        self.text = text
        self.status: RowStatus = status
        self.checkpoint = 0
        self.first_checkpoint = 0
        """First checkpoint whose snapshot covers the row; 0 before there is one."""


class _SinkRowTracker:
    """Tracks the rows of all sinks through the events of a run."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._writers = _find_writers(plan)
        self._committing_nodes = set(self._writers.values())
        self._rows: list[_TrackedRow] = []
        self._unsettled: dict[str, list[_TrackedRow]] = defaultdict(list)
        """Rows whose status can still change, by sink and subtask."""
        self._restarts: dict[SubtaskId, int] = {}

    def apply(self, step: int, event: e.TraceEvent) -> None:
        match event:
            case e.ResultWritten():
                commits = _extract_node(event.operator) in self._committing_nodes
                row = _TrackedRow(
                    step, str(event.operator), event.text, "open" if commits else "visible"
                )
                self._rows.append(row)
                self._unsettled[row.sink].append(row)
            case e.CommitPrepared():
                open_rows = [
                    row for row in self._unsettled[str(event.operator)] if row.status == "open"
                ]
                for row in open_rows[: event.results]:
                    row.status, row.checkpoint = "pending", event.checkpoint
            case e.ResultsCommitted():
                self._commit(
                    self._find_writer(str(event.operator)), event.checkpoint, event.results
                )
            case e.BarrierEmitted():
                for sink in _list_operators(self._plan, event.subtask):
                    for row in self._unsettled.get(sink, ()):
                        row.first_checkpoint = row.first_checkpoint or event.checkpoint
            case e.CheckpointCompleted():
                for sink, rows in self._unsettled.items():
                    self._unsettled[sink] = [
                        row
                        for row in rows
                        if row.status != "visible"
                        or not 0 < row.first_checkpoint <= event.checkpoint
                    ]
            case e.ExecutionReset():
                self._restarts[event.subtask] = 0
            case e.CheckpointRestored():
                self._restarts = dict.fromkeys(self._restarts, event.checkpoint)
            case e.TaskStateChanged() if (
                event.after == "SCHEDULED" and event.subtask in self._restarts
            ):
                self._roll_back(event.subtask, self._restarts.pop(event.subtask), step)

    def _commit(self, sink: str, checkpoint: int, results: int) -> None:
        unsettled = []
        for row in self._unsettled[sink]:
            if results and row.status == "pending" and row.checkpoint == checkpoint:
                row.status, results = "committed", results - 1
            else:
                unsettled.append(row)
        self._unsettled[sink] = unsettled

    def _roll_back(self, subtask: SubtaskId, checkpoint: int, step: int) -> None:
        """Mark the rows that the restored *checkpoint* does not cover: they will be written again."""
        for sink in _list_operators(self._plan, subtask):
            unsettled = []
            for row in self._unsettled.get(sink, ()):
                if 0 < row.first_checkpoint <= checkpoint:
                    unsettled.append(row)
                else:
                    row.reset_step = step
                    row.status = "doubled" if row.status == "visible" else "given up"
            self._unsettled[sink] = unsettled

    def _find_writer(self, committer: str) -> str:
        node, _, index = committer.partition("/")
        return f"{self._writers[node]}/{index}"

    def build_rows(self, trace: Trace) -> list[SinkRow]:
        last = {(_extract_node(row.sink), row.text): row.step for row in self._rows}
        for row in self._rows:
            if (
                row.status == "doubled"
                and last[_extract_node(row.sink), row.text] <= row.reset_step
            ):
                row.status = "visible"  # it was not written again
        return [
            SinkRow(
                row.step,
                _find_operator_name(trace, _extract_node(row.sink)),
                int(row.sink.partition("/")[2]),
                row.text,
                row.status,
                row.checkpoint,
            )
            for row in self._rows
        ]


def _extract_node(operator: str) -> str:
    return str(operator).partition("/")[0]


def _find_operator_name(trace: Trace, node: str) -> str:
    return next(
        operator.name
        for vertex in trace.plan.vertices
        for operator in vertex.operators
        if f"o{operator.node}" == node
    )


def _list_operators(plan: Plan, subtask: SubtaskId) -> set[str]:
    vertex_id, _, index = str(subtask).partition("/")
    return {
        f"o{operator.node}/{index}"
        for vertex in plan.vertices
        if str(vertex.id) == vertex_id
        for operator in vertex.operators
    }


def _find_writers(plan: Plan) -> dict[str, str]:
    """Map the stream node of each sink committer to the stream node of the writer before it."""
    upstream = {channel.target_node: channel.source_node for channel in plan.channels}
    found = {}
    for vertex in plan.vertices:
        for operator in vertex.operators:
            if operator.operator_class == "CommitterOperator":
                writer = operator.inputs[0] if operator.inputs else upstream[operator.node]
                found[f"o{operator.node}"] = f"o{writer}"
    return found
