"""A sample of what ``make crash-everywhere`` tries in full."""

from __future__ import annotations

from random import Random

import pytest

from flinksim.runtime.fault_injection import Crash
from flinksim.runtime.interleaving import Seeded
from flinksim.runtime.jobmaster.checkpoint_settings import SnapshotSettings
from flinksim.runtime.network_settings import NetworkSettings
from tests.checkpoint_jobs import JOBS, OTHER_JOBS
from tests.crash_everywhere import (
    MODES,
    NAME_THEIR_RECORDS,
    Tally,
    Try,
    crash_at_random,
    crash_everywhere,
    random_try,
    run,
)


@pytest.mark.slow("crashes jobs at many steps")
@pytest.mark.parametrize("name", JOBS)
def test_no_crash_loses_or_doubles_a_result(name: str) -> None:
    random = Random()  # new settings and crashes each time
    tally = Tally()
    for mode in MODES:
        if mode != "at least once" or name in NAME_THEIR_RECORDS:
            seed = random.randrange(1_000_000)
            tally.add(crash_at_random(random_try(name, mode, random), seed, 15))
    assert not tally.lost, tally.told
    assert not tally.doubled, tally.told
    assert tally.points > 10
    assert tally.failures > 10


@pytest.mark.slow("kills a task at every step of three jobs")
@pytest.mark.parametrize("name", OTHER_JOBS)
def test_state_is_exact_where_a_failure_may_change_results(name: str) -> None:
    tally = Tally()
    for parallelism in (1, 2):
        seed = Random().randrange(1_000_000)
        tally.add(crash_everywhere(Try(name, "aligned", Seeded(seed), parallelism), seed, 3))
    assert tally.points > 10
    assert not tally.lost, tally.told
    assert not tally.doubled, tally.told


@pytest.mark.slow("kills a task at every step of three jobs")
@pytest.mark.parametrize("name", OTHER_JOBS)
def test_another_result_may_differ_there(name: str) -> None:
    tally = crash_everywhere(Try(name, "aligned", Seeded(1), 2), 1, 5)  # the same ones each time
    assert tally.differing > 0
    assert not tally.lost


def test_a_second_failure_while_what_was_in_flight_is_read_loses_nothing() -> None:
    """No checkpoint is taken before it is read: its barrier would overtake what no checkpoint has."""
    network = NetworkSettings(buffer_timeout_ms=-1, segment_bytes=300, latency_ms=2, seed=25)
    snapshots = SnapshotSettings(async_bytes_per_s=20_000)
    tried = Try(
        "sessions", "turning unaligned", Seeded(230656), 2, network, interval_ms=40,
        snapshots=snapshots, options=(("execution.checkpointing.min-pause", "5 ms"),),
    )  # fmt: skip
    crashed = run(tried, Crash("v3/1", 79), Crash("v3/0", 191))
    assert crashed.failures == 2
    assert crashed.committed == run(tried).committed


def test_a_channel_that_held_only_the_beginning_of_a_record_is_read_again() -> None:
    """The checkpoint has bytes of that channel, but no record ends in them."""
    network = NetworkSettings(buffer_timeout_ms=5, segment_bytes=64, latency_ms=2)
    tried = Try("two_inputs", "unaligned", Seeded(983956), 2, network)
    crashed = run(tried, Crash("v2/0", 90))
    assert crashed.failures == 1
    assert crashed.committed == run(tried).committed
