"""The virtual clock."""

from __future__ import annotations

from flinksim.runtime.virtual_clock import SimulatedClock


def test_what_is_due_happens_in_time_order_and_at_one_time_in_the_order_of_scheduling() -> None:
    clock, seen = SimulatedClock(100), []
    clock.schedule(300, lambda at: seen.append(("c", at)))
    clock.schedule(200, lambda at: seen.append(("a", at)))
    clock.schedule(200, lambda at: seen.append(("b", at)))
    assert clock.next_due_ms() == 200
    clock.advance_to(250)
    assert (seen, clock.now_ms) == ([("a", 200), ("b", 200)], 250)
    clock.advance_to(300)
    assert seen[2:] == [("c", 300)]
    assert clock.next_due_ms() is None


def test_the_clock_never_goes_back() -> None:
    clock = SimulatedClock(100)
    clock.advance_to(50)
    assert clock.now_ms == 100


def test_a_cancelled_call_does_not_happen_and_is_not_due() -> None:
    clock, seen = SimulatedClock(), []
    call = clock.schedule(10, seen.append)
    call.cancel()
    assert clock.next_due_ms() is None
    clock.advance_to(20)
    assert seen == []


def test_a_call_for_a_time_already_reached_happens_in_the_same_advance() -> None:
    clock, seen = SimulatedClock(), []
    clock.schedule(10, lambda at: clock.schedule(5, seen.append) and None)
    clock.advance_to(10)
    assert seen == [5]
