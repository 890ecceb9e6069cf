"""Window assigners, which determine the windows of an element.

Flink: ``org.apache.flink.streaming.api.windowing.assigners``. Programs import these names from
:mod:`flinksim.datastream.window`. ``str()`` of an assigner is its ``toString()``.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator
from enum import Enum
from typing import Any, Generic, TypeVar, cast

from flinksim.common.serializer import TypeSerializer
from flinksim.common.typeinfo import Types
from flinksim.core.java.int64 import to_long
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.core.pyflink_errors import PyFlinkValueError
from flinksim.core.validation import validate_arguments, validate_arguments_like_flink
from flinksim.datastream.duration_args import DurationLike, to_milliseconds
from flinksim.datastream.state import ValueStateDescriptor
from flinksim.datastream.triggers import (
    CountTrigger,
    EndOfStreamTrigger,
    EventTimeTrigger,
    NeverTrigger,
    ProcessingTimeTrigger,
    Trigger,
)
from flinksim.datastream.window_types import (
    CountWindow,
    CountWindowSerializer,
    GlobalWindow,
    GlobalWindowSerializer,
    TimeWindow,
    TimeWindowSerializer,
)
from flinksim.datastream.window_types import MergeCallback as WindowMergeCallback

T = TypeVar("T")
W = TypeVar("W")
W2 = TypeVar("W2")

NO_TIMESTAMP_MESSAGE = (
    "Record has Long.MIN_VALUE timestamp (= no timestamp marker). "
    "Did you forget to call 'DataStream.assignTimestampsAndWatermarks(...)'?"
)
NO_TIMESTAMP_HINT = (
    "before key_by: stream.assign_timestamps_and_watermarks(WatermarkStrategy"
    ".for_bounded_out_of_orderness(Duration.of_seconds(5)).with_timestamp_assigner(assigner))"
)


def _create_no_timestamp_error() -> RuntimeError:
    error = RuntimeError(NO_TIMESTAMP_MESSAGE)
    error.add_note(NO_TIMESTAMP_HINT)
    return error


class WindowAssigner(ABC, Generic[T, W]):
    """Assigns an element to windows; a pane holds the elements of one key in one window."""

    class WindowAssignerContext(ABC):
        """Time and runtime context for an assigner."""

        @abstractmethod
        def get_current_processing_time(self) -> int:
            """Return the processing time, in epoch milliseconds."""

        @abstractmethod
        def get_runtime_context(self) -> Any:
            """Return the runtime context of the window operator."""

    @abstractmethod
    def assign_windows(
        self, element: T, timestamp: int, context: WindowAssigner.WindowAssignerContext
    ) -> Collection[W]:
        """Return the windows of *element*; a missing *timestamp* is ``MIN_TIMESTAMP``."""

    @abstractmethod
    def get_default_trigger(self, env: Any = None) -> Trigger[T, W]:
        """Return the trigger of a window operator that sets none."""

    @abstractmethod
    def get_window_serializer(self) -> TypeSerializer[W]:
        """Return the serializer of this assigner's windows."""

    @abstractmethod
    def is_event_time(self) -> bool:
        """Return whether windows depend on timestamps, so that elements can be late."""

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        return f"{type(self).__name__}()"


class MergingWindowAssigner(WindowAssigner[T, W]):
    """An assigner whose windows are merged."""

    class MergeCallback(ABC, Generic[W2]):
        """Receives the windows to merge."""

        @abstractmethod
        def merge(self, to_be_merged: Collection[W2], merge_result: W2) -> None:
            """Merge all windows of *to_be_merged* into *merge_result*."""

    @abstractmethod
    def merge_windows(self, windows: Iterable[W], callback: WindowMergeCallback) -> None:
        """Report every group of *windows* that are merged to *callback*."""


class SessionWindowTimeGapExtractor(ABC):
    """Determines the session gap from an element."""

    @abstractmethod
    def extract(self, element: Any) -> int:
        """Return the gap after *element*, in milliseconds; it must be positive."""


class WindowStagger(Enum):
    """Whether the windows of all subtasks start at the same time.

    ``ALIGNED``: they do. ``NATURAL``: the windows of a subtask are shifted by the processing time
    of its first element, modulo the size. ``RANDOM``: by a random part of the size.
    Differs: ``RANDOM`` depends only on the subtask's index, so that a run can be repeated.
    Not in PyFlink.
    """

    ALIGNED = "ALIGNED"
    RANDOM = "RANDOM"
    NATURAL = "NATURAL"

    def get_stagger_offset(self, size: int, context: WindowAssigner.WindowAssignerContext) -> int:
        """Return the shift of this subtask's windows, in milliseconds."""
        if self is WindowStagger.ALIGNED:
            return 0
        if self is WindowStagger.NATURAL:
            now = context.get_current_processing_time()
            return max(0, now - TimeWindow.get_window_start_with_offset(now, 0, size))
        index = context.get_runtime_context().get_index_of_this_subtask()
        return int(random.Random(index).random() * size)


class _EventTimeMixin:
    """Mixin of assigners that use the element's timestamp."""

    def get_default_trigger(self, env: Any = None) -> Trigger[Any, Any]:
        return EventTimeTrigger()

    def get_window_serializer(self) -> TypeSerializer[TimeWindow]:
        return TimeWindowSerializer()

    def is_event_time(self) -> bool:
        return True


class _ProcessingTimeMixin:
    """Mixin of assigners that use the clock."""

    def get_default_trigger(self, env: Any = None) -> Trigger[Any, Any]:
        return ProcessingTimeTrigger()

    def get_window_serializer(self) -> TypeSerializer[TimeWindow]:
        return TimeWindowSerializer()

    def is_event_time(self) -> bool:
        return False


# --- tumbling ------------------------------------------------------------------------------------


_MAX_CACHED_START = 1 << 62
"""Maximum distance from the epoch of cached windows, whose bounds do not wrap around."""


class _TumblingWindows(WindowAssigner[Any, TimeWindow]):
    """Adjacent windows of one size."""

    @validate_arguments
    def __init__(
        self, size: int, offset: int = 0, stagger: WindowStagger = WindowStagger.ALIGNED
    ) -> None:
        if abs(offset) >= size:
            error = PyFlinkValueError(
                f"{type(self).__name__} parameters must satisfy abs(offset) < size"
            )
            error.add_note(f"the size is {size} ms, and the offset is {offset} ms")
            raise error
        self._size = size
        self._offset = offset
        self._stagger = stagger
        self._staggered_offset: int | None = offset if stagger is WindowStagger.ALIGNED else None
        # Most records are in the same window as the previous one, so it is cached.
        self._cached_start = self._cached_end = 0
        self._cached_windows: tuple[TimeWindow, ...] = ()

    def _assign_window_at(
        self, time: int, context: WindowAssigner.WindowAssignerContext
    ) -> tuple[TimeWindow, ...]:
        if self._cached_start <= time < self._cached_end:
            return self._cached_windows
        offset = self._staggered_offset
        if offset is None:
            offset = self._offset + self._stagger.get_stagger_offset(self._size, context)
            self._staggered_offset = offset
        start = TimeWindow.get_window_start_with_offset(time, offset, self._size)
        self._cached_windows = (TimeWindow(start, start + self._size),)
        if abs(start) + self._size < _MAX_CACHED_START:
            self._cached_start, self._cached_end = start, start + self._size
        else:
            self._cached_start = self._cached_end = 0
        return self._cached_windows

    def __str__(self) -> str:
        return f"{type(self).__name__}({self._size})"


class TumblingEventTimeWindows(_EventTimeMixin, _TumblingWindows):
    """Adjacent windows of one size, by the element's timestamp.

    Errors: ``ValueError`` unless ``abs(offset) < size``; ``RuntimeError`` for an element without
    timestamp.

    >>> from flinksim.common import Time
    >>> assigner = TumblingEventTimeWindows.of(Time.seconds(10))
    >>> assigner.assign_windows("a", 12_000, None)
    (TimeWindow(start=10000, end=20000),)
    """

    @staticmethod
    @validate_arguments
    def of(
        size: DurationLike,
        offset: DurationLike | None = None,
        window_stagger: WindowStagger = WindowStagger.ALIGNED,
    ) -> TumblingEventTimeWindows:
        return TumblingEventTimeWindows(
            to_milliseconds(size, "size"), _to_offset_ms(offset), window_stagger
        )

    def assign_windows(
        self, element: Any, timestamp: int, context: WindowAssigner.WindowAssignerContext
    ) -> Collection[TimeWindow]:
        if timestamp <= MIN_TIMESTAMP:
            raise _create_no_timestamp_error()
        return self._assign_window_at(timestamp, context)


class TumblingProcessingTimeWindows(_ProcessingTimeMixin, _TumblingWindows):
    """Adjacent windows of one size, by processing time.

    Errors: ``ValueError`` unless ``abs(offset) < size``.
    """

    @staticmethod
    @validate_arguments
    def of(
        size: DurationLike,
        offset: DurationLike | None = None,
        window_stagger: WindowStagger = WindowStagger.ALIGNED,
    ) -> TumblingProcessingTimeWindows:
        return TumblingProcessingTimeWindows(
            to_milliseconds(size, "size"), _to_offset_ms(offset), window_stagger
        )

    def assign_windows(
        self, element: Any, timestamp: int, context: WindowAssigner.WindowAssignerContext
    ) -> Collection[TimeWindow]:
        return self._assign_window_at(context.get_current_processing_time(), context)


def _to_offset_ms(offset: DurationLike | None) -> int:
    return 0 if offset is None else to_milliseconds(offset, "offset")


# --- sliding -------------------------------------------------------------------------------------

_MAX_WINDOWS_PER_ELEMENT = 10_000_000
"""Maximum number of windows of an element."""


class _SlidingWindows(WindowAssigner[Any, TimeWindow]):
    """Windows of one size, one starting every *slide*; an element gets the latest one first."""

    @validate_arguments
    def __init__(self, size: int, slide: int, offset: int = 0) -> None:
        if abs(offset) >= slide or size <= 0:
            raise PyFlinkValueError(
                f"{type(self).__name__} parameters must satisfy abs(offset) < slide and size > 0"
            )
        self._size = size
        self._slide = slide
        self._offset = offset

    def _assign_windows_at(self, time: int) -> list[TimeWindow]:
        last_start = TimeWindow.get_window_start_with_offset(time, self._offset, self._slide)
        size, slide = self._size, self._slide
        before = to_long(time - size)
        if last_start - before > size + slide:  # the last start has wrapped around already
            raise self._create_overflow_error(before)
        if last_start > before >= MIN_TIMESTAMP + slide:
            return [TimeWindow(start, start + size) for start in range(last_start, before, -slide)]
        return list(self._assign_windows_near_minimum(last_start, before))

    def _assign_windows_near_minimum(self, start: int, before: int) -> Iterator[TimeWindow]:
        """Yield the windows as Flink's loop does, whose numbers wrap around.

        Raises:
            OverflowError: If the loop would continue until memory is exhausted.
        """
        while start > before:
            yield TimeWindow(start, start + self._size)
            start -= self._slide
            if start < MIN_TIMESTAMP:
                raise self._create_overflow_error(before)

    def _create_overflow_error(self, before: int) -> OverflowError:
        return OverflowError(
            f"{self}: the windows before {before + self._size} start outside the range of 64-bit "
            "timestamps. Flink would loop until memory is exhausted. Expected timestamps after "
            f"{MIN_TIMESTAMP + self._size + self._slide}. Check how the record got its timestamp"
        )

    def __str__(self) -> str:
        return f"{type(self).__name__}({self._size}, {self._slide})"


class SlidingEventTimeWindows(_EventTimeMixin, _SlidingWindows):
    """Windows of one size, one starting every *slide*, by the element's timestamp.

    Errors: ``ValueError`` unless ``abs(offset) < slide``, ``size > 0`` and there are at most
    10,000,000 windows per element; ``RuntimeError`` for an element without timestamp.
    """

    MAX_WINDOW_NUM = _MAX_WINDOWS_PER_ELEMENT

    @validate_arguments
    def __init__(self, size: int, slide: int, offset: int = 0) -> None:
        super().__init__(size, slide, offset)
        if size // slide > self.MAX_WINDOW_NUM:
            raise PyFlinkValueError(
                "SlidingEventTimeWindows parameters must satisfy "
                f"size / slide <= {self.MAX_WINDOW_NUM}"
            )

    @staticmethod
    @validate_arguments
    def of(
        size: DurationLike, slide: DurationLike, offset: DurationLike | None = None
    ) -> SlidingEventTimeWindows:
        return SlidingEventTimeWindows(
            to_milliseconds(size, "size"), to_milliseconds(slide, "slide"), _to_offset_ms(offset)
        )

    def assign_windows(
        self, element: Any, timestamp: int, context: WindowAssigner.WindowAssignerContext
    ) -> Collection[TimeWindow]:
        if timestamp <= MIN_TIMESTAMP:
            raise _create_no_timestamp_error()
        return self._assign_windows_at(timestamp)


class SlidingProcessingTimeWindows(_ProcessingTimeMixin, _SlidingWindows):
    """Windows of one size, one starting every *slide*, by processing time.

    Errors: ``ValueError`` unless ``abs(offset) < slide`` and ``size > 0``.
    """

    @staticmethod
    @validate_arguments
    def of(
        size: DurationLike, slide: DurationLike, offset: DurationLike | None = None
    ) -> SlidingProcessingTimeWindows:
        return SlidingProcessingTimeWindows(
            to_milliseconds(size, "size"), to_milliseconds(slide, "slide"), _to_offset_ms(offset)
        )

    def assign_windows(
        self, element: Any, timestamp: int, context: WindowAssigner.WindowAssignerContext
    ) -> Collection[TimeWindow]:
        return self._assign_windows_at(context.get_current_processing_time())


class CumulativeEventTimeWindows(_EventTimeMixin, WindowAssigner[Any, TimeWindow]):
    """Windows that start together and end one *step* after another, the shortest first.

    With a size of a day and a step of an hour: the day until one o'clock, until two, ... until its
    end.
    Flink: the windows of the table function ``CUMULATE`` in Flink SQL
    (``org.apache.flink.table.runtime.operators.window.groupwindow.assigners.CumulativeWindowAssigner``).
    Differs: the DataStream API has no such assigner, so the program has to bring its own
    ``WindowAssigner`` to run on Flink. Flink limits the windows per element only for sliding windows.
    Not in PyFlink.

    Errors: ``ValueError`` unless both are positive, *max_size* is a multiple of *step* and there are
    at most 10,000,000 windows per element; ``RuntimeError`` for an element without timestamp.
    """

    MAX_WINDOW_NUM = _MAX_WINDOWS_PER_ELEMENT

    @validate_arguments
    def __init__(self, max_size: int, step: int, offset: int = 0) -> None:
        name = type(self).__name__
        if step <= 0 or max_size <= 0:
            raise PyFlinkValueError(f"{name} parameters must satisfy step > 0 and size > 0")
        if max_size % step:
            error = PyFlinkValueError(f"{name} requires size must be an integral multiple of step.")
            error.add_note(f"the size is {max_size} ms, and the step is {step} ms")
            raise error
        if max_size // step > self.MAX_WINDOW_NUM:
            raise PyFlinkValueError(
                f"{name} parameters must satisfy size / step <= {self.MAX_WINDOW_NUM}"
            )
        self._size = max_size
        self._step = step
        self._offset = offset

    @staticmethod
    @validate_arguments
    def of(
        max_size: DurationLike, step: DurationLike, offset: DurationLike | None = None
    ) -> CumulativeEventTimeWindows:
        return CumulativeEventTimeWindows(
            to_milliseconds(max_size, "max_size"),
            to_milliseconds(step, "step"),
            _to_offset_ms(offset),
        )

    def assign_windows(
        self, element: Any, timestamp: int, context: WindowAssigner.WindowAssignerContext
    ) -> Collection[TimeWindow]:
        if timestamp <= MIN_TIMESTAMP:
            raise _create_no_timestamp_error()
        since = (timestamp - self._offset) % self._size
        start, step = timestamp - since, self._step
        first_end = start + since - since % step + step
        return [TimeWindow(start, end) for end in range(first_end, start + self._size + 1, step)]

    def __str__(self) -> str:
        return f"CumulativeEventTimeWindows({self._size}, {self._step})"


# --- sessions ------------------------------------------------------------------------------------


class _SessionWindows(MergingWindowAssigner[Any, TimeWindow]):
    """Each element starts a window with the length of the gap; touching windows are merged."""

    def merge_windows(self, windows: Iterable[TimeWindow], callback: WindowMergeCallback) -> None:
        TimeWindow.merge_windows(windows, callback)


def has_overlap_merging(assigner: object) -> bool:
    """Return whether *assigner* merges exactly the windows that overlap or touch, as sessions do."""
    return getattr(type(assigner), "merge_windows", None) is _SessionWindows.merge_windows


class _FixedGapSessionWindows(_SessionWindows):
    @validate_arguments
    def __init__(self, session_gap: int) -> None:
        if session_gap <= 0:
            raise PyFlinkValueError(f"{type(self).__name__} parameters must satisfy 0 < size")
        self._session_gap = session_gap

    def __str__(self) -> str:
        return f"{type(self).__name__}({self._session_gap})"


GapExtractor = SessionWindowTimeGapExtractor | Callable[[Any], int]


class _DynamicGapSessionWindows(_SessionWindows):
    def __init__(self, session_window_time_gap_extractor: GapExtractor) -> None:
        self._session_window_time_gap_extractor = session_window_time_gap_extractor
        extract = getattr(session_window_time_gap_extractor, "extract", None)
        self._extract = cast(
            "Callable[[Any], int]",
            session_window_time_gap_extractor if extract is None else extract,
        )

    def _extract_gap(self, element: Any) -> int:
        gap = self._extract(element)
        if gap <= 0:
            raise PyFlinkValueError("Dynamic session time gap must satisfy 0 < gap")
        return gap


class EventTimeSessionWindows(_EventTimeMixin, _FixedGapSessionWindows):
    """Sessions that end after a gap in the elements' timestamps.

    Errors: ``ValueError`` unless the gap is positive.
    """

    @staticmethod
    def with_gap(size: DurationLike) -> EventTimeSessionWindows:
        return EventTimeSessionWindows(to_milliseconds(size, "size"))

    @staticmethod
    @validate_arguments
    def with_dynamic_gap(extractor: GapExtractor) -> DynamicEventTimeSessionWindows:
        return DynamicEventTimeSessionWindows(extractor)

    def assign_windows(
        self, element: Any, timestamp: int, context: WindowAssigner.WindowAssignerContext
    ) -> Collection[TimeWindow]:
        return [TimeWindow(timestamp, timestamp + self._session_gap)]


class ProcessingTimeSessionWindows(_ProcessingTimeMixin, _FixedGapSessionWindows):
    """Sessions that end after a gap in processing time.

    Errors: ``ValueError`` unless the gap is positive.
    """

    @staticmethod
    def with_gap(size: DurationLike) -> ProcessingTimeSessionWindows:
        return ProcessingTimeSessionWindows(to_milliseconds(size, "size"))

    @staticmethod
    @validate_arguments
    def with_dynamic_gap(extractor: GapExtractor) -> DynamicProcessingTimeSessionWindows:
        return DynamicProcessingTimeSessionWindows(extractor)

    def assign_windows(
        self, element: Any, timestamp: int, context: WindowAssigner.WindowAssignerContext
    ) -> Collection[TimeWindow]:
        now = context.get_current_processing_time()
        return [TimeWindow(now, now + self._session_gap)]


class DynamicEventTimeSessionWindows(_EventTimeMixin, _DynamicGapSessionWindows):
    """Event-time sessions whose gap depends on the element.

    Errors: ``ValueError`` for an element whose gap is not positive.
    """

    @staticmethod
    @validate_arguments
    def with_dynamic_gap(extractor: GapExtractor) -> DynamicEventTimeSessionWindows:
        return DynamicEventTimeSessionWindows(extractor)

    def assign_windows(
        self, element: Any, timestamp: int, context: WindowAssigner.WindowAssignerContext
    ) -> Collection[TimeWindow]:
        return [TimeWindow(timestamp, timestamp + self._extract_gap(element))]


class DynamicProcessingTimeSessionWindows(_ProcessingTimeMixin, _DynamicGapSessionWindows):
    """Processing-time sessions whose gap depends on the element.

    Errors: ``ValueError`` for an element whose gap is not positive.
    """

    @staticmethod
    @validate_arguments
    def with_dynamic_gap(extractor: GapExtractor) -> DynamicProcessingTimeSessionWindows:
        return DynamicProcessingTimeSessionWindows(extractor)

    def assign_windows(
        self, element: Any, timestamp: int, context: WindowAssigner.WindowAssignerContext
    ) -> Collection[TimeWindow]:
        now = context.get_current_processing_time()
        return [TimeWindow(now, now + self._extract_gap(element))]


# --- global and count windows --------------------------------------------------------------------


class GlobalWindows(WindowAssigner[Any, GlobalWindow]):
    """One window for all elements of a key, which never ends."""

    @validate_arguments
    def __init__(self, default_trigger: Trigger[Any, Any] | None = None) -> None:
        self._default_trigger = default_trigger or NeverTrigger()

    @staticmethod
    def create() -> GlobalWindows:
        return GlobalWindows()

    @staticmethod
    def create_with_end_of_stream_trigger() -> GlobalWindows:
        """Return an assigner whose default trigger fires at the end of the input. Not in PyFlink."""
        return GlobalWindows(EndOfStreamTrigger())

    def assign_windows(
        self, element: Any, timestamp: int, context: WindowAssigner.WindowAssignerContext
    ) -> Collection[GlobalWindow]:
        return _GLOBAL_WINDOWS

    def get_default_trigger(self, env: Any = None) -> Trigger[Any, Any]:
        return self._default_trigger

    def get_window_serializer(self) -> TypeSerializer[GlobalWindow]:
        return GlobalWindowSerializer()

    def is_event_time(self) -> bool:
        return False

    def __str__(self) -> str:
        return f"GlobalWindows(trigger={type(self._default_trigger).__name__})"


_GLOBAL_WINDOWS = (GlobalWindow.get(),)


class _CountWindowAssigner(WindowAssigner[Any, CountWindow]):
    """Windows of a number of elements of a key. PyFlink has them, Java's API does not."""

    _STATE_NAME = ""

    def __init__(self, window_size: int) -> None:
        self._window_size = window_size
        self._count_descriptor = ValueStateDescriptor(self._STATE_NAME, Types.LONG())

    def _count_element(self, context: WindowAssigner.WindowAssignerContext) -> int:
        """Count an element and return the number of the key's elements before it."""
        state = context.get_runtime_context().get_state(self._count_descriptor)
        before: int = state.value() or 0
        state.update(before + 1)
        return before

    def get_default_trigger(self, env: Any = None) -> Trigger[Any, Any]:
        return CountTrigger(self._window_size)

    def get_window_serializer(self) -> TypeSerializer[CountWindow]:
        return CountWindowSerializer()

    def is_event_time(self) -> bool:
        return False


class CountTumblingWindowAssigner(_CountWindowAssigner):
    """Adjacent windows of *window_size* elements of a key."""

    _STATE_NAME = "tumble-count-assigner"

    @staticmethod
    @validate_arguments_like_flink
    def of(window_size: int) -> CountTumblingWindowAssigner:
        return CountTumblingWindowAssigner(window_size)

    def assign_windows(
        self, element: Any, timestamp: int, context: WindowAssigner.WindowAssignerContext
    ) -> Collection[CountWindow]:
        return [CountWindow(self._count_element(context) // self._window_size)]

    def __str__(self) -> str:
        return f"CountTumblingWindowAssigner({self._window_size})"


class CountSlidingWindowAssigner(_CountWindowAssigner):
    """Windows of *window_size* elements of a key, one starting every *window_slide* elements."""

    _STATE_NAME = "slide-count-assigner"

    @validate_arguments_like_flink
    def __init__(self, window_size: int, window_slide: int) -> None:
        super().__init__(window_size)
        self._window_slide = window_slide

    @staticmethod
    @validate_arguments_like_flink
    def of(window_size: int, window_slide: int) -> CountSlidingWindowAssigner:
        return CountSlidingWindowAssigner(window_size, window_slide)

    def assign_windows(
        self, element: Any, timestamp: int, context: WindowAssigner.WindowAssignerContext
    ) -> Collection[CountWindow]:
        position = self._count_element(context)
        windows = []
        number = position // self._window_slide
        while number >= 0 and position < number * self._window_slide + self._window_size:
            windows.append(CountWindow(number))
            number -= 1
        return windows

    def __str__(self) -> str:
        return f"CountSlidingWindowAssigner({self._window_size}, {self._window_slide})"
