"""When checkpoints are taken and how, as a program's configuration has it.

Flink: ``CheckpointCoordinatorConfiguration``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flinksim.common.checked import checked
from flinksim.datastream.checkpoint_config import CheckpointConfig
from flinksim.datastream.checkpointing_mode import CheckpointingMode
from flinksim.datastream.execution import Pipeline
from flinksim.datastream.externalized_checkpoint_retention import ExternalizedCheckpointRetention
from flinksim.graph.batch import executes_in_batch

_PREFIX = "execution.checkpointing."


@dataclass(frozen=True, slots=True)
class CheckpointCoordinatorConfiguration:
    """Times in virtual ms. Without an ``interval_ms`` checkpoints are taken only when asked for."""

    interval_ms: int | None
    timeout_ms: int
    min_pause_ms: int
    max_concurrent: int
    tolerable_failures: int
    is_exactly_once: bool
    is_unaligned: bool
    alignment_timeout_ms: int
    after_tasks_finish: bool
    retained: int
    retention: ExternalizedCheckpointRetention

    def discards(self, status: str) -> bool:
        """Whether a job that ends with *status* takes its checkpoints away.

        Flink: ``CheckpointProperties``.
        """
        match self.retention:
            case ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION:
                return status == "FINISHED"
            case ExternalizedCheckpointRetention.DELETE_ON_CANCELLATION:
                return status != "FAILED"
        return True

    @property
    def has_final(self) -> bool:
        """Whether tasks that have ended wait for a last checkpoint."""
        return self.interval_ms is not None and self.after_tasks_finish


def coordinator_configuration(settings: Pipeline) -> CheckpointCoordinatorConfiguration:
    """What a job's *settings* say, with Flink's defaults; in batch there are no checkpoints."""
    configuration = settings.configuration
    config = CheckpointConfig(configuration)
    interval = -1 if executes_in_batch(settings) else config.get_checkpoint_interval()
    return CheckpointCoordinatorConfiguration(
        interval_ms=interval if interval > 0 else None,
        timeout_ms=config.get_checkpoint_timeout(),
        min_pause_ms=config.get_min_pause_between_checkpoints(),
        max_concurrent=config.get_max_concurrent_checkpoints(),
        tolerable_failures=config.get_tolerable_checkpoint_failure_number(),
        is_exactly_once=config.get_checkpointing_mode() is CheckpointingMode.EXACTLY_ONCE,
        is_unaligned=config.is_unaligned_checkpoints_enabled(),
        alignment_timeout_ms=config.get_aligned_checkpoint_timeout().to_millis(),
        after_tasks_finish=configuration.get_boolean(
            _PREFIX + "checkpoints-after-tasks-finish.enabled",
            configuration.get_boolean(_PREFIX + "checkpoints-after-tasks-finish", True),
        ),
        # Flink takes 1 for a number below 1, too
        retained=max(
            1,
            configuration.get_integer(
                _PREFIX + "num-retained",
                configuration.get_integer("state.checkpoints.num-retained", 1),
            ),
        ),
        retention=config.get_externalized_checkpoint_retention(),
    )


@dataclass(frozen=True)
class SnapshotSettings:
    """How long a snapshot takes, in virtual time: in the task, which does nothing else meanwhile, and
    then beside it. ``None`` is no time at all.

    Not in Flink, where the machine says so.
    """

    sync_bytes_per_s: int | None = None
    async_bytes_per_s: int | None = None

    @checked
    def __init__(
        self, sync_bytes_per_s: int | None = None, async_bytes_per_s: int | None = None
    ) -> None:
        for name, value in (
            ("sync_bytes_per_s", sync_bytes_per_s),
            ("async_bytes_per_s", async_bytes_per_s),
        ):
            if value is not None and value < 1:
                raise ValueError(
                    f"SnapshotSettings({name}): expected at least 1 byte per second, found {value}."
                )
            object.__setattr__(self, name, value)

    @property
    def sync_ms(self) -> Callable[[int], int]:
        """The time in the task, by the bytes of the snapshot."""
        return _ms_for(self.sync_bytes_per_s)

    @property
    def async_ms(self) -> Callable[[int], int]:
        """The time beside the task, by the bytes of the snapshot."""
        return _ms_for(self.async_bytes_per_s)


def _ms_for(bytes_per_s: int | None) -> Callable[[int], int]:
    if bytes_per_s is None:
        return lambda size: 0
    return lambda size: -(-size * 1000 // bytes_per_s)
