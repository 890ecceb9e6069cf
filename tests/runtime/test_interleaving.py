"""Who goes next."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flinksim import RunSettings, simulate
from flinksim.common import WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.runtime.interleaving import (
    MAX_EARLY_CLOCK_STEPS,
    ArrivalOrder,
    RoundRobin,
    Scripted,
    Seeded,
    compute_bit_rank,
    find_nth_bit,
)
from flinksim.runtime.network_settings import NetworkSettings


class Run:
    """A run with the clock (0), sources 1 and 2, tasks 3 and 4."""

    def __init__(self, due: bool = False, first: int | None = None) -> None:
        self.source_mask = 0b00110
        self.clock_turns = 0
        self._due = due
        self._first = first

    def is_timer_due(self) -> bool:
        return self._due

    def find_next_source(self, mask: int) -> int | None:
        return self._first


def test_arrival_order_lets_the_furthest_downstream_go_first() -> None:
    order = ArrivalOrder()
    order.start(Run(due=True, first=1))
    assert order.choose(0b11111) == 4
    assert order.choose(0b01111) == 3


def test_arrival_order_fires_due_timers_before_records_enter() -> None:
    order = ArrivalOrder()
    order.start(Run(due=True, first=2))
    assert order.choose(0b00111) == 0
    order.start(Run(due=False, first=2))
    assert order.choose(0b00111) == 2
    assert order.choose(0b00001) == 0


def test_arrival_order_takes_the_first_source_with_something_else_to_do() -> None:
    order = ArrivalOrder()
    order.start(Run(first=None))
    assert order.choose(0b00111) == 1


def test_round_robin_gives_each_a_turn_and_the_clock_only_when_alone() -> None:
    turns = RoundRobin()
    turns.start(Run())
    assert [turns.choose(0b11111) for _ in range(6)] == [1, 2, 3, 4, 1, 2]
    assert turns.choose(0b00001) == 0
    assert turns.choose(0b10001) == 4


def test_a_seed_repeats_its_choices_and_another_does_not() -> None:
    def choices(seed: int) -> list[int]:
        drawn = Seeded(seed)
        drawn.start(Run())
        return [drawn.choose(0b11111) for _ in range(50)]

    assert choices(3) == choices(3)
    assert choices(3) != choices(4)
    assert set(choices(3)) == {0, 1, 2, 3, 4}


def test_time_waits_for_work_that_it_outruns() -> None:
    run = Run()
    drawn = Seeded(3)
    drawn.start(run)
    chosen = []
    for _ in range(400):
        chosen.append(drawn.choose(0b01001))
        run.clock_turns += chosen[-1] == 0
    assert chosen.count(0) == MAX_EARLY_CLOCK_STEPS
    run.clock_turns += 1  # the others have come to rest, and the clock went on alone
    assert 0 in [drawn.choose(0b01001) for _ in range(20)]


def test_a_run_under_more_latency_markers_than_it_can_work_off_ends() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.get_config().set_latency_tracking_interval(20)
    script = [item for at in range(0, 4000, 340) for item in (pause(450), record(("a", at)))]
    strategy = WatermarkStrategy.for_monotonous_timestamps()
    source = ScriptedSource(dict.fromkeys(("s0", "s1", "s2"), script))
    (
        env.from_source(source, strategy, "script").set_parallelism(3)
        .rebalance().map(lambda value: time.sleep(0.25) or value).set_parallelism(1)
        .key_by(lambda value: value[0]).map(lambda value: value).set_parallelism(1).print()
    )  # fmt: skip
    network = NetworkSettings(buffer_timeout_ms=0, segment_bytes=32)
    settings = RunSettings(traced=False, interleaving=Seeded(0), network=network)
    sim = simulate(env, settings=settings)
    sim.cluster.run(max_steps=30_000)
    assert sim.status == "FINISHED"


@given(st.lists(st.integers(0, 1000)), st.lists(st.integers(1, 31), min_size=1))
def test_every_script_is_legal(script: list[int], masks: list[int]) -> None:
    scripted = Scripted(script)
    scripted.start(Run(first=None))
    for mask in masks:
        assert mask >> scripted.choose(mask) & 1


@given(st.integers(1, 1 << 40), st.integers(0, 40))
def test_place_among_is_the_inverse_of_nth_bit(mask: int, n: int) -> None:
    n %= mask.bit_count()
    assert compute_bit_rank(mask, find_nth_bit(mask, n)) == n


@pytest.mark.parametrize("bad", [[-1], ["a"], [1.5], [True]])
def test_a_bad_script_says_which_decision_is_wrong(bad: list[object]) -> None:
    with pytest.raises(ValueError, match=r"decisions\[0\]"):
        Scripted(bad)  # type: ignore[arg-type]


def test_a_seed_must_be_a_number() -> None:
    with pytest.raises(TypeError, match="expected a whole number, found 'x'"):
        Seeded("x")  # type: ignore[arg-type]
