"""The log of a plan in parts: a Parquet file, of which whoever works on a part reads that part.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

from flinksim.replay.compile.columnar_plan import NativePlan
from flinksim.replay.expressions.symbolic_values import columns_of
from flinksim.replay.kernel.record_columns import (
    Records,
    split_numbers,
    timed_records,
    window_records,
)
from flinksim.replay.kernel.watermark_scan import Reach, reach_of
from flinksim.replay.logs.parquet_source import (
    ARRIVAL,
    SPLIT,
    SPLIT_END,
)
from flinksim.replay.logs.parquet_validation import JudgedColumns

PART_ROWS = 500_000
"""Row groups are read together up to about so many rows."""


@dataclass(frozen=True, slots=True)
class Part:
    """Row groups that are read together, and the number of the first one's first row."""

    groups: tuple[int, ...]
    first: int


def parts_of(path: Path) -> list[Part]:
    """All row groups of a log, small ones together."""
    metadata = pq.read_metadata(path)
    parts: list[Part] = []
    groups: list[int] = []
    first = rows = 0
    for group in range(metadata.num_row_groups):
        groups.append(group)
        rows += metadata.row_group(group).num_rows
        if rows - first >= PART_ROWS or group == metadata.num_row_groups - 1:
            parts.append(Part(tuple(groups), first))
            groups, first = [], rows
    return parts


@dataclass(frozen=True, slots=True)
class LogInParts:
    """What workers are told of the log."""

    plan: NativePlan
    path: Path
    parts: tuple[Part, ...]

    def table(self, number: int, columns: Iterable[str] = ()) -> pa.Table:
        """The rows of a part, with *columns* at least and those that say when rows came."""
        file = pq.ParquetFile(self.path, read_dictionary=[SPLIT])
        wanted = {SPLIT, ARRIVAL, *columns}
        if SPLIT_END in file.schema_arrow.names:
            wanted.add(SPLIT_END)
        return file.read_row_groups(list(self.parts[number].groups), columns=sorted(wanted))

    def first(self, number: int) -> int:
        """The number of a part's first row in the log."""
        return self.parts[number].first


OfPart: TypeAlias = Callable[[LogInParts, int], pa.Table]
"""What workers find in a part; it has the columns that it is said to have."""
OfRecords: TypeAlias = Callable[[Records, int], pa.Table]
"""The same of the records of some keys, which have the number."""


def look(log: LogInParts, number: int) -> Reach:
    """What a part came to."""
    plan = log.plan
    table = log.table(number, columns_of((plan.timed, plan.timestamp)))
    return reach_of(plan, table, log.first(number))


def timed_of(log: LogInParts, number: int) -> Records:
    """The records of a part with timestamps; all rows were good when the part was looked at."""
    plan, table = log.plan, log.table(number, log.plan.columns)
    judged = JudgedColumns.of(table, log.first(number))
    return timed_records(plan, table, judged, split_numbers(plan, judged))


def records_of(log: LogInParts, number: int) -> Records:
    """What of a part comes to the window."""
    return window_records(log.plan, timed_of(log, number))


__all__ = [
    "PART_ROWS", "LogInParts", "OfPart", "OfRecords", "Part", "look", "parts_of", "records_of",
    "timed_of",
]  # fmt: skip
