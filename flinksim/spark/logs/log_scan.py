"""How far a log's timestamps came by each tick, where the timestamp is simply a column.

Three columns of a Parquet file are read, row group by row group, and reduced at once; a query of
Spark over the same columns takes several times the processor time, most of it for rows and texts.
numpy's indexed maximum takes a tenth of what grouping by Arrow takes (0.02 of 0.2 s for 10M records).

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from flinksim.connectors.event_log_rows import Order
from flinksim.java.timestamps import MIN_TIMESTAMP
from flinksim.spark.generic.cuts import Longs
from flinksim.spark.generic.source_timeline import keep_greatest
from flinksim.spark.logs.parquet_log import ARRIVAL, SPLIT, SPLIT_END
from flinksim.spark.logs.parquet_rows import BadRow, JudgedColumns

SPARSE = 4
"""From so many places (ticks and splits) per record on, only those that have records are held."""


@dataclass(slots=True)
class LogScan:
    """What has been seen of a log.

    ``timestamps[split]`` has the greatest timestamp of the records before each tick and since the one
    before it, where there are any; ``last_arrivals`` the time of the last line of each split. Lines of
    other splits are strangers: counted, and left out of all else.
    """

    timestamps: dict[int, dict[int, int]] = field(default_factory=dict)
    last_arrivals: dict[int, int] = field(default_factory=dict)
    least: int | None = None
    greatest: int | None = None
    lines: int = 0
    has_strangers: bool = False
    has_ends: bool = False
    bad: BadRow | None = None
    """The first bad row, if there is one; then the rest says nothing."""
    order: Order = field(default_factory=Order)

    def note(self, split: int, greatest: Mapping[int, int]) -> None:
        """Records of *split* came to *greatest* by each of some ticks."""
        keep_greatest(self.timestamps.setdefault(split, {}), greatest)

    def span(self, least: int, greatest: int) -> None:
        """There are timestamps from *least* to *greatest*."""
        self.least = least if self.least is None else min(least, self.least)
        self.greatest = greatest if self.greatest is None else max(greatest, self.greatest)

    def came(self, split: int, arrival: int) -> None:
        """A line of *split* came at *arrival*."""
        self.last_arrivals[split] = max(arrival, self.last_arrivals.get(split, arrival))


def scanned(
    path: Path, splits: Sequence[str], timestamp: str, start_ms: int, interval_ms: int
) -> LogScan:
    """The log as far as the column *timestamp* tells; ticks count from 1, see ``Reached``.

    It ends at the first bad row. That none lacks a timestamp is not looked at: a native plan needs
    columns without empty cells anyway.
    """
    file = pq.ParquetFile(path, read_dictionary=[SPLIT])  # numbers, not a text per line
    names = [SPLIT, ARRIVAL, timestamp]
    if SPLIT_END in file.schema_arrow.names:
        names.append(SPLIT_END)
    scan = LogScan(lines=file.metadata.num_rows)
    first = 0
    for group in range(file.metadata.num_row_groups):
        table = file.read_row_group(group, columns=names)
        if table.num_rows:
            judged = JudgedColumns.of(table, first)
            if bad := judged.judge(scan.order):
                scan.bad = bad.told(0)
                break
            _add(scan, judged, table.column(timestamp), splits, start_ms, interval_ms)
        first += table.num_rows
    for number, name in enumerate(splits):
        if name in scan.order.last:
            scan.came(number, scan.order.last[name][0])
    return scan


def _add(
    scan: LogScan, judged: JudgedColumns, times: pa.ChunkedArray, splits: Sequence[str],
    start_ms: int, interval_ms: int,
) -> None:  # fmt: skip
    # lines keep the numbers of this row group's dictionary: only the few results are renumbered
    codes, arrivals = judged.codes, judged.arrivals
    of_text: dict[str | None, int] = {name: number for number, name in enumerate(splits)}
    numbers = [of_text.get(name) for name in judged.names]
    lines = np.bincount(codes, minlength=len(numbers)).tolist()
    strangers = [code for code, number in enumerate(numbers) if number is None and lines[code]]
    scan.has_strangers |= bool(strangers)
    kept = ~np.isin(codes, strangers) if strangers else None
    if judged.is_end is not None:
        scan.has_ends = True
        records = ~judged.is_end & times.is_valid().to_numpy()
        kept = records if kept is None else kept & records
        times = pc.fill_null(times, 0)
    stamps: Longs = times.to_numpy().astype(np.int64, copy=False)
    if kept is not None:
        codes, arrivals, stamps = codes[kept], arrivals[kept], stamps[kept]
    if len(stamps):
        _group(scan, codes, _ticks(arrivals, start_ms, interval_ms), stamps, numbers)


def _ticks(arrivals: Longs, start_ms: int, interval_ms: int) -> Longs:
    """The tick that comes after each record."""
    return (arrivals - start_ms) // interval_ms + 1 if interval_ms > 0 else np.ones_like(arrivals)


def _group(
    scan: LogScan, codes: Longs, ticks: Longs, stamps: Longs, numbers: Sequence[int | None]
) -> None:
    """Note the greatest timestamp of each tick and split; *numbers* has the split of each code."""
    width = len(numbers)
    places = ticks * width
    places += codes
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
    greatest, ticks, codes = greatest[seen], held // width, held % width
    for code, number in enumerate(numbers):
        if number is not None:
            own = codes == code
            scan.note(number, dict(zip(ticks[own].tolist(), greatest[own].tolist(), strict=True)))
    scan.span(int(stamps.min()), int(stamps.max()))
