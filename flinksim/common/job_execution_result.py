"""The result of a finished job."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flinksim.common.job_id import JobID

__all__ = ["JobExecutionResult"]


class JobExecutionResult:
    """The id, the duration and the accumulators of a finished job.

    Flink: ``org.apache.flink.api.common.JobExecutionResult``. Differs: the duration is virtual
    time. ``run`` is an object of the executor; the simulator provides the finished run with its
    trace.
    """

    def __init__(
        self,
        job_id: JobID,
        net_runtime_ms: int = 0,
        accumulators: Mapping[str, Any] | None = None,
        run: Any = None,
    ) -> None:
        self._job_id = job_id
        self._net_runtime_ms = net_runtime_ms
        self._accumulators = dict(accumulators or {})
        self.run = run

    def get_job_id(self) -> JobID:
        """Return the job's id."""
        return self._job_id

    def get_net_runtime(self) -> int:
        """Return the duration of the job in milliseconds of virtual time."""
        return self._net_runtime_ms

    def get_accumulator_result(self, accumulator_name: str) -> Any:
        """Return the value of one accumulator, ``None`` if there is none of that name."""
        return self._accumulators.get(accumulator_name)

    def get_all_accumulator_results(self) -> dict[str, Any]:
        """Return all accumulators by name."""
        return dict(self._accumulators)

    def __str__(self) -> str:
        return (
            "Program execution finished\n"
            f"Job with JobID {self._job_id} has finished.\n"
            f"Job Runtime: {self._net_runtime_ms} ms\n"
        )
