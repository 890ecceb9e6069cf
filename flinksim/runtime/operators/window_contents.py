"""Panes: the contents of one window for one key, and the strategies that build them.

Flink: the value of a window operator's state ``window-contents``. A pane also counts its elements
and stores whether it has fired; only the trace needs that.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from flinksim.core.value_copy import is_immutable
from flinksim.datastream.aggregations import ComparableAggregator, is_basic_value
from flinksim.datastream.evictors import TimestampedValue
from flinksim.datastream.functions import AggregateFunction, ReduceFunction
from flinksim.runtime.state.heap_keyed_state_backend import StateTable
from flinksim.runtime.state.snapshot_model import copy_stored_value
from flinksim.trace.values import Value, freeze

if TYPE_CHECKING:
    from flinksim.runtime.operators.window_tracing import WindowTracer


class Pane:
    """The contents of a pane: an accumulator, a list of elements, or ``None``.

    ``count`` is the number of its elements. ``fired_end`` is the end (maximum timestamp) of the
    window for which it fired on time; a later firing for the same end is late.
    """

    __slots__ = ("contents", "count", "fired_end")

    def __init__(self) -> None:
        self.contents: Any = None
        self.count = 0
        self.fired_end: int | None = None

    @property
    def accumulator(self) -> Any:
        """The accumulator of a pane that keeps one value instead of its elements."""
        contents = self.contents
        return contents.value if type(contents) is TimestampedValue else contents

    def contains(self, element: TimestampedValue) -> bool:
        """Return whether the object *element* itself, not an equal one, is in the pane."""
        contents = self.contents
        if type(contents) is list:
            return any(each is element for each in contents)
        return contents is element


def copy_pane(pane: Pane) -> Pane:
    """Copy *pane* for a snapshot: the copy shares nothing with it that may change."""
    contents = pane.contents
    if not is_immutable(contents):
        copied: Pane = copy_stored_value(pane)
        return copied
    copied = Pane()
    copied.contents = contents
    copied.count = pane.count
    copied.fired_end = pane.fired_end
    return copied


class PaneStrategy:
    """Strategy that builds the contents of a pane, and the input of its window function.

    ``add(contents, element)`` returns the new contents, ``merge(first, second)`` those of two
    panes. ``result(contents)`` is the input of the window function, or ``None`` for nothing.
    ``freeze(contents)`` is the form in a trace; of a list, a list. With ``has_shared_elements`` an
    element is a ``TimestampedValue``, one object for all windows of a record: a change in one pane
    affects all panes that hold it. Otherwise an element is the value itself.
    """

    __slots__ = ("add", "freeze", "has_shared_elements", "is_aggregated", "merge", "result")

    def __init__(
        self,
        add: Callable[[Any, Any], Any],
        merge: Callable[[Any, Any], Any],
        result: Callable[[Any], Any],
        is_aggregated: bool,
        has_shared_elements: bool = False,
        freeze: Callable[[Any], Any] = freeze,
    ) -> None:
        self.add = add
        self.merge = merge
        self.result = result
        self.is_aggregated = is_aggregated
        self.has_shared_elements = has_shared_elements
        self.freeze = freeze


def create_reducing_strategy(function: ReduceFunction) -> PaneStrategy:
    """Create the strategy of a reduce function: one value per pane. Flink: ``HeapReducingState``."""
    if is_mutating_function(function):
        return _create_mutating_strategy(function)
    reduce = function.reduce

    def add(contents: Any, value: Any) -> Any:
        return value if contents is None else reduce(contents, value)

    return PaneStrategy(add, reduce, lambda contents: contents, True)


def is_mutating_function(function: Any) -> bool:
    """Return whether *function* sets a field of the first of two elements, as ``max`` and ``min`` do.

    In Flink the element in a pane is the object that arrived, which the other windows of the record
    share. ``sum`` copies it first.
    """
    return isinstance(function, ComparableAggregator) and not function.selects_element


def mutate_element(
    function: ReduceFunction, element: TimestampedValue, other: TimestampedValue
) -> TimestampedValue:
    """Reduce *other* into *element*, as ``max`` and ``min`` do in place; return the changed element.

    It is a new object if the value has no fields.
    """
    reduced = function.reduce(element.value, other.value)
    if is_basic_value(element.value):
        return TimestampedValue(reduced, element.timestamp)
    element.value = reduced
    return element


def copy_object(value: Any) -> Any:
    """Copy *value* into an object that nothing else holds, if it has fields.

    Values from the network are such objects in Flink; here two records may hold one tuple.
    """
    if isinstance(value, tuple):
        is_named_tuple = hasattr(value, "_fields")
        return type(value)(*value) if is_named_tuple else tuple(list(value))  # noqa: C414 - not the same one
    return value if is_basic_value(value) else copy.copy(value)


def _create_mutating_strategy(function: ReduceFunction) -> PaneStrategy:
    def merge(first: TimestampedValue, second: TimestampedValue) -> TimestampedValue:
        return mutate_element(function, first, second)

    def add(contents: TimestampedValue | None, element: TimestampedValue) -> TimestampedValue:
        return element if contents is None else merge(contents, element)

    return PaneStrategy(
        add, merge, lambda contents: contents.value, True, True, lambda of: freeze(of.value)
    )


def create_aggregating_strategy(function: AggregateFunction) -> PaneStrategy:
    """Create the strategy of an aggregate function. Flink: ``HeapAggregatingState``."""
    add_to, create_accumulator = function.add, function.create_accumulator

    def add(contents: Any, value: Any) -> Any:
        return add_to(value, create_accumulator() if contents is None else contents)

    return PaneStrategy(add, function.merge, function.get_result, True)


def create_list_strategy(
    has_shared_elements: bool = False, freeze_element: Callable[[Any], Value] = freeze
) -> PaneStrategy:
    """Create the strategy that lists all elements in order of arrival. Flink: ``HeapListState``."""

    def add(contents: Any, element: Any) -> Any:
        if contents is None:
            return [element]
        contents.append(element)
        return contents

    def freeze_all(contents: list[Any]) -> list[Value]:
        return [freeze_element(element) for element in contents]

    return PaneStrategy(add, _concatenate, list, False, has_shared_elements, freeze_all)


def _concatenate(first: list[Any], second: list[Any]) -> list[Any]:
    first.extend(second)
    return first


def merge_panes(
    panes: StateTable,
    strategy: PaneStrategy,
    end: int,
    target_window: Any,
    source_windows: list[Any],
    tracer: WindowTracer | None,
) -> None:
    """Move the panes of the current key under *source_windows* into the one under *target_window*.

    As in Flink the sources are merged first, and their contents follow those of the target. The
    merged window ends at *end*. It has fired if one of the panes had fired for that end.
    """
    target = panes.get(target_window)
    if target is None:
        target = Pane()
        panes.put(target_window, target)
    fired = target.fired_end == end
    merged: Any = None
    for window in source_windows:
        pane = panes.remove(window)
        if pane is None:
            continue
        if tracer is not None:
            tracer.report_contents_cleared(pane, window)
        fired = fired or pane.fired_end == end
        target.count += pane.count
        if pane.contents is not None:
            merged = pane.contents if merged is None else strategy.merge(merged, pane.contents)
    target.fired_end = end if fired else None
    if merged is None:
        return
    before = len(target.contents) if isinstance(target.contents, list) else 0
    target.contents = merged if target.contents is None else strategy.merge(target.contents, merged)
    if tracer is not None:
        tracer.report_contents_merged(target, before, target_window)
