"""The watermarks of a source: a generator per split, and one for the source as a whole.

Flink: ``ProgressiveTimestampsAndWatermarks``, ``SourceOutputWithWatermarks``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, Any

from flinksim.common.watermark_generators import (
    PausableRelativeClock,
    WatermarksWithIdleness,
    compute_next_poll_ms,
)
from flinksim.common.watermark_strategy import Watermark
from flinksim.core.ids import OperatorId
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.runtime.operators.combined_watermark_status import PartialWatermark
from flinksim.runtime.operators.watermark_output import (
    IdlenessManager,
    WatermarkOutputMultiplexer,
    WatermarkToDataOutput,
)
from flinksim.runtime.virtual_clock import BackpressureTimer
from flinksim.runtime.watermark_blockers import BlockerChange
from flinksim.trace.events import (
    Emit,
    GeneratedWatermarkIgnored,
    GeneratorTrigger,
    IdlenessCountdownChanged,
    SplitAssigned,
    SplitReleased,
    SplitStatusChanged,
    WatermarkGenerated,
)

if TYPE_CHECKING:
    from flinksim.common.watermark_strategy import (
        WatermarkGenerator,
        WatermarkOutput,
        WatermarkStrategy,
    )


class SplitWatermarkOutput:
    """The watermark generator of one split, its two outputs, and trace events about it.

    ``on_event`` of the generator writes to the immediate output, its periodic call to the deferred
    one. ``records_read`` counts the records of the split. ``generated_by`` is what triggered the
    generator; it is kept while the run is traced.
    """

    __slots__ = (
        "_blockers",
        "_deferred_output",
        "_emit",
        "_operator",
        "_was_idle",
        "clock",
        "generated_by",
        "generator",
        "has_ended",
        "idle_after",
        "immediate_output",
        "is_paused",
        "partial",
        "records_read",
        "split",
    )  # fmt: skip

    def __init__(
        self,
        split: str,
        multiplexer: WatermarkOutputMultiplexer,
        generator: WatermarkGenerator | None,
        clock: PausableRelativeClock | None,
        emit: Emit | None,
        operator: OperatorId,
        blockers: SplitBlockers,
    ) -> None:
        self.split = split
        self._blockers = blockers
        self.records_read = 0
        self.has_ended = False
        self.generated_by: GeneratorTrigger = "mark"
        self.idle_after: int | None = None
        """The processing time (ms) after which the split becomes idle if no record comes.

        ``None`` if no idleness timeout was running at the last poll. Set in traced runs only.
        """
        self.generator = generator
        self.clock = clock
        """The clock by which the idleness of the split is measured."""
        self.is_paused = False
        """Whether watermark alignment lets the split wait."""
        self._emit = emit
        self._operator = operator
        self._was_idle = False
        self.partial: PartialWatermark = (
            multiplexer.register_new_output(split)
            if emit is None
            else multiplexer.register_new_output(
                split, self._report_watermark, self._report_idle, self._report_ignored
            )
        )
        self.immediate_output: WatermarkOutput = multiplexer.get_immediate_output(split)
        self._deferred_output: WatermarkOutput = multiplexer.get_deferred_output(split)

    def on_event(self, value: Any, timestamp: int) -> None:
        """Pass a record of the split to the generator, after the record was emitted."""
        if self.generator is not None:
            self.generated_by = "record"
            self.generator.on_event(value, timestamp, self.immediate_output)

    def on_periodic_emit(self) -> None:
        if self.generator is not None:
            self.generated_by = "tick"
            self.generator.on_periodic_emit(self._deferred_output)
            if self._emit is not None and isinstance(self.generator, WatermarksWithIdleness):
                idle_after = self.generator.idle_deadline_ms
                if idle_after != self.idle_after:
                    self.idle_after = idle_after
                    self._emit((IdlenessCountdownChanged, self._operator, self.split, idle_after))

    def set_paused(self, is_paused: bool, now_ms: int) -> None:
        """Pause or resume the split, because of watermark alignment.

        Flink: ``ProgressiveTimestampsAndWatermarks.pauseOrResumeSplits``.
        """
        if is_paused == self.is_paused:
            return
        self.is_paused = is_paused
        if self.clock is not None:
            (self.clock.pause if is_paused else self.clock.unpause)(now_ms)

    def _report_watermark(self, timestamp: int) -> None:
        assert self._emit is not None
        change = self._blockers.update(self)
        self._emit(
            (
                WatermarkGenerated,
                self._operator,
                self.split,
                timestamp,
                self.generated_by,
                self.records_read,
                *change,
            )
        )

    def _report_ignored(self, timestamp: int) -> None:
        assert self._emit is not None
        if self.generated_by != "tick":  # a tick mostly brings no new watermark
            self._emit(
                (
                    GeneratedWatermarkIgnored,
                    self._operator,
                    self.split,
                    timestamp,
                    self.generated_by,
                )
            )

    def _report_idle(self, is_idle: bool) -> None:
        assert self._emit is not None
        if is_idle != self._was_idle:
            self._was_idle = is_idle
            change = self._blockers.update(self)
            self._emit((SplitStatusChanged, self._operator, self.split, is_idle, *change))


class SplitBlockers:
    """The active splits of a source with the smallest watermark, which hold back the source's watermark.

    Each change affects one split and is reported immediately. So a change costs the same with a
    thousand splits as with a few.
    """

    __slots__ = (
        "_next_number",
        "_split_numbers",
        "_splits_by_watermark",
        "_watermark_by_split",
        "_watermark_heap",
        "outputs",
    )

    def __init__(self) -> None:
        self.outputs: list[SplitWatermarkOutput] = []
        self._next_number = count()
        self._split_numbers: dict[str, int] = {}
        """The index of each split, in the order in which they were added."""
        self._watermark_by_split: dict[str, int] = {}
        """The watermark of each active split."""
        self._splits_by_watermark: dict[int, dict[str, None]] = {}
        """The splits that have each watermark."""
        self._watermark_heap: list[int] = []
        """Heap of these watermarks; it may contain some that no split has any more."""

    def update(self, output: SplitWatermarkOutput) -> BlockerChange[str]:
        """Update after the watermark or status of *output* changed, or it was added or removed."""
        name, watermark = output.split, output.partial.watermark
        is_active = not (output.has_ended or output.partial.is_idle)
        minimum_before = self._watermark_heap[0] if self._watermark_heap else None
        former_blockers = (
            {} if minimum_before is None else self._splits_by_watermark[minimum_before]
        )
        self._remove(name)
        if output.has_ended:
            self._split_numbers.pop(name, None)
        elif name not in self._split_numbers:
            self._split_numbers[name] = next(self._next_number)
        if is_active:
            if watermark not in self._splits_by_watermark:
                self._splits_by_watermark[watermark] = {}
                heappush(self._watermark_heap, watermark)
            self._splits_by_watermark[watermark][name] = None
            self._watermark_by_split[name] = watermark
        while self._watermark_heap and self._watermark_heap[0] not in self._splits_by_watermark:
            heappop(self._watermark_heap)
        minimum = self._watermark_heap[0] if self._watermark_heap else None
        holds = is_active and watermark == minimum
        if minimum == minimum_before:
            return BlockerChange(holds, (), ())
        now = {} if minimum is None else self._splits_by_watermark[minimum]
        return BlockerChange(
            holds, self._list_others(now, name), self._list_others(former_blockers, name)
        )

    def _remove(self, name: str) -> None:
        before = self._watermark_by_split.pop(name, None)
        if before is not None:
            same = self._splits_by_watermark[before]
            del same[name]
            if not same:
                del self._splits_by_watermark[before]

    def _list_others(self, names: Iterable[str], name: str) -> tuple[str, ...]:
        others = [each for each in names if each != name]
        return tuple(sorted(others, key=self._split_numbers.__getitem__))


class SourceWatermarks:
    """Combines the splits of one source subtask into one watermark and one status.

    * Each split has a generator of its own. The minimum watermark of the active splits is emitted,
      and nothing is emitted before each of them has one.
    * A split that has ended does not count any more, from the next update on.
    * The source is idle when all its splits and its *main output* are idle, see
      :class:`~flinksim.runtime.operators.watermark_output.IdlenessManager`. Without ``with_idleness``
      the generators never make it idle, and a subtask without splits blocks the others.
    * Marks of the split itself (of a scripted source) are treated like the output of its generator.
      When all splits have marked themselves idle, the source is idle; when one is active, it is
      active.

    Without a strategy there are no generators, and only marks of the splits are emitted.

    Flink: ``ProgressiveTimestampsAndWatermarks``.
    """

    __slots__ = (
        "_backpressure",
        "_blockers",
        "_clock_ms",
        "_emit",
        "_main_generator",
        "_main_output",
        "_multiplexer",
        "_operator",
        "_outputs",
        "_strategy",
        "main_clock",
    )  # fmt: skip

    def __init__(
        self,
        chain_output: WatermarkToDataOutput,
        strategy: WatermarkStrategy | None,
        clock_ms: Callable[[], int],
        backpressure: BackpressureTimer,
        *,
        emit: Emit | None = None,
        operator: OperatorId | None = None,
    ) -> None:
        self._emit = emit
        self._operator = operator or OperatorId("")
        self._blockers = SplitBlockers()
        self._outputs = self._blockers.outputs
        self._clock_ms = clock_ms
        self._backpressure = backpressure
        self._strategy = strategy
        self.main_clock: PausableRelativeClock | None = None
        """The clock by which the idleness of the main output is measured."""
        self._main_generator: WatermarkGenerator | None = None
        self._main_output: WatermarkOutput = chain_output
        splits: WatermarkOutput = chain_output
        if strategy is not None:
            join = IdlenessManager(chain_output)
            self._main_output, splits = join.main_output, join.split_output
            self.main_clock = backpressure.create_clock(clock_ms)
            self._main_generator = strategy.create_watermark_generator(clock_ms, self.main_clock)
        self._multiplexer = WatermarkOutputMultiplexer(splits)

    def add_split(self, split: str, records_read: int = 0) -> SplitWatermarkOutput:
        """Create the watermark output of *split*, which takes part in the source's watermark from now on.

        Args:
            split: The name of the split.
            records_read: The number of records that were read before.
        """
        generator = clock = None
        if self._strategy is not None:
            clock = self._backpressure.create_clock(self._clock_ms)
            generator = self._strategy.create_watermark_generator(self._clock_ms, clock)
        output = SplitWatermarkOutput(
            split, self._multiplexer, generator, clock, self._emit, self._operator, self._blockers
        )
        output.records_read = records_read
        self._outputs.append(output)
        if self._emit is not None:
            former_blockers = self._blockers.update(output).former_blockers
            self._emit((SplitAssigned, self._operator, split, records_read, former_blockers))
        return output

    def release_split(self, output: SplitWatermarkOutput) -> None:
        """Release the output of a split that has ended."""
        self._multiplexer.unregister_output(output.split)
        self._outputs.remove(output)
        output.has_ended = True
        if output.clock is not None:
            self._backpressure.release_clock(output.clock)
        if self._emit is not None:
            new_blockers = self._blockers.update(output).new_blockers
            self._emit((SplitReleased, self._operator, output.split, new_blockers))

    def compute_next_effect_ms(self) -> int:
        """Return the time (ms) before which polling the generators changes nothing if no record comes."""
        generators = [output.generator for output in self._outputs]
        polled = [one for one in (*generators, self._main_generator) if one is not None]
        return min(map(compute_next_poll_ms, polled), default=MAX_TIMESTAMP)

    def on_periodic_emit(self) -> None:
        """Call ``on_periodic_emit`` of all generators: first the splits', then the source's own."""
        for output in self._outputs:
            output.on_periodic_emit()
        self._multiplexer.on_periodic_emit()
        if self._main_generator is not None:
            self._main_generator.on_periodic_emit(self._main_output)

    # --- marks of a split ------------------------------------------------------------------------

    def on_split_watermark(self, output: SplitWatermarkOutput, timestamp: int) -> None:
        output.generated_by = "mark"
        output.immediate_output.emit_watermark(Watermark(timestamp))

    def on_split_idle(self, output: SplitWatermarkOutput) -> None:
        output.immediate_output.mark_idle()
        if all(each.partial.is_idle for each in self._outputs):
            self._main_output.mark_idle()

    def on_split_active(self, output: SplitWatermarkOutput) -> None:
        output.immediate_output.mark_active()
        self._main_output.mark_active()
