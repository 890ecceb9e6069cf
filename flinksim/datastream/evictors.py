"""Evictors, which remove elements from a pane when it is evaluated.

With an evictor a pane stores all its elements, also for a reduce or aggregate. Evicted elements are
removed permanently.

Flink: ``org.apache.flink.streaming.api.windowing.evictors``. Programs import these names from
:mod:`flinksim.datastream.window`. Not in PyFlink.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from flinksim.core.java.int64 import to_long
from flinksim.core.validation import validate_arguments
from flinksim.datastream.duration_args import DurationLike, to_milliseconds
from flinksim.datastream.triggers import as_delta_callable, format_function_name


@dataclass(slots=True)
class TimestampedValue:
    """An element of a pane; ``timestamp`` is ``None`` if it has none.

    All windows of a record share one such object, as they share the record in Flink.

    Flink: ``org.apache.flink.streaming.runtime.operators.windowing.TimestampedValue``.
    """

    value: Any
    timestamp: int | None

    def has_timestamp(self) -> bool:
        return self.timestamp is not None

    def get_timestamp(self) -> int:
        """Return the timestamp.

        Raises:
            RuntimeError: If there is none, with Flink's error message.
        """
        if self.timestamp is None:
            raise RuntimeError(
                "Record has no timestamp. Is the time characteristic set to 'ProcessingTime', or "
                "did you forget to call 'DataStream.assignTimestampsAndWatermarks(...)'?"
            )
        return self.timestamp


class Evictor(ABC):
    """Removes elements from a pane before or after the window function reads it.

    Both methods change the list *elements* in place. *size* is its length at the call.
    """

    class EvictorContext(ABC):
        """Time and metrics for an evictor."""

        @abstractmethod
        def get_current_processing_time(self) -> int:
            """Return the processing time, in epoch milliseconds."""

        @abstractmethod
        def get_metric_group(self) -> Any:
            """Return the metrics of the window operator."""

        @abstractmethod
        def get_current_watermark(self) -> int:
            """Return the operator's watermark, in epoch milliseconds."""

    @abstractmethod
    def evict_before(
        self,
        elements: list[TimestampedValue],
        size: int,
        window: Any,
        evictor_context: Evictor.EvictorContext,
    ) -> None:
        """Remove elements before the window function reads the pane."""

    @abstractmethod
    def evict_after(
        self,
        elements: list[TimestampedValue],
        size: int,
        window: Any,
        evictor_context: Evictor.EvictorContext,
    ) -> None:
        """Remove elements after the window function has read the pane."""

    def __str__(self) -> str:
        # Flink prints class and address here. The address is masked, as it differs from run to run.
        return (
            "org.apache.flink.streaming.api.windowing.evictors."
            f"{type(self).__name__}@<identityHash>"
        )

    def __repr__(self) -> str:
        return str(self)


class _BuiltInEvictor(Evictor):
    """Base of the evictors that apply the same rule before or after."""

    def __init__(self, do_evict_after: bool) -> None:
        self.do_evict_after = do_evict_after

    def evict_before(
        self,
        elements: list[TimestampedValue],
        size: int,
        window: Any,
        evictor_context: Evictor.EvictorContext,
    ) -> None:
        if not self.do_evict_after:
            self._evict(elements)

    def evict_after(
        self,
        elements: list[TimestampedValue],
        size: int,
        window: Any,
        evictor_context: Evictor.EvictorContext,
    ) -> None:
        if self.do_evict_after:
            self._evict(elements)

    @abstractmethod
    def _evict(self, elements: list[TimestampedValue]) -> None: ...


class CountEvictor(_BuiltInEvictor):
    """Keeps the last *max_count* elements."""

    @validate_arguments
    def __init__(self, max_count: int, do_evict_after: bool = False) -> None:
        super().__init__(do_evict_after)
        self.max_count = max_count

    @staticmethod
    @validate_arguments
    def of(max_count: int, do_evict_after: bool = False) -> CountEvictor:
        return CountEvictor(max_count, do_evict_after)

    def _evict(self, elements: list[TimestampedValue]) -> None:
        surplus = len(elements) - self.max_count
        if surplus > 0:
            del elements[:surplus]


class TimeEvictor(_BuiltInEvictor):
    """Keeps the elements that are less than *window_size* ms older than the youngest one.

    It does nothing if the first element has no timestamp.
    """

    @validate_arguments
    def __init__(self, window_size: int, do_evict_after: bool = False) -> None:
        super().__init__(do_evict_after)
        self.window_size = window_size

    @staticmethod
    @validate_arguments
    def of(window_size: DurationLike, do_evict_after: bool = False) -> TimeEvictor:
        return TimeEvictor(to_milliseconds(window_size, "window_size"), do_evict_after)

    def _evict(self, elements: list[TimestampedValue]) -> None:
        if not elements or not elements[0].has_timestamp():
            return
        youngest = max(element.get_timestamp() for element in elements)
        cut_off = to_long(youngest - self.window_size)
        elements[:] = [element for element in elements if element.get_timestamp() > cut_off]

    def __str__(self) -> str:
        return f"TimeEvictor({self.window_size})"


class DeltaEvictor(_BuiltInEvictor):
    """Removes the elements whose delta to the last element is at least *threshold*.

    ``delta_function`` has ``get_delta(element, last) -> float`` or is a plain callable. Its result is
    compared with its sign.
    """

    @validate_arguments
    def __init__(self, threshold: float, delta_function: Any, do_evict_after: bool = False) -> None:
        super().__init__(do_evict_after)
        self.threshold = float(threshold)
        self.delta_function = delta_function
        self._get_delta = as_delta_callable(delta_function)

    @staticmethod
    @validate_arguments
    def of(threshold: float, delta_function: Any, do_evict_after: bool = False) -> DeltaEvictor:
        return DeltaEvictor(threshold, delta_function, do_evict_after)

    def _evict(self, elements: list[TimestampedValue]) -> None:
        if not elements:
            return
        last = elements[-1].value
        elements[:] = [
            element
            for element in elements
            if not self._get_delta(element.value, last) >= self.threshold
        ]

    def __str__(self) -> str:
        return f"DeltaEvictor({format_function_name(self.delta_function)}, {self.threshold})"
