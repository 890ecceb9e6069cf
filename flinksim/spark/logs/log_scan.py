"""How far a log's timestamps came by each tick, where the timestamp is simply a column.

Three columns of a Parquet file are read, row group by row group, and reduced at once; a query of
Spark over the same columns takes several times the processor time, most of it for rows and texts.
numpy's indexed maximum takes a tenth of what grouping by Arrow takes (0.02 of 0.2 s for 10M records).

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from flinksim.common.timestamps import MIN_TIMESTAMP
from flinksim.spark.generic.cuts import Longs
from flinksim.spark.logs.parquet_log import ARRIVAL, SPLIT, SPLIT_END

SPARSE = 4
"""From so many places (ticks and splits) per record on, only those that have records are held."""


@dataclass(slots=True)
class LogScan:
    """What has been seen of a log.

    ``timestamps`` has (split, tick, greatest timestamp), once or more for each split and tick with
    records; ``last_arrivals`` the time of the last line of each split. Lines of other splits are
    strangers: counted, and left out of all else.
    """

    timestamps: list[tuple[int, int, int]] = field(default_factory=list)
    last_arrivals: dict[int, int] = field(default_factory=dict)
    least: int | None = None
    greatest: int | None = None
    lines: int = 0
    has_strangers: bool = False
    has_ends: bool = False

    def note(self, reached: Iterable[tuple[int, int, int]], least: int, greatest: int) -> None:
        """Add to ``timestamps``; all timestamps among them lie between *least* and *greatest*."""
        self.timestamps.extend(reached)
        self.least = least if self.least is None else min(least, self.least)
        self.greatest = greatest if self.greatest is None else max(greatest, self.greatest)

    def came(self, split: int, arrival: int) -> None:
        """A line of *split* came at *arrival*."""
        self.last_arrivals[split] = max(arrival, self.last_arrivals.get(split, arrival))


def scanned(
    path: Path, splits: Sequence[str], timestamp: str, start_ms: int, interval_ms: int
) -> LogScan:
    """The log as far as the column *timestamp* tells; ticks count from 0 at *start_ms*."""
    file = pq.ParquetFile(path, read_dictionary=[SPLIT])  # numbers, not a text per line
    names = [SPLIT, ARRIVAL, timestamp]
    if SPLIT_END in file.schema_arrow.names:
        names.append(SPLIT_END)
    scan = LogScan(lines=file.metadata.num_rows)
    for group in range(file.metadata.num_row_groups):
        table = file.read_row_group(group, columns=names)
        if table.num_rows:
            _add(scan, table, splits, timestamp, start_ms, interval_ms)
    return scan


def _add(
    scan: LogScan, table: pa.Table, splits: Sequence[str], timestamp: str, start_ms: int,
    interval_ms: int,
) -> None:  # fmt: skip
    numbers = _numbers(table.column(SPLIT).combine_chunks(), splits)
    arrivals: Longs = table.column(ARRIVAL).to_numpy()
    lines = np.bincount(numbers, minlength=len(splits) + 1)
    last = np.full(len(lines), MIN_TIMESTAMP)
    np.maximum.at(last, numbers, arrivals)
    scan.has_strangers |= bool(lines[-1])
    for split in np.flatnonzero(lines[:-1]).tolist():
        scan.came(split, int(last[split]))
    kept = numbers < len(splits)
    times = table.column(timestamp)
    if SPLIT_END in table.column_names:
        ended = pc.fill_null(table.column(SPLIT_END), False).to_numpy()
        scan.has_ends |= bool(ended.any())
        kept &= ~ended & times.is_valid().to_numpy()
        times = pc.fill_null(times, 0)
    stamps: Longs = times.to_numpy().astype(np.int64, copy=False)
    if not kept.all():
        numbers, arrivals, stamps = numbers[kept], arrivals[kept], stamps[kept]
    if len(stamps):
        _group(scan, numbers, _ticks(arrivals, start_ms, interval_ms), stamps, len(splits))


def _ticks(arrivals: Longs, start_ms: int, interval_ms: int) -> Longs:
    return (arrivals - start_ms) // interval_ms if interval_ms > 0 else np.zeros_like(arrivals)


def _group(scan: LogScan, numbers: Longs, ticks: Longs, stamps: Longs, splits: int) -> None:
    """Note the greatest timestamp of each split and tick."""
    places = ticks * splits + numbers
    low = int(places.min())
    count = int(places.max()) - low + 1
    if count <= SPARSE * len(places):
        places -= low
        held = np.arange(low, low + count)
    else:
        held, places = np.unique(places, return_inverse=True)
    greatest = np.full(len(held), MIN_TIMESTAMP)
    np.maximum.at(greatest, places, stamps)
    seen = np.bincount(places, minlength=len(held)) > 0
    held = held[seen]
    of_each = zip(
        (held % splits).tolist(), (held // splits).tolist(), greatest[seen].tolist(), strict=True
    )
    scan.note(of_each, int(stamps.min()), int(stamps.max()))


def _numbers(split: pa.DictionaryArray, splits: Sequence[str]) -> Longs:
    """The number of each line's split; one more than the last for those that are none."""
    numbers = {name: number for number, name in enumerate(splits)}
    known = [numbers.get(name, len(splits)) for name in split.dictionary.to_pylist()]
    table = np.array([*known, len(splits)], dtype=np.int64)
    places = pc.fill_null(split.indices, len(known)).to_numpy(zero_copy_only=False)
    chosen: Longs = table[places]
    return chosen
