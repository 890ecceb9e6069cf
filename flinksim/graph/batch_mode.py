"""Decisions that differ in batch mode: stored exchanges and automatic parallelism.

Flink: ``StreamGraphGenerator.configureStreamGraphBatch`` and ``GlobalStreamExchangeMode``.
"""

from __future__ import annotations

from typing import Literal

from flinksim.core.pyflink_errors import JavaRuntimeError
from flinksim.datastream.execution_mode import RuntimeExecutionMode
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import SourceSpec

DEFAULT_JOB_NAME = "Flink Streaming Job"
SHUFFLE_MODE = "execution.batch-shuffle-mode"
SCHEDULER = "jobmanager.scheduler"
AUTO_PARALLELISM = "execution.batch.adaptive.auto-parallelism.enabled"
SORTED_INPUTS = "execution.sorted-inputs.enabled"
BATCH_STATE_BACKEND = "execution.batch-state-backend.enabled"

ExchangeType = Literal["PIPELINED_BOUNDED", "BLOCKING", "HYBRID_FULL", "HYBRID_SELECTIVE"]

_EXCHANGE_TYPES: dict[str, ExchangeType] = {
    "ALL_EXCHANGES_BLOCKING": "BLOCKING",
    "ALL_EXCHANGES_PIPELINED": "PIPELINED_BOUNDED",
    "ALL_EXCHANGES_HYBRID_FULL": "HYBRID_FULL",
    "ALL_EXCHANGES_HYBRID_SELECTIVE": "HYBRID_SELECTIVE",
}


def is_batch_job(pipeline: Pipeline) -> bool:
    """Return whether Flink runs *pipeline* as a batch job.

    True for mode BATCH, and for mode AUTOMATIC if all sources are bounded.
    """
    if pipeline.runtime_mode is RuntimeExecutionMode.AUTOMATIC:
        specs = [transformation.spec for transformation in pipeline.transformations]
        return all(spec.source.bounded for spec in specs if isinstance(spec, SourceSpec))
    return pipeline.runtime_mode is RuntimeExecutionMode.BATCH


def resolve_job_name(pipeline: Pipeline) -> str:
    """Return the name of the job, or Flink's default name for its execution mode."""
    if pipeline.job_name == DEFAULT_JOB_NAME and is_batch_job(pipeline):
        return "Flink Batch Job"
    return pipeline.job_name


def is_dynamic_graph(pipeline: Pipeline) -> bool:
    """Return whether the scheduler may choose a parallelism that the program does not set.

    Flink: ``AdaptiveBatchScheduler``, which is the default for batch jobs.
    """
    configuration = pipeline.configuration
    scheduler = configuration.get_string(SCHEDULER, "AdaptiveBatch").lower()
    return scheduler == "adaptivebatch" and is_batch_job(pipeline)


def is_input_sorting_enabled(pipeline: Pipeline) -> bool:
    """Return whether a keyed operator that reads its input to the end gets it sorted by key."""
    return pipeline.configuration.get_boolean(SORTED_INPUTS, True)


def is_batch_state_backend_enabled(pipeline: Pipeline) -> bool:
    """Return whether keyed state holds one key at a time, because records arrive sorted.

    Raises:
        RuntimeError: If the batch state backend is enabled and sorted inputs are disabled.
    """
    if not is_batch_job(pipeline):
        return False
    enabled = pipeline.configuration.get_boolean(BATCH_STATE_BACKEND, True)
    if enabled and not is_input_sorting_enabled(pipeline):
        raise JavaRuntimeError(
            "Batch state backend requires the sorted inputs to be enabled! Set "
            f"{BATCH_STATE_BACKEND} to false too, or enable {SORTED_INPUTS}."
        )
    return enabled


def determine_exchange_type(pipeline: Pipeline, has_slot_resources: bool) -> ExchangeType:
    """Return the result type of all exchanges for which no operator requires another one.

    Args:
        pipeline: The program.
        has_slot_resources: Whether slots have declared resources. Then all exchanges of a batch job are
            blocking, whatever the mode, so that no task waits for the slot of its consumer.

    Raises:
        ValueError: If the configured shuffle mode does not exist.
    """
    if not is_batch_job(pipeline):
        return "PIPELINED_BOUNDED"
    mode = pipeline.configuration.get_string(SHUFFLE_MODE, "ALL_EXCHANGES_BLOCKING").upper()
    if mode not in _EXCHANGE_TYPES:
        raise ValueError(
            f"option {SHUFFLE_MODE!r}: expected one of {', '.join(_EXCHANGE_TYPES)}, found {mode!r}"
        )
    return "BLOCKING" if has_slot_resources else _EXCHANGE_TYPES[mode]
