"""Which splits held the watermark of a source back: from when to when, and what freed it.

The generators and the multiplexer of the splits are run over what was reached, as for the timeline;
whoever has the least watermark of those that count holds the source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Literal, NamedTuple, TypeAlias

from flinksim.common.configuration import format_duration_ms
from flinksim.replay.operators import positions
from flinksim.replay.operators.positions import Position
from flinksim.replay.operators.source_watermarks import SourceReach, SourceTaskTimeline
from flinksim.replay.operators.vertex_plan import ChainPlan

FreedBy: TypeAlias = Literal["a record of it", "its end", "its idleness"]
Names: TypeAlias = frozenset[str]
LONG_TICKS = 10
"""A watermark that stands still for so many ticks, or more, is worth telling of."""


class HeldBack(NamedTuple):
    """Splits at which the watermark stood still while others were ahead, in processing time (ms)."""

    splits: tuple[str, ...]
    from_ms: int
    until_ms: int
    freed_by: FreedBy

    @property
    def length_ms(self) -> int:
        """For how long."""
        return self.until_ms - self.from_ms

    def told(self, time_of: Callable[[int], str] = str) -> str:
        """In words, with times as *time_of* writes them."""
        names = ", ".join(map(repr, self.splits))
        return (
            f"split {names} held the watermark back for {format_duration_ms(self.length_ms)}, from "
            f"{time_of(self.from_ms)} to {time_of(self.until_ms)}; {self.freed_by} freed it"
        )


def held_back(plan: ChainPlan, reached: SourceReach) -> list[HeldBack]:
    """When the watermark of a source stood still for many ticks, because of some of its splits.

    In order; none for a source whose watermarks are made behind it.
    """
    found: list[_Held] = []
    for subtask in range(plan.parallelism):
        task = _NotingTask(plan, subtask, reached)
        task.run()
        found += task.found
    found.sort(key=lambda held: (held.time_ms, held.subtask))
    long_ms = LONG_TICKS * max(plan.auto_watermark_interval_ms, 1)
    return [stretch for stretch in _stretches(found) if stretch.length_ms >= long_ms]


class _Held(NamedTuple):
    """Of the splits of a subtask at a time: the least watermark (if any counts), and who has it."""

    time_ms: int
    subtask: int
    least: int | None
    holders: Names = frozenset()
    counting: int = 0
    """How many splits count at all."""
    idle: Names = frozenset()
    ended: Names = frozenset()


class _NotingTask(SourceTaskTimeline):
    """Notes who holds the source, whenever that may have changed."""

    def __init__(self, plan: ChainPlan, subtask: int, reached: SourceReach) -> None:
        super().__init__(plan, subtask, reached)
        self._every = frozenset(output.split for output in self._splits.values())
        self.found: list[_Held] = []

    def _emit(self, ends: dict[int, Position], time_ms: int) -> None:
        super()._emit(ends, time_ms)
        outputs = [output for output in self._splits.values() if output.generator is not None]
        own = {o.split: o.partial.watermark for o in outputs if not o.partial.is_idle}
        least = min(own.values(), default=None)
        holders = frozenset(split for split, watermark in own.items() if watermark == least)
        there = frozenset(output.split for output in self._splits.values())
        idle, ended = there - frozenset(own), self._every - there
        held = _Held(time_ms, self._subtask, least, holders, len(own), idle, ended)
        if not self.found or self.found[-1][2:] != held[2:]:
            self.found.append(held)

    def _end(self, end: Position) -> None:
        super()._end(end)
        time_ms = positions.time_of(end)
        self.found.append(_Held(time_ms, self._subtask, None, ended=self._every))


def _stretches(found: list[_Held]) -> Iterator[HeldBack]:
    known: dict[int, _Held] = {}
    since, before, holding = 0, None, Names()
    for time_ms, together in groupby(found, key=lambda held: held.time_ms):
        known |= {held.subtask: held for held in together}
        least = min((held.least for held in known.values() if held.least is not None), default=None)
        own = [held for held in known.values() if held.least == least is not None]
        now = Names().union(*(held.holders for held in own))
        if len(now) == sum(held.counting for held in known.values()):
            now = Names()  # nobody is ahead
        if (least, now) == (before, holding):
            continue
        if holding:
            freed: FreedBy = "a record of it"
            if any(holding & held.ended for held in known.values()):
                freed = "its end"
            elif any(holding & held.idle for held in known.values()):
                freed = "its idleness"
            yield HeldBack(tuple(sorted(holding)), since, time_ms, freed)
        since, before, holding = time_ms, least, now


def longest(found: Iterable[HeldBack], most: int = 3) -> list[HeldBack]:
    """Some of the longest, the very longest first."""
    return sorted(found, key=lambda held: -held.length_ms)[:most]


__all__ = ["HeldBack", "held_back", "longest"]
