"""The event log: a file of real events, each with the split it came by and the time it arrived.

CSV (``.csv``) with a header row, or JSON lines (``.jsonl``, ``.ndjson``) with one object per line::

    # lines that begin with a hash before the header are remarks
    split,arrival,scheduled:timestamp,carrier,delay:int
    EWR,2013-01-02T05:17,2013-01-02T05:15,UA,2
    LGA,1357102680000,1357102500000,DL,-3

============= =====================================================================================
``split``     the source split; splits are numbered in the order in which they first appear
``arrival``   processing time from which the record can be read; never goes back within a split
``split_end`` optional; ``true`` on a line that only says that the split ended then
others        the payload, in the order of the columns
============= =====================================================================================

Times are epoch milliseconds, or ISO-8601. An ISO time without a zone is a local time and is counted
as if it were UTC, so that the hours in the file and the hours in the windows are the same.

A payload column has the type that the header gives (``delay:int``), or that the caller gives, or
that all its cells allow: ``int``, else ``float``, else ``bool``, else ``str``. ``timestamp`` is
never guessed. An empty cell is ``None``, in a ``str`` column the empty text.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from flinksim.common.types import Row
from flinksim.connectors.event_log_file import (
    ARRIVAL,
    SPLIT,
    SPLIT_END,
    EventLogError,
    EventLogFile,
    LogLine,
)
from flinksim.connectors.event_log_types import (
    COLUMN_TYPES,
    EXPECTED,
    PARSERS,
    ColumnType,
    TypeInference,
)
from flinksim.connectors.source import Source, SourceEnd, SourceItem, SourceRecord

__all__ = ["EventLogError", "EventLogSource", "read_event_log"]

ValueForm: TypeAlias = Literal["tuple", "row", "single"]


class EventLogSource(Source):
    """Reads an event log, each split on its own, line by line.

    *value* chooses what a record is: a ``"tuple"`` of the payload columns, a ``"row"`` whose fields
    have the columns' names, or the ``"single"`` value of the only payload column.
    *timestamp* names the payload column that the source hands on as each record's event timestamp;
    a column called ``timestamp`` is used that way unasked, and then is no part of the payload.
    *types* gives column types, *splits* the splits to read and their order.

    The file is read through once when the source is made, which finds its splits, its types and its
    errors; not if *splits* and the type of every payload column are given.

    Raises :class:`EventLogError`, which names the file, the line and the column.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        value: ValueForm = "tuple",
        timestamp: str | None = None,
        types: Mapping[str, ColumnType] | None = None,
        splits: Sequence[str] | None = None,
    ) -> None:
        self.path = Path(path)
        self._log = EventLogFile(self.path)
        layout = _Layout(self._log, types or {}, timestamp)
        if splits is None or layout.unknown:
            found = _scan(self._log, layout)
            if splits is None:
                splits = found
            else:
                _check_splits(self.path, splits, found)
        self._layout = layout
        self._splits = tuple(splits)
        self._value_form = value
        self._make_value = _value_maker(self.path, value, list(layout.payload))

    @property
    def columns(self) -> dict[str, ColumnType]:
        """The payload columns, in order, and their types."""
        return {name: self._layout.types[name] for name in self._layout.payload}

    @property
    def timestamp_column(self) -> str | None:
        """The column that gives each record its event timestamp, if there is one."""
        return self._layout.timestamp

    @property
    def value_form(self) -> ValueForm:
        """What a record is made of."""
        return self._value_form

    def lines(self) -> Iterator[tuple[str, int, bool, list[Any], int | None]]:
        """All lines in the order of the file: split, arrival, whether it ends, payload, timestamp.

        A line that only ends its split has no payload: its cells are ``None``.
        """
        layout = self._layout
        columns = [layout.column(name) for name in layout.payload]
        timestamp_column = layout.column(layout.timestamp) if layout.timestamp else None
        arrivals = _Arrivals(layout)
        for line in self._log.lines():
            split = _split_of(line, layout)
            arrival = arrivals.read(line, split)
            if layout.is_end(line):
                yield split, arrival, True, [None] * len(columns), None
                continue
            timestamp = timestamp_column.read_required(line) if timestamp_column else None
            yield split, arrival, False, [column.read(line) for column in columns], timestamp

    def splits(self, parallelism: int) -> Sequence[str]:
        return self._splits

    def first_arrival_ms(self) -> int | None:
        firsts = [next(self.open_split(split), None) for split in self._splits]
        arrivals = [first.arrival_ms for first in firsts if first is not None]
        return min([arrival for arrival in arrivals if arrival is not None], default=None)

    def open_split(self, split: str) -> Iterator[SourceItem]:
        layout = self._layout
        make_value = self._make_value
        columns = [layout.column(name) for name in layout.payload]
        timestamp_column = layout.column(layout.timestamp) if layout.timestamp else None
        arrivals = _Arrivals(layout)
        for line in self._log.lines():
            if _split_of(line, layout) != split:
                continue
            arrival = arrivals.read(line, split)
            if layout.is_end(line):
                yield SourceEnd(arrival)
                return
            value = make_value([column.read(line) for column in columns])
            timestamp = timestamp_column.read_required(line) if timestamp_column else None
            yield SourceRecord(value, timestamp, arrival)


def read_event_log(
    path: str | Path, *, value: ValueForm = "tuple", timestamp: str | None = None
) -> list[SourceRecord]:
    """All records of a log in the order of their arrival; on a tie, of their split."""
    source = EventLogSource(path, value=value, timestamp=timestamp)
    records = [
        item
        for split in source.splits(1)
        for item in source.open_split(split)
        if isinstance(item, SourceRecord)
    ]
    return sorted(records, key=lambda record: record.arrival_ms or 0)


@dataclass(frozen=True, slots=True)
class _Column:
    place: int
    type: ColumnType
    parse: Callable[[Any], Any]

    def read(self, line: LogLine) -> Any:
        cell = line.cells[self.place]
        try:
            return self.parse(cell)
        except ValueError:
            raise line.error(self.place, EXPECTED[self.type], cell) from None

    def read_required(self, line: LogLine) -> Any:
        value = self.read(line)
        if value is None:
            raise line.error(self.place, EXPECTED[self.type], value)
        return value


class _Layout:
    """What the columns of a log are: where they stand, what they hold, what they are for."""

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
        """Whether *line* has no record and only says when its split ended."""
        return self._end is not None and self._end.read(line) is True

    def column(self, name: str) -> _Column:
        column_type = self.types[name]
        return _Column(self.places[name], column_type, PARSERS[column_type])


class _Arrivals:
    """Reads arrivals, and sees that those of one split never go back."""

    def __init__(self, layout: _Layout) -> None:
        self._column = layout.column(ARRIVAL)
        self._last: dict[str, tuple[int, int]] = {}

    def read(self, line: LogLine, split: str) -> int:
        arrival: int = self._column.read_required(line)
        before, before_line = self._last.get(split, (arrival, 0))
        if arrival < before:
            raise line.error(
                self._column.place,
                f"a time that is not before line {before_line} of split {split!r} ({before})",
                arrival,
                "Within a split arrival never goes back; sort the split's lines by it.",
            )
        self._last[split] = (arrival, line.number)
        return arrival


def _split_of(line: LogLine, layout: _Layout) -> str:
    place = layout.places[SPLIT]
    split = line.cells[place]
    if not isinstance(split, str) or not split:
        raise line.error(place, "the name of a split", split)
    return split


def _scan(log: EventLogFile, layout: _Layout) -> list[str]:
    """Read *log* through; completes the types of *layout* and gives the splits."""
    arrivals = _Arrivals(layout)
    inferences = {name: TypeInference() for name in layout.unknown}
    known = [layout.column(name) for name in layout.payload if name not in inferences]
    timestamp = layout.column(layout.timestamp) if layout.timestamp else None
    splits: dict[str, None] = {}
    for line in log.lines():
        split = _split_of(line, layout)
        splits[split] = None
        arrivals.read(line, split)
        if layout.is_end(line):
            continue
        for name, inference in inferences.items():
            inference.add(line.cells[layout.places[name]])
        for column in known:
            column.read(line)
        if timestamp:
            timestamp.read_required(line)
    if not splits:
        raise EventLogError(log.path, None, None, "the log has a header but no records")
    layout.types |= {name: inference.type for name, inference in inferences.items()}
    return list(splits)


def _check_arguments(
    log: EventLogFile, names: list[str], types: Mapping[str, ColumnType], timestamp: str | None
) -> None:
    for name, column_type in types.items():
        if name not in names:
            raise _no_such_column(log, name, names)
        if column_type not in COLUMN_TYPES:
            raise ValueError(
                f"types[{name!r}] must be one of {', '.join(COLUMN_TYPES)}, not {column_type!r}"
            )
    if timestamp is not None and timestamp not in names:
        raise _no_such_column(log, timestamp, names)


def _no_such_column(log: EventLogFile, name: str, names: list[str]) -> EventLogError:
    problem = f"there is no such payload column; the columns are {', '.join(names)}"
    return EventLogError(log.path, log.header_line, name, problem)


def _check_splits(path: Path, splits: Sequence[str], found: list[str]) -> None:
    for split in splits:
        if split not in found:
            raise EventLogError(
                path,
                None,
                SPLIT,
                f"no record has the split {split!r}; the splits are {', '.join(found)}",
            )


def _value_maker(path: Path, form: ValueForm, names: list[str]) -> Callable[[list[Any]], Any]:
    if form == "tuple":
        return tuple
    if form == "row":
        return lambda values: _named_row(names, values)
    if form == "single":
        if len(names) != 1:
            raise ValueError(
                f'{path}: value="single" needs exactly one payload column, and there are '
                f"{len(names)}: {', '.join(names)}"
            )
        return lambda values: values[0]
    raise ValueError(f'value must be "tuple", "row" or "single", not {form!r}')


def _named_row(names: list[str], values: list[Any]) -> Row:
    row = Row(*values)
    row.set_field_names(names)
    return row
