"""A log of text in columns, for Spark's expressions: read in pieces by the workers, put together here.

One file, because a record's place in it is what tells records of one moment apart.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from flinksim.core.atomic_files import replacing
from flinksim.replay.engines.local import Engine
from flinksim.replay.logs.parquet_source import (
    batches_of,
    columns_of_text,
    write_parquet_log,
)
from flinksim.replay.logs.splits import SpanItems
from flinksim.replay.worker_errors import ReplayError, tells_failures

_ROWS_PER_BATCH = 20_000
_ROWS_PER_GROUP = 250_000
_MANY_ROWS = 1 << 40
"""They go by way of files, as many as there are."""


def folder_for_columns(log: Path, is_shared: bool) -> Path:
    """A new folder for what :func:`write_columns` writes: one that workers on other machines see as
    well, if it is to be shared. Whoever asks for it takes it away.

    Raises: ReplayError if there can be none beside the log.
    """
    beside = log.absolute().parent if is_shared else None
    try:
        return Path(tempfile.mkdtemp(prefix=".flinksim-", dir=beside))
    except OSError as error:
        if beside is None:
            raise
        raise ReplayError(
            f"{log} is text. On a cluster it is written in columns beside it first, where all workers "
            f"see it, and nothing can be written to the folder {beside} ({error.strerror}). Make the "
            "folder writable for driver and workers, or copy the log to one that is; or write the log "
            "as Parquet (write_parquet_log) and give that; or choose lowering generic, which reads "
            "the text as it is."
        ) from error


def write_columns(engine: Engine, reader: SpanItems, folder: Path) -> None:
    """Write the log of *reader* as ``log.parquet`` into *folder*, which driver and workers share.

    Raises: EventLogError where the log is wrong, and NotInColumns for a cell that no column can hold.
    The file is there only if all went well.
    """
    path = folder / "log.parquet"
    if reader.pieces == 1 or engine.is_here:
        write_parquet_log(reader.source, path)
        return
    schema = columns_of_text(reader.source)
    work = partial(piece_in_columns, reader=reader, schema=schema, folder=os.getcwd())
    rows = engine.mapped(engine.numbers(reader.pieces), work, schema)
    held: list[pa.RecordBatch] = []
    with replacing(path) as draft, pq.ParquetWriter(draft, schema) as writer:
        for batch in engine.batches(rows, _MANY_ROWS, folder):
            held.append(batch)
            if sum(map(len, held)) >= _ROWS_PER_GROUP:
                writer.write_table(pa.Table.from_batches(held).cast(schema))
                held.clear()
        if held:
            writer.write_table(pa.Table.from_batches(held).cast(schema))


@tells_failures
def piece_in_columns(
    pieces: Iterable[pa.RecordBatch], reader: SpanItems, schema: pa.Schema, folder: str
) -> Iterator[pa.RecordBatch]:
    """The rows of pieces as columns, in the order of their lines."""
    for batch in pieces:
        for piece in batch.column(0).to_pylist():
            yield from batches_of(reader.source, reader.rows(piece), schema, _ROWS_PER_BATCH)
