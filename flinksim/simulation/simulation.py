"""A program on the bench: run it step by step, look at it, ask it, and run it differently.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from flinksim.analysis.expressions.conditions import AfterStep, Condition
from flinksim.analysis.expressions.stop_conditions import Until, stop_condition
from flinksim.analysis.expressions.watch_expressions import Watch, Watched, WatchTable
from flinksim.analysis.whatif.parameters import knobs_of, turner
from flinksim.analysis.why.answer import Answer, Counterfactual
from flinksim.core.atomic_files import PathText, make_folder
from flinksim.core.i18n.languages import Language
from flinksim.core.validation import checked
from flinksim.datastream.argument_checks import (
    check_arity,
    check_environment,
    check_whole_number,
    found,
)
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.runtime.checkpoint.storage import ReadSnapshot, local_path
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.fault_injection import Crash, Intervention, TakeCheckpoint
from flinksim.runtime.interleaving import Interleaving, Scripted
from flinksim.runtime.local_executor import job_graph_of
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.runtime.rerun import MAX_FACTS
from flinksim.simulation.checkpoint_report import Checkpoints
from flinksim.simulation.program_source import program_lines
from flinksim.simulation.run_tree import RunTree
from flinksim.simulation.savepoint_inspector import Snapshot, Table
from flinksim.trace.events import CheckpointKind, ResultWritten, Step
from flinksim.trace.narration.formatting import Labels
from flinksim.trace.narration.narrator import ToldText
from flinksim.trace.narration.verbosity import Grain
from flinksim.trace.plan import Plan
from flinksim.trace.query import sentence
from flinksim.trace.recorder import Trace, check_question, check_trace
from flinksim.trace.recovery_audit import (
    RepeatedRecord,
    SeenRecord,
    SinkRow,
    records_again,
    records_in,
    sink_rows,
)
from flinksim.trace.state.job_state import JobView
from flinksim.trace.state.keyframes import Views
from flinksim.viz.plan.show import lens_of

if TYPE_CHECKING:
    from flinksim.analysis.whatif.experiment_runner import Bench
    from flinksim.core.tunable_parameter import Knob
    from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment

MAX_SHOWN_FACTS = 200_000
"""How far :meth:`Simulation.show` runs ahead; the stepper takes 500,000 facts and more."""


class Simulation:
    """One traced run of a program; made by :func:`simulate`.

    Nothing has run at first: the graphs are built and the tasks are deployed. A simulation that was
    interrupted (Ctrl-C) can be continued; one that failed keeps its trace.
    """

    def __init__(self, pipeline: Pipeline, settings: RunSettings) -> None:
        self._pipeline = pipeline
        self._settings = settings
        self._job_graph = job_graph_of(pipeline)
        self.cluster = MiniCluster(self._job_graph, settings)
        self._views: Views | None = None
        self.name = ""
        self.forks: list[Simulation] = []
        self._forked_at = 0
        self._watches: list[Watch] = []
        self._stood_at = 0

    # --- going on --------------------------------------------------------------------------------

    def step(self, until: Until | None = None) -> Step | None:
        """Take one step, or go on *until* something has happened; gives the last step taken.

        ``None`` if the job was over before. An error of the program ends the job; it is a
        ``TaskFailed`` fact of the step, and in :attr:`failure`.

        Raises: ValueError or TypeError for an *until* that names nothing.
        """
        wanted = None if until is None else stop_condition(until)
        if isinstance(wanted, Condition):
            wanted.follow(self.trace)
        self._stood_at = len(self.trace) if self.cluster.settings.traced else 0
        if not self.cluster.step():
            return None
        if wanted is not None:
            while not wanted(self.trace[-1]) and self.cluster.step():
                pass
        return self.trace[-1]

    @checked
    def run(
        self,
        until: Until | None = None,
        progress: Callable[[MiniCluster], None] | None = None,
    ) -> Simulation:
        """Go on to the end, or *until* something has happened; gives this simulation.

        *progress* is called now and then with the cluster (see ``MiniCluster.run``).

        Raises: JobExecutionError if the program fails, BudgetSpent if it takes more than the settings'
        budget; the trace up to there is kept.
        """
        if progress is not None:
            check_arity(progress, 1, "run", "progress")
        self._stood_at = len(self.trace) if self.cluster.settings.traced else 0
        if until is None:
            self.cluster.run(progress=progress)
        elif isinstance(until, int) and not isinstance(until, bool):
            self.cluster.run(max_steps=max(0, until - len(self.trace)), progress=progress)
        else:
            self.step(until)
        self.cluster.raise_failure()
        return self

    def cancel(self) -> Simulation:
        """End the job here: what is open is closed, and the trace is kept; gives this simulation.

        Of no effect once the job is over.
        """
        self.cluster.cancel()
        return self

    # --- from outside ----------------------------------------------------------------------------

    def crash(self, task: str, at: int | None = None) -> Simulation:
        """Kill *task* as step *at*, or now; gives this simulation, which goes on when it is told to.

        *task* is a subtask (``v2/0``), an operator or task by its name (``windows``, ``windows 2/4``),
        a TaskManager by its name, ``heartbeat:tm0``, a source's ``coordinator``, or ``jobmanager``;
        see :class:`Crash`. What becomes of the job is for its restart strategy to say.

        Raises: ValueError if there is no such task or it does not run then, IndexError if step *at* is
        over; JobExecutionError if the program fails before.
        """
        return self._intervene(lambda step: Crash(task, step), "crash", at)

    def checkpoint(self, at: int | None = None) -> Simulation:
        """Ask for a checkpoint as step *at*, or now; gives this simulation. Errors as :meth:`crash`."""
        return self._intervene(lambda step: TakeCheckpoint("checkpoint", step), "checkpoint", at)

    def savepoint(self, at: int | None = None, *, path: PathText | None = None) -> Simulation:
        """Ask for a savepoint as step *at*, or now; gives this simulation, which has to go on for it to
        be taken.

        It is a new folder in *path*, or in the program's ``execution.checkpointing.savepoint-dir``, and
        in memory alone if there is neither; :attr:`checkpoints` say where, :meth:`snapshot` opens it.
        Errors as :meth:`crash`.
        """
        return self._savepoint("savepoint", "savepoint", at, path)

    @checked
    def stop(
        self, at: int | None = None, *, drain: bool = False, path: PathText | None = None
    ) -> Simulation:
        """Ask the job to stop with a savepoint, as step *at* or now; gives this simulation.

        It has to go on for that.

        Sources read nothing more; what they have read is processed, and committed with the savepoint.
        With *drain* the job ends for good: the last watermark goes out and all timers and windows fire
        before. Without, it is suspended, to go on from the savepoint. *path* as for :meth:`savepoint`.

        Flink: ``flink stop [--drain]``. Errors as :meth:`crash`.
        """
        kind: CheckpointKind = "terminate savepoint" if drain else "suspend savepoint"
        return self._savepoint(kind, "stop", at, path)

    def _savepoint(
        self, kind: CheckpointKind, method: str, at: int | None, path: PathText | None
    ) -> Simulation:
        target = None if path is None else local_path(path)
        if target is not None:
            make_folder(target)
        return self._intervene(lambda step: TakeCheckpoint(kind, step, target), method, at)

    def snapshot(self) -> Snapshot:
        """The last savepoint or checkpoint that has completed, opened (see :func:`read_snapshot`).

        Raises: ValueError if there is none.
        """
        coordinator = self.cluster.job_master.checkpoints
        known = [*coordinator.store.all, *coordinator.savepoints]
        if not known:
            raise ValueError(
                "no checkpoint has completed yet; go on, or ask for one with checkpoint()"
            )
        last = max(known, key=lambda one: one.id)
        return Snapshot(ReadSnapshot(coordinator.metadata_of(last), last.path))

    def _intervene(
        self, make: Callable[[int], Intervention], method: str, at: int | None
    ) -> Simulation:
        steps = len(self.trace)
        if at is not None:
            check_whole_number(at, method, "at", TypeError)
            if at < steps:
                raise IndexError(f"{method}(at={at}): step {at} is over; {steps} is the next one")
            self.run(until=at)
        intervention = make(len(self.trace))
        self.cluster.intervene(intervention)
        done = (*self._settings.interventions, intervention)
        self._settings = replace(self._settings, interventions=done)
        return self

    @property
    def checkpoints(self) -> Checkpoints:
        """The checkpoints so far, as Flink's page lists them, those that came to nothing, too.

        Printed, and in Jupyter, they are tables; ``history`` and ``subtasks`` give those.
        """
        return Checkpoints(self.cluster.job_master.checkpoints.statistics)

    @checked
    def records_in(self, checkpoint: int) -> Table[SeenRecord]:
        """The records that the sources had read before the barrier of *checkpoint*: what is inside it.

        Raises: KeyError for one that has not completed.
        """
        return Table(SeenRecord, records_in(self.trace, checkpoint))

    @property
    def records_again(self) -> Table[RepeatedRecord]:
        """The records that came once more after a failure, with the steps at which they were read."""
        return Table(RepeatedRecord, records_again(self.trace))

    @property
    def sink_rows(self) -> Table[SinkRow]:
        """All rows that sinks wrote, and what has become of each: open, pending, committed, given up;
        or visible and doubled, where nothing is committed.
        """
        return Table(SinkRow, sink_rows(self.trace))

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
        """A second simulation with the same first *at* steps, which then goes its own way.

        It is run again from the start with the same decisions; from there *interleaving* decides
        (this one's, begun anew, unless given), after *decision*, if that is given: the place of the
        actor that goes next among the runnable ones. With *change*, what an answer has found, the
        program itself is the changed one, and with *settings* the run has other settings; then the same
        decisions need not lead to the same steps. It is among :attr:`forks`, as *name*.

        Raises: IndexError if this run has no *at* steps, ValueError for a *change* that is none, or
        for a *name* that this run or a fork of it has.
        """
        check_whole_number(at, "fork", "at", TypeError)
        if not 1 <= at <= len(self.trace):
            raise IndexError(
                f"fork(at={at}): so many steps are the same in both; this run has {len(self.trace)}, "
                "so it is 1 at least and no more than that"
            )
        known = [one.name for one in self.tree()]
        if name in known:
            raise ValueError(f"fork(name={name!r}): there is such a run already, of {known}")
        pipeline, own = self._changed(change)
        if settings is not None:
            own = settings
        done = tuple(one for one in own.interventions if one.at < at)
        own = replace(own, interventions=done)
        then = interleaving or own.interleaving
        flush = own.interleaving.flush_at_once
        beginning = Scripted(self.trace.decisions, then, flush_at_once=flush)
        twin = Simulation(pipeline, replace(own, interleaving=beginning))
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            twin.run(until=at)
        decisions = list(twin.trace.decisions)
        if decision is not None:
            decisions.append(decision)
        script = Scripted(decisions, then, flush_at_once=flush)
        twin._settings = replace(own, interleaving=script)
        twin.cluster.continue_with(then if decision is None else Scripted([decision], then))
        twin._forked_at = at
        twin._watches = list(self._watches)
        twin.name = name or f"fork {len(self.forks) + 1} at step {at}"
        self.forks.append(twin)
        return twin

    def _changed(self, change: Counterfactual | Answer | None) -> tuple[Pipeline, RunSettings]:
        found = change.counterfactual if isinstance(change, Answer) else change
        if change is None:
            return self._pipeline, self._settings
        if found is None:
            raise ValueError("fork(change): this answer has found nothing that makes it otherwise")
        return found.case.pipeline, found.case.settings

    def tree(self) -> RunTree:
        """This run and its forks, each with its name and what has become of it.

        Printed, it is a tree; it can be saved as one file (``sim.tree().save("what_if.runs")``), which
        ``fs.read_runs`` opens, and two of its runs put beside each other by their names.
        """
        forks = tuple(fork.tree() for fork in self.forks)
        return RunTree(self.name or "this run", self.trace, self.status, self._forked_at, forks)

    def at(self, step: int) -> Simulation:
        """The run as it was after step *step*: to look at from everywhere, and to go on from.

        A twin of its own, which has done nothing more; this one stays where it is.

        Raises: IndexError if this run has no such step.
        """
        check_whole_number(step, "at", "step", TypeError)
        if not 0 <= step < len(self.trace):
            raise IndexError(f"at({step}): this run has steps 0 to {len(self.trace) - 1}")
        return self._again(step + 1)

    def back(self, until: Until | None = None) -> Simulation:
        """Go back by one step, or to the last step before *until* which held; gives this simulation.

        It is run again from its start to there. What comes then is what came before.

        Raises: ValueError or TypeError for an *until* that names nothing; LookupError if nothing of it
        has happened before this step; RuntimeError in the midst of a step.
        """
        self.cluster.check_between_steps("back()")
        here = len(self.trace) - 1
        if until is None or (isinstance(until, int) and not isinstance(until, bool)):
            wanted = here - 1 if until is None else until - 1
            if not 0 <= wanted < here:
                raise LookupError(f"back(until={until}): this run is at step {here}")
        else:
            holds = stop_condition(until)
            held = [step.number for step in self.trace if holds(step)]
            if not held or held[0] >= here:
                raise LookupError(f"back(until={until!r}): it has not held before step {here}")
            wanted = max(number for number in held if number < here)
        earlier = self._again(wanted + 1)
        self._stood_at = wanted + 1
        self.cluster, self._settings, self._views = earlier.cluster, earlier._settings, None
        return self

    def _again(self, steps: int) -> Simulation:
        """This run once more, up to so many steps; beyond them it goes on as this one did."""
        twin = Simulation(self._pipeline, self._settings)
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            try:
                twin.run(until=steps)
            except JobExecutionError:
                pass  # as this one did
        return twin

    # --- looking ---------------------------------------------------------------------------------

    @property
    def trace(self) -> Trace:
        """The steps so far."""
        return self.cluster.trace

    @property
    def plan(self) -> Plan:
        """The job: vertices, chains, channels, slots."""
        return self.trace.plan

    @property
    def status(self) -> str:
        """``RUNNING``, ``FINISHED``, ``FAILED`` or ``CANCELED``."""
        return self.cluster.status

    @property
    def here(self) -> str:
        """Where the run is, in words: its step, virtual time and actor, and the last fact.

        Also in the middle of a step, where ``breakpoint()`` has stopped in a user's function.
        """
        head = self.trace.heads[-1]
        labels = Labels(self.plan)
        last = sentence(self.trace, len(self.trace.events) - 1)
        return (
            f"step {len(self.trace) - 1:,}, at {labels.time(head.time_ms)}, {labels.name(head.actor)}: "
            f"{head.action}. {last}"
        )

    @property
    def failure(self) -> JobExecutionError | None:
        """What ended the job, if it failed."""
        return self.cluster.failure

    @property
    def results(self) -> list[ResultWritten]:
        """Everything that the sinks wrote so far."""
        return self.trace.of(ResultWritten)

    @property
    def digest(self) -> str:
        """The digest of the trace so far: equal digests, equal runs."""
        return self.trace.digest()

    @checked
    def view(self, steps: int | None = None) -> JobView:
        """The state of the whole job after *steps* steps (all, unless given)."""
        if self._views is None:
            self._views = Views(self.trace)
        return self._views.after(len(self.trace) if steps is None else steps)

    @checked
    def tell(
        self, grain: Grain = "records", *, width: int | None = 100, language: Language = "en"
    ) -> ToldText:
        """The last step in sentences; ``sim.trace.tell()`` tells the whole run.

        *grain* is "story", "event time", "records" or "everything"; a step without any fact of that
        grain is told by the one that says most about it. *language* is "en" or "zh".

        Raises: ValueError for another grain.
        """
        last = len(self.trace) - 1
        return self.trace.tell(grain, first=last, width=width, language=language)

    # --- watching --------------------------------------------------------------------------------

    @checked
    def watch(self, *expressions: str | Callable[[AfterStep], Any]) -> WatchTable:
        """Watch *expressions* from here on; gives the table of all that are watched (:meth:`watched`).

        They are words, such as "watermark of windows", "state sum of a" or "pane [0, 10000) of a"
        (:data:`flinksim.analysis.expressions.watch_expressions.EXAMPLES` has one of each form), or functions of a moment.

        Raises: ValueError for words that are not understood or name nothing in this job.
        """
        known = [*self._watches, *map(Watch, expressions)]
        table = self._look(known, self._stood_at)
        self._watches = known
        return table

    @checked
    def watched(self, since: int | None = None) -> WatchTable:
        """What each watched expression is now, and was when *since* steps had been taken.

        Unless given, that is where the run stood before it last went on.

        Raises: IndexError if so many steps have not been taken.
        """
        if since is not None and not 1 <= since <= len(self.trace):
            raise IndexError(f"watched(since={since}): this run has taken {len(self.trace)} steps")
        return self._look(self._watches, self._stood_at if since is None else since)

    def _look(self, watches: list[Watch], since: int) -> WatchTable:
        now = len(self.trace)
        was = max(1, min(since, now))
        table = WatchTable()
        for one in watches:
            before, after = (one.after(self.trace, self.view(at), at) for at in (was, now))
            table.append(Watched(one.words, before, after))
        return table

    # --- asking ----------------------------------------------------------------------------------

    def why(
        self,
        question: str,
        *,
        other: Simulation | Trace | None = None,
        what_if: bool | str = True,
        language: Language = "en",
    ) -> Answer:
        """The answer to a question in words about the run so far (``flinksim.analysis.why``).

        ``sim.why("why was record 2 dropped")``. What it says is tried, quietly and without the sinks:
        the run is repeated without the cause, and the smallest change of the program, its input or its
        settings that makes it otherwise is looked for (``answer.try_it()`` gives that run). Live
        sources cannot be read again, so there nothing is tried; without *what_if* only the
        cause is. *what_if* may name the one kind of change to try, such as "lateness", "offset",
        "order" or "schedule" (one that is of no use names those that are). With *other* the question
        is why this run differs from that one. :meth:`questions` has those worth asking. *language*
        is what is answered in, "en" or "zh"; a question may be in either.

        Raises: ValueError for a question that is not understood; it names some that can be asked.
        """
        # only who asks waits for what answers
        from flinksim.analysis.why.answer_question import ask, ask_about_two
        from flinksim.viz.compare_view import beside

        check_question(question, "why")
        if other is not None:
            theirs = other.trace if isinstance(other, Simulation) else other
            check_trace(theirs, "why(other=...)")
            return ask_about_two(self.trace, theirs, question, language)
        if self.cluster.reads_live:
            return ask(self.trace, question, language=language)
        return ask(
            self.trace,
            question,
            self._bench(),
            lambda changed: beside(self.trace, changed),
            what_if,
            language,
        )

    @checked
    def why_in_cut(self, fact: int) -> Answer:
        """Why the fact at that place of the trace is so, in a run of a part of a longer input.

        See :func:`flinksim.analysis.why.answer_question.ask_about_cut`.
        """
        if not 0 <= fact < len(self.trace.events):
            raise ValueError(f"why_in_cut(fact): there is no fact {fact} in this run")
        from flinksim.analysis.why.answer_question import ask_about_cut
        from flinksim.viz.compare_view import beside

        return ask_about_cut(
            self.trace, fact, self._bench(), lambda changed: beside(self.trace, changed)
        )

    def _bench(self) -> Bench:
        """Where changed runs of this one are made."""
        from flinksim.analysis.whatif.experiment_runner import Bench

        return Bench(
            self._pipeline, self._settings, self.plan.start_time_ms,
            lambda case: Simulation(case.pipeline, case.settings),
        )  # fmt: skip

    def questions(self, language: Language = "en") -> list[str]:
        """The questions worth asking of the run so far, for :meth:`why`, in English or Chinese."""
        from flinksim.analysis.why.answer_question import questions

        return questions(self.trace, language)

    @checked
    def show(
        self,
        max_facts: int = MAX_SHOWN_FACTS,
        *,
        view: str = "",
        answer: Answer | None = None,
        language: Language = "en",
    ) -> Any:
        """The stepper, for Jupyter: the whole run, opened at the step that this simulation is at.

        If it has not begun, or is over, it is opened at the most telling moment of the run.

        What this simulation has not done yet is run ahead in a twin, with the same decisions, so
        that one can step on and scrub at once; the simulation itself stays where it is. The twin
        stops after *max_facts* facts and at a failure. Where input is live nothing is run ahead: a step
        beyond the end is then a real step of this simulation.

        *view* is what its panels tell of: "plane", "event time", "network", "inside" or "whole
        run" (unless given, what the run has most to tell of). *answer* (of :meth:`why`) stands
        beside the plane, to be walked link by link.

        Raises: ImportError with what to install where anywidget is missing.
        """
        from flinksim.simulation.page.backend import behind_simulation

        try:
            from flinksim.viz.widgets.stepper_widget import Stepper
        except ImportError as error:
            raise ImportError(
                f"the stepper needs anywidget ({error}); install it with: pip install "
                "'flinksim[notebook]'. sim.export_html('run.html') works without"
            ) from error
        begun = len(self.trace.events) > 0 and not self.cluster.is_over
        position = len(self.trace.events) if begun else None
        trace = self._whole_trace(max_facts)
        replies = behind_simulation(self, trace)
        return Stepper(
            trace,
            position=position,
            view=view,
            program=program_lines(self._job_graph),
            knobs=replies.knobs,
            turn=replies.turn,
            crash=replies.crash,
            answer=None if answer is None else answer.to_json(),
            language=language,
            ask=replies.ask,
            more=self._one_more if self.cluster.reads_live and not self.cluster.is_over else None,
        )

    def _one_more(self) -> Trace | None:
        """The trace with one more real step in it, of which there is something to tell; None if this
        run is over.
        """
        if self.cluster.is_over:
            return None
        facts = len(self.trace.events)
        try:
            while len(self.trace.events) == facts and self.step() is not None:
                pass
        except JobExecutionError:
            pass  # the failure is in the trace
        return self.trace

    def _whole_trace(self, max_facts: int) -> Trace:
        """The trace of this run to its end, without moving this run."""
        if self.cluster.is_over or self.cluster.reads_live:
            return self.trace
        twin = MiniCluster(self._job_graph, replace(self._settings, writes_snapshots=False))
        try:
            # What the twin prints is not said twice, nor before its time.
            with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
                while not twin.is_over and len(twin.trace.events) < max_facts:
                    twin.run(max_steps=1024)
        except JobExecutionError:
            pass  # the trace ends with the failure, which is what there is to see
        return twin.trace

    def show_plan(self, layer: str | None = None, *, language: Language = "en") -> Any:
        """The lens, for Jupyter: the program in all its layers (see :func:`flinksim.show_plan`)."""
        return lens_of(self._pipeline, layer, language)

    @checked
    def export_html(
        self,
        path: str | Path,
        *,
        view: str = "",
        knobs: bool = False,
        answer: Answer | None = None,
        answers: bool | Literal["causes"] = False,
        language: Language = "en",
    ) -> Path:
        """Write a page that opens offline and steps through the run so far; gives its path.

        *view*, *answer* and *language* are as for :meth:`show`. With *knobs* the finished run comes
        with others beside it, in which the watermark's delay (else idleness, or allowed lateness) is
        another; the page is as many times larger. With *answers* the first of :meth:`questions` are
        answered in it, what they find is tried, and the changed runs come with it (at most 1 MB);
        with "causes" nothing is tried, which is fast.
        """
        from flinksim.simulation.page.precomputed_answers import (
            answered_beforehand,
            causes_beforehand,
        )
        from flinksim.viz.widgets.export.html_page import Answered, export_html

        answered: list[Answered] = []
        if answers == "causes":
            answered = causes_beforehand(self.trace)
        elif answers:
            answered = answered_beforehand(
                self.trace, self._pipeline, self._settings, is_live=self.cluster.reads_live
            )
        export_html(
            self.trace,
            path,
            view=view,
            program=program_lines(self._job_graph),
            knobs=self._turned_beforehand() if knobs else (),
            answer=None if answer is None else answer.to_json(),
            answered=answered,
            language=language,
        )
        return Path(path)

    def _turned_beforehand(self) -> list[tuple[Knob, dict[int, Trace]]]:
        """The runs that a page without Python shows when its first knob is turned."""
        if (
            not self.cluster.is_over
            or self.cluster.reads_live
            or len(self.trace.events) > MAX_FACTS
        ):
            return []
        turn = turner(self._pipeline, self._settings)
        return [
            (knob, {point: turn(knob.name, point) for point in knob.points if point != knob.value})
            for knob in knobs_of(self._pipeline)[:1]
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
    from_snapshot: PathText | Snapshot | None = None,
    allow_non_restored_state: bool = False,
) -> Simulation:
    """Put the program declared in *env* on the bench: graphs built, tasks deployed, nothing run.

    *interleaving* says who goes next (``ArrivalOrder()`` unless given); *settings* has the rest. The
    environment keeps its program, so it can be simulated again in another way.

    With *from_snapshot* the job goes on from a savepoint or checkpoint: its folder, or an opened one.
    Operators are found by their uid, or by their place in the program where they have none; state that
    none claims is an error, unless *allow_non_restored_state*.

    Raises: RuntimeError if nothing is declared or the snapshot does not fit the program, SnapshotError
    if it cannot be read, TypeError for arguments of another kind, and what translating the program
    raises.
    """
    check_environment(env, "simulate")
    if not isinstance(settings, RunSettings | None):
        raise TypeError(f"simulate(settings): expected RunSettings(...), found {found(settings)}.")
    chosen = settings or RunSettings()
    if interleaving is not None:
        _check_interleaving(interleaving)
        chosen = replace(chosen, interleaving=interleaving)
    if from_snapshot is not None:
        source = from_snapshot.read if isinstance(from_snapshot, Snapshot) else from_snapshot
        chosen = replace(chosen, restore_from=source)
    if allow_non_restored_state:
        chosen = replace(chosen, allow_non_restored_state=allow_non_restored_state)
    return Simulation(env.pipeline(job_name), chosen)


def _check_interleaving(interleaving: Any) -> None:
    if not isinstance(interleaving, Interleaving):
        told = "; settings are given by name: simulate(env, settings=...)"
        raise TypeError(
            "simulate(interleaving): expected an interleaving such as fs.ArrivalOrder() or "
            f"fs.Seeded(7), found {found(interleaving)}"
            f"{told if isinstance(interleaving, RunSettings) else ''}."
        )
