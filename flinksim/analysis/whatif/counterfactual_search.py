"""Trying what an answer says: without its cause, and with the smallest change that makes it otherwise.

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
from flinksim.analysis.why.answer import told as told_in
from flinksim.analysis.why.finding import Finding, KnobToTry, Occurrence, node_in, with_times
from flinksim.analysis.why.trace_index import Reading, duration, until_ms
from flinksim.runtime.interleaving import ArrivalOrder
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace

MOST_TOLD = 3
"""So many changes are told of one answer."""

MOST_RECORDS_TRIED = 24
"""A larger cause, of which the trace knows that it is a smallest one, is not tried to be smaller."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A change that makes it otherwise: the changed program, what it is, by how much, and its run."""

    case: Case
    told: ChangeTold
    by: int
    trace: Trace
    runs: int


def smallest(bench: Bench, turn: Turn, effect: Occurrence) -> Tried | None:
    """The least that makes it otherwise; ``None`` if nothing up to ``turn.most`` does.

    With a good guess two runs are enough: it is otherwise with it, and not with one less.
    """
    begun = bench.runs
    known: dict[int, tuple[bool, Case, ChangeTold, Trace]] = {}

    def otherwise(by: int) -> bool:
        if by not in known:
            case, told = turn.make(by)
            trace = bench.run(case, effect.until_ms)
            known[by] = (effect.is_otherwise(trace), case, told, trace)
        return known[by][0]

    found = _least(otherwise, turn)
    if found is None:
        return None
    _, case, told, trace = known[found]
    if effect.until_ms is not None:  # what comes later is told, too, and may turn it back
        trace = bench.run(case)
        if not effect.is_otherwise(trace):
            return None
    return Tried(case, told, found, trace, bench.runs - begun)


def _least(otherwise: Any, turn: Turn) -> int | None:
    if not turn.monotone:
        return next((by for by in range(1, turn.most + 1) if otherwise(by)), None)
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
    """Of each kind the smallest change that makes it otherwise, the smallest of all first.

    Once enough are found, changes that are never as small (:mod:`.sizes`) are not tried.
    """
    bench.begin()
    if finding.effect is None:
        return []
    found: list[tuple[Size, Tried]] = []
    ranked = sorted(finding.knobs, key=lambda knob: RANKS[knob.kind])
    try:
        for _, knobs in groupby(ranked, key=lambda knob: RANKS[knob.kind]):
            if len(found) >= MOST_TOLD:
                break
            for knob in knobs:
                tried = _smallest_of(bench, reading, finding, knob)
                if tried is not None:
                    found.append((size_of(knob.kind, tried.told, tried.by), tried))
    except TriedEnough:
        pass
    found.sort(key=lambda one: one[0])
    return [_told(bench, reading, finding.effect, tried) for _, tried in found[:MOST_TOLD]]


def _smallest_of(bench: Bench, reading: Reading, finding: Finding, knob: KnobToTry) -> Tried | None:
    """Of all places where the knob could be turned, that where the least is enough."""
    effect = finding.effect
    assert effect is not None
    timeless = finding.is_timeless or knob.kind == "schedule"
    wanted = effect.under_schedules() if timeless else effect
    for _, turns in groupby(_turns(bench.case, reading, knob), key=lambda turn: turn.rank):
        found = []
        try:
            for turn in turns:
                one = smallest(bench, turn, wanted)
                if one is not None:
                    found.append(one)
        except TriedEnough:
            if not found:
                raise
        if found:
            return min(found, key=lambda one: one.by)
    return None


def _turns(case: Case, reading: Reading, knob: KnobToTry) -> Any:
    of_time = knob.kind != "parallelism"  # which has to do with what sources read
    upstream = reading.upstream(knob.node, of_time) if knob.node >= 0 else []
    return turns_of(case, knob, upstream, reading.now_ms, reading.plan.start_time_ms)


def not_by_itself(bench: Bench, reading: Reading, effect: Occurrence) -> Occurrence:
    """*effect* as changes are measured by it: what the run does unchanged is none of theirs.

    Where the run stands in the midst of a millisecond, it may do in the rest of it what it has not
    done yet. If so, changes have to do it before that millisecond.
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
    """*told* as a person reads it: turns give words that are not told yet."""
    what, old, new = (told_in(one, reading.labels) for one in (told.what, told.old, told.new))
    return ChangeTold(what, told.where, old, new)


def _to_its_end(bench: Bench, reading: Reading) -> Trace | None:
    """The asked run to its end, as changed runs go to theirs; ``None`` if that is too long to try."""
    if reading.view.status != "RUNNING":
        return reading.trace
    try:
        return bench.unchanged
    except TriedEnough:
        return None


def price(reading: Reading, unchanged: Trace | None, changed: Trace) -> str:
    """What the changed run has for it: later results, more of them, fewer or more late records."""
    if unchanged is None:
        return ""
    mine, theirs = _firings(unchanged), _firings(changed)
    later = [theirs[pane] - mine[pane] for pane in mine if theirs.get(pane, -1) > mine[pane]]
    said = []
    if later:
        said.append(
            reading.say(
                "{n} {n|pane fires|panes fire} later, by up to {by}",
                n=len(later),
                by=duration(max(later)),
            )
        )
    again = sum(f.kind == "late" for _, f in with_times(changed, e.WindowFired)) - sum(
        f.kind == "late" for _, f in with_times(unchanged, e.WindowFired)
    )
    if again > 0:
        said.append(reading.say("{n} {n|pane fires|panes fire} once more", n=again))
    drops = len(changed.of(e.LateRecordDropped)) - len(unchanged.of(e.LateRecordDropped))
    if drops > 0:
        said.append(reading.say("{n} more {n|record is|records are} too late", n=drops))
    return reading.say("For that, {what}.", what=reading.labels.listed(said)) if said else ""


def _firings(trace: Trace) -> dict[Any, int]:
    found: dict[Any, int] = {}
    for time, fact in with_times(trace, e.WindowFired):
        found.setdefault((node_in(fact.operator), repr(fact.key), repr(fact.window)), time)
    return found


# --- without its cause -----------------------------------------------------------------------------


def confirm(bench: Bench, reading: Reading, finding: Finding) -> bool | None:
    """Whether it is otherwise without the records of the cause, which is made as small as it can be.

    If it is not, others would have done as well, of which the trace does not tell (a split that goes
    idle instead, a timer that another record asks for again). They are looked for among the records
    that were read before: all are taken away, and put back as far as it stays otherwise.
    ``None`` if the cause is not of records, or was not tried; ``False`` if nothing helps.
    """
    effect = finding.effect
    records = [thing.record for thing in finding.cause if thing.record is not None]
    if effect is None or not records or len(records) < len(finding.cause):
        return None

    # in arrival order the records that are left are read when they were
    in_time = isinstance(bench.case.settings.interleaving, ArrivalOrder)
    until_ms = effect.until_ms if in_time else None

    def goes_without(taken: list[RecordId]) -> bool:
        case = without_records(bench.case, frozenset(taken))
        return effect.is_otherwise(bench.run(case, until_ms))

    try:
        if goes_without(records):
            if finding.unknown or len(records) <= MOST_RECORDS_TRIED:
                kept = _shrunk(records, goes_without)
                finding.cause = [thing for thing in finding.cause if thing.record in kept]
            return True
        before = _read_before(reading, finding)
        own = [record for record in before if record not in records]
        if not goes_without(records + own):
            return False
        kept = _shrunk([*own, *records], goes_without)
    except TriedEnough:
        return None
    finding.cause = [reading.record(read) for record, read in before.items() if record in kept]
    finding.any_would_do = True
    finding.needs = None
    return True


def _read_before(reading: Reading, finding: Finding) -> dict[RecordId, int]:
    """The records that were read before what was asked about, and where."""
    at = finding.links[0].fact
    return {record: read for read, record in reading.offsets.items() if read < at}


def _shrunk(
    records: list[RecordId], goes_without: Callable[[list[RecordId]], bool]
) -> list[RecordId]:
    """A part of *records* without which it is otherwise, and of which none can be left in."""
    kept, size = list(records), len(records) // 2
    while size:
        at = 0
        while at < len(kept):
            fewer = kept[:at] + kept[at + size :]
            if fewer and goes_without(fewer):
                kept = fewer
            else:
                at += size
        size //= 2
    return kept
