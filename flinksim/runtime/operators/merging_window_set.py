"""The windows of one key that are not cleaned up yet, with a merging assigner.

Flink: ``MergingWindowSet``.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from flinksim.datastream.window_assigners import MergingWindowAssigner, has_overlap_merging

MergeFunction = Callable[[Any, Any, list[Any], Any, list[Any]], None]
"""Callback that is called when windows of a key merge.

Its arguments: the new window (``None`` if it is not among the merged), the result, the merged
windows, the state window of the result, and the state windows of the merged.
"""


class MergingWindowSet:
    """The open windows of one key, each with the state window under which its contents are stored.

    Contents are not moved: a merged window keeps the *state window* of one of its parts, namely the
    first in the order that the assigner reports.

    One quirk of Flink is kept: a new window that equals an in-flight merged window is taken for a
    window of its own, and the contents collected before are lost.

    Flink: ``MergingWindowSet``.

    Raises:
        RuntimeError: If a window is not in flight; the text is Flink's.
    """

    __slots__ = ("_assigner", "_order_windows", "_sorted_windows", "mapping")

    def __init__(
        self,
        assigner: MergingWindowAssigner[Any, Any],
        order_windows: Callable[[Collection[Any]], list[Any]] = list,
        mapping: Mapping[Any, Any] | None = None,
    ) -> None:
        self._assigner = assigner
        self._order_windows = order_windows
        self.mapping: dict[Any, Any] = dict(mapping or {})
        # The windows by their start. Open sessions do not overlap, so the neighbours of a new window are
        # found by bisection. None if the assigner may merge other windows, too, or one wraps around.
        self._sorted_windows: list[Any] | None = None
        if has_overlap_merging(assigner) and all(start <= end for start, end in self.mapping):
            self._sorted_windows = sorted(self.mapping)

    def get_state_window(self, window: Any) -> Any:
        """Return the state window of *window*, or ``None`` if it is not in flight."""
        return self.mapping.get(window)

    def retire_window(self, window: Any) -> None:
        """Remove *window*.

        Raises:
            RuntimeError: If it is not in flight.
        """
        if self.mapping.pop(window, None) is None:
            raise RuntimeError(f"Window {window} is not in in-flight window set.")
        self._update_sorted_windows((window,), ())

    def add_window(self, new_window: Any, merge: MergeFunction) -> Any:
        """Add *new_window*, merge it with others if needed, and return the window that now contains it."""
        mapping = self.mapping
        results: dict[Any, list[Any]] = {}
        self._assigner.merge_windows(
            [*self._find_candidates(new_window), new_window],
            _MergeCallback(results, self._order_windows),
        )
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
            self._update_sorted_windows(merged, (result,))
            if state_window in state_windows:
                state_windows.remove(state_window)
            # A window that only absorbed the new one has not changed.
            if merged != [result]:
                joined = new_window if has_new_window else None
                merge(joined, result, merged, state_window, state_windows)
        if not results or (result_window == new_window and not merged_new_window):
            if result_window not in mapping:
                self._update_sorted_windows((), (result_window,))
            mapping[result_window] = result_window
        return result_window

    def _find_candidates(self, new_window: Any) -> Iterable[Any]:
        """Return the windows that may have to be merged with *new_window*, or with each other."""
        ordered = self._sorted_windows
        if ordered is None:
            return self.mapping
        start, end = new_window
        if start > end:  # it wraps around after the largest timestamp
            self._sorted_windows = None
            return self.mapping
        first = last = bisect_left(ordered, new_window)
        if first and ordered[first - 1][1] >= start:
            first -= 1
        while last < len(ordered) and ordered[last][0] <= end:
            last += 1
        return ordered[first:last]

    def _update_sorted_windows(self, removed: Iterable[Any], added: Iterable[Any]) -> None:
        ordered = self._sorted_windows
        if ordered is None:
            return
        for window in removed:
            place = bisect_left(ordered, window)
            if place < len(ordered) and ordered[place] == window:
                del ordered[place]
        for window in added:
            insort(ordered, window)


class _MergeCallback:
    """Callback for a merging assigner, which stores the merges that the assigner requests."""

    def __init__(
        self,
        results: dict[Any, list[Any]],
        order_windows: Callable[[Collection[Any]], list[Any]],
    ) -> None:
        self._results = results
        self._order_windows = order_windows

    def merge(self, to_be_merged: Collection[Any], merge_result: Any) -> None:
        self._results[merge_result] = self._order_windows(to_be_merged)
