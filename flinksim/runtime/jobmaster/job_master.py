"""The JobMaster: schedules the tasks of one job, and restarts them after failures.

Flink: ``JobMaster``, with ``DefaultScheduler``, ``DefaultExecutionGraph`` and
``ExecutionFailureHandler``.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from functools import partial

from flinksim.core.ids import SubtaskId
from flinksim.core.safe_repr import format_error_message
from flinksim.runtime.channel_topology import ChannelTopology
from flinksim.runtime.checkpoint.channel_state_writer import ChannelStateFiles
from flinksim.runtime.checkpoint.checkpoint_exception import CheckpointFailureReason as Reason
from flinksim.runtime.deployment import TaskDeployer
from flinksim.runtime.failure_report import Failure
from flinksim.runtime.jobmaster.checkpoint_coordinator import CheckpointCoordinator
from flinksim.runtime.jobmaster.checkpoint_records import CompletedCheckpoint
from flinksim.runtime.jobmaster.cluster_rpc import ClusterRpc
from flinksim.runtime.jobmaster.region_scheduler import PendingRegions
from flinksim.runtime.jobmaster.restart_strategies import RestartStrategy
from flinksim.runtime.jobmaster.slot_pool import SlotPool
from flinksim.runtime.scheduler_actors import RunnableSet
from flinksim.runtime.tasks.stream_task import StreamTask
from flinksim.runtime.virtual_clock import SimulatedClock
from flinksim.runtime.virtual_time_patch import VirtualTimePatch
from flinksim.trace.events import (
    Emit,
    ExecutionReset,
    JobStatus,
    JobStatusChanged,
    RestartDecided,
    TaskFailed,
)

JOB_TRANSITIONS: dict[JobStatus, tuple[JobStatus, ...]] = {
    "CREATED": ("RUNNING", "CANCELLING"),
    "RUNNING": ("RESTARTING", "FAILING", "CANCELLING", "FINISHED"),
    "RESTARTING": ("RUNNING", "FAILING", "CANCELLING"),
    "FAILING": ("FAILED",),
    "CANCELLING": ("CANCELED",),
    "FINISHED": (),
    "CANCELED": (),
    "FAILED": (),
}
"""The possible next statuses of each status. Flink: ``org.apache.flink.api.common.JobStatus``."""


class JobMaster:
    """Runs the tasks of one job; an actor whose turns execute calls from others.

    A failure of a task is handled in the next turn. The restart strategy decides whether its region is
    cancelled now and restarted after a delay, or the whole job fails. ``failures`` are all failures,
    with their step. The last one is the cause if the job has FAILED.

    Differs: the JobMaster knows immediately that a task has finished or is cancelled. In Flink messages
    take time.
    """

    actor_id = "jobmaster"

    def __init__(
        self,
        regions: Sequence[Sequence[SubtaskId]],
        pending_regions: PendingRegions,
        restart_strategy: RestartStrategy,
        is_highly_available: bool,
        slot_pool: SlotPool,
        deployment: TaskDeployer,
        wiring: ChannelTopology,
        runnable: RunnableSet,
        clock: SimulatedClock,
        emit: Emit | None,
        virtual_time_patch: VirtualTimePatch,
        create_checkpoint_coordinator: Callable[[JobMaster], CheckpointCoordinator],
        cluster: ClusterRpc,
    ) -> None:
        self.cluster = cluster
        self.bit = 0
        self.status: JobStatus = "CREATED"
        self.failures: list[Failure] = []
        self.tasks: list[StreamTask] = deployment.tasks
        self.unfinished_task_count = len(self.tasks)
        self.on_redeployed: Callable[[int], None] = _ignore_redeployment
        self.count_steps: Callable[[], int] = _count_no_steps
        self._deployment = deployment
        self._wiring = wiring
        self._runnable = runnable
        self._clock = clock
        self._emit = emit
        self._virtual_time_patch = virtual_time_patch
        self._restart_strategy = restart_strategy
        self._is_highly_available = is_highly_available
        self._slot_pool = slot_pool
        self._regions = regions
        self._pending_regions = pending_regions
        self._task_indexes = {task.subtask: place for place, task in enumerate(self.tasks)}
        self._channel_state_files = defaultdict[str, ChannelStateFiles](ChannelStateFiles)
        """For each TaskManager, the files that take the in-flight data of its tasks."""
        self._regions_to_restart: list[Sequence[SubtaskId]] = []
        self._calls: deque[tuple[str, Callable[[], None]]] = deque()
        self.checkpoint_coordinator = create_checkpoint_coordinator(self)

    # --- actor -----------------------------------------------------------------------------------

    def describe(self) -> str:
        """Describe what the next turn will do."""
        return self._calls[0][0]

    def step(self) -> None:
        """Run the next queued call."""
        _, call = self._calls.popleft()
        if not self._calls:
            self._runnable.mask &= ~self.bit
        call()

    def run_async(self, description: str, call: Callable[[], None]) -> None:
        """Run *call* in one of the next turns of the JobMaster; *description* names it in the trace."""
        self._calls.append((description, call))
        self._runnable.mask |= self.bit

    # --- job status ------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the job has reached a terminal status."""
        return not JOB_TRANSITIONS[self.status]

    def _transition_to(self, status: JobStatus) -> None:
        assert status in JOB_TRANSITIONS[self.status], f"{self.status} to {status}"
        before, self.status = self.status, status
        if self._emit is not None:
            self._emit((JobStatusChanged, before, status))

    # --- deployment ------------------------------------------------------------------------------

    def start(self) -> None:
        """Schedule and deploy the tasks.

        Initial state is restored first. All tasks of a region are SCHEDULED before any is DEPLOYING.
        The readers of a blocking result are scheduled when it is complete.
        """
        self.cluster.on_job_submitted(self._clock.now_ms)
        self._transition_to("RUNNING")
        subtasks = [subtask for region in self._regions for subtask in region]
        self._restore_tasks(self.checkpoint_coordinator.restore(subtasks), self.tasks)
        self._pending_regions.add(subtasks)
        self._schedule()

    def _restore_tasks(
        self, checkpoint: CompletedCheckpoint | None, tasks: Sequence[StreamTask]
    ) -> None:
        """Restore the state of *tasks*, which have not begun, from *checkpoint*."""
        if checkpoint is None:
            return
        for task in tasks:
            snapshot = checkpoint.snapshot_for(task.subtask)
            if snapshot is not None:
                task.checkpoint_coordinator.restore(snapshot, checkpoint.id)
                if checkpoint.is_vertex_finished(task.subtask):
                    task.finish_on_restore()
        for task in tasks:
            task.checkpoint_coordinator.restore_outputs()

    def _schedule(self) -> None:
        ready = self._pending_regions.take_ready(self._has_finished)
        if ready:
            self._deploy(ready)

    def _has_finished(self, subtask: SubtaskId) -> bool:
        return self.tasks[self._task_indexes[subtask]].execution.state == "FINISHED"

    def _deploy(self, subtasks: Sequence[SubtaskId]) -> None:
        tasks = [self.tasks[self._task_indexes[subtask]] for subtask in subtasks]
        for task in tasks:
            task.execution.transition_to("SCHEDULED")
        self._slot_pool.reserve(subtasks, self.cluster.request_slots)
        for task in tasks:
            task.local_ms = self._clock.now_ms
            task.on_running = self._on_task_running
            task.on_finished = self._on_task_finished
            files = self._channel_state_files[self._slot_pool.get_task_manager(task.subtask)]
            task.checkpoint_coordinator.initialize(
                self.checkpoint_coordinator.get_services_for(task), files
            )
            task.execution.transition_to("DEPLOYING")
            task.deploy()
        self._wiring.start_flushers(subtasks)

    # --- end of a task ---------------------------------------------------------------------------

    def _on_task_running(self) -> None:
        """Start checkpoints once all tasks run.

        Flink: ``ExecutionTrackingCheckpointCoordinatorDeActivator``.
        """
        if self.status == "RUNNING" and all(
            task.execution.state in ("RUNNING", "FINISHED") for task in self.tasks
        ):
            self.checkpoint_coordinator.start()

    def _on_task_finished(self) -> None:
        self.unfinished_task_count -= 1
        if self.status == "RUNNING":
            self.checkpoint_coordinator.on_task_finished()
            if self._pending_regions:
                self.run_async("schedule the tasks behind it", self._schedule_if_running)

    def _schedule_if_running(self) -> None:
        if self.status == "RUNNING":
            self._schedule()

    def finish_if_done(self) -> None:
        """Finish the job if all its tasks have finished."""
        if not self.unfinished_task_count and self.status == "RUNNING":
            self.checkpoint_coordinator.stop(Reason.CHECKPOINT_COORDINATOR_SHUTDOWN)
            self._transition_to("FINISHED")
            self.checkpoint_coordinator.shut_down("FINISHED")
            self.cluster.on_job_ended()

    def on_task_failed(
        self, task: StreamTask, failure: Failure, close_operators: bool = True
    ) -> None:
        """Handle the failure of *task*: it is FAILED immediately, the rest follows in the next turn.

        If the user has stopped the job, it is not restarted and ends now.

        Args:
            task: The task.
            failure: What has failed.
            close_operators: Whether the operators are closed; not if the process is lost.
        """
        if self._emit is not None:
            self._emit(
                (
                    TaskFailed,
                    task.subtask,
                    failure.operator,
                    type(failure.error).__name__,
                    format_error_message(failure.error),
                    failure.record,
                    failure.portable_user_location,
                )
            )
        task.fail(close_operators)
        if not close_operators:
            self._slot_pool.mark_lost(task.subtask)
        if failure.is_deliberate_stop:
            self.failures.append(failure)
            self._terminate("FAILING", "FAILED")
            return
        self.run_async(
            f"handle the failure of {task.actor_id}", lambda: self._handle_failure(task, failure)
        )

    def _handle_failure(self, task: StreamTask, failure: Failure) -> None:
        if self.tasks[self._task_indexes[task.subtask]] is not task or self.is_over:
            return  # another task of its region had failed before, so it is restarted already
        if any(task.subtask in region for region in self._regions_to_restart):
            return
        self.failures.append(failure)
        self.checkpoint_coordinator.on_task_failed(task.subtask)
        delay_ms = self._restart_strategy.compute_delay_ms(self._clock.now_ms)
        if delay_ms is None:
            self._terminate("FAILING", "FAILED")
            return
        region = next(region for region in self._regions if task.subtask in region)
        if self._emit is not None:
            self._emit((RestartDecided, task.subtask, len(region), delay_ms))
        self._schedule_restart([region], delay_ms)

    def fail_job(self, message: str) -> None:
        """Handle a failure that belongs to no task: restart all tasks, or fail the job.

        Flink: ``SchedulerBase.handleGlobalFailure``.
        """
        if self.is_over:
            return
        self._record_global_failure("JobMaster", message)
        delay_ms = self._restart_strategy.compute_delay_ms(self._clock.now_ms)
        if delay_ms is None:
            self._terminate("FAILING", "FAILED")
            return
        if self._emit is not None:
            self._emit((RestartDecided, SubtaskId(""), len(self.tasks), delay_ms))
        waiting = self._regions_to_restart
        self._schedule_restart(
            [region for region in self._regions if region not in waiting], delay_ms
        )

    def _record_global_failure(self, failed_component: str, message: str) -> None:
        error = RuntimeError(message)
        step = self.count_steps()
        self.failures.append(Failure(step, failed_component, error))

    def on_job_manager_lost(self, message: str) -> None:
        """Handle the loss of the JobManager process and of what it kept in memory.

        With high availability another JobManager resumes the job from its last checkpoint. The restart
        strategy is not consulted.
        """
        if self.is_over:
            return
        if not self._is_highly_available:
            self._record_global_failure("JobManager", message)
            self._terminate("FAILING", "FAILED")
            return
        waiting = self._regions_to_restart
        self._schedule_restart([region for region in self._regions if region not in waiting], 0)

    def _schedule_restart(self, regions: Sequence[Sequence[SubtaskId]], delay_ms: int) -> None:
        if self.status == "RUNNING":
            self._transition_to("RESTARTING")
        self.checkpoint_coordinator.stop()
        for region in regions:
            self._regions_to_restart.append(region)
            self._pending_regions.remove(region)
            self._cancel([self.tasks[self._task_indexes[subtask]] for subtask in reversed(region)])
            self._slot_pool.release(region)
            self._wiring.release(region)
        for region in regions:
            self._clock.schedule(
                self._clock.now_ms + delay_ms, partial(self._on_restart_due, region)
            )

    def _on_restart_due(self, region: Sequence[SubtaskId], timestamp: int) -> None:
        self.run_async(f"restart {len(region)} tasks", lambda: self._restart(region))

    def _restart(self, region: Sequence[SubtaskId]) -> None:
        """Restart the tasks of *region*. Flink: ``DefaultScheduler.restartTasks``."""
        if region not in self._regions_to_restart:
            return  # the job was cancelled or has failed in the meantime
        self._regions_to_restart.remove(region)
        if not self._regions_to_restart:
            self._restart_strategy.on_restarted()
            self._transition_to("RUNNING")
        attempts = {}
        for subtask in region:
            execution = self.tasks[self._task_indexes[subtask]].execution
            self.unfinished_task_count += execution.state == "FINISHED"
            attempts[subtask] = execution.attempt + 1
            if self._emit is not None:
                self._emit((ExecutionReset, subtask, attempts[subtask]))
        self._wiring.rebuild(region)
        if self._emit is not None:
            self._wiring.report_initial_buffers(region)
        restored = self.checkpoint_coordinator.restore(region)
        tasks = self._deployment.create_tasks(attempts)
        for task in tasks:
            place = self._task_indexes[task.subtask]
            self.tasks[place] = task
            self.on_redeployed(place)
        self._restore_tasks(restored, tasks)
        self._pending_regions.add(region)
        self._schedule()

    @property
    def give_up_reason(self) -> str:
        """Why the job was not restarted after its last failure; "" if the restart strategy says nothing."""
        return self._restart_strategy.give_up_reason

    # --- end of the job --------------------------------------------------------------------------

    def cancel(self) -> None:
        """Cancel the job: all tasks close their operators."""
        self._terminate("CANCELLING", "CANCELED")

    def _terminate(self, transient_status: JobStatus, final_status: JobStatus) -> None:
        self._regions_to_restart.clear()
        self.checkpoint_coordinator.stop(Reason.CHECKPOINT_COORDINATOR_SHUTDOWN)
        self._transition_to(transient_status)
        self._cancel(self.tasks)
        self._transition_to(final_status)
        self.checkpoint_coordinator.shut_down(final_status)
        self.cluster.on_job_ended()

    def _cancel(self, tasks: Sequence[StreamTask]) -> None:
        """Cancel *tasks*; all switch to CANCELING before any closes. Flink: ``Execution.cancel``."""
        for task in tasks:
            if task.execution.state == "CREATED":  # it has not begun
                task.execution.transition_to("CANCELED")
        running = [task for task in tasks if not task.execution.is_over]
        for task in running:
            task.execution.transition_to("CANCELING")
        for task in running:
            self._virtual_time_patch.task = task
            task.cancel()
        self._virtual_time_patch.task = None


def _ignore_redeployment(task_index: int) -> None:
    """Do nothing: the default callback for a task that was deployed again."""


def _count_no_steps() -> int:
    """Return 0, the number of steps of a run that has not begun."""
    return 0
