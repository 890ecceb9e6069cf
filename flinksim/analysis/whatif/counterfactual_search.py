"""Search for counterfactuals, and verification of causes by reruns.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from flinksim.analysis.whatif.change_catalog import turns_of
from flinksim.analysis.whatif.change_cost import RANKS, Size, size_of
from flinksim.analysis.whatif.experiment_runner import Bench, Case, TriedEnough, without_records
from flinksim.analysis.whatif.parameter_change import Turn
from flinksim.analysis.why.answer import LEFT_OUT, ChangeTold, Counterfactual, RecordId
from flinksim.analysis.why.answer import told as translate_part
from flinksim.analysis.why.finding import Finding, KnobToTry, Occurrence, node_in, with_times
from flinksim.analysis.why.trace_index import Reading, duration, until_ms
from flinksim.runtime.interleaving import ArrivalOrder
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace

MOST_TOLD = 3
"""Maximum number of counterfactuals in an answer."""

MOST_RECORDS_TRIED = 24
"""Largest cause that is minimized, if the trace already guarantees that it is minimal."""


@dataclass(frozen=True, slots=True)
class Tried:
    """Change that was found to be effective, with its amount, trace and number of runs."""

    case: Case
    told: ChangeTold
    by: int
    trace: Trace
    runs: int


def smallest(bench: Bench, turn: Turn, effect: Occurrence) -> Tried | None:
    """Return the smallest amount that changes the outcome; ``None`` if no amount does.

    With a good first guess two runs are enough: the outcome changes with it, and not with one less.
    """
    runs_before = bench.runs
    trials: dict[int, tuple[bool, Case, ChangeTold, Trace]] = {}

    def changes_outcome(amount: int) -> bool:
        if amount not in trials:
            case, program_change = turn.make(amount)
            trace = bench.run(case, effect.until_ms)
            trials[amount] = (effect.is_otherwise(trace), case, program_change, trace)
        return trials[amount][0]

    found = _least(changes_outcome, turn)
    if found is None:
        return None
    _, case, program_change, trace = trials[found]
    if (
        effect.until_ms is not None
    ):  # the outcome may change back later; the answer describes the full run
        trace = bench.run(case)
        if not effect.is_otherwise(trace):
            return None
    return Tried(case, program_change, found, trace, bench.runs - runs_before)


def _least(otherwise: Any, turn: Turn) -> int | None:
    if not turn.monotone:
        return next((amount for amount in range(1, turn.most + 1) if otherwise(amount)), None)
    guess = turn.guess
    if guess is not None and 1 <= guess <= turn.most and otherwise(guess):
        if guess == 1 or not otherwise(guess - 1):
            return guess
    low, high = 0, 1
    while not otherwise(high):
        if high == turn.most:
            return None
        low, high = high, min(2 * high, turn.most)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if otherwise(middle) else (middle, high)
    return high


def counterfactuals(bench: Bench, reading: Reading, finding: Finding) -> list[Counterfactual]:
    """Find the smallest effective change of each kind, and return the cheapest ones.

    Once enough are found, kinds in a more expensive class (:mod:`.change_cost`) are not tried.
    """
    bench.begin()
    if finding.effect is None:
        return []
    found: list[tuple[Size, Tried]] = []
    ranked = sorted(finding.knobs, key=lambda candidate: RANKS[candidate.kind])
    try:
        for _, candidates in groupby(ranked, key=lambda candidate: RANKS[candidate.kind]):
            if len(found) >= MOST_TOLD:
                break
            for candidate in candidates:
                trial = _smallest_of(bench, reading, finding, candidate)
                if trial is not None:
                    found.append((size_of(candidate.kind, trial.told, trial.by), trial))
    except TriedEnough:
        pass
    found.sort(key=lambda one: one[0])
    return [_told(bench, reading, finding.effect, trial) for _, trial in found[:MOST_TOLD]]


def _smallest_of(bench: Bench, reading: Reading, finding: Finding, knob: KnobToTry) -> Tried | None:
    """Find the place in the program where the smallest amount of the candidate is enough."""
    outcome = finding.effect
    assert outcome is not None
    ignores_time = finding.is_timeless or knob.kind == "schedule"
    target = outcome.under_schedules() if ignores_time else outcome
    for _, changes in groupby(_turns(bench.case, reading, knob), key=lambda change: change.rank):
        found = []
        try:
            for change in changes:
                trial = smallest(bench, change, target)
                if trial is not None:
                    found.append(trial)
        except TriedEnough:
            if not found:
                raise
        if found:
            return min(found, key=lambda trial: trial.by)
    return None


def _turns(case: Case, reading: Reading, knob: KnobToTry) -> Any:
    of_time = knob.kind != "parallelism"  # parallelism changes what the sources read
    upstream = reading.upstream(knob.node, of_time) if knob.node >= 0 else []
    return turns_of(case, knob, upstream, reading.now_ms, reading.plan.start_time_ms)


def not_by_itself(bench: Bench, reading: Reading, effect: Occurrence) -> Occurrence:
    """Return *effect* without what the unchanged run does anyway.

    A run may stop in the middle of a millisecond, and have the outcome in the rest of it. Changes
    then must have the outcome before that millisecond.
    """
    now = effect.until_ms
    if now is None or effect.holds or reading.view.status != "RUNNING":
        return effect
    if not effect.is_otherwise(bench.run(bench.case, now)):
        return effect
    return replace(
        effect, test=lambda trace: effect.test(until_ms(trace, now - 1)), until_ms=now - 1
    )


def _told(bench: Bench, reading: Reading, effect: Occurrence, tried: Tried) -> Counterfactual:
    change = in_language(reading, tried.told)
    text = reading.say(
        "With {new} in place of {old} as the {what} it is otherwise.",
        new=change.new,
        old=change.old,
        what=change.what,
    )
    if tried.told.new == LEFT_OUT:
        text = reading.say("Without {what} it is otherwise.", what=change.what)
    return Counterfactual(
        text,
        (change,),
        effect.tell(tried.trace),
        price(reading, _to_its_end(bench, reading), tried.trace),
        tried.runs,
        tried.case,
        lambda: bench.open(tried.case),
    )


def in_language(reading: Reading, told: ChangeTold) -> ChangeTold:
    """Translate the templates of a change."""
    subject, old, new = (
        translate_part(one, reading.labels) for one in (told.what, told.old, told.new)
    )
    return ChangeTold(subject, told.where, old, new)


def _to_its_end(bench: Bench, reading: Reading) -> Trace | None:
    """Return the unchanged run to its end; ``None`` if that exceeds a limit."""
    if reading.view.status != "RUNNING":
        return reading.trace
    try:
        return bench.unchanged
    except TriedEnough:
        return None


def price(reading: Reading, unchanged: Trace | None, changed: Trace) -> str:
    """Describe the side effects of the change: later or additional firings, more late records."""
    if unchanged is None:
        return ""
    baseline_times, changed_times = _firings(unchanged), _firings(changed)
    delays = [
        changed_times[pane] - baseline_times[pane]
        for pane in baseline_times
        if changed_times.get(pane, -1) > baseline_times[pane]
    ]
    parts = []
    if delays:
        parts.append(
            reading.say(
                "{n} {n|pane fires|panes fire} later, by up to {by}",
                n=len(delays),
                by=duration(max(delays)),
            )
        )
    extra_firings = sum(f.kind == "late" for _, f in with_times(changed, e.WindowFired)) - sum(
        f.kind == "late" for _, f in with_times(unchanged, e.WindowFired)
    )
    if extra_firings > 0:
        parts.append(reading.say("{n} {n|pane fires|panes fire} once more", n=extra_firings))
    extra_drops = len(changed.of(e.LateRecordDropped)) - len(unchanged.of(e.LateRecordDropped))
    if extra_drops > 0:
        parts.append(reading.say("{n} more {n|record is|records are} too late", n=extra_drops))
    return reading.say("For that, {what}.", what=reading.labels.listed(parts)) if parts else ""


def _firings(trace: Trace) -> dict[Any, int]:
    found: dict[Any, int] = {}
    for time, fact in with_times(trace, e.WindowFired):
        found.setdefault((node_in(fact.operator), repr(fact.key), repr(fact.window)), time)
    return found


# --- verification of the cause ---------------------------------------------------------------------


def confirm(bench: Bench, reading: Reading, finding: Finding) -> bool | None:
    """Verify that the outcome changes without the records of the cause, and minimize the cause.

    If the outcome stays the same, other records have the same effect, and the trace does not show
    it (for example another record that registers the same timer). Then all records read before are
    removed, and added back as long as the outcome stays changed.

    Returns:
        Whether the outcome changes; ``None`` if the cause has no records, or a limit was exceeded.
    """
    outcome = finding.effect
    records = [thing.record for thing in finding.cause if thing.record is not None]
    if outcome is None or not records or len(records) < len(finding.cause):
        return None

    # in arrival order the remaining records are read at the same times
    keeps_times = isinstance(bench.case.settings.interleaving, ArrivalOrder)
    until_ms = outcome.until_ms if keeps_times else None

    def is_sufficient(removed: list[RecordId]) -> bool:
        case = without_records(bench.case, frozenset(removed))
        return outcome.is_otherwise(bench.run(case, until_ms))

    try:
        if is_sufficient(records):
            if finding.unknown or len(records) <= MOST_RECORDS_TRIED:
                minimal = _shrunk(records, is_sufficient)
                finding.cause = [thing for thing in finding.cause if thing.record in minimal]
            return True
        earlier = _read_before(reading, finding)
        further = [record for record in earlier if record not in records]
        if not is_sufficient(records + further):
            return False
        minimal = _shrunk([*further, *records], is_sufficient)
    except TriedEnough:
        return None
    finding.cause = [reading.record(read) for record, read in earlier.items() if record in minimal]
    finding.any_would_do = True
    finding.needs = None
    return True


def _read_before(reading: Reading, finding: Finding) -> dict[RecordId, int]:
    """Return the records that were read before the event in question, with their reads."""
    event_index = finding.links[0].fact
    return {record: read for read, record in reading.offsets.items() if read < event_index}


def _shrunk(
    records: list[RecordId], goes_without: Callable[[list[RecordId]], bool]
) -> list[RecordId]:
    """Return a minimal subset of *records* whose removal still changes the outcome."""
    minimal, size = list(records), len(records) // 2
    while size:
        position = 0
        while position < len(minimal):
            fewer = minimal[:position] + minimal[position + size :]
            if fewer and goes_without(fewer):
                minimal = fewer
            else:
                position += size
        size //= 2
    return minimal
