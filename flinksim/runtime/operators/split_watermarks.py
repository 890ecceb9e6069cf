"""The watermarks of a source: a generator per split, and one for the source as a whole.

Flink: ``ProgressiveTimestampsAndWatermarks``, ``SourceOutputWithWatermarks``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, Any

from flinksim.common.watermark_generators import WatermarksWithIdleness, quiet_until
from flinksim.common.watermark_strategy import Watermark
from flinksim.core.ids import OperatorId
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.runtime.operators.combined_watermark_status import PartialWatermark
from flinksim.runtime.operators.watermark_output import (
    IdlenessJoin,
    WatermarkOutputMultiplexer,
    WatermarkToDataOutput,
)
from flinksim.runtime.watermark_blockers import HolderChange
from flinksim.trace.events import (
    Emit,
    GeneratedBy,
    GeneratedWatermarkIgnored,
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


class SplitOutput:
    """The watermark generator of one split, its outputs, and the events about them.

    ``on_event`` of the generator writes to the immediate output, its periodic call to the deferred
    one. ``read`` counts the records of the split. ``spoken_by`` is what triggered the generator; it
    is kept while the run is traced.
    """

    __slots__ = ("_countdown_before", "_deferred", "_emit", "_idle_before", "_operator", "_siblings",
                 "generator", "has_ended", "immediate", "partial", "read", "split",
                 "spoken_by")  # fmt: skip

    def __init__(
        self,
        split: str,
        multiplexer: WatermarkOutputMultiplexer,
        generator: WatermarkGenerator | None,
        emit: Emit | None,
        operator: OperatorId,
        siblings: SplitHolders,
    ) -> None:
        self.split = split
        self._siblings = siblings
        self.read = 0
        self.has_ended = False
        self.spoken_by: GeneratedBy = "mark"
        self._countdown_before: int | None = None
        self.generator = generator
        self._emit = emit
        self._operator = operator
        self._idle_before = False
        self.partial: PartialWatermark = (
            multiplexer.register_new_output(split)
            if emit is None
            else multiplexer.register_new_output(
                split, self._report_watermark, self._report_idle, self._report_ignored
            )
        )
        self.immediate: WatermarkOutput = multiplexer.immediate_output(split)
        self._deferred: WatermarkOutput = multiplexer.deferred_output(split)

    def on_event(self, value: Any, timestamp: int) -> None:
        """Pass a record of the split to the generator, after the record was emitted."""
        if self.generator is not None:
            self.spoken_by = "record"
            self.generator.on_event(value, timestamp, self.immediate)

    def on_periodic_emit(self) -> None:
        if self.generator is not None:
            self.spoken_by = "tick"
            self.generator.on_periodic_emit(self._deferred)
            if self._emit is not None and self.idle_after != self._countdown_before:
                self._countdown_before = self.idle_after
                self._emit((IdlenessCountdownChanged, self._operator, self.split, self.idle_after))

    @property
    def idle_after(self) -> int | None:
        """The time after which the split is idle without a record; ``None`` if no timeout runs."""
        generator = self.generator
        return generator.idle_after if isinstance(generator, WatermarksWithIdleness) else None

    def _report_watermark(self, timestamp: int) -> None:
        assert self._emit is not None
        change = self._siblings.changed(self)
        self._emit(
            (
                WatermarkGenerated,
                self._operator,
                self.split,
                timestamp,
                self.spoken_by,
                self.read,
                *change,
            )
        )

    def _report_ignored(self, timestamp: int) -> None:
        assert self._emit is not None
        if self.spoken_by != "tick":  # a tick mostly brings no new watermark
            self._emit(
                (GeneratedWatermarkIgnored, self._operator, self.split, timestamp, self.spoken_by)
            )

    def _report_idle(self, is_idle: bool) -> None:
        assert self._emit is not None
        if is_idle != self._idle_before:
            self._idle_before = is_idle
            change = self._siblings.changed(self)
            self._emit((SplitStatusChanged, self._operator, self.split, is_idle, *change))


class SplitHolders:
    """The active splits of a source that block its watermark.

    Each change affects one split and is reported immediately. So a change costs the same with a
    thousand splits as with a few.
    """

    __slots__ = ("_at", "_counted", "_next_number", "_numbers", "_watermarks", "outputs")

    def __init__(self) -> None:
        self.outputs: list[SplitOutput] = []
        self._next_number = count()
        self._numbers: dict[str, int] = {}
        """The index of each split, in the order in which they were added."""
        self._counted: dict[str, int] = {}
        """The watermark of each active split."""
        self._at: dict[int, dict[str, None]] = {}
        """The splits that have each watermark."""
        self._watermarks: list[int] = []
        """Heap of these watermarks; it may contain some that no split has any more."""

    def changed(self, output: SplitOutput) -> HolderChange[str]:
        """Update after *output* changed, was added or ended."""
        name, watermark = output.split, output.partial.watermark
        is_active = not (output.has_ended or output.partial.is_idle)
        minimum_before = self._watermarks[0] if self._watermarks else None
        former_blockers = {} if minimum_before is None else self._at[minimum_before]
        self._take_out(name)
        if output.has_ended:
            self._numbers.pop(name, None)
        elif name not in self._numbers:
            self._numbers[name] = next(self._next_number)
        if is_active:
            if watermark not in self._at:
                self._at[watermark] = {}
                heappush(self._watermarks, watermark)
            self._at[watermark][name] = None
            self._counted[name] = watermark
        while self._watermarks and self._watermarks[0] not in self._at:
            heappop(self._watermarks)
        minimum = self._watermarks[0] if self._watermarks else None
        holds = is_active and watermark == minimum
        if minimum == minimum_before:
            return HolderChange(holds, (), ())
        now = {} if minimum is None else self._at[minimum]
        return HolderChange(holds, self._others(now, name), self._others(former_blockers, name))

    def _take_out(self, name: str) -> None:
        before = self._counted.pop(name, None)
        if before is not None:
            same = self._at[before]
            del same[name]
            if not same:
                del self._at[before]

    def _others(self, names: Iterable[str], name: str) -> tuple[str, ...]:
        others = [each for each in names if each != name]
        return tuple(sorted(others, key=self._numbers.__getitem__))


class SourceEventTime:
    """Combines the splits of one source subtask into one watermark and one status.

    * Each split has a generator of its own. The minimum watermark of the active splits is emitted,
      and nothing is emitted before each of them has one.
    * A split that has ended does not count any more, from the next update on.
    * The source is idle when all its splits and its *main output* are idle, see
      :class:`~flinksim.runtime.operators.watermark_output.IdlenessJoin`. Without ``with_idleness``
      the generators never make it idle, and a subtask without splits blocks the others.
    * Marks of the split itself (of a scripted source) are treated like the output of its generator.
      When all splits have marked themselves idle, the source is idle; when one is active, it is
      active.

    Without a strategy there are no generators, and only marks of the splits are emitted.

    Flink: ``ProgressiveTimestampsAndWatermarks``.
    """

    __slots__ = ("_emit", "_main", "_main_generator", "_make_generator", "_multiplexer",
                 "_operator", "_outputs", "_siblings")  # fmt: skip

    def __init__(
        self,
        to_chain: WatermarkToDataOutput,
        strategy: WatermarkStrategy | None,
        clock_ms: Callable[[], int],
        *,
        emit: Emit | None = None,
        operator: OperatorId | None = None,
    ) -> None:
        self._emit = emit
        self._operator = operator or OperatorId("")
        self._siblings = SplitHolders()
        self._outputs = self._siblings.outputs
        self._make_generator: Callable[[], WatermarkGenerator] | None = None
        self._main_generator: WatermarkGenerator | None = None
        self._main: WatermarkOutput = to_chain
        splits: WatermarkOutput = to_chain
        if strategy is not None:
            join = IdlenessJoin(to_chain)
            self._main, splits = join.main, join.splits
            self._make_generator = lambda: strategy.create_watermark_generator(clock_ms)
            self._main_generator = self._make_generator()
        self._multiplexer = WatermarkOutputMultiplexer(splits)

    def add_split(self, split: str, read: int = 0) -> SplitOutput:
        """Create the output of *split*, which counts from now on.

        Args:
            split: The name of the split.
            read: The number of records that were read before.
        """
        generator = None if self._make_generator is None else self._make_generator()
        output = SplitOutput(
            split, self._multiplexer, generator, self._emit, self._operator, self._siblings
        )
        output.read = read
        self._outputs.append(output)
        if self._emit is not None:
            former_blockers = self._siblings.changed(output).lost
            self._emit((SplitAssigned, self._operator, split, read, former_blockers))
        return output

    def release_split(self, output: SplitOutput) -> None:
        """Release the output of a split that has ended."""
        self._multiplexer.unregister_output(output.split)
        self._outputs.remove(output)
        output.has_ended = True
        if self._emit is not None:
            new_blockers = self._siblings.changed(output).gained
            self._emit((SplitReleased, self._operator, output.split, new_blockers))

    def quiet_until(self) -> int:
        """Compute the time (ms) before which a poll has no effect unless a record comes."""
        generators = [output.generator for output in self._outputs]
        polled = [one for one in (*generators, self._main_generator) if one is not None]
        return min(map(quiet_until, polled), default=MAX_TIMESTAMP)

    def on_periodic_emit(self) -> None:
        """Poll all generators: first those of the splits, then the one of the source."""
        for output in self._outputs:
            output.on_periodic_emit()
        self._multiplexer.on_periodic_emit()
        if self._main_generator is not None:
            self._main_generator.on_periodic_emit(self._main)

    # --- marks of a split ------------------------------------------------------------------------

    def split_says_watermark(self, output: SplitOutput, timestamp: int) -> None:
        output.spoken_by = "mark"
        output.immediate.emit_watermark(Watermark(timestamp))

    def split_says_idle(self, output: SplitOutput) -> None:
        output.immediate.mark_idle()
        if all(each.partial.is_idle for each in self._outputs):
            self._main.mark_idle()

    def split_says_active(self, output: SplitOutput) -> None:
        output.immediate.mark_active()
        self._main.mark_active()
