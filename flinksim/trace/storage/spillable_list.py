"""A long list that keeps only its end in memory; older segments are read back on demand.

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
"""Maximum number of rows that stay in memory after they were read back, those used last."""

FEW = 64
"""Number of single-row reads of a segment after which the whole segment is read."""


class Piece(NamedTuple, Generic[_T]):
    """A segment that is not in memory.

    ``read`` returns all rows, ``one`` the row at a position, and ``tell`` all rows in their raw form.
    """

    read: Callable[[], Sequence[_T]]
    one: Callable[[int], _T]
    tell: Callable[[], Sequence[Any]]


class Rows(Sequence[_T]):
    """Rows by number, of which older ones can be moved out of memory.

    ``open`` holds the last rows. :meth:`set_aside` spills them in their raw form, :meth:`pack`
    replaces them by a segment of a chunk. Closed rows are read back a segment at a time, as new
    objects. The class behaves like a list, and is equal to one.

    Args:
        rows: The open rows, in their raw form.
        made: Converts a raw row to the element of the list; no conversion by default.
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
        """Number of closed rows, which is also the number of the first open row."""
        self.packed = 0
        """Number of closed rows that are compacted; the others are spilled."""
        self._starts: list[int] = []
        self._pieces: list[Piece[_T]] = []
        self._asked: dict[int, int] = {}
        self._kept: dict[int, Sequence[_T]] = {}
        """Segments that were read back, by the number of their first row."""
        self._kept_rows = 0

    def set_aside(self) -> None:
        """Spill the open rows in their raw form, which takes a tenth of the time of compaction."""
        rows = self.open[:]
        try:
            data = dumps(rows, HIGHEST_PROTOCOL)
        except Exception:  # unpicklable user object: keep it in memory
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
        """Let *piece* provide the next *count* rows, which are either all spilled or all open.

        Args:
            count: Number of rows of the segment.
            piece: The segment.
            keep: Whether open rows stay cached as long as there is room.
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
        """Append *count* compacted rows, which *piece* provides."""
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
        """Convert raw *rows*, the first of which has the number *first*, to elements."""
        return rows if self._made is None else list(map(self._made, rows))

    def told(self, first: int, last: int) -> list[Any]:
        """Return the rows from *first* to before *last* in their raw form, without caching them."""
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
        """Yield the rows that are not compacted, in their raw form."""
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
            read_count = self._asked[start] = self._asked.get(start, 0) + 1
            if read_count % FEW:
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
        """Return all rows of the closed segment that begins at *start*."""
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
        cache, start = self._kept, self._starts[piece]
        rows = cache.get(start)
        if rows is None:
            rows = self._pieces[piece].read()
            self._keep(start, rows)
        elif len(cache) > 1:
            cache[start] = cache.pop(start)  # most recently used last
        return rows

    def _keep(self, start: int, rows: Sequence[_T]) -> None:
        """Cache *rows*, replacing the least recently used segments."""
        cache = self._kept
        self._kept_rows += len(rows)
        while cache and self._kept_rows > MOST_KEPT:
            self._kept_rows -= len(cache.pop(next(iter(cache))))
        if rows:
            cache[start] = rows

    def __deepcopy__(self, memo: dict[int, Any]) -> Rows[_T]:
        import copy

        other = type(self)(copy.deepcopy(self.open, memo), self._made)
        other.closed, other.packed, other._starts = self.closed, self.packed, self._starts[:]
        other._pieces = self._pieces[:]
        return other
