"""The JobMaster: schedules the tasks of one job, and restarts them after failures.

Flink: ``JobMaster``, with ``DefaultScheduler``, ``DefaultExecutionGraph`` and
``ExecutionFailureHandler``.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from functools import partial

from flinksim.core.ids import SubtaskId
from flinksim.core.safe_repr import message_of
from flinksim.runtime.channel_topology import Wiring
from flinksim.runtime.checkpoint.channel_state_writer import ChannelStateFiles
from flinksim.runtime.checkpoint.checkpoint_exception import CheckpointFailureReason as Reason
from flinksim.runtime.deployment import Deployment
from flinksim.runtime.failure_report import Failure
from flinksim.runtime.jobmaster.checkpoint_coordinator import CheckpointCoordinator
from flinksim.runtime.jobmaster.checkpoint_records import CompletedCheckpoint
from flinksim.runtime.jobmaster.cluster_rpc import ClusterActors
from flinksim.runtime.jobmaster.region_scheduler import Stages
from flinksim.runtime.jobmaster.restart_strategies import RestartStrategy
from flinksim.runtime.jobmaster.slot_pool import SlotPool
from flinksim.runtime.scheduler_actors import RunnableSet
from flinksim.runtime.tasks.stream_task import StreamTask
from flinksim.runtime.virtual_clock import SimulatedClock
from flinksim.runtime.virtual_time_patch import UserTime
from flinksim.trace.events import (
    Emit,
    ExecutionReset,
    JobState,
    JobStatusChanged,
    RestartDecided,
    TaskFailed,
)

JOB_TRANSITIONS: dict[JobState, tuple[JobState, ...]] = {
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
        stages: Stages,
        restarts: RestartStrategy,
        is_highly_available: bool,
        slots: SlotPool,
        deployment: Deployment,
        wiring: Wiring,
        runnable: RunnableSet,
        clock: SimulatedClock,
        emit: Emit | None,
        user_time: UserTime,
        checkpoints: Callable[[JobMaster], CheckpointCoordinator],
        cluster: ClusterActors,
    ) -> None:
        self.cluster = cluster
        self.bit = 0
        self.status: JobState = "CREATED"
        self.failures: list[Failure] = []
        self.tasks: list[StreamTask] = deployment.tasks
        self.tasks_left = len(self.tasks)
        self.on_redeployed: Callable[[int], None] = _nothing
        self.steps_taken: Callable[[], int] = _none_yet
        self._deployment = deployment
        self._wiring = wiring
        self._runnable = runnable
        self._clock = clock
        self._emit = emit
        self._user_time = user_time
        self._restarts = restarts
        self._is_highly_available = is_highly_available
        self._slots = slots
        self._regions = regions
        self._stages = stages
        self._places = {task.subtask: place for place, task in enumerate(self.tasks)}
        self._channel_state_files = defaultdict[str, ChannelStateFiles](ChannelStateFiles)
        """The files for in-flight data of each TaskManager."""
        self._waiting_to_restart: list[Sequence[SubtaskId]] = []
        self._calls: deque[tuple[str, Callable[[], None]]] = deque()
        self.checkpoints = checkpoints(self)

    # --- actor -----------------------------------------------------------------------------------

    def describe(self) -> str:
        """Describe what the next turn will do."""
        return self._calls[0][0]

    def step(self) -> None:
        """Run the next call."""
        _, call = self._calls.popleft()
        if not self._calls:
            self._runnable.mask &= ~self.bit
        call()

    def tell(self, what: str, call: Callable[[], None]) -> None:
        """Run *call* in one of the next turns; *what* describes it."""
        self._calls.append((what, call))
        self._runnable.mask |= self.bit

    # --- job status ------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the job has reached a terminal status."""
        return not JOB_TRANSITIONS[self.status]

    def _move_to(self, status: JobState) -> None:
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
        self.cluster.job_submitted(self._clock.now_ms)
        self._move_to("RUNNING")
        subtasks = [subtask for region in self._regions for subtask in region]
        self._give_back(self.checkpoints.restore(subtasks), self.tasks)
        self._stages.add(subtasks)
        self._schedule()

    def _give_back(self, restored: CompletedCheckpoint | None, tasks: Sequence[StreamTask]) -> None:
        """Restore the state of *tasks*, which have not begun, from *restored*."""
        if restored is None:
            return
        for task in tasks:
            snapshot = restored.snapshot_for(task.subtask)
            if snapshot is not None:
                task.checkpoints.restore(snapshot, restored.id)
                if restored.had_finished(task.subtask):
                    task.finish_on_restore()
        for task in tasks:
            task.checkpoints.restore_outputs()

    def _schedule(self) -> None:
        ready = self._stages.take(self._has_finished)
        if ready:
            self._deploy(ready)

    def _has_finished(self, subtask: SubtaskId) -> bool:
        return self.tasks[self._places[subtask]].execution.state == "FINISHED"

    def _deploy(self, subtasks: Sequence[SubtaskId]) -> None:
        tasks = [self.tasks[self._places[subtask]] for subtask in subtasks]
        for task in tasks:
            task.execution.move_to("SCHEDULED")
        self._slots.reserve(subtasks, self.cluster.slots_needed)
        for task in tasks:
            task.local_ms = self._clock.now_ms
            task.on_running = self._task_runs
            task.on_finished = self._task_finished
            files = self._channel_state_files[self._slots.task_manager_of(task.subtask)]
            task.checkpoints.begin(self.checkpoints.support_for(task), files)
            task.execution.move_to("DEPLOYING")
            task.deploy()
        self._wiring.start_flushers(subtasks)

    # --- end of a task ---------------------------------------------------------------------------

    def _task_runs(self) -> None:
        """Start checkpoints once all tasks run.

        Flink: ``ExecutionTrackingCheckpointCoordinatorDeActivator``.
        """
        if self.status == "RUNNING" and all(
            task.execution.state in ("RUNNING", "FINISHED") for task in self.tasks
        ):
            self.checkpoints.start()

    def _task_finished(self) -> None:
        self.tasks_left -= 1
        if self.status == "RUNNING":
            self.checkpoints.task_finished()
            if self._stages:
                self.tell("schedule the tasks behind it", self._schedule_if_running)

    def _schedule_if_running(self) -> None:
        if self.status == "RUNNING":
            self._schedule()

    def finish_if_done(self) -> None:
        """Finish the job if all its tasks have finished."""
        if not self.tasks_left and self.status == "RUNNING":
            self.checkpoints.stop(Reason.CHECKPOINT_COORDINATOR_SHUTDOWN)
            self._move_to("FINISHED")
            self.checkpoints.shut_down("FINISHED")
            self.cluster.job_ended()

    def task_failed(self, task: StreamTask, failure: Failure, closes: bool = True) -> None:
        """Handle the failure of *task*: it is FAILED immediately, the rest follows in the next turn.

        If the user has stopped the job, it is not restarted and ends now.

        Args:
            task: The task.
            failure: What has failed.
            closes: Whether the operators are closed; not if the process is lost.
        """
        if self._emit is not None:
            self._emit(
                (
                    TaskFailed,
                    task.subtask,
                    failure.operator,
                    type(failure.error).__name__,
                    message_of(failure.error),
                    failure.record,
                    failure.user_line_anywhere,
                )
            )
        task.fail(closes)
        if not closes:
            self._slots.lose(task.subtask)
        if failure.ends_job:
            self.failures.append(failure)
            self._end("FAILING", "FAILED")
            return
        self.tell(f"handle the failure of {task.actor_id}", lambda: self._handle(task, failure))

    def _handle(self, task: StreamTask, failure: Failure) -> None:
        if self.tasks[self._places[task.subtask]] is not task or self.is_over:
            return  # another task of its region had failed before, so it is restarted already
        if any(task.subtask in region for region in self._waiting_to_restart):
            return
        self.failures.append(failure)
        self.checkpoints.task_failed(task.subtask)
        delay_ms = self._restarts.delay_ms(self._clock.now_ms)
        if delay_ms is None:
            self._end("FAILING", "FAILED")
            return
        region = next(region for region in self._regions if task.subtask in region)
        if self._emit is not None:
            self._emit((RestartDecided, task.subtask, len(region), delay_ms))
        self._restart_later([region], delay_ms)

    def fail_job(self, message: str) -> None:
        """Handle a failure that belongs to no task: restart all tasks, or fail the job.

        Flink: ``SchedulerBase.handleGlobalFailure``.
        """
        if self.is_over:
            return
        self._failed_as_a_whole("JobMaster", message)
        delay_ms = self._restarts.delay_ms(self._clock.now_ms)
        if delay_ms is None:
            self._end("FAILING", "FAILED")
            return
        if self._emit is not None:
            self._emit((RestartDecided, SubtaskId(""), len(self.tasks), delay_ms))
        waiting = self._waiting_to_restart
        self._restart_later([region for region in self._regions if region not in waiting], delay_ms)

    def _failed_as_a_whole(self, where: str, message: str) -> None:
        error = RuntimeError(message)
        step = self.steps_taken()
        self.failures.append(Failure(step, where, error))

    def lose_job_manager(self, message: str) -> None:
        """Handle the loss of the JobManager process and of what it kept in memory.

        With high availability another JobManager resumes the job from its last checkpoint. The restart
        strategy is not consulted.
        """
        if self.is_over:
            return
        if not self._is_highly_available:
            self._failed_as_a_whole("JobManager", message)
            self._end("FAILING", "FAILED")
            return
        waiting = self._waiting_to_restart
        self._restart_later([region for region in self._regions if region not in waiting], 0)

    def _restart_later(self, regions: Sequence[Sequence[SubtaskId]], delay_ms: int) -> None:
        if self.status == "RUNNING":
            self._move_to("RESTARTING")
        self.checkpoints.stop()
        for region in regions:
            self._waiting_to_restart.append(region)
            self._stages.remove(region)
            self._cancel([self.tasks[self._places[subtask]] for subtask in reversed(region)])
            self._slots.release(region)
            self._wiring.release(region)
        for region in regions:
            self._clock.schedule(self._clock.now_ms + delay_ms, partial(self._due, region))

    def _due(self, region: Sequence[SubtaskId], timestamp: int) -> None:
        self.tell(f"restart {len(region)} tasks", lambda: self._restart(region))

    def _restart(self, region: Sequence[SubtaskId]) -> None:
        """Restart the tasks of *region*. Flink: ``DefaultScheduler.restartTasks``."""
        if region not in self._waiting_to_restart:
            return  # the job was cancelled or has failed in the meantime
        self._waiting_to_restart.remove(region)
        if not self._waiting_to_restart:
            self._move_to("RUNNING")
        attempts = {}
        for subtask in region:
            execution = self.tasks[self._places[subtask]].execution
            self.tasks_left += execution.state == "FINISHED"
            attempts[subtask] = execution.attempt + 1
            if self._emit is not None:
                self._emit((ExecutionReset, subtask, attempts[subtask]))
        self._wiring.wire_again(region)
        if self._emit is not None:
            self._wiring.report_initial_buffers(region)
        restored = self.checkpoints.restore(region)
        tasks = self._deployment.create_tasks(attempts)
        for task in tasks:
            place = self._places[task.subtask]
            self.tasks[place] = task
            self.on_redeployed(place)
        self._give_back(restored, tasks)
        self._stages.add(region)
        self._schedule()

    @property
    def gave_up(self) -> str:
        """Why the job was not restarted after its last failure; "" if there is nothing to explain."""
        return self._restarts.gave_up

    # --- end of the job --------------------------------------------------------------------------

    def cancel(self) -> None:
        """Cancel the job: all tasks close their operators."""
        self._end("CANCELLING", "CANCELED")

    def _end(self, on_the_way: JobState, final: JobState) -> None:
        self._waiting_to_restart.clear()
        self.checkpoints.stop(Reason.CHECKPOINT_COORDINATOR_SHUTDOWN)
        self._move_to(on_the_way)
        self._cancel(self.tasks)
        self._move_to(final)
        self.checkpoints.shut_down(final)
        self.cluster.job_ended()

    def _cancel(self, tasks: Sequence[StreamTask]) -> None:
        """Cancel *tasks*; all switch to CANCELING before any closes. Flink: ``Execution.cancel``."""
        for task in tasks:
            if task.execution.state == "CREATED":  # it has not begun
                task.execution.move_to("CANCELED")
        running = [task for task in tasks if not task.execution.is_over]
        for task in running:
            task.execution.move_to("CANCELING")
        for task in running:
            self._user_time.task = task
            task.cancel()
        self._user_time.task = None


def _nothing(place: int) -> None:
    """Do nothing: the default callback."""


def _none_yet() -> int:
    """Return 0, the number of steps of a run that has not begun."""
    return 0
