"""The items of several sources as one stream, and each split of them as its reader has to see it.

Who reads a split in a simulation knows when its next item comes before that can be read. A stream of
all items in order does not tell it: the next item of a silent split may be far behind. So each item
brings the arrival time of the one after it. Only between the pieces in which a log is read is that
unknown; there are few of these *seams*, and they are told beforehand.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from flinksim.connectors.source import SourceItem
from flinksim.runtime.operators.source_operator import SourceOperator
from flinksim.runtime.operators.split_reader import SplitReader
from flinksim.spark.generic import positions
from flinksim.spark.generic.blocks import BlockBuffer
from flinksim.spark.generic.positions import Position
from flinksim.spark.generic.rows import Row, pack, unpack

NextArrival: TypeAlias = tuple[int | None] | tuple[()]
"""When the next item of a split arrives (``None``: it can be read at once); empty: not known here."""

_BEFORE_ALL: Position = (-positions.LAST,)


class LinkedRows:
    """Writes the items of one piece of a source to *rows*, each with the arrival of the next.

    They are for one unit of work. The first of each split is a row of kind ``seam`` as well.
    """

    def __init__(self, rows: BlockBuffer) -> None:
        self._rows = rows
        self._held: dict[int, tuple[Position, SourceItem]] = {}

    def add(self, split: int, position: Position, item: SourceItem) -> None:
        """The next item of a split, which is counted over all sources."""
        before = self._held.get(split)
        if before is None:
            self._rows.add("seam", -1, split, position, None, pack(item.arrival_ms))
        else:
            self._write(split, before, (item.arrival_ms,))
        self._held[split] = position, item

    def finish(self) -> None:
        """The piece is over."""
        for split, held in self._held.items():
            self._write(split, held, ())

    def _write(self, split: int, held: tuple[Position, SourceItem], following: NextArrival) -> None:
        position, item = held
        self._rows.lane = split
        self._rows.add("record", split, 0, position, None, pack((item, following)))


class Seams:
    """Where each split goes on in another piece, and when the item there arrives."""

    def __init__(self, seams: Iterable[Row]) -> None:
        self._seams: dict[int, list[tuple[Position, int | None]]] = {}
        for _, _, split, position, _, payload in seams:
            self._seams.setdefault(split, []).append((position, unpack(payload)))
        for some in self._seams.values():
            some.sort(key=_position)

    def after(self, split: int, position: Position = _BEFORE_ALL) -> NextArrival:
        """The arrival of what comes first in a piece after *position*; empty if the split ends."""
        some = self._seams.get(split, [])
        place = bisect_right(some, position, key=_position)
        return (some[place][1],) if place < len(some) else ()


def _position(seam: tuple[Position, int | None]) -> Position:
    return seam[0]


class MergedItems:
    """The items of all splits, in order; keeps those that come before it is their turn."""

    def __init__(self, rows: Iterator[Row], seams: Seams) -> None:
        self._rows = rows
        self._seams = seams
        self._waiting: defaultdict[int, deque[tuple[Position, bytes]]] = defaultdict(deque)

    def first_arrival(self, split: int) -> NextArrival:
        """When the first item of a split arrives; empty if there is none."""
        return self._seams.after(split)

    def take(self, split: int) -> tuple[SourceItem, NextArrival]:
        """The next item of a split, and when the one after it arrives; empty if the split ends."""
        waiting = self._waiting[split]
        while not waiting:
            _, _, _, position, _, payload = next(self._rows)
            self._waiting[position[1]].append((position, payload))
        position, payload = waiting.popleft()
        item, following = unpack(payload)
        return item, following or self._seams.after(split, position)


class MergedSplit(SplitReader):
    """One split of the merged items; it is known ahead when the next one comes, not what it is."""

    def __init__(self, name: str, position: int, split: int, merged: MergedItems) -> None:
        super().__init__(name, position, iter(()))
        self._number = split
        self._merged = merged
        self._is_over = False
        self._go_on(merged.first_arrival(split))

    def _go_on(self, following: NextArrival) -> None:
        if following:
            (self.arrival_ms,) = following
        else:
            self.close()

    def has_item(self) -> bool:
        return not self._is_over

    def has_ended(self) -> bool:
        return self._is_over

    def take(self) -> SourceItem:
        item, following = self._merged.take(self._number)
        self._go_on(following)
        return item

    def close(self) -> None:
        self._is_over = True


class MergedSource(SourceOperator):
    """A source operator whose splits come out of the merged items; all else is as ever.

    *first_split* is the number of its first split, counted over all sources.
    """

    merged: MergedItems
    split_names: tuple[str, ...]
    first_split: int

    def _open_splits(self) -> None:
        context = self.context
        names = self.split_names
        self._never_ends = self.reads_live = False
        self._outputs = [None] * len(names)
        for place in range(context.subtask_index, len(names), context.parallelism):
            number = self.first_split + place
            self._active.append(MergedSplit(names[place], place, number, self.merged))
            self._outputs[place] = self._event_time.add_split(names[place])
        self._look_ahead()
