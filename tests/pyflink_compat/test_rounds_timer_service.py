"""PyFlink's timers fire in rounds."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.pyflink_compat.batched_timer_service import BatchedTimerService
from flinksim.pyflink_compat.bundles import Bundle, BundleLimits
from flinksim.runtime.operators.keyed_operator import _TimerTarget
from tests.runtime.operators.test_internal_timer_service import World


class Worker(World):
    """Firing timers are counted in bundles of *size*."""

    def __init__(self, size: int) -> None:
        self.size = size
        super().__init__(self._made)

    def _made(self, name: str, backend: Any, clock: Any, target: Any) -> BatchedTimerService:
        bundle = Bundle(BundleLimits(self.size, 1000), clock, lambda function: function)
        fires = _TimerTarget(
            bundle.guard(self.on_event_time), bundle.guard(self.on_processing_time)
        )
        return BatchedTimerService(name, backend, clock, fires, bundle)


def rounds(size: int) -> World:
    """Key a's timer at 10 sets one at 12 and deletes b's at 15, which is due as well."""
    world = Worker(size)

    def change() -> None:
        world.service.register_event_time_timer("", 12)
        world.service.delete_event_time_timer("", 18)

    world.then["event", 10] = change
    for key, timestamp in (("a", 10), ("a", 18), ("b", 15), ("a", 30)):
        world.as_key(key).register_event_time_timer("", timestamp)
    world.service.advance_watermark(20)
    return world


def test_what_firing_timers_set_and_delete_waits_for_the_end_of_their_round() -> None:
    world = rounds(1000)
    assert world.take() == [
        ("event", "a", 10), ("event", "b", 15), ("event", "a", 18), ("event", "a", 12),
    ]  # fmt: skip
    assert world.service.num_event_time_timers() == 1


@pytest.mark.parametrize("size", [1, 3])  # three timers are due
def test_where_the_last_timer_ends_a_bundle_it_waits_for_the_next_watermark(size: int) -> None:
    world = rounds(size)
    assert world.take() == [("event", "a", 10), ("event", "b", 15), ("event", "a", 18)]
    assert world.service.num_event_time_timers() == 2
    world.service.advance_watermark(20)
    assert world.take() == [("event", "a", 12)]


@pytest.mark.parametrize("size", [1, 2, 1000])
def test_a_deletion_by_a_firing_timer_counts_for_what_is_not_yet_due(size: int) -> None:
    world = Worker(size)
    world.then["event", 10] = lambda: world.service.delete_event_time_timer("", 30)
    for key, timestamp in (("b", 30), ("a", 30), ("a", 10), ("c", 11)):
        world.as_key(key).register_event_time_timer("", timestamp)
    world.service.advance_watermark(20)
    assert world.service.num_event_time_timers() == 1
    world.service.advance_watermark(40)
    assert world.take() == [("event", "a", 10), ("event", "c", 11), ("event", "b", 30)]


def test_outside_of_a_round_timers_are_set_and_deleted_at_once() -> None:
    world = Worker(1)
    for _ in range(2):
        world.service.advance_watermark(1)
        world.as_key("a").register_event_time_timer("", 10)
        assert world.service.num_event_time_timers() == 1
        world.as_key("a").delete_event_time_timer("", 10)
        assert world.service.num_event_time_timers() == 0


# --- batch -------------------------------------------------------------------------------------------
