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
    PaneContents,
    change_element,
    changes_elements,
    listed_contents,
)
from flinksim.runtime.operators.window_contexts import EvictorContext
from flinksim.runtime.operators.window_functions import aggregate_all
from flinksim.runtime.operators.window_operator import WindowOperator
from flinksim.trace.values import freeze


class EvictingWindowOperator(WindowOperator):
    """Window operator whose panes keep all elements with their timestamps, for an evictor.

    Each firing calls the evictor before and after the window function. Elements that it removes are
    gone for good. A reduce or aggregate function is applied to the remaining elements, at each
    firing.

    Flink: ``EvictingWindowOperator``.
    """

    __slots__ = ("_aggregate_all", "_aggregates", "_changes", "_evictor", "_evictor_context")

    FLINK_CLASS = "EvictingWindowOperator"

    def __init__(self, spec: WindowSpec) -> None:
        super().__init__(spec)
        assert spec.evictor is not None
        self._evictor: Evictor = spec.evictor
        function = spec.pre_aggregation
        self._changes = function if changes_elements(function) else None
        self._aggregates = isinstance(function, AggregateFunction)
        self._aggregate_all = None if function is None else aggregate_all(function)

    @property
    def internal_window_function(self) -> str:
        function = super().internal_window_function
        if self._aggregates:
            function = function.replace("InternalIterableProcess", "InternalAggregateProcess")
        return function

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self._evictor_context = EvictorContext(
            self.timer_service, self.runtime_context().get_metrics_group()
        )

    def _contents_of(self, spec: WindowSpec) -> PaneContents:
        return listed_contents(
            are_shared=True,
            freeze_element=lambda element: (freeze(element.value), element.timestamp),
        )

    def _emit_window_contents(
        self, window: Any, state_window: Any, pane: Pane, contents: Any
    ) -> None:
        elements: list[TimestampedValue] = contents
        context = self._evictor_context
        self._evictor.evict_before(elements, len(elements), window, context)
        self._keep(window, state_window, pane, elements)
        values = [element.value for element in elements]
        self._report_fired(window, pane, values)
        if self._changes is not None and elements:
            values = [self._changed_first(self._changes, window, state_window, elements)]
        elif self._aggregate_all is not None:
            values = [self._aggregate_all(values)]
        self._call_window_function(window, values)
        self._evictor.evict_after(elements, len(elements), window, context)
        self._keep(window, state_window, pane, elements)

    def _changed_first(
        self,
        function: ReduceFunction,
        window: Any,
        state_window: Any,
        elements: list[TimestampedValue],
    ) -> Any:
        """Apply ``max`` or ``min`` to the first element, which this window shares with all others."""
        first, old_value = elements[0], elements[0].value
        result = first
        for element in elements[1:]:
            result = change_element(function, result, element)
        if self._facts is not None:
            panes = self._panes.maps[self.backend.key_group_index]
            self._facts.element_changed(window, state_window, first, old_value, panes)
        if old_value is not first.value:
            self._remember(old_value, first.value)
        return result.value

    def _keep(
        self, window: Any, state_window: Any, pane: Pane, elements: list[TimestampedValue]
    ) -> None:
        """Set the remaining elements of the pane after a call of the evictor."""
        evicted = pane.count - len(elements)
        pane.contents = list(elements) or None
        pane.count = len(elements)
        if self._facts is not None and evicted:
            self._facts.evicted(window, state_window, evicted, pane)
