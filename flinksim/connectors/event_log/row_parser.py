"""Parser of the rows of an event log: its columns, and the checks of a row.

The simulator reads a log from its beginning. Workers of Spark read byte ranges of it. What a row
must know about preceding rows is in a :class:`RowOrder`, which can be computed for every range in
advance.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from flinksim.connectors.event_log.byte_ranges import LineCounter, Span
from flinksim.connectors.event_log.line_reader import (
    ARRIVAL,
    SPLIT,
    SPLIT_END,
    EventLogError,
    EventLogFile,
    LogLine,
    Refuse,
    listed,
    raise_it,
)
from flinksim.connectors.event_log.type_inference import COLUMN_TYPES, EXPECTED, PARSERS, ColumnType

YEAR_MS = 31_556_952_000
LONGEST_GAP_MS = 100 * YEAR_MS
"""A larger gap between arrivals is accepted with a warning: the time may be in another unit."""


@dataclass(frozen=True, slots=True)
class ColumnReader:
    """The index of a column, and the parser of its cells."""

    place: int
    type: ColumnType
    parse: Callable[[Any], Any]

    def read(self, line: LogLine) -> Any:
        """Parse the cell of *line*.

        Raises:
            EventLogError: if the cell is invalid.
        """
        cell = line.cells[self.place]
        try:
            return self.parse(cell)
        except ValueError:
            raise line.error(self.place, EXPECTED[self.type], cell) from None

    def read_required(self, line: LogLine) -> Any:
        """Parse the cell of *line*, which must not be empty.

        Raises:
            EventLogError: if the cell is invalid or empty.
        """
        value = self.read(line)
        if value is None:
            raise line.error(self.place, EXPECTED[self.type], value)
        return value


class Layout:
    """The columns of a log: their indexes, types and roles."""

    def __init__(
        self, log: EventLogFile, types: Mapping[str, ColumnType], timestamp: str | None
    ) -> None:
        self.places = log.places()
        names = [name for name in self.places if name not in (SPLIT, ARRIVAL, SPLIT_END)]
        _check_arguments(log, names, types, timestamp)
        self.timestamp = timestamp or ("timestamp" if "timestamp" in names else None)
        self.payload = tuple(name for name in names if timestamp or name != self.timestamp)
        self.types: dict[str, ColumnType] = {
            column.name: column.type for column in log.columns if column.type
        }
        self.types |= types
        self.types |= {SPLIT: "str", ARRIVAL: "timestamp", SPLIT_END: "bool"}
        if self.timestamp:
            self.types[self.timestamp] = "timestamp"
        if log.is_json:
            for name in names:
                self.types.setdefault(name, "json")
        self.unknown = [name for name in names if name not in self.types]
        self._end = self.column(SPLIT_END) if SPLIT_END in self.places else None

    def is_end(self, line: LogLine) -> bool:
        """Return whether *line* has no record and only marks the end of its split."""
        return self._end is not None and self._end.read(line) is True

    def column(self, name: str) -> ColumnReader:
        column_type = self.types.get(name, "json")  # unparsed while its type is being inferred
        return ColumnReader(self.places[name], column_type, PARSERS[column_type])


class LogRow(NamedTuple):
    """A valid row; one that only ends its split has no values."""

    line: int
    split: str
    arrival: int
    is_end: bool
    values: list[Any]
    timestamp: int | None


@dataclass(slots=True)
class RowOrder:
    """Order checks that depend on preceding rows: arrival never decreases, no row follows the end.

    ``last`` has the maximum arrival of each split and its line, ``ended`` the line of its end.
    """

    last: dict[str, tuple[int, int]] = field(default_factory=dict)
    ended: dict[str, int] = field(default_factory=dict)

    def add(self, later: RowOrder) -> None:
        """Merge the state of the following range."""
        for split, (arrival, line) in later.last.items():
            if arrival >= self.last.get(split, (arrival, 0))[0]:
                self.last[split] = (arrival, line)
        for split, line in later.ended.items():
            self.ended.setdefault(split, line)

    def copy(self) -> RowOrder:
        """Return an independent copy."""
        return RowOrder(dict(self.last), dict(self.ended))

    def moved(self, lines: int) -> RowOrder:
        """Return a copy with all line numbers increased by *lines*."""
        return RowOrder(
            {split: (arrival, line + lines) for split, (arrival, line) in self.last.items()},
            {split: line + lines for split, line in self.ended.items()},
        )


class RowReader:
    """Parses the rows of a log and calls *refuse* for each bad row."""

    def __init__(self, log: EventLogFile, layout: Layout, refuse: Refuse = raise_it) -> None:
        self._log = log
        self._layout = layout
        self._refuse = refuse
        self._arrival = layout.column(ARRIVAL)
        self._columns = [layout.column(name) for name in layout.payload]
        self._timestamp = layout.column(layout.timestamp) if layout.timestamp else None

    def rows(
        self,
        wanted: str | None = None,
        span: Span | None = None,
        order: RowOrder | None = None,
        counter: LineCounter | None = None,
    ) -> Iterator[LogRow]:
        """Yield the valid rows.

        Args:
            wanted: the only split to read; by default all.
            span: the byte range to read; by default all lines.
            order: the order checks; updated for each row.
            counter: gets the number of lines at the end.
        """
        order = order or RowOrder()
        for line in self._log.lines(self._refuse, span, counter):
            try:
                split = split_of(line, self._layout)
                if wanted is not None and split != wanted:
                    continue
                row = self._row(line, split)
                self._take(row, line, order)
            except EventLogError as error:
                self._refuse(error, line.text)
            else:
                yield row

    def _row(self, line: LogLine, split: str) -> LogRow:
        arrival: int = self._arrival.read_required(line)
        if self._layout.is_end(line):
            return LogRow(line.number, split, arrival, True, [None] * len(self._columns), None)
        timestamp = self._timestamp.read_required(line) if self._timestamp else None
        values = [column.read(line) for column in self._columns]
        return LogRow(line.number, split, arrival, False, values, timestamp)

    def _take(self, row: LogRow, line: LogLine, order: RowOrder) -> None:
        split, arrival = row.split, row.arrival
        if split in order.ended:
            raise line.error(
                self._layout.places[SPLIT],
                f"no more rows of split {split!r}, which ended in line {order.ended[split]}",
                split,
            )
        previous, previous_line = order.last.get(split, (arrival, 0))
        if arrival < previous:
            raise line.error(
                self._arrival.place,
                f"a time that is not before line {previous_line} of split {split!r} ({previous})",
                arrival,
                "Within a split arrival never goes back; sort the split's lines by it.",
            )
        if arrival - previous > LONGEST_GAP_MS:
            years = (arrival - previous) // YEAR_MS
            found = f"{years:,} years after line {previous_line} of split {split!r}"
            problem = line.error(
                self._arrival.place, f"a time in milliseconds near {previous}", arrival
            )
            warnings.warn(f"{problem}, which is {found}", stacklevel=2)
        order.last[split] = (arrival, row.line)
        if row.is_end:
            order.ended[split] = row.line


def split_of(line: LogLine, layout: Layout) -> str:
    """Extract the split of *line*.

    Raises:
        EventLogError: if it is missing.
    """
    place = layout.places[SPLIT]
    split = line.cells[place]
    if not isinstance(split, str) or not split:
        raise line.error(place, "the name of a split", split)
    return split


def _check_arguments(
    log: EventLogFile, names: list[str], types: Mapping[str, ColumnType], timestamp: str | None
) -> None:
    for name, column_type in types.items():
        if name not in names:
            raise no_such_column(log, name, names)
        if column_type not in COLUMN_TYPES:
            raise ValueError(
                f"types[{name!r}] must be one of {', '.join(COLUMN_TYPES)}, not {column_type!r}"
            )
    if timestamp is not None and timestamp not in names:
        raise no_such_column(log, timestamp, names)


def no_such_column(log: EventLogFile, name: str, names: list[str]) -> EventLogError:
    """Build the error for a missing column."""
    problem = f"there is no such payload column; the columns are {listed(names)}"
    return EventLogError(log.path, log.header_line, name, problem)
