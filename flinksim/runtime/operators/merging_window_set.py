"""The windows of one key that a merging assigner has in flight.

Flink: ``MergingWindowSet``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from flinksim.datastream.window_assigners import MergingWindowAssigner

MergeFunction = Callable[[Any, Any, list[Any], Any, list[Any]], None]
"""Called with the new window (``None`` if it is not among them), the result, the windows merged into
it, its state window, and theirs."""


class MergingWindowSet:
    """Which windows are in flight, and under which window each keeps its contents.

    So that contents need not be moved, a merged window goes on using the *state window* of one of
    those it was merged from: of the first in the order that the assigner reports.

    One quirk of Flink is kept: a new window exactly equal to a merged one in flight is taken for one
    of its own, and what was collected before is lost.

    Flink: ``MergingWindowSet``.
    Errors: ``RuntimeError`` with Flink's words for a window that is not in flight.
    """

    __slots__ = ("_assigner", "_in_order", "mapping")

    def __init__(
        self,
        assigner: MergingWindowAssigner[Any, Any],
        in_order: Callable[[Collection[Any]], list[Any]] = list,
        mapping: Mapping[Any, Any] | None = None,
    ) -> None:
        self._assigner = assigner
        self._in_order = in_order
        self.mapping: dict[Any, Any] = dict(mapping or {})

    def state_window(self, window: Any) -> Any:
        """The window under which *window* keeps its contents, or ``None`` if not in flight."""
        return self.mapping.get(window)

    def retire_window(self, window: Any) -> None:
        """*window* is gone."""
        if self.mapping.pop(window, None) is None:
            raise RuntimeError(f"Window {window} is not in in-flight window set.")

    def add_window(self, new_window: Any, merge: MergeFunction) -> Any:
        """Add *new_window*, merging where needed; returns the window it is part of now."""
        mapping = self.mapping
        results: dict[Any, list[Any]] = {}
        self._assigner.merge_windows([*mapping, new_window], _Collect(results, self._in_order))
        result_window = new_window
        merged_new_window = False
        for result, merged in results.items():
            has_new_window = new_window in merged
            if has_new_window:
                merged.remove(new_window)
                merged_new_window = True
                result_window = result
            state_window = mapping.get(merged[0])
            state_windows = [
                found for window in merged if (found := mapping.pop(window, None)) is not None
            ]
            mapping[result] = state_window
            if state_window in state_windows:
                state_windows.remove(state_window)
            # A window that only swallowed the new one is what it was.
            if merged != [result]:
                joined = new_window if has_new_window else None
                merge(joined, result, merged, state_window, state_windows)
        if not results or (result_window == new_window and not merged_new_window):
            mapping[result_window] = result_window
        return result_window


class _Collect:
    """Collects what a merging assigner reports."""

    def __init__(
        self,
        results: dict[Any, list[Any]],
        in_order: Callable[[Collection[Any]], list[Any]],
    ) -> None:
        self._results = results
        self._in_order = in_order

    def merge(self, to_be_merged: Collection[Any], merge_result: Any) -> None:
        self._results[merge_result] = self._in_order(to_be_merged)
