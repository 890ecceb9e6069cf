"""What the network experiments show: the culprit, the first difference, and the shape of the plot."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import network_experiments as experiments
from flinksim import NetworkSettings
from flinksim.analysis.bottlenecks import find_bottlenecks
from flinksim.analysis.compare.first_difference import align_runs

CHATTY = experiments.SMALL_BUFFERS


@pytest.mark.parametrize(
    ("name", "red", "culprit"),
    [
        ("in the middle", {"v1/0", "v3/0"}, "v5/0"),
        ("at the end", {"v1/0", "v3/0", "v5/0"}, "v7/0"),
        ("one hot key", {"v1/0"}, "v3/1"),
    ],
)
def test_the_red_tasks_are_upstream_of_the_culprit(name: str, red: set[str], culprit: str) -> None:
    found = find_bottlenecks(experiments.run(experiments.BOTTLENECKS[name](), CHATTY))
    assert {load.subtask for load in found.loads if load.backpressure_level == "HIGH"} == red
    assert [each.subtask for each in found.bottlenecks] == [culprit]
    assert not found.bottlenecks[0].is_network
    assert found.find_load(culprit).busy == 1000
    assert found.find_load(culprit).backpressured == 0
    assert found.bottlenecks[0].victims == (sorted(red)[-1],), "the one right before it"
    assert f"{sorted(red)[-1]} cannot write because {culprit} is too slow." in str(found)


def test_a_slow_link_is_told_from_a_slow_task() -> None:
    env = experiments.over_a_link(experiments.record(n) for n in range(2000))
    trace = experiments.run(env, NetworkSettings(segment_bytes=64, latency_ms=20))
    found = find_bottlenecks(trace)
    assert [each.is_network for each in found.bottlenecks] == [True]
    assert "the network between them" in str(found)


def test_without_backpressure_there_is_no_culprit() -> None:
    env = experiments.over_a_link(experiments.record(n) for n in range(5))
    found = find_bottlenecks(experiments.run(env, NetworkSettings()))
    assert found.bottlenecks == ()
    assert str(found).endswith("No task is backpressured.")


def test_before_credits_the_fast_stream_falls_behind_and_that_is_the_first_difference() -> None:
    found = align_runs(*experiments.before_and_with_credits(), ("before", "with"))
    first = found.first_difference
    assert first is not None
    moment = next(each for each in found.states if each.time_ms == first)
    assert found.find_differing_subtasks(moment) == ["v3/1"], (
        "the fast one, which shares the connection"
    )
    earlier = [each for each in found.states if each.time_ms < first]
    assert earlier
    assert not any(each.is_different for each in earlier)
    marked = [line for line in str(found).splitlines() if line.startswith(">>")]
    assert len(marked) == 1
    assert marked[0].split()[0] == f">>{first}" or marked[0].split()[1] == str(first)


def test_a_run_does_not_differ_from_itself() -> None:
    trace = experiments.run(experiments.slow_in_the_middle(20), CHATTY)
    same = align_runs(trace, trace, ("one", "other"))
    assert same.first_difference is None
    assert str(same) == "one and other do not differ"


def test_runs_of_different_jobs_are_refused() -> None:
    one = experiments.run(experiments.slow_in_the_middle(3), CHATTY)
    other = experiments.run(experiments.one_hot_key(3), CHATTY)
    with pytest.raises(ValueError, match="different jobs"):
        align_runs(one, other)


def test_throughput_grows_with_the_segments_until_the_link_is_full() -> None:
    rates = [
        experiments.measure(100, size, 1500, 50).records_per_s for size in (32, 128, 512, 2048)
    ]
    assert rates == sorted(rates)
    assert rates[0] == pytest.approx(1000, rel=0.3), "10 buffers of one record every 10 ms"
    assert rates[1] > 3 * rates[0]
    assert rates[-1] <= 1_000_000 / 17, "17 bytes a record, 1 MB a second"


def test_latency_follows_the_buffer_timeout_down_to_where_credit_runs_short() -> None:
    found = {
        timeout: experiments.measure(timeout, 32768, 50, 400).mean_latency_ms
        for timeout in (0, 5, 50, 100)
    }
    assert found[100] == pytest.approx(50 + 7, abs=5)
    assert found[50] == pytest.approx(25 + 7, abs=5)
    assert found[5] < found[0] < found[50]


def test_the_plot_is_drawn(tmp_path: Path) -> None:
    measured = [experiments.Measured(t, 32768, 1000.0, t / 2, t) for t in (0, 10, 100)]
    measured += [experiments.Measured(100, size, size * 10.0, 9, 10) for size in (32, 64)]
    path = experiments.plot(measured, tmp_path / "network.png")
    assert path.read_bytes().startswith(b"\x89PNG")
