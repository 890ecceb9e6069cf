"""The window operator with an evictor.

Flink: ``EvictingWindowOperator``.
"""

from __future__ import annotations

from typing import Any

from flinksim.datastream.evictors import Evictor, TimestampedValue
from flinksim.datastream.functions import AggregateFunction, ReduceFunction
from flinksim.datastream.transformations import WindowSpec
from flinksim.runtime.operators.stream_operator import OperatorContext, Output
from flinksim.runtime.operators.window_contents import (
    Pane,
    PaneStrategy,
    create_list_strategy,
    is_mutating_function,
    mutate_element,
)
from flinksim.runtime.operators.window_contexts import EvictorContext
from flinksim.runtime.operators.window_functions import create_list_aggregator
from flinksim.runtime.operators.window_operator import WindowOperator
from flinksim.trace.values import freeze


class EvictingWindowOperator(WindowOperator):
    """Window operator whose panes keep all elements with their timestamps, for an evictor.

    Each firing calls the evictor before and after the window function. Elements that it removes are
    gone for good. A reduce or aggregate function is applied to the remaining elements, at each
    firing.

    Flink: ``EvictingWindowOperator``.
    """

    __slots__ = (
        "_aggregate_all",
        "_evictor",
        "_evictor_context",
        "_is_aggregate",
        "_mutating_function",
    )

    FLINK_CLASS = "EvictingWindowOperator"

    def __init__(self, spec: WindowSpec) -> None:
        super().__init__(spec)
        assert spec.evictor is not None
        self._evictor: Evictor = spec.evictor
        function = spec.pre_aggregation
        self._mutating_function = function if is_mutating_function(function) else None
        self._is_aggregate = isinstance(function, AggregateFunction)
        self._aggregate_all = None if function is None else create_list_aggregator(function)

    @property
    def internal_window_function(self) -> str:
        function = super().internal_window_function
        if self._is_aggregate:
            function = function.replace("InternalIterableProcess", "InternalAggregateProcess")
        return function

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self._evictor_context = EvictorContext(
            self.timer_service, self.runtime_context().get_metrics_group()
        )

    def _create_strategy(self, spec: WindowSpec) -> PaneStrategy:
        return create_list_strategy(
            has_shared_elements=True,
            freeze_element=lambda element: (freeze(element.value), element.timestamp),
        )

    def _emit_window_contents(
        self, window: Any, state_window: Any, pane: Pane, contents: Any
    ) -> None:
        elements: list[TimestampedValue] = contents
        context = self._evictor_context
        self._evictor.evict_before(elements, len(elements), window, context)
        self._set_elements(window, state_window, pane, elements)
        values = [element.value for element in elements]
        self._report_firing(window, pane, values)
        if self._mutating_function is not None and elements:
            values = [self._mutate_first(self._mutating_function, window, state_window, elements)]
        elif self._aggregate_all is not None:
            values = [self._aggregate_all(values)]
        self._call_window_function(window, values)
        self._evictor.evict_after(elements, len(elements), window, context)
        self._set_elements(window, state_window, pane, elements)

    def _mutate_first(
        self,
        function: ReduceFunction,
        window: Any,
        state_window: Any,
        elements: list[TimestampedValue],
    ) -> Any:
        """Apply ``max`` or ``min`` in place to the window's first element.

        Other windows that contain the element see the change, as in Flink.
        """
        first, old_value = elements[0], elements[0].value
        result = first
        for element in elements[1:]:
            result = mutate_element(function, result, element)
        if self._tracer is not None:
            panes = self._panes.maps[self.backend.key_group_index]
            self._tracer.report_element_changed(window, state_window, first, old_value, panes)
        if old_value is not first.value:
            self._update_trigger_element(old_value, first.value)
        return result.value

    def _set_elements(
        self, window: Any, state_window: Any, pane: Pane, elements: list[TimestampedValue]
    ) -> None:
        """Replace the elements of the pane by those that the evictor has left."""
        evicted = pane.count - len(elements)
        pane.contents = list(elements) or None
        pane.count = len(elements)
        if self._tracer is not None and evicted:
            self._tracer.report_evicted(window, state_window, evicted, pane)
