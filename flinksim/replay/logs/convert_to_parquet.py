"""Conversion of a text log to Parquet for the kernel: workers read it, this process writes.

The result is one file, because the row number of a record orders records of the same millisecond.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from flinksim.core.atomic_files import write_atomically
from flinksim.replay.engines.local import ExecutionEngine
from flinksim.replay.logs.parquet_source import (
    build_parquet_schema,
    convert_rows,
    write_parquet_log,
)
from flinksim.replay.logs.splits import SpanChunkReader
from flinksim.replay.worker_errors import ReplayError, report_worker_errors

_ROWS_PER_BATCH = 20_000
_ROWS_PER_GROUP = 250_000
_UNKNOWN_ROW_COUNT = 1 << 40
"""Assumed row count, so large that the engine transfers rows from workers through files."""


def create_parquet_folder(log: Path, is_shared: bool) -> Path:
    """Create a folder for the output of :func:`convert_log`; the caller deletes it.

    Args:
        log: The text log.
        is_shared: Whether workers on other machines need the folder; it is then created next to the
            log.

    Raises:
        ReplayError: The folder next to the log cannot be created.
    """
    parent = log.absolute().parent if is_shared else None
    try:
        return Path(tempfile.mkdtemp(prefix=".flinksim-", dir=parent))
    except OSError as error:
        if parent is None:
            raise
        raise ReplayError(
            f"{log} is a text file. On a cluster it must first be converted to "
            "columns in a folder that all workers can read, but the folder "
            f"{parent} is not writable ({error.strerror}). Make the folder "
            "writable for driver and workers, or copy the log to a writable "
            "folder. Or write the log as Parquet (write_parquet_log). Or choose "
            "the backend generic, which reads text."
        ) from error


def convert_log(engine: ExecutionEngine, reader: SpanChunkReader, folder: Path) -> None:
    """Convert the log of *reader* to ``log.parquet`` in *folder*.

    The file exists only if the conversion succeeds. Driver and workers share the folder.

    Raises:
        EventLogError: The log has a bad row.
        UnrepresentableCellError: No column can hold a cell.
    """
    path = folder / "log.parquet"
    if reader.chunk_count == 1 or engine.is_local:
        write_parquet_log(reader.source, path)
        return
    schema = build_parquet_schema(reader.source)
    function = partial(convert_chunks, reader=reader, schema=schema, folder=os.getcwd())
    rows = engine.map_batches(engine.create_range(reader.chunk_count), function, schema)
    pending: list[pa.RecordBatch] = []
    with write_atomically(path) as draft, pq.ParquetWriter(draft, schema) as writer:
        for batch in engine.iterate_batches(rows, _UNKNOWN_ROW_COUNT, folder):
            pending.append(batch)
            if sum(map(len, pending)) >= _ROWS_PER_GROUP:
                writer.write_table(pa.Table.from_batches(pending).cast(schema))
                pending.clear()
        if pending:
            writer.write_table(pa.Table.from_batches(pending).cast(schema))


@report_worker_errors
def convert_chunks(
    batches: Iterable[pa.RecordBatch], reader: SpanChunkReader, schema: pa.Schema, folder: str
) -> Iterator[pa.RecordBatch]:
    """Convert chunks (parts of the text log) to columns, with rows in the order of their lines."""
    for batch in batches:
        for chunk in batch.column(0).to_pylist():
            yield from convert_rows(reader.source, reader.read_rows(chunk), schema, _ROWS_PER_BATCH)
