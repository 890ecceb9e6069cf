"""Bundles: what Python's worker gives back comes to Java when a bundle of elements is complete.

Flink: ``AbstractPythonFunctionOperator``, which hands elements to the worker, and its results on, in
bundles. A watermark that comes in the midst of one waits for its end, but for the last one, which
ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from flinksim.common.configuration import Configuration
from flinksim.common.typeutils.conversion import Converter
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.core.value_copy import UNCHANGEABLE, copy_value
from flinksim.pyflink_compat.python_flavor import BUNDLE_SIZE, BUNDLE_TIME, of_bundles
from flinksim.runtime.elements import StreamRecord, Watermark
from flinksim.runtime.operators.stream_operator import GoingOn, ProcessingTimeService, TimerHandle
from flinksim.runtime.tasks.outputs import OperatorOutput, OutputTarget
from flinksim.trace.events import Emit, WatermarkHeld

if TYPE_CHECKING:
    from flinksim.core.ids import OperatorId
    from flinksim.datastream.output_tag import OutputTag

_Given = TypeVar("_Given")


@dataclass(frozen=True, slots=True)
class BundleLimits:
    """When a bundle ends: after so many elements and timers, or so many ms after the one before it.

    The latter is looked at at intervals of its length, from ``open`` on.
    """

    size: int
    time_ms: int


def bundle_limits(configuration: Configuration) -> BundleLimits:
    """``python.fn-execution.bundle.size`` and ``.time``."""
    return BundleLimits(
        of_bundles(configuration, BUNDLE_SIZE), of_bundles(configuration, BUNDLE_TIME)
    )


class Bundle:
    """What a worker has taken and not yet answered for: its results, its error, a watermark that waits.

    * If a function fails, what is kept back is lost, and the rest of the bundle is not looked at. The
      error is raised when the bundle ends: until then those beside it go on.
    * A function is opened for the first element of its worker; if none comes, it may not even open.
    * A full bundle ends after its last element: what fails behind it fails at once.
    * A watermark counts, for the operator's timers and for those behind it, when no bundle is open.
    """

    __slots__ = (
        "_clock",
        "_coming_of",
        "_failure",
        "_last_end",
        "_limits",
        "_opened_at",
        "_results",
        "_taken",
        "_timer",
        "_watermark",
        "number",
    )  # fmt: skip

    def __init__(
        self, limits: BundleLimits, clock: ProcessingTimeService, coming_of: GoingOn
    ) -> None:
        self._limits = limits
        self._clock = clock
        self._coming_of = coming_of
        self._results: list[Callable[[], None]] = []
        self._failure: Exception | None = None
        self._watermark: Callable[[], None] | None = None
        """What the watermark does that waits for the end of the bundle."""
        self._taken = 0
        """Elements and timers of the open bundle."""
        self._timer: TimerHandle | None = None
        self._opened_at = self._last_end = clock.current_processing_time()
        self.number = 0
        """How many bundles have ended."""

    @property
    def is_open(self) -> bool:
        """Whether an element or timer was taken that is not answered for."""
        return self._taken > 0

    def guarded(self, process: Callable[[_Given], None]) -> Callable[[_Given], None]:
        """*process*, of an element or a timer, whose error waits for the end of the bundle."""
        size = self._limits.size

        def process_in_bundle(given: _Given) -> None:
            if self._timer is None:
                self._begin()
            if self._failure is None:
                try:
                    process(given)
                except Exception as error:
                    self._failure = error
            self._taken += 1
            if self._taken >= size:
                self.end()

        return process_in_bundle

    def held(
        self, operator: OperatorId, emit: Emit | None, process: Callable[[Watermark], None]
    ) -> Callable[[Watermark], None]:
        """*process*, of a watermark, which waits for the end of the bundle. Of two the later counts."""

        def process_between_bundles(watermark: Watermark) -> None:
            if watermark.timestamp == MAX_TIMESTAMP:
                self.end()
            if self._taken:
                if emit is not None:
                    emit((WatermarkHeld, operator, watermark.timestamp, self._taken))
                self._watermark = self._coming_of(partial(process, watermark))
            else:
                process(watermark)

        return process_between_bundles

    def opened_later(self, error: Exception) -> None:
        """*error* came when a function was opened: it counts if there is an element to open it for."""
        if self._failure is None:
            self._failure = error

    def keep(self, hand_on: Callable[[], None]) -> None:
        """*hand_on* hands a result on, when the bundle ends."""
        self._results.append(self._coming_of(hand_on))

    def hand_results_on(self) -> None:
        """Those of calls that were asynchronous may be there when no bundle is open."""
        results, self._results = self._results, []
        for hand_on in results:
            hand_on()

    def _begin(self) -> None:
        """It ends at the next look at the clock, if none has ended within its time by then."""
        time_ms = self._limits.time_ms
        earliest = max(self._last_end + time_ms, self._clock.current_processing_time() + 1)
        looks = -(-(earliest - self._opened_at) // time_ms)
        due = self._opened_at + looks * time_ms
        self._timer = self._clock.schedule_at(due, lambda _: self.end(), "end of bundle")

    def end(self) -> None:
        """Hand the results on, then the watermark that waits; or raise what a function raised."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        taken, self._taken = self._taken, 0
        if self._failure is not None and taken:
            raise self._failure
        self.hand_results_on()
        if taken:
            self.number += 1
            self._last_end = self._clock.current_processing_time()
        watermark, self._watermark = self._watermark, None
        if watermark is not None:
            watermark()


class PythonOutput(OperatorOutput):
    """If no side output of an operator is taken, ``(OutputTag, value)`` is a result like any other."""

    __slots__ = ("_stay",)

    def __init__(
        self, targets: Sequence[OutputTarget], operator: OperatorId, emit: Emit | None
    ) -> None:
        super().__init__(targets, operator, emit)
        self._stay = not self._side

    def collect_side_output(self, tag: OutputTag, record: StreamRecord) -> None:
        if self._stay:
            self.collect(StreamRecord((tag, record.value), record.timestamp))
        else:
            super().collect_side_output(tag, record)


class BundledOutput(PythonOutput):
    """Keeps the results of a Python operator back until its *bundle* ends."""

    __slots__ = ("_converters", "_hand_on", "bundle")

    def __init__(
        self,
        targets: Sequence[OutputTarget],
        operator: OperatorId,
        emit: Emit | None,
        converters: Mapping[str | None, Converter | None],
        bundle: Bundle,
    ) -> None:
        super().__init__(targets, operator, emit)
        self._hand_on = self.collect
        self.collect = self._keep
        self._converters = converters
        self.bundle = bundle

    def _keep(self, record: StreamRecord) -> None:
        self._keep_for(None, record)

    def collect_side_output(self, tag: OutputTag, record: StreamRecord) -> None:
        if self._stay:
            self._keep(StreamRecord((tag, record.value), record.timestamp))
        else:
            self._keep_for(tag, record)

    def _keep_for(self, tag: OutputTag | None, record: StreamRecord) -> None:
        """As the worker writes it down at once: later changes to the value do not count."""
        convert = self._converters.get(None if tag is None else tag.tag_id)
        value = record.value if convert is None else convert(record.value)
        if value.__class__ not in UNCHANGEABLE:
            value = copy_value(value)
        result = StreamRecord(value, record.timestamp)
        hand_on = self._hand_on if tag is None else partial(super().collect_side_output, tag)
        self.bundle.keep(partial(hand_on, result))

    def emit_watermark(self, watermark: Watermark) -> None:
        self.bundle.hand_results_on()
        super().emit_watermark(watermark)
