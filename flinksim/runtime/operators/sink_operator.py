"""The operators of a sink: the writer and the committer.

Flink: ``StreamSink``, ``SinkWriterOperator``, ``CommitterOperator``.
"""

from __future__ import annotations

from typing import Any, NamedTuple
from zlib import crc32

from flinksim.connectors.sink import Committer, Sink, SinkContext, SinkWriter
from flinksim.runtime.elements import StreamRecord
from flinksim.runtime.operators.stream_operator import OperatorContext, Output, StreamOperator
from flinksim.runtime.state.snapshot_model import OperatorSnapshot
from flinksim.trace.events import CommitPrepared, ResultsCommitted, ResultWritten
from flinksim.trace.values import freeze

WRITER_STATE = "writer-states"
COMMITTABLES_STATE = "streaming_committer_raw_states"


class Committable(NamedTuple):
    """What a sink writer passes to the committer for one checkpoint, and the number of results in it.

    Flink: ``CommittableWithLineage``.
    """

    checkpoint_id: int
    results: int
    committable: Any


class SinkOperator(StreamOperator):
    """Operator that writes every record to a sink, and emits what is to be committed per checkpoint.

    It asks the writer of this subtask for them before each barrier.
    """

    __slots__ = (
        "_last_checkpoint_id",
        "_restored_states",
        "_written_at_last_prepare",
        "_written_count",
        "results_checksum",
        "sink",
        "writer",
    )

    FLINK_CLASS = "StreamSink"

    def __init__(self, sink: Sink) -> None:
        self.sink = sink
        self.writer: SinkWriter | None = None

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self._written_count = self._written_at_last_prepare = self._last_checkpoint_id = 0
        self._restored_states: tuple[Any, ...] = ()
        self.results_checksum = 0
        """Checksum of the results so far; only in a traced run."""

    def initialize_state(self, snapshot: OperatorSnapshot) -> None:
        self._restored_states = tuple(snapshot.items(WRITER_STATE))

    def open(self) -> None:
        context = self.context
        self.writer = self.sink.create_writer(
            SinkContext(
                context.subtask_index,
                context.parallelism,
                context.attempt_number,
                self._restored_states,
                context.restored_checkpoint_id,
                context.operator_id,
                context.processing_time,
            )
        )

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        assert self.writer is not None
        text = self.writer.write(record.value, record.timestamp)
        self._written_count += 1
        if self.context.emit is not None:
            self.results_checksum = crc32(
                text.encode("utf-8", "surrogatepass"), self.results_checksum
            )
        if self.emit is not None:
            self.emit((ResultWritten, self.id, text, freeze(record.value), record.timestamp))

    def prepare_snapshot_pre_barrier(self, checkpoint_id: int) -> None:
        super().prepare_snapshot_pre_barrier(checkpoint_id)
        self._last_checkpoint_id = checkpoint_id
        self._prepare_commit(checkpoint_id, end_of_input=False)

    def snapshot_state(self, snapshot: OperatorSnapshot) -> None:
        assert self.writer is not None
        states = self.writer.snapshot_state()
        if states:
            snapshot.add_list(WRITER_STATE, states)

    def finish(self) -> None:
        """Assign the results written since the last checkpoint to the next one, which is the final one."""
        self._prepare_commit(self._last_checkpoint_id + 1, end_of_input=True)

    def _prepare_commit(self, checkpoint_id: int, end_of_input: bool) -> None:
        assert self.writer is not None
        self.writer.flush(end_of_input)
        rest, self._written_at_last_prepare = (
            self._written_count - self._written_at_last_prepare,
            self._written_count,
        )
        for committable in self.writer.prepare_commit():
            counted = self.writer.count_results(committable)
            results, rest = (rest, 0) if counted is None else (counted, rest)
            if self.emit is not None:
                self.emit((CommitPrepared, self.id, checkpoint_id, results))
            self.collect(StreamRecord(Committable(checkpoint_id, results, committable)))

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()

    @property
    def results_written(self) -> int:
        return self._written_count


class SinkWriterOperator(SinkOperator):
    """Operator of a unified sink (``sink_to``)."""

    __slots__ = ()

    FLINK_CLASS = "SinkWriterOperator"


class CommitterOperator(StreamOperator):
    """Operator that keeps committables until their checkpoint is complete, and commits them then.

    After a restore the committables of the checkpoint are committed again, because the first commit
    may have failed. Without checkpoints everything is committed at the end of the input.
    """

    __slots__ = (
        "_commits_at_end",
        "_committed_count",
        "_committer",
        "_pending_committables",
        "_restored",
        "sink",
    )

    FLINK_CLASS = "CommitterOperator"

    def __init__(self, sink: Sink) -> None:
        self.sink = sink
        self._committer: Committer | None = None

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self._pending_committables: list[Committable] = []
        self._committed_count = 0
        self._commits_at_end = not context.has_checkpoints

    def snapshot_state(self, snapshot: OperatorSnapshot) -> None:
        snapshot.add_list(COMMITTABLES_STATE, self._pending_committables)

    def initialize_state(self, snapshot: OperatorSnapshot) -> None:
        self._pending_committables = list(snapshot.items(COMMITTABLES_STATE))
        self._committer = self.sink.create_committer()
        if self._pending_committables:
            self._commit_up_to(max(each.checkpoint_id for each in self._pending_committables))

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        self._pending_committables.append(record.value)

    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        self._commit_up_to(checkpoint_id)

    def finish(self) -> None:
        if self._commits_at_end and self._pending_committables:
            self._commit_up_to(max(each.checkpoint_id for each in self._pending_committables))

    def _commit_up_to(self, checkpoint_id: int) -> None:
        assert self._committer is not None
        due = [each for each in self._pending_committables if each.checkpoint_id <= checkpoint_id]
        self._pending_committables = [
            each for each in self._pending_committables if each.checkpoint_id > checkpoint_id
        ]
        for each in due:
            self._committer.commit(each.committable)
            self._committed_count += each.results
            if self.emit is not None:
                self.emit(
                    (
                        ResultsCommitted,
                        self.id,
                        each.checkpoint_id,
                        each.results,
                        self._committed_count,
                    )
                )

    def close(self) -> None:
        if self._committer is not None:
            self._committer.close()

    @property
    def results_committed(self) -> int:
        return self._committed_count
