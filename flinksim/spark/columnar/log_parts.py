"""The log of a plan in parts, wherever it is: a Parquet file that workers read, or lines of text here.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Protocol, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from flinksim.connectors.event_log import EventLogSource
from flinksim.datastream.transformations import SourceSpec
from flinksim.spark.columnar.reach import Reach, reach_of
from flinksim.spark.columnar.records import (
    Records,
    split_numbers,
    timed_records,
    window_records,
)
from flinksim.spark.expressions.symbolic import columns_of
from flinksim.spark.failures import working_in
from flinksim.spark.logs.parquet_log import (
    ARRIVAL,
    SPLIT,
    SPLIT_END,
    NotInColumns,
    ParquetLogSource,
    batch_of,
    columns_of_text,
)
from flinksim.spark.logs.parquet_rows import JudgedColumns
from flinksim.spark.native.chain import NotNative
from flinksim.spark.native.plan import NativePlan, check_gaps

PART_ROWS = 500_000
"""Row groups are read together up to about so many rows."""
_LINES_AT_ONCE = 20_000


class LogParts(Protocol):
    """A log, part by part."""

    @property
    def plan(self) -> NativePlan:
        """Whose log it is."""

    def table(self, number: int, columns: Iterable[str] = ()) -> pa.Table:
        """The rows of a part, with *columns* at least and those that say when rows came."""

    def first(self, number: int) -> int:
        """The number of a part's first row in the log."""


OfPart: TypeAlias = Callable[[LogParts, int], pa.Table]
"""What workers find in a part; it has the columns that it is said to have."""
OfRecords: TypeAlias = Callable[[Records, int], pa.Table]
"""The same of the records of some keys, which have the number."""


def look(log: LogParts, number: int) -> Reach:
    """What a part came to."""
    plan = log.plan
    table = log.table(number, columns_of((plan.timed, plan.timestamp)))
    return reach_of(plan, table, log.first(number))


def timed_of(log: LogParts, number: int) -> Records:
    """The records of a part with timestamps; all rows were good when the part was looked at."""
    plan, table = log.plan, log.table(number, log.plan.columns)
    judged = JudgedColumns.of(table, log.first(number))
    return timed_records(plan, table, judged, split_numbers(plan, judged))


def records_of(log: LogParts, number: int) -> Records:
    """What of a part comes to the window."""
    return window_records(log.plan, timed_of(log, number))


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
        file = pq.ParquetFile(self.path, read_dictionary=[SPLIT])
        wanted = {SPLIT, ARRIVAL, *columns}
        if SPLIT_END in file.schema_arrow.names:
            wanted.add(SPLIT_END)
        return file.read_row_groups(list(self.parts[number].groups), columns=sorted(wanted))

    def first(self, number: int) -> int:
        return self.parts[number].first


class LogHere:
    """A log that is one part, and held."""

    def __init__(self, plan: NativePlan) -> None:
        self.plan = plan
        self._tables: dict[frozenset[str], pa.Table] = {}

    def first(self, number: int) -> int:
        return 0

    def table(self, number: int, columns: Iterable[str] = ()) -> pa.Table:
        """All of it, with what the plan reads.

        Raises: EventLogError for a bad line of text; NotNative for what no column can hold.
        """
        wanted = frozenset(columns) - self.plan.columns
        if wanted not in self._tables:
            with working_in(self.plan.source.chain.folder):
                self._tables[wanted] = self._read(wanted)
        return self._tables[wanted]

    def _read(self, more: Iterable[str]) -> pa.Table:
        plan = self.plan
        spec = plan.source.vertex.head.spec
        assert isinstance(spec, SourceSpec)
        source = spec.source
        if isinstance(source, ParquetLogSource):
            check_gaps(plan, source)
            wanted = {SPLIT, ARRIVAL, *plan.columns, *more}
            wanted |= {SPLIT_END} if source.has_split_end else set()
            return pq.read_table(source.path, columns=sorted(wanted), read_dictionary=[SPLIT])
        assert isinstance(source, EventLogSource)
        schema = columns_of_text(source)
        rows, batches = source.reader().rows(), []
        try:
            while lines := list(islice(rows, _LINES_AT_ONCE)):
                batches.append(batch_of(source, lines, schema))
        except NotInColumns as cell:
            raise NotNative(plan.source.vertex.head.name, str(cell)) from None
        table = pa.Table.from_batches(batches, schema=schema)
        records = table.filter(pc.invert(pc.fill_null(table.column(SPLIT_END), False)))
        gaps = sorted(each for each in plan.needed if records.column(each).null_count)
        if gaps:
            name = plan.window.vertex.head.name
            raise NotNative(name, f"the columns {gaps} have empty cells")
        return table


__all__ = [
    "PART_ROWS", "LogHere", "LogInParts", "LogParts", "OfPart", "OfRecords", "Part", "look",
    "parts_of", "records_of", "timed_of",
]  # fmt: skip
