"""A whole Flink in one process, one step at a time.

A run is a pure function of the program, its input and its decisions: one actor is chosen at each
step, takes one turn, and everything that its turn causes by direct calls belongs to that step.

Flink: ``MiniCluster``, with what ``Dispatcher`` and ``JobMaster`` do for one job.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from flinksim.datastream.dialect import dialect_of
from flinksim.graph.batch import executes_in_batch
from flinksim.graph.execution_graph import create_execution_graph
from flinksim.graph.job_graph import JobGraph
from flinksim.runtime.actors import Actor, RunnableSet
from flinksim.runtime.clock import SimulatedClock
from flinksim.runtime.clock_actor import ClockActor
from flinksim.runtime.deployment import Deployment
from flinksim.runtime.failure import JobExecutionError, describe_failure, py4j_error
from flinksim.runtime.interleaving import ArrivalOrder, Interleaving, place_among
from flinksim.runtime.job_plan import plan_of
from flinksim.runtime.network_settings import NetworkSettings
from flinksim.runtime.running import collect_young, deferred_interrupt, no_full_collections
from flinksim.runtime.tasks.source_task import SourceOperatorStreamTask, next_in_arrival_order
from flinksim.runtime.tasks.stream_task import StreamTask
from flinksim.runtime.told_calls import ToldCalls
from flinksim.runtime.user_time import UserTime
from flinksim.runtime.wiring import Wiring
from flinksim.trace.events import JobFinished, JobSubmitted, TaskFailed
from flinksim.trace.recorder import Recorder, Trace


@dataclass(frozen=True, slots=True)
class RunSettings:
    """How a program is run; the program itself says nothing of it.

    - ``interleaving``: who goes next.
    - ``traced``: whether the run leaves a trace.
    - ``start_time_ms``: where the virtual clock starts; ``None`` is the first arrival of the input, or
      0 where records have no arrival time.
    - ``network``: buffers, and the seed of random partitioners.
    - ``attempt_number``: how often the job was restarted before; functions can ask for it.
    """

    interleaving: Interleaving = field(default_factory=ArrivalOrder)
    traced: bool = True
    start_time_ms: int | None = None
    network: NetworkSettings = field(default_factory=NetworkSettings)
    attempt_number: int = 0


class MiniCluster:
    """Runs one job.

    ``step`` takes one step, ``run`` takes many. ``trace`` is complete after every step. After a
    failure ``failure`` holds the error, the job is FAILED, and the trace up to it stays.
    """

    def __init__(self, job_graph: JobGraph, settings: RunSettings | None = None) -> None:
        self.settings = settings or RunSettings()
        self.job_graph = job_graph
        self.status = "CREATED"
        self.failure: JobExecutionError | None = None
        self.steps_taken = 0
        self.runnable = RunnableSet()
        self.clock = SimulatedClock()
        self._recorder = Recorder() if self.settings.traced else None
        self._emit = None if self._recorder is None else self._recorder.emit
        self._interleaving = copy.deepcopy(self.settings.interleaving)
        self._user_time = UserTime()
        self._deploy()

    # --- deployment ------------------------------------------------------------------------------

    def _deploy(self) -> None:
        network = self.settings.network
        in_batch = executes_in_batch(self.job_graph.settings)
        if self._interleaving.flush_at_once and not in_batch:
            network = replace(network, buffer_timeout_ms=0)
        execution_graph = create_execution_graph(self.job_graph)
        wiring = Wiring(
            self.job_graph, execution_graph, network, self.runnable, self.clock, self._emit
        )
        attempt = self.settings.attempt_number
        log = None if self._recorder is None else self._recorder.trace.calls
        told = ToldCalls(log, in_batch)
        deployment = Deployment(
            self.job_graph, wiring, self.runnable, self.clock, self._emit, attempt, told
        )
        self.tasks: Sequence[StreamTask] = deployment.tasks
        self.connections = wiring.connections
        self.clock.now_ms = self._start_time_ms()
        self._clock_actor = ClockActor(self.clock, self.runnable, self._emit)
        self.actors: list[Actor] = [self._clock_actor, *self.tasks, *self.connections]
        self.source_mask = 0
        for index, actor in enumerate(self.actors):
            actor.bit = 1 << index
        for source in self._sources():
            self.source_mask |= source.bit
        self._tasks_left = len(self.tasks)
        # whose user code may ask for the time, by actor
        self._time_askers: list[StreamTask | None] = [
            None,
            *self.tasks,
            *[None for _ in self.connections],
        ]
        self._begin_step("jobmaster", "submit")
        if self._emit is not None:
            plan = plan_of(
                self.job_graph,
                execution_graph,
                wiring.channels,
                self.clock.now_ms,
                wiring.buffers_of,
            )
            self._emit(JobSubmitted(plan))
            wiring.report_initial_buffers()
        self.status = "RUNNING"
        for task in self.tasks:
            task.local_ms = self.clock.now_ms
            task.on_finished = self._task_finished
            task.execution.move_to("SCHEDULED")
            task.execution.move_to("DEPLOYING")
            task.deploy()
        for flusher in wiring.flushers:
            flusher.start()
        if self._recorder is not None:
            self._recorder.trace.info.update(
                {"job": self.job_graph.name, "interleaving": repr(self._interleaving)}
            )
        self._interleaving.start(self)

    def _sources(self) -> list[SourceOperatorStreamTask]:
        return [task for task in self.tasks if isinstance(task, SourceOperatorStreamTask)]

    def _start_time_ms(self) -> int:
        if self.settings.start_time_ms is not None:
            return self.settings.start_time_ms
        arrivals = [task.source.source.first_arrival_ms() for task in self._sources()]
        known = [arrival for arrival in arrivals if arrival is not None]
        return min(known, default=0)

    # --- running ---------------------------------------------------------------------------------

    @property
    def trace(self) -> Trace:
        """What happened so far.

        Raises: ValueError if the run is not traced.
        """
        if self._recorder is None:
            raise ValueError("this run is not traced; run it with RunSettings(traced=True)")
        return self._recorder.trace

    @property
    def reads_live(self) -> bool:
        """Whether a source reads what cannot be read a second time."""
        return any(task.source.source.is_live for task in self._sources())

    @property
    def mailbox_steps_taken(self) -> int:
        """The steps that were turns of tasks, not of the network or the clock."""
        return self.steps_taken - self._clock_actor.turns - sum(c.turns for c in self.connections)

    @property
    def is_over(self) -> bool:
        """Whether the job has reached its final status."""
        return self.status != "RUNNING"

    def step(self) -> bool:
        """Take one step; an error of the program is in ``failure`` afterwards.

        ``False`` if the job is over, or if nothing will ever happen any more because an unbounded
        source has nothing to read.
        """
        with self._user_time.installed():
            return self._step()

    def run(
        self,
        max_steps: int | None = None,
        progress: Callable[[MiniCluster], None] | None = None,
        progress_every: int = 2048,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        """Take steps until the job is over, or *max_steps* have been taken.

        With *stop* only until that says yes, which is asked before every step. *progress* is called
        after every *progress_every* steps and at the end. Ctrl-C stops after a whole step, and the run
        can be continued; a second Ctrl-C stops at once.

        Raises: JobExecutionError if the job fails; the trace up to there is kept. KeyboardInterrupt.
        """
        left = max_steps
        with (
            self._user_time.installed(),
            deferred_interrupt() as interruption,
            no_full_collections(),
        ):
            while left is None or left > 0:
                burst = progress_every if left is None else min(left, progress_every)
                taken = self._take(burst) if stop is None else self._take_until(burst, stop)
                left = None if left is None else left - taken
                collect_young()
                if progress is not None:
                    progress(self)
                if interruption.requested:
                    raise KeyboardInterrupt
                if taken < burst:
                    break
        if self.failure is not None:
            raise self.failure

    def _take(self, steps: int) -> int:
        """Take at most *steps* steps; how many were taken."""
        take = self._step
        for taken in range(steps):
            if not take():
                return taken
        return steps

    def _take_until(self, steps: int, stop: Callable[[], bool]) -> int:
        """As :meth:`_take`, but no further than to the step after which *stop* says yes."""
        for taken in range(steps):
            if stop() or not self._step():
                return taken
        return steps

    def _step(self) -> bool:
        runnable = self.runnable
        mask = runnable.mask
        if mask & 1 and not self._clock_actor.can_advance():
            mask = runnable.mask
        if not mask:
            assert self.status != "RUNNING" or self._waits_for_ever(), self._stalled_tasks()
            return False
        is_decision = mask & (mask - 1)  # more than one bit is set
        index = self._interleaving.choose(mask) if is_decision else mask.bit_length() - 1
        actor = self.actors[index]
        recorder = self._recorder
        if recorder is not None:
            if is_decision:
                recorder.trace.decisions.append(place_among(mask, index))
            recorder.begin_step(self.clock.now_ms, actor.actor_id, actor.describe())
        self._user_time.task = self._time_askers[index]
        self.steps_taken += 1
        try:
            actor.step()
        except Exception as error:
            self._fail(actor, error)
        finally:
            self._user_time.task = None
        if not self._tasks_left:
            self._finish("FINISHED")
        return True

    def _begin_step(self, actor: str, action: str) -> None:
        if self._recorder is not None:
            self._recorder.begin_step(self.clock.now_ms, actor, action)

    def _waits_for_ever(self) -> bool:
        """Whether an unbounded source is left without anything to read, as it may be in Flink."""
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

    # --- the end ---------------------------------------------------------------------------------

    def _task_finished(self) -> None:
        self._tasks_left -= 1

    def _fail(self, actor: Actor, error: Exception) -> None:
        if not isinstance(actor, StreamTask):
            raise error
        failure = describe_failure(error, actor.actor_id, actor.vertex_name, self.steps_taken)
        dialect = dialect_of(self.job_graph.settings.configuration)
        kind = py4j_error() if dialect.failures_are_py4j_errors else JobExecutionError
        self.failure = kind(failure, self)
        self.failure.__cause__ = error
        if self._emit is not None:
            self._emit(
                TaskFailed(
                    actor.subtask,
                    failure.operator,
                    type(error).__name__,
                    str(error),
                    failure.record,
                    failure.user_line_anywhere,
                )
            )
        actor.fail()
        for task in self.tasks:
            task.cancel()
        self._finish("FAILED")

    def continue_with(self, interleaving: Interleaving) -> None:
        """Let *interleaving* decide from here on. How buffers are flushed stays as it was."""
        self._interleaving = copy.deepcopy(interleaving)
        self._interleaving.start(self)

    def cancel(self) -> None:
        """End the job here: all tasks close their operators, what has been traced stays."""
        if self.is_over:
            return
        self._begin_step("jobmaster", "cancel")
        with self._user_time.installed():
            for task in self.tasks:
                self._user_time.task = task
                task.cancel()
        self._user_time.task = None
        self._finish("CANCELED")

    def _finish(self, status: str) -> None:
        if self.status != "RUNNING":
            return
        self.status = status
        self.runnable.mask = 0
        self._clock_actor.stop()
        if self._emit is not None:
            self._emit(JobFinished(status))  # type: ignore[arg-type]  # one of the three

    # --- what an interleaving may ask --------------------------------------------------------------

    def timer_is_due(self) -> bool:
        due = self.clock.next_due_ms()
        return due is not None and due <= self.clock.now_ms

    def next_source(self, mask: int) -> int | None:
        """See :class:`~flinksim.runtime.interleaving.Schedulable`."""
        return next_in_arrival_order(self.tasks, mask)
