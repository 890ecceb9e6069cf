"""What a program may say of checkpoints, by method and by option; the words are those of Flink 2.3.0.

Recorded with ``python -m tests.conformance.judge.checkpoints``, whose programs have the same options.
"""

from __future__ import annotations

from typing import Any

import pytest

from flinksim import simulate
from flinksim.base.renamed_errors import RefusedByJava
from flinksim.common import Configuration
from flinksim.connectors.transactions import TransactionalSink
from flinksim.datastream import CheckpointingMode, StreamExecutionEnvironment
from tests.checkpoint_jobs import JOBS, environment

CONFIG = "execution.checkpointing."
REFUSED = {
    ("interval", "0 ms"): "Checkpoint interval must be larger than or equal to 10 ms",
    ("interval", "5 ms"): "Checkpoint interval must be larger than or equal to 10 ms",
    ("timeout", "5 ms"): "Checkpoint timeout must be larger than or equal to 10 ms",
    ("max-concurrent-checkpoints", "0"): (
        "The maximum number of concurrent attempts must be at least one"
    ),
    ("tolerable-failed-checkpoints", "-1"): (
        "The tolerable failure checkpoint number must be non-negative"
    ),
}


@pytest.mark.parametrize(("option", "value"), REFUSED)
def test_an_option_that_flink_refuses_is_refused_when_the_environment_is_made(
    option: str, value: str
) -> None:
    wrong = Configuration.from_dict({CONFIG + option: value})
    with pytest.raises(RefusedByJava, match=REFUSED[option, value]):
        StreamExecutionEnvironment.get_execution_environment(wrong)
    env = StreamExecutionEnvironment.get_execution_environment()
    with pytest.raises(RefusedByJava, match=REFUSED[option, value]):
        env.configure(wrong)


@pytest.mark.parametrize("interval", [0, -1, 9])
def test_an_interval_that_is_too_short_is_refused(interval: int) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    with pytest.raises(RefusedByJava, match="larger than or equal to 10 ms, found"):
        env.enable_checkpointing(interval)


def test_an_interval_that_is_no_duration_names_its_option() -> None:
    wrong = Configuration.from_dict({CONFIG + "interval": "often"})
    with pytest.raises(ValueError, match=r"execution.checkpointing.interval.*found 'often'"):
        StreamExecutionEnvironment.get_execution_environment(wrong)


def ended(env: Any) -> Any:
    JOBS["tumbling"](env).sink_to(TransactionalSink())
    return simulate(env).run()


def test_a_timeout_below_the_interval_is_borne() -> None:
    env = environment(20)
    env.get_checkpoint_config().set_checkpoint_timeout(10)
    assert {one.status for one in ended(env).checkpoints} == {"COMPLETED"}


def test_at_least_once_is_never_unaligned() -> None:
    env = environment(10, execution__checkpointing__mode="AT_LEAST_ONCE")
    env.get_checkpoint_config().enable_unaligned_checkpoints()
    sim = ended(env)
    metrics = [one for each in sim.checkpoints for one in each.metrics.values()]
    assert metrics
    assert not any(one.is_unaligned for one in metrics)


def test_of_unaligned_checkpoints_one_is_under_way_at_a_time() -> None:
    env = environment(10)
    config = env.get_checkpoint_config().enable_unaligned_checkpoints()
    config.set_max_concurrent_checkpoints(2)
    with pytest.raises(RefusedByJava, match="can't be > 1 if UnalignedCheckpoints enabled"):
        ended(env)
    config.set_checkpointing_mode(CheckpointingMode.AT_LEAST_ONCE)
    assert ended(env).status == "FINISHED"
