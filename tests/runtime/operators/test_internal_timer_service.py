"""The timer queue is Flink's binary heap, and a set."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from flinksim.runtime.operators.internal_timer_service import TimerQueue


def queue_of(*timers: tuple[str, int]) -> TimerQueue:
    queue = TimerQueue()
    for key, timestamp in timers:
        queue.add(timestamp, key, key, "")
    return queue


def drained(queue: TimerQueue) -> list[str]:
    return [queue.poll().key for _ in range(len(queue))]


def test_equal_timestamps_come_in_heap_order_not_in_order_of_adding() -> None:
    assert "".join(drained(queue_of(*((key, 5) for key in "abcdefg")))) == "agfedcb"


def test_the_last_timer_fills_the_hole_of_a_removed_one() -> None:
    queue = queue_of(("a", 1), ("b", 5), ("c", 5), ("d", 5), ("e", 5))
    assert queue.remove(5, "b", "")
    assert [timer.key for timer in queue] == ["a", "e", "c", "d"]


def test_a_timer_that_fills_a_hole_climbs_if_it_is_earlier_than_its_parent() -> None:
    queue = queue_of(("a", 1), ("b", 10), ("c", 2), ("d", 11), ("e", 12), ("f", 3))
    assert [timer.key for timer in queue] == ["a", "b", "c", "d", "e", "f"]
    queue.remove(11, "d", "")
    assert [timer.key for timer in queue] == ["a", "f", "c", "b", "e"]


def test_a_timer_is_there_once() -> None:
    queue = queue_of(("a", 5))
    assert not queue.add(5, "a", "a", "")
    assert queue.add(5, "a", "a", "other namespace")
    assert len(queue) == 2


def test_removing_what_is_not_there_changes_nothing() -> None:
    queue = queue_of(("a", 5))
    assert not queue.remove(6, "a", "")
    assert not queue.remove(5, "b", "")
    assert len(queue) == 1


def test_an_empty_queue_has_no_head() -> None:
    assert TimerQueue().peek() is None


TIMERS = st.tuples(st.sampled_from("abcd"), st.integers(0, 6))
CHANGES = st.lists(st.one_of(st.tuples(st.just("add"), TIMERS), st.tuples(st.just("del"), TIMERS),
                             st.tuples(st.just("poll"), st.just(("", 0)))), max_size=60)  # fmt: skip


@given(CHANGES)
def test_whatever_is_done_the_queue_is_a_heap_and_a_set(
    changes: list[tuple[str, tuple[str, int]]],
) -> None:
    queue = TimerQueue()
    expected: dict[tuple[str, int], None] = {}
    for change, (key, timestamp) in changes:
        if change == "add":
            assert queue.add(timestamp, key, key, "") is ((key, timestamp) not in expected)
            expected[key, timestamp] = None
        elif change == "del":
            assert queue.remove(timestamp, key, "") is ((key, timestamp) in expected)
            expected.pop((key, timestamp), None)
        elif expected:
            polled = queue.poll()
            assert polled.timestamp == min(timestamp for _, timestamp in expected)
            del expected[polled.key, polled.timestamp]
        heap = queue.heap
        assert sorted((t.key, t.timestamp) for t in queue) == sorted(expected)
        assert len(queue.timers) == len(queue)
        for position in range(1, len(heap)):
            assert heap[position].position == position
            assert position == 1 or heap[position // 2].timestamp <= heap[position].timestamp
