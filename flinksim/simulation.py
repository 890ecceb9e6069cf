"""A program on the bench: run it step by step, look at it, ask it, and run it differently.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flinksim.common.checked import checked
from flinksim.datastream.arguments import check_arity, check_environment, check_whole_number, found
from flinksim.datastream.execution import Pipeline
from flinksim.files import PathText, make_folder
from flinksim.plans import lens_of
from flinksim.runtime.checkpoint.storage import ReadSnapshot, local_path
from flinksim.runtime.failure import JobExecutionError
from flinksim.runtime.interleaving import Interleaving, Scripted
from flinksim.runtime.interventions import Crash, Intervention, TakeCheckpoint
from flinksim.runtime.jobmaster.checkpoints import CheckpointStatistics
from flinksim.runtime.local_executor import job_graph_of
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.snapshots import Snapshot
from flinksim.trace import events
from flinksim.trace.events import EVENT_KINDS, CheckpointKind, ResultWritten, Step
from flinksim.trace.grains import Grain
from flinksim.trace.plan import Plan
from flinksim.trace.recorder import Trace
from flinksim.trace.tell import Told
from flinksim.trace.view import JobView
from flinksim.trace.views import Views

if TYPE_CHECKING:
    from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment

MAX_SHOWN_FACTS = 200_000
"""How far :meth:`Simulation.show` runs ahead; the stepper takes 500,000 facts and more."""

Until = str | int | type[Any] | Callable[[Step], bool]
"""How far to go: the name of something that happens (:data:`STOPS` or a kind of fact), a number of
steps in all, a kind of fact, or a function that is asked about each step."""

STOPS: dict[str, tuple[type[Any], ...]] = {
    "record": (events.SourceRecordRead,),
    "element": (events.ElementReceived, events.SourceRecordRead),
    "watermark": (events.InputWatermarkAdvanced, events.WatermarkEmitted),
    "timer": (events.TimerFired,),
    "firing": (events.WindowFired,),
    "late": (events.LateRecordDropped,),
    "result": (events.ResultWritten,),
    "mail": (events.MailTaken,),
    "clock": (events.ProcessingTimeAdvanced,),
}
"""Names for what one may want to run up to, and the kinds of fact that they stand for."""


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

    # --- going on --------------------------------------------------------------------------------

    def step(self, until: Until | None = None) -> Step | None:
        """Take one step, or go on *until* something has happened; gives the last step taken.

        ``None`` if the job was over before. An error of the program ends the job; it is a
        ``TaskFailed`` fact of the step, and in :attr:`failure`.

        Raises: ValueError or TypeError for an *until* that names nothing.
        """
        wanted = None if until is None else stop_condition(until)
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
        a TaskManager by its name, or ``jobmanager``. What becomes of the job is for its restart
        strategy to say.

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
    def checkpoints(self) -> Sequence[CheckpointStatistics]:
        """The checkpoints so far, as Flink's page lists them, those that came to nothing, too."""
        return tuple(self.cluster.job_master.checkpoints.statistics)

    def fork(self, at: int, interleaving: Interleaving | None = None) -> Simulation:
        """A second simulation with the same first *at* steps, which then goes its own way.

        It is run again from the start with the same decisions; from there *interleaving* decides
        (this one's, begun anew, unless given).

        Raises: IndexError if this run has no *at* steps.
        """
        check_whole_number(at, "fork", "at", TypeError)
        if not 1 <= at <= len(self.trace):
            raise IndexError(f"fork(at={at}): this run has steps 0 to {len(self.trace) - 1}")
        settings = self._settings
        done = tuple(one for one in settings.interventions if one.at < at)
        settings = replace(settings, interventions=done)
        then = interleaving or settings.interleaving
        flush = settings.interleaving.flush_at_once
        beginning = Scripted(self.trace.decisions, then, flush_at_once=flush)
        twin = Simulation(self._pipeline, replace(settings, interleaving=beginning))
        twin.run(until=at)
        script = Scripted(twin.trace.decisions, then, flush_at_once=flush)
        twin._settings = replace(settings, interleaving=script)
        twin.cluster.continue_with(then)
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
    def tell(self, grain: Grain = "records", *, width: int | None = 100) -> Told:
        """The last step in sentences; ``sim.trace.tell()`` tells the whole run.

        *grain* is "story", "event time", "records" or "everything"; a step without any fact of that
        grain is told by the one that says most about it.

        Raises: ValueError for another grain.
        """
        return self.trace.tell(grain, first=len(self.trace) - 1, width=width)

    @checked
    def show(self, max_facts: int = MAX_SHOWN_FACTS, *, view: str = "") -> Any:
        """The stepper, for Jupyter: the whole run, opened at the step that this simulation is at.

        If it has not begun, or is over, it is opened at the most telling moment of the run.

        What this simulation has not done yet is run ahead in a twin, with the same decisions, so
        that one can step on and scrub at once; the simulation itself stays where it is. The twin
        stops after *max_facts* facts, at a failure, and where input is live (nothing is run ahead).

        *view* is what its panels tell of: "plane", "event time", "network" or "whole run" (unless
        given, what the run has most to tell of).

        Raises: ImportError with what to install where anywidget is missing.
        """
        try:
            from flinksim.widgets.stepper import Stepper
        except ImportError as error:
            raise ImportError(
                f"the stepper needs anywidget ({error}); install it with: pip install "
                "'flinksim[notebook]'. sim.export_html('run.html') works without"
            ) from error
        begun = len(self.trace.events) > 0 and not self.cluster.is_over
        position = len(self.trace.events) if begun else None
        return Stepper(self._whole_trace(max_facts), position=position, view=view)

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

    def show_plan(self, layer: str | None = None) -> Any:
        """The lens, for Jupyter: the program in all its layers (see :func:`flinksim.show_plan`)."""
        return lens_of(self._pipeline, layer)

    @checked
    def export_html(self, path: str | Path, *, view: str = "") -> Path:
        """Write a page that opens offline and steps through the run so far; gives its path.

        *view* is as for :meth:`show`.
        """
        from flinksim.widgets.html import export_html

        export_html(self.trace, path, view=view)
        return Path(path)

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


def stop_condition(until: Until) -> Callable[[Step], bool]:
    """The question to each step whether what *until* says has happened.

    Raises: ValueError or TypeError for an *until* that names nothing.
    """
    if isinstance(until, type) and until in EVENT_KINDS:
        return _holds((until,))
    if isinstance(until, str):
        kinds = STOPS.get(until) or tuple(k for k in EVENT_KINDS if k.__name__ == until)
        if not kinds:
            known = ", ".join(STOPS)
            raise ValueError(
                f"until={until!r} names nothing that happens; expected one of {known}, or the name "
                "of a kind of fact such as 'WindowFired'"
            )
        return _holds(kinds)
    if isinstance(until, int) and not isinstance(until, bool):
        return lambda step: step.number + 1 >= until
    if callable(until) and not isinstance(until, type):
        check_arity(until, 1, "run", "until")
        return until
    raise TypeError(
        f"until is {until!r}; expected a name such as 'firing', a number of steps, a kind of fact such "
        "as fs.WindowFired, or a function that is given each step"
    )


def _holds(kinds: tuple[type[Any], ...]) -> Callable[[Step], bool]:
    return lambda step: any(isinstance(fact, kinds) for fact in step.events)
