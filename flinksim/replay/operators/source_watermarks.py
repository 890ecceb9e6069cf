"""Watermarks of a source task, computed from the maximum timestamps per tick.

A tick is one periodic emission of watermarks (``auto.watermark.interval``). Flink's built-in
generators use only the maximum timestamp and whether records arrived. So one row per split and tick
is enough. The generators, the multiplexer of the splits' watermarks and the idleness rules run on
the driver over these rows. Ticks at which no generator can change its output are skipped.

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
from flinksim.replay.operators.chain_runner import ChainRunner, VertexPlan, find_watermark_nodes
from flinksim.replay.operators.positions import Position
from flinksim.replay.operators.recording_operators import remove_timestamp_assigner
from flinksim.runtime.elements import MAX_WATERMARK
from flinksim.runtime.operators.split_watermarks import SourceWatermarks, SplitWatermarkOutput
from flinksim.runtime.operators.watermark_output import WatermarkToDataOutput
from flinksim.runtime.virtual_clock import BackpressureTimer

_MAX_TIMESTAMP_GENERATORS = (
    BoundedOutOfOrdernessWatermarks,
    AscendingTimestampsWatermarks,
    NoWatermarksGenerator,
)


def is_max_timestamp_strategy(strategy: Any) -> bool:
    """Return whether the strategy's generator uses only the maximum timestamp and idleness."""
    if strategy is None:
        return True
    generator = strategy.create_watermark_generator(lambda: 0)
    if type(generator) is WatermarksWithIdleness:
        generator = generator.watermarks
    return type(generator) in _MAX_TIMESTAMP_GENERATORS


@dataclass(slots=True)
class SourceTimestampScan:
    """Summary of a source's records that the driver needs to compute watermarks.

    ``max_timestamps[node, unit]`` has, for each tick (periodic emission), the maximum timestamp of the
    records since the previous tick. The unit is a split for the source itself, or a subtask for an
    operator that generates watermarks further down the chain. ``last_items`` has the position in the run
    of each split's last item.
    """

    max_timestamps: dict[tuple[int, int], dict[int, int]] = field(default_factory=dict)
    last_items: dict[int, Position] = field(default_factory=dict)

    def update(self, node: int, unit: int, maxima: Mapping[int, int]) -> None:
        """Take the maximum of the known and the given timestamps of a split or subtask, tick by tick."""
        update_maxima(self.max_timestamps.setdefault((node, unit), {}), maxima)

    def merge(self, other: SourceTimestampScan) -> None:
        """Merge in the summary of other records of the same source, such as another part of the log."""
        for (node, unit), greatest in other.max_timestamps.items():
            self.update(node, unit, greatest)
        for split, position in other.last_items.items():
            self.last_items[split] = max(position, self.last_items.get(split, position))


def update_maxima(known: dict[int, int], found: Mapping[int, int]) -> None:
    """Raise the *known* maximum timestamp of each tick to the one *found*, if that is larger."""
    for tick, timestamp in found.items():
        current = known.get(tick)
        if current is None or timestamp > current:
            known[tick] = timestamp


def compute_next_tick(time_ms: int, start_ms: int, interval_ms: int) -> int:
    """Return the number of the first periodic emission after an arrival at *time_ms*, counted from 1."""
    return (time_ms - start_ms) // interval_ms + 1


class SourceTaskTimeline:
    """Runs the watermark generators of one source subtask over the maximum timestamps per tick."""

    def __init__(self, plan: VertexPlan, subtask: int, source_scan: SourceTimestampScan) -> None:
        self._plan = plan
        self._subtask = subtask
        self._source_scan = source_scan
        self._runner = ChainRunner(plan, subtask, None, mode="watermarks only")
        self._head: Any = self._runner.head
        spec = plan.operators[0].node.spec
        assert isinstance(spec, SourceSpec)
        strategy = None if spec.legacy else spec.watermark_strategy
        self._chain_output = WatermarkToDataOutput(self._head.output)
        self._event_time = SourceWatermarks(
            self._chain_output,
            None if strategy is None else remove_timestamp_assigner(strategy),
            self._runner.clock.current_processing_time,
            BackpressureTimer(),  # nothing blocks in a replay
        )
        self._splits: dict[int, SplitWatermarkOutput] = {}
        for place in range(subtask, len(plan.split_names), plan.parallelism):
            self._splits[place] = self._event_time.add_split(plan.split_names[place])
        # In the order in which timers are registered: operators open from tail to head.
        self._generators = [
            _PeriodicGenerator(node, plan.get_tick_interval_ms(node), self._runner.operators[node])
            for node in reversed(find_watermark_nodes(plan.operators))
        ]
        if strategy is not None:
            node = plan.operators[0].node.id
            self._generators.append(_PeriodicGenerator(node, plan.get_tick_interval_ms(node), None))

    def run(self) -> Position:
        """Compute all watermarks and return the position at which the subtask ends.

        ``emitted_controls`` of the runner has the output of the chain.
        """
        plan, clock = self._plan, self._runner.clock
        ends = self._find_split_ends()
        last_item = max(ends.values(), default=positions.from_record(plan.start_ms, -1, 0))
        task = plan.first_task + self._subtask
        for time_ms, number, tick in self._iterate_ticks(ends):
            if (3 * time_ms,) > last_item:
                break
            generator = self._generators[number]
            for feed in generator.feeds:
                feed.advance_to(tick)
            clock.now_ms = time_ms
            self._runner._begin_step(positions.from_source_timer(time_ms, task, number))
            if generator.operator is None:
                self._emit_periodic(ends, time_ms)
            else:
                generator.operator._generator.on_periodic_emit(generator.operator._watermark_output)
        end = positions.from_source_end(last_item)
        self._end_input(end)
        return end

    def _find_split_ends(self) -> dict[int, Position]:
        first = self._plan.first_split
        return {
            split: self._source_scan.last_items[first + split]
            for split in self._splits
            if first + split in self._source_scan.last_items
        }

    def _get_targets(self, generator: _PeriodicGenerator) -> dict[int, Any]:
        """Return the watermark outputs to which the timestamps of a generator go, by split or subtask."""
        if generator.operator is not None:
            return {self._subtask: generator.operator}
        first = self._plan.first_split
        return {first + split: output for split, output in self._splits.items()}

    def _emit_periodic(self, ends: dict[int, Position], time_ms: int) -> None:
        """Let the generators of all open splits emit; close the outputs of splits that have ended first."""
        for split in sorted(ends):
            if ends[split] < (3 * time_ms,):
                self._event_time.release_split(self._splits.pop(split))
                del ends[split]
        self._event_time.on_periodic_emit()

    def _end_input(self, end: Position) -> None:
        self._runner._begin_step(end)
        if self._chain_output.is_idle:
            self._head.output.emit_watermark(MAX_WATERMARK)
        else:
            self._chain_output.advance_to(MAX_TIMESTAMP)
        for chained in self._plan.operators:
            self._runner.operators[chained.node.id].finish()

    @property
    def controls(self) -> list[tuple[int, Position, int, Any]]:
        """Watermarks and statuses that the chain emitted: (edge, position, number in the step, element)."""
        return self._runner.emitted_controls

    def _iterate_ticks(self, ends: dict[int, Position]) -> Iterator[tuple[int, int, int]]:
        """Iterate over the periodic emissions at which a watermark can change, in order of time.

        Yields (processing time, number of the generator, number of the tick).
        """
        if self._plan.auto_watermark_interval_ms <= 0:
            return iter(())
        start_ms = self._plan.start_ms
        return heapq.merge(
            *(
                [
                    (start_ms + tick * generator.interval_ms, number, tick)
                    for tick in self._list_ticks(generator, ends)
                ]
                for number, generator in enumerate(self._generators)
            )
        )

    def _list_ticks(self, generator: _PeriodicGenerator, ends: dict[int, Position]) -> list[int]:
        interval_ms = generator.interval_ms
        ticks: set[int] = {1}
        for unit, target in self._get_targets(generator).items():
            greatest = self._source_scan.max_timestamps.get((generator.node, unit), {})
            generator.feeds.append(_TimestampFeed(greatest, target))
            ticks.update(greatest)
        for end in ends.values():
            ticks.add(
                compute_next_tick(positions.get_time_ms(end), self._plan.start_ms, interval_ms)
            )
        wait = self._compute_idle_ticks(generator)
        if wait:
            ticks.update(
                [t + extra for t in sorted(ticks) for extra in (1, 2, wait, wait + 1, wait + 2)]
            )
        return sorted(ticks)

    def _compute_idle_ticks(self, periodic: _PeriodicGenerator) -> int:
        (spec,) = (c.node.spec for c in self._plan.operators if c.node.id == periodic.node)
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
        return int(generator.idle_timeout_nanos // (periodic.interval_ms * 1_000_000)) + 1


@dataclass(slots=True)
class _PeriodicGenerator:
    """Watermark generators of one operator, which emit together at each interval.

    ``operator`` is the operator that generates watermarks, or ``None`` for the generators of the
    source.
    """

    node: int
    interval_ms: int
    operator: Any
    feeds: list[_TimestampFeed] = field(default_factory=list)


class _TimestampFeed:
    """Passes the maximum timestamps of one split or subtask to its watermark generator, in order."""

    def __init__(self, maxima: Mapping[int, int], target: Any) -> None:
        self._maxima = maxima
        self._ticks = sorted(maxima)
        self._next = 0
        self._target = target

    def advance_to(self, tick: int) -> None:
        """Pass on the maximum timestamps of all records that arrived before *tick*."""
        ticks = self._ticks
        while self._next < len(ticks) and ticks[self._next] <= tick:
            self.feed(self._maxima[ticks[self._next]])
            self._next += 1

    def feed(self, timestamp: int) -> None:
        """Pass *timestamp* to the generator as if a record with it had arrived."""
        target = self._target
        if isinstance(target, SplitWatermarkOutput):
            target.on_event(None, timestamp)
        else:
            target._on_event(None, timestamp, target._watermark_output)
