"""Spans of an event log: whole lines between two bytes, as text, and back where a record needs it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO


@dataclass(frozen=True, slots=True)
class Span:
    """Whole lines of a log: the bytes from *begin* up to *end*; ``line`` is the number of the first.

    Of a span in the middle of a log the line may not be known yet; then lines count from 1.
    """

    begin: int
    end: int
    line: int = 1
    is_last: bool = True


class SpanCutsRecord(Exception):
    """A span of a CSV file ends inside of a quoted cell."""


class LineCounter:
    """How many lines were read."""

    lines = 0


class SpanTexts:
    """The lines of a span as text, one after the other; those of the record at hand are remembered."""

    def __init__(self, stream: BinaryIO, span: Span) -> None:
        stream.seek(span.begin)
        self._stream = stream
        self._left = span.end - span.begin
        self.taken: list[bytes] = []
        self._back: list[bytes] = []
        self.number = self.first = span.line

    def begin(self) -> None:
        """A new record begins."""
        self.taken = []
        self.first = self.number

    def put_back(self) -> None:
        """All lines of this record but the first are read again."""
        self._back = self.taken[1:] + self._back
        self.number = self.first + 1
        del self.taken[1:]

    @property
    def at_end(self) -> bool:
        """Whether all lines were given."""
        return not self._back and self._left <= 0

    @property
    def text(self) -> str:
        """The record at hand."""
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
    """Lines as they stand in the file, without the last line end."""
    return b"".join(lines).decode("utf-8", "backslashreplace").rstrip("\r\n")
