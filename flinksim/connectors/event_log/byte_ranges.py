"""Byte ranges of an event log that contain whole lines, and their lines as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO


@dataclass(frozen=True, slots=True)
class Span:
    """Whole lines of a log: bytes from *begin* up to *end*; ``line`` is the number of the first.

    In a range in the middle of a log the number may be unknown; then lines count from 1.
    """

    begin: int
    end: int
    line: int = 1
    is_last: bool = True


class SpanCutsRecord(Exception):
    """A range of a CSV file ends within a quoted cell."""


class LineCounter:
    """Number of lines read."""

    lines = 0


class SpanTexts:
    """Iterator over the lines of a range as text; it keeps the lines of the current record."""

    def __init__(self, stream: BinaryIO, span: Span) -> None:
        stream.seek(span.begin)
        self._stream = stream
        self._left = span.end - span.begin
        self.taken: list[bytes] = []
        self._back: list[bytes] = []
        self.number = self.first = span.line

    def begin(self) -> None:
        """Start a new record."""
        self.taken = []
        self.first = self.number

    def put_back(self) -> None:
        """Push back all lines of this record except the first, so that they are read again."""
        self._back = self.taken[1:] + self._back
        self.number = self.first + 1
        del self.taken[1:]

    @property
    def at_end(self) -> bool:
        """Whether all lines have been read."""
        return not self._back and self._left <= 0

    @property
    def text(self) -> str:
        """The text of the current record."""
        return text_of(self.taken)

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        if self._back:
            raw = self._back.pop(0)
        elif self._left <= 0:
            raise StopIteration
        else:
            raw = self._stream.readline()
            self._left -= len(raw)
            if not raw:
                self._left = 0
                raise StopIteration
        self.taken.append(raw)
        self.number += 1
        return raw.decode("utf-8")


def text_of(lines: list[bytes]) -> str:
    """Decode lines of a file, without the last line end."""
    return b"".join(lines).decode("utf-8", "backslashreplace").rstrip("\r\n")
