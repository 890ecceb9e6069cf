"""Bundles: results of a Python worker reach Java when a bundle of elements is complete.

Flink: ``AbstractPythonFunctionOperator``, which sends elements to the worker and emits its results
in bundles. A watermark that arrives in an open bundle waits for its end. The last watermark ends
the bundle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from flinksim.common.configuration import Configuration
from flinksim.common.typeutils.conversion import Converter
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.core.value_copy import IMMUTABLE_TYPES, copy_value
from flinksim.pyflink_compat.python_flavor import BUNDLE_SIZE, BUNDLE_TIME, read_bundle_option
from flinksim.runtime.elements import StreamRecord, Watermark
from flinksim.runtime.operators.stream_operator import (
    ContinuationWrapper,
    ProcessingTimeService,
    TimerHandle,
)
from flinksim.runtime.tasks.outputs import OperatorOutput, OutputTarget
from flinksim.trace.events import Emit, WatermarkHeld

if TYPE_CHECKING:
    from flinksim.core.ids import OperatorId
    from flinksim.datastream.output_tag import OutputTag

_Element = TypeVar("_Element")


@dataclass(frozen=True, slots=True)
class BundleLimits:
    """Limits of a bundle: number of elements and timers, and ms since the end of the previous bundle.

    The time is polled in intervals of its length, from ``open`` on.
    """

    size: int
    time_ms: int


def read_bundle_limits(configuration: Configuration) -> BundleLimits:
    """Read ``python.fn-execution.bundle.size`` and ``.time``."""
    return BundleLimits(
        read_bundle_option(configuration, BUNDLE_SIZE),
        read_bundle_option(configuration, BUNDLE_TIME),
    )


class Bundle:
    """State of the open bundle of a worker: its results, its error, and a deferred watermark.

    * If a function fails, buffered results are lost, and the rest of the bundle is ignored. The
      error is raised at the end of the bundle; until then other tasks continue.
    * A function is opened for the first element of its worker. Without elements a failing ``open``
      has no effect.
    * A full bundle ends after its last element; errors of downstream operators are raised immediately.
    * A watermark reaches timers and downstream operators only when no bundle is open.
    """

    __slots__ = (
        "_capture_context",
        "_checks",
        "_clock",
        "_element_count",
        "_failure",
        "_last_end_ms",
        "_limits",
        "_open_time_ms",
        "_results",
        "_timer",
        "_watermark",
        "number",
        "number_at_barrier",
    )  # fmt: skip

    def __init__(
        self,
        limits: BundleLimits,
        clock: ProcessingTimeService,
        capture_context: ContinuationWrapper,
    ) -> None:
        self._limits = limits
        self._clock = clock
        self._capture_context = capture_context
        self._results: list[Callable[[], None]] = []
        self._checks: dict[Any, list[Callable[[], None]]] = {}
        self._failure: Exception | None = None
        self._watermark: Callable[[], None] | None = None
        """Function that processes the watermark which waits for the end of the bundle, if one does."""
        self._element_count = 0
        """Elements and timers in the open bundle."""
        self._timer: TimerHandle | None = None
        self._open_time_ms = self._last_end_ms = clock.current_processing_time()
        self.number = 0
        """Number of bundles that have ended."""
        self.number_at_barrier = 0
        """Value of ``number`` when the last barrier was about to end the bundle."""

    @property
    def is_open(self) -> bool:
        """Whether the bundle has an element or timer."""
        return self._element_count > 0

    def guard(self, process: Callable[[_Element], None]) -> Callable[[_Element], None]:
        """Wrap the processing of elements or timers so that errors wait for the end of the bundle."""
        size = self._limits.size

        def process_in_bundle(given: _Element) -> None:
            if self._timer is None:
                self._schedule_end()
            if self._failure is None:
                try:
                    process(given)
                except Exception as error:
                    self._failure = error
            self._element_count += 1
            if self._element_count >= size:
                self.end()

        return process_in_bundle

    def defer_watermarks(
        self, operator: OperatorId, emit: Emit | None, process: Callable[[Watermark], None]
    ) -> Callable[[Watermark], None]:
        """Wrap the processing of watermarks so that they wait for the end of the bundle.

        If two watermarks wait, the later one replaces the earlier one.
        """

        def process_between_bundles(watermark: Watermark) -> None:
            if watermark.timestamp == MAX_TIMESTAMP:
                self.end()
            if self._element_count:
                if emit is not None:
                    emit((WatermarkHeld, operator, watermark.timestamp, self._element_count))
                self._watermark = self._capture_context(partial(process, watermark))
            else:
                process(watermark)

        return process_between_bundles

    def record_open_error(self, error: Exception) -> None:
        """Record that a function failed to open; *error* is raised if the bundle gets an element."""
        if self._failure is None:
            self._failure = error

    def check_at_end(
        self, address: Any, check: Callable[[], None], *, is_added: bool = False
    ) -> None:
        """Call *check* when the bundle ends, because the worker writes what it changed to Java then.

        It replaces the checks of the same state *address*, or is added to them.
        """
        if is_added:
            self._checks.setdefault(address, []).append(check)
        else:
            self._checks[address] = [check]

    def drop_checks(self, address: Any) -> None:
        """Forget the checks of a state that was cleared."""
        self._checks.pop(address, None)

    def add_result(self, emit: Callable[[], None]) -> None:
        """Add a result; *emit* emits it when the bundle ends.

        An asynchronous call gives its result when its bundle has ended. It is emitted immediately: PyFlink
        ends a bundle only when its calls have ended.
        """
        if self._timer is None:
            emit()
        else:
            self._results.append(self._capture_context(emit))

    def flush_results(self) -> None:
        """Emit the buffered results."""
        results, self._results = self._results, []
        for emit in results:
            emit()

    def _schedule_end(self) -> None:
        """Schedule the end of the bundle at the next poll, unless a bundle ends earlier."""
        time_ms = self._limits.time_ms
        earliest = max(self._last_end_ms + time_ms, self._clock.current_processing_time() + 1)
        polls = -(-(earliest - self._open_time_ms) // time_ms)
        due = self._open_time_ms + polls * time_ms
        self._timer = self._clock.schedule_at(due, lambda _: self.end(), "end of bundle")

    def end_before_barrier(self) -> None:
        """End the bundle because a checkpoint barrier is about to be emitted."""
        self.number_at_barrier = self.number
        self.end()

    def end(self) -> None:
        """End the bundle: emit results and the deferred watermark, or raise the function's error."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        count, self._element_count = self._element_count, 0
        if self._failure is not None and count:
            raise self._failure
        checks, self._checks = self._checks, {}
        for check in [check for listed in checks.values() for check in listed]:
            check()
        self.flush_results()
        if count:
            self.number += 1
            self._last_end_ms = self._clock.current_processing_time()
        watermark, self._watermark = self._watermark, None
        if watermark is not None:
            watermark()


class PythonWorkerOutput(OperatorOutput):
    """Output of a Python worker, which treats ``(OutputTag, value)`` as in PyFlink.

    If no side output has a reader, such a pair is an ordinary result.
    """

    __slots__ = ("_keeps_side_outputs",)

    def __init__(
        self, targets: Sequence[OutputTarget], operator: OperatorId, emit: Emit | None
    ) -> None:
        super().__init__(targets, operator, emit)
        self._keeps_side_outputs = not self._side_outputs

    def collect_side_output(self, tag: OutputTag, record: StreamRecord) -> None:
        if self._keeps_side_outputs:
            self.collect(StreamRecord((tag, record.value), record.timestamp))
        else:
            super().collect_side_output(tag, record)


class BundledOutput(PythonWorkerOutput):
    """Buffers the results of a Python operator until its *bundle* ends."""

    __slots__ = ("_converters", "_emit_result", "bundle")

    def __init__(
        self,
        targets: Sequence[OutputTarget],
        operator: OperatorId,
        emit: Emit | None,
        converters: Mapping[str | None, Converter | None],
        bundle: Bundle,
    ) -> None:
        super().__init__(targets, operator, emit)
        self._emit_result = self.collect
        self.collect = self._buffer
        self._converters = converters
        self.bundle = bundle

    def _buffer(self, record: StreamRecord) -> None:
        self._buffer_for_tag(None, record)

    def collect_side_output(self, tag: OutputTag, record: StreamRecord) -> None:
        if self._keeps_side_outputs:
            self._buffer(StreamRecord((tag, record.value), record.timestamp))
        else:
            self._buffer_for_tag(tag, record)

    def _buffer_for_tag(self, tag: OutputTag | None, record: StreamRecord) -> None:
        """Buffer a copy of *record* for the side output *tag*, or for the main output.

        The worker serializes results immediately, so later changes have no effect.
        """
        convert = self._converters.get(None if tag is None else tag.tag_id)
        value = record.value if convert is None else convert(record.value)
        if value.__class__ not in IMMUTABLE_TYPES:
            value = copy_value(value)
        result = StreamRecord(value, record.timestamp)
        emit = self._emit_result if tag is None else partial(super().collect_side_output, tag)
        self.bundle.add_result(partial(emit, result))

    def emit_watermark(self, watermark: Watermark) -> None:
        self.bundle.flush_results()
        super().emit_watermark(watermark)
