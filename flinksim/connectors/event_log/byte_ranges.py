"""Byte ranges of an event log that contain whole lines, and their lines as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO


@dataclass(frozen=True, slots=True)
class ByteRange:
    """Whole lines of a log: bytes from *begin* up to *end*; ``first_line`` is the number of the first.

    In a range in the middle of a log the number may be unknown; then lines count from 1.
    """

    begin: int
    end: int
    first_line: int = 1
    is_last: bool = True


class RangeSplitsRecordError(Exception):
    """A range of a CSV file ends within a quoted cell."""


class LineCounter:
    """Number of lines read."""

    lines = 0


class RangeLines:
    """Iterator over the lines of a range as text; it keeps the lines of the current record."""

    def __init__(self, stream: BinaryIO, byte_range: ByteRange) -> None:
        stream.seek(byte_range.begin)
        self._stream = stream
        self._remaining_bytes = byte_range.end - byte_range.begin
        self.record_lines: list[bytes] = []
        self._pushed_back: list[bytes] = []
        self.line_number = self.first_line_number = byte_range.first_line

    def begin_record(self) -> None:
        """Start a new record."""
        self.record_lines = []
        self.first_line_number = self.line_number

    def push_back(self) -> None:
        """Push back all lines of this record except the first, so that they are read again."""
        self._pushed_back = self.record_lines[1:] + self._pushed_back
        self.line_number = self.first_line_number + 1
        del self.record_lines[1:]

    @property
    def is_exhausted(self) -> bool:
        """Whether all lines have been read."""
        return not self._pushed_back and self._remaining_bytes <= 0

    @property
    def text(self) -> str:
        """The text of the current record."""
        return decode_lines(self.record_lines)

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        if self._pushed_back:
            raw = self._pushed_back.pop(0)
        elif self._remaining_bytes <= 0:
            raise StopIteration
        else:
            raw = self._stream.readline()
            self._remaining_bytes -= len(raw)
            if not raw:
                self._remaining_bytes = 0
                raise StopIteration
        self.record_lines.append(raw)
        self.line_number += 1
        return raw.decode("utf-8")


def decode_lines(lines: list[bytes]) -> str:
    """Decode lines of a file, without the last line end."""
    return b"".join(lines).decode("utf-8", "backslashreplace").rstrip("\r\n")
