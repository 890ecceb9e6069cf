"""A complete Flink cluster in one process, which runs one step at a time.

A run is a pure function of the program, its input and its decisions. At each step one actor is
chosen and runs once. Everything that it causes by direct calls belongs to that step.

Flink: ``MiniCluster``, with what ``Dispatcher`` does for one job.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial

from flinksim.common.configuration import Configuration
from flinksim.core.atomic_files import PathText
from flinksim.core.gc_control import collect_young, no_full_collections
from flinksim.core.ids import SubtaskId
from flinksim.core.validation import check_fields
from flinksim.graph.batch_mode import executes_in_batch
from flinksim.graph.execution_graph import ExecutionGraph, create_execution_graph
from flinksim.graph.job_graph_generator import JobGraph
from flinksim.runtime.budget import Budget, BudgetSpent, CallEnded, counted_output, watch
from flinksim.runtime.channel_topology import Wiring
from flinksim.runtime.checkpoint.storage import (
    FsCheckpointStorage,
    ReadSnapshot,
    read_snapshot_folder,
)
from flinksim.runtime.clock_actor import ClockActor
from flinksim.runtime.deployment import Deployment
from flinksim.runtime.failure_report import Failure, JobExecutionError, describe_failure
from flinksim.runtime.fault_injection import CannotIntervene, Intervention
from flinksim.runtime.interleaving import CLOCK_BIT, ArrivalOrder, Interleaving, place_among
from flinksim.runtime.jobmaster.checkpoint_coordinator import CheckpointCoordinator
from flinksim.runtime.jobmaster.checkpoint_records import CompletedCheckpoint
from flinksim.runtime.jobmaster.checkpoint_settings import (
    SnapshotSettings,
    blocking_vertices,
    coordinator_configuration,
)
from flinksim.runtime.jobmaster.cluster_rpc import ClusterActors
from flinksim.runtime.jobmaster.job_master import JobMaster
from flinksim.runtime.jobmaster.region_scheduler import Stages, regions_of
from flinksim.runtime.jobmaster.restart_strategies import restart_strategy_of
from flinksim.runtime.jobmaster.slot_pool import SlotPool
from flinksim.runtime.jobmaster.state_assignment import assign_states, metadata_of
from flinksim.runtime.network_settings import NetworkSettings
from flinksim.runtime.scheduler_actors import Actor, RunnableSet
from flinksim.runtime.task_factory import task_factory_of
from flinksim.runtime.tasks.direct_handoff import ShortWay
from flinksim.runtime.tasks.source_task import SourceOperatorStreamTask, next_in_arrival_order
from flinksim.runtime.tasks.stream_task import StreamTask
from flinksim.runtime.trace_plan import plan_of
from flinksim.runtime.tracing.instrumentation import ToldCalls
from flinksim.runtime.virtual_clock import SimulatedClock
from flinksim.runtime.virtual_time_patch import UserTime
from flinksim.runtime.watchdog import CallGuard, guarded
from flinksim.trace.events import JobState, JobSubmitted
from flinksim.trace.recorder import Recorder, Trace


@dataclass(frozen=True, slots=True)
class RunSettings:
    """Settings of a run, independent of the program.

    - ``interleaving``: the scheduling policy.
    - ``traced``: whether the run records a trace.
    - ``start_time_ms``: the start of the virtual clock. ``None`` means the first arrival of the
      input, or 0 if records have no arrival time.
    - ``network``: buffers, and the seed of random partitioners.
    - ``interventions``: actions from outside, each as a step of its own.
    - ``snapshots``: the durations of checkpoints.
    - ``restore_from``: the snapshot that the job starts from: a folder, or a loaded one. ``None``
      uses ``execution.state-recovery.path`` of the program.
    - ``allow_non_restored_state``: ignore state of the snapshot that belongs to no operator.
    - ``writes_snapshots``: whether snapshots are written to the configured folder.
    - ``budget``: limits; a run that exceeds one ends with ``BudgetSpent``.
    - ``watchers``: each is called with the deployed cluster; the function that it returns is called
      after every step.
    - ``first_slot``: the number of slots that earlier jobs of the same cluster use.

    >>> RunSettings(traced=False).traced
    False
    """

    interleaving: Interleaving = field(default_factory=ArrivalOrder)
    traced: bool = True
    start_time_ms: int | None = None
    network: NetworkSettings = field(default_factory=NetworkSettings)
    interventions: tuple[Intervention, ...] = ()
    snapshots: SnapshotSettings = field(default_factory=SnapshotSettings)
    restore_from: PathText | ReadSnapshot | None = None
    allow_non_restored_state: bool = False
    writes_snapshots: bool = True
    budget: Budget | None = None
    watchers: tuple[Callable[[MiniCluster], Callable[[], None]], ...] = ()
    first_slot: int = 0

    def __post_init__(self) -> None:
        check_fields(self)
        if self.budget is not None and self.budget.facts is not None and not self.traced:
            raise ValueError("RunSettings(budget): facts are those of a trace; leave them out")


class MiniCluster:
    """Cluster that runs one job.

    ``step`` takes one step, ``run`` takes many. ``trace`` is complete after every step. A failed
    task is restarted by the job's restart strategy. If that gives up, the job is FAILED,
    ``failure`` holds the error, and the trace up to it stays. ``failures`` has all failures.
    """

    def __init__(self, job_graph: JobGraph, settings: RunSettings | None = None) -> None:
        self.settings = settings or RunSettings()
        self._storage = FsCheckpointStorage()
        if self.settings.writes_snapshots:
            self._storage = FsCheckpointStorage.of(job_graph.settings.configuration, job_graph.name)
        self._restored: CompletedCheckpoint | None = None
        self._begins_at_ms = 0
        self.job_graph = self._restore(job_graph)
        self.task_factory = task_factory_of(job_graph.settings)
        self._storage.initialize()
        self.failure: JobExecutionError | None = None
        self.spent: BudgetSpent | None = None
        self.steps_taken = 0
        self._passed: ShortWay | None = None
        self.runnable = RunnableSet()
        self.clock = SimulatedClock()
        self._recorder = Recorder() if self.settings.traced else None
        self._emit = None if self._recorder is None else self._recorder.emit
        self._interleaving = copy.deepcopy(self.settings.interleaving)
        self._user_time = UserTime()
        self._deploy()
        budget = self.settings.budget
        self._output_left = [0 if budget is None else budget.output_chars or 0]
        budget_checks = [] if budget is None else [watch(budget, self)]
        self._after_step = [
            *budget_checks,
            *[create_check(self) for create_check in self.settings.watchers],
        ]
        needs_watchers = self._after_step or self.settings.interventions
        self._take_step = self._watched_step if needs_watchers else self._step

    # --- deployment ------------------------------------------------------------------------------

    def _restore(self, job_graph: JobGraph) -> JobGraph:
        """Assign the state of the snapshot that the job starts from, if there is one.

        Flink: ``DefaultExecutionGraphFactory.tryRestoreExecutionGraphFromSavepoint``.
        """
        configuration, settings = job_graph.settings.configuration, self.settings
        source = settings.restore_from
        if source is None:
            source = configuration.get_string(
                "execution.state-recovery.path",
                configuration.get_string("execution.savepoint.path", ""),
            )
        if not source or executes_in_batch(job_graph.settings):
            return job_graph
        snapshot = source if isinstance(source, ReadSnapshot) else read_snapshot_folder(source)
        allow_non_restored_state = settings.allow_non_restored_state or configuration.get_boolean(
            "execution.state-recovery.ignore-unclaimed-state",
            configuration.get_boolean("execution.savepoint.ignore-unclaimed-state", False),
        )
        job_graph, self._restored = assign_states(
            job_graph,
            snapshot.metadata,
            str(snapshot.folder or "in memory"),
            allow_non_restored_state,
        )
        self._begins_at_ms = snapshot.metadata.now_ms
        return job_graph

    def _deploy(self) -> None:
        network = self.settings.network
        configuration = self.job_graph.settings.configuration
        in_batch = executes_in_batch(self.job_graph.settings)
        if self._interleaving.flush_at_once and not in_batch:
            network = replace(network, buffer_timeout_ms=0)
        execution_graph = create_execution_graph(
            self.job_graph, first_slot=self.settings.first_slot
        )
        self._task_managers = {
            vertex.id: vertex.task_manager for vertex in execution_graph.vertices
        }
        self.slots_per_task_manager = execution_graph.slots_per_task_manager
        self.slots_taken = sum(bool(slot.subtasks) for slot in execution_graph.slots)
        topology = Wiring(
            self.job_graph, execution_graph, network, self.runnable, self.clock, self._emit
        )
        log = None if self._recorder is None else self._recorder.trace.calls
        instrumentation = ToldCalls(log, in_batch)
        deployment = Deployment(
            self.job_graph,
            self.task_factory,
            topology,
            self.runnable,
            self.clock,
            self._emit,
            instrumentation,
        )
        actors = ClusterActors(execution_graph, self.settings.first_slot, configuration, self._emit)
        self.job_master = JobMaster(
            regions_of(execution_graph), Stages(execution_graph), restart_strategy_of(configuration),
            _is_highly_available(configuration), SlotPool(execution_graph.vertices, self._emit),
            deployment, topology, self.runnable, self.clock,
            self._emit, self._user_time, partial(self._checkpoints, execution_graph),
            actors,
        )  # fmt: skip
        self.job_master.on_redeployed = self._redeployed
        self.job_master.steps_taken = lambda: self.steps_taken
        self.connections = topology.connections
        self.clock.now_ms = self._start_time_ms()
        self._clock_actor = ClockActor(self.clock, self.runnable, self._emit, actors.time_advanced)
        self.actors: list[Actor] = [
            self._clock_actor, *self.tasks, *self.connections, self.job_master,
        ]  # fmt: skip
        for index, actor in enumerate(self.actors):
            actor.bit = 1 << index
        self.source_mask = sum(source.bit for source in self._sources())
        # the task whose user code may read the time, for each actor
        self._time_askers: list[StreamTask | None] = [
            None, *self.tasks, *[None for _ in self.connections], None,
        ]  # fmt: skip
        self._begin_step("jobmaster", "submit")
        if self._emit is not None:
            plan = plan_of(
                self.job_graph,
                execution_graph,
                topology.channels,
                self.clock.now_ms,
                topology.buffers_of,
                self.task_factory,
            )
            self._emit((JobSubmitted, plan))
            topology.report_initial_buffers(task.subtask for task in self.tasks)
        self.job_master.start()
        if self._recorder is not None:
            self._recorder.trace.info.update(
                {"job": self.job_graph.name, "interleaving": repr(self._interleaving)}
            )
        self._interleaving.start(self)

    def _checkpoints(
        self, execution_graph: ExecutionGraph, job: JobMaster
    ) -> CheckpointCoordinator:
        upstream: dict[SubtaskId, list[SubtaskId]] = {}
        for edge in execution_graph.edges:
            upstream.setdefault(edge.target, []).append(edge.source)
        coordinator = CheckpointCoordinator(
            job,
            coordinator_configuration(self.job_graph.settings),
            self.settings.snapshots,
            upstream,
            self.clock,
            self._emit,
            self._storage,
            partial(metadata_of, self.job_graph),
            blocking_vertices(self.job_graph),
        )
        if self._restored is not None:
            coordinator.begin_with(self._restored)
        return coordinator

    def _redeployed(self, place: int) -> None:
        """Replace task number *place* by its new attempt."""
        task = self.tasks[place]
        task.bit = self.actors[place + 1].bit
        self.actors[place + 1] = self._time_askers[place + 1] = task

    @property
    def tasks(self) -> Sequence[StreamTask]:
        """The tasks of the current attempts, from upstream to downstream."""
        return self.job_master.tasks

    @property
    def status(self) -> JobState:
        """The job status, by Flink's name."""
        return self.job_master.status

    @property
    def failures(self) -> Sequence[Failure]:
        """All failures so far, including those that caused a restart."""
        return self.job_master.failures

    def _sources(self) -> list[SourceOperatorStreamTask]:
        return [task for task in self.tasks if isinstance(task, SourceOperatorStreamTask)]

    def _start_time_ms(self) -> int:
        if self.settings.start_time_ms is not None:
            return self.settings.start_time_ms
        arrivals = [task.source.source.first_arrival_ms() for task in self._sources()]
        known = [arrival for arrival in arrivals if arrival is not None]
        return max(min(known, default=0), self._begins_at_ms)

    # --- running ---------------------------------------------------------------------------------

    @property
    def trace(self) -> Trace:
        """The trace so far.

        Raises:
            ValueError: If the run is not traced.
        """
        if self._recorder is None:
            raise ValueError("this run is not traced; run it with RunSettings(traced=True)")
        return self._recorder.trace

    @property
    def reads_live(self) -> bool:
        """Whether a source reads live input, which cannot be read a second time."""
        return any(task.source.source.is_live for task in self._sources())

    @property
    def next_step_at_ms(self) -> int | None:
        """The virtual time of the next step; ``None`` if there is none."""
        if self.is_over:
            return None
        if self.runnable.mask & ~CLOCK_BIT:
            return self.clock.now_ms
        due = self.clock.next_due_ms()
        return None if due is None else max(due, self.clock.now_ms)

    @property
    def mailbox_steps_taken(self) -> int:
        """The number of steps of tasks, without those of the network and the clock."""
        return self.steps_taken - self._clock_actor.turns - sum(c.turns for c in self.connections)

    @property
    def is_over(self) -> bool:
        """Whether the job has reached its final status."""
        return self.job_master.is_over

    def step(self) -> bool:
        """Take one step; an error of the program is in ``failure`` afterwards.

        Returns:
            False if the job is over, or if an unbounded source has nothing to read and nothing else
                can run.

        Raises:
            RuntimeError: If it is called during a step.
        """
        self.check_between_steps("step()")
        if self.settings.budget is None:
            with self._user_time.installed():
                return self._take_step()
        with self._user_time.installed(), self._within_budget() as watchdog:
            taken = self._take_step()
            if watchdog.requested:
                raise KeyboardInterrupt
            return taken

    def run(
        self,
        max_steps: int | None = None,
        progress: Callable[[MiniCluster], None] | None = None,
        progress_every: int = 2048,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        """Take steps until the job is over, or *max_steps* have been taken.

        Ctrl-C stops after the current step, and the run can be continued. A second Ctrl-C stops
        immediately.

        Args:
            max_steps: The maximum number of steps; ``None`` means no limit.
            progress: Called with the cluster after every *progress_every* steps and at the end.
            progress_every: The number of steps between two calls of *progress*.
            stop: Called before every step; the run stops when it returns true.

        Raises:
            JobExecutionError: If the job fails; the trace up to there is kept.
            BudgetSpent: If the run exceeds its budget; the trace up to there is kept.
            KeyboardInterrupt: After Ctrl-C.
            RuntimeError: If it is called during a step.
        """
        self.check_between_steps("run()")
        remaining = max_steps
        with (
            self._user_time.installed(),
            self._within_budget() as watchdog,
            no_full_collections(),
            self._short_way(max_steps, stop),
        ):
            while remaining is None or remaining > 0:
                batch = progress_every if remaining is None else min(remaining, progress_every)
                taken = self._take(batch) if stop is None else self._take_until(batch, stop)
                remaining = None if remaining is None else remaining - taken
                collect_young()
                if progress is not None:
                    progress(self)
                if watchdog.requested:
                    raise KeyboardInterrupt
                if taken < batch:
                    break
        self.raise_failure()

    def check_between_steps(self, call: str) -> None:
        """Check that no step is in progress, as when a debugger has stopped in a user function.

        Raises:
            RuntimeError: If a step is in progress.
        """
        task = self._user_time.task
        if task is not None:
            assert isinstance(task, StreamTask)  # the only ones that run functions
            raise RuntimeError(
                f"{call}: the run stands in the midst of a step of {task.vertex_name}, in a function "
                "of the program; go on from there in the debugger ('continue'), and call this after it"
            )

    def raise_failure(self) -> None:
        """Raise the error that ended the job, if there is one.

        Raises:
            BudgetSpent: If the job exceeded its budget.
            JobExecutionError: If the job failed.
        """
        error = self.spent or self.failure
        if error is not None:
            raise error

    @contextmanager
    def _within_budget(self) -> Iterator[CallGuard]:
        budget = self.settings.budget
        max_chars = None if budget is None else budget.output_chars
        code = MiniCluster._step.__code__
        facts = () if self._recorder is None else self._recorder.trace.events.open
        with guarded(budget, code, facts) as watchdog, counted_output(max_chars, self._output_left):
            yield watchdog

    def _take(self, steps: int) -> int:
        """Take at most *steps* steps, each with its direct hand-offs; return how many were taken."""
        take_step = self._take_step if self._passed is None else self._step_and_hand_over
        for taken in range(steps):
            if not take_step():
                return taken
        return steps

    @contextmanager
    def _short_way(self, max_steps: int | None, stop: object) -> Iterator[None]:
        """Enable direct hand-off to idle tasks, if nothing observes or counts the steps."""
        is_observed = self._emit is not None or self._take_step != self._step
        in_order = type(self._interleaving) is ArrivalOrder
        if is_observed or not in_order or max_steps is not None or stop is not None:
            yield
            return
        self._passed = ShortWay()
        self._passed.open(self.tasks)
        try:
            yield
        finally:
            self._passed.close()
            self._passed = None

    def _step_and_hand_over(self) -> bool:
        handoff = self._passed
        assert handoff is not None
        mask = self.runnable.mask & ~CLOCK_BIT
        # If only sources have work, they run before the clock, because nothing is due yet.
        if not mask or mask & ~self.source_mask or not self.clock.is_ahead():
            taken = self._step()
        else:
            taken = True
            is_decision = mask & (mask - 1)
            self._take_turn(
                self._interleaving.choose(mask) if is_decision else mask.bit_length() - 1
            )
        while handoff.passed:
            handoff.closed = False
            self._hand_over(handoff)
        handoff.closed = False
        self.steps_taken += handoff.turns
        handoff.turns = 0
        return taken

    def _hand_over(self, way: ShortWay) -> None:
        """Run the task furthest downstream that got a hand-off, if it is the next to run."""
        way.send()
        bit = max(way.passed) if len(way.passed) > 1 else next(iter(way.passed))
        runnable = self.runnable.mask & ~self.source_mask & ~CLOCK_BIT
        receiver = way.passed[bit]
        task = receiver.task
        if runnable >= bit or not task.waits_for_input:
            way.spill()
            return
        del way.passed[bit]
        self.steps_taken += way.turns + 1
        way.turns = 0
        self._user_time.task = task
        try:
            task.take(receiver.element, receiver.size, receiver.task_input, receiver.channel)
        except BaseException as error:
            self._failed(task, error)
        finally:
            self._user_time.task = None
        if not self.job_master.tasks_left:
            self._end_if_over()

    def _take_until(self, steps: int, stop: Callable[[], bool]) -> int:
        """Take at most *steps* steps, but stop before the next step when *stop* returns true."""
        for taken in range(steps):
            if stop() or not self._take_step():
                return taken
        return steps

    def _watched_step(self) -> bool:
        taken = self._intervene() or self._step()
        for check in self._after_step:
            check()
        return taken

    def _step(self) -> bool:
        runnable = self.runnable
        mask = runnable.mask
        if mask & 1 and not self._clock_actor.can_advance():
            mask = runnable.mask
        if not mask:
            assert self.is_over or self._waits_for_ever(), self._stalled_tasks()
            return False
        is_decision = mask & (mask - 1)  # more than one bit is set
        index = self._interleaving.choose(mask) if is_decision else mask.bit_length() - 1
        actor = self.actors[index]
        recorder = self._recorder
        if recorder is not None:
            if is_decision:
                recorder.decide(place_among(mask, index))
            recorder.begin_step(self.clock.now_ms, actor.actor_id, actor.describe())
        self._take_turn(index)
        return True

    def _take_turn(self, index: int) -> None:
        """Run one step of an actor, and handle its error."""
        actor = self.actors[index]
        self._user_time.task = self._time_askers[index]
        self.steps_taken += 1
        try:
            actor.step()
        except BaseException as error:  # sys.exit() in a function fails the job as well
            self._failed(actor, error)
        finally:
            self._user_time.task = None
        if not self.job_master.tasks_left or actor is self.job_master:
            self._end_if_over()

    def _begin_step(self, actor: str, action: str) -> None:
        if self._recorder is not None:
            self._recorder.begin_step(self.clock.now_ms, actor, action)

    def _waits_for_ever(self) -> bool:
        """Return whether an unbounded source has nothing more to read, as is possible in Flink."""
        return any(
            not task.execution_is_over and not task.source.source.bounded
            for task in self._sources()
        )

    def _stalled_tasks(self) -> str:
        return "the job stalled: " + ", ".join(
            f"{task.actor_id} waits for {task.suspended}"
            for task in self.tasks
            if not task.execution_is_over
        )

    # --- from outside ----------------------------------------------------------------------------

    def intervene(self, intervention: Intervention) -> None:
        """Apply an action now, as a step of its own.

        Raises:
            CannotIntervene: If the action is not possible.
        """
        if self.is_over:
            raise CannotIntervene(f"{intervention.describe()}: the job is {self.status} already")
        self.check_between_steps(intervention.describe())
        self._begin_step("user", intervention.describe())
        self.steps_taken += 1
        with self._user_time.installed():
            intervention.apply(self)
        self._end_if_over()

    def _intervene(self) -> bool:
        """Apply the action that is due as the next step; return whether there was one."""
        for action in self.settings.interventions:
            if action.at == self.steps_taken + 1 and not self.is_over:
                self.intervene(action)
                return True
        return False

    def task_manager_of(self, task: StreamTask) -> str:
        """Return the name of the TaskManager that *task* runs on."""
        return self._task_managers[task.subtask]

    def runs_on(self, manager: str) -> bool:
        """Return whether a task of the job runs on that TaskManager."""
        return any(
            self.task_manager_of(task) == manager and not task.execution_is_over
            for task in self.tasks
        )

    # --- the end ---------------------------------------------------------------------------------

    def end_for(self, spent: BudgetSpent) -> None:
        """End the job after the current step, because it exceeded its budget."""
        self.spent = spent
        self.cancel()

    def _failed(self, actor: Actor, error: BaseException) -> None:
        if self._passed is not None:
            self._passed.lose()
        self._fail(actor, error)
        if isinstance(error, KeyboardInterrupt):
            raise error

    def _fail(self, actor: Actor, error: BaseException) -> None:
        if isinstance(error, CallEnded):
            self.spent = error.spent
            error = error.spent.with_traceback(error.__traceback__)
        if not isinstance(actor, StreamTask):
            raise error
        failure = describe_failure(error, actor.actor_id, actor.vertex_name, self.steps_taken)
        self.job_master.task_failed(actor, failure)
        if self.is_over:
            self._end_if_over()

    def continue_with(self, interleaving: Interleaving) -> None:
        """Use another scheduling policy from here on. The flushing of buffers stays as it was."""
        self._interleaving = copy.deepcopy(interleaving)
        self._interleaving.start(self)

    def cancel(self) -> None:
        """Cancel the job: all tasks close their operators, and the trace stays."""
        if self.is_over:
            return
        self._begin_step("jobmaster", "cancel")
        with self._user_time.installed():
            self.job_master.cancel()
        self._end_if_over()

    def _end_if_over(self) -> None:
        """Stop all actors if the job has reached its final status."""
        self.job_master.finish_if_done()
        if not self.is_over:
            return
        self.runnable.mask = 0
        self._clock_actor.stop()
        if self.status == "FAILED":
            failure = self.failures[-1]
            self.failure = self.task_factory.job_error(failure, self)
            self.failure.__cause__ = failure.error

    # --- for the scheduling policy -----------------------------------------------------------------

    @property
    def clock_turns(self) -> int:
        """See :class:`~flinksim.runtime.interleaving.Schedulable`."""
        return self._clock_actor.turns

    def timer_is_due(self) -> bool:
        due = self.clock.next_due_ms()
        return due is not None and due <= self.clock.now_ms

    def next_source(self, mask: int) -> int | None:
        """Return the source whose next record arrives first.

        See :class:`~flinksim.runtime.interleaving.Schedulable`.
        """
        return next_in_arrival_order(self.tasks, mask)


def _is_highly_available(configuration: Configuration) -> bool:
    """Return whether a lost JobManager is replaced by another one."""
    kind = configuration.get_string("high-availability.type", "NONE")
    return kind.upper() != "NONE"
