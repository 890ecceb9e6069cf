"""The log of a plan as parts (ranges of Parquet row groups), which tasks read independently.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

from flinksim.replay.compile.columnar_plan import ColumnarPlan
from flinksim.replay.expressions.symbolic_values import collect_columns
from flinksim.replay.kernel.record_columns import (
    Records,
    compute_split_numbers,
    select_timed_records,
    select_window_records,
)
from flinksim.replay.kernel.watermark_scan import TimestampScan, scan_table
from flinksim.replay.logs.parquet_source import (
    ARRIVAL,
    SPLIT,
    SPLIT_END,
)
from flinksim.replay.logs.parquet_validation import ValidatedColumns

TARGET_PART_ROWS = 500_000
"""Small row groups are combined into parts of about this many rows."""


@dataclass(frozen=True, slots=True)
class RowGroupRange:
    """A part of a log: row groups that are read together, and the number of their first row."""

    groups: tuple[int, ...]
    first_row: int


def list_parts(path: Path) -> list[RowGroupRange]:
    """List the parts of a log: its row groups, with small ones combined."""
    metadata = pq.read_metadata(path)
    parts: list[RowGroupRange] = []
    groups: list[int] = []
    first = rows = 0
    for group in range(metadata.num_row_groups):
        groups.append(group)
        rows += metadata.row_group(group).num_rows
        if rows - first >= TARGET_PART_ROWS or group == metadata.num_row_groups - 1:
            parts.append(RowGroupRange(tuple(groups), first))
            groups, first = [], rows
    return parts


@dataclass(frozen=True, slots=True)
class PartitionedLog:
    """A log and its parts, with the plan that reads it; sent to workers."""

    plan: ColumnarPlan
    path: Path
    parts: tuple[RowGroupRange, ...]

    def read_part(self, number: int, columns: Iterable[str] = ()) -> pa.Table:
        """Read at least the *columns* of a part, and its columns ``split`` and ``arrival``."""
        file = pq.ParquetFile(self.path, read_dictionary=[SPLIT])
        names = {SPLIT, ARRIVAL, *columns}
        if SPLIT_END in file.schema_arrow.names:
            names.add(SPLIT_END)
        return file.read_row_groups(list(self.parts[number].groups), columns=sorted(names))

    def get_first_row(self, number: int) -> int:
        """Return the row number, in the log, of a part's first row."""
        return self.parts[number].first_row


PartFunction: TypeAlias = Callable[[PartitionedLog, int], pa.Table]
"""Function from a log and the number of a part to a table with a known schema."""
RecordsFunction: TypeAlias = Callable[[Records, int], pa.Table]
"""Function from all records of a group of keys, and the number of the group, to a table."""


def scan_part(log: PartitionedLog, number: int) -> TimestampScan:
    """Validate the rows of a part and find its maximum timestamps."""
    plan = log.plan
    table = log.read_part(number, collect_columns((plan.timestamp_filter, plan.timestamp)))
    return scan_table(plan, table, log.get_first_row(number))


def read_timed_records(log: PartitionedLog, number: int) -> Records:
    """Read the records of a part that get a timestamp; :func:`scan_part` must have validated the rows."""
    plan, table = log.plan, log.read_part(number, log.plan.columns)
    validated = ValidatedColumns.from_table(table, log.get_first_row(number))
    return select_timed_records(plan, table, validated, compute_split_numbers(plan, validated))


def read_window_records(log: PartitionedLog, number: int) -> Records:
    """Read the records of a part that pass all filters before the window."""
    return select_window_records(log.plan, read_timed_records(log, number))


__all__ = [
    "TARGET_PART_ROWS",
    "PartFunction",
    "PartitionedLog",
    "RecordsFunction",
    "RowGroupRange",
    "list_parts",
    "read_timed_records",
    "read_window_records",
    "scan_part",
]  # fmt: skip
