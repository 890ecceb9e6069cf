"""Simulation of one program: run it step by step, inspect it, query it, and rerun it with changes.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from flinksim.analysis.expressions.conditions import Condition, StepContext
from flinksim.analysis.expressions.stop_conditions import StopSpec, parse_stop_condition
from flinksim.analysis.expressions.watch_expressions import WatchExpression, WatchTable, WatchValue
from flinksim.analysis.whatif.parameters import list_parameters, make_parameter_rerunner
from flinksim.analysis.why.answer import Answer, Counterfactual
from flinksim.core.atomic_files import StrPath, make_folder
from flinksim.core.i18n.languages import Language
from flinksim.core.validation import validate_arguments
from flinksim.datastream.argument_checks import (
    check_arity,
    check_environment,
    check_whole_number,
    describe_value,
)
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.runtime.checkpoint.storage import LoadedSnapshot, parse_local_path
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.fault_injection import Crash, InjectedAction, TriggerCheckpoint
from flinksim.runtime.interleaving import Interleaving, Scripted
from flinksim.runtime.local_executor import build_job_graph
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.runtime.rerun import MAX_EVENTS
from flinksim.simulation.checkpoint_report import Checkpoints
from flinksim.simulation.program_source import extract_program_source
from flinksim.simulation.run_tree import RunTree
from flinksim.simulation.savepoint_inspector import DataTable, Snapshot
from flinksim.trace.events import CheckpointKind, ResultWritten, Step
from flinksim.trace.narration.narrator import NarrationText
from flinksim.trace.narration.templates import render_event
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.narration.verbosity import Verbosity
from flinksim.trace.on_demand import OnDemandTrace
from flinksim.trace.plan import Plan
from flinksim.trace.recorder import Trace, check_question, check_trace
from flinksim.trace.recovery_audit import (
    ProcessedRecord,
    ReprocessedRecord,
    SinkRow,
    find_checkpointed_records,
    find_reprocessed_records,
    list_sink_rows,
)
from flinksim.trace.schema.event_kinds import KINDS_BY_CLASS
from flinksim.trace.state.job_state import JobView
from flinksim.trace.state.keyframes import StateKeyframes
from flinksim.viz.plan.show import create_plan_widget

if TYPE_CHECKING:
    from flinksim.analysis.whatif.experiment_runner import ExperimentRunner
    from flinksim.core.tunable_parameter import TunableParameter
    from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment

MAX_SHOWN_EVENTS = 200_000
"""Maximum number of events that :meth:`Simulation.show` computes ahead of the current step.

The stepper can show at most 500,000.
"""


class Simulation:
    """One traced run of a program, created by :func:`simulate`.

    At first the graphs are built and the tasks are deployed, but no step has run. An interrupted
    simulation (Ctrl-C) can be continued. A failed simulation keeps its trace.
    """

    def __init__(self, pipeline: Pipeline, settings: RunSettings) -> None:
        self._pipeline = pipeline
        self._settings = settings
        self._job_graph = build_job_graph(pipeline)
        self.cluster = MiniCluster(self._job_graph, settings)
        self._views: StateKeyframes | None = None
        self.name = ""
        self.forks: list[Simulation] = []
        self._fork_step = 0
        self._watches: list[WatchExpression] = []
        self._previous_step_count = 0

    # --- running ---------------------------------------------------------------------------------

    def step(self, until: StopSpec | None = None) -> Step | None:
        """Take one step, or continue *until* a condition holds; return the last step taken.

        A step is one action of one actor, such as a task that processes its next element. A failure of
        the program ends the job. It is a ``TaskFailed`` event of the step, and in :attr:`failure`.

        Returns:
            The last step, or ``None`` if the job had ended before.

        Raises:
            ValueError: The name or condition in *until* is unknown.
            TypeError: *until* has another type.
        """
        condition = None if until is None else parse_stop_condition(until)
        if isinstance(condition, Condition):
            condition.catch_up(self.trace)
        self._previous_step_count = len(self.trace) if self.cluster.settings.traced else 0
        self._set_recording(True)  # to stop at an event, and because the user looks at each step
        if not self.cluster.step():
            return None
        if condition is not None:
            while not condition(self.trace[-1]) and self.cluster.step():
                pass
        return self.trace[-1]

    @validate_arguments
    def run(
        self,
        until: StopSpec | None = None,
        progress: Callable[[MiniCluster], None] | None = None,
    ) -> Simulation:
        """Run to the end, or *until* a condition holds; return this simulation.

        Args:
            until: Number of steps, name of an event, or condition at which to stop.
            progress: Called now and then with the cluster (see ``MiniCluster.run``).

        Raises:
            JobExecutionError: The program fails; the trace up to there is kept.
            BudgetSpent: The run exceeds the limits of the settings; the trace up to there is kept.
        """
        if progress is not None:
            check_arity(progress, 1, "run", "progress")
        self._previous_step_count = len(self.trace) if self.cluster.settings.traced else 0
        if until is None:
            self._set_recording(False)
            self.cluster.run(progress=progress)
        elif isinstance(until, int) and not isinstance(until, bool):
            self._set_recording(False)
            self.cluster.run(max_steps=max(0, until - len(self.trace)), progress=progress)
        else:
            self.step(until)
        self.cluster.raise_failure()
        return self

    def _set_recording(self, is_recording: bool) -> None:
        """Record the events of the next steps, or leave them to replays, if the trace is on demand."""
        cluster = self.cluster
        if cluster.can_detach_trace and cluster.is_recording != is_recording:
            if is_recording:
                cluster.attach_trace()
            else:
                cluster.detach_trace()

    def cancel(self) -> Simulation:
        """Cancel the job: close its tasks and functions and keep the trace; return this simulation.

        This has no effect after the end of the job.
        """
        self.cluster.cancel()
        return self

    # --- interventions ---------------------------------------------------------------------------

    def crash(self, task: str, at: int | None = None) -> Simulation:
        """Kill *task* at step *at*, or now; return this simulation.

        The simulation does not continue by itself. The restart strategy of the job decides what
        follows.

        Args:
            task: A subtask (``v2/0``), an operator or task by name (``windows``, ``windows 2/4``),
                a TaskManager by name, ``heartbeat:tm0``, ``coordinator`` of a source, or
                ``jobmanager``; see :class:`Crash`.
            at: The step at which the task dies; by default the next one.

        Raises:
            ValueError: There is no such task, or it does not run at that step.
            IndexError: Step *at* is in the past.
            JobExecutionError: The program fails before.
        """
        return self._intervene(lambda step: Crash(task, step), "crash", at)

    def checkpoint(self, at: int | None = None) -> Simulation:
        """Trigger a checkpoint at step *at*, or now; return this simulation.

        Errors as in :meth:`crash`.
        """
        return self._intervene(lambda step: TriggerCheckpoint("checkpoint", step), "checkpoint", at)

    def savepoint(self, at: int | None = None, *, path: StrPath | None = None) -> Simulation:
        """Trigger a savepoint at step *at*, or now; return this simulation.

        The savepoint completes when the simulation continues. :attr:`checkpoints` has its folder, and
        :meth:`snapshot` opens it. Errors as in :meth:`crash`.

        Args:
            at: The step of the trigger; by default the next one.
            path: Folder in which the savepoint gets a new folder. By default it is the program's
                ``execution.checkpointing.savepoint-dir``; without that the savepoint is in memory only.
        """
        return self._request_savepoint("savepoint", "savepoint", at, path)

    @validate_arguments
    def stop(
        self, at: int | None = None, *, drain: bool = False, path: StrPath | None = None
    ) -> Simulation:
        """Stop the job with a savepoint at step *at*, or now; return this simulation.

        The stop completes when the simulation continues. Sources read nothing more. Records that
        they have read are processed, and committed with the savepoint. Errors as in :meth:`crash`.

        Flink: ``flink stop [--drain]``.

        Args:
            at: The step of the trigger; by default the next one.
            drain: Whether the job ends for good: the maximum watermark is emitted, and all timers
                and windows fire before the savepoint. Otherwise the job is suspended and can resume
                from the savepoint.
            path: As in :meth:`savepoint`.
        """
        kind: CheckpointKind = "terminate savepoint" if drain else "suspend savepoint"
        return self._request_savepoint(kind, "stop", at, path)

    def _request_savepoint(
        self, kind: CheckpointKind, method: str, at: int | None, path: StrPath | None
    ) -> Simulation:
        target = None if path is None else parse_local_path(path)
        if target is not None:
            make_folder(target)
        return self._intervene(lambda step: TriggerCheckpoint(kind, step, target), method, at)

    def snapshot(self) -> Snapshot:
        """Open the last completed savepoint or checkpoint (see :func:`read_snapshot`).

        Raises:
            ValueError: None has completed.
        """
        coordinator = self.cluster.job_master.checkpoint_coordinator
        completed = [*coordinator.store.all, *coordinator.savepoints]
        if not completed:
            raise ValueError(
                "no checkpoint has completed yet. Continue the run, or request one with checkpoint()"
            )
        last = max(completed, key=lambda one: one.id)
        return Snapshot(LoadedSnapshot(coordinator.build_metadata(last), last.path))

    def _intervene(
        self, create: Callable[[int], InjectedAction], method: str, at: int | None
    ) -> Simulation:
        steps = len(self.trace)
        if at is not None:
            check_whole_number(at, method, "at", TypeError)
            if at < steps:
                raise IndexError(
                    f"{method}(at={at}): step {at} has already run. Expected {steps}, the next step, or later"
                )
            self.run(until=at)
        intervention = create(len(self.trace))
        self.cluster.inject(intervention)
        interventions = (*self._settings.injected_actions, intervention)
        self._settings = replace(self._settings, injected_actions=interventions)
        return self

    @property
    def checkpoints(self) -> Checkpoints:
        """The checkpoints so far, as in Flink's web UI, including failed ones.

        The text form, and the form in Jupyter, are tables; ``history`` and ``subtasks`` return them.
        """
        return Checkpoints(self.cluster.job_master.checkpoint_coordinator.statistics)

    @validate_arguments
    def checkpoint_records(self, checkpoint: int) -> DataTable[ProcessedRecord]:
        """Return the records that the sources had read before the barrier of *checkpoint*.

        Raises:
            KeyError: No such checkpoint has completed.
        """
        return DataTable(ProcessedRecord, find_checkpointed_records(self.trace, checkpoint))

    @property
    def repeated_records(self) -> DataTable[ReprocessedRecord]:
        """The records that were read again after a failure, with the steps of each reading."""
        return DataTable(ReprocessedRecord, find_reprocessed_records(self.trace))

    @property
    def sink_rows(self) -> DataTable[SinkRow]:
        """All rows that sinks wrote, with their status.

        The status is open, pending, committed or aborted; for sinks without commits, visible or
        duplicated.
        """
        return DataTable(SinkRow, list_sink_rows(self.trace))

    def fork(
        self,
        at: int,
        interleaving: Interleaving | None = None,
        *,
        decision: int | None = None,
        change: Counterfactual | Answer | None = None,
        settings: RunSettings | None = None,
        name: str = "",
    ) -> Simulation:
        """Fork this run: create a simulation with the same first *at* steps.

        The fork runs again from the start with the same decisions, up to step *at*. With *change*
        or *settings* equal decisions need not lead to equal steps. The fork is appended to
        :attr:`forks`.

        Args:
            at: Number of common steps.
            interleaving: Schedule after these steps; by default this run's own, restarted.
            decision: The first decision after these steps: the index of the next actor among the
                runnable ones.
            change: A counterfactual, or the answer that found it; the fork runs the changed program.
            settings: Other settings for the fork.
            name: Name of the fork.

        Raises:
            IndexError: This run has fewer than *at* steps.
            ValueError: *change* has no counterfactual, or this run or a fork of it already has the
                name.
        """
        check_whole_number(at, "fork", "at", TypeError)
        if not 1 <= at <= len(self.trace):
            raise IndexError(
                f"fork(at={at}): expected a number of steps from 1 to {len(self.trace)}, the length of this run. "
                "The fork shares these steps."
            )
        names = [one.name for one in self.tree()]
        if name in names:
            raise ValueError(
                f"fork(name={name!r}): a run with this name exists. Names in use: {', '.join(map(repr, names))}"
            )
        pipeline, own = self._apply_change(change)
        if settings is not None:
            own = settings
        interventions = tuple(one for one in own.injected_actions if one.at < at)
        own = replace(own, injected_actions=interventions)
        then = interleaving or own.interleaving
        flush = own.interleaving.flush_immediately
        beginning = Scripted(self.trace.decisions, then, flush_immediately=flush)
        fork = Simulation(pipeline, replace(own, interleaving=beginning))
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            fork.run(until=at)
        decisions = list(fork.trace.decisions)
        if decision is not None:
            decisions.append(decision)
        script = Scripted(decisions, then, flush_immediately=flush)
        fork._settings = replace(own, interleaving=script)
        fork.cluster.switch_interleaving(then if decision is None else Scripted([decision], then))
        fork._fork_step = at
        fork._watches = list(self._watches)
        fork.name = name or f"fork {len(self.forks) + 1} at step {at}"
        self.forks.append(fork)
        return fork

    def _apply_change(self, change: Counterfactual | Answer | None) -> tuple[Pipeline, RunSettings]:
        counterfactual = change.counterfactual if isinstance(change, Answer) else change
        if change is None:
            return self._pipeline, self._settings
        if counterfactual is None:
            raise ValueError("fork(change): the answer contains no change to apply")
        return counterfactual.variant.pipeline, counterfactual.variant.settings

    def tree(self) -> RunTree:
        """Return this run and its forks, each with its name and status.

        The text form is a tree. ``sim.tree().save("what_if.runs")`` saves it as one file, which
        ``fs.read_runs`` opens. Two of its runs can be compared side by side by name.
        """
        forks = tuple(fork.tree() for fork in self.forks)
        return RunTree(self.name or "this run", self.trace, self.status, self._fork_step, forks)

    def copy_at(self, step: int) -> Simulation:
        """Copy this run as it was after step *step*; the copy can continue from there.

        Raises:
            IndexError: This run has no such step.
        """
        check_whole_number(step, "copy_at", "step", TypeError)
        if not 0 <= step < len(self.trace):
            raise IndexError(f"copy_at({step}): this run has steps 0 to {len(self.trace) - 1}")
        return self._rerun_to(step + 1)

    def step_back(self, until: StopSpec | None = None) -> Simulation:
        """Go back one step, or to the last earlier step at which *until* held; return this simulation.

        The run is repeated from its start to there. The steps after it are the same as before.

        Raises:
            ValueError: The name or condition in *until* is unknown.
            TypeError: *until* has another type.
            LookupError: The condition has not held before this step.
            RuntimeError: The run is in the middle of a step.
        """
        self.cluster.check_between_steps("step_back()")
        current = len(self.trace) - 1
        if until is None or (isinstance(until, int) and not isinstance(until, bool)):
            target = current - 1 if until is None else until - 1
            if not 0 <= target < current:
                raise LookupError(
                    f"step_back(until={until}): expected a step before {current}, the current step"
                )
        else:
            holds = parse_stop_condition(until)
            steps = [step.number for step in self.trace if holds(step)]
            if not steps or steps[0] >= current:
                raise LookupError(
                    f"step_back(until={until!r}): the condition was not met before step {current}"
                )
            target = max(number for number in steps if number < current)
        earlier = self._rerun_to(target + 1)
        self._previous_step_count = target + 1
        self.cluster, self._settings, self._views = earlier.cluster, earlier._settings, None
        return self

    def _rerun_to(self, steps: int) -> Simulation:
        """Return a copy of this simulation that has repeated its first *steps* steps.

        If the copy continues beyond the steps of this run, it does what this run would do.
        """
        copy = Simulation(self._pipeline, self._settings)
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            try:
                copy.run(until=steps)
            except JobExecutionError:
                pass  # this run failed as well
        return copy

    # --- inspecting ------------------------------------------------------------------------------

    @property
    def trace(self) -> Trace:
        """The trace of the run so far: its steps and their events."""
        return self.cluster.trace

    @property
    def plan(self) -> Plan:
        """The plan of the job: vertices, chains, channels, slots."""
        return self.trace.plan

    @property
    def status(self) -> str:
        """The status of the job: ``RUNNING``, ``FINISHED``, ``FAILED`` or ``CANCELED``."""
        return self.cluster.status

    @property
    def location(self) -> str:
        """The current location as text: step, virtual time, actor, and the last event.

        It is also available in the middle of a step, when ``breakpoint()`` has stopped in a user
        function.
        """
        trace, labels = self.trace, Formatter(self.plan)
        last = step = trace[-1]
        while not step.events:
            step = trace[step.number - 1]
        event = step.events[-1]
        return (
            f"step {last.number:,}, at {labels.format_time(last.time_ms)}, "
            f"{labels.format_id(last.actor)}: {last.action}. "
            f"{render_event(KINDS_BY_CLASS[type(event)], event, labels)}"
        )

    @property
    def failure(self) -> JobExecutionError | None:
        """The error that ended the job, if it failed."""
        return self.cluster.failure

    @property
    def results(self) -> list[ResultWritten]:
        """All results that the sinks have written so far."""
        return self.trace.get_events(ResultWritten)

    @property
    def digest(self) -> str:
        """Digest (hash) of the trace so far; equal runs have equal digests."""
        return self.trace.digest()

    @validate_arguments
    def view(self, steps: int | None = None) -> JobView:
        """Return the state of the whole job after *steps* steps, by default after all."""
        if isinstance(self.trace, OnDemandTrace) and not self.trace.is_complete:
            return self.trace.build_state(len(self.trace) if steps is None else steps)
        if self._views is None:
            self._views = StateKeyframes(self.trace)
        return self._views.get_state_after(len(self.trace) if steps is None else steps)

    @validate_arguments
    def tell(
        self,
        verbosity: Verbosity = "records",
        *,
        width: int | None = 100,
        language: Language = "en",
    ) -> NarrationText:
        """Describe the last step in sentences; ``sim.trace.tell()`` describes the whole run.

        Args:
            verbosity: "story", "event time", "records" or "everything". If the step has no event of
                that level, its most important event is described.
            width: Maximum line length; ``None`` for no wrapping.
            language: "en" or "zh".

        Raises:
            ValueError: The verbosity is unknown.
        """
        last = len(self.trace) - 1
        return self.trace.tell(verbosity, first=last, width=width, language=language)

    # --- watching --------------------------------------------------------------------------------

    @validate_arguments
    def watch(self, *expressions: str | Callable[[StepContext], Any]) -> WatchTable:
        """Watch *expressions* from now on; return the table of all of them (:meth:`watch_table`).

        An expression is text, such as "watermark of windows", "state sum of a" or "window [0, 10000)
        of a" (the number of elements in that window of key a), or a function of a step.
        :data:`flinksim.analysis.expressions.watch_expressions.EXAMPLES` has one of each form.

        Raises:
            ValueError: An expression is not understood, or names nothing in this job.
        """
        watches = [*self._watches, *map(WatchExpression, expressions)]
        table = self._evaluate_watches(watches, self._previous_step_count)
        self._watches = watches
        return table

    @validate_arguments
    def watch_table(self, since: int | None = None) -> WatchTable:
        """Return the table of the watched expressions: their values after *since* steps and now.

        By default *since* is the number of steps before the run last continued.

        Raises:
            IndexError: The run has taken fewer steps.
        """
        if since is not None and not 1 <= since <= len(self.trace):
            raise IndexError(
                f"watch_table(since={since}): expected a number of steps from 1 to {len(self.trace)}"
            )
        return self._evaluate_watches(
            self._watches, self._previous_step_count if since is None else since
        )

    def _evaluate_watches(self, watches: list[WatchExpression], since: int) -> WatchTable:
        current_steps = len(self.trace)
        previous_steps = max(1, min(since, current_steps))
        table = WatchTable()
        for watch in watches:
            previous, current = (
                watch.evaluate(self.trace, self.view(at), at)
                for at in (previous_steps, current_steps)
            )
            table.append(WatchValue(watch.text, previous, current))
        return table

    # --- questions -------------------------------------------------------------------------------

    def why(
        self,
        question: str,
        *,
        other: Simulation | Trace | None = None,
        what_if: bool | str = True,
        language: Language = "en",
        on_first_answer: Callable[[Answer], None] | None = None,
    ) -> Answer:
        """Answer a question about the run so far (``flinksim.analysis.why``).

        ``sim.why("why was record 2 dropped")``. The answer is verified: the run is repeated without
        the cause, silently and without the sinks. Then the smallest change of program, input or
        settings that changes the outcome is searched for; ``answer.try_it()`` returns that run.
        Live sources cannot be read again, so there nothing is verified. :meth:`questions` suggests
        questions.

        Args:
            question: The question, in English or Chinese.
            other: Another run; the question is then why this run differs from it.
            what_if: Whether to search for a change. A name limits the search to one kind of change,
                such as "lateness", "offset", "order" or "schedule"; a kind that cannot help names
                those that can.
            language: Language of the answer, "en" or "zh".
            on_first_answer: Is called with the answer that is not yet verified, before the program is
                run again.

        Raises:
            ValueError: The question is not understood; the message suggests questions.
        """
        # imported here, because it is slow and only this method needs it
        from flinksim.analysis.why.answer_question import answer_question, answer_run_difference
        from flinksim.viz.compare_view import compare_side_by_side

        check_question(question, "why")
        if other is not None:
            other_trace = other.trace if isinstance(other, Simulation) else other
            check_trace(other_trace, "why(other=...)")
            return answer_run_difference(self.trace, other_trace, question, language)
        if self.cluster.has_live_sources:
            return answer_question(
                self.trace, question, language=language, on_first_answer=on_first_answer
            )
        return answer_question(
            self.trace,
            question,
            self._create_runner(),
            lambda changed: compare_side_by_side(self.trace, changed),
            what_if,
            language,
            on_first_answer,
        )

    @validate_arguments
    def diagnose(self, language: Language = "en") -> Any:
        """Look for what is wrong in the run so far (:func:`flinksim.diagnose_run`)."""
        from flinksim.analysis.diagnosis.diagnose import diagnose_run

        return diagnose_run(self.trace, language, pipeline=self._pipeline)

    @validate_arguments
    def why_in_extract(self, event: int, language: Language = "en") -> Answer:
        """Explain why an event occurred, in a simulation of an extract of a longer input.

        An extract has only some records of the input. *event* is the index of the event in the trace.
        See :func:`flinksim.analysis.why.answer_question.answer_for_extract`.
        """
        if not 0 <= event < len(self.trace.events):
            raise ValueError(
                f"why_in_extract({event}): expected an event from 0 to {len(self.trace.events) - 1}"
            )
        from flinksim.analysis.why.answer_question import answer_for_extract
        from flinksim.viz.compare_view import compare_side_by_side

        return answer_for_extract(
            self.trace,
            event,
            self._create_runner(),
            lambda changed: compare_side_by_side(self.trace, changed),
            language,
        )

    def _create_runner(self) -> ExperimentRunner:
        """Create the runner that reruns changed variants of this program with the settings of this run."""
        from flinksim.analysis.whatif.experiment_runner import ExperimentRunner

        return ExperimentRunner(
            self._pipeline, self._settings, self.plan.start_time_ms,
            lambda case: Simulation(case.pipeline, case.settings),
        )  # fmt: skip

    def questions(self, language: Language = "en") -> list[str]:
        """Return suggested questions about the run so far for :meth:`why`, in English or Chinese."""
        from flinksim.analysis.why.answer_question import list_questions

        return list_questions(self.trace, language)

    @validate_arguments
    def show(
        self,
        max_events: int = MAX_SHOWN_EVENTS,
        *,
        view: str = "",
        answer: Answer | None = None,
        language: Language = "en",
    ) -> Any:
        """Show the run in the stepper for Jupyter, opened at the current step.

        If the run has not begun, or has ended, the stepper opens at its most informative event.

        The rest of the run is computed in a copy with the same decisions, so that the user can step
        ahead. The copy stops after *max_events* events or at a failure. The simulation itself does
        not move. With live input nothing runs ahead; a step beyond the end is a real step of this
        simulation.

        *view* is the view of the panels: "simple", "chart", "watermarks", "network", "inside",
        "cluster" or "whole run"; empty selects the best one. *answer* (of :meth:`why`) is shown next to the
        event-time chart, to be followed link by link. *language* is "en" or "zh".

        Raises:
            ImportError: anywidget is missing; the message says what to install.
        """
        from flinksim.simulation.page.backend import create_simulation_backend

        try:
            from flinksim.viz.widgets.stepper_widget import StepperWidget
        except ImportError as error:
            raise ImportError(
                f"the stepper needs anywidget ({error}). Install it with: pip install "
                "'flinksim[notebook]'. sim.export_html('run.html') works without"
            ) from error
        is_in_progress = len(self.trace.events) > 0 and not self.cluster.is_over
        position = len(self.trace.events) if is_in_progress else None
        trace = self._run_ahead(max_events)
        backend = create_simulation_backend(self, trace)
        return StepperWidget(
            trace,
            position=position,
            view=view,
            program=extract_program_source(self._job_graph),
            parameters=backend.parameters,
            rerun_with_parameter=backend.rerun_with_parameter,
            rerun_with_crashes=backend.rerun_with_crashes,
            answer=None if answer is None else answer.to_json(),
            language=language,
            answer_query=backend.answer_query,
            extend_run=self._extend_live_run
            if self.cluster.has_live_sources and not self.cluster.is_over
            else None,
        )

    def _extend_live_run(self) -> Trace | None:
        """Take steps of this live simulation until one has an event.

        Return the trace, or ``None`` if the run has ended.
        """
        if self.cluster.is_over:
            return None
        events = len(self.trace.events)
        try:
            while len(self.trace.events) == events and self.step() is not None:
                pass
        except JobExecutionError:
            pass  # the failure is in the trace
        return self.trace

    def _run_ahead(self, max_events: int) -> Trace:
        """Compute the rest of this run in a copy, and return the trace of the copy.

        This simulation stays at its current step. The copy stops after *max_events* events.
        """
        if self.cluster.is_over or self.cluster.has_live_sources:
            return self.trace
        settings = replace(self._settings, writes_snapshots=False, trace="full")
        copy = MiniCluster(self._job_graph, settings)
        try:
            # Output of the copy would appear twice, and too early.
            with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
                while not copy.is_over and len(copy.trace.events) < max_events:
                    copy.run(max_steps=1024)
        except JobExecutionError:
            pass  # the trace ends with the failure
        return copy.trace

    def show_plan(self, layer: str | None = None, *, language: Language = "en") -> Any:
        """Show the program in all its layers for Jupyter (see :func:`flinksim.show_plan`)."""
        return create_plan_widget(self._pipeline, layer, language)

    @validate_arguments
    def export_html(
        self,
        path: str | Path,
        *,
        view: str = "",
        parameters: bool = False,
        answer: Answer | None = None,
        answers: bool | Literal["causes"] = False,
        language: Language = "en",
    ) -> Path:
        """Write the run so far as a page with the stepper that opens offline; return its path.

        Args:
            path: The file to write.
            view: As in :meth:`show`.
            parameters: Whether a finished run comes with runs for other values of its first
                parameter: the watermark delay, else idleness or allowed lateness. The page grows by
                these runs.
            answer: As in :meth:`show`.
            answers: Whether the page has answers to the first of :meth:`questions`, with the
                changed runs (at most 1 MB). With "causes" no change is tried, which is fast.
            language: "en", or "zh" for Simplified Chinese.
        """
        from flinksim.simulation.page.precomputed_answers import (
            precompute_answers,
            precompute_causes,
        )
        from flinksim.viz.widgets.export.html_page import PrecomputedAnswer, export_html

        precomputed: list[PrecomputedAnswer] = []
        if answers == "causes":
            precomputed = precompute_causes(self.trace)
        elif answers:
            precomputed = precompute_answers(
                self.trace, self._pipeline, self._settings, is_live=self.cluster.has_live_sources
            )
        export_html(
            self.trace,
            path,
            view=view,
            program=extract_program_source(self._job_graph),
            parameters=self._precompute_parameter_runs() if parameters else (),
            answer=None if answer is None else answer.to_json(),
            precomputed_answers=precomputed,
            language=language,
        )
        return Path(path)

    def _precompute_parameter_runs(self) -> list[tuple[TunableParameter, dict[int, Trace]]]:
        """Rerun the program with other values of its first tunable parameter, for an exported page.

        Such a page has no Python and cannot rerun the program. The result is the parameter and the
        trace for each value.
        """
        if (
            not self.cluster.is_over
            or self.cluster.has_live_sources
            or len(self.trace.events) > MAX_EVENTS
        ):
            return []
        rerun = make_parameter_rerunner(self._pipeline, self._settings)
        return [
            (
                parameter,
                {
                    value: rerun(parameter.name, value)
                    for value in parameter.points
                    if value != parameter.value
                },
            )
            for parameter in list_parameters(self._pipeline)[:1]
        ]

    def __repr__(self) -> str:
        return (
            f"<Simulation of {self.plan.job_name!r}: {self.status}, {len(self.trace)} steps, "
            f"processing time {self.cluster.clock.now_ms} ms>"
        )


def simulate(
    env: StreamExecutionEnvironment,
    interleaving: Interleaving | None = None,
    *,
    job_name: str | None = None,
    settings: RunSettings | None = None,
    from_snapshot: StrPath | Snapshot | None = None,
    allow_non_restored_state: bool = False,
) -> Simulation:
    """Create a simulation of the program in *env*: graphs built, tasks deployed, no step taken.

    The environment keeps its program, so it can be simulated again with other settings.

    >>> from flinksim.datastream import StreamExecutionEnvironment
    >>> env = StreamExecutionEnvironment.get_execution_environment()
    >>> _ = env.from_collection([1, 2]).map(lambda value: value + 1).print()
    >>> sim = simulate(env)
    >>> sim.run().status
    2
    3
    'FINISHED'

    Args:
        env: The environment in which the program is declared.
        interleaving: Scheduling policy that decides which task runs next; by default
            ``ArrivalOrder()``.
        job_name: Name of the job.
        settings: All other settings of the run.
        from_snapshot: A savepoint or checkpoint from which the job resumes: its folder, or an
            opened one. Operators are matched by uid, or by their place in the program if they have
            none.
        allow_non_restored_state: Whether to ignore state of the snapshot that no operator claims.

    Raises:
        RuntimeError: Nothing is declared, or the snapshot does not fit the program.
        SnapshotError: The snapshot cannot be read.
        TypeError: An argument has another type. Errors of the translation are raised as well.
    """
    check_environment(env, "simulate")
    if not isinstance(settings, RunSettings | None):
        raise TypeError(
            f"simulate(settings): expected RunSettings(...), found {describe_value(settings)}."
        )
    chosen = settings or RunSettings()
    if interleaving is not None:
        _check_interleaving(interleaving)
        chosen = replace(chosen, interleaving=interleaving)
    if from_snapshot is not None:
        source = from_snapshot.contents if isinstance(from_snapshot, Snapshot) else from_snapshot
        chosen = replace(chosen, restore_from=source)
    if allow_non_restored_state:
        chosen = replace(chosen, allow_non_restored_state=allow_non_restored_state)
    return Simulation(env.pipeline(job_name), chosen)


def _check_interleaving(interleaving: Any) -> None:
    if not isinstance(interleaving, Interleaving):
        hint = "; settings are given by name: simulate(env, settings=...)"
        raise TypeError(
            "simulate(interleaving): expected an interleaving such as fs.ArrivalOrder() or "
            f"fs.Seeded(7), found {describe_value(interleaving)}"
            f"{hint if isinstance(interleaving, RunSettings) else ''}."
        )
