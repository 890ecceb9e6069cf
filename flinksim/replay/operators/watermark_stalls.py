"""Watermark stalls of a source: which splits held back the watermark, when, and what ended it.

The generators and the multiplexer of the splits run over the timestamp scan, as for the timeline.
The active split with the minimum watermark limits the source.
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
"""Minimum number of ticks without progress that counts as a stall."""


class HeldBack(NamedTuple):
    """Splits that held back the watermark while others were ahead, in processing time (ms)."""

    splits: tuple[str, ...]
    from_ms: int
    until_ms: int
    freed_by: FreedBy

    @property
    def length_ms(self) -> int:
        """Duration of the stall in milliseconds."""
        return self.until_ms - self.from_ms

    def told(self, time_of: Callable[[int], str] = str) -> str:
        """Describe the stall in a sentence; *time_of* formats times."""
        names = ", ".join(map(repr, self.splits))
        return (
            f"split {names} held the watermark back for {format_duration_ms(self.length_ms)}, from "
            f"{time_of(self.from_ms)} to {time_of(self.until_ms)}; {self.freed_by} freed it"
        )


def held_back(plan: ChainPlan, reached: SourceReach) -> list[HeldBack]:
    """Find the stalls of a source's watermark that last many ticks, in order.

    There are none if an operator after the source generates the watermarks.
    """
    states: list[_Held] = []
    for subtask in range(plan.parallelism):
        task = _NotingTask(plan, subtask, reached)
        task.run()
        states += task.found
    states.sort(key=lambda state: (state.time_ms, state.subtask))
    long_ms = LONG_TICKS * max(plan.auto_watermark_interval_ms, 1)
    return [stall for stall in _stretches(states) if stall.length_ms >= long_ms]


class _Held(NamedTuple):
    """State of the splits of a subtask: minimum watermark (if any is active), and its splits."""

    time_ms: int
    subtask: int
    least: int | None
    holders: Names = frozenset()
    counting: int = 0
    """Number of active splits."""
    idle: Names = frozenset()
    ended: Names = frozenset()


class _NotingTask(SourceTaskTimeline):
    """Records the limiting splits of the source whenever they may have changed."""

    def __init__(self, plan: ChainPlan, subtask: int, reached: SourceReach) -> None:
        super().__init__(plan, subtask, reached)
        self._every = frozenset(output.split for output in self._splits.values())
        self.found: list[_Held] = []

    def _emit(self, ends: dict[int, Position], time_ms: int) -> None:
        super()._emit(ends, time_ms)
        outputs = [output for output in self._splits.values() if output.generator is not None]
        watermarks = {o.split: o.partial.watermark for o in outputs if not o.partial.is_idle}
        min_watermark = min(watermarks.values(), default=None)
        limiting = frozenset(
            split for split, watermark in watermarks.items() if watermark == min_watermark
        )
        open_splits = frozenset(output.split for output in self._splits.values())
        idle, ended = open_splits - frozenset(watermarks), self._every - open_splits
        state = _Held(time_ms, self._subtask, min_watermark, limiting, len(watermarks), idle, ended)
        if not self.found or self.found[-1][2:] != state[2:]:
            self.found.append(state)

    def _end(self, end: Position) -> None:
        super()._end(end)
        time_ms = positions.time_of(end)
        self.found.append(_Held(time_ms, self._subtask, None, ended=self._every))


def _stretches(found: list[_Held]) -> Iterator[HeldBack]:
    known: dict[int, _Held] = {}
    start_ms, previous_min, limiting = 0, None, Names()
    for time_ms, simultaneous in groupby(found, key=lambda state: state.time_ms):
        known |= {state.subtask: state for state in simultaneous}
        min_watermark = min(
            (state.least for state in known.values() if state.least is not None), default=None
        )
        minimal_states = [
            state for state in known.values() if state.least == min_watermark is not None
        ]
        current = Names().union(*(state.holders for state in minimal_states))
        if len(current) == sum(state.counting for state in known.values()):
            current = Names()  # No split is ahead.
        if (min_watermark, current) == (previous_min, limiting):
            continue
        if limiting:
            ended_by: FreedBy = "a record of it"
            if any(limiting & state.ended for state in known.values()):
                ended_by = "its end"
            elif any(limiting & state.idle for state in known.values()):
                ended_by = "its idleness"
            yield HeldBack(tuple(sorted(limiting)), start_ms, time_ms, ended_by)
        start_ms, previous_min, limiting = time_ms, min_watermark, current


def longest(found: Iterable[HeldBack], most: int = 3) -> list[HeldBack]:
    """Select the longest stalls, the longest first."""
    return sorted(found, key=lambda held: -held.length_ms)[:most]


__all__ = ["HeldBack", "held_back", "longest"]
