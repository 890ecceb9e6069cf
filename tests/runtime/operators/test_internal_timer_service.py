"""The timer queue is Flink's binary heap, and a set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from flinksim.core.ids import OperatorId
from flinksim.core.java.key_groups import KeyGroupRange, assign_to_key_group
from flinksim.core.java.timer_heap import InternalTimer, TimerQueue
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.runtime.operators.internal_timer_service import (
    BatchTimerService,
    InternalTimerService,
)
from flinksim.runtime.state.batch_keyed_state_backend import BatchKeyedStateBackend
from flinksim.runtime.state.heap_keyed_state_backend import HeapKeyedStateBackend
from flinksim.runtime.state.snapshot_model import OperatorSnapshot, compute_entry_size
from flinksim.trace.events import (
    KeySelected,
    OperatorWatermarkAdvanced,
    TimerDeleted,
    TimerFired,
    TimerRegistered,
    TimerRestored,
    TraceEvent,
)
from flinksim.trace.events.event import build_emitter
from tests.runtime.operators.manual_context import ManualProcessingTime

OPERATOR = OperatorId("o1/0")


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


def test_removing_the_last_timer_of_the_heap_moves_no_other() -> None:
    queue = queue_of(("a", 1), ("b", 2))
    assert queue.remove(2, "b", "")
    assert [timer.key for timer in queue] == ["a"]
    assert repr(queue.peek()) == "InternalTimer(1, key='a', )"


# --- the service -------------------------------------------------------------------------------------


class World:
    """A timer service with a clock in hand; its target remembers, and may do something at a time."""

    def __init__(
        self,
        make: Callable[..., InternalTimerService] = InternalTimerService,
        *given: Any,
        traced: bool = False,
        backend: type[HeapKeyedStateBackend] = HeapKeyedStateBackend,
    ) -> None:
        self.events: list[TraceEvent] = []
        emit = build_emitter(self.events) if traced else None
        self.clock = ManualProcessingTime()
        self.backend = backend(
            KeyGroupRange(0, 127), 128, OPERATOR, emit, self.clock.current_processing_time
        )
        self.service = make("timers", self.backend, self.clock, self, *given)
        self.fired: list[tuple[str, Any, int]] = []
        self.then: dict[tuple[str, int], Callable[[], None]] = {}

    def on_event_time(self, timer: InternalTimer) -> None:
        self._on("event", timer)

    def on_processing_time(self, timer: InternalTimer) -> None:
        self._on("processing", timer)

    def _on(self, domain: str, timer: InternalTimer) -> None:
        assert self.backend.current_key == timer.key, "the timer's key is current"
        self.fired.append((domain, timer.key, timer.timestamp))
        self.then.get((domain, timer.timestamp), lambda: None)()

    def as_key(self, key: Any) -> InternalTimerService:
        self.backend.set_current_key(key)
        return self.service

    def take(self) -> list[tuple[str, Any, int]]:
        fired, self.fired = self.fired, []
        return fired


def test_event_timers_fire_up_to_the_watermark_with_their_keys() -> None:
    world = World()
    assert world.service.current_watermark == MIN_TIMESTAMP
    for key, timestamp in (("b", 20), ("a", 10), ("a", 30), ("a", 10)):
        world.as_key(key).register_event_time_timer("", timestamp)
    assert world.service.num_event_time_timers() == 3
    world.service.advance_watermark(20)
    assert world.take() == [("event", "a", 10), ("event", "b", 20)]
    assert world.service.current_watermark == 20
    world.as_key("a").delete_event_time_timer("", 30)
    world.service.advance_watermark(99)
    assert world.take() == []


def test_a_firing_timer_sees_the_new_watermark_and_sets_what_still_fires() -> None:
    world = World()
    seen: list[int] = []

    def again() -> None:
        seen.append(world.service.current_watermark)
        world.service.register_event_time_timer("", 12)
        world.service.register_event_time_timer("", 21)

    world.then["event", 10] = again
    world.as_key("a").register_event_time_timer("", 10)
    world.service.advance_watermark(20)
    assert world.take() == [("event", "a", 10), ("event", "a", 12)]
    assert seen == [20]
    world.as_key("a").register_event_time_timer("", 5)
    assert world.take() == [], "one for the past waits for the next watermark"
    world.service.advance_watermark(20)
    assert world.take() == [("event", "a", 5)]


def test_only_the_earliest_processing_timer_is_with_the_clock() -> None:
    world = World()
    world.as_key("a").register_processing_time_timer("", 50)
    assert world.clock.waiting == [50]
    world.as_key("a").register_processing_time_timer("", 70)
    assert world.clock.waiting == [50]
    world.as_key("b").register_processing_time_timer("", 30)
    assert world.clock.waiting == [30], "the superseded call is cancelled"
    world.as_key("c").register_processing_time_timer("", 30)
    assert len(world.clock.timers) == 2, "an equally early one is no reason to call anew"
    assert set(world.clock.names) == {"timers"}
    world.clock.advance_to(30)
    assert world.take() == [("processing", "b", 30), ("processing", "c", 30)]
    assert world.clock.waiting == [50]
    world.clock.advance_to(80)
    assert world.take() == [("processing", "a", 50), ("processing", "a", 70)]
    assert world.clock.waiting == []
    assert world.service.num_processing_time_timers() == 0
    assert world.service.current_processing_time() == 80


def test_a_timer_that_is_set_twice_fires_once_and_calls_the_clock_once() -> None:
    world = World()
    for _ in range(2):
        world.as_key("a").register_processing_time_timer("", 50)
    assert world.clock.waiting == [50]
    world.clock.advance_to(99)
    assert world.take() == [("processing", "a", 50)]


def test_a_timer_at_the_end_of_time_is_not_earlier_than_none() -> None:
    world = World()
    world.as_key("a").register_processing_time_timer("", MAX_TIMESTAMP)
    assert world.clock.waiting == []
    assert world.service.num_processing_time_timers() == 1


def test_the_call_for_a_deleted_timer_finds_nothing_due_and_asks_for_the_next() -> None:
    world = World()
    world.as_key("a").register_processing_time_timer("", 50)
    world.as_key("a").register_processing_time_timer("", 60)
    world.as_key("a").delete_processing_time_timer("", 50)
    assert world.clock.waiting == [50]
    world.clock.advance_to(55)
    assert world.take() == []
    assert world.clock.waiting == [60]
    world.as_key("b").delete_processing_time_timer("", 60)
    assert world.service.num_processing_time_timers() == 1, "it is another key's"


def test_a_firing_timer_may_set_one_that_is_earlier_than_those_that_wait() -> None:
    world = World()
    world.then["processing", 50] = lambda: world.service.register_processing_time_timer("", 60)
    world.as_key("a").register_processing_time_timer("", 50)
    world.as_key("a").register_processing_time_timer("", 90)
    world.clock.advance_to(50)
    assert world.clock.waiting == [60], "asked for once"
    world.clock.advance_to(60)
    world.clock.advance_to(90)
    assert [timestamp for _, _, timestamp in world.take()] == [50, 60, 90]


def test_every_change_of_a_timer_is_told_with_all_that_it_is_about() -> None:
    world = World(traced=True)
    service = world.as_key("a")
    world.events.clear()
    for _ in range(2):
        service.register_event_time_timer("one", 10)
        service.register_processing_time_timer("two", 20)
    for _ in range(2):
        service.delete_event_time_timer("one", 10)
        service.delete_processing_time_timer("two", 20)
    assert world.events == [
        TimerRegistered(OPERATOR, "event", "a", "one", 10),
        TimerRegistered(OPERATOR, "processing", "a", "two", 20),
        TimerDeleted(OPERATOR, "event", "a", "one", 10),
        TimerDeleted(OPERATOR, "processing", "a", "two", 20),
    ]
    service.register_event_time_timer("one", 11)
    service.register_processing_time_timer("two", 21)
    assert service.freeze_timers() == [
        ("event", "a", "one", 11),
        ("processing", "a", "two", 21),
    ]
    world.events.clear()
    service.advance_watermark(11)
    service.advance_watermark(11)
    world.clock.advance_to(21)
    selected = KeySelected(OPERATOR, "a", world.backend.current_key_group)
    assert world.events == [
        OperatorWatermarkAdvanced(OPERATOR, MIN_TIMESTAMP, 11),
        selected,
        TimerFired(OPERATOR, "event", "a", "one", 11),
        selected,
        TimerFired(OPERATOR, "processing", "a", "two", 21),
    ]


def test_in_batch_mode_all_timers_of_a_key_fire_when_it_is_over() -> None:
    world = World(BatchTimerService, backend=BatchKeyedStateBackend)
    world.then["event", 10] = lambda: world.service.register_event_time_timer("", 11)
    world.then["processing", 5] = lambda: world.service.register_processing_time_timer("", 6)
    world.as_key("a").register_event_time_timer("", 10)
    world.as_key("a").register_processing_time_timer("", 5)
    world.as_key("a").register_processing_time_timer("", 3)
    assert world.clock.waiting == [], "not by the clock"
    world.service.advance_watermark(50)
    assert world.take() == []
    assert world.service.current_watermark == MIN_TIMESTAMP
    assert isinstance(world.service, BatchTimerService)
    world.service.end_key()
    assert world.take() == [("event", "a", 10), ("processing", "a", 3), ("processing", "a", 5)]
    assert world.service.current_watermark == MIN_TIMESTAMP, "it begins anew for the next key"
    world.as_key("b").register_event_time_timer("", 7)
    world.service.advance_watermark(MAX_TIMESTAMP)
    assert world.take() == [("event", "b", 7)]


def test_in_batch_mode_the_clock_is_still_there_to_be_asked() -> None:
    world = World(BatchTimerService, backend=BatchKeyedStateBackend)
    world.clock.advance_to(40)
    assert world.service.current_processing_time() == 40


# --- checkpoints -------------------------------------------------------------------------------------


def test_timers_are_kept_by_the_group_of_their_key_with_their_sizes() -> None:
    world = World()
    for key, namespace, timestamp in (("a", "one", 10), ("a", "a longer one", 300), ("b", "", 7)):
        world.as_key(key).register_event_time_timer(namespace, timestamp)
    world.as_key("b").register_processing_time_timer("", 5)
    snapshot = OperatorSnapshot()
    world.service.snapshot(snapshot)
    groups = {key: assign_to_key_group(key, 128) for key in "ab"}
    assert set(snapshot.key_groups) == set(groups.values())
    of_a, of_b = (snapshot.key_groups[groups[key]] for key in "ab")
    assert sorted(of_a.timers) == [("event", 10, "a", "one"), ("event", 300, "a", "a longer one")]
    assert of_b.timers == [("event", 7, "b", ""), ("processing", 5, "b", "")]
    assert of_a.bytes == compute_entry_size("a", "one", 10) + compute_entry_size(
        "a", "a longer one", 300
    )
    assert of_b.bytes == compute_entry_size("b", "", 7) + compute_entry_size("b", "", 5)


def test_timers_of_a_snapshot_fire_and_the_first_is_with_the_clock() -> None:
    before = World()
    for key, timestamp in (("a", 10), ("b", 20)):
        before.as_key(key).register_event_time_timer("event's", timestamp)
        before.as_key(key).register_processing_time_timer("clock's", timestamp)
    snapshot = OperatorSnapshot()
    before.service.snapshot(snapshot)
    world = World(traced=True)
    world.service.restore(snapshot)
    told = [event for event in world.events if isinstance(event, TimerRestored)]
    assert len(told) == 4
    assert {(event.domain, event.key, event.namespace, event.timestamp) for event in told} == {
        ("event", "a", "event's", 10), ("event", "b", "event's", 20),
        ("processing", "a", "clock's", 10), ("processing", "b", "clock's", 20),
    }  # fmt: skip
    assert {event.operator for event in told} == {OPERATOR}
    assert world.clock.waiting == [10]
    world.clock.advance_to(15)
    assert world.take() == [("processing", "a", 10)]
    world.service.advance_watermark(25)
    assert world.take() == [("event", "a", 10), ("event", "b", 20)]
    untraced = World()
    untraced.service.restore(snapshot)
    assert untraced.service.num_event_time_timers() == 2
    assert not untraced.events


def test_of_a_snapshot_a_subtask_takes_the_groups_that_are_its_own() -> None:
    before = World()
    for number in range(40):
        before.as_key(number).register_event_time_timer("", number)
    snapshot = OperatorSnapshot()
    before.service.snapshot(snapshot)
    taken = []
    for group_range in (KeyGroupRange(0, 63), KeyGroupRange(64, 127)):
        backend = HeapKeyedStateBackend(group_range, 128, OPERATOR, None, lambda: 0)
        service = InternalTimerService("timers", backend, ManualProcessingTime(), before)
        service.restore(snapshot)
        keys = [timer.key for timer in service.event_time_timers]
        assert all(assign_to_key_group(key, 128) in group_range for key in keys)
        taken += keys
    assert sorted(taken) == list(range(40))
