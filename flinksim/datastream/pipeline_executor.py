"""From a program to a job: the pipeline, and who runs it.

Flink: ``Pipeline``, ``PipelineExecutor`` and its service loader in
``org.apache.flink.core.execution``.
Differs: the table of executors is a dict of dotted names, resolved only when a job is executed, so
that the API imports no runtime.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Protocol

from flinksim.common.configuration import Configuration
from flinksim.datastream.execution_mode import RuntimeExecutionMode
from flinksim.datastream.slot_sharing_group import SlotSharingGroup
from flinksim.datastream.transformations import Transformation

EXECUTORS: dict[str, str] = {
    "local": "flinksim.runtime.local_executor:LocalExecutor",
    "spark": "flinksim.replay.executor:SparkExecutor",
}
"""Executors by the value of ``execution.target``."""


@dataclass(frozen=True, slots=True)
class Pipeline:
    """A program as an executor gets it; nothing in it changes any more.

    ``transformations`` are all that the sinks and operators hang on, in creation order; ``sinks`` those
    without successors by nature. ``operators`` are the ones that Flink's generator starts from.
    ``next_transformation_id`` is the first id that is free for what translation adds.
    """

    job_name: str
    transformations: tuple[Transformation, ...]
    operators: tuple[Transformation, ...]
    sinks: tuple[Transformation, ...]
    configuration: Configuration
    next_transformation_id: int
    parallelism: int = 1
    max_parallelism: int = -1
    chaining_enabled: bool = True
    chaining_with_different_max_parallelism: bool = True
    buffer_timeout_ms: int = 100
    auto_watermark_interval_ms: int = 200
    object_reuse: bool = False
    auto_generated_uids: bool = True
    runtime_mode: RuntimeExecutionMode = RuntimeExecutionMode.STREAMING
    checkpoint_interval_ms: int = -1
    job_parameters: tuple[tuple[str, str], ...] = ()
    slot_sharing_groups: tuple[SlotSharingGroup, ...] = ()
    task_factory: str = "flinksim.runtime.task_factory:TaskFactory"
    """The dotted name of what makes the tasks of its job: that of the client that wrote it."""


class Executor(Protocol):
    """Runs pipelines. Flink: ``PipelineExecutor``."""

    def execute(self, pipeline: Pipeline) -> Any:
        """Run *pipeline*; gives a :class:`~flinksim.common.job_client.JobClient`."""


_IN_PLACE: ContextVar[Executor | None] = ContextVar("flinksim_executor", default=None)


@contextmanager
def every_job_goes_to(executor: Executor) -> Iterator[None]:
    """Inside the block *executor* gets every job, whatever ``execution.target`` says."""
    token = _IN_PLACE.set(executor)
    try:
        yield
    finally:
        _IN_PLACE.reset(token)


def executor_for(configuration: Configuration) -> Executor:
    """The executor that ``execution.target`` names (``local`` unless set).

    Raises ``ValueError`` for a target that is not in :data:`EXECUTORS`, and ``ImportError`` if the
    executor's module cannot be imported.
    """
    in_place = _IN_PLACE.get()
    if in_place is not None:
        return in_place
    target = configuration.get_string("execution.target", "local")
    if target not in EXECUTORS:
        known = ", ".join(EXECUTORS)
        raise ValueError(
            f"No ExecutorFactory found to execute the application: execution.target is {target!r}, "
            f"known are {known}."
        )
    try:
        executor_class = pkgutil.resolve_name(EXECUTORS[target])
    except ImportError as error:
        raise ImportError(
            f"execution.target {target!r} needs {EXECUTORS[target]}, which cannot be imported: {error}"
        ) from error
    executor: Executor = executor_class()
    return executor
