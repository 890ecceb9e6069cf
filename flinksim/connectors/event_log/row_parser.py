"""Parser of the rows of an event log: its columns, and the checks of a row.

The simulator reads a log from its beginning. Workers of Spark read byte ranges of it. What a row
must know about preceding rows is in a :class:`ArrivalOrderCheck`, which can be computed for every range
in advance.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from flinksim.connectors.event_log.byte_ranges import ByteRange, LineCounter
from flinksim.connectors.event_log.line_reader import (
    ARRIVAL,
    SPLIT,
    SPLIT_END,
    BadRowHandler,
    EventLogError,
    EventLogFile,
    LogLine,
    format_names,
    raise_error,
)
from flinksim.connectors.event_log.type_inference import (
    COLUMN_TYPES,
    PARSERS,
    TYPE_DESCRIPTIONS,
    ColumnType,
)

YEAR_MS = 31_556_952_000
MAX_ARRIVAL_GAP_MS = 100 * YEAR_MS
"""A larger gap between arrivals is accepted with a warning: the time may be in another unit."""


@dataclass(frozen=True, slots=True)
class ColumnParser:
    """The index of a column, and the parser of its cells."""

    index: int
    type: ColumnType
    parse: Callable[[Any], Any]

    def parse_cell(self, line: LogLine) -> Any:
        """Parse the cell of *line*.

        Raises:
            EventLogError: if the cell is invalid.
        """
        cell = line.cells[self.index]
        try:
            return self.parse(cell)
        except ValueError:
            raise line.build_error(self.index, TYPE_DESCRIPTIONS[self.type], cell) from None

    def parse_required_cell(self, line: LogLine) -> Any:
        """Parse the cell of *line*, which must not be empty.

        Raises:
            EventLogError: if the cell is invalid or empty.
        """
        value = self.parse_cell(line)
        if value is None:
            raise line.build_error(self.index, TYPE_DESCRIPTIONS[self.type], value)
        return value


class ColumnLayout:
    """The columns of a log: their indexes, types and roles."""

    def __init__(
        self, log: EventLogFile, types: Mapping[str, ColumnType], timestamp: str | None
    ) -> None:
        self.column_indexes = log.column_indexes()
        names = [name for name in self.column_indexes if name not in (SPLIT, ARRIVAL, SPLIT_END)]
        _check_arguments(log, names, types, timestamp)
        self.timestamp_column = timestamp or ("timestamp" if "timestamp" in names else None)
        self.payload_columns = tuple(
            name for name in names if timestamp or name != self.timestamp_column
        )
        self.types: dict[str, ColumnType] = {
            column.name: column.type for column in log.columns if column.type
        }
        self.types |= types
        self.types |= {SPLIT: "str", ARRIVAL: "timestamp", SPLIT_END: "bool"}
        if self.timestamp_column:
            self.types[self.timestamp_column] = "timestamp"
        if log.is_json:
            for name in names:
                self.types.setdefault(name, "json")
        self.untyped_columns = [name for name in names if name not in self.types]
        self._end_parser = (
            self.build_parser(SPLIT_END) if SPLIT_END in self.column_indexes else None
        )

    def is_end(self, line: LogLine) -> bool:
        """Return whether *line* has no record and only marks the end of its split."""
        return self._end_parser is not None and self._end_parser.parse_cell(line) is True

    def build_parser(self, name: str) -> ColumnParser:
        column_type = self.types.get(name, "json")  # unparsed while its type is being inferred
        return ColumnParser(self.column_indexes[name], column_type, PARSERS[column_type])


class LogRow(NamedTuple):
    """A valid row; one that only ends its split has no values."""

    line: int
    split: str
    arrival: int
    is_end: bool
    values: list[Any]
    timestamp: int | None


@dataclass(slots=True)
class ArrivalOrderCheck:
    """Order checks that depend on preceding rows: arrival never decreases, no row follows the end.

    ``last_arrivals`` has the maximum arrival of each split and its line, ``end_lines`` the line of its
    end.
    """

    last_arrivals: dict[str, tuple[int, int]] = field(default_factory=dict)
    end_lines: dict[str, int] = field(default_factory=dict)

    def merge(self, later: ArrivalOrderCheck) -> None:
        """Merge the state of the following range."""
        for split, (arrival, line) in later.last_arrivals.items():
            if arrival >= self.last_arrivals.get(split, (arrival, 0))[0]:
                self.last_arrivals[split] = (arrival, line)
        for split, line in later.end_lines.items():
            self.end_lines.setdefault(split, line)

    def copy(self) -> ArrivalOrderCheck:
        """Return an independent copy."""
        return ArrivalOrderCheck(dict(self.last_arrivals), dict(self.end_lines))

    def shift_lines(self, lines: int) -> ArrivalOrderCheck:
        """Return a copy with all line numbers increased by *lines*."""
        return ArrivalOrderCheck(
            {
                split: (arrival, line + lines)
                for split, (arrival, line) in self.last_arrivals.items()
            },
            {split: line + lines for split, line in self.end_lines.items()},
        )


class RowParser:
    """Parses the rows of a log and calls *on_bad_row* for each bad row."""

    def __init__(
        self, log: EventLogFile, layout: ColumnLayout, on_bad_row: BadRowHandler = raise_error
    ) -> None:
        self._log = log
        self._layout = layout
        self._on_bad_row = on_bad_row
        self._arrival = layout.build_parser(ARRIVAL)
        self._columns = [layout.build_parser(name) for name in layout.payload_columns]
        self._timestamp = (
            layout.build_parser(layout.timestamp_column) if layout.timestamp_column else None
        )

    def parse_rows(
        self,
        only_split: str | None = None,
        byte_range: ByteRange | None = None,
        order: ArrivalOrderCheck | None = None,
        counter: LineCounter | None = None,
    ) -> Iterator[LogRow]:
        """Yield the valid rows.

        Args:
            only_split: the only split to read; by default all.
            byte_range: the byte range to read; by default all lines.
            order: the order checks; updated for each row.
            counter: gets the number of lines at the end.
        """
        order = order or ArrivalOrderCheck()
        for line in self._log.read_lines(self._on_bad_row, byte_range, counter):
            try:
                split = extract_split(line, self._layout)
                if only_split is not None and split != only_split:
                    continue
                row = self._parse_row(line, split)
                self._check_order(row, line, order)
            except EventLogError as error:
                self._on_bad_row(error, line.text)
            else:
                yield row

    def _parse_row(self, line: LogLine, split: str) -> LogRow:
        arrival: int = self._arrival.parse_required_cell(line)
        if self._layout.is_end(line):
            return LogRow(line.number, split, arrival, True, [None] * len(self._columns), None)
        timestamp = self._timestamp.parse_required_cell(line) if self._timestamp else None
        values = [column.parse_cell(line) for column in self._columns]
        return LogRow(line.number, split, arrival, False, values, timestamp)

    def _check_order(self, row: LogRow, line: LogLine, order: ArrivalOrderCheck) -> None:
        split, arrival = row.split, row.arrival
        if split in order.end_lines:
            raise line.build_error(
                self._layout.column_indexes[SPLIT],
                f"no more rows of split {split!r}, because line "
                f"{order.end_lines[split]} ended the split",
                split,
            )
        previous, previous_line = order.last_arrivals.get(split, (arrival, 0))
        if arrival < previous:
            raise line.build_error(
                self._arrival.index,
                f"a time that is not earlier than line {previous_line} of split "
                f"{split!r} ({previous})",
                arrival,
                "Arrival must not decrease within a split. Sort the lines of the split by arrival.",
            )
        if arrival - previous > MAX_ARRIVAL_GAP_MS:
            years = (arrival - previous) // YEAR_MS
            found = f"{years:,} years after line {previous_line} of split {split!r}"
            problem = line.build_error(
                self._arrival.index, f"a time in milliseconds near {previous}", arrival
            )
            warnings.warn(f"{problem}, which is {found}", stacklevel=2)
        order.last_arrivals[split] = (arrival, row.line)
        if row.is_end:
            order.end_lines[split] = row.line


def extract_split(line: LogLine, layout: ColumnLayout) -> str:
    """Extract the split of *line*.

    Raises:
        EventLogError: if it is missing.
    """
    place = layout.column_indexes[SPLIT]
    split = line.cells[place]
    if not isinstance(split, str) or not split:
        raise line.build_error(place, "the name of a split", split)
    return split


def _check_arguments(
    log: EventLogFile, names: list[str], types: Mapping[str, ColumnType], timestamp: str | None
) -> None:
    for name, column_type in types.items():
        if name not in names:
            raise build_missing_column_error(log, name, names)
        if column_type not in COLUMN_TYPES:
            raise ValueError(
                f"types[{name!r}]: expected one of {', '.join(COLUMN_TYPES)}, found {column_type!r}"
            )
    if timestamp is not None and timestamp not in names:
        raise build_missing_column_error(log, timestamp, names)


def build_missing_column_error(log: EventLogFile, name: str, names: list[str]) -> EventLogError:
    """Build the error for a missing column."""
    problem = f"the payload column does not exist. Payload columns: {format_names(names)}"
    return EventLogError(log.path, log.header_line, name, problem)
