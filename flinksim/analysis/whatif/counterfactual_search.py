"""Search for counterfactuals, and verification of causes by reruns.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from flinksim.analysis.whatif.change_catalog import propose_changes
from flinksim.analysis.whatif.change_cost import COST_CLASSES, Cost, compute_change_cost
from flinksim.analysis.whatif.experiment_runner import (
    ExperimentRunner,
    ProgramVariant,
    TrialLimitExceeded,
    remove_records,
)
from flinksim.analysis.whatif.parameter_change import ParameterChange, ValueScale
from flinksim.analysis.whatif.run_effects import describe_cost
from flinksim.analysis.why.answer import Counterfactual, MessageTemplate, ProgramChange, RecordId
from flinksim.analysis.why.answer import translate_text as translate_part
from flinksim.analysis.why.finding import (
    CandidateChange,
    Finding,
    Outcome,
)
from flinksim.analysis.why.trace_index import TraceIndex, truncate_to_time
from flinksim.runtime.interleaving import ArrivalOrder
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace

UNREASONABLE_KINDS = ("schedule",)
"""Kinds of change that are tried only if the question asks for them: no engineer can make them."""

MAX_ROUND_VALUES = 3
"""Maximum number of round values that are tried for one change."""

MAX_COUNTERFACTUALS = 3
"""Maximum number of counterfactuals in an answer."""

MAX_RECORDS_MINIMIZED = 24
"""Maximum number of records in a cause that reruns try to make smaller.

It does not apply if the trace does not tell whether the cause is minimal; then reruns always try.
"""


@dataclass(frozen=True, slots=True)
class TrialResult:
    """Effective value of one change, the trace of that run, and the number of runs needed.

    ``amount`` is the smallest effective amount. ``limit`` is the value that it means, if the change
    has a rounder one.
    """

    variant: ProgramVariant
    change: ProgramChange
    amount: int
    trace: Trace
    run_count: int
    limit: MessageTemplate | None = None


def find_smallest_change(
    runner: ExperimentRunner, change: ParameterChange, outcome: Outcome
) -> TrialResult | None:
    """Find the smallest amount of *change* with which the outcome differs; ``None`` if there is none.

    With a good first guess two runs are enough: one with the guess, in which the outcome differs,
    and one with the next smaller amount, in which it does not. The result has a round value near that
    amount, which makes the outcome differ, too.
    """
    runs_before = runner.run_count
    trials: dict[int, tuple[bool, ProgramVariant, ProgramChange, Trace]] = {}

    def changes_outcome(amount: int) -> bool:
        if amount not in trials:
            case, program_change = change.apply(amount)
            trace = runner.run(case, outcome.until_ms)
            trials[amount] = (outcome.is_changed_in(trace), case, program_change, trace)
        return trials[amount][0]

    found = _find_least_amount(changes_outcome, change)
    if found is None:
        return None
    candidates = {}
    for amount in _list_sensible_amounts(changes_outcome, change, found):
        _, case, program_change, trace = trials[amount]
        if outcome.until_ms is not None:
            trace = runner.run(
                case
            )  # the outcome may change back later; the answer has the full run
        if outcome.is_changed_in(trace):
            candidates[amount] = case, program_change, trace
    if not candidates:
        return None
    # the first one of those with the most results: a late record costs some
    sensible = max(candidates, key=lambda one: len(candidates[one][2].get_events(e.ResultWritten)))
    case, program_change, trace = candidates[sensible]
    limit = None
    if sensible != found and change.values is not None and not change.values.depends_on_timing:
        bound = "change.at_least" if change.values.sign > 0 else "change.at_most"
        limit = MessageTemplate(bound, value=trials[found][2].new)
    return TrialResult(case, program_change, found, trace, runner.run_count - runs_before, limit)


def _list_sensible_amounts(
    changes_outcome: Callable[[int], bool], change: ParameterChange, least: int
) -> list[int]:
    """Return the amounts that may be proposed: one near the smallest, and one near the ordinary value."""
    if change.values is None:
        return [least]
    scales = [change.values]
    if change.values.ordinary is not None:
        scales.append(replace(change.values, ordinary=None))
    found = [_find_sensible_amount(changes_outcome, change, one, least) for one in scales]
    return list(dict.fromkeys(amount for amount in found if amount is not None))


def _find_sensible_amount(
    changes_outcome: Callable[[int], bool], change: ParameterChange, values: ValueScale, least: int
) -> int | None:
    """Return the amount of a round value with which the outcome differs, *least* if none is rounder.

    ``None`` if the change works at *least* by accident: not with the round values beyond it, or,
    where it depends on the timing, not with the values around them.
    """
    amounts = [
        one for one in values.list_sensible_amounts(least) if least <= one <= change.max_amount
    ]
    for amount in amounts[:MAX_ROUND_VALUES] or [least]:
        around = [
            min(one, change.max_amount)
            for one in (values.list_neighbors(amount) if values.depends_on_timing else ())
        ]
        if all(changes_outcome(one) for one in (amount, *around)):
            return amount
    return None


def _find_least_amount(
    changes_outcome: Callable[[int], bool], change: ParameterChange
) -> int | None:
    if not change.is_monotone:
        return next(
            (amount for amount in range(1, change.max_amount + 1) if changes_outcome(amount)), None
        )
    if change.values is not None and change.values.depends_on_timing:
        return _find_small_amount(changes_outcome, change.values, change.max_amount)
    guess = change.initial_amount
    if guess is not None and 1 <= guess <= change.max_amount and changes_outcome(guess):
        if guess == 1 or not changes_outcome(guess - 1):
            return guess
    low, high = 0, 1
    while not changes_outcome(high):
        if high == change.max_amount:
            return None
        low, high = high, min(2 * high, change.max_amount)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if changes_outcome(middle) else (middle, high)
    return high


def _find_small_amount(
    changes_outcome: Callable[[int], bool], values: ValueScale, max_amount: int
) -> int | None:
    """Find an effective amount whose value is at most an eighth beyond that of the smallest one.

    The smallest one is an accident of the run, so it is not worth the runs that it takes to find it.
    """
    low, value = 0, values.start
    while True:
        value = max(1, value * 2) if values.sign > 0 else value // 2
        high = min(max(low + 1, values.compute_amount(value)), max_amount)
        if changes_outcome(high):
            break
        if high == max_amount:
            return None
        low = high
    while high - low > max(1, (values.start + values.sign * high) // 8):
        middle = (low + high) // 2
        low, high = (low, middle) if changes_outcome(middle) else (middle, high)
    return high


def find_counterfactuals(
    runner: ExperimentRunner, run: TraceIndex, finding: Finding
) -> list[Counterfactual]:
    """Find the smallest effective change of each kind, and return the cheapest ones.

    Once enough are found, kinds in a more expensive class (:mod:`.change_cost`) are not tried.
    """
    runner.reset_counts()
    if finding.outcome is None:
        return []
    found: list[tuple[Cost, int, TrialResult]] = []
    proposed = [one for one in finding.candidates if one.kind not in UNREASONABLE_KINDS]
    ranked = sorted(
        proposed or finding.candidates, key=lambda candidate: COST_CLASSES[candidate.kind]
    )
    try:
        for _, candidates in groupby(ranked, key=lambda candidate: COST_CLASSES[candidate.kind]):
            if len(found) >= MAX_COUNTERFACTUALS:
                break
            for candidate in candidates:
                trial = _find_smallest_for_candidate(runner, run, finding, candidate)
                if trial is not None and not _has_lost_results(runner, run, trial):
                    cost = compute_change_cost(candidate.kind, trial.change, trial.amount)
                    found.append((cost, finding.candidates.index(candidate), trial))
                    runner.limit_further_trials()
    except TrialLimitExceeded:
        pass
    found.sort(key=lambda one: one[:2])
    return [
        _build_counterfactual(runner, run, finding.outcome, trial)
        for *_, trial in found[:MAX_COUNTERFACTUALS]
    ]


def _has_lost_results(runner: ExperimentRunner, run: TraceIndex, trial: TrialResult) -> bool:
    """Return whether most results of the unchanged program are missing in the changed run."""
    baseline = _complete_baseline(runner, run)
    before = 0 if baseline is None else len(baseline.get_events(e.ResultWritten))
    return before > 1 and 2 * len(trial.trace.get_events(e.ResultWritten)) < before


def _find_smallest_for_candidate(
    runner: ExperimentRunner, run: TraceIndex, finding: Finding, candidate: CandidateChange
) -> TrialResult | None:
    """Find the place in the program where the smallest amount of a kind of change is enough.

    One kind of change may fit several places, such as the delays of two watermark strategies.
    """
    outcome = finding.outcome
    assert outcome is not None
    ignores_time = finding.ignores_time or candidate.kind == "schedule"
    target = outcome.ignore_time() if ignores_time else outcome
    for _, changes in groupby(
        _propose_changes(runner.baseline, run, candidate), key=lambda change: change.priority
    ):
        found = []
        try:
            for change in changes:
                trial = find_smallest_change(runner, change, target)
                if trial is not None:
                    found.append(trial)
        except TrialLimitExceeded:
            if not found:
                raise
        if found:
            return min(found, key=lambda trial: trial.amount)
    return None


def _propose_changes(variant: ProgramVariant, run: TraceIndex, candidate: CandidateChange) -> Any:
    of_time = candidate.kind != "parallelism"  # parallelism changes what the sources read
    upstream = run.find_upstream_nodes(candidate.node, of_time) if candidate.node >= 0 else []
    duration_ms = run.now_ms - run.plan.start_time_ms
    return propose_changes(variant, candidate, upstream, duration_ms, run.median_pause_ms)


def exclude_spontaneous_effect(
    runner: ExperimentRunner, run: TraceIndex, outcome: Outcome
) -> Outcome:
    """Return a stricter *outcome* if the unchanged run would soon reach the desired effect anyway.

    The run in question may have stopped in the middle of a virtual millisecond, and the rest of that
    millisecond may have the effect. A change then counts only if it has the effect before that
    millisecond.
    """
    now = outcome.until_ms
    if now is None or outcome.has_occurred or run.job_state.status != "RUNNING":
        return outcome
    if not outcome.is_changed_in(runner.run(runner.baseline, now)):
        return outcome
    return replace(
        outcome,
        occurs=lambda trace: outcome.occurs(truncate_to_time(trace, now - 1)),
        until_ms=now - 1,
    )


def _build_counterfactual(
    runner: ExperimentRunner, run: TraceIndex, outcome: Outcome, trial: TrialResult
) -> Counterfactual:
    change = translate_change(run, trial.change)
    text = run.translate(
        "change.set",
        new=change.new,
        old=change.old
        if trial.limit is None
        else run.translate(
            "change.old_and_limit", old=change.old, limit=translate_part(trial.limit, run.language)
        ),
        what=change.subject,
    )
    if change.action == "remove":
        text = run.translate("change.remove", what=change.subject)
    if change.action == "add":
        text = run.translate("change.add", new=change.new, what=change.subject)
    return Counterfactual(
        text,
        (change,),
        outcome.describe(trial.trace),
        describe_cost(run, _complete_baseline(runner, run), trial.trace),
        trial.run_count,
        trial.variant,
        lambda: runner.open_simulation(trial.variant),
    )


def translate_change(run: TraceIndex, change: ProgramChange) -> ProgramChange:
    """Return *change* with its message templates translated to the language of *run*."""
    subject, location, old, new = (
        translate_part(one, run.language)
        for one in (change.subject, change.location, change.old, change.new)
    )
    return replace(change, subject=subject, location=location, old=old, new=new)


def _complete_baseline(runner: ExperimentRunner, run: TraceIndex) -> Trace | None:
    """Run the unchanged program to its end and return the trace; ``None`` if that exceeds a limit."""
    if run.job_state.status != "RUNNING":
        return run.trace
    try:
        return runner.baseline_trace
    except TrialLimitExceeded:
        return None


# --- verification of the cause ---------------------------------------------------------------------


def confirm_cause(runner: ExperimentRunner, run: TraceIndex, finding: Finding) -> bool | None:
    """Check by reruns that the outcome changes without the records of the cause.

    Then look for fewer records that are enough. If the outcome stays the same, other records have
    the same effect, and the trace does not show it (for example another record that registers the
    same timer). Then all records read before are removed, and added back as long as the outcome
    stays changed.

    Returns:
        Whether the outcome changes; ``None`` if the cause has no records, or a limit was exceeded.
    """
    outcome = finding.outcome
    records = [thing.record for thing in finding.causes if thing.record is not None]
    if outcome is None or not records or len(records) < len(finding.causes):
        return None

    # in arrival order the remaining records are read at the same times
    keeps_times = isinstance(runner.baseline.settings.interleaving, ArrivalOrder)
    until_ms = outcome.until_ms if keeps_times else None

    def is_sufficient(removed: list[RecordId]) -> bool:
        case = remove_records(runner.baseline, frozenset(removed))
        return outcome.is_changed_in(runner.run(case, until_ms))

    try:
        if is_sufficient(records):
            if finding.unknown or len(records) <= MAX_RECORDS_MINIMIZED:
                minimal = _minimize_records(records, is_sufficient)
                finding.causes = [thing for thing in finding.causes if thing.record in minimal]
            return True
        earlier = _find_earlier_records(run, finding)
        further = [record for record in earlier if record not in records]
        if not is_sufficient(records + further):
            return False
        minimal = _minimize_records([*further, *records], is_sufficient)
    except TrialLimitExceeded:
        return None
    finding.causes = [
        run.build_record_cause(read) for record, read in earlier.items() if record in minimal
    ]
    finding.any_suffices = True
    finding.relevant_records = None
    return True


def _find_earlier_records(run: TraceIndex, finding: Finding) -> dict[RecordId, int]:
    """Return the input records that were read before the event in question.

    The values are the indices of the events that read them.
    """
    event_index = finding.causal_chain[0].event_index
    return {record: read for read, record in run.record_ids.items() if read < event_index}


def _minimize_records(
    records: list[RecordId], is_sufficient: Callable[[list[RecordId]], bool]
) -> list[RecordId]:
    """Return a minimal subset of *records* whose removal still changes the outcome."""
    minimal, size = list(records), len(records) // 2
    while size:
        position = 0
        while position < len(minimal):
            fewer = minimal[:position] + minimal[position + size :]
            if fewer and is_sufficient(fewer):
                minimal = fewer
            else:
                position += size
        size //= 2
    return minimal
