"""Bundles: what Python's worker gives back comes to Java when a bundle of elements is complete.

Flink: ``AbstractPythonFunctionOperator``, which hands elements to the worker, and its results on, in
bundles.
Differs: a watermark ends the bundle, where in Flink all but the last one wait for its end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from flinksim.base.value_copies import UNCHANGEABLE, copy_value
from flinksim.common.configuration import Configuration
from flinksim.pyflink.dialect import BUNDLE_SIZE
from flinksim.runtime.elements import StreamRecord, Watermark, WatermarkStatus
from flinksim.runtime.operators.stream_operator import GoingOn, ProcessingTimeService, TimerHandle
from flinksim.runtime.tasks.output import OperatorOutput, OutputTarget
from flinksim.trace.events import Emit
from flinksim.typeutils.type_conversion import Converter

if TYPE_CHECKING:
    from flinksim.base.ids import OperatorId
    from flinksim.datastream.output_tag import OutputTag

_Given = TypeVar("_Given")


@dataclass(frozen=True, slots=True)
class BundleLimits:
    """When a bundle ends: after so many elements and timers, or so many ms after the first result."""

    size: int
    time_ms: int


def bundle_limits(configuration: Configuration) -> BundleLimits:
    """``python.fn-execution.bundle.size`` and ``.time``."""
    time_ms = configuration.get_integer("python.fn-execution.bundle.time", 1000)
    return BundleLimits(configuration.get_integer(BUNDLE_SIZE, 1000), time_ms)


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
    """Keeps the results of a Python operator back until its bundle ends, and its error, too.

    * If a function fails, what is kept back is lost, and the rest of the bundle is not looked at. The
      error is raised when the bundle ends: until then those beside it go on.
    * A function is opened for the first element of its worker; if none comes, it may not even open.
    * A full bundle is handed on after its last element: what fails behind it fails at once.
    """

    __slots__ = (
        "_clock",
        "_coming_of",
        "_converters",
        "_failure",
        "_hand_on",
        "_limits",
        "_results",
        "_taken",
        "_timer",
    )  # fmt: skip

    def __init__(
        self,
        targets: Sequence[OutputTarget],
        operator: OperatorId,
        emit: Emit | None,
        converters: Mapping[str | None, Converter | None],
        clock: ProcessingTimeService,
        limits: BundleLimits,
        coming_of: GoingOn,
    ) -> None:
        super().__init__(targets, operator, emit)
        self._hand_on = self.collect
        self.collect = self._keep
        self._converters = converters
        self._clock = clock
        self._limits = limits
        self._coming_of = coming_of
        self._results: list[Callable[[], None]] = []
        self._timer: TimerHandle | None = None
        self._failure: Exception | None = None
        self._taken = 0
        """Elements and timers of the open bundle."""

    def guarded(self, process: Callable[[_Given], None]) -> Callable[[_Given], None]:
        """*process*, of an element or a timer, whose error waits for the end of the bundle."""
        size = self._limits.size

        def process_in_bundle(given: _Given) -> None:
            if self._failure is None:
                try:
                    process(given)
                except Exception as error:
                    self._failure = error
            if self._failure is not None:
                self._begin()
            self._taken += 1
            if self._taken >= size:
                self.end_bundle()

        return process_in_bundle

    def opened_later(self, error: Exception) -> bool:
        """*error* came when a function was opened: it counts if there is an element to open it for."""
        if self._failure is None:
            self._failure = error
        return True

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
        self._begin()
        result = StreamRecord(value, record.timestamp)
        hand_on = self._hand_on if tag is None else partial(super().collect_side_output, tag)
        self._results.append(self._coming_of(partial(hand_on, result)))

    def _begin(self) -> None:
        if self._timer is None:
            due = self._clock.current_processing_time() + self._limits.time_ms
            self._timer = self._clock.schedule_at(due, self._time_is_up, "end of bundle")

    def _time_is_up(self, timestamp: int) -> None:
        self.end_bundle()

    def end_bundle(self) -> None:
        """Hand the results on, or raise what a function raised."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        taken, self._taken = self._taken, 0
        if self._failure is not None and taken:
            raise self._failure
        results, self._results = self._results, []
        for hand_on in results:
            hand_on()

    def emit_watermark(self, watermark: Watermark) -> None:
        self.end_bundle()
        super().emit_watermark(watermark)

    def emit_watermark_status(self, status: WatermarkStatus) -> None:
        self.end_bundle()
        super().emit_watermark_status(status)
