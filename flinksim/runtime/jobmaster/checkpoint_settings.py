"""Checkpoint settings of a job, read from its configuration.

Flink: ``CheckpointCoordinatorConfiguration``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flinksim.common.configuration import Configuration
from flinksim.core.pyflink_errors import JavaIllegalArgumentError
from flinksim.core.validation import validate_arguments
from flinksim.datastream.checkpoint_config import CheckpointConfig
from flinksim.datastream.checkpointing_mode import CheckpointingMode
from flinksim.datastream.externalized_checkpoint_retention import ExternalizedCheckpointRetention
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.graph.batch_mode import is_batch_job
from flinksim.graph.job_graph_generator import JobGraph

_OPTION_PREFIX = "execution.checkpointing."


@dataclass(frozen=True, slots=True)
class CheckpointCoordinatorConfiguration:
    """The settings of a checkpoint coordinator; times in virtual ms.

    Without ``interval_ms`` checkpoints are only taken on request; it is at least ``min_pause_ms``. The
    in-flight data of up to ``subtasks_per_file`` subtasks is written into one file.
    """

    interval_ms: int | None
    timeout_ms: int
    min_pause_ms: int
    max_concurrent: int
    tolerable_failures: int
    is_exactly_once: bool
    is_unaligned: bool
    alignment_timeout_ms: int
    checkpoints_after_tasks_finish: bool
    is_incremental: bool
    subtasks_per_file: int
    max_retained: int
    retention: ExternalizedCheckpointRetention

    def should_discard(self, status: str) -> bool:
        """Return whether a job that ends with *status* deletes its checkpoints.

        Flink: ``CheckpointProperties``.
        """
        match self.retention:
            case ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION:
                return status == "FINISHED"
            case ExternalizedCheckpointRetention.DELETE_ON_CANCELLATION:
                return status != "FAILED"
        return True

    @property
    def has_final_checkpoint(self) -> bool:
        """Whether a task that has read all its input waits for a final checkpoint before it finishes."""
        return self.interval_ms is not None and self.checkpoints_after_tasks_finish


def read_coordinator_configuration(settings: Pipeline) -> CheckpointCoordinatorConfiguration:
    """Read the settings of a job, with Flink's defaults; in batch mode there are no checkpoints.

    Raises:
        JavaIllegalArgumentError: For unaligned checkpoints together with concurrent ones.
    """
    configuration = settings.configuration
    config = CheckpointConfig(configuration)
    interval = -1 if is_batch_job(settings) else config.get_checkpoint_interval()
    min_pause = config.get_min_pause_between_checkpoints()
    if config.is_unaligned_checkpoints_enabled() and config.get_max_concurrent_checkpoints() > 1:
        raise JavaIllegalArgumentError(
            "maxConcurrentCheckpoints can't be > 1 if UnalignedCheckpoints enabled, found "
            f"{config.get_max_concurrent_checkpoints()}."
        )
    return CheckpointCoordinatorConfiguration(
        interval_ms=max(interval, min_pause) if interval > 0 else None,
        timeout_ms=config.get_checkpoint_timeout(),
        min_pause_ms=min_pause,
        max_concurrent=config.get_max_concurrent_checkpoints(),
        tolerable_failures=config.get_tolerable_checkpoint_failure_number(),
        is_exactly_once=config.get_checkpointing_mode() is CheckpointingMode.EXACTLY_ONCE,
        is_unaligned=config.is_unaligned_checkpoints_enabled(),
        alignment_timeout_ms=config.get_aligned_checkpoint_timeout().to_millis(),
        checkpoints_after_tasks_finish=configuration.get_boolean(
            _OPTION_PREFIX + "checkpoints-after-tasks-finish.enabled",
            configuration.get_boolean(_OPTION_PREFIX + "checkpoints-after-tasks-finish", True),
        ),
        is_incremental=_is_incremental(configuration),
        subtasks_per_file=configuration.get_integer(
            _OPTION_PREFIX + "unaligned.max-subtasks-per-channel-state-file", 5
        ),
        # as in Flink, at least 1
        max_retained=max(
            1,
            configuration.get_integer(
                _OPTION_PREFIX + "num-retained",
                configuration.get_integer("state.checkpoints.num-retained", 1),
            ),
        ),
        retention=config.get_externalized_checkpoint_retention(),
    )


def _is_incremental(configuration: Configuration) -> bool:
    """Return whether checkpoints contain only what has changed since the last one.

    This holds with a changelog, and in RocksDB and ForSt if enabled. The heap backend writes
    everything.
    """
    if configuration.get_boolean("state.changelog.enabled", False):
        return True
    backend = configuration.get_string(
        "state.backend.type", configuration.get_string("state.backend", "hashmap")
    )
    wanted = configuration.get_boolean("state.backend.incremental", False)
    return backend in ("rocksdb", "forst") and configuration.get_boolean(
        _OPTION_PREFIX + "incremental", wanted
    )


@dataclass(frozen=True, slots=True)
class BlockingVertices:
    """The vertices with a blocking result, which is complete before other vertices read it.

    ``upstream_closure`` contains these vertices and all vertices upstream of them.

    Flink: ``JobVertex.isAnyOutputBlocking``.
    """

    vertices: frozenset[str]
    upstream_closure: frozenset[str]


NO_BLOCKING_VERTICES = BlockingVertices(frozenset(), frozenset())


def find_blocking_vertices(job_graph: JobGraph) -> BlockingVertices:
    """Find the blocking vertices of *job_graph*."""
    edges = [edge for vertex in job_graph.vertices for edge in vertex.inputs]
    blocking = frozenset(str(edge.source) for edge in edges if "BLOCKING" in edge.result_type)
    before = set(blocking)
    for vertex in reversed(job_graph.vertices):  # vertices are in topological order
        if str(vertex.key) in before:
            before.update(str(edge.source) for edge in vertex.inputs)
    return BlockingVertices(blocking, frozenset(before))


@dataclass(frozen=True)
class SnapshotSettings:
    """How long a snapshot takes in virtual time; a speed of ``None`` means that it takes no time.

    The synchronous part blocks the task; then the asynchronous part runs in the background.

    Not in Flink, where it depends on the machine.

    >>> SnapshotSettings(async_bytes_per_s=1000).async_ms(500)
    500

    Args:
        sync_bytes_per_s: Bytes per second of the synchronous part.
        async_bytes_per_s: Bytes per second of the asynchronous part.
    """

    sync_bytes_per_s: int | None = None
    async_bytes_per_s: int | None = None

    @validate_arguments
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
        """Function from the size of a snapshot in bytes to the ms of its synchronous part."""
        return _create_duration_function(self.sync_bytes_per_s)

    @property
    def async_ms(self) -> Callable[[int], int]:
        """Function from the size of a snapshot in bytes to the ms of its asynchronous part."""
        return _create_duration_function(self.async_bytes_per_s)


def _create_duration_function(bytes_per_s: int | None) -> Callable[[int], int]:
    if bytes_per_s is None:
        return lambda size: 0
    return lambda size: -(-size * 1000 // bytes_per_s)
