"""The checkpoint coordinator: begins checkpoints, collects their parts and completes them.

Flink: ``CheckpointCoordinator``, with ``CheckpointRequestDecider``, ``CheckpointFailureManager`` and
``DefaultCheckpointPlanCalculator``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from flinksim.core.atomic_files import FileError
from flinksim.core.ids import SubtaskId
from flinksim.runtime.checkpoint.checkpoint_exception import CheckpointFailureReason as Reason
from flinksim.runtime.checkpoint.checkpoint_options import CheckpointOptions, SnapshotType
from flinksim.runtime.checkpoint.metadata import CheckpointMetadata
from flinksim.runtime.checkpoint.snapshot_file import SnapshotError
from flinksim.runtime.checkpoint.storage import FsCheckpointStorage, discard_snapshot
from flinksim.runtime.elements import CheckpointBarrier
from flinksim.runtime.jobmaster.checkpoint_records import (
    CheckpointStatistics,
    CompletedCheckpoint,
    CompletedCheckpointStore,
    PendingCheckpoint,
)
from flinksim.runtime.jobmaster.checkpoint_settings import (
    NO_BLOCKING_VERTICES,
    BlockingVertices,
    CheckpointCoordinatorConfiguration,
    SnapshotSettings,
)
from flinksim.runtime.tasks.stream_task import StreamTask
from flinksim.runtime.tasks.subtask_checkpoint_coordinator import (
    CheckpointServices,
    SubtaskStatistics,
    TaskSnapshot,
)
from flinksim.runtime.virtual_clock import ScheduledCallback, SimulatedClock
from flinksim.trace.events import (
    CheckpointAborted,
    CheckpointAcknowledged,
    CheckpointCompleted,
    CheckpointDeclined,
    CheckpointKind,
    CheckpointNotTriggered,
    CheckpointRestored,
    CheckpointTriggered,
    Emit,
)

TOO_MANY_FAILURES = "Exceeded checkpoint tolerable failure threshold."

_COUNTED_REASONS = (
    Reason.CHECKPOINT_EXPIRED,
    Reason.CHECKPOINT_DECLINED,
    Reason.CHECKPOINT_ASYNC_EXCEPTION,
    Reason.FINALIZE_CHECKPOINT_FAILURE,
)
"""Failure reasons that count towards the tolerable number of failed checkpoints.

Flink: ``CheckpointFailureManager``.
"""


_SNAPSHOT_TYPES: dict[CheckpointKind, SnapshotType] = {
    "checkpoint": SnapshotType.CHECKPOINT,
    "savepoint": SnapshotType.SAVEPOINT,
    "suspend savepoint": SnapshotType.SUSPEND_SAVEPOINT,
    "terminate savepoint": SnapshotType.TERMINATE_SAVEPOINT,
}


class Job(Protocol):
    """What the checkpoint coordinator uses of a job; the JobMaster implements it."""

    @property
    def tasks(self) -> Sequence[StreamTask]:
        """The current attempt of every task of the job."""

    def run_async(self, description: str, call: Callable[[], None]) -> None:
        """Run *call* in one of the next turns of the JobMaster; *description* names it in the trace."""

    def fail_job(self, message: str) -> None:
        """Fail the job; all of it is restarted if its restart strategy allows."""


class CheckpointCoordinator:
    """Takes the checkpoints of one job, in turns of the JobMaster.

    * While all tasks run, one begins at every interval, the first after one interval. After a restart
      the next one begins after the minimum pause. One that would begin too soon after the last is
      postponed. One beyond the maximum number of concurrent checkpoints is queued.
    * None is taken while a task runs whose result is read only when it is complete: the data it keeps
      until then is in no snapshot.
    * It begins at the tasks without a running upstream task. All tasks that have not finished must
      acknowledge.
    * A completed checkpoint is written to storage and kept. All tasks are notified, and older pending
      ones are aborted. Savepoints belong to the user: tasks are not notified, and no failure restores
      them, unless the job stops with the savepoint.

    Differs: in Flink the first one begins after a random time between the minimum pause and one
    interval.
    """

    def __init__(
        self,
        job: Job,
        configuration: CheckpointCoordinatorConfiguration,
        snapshot_settings: SnapshotSettings,
        upstream: Mapping[SubtaskId, Sequence[SubtaskId]],
        clock: SimulatedClock,
        emit: Emit | None,
        storage: FsCheckpointStorage,
        build_metadata: Callable[[CompletedCheckpoint, int], CheckpointMetadata],
        blocking_vertices: BlockingVertices = NO_BLOCKING_VERTICES,
    ) -> None:
        self.configuration = configuration
        self.storage = storage
        self.savepoints: list[CompletedCheckpoint] = []
        """All completed savepoints, the oldest first."""
        self.store = CompletedCheckpointStore(configuration.max_retained)
        self.pending: dict[int, PendingCheckpoint] = {}
        self.statistics: list[CheckpointStatistics] = []
        self.services = CheckpointServices(
            self._submit_acknowledgement, self._submit_decline, self._on_end_of_data,
            configuration.has_final_checkpoint,
            configuration.is_exactly_once, configuration.is_unaligned,
            configuration.checkpoints_after_tasks_finish, configuration.is_incremental,
            configuration.subtasks_per_file,
            snapshot_settings.sync_ms, snapshot_settings.async_ms,
        )  # fmt: skip
        self._job = job
        self._blocking_vertices = blocking_vertices
        self._build_metadata = build_metadata
        self._upstream = upstream
        self._clock = clock
        self._emit = emit
        self._next_id = 1
        self._timer: ScheduledCallback | None = None
        self._was_started = False
        self._queued_requests: deque[CheckpointKind] = deque()
        self._last_completed_ms: int | None = None
        self._failure_count = 0

    # --- scheduling ------------------------------------------------------------------------------

    def start(self) -> None:
        """Start periodic checkpoints: all tasks run.

        Flink: ``startCheckpointScheduler``, ``getInitialTriggeringDelay``.
        """
        interval = self.configuration.interval_ms
        if interval is not None and self._timer is None and not self._is_blocked:
            delay = self.configuration.min_pause_ms if self._was_started else interval
            self._was_started = True
            self._timer = self._clock.schedule(
                self._clock.now_ms + delay, self._on_interval, period_ms=interval
            )
            self._timer.is_checkpoint_trigger = True
            if self._blocking_vertices.vertices:
                self._on_end_of_data()  # the data may have ended before

    @property
    def _is_blocked(self) -> bool:
        """Whether checkpoints are impossible now, because a task with a blocking result runs.

        Flink: ``ExecutionGraphUtils.isAnyOutputBlocking``.
        """
        return bool(self._blocking_vertices.vertices) and any(
            task.execution.state != "FINISHED"
            and _get_vertex_id(task) in self._blocking_vertices.vertices
            for task in self._job.tasks
        )

    def get_services_for(self, task: StreamTask) -> CheckpointServices:
        """Return the checkpoint services for *task*.

        A task upstream of a blocking result does not wait for a final checkpoint.
        """
        if (
            self.services.has_final_checkpoint
            and _get_vertex_id(task) in self._blocking_vertices.upstream_closure
        ):
            return replace(self.services, has_final_checkpoint=False)
        return self.services

    def on_task_finished(self) -> None:
        """Start periodic checkpoints if they have only waited for tasks with a blocking result to finish."""
        states = {task.execution.state for task in self._job.tasks}
        if self._blocking_vertices.vertices and states <= {"RUNNING", "FINISHED"}:
            self.start()

    def stop(self, reason: Reason = Reason.CHECKPOINT_COORDINATOR_SUSPEND) -> None:
        """Stop checkpoints and abort pending ones: a task has failed, or the job is over."""
        self._stop_timer()
        self._queued_requests.clear()
        for checkpoint in list(self.pending.values()):
            self._abort(checkpoint, reason)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _on_interval(self, timestamp: int) -> None:
        self._job.run_async("trigger a checkpoint", lambda: self._trigger_periodic())

    def _trigger_periodic(self) -> None:
        if self._timer is None:
            return  # a task has failed in the meantime
        last, pause = self._last_completed_ms, self.configuration.min_pause_ms
        remaining_ms = 0 if last is None else last + pause - self._clock.now_ms
        if remaining_ms > 0:
            self._report_not_triggered(Reason.MINIMUM_TIME_BETWEEN_CHECKPOINTS)
            self._timer.cancel()
            self._timer = self._clock.schedule(
                self._clock.now_ms + remaining_ms,
                self._on_interval,
                period_ms=self.configuration.interval_ms or 0,
            )
            self._timer.is_checkpoint_trigger = True
            return
        self.trigger("checkpoint")

    def trigger(self, kind: CheckpointKind, target: Path | None = None) -> int | None:
        """Begin a checkpoint, or queue it if too many are pending.

        Args:
            kind: Checkpoint or type of savepoint. After one that stops the job, none is begun.
            target: The parent folder of a savepoint.

        Returns:
            The checkpoint id if it was begun.
        """
        if kind == "checkpoint" and len(self.pending) >= self.configuration.max_concurrent:
            if not self._queued_requests:
                self._queued_requests.append(kind)
            return None
        if not _SNAPSHOT_TYPES[kind].is_synchronous:
            return self._start_checkpoint(kind, target)
        self._stop_timer()
        checkpoint_id = self._start_checkpoint(kind, target)
        if checkpoint_id is None:
            self.start()
        return checkpoint_id

    # --- triggering ------------------------------------------------------------------------------

    def _start_checkpoint(self, kind: CheckpointKind, target: Path | None = None) -> int | None:
        if self._is_blocked:
            self._report_not_triggered(Reason.BLOCKING_OUTPUT_EXIST)
            return None
        tasks = self._job.tasks
        running = [task for task in tasks if task.execution.state != "FINISHED"]
        can_checkpoint_finished = self.configuration.checkpoints_after_tasks_finish or len(
            running
        ) == len(tasks)
        all_run = all(task.execution.state == "RUNNING" for task in running)
        if not (running and can_checkpoint_finished and all_run):
            self._report_not_triggered(Reason.NOT_ALL_REQUIRED_TASKS_RUNNING)
            return None
        checkpoint = PendingCheckpoint(
            self._next_id, kind, self._clock.now_ms, {task.subtask for task in running}, target
        )
        self._next_id += 1
        self.pending[checkpoint.id] = checkpoint
        checkpoint.timeout_call = self._clock.schedule(
            self._clock.now_ms + self.configuration.timeout_ms,
            lambda _: self._on_timeout(checkpoint),
        )
        finished = {task.subtask: task for task in tasks if task.execution.state == "FINISHED"}
        heads = [
            task
            for task in running
            if all(before in finished for before in self._upstream.get(task.subtask, ()))
        ]
        if self._emit is not None:
            head_ids = tuple([task.subtask for task in heads])
            self._emit((CheckpointTriggered, checkpoint.id, kind, head_ids, len(running)))
        for name, task in finished.items():
            checkpoint.snapshots[name] = task.create_finished_snapshot()
        checkpoint.finished_count = len(finished)
        barrier = self._create_barrier(checkpoint)
        for task in heads:
            if checkpoint.stops_job:
                task.stop_with_savepoint(barrier)
            else:
                task.checkpoint_coordinator.trigger(barrier)
        return checkpoint.id

    def _create_barrier(self, checkpoint: PendingCheckpoint) -> CheckpointBarrier:
        configuration = self.configuration
        options = CheckpointOptions.for_config(
            _SNAPSHOT_TYPES[checkpoint.kind],
            configuration.is_exactly_once,
            configuration.is_unaligned,
            configuration.alignment_timeout_ms,
        )
        return CheckpointBarrier(checkpoint.id, checkpoint.timestamp, options)

    def _on_end_of_data(self) -> None:
        """Trigger the final checkpoint if all tasks have read all their input.

        Flink: ``SchedulerBase.notifyEndOfData``.
        """
        if all(task.data_ended for task in self._job.tasks):
            self._job.run_async("trigger the final checkpoint", lambda: self._trigger_final())

    def _trigger_final(self) -> None:
        # if the job stops with a savepoint, that one is final
        if self._timer is not None and all(task.data_ended for task in self._job.tasks):
            self.trigger("checkpoint")

    def _report_not_triggered(self, reason: Reason) -> None:
        if self._emit is not None:
            self._emit((CheckpointNotTriggered, reason.value))

    # --- completing ------------------------------------------------------------------------------

    def _submit_acknowledgement(
        self,
        subtask: SubtaskId,
        checkpoint: int,
        snapshot: TaskSnapshot,
        statistics: SubtaskStatistics,
    ) -> None:
        self._job.run_async(
            f"acknowledge checkpoint {checkpoint} of {subtask}",
            lambda: self._receive_acknowledgement(subtask, checkpoint, snapshot, statistics),
        )

    def _receive_acknowledgement(
        self,
        subtask: SubtaskId,
        checkpoint_id: int,
        snapshot: TaskSnapshot,
        statistics: SubtaskStatistics,
    ) -> None:
        """Record the acknowledgement of a subtask. Flink: ``receiveAcknowledgeMessage``."""
        checkpoint = self.pending.get(checkpoint_id)
        if checkpoint is None or subtask not in checkpoint.missing_subtasks:
            return  # it was aborted in the meantime
        checkpoint.missing_subtasks.discard(subtask)
        checkpoint.snapshots[subtask] = snapshot
        checkpoint.metrics[subtask] = statistics
        if self._emit is not None:
            self._emit(
                (CheckpointAcknowledged,
                    checkpoint_id, subtask, statistics.bytes, statistics.start_delay_ms,
                    statistics.alignment_ms, statistics.sync_ms, statistics.async_ms,
                    statistics.persisted_bytes,
                )
            )  # fmt: skip
        if not checkpoint.missing_subtasks:
            self._complete(checkpoint)

    def _complete(self, pending: PendingCheckpoint) -> None:
        """Complete the checkpoint. Flink: ``completePendingCheckpoint``."""
        duration = self._clock.now_ms - pending.timestamp
        completed = CompletedCheckpoint(
            pending.id, pending.kind, pending.timestamp, duration, pending.snapshots,
            pending.metrics,
        )  # fmt: skip
        try:
            completed = replace(completed, path=self._write_snapshot(completed, pending.target))
        except (FileError, SnapshotError) as error:
            self._abort(pending, Reason.FINALIZE_CHECKPOINT_FAILURE, str(error))
            self._start_queued_request()
            return
        self._remove_pending(pending)
        if pending.is_savepoint:
            self.savepoints.append(completed)
        else:
            self._discard(self.store.add(completed))
        self._failure_count = 0
        self._last_completed_ms = self._clock.now_ms
        if self._emit is not None:
            self._emit((CheckpointCompleted, completed.id, duration, completed.written_bytes))
        self._record_statistics(pending, "COMPLETED", "", completed.path)
        if pending.is_savepoint and not pending.stops_job:
            self._start_queued_request()
            return
        for older in [one for one in self.pending.values() if one.id < completed.id]:
            if not older.is_savepoint:
                self._abort(older, Reason.CHECKPOINT_SUBSUMED)
        for task in self._job.tasks:
            if task.subtask in completed.metrics and not task.execution.is_over:
                task.checkpoint_coordinator.notify_complete(completed.id)
        self._start_queued_request()

    def _write_snapshot(self, completed: CompletedCheckpoint, target: Path | None) -> Path | None:
        """Write the snapshot; return its folder, if any. Flink: ``finalizeCheckpoint``."""
        storage = self.storage
        if completed.kind == "checkpoint":
            if storage.checkpoint_folder is None:
                return None
            return storage.write_checkpoint(self.build_metadata(completed))
        if target is None and storage.savepoint_folder is None:
            return None
        return storage.write_savepoint(self.build_metadata(completed), target)

    def build_metadata(self, completed: CompletedCheckpoint) -> CheckpointMetadata:
        """Build the metadata of *completed*, without names that are specific to this run."""
        return self._build_metadata(completed, self._clock.now_ms)

    def _discard(self, checkpoints: Sequence[CompletedCheckpoint]) -> None:
        """Delete *checkpoints* as far as possible. Flink: ``CheckpointsCleaner``."""
        for one in checkpoints:
            if one.path is not None:
                with suppress(FileError):
                    discard_snapshot(one.path)

    def shut_down(self, status: str) -> None:
        """Delete the checkpoints of a job that has ended, unless they are to be retained.

        Flink: ``DefaultCompletedCheckpointStore.shutdown``.
        """
        if self.configuration.should_discard(status):
            self._discard(self.store.all)

    def _start_queued_request(self) -> None:
        if self._queued_requests and len(self.pending) < self.configuration.max_concurrent:
            self._start_checkpoint(self._queued_requests.popleft())

    # --- aborting --------------------------------------------------------------------------------

    def on_task_failed(self, subtask: SubtaskId) -> None:
        """Abort the checkpoints that *subtask* has not acknowledged.

        Flink: ``failUnacknowledgedPendingCheckpointsFor``.
        """
        for checkpoint in list(self.pending.values()):
            if subtask in checkpoint.missing_subtasks:
                self._abort(checkpoint, Reason.TASK_FAILURE)

    def _submit_decline(self, subtask: SubtaskId, checkpoint: int, reason: Reason) -> None:
        self._job.run_async(
            f"decline checkpoint {checkpoint} of {subtask}",
            lambda: self._receive_decline(subtask, checkpoint, reason),
        )

    def _receive_decline(self, subtask: SubtaskId, checkpoint_id: int, reason: Reason) -> None:
        checkpoint = self.pending.get(checkpoint_id)
        if checkpoint is None:
            return
        if self._emit is not None:
            self._emit((CheckpointDeclined, checkpoint_id, subtask, reason.value))
        self._abort(checkpoint, reason)
        self._start_queued_request()

    def _on_timeout(self, checkpoint: PendingCheckpoint) -> None:
        def expired() -> None:
            if checkpoint.id in self.pending:
                self._abort(checkpoint, Reason.CHECKPOINT_EXPIRED)
                self._start_queued_request()

        self._job.run_async(f"checkpoint {checkpoint.id} expires", expired)

    def _abort(self, checkpoint: PendingCheckpoint, reason: Reason, detail: str = "") -> None:
        """Abort the checkpoint. Flink: ``abortPendingCheckpoint``."""
        self._remove_pending(checkpoint)
        if self._emit is not None:
            self._emit((CheckpointAborted, checkpoint.id, reason.value))
        message = f"{reason.value} {detail}".strip()
        self._record_statistics(checkpoint, "FAILED", message)
        for task in self._job.tasks:
            if task.execution.state == "RUNNING":
                task.checkpoint_coordinator.notify_aborted(checkpoint.id)
        if reason in _COUNTED_REASONS and not checkpoint.is_savepoint:
            self._failure_count += 1
            if self._failure_count > self.configuration.tolerable_failures:
                self._failure_count = 0
                self._job.fail_job(
                    f"{TOO_MANY_FAILURES} The latest checkpoint failed due to {message}"
                )

    def _remove_pending(self, checkpoint: PendingCheckpoint) -> None:
        del self.pending[checkpoint.id]
        if checkpoint.timeout_call is not None:
            checkpoint.timeout_call.cancel()

    def _record_statistics(
        self, checkpoint: PendingCheckpoint, status: str, reason: str, path: Path | None = None
    ) -> None:
        metrics = checkpoint.metrics
        acknowledged = len(metrics) + checkpoint.finished_count
        self.statistics.append(
            CheckpointStatistics(
                checkpoint.id, checkpoint.kind, status, checkpoint.timestamp,
                self._clock.now_ms - checkpoint.timestamp,
                sum(one.bytes for one in metrics.values()),
                sum(one.full_bytes for one in metrics.values()),
                acknowledged, acknowledged + len(checkpoint.missing_subtasks), reason, metrics,
                "" if path is None else str(path), checkpoint.finished_count,
            )
        )  # fmt: skip

    # --- restoring -------------------------------------------------------------------------------

    def restore_savepoint(self, restored: CompletedCheckpoint) -> None:
        """Start the job from *restored*; failures restore it too, until the job has a checkpoint itself.

        Flink: ``restoreSavepoint``.
        """
        self.store.add(restored)
        self._next_id = restored.id + 1

    def restore(self, subtasks: Sequence[SubtaskId]) -> CompletedCheckpoint | None:
        """Return the checkpoint from which *subtasks* restart; ``None`` if there is none.

        Flink: ``restoreLatestCheckpointedStateToSubtasks``.
        """
        latest = self.store.latest
        if latest is not None and self._emit is not None:
            self._emit((CheckpointRestored, latest.id, len(subtasks)))
        return latest


def _get_vertex_id(task: StreamTask) -> str:
    return str(task.subtask).partition("/")[0]
