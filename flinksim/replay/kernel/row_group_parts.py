"""The log of a plan as parts of a Parquet file; each task reads its own parts.

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
"""Row groups are combined into parts of about this many rows."""


@dataclass(frozen=True, slots=True)
class Part:
    """Row groups that are read together, and the number of their first row."""

    groups: tuple[int, ...]
    first: int


def parts_of(path: Path) -> list[Part]:
    """List all row groups of a log, with small ones combined."""
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
    """A log and its parts, as workers read it."""

    plan: NativePlan
    path: Path
    parts: tuple[Part, ...]

    def table(self, number: int, columns: Iterable[str] = ()) -> pa.Table:
        """Read the rows of a part with at least *columns* and the columns of split and arrival."""
        file = pq.ParquetFile(self.path, read_dictionary=[SPLIT])
        names = {SPLIT, ARRIVAL, *columns}
        if SPLIT_END in file.schema_arrow.names:
            names.add(SPLIT_END)
        return file.read_row_groups(list(self.parts[number].groups), columns=sorted(names))

    def first(self, number: int) -> int:
        """Return the number of a part's first row in the log."""
        return self.parts[number].first


OfPart: TypeAlias = Callable[[LogInParts, int], pa.Table]
"""From a part to a table with a known schema."""
OfRecords: TypeAlias = Callable[[Records, int], pa.Table]
"""From the records of some keys, and their unit number, to a table."""


def look(log: LogInParts, number: int) -> Reach:
    """Scan the timestamps of a part."""
    plan = log.plan
    table = log.table(number, columns_of((plan.timed, plan.timestamp)))
    return reach_of(plan, table, log.first(number))


def timed_of(log: LogInParts, number: int) -> Records:
    """Read the records of a part with timestamps; the scan has validated all rows."""
    plan, table = log.plan, log.table(number, log.plan.columns)
    validated = JudgedColumns.of(table, log.first(number))
    return timed_records(plan, table, validated, split_numbers(plan, validated))


def records_of(log: LogInParts, number: int) -> Records:
    """Read the records of a part that reach the window."""
    return window_records(log.plan, timed_of(log, number))


__all__ = [
    "PART_ROWS", "LogInParts", "OfPart", "OfRecords", "Part", "look", "parts_of", "records_of",
    "timed_of",
]  # fmt: skip
