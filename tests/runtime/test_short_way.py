"""An untraced run in arrival order leaves the network out, and nobody can tell."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim import RoundRobin, RunSettings
from flinksim.common import WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.runtime.local_executor import build_job_graph
from flinksim.runtime.minicluster import MiniCluster
from flinksim.runtime.tasks.direct_handoff import DirectHandoff
from tests.runtime.short_ways import differences


@pytest.mark.parametrize("first", range(0, 120, 10))
def test_firings_drops_results_and_steps_are_the_same(first: int) -> None:
    assert [line for seed in range(first, first + 10) for line in differences(seed)] == []


def cluster_of(settings: RunSettings) -> MiniCluster:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    stream = env.from_collection([(key, 1) for key in "abcabcabc"])
    stream.key_by(lambda value: value[0]).reduce(lambda a, b: (a[0], a[1] + b[1]))
    return MiniCluster(build_job_graph(env.pipeline("reduce")), settings)


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    answers: list[bool] = []
    takes = DirectHandoff.try_handoff

    def told(self: Any, *given: Any) -> bool:
        answers.append(takes(self, *given))
        return answers[-1]

    monkeypatch.setattr(DirectHandoff, "try_handoff", told)
    return answers


def count_direct_turns(env: StreamExecutionEnvironment, monkeypatch: pytest.MonkeyPatch) -> int:
    taken: list[bool] = []
    run = MiniCluster._run_direct_turn
    monkeypatch.setattr(
        MiniCluster, "_run_direct_turn", lambda self: taken.append(run(self)) or taken[-1]
    )
    MiniCluster(build_job_graph(env.pipeline("timed")), RunSettings(traced=False)).run()
    return sum(taken)


def test_a_record_with_an_arrival_time_is_read_without_waking_the_source(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    # Chains of one split are compiled, and take this way inside the compiled function.
    script = {s: [item for ms in range(10) for item in (at(ms * 10), record(ms))] for s in "ab"}
    env.from_source(ScriptedSource(script), WatermarkStrategy.no_watermarks(), "script").print()
    assert count_direct_turns(env, monkeypatch) >= 8  # two records arrive together


def test_a_periodic_watermark_is_emitted_without_a_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    script = [item for ms in range(10) for item in (at(ms * 1_000 + 50), record(ms, ms * 1_000))]
    strategy = WatermarkStrategy.for_monotonous_timestamps()
    env.from_source(ScriptedSource(script), strategy, "script").print()
    assert count_direct_turns(env, monkeypatch) >= 9  # one watermark after each record


def test_records_go_the_short_way(taken: list[bool]) -> None:
    cluster_of(RunSettings(traced=False)).run()
    assert sum(taken) >= 7  # the first record of each channel needs a buffer


@pytest.mark.parametrize(
    "settings",
    [
        RunSettings(),
        RunSettings(RoundRobin(), traced=False),
        RunSettings(traced=False, watchers=(lambda cluster: lambda: None,)),
    ],
)
def test_where_steps_are_looked_at_they_do_not(settings: RunSettings, taken: list[bool]) -> None:
    cluster_of(settings).run()
    assert taken == []


def test_nor_where_they_are_counted(taken: list[bool]) -> None:
    cluster = cluster_of(RunSettings(traced=False))
    cluster.run(max_steps=20)
    assert cluster.steps_taken == 20
    assert taken == []
    cluster.run()
    assert taken != []
