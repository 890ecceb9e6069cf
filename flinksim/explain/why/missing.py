"""Why a pane has not fired: what keeps the watermark, what the trigger says, or what is not in it.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.explain.why.answer import Link, Thing
from flinksim.explain.why.empty_panes import AskedPane, nothing_in_it, operator_name
from flinksim.explain.why.finding import Finding, KnobToTry, Occurrence, node_in, with_times
from flinksim.explain.why.firings import firings_of, what_fired
from flinksim.explain.why.holding import (
    Holder,
    holders_of,
    is_in_seconds,
    links_of,
    way_in_words,
)
from flinksim.explain.why.names import key_of, told, window_nodes, window_of
from flinksim.explain.why.reading import Reading, plural
from flinksim.java.timestamps import MIN_TIMESTAMP
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace


def explain_not_fired(reading: Reading, parts: dict[str, Any]) -> Finding:
    """``why has window [0, 10000) of a not fired``."""
    nodes = window_nodes(reading, parts.get("operator") or "")
    key = key_of(reading, parts["key"])
    node, window = window_of(reading, parts["window"], nodes, key)
    pane = AskedPane(node, key, window)
    fired = firings_of(reading, node, key, window)
    if fired:
        return _it_did(reading, pane, fired)
    assigned = _assigned(reading, pane)
    finding = _of_pane(reading, pane, assigned) if assigned else nothing_in_it(reading, pane)
    finding.effect = fires(reading, pane)
    return finding


def fires(reading: Reading, pane: AskedPane) -> Occurrence:
    """That the pane fires, by what the clock is now, and not because the input has ended."""
    now = reading.now_ms

    def test(trace: Trace) -> bool:
        return any(
            node_in(f.operator) == pane.node and f.key == pane.key and f.window == pane.window
            for time, f in with_times(trace, e.WindowFired)
            if time <= now and f.clock != "end of input"
        )

    def tell(trace: Trace) -> str:
        return what_fired(reading, trace, pane.node, pane.key, pane.window)

    return Occurrence(test, False, tell, until_ms=now)


def _it_did(reading: Reading, pane: AskedPane, fired: list[int]) -> Finding:
    at = fired[0]
    fact = reading.events[at]
    if fact.clock == "end of input":
        before = reading.time(reading.at_ms(at))
        finding = _of_pane(reading, pane, _assigned(reading, pane), at)
        finding.sentence = (
            f"{pane.told(reading)} fired only at {before}, because the input had ended: no watermark "
            f"had reached its end before. {finding.sentence}"
        )
        finding.links.insert(0, reading.link(at))
        finding.effect = fires(reading, pane)
        return finding
    return Finding(
        f"But it has: in step {reading.step(at):,}. {reading.sentence(at)}", [reading.link(at)]
    )


def _assigned(reading: Reading, pane: AskedPane) -> list[int]:
    found = []
    for index in reading.of(e.WindowAssigned):
        fact = reading.events[index]
        if fact.key == pane.key and fact.window == pane.window:
            if reading.node(fact.operator) == pane.node:
                found.append(index)
    return found


# --- the pane is there -----------------------------------------------------------------------------


def _of_pane(
    reading: Reading, pane: AskedPane, assigned: list[int], before: int | None = None
) -> Finding:
    last = reading.events[assigned[-1]]
    operator = last.operator
    asked = [
        index
        for index in reading.of(e.TriggerEvaluated)
        if (f := reading.events[index]).operator == operator
        and f.key == pane.key
        and f.window == pane.window
    ]
    timers = [
        index
        for index in reading.of(e.TimerRegistered)
        if (f := reading.events[index]).operator == operator
        and f.key == pane.key
        and f.namespace == pane.window
    ]
    ends = isinstance(pane.window, tuple)
    by_event_time = [
        index
        for index in timers
        if reading.events[index].domain == "event"
        and (not ends or reading.events[index].timestamp == pane.window[1] - 1)
    ]
    links = [reading.link(assigned[-1])]
    skipped = [
        i
        for i in reading.of(e.FiringSkipped)
        if (f := reading.events[i]).key == pane.key and f.window == pane.window
    ]
    if skipped:
        finding = Finding(
            f"{pane.told(reading)} came to fire, but nothing came out: {reading.sentence(skipped[-1])}",
            [*links, reading.link(skipped[-1])],
            [reading.fact(skipped[-1])],
        )
        return finding
    registered = by_event_time[-1] if by_event_time else None
    if registered is None or not _asks_for_its_end(reading, timers, pane, asked):
        return _trigger_waits(reading, pane, last.count, timers, asked, links)
    due = reading.events[registered].timestamp
    return not_yet(reading, pane, operator, due, last.count, links, before)


def _asks_for_its_end(
    reading: Reading, timers: list[int], pane: AskedPane, asked: list[int]
) -> bool:
    """Whether a timer at the end of the window is (or was) there: the default trigger has one."""
    if not isinstance(pane.window, tuple):
        return False
    causes = [reading.links.cause[index] for index in timers]
    by_trigger = [
        index
        for index, cause in zip(timers, causes, strict=True)
        if reading.events[index].domain == "event"
        and reading.events[index].timestamp == pane.window[1] - 1
    ]
    # the cleanup timer of a window without lateness stands at its end as well, whatever the trigger;
    # a trigger registers before it is asked, the window operator afterwards
    return any(not asked or index < asked[0] for index in by_trigger)


def _trigger_waits(
    reading: Reading,
    pane: AskedPane,
    count: int,
    timers: list[int],
    asked: list[int],
    links: list[Link],
) -> Finding:
    says = (
        f"its trigger was asked {plural(len(asked), 'time')} and said CONTINUE each time"
        if asked
        else "its trigger was never asked"
    )
    own = [
        f"{reading.events[i].domain} time {reading.time(reading.events[i].timestamp)}"
        for i in timers
        if not asked or i < asked[-1]
    ]
    if isinstance(pane.window, tuple):
        why = "it asks for no timer at the end of the window, as the default trigger does"
    else:
        why = "a global window has no end, so no watermark makes it fire"
    waits = f"; it waits for {told(own)}" if own and isinstance(pane.window, str) else ""
    finding = Finding(
        f"{pane.told(reading)} has {plural(count, 'element')}, but {says}: {why}{waits}.",
        [*links, *[reading.link(i) for i in asked[-1:]]],
    )
    finding.cause = [Thing("setting", f"the trigger of {operator_name(reading, pane.node)}")]
    finding.knobs = [KnobToTry("trigger", pane.node)]
    return finding


# --- the watermark is not there yet ----------------------------------------------------------------


def not_yet(
    reading: Reading,
    pane: AskedPane | None,
    operator: str,
    due: int,
    count: int,
    links: list[Link],
    before: int | None = None,
) -> Finding:
    """What waits for the watermark *due* of *operator*: who holds it back, and by how much."""
    if before is not None:
        reading = _just_before(reading, before)
    watermark = reading.operator(operator).watermark
    holders = holders_of(reading, operator)
    what = "A timer" if pane is None else f"{pane.told(reading)} has {plural(count, 'element')} and"
    waits = f"{what} fires when the watermark is at {reading.time(due)}"
    stands = (
        "there was no watermark yet"
        if watermark == MIN_TIMESTAMP
        else f"it is at {reading.time(watermark)}, {_gap(due - watermark)} short"
    )
    node = reading.node(operator)
    finding = Finding(f"{waits}; {stands}.", links)
    if not holders:
        finding.sentence += " Everything upstream is idle or has ended, and holds nothing back."
        finding.unknown = "whether a record will come that moves the watermark on"
        return finding
    least = min(holders, key=lambda one: (one.watermark, one.operator, one.split))
    finding.sentence += " " + in_words(reading, least, due, len(holders) - 1)
    finding.links = [*links, *links_of(reading, least)]
    finding.cause = [_cause(reading, least)]
    finding.knobs = _knobs(reading, least, node, due, watermark)
    if least.generates and not _in_seconds(least):
        finding.unknown = (
            f"when the next record of {_split(reading, least)} comes, and with which timestamp"
        )
    return finding


def _just_before(reading: Reading, index: int) -> Reading:
    """The run before the step in which the input had ended for the fact at *index*."""
    from flinksim.explain.why.reading import until_step

    ended = [i for i in reading.of(e.SplitReleased, e.SourceFinished) if i < index]
    last = reading.at_ms(max(ended)) if ended else 0
    first = min((i for i in ended if reading.at_ms(i) == last), default=index)
    return Reading(until_step(reading.trace, reading.step(first)))


def _gap(ms: int) -> str:
    return f"{ms:,} ms" if ms < 10_000 else f"{ms:,} ms ({ms / 1000:,.0f} s)"


def _in_seconds(holder: Holder) -> bool:
    return holder.greatest is not None and is_in_seconds(holder.greatest[0])


def _split(reading: Reading, holder: Holder) -> str:
    named = reading.name(holder.operator)
    return f"split {holder.split} of {named}" if holder.split else named


def in_words(reading: Reading, holder: Holder, due: int, others: int) -> str:
    """Who holds it back from *due*, as *others* do, and why, in a sentence or two."""
    who = _split(reading, holder)
    way = way_in_words(reading, holder) if holder.channels else ""
    back = f"It is held back by {who}" + (f" (through {way})" if way else "")
    back += f", and by {plural(others, 'other')} as far behind" if others > 0 else ""
    if not holder.asked:
        return f"{back}: it has not been asked for a watermark yet, the run has only begun."
    if not holder.generates:
        return (
            f"{back}: it has never put out a watermark. It has no watermark strategy, or one that "
            "makes none."
        )
    if holder.greatest is None:
        return f"{back}: no record with a timestamp has come from there."
    greatest = holder.greatest[0]
    if _in_seconds(holder):
        return (
            f"{back}: its greatest timestamp is {greatest}, read as milliseconds "
            f"{reading.time(greatest)} after 1970 began; it looks like one in seconds."
        )
    since = "" if holder.last_read is None else reading.time(reading.at_ms(holder.last_read))
    delay = greatest - holder.watermark - 1
    behind = f", less a delay of {delay} ms and 1" if 0 < delay < 10**9 else ""
    need = due - holder.watermark + greatest
    return (
        f"{back}: its greatest timestamp is {reading.time(greatest)}{behind}; nothing has come from "
        f"there since {since}. {_would_do(reading, need, due, holder)}"
    )


def _would_do(reading: Reading, need: int, due: int, holder: Holder) -> str:
    """Which record would do there, and how many other channels are short of *due*."""
    one = f"One with a timestamp of {reading.time(need)} or more would do"
    if not holder.channels:
        return f"{one}."
    target = reading.channels[holder.channels[0]].target
    others = [
        reading.channel(c.id) for c in reading.inputs_of(target) if c.id != holder.channels[0]
    ]
    short = sum(not one.idle and one.watermark < due for one in others)
    if not short:
        return f"{one}."
    are = "is" if short == 1 else "are"
    return f"{one} there; but {plural(short, 'other channel')} {are} short, too."


def _cause(reading: Reading, holder: Holder) -> Thing:
    if not holder.asked:
        named = reading.name(holder.operator)
        return Thing("fact", f"{named} has not been asked for a watermark yet")
    if not holder.generates:
        return Thing("setting", f"{reading.name(holder.operator)} has no watermarks")
    if _in_seconds(holder):
        return Thing("setting", f"the timestamps of {reading.name(holder.operator)} are in seconds")
    at = holder.last_read
    step = None if at is None else reading.step(at)
    mark = "no watermark" if holder.watermark == MIN_TIMESTAMP else reading.time(holder.watermark)
    return Thing("fact", f"{_split(reading, holder)} stands at {mark}", step)


def _knobs(
    reading: Reading, holder: Holder, node: int, due: int, watermark: int
) -> list[KnobToTry]:
    source = reading.node(holder.operator)
    if not holder.asked:
        return []
    if not holder.generates:
        return [KnobToTry("strategy", source)]
    if _in_seconds(holder):
        return [KnobToTry("unit", source)]
    knobs = [KnobToTry("idleness", source)]
    if holder.greatest is not None and due > holder.watermark:
        knobs.insert(0, KnobToTry("delay", source, guess=holder.watermark - due))
    knobs.append(KnobToTry("parallelism", source))
    read = None if holder.last_read is None else reading.read_of(holder.last_read)
    if read is not None and holder.greatest is not None:
        record = reading.offsets[read]
        stamps = reading.timestamps_with(record)
        own = stamps[record.offset]
        if own is not None:
            need = due - holder.watermark + holder.greatest[0] - own
            knobs.append(KnobToTry("next record", record=record, guess=need, timestamps=stamps))
    return knobs
