"""A handle on a submitted job."""

from __future__ import annotations

from flinksim.common.completable_future import CompletableFuture
from flinksim.common.job_execution_result import JobExecutionResult
from flinksim.common.job_id import JobID
from flinksim.common.job_status import JobStatus
from flinksim.core.pyflink_errors import JavaRuntimeError

__all__ = ["JobClient"]


class JobClient:
    """The handle that ``execute_async`` returns, here of a job that has already ended.

    An executor may subclass it. With *cluster_stops_with_job* the cluster stops with its job.

    Flink: ``org.apache.flink.core.execution.JobClient``.
    """

    def __init__(
        self,
        job_id: JobID,
        result: JobExecutionResult | None = None,
        error: BaseException | None = None,
        cluster_stops_with_job: bool = False,
    ) -> None:
        self._job_id = job_id
        self._result = result
        self._error = error
        self._cluster_stops_with_job = cluster_stops_with_job
        self._is_cluster_stopped = False

    def get_job_id(self) -> JobID:
        """Return the job's id."""
        return self._job_id

    def get_job_status(self) -> CompletableFuture:
        """Return a future of ``FINISHED`` or ``FAILED``.

        With *cluster_ends* it fails after the result was read, as in PyFlink.
        """
        self._check_cluster("get_job_status")
        return CompletableFuture(JobStatus.FINISHED if self._error is None else JobStatus.FAILED)

    def cancel(self) -> CompletableFuture:
        """Return a completed future, without effect: the job has ended."""
        self._check_cluster("cancel")
        return CompletableFuture()

    def stop_with_savepoint(
        self, advance_to_end_of_event_time: bool, savepoint_directory: str | None = None
    ) -> CompletableFuture:
        """Return a failed future: the job has ended."""
        return CompletableFuture(error=_build_ended_error("stop_with_savepoint"))

    def trigger_savepoint(self, savepoint_directory: str | None = None) -> CompletableFuture:
        """Return a failed future: the job has ended."""
        return CompletableFuture(error=_build_ended_error("trigger_savepoint"))

    def get_accumulators(self) -> CompletableFuture:
        """Return a future of all accumulators by name."""
        if self._result is None:
            return CompletableFuture(error=self._error)
        return CompletableFuture(self._result.get_all_accumulator_results())

    def get_job_execution_result(self) -> CompletableFuture:
        """Return a future of the :class:`JobExecutionResult`."""
        self._is_cluster_stopped = self._cluster_stops_with_job
        return CompletableFuture(self._result, self._error)

    def _check_cluster(self, method: str) -> None:
        if self._is_cluster_stopped:
            raise JavaRuntimeError(
                "MiniCluster is not yet running or has already been shut down. "
                f"JobClient.{method}: the cluster ended with its job when the "
                f"result was read. Call {method} before reading the result."
            )


def _build_ended_error(method: str) -> RuntimeError:
    return RuntimeError(
        f"JobClient.{method}: the job has already ended. flinksim runs a job to "
        "its end before execute_async() returns. To act on a running job, use "
        "flinksim.simulate(env)."
    )
