"""What is decided otherwise in batch mode: exchanges that are stored, and parallelism left open.

Flink: ``StreamGraphGenerator.configureStreamGraphBatch`` and ``GlobalStreamExchangeMode``.
"""

from __future__ import annotations

from typing import Literal

from flinksim.datastream.execution import Pipeline
from flinksim.datastream.execution_mode import RuntimeExecutionMode
from flinksim.datastream.transformations import SourceSpec

DEFAULT_JOB_NAME = "Flink Streaming Job"
SHUFFLE_MODE = "execution.batch-shuffle-mode"
SCHEDULER = "jobmanager.scheduler"
AUTO_PARALLELISM = "execution.batch.adaptive.auto-parallelism.enabled"

ExchangeType = Literal["PIPELINED_BOUNDED", "BLOCKING", "HYBRID_FULL", "HYBRID_SELECTIVE"]

_EXCHANGES: dict[str, ExchangeType] = {
    "ALL_EXCHANGES_BLOCKING": "BLOCKING",
    "ALL_EXCHANGES_PIPELINED": "PIPELINED_BOUNDED",
    "ALL_EXCHANGES_HYBRID_FULL": "HYBRID_FULL",
    "ALL_EXCHANGES_HYBRID_SELECTIVE": "HYBRID_SELECTIVE",
}


def executes_in_batch(pipeline: Pipeline) -> bool:
    """Whether Flink runs *pipeline* as a batch job: told to, or left to choose and all ends."""
    if pipeline.runtime_mode is RuntimeExecutionMode.AUTOMATIC:
        specs = [transformation.spec for transformation in pipeline.transformations]
        return all(spec.source.bounded for spec in specs if isinstance(spec, SourceSpec))
    return pipeline.runtime_mode is RuntimeExecutionMode.BATCH


def job_name_of(pipeline: Pipeline) -> str:
    """The name of the job; without one of its own a batch job is called otherwise."""
    if pipeline.job_name == DEFAULT_JOB_NAME and executes_in_batch(pipeline):
        return "Flink Batch Job"
    return pipeline.job_name


def leaves_parallelism_open(pipeline: Pipeline) -> bool:
    """Whether the scheduler may choose the parallelism of what the program sets none for.

    Flink: ``AdaptiveBatchScheduler``, which is the default for batch jobs.
    """
    configuration = pipeline.configuration
    scheduler = configuration.get_string(SCHEDULER, "AdaptiveBatch").lower()
    return scheduler == "adaptivebatch" and executes_in_batch(pipeline)


def exchange_type(pipeline: Pipeline) -> ExchangeType:
    """What kind of result an exchange reads, unless an operator has its own idea.

    Raises ``ValueError`` for a shuffle mode that there is not.
    """
    if not executes_in_batch(pipeline):
        return "PIPELINED_BOUNDED"
    mode = pipeline.configuration.get_string(SHUFFLE_MODE, "ALL_EXCHANGES_BLOCKING").upper()
    if mode not in _EXCHANGES:
        raise ValueError(
            f"option {SHUFFLE_MODE!r}: expected one of {', '.join(_EXCHANGES)}, found {mode!r}"
        )
    return _EXCHANGES[mode]
