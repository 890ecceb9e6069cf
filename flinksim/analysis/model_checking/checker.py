"""From a claim to a verdict.

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
    """Whether *claim* is true of the program in *env* under every schedule, none, or some.

    *claim* is words that shall hold at some time (:mod:`flinksim.analysis.expressions.conditions`),
    ``fs.always``, ``fs.never``, ``fs.eventually``, ``fs.same_result()``, or a function of the trace
    of a run. At most *most_runs* schedules are tried one by one; if others are left, some more at
    random. The clock waits until no task has anything to do, but for *hurried* turns of each run,
    which it may take at any time. So many *crashes* may happen in each run, before any of its
    steps; each kills one of the subtasks *of* (such as ``v2/0``; any, unless given). Buffers are
    flushed after each record. With a *seed* there is one schedule only, ``fs.Seeded(seed, hurried)``,
    which is one of those: what is true under every schedule is true under each seed.

    What user functions keep in global variables is not seen; so a function that hangs on that may
    come to outcomes that are not found. A function of a trace should not hang on the order of steps
    that touch nothing in common.

    Raises: TypeError for what is no claim; ConditionError (a ValueError) for words not understood.
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
    """:func:`explore` for a program that an executor got."""
    claimed = as_claim(claim)
    quiet = changed(pipeline, lambda one: unwritten(one.spec))
    targets = None if of is None else tuple(of)
    exploration = _Exploration(
        job_graph_of(quiet), claimed, settings or RunSettings(), hurried, crashes, targets
    )
    return exploration.verdict(most_runs) if seed is None else exploration.under(seed)


class _Exploration:
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
        reduction = Reduction(
            self._job_graph, self._settings, self._claim, hurried=self._hurried,
            crashes=self._crashes, targets=self._targets, most_steps=MOST_STEPS,
        )  # fmt: skip
        outcomes: dict[Outcome, int] = {}
        examples: dict[Outcome, Trace] = {}
        runs = cut = random_runs = 0
        for explored in reduction.runs():
            runs += 1
            if explored.trace is None:
                cut += 1
            else:
                self._note(explored.trace, outcomes, examples, explored.crashes)
            if runs == most_runs:
                break
        if not reduction.is_exhausted:
            for trace in self._at_random():
                random_runs += 1
                self._note(trace, outcomes, examples)
                if len(outcomes) > 1 and random_runs >= MOST_RANDOM_RUNS // 4:
                    break
        return self._verdict(outcomes, examples, runs + random_runs, cut, random_runs, reduction)

    def under(self, seed: int) -> Verdict:
        """Whether the claim is true under one random schedule; what is compared is also run in
        order.
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
        known = examples.get(outcome)
        if known is None or self._weight(trace, crashes) < self._weight(known):
            examples[outcome] = trace
            self._crashes_of[id(trace)] = crashes

    def _weight(self, trace: Trace, crashes: tuple[Crash, ...] | None = None) -> tuple[int, int]:
        """The fewer crashes and decisions, the plainer an example."""
        known = self._crashes_of.get(id(trace), ()) if crashes is None else crashes
        return len(known), len(trace.decisions)

    def _at_random(self) -> Iterator[Trace]:
        for seed in range(1, MOST_RANDOM_RUNS + 1):
            yield self._run(Seeded(seed, self._hurried))

    def _run(
        self,
        interleaving: Interleaving,
        crashes: tuple[Crash, ...] = (),
        steps: int = MOST_STEPS,
    ) -> Trace:
        done = (*self._settings.interventions, *crashes)
        settings = replace(self._settings, interleaving=interleaving, interventions=done)
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
            word: Word = "always" if len(outcomes) == 1 else "sometimes"
        else:
            word = "sometimes" if len(outcomes) > 1 else "always" if True in outcomes else "never"
        most = max(outcomes, key=lambda outcome: outcomes[outcome])
        if self._claim.compares:
            other = next((outcome for outcome in outcomes if outcome != most), most)
            holds, fails = examples[most], examples[other]
        else:
            holds = examples.get(True, examples[most])
            fails = examples.get(False, holds)
        parted = self._parted(holds, fails) if word == "sometimes" else None
        told = f", but for {self._hurried} turns of a run" if self._hurried else ""
        if self._crashes:
            told += (
                f"; up to {self._crashes} crash{'es' if self._crashes > 1 else ''} before any step"
            )
        if reduction is not None and reduction.unreadable:
            told += f"; states were not told apart ({reduction.unreadable})"
        return Verdict(
            claim=self._claim.words,
            word=word,
            runs=runs,
            cut=cut,
            random_runs=random_runs,
            exhausted=reduction is not None and reduction.is_exhausted,
            most_decisions=max(
                len(fails.decisions), 0 if reduction is None else reduction.most_decisions
            ),
            outcomes=outcomes,
            assumption=f"the clock goes on when no task has anything to do{told}",
            example=fails,
            settings=self._repeating(fails),
            parted=parted,
            seed=None if word == "always" else self._seed_of(fails),
        )

    def _seed_of(self, fails: Trace) -> int | None:
        """The first seed under which the claim fails again (:meth:`under`), if it is soon found."""
        if len(fails) > MOST_STEPS_FOR_A_SEED:
            return None
        outcome_of = self._claim.outcome_of
        claimed = outcome_of(self._run(_Followed([]))) if self._claim.compares else True
        return next(
            (
                seed
                for seed in range(1, MOST_SEEDS + 1)
                if outcome_of(self._run(Seeded(seed, self._hurried))) != claimed
            ),
            None,
        )

    def _repeating(self, trace: Trace) -> RunSettings:
        script = Scripted(trace.decisions, flush_at_once=True)
        crashes = self._crashes_of.get(id(trace), ())
        done = (*self._settings.interventions, *crashes)
        return replace(self._settings, interleaving=script, interventions=done)

    # --- two runs that part at one decision --------------------------------------------------------

    def _parted(self, holds: Trace, fails: Trace) -> OneDecision | None:
        """So many decisions of one run, then arrival order: where one more changes the outcome."""
        outcome_of = self._claim.outcome_of
        plain = self._run(_Followed([]))
        target = fails if outcome_of(plain) != outcome_of(fails) else holds
        decisions = list(target.decisions)
        crashes = self._crashes_of.get(id(target), ())
        wanted = outcome_of(target)
        whole = self._run(_Followed(decisions), crashes)
        if outcome_of(whole) != wanted:
            return None
        one, other = self._without_crash(whole, crashes) or self._bisected(whole, crashes, plain)
        if outcome_of(one) == wanted:
            return None
        mine, theirs = (other, one) if target is holds else (one, other)
        step = next(
            (n for n in range(min(len(one), len(other))) if one.heads[n] != other.heads[n]
             or one[n].events != other[n].events),
            min(len(one), len(other)) - 1,
        )  # fmt: skip
        return OneDecision(mine, theirs, step, _in_words(mine, theirs, step))

    def _without_crash(
        self, whole: Trace, crashes: tuple[Crash, ...]
    ) -> tuple[Trace, Trace] | None:
        """The run without its last crash, if that alone makes the difference; and the run."""
        if not crashes:
            return None
        script = _Followed(list(whole.decisions))
        before = self._run(script, crashes[:-1], steps=crashes[-1].at - 1).decisions
        spared = self._run(_Followed(before), crashes[:-1])
        after = self._run(_Followed(before), crashes)
        outcome_of = self._claim.outcome_of
        if outcome_of(spared) == outcome_of(whole):
            return None
        return spared, after if outcome_of(after) == outcome_of(whole) else whole

    def _bisected(
        self, whole: Trace, crashes: tuple[Crash, ...], plain: Trace
    ) -> tuple[Trace, Trace]:
        """The runs with so many decisions of *whole*, and one more, between which the outcome
        changes.
        """
        outcome_of, wanted = self._claim.outcome_of, self._claim.outcome_of(whole)
        decisions = list(whole.decisions)
        low, high = 0, len(decisions)
        known = {low: self._run(_Followed([]), crashes) if crashes else plain, high: whole}
        while high - low > 1:
            middle = (low + high) // 2
            known[middle] = self._run(_Followed(decisions[:middle]), crashes)
            low, high = (low, middle) if outcome_of(known[middle]) == wanted else (middle, high)
        return known[low], known[high]


class _Followed(Scripted):
    """Decisions of an exploration; beyond them arrival order, in which the clock waits."""

    def __init__(self, decisions: list[int]) -> None:
        super().__init__(decisions, _Patient(), flush_at_once=True)


class _Patient(ArrivalOrder):
    """Arrival order, in which the clock waits until all others have done."""

    def choose(self, mask: int) -> int:
        if mask & CLOCK_BIT and mask != CLOCK_BIT:
            mask &= ~CLOCK_BIT
        return super().choose(mask) if mask & (mask - 1) else mask.bit_length() - 1


def _in_words(holds: Trace, fails: Trace, step: int) -> str:
    """What goes first in either run, and what then is different."""
    mine, theirs = Reading(holds), Reading(fails)
    first, second = _what_happens(mine, step), _what_happens(theirs, step)
    different = _written_otherwise(holds, fails) or explain_runs(mine, theirs).sentence
    parts = f"They part at step {step:,}. As claimed, there: {first} Not as claimed: {second}"
    return f"{parts} {different}"


def _written_otherwise(holds: Trace, fails: Trace) -> str:
    """The first result that one of two runs writes more often than the other, if both write it."""
    mine, theirs = (
        {(node, text): count for node, rows in results_of(trace) for text, count in rows}
        for trace in (holds, fails)
    )
    for place in sorted(mine.keys() & theirs.keys()):
        if mine[place] != theirs[place]:
            return f"{place[1]} is written {mine[place]} times there, {theirs[place]} times here."
    return ""


def _what_happens(reading: Reading, step: int) -> str:
    """The fact of a step that says most about it."""
    if step >= len(reading.trace):
        return "the run is over."
    begin, end = reading.trace.event_range(step)
    told = [i for i in range(begin, end) if not isinstance(reading.events[i], e.MailTaken)]
    if not told:
        return f"{reading.name(reading.trace.heads[step].actor)} goes."
    return reading.sentence(min(told, key=lambda i: rank_of(type(reading.events[i]).__name__)))
