"""Watermarks of a source task, computed from the maximum timestamps per tick.

Flink's built-in generators use only the maximum timestamp and whether records arrived. So one row
per split and tick is enough. The generators, the multiplexer of the splits and the idleness rules
run on the driver over these rows. Ticks at which no generator can change its output are skipped.

Custom generators see every record; their sources run record by record instead.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from flinksim.common.watermark_generators import (
    AscendingTimestampsWatermarks,
    BoundedOutOfOrdernessWatermarks,
    NoWatermarksGenerator,
    WatermarksWithIdleness,
)
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.datastream.transformations import SourceSpec
from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_runner import ChainPlan, ChainRunner, makes_watermarks
from flinksim.replay.operators.positions import Position
from flinksim.replay.operators.recording_operators import without_assigner
from flinksim.runtime.elements import MAX_WATERMARK
from flinksim.runtime.operators.split_watermarks import SourceEventTime, SplitOutput
from flinksim.runtime.operators.watermark_output import WatermarkToDataOutput

_BY_GREATEST_TIMESTAMP = (
    BoundedOutOfOrdernessWatermarks,
    AscendingTimestampsWatermarks,
    NoWatermarksGenerator,
)


def goes_by_greatest_timestamp(strategy: Any) -> bool:
    """Return whether the strategy's generator uses only the maximum timestamp and idleness."""
    if strategy is None:
        return True
    generator = strategy.create_watermark_generator(lambda: 0)
    if type(generator) is WatermarksWithIdleness:
        generator = generator.watermarks
    return type(generator) in _BY_GREATEST_TIMESTAMP


@dataclass(slots=True)
class SourceReach:
    """Summary of a source's records that the driver needs for watermarks.

    ``timestamps[node, unit]`` has, for each tick, the maximum timestamp of the records since the
    previous tick. The unit is a split for the source itself, or a subtask for an operator that
    generates watermarks further down the chain. ``last_items`` has the position of each split's
    last item.
    """

    timestamps: dict[tuple[int, int], dict[int, int]] = field(default_factory=dict)
    last_items: dict[int, Position] = field(default_factory=dict)

    def note(self, node: int, unit: int, greatest: Mapping[int, int]) -> None:
        """Update the maxima of *unit* by tick."""
        keep_greatest(self.timestamps.setdefault((node, unit), {}), greatest)

    def merge(self, other: SourceReach) -> None:
        """Merge the scan of other records of the same source."""
        for (node, unit), greatest in other.timestamps.items():
            self.note(node, unit, greatest)
        for split, position in other.last_items.items():
            self.last_items[split] = max(position, self.last_items.get(split, position))


def keep_greatest(known: dict[int, int], found: Mapping[int, int]) -> None:
    """Update the *known* maxima by those *found*, per tick."""
    for tick, timestamp in found.items():
        current = known.get(tick)
        if current is None or timestamp > current:
            known[tick] = timestamp


def tick_before(time_ms: int, start_ms: int, interval_ms: int) -> int:
    """Return the number of the first tick after an arrival at *time_ms*; ticks count from 1."""
    return (time_ms - start_ms) // interval_ms + 1


class SourceTaskTimeline:
    """Runs the watermark generators of one source subtask over a timestamp scan."""

    def __init__(self, plan: ChainPlan, subtask: int, reached: SourceReach) -> None:
        self._plan = plan
        self._subtask = subtask
        self._reached = reached
        self._runner = ChainRunner(plan, subtask, None, mode="watermarks only")
        self._head: Any = self._runner.head
        spec = plan.operators[0].node.spec
        assert isinstance(spec, SourceSpec)
        strategy = None if spec.legacy else spec.watermark_strategy
        self._to_chain = WatermarkToDataOutput(self._head.output)
        self._event_time = SourceEventTime(
            self._to_chain,
            None if strategy is None else without_assigner(strategy),
            self._runner.clock.current_processing_time,
        )
        self._splits: dict[int, SplitOutput] = {}
        for place in range(subtask, len(plan.split_names), plan.parallelism):
            self._splits[place] = self._event_time.add_split(plan.split_names[place])
        # In the order in which timers are registered: operators open from tail to head.
        self._asked = [
            _Asked(node, plan.ticks_every_ms(node), self._runner.operators[node])
            for node in reversed(makes_watermarks(plan.operators))
        ]
        if strategy is not None:
            node = plan.operators[0].node.id
            self._asked.append(_Asked(node, plan.ticks_every_ms(node), None))

    def run(self) -> Position:
        """Compute all watermarks and return the position at which the subtask ends.

        ``controls_out`` of the runner has the output of the chain.
        """
        plan, clock = self._plan, self._runner.clock
        ends = self._ends()
        last_item = max(ends.values(), default=positions.of_record(plan.start_ms, -1, 0))
        task = plan.first_task + self._subtask
        for time_ms, number, tick in self._ticks(ends):
            if (3 * time_ms,) > last_item:
                break
            generator = self._asked[number]
            for feed in generator.feeds:
                feed.up_to(tick)
            clock.now_ms = time_ms
            self._runner._begin(positions.of_source_timer(time_ms, task, number))
            if generator.maker is None:
                self._emit(ends, time_ms)
            else:
                generator.maker._generator.on_periodic_emit(generator.maker._watermark_output)
        end = positions.of_source_end(last_item)
        self._end(end)
        return end

    def _ends(self) -> dict[int, Position]:
        first = self._plan.first_split
        return {
            split: self._reached.last_items[first + split]
            for split in self._splits
            if first + split in self._reached.last_items
        }

    def _targets(self, asked: _Asked) -> dict[int, Any]:
        """Return the outputs that take the records of a generator, by unit."""
        if asked.maker is not None:
            return {self._subtask: asked.maker}
        first = self._plan.first_split
        return {first + split: output for split, output in self._splits.items()}

    def _emit(self, ends: dict[int, Position], time_ms: int) -> None:
        """Call the source's generators; splits that have ended are released first."""
        for split in sorted(ends):
            if ends[split] < (3 * time_ms,):
                self._event_time.release_split(self._splits.pop(split))
                del ends[split]
        self._event_time.on_periodic_emit()

    def _end(self, end: Position) -> None:
        self._runner._begin(end)
        if self._to_chain.is_idle:
            self._head.output.emit_watermark(MAX_WATERMARK)
        else:
            self._to_chain.advance_to(MAX_TIMESTAMP)
        for chained in self._plan.operators:
            self._runner.operators[chained.node.id].finish()

    @property
    def controls(self) -> list[tuple[int, Position, int, Any]]:
        """Output of the chain: (edge, position of the step, number in the step, element)."""
        return self._runner.controls_out

    def _ticks(self, ends: dict[int, Position]) -> Iterator[tuple[int, int, int]]:
        """Iterate over (time, generator, tick number) at which something can change, in order."""
        if self._plan.auto_watermark_interval_ms <= 0:
            return iter(())
        start_ms = self._plan.start_ms
        return heapq.merge(
            *(
                [
                    (start_ms + tick * generator.interval_ms, number, tick)
                    for tick in self._ticks_of(generator, ends)
                ]
                for number, generator in enumerate(self._asked)
            )
        )

    def _ticks_of(self, asked: _Asked, ends: dict[int, Position]) -> list[int]:
        interval_ms = asked.interval_ms
        ticks: set[int] = {1}
        for unit, target in self._targets(asked).items():
            greatest = self._reached.timestamps.get((asked.node, unit), {})
            asked.feeds.append(_Feed(greatest, target))
            ticks.update(greatest)
        for end in ends.values():
            ticks.add(tick_before(positions.time_of(end), self._plan.start_ms, interval_ms))
        wait = self._idle_ticks(asked)
        if wait:
            ticks.update(
                [t + extra for t in sorted(ticks) for extra in (1, 2, wait, wait + 1, wait + 2)]
            )
        return sorted(ticks)

    def _idle_ticks(self, asked: _Asked) -> int:
        (spec,) = (c.node.spec for c in self._plan.operators if c.node.id == asked.node)
        strategy: Any = (
            spec.watermark_strategy
            if isinstance(spec, SourceSpec)
            else getattr(spec, "strategy", None)
        )
        if strategy is None:  # A legacy assigner.
            return 0
        generator = strategy.create_watermark_generator(lambda: 0)
        if type(generator) is not WatermarksWithIdleness:
            return 0
        return int(generator.idle_timeout_nanos // (asked.interval_ms * 1_000_000)) + 1


@dataclass(slots=True)
class _Asked:
    """Generators called together at each interval.

    ``maker`` is the operator that generates watermarks, or ``None`` for the generators of the
    source.
    """

    node: int
    interval_ms: int
    maker: Any
    feeds: list[_Feed] = field(default_factory=list)


class _Feed:
    """Feeds the maxima to one generator, tick by tick."""

    def __init__(self, greatest: Mapping[int, int], target: Any) -> None:
        self._greatest = greatest
        self._ticks = sorted(greatest)
        self._next = 0
        self._target = target

    def up_to(self, tick: int) -> None:
        """Feed everything that arrived before *tick*."""
        ticks = self._ticks
        while self._next < len(ticks) and ticks[self._next] <= tick:
            self.take(self._greatest[ticks[self._next]])
            self._next += 1

    def take(self, timestamp: int) -> None:
        """Feed one timestamp."""
        target = self._target
        if isinstance(target, SplitOutput):
            target.on_event(None, timestamp)
        else:
            target._on_event(None, timestamp, target._watermark_output)
