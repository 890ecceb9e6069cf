"""Windows in flight of one key, with assigners that do what sessions never do."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from flinksim.common import Time
from flinksim.core.java.timestamps import MAX_TIMESTAMP
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
    assert merges == [(None, TimeWindow(0, 30), [A, B], A, [B])]
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


def test_state_stays_under_the_window_in_which_it_began() -> None:
    windows = MergingWindowSet(EventTimeSessionWindows(10))
    windows.add_window(A, no_merge)
    merges: list[tuple[Any, ...]] = []
    grown = windows.add_window(TimeWindow(5, 15), lambda *merge: merges.append(merge))
    assert grown == TimeWindow(0, 15)
    assert merges == [(TimeWindow(5, 15), grown, [A], A, [])]
    assert windows.get_state_window(grown) == A
    assert windows.get_state_window(A) is None, "it is no longer in flight"
    assert windows.get_state_window(NEW) is None


def test_a_new_window_that_bridges_two_joins_the_first_and_brings_no_state() -> None:
    windows = MergingWindowSet(EventTimeSessionWindows(10))
    windows.add_window(A, no_merge)
    windows.add_window(B, no_merge)
    merges: list[tuple[Any, ...]] = []
    whole = windows.add_window(TimeWindow(10, 20), lambda *merge: merges.append(merge))
    # In the order of Java's hash set, which is not that of their times.
    assert merges == [(TimeWindow(10, 20), TimeWindow(0, 30), [B, A], B, [A])]
    assert whole == TimeWindow(0, 30)
    assert windows.mapping == {whole: B}
    windows.retire_window(whole)
    assert windows.mapping == {}


def test_retiring_one_window_leaves_the_others() -> None:
    windows = MergingWindowSet(EventTimeSessionWindows(10))
    windows.add_window(A, no_merge)
    windows.add_window(B, no_merge)
    windows.retire_window(A)
    assert windows.mapping == {B: B}
    with pytest.raises(RuntimeError, match="is not in in-flight window set"):
        windows.retire_window(A)


class ShrinksToTheNewOne(EventTimeSessionWindows):
    """Says that all windows together come to the newest one: the quirk of Flink."""

    def merge_windows(self, windows: Any, callback: Any) -> None:
        *old, new = windows
        if old:
            callback.merge([*old, new], new)


class OthersComeToTheNewOne(EventTimeSessionWindows):
    """Says that the older windows, without the newest, come to a window equal to the newest."""

    def merge_windows(self, windows: Any, callback: Any) -> None:
        *old, new = windows
        if old:
            callback.merge(old, new)


def test_a_result_equal_to_the_new_window_keeps_the_old_state_if_it_swallowed_the_new_one() -> None:
    windows = MergingWindowSet(ShrinksToTheNewOne(10))
    windows.add_window(A, no_merge)
    assert windows.add_window(NEW, lambda *merge: None) == NEW
    assert windows.mapping == {NEW: A}


def test_a_result_equal_to_the_new_window_that_did_not_swallow_it_loses_its_state() -> None:
    windows = MergingWindowSet(OthersComeToTheNewOne(10))
    windows.add_window(A, no_merge)
    merges: list[tuple[Any, ...]] = []
    assert windows.add_window(NEW, lambda *merge: merges.append(merge)) == NEW
    assert merges == [(None, NEW, [A], A, [])]
    assert windows.mapping == {NEW: NEW}, "Flink takes it for one of its own"


def test_what_merges_is_put_in_order_first() -> None:
    windows = MergingWindowSet(MergesOnlyOldOnes(10), lambda merged: sorted(merged, reverse=True))
    windows.add_window(A, no_merge)
    windows.add_window(B, no_merge)
    windows.add_window(NEW, lambda *merge: None)
    assert windows.get_state_window(TimeWindow(0, 30)) == B


@pytest.mark.parametrize("seed", range(30))
def test_bisection_finds_the_same_merges_as_all_windows(seed: int) -> None:
    random = Random(seed)
    assigner = EventTimeSessionWindows.with_gap(Time.milliseconds(10))
    fast, slow = MergingWindowSet(assigner), MergingWindowSet(assigner)
    slow._sorted_windows = None
    ends = MAX_TIMESTAMP if seed % 5 == 0 else 400
    for _ in range(120):
        calls: list[list[Any]] = [[], []]
        if fast.mapping and random.random() < 0.2:
            window = random.choice(list(fast.mapping))
            fast.retire_window(window)
            slow.retire_window(window)
            continue
        start = random.choice([random.randint(0, 400), ends - random.randint(0, 12)])
        window = TimeWindow(start, start + random.choice([5, 10, 10, 40]))
        results = []
        for one, found in zip((fast, slow), calls, strict=True):
            results.append(one.add_window(window, lambda *merge, into=found: into.append(merge)))
        assert results[0] == results[1]
        assert calls[0] == calls[1]
        assert list(fast.mapping.items()) == list(slow.mapping.items())
    restored = MergingWindowSet(assigner, mapping=fast.mapping)
    assert restored._sorted_windows == (
        None if any(start > end for start, end in fast.mapping) else sorted(fast.mapping)
    )


def test_an_assigner_with_its_own_merging_sees_all_windows() -> None:
    class Own(EventTimeSessionWindows):
        def merge_windows(self, windows: Any, callback: Any) -> None:
            seen.append(len(list(windows)))

    seen: list[int] = []
    windows = MergingWindowSet(Own(10))
    for start in (0, 1_000, 2_000):
        windows.add_window(TimeWindow(start, start + 10), lambda *_: None)
    assert seen == [1, 2, 3]
