"""Repeats a run, to produce the steps and events of a trace on demand.

The first run records no events. It keeps what decides a run (the program, the settings, and actions
from outside), and fingerprints of its state. A replay repeats the run with recording detached up to the
first step that is needed, attaches it there, and compares its own fingerprints with those of the first
run. Not in Flink.
"""

from __future__ import annotations

import copy
import warnings
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, replace
from io import StringIO
from typing import Any, NamedTuple

from flinksim.graph.job_graph_generator import JobGraph
from flinksim.runtime.fault_injection import InjectionError
from flinksim.runtime.live_view import build_job_state
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.runtime.operators.sink_operator import SinkOperator
from flinksim.runtime.restore_points import RestorePoints, can_fork
from flinksim.runtime.run_fingerprint import compute_fingerprint
from flinksim.trace.events import ResultWritten
from flinksim.trace.events.event import event_from_row
from flinksim.trace.on_demand import OnDemandTrace
from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import JobView


class ReplayDiffersWarning(UserWarning):
    """A replay did other things than the first run, so the program depends on more than its input."""


@dataclass(frozen=True, slots=True)
class Intervention:
    """An action from outside that was applied to a run after *step_count* steps.

    ``takes_step`` tells whether it is a step of its own.
    """

    step_count: int
    apply: Callable[[MiniCluster], None]
    takes_step: bool = True


class RecordedRange(NamedTuple):
    """The steps of a range and their events, as rows, and whether the replay agrees with the first run."""

    headers: list[Any]
    events: list[Any]
    agrees: bool


class RunReplayer:
    """Repeats one run; the producer of its trace.

    Output of replayed functions is suppressed, and replays write no snapshots.
    """

    def __init__(self, cluster: MiniCluster, job_graph: JobGraph) -> None:
        self._run = cluster
        self._job_graph = job_graph
        self._settings = replace(
            cluster.settings,
            interleaving=copy.deepcopy(cluster.settings.interleaving),
            writes_snapshots=False,
        )
        self._interventions: list[Intervention] = []
        self._fingerprint_steps: list[int] = []
        self._fingerprints: dict[int, int] = {}
        self._restore_points = RestorePoints(self._answer) if can_fork() else None
        self._probe: MiniCluster | None = None
        self._complete: MiniCluster | None = None
        self._results: tuple[MiniCluster, list[Any]] | None = None
        self.difference = ""
        """Why the trace is that of a second run, if a replay was different from the first run."""

    # --- the first run ---------------------------------------------------------------------------

    @property
    def step_count(self) -> int:
        return self._run.step_count

    def add_intervention(
        self, apply: Callable[[MiniCluster], None], takes_step: bool = True
    ) -> None:
        """Keep an action from outside that is about to be applied to the run."""
        self._interventions.append(Intervention(self.step_count, apply, takes_step))

    def on_progress(self) -> None:
        """Keep a fingerprint of the run as it is now."""
        steps = self.step_count
        if steps not in self._fingerprints:
            self._fingerprint_steps.append(steps)
            self._fingerprints[steps] = compute_fingerprint(self._run)
            if self._restore_points is not None:
                self._restore_points.add_if_due(steps)

    @property
    def restore_point_processes(self) -> list[int]:
        """The ids of the processes that wait at restore points."""
        return [] if self._restore_points is None else self._restore_points.processes

    # --- replays ---------------------------------------------------------------------------------

    def record_range(self, first: int, last: int) -> Trace:
        """Return a trace with the steps from *first* to before *last* only; *first* is at least 1."""
        if self.difference:
            return _extract_range(self.record_all(), first, last)
        recorded = self._ask_restore_point(first, last)
        if recorded is None:
            with _discard_output():
                recorded = self._record_range(self._go_to(first), first, last)
        if recorded.agrees:
            trace = Trace([], [], [], {})
            trace.headers.extend(recorded.headers)
            trace.events.extend(recorded.events)
            return trace
        self._report_difference(last)
        return _extract_range(self.record_all(), first, last)

    def _record_range(self, replay: MiniCluster, first: int, last: int) -> RecordedRange:
        """Record a range of steps in *replay*, which has taken the steps before."""
        trace = replay.attach_trace()
        self._advance(replay, last)
        replay.detach_trace()
        agrees = self._agrees_after(replay) and len(trace) == last - first
        headers, events = (rows.read_raw(0, len(rows)) for rows in (trace.headers, trace.events))
        return RecordedRange(headers, events, agrees)

    def _ask_restore_point(self, first: int, last: int | None) -> Any:
        """Let a restore point record a range, or build the state if *last* is ``None``.

        Returns:
            ``None`` if there is no restore point, or if a replay from the start is nearer.
        """
        if self._restore_points is None:
            return None
        point = self._restore_points.find_step_count(first)
        if point is None or (self._probe is not None and point < self._probe.step_count <= first):
            return None
        if any(one.step_count >= point for one in self._interventions):
            return None  # the process does not know of these
        return self._restore_points.ask(first, (first, last, self._fingerprints))

    def _answer(self, request: tuple[int, int | None, dict[int, int]]) -> Any:
        """Answer a request in a copy of the process of the first run, which is in the middle of it."""
        first, last, self._fingerprints = request
        self._fingerprint_steps = sorted(self._fingerprints)
        run = self._run
        run.close_handoff()
        self._advance(run, first)
        return self._build_state(run) if last is None else self._record_range(run, first, last)

    def record_all(self) -> Trace:
        """Repeat the run with a full trace, as far as the run is; return the trace."""
        full = self._complete
        with _discard_output():
            if full is None:
                full = self._complete = self._create_replay(replace(self._settings, trace="full"))
            self._probe = None
            for steps in self._fingerprint_steps:
                if self.difference or steps < full.step_count:
                    continue
                self._advance(full, steps)
                if compute_fingerprint(full) != self._fingerprints[steps]:
                    self._report_difference(full.step_count)
            if self.difference:
                full.fast_forward(1 << 62)
            else:
                self._advance(full, self.step_count)
        if self.difference:
            full.trace.info["trace"] = self.difference
        return full.trace

    def record_results(self) -> list[ResultWritten] | None:
        """Return all results so far, from a replay in which only sinks emit events.

        Returns:
            ``None`` if a replay differs from the first run.
        """
        if self.difference:
            return None
        if self._results is None:
            rows: list[Any] = []
            replay = self._create_replay(self._settings)
            replay.detach_trace()
            replay.attach_operators(
                SinkOperator, lambda row: rows.append(row) if row[0] is ResultWritten else None
            )
            self._results = replay, rows
        replay, rows = self._results
        with _discard_output():
            for steps in self._fingerprint_steps[-1:]:
                self._advance(replay, steps)
                if replay.step_count == steps:
                    if compute_fingerprint(replay) != self._fingerprints[steps]:
                        self._report_difference(steps)
            self._advance(replay, self.step_count)
        if self.difference:
            self._results = None
            return None
        return [event_from_row(row) for row in rows]

    def build_state(self, steps: int) -> JobView:
        """Return the state of the job after the first *steps* steps."""
        if not steps:
            return JobView()
        state: JobView | None = self._ask_restore_point(steps, None)
        if state is None:
            with _discard_output():
                state = self._build_state(self._go_to(steps))
        return state

    def _build_state(self, replay: MiniCluster) -> JobView:
        replay.attach_trace()  # updates what only events and the state of a trace show
        state = build_job_state(replay)
        replay.detach_trace()
        return state

    def _create_replay(self, settings: RunSettings) -> MiniCluster:
        return MiniCluster(self._job_graph, settings, is_replay=True)

    def _go_to(self, step_count: int) -> MiniCluster:
        """Return a detached replay that has taken *step_count* steps."""
        probe = self._probe
        if probe is None or probe.step_count > step_count:
            probe = self._probe = self._create_replay(self._settings)
            probe.detach_trace()
        self._advance(probe, step_count)
        return probe

    def _advance(self, replay: MiniCluster, step_count: int) -> None:
        """Let *replay* take steps until it has taken *step_count*, and repeat actions from outside."""
        while replay.repeated_interventions < len(self._interventions):
            one = self._interventions[replay.repeated_interventions]
            if one.step_count + one.takes_step > step_count:
                break
            replay.fast_forward(one.step_count - 1)
            replay.repeated_interventions += 1
            with suppress(InjectionError):  # the first run has reported it
                one.apply(replay)
        replay.fast_forward(step_count - 1)

    def _agrees_after(self, replay: MiniCluster) -> bool:
        """Let *replay* continue to the next fingerprint of the first run, and compare."""
        steps = self._fingerprint_steps
        at = bisect_right(steps, replay.step_count - 1)
        if at == len(steps):
            return True
        self._advance(replay, steps[at])
        return compute_fingerprint(replay) == self._fingerprints[steps[at]]

    def _report_difference(self, step_count: int) -> None:
        self._probe = None
        self.difference = (
            f"full, of a second run, because a replay differed before step {step_count:,}"
        )
        warnings.warn(
            "the trace on demand is of a second run. A replay of the first run differed from it before "
            f"step {step_count:,}, so the program depends on more than its input. "
            'To record the first run itself, use RunSettings(trace="full")',
            ReplayDiffersWarning,
            stacklevel=4,
        )


def create_on_demand_trace(
    cluster: MiniCluster, job_graph: JobGraph, submission: Trace
) -> tuple[RunReplayer, OnDemandTrace]:
    """Create the replayer of a run that has been submitted, and the trace that it produces."""
    replayer = RunReplayer(cluster, job_graph)
    return replayer, OnDemandTrace(replayer, submission)


def _extract_range(trace: Trace, first: int, last: int) -> Trace:
    """Return a trace with some steps of *trace* only."""
    part = Trace([], [], [], {})
    for number in range(first, min(last, len(trace))):
        begin, end = trace.event_range(number)
        head = trace.headers[number]
        part.headers.append((*head[:3], len(part.events)))
        part.events.extend(trace.events.read_raw(begin, end))
    return part


@contextmanager
def _discard_output() -> Iterator[None]:
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        yield
