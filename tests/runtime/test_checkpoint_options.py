"""What a program may say of checkpoints, by method and by option; the words are those of Flink 2.3.0.

Recorded with ``python -m tests.conformance.judge.checkpoints``, whose programs have the same options.
"""

from __future__ import annotations

from typing import Any

import pytest

from flinksim import simulate
from flinksim.common import Configuration
from flinksim.connectors.transactional_sinks import TransactionalSink
from flinksim.core.pyflink_errors import JavaIllegalArgumentError
from flinksim.datastream import (
    CheckpointingMode,
    ExternalizedCheckpointRetention,
    StreamExecutionEnvironment,
)
from flinksim.runtime.jobmaster.checkpoint_settings import (
    CheckpointCoordinatorConfiguration,
    SnapshotSettings,
    read_coordinator_configuration,
)
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
    with pytest.raises(JavaIllegalArgumentError, match=REFUSED[option, value]):
        StreamExecutionEnvironment.get_execution_environment(wrong)
    env = StreamExecutionEnvironment.get_execution_environment()
    with pytest.raises(JavaIllegalArgumentError, match=REFUSED[option, value]):
        env.configure(wrong)


@pytest.mark.parametrize("interval", [0, -1, 9])
def test_an_interval_that_is_too_short_is_refused(interval: int) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    with pytest.raises(JavaIllegalArgumentError, match="larger than or equal to 10 ms, found"):
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
    with pytest.raises(
        JavaIllegalArgumentError, match="can't be > 1 if UnalignedCheckpoints enabled"
    ):
        ended(env)
    config.set_checkpointing_mode(CheckpointingMode.AT_LEAST_ONCE)
    assert ended(env).status == "FINISHED"


# --- what a coordinator is told ----------------------------------------------------------------------


def told(**options: str) -> CheckpointCoordinatorConfiguration:
    """By options whose names have __ for a hyphen and _ for a stop."""
    named = {name.replace("__", "-").replace("_", "."): value for name, value in options.items()}
    env = StreamExecutionEnvironment.get_execution_environment(Configuration.from_dict(named))
    env.from_collection([1]).print()
    return read_coordinator_configuration(env.pipeline("job"))


def test_without_options_a_coordinator_is_told_flinks_defaults() -> None:
    assert told(execution_checkpointing_interval="10 ms") == CheckpointCoordinatorConfiguration(
        interval_ms=10, timeout_ms=600_000, min_pause_ms=0, max_concurrent=1,
        tolerable_failures=0, is_exactly_once=True, is_unaligned=False, alignment_timeout_ms=0,
        checkpoints_after_tasks_finish=True, is_incremental=False, subtasks_per_file=5, max_retained=1,
        retention=ExternalizedCheckpointRetention.NO_EXTERNALIZED_CHECKPOINTS,
    )  # fmt: skip
    assert (told().interval_ms, told().has_final_checkpoint) == (None, False)
    assert told(execution_checkpointing_interval="10 ms").has_final_checkpoint is True


@pytest.mark.parametrize(
    ("options", "field", "value"),
    [
        ({"interval": "20 ms"}, "interval_ms", 20),
        ({"interval": "20 ms", "min__pause": "1 s"}, "interval_ms", 1000),
        ({"interval": "2 s", "min__pause": "1 s"}, "interval_ms", 2000),
        ({"min__pause": "1 s"}, "interval_ms", None),
        ({"min__pause": "1 s"}, "min_pause_ms", 1000),
        ({"timeout": "3 s"}, "timeout_ms", 3000),
        ({"max__concurrent__checkpoints": "3"}, "max_concurrent", 3),
        ({"tolerable__failed__checkpoints": "4"}, "tolerable_failures", 4),
        ({"mode": "AT_LEAST_ONCE"}, "is_exactly_once", False),
        ({"interval": "10 ms", "unaligned_enabled": "true"}, "is_unaligned", True),
        ({"unaligned_enabled": "true"}, "is_unaligned", False),
        ({"aligned__checkpoint__timeout": "7 ms"}, "alignment_timeout_ms", 7),
        (
            {"checkpoints__after__tasks__finish_enabled": "false"},
            "checkpoints_after_tasks_finish",
            False,
        ),
        ({"checkpoints__after__tasks__finish": "false"}, "checkpoints_after_tasks_finish", False),
        ({"unaligned_max__subtasks__per__channel__state__file": "2"}, "subtasks_per_file", 2),
        ({"num__retained": "5"}, "max_retained", 5),
        ({"num__retained": "0"}, "max_retained", 1),
    ],
)
def test_each_option_is_told(options: dict[str, str], field: str, value: Any) -> None:
    of_checkpoints = {f"execution_checkpointing_{name}": one for name, one in options.items()}
    assert getattr(told(**of_checkpoints), field) == value
    assert told(state_checkpoints_num__retained="6").max_retained == 6


def test_in_batch_there_are_no_checkpoints() -> None:
    batch = told(execution_checkpointing_interval="10 ms", execution_runtime__mode="BATCH")
    assert (batch.interval_ms, batch.has_final_checkpoint) == (None, False)


@pytest.mark.parametrize("retention", ExternalizedCheckpointRetention)
def test_which_jobs_take_their_checkpoints_away(retention: Any) -> None:
    name = CONFIG + "externalized-checkpoint-retention"
    env = StreamExecutionEnvironment.get_execution_environment(
        Configuration.from_dict({name: retention.name})
    )
    env.from_collection([1]).print()
    configuration = read_coordinator_configuration(env.pipeline("job"))
    assert configuration.retention is retention
    taken = [one for one in ("FINISHED", "CANCELED", "FAILED") if configuration.should_discard(one)]
    assert (
        taken
        == {
            "NO_EXTERNALIZED_CHECKPOINTS": ["FINISHED", "CANCELED", "FAILED"],
            "DELETE_ON_CANCELLATION": ["FINISHED", "CANCELED"],
            "RETAIN_ON_CANCELLATION": ["FINISHED"],
        }[retention.name]
    )


@pytest.mark.parametrize(
    ("options", "incremental"),
    [
        ({"execution_checkpointing_incremental": "true"}, False),
        ({"state_changelog_enabled": "true"}, True),
        ({"state_backend_type": "rocksdb", "execution_checkpointing_incremental": "true"}, True),
        ({"state_backend_type": "forst", "execution_checkpointing_incremental": "true"}, True),
        ({"state_backend": "rocksdb", "state_backend_incremental": "true"}, True),
        ({"state_backend": "rocksdb"}, False),
        ({"state_backend_type": "hashmap", "state_backend_incremental": "true"}, False),
        (
            {
                "state_backend_type": "rocksdb",
                "state_backend_incremental": "true",
                "execution_checkpointing_incremental": "false",
            },
            False,
        ),
    ],
)
def test_checkpoints_are_incremental_where_the_backend_can(
    options: dict[str, str], incremental: bool
) -> None:
    assert told(**options).is_incremental is incremental


def test_a_snapshot_takes_its_time_by_its_bytes() -> None:
    settings = SnapshotSettings(sync_bytes_per_s=2000, async_bytes_per_s=1)
    assert [settings.sync_ms(size) for size in (0, 1, 2, 3, 2000)] == [0, 1, 1, 2, 1000]
    assert settings.async_ms(3) == 3000
    free = SnapshotSettings()
    assert (free.sync_ms(10**9), free.async_ms(10**9)) == (0, 0)
    for name in ("sync_bytes_per_s", "async_bytes_per_s"):
        with pytest.raises(
            ValueError, match=rf"SnapshotSettings\({name}\): expected at least 1 byte"
        ):
            SnapshotSettings(**{name: 0})
