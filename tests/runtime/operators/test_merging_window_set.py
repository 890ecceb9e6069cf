"""Windows in flight of one key, with assigners that do what sessions never do."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.datastream.window import EventTimeSessionWindows, TimeWindow
from flinksim.runtime.operators.merging_window_set import MergingWindowSet

A, B, NEW = TimeWindow(0, 10), TimeWindow(20, 30), TimeWindow(50, 60)


class MergesOnlyOldOnes(EventTimeSessionWindows):
    """Leaves the newest window alone and merges all others."""

    def merge_windows(self, windows: Any, callback: Any) -> None:
        *old, _ = windows
        if len(old) > 1:
            callback.merge(old, TimeWindow(0, 30))


def no_merge(*merge: Any) -> None:
    raise AssertionError(f"nothing should merge: {merge}")


def test_a_new_window_that_others_merge_past_is_in_flight_too() -> None:
    windows = MergingWindowSet(MergesOnlyOldOnes(10))
    windows.add_window(A, no_merge)
    windows.add_window(B, no_merge)
    merges: list[tuple[Any, ...]] = []
    assert windows.add_window(NEW, lambda *merge: merges.append(merge)) == NEW
    assert merges == [(TimeWindow(0, 30), [A, B], A, [B])]
    assert windows.mapping == {TimeWindow(0, 30): A, NEW: NEW}


def test_a_window_within_another_changes_nothing() -> None:
    windows = MergingWindowSet(EventTimeSessionWindows(10))
    windows.add_window(A, no_merge)
    assert windows.add_window(TimeWindow(2, 5), no_merge) == A
    assert windows.mapping == {A: A}


def test_retiring_what_is_not_in_flight_has_flinks_words() -> None:
    windows = MergingWindowSet(EventTimeSessionWindows(10))
    with pytest.raises(
        RuntimeError,
        match=r"^Window TimeWindow\(start=0, end=10\) is not in in-flight window set\.$",
    ):
        windows.retire_window(A)
