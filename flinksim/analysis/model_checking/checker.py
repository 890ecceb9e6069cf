"""Model checker: from a property to its verdict.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from io import StringIO
from itertools import islice
from typing import TYPE_CHECKING, Any

from flinksim.analysis.model_checking.partial_order_reduction import PartialOrderExplorer
from flinksim.analysis.model_checking.properties import (
    Outcome,
    Property,
    as_property,
    collect_results,
)
from flinksim.analysis.model_checking.verdict import CheckResult, DivergingPair, VerdictKind
from flinksim.analysis.why.run_differences import explain_run_difference
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.core.validation import validate_arguments
from flinksim.datastream.argument_checks import check_environment
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.graph.job_graph_generator import JobGraph
from flinksim.graph.rewrite import discard_sink_output, map_specs
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.fault_injection import Crash, InjectionError
from flinksim.runtime.interleaving import (
    CLOCK_BIT,
    ArrivalOrder,
    Interleaving,
    Scripted,
    Seeded,
)
from flinksim.runtime.local_executor import build_job_graph
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.trace import events as e
from flinksim.trace.narration.verbosity import find_rank
from flinksim.trace.recorder import Trace

if TYPE_CHECKING:
    from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment

MAX_RUNS = 2000
MAX_RANDOM_RUNS = 200
RUNS_BEFORE_RANDOM = 40
"""If two outcomes are enough, each schedule after the fortieth is followed by a random one.

The systematic search changes the end of a run first, so another outcome may be far away for it.
"""
MAX_STEPS = 20_000
MAX_SEEDS = 50
MAX_STEPS_FOR_SEED = 2000


def explore(
    env: StreamExecutionEnvironment,
    prop: Any,
    *,
    max_runs: int = MAX_RUNS,
    early_clock_steps: int = 0,
    max_crashes: int = 0,
    crash_targets: Sequence[str] | None = None,
    seed: int | None = None,
    settings: RunSettings | None = None,
    job_name: str | None = None,
    stop_early: bool = False,
) -> CheckResult:
    """Check whether *prop* holds for the program in *env* under every schedule, none, or some.

    The clock advances only when no task can run, except for *early_clock_steps* early clock steps per
    run. Buffers are flushed after each record. If schedules are left after *max_runs* runs, some more
    are run at random.

    State in global variables of user functions is not part of the state hash, so outcomes that
    depend on it may be missed. A function of a trace must not depend on the order of independent
    steps.

    Args:
        env: The program.
        prop: A condition that must hold after some step
            (:mod:`flinksim.analysis.expressions.conditions`), ``fs.always``, ``fs.never``,
            ``fs.eventually``, ``fs.same_result()``, or a function of a trace.
        max_runs: The maximum number of schedules that are tried systematically.
        early_clock_steps: The number of steps per run at which the clock may advance early.
        max_crashes: The maximum number of crashes per run, before any of its steps.
        crash_targets: The subtasks that may crash, such as ``v2/0``; unless given, any.
        seed: Check only the schedule ``fs.Seeded(seed, hurried)``. A property that holds under
            every schedule holds under each seed.
        settings: The settings of each run.
        job_name: The name of the job.
        stop_early: Whether to stop as soon as two outcomes have been seen. The verdict is the same,
            but other outcomes may be missed.

    Returns:
        The verdict, with a counterexample if the property does not always hold.

    Raises:
        TypeError: *prop* is not a property.
        ConditionError: The condition text is not understood. It is a ``ValueError``.
    """
    check_environment(env, "explore")
    return explore_pipeline(
        env.pipeline(job_name),
        prop,
        max_runs=max_runs,
        early_clock_steps=early_clock_steps,
        max_crashes=max_crashes,
        crash_targets=crash_targets,
        seed=seed,
        settings=settings,
        stop_early=stop_early,
    )


@validate_arguments
def explore_pipeline(
    pipeline: Pipeline,
    prop: Any,
    *,
    max_runs: int = MAX_RUNS,
    early_clock_steps: int = 0,
    max_crashes: int = 0,
    crash_targets: Sequence[str] | None = None,
    seed: int | None = None,
    settings: RunSettings | None = None,
    stop_early: bool = False,
    on_run: Callable[[int, int], None] = lambda runs, outcomes: None,
) -> CheckResult:
    """Check a property of a program that an executor received; see :func:`explore`.

    *on_run* is called after each run with the number of runs and of outcomes so far.
    """
    checked_property = as_property(prop)
    pipeline_without_output = map_specs(pipeline, lambda one: discard_sink_output(one.spec))
    targets = None if crash_targets is None else tuple(crash_targets)
    exploration = _ModelChecker(
        build_job_graph(pipeline_without_output),
        checked_property,
        settings or RunSettings(),
        early_clock_steps,
        max_crashes,
        targets,
    )
    if seed is not None:
        return exploration.check_seed(seed)
    return exploration.check(max_runs, stop_early, on_run)


class _ModelChecker:
    """Check of one property of one job."""

    def __init__(
        self,
        job_graph: JobGraph,
        prop: Property,
        settings: RunSettings,
        early_clock_steps: int,
        max_crashes: int,
        crash_targets: tuple[str, ...] | None,
    ) -> None:
        self._job_graph = job_graph
        self._property = prop
        self._settings = replace(settings, traced=True, writes_snapshots=False, trace="full")
        self._early_clock_steps = early_clock_steps
        self._max_crashes = max_crashes
        self._crash_targets = crash_targets
        self._crashes_by_trace: dict[int, tuple[Crash, ...]] = {}

    def check(
        self, max_runs: int, stop_early: bool, on_run: Callable[[int, int], None]
    ) -> CheckResult:
        """Check the property under all schedules, up to *max_runs*.

        With *stop_early*, stop when two outcomes have been seen. *on_run* gets the numbers of runs and
        outcomes after each run.
        """
        explorer = PartialOrderExplorer(
            self._job_graph, self._settings, self._property, early_clock_steps=self._early_clock_steps,
            max_crashes=self._max_crashes, crash_targets=self._crash_targets, max_steps=MAX_STEPS,
        )  # fmt: skip
        outcomes: dict[Outcome, int] = {}
        examples: dict[Outcome, Trace] = {}
        runs = pruned_runs = random_runs = 0
        random_schedules = self._run_random_schedules()
        for explored in explorer.explore_runs():
            runs += 1
            if explored.trace is None:
                pruned_runs += 1
            else:
                self._record_outcome(explored.trace, outcomes, examples, explored.crashes)
            if stop_early and runs > RUNS_BEFORE_RANDOM and len(outcomes) == 1:
                for trace in islice(random_schedules, 1):
                    random_runs += 1
                    self._record_outcome(trace, outcomes, examples)
            on_run(runs + random_runs, len(outcomes))
            if runs == max_runs or (stop_early and len(outcomes) > 1):
                break
        if not explorer.is_exhausted and not (stop_early and len(outcomes) > 1):
            for trace in random_schedules:
                random_runs += 1
                self._record_outcome(trace, outcomes, examples)
                on_run(runs + random_runs, len(outcomes))
                if len(outcomes) > 1 and (stop_early or random_runs >= MAX_RANDOM_RUNS // 4):
                    break
        return self._build_result(
            outcomes, examples, runs + random_runs, pruned_runs, random_runs, explorer
        )

    def check_seed(self, seed: int) -> CheckResult:
        """Check the property under the one random schedule that belongs to *seed*.

        A property that compares outcomes needs a second run: the reference is the run in arrival
        order.
        """
        outcomes: dict[Outcome, int] = {}
        examples: dict[Outcome, Trace] = {}
        if self._property.compares_outcomes:
            self._record_outcome(self._run(_ReplayedDecisions([])), outcomes, examples)
        self._record_outcome(self._run(Seeded(seed, self._early_clock_steps)), outcomes, examples)
        return self._build_result(outcomes, examples, len(outcomes), 0, 1, None)

    def _record_outcome(
        self,
        trace: Trace,
        outcomes: dict[Outcome, int],
        examples: dict[Outcome, Trace],
        crashes: tuple[Crash, ...] = (),
    ) -> None:
        outcome = self._property.evaluate(trace)
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
        example = examples.get(outcome)
        if example is None or self._measure_complexity(trace, crashes) < self._measure_complexity(
            example
        ):
            examples[outcome] = trace
            self._crashes_by_trace[id(trace)] = crashes

    def _measure_complexity(
        self, trace: Trace, crashes: tuple[Crash, ...] | None = None
    ) -> tuple[int, int]:
        """Return the number of crashes and the number of scheduling decisions of a run.

        Of several runs with the same outcome the one with the fewest is used as the example.
        """
        crashes_ = self._crashes_by_trace.get(id(trace), ()) if crashes is None else crashes
        return len(crashes_), len(trace.decisions)

    def _run_random_schedules(self) -> Iterator[Trace]:
        for seed in range(1, MAX_RANDOM_RUNS + 1):
            yield self._run(Seeded(seed, self._early_clock_steps))

    def _run(
        self,
        interleaving: Interleaving,
        crashes: tuple[Crash, ...] = (),
        max_steps: int = MAX_STEPS,
    ) -> Trace:
        interventions = (*self._settings.injected_actions, *crashes)
        settings = replace(
            self._settings,
            interleaving=interleaving,
            injected_actions=interventions,
            trace="full",
        )
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            cluster = MiniCluster(self._job_graph, settings)
            try:
                cluster.run(max_steps=max_steps)
            except (JobExecutionError, InjectionError):
                pass  # the trace ends with the failure
        self._crashes_by_trace[id(cluster.trace)] = crashes
        return cluster.trace

    def _build_result(
        self,
        outcomes: dict[Outcome, int],
        examples: dict[Outcome, Trace],
        runs: int,
        pruned_runs: int,
        random_runs: int,
        explorer: PartialOrderExplorer | None,
    ) -> CheckResult:
        if self._property.compares_outcomes:
            verdict: VerdictKind = "always" if len(outcomes) == 1 else "sometimes"
        else:
            verdict = (
                "sometimes" if len(outcomes) > 1 else "always" if True in outcomes else "never"
            )
        most_frequent = max(outcomes, key=lambda outcome: outcomes[outcome])
        if self._property.compares_outcomes:
            other = next(
                (outcome for outcome in outcomes if outcome != most_frequent), most_frequent
            )
            satisfying, violating = examples[most_frequent], examples[other]
        else:
            satisfying = examples.get(True, examples[most_frequent])
            violating = examples.get(False, satisfying)
        diverging_pair = (
            self._find_diverging_pair(satisfying, violating) if verdict == "sometimes" else None
        )
        note = (
            f", except in {self._early_clock_steps} steps of a run"
            if self._early_clock_steps
            else ""
        )
        if self._max_crashes:
            note += f"; up to {self._max_crashes} crash{'es' if self._max_crashes > 1 else ''} before any step"
        if explorer is not None and explorer.hash_failure:
            note += f"; equal states were not recognized ({explorer.hash_failure})"
        return CheckResult(
            property_text=self._property.text,
            verdict=verdict,
            runs=runs,
            pruned_runs=pruned_runs,
            random_runs=random_runs,
            is_exhausted=explorer is not None and explorer.is_exhausted,
            max_decisions=max(
                len(violating.decisions), 0 if explorer is None else explorer.max_decisions
            ),
            outcomes=outcomes,
            assumption=f"the clock advances when no task has work{note}",
            example=violating,
            settings=self._build_replay_settings(violating),
            diverging_pair=diverging_pair,
            failing_seed=None if verdict == "always" else self._find_failing_seed(violating),
        )

    def _find_failing_seed(self, violating: Trace) -> int | None:
        """Return the first seed whose random schedule violates the property, or ``None``.

        Only a limited number of seeds is tried; see :meth:`check_seed`.
        """
        if len(violating) > MAX_STEPS_FOR_SEED:
            return None
        outcome_of = self._property.evaluate
        expected = (
            outcome_of(self._run(_ReplayedDecisions([])))
            if self._property.compares_outcomes
            else True
        )
        return next(
            (
                seed
                for seed in range(1, MAX_SEEDS + 1)
                if outcome_of(self._run(Seeded(seed, self._early_clock_steps))) != expected
            ),
            None,
        )

    def _build_replay_settings(self, trace: Trace) -> RunSettings:
        script = Scripted(trace.decisions, flush_immediately=True)
        crashes = self._crashes_by_trace.get(id(trace), ())
        interventions = (*self._settings.injected_actions, *crashes)
        return replace(self._settings, interleaving=script, injected_actions=interventions)

    # --- two runs that diverge at one decision -----------------------------------------------------

    def _find_diverging_pair(self, satisfying: Trace, violating: Trace) -> DivergingPair | None:
        """Find two runs with different outcomes that differ in a single scheduling decision or crash.

        Both make the same decisions before it, and continue in arrival order after it.
        """
        outcome_of = self._property.evaluate
        default_run = self._run(_ReplayedDecisions([]))
        target = violating if outcome_of(default_run) != outcome_of(violating) else satisfying
        decisions = list(target.decisions)
        crashes = self._crashes_by_trace.get(id(target), ())
        expected = outcome_of(target)
        full_run = self._run(_ReplayedDecisions(decisions), crashes)
        if outcome_of(full_run) != expected:
            return None
        one, other = self._compare_without_last_crash(full_run, crashes) or self._bisect_decisions(
            full_run, crashes, default_run
        )
        if outcome_of(one) == expected:
            return None
        first, second = (other, one) if target is satisfying else (one, other)
        step = next(
            (n for n in range(min(len(one), len(other))) if one.headers[n] != other.headers[n]
             or one[n].events != other[n].events),
            min(len(one), len(other)) - 1,
        )  # fmt: skip
        return DivergingPair(first, second, step, _describe_divergence(first, second, step))

    def _compare_without_last_crash(
        self, full_run: Trace, crashes: tuple[Crash, ...]
    ) -> tuple[Trace, Trace] | None:
        """Return the runs without and with the last crash, if their outcomes differ; else ``None``."""
        if not crashes:
            return None
        script = _ReplayedDecisions(list(full_run.decisions))
        decisions_before = self._run(script, crashes[:-1], max_steps=crashes[-1].at - 1).decisions
        without_crash = self._run(_ReplayedDecisions(decisions_before), crashes[:-1])
        with_crash = self._run(_ReplayedDecisions(decisions_before), crashes)
        outcome_of = self._property.evaluate
        if outcome_of(without_crash) == outcome_of(full_run):
            return None
        return without_crash, with_crash if outcome_of(with_crash) == outcome_of(
            full_run
        ) else full_run

    def _bisect_decisions(
        self, full_run: Trace, crashes: tuple[Crash, ...], default_run: Trace
    ) -> tuple[Trace, Trace]:
        """Find the scheduling decision of *full_run* that changes the outcome, by bisection.

        Each trial replays the first decisions of *full_run* and continues in arrival order. The result
        is two runs that replay one decision less and one more, and have different outcomes.
        """
        outcome_of, expected = self._property.evaluate, self._property.evaluate(full_run)
        decisions = list(full_run.decisions)
        low, high = 0, len(decisions)
        runs = {
            low: self._run(_ReplayedDecisions([]), crashes) if crashes else default_run,
            high: full_run,
        }
        while high - low > 1:
            middle = (low + high) // 2
            runs[middle] = self._run(_ReplayedDecisions(decisions[:middle]), crashes)
            low, high = (low, middle) if outcome_of(runs[middle]) == expected else (middle, high)
        return runs[low], runs[high]


class _ReplayedDecisions(Scripted):
    """Schedule that repeats recorded scheduling decisions, then continues in arrival order.

    After the recorded decisions the clock advances only when no task can run.
    """

    def __init__(self, decisions: list[int]) -> None:
        super().__init__(decisions, _ClockLastOrder(), flush_immediately=True)


class _ClockLastOrder(ArrivalOrder):
    """Arrival order in which the clock advances only when no task can run."""

    def choose(self, mask: int) -> int:
        if mask & CLOCK_BIT and mask != CLOCK_BIT:
            mask &= ~CLOCK_BIT
        return super().choose(mask) if mask & (mask - 1) else mask.bit_length() - 1


def _describe_divergence(satisfying: Trace, violating: Trace, step: int) -> str:
    """Describe the decision at which two runs diverge, and its effect.

    The text tells which step each run takes first, and which results differ later.
    """
    own_run, other_run = TraceIndex(satisfying), TraceIndex(violating)
    first, second = _describe_step(own_run, step), _describe_step(other_run, step)
    different = (
        _describe_result_difference(satisfying, violating)
        or explain_run_difference(own_run, other_run).sentence
    )
    parts = (
        f"They diverge at step {step:,}. Run in which the property holds: {first} Run "
        f"in which it does not hold: {second}"
    )
    return f"{parts} {different}"


def _describe_result_difference(satisfying: Trace, violating: Trace) -> str:
    """Describe the first result that both runs write, but a different number of times."""
    first, second = (
        {(node, text): count for node, rows in collect_results(trace) for text, count in rows}
        for trace in (satisfying, violating)
    )
    for place in sorted(first.keys() & second.keys()):
        if first[place] != second[place]:
            return (
                f"{place[1]} is written {first[place]} times in the first run, "
                f"{second[place]} times in the second."
            )
    return ""


def _describe_step(run: TraceIndex, step: int) -> str:
    """Describe the most important event of a step."""
    if step >= len(run.trace):
        return "the run has ended."
    begin, end = run.trace.event_range(step)
    indices = [i for i in range(begin, end) if not isinstance(run.events[i], e.MailTaken)]
    if not indices:
        return f"{run.format_name(run.trace.headers[step].actor)} goes."
    return run.describe_event(min(indices, key=lambda i: find_rank(type(run.events[i]).__name__)))
