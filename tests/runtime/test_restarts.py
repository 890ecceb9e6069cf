from __future__ import annotations

from typing import Any

import pytest

from flinksim.common import Configuration, Types
from flinksim.datastream import MapFunction, RuntimeContext, StreamExecutionEnvironment
from flinksim.runtime.failure import JobExecutionError
from flinksim.runtime.local_executor import run_settings
from flinksim.runtime.minicluster import RunSettings
from flinksim.runtime.restarts import FailureRate, FixedDelay, NoRestart, restart_strategy_of


def configured(**options: str) -> Configuration:
    configuration = Configuration()
    for name, value in options.items():
        configuration.set_string(
            "restart-strategy." + name.replace("__", ".").replace("_", "-"), value
        )
    return configuration


def test_a_fixed_delay_allows_so_many_attempts() -> None:
    strategy = restart_strategy_of(
        configured(type="fixed-delay", fixed_delay__attempts="2", fixed_delay__delay="3 s")
    )
    assert isinstance(strategy, FixedDelay)
    assert [strategy.delay_ms(0) for _ in range(4)] == [3000, 3000, None, None]


def test_a_failure_rate_counts_the_failures_within_its_interval() -> None:
    strategy = restart_strategy_of(
        configured(
            type="failurerate",
            failure_rate__max_failures_per_interval="2",
            failure_rate__failure_rate_interval="10 s",
            failure_rate__delay="1 s",
        )
    )
    assert isinstance(strategy, FailureRate)
    assert [strategy.delay_ms(now) for now in (0, 5000, 10_001)] == [1000, 1000, 1000]
    assert strategy.delay_ms(14_000) is None


@pytest.mark.parametrize("name", ["none", "off", "disable", "exponential-delay"])
def test_other_strategies_do_not_restart(name: str) -> None:
    assert isinstance(restart_strategy_of(configured(type=name)), NoRestart)


def test_an_unknown_strategy_is_refused() -> None:
    with pytest.raises(ValueError, match=r"restart-strategy\.type.*found 'sometimes'"):
        restart_strategy_of(configured(type="sometimes"))


class FailsTwice(MapFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self.attempt = runtime_context.get_attempt_number()

    def map(self, value: Any) -> Any:
        if value == 2 and self.attempt < 2:
            raise RuntimeError("not yet")
        return self.attempt


@pytest.mark.parametrize("traced", [True, False])
def test_each_attempt_is_a_run_of_its_own_and_time_goes_on(
    traced: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    configuration = configured(
        type="fixed-delay", fixed_delay__attempts="2", fixed_delay__delay="7 ms"
    )
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.from_collection([1, 2], Types.INT()).map(FailsTwice(), Types.INT()).print()
    with run_settings(RunSettings(traced=traced)) as runs:
        env.execute()
    assert [cluster.status for cluster in runs.clusters] == ["FAILED", "FAILED", "FINISHED"]
    times = [cluster.clock.now_ms for cluster in runs.clusters]
    assert times == [times[0], times[0] + 7, times[0] + 14]
    assert capsys.readouterr().out.split() == ["0", "1", "2", "2"]


def test_the_last_error_is_told_when_the_attempts_are_used_up() -> None:
    env = StreamExecutionEnvironment.get_execution_environment(
        configured(type="fixed-delay", fixed_delay__attempts="1", fixed_delay__delay="0 ms")
    )
    env.from_collection([2], Types.INT()).map(FailsTwice(), Types.INT()).print()
    with run_settings(RunSettings()) as runs, pytest.raises(JobExecutionError, match="not yet"):
        env.execute()
    assert [cluster.settings.attempt_number for cluster in runs.clusters] == [0, 1]
