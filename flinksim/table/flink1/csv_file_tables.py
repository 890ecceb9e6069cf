"""Tables in one CSV file: ``CsvTableSource`` and ``CsvTableSink`` of Flink 1.x.

Flink: ``CsvTableSource``, ``CsvTableSink``, removed in Flink 1.15.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flinksim.connectors.sink import Sink, SinkContext, SinkWriter
from flinksim.core.atomic_files import AppendOnlyFile, make_folder
from flinksim.table.compiled_plan.row_formats import ENCODERS
from flinksim.table.compiled_plan.table_connectors import (
    SINK_FACTORIES,
    SOURCE_FACTORIES,
    PlanTable,
)

CONNECTOR = "csv-file"


class _CsvFileSink(Sink):
    """Writes a line per row to one file, which is created when the job starts."""

    def __init__(self, table: PlanTable) -> None:
        self.path = Path(table.options["path"].removeprefix("file://"))
        self.encode = ENCODERS["csv"](table, "csv")

    def create_writer(self, context: SinkContext) -> SinkWriter:
        make_folder(self.path.parent)
        if context.subtask_index == 0 and not context.restored_checkpoint_id:
            AppendOnlyFile(self.path).close()
        return _CsvFileWriter(self)


class _CsvFileWriter(SinkWriter):
    def __init__(self, sink: _CsvFileSink) -> None:
        self._sink = sink

    def write(self, value: Any, timestamp: int | None) -> str:
        line = self._sink.encode(value)
        # A job may wait for input for ever, so each line is in the file immediately.
        file = AppendOnlyFile.resume(self._sink.path, self._sink.path.stat().st_size)
        file.append(f"{line}\n".encode())
        file.close()
        return line


def _create_source(table: PlanTable) -> Any:
    return SOURCE_FACTORIES["filesystem"](table)


SOURCE_FACTORIES[CONNECTOR] = _create_source
SINK_FACTORIES[CONNECTOR] = _CsvFileSink
