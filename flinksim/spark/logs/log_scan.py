"""How far a log's timestamps came by each tick, where the timestamp is simply a column.

Three columns of a Parquet file are read, row group by row group, and reduced at once; a query of Spark
over the same columns takes several times the processor time, most of it for rows and texts.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from flinksim.spark.generic.cuts import Longs
from flinksim.spark.logs.parquet_log import ARRIVAL, SPLIT, SPLIT_END


def scanned(
    path: Path, splits: Sequence[str], timestamp: str, start_ms: int, interval_ms: int
) -> Iterator[dict[str, Any]]:
    """For each split and tick: greatest, least, last_arrival, ended and lines; once per row group.

    Lines of other splits have the split ``None``.
    """
    file = pq.ParquetFile(path, read_dictionary=[SPLIT])
    names = [SPLIT, ARRIVAL, timestamp]
    if SPLIT_END in file.schema_arrow.names:
        names.append(SPLIT_END)
    for group in range(file.metadata.num_row_groups):
        table = file.read_row_group(group, columns=names)
        if not table.num_rows:
            continue
        arrival = table.column(ARRIVAL).to_numpy()
        tick = (arrival - start_ms) // interval_ms if interval_ms > 0 else np.zeros_like(arrival)
        times, ended = table.column(timestamp), pa.repeat(pa.scalar(False), table.num_rows)
        if SPLIT_END in names:
            ended = pc.fill_null(table.column(SPLIT_END), False)
            times = pc.if_else(ended, pa.scalar(None, times.type), times)
        count = len(splits) + 1
        place = tick * count + _numbers(table.column(SPLIT).combine_chunks(), splits)
        columns = {"place": place, "ts": times, "arrival": arrival, "ended": ended}
        groups = pa.table(columns).group_by("place").aggregate(
            [("ts", "max"), ("ts", "min"), ("arrival", "max"), ("ended", "any"), ("place", "count")]
        )  # fmt: skip
        for row in groups.to_pylist():
            number = row["place"] % count
            yield {
                "_split": number if number < len(splits) else None,
                "_tick": row["place"] // count,
                "greatest": row["ts_max"],
                "least": row["ts_min"],
                "last_arrival": row["arrival_max"],
                "ended": row["ended_any"],
                "lines": row["place_count"],
            }


def _numbers(split: Any, splits: Sequence[str]) -> Longs:
    """The number of each line's split; one more than the last for those that are none."""
    if isinstance(split, pa.ChunkedArray):
        split = split.combine_chunks()
    numbers = {name: number for number, name in enumerate(splits)}
    known = [numbers.get(name, len(splits)) for name in split.dictionary.to_pylist()]
    table = np.array([*known, len(splits)], dtype=np.int64)
    places = pc.fill_null(split.indices, len(known)).to_numpy(zero_copy_only=False)
    chosen: Longs = table[places]
    return chosen
