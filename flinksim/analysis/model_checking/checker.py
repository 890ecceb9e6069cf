"""Model checker: from a property to its verdict.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from io import StringIO
from typing import TYPE_CHECKING, Any

from flinksim.analysis.model_checking.partial_order_reduction import Reduction
from flinksim.analysis.model_checking.properties import Claim, Outcome, as_claim, results_of
from flinksim.analysis.model_checking.verdict import OneDecision, Verdict, Word
from flinksim.analysis.why.run_differences import explain_runs
from flinksim.analysis.why.trace_index import Reading
from flinksim.core.validation import checked
from flinksim.datastream.argument_checks import check_environment
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.graph.job_graph_generator import JobGraph
from flinksim.graph.rewrite import changed, unwritten
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.fault_injection import CannotIntervene, Crash
from flinksim.runtime.interleaving import (
    CLOCK_BIT,
    ArrivalOrder,
    Interleaving,
    Scripted,
    Seeded,
)
from flinksim.runtime.local_executor import job_graph_of
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.trace import events as e
from flinksim.trace.narration.verbosity import rank_of
from flinksim.trace.recorder import Trace

if TYPE_CHECKING:
    from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment

MOST_RUNS = 2000
MOST_RANDOM_RUNS = 200
MOST_STEPS = 20_000
MOST_SEEDS = 50
MOST_STEPS_FOR_A_SEED = 2000


def explore(
    env: StreamExecutionEnvironment,
    claim: Any,
    *,
    most_runs: int = MOST_RUNS,
    hurried: int = 0,
    crashes: int = 0,
    of: Sequence[str] | None = None,
    seed: int | None = None,
    settings: RunSettings | None = None,
    job_name: str | None = None,
) -> Verdict:
    """Check whether *claim* holds for the program in *env* under every schedule, none, or some.

    The clock advances only when no task can run, except for *hurried* early clock steps per run.
    Buffers are flushed after each record. If schedules are left after *most_runs* runs, some more
    are run at random.

    State in global variables of user functions is not part of the state hash, so outcomes that
    depend on it may be missed. A function of a trace must not depend on the order of independent
    steps.

    Args:
        env: The program.
        claim: A condition that must hold after some step
            (:mod:`flinksim.analysis.expressions.conditions`), ``fs.always``, ``fs.never``,
            ``fs.eventually``, ``fs.same_result()``, or a function of a trace.
        most_runs: The maximum number of schedules that are tried systematically.
        hurried: The number of steps per run at which the clock may advance early.
        crashes: The maximum number of crashes per run, before any of its steps.
        of: The subtasks that may crash, such as ``v2/0``; unless given, any.
        seed: Check only the schedule ``fs.Seeded(seed, hurried)``. A property that holds under
            every schedule holds under each seed.
        settings: The settings of each run.
        job_name: The name of the job.

    Returns:
        The verdict, with a counterexample if the property does not always hold.

    Raises:
        TypeError: *claim* is not a property.
        ConditionError: The condition text is not understood. It is a ``ValueError``.
    """
    check_environment(env, "explore")
    return explore_pipeline(
        env.pipeline(job_name), claim, most_runs=most_runs, hurried=hurried, crashes=crashes, of=of,
        seed=seed, settings=settings,
    )  # fmt: skip


@checked
def explore_pipeline(
    pipeline: Pipeline,
    claim: Any,
    *,
    most_runs: int = MOST_RUNS,
    hurried: int = 0,
    crashes: int = 0,
    of: Sequence[str] | None = None,
    seed: int | None = None,
    settings: RunSettings | None = None,
) -> Verdict:
    """Check a property of a program that an executor received; see :func:`explore`."""
    checked_property = as_claim(claim)
    pipeline_without_output = changed(pipeline, lambda one: unwritten(one.spec))
    targets = None if of is None else tuple(of)
    exploration = _Exploration(
        job_graph_of(pipeline_without_output),
        checked_property,
        settings or RunSettings(),
        hurried,
        crashes,
        targets,
    )
    return exploration.verdict(most_runs) if seed is None else exploration.under(seed)


class _Exploration:
    """Check of one property of one job."""

    def __init__(
        self,
        job_graph: JobGraph,
        claim: Claim,
        settings: RunSettings,
        hurried: int,
        crashes: int,
        targets: tuple[str, ...] | None,
    ) -> None:
        self._job_graph = job_graph
        self._claim = claim
        self._settings = replace(settings, traced=True, writes_snapshots=False)
        self._hurried = hurried
        self._crashes = crashes
        self._targets = targets
        self._crashes_of: dict[int, tuple[Crash, ...]] = {}

    def verdict(self, most_runs: int) -> Verdict:
        """Check the property under all schedules, up to *most_runs*."""
        explorer = Reduction(
            self._job_graph, self._settings, self._claim, hurried=self._hurried,
            crashes=self._crashes, targets=self._targets, most_steps=MOST_STEPS,
        )  # fmt: skip
        outcomes: dict[Outcome, int] = {}
        examples: dict[Outcome, Trace] = {}
        runs = pruned_runs = random_runs = 0
        for explored in explorer.runs():
            runs += 1
            if explored.trace is None:
                pruned_runs += 1
            else:
                self._note(explored.trace, outcomes, examples, explored.crashes)
            if runs == most_runs:
                break
        if not explorer.is_exhausted:
            for trace in self._at_random():
                random_runs += 1
                self._note(trace, outcomes, examples)
                if len(outcomes) > 1 and random_runs >= MOST_RANDOM_RUNS // 4:
                    break
        return self._verdict(
            outcomes, examples, runs + random_runs, pruned_runs, random_runs, explorer
        )

    def under(self, seed: int) -> Verdict:
        """Check the property under one random schedule.

        A property that compares outcomes is also run in arrival order.
        """
        outcomes: dict[Outcome, int] = {}
        examples: dict[Outcome, Trace] = {}
        if self._claim.compares:
            self._note(self._run(_Followed([])), outcomes, examples)
        self._note(self._run(Seeded(seed, self._hurried)), outcomes, examples)
        return self._verdict(outcomes, examples, len(outcomes), 0, 1, None)

    def _note(
        self,
        trace: Trace,
        outcomes: dict[Outcome, int],
        examples: dict[Outcome, Trace],
        crashes: tuple[Crash, ...] = (),
    ) -> None:
        outcome = self._claim.outcome_of(trace)
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
        example = examples.get(outcome)
        if example is None or self._weight(trace, crashes) < self._weight(example):
            examples[outcome] = trace
            self._crashes_of[id(trace)] = crashes

    def _weight(self, trace: Trace, crashes: tuple[Crash, ...] | None = None) -> tuple[int, int]:
        """Return the number of crashes and decisions; examples with fewer are simpler."""
        crashes_ = self._crashes_of.get(id(trace), ()) if crashes is None else crashes
        return len(crashes_), len(trace.decisions)

    def _at_random(self) -> Iterator[Trace]:
        for seed in range(1, MOST_RANDOM_RUNS + 1):
            yield self._run(Seeded(seed, self._hurried))

    def _run(
        self,
        interleaving: Interleaving,
        crashes: tuple[Crash, ...] = (),
        steps: int = MOST_STEPS,
    ) -> Trace:
        interventions = (*self._settings.interventions, *crashes)
        settings = replace(self._settings, interleaving=interleaving, interventions=interventions)
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            cluster = MiniCluster(self._job_graph, settings)
            try:
                cluster.run(max_steps=steps)
            except (JobExecutionError, CannotIntervene):
                pass  # the trace ends with the failure
        self._crashes_of[id(cluster.trace)] = crashes
        return cluster.trace

    def _verdict(
        self,
        outcomes: dict[Outcome, int],
        examples: dict[Outcome, Trace],
        runs: int,
        cut: int,
        random_runs: int,
        reduction: Reduction | None,
    ) -> Verdict:
        if self._claim.compares:
            verdict: Word = "always" if len(outcomes) == 1 else "sometimes"
        else:
            verdict = (
                "sometimes" if len(outcomes) > 1 else "always" if True in outcomes else "never"
            )
        most_frequent = max(outcomes, key=lambda outcome: outcomes[outcome])
        if self._claim.compares:
            other = next(
                (outcome for outcome in outcomes if outcome != most_frequent), most_frequent
            )
            satisfying, violating = examples[most_frequent], examples[other]
        else:
            satisfying = examples.get(True, examples[most_frequent])
            violating = examples.get(False, satisfying)
        diverging_pair = self._parted(satisfying, violating) if verdict == "sometimes" else None
        note = f", but for {self._hurried} turns of a run" if self._hurried else ""
        if self._crashes:
            note += (
                f"; up to {self._crashes} crash{'es' if self._crashes > 1 else ''} before any step"
            )
        if reduction is not None and reduction.unreadable:
            note += f"; states were not told apart ({reduction.unreadable})"
        return Verdict(
            claim=self._claim.words,
            word=verdict,
            runs=runs,
            cut=cut,
            random_runs=random_runs,
            exhausted=reduction is not None and reduction.is_exhausted,
            most_decisions=max(
                len(violating.decisions), 0 if reduction is None else reduction.most_decisions
            ),
            outcomes=outcomes,
            assumption=f"the clock goes on when no task has anything to do{note}",
            example=violating,
            settings=self._repeating(violating),
            parted=diverging_pair,
            seed=None if verdict == "always" else self._seed_of(violating),
        )

    def _seed_of(self, fails: Trace) -> int | None:
        """Return the first seed that violates the property (:meth:`under`), within a limit."""
        if len(fails) > MOST_STEPS_FOR_A_SEED:
            return None
        outcome_of = self._claim.outcome_of
        expected = outcome_of(self._run(_Followed([]))) if self._claim.compares else True
        return next(
            (
                seed
                for seed in range(1, MOST_SEEDS + 1)
                if outcome_of(self._run(Seeded(seed, self._hurried))) != expected
            ),
            None,
        )

    def _repeating(self, trace: Trace) -> RunSettings:
        script = Scripted(trace.decisions, flush_at_once=True)
        crashes = self._crashes_of.get(id(trace), ())
        interventions = (*self._settings.interventions, *crashes)
        return replace(self._settings, interleaving=script, interventions=interventions)

    # --- two runs that diverge at one decision -----------------------------------------------------

    def _parted(self, holds: Trace, fails: Trace) -> OneDecision | None:
        """Find the decision at which the outcome changes; arrival order follows it."""
        outcome_of = self._claim.outcome_of
        default_run = self._run(_Followed([]))
        target = fails if outcome_of(default_run) != outcome_of(fails) else holds
        decisions = list(target.decisions)
        crashes = self._crashes_of.get(id(target), ())
        expected = outcome_of(target)
        full_run = self._run(_Followed(decisions), crashes)
        if outcome_of(full_run) != expected:
            return None
        one, other = self._without_crash(full_run, crashes) or self._bisected(
            full_run, crashes, default_run
        )
        if outcome_of(one) == expected:
            return None
        first, second = (other, one) if target is holds else (one, other)
        step = next(
            (n for n in range(min(len(one), len(other))) if one.heads[n] != other.heads[n]
             or one[n].events != other[n].events),
            min(len(one), len(other)) - 1,
        )  # fmt: skip
        return OneDecision(first, second, step, _in_words(first, second, step))

    def _without_crash(
        self, whole: Trace, crashes: tuple[Crash, ...]
    ) -> tuple[Trace, Trace] | None:
        """Return the runs without and with the last crash, if it alone changes the outcome."""
        if not crashes:
            return None
        script = _Followed(list(whole.decisions))
        decisions_before = self._run(script, crashes[:-1], steps=crashes[-1].at - 1).decisions
        without_crash = self._run(_Followed(decisions_before), crashes[:-1])
        with_crash = self._run(_Followed(decisions_before), crashes)
        outcome_of = self._claim.outcome_of
        if outcome_of(without_crash) == outcome_of(whole):
            return None
        return without_crash, with_crash if outcome_of(with_crash) == outcome_of(whole) else whole

    def _bisected(
        self, whole: Trace, crashes: tuple[Crash, ...], plain: Trace
    ) -> tuple[Trace, Trace]:
        """Bisect the decisions of *whole* to two adjacent prefixes with different outcomes."""
        outcome_of, expected = self._claim.outcome_of, self._claim.outcome_of(whole)
        decisions = list(whole.decisions)
        low, high = 0, len(decisions)
        runs = {low: self._run(_Followed([]), crashes) if crashes else plain, high: whole}
        while high - low > 1:
            middle = (low + high) // 2
            runs[middle] = self._run(_Followed(decisions[:middle]), crashes)
            low, high = (low, middle) if outcome_of(runs[middle]) == expected else (middle, high)
        return runs[low], runs[high]


class _Followed(Scripted):
    """Schedule that replays decisions, then continues in arrival order with the clock last."""

    def __init__(self, decisions: list[int]) -> None:
        super().__init__(decisions, _Patient(), flush_at_once=True)


class _Patient(ArrivalOrder):
    """Arrival order in which the clock advances only when no task can run."""

    def choose(self, mask: int) -> int:
        if mask & CLOCK_BIT and mask != CLOCK_BIT:
            mask &= ~CLOCK_BIT
        return super().choose(mask) if mask & (mask - 1) else mask.bit_length() - 1


def _in_words(holds: Trace, fails: Trace, step: int) -> str:
    """Describe which step is first in each run, and what differs then."""
    own_run, other_run = Reading(holds), Reading(fails)
    first, second = _what_happens(own_run, step), _what_happens(other_run, step)
    different = _written_otherwise(holds, fails) or explain_runs(own_run, other_run).sentence
    parts = f"They part at step {step:,}. As claimed, there: {first} Not as claimed: {second}"
    return f"{parts} {different}"


def _written_otherwise(holds: Trace, fails: Trace) -> str:
    """Describe the first result that both runs write, but a different number of times."""
    first, second = (
        {(node, text): count for node, rows in results_of(trace) for text, count in rows}
        for trace in (holds, fails)
    )
    for place in sorted(first.keys() & second.keys()):
        if first[place] != second[place]:
            return f"{place[1]} is written {first[place]} times there, {second[place]} times here."
    return ""


def _what_happens(reading: Reading, step: int) -> str:
    """Describe the most important event of a step."""
    if step >= len(reading.trace):
        return "the run is over."
    begin, end = reading.trace.event_range(step)
    indices = [i for i in range(begin, end) if not isinstance(reading.events[i], e.MailTaken)]
    if not indices:
        return f"{reading.name(reading.trace.heads[step].actor)} goes."
    return reading.sentence(min(indices, key=lambda i: rank_of(type(reading.events[i]).__name__)))
