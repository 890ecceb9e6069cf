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

MAX_CACHED_ROWS = 1 << 18
"""Maximum number of rows that stay in memory after being read back; the last used ones stay."""

READS_BEFORE_CACHING = 64
"""Number of single-row reads of a segment after which the whole segment is read."""


class SpilledSegment(NamedTuple, Generic[_T]):
    """Consecutive rows of a list that are not in memory, with functions that read them back.

    ``read_all`` returns all rows, ``read_one`` the row at a position, and ``read_raw`` all rows in
    their raw form. Without ``read_one`` a single row costs as much as all.
    """

    read_all: Callable[[], Sequence[_T]]
    read_one: Callable[[int], _T] | None
    read_raw: Callable[[], Sequence[Any]]


def _take_rows(segment: SpilledSegment[_T], count: int) -> SpilledSegment[_T]:
    """Return the first *count* rows of *segment* as a segment."""
    return SpilledSegment(
        lambda: segment.read_all()[:count], segment.read_one, lambda: segment.read_raw()[:count]
    )


class SpillableList(Sequence[_T]):
    """A list whose older rows can be moved out of memory.

    ``open_rows`` holds the last rows, which are in memory. All other rows are closed: :meth:`spill` moves
    rows out of memory in their raw form, :meth:`compact` replaces them by a segment of a chunk of typed
    columns. Closed rows are read back a segment at a time, as new objects. The class behaves like a list,
    and is equal to one.

    Args:
        rows: The rows in memory, in their raw form.
        convert: Converts a raw row to the element of the list; no conversion by default.
    """

    __slots__ = (
        "_cache",
        "_cached_count",
        "_convert",
        "_read_counts",
        "_segments",
        "_starts",
        "closed_count",
        "compacted_count",
        "open_rows",
    )

    def __init__(
        self,
        rows: MutableSequence[Any],
        convert: Callable[[Any], _T] | None = None,
    ) -> None:
        self.open_rows = rows
        self._convert = convert
        self.closed_count = 0
        """Number of rows that are not in memory, which is also the number of the first row that is."""
        self.compacted_count = 0
        """Number of rows that are stored as columns of a chunk; later ones are spilled in raw form."""
        self._starts: list[int] = []
        self._segments: list[SpilledSegment[_T]] = []
        self._read_counts: dict[int, int] = {}
        self._cache: dict[int, Sequence[_T]] = {}
        """Segments that were read back, by the number of their first row."""
        self._cached_count = 0

    def spill(self) -> None:
        """Move the rows in memory out of it in raw form, in a tenth of the time of compaction."""
        rows = self.open_rows[:]
        try:
            data = dumps(rows, HIGHEST_PROTOCOL)
        except Exception:  # unpicklable user object: keep it in memory
            load: Callable[[], Sequence[Any]] = partial(list, rows)
        else:
            load = partial(loads, data)
        start = self.closed_count
        piece: SpilledSegment[_T] = SpilledSegment(
            lambda: self._convert_rows(load(), start),
            lambda at: self._convert_rows(load()[at : at + 1], start + at)[0],
            load,
        )
        self._append_segment(len(rows), piece)
        self.open_rows.clear()

    def compact(self, count: int, segment: SpilledSegment[_T], keep_cached: bool = False) -> None:
        """Replace the next *count* rows by *segment*, which reads them from columns.

        The rows are either all spilled or all in memory.

        Args:
            count: Number of rows of the segment.
            segment: The segment.
            keep_cached: Whether rows in memory stay cached as long as there is room.
        """
        start = self.compacted_count
        if start < self.closed_count:
            first, last = (bisect_left(self._starts, at) for at in (start, start + count))
            for at in self._starts[first:last]:
                self._cached_count -= len(self._cache.pop(at, ()))
                self._read_counts.pop(at, None)
            if count:
                self._starts[first:last] = [start]
                self._segments[first:last] = [segment]
            self.compacted_count += count
            return
        if keep_cached:
            self._cache_rows(start, self._convert_rows(self.open_rows[:count], start))
        self.add_compacted(count, segment)
        del self.open_rows[:count]

    def add_compacted(self, count: int, segment: SpilledSegment[_T]) -> None:
        """Append *count* rows that are not in memory; *segment* reads them."""
        self._append_segment(count, segment)
        self.compacted_count += count

    def _append_segment(self, count: int, segment: SpilledSegment[_T]) -> None:
        if count:
            self._segments.append(segment)
            self._starts.append(self.closed_count)
            self.closed_count += count

    def append(self, row: Any) -> None:
        self.open_rows.append(row)

    def extend(self, rows: Iterable[Any]) -> None:
        self.open_rows.extend(rows)

    def _convert_rows(self, rows: Sequence[Any], first: int) -> Sequence[_T]:
        """Convert raw *rows*, the first of which has the number *first*, to elements."""
        return rows if self._convert is None else list(map(self._convert, rows))

    def read_raw(self, first: int, last: int) -> list[Any]:
        """Return the rows from *first* to before *last* in their raw form, without caching them."""
        if first >= self.closed_count:
            return list(self.open_rows[first - self.closed_count : last - self.closed_count])
        found: list[Any] = []
        piece = bisect_right(self._starts, first) - 1
        while first < last and first < self.closed_count:
            start = self._starts[piece]
            rows = self._segments[piece].read_raw()
            found += rows[first - start : last - start]
            first = start + len(rows)
            piece += 1
        if last > self.closed_count:
            found += self.open_rows[: last - self.closed_count]
        return found

    def take(self, count: int) -> SpillableList[_T]:
        """Return the first *count* rows as a list of its own, which reads the same segments."""
        other = type(self)([], self._convert)
        ends = [*self._starts, self.closed_count][1:]
        for start, end, segment in zip(self._starts, ends, self._segments, strict=True):
            if end <= count:
                other._append_segment(end - start, segment)
            elif start < count:
                other._append_segment(count - start, _take_rows(segment, count - start))
        other.open_rows.extend(self.open_rows[: max(0, count - self.closed_count)])
        return other

    def iterate_uncompacted(self) -> Iterator[Any]:
        """Yield the rows that are not compacted, in their raw form."""
        for piece in self._segments[bisect_left(self._starts, self.compacted_count) :]:
            yield from piece.read_raw()
        yield from self.open_rows

    def __len__(self) -> int:
        return self.closed_count + len(self.open_rows)

    @overload
    def __getitem__(self, at: int) -> _T: ...
    @overload
    def __getitem__(self, at: slice) -> list[_T]: ...
    def __getitem__(self, at: int | slice) -> _T | list[_T]:
        if isinstance(at, slice):
            return self._slice(at)
        closed = self.closed_count
        if at < 0:
            at += closed + len(self.open_rows)
            if at < 0:
                raise IndexError(
                    f"row {at} does not exist: the list has {closed + len(self.open_rows)} rows"
                )
        if at >= closed:
            return self._convert_rows(self.open_rows[at - closed : at - closed + 1], at)[0]
        piece = bisect_right(self._starts, at) - 1
        start = self._starts[piece]
        read_one = self._segments[piece].read_one
        if read_one is not None and start not in self._cache:
            read_count = self._read_counts[start] = self._read_counts.get(start, 0) + 1
            if read_count % READS_BEFORE_CACHING:
                return read_one(at - start)
        return self._read_segment(piece)[at - start]

    def __iter__(self) -> Iterator[_T]:
        for piece in range(len(self._starts)):
            yield from self._read_segment(piece)
        yield from self._convert_rows(self.open_rows, self.closed_count)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str | bytes):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))

    def read_segment_at(self, start: int) -> Sequence[_T]:
        """Return all rows of the segment that begins at row *start* and is not in memory."""
        return self._read_segment(bisect_right(self._starts, start) - 1)

    def _slice(self, index: slice) -> list[_T]:
        first, last, step = index.indices(len(self))
        if step != 1:
            return [self[number] for number in range(first, last, step)]
        closed = self.closed_count
        if first >= closed:
            return list(self._convert_rows(self.open_rows[first - closed : last - closed], first))
        found: list[_T] = []
        piece = bisect_right(self._starts, first) - 1
        while first < last and first < closed:
            start = self._starts[piece]
            rows = self._read_segment(piece)
            found += rows[first - start : last - start]
            first = start + len(rows)
            piece += 1
        if last > closed:
            found += self._convert_rows(self.open_rows[: last - closed], closed)
        return found

    def _read_segment(self, number: int) -> Sequence[_T]:
        cache, start = self._cache, self._starts[number]
        rows = cache.get(start)
        if rows is None:
            rows = self._segments[number].read_all()
            self._cache_rows(start, rows)
        elif len(cache) > 1:
            cache[start] = cache.pop(start)  # most recently used last
        return rows

    def _cache_rows(self, start: int, rows: Sequence[_T]) -> None:
        """Cache *rows*, replacing the least recently used segments."""
        cache = self._cache
        self._cached_count += len(rows)
        while cache and self._cached_count > MAX_CACHED_ROWS:
            self._cached_count -= len(cache.pop(next(iter(cache))))
        if rows:
            cache[start] = rows

    def __deepcopy__(self, memo: dict[int, Any]) -> SpillableList[_T]:
        import copy

        other = type(self)(copy.deepcopy(self.open_rows, memo), self._convert)
        other.closed_count, other.compacted_count, other._starts = (
            self.closed_count,
            self.compacted_count,
            self._starts[:],
        )
        other._segments = self._segments[:]
        return other
