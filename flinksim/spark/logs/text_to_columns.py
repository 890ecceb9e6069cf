"""A log of text in columns, for Spark's expressions: read in pieces by the workers, put together here.

One file, because a record's place in it is what tells records of one moment apart.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

from flinksim.spark.failures import tells_failures
from flinksim.spark.logs.log_pieces import SpanItems
from flinksim.spark.logs.parquet_log import columns_of_text, write_parquet_log

_ROWS_PER_BATCH = 20_000


def write_columns(spark: SparkSession, reader: SpanItems, folder: Path) -> None:
    """Write the log of *reader* as ``log.parquet`` into *folder*, which driver and workers share.

    Raises: EventLogError where the log is wrong.
    """
    whole = folder / "log.parquet"
    if reader.pieces == 1:
        write_parquet_log(reader.source, whole)
        return
    schema = columns_of_text(reader.source)
    numbers = spark.range(0, reader.pieces, 1, reader.pieces)
    work = partial(piece_in_columns, reader=reader, schema=schema, folder=os.getcwd())
    rows = numbers.mapInArrow(work, from_arrow_schema(schema))
    rows.write.parquet(str(folder / "pieces"))
    with pq.ParquetWriter(whole, schema) as writer:
        for part in sorted((folder / "pieces").glob("part-*.parquet")):
            file = pq.ParquetFile(part)
            for group in range(file.num_row_groups):
                writer.write_table(file.read_row_group(group).cast(schema))


@tells_failures
def piece_in_columns(
    pieces: Iterable[pa.RecordBatch], reader: SpanItems, schema: pa.Schema, folder: str
) -> Iterator[pa.RecordBatch]:
    """The rows of pieces as columns, in the order of their lines."""
    for batch in pieces:
        for piece in batch.column(0).to_pylist():
            rows: list[tuple[Any, ...]] = []
            for row in reader.rows(piece):
                cells = (row.split, row.arrival, row.is_end, *row.values)
                rows.append((*cells, row.timestamp) if len(cells) < len(schema) else cells)
                if len(rows) == _ROWS_PER_BATCH:
                    yield _batch(rows, schema)
                    rows = []
            if rows:
                yield _batch(rows, schema)


def _batch(rows: list[tuple[Any, ...]], schema: pa.Schema) -> pa.RecordBatch:
    columns = zip(*rows, strict=True)
    arrays = [pa.array(cells, field.type) for cells, field in zip(columns, schema, strict=True)]
    return pa.record_batch(arrays, schema=schema)
