"""A long sequence of which only the end is open; what stands before it is read back from where it is.

Not in Flink.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from typing import Any, TypeVar, overload

_T = TypeVar("_T")

MOST_KEPT = 1 << 18
"""So many rows that were read back stay in memory, those of the pieces asked for last."""

FEW = 64
"""Whoever asks a piece for so many of its rows, one by one, has all of them read."""


class Rows(Sequence[_T]):
    """Rows by number. ``open`` holds the last ones; :meth:`pack` takes them out of memory.

    Packed rows are read back a piece at a time, as new objects. Looks like a list, and is equal to one.
    If there is one, *made* makes of an open row what is given.
    """

    __slots__ = (
        "_asked", "_kept", "_kept_rows", "_made", "_one", "_read", "_starts", "open", "packed",
    )  # fmt: skip

    def __init__(self, rows: MutableSequence[Any], made: Callable[[Any], _T] | None = None) -> None:
        self.open = rows
        self._made = made
        self.packed = 0
        """How many rows are packed: the number of the first open one."""
        self._starts: list[int] = []
        self._read: list[Callable[[], Sequence[_T]]] = []
        self._one: list[Callable[[int], _T]] = []
        self._asked: dict[int, int] = {}
        self._kept: dict[int, Sequence[_T]] = {}
        self._kept_rows = 0

    def pack(
        self,
        count: int,
        read: Callable[[], Sequence[_T]],
        one: Callable[[int], _T],
        keep: bool = False,
    ) -> None:
        """From now on *read* gives the first *count* rows of the open end, and *one* any of them.

        With *keep* they stay in memory as long as there is room, as if they had been asked for.
        """
        if keep:
            self._keep(len(self._starts), self._given(self.open[:count]))
        self.add_packed(count, read, one)
        del self.open[:count]

    def add_packed(
        self, count: int, read: Callable[[], Sequence[_T]], one: Callable[[int], _T]
    ) -> None:
        """The next *count* rows are those that *read* gives, and *one* by its place among them."""
        if count:
            self._one.append(one)
            self._starts.append(self.packed)
            self._read.append(read)
            self.packed += count

    def append(self, row: Any) -> None:
        self.open.append(row)

    def extend(self, rows: Iterable[Any]) -> None:
        self.open.extend(rows)

    def _given(self, rows: Sequence[Any]) -> Sequence[_T]:
        """Of open *rows*, what is given."""
        return rows if self._made is None else list(map(self._made, rows))

    def __len__(self) -> int:
        return self.packed + len(self.open)

    @overload
    def __getitem__(self, at: int) -> _T: ...
    @overload
    def __getitem__(self, at: slice) -> list[_T]: ...
    def __getitem__(self, at: int | slice) -> _T | list[_T]:
        if isinstance(at, slice):
            return self._part(at)
        packed = self.packed
        if at < 0:
            at += packed + len(self.open)
            if at < 0:
                raise IndexError("row number out of range")
        if at >= packed:
            return (
                self.open[at - packed] if self._made is None else self._made(self.open[at - packed])
            )
        piece = bisect_right(self._starts, at) - 1
        if piece not in self._kept:
            asked = self._asked[piece] = self._asked.get(piece, 0) + 1
            if asked % FEW:
                return self._one[piece](at - self._starts[piece])
        return self._piece(piece)[at - self._starts[piece]]

    def __iter__(self) -> Iterator[_T]:
        for piece in range(len(self._starts)):
            yield from self._piece(piece)
        yield from self.open if self._made is None else map(self._made, self.open)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str | bytes):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))

    def piece_at(self, start: int) -> Sequence[_T]:
        """All rows of the packed piece that begins with that one."""
        return self._piece(bisect_right(self._starts, start) - 1)

    def _part(self, at: slice) -> list[_T]:
        first, last, step = at.indices(len(self))
        if step != 1:
            return [self[number] for number in range(first, last, step)]
        packed = self.packed
        if first >= packed:
            return list(self._given(self.open[first - packed : last - packed]))
        found: list[_T] = []
        piece = bisect_right(self._starts, first) - 1
        while first < last and first < packed:
            start = self._starts[piece]
            rows = self._piece(piece)
            found += rows[first - start : last - start]
            first = start + len(rows)
            piece += 1
        if last > packed:
            found += self._given(self.open[: last - packed])
        return found

    def _piece(self, piece: int) -> Sequence[_T]:
        kept = self._kept
        rows = kept.get(piece)
        if rows is None:
            rows = self._read[piece]()
            self._keep(piece, rows)
        elif len(kept) > 1:
            kept[piece] = kept.pop(piece)  # the one asked for last goes last
        return rows

    def _keep(self, piece: int, rows: Sequence[_T]) -> None:
        """Keep *rows* in memory, in place of those that were asked for long ago."""
        kept = self._kept
        self._kept_rows += len(rows)
        while kept and self._kept_rows > MOST_KEPT:
            self._kept_rows -= len(kept.pop(next(iter(kept))))
        if rows:
            kept[piece] = rows

    def __deepcopy__(self, memo: dict[int, Any]) -> Rows[_T]:
        import copy

        other: Rows[_T] = Rows(copy.deepcopy(self.open, memo), self._made)
        other.packed, other._starts = self.packed, self._starts[:]
        other._read, other._one = self._read[:], self._one[:]
        return other
