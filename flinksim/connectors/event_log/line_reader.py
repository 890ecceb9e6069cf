"""Reader of the lines of an event log in either format, and the error that names a line."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from flinksim.connectors.event_log.byte_ranges import (
    ByteRange,
    LineCounter,
    RangeLines,
    RangeSplitsRecordError,
    decode_lines,
)
from flinksim.connectors.event_log.type_inference import COLUMN_TYPES, ColumnType
from flinksim.core.atomic_files import FileError, check_readable

SPLIT = "split"
ARRIVAL = "arrival"
SPLIT_END = "split_end"

MAX_LISTED_NAMES = 20
"""Maximum number of column names in an error message."""

_CSV_SUFFIXES = (".csv",)
_JSON_SUFFIXES = (".jsonl", ".ndjson")


class EventLogError(ValueError):
    """An error in an event log.

    ``path`` (or another name of the log), ``line`` (counted from 1) and ``column`` locate the
    error; the last two may be ``None``. For a file without lines *unit* is ``"row"``.
    """

    def __init__(
        self,
        path: Path | str,
        line: int | None,
        column: str | None,
        problem: str,
        advice: str = "",
        unit: str = "line",
    ) -> None:
        place = str(path)
        if line is not None:
            place += f", {unit} {line}"
        if column is not None:
            place += f", column {column!r}"
        self.reason = f"{problem}{'.' if advice else ''} {advice}".rstrip()
        super().__init__(f"{place}: {self.reason}")
        self.path = path
        self.line = line
        self.column = column
        self._parts = (problem, advice, unit)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.path, self.line, self.column, *self._parts)


BadRowHandler: TypeAlias = Callable[[EventLogError, str], None]
"""Called with the error and the text of each bad row; it raises an error, or the row is skipped."""


def raise_error(error: EventLogError, text: str) -> None:
    """Raise the error of a bad row."""
    raise error


@dataclass(slots=True)
class LogLine:
    """One record of a log: its first line number, its cells in column order, its bytes."""

    log: EventLogFile
    number: int
    cells: list[Any]
    raw: list[bytes]

    @property
    def text(self) -> str:
        """The text in the file, without the line end."""
        return decode_lines(self.raw)

    def build_error(
        self, index: int, expected: str, found: object, advice: str = ""
    ) -> EventLogError:
        """Build the error for an invalid cell.

        Args:
            index: index of the cell.
            expected: noun phrase for the expected value.
            found: the actual value.
            advice: what to do, a sentence.
        """
        column = self.log.columns[index].name
        description = "an empty cell" if found is None or found == "" else repr(found)
        problem = f"expected {expected}, found {description}"
        return EventLogError(self.log.path, self.number, column, problem, advice)


@dataclass(frozen=True, slots=True)
class LogColumn:
    """A column's name, and its type if the header has one."""

    name: str
    type: ColumnType | None


class EventLogFile:
    """A log whose header has been read.

    Comment lines, which start with ``#``, may precede a CSV header. Empty lines are skipped.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.is_json = is_json_log(path)
        with _open_log(path) as stream:
            texts = (line.decode("utf-8") for line in stream)
            self._comment_lines, self.columns = (
                _read_json_header(path, texts) if self.is_json else _read_csv_header(path, texts)
            )
        _check_columns(self)

    @property
    def header_line(self) -> int:
        """The line number of the header, or of the first object."""
        return self._comment_lines + 1

    def column_indexes(self) -> dict[str, int]:
        """Return the index of each column in the cells of a line."""
        return {column.name: place for place, column in enumerate(self.columns)}

    # --- byte ranges ---------------------------------------------------------------------------

    def full_range(self) -> ByteRange:
        """Return the range of all lines after the header."""
        with _open_log(self.path) as stream:
            header_lines = 0 if self.is_json else self._comment_lines + 1
            for _ in range(header_lines):
                stream.readline()
            return ByteRange(stream.tell(), self.path.stat().st_size, header_lines + 1)

    def split_ranges(self, count: int) -> list[ByteRange]:
        """Divide all lines into up to *count* ranges of similar size, each of whole lines.

        Only the first range knows its line numbers.
        """
        full = self.full_range()
        size = full.end - full.begin
        ends = []
        with _open_log(self.path) as stream:
            for number in range(1, count):
                stream.seek(full.begin + size * number // count - 1)
                stream.readline()
                ends.append(min(stream.tell(), full.end))
        boundaries = sorted({full.begin, *ends, full.end})
        if len(boundaries) < 3:
            return [full]
        ranges = [ByteRange(begin, end, 1, end == full.end) for begin, end in pairwise(boundaries)]
        return [replace(ranges[0], first_line=full.first_line), *ranges[1:]]

    # --- lines ---------------------------------------------------------------------------------

    def read_lines(
        self,
        on_bad_row: BadRowHandler = raise_error,
        byte_range: ByteRange | None = None,
        counter: LineCounter | None = None,
    ) -> Iterator[LogLine]:
        """Yield all records, or those of a range, reading on demand.

        Args:
            on_bad_row: called for each bad row.
            byte_range: the range; by default all lines.
            counter: gets the number of lines at the end.

        Raises:
            RangeSplitsRecordError: if the range ends within a quoted cell.
        """
        byte_range = byte_range or self.full_range()
        with _open_log(self.path) as stream:
            texts = RangeLines(stream, byte_range)
            read = self._read_json_lines if self.is_json else self._read_csv_lines
            yield from read(texts, on_bad_row, byte_range)
            if counter is not None:
                counter.lines = texts.line_number - byte_range.first_line

    def _read_csv_lines(
        self, lines: RangeLines, on_bad_row: BadRowHandler, byte_range: ByteRange
    ) -> Iterator[LogLine]:
        """Yield CSV records; after a rejected record parsing resumes at its second line."""
        rows = csv.reader(lines, strict=True)
        width = len(self.columns)
        while True:
            lines.begin_record()
            try:
                cells = next(rows)
            except StopIteration:
                return
            except csv.Error as error:
                if not byte_range.is_last and lines.is_exhausted and "unexpected end" in str(error):
                    raise RangeSplitsRecordError from None
                wrong = self._build_error(
                    lines.first_line_number, f"invalid CSV row: {error}", "Check its quotes."
                )
            except UnicodeDecodeError as error:
                wrong = self._build_encoding_error(lines.line_number - 1, error)
                if lines.line_number > lines.first_line_number + 1:
                    problem = (
                        f"a quoted cell extends to line {wrong.line}, which is not valid UTF-8"
                    )
                    wrong = self._build_error(lines.first_line_number, problem, "Check its quotes.")
            else:
                if len(cells) == width:
                    yield LogLine(self, lines.first_line_number, cells, lines.record_lines)
                    continue
                if not cells:
                    continue
                wrong = self._build_width_error(lines.first_line_number, len(cells))
            lines.push_back()
            on_bad_row(wrong, lines.text)

    def _read_json_lines(
        self, lines: RangeLines, on_bad_row: BadRowHandler, byte_range: ByteRange
    ) -> Iterator[LogLine]:
        names = [column.name for column in self.columns]
        while True:
            lines.begin_record()
            try:
                text = next(lines)
                if text.isspace():
                    continue
                values = _parse_json_object(self.path, lines.first_line_number, text)
                if len(values) != len(names) or not all(name in values for name in names):
                    raise self._build_keys_error(lines.first_line_number, values)
            except StopIteration:
                return
            except UnicodeDecodeError as error:
                on_bad_row(self._build_encoding_error(lines.first_line_number, error), lines.text)
            except EventLogError as error:
                on_bad_row(error, lines.text)
            else:
                yield LogLine(
                    self,
                    lines.first_line_number,
                    [values[name] for name in names],
                    lines.record_lines,
                )

    def _build_error(self, line: int, problem: str, advice: str) -> EventLogError:
        return EventLogError(self.path, line, None, problem, advice)

    def _build_encoding_error(self, line: int, error: UnicodeDecodeError) -> EventLogError:
        return self._build_error(line, f"invalid UTF-8: {error.reason}", "Save it as UTF-8.")

    def _build_width_error(self, number: int, found: int) -> EventLogError:
        names = format_names([column.name for column in self.columns], ",")
        return EventLogError(
            self.path,
            number,
            None,
            f"expected {len(self.columns)} cells ({names}), found {found}",
            "Put a cell that contains a comma in double quotes. Leave a missing cell empty.",
        )

    def _build_keys_error(self, number: int, values: dict[str, Any]) -> EventLogError:
        names = [column.name for column in self.columns]
        known = set(names)
        missing = [name for name in names if name not in values]
        extra = [name for name in values if name not in known]
        problem = f"has no {missing[0]!r}" if missing else f"has the additional key {extra[0]!r}"
        return EventLogError(
            self.path,
            number,
            (missing or extra)[0],
            f"expected the keys of the first line ({format_names(names)}), but this line {problem}",
            "Write null for a missing value.",
        )


def is_json_log(path: Path) -> bool:
    """Return whether the suffix of *path* means JSON lines rather than CSV.

    Raises:
        EventLogError: for any other suffix.
    """
    if path.suffix in _JSON_SUFFIXES:
        return True
    if path.suffix in _CSV_SUFFIXES:
        return False
    expected = ", ".join([*_CSV_SUFFIXES, *_JSON_SUFFIXES])
    raise EventLogError(path, None, None, f"expected a file name that ends in {expected}")


@contextmanager
def _open_log(path: Path) -> Iterator[BinaryIO]:
    try:
        check_readable(path, "an event log")
        with path.open("rb") as stream:
            yield stream
    except FileError as error:
        problem = str(error).partition(": ")[2]
        raise EventLogError(path, None, None, problem) from None
    except FileNotFoundError:
        raise EventLogError(
            path, None, None, "file not found", f"Current folder: {Path.cwd()}."
        ) from None
    except UnicodeDecodeError as error:
        raise EventLogError(
            path, None, None, f"invalid UTF-8: {error.reason}", "Save it as UTF-8."
        ) from None


def _read_csv_header(path: Path, lines: Iterator[str]) -> tuple[int, tuple[LogColumn, ...]]:
    for comment_count, text in enumerate(lines):
        if not text.startswith("#"):
            try:
                cells = next(csv.reader([text]), [])
            except csv.Error as error:
                problem = f"invalid CSV row: {error}"
                raise EventLogError(
                    path, comment_count + 1, None, problem, "Check its quotes."
                ) from None
            return comment_count, tuple(
                _parse_header_cell(path, comment_count + 1, cell) for cell in cells
            )
    raise EventLogError(
        path, None, None, "the file is empty", "Start the file with split,arrival,..."
    )


def _parse_header_cell(path: Path, line: int, cell: str) -> LogColumn:
    name, colon, type_name = cell.strip().partition(":")
    for column_type in COLUMN_TYPES:
        if type_name == column_type:
            return LogColumn(name, column_type)
    if colon:
        known = ", ".join(COLUMN_TYPES)
        raise EventLogError(
            path, line, name, f"expected one of the types {known}, found {type_name!r}"
        )
    return LogColumn(name, None)


def _read_json_header(path: Path, lines: Iterator[str]) -> tuple[int, tuple[LogColumn, ...]]:
    for number, text in enumerate(lines, 1):
        if not text.isspace():
            names = _parse_json_object(path, number, text)
            return 0, tuple(LogColumn(name, None) for name in names)
    raise EventLogError(path, None, None, "the file is empty", "Write one JSON object per line.")


def _parse_json_object(path: Path, number: int, text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        problem = f"invalid JSON object: {error.msg} at character {error.pos + 1}"
        raise EventLogError(path, number, None, problem) from None
    except (RecursionError, ValueError) as error:  # nested too deeply, or a number of 5,000 digits
        raise EventLogError(path, number, None, f"invalid JSON object: {error}") from None
    if not isinstance(value, dict):
        raise EventLogError(
            path, number, None, f"expected a JSON object, found {text.strip()[:40]!r}"
        )
    return value


def _check_columns(log: EventLogFile) -> None:
    names = [column.name for column in log.columns]
    for needed in (SPLIT, ARRIVAL):
        if needed not in names:
            raise EventLogError(
                log.path,
                log.header_line,
                needed,
                f"the column does not exist. Columns of the log: {format_names(names)}",
                "An event log needs 'split' and 'arrival'.",
            )
    known: set[str] = set()
    for place, name in enumerate(names):
        if name in known:
            raise EventLogError(log.path, log.header_line, name, "the column occurs twice")
        if not name:
            raise EventLogError(log.path, log.header_line, None, f"column {place + 1} has no name")
        if "\0" in name:
            problem = f"the name of column {place + 1} contains a NUL character"
            raise EventLogError(log.path, log.header_line, None, problem, "Save the file as text.")
        known.add(name)


def format_names(names: Sequence[str], separator: str = ", ") -> str:
    """Format the first *names* and the number of further ones."""
    more = len(names) - MAX_LISTED_NAMES
    return separator.join(names[:MAX_LISTED_NAMES]) + (f" and {more:,} more" if more > 0 else "")
