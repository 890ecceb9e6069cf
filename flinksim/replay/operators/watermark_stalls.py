"""Watermark stalls of a source: which splits held back the watermark, when, and what ended it.

The watermark generators of the splits run again over the maximum timestamps per tick. The active
split with the minimum watermark limits the source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Literal, NamedTuple, TypeAlias

from flinksim.common.configuration import format_duration_ms
from flinksim.replay.operators import positions
from flinksim.replay.operators.positions import Position
from flinksim.replay.operators.source_watermarks import SourceTaskTimeline, SourceTimestampScan
from flinksim.replay.operators.vertex_plan import VertexPlan

StallEnd: TypeAlias = Literal["a record of this split", "its end", "its idleness"]
SplitNames: TypeAlias = frozenset[str]
MIN_STALL_TICKS = 10
"""Minimum number of periodic emissions without a higher watermark that counts as a stall."""


class WatermarkStall(NamedTuple):
    """Period in which some splits held back a source's watermark while other splits were ahead.

    ``from_ms`` and ``until_ms`` are processing times in milliseconds; ``ended_by`` says what ended it.
    """

    splits: tuple[str, ...]
    from_ms: int
    until_ms: int
    ended_by: StallEnd

    @property
    def duration_ms(self) -> int:
        """Duration of the stall in milliseconds."""
        return self.until_ms - self.from_ms

    def describe(self, format_time: Callable[[int], str] = str) -> str:
        """Describe the stall in a sentence; *format_time* formats times."""
        names = ", ".join(map(repr, self.splits))
        return (
            f"split {names} limited the watermark for "
            f"{format_duration_ms(self.duration_ms)}, from "
            f"{format_time(self.from_ms)} to {format_time(self.until_ms)}, until "
            f"{self.ended_by}"
        )


def find_watermark_stalls(
    plan: VertexPlan, source_scan: SourceTimestampScan
) -> list[WatermarkStall]:
    """Find the stalls of a source's watermark that last many periodic emissions, in order.

    There are none if an operator after the source generates the watermarks.
    """
    states: list[_BlockingState] = []
    for subtask in range(plan.parallelism):
        task = _StallRecorder(plan, subtask, source_scan)
        task.run()
        states += task.states
    states.sort(key=lambda state: (state.time_ms, state.subtask))
    long_ms = MIN_STALL_TICKS * max(plan.auto_watermark_interval_ms, 1)
    return [stall for stall in _find_stalls(states) if stall.duration_ms >= long_ms]


class _BlockingState(NamedTuple):
    """Splits of a source subtask after a periodic emission: which of them limit the watermark.

    ``min_watermark`` is the minimum over the active splits, ``None`` if no split is active.
    """

    time_ms: int
    subtask: int
    min_watermark: int | None
    limiting_splits: SplitNames = frozenset()
    active_count: int = 0
    """Number of active splits."""
    idle_splits: SplitNames = frozenset()
    ended_splits: SplitNames = frozenset()


class _StallRecorder(SourceTaskTimeline):
    """Runs the watermark generators and records, at each emission, which splits limit the watermark."""

    def __init__(self, plan: VertexPlan, subtask: int, source_scan: SourceTimestampScan) -> None:
        super().__init__(plan, subtask, source_scan)
        self._all_splits = frozenset(output.split for output in self._splits.values())
        self.states: list[_BlockingState] = []

    def _emit_periodic(self, ends: dict[int, Position], time_ms: int) -> None:
        super()._emit_periodic(ends, time_ms)
        outputs = [output for output in self._splits.values() if output.generator is not None]
        watermarks = {o.split: o.partial.watermark for o in outputs if not o.partial.is_idle}
        min_watermark = min(watermarks.values(), default=None)
        limiting = frozenset(
            split for split, watermark in watermarks.items() if watermark == min_watermark
        )
        open_splits = frozenset(output.split for output in self._splits.values())
        idle, ended = open_splits - frozenset(watermarks), self._all_splits - open_splits
        state = _BlockingState(
            time_ms, self._subtask, min_watermark, limiting, len(watermarks), idle, ended
        )
        if not self.states or self.states[-1][2:] != state[2:]:
            self.states.append(state)

    def _end_input(self, end: Position) -> None:
        super()._end_input(end)
        time_ms = positions.get_time_ms(end)
        self.states.append(
            _BlockingState(time_ms, self._subtask, None, ended_splits=self._all_splits)
        )


def _find_stalls(states: list[_BlockingState]) -> Iterator[WatermarkStall]:
    known: dict[int, _BlockingState] = {}
    start_ms, previous_min, limiting = 0, None, SplitNames()
    for time_ms, simultaneous in groupby(states, key=lambda state: state.time_ms):
        known |= {state.subtask: state for state in simultaneous}
        min_watermark = min(
            (state.min_watermark for state in known.values() if state.min_watermark is not None),
            default=None,
        )
        minimal_states = [
            state for state in known.values() if state.min_watermark == min_watermark is not None
        ]
        current = SplitNames().union(*(state.limiting_splits for state in minimal_states))
        if len(current) == sum(state.active_count for state in known.values()):
            current = SplitNames()  # No split is ahead.
        if (min_watermark, current) == (previous_min, limiting):
            continue
        if limiting:
            ended_by: StallEnd = "a record of this split"
            if any(limiting & state.ended_splits for state in known.values()):
                ended_by = "its end"
            elif any(limiting & state.idle_splits for state in known.values()):
                ended_by = "its idleness"
            yield WatermarkStall(tuple(sorted(limiting)), start_ms, time_ms, ended_by)
        start_ms, previous_min, limiting = time_ms, min_watermark, current


def select_longest(stalls: Iterable[WatermarkStall], max_count: int = 3) -> list[WatermarkStall]:
    """Select the longest stalls, the longest first."""
    return sorted(stalls, key=lambda held: -held.duration_ms)[:max_count]


__all__ = ["WatermarkStall", "find_watermark_stalls", "select_longest"]
