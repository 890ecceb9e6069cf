"""The operator around a sink.

Flink: ``StreamSink``, ``SinkWriterOperator``.
"""

from __future__ import annotations

from flinksim.connectors.sink import Sink, SinkContext, SinkWriter
from flinksim.runtime.elements import StreamRecord
from flinksim.runtime.operators.stream_operator import OperatorContext, Output, StreamOperator
from flinksim.trace.events import ResultWritten
from flinksim.trace.values import freeze


class SinkOperator(StreamOperator):
    """Hands every record to the writer of this subtask."""

    __slots__ = ("_sink", "_written", "writer")

    FLINK_CLASS = "StreamSink"

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self.writer: SinkWriter | None = None

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self._written = 0

    def open(self) -> None:
        self.writer = self._sink.create_writer(
            SinkContext(self.context.subtask_index, self.context.parallelism)
        )

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        assert self.writer is not None, "opened first"
        text = self.writer.write(record.value, record.timestamp)
        self._written += 1
        if self.emit is not None:
            self.emit(ResultWritten(self.id, text, freeze(record.value), record.timestamp))

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()

    @property
    def results_written(self) -> int:
        return self._written
