"""A long sequence of which only the end is open; what stands before it is read back from where it is.

Not in Flink.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from functools import partial
from pickle import HIGHEST_PROTOCOL, dumps, loads
from typing import Any, Generic, NamedTuple, TypeVar, overload

_T = TypeVar("_T")

MOST_KEPT = 1 << 18
"""So many rows that were read back stay in memory, those of the pieces asked for last."""

FEW = 64
"""Whoever asks a piece for so many of its rows, one by one, has all of them read."""


class Piece(NamedTuple, Generic[_T]):
    """Rows that are not open: ``read`` gives all, ``one`` any by its place among them, ``tell`` all as
    they were told.
    """

    read: Callable[[], Sequence[_T]]
    one: Callable[[int], _T]
    tell: Callable[[], Sequence[Any]]


class Rows(Sequence[_T]):
    """Rows by number. ``open`` holds the last ones; :meth:`set_aside` takes them out of the list as
    they are, and :meth:`pack` out of memory.

    What is not open is read back a piece at a time, as new objects. Looks like a list, and is equal to
    one. Open rows may be told in another form: *made* makes of one of them what is given.
    """

    __slots__ = (
        "_asked", "_kept", "_kept_rows", "_made", "_pieces", "_starts", "closed", "open", "packed",
    )  # fmt: skip

    def __init__(
        self,
        rows: MutableSequence[Any],
        made: Callable[[Any], _T] | None = None,
    ) -> None:
        self.open = rows
        self._made = made
        self.closed = 0
        """How many rows are not open: the number of the first that is."""
        self.packed = 0
        """How many of these are packed; the others are set aside."""
        self._starts: list[int] = []
        self._pieces: list[Piece[_T]] = []
        self._asked: dict[int, int] = {}
        self._kept: dict[int, Sequence[_T]] = {}
        """By the number of their first row, pieces that were read back."""
        self._kept_rows = 0

    def set_aside(self) -> None:
        """Take the open rows out of the list as they are: in a tenth of the time that packing takes."""
        rows = self.open[:]
        try:
            data = dumps(rows, HIGHEST_PROTOCOL)
        except Exception:  # something of a user's, which nobody can pickle: it stays in memory
            load: Callable[[], Sequence[Any]] = partial(list, rows)
        else:
            load = partial(loads, data)
        start = self.closed
        piece: Piece[_T] = Piece(
            lambda: self._given(load(), start),
            lambda at: self._given(load()[at : at + 1], start + at)[0],
            load,
        )
        self._add(len(rows), piece)
        self.open.clear()

    def pack(self, count: int, piece: Piece[_T], keep: bool = False) -> None:
        """From now on *piece* gives the next *count* rows.

        They are all set aside, or all open. With *keep* those that are open stay in memory as long as
        there is room, as if they had been asked for.
        """
        start = self.packed
        if start < self.closed:
            first, last = (bisect_left(self._starts, at) for at in (start, start + count))
            for at in self._starts[first:last]:
                self._kept_rows -= len(self._kept.pop(at, ()))
                self._asked.pop(at, None)
            if count:
                self._starts[first:last] = [start]
                self._pieces[first:last] = [piece]
            self.packed += count
            return
        if keep:
            self._keep(start, self._given(self.open[:count], start))
        self.add_packed(count, piece)
        del self.open[:count]

    def add_packed(self, count: int, piece: Piece[_T]) -> None:
        """The next *count* rows are packed; the others as in :meth:`pack`."""
        self._add(count, piece)
        self.packed += count

    def _add(self, count: int, piece: Piece[_T]) -> None:
        if count:
            self._pieces.append(piece)
            self._starts.append(self.closed)
            self.closed += count

    def append(self, row: Any) -> None:
        self.open.append(row)

    def extend(self, rows: Iterable[Any]) -> None:
        self.open.extend(rows)

    def _given(self, rows: Sequence[Any], first: int) -> Sequence[_T]:
        """Of *rows* as they were told, the first of which has that number, what is given."""
        return rows if self._made is None else list(map(self._made, rows))

    def told(self, first: int, last: int) -> list[Any]:
        """The rows from *first* to before *last* as they were told; none of them stays in memory."""
        if first >= self.closed:
            return list(self.open[first - self.closed : last - self.closed])
        found: list[Any] = []
        piece = bisect_right(self._starts, first) - 1
        while first < last and first < self.closed:
            start = self._starts[piece]
            rows = self._pieces[piece].tell()
            found += rows[first - start : last - start]
            first = start + len(rows)
            piece += 1
        if last > self.closed:
            found += self.open[: last - self.closed]
        return found

    def unpacked(self) -> Iterator[Any]:
        """The rows that are not packed, as they were told."""
        for piece in self._pieces[bisect_left(self._starts, self.packed) :]:
            yield from piece.tell()
        yield from self.open

    def __len__(self) -> int:
        return self.closed + len(self.open)

    @overload
    def __getitem__(self, at: int) -> _T: ...
    @overload
    def __getitem__(self, at: slice) -> list[_T]: ...
    def __getitem__(self, at: int | slice) -> _T | list[_T]:
        if isinstance(at, slice):
            return self._part(at)
        closed = self.closed
        if at < 0:
            at += closed + len(self.open)
            if at < 0:
                raise IndexError("row number out of range")
        if at >= closed:
            return self._given(self.open[at - closed : at - closed + 1], at)[0]
        piece = bisect_right(self._starts, at) - 1
        start = self._starts[piece]
        if start not in self._kept:
            asked = self._asked[start] = self._asked.get(start, 0) + 1
            if asked % FEW:
                return self._pieces[piece].one(at - start)
        return self._piece(piece)[at - start]

    def __iter__(self) -> Iterator[_T]:
        for piece in range(len(self._starts)):
            yield from self._piece(piece)
        yield from self._given(self.open, self.closed)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str | bytes):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))

    def piece_at(self, start: int) -> Sequence[_T]:
        """All rows of the closed piece that begins with that one."""
        return self._piece(bisect_right(self._starts, start) - 1)

    def _part(self, at: slice) -> list[_T]:
        first, last, step = at.indices(len(self))
        if step != 1:
            return [self[number] for number in range(first, last, step)]
        closed = self.closed
        if first >= closed:
            return list(self._given(self.open[first - closed : last - closed], first))
        found: list[_T] = []
        piece = bisect_right(self._starts, first) - 1
        while first < last and first < closed:
            start = self._starts[piece]
            rows = self._piece(piece)
            found += rows[first - start : last - start]
            first = start + len(rows)
            piece += 1
        if last > closed:
            found += self._given(self.open[: last - closed], closed)
        return found

    def _piece(self, piece: int) -> Sequence[_T]:
        kept, start = self._kept, self._starts[piece]
        rows = kept.get(start)
        if rows is None:
            rows = self._pieces[piece].read()
            self._keep(start, rows)
        elif len(kept) > 1:
            kept[start] = kept.pop(start)  # the one asked for last goes last
        return rows

    def _keep(self, start: int, rows: Sequence[_T]) -> None:
        """Keep *rows* in memory, in place of those that were asked for long ago."""
        kept = self._kept
        self._kept_rows += len(rows)
        while kept and self._kept_rows > MOST_KEPT:
            self._kept_rows -= len(kept.pop(next(iter(kept))))
        if rows:
            kept[start] = rows

    def __deepcopy__(self, memo: dict[int, Any]) -> Rows[_T]:
        import copy

        other = type(self)(copy.deepcopy(self.open, memo), self._made)
        other.closed, other.packed, other._starts = self.closed, self.packed, self._starts[:]
        other._pieces = self._pieces[:]
        return other
