"""Source that reads an event log: a file of real events with their splits and arrival times.

CSV (``.csv``) with a header row, or JSON lines (``.jsonl``, ``.ndjson``) with one object per line::

    # lines that start with a hash before the header are comments
    split,arrival,scheduled:timestamp,carrier,delay:int
    EWR,2013-01-02T05:17,2013-01-02T05:15,UA,2
    LGA,1357102680000,1357102500000,DL,-3

============= =====================================================================================
``split``     the source split; splits are numbered in the order of their first appearance
``arrival``   processing time from which the record can be read; never decreases within a split
``split_end`` optional; ``true`` on a line that only marks the end of the split
others        the payload, in the order of the columns
============= =====================================================================================

Times are epoch milliseconds or ISO-8601. An ISO time without a zone is a local time and counts as
UTC, so that hours in the file and hours of windows are equal.

The type of a payload column is set in the header (``delay:int``) or by the caller. Otherwise it is
the first of ``int``, ``float``, ``bool`` and ``str`` that all its cells allow. ``timestamp`` is
never inferred. An empty cell is ``None``, in a ``str`` column the empty text.

Not in Flink.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from flinksim.common.types import create_named_row
from flinksim.connectors.event_log.line_reader import (
    SPLIT,
    BadRowHandler,
    EventLogError,
    EventLogFile,
    format_names,
    raise_error,
)
from flinksim.connectors.event_log.row_parser import ColumnLayout, LogRow, RowParser
from flinksim.connectors.event_log.type_inference import ColumnType, TypeInference
from flinksim.connectors.source import Source, SourceEndOfInput, SourceItem, SourceRecord
from flinksim.core.validation import validate_arguments

__all__ = [
    "EventLogError",
    "EventLogSource",
    "RejectedRow",
    "RejectedRowsWarning",
    "handle_bad_rows",
    "read_event_log",
]

ValueForm: TypeAlias = Literal["tuple", "row", "single"]
BadRowPolicy: TypeAlias = Literal["error", "reject"]

_BAD_ROWS: ContextVar[BadRowPolicy] = ContextVar("flinksim_bad_rows", default="error")


class RejectedRow(NamedTuple):
    """A bad row: its file, its first line, its text, and the reason."""

    file: str
    line: int
    text: str
    reason: str


class RejectedRowsWarning(UserWarning):
    """Rows of a log were skipped; ``source.rejects()`` lists them."""


@contextmanager
@validate_arguments
def handle_bad_rows(policy: BadRowPolicy) -> Iterator[None]:
    """Set how sources created in the block treat bad rows, unless they set it themselves."""
    token = _BAD_ROWS.set(policy)
    try:
        yield
    finally:
        _BAD_ROWS.reset(token)


def resolve_bad_row_policy(policy: BadRowPolicy | None) -> BadRowPolicy:
    """Return a source's own policy for bad rows, or that of the enclosing :func:`handle_bad_rows`.

    Raises:
        ValueError: if it is neither ``"error"`` nor ``"reject"``.
    """
    chosen = policy or _BAD_ROWS.get()
    if chosen not in ("error", "reject"):
        raise ValueError(f'bad_rows: expected "error" or "reject", found {policy!r}')
    return chosen


class EventLogSource(Source):
    """Reads an event log, each split separately, line by line.

    The file is scanned once when the source is created, to find its splits, types and errors. The
    scan is skipped if *splits* and the type of every payload column are set.

    With *bad_rows* ``"error"`` a bad row is an error. With ``"reject"`` it is skipped with a
    warning, and :meth:`rejects` lists it. Every row of the file is either read or rejected. A
    column without a set type accepts any cell; set types to reject cells.

    Args:
        path: the file.
        value: form of a record: a ``"tuple"`` of the payload columns, a ``"row"`` with the columns'
            names, or the ``"single"`` value of the only payload column.
        timestamp: payload column with the event timestamp of each record. A column called
            ``timestamp`` is used by default and is then not part of the payload.
        types: column types.
        splits: the splits to read and their order.
        bad_rows: how to treat bad rows; by default as the enclosing :func:`handle_bad_rows` says, or as
            errors.
        waits_for_input: whether the source waits for more after the log, as for a topic that has no end.
            Then no subtask of it ends, also none without a split.

    Raises:
        EventLogError: for an error in the log; it names the file, the line and the column.
    """

    @validate_arguments
    def __init__(
        self,
        path: str | Path,
        *,
        value: ValueForm = "tuple",
        timestamp: str | None = None,
        types: Mapping[str, ColumnType] | None = None,
        splits: Sequence[str] | None = None,
        bad_rows: BadRowPolicy | None = None,
        waits_for_input: bool = False,
    ) -> None:
        self.path = Path(path)
        self.waits_for_input = waits_for_input
        self.bounded = not waits_for_input
        self.bad_rows = resolve_bad_row_policy(bad_rows)
        self.chosen_splits = None if splits is None else tuple(splits)
        """The splits as they were given; all, if ``None``."""
        self._log = EventLogFile(self.path)
        layout = ColumnLayout(self._log, types or {}, timestamp)
        if splits is None or layout.untyped_columns:
            found = self._scan(layout)
            if splits is None:
                splits = found
            else:
                _check_splits(self.path, splits, found)
        self._layout = layout
        self._splits = tuple(splits)
        self._value_form = value
        self._build_value = build_value_factory(self.path, value, list(layout.payload_columns))

    @property
    def columns(self) -> dict[str, ColumnType]:
        """The payload columns, in order, and their types."""
        return {name: self._layout.types[name] for name in self._layout.payload_columns}

    @property
    def timestamp_column(self) -> str | None:
        """The column with the event timestamp of each record, if there is one."""
        return self._layout.timestamp_column

    @property
    def value_form(self) -> ValueForm:
        """The form of a record."""
        return self._value_form

    def read_rows(self) -> Iterator[tuple[str, int, bool, list[Any], int | None]]:
        """Yield all valid rows in file order: split, arrival, is-end flag, payload, timestamp.

        A row that only ends its split has ``None`` for each cell.
        """
        for row in self.create_row_parser().parse_rows():
            yield row.split, row.arrival, row.is_end, row.values, row.timestamp

    def rejects(self) -> Iterator[RejectedRow]:
        """Yield the bad rows in file order; this reads the file."""
        found: list[RejectedRow] = []

        def add_rejected(error: EventLogError, text: str) -> None:
            found.append(self.build_rejected_row(error, text))

        for _ in self.create_row_parser(add_rejected).parse_rows():
            if found:
                yield from found
                found.clear()
        yield from found

    def build_rejected_row(self, error: EventLogError, text: str) -> RejectedRow:
        """Build the rejected row for *error*."""
        reason = (
            error.reason if error.column is None else f"column {error.column!r}: {error.reason}"
        )
        return RejectedRow(str(self.path), error.line or 0, text, reason)

    def create_row_parser(self, on_bad_row: BadRowHandler | None = None) -> RowParser:
        """Create a parser of the file's rows.

        Args:
            on_bad_row: called for each bad row; by default the source's policy applies.
        """
        if on_bad_row is None:
            on_bad_row = raise_error if self.bad_rows == "error" else _skip_row
        return RowParser(self._log, self._layout, on_bad_row)

    def build_item(self, row: LogRow) -> SourceItem:
        """Build the source item for a row."""
        if row.is_end:
            return SourceEndOfInput(row.arrival)
        return SourceRecord(self._build_value(row.values), row.timestamp, row.arrival)

    @property
    def file(self) -> EventLogFile:
        """The open log."""
        return self._log

    def splits(self, parallelism: int) -> Sequence[str]:
        return self._splits

    def first_arrival_ms(self) -> int | None:
        firsts = [next(self.open_split(split), None) for split in self._splits]
        arrivals = [first.arrival_ms for first in firsts if first is not None]
        return min([arrival for arrival in arrivals if arrival is not None], default=None)

    def open_split(self, split: str) -> Iterator[SourceItem]:
        make_value = self._build_value
        for row in self.create_row_parser().parse_rows(only_split=split):
            if row.is_end:
                yield SourceEndOfInput(row.arrival)
            else:
                yield SourceRecord(make_value(row.values), row.timestamp, row.arrival)

    def _scan(self, layout: ColumnLayout) -> list[str]:
        """Scan the file, complete the types of *layout*, and return the splits."""
        inferences = {name: TypeInference() for name in layout.untyped_columns}
        payload_indexes = {name: place for place, name in enumerate(layout.payload_columns)}
        inferences_by_index = [
            (payload_indexes[name], inference) for name, inference in inferences.items()
        ]
        rejected: list[RejectedRow] = []

        def add_rejected(error: EventLogError, text: str) -> None:
            if self.bad_rows == "error":
                raise error
            rejected.append(self.build_rejected_row(error, text))

        splits: dict[str, None] = {}
        for row in RowParser(self._log, layout, add_rejected).parse_rows():
            splits[row.split] = None
            if not row.is_end:
                for place, inference in inferences_by_index:
                    inference.add(row.values[place])
        if rejected:
            first = rejected[0]
            warn_about_rejected_rows(self.path, len(rejected), f"line {first.line}: {first.reason}")
        if not splits:
            raise EventLogError(self.path, None, None, "the log has a header but no records")
        layout.types |= {name: inference.type for name, inference in inferences.items()}
        return list(splits)


def warn_about_rejected_rows(path: Path | str, count: int, first_problem: str) -> None:
    """Warn that a source skips rows; call it from a method that the constructor calls."""
    warnings.warn(
        f"{path}: {count} rows were rejected, the first in {first_problem}",
        RejectedRowsWarning,
        stacklevel=4,
    )


def _skip_row(error: EventLogError, text: str) -> None:
    """Skip a bad row; ``source.rejects()`` lists it."""


@validate_arguments
def read_event_log(
    path: str | Path, *, value: ValueForm = "tuple", timestamp: str | None = None
) -> list[SourceRecord]:
    """Read all records of a log in order of arrival, then of their splits."""
    source = EventLogSource(path, value=value, timestamp=timestamp)
    records = [
        item
        for split in source.splits(1)
        for item in source.open_split(split)
        if isinstance(item, SourceRecord)
    ]
    return sorted(records, key=lambda record: record.arrival_ms or 0)


def _check_splits(path: Path, splits: Sequence[str], found: list[str]) -> None:
    for split in splits:
        if split not in found:
            raise EventLogError(
                path,
                None,
                SPLIT,
                f"no record has the split {split!r}. Splits of the log: {', '.join(found)}",
            )


def build_value_factory(
    path: Path, form: ValueForm, names: list[str]
) -> Callable[[Sequence[Any]], Any]:
    """Build the function from a row's cells to a record.

    Raises:
        ValueError: for an unknown form, or ``"single"`` with more than one column.
    """
    if form == "tuple":
        return tuple
    if form == "row":
        return lambda values: create_named_row(names, values)
    if form == "single":
        if len(names) != 1:
            raise ValueError(
                f'{path}: value="single" needs exactly one payload column, found '
                f"{len(names)}: {format_names(names)}"
            )
        return lambda values: values[0]
    raise ValueError(f'value: expected "tuple", "row" or "single", found {form!r}')
