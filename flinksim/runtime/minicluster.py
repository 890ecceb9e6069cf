"""A complete Flink cluster in one process, which runs one step at a time.

A run depends only on the program, its input and the decisions of the scheduling policy. At each step the
policy chooses one actor (a task, a network connection, the clock or the JobMaster), which runs once.
Everything that it causes by direct calls belongs to that step.

Flink: ``MiniCluster``, with what ``Dispatcher`` does for one job.
"""

from __future__ import annotations

import copy
import pkgutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from flinksim.common.configuration import Configuration
from flinksim.core.atomic_files import StrPath
from flinksim.core.gc_control import collect_young_generation, pause_full_gc
from flinksim.core.ids import SubtaskId
from flinksim.core.validation import validate_fields
from flinksim.datastream.transformations import SourceSpec
from flinksim.graph.batch_mode import is_batch_job
from flinksim.graph.execution_graph import ExecutionGraph, create_execution_graph
from flinksim.graph.job_graph_generator import JobGraph
from flinksim.runtime.budget import (
    Budget,
    BudgetSpent,
    CallAborted,
    create_budget_check,
    limit_output,
)
from flinksim.runtime.channel_topology import ChannelTopology
from flinksim.runtime.checkpoint.storage import (
    ALLOW_PICKLE_OPTION,
    FsCheckpointStorage,
    LoadedSnapshot,
    read_snapshot_folder,
)
from flinksim.runtime.clock_actor import ClockActor
from flinksim.runtime.deployment import TaskDeployer
from flinksim.runtime.failure_report import Failure, JobExecutionError, describe_failure
from flinksim.runtime.fault_injection import InjectedAction, InjectionError, TriggerCheckpoint
from flinksim.runtime.interleaving import CLOCK_BIT, ArrivalOrder, Interleaving, compute_bit_rank
from flinksim.runtime.jobmaster.checkpoint_coordinator import CheckpointCoordinator
from flinksim.runtime.jobmaster.checkpoint_records import CompletedCheckpoint
from flinksim.runtime.jobmaster.checkpoint_settings import (
    SnapshotSettings,
    find_blocking_vertices,
    read_coordinator_configuration,
)
from flinksim.runtime.jobmaster.cluster_rpc import ClusterRpc
from flinksim.runtime.jobmaster.job_master import JobMaster
from flinksim.runtime.jobmaster.region_scheduler import PendingRegions, compute_failover_regions
from flinksim.runtime.jobmaster.restart_strategies import create_restart_strategy
from flinksim.runtime.jobmaster.slot_pool import SlotPool
from flinksim.runtime.jobmaster.state_assignment import assign_states, build_checkpoint_metadata
from flinksim.runtime.network_settings import NetworkSettings
from flinksim.runtime.scheduler_actors import Actor, RunnableSet
from flinksim.runtime.task_factory import create_task_factory
from flinksim.runtime.tasks.chain_compiler import CompiledChains, RunContext
from flinksim.runtime.tasks.direct_handoff import DirectHandoff
from flinksim.runtime.tasks.source_task import SourceOperatorStreamTask, find_next_in_arrival_order
from flinksim.runtime.tasks.stream_task import StreamTask
from flinksim.runtime.trace_plan import build_plan
from flinksim.runtime.tracing.instrumentation import SpanInstrumentation
from flinksim.runtime.virtual_clock import SimulatedClock
from flinksim.runtime.virtual_time_patch import VirtualTimePatch
from flinksim.runtime.watchdog import Watchdog, run_watchdog
from flinksim.trace.event_switch import EventSwitch
from flinksim.trace.events import Emit, JobStatus, JobSubmitted
from flinksim.trace.plan import Plan
from flinksim.trace.recorder import Recorder, Trace

if TYPE_CHECKING:
    from flinksim.trace.on_demand import OnDemandTrace

TraceMode: TypeAlias = Literal["full", "on demand"]
"""How a traced run gets its trace.

- "full": every event is recorded while the job runs.
- "on demand": the run records nothing. Events are produced by repeating the part that is needed.
"""

SHORT_RUN_RECORDS = 2_000
"""A run that reads fewer records than this, all known in advance, is recorded while it runs."""


@dataclass(frozen=True, slots=True)
class RunSettings:
    """Settings of a run, independent of the program.

    - ``interleaving``: the scheduling policy.
    - ``traced``: whether the run records a trace.
    - ``start_time_ms``: the start of the virtual clock. ``None`` means the first arrival of the
      input, or 0 if records have no arrival time.
    - ``network``: buffers, and the seed of random partitioners.
    - ``injected_actions``: actions from outside, each as a step of its own.
    - ``snapshots``: the durations of checkpoints.
    - ``restore_from``: the snapshot that the job starts from: a folder, or a loaded one. ``None``
      uses ``execution.state-recovery.path`` of the program.
    - ``allow_non_restored_state``: ignore state of the snapshot that belongs to no operator.
    - ``writes_snapshots``: whether snapshots are written to the configured folder.
    - ``budget``: limits; a run that exceeds one ends with ``BudgetSpent``.
    - ``watchers``: each is called with the deployed cluster; the function that it returns is called
      after every step.
    - ``first_slot``: the number of slots that earlier jobs of the same cluster use.
    - ``trace``: how a traced run gets its trace (:data:`TraceMode`). "on demand" is about as fast as a
      run without a trace. A run with limits, watchers or known side effects is traced in full, and so is
      one of fewer than :data:`SHORT_RUN_RECORDS` records, which takes less time than a replay. Without
      a full trace a step without end is not ended, because no events are counted.

    >>> RunSettings(traced=False).traced
    False
    """

    interleaving: Interleaving = field(default_factory=ArrivalOrder)
    traced: bool = True
    start_time_ms: int | None = None
    network: NetworkSettings = field(default_factory=NetworkSettings)
    injected_actions: tuple[InjectedAction, ...] = ()
    snapshots: SnapshotSettings = field(default_factory=SnapshotSettings)
    restore_from: StrPath | LoadedSnapshot | None = None
    allow_non_restored_state: bool = False
    writes_snapshots: bool = True
    budget: Budget | None = None
    watchers: tuple[Callable[[MiniCluster], Callable[[], None]], ...] = ()
    first_slot: int = 0
    trace: TraceMode = "on demand"

    def __post_init__(self) -> None:
        validate_fields(self)
        if self.budget is not None and self.budget.events is not None and not self.traced:
            raise ValueError(
                "RunSettings(budget): a limit on events needs a trace. Remove it, or set traced=True."
            )


class MiniCluster:
    """Cluster that runs one job.

    ``step`` takes one step, ``run`` takes many. ``trace`` is complete after every step. A failed
    task is restarted by the job's restart strategy. If that gives up, the job is FAILED,
    ``failure`` holds the error, and the trace up to it stays. ``failures`` has all failures.
    """

    def __init__(
        self,
        job_graph: JobGraph,
        settings: RunSettings | None = None,
        *,
        is_replay: bool = False,
    ) -> None:
        """Deploy a job.

        Args:
            job_graph: The job.
            settings: The settings of the run.
            is_replay: Whether the run repeats another one, of which it produces the trace.
        """
        self.settings = settings or RunSettings()
        self._is_replay = is_replay
        self.repeated_interventions = 0
        """The number of actions from outside that a replay has repeated."""
        self.replayer: Any = None
        """Repeats this run, if its trace is produced on demand."""
        self._storage = FsCheckpointStorage()
        if self.settings.writes_snapshots:
            self._storage = FsCheckpointStorage.from_configuration(
                job_graph.settings.configuration, job_graph.name
            )
        self._restored_checkpoint: CompletedCheckpoint | None = None
        self._restored_time_ms = 0
        self.job_graph = self._restore_job_graph(job_graph)
        self.task_factory = create_task_factory(job_graph.settings)
        self._storage.initialize()
        self.failure: JobExecutionError | None = None
        self.budget_error: BudgetSpent | None = None
        self.steps_taken = 0
        self._handoff: DirectHandoff | None = None
        self._chains: CompiledChains | None = None
        self.runnable = RunnableSet()
        self.clock = SimulatedClock()
        self.full_trace_reason = ""
        """Why a run whose trace is to be produced on demand records a full trace."""
        self._recorder = Recorder() if self.settings.traced else None
        self._switch: EventSwitch | None = None
        self._on_demand_trace: OnDemandTrace | None = None
        self._canceled_steps = 0
        self.plan: Plan
        """The plan of the job, in a traced run."""
        is_on_demand = self._recorder is not None and self.settings.trace == "on demand"
        if is_on_demand and (is_replay or not _is_short_run(self.job_graph)):
            find_reason = pkgutil.resolve_name(
                "flinksim.runtime.side_effects:find_full_trace_reason"
            )
            self.full_trace_reason = find_reason(self.job_graph, self.settings)
            if not self.full_trace_reason:
                assert self._recorder is not None
                self._switch = EventSwitch()
                self._switch.attach(self._recorder.emit)
        self._emit: Emit | None = self._switch
        if self._switch is None and self._recorder is not None:
            self._emit = self._recorder.emit
        self._interleaving = copy.deepcopy(self.settings.interleaving)
        self._time_patch = VirtualTimePatch()
        self._deploy()
        budget = self.settings.budget
        self._remaining_output = [0 if budget is None else budget.output_chars or 0]
        budget_checks = [] if budget is None else [create_budget_check(budget, self)]
        self._after_step_checks = [
            *budget_checks,
            *[create_check(self) for create_check in self.settings.watchers],
        ]
        needs_watchers = self._after_step_checks or self.settings.injected_actions
        self._take_step = self._step_with_watchers if needs_watchers else self._step
        if self._switch is not None and not is_replay:
            assert self._recorder is not None
            # by name, because only such a run needs it, and it repeats clusters
            create = pkgutil.resolve_name("flinksim.runtime.run_replayer:create_on_demand_trace")
            self.replayer, self._on_demand_trace = create(self, job_graph, self._recorder.trace)
            self.detach_trace()
        elif self.full_trace_reason:
            self.trace.info["trace"] = f"full, because {self.full_trace_reason}"

    # --- deployment ------------------------------------------------------------------------------

    def _restore_job_graph(self, job_graph: JobGraph) -> JobGraph:
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
        if not source or is_batch_job(job_graph.settings):
            return job_graph
        snapshot = (
            source
            if isinstance(source, LoadedSnapshot)
            else read_snapshot_folder(
                source, allow_pickle=configuration.get_boolean(ALLOW_PICKLE_OPTION, False)
            )
        )
        allow_non_restored_state = settings.allow_non_restored_state or configuration.get_boolean(
            "execution.state-recovery.ignore-unclaimed-state",
            configuration.get_boolean("execution.savepoint.ignore-unclaimed-state", False),
        )
        job_graph, self._restored_checkpoint = assign_states(
            job_graph,
            snapshot.metadata,
            str(snapshot.folder or "in memory"),
            allow_non_restored_state,
        )
        self._restored_time_ms = snapshot.metadata.now_ms
        return job_graph

    def _deploy(self) -> None:
        network = self.settings.network
        configuration = self.job_graph.settings.configuration
        in_batch = is_batch_job(self.job_graph.settings)
        if self._interleaving.flush_immediately and not in_batch:
            network = replace(network, buffer_timeout_ms=0)
        execution_graph = create_execution_graph(
            self.job_graph, first_slot=self.settings.first_slot
        )
        self._task_managers = {
            vertex.id: vertex.task_manager for vertex in execution_graph.vertices
        }
        self.slots_per_task_manager = execution_graph.slots_per_task_manager
        self.used_slots = sum(bool(slot.subtasks) for slot in execution_graph.slots)
        topology = ChannelTopology(
            self.job_graph, execution_graph, network, self.runnable, self.clock, self._emit
        )
        log = None
        if self._recorder is not None and self._switch is None:
            log = self._recorder.trace.calls
        instrumentation = SpanInstrumentation(log, in_batch)
        deployment = TaskDeployer(
            self.job_graph,
            self.task_factory,
            topology,
            self.runnable,
            self.clock,
            self._emit,
            instrumentation,
            discards_results=self._is_replay,
        )
        actors = ClusterRpc(execution_graph, self.settings.first_slot, configuration, self._emit)
        self.job_master = JobMaster(
            compute_failover_regions(execution_graph),
            PendingRegions(execution_graph),
            create_restart_strategy(configuration),
            _is_highly_available(configuration),
            SlotPool(execution_graph.vertices, self._emit),
            deployment,
            topology,
            self.runnable,
            self.clock,
            self._emit,
            self._time_patch,
            partial(self._create_checkpoint_coordinator, execution_graph),
            actors,
        )
        self.job_master.on_redeployed = self._on_redeployed
        self.job_master.count_steps = lambda: self.steps_taken
        self.connections = topology.connections
        self.clock.now_ms = self._compute_start_time_ms()
        self._clock_actor = ClockActor(
            self.clock,
            self.runnable,
            self._emit,
            actors.on_time_advanced,
            self._create_input_check(),
        )
        self.actors: list[Actor] = [
            self._clock_actor, *self.tasks, *self.connections, self.job_master,
        ]  # fmt: skip
        for index, actor in enumerate(self.actors):
            actor.bit = 1 << index
        self.source_mask = sum(source.bit for source in self._list_sources())
        # the task whose user code may read the time, for each actor
        self._user_code_tasks: list[StreamTask | None] = [
            None, *self.tasks, *[None for _ in self.connections], None,
        ]  # fmt: skip
        self._begin_step("jobmaster", "submit")
        if self._emit is not None:
            plan = build_plan(
                self.job_graph,
                execution_graph,
                topology.channels,
                self.clock.now_ms,
                topology.get_buffer_counts,
                self.task_factory,
            )
            self.plan = plan
            self._emit((JobSubmitted, plan))
            topology.report_initial_buffers(task.subtask for task in self.tasks)
        self.job_master.start()
        if self._recorder is not None:
            self._recorder.trace.info.update(
                {"job": self.job_graph.name, "interleaving": repr(self._interleaving)}
            )
        self._interleaving.start(self)

    def _create_checkpoint_coordinator(
        self, execution_graph: ExecutionGraph, job: JobMaster
    ) -> CheckpointCoordinator:
        upstream: dict[SubtaskId, list[SubtaskId]] = {}
        for edge in execution_graph.edges:
            upstream.setdefault(edge.target, []).append(edge.source)
        coordinator = CheckpointCoordinator(
            job,
            read_coordinator_configuration(self.job_graph.settings),
            self.settings.snapshots,
            upstream,
            self.clock,
            self._emit,
            self._storage,
            partial(build_checkpoint_metadata, self.job_graph),
            find_blocking_vertices(self.job_graph),
        )
        if self._restored_checkpoint is not None:
            coordinator.restore_savepoint(self._restored_checkpoint)
        return coordinator

    def _on_redeployed(self, index: int) -> None:
        """Replace the task with number *index* by a new attempt of it, after a restart."""
        task = self.tasks[index]
        task.bit = self.actors[index + 1].bit
        self.actors[index + 1] = self._user_code_tasks[index + 1] = task

    @property
    def tasks(self) -> Sequence[StreamTask]:
        """The current attempt of every task, from upstream to downstream."""
        return self.job_master.tasks

    @property
    def status(self) -> JobStatus:
        """The job status, by Flink's name."""
        return self.job_master.status

    @property
    def failures(self) -> Sequence[Failure]:
        """All failures so far, including those that caused a restart."""
        return self.job_master.failures

    def _list_sources(self) -> list[SourceOperatorStreamTask]:
        return [task for task in self.tasks if isinstance(task, SourceOperatorStreamTask)]

    def _compute_start_time_ms(self) -> int:
        if self.settings.start_time_ms is not None:
            return self.settings.start_time_ms
        arrivals = [task.source.source.first_arrival_ms() for task in self._list_sources()]
        known = [arrival for arrival in arrivals if arrival is not None]
        return max(min(known, default=0), self._restored_time_ms)

    # --- running ---------------------------------------------------------------------------------

    @property
    def trace(self) -> Trace:
        """The trace of all steps taken so far.

        Raises:
            ValueError: If the run is not traced.
        """
        if self._on_demand_trace is not None:
            return self._on_demand_trace
        if self._recorder is None:
            raise ValueError("this run has no trace. Use RunSettings(traced=True)")
        return self._recorder.trace

    @property
    def step_count(self) -> int:
        """The number of steps in the trace, including the submission and a cancellation."""
        return 1 + self.steps_taken + self._canceled_steps

    @property
    def can_detach_trace(self) -> bool:
        """Whether the trace is produced on demand, so that recording can stop and continue."""
        return self._switch is not None

    @property
    def is_recording(self) -> bool:
        """Whether the events of the next step are recorded."""
        return self._recorder is not None

    def attach_trace(self) -> Trace:
        """Record the events of all steps from here on; return the trace, which begins with the next step."""
        assert self._switch is not None, "only a run with a trace on demand can attach it"
        self.check_between_steps("attach_trace()")
        self._recorder = Recorder()
        self._switch.attach(self._recorder.emit)
        if self._on_demand_trace is not None:
            self._on_demand_trace.add_recorded(self.step_count, self._recorder.trace)
        return self._recorder.trace

    def detach_trace(self) -> None:
        """Stop to record events; the steps that follow can be produced by a replay."""
        assert self._switch is not None, "only a run with a trace on demand can detach it"
        self.check_between_steps("detach_trace()")
        self._switch.detach()
        self._recorder = None

    def attach_operators(self, operators: type, emit: Emit) -> None:
        """Pass the events of all operators of one type to *emit*, while no trace is attached."""
        assert self._switch is not None, "only a run with a trace on demand can attach operators"
        self._switch.attach_owners(operators, emit)

    @property
    def has_live_sources(self) -> bool:
        """Whether a source reads live input, which cannot be read a second time."""
        return any(task.source.source.is_live for task in self._list_sources())

    @property
    def next_step_time_ms(self) -> int | None:
        """The virtual time of the next step; ``None`` if there is none."""
        if self.is_over:
            return None
        if self.runnable.mask & ~CLOCK_BIT:
            return self.clock.now_ms
        due = self.clock.next_due_ms()
        return None if due is None else max(due, self.clock.now_ms)

    @property
    def mailbox_steps_taken(self) -> int:
        """The number of steps that tasks have taken, without those of the network and the clock."""
        return self.steps_taken - self._clock_actor.turns - sum(c.turns for c in self.connections)

    @property
    def is_over(self) -> bool:
        """Whether the job has ended: finished, failed or canceled."""
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
            with self._time_patch.install():
                return self._take_step()
        with self._time_patch.install(), self._enforce_budget() as watchdog:
            taken = self._take_step()
            if watchdog.is_stop_requested:
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
            self._time_patch.install(),
            self._enforce_budget() as watchdog,
            pause_full_gc(),
            self._enable_direct_handoff(max_steps, stop),
        ):
            while remaining is None or remaining > 0:
                batch = progress_every if remaining is None else min(remaining, progress_every)
                taken = (
                    self._run_steps(batch) if stop is None else self._run_steps_until(batch, stop)
                )
                remaining = None if remaining is None else remaining - taken
                if self.replayer is not None:
                    self.replayer.on_progress()
                collect_young_generation()
                if progress is not None:
                    progress(self)
                if watchdog.is_stop_requested:
                    raise KeyboardInterrupt
                if taken < batch:
                    break
        self.raise_failure()

    def compile_chains(self) -> dict[SubtaskId, str]:
        """Return the source of the compiled chain of each source task that has one.

        Takes the first steps, in which the tasks open their operators.

        Raises:
            JobExecutionError: If an operator cannot be opened.
        """
        for _ in range(4 * len(self.actors)):
            if all(task.execution.state == "RUNNING" for task in self.tasks) or not self.step():
                break
        self.raise_failure()
        with self._enable_direct_handoff(None, None):
            chains = self._chains
            return {} if chains is None else chains.list_sources(self._list_sources())

    def check_between_steps(self, call: str) -> None:
        """Check that no step is in progress, as when a debugger has stopped in a user function.

        Raises:
            RuntimeError: If a step is in progress.
        """
        task = self._time_patch.task
        if task is not None:
            assert isinstance(task, StreamTask)  # the only ones that run functions
            raise RuntimeError(
                f"{call}: the run is in the middle of a step of "
                f"{task.vertex_name}, in a function of the program. Continue in "
                "the debugger ('continue'), and call this afterwards"
            )

    def raise_failure(self) -> None:
        """Raise the error that ended the job, if there is one.

        Raises:
            BudgetSpent: If the job exceeded its budget.
            JobExecutionError: If the job failed.
        """
        error = self.budget_error or self.failure
        if error is not None:
            raise error

    @contextmanager
    def _enforce_budget(self) -> Iterator[Watchdog]:
        budget = self.settings.budget
        max_chars = None if budget is None else budget.output_chars
        code = MiniCluster._step.__code__
        events = () if self._recorder is None else self._recorder.trace.events.open_rows
        with (
            run_watchdog(budget, code, events) as watchdog,
            limit_output(max_chars, self._remaining_output),
        ):
            yield watchdog

    def fast_forward(self, steps: int) -> None:
        """Take steps until *steps* have been taken in all, or the job is over."""
        # one turn with direct hand-off may count several steps: a few for each channel
        margin = 16 * len(self.actors)
        with self._time_patch.install(), self._enforce_budget(), pause_full_gc():
            with self._enable_direct_handoff(None, None):
                take_step = self._take_step if self._handoff is None else self._step_with_handoff
                turns = 0
                while self.steps_taken < steps - margin and take_step():
                    turns += 1
                    if not turns % 2048:
                        collect_young_generation()
            while self.steps_taken < steps and self._take_step():
                pass

    def close_handoff(self) -> None:
        """Use the network again, in a copy of the process that was made in the middle of ``run``."""
        if self._handoff is not None:
            self._handoff.close()
            self._handoff = None

    def _run_steps(self, steps: int) -> int:
        """Take at most *steps* steps, including elements passed directly to tasks; return their number."""
        take_step = self._take_step if self._handoff is None else self._step_with_handoff
        for taken in range(steps):
            if not take_step():
                return taken
        return steps

    @contextmanager
    def _enable_direct_handoff(self, max_steps: int | None, stop: object) -> Iterator[None]:
        """Let elements be passed directly to idle tasks, while nothing observes or counts the steps."""
        is_recorded = self._emit is not None and self._recorder is not None
        is_observed = is_recorded or self._take_step != self._step
        in_order = type(self._interleaving) is ArrivalOrder
        if is_observed or not in_order or max_steps is not None or stop is not None:
            yield
            return
        self._handoff = DirectHandoff()
        self._handoff.open(self.tasks)
        self._chains = CompiledChains(
            RunContext(
                self.runnable, self.clock, self._clock_actor, self._time_patch, self.source_mask,
                self._handoff, self.tasks,
            )
        )  # fmt: skip
        try:
            yield
        finally:
            self._handoff.close()
            self._handoff = self._chains = None

    def _step_with_handoff(self) -> bool:
        handoff = self._handoff
        assert handoff is not None
        mask = self.runnable.mask
        taken = True
        if self._run_compiled_chain(mask):
            pass
        elif mask == CLOCK_BIT:
            taken = self._run_direct_turn() or self._step()
        # If only sources have work, they run before the clock, because nothing is due yet.
        elif (
            mask & ~CLOCK_BIT & ~self.source_mask
            or not mask & ~CLOCK_BIT
            or not self.clock.has_nothing_due()
        ):
            taken = self._step()
        else:
            mask &= ~CLOCK_BIT
            is_decision = mask & (mask - 1)
            self._run_actor(
                self._interleaving.choose(mask) if is_decision else mask.bit_length() - 1
            )
        while handoff.pending:
            handoff.is_closed = False
            self._deliver_handoff(handoff)
        handoff.is_closed = False
        self.steps_taken += handoff.turns
        handoff.turns = 0
        return taken

    def _run_compiled_chain(self, mask: int) -> bool:
        """Let the only source that can read now read records with its compiled chain.

        Returns:
            Whether it has read any.
        """
        handoff, chains = self._handoff, self._chains
        bit = mask & ~CLOCK_BIT or self.clock.find_next_reader()
        if not bit or bit & (bit - 1) or not bit & self.source_mask:
            return False
        assert handoff is not None
        assert chains is not None
        read = chains.find(self.tasks[bit.bit_length() - 2])  # the clock is actor 0
        if read is None:
            return False
        try:
            return read() > 0
        except BaseException as error:
            self.steps_taken += handoff.turns
            handoff.turns = 0
            task = self._time_patch.task
            assert isinstance(task, StreamTask)
            self._on_failure(task, error)
            return True
        finally:
            self._time_patch.task = None

    def _run_direct_turn(self) -> bool:
        """Take two steps, if all tasks wait: advance the clock, and run the turn of a task that this causes.

        Returns:
            False if the clock has to take a step of its own.
        """
        due = self._clock_actor.take_turn()
        if due is None:
            return False
        timestamp, turn = due
        task = self.tasks[turn.task.bit.bit_length() - 2]  # the clock is actor 0
        self._clock_actor.turns += 1
        self.steps_taken += 2
        self._time_patch.task = task
        try:
            turn.run(timestamp)
        except BaseException as error:
            self._on_failure(task, error)
        finally:
            self._time_patch.task = None
        if not self.job_master.unfinished_task_count:
            self._shut_down_if_over()
        return True

    def _deliver_handoff(self, handoff: DirectHandoff) -> None:
        """Run the task furthest downstream to which an element was passed directly, if its turn is next."""
        handoff.send()
        bit = max(handoff.pending) if len(handoff.pending) > 1 else next(iter(handoff.pending))
        runnable = self.runnable.mask & ~self.source_mask & ~CLOCK_BIT
        receiver = handoff.pending[bit]
        task = receiver.task
        if runnable >= bit or not task.is_waiting_for_input:
            handoff.fall_back()
            return
        del handoff.pending[bit]
        self.steps_taken += handoff.turns + 1
        handoff.turns = 0
        self._time_patch.task = task
        try:
            task.process_handoff(
                receiver.element, receiver.size, receiver.task_input, receiver.channel
            )
        except BaseException as error:
            self._on_failure(task, error)
        finally:
            self._time_patch.task = None
        if not self.job_master.unfinished_task_count:
            self._shut_down_if_over()

    def _run_steps_until(self, steps: int, stop: Callable[[], bool]) -> int:
        """Take at most *steps* steps, but stop before the next step when *stop* returns true."""
        for taken in range(steps):
            if stop() or not self._take_step():
                return taken
        return steps

    def _step_with_watchers(self) -> bool:
        taken = self._inject_due_action() or self._step()
        for check in self._after_step_checks:
            check()
        return taken

    def _step(self) -> bool:
        runnable = self.runnable
        mask = runnable.mask
        if mask & 1 and not self._clock_actor.can_advance():
            mask = runnable.mask
        if not mask:
            assert self.is_over or self._is_waiting_forever(), self._describe_stalled_tasks()
            return False
        is_decision = mask & (mask - 1)  # more than one bit is set
        index = self._interleaving.choose(mask) if is_decision else mask.bit_length() - 1
        actor = self.actors[index]
        recorder = self._recorder
        if recorder is not None:
            if is_decision:
                recorder.decide(compute_bit_rank(mask, index))
            recorder.begin_step(self.clock.now_ms, actor.actor_id, actor.describe())
        self._run_actor(index)
        return True

    def _run_actor(self, index: int) -> None:
        """Run one step of an actor, and handle its error."""
        actor = self.actors[index]
        self._time_patch.task = self._user_code_tasks[index]
        self.steps_taken += 1
        try:
            actor.step()
        except BaseException as error:  # sys.exit() in a function fails the job as well
            self._on_failure(actor, error)
        finally:
            self._time_patch.task = None
        if not self.job_master.unfinished_task_count or actor is self.job_master:
            self._shut_down_if_over()

    def _begin_step(self, actor: str, action: str) -> None:
        if self._recorder is not None:
            self._recorder.begin_step(self.clock.now_ms, actor, action)

    def _is_waiting_forever(self) -> bool:
        """Return whether the job waits forever: an unbounded source has no more input, and nothing is due."""
        return any(
            not task.is_over and not task.source.source.bounded for task in self._list_sources()
        )

    def _create_input_check(self) -> Callable[[], bool]:
        """Create the check for whether all records have been read, but no source that waits has ended."""
        if not any(task.source.source.waits_for_input for task in self._list_sources()):
            return lambda: False
        return lambda: self.is_input_exhausted

    @property
    def is_input_exhausted(self) -> bool:
        """Whether every source has ended or waits for input that its recording does not have."""
        return self.status == "RUNNING" and all(
            task.is_over
            or (task.source.source.waits_for_input and task.source.find_next_arrival() is None)
            for task in self._list_sources()
        )

    @property
    def is_waiting_for_input(self) -> bool:
        """Whether the job can only continue with records that its recordings do not have."""
        return not self.is_over and not self.runnable.mask and self._is_waiting_forever()

    def describe_waiting(self) -> str:
        """Describe what a job that waits for input still holds: open windows and timers."""
        operators = [operator for task in self.tasks for operator in task.operators]
        windows = sum(len(operator.panes()) for operator in operators)
        timers = sum(len(list(each.timers())) for each in operators if not each.panes())
        names = {1: ("window is open", "timer is set"), 2: ("windows are open", "timers are set")}
        parts = [
            f"{count:,} {names[min(count, 2)][place]}"
            for place, count in enumerate((windows, timers))
            if count
        ]
        splits = [
            split for task in self._list_sources() for split in task.source.undiscovered_splits
        ]
        if splits:
            parts.append(f"not discovered: {', '.join(sorted(splits))}")
        return ", ".join(parts)

    def _describe_stalled_tasks(self) -> str:
        return "the job stalled: " + ", ".join(
            f"{task.actor_id} waits for {task.suspend_reason}"
            for task in self.tasks
            if not task.is_over
        )

    # --- from outside ----------------------------------------------------------------------------

    def inject(self, action: InjectedAction) -> None:
        """Apply an action now, as a step of its own.

        Raises:
            InjectionError: If the action is not possible.
        """
        if self.is_over:
            raise InjectionError(f"{action.describe()}: the job is already {self.status}")
        self.check_between_steps(action.describe())
        if self.replayer is not None:
            self.replayer.add_intervention(lambda replay: replay.apply_injected(action))
        self.apply_injected(action)

    def apply_injected(self, action: InjectedAction) -> None:
        """Apply an action as a step of its own, without checks."""
        if self._is_replay and isinstance(action, TriggerCheckpoint):
            action = replace(action, target=None)  # the first run has written the files
        self._begin_step("user", action.describe())
        self.steps_taken += 1
        with self._time_patch.install():
            action.apply(self)
        self._shut_down_if_over()

    def _inject_due_action(self) -> bool:
        """Apply the action that is due as the next step; return whether there was one."""
        for action in self.settings.injected_actions:
            if action.at == self.steps_taken + 1 and not self.is_over:
                self.apply_injected(action)
                return True
        return False

    def get_task_manager(self, task: StreamTask) -> str:
        """Return the name of the TaskManager that *task* runs on."""
        return self._task_managers[task.subtask]

    def has_tasks_on(self, manager: str) -> bool:
        """Return whether a task of the job runs on the TaskManager *manager*."""
        return any(
            self.get_task_manager(task) == manager and not task.is_over for task in self.tasks
        )

    # --- the end ---------------------------------------------------------------------------------

    def abort(self, error: BudgetSpent) -> None:
        """End the job after the current step, because it exceeded its budget."""
        self.budget_error = error
        self.cancel()

    def _on_failure(self, actor: Actor, error: BaseException) -> None:
        if self._handoff is not None:
            self._handoff.discard()
        self._handle_failure(actor, error)
        if isinstance(error, KeyboardInterrupt):
            raise error

    def _handle_failure(self, actor: Actor, error: BaseException) -> None:
        if isinstance(error, CallAborted):
            self.budget_error = error.budget_error
            error = error.budget_error.with_traceback(error.__traceback__)
        if not isinstance(actor, StreamTask):
            raise error
        failure = describe_failure(error, actor.actor_id, actor.vertex_name, self.steps_taken)
        self.job_master.on_task_failed(actor, failure)
        if self.is_over:
            self._shut_down_if_over()

    def switch_interleaving(self, interleaving: Interleaving) -> None:
        """Use another scheduling policy from here on.

        Whether buffers are flushed after every record stays as it was.
        """
        if self.replayer is not None:
            self.replayer.add_intervention(
                lambda replay: replay.switch_interleaving(interleaving), takes_step=False
            )
        self._interleaving = copy.deepcopy(interleaving)
        self._interleaving.start(self)

    def cancel(self) -> None:
        """Cancel the job: all tasks close their operators, and the trace stays."""
        if self.is_over:
            return
        if self.replayer is not None:
            self.replayer.add_intervention(lambda replay: replay.cancel())
        self._begin_step("jobmaster", "cancel")
        self._canceled_steps += 1
        with self._time_patch.install():
            self.job_master.cancel()
        self._shut_down_if_over()

    def _shut_down_if_over(self) -> None:
        """Stop all actors if the job has reached its final status."""
        self.job_master.finish_if_done()
        if not self.is_over:
            return
        self.runnable.mask = 0
        self._clock_actor.stop()
        if self.status == "FAILED":
            failure = self.failures[-1]
            self.failure = self.task_factory.create_job_error(failure, self)
            self.failure.__cause__ = failure.error

    # --- for the scheduling policy -----------------------------------------------------------------

    @property
    def clock_turns(self) -> int:
        """The number of steps that the clock has taken.

        See :class:`~flinksim.runtime.interleaving.Schedulable`.
        """
        return self._clock_actor.turns

    def is_timer_due(self) -> bool:
        due = self.clock.next_due_ms()
        return due is not None and due <= self.clock.now_ms

    def find_next_source(self, mask: int) -> int | None:
        """Return which source of those in *mask* has the record that arrives first.

        See :class:`~flinksim.runtime.interleaving.Schedulable`.
        """
        return find_next_in_arrival_order(self.tasks, mask)


def _is_short_run(job_graph: JobGraph) -> bool:
    """Return whether all sources together have few records, as far as that is known in advance."""
    counts = [
        chained.node.spec.source.count_items()
        for vertex in job_graph.vertices
        for chained in vertex.operators
        if isinstance(chained.node.spec, SourceSpec)
    ]
    known = [count for count in counts if count is not None]
    return len(known) == len(counts) and sum(known) < SHORT_RUN_RECORDS


def _is_highly_available(configuration: Configuration) -> bool:
    """Return whether high availability is configured, so that a lost JobManager is replaced."""
    kind = configuration.get_string("high-availability.type", "NONE")
    return kind.upper() != "NONE"
