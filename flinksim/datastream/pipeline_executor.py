"""The pipeline of a program, and the executors that run it.

Flink: ``Pipeline``, ``PipelineExecutor`` and its service loader in
``org.apache.flink.core.execution``.
Differs: the table of executors is a dict of dotted names, which are resolved when a job is executed,
so that the API imports no runtime.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator
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
    """A complete, immutable program, as an executor gets it.

    ``transformations`` are all transformations that the operators depend on, in creation order.
    ``sinks`` are the sink operators. ``operators`` are those with which Flink's generator starts.
    ``next_transformation_id`` is the first free id for transformations that the translation adds.
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
    """Dotted name of the class that creates the tasks of the job, set by the API flavor."""


class Executor(Protocol):
    """Runs pipelines. Flink: ``PipelineExecutor``."""

    def execute(self, pipeline: Pipeline) -> Any:
        """Run *pipeline* and return a :class:`~flinksim.common.job_client.JobClient`."""


_EXECUTOR_OVERRIDE: ContextVar[Executor | None] = ContextVar("flinksim_executor", default=None)


@contextmanager
def redirect_jobs(executor: Executor) -> Iterator[None]:
    """Send every job inside the block to *executor*, whatever ``execution.target`` is."""
    token = _EXECUTOR_OVERRIDE.set(executor)
    try:
        yield
    finally:
        _EXECUTOR_OVERRIDE.reset(token)


PipelineTransform = Callable[[Pipeline], Pipeline]

_TRANSFORM: ContextVar[PipelineTransform | None] = ContextVar("flinksim_transform", default=None)


@contextmanager
def transform_jobs(transform: PipelineTransform) -> Iterator[None]:
    """Apply *transform* to every job inside the block before an executor gets it."""
    token = _TRANSFORM.set(transform)
    try:
        yield
    finally:
        _TRANSFORM.reset(token)


@contextmanager
def watch_jobs(notice: Callable[[], None]) -> Iterator[None]:
    """Call *notice* for each job inside the block before an executor gets it."""
    outer = _TRANSFORM.get()

    def transform(pipeline: Pipeline) -> Pipeline:
        notice()
        return pipeline if outer is None else outer(pipeline)

    with transform_jobs(transform):
        yield


def apply_transform(pipeline: Pipeline) -> Pipeline:
    """Apply the transform of the block to *pipeline*, if there is one."""
    transform = _TRANSFORM.get()
    return pipeline if transform is None else transform(pipeline)


def get_executor(configuration: Configuration) -> Executor:
    """Return the executor that ``execution.target`` names (default ``local``).

    Raises:
        ValueError: If the target is not in :data:`EXECUTORS`.
        ImportError: If the executor's module cannot be imported.
    """
    in_place = _EXECUTOR_OVERRIDE.get()
    if in_place is not None:
        return in_place
    target = configuration.get_string("execution.target", "local")
    if target not in EXECUTORS:
        known = ", ".join(EXECUTORS)
        raise ValueError(
            "No ExecutorFactory found to execute the application: "
            f"execution.target is {target!r}. Supported values: {known}."
        )
    try:
        executor_class = pkgutil.resolve_name(EXECUTORS[target])
    except ImportError as error:
        raise ImportError(
            f"execution.target {target!r} needs {EXECUTORS[target]}, which cannot be imported: {error}"
        ) from error
    executor: Executor = executor_class()
    return executor
