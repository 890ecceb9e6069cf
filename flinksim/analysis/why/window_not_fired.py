"""Explainers for windows that have not fired: held-back watermark, trigger, or no elements.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.analysis.why.answer import Link, Thing
from flinksim.analysis.why.empty_windows import AskedPane, nothing_in_it, operator_name
from flinksim.analysis.why.finding import Finding, KnobToTry, Occurrence, node_in, with_times
from flinksim.analysis.why.question_names import key_of, window_nodes, window_of
from flinksim.analysis.why.trace_index import Reading
from flinksim.analysis.why.watermark_blockers import (
    Holder,
    holders_of,
    is_in_seconds,
    links_of,
    waiting_for_bundle,
    way_in_words,
)
from flinksim.analysis.why.window_fired import firings_of, what_fired
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace


def explain_not_fired(reading: Reading, parts: dict[str, Any]) -> Finding:
    """Explain why a window has not fired: ``why has window [0, 10000) of a not fired``."""
    nodes = window_nodes(reading, parts.get("operator") or "")
    key = key_of(reading, parts["key"])
    node, window = window_of(reading, parts["window"], nodes, key)
    query = AskedPane(node, key, window)
    firings = firings_of(reading, node, key, window)
    if firings:
        return _it_did(reading, query, firings)
    assignments = _assigned(reading, query)
    finding = (
        _of_pane(reading, query, assignments) if assignments else nothing_in_it(reading, query)
    )
    finding.effect = fires(reading, query)
    return finding


def fires(reading: Reading, pane: AskedPane) -> Occurrence:
    """Build the outcome that the window fires by now, and not because the input has ended.

    If the job has failed: that the window fires at all.
    """
    failed = reading.view.status == "FAILED"
    now = MAX_TIMESTAMP if failed else reading.now_ms

    def occurs(trace: Trace) -> bool:
        return any(
            node_in(f.operator) == pane.node and f.key == pane.key and f.window == pane.window
            for time, f in with_times(trace, e.WindowFired)
            if time <= now and (failed or f.clock != "end of input")
        )

    def describe(trace: Trace) -> str:
        return what_fired(reading, trace, pane.node, pane.key, pane.window)

    return Occurrence(occurs, False, describe, until_ms=None if failed else now)


def _it_did(reading: Reading, pane: AskedPane, fired: list[int]) -> Finding:
    first = fired[0]
    fact = reading.events[first]
    if fact.clock == "end of input":
        fired_at = reading.time(reading.at_ms(first))
        finding = _of_pane(reading, pane, _assigned(reading, pane), first)
        finding.sentence = reading.say(
            "{pane} fired only at {time}, because the input had ended: no watermark had reached "
            "its end before. {sentence}",
            pane=pane.told(reading),
            time=fired_at,
            sentence=finding.sentence,
        )
        finding.links.insert(0, reading.link(first))
        finding.effect = fires(reading, pane)
        return finding
    return Finding(
        reading.say(
            "But it has: in step {step}. {sentence}",
            step=reading.step(first),
            sentence=reading.sentence(first),
        ),
        [reading.link(first)],
    )


def _assigned(reading: Reading, pane: AskedPane) -> list[int]:
    found = []
    for index in reading.of(e.WindowAssigned):
        fact = reading.events[index]
        if fact.key == pane.key and fact.window == pane.window:
            if reading.node(fact.operator) == pane.node:
                found.append(index)
    return found


# --- the window has elements ------------------------------------------------------------------------


def _of_pane(
    reading: Reading, pane: AskedPane, assigned: list[int], before: int | None = None
) -> Finding:
    """Explain why a window with elements has not fired, before *before* if given."""
    last = reading.events[assigned[-1]]
    operator = last.operator
    evaluations = [
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
    has_end = isinstance(pane.window, tuple)
    event_timers = [
        index
        for index in timers
        if reading.events[index].domain == "event"
        and (not has_end or reading.events[index].timestamp == pane.window[1] - 1)
    ]
    links = [reading.link(assigned[-1])]
    skipped = [
        i
        for i in reading.of(e.FiringSkipped)
        if (f := reading.events[i]).key == pane.key and f.window == pane.window
    ]
    if skipped:
        finding = Finding(
            reading.say(
                "{pane} came to fire, but nothing came out: {sentence}",
                pane=pane.told(reading),
                sentence=reading.sentence(skipped[-1]),
            ),
            [*links, reading.link(skipped[-1])],
            [reading.fact(skipped[-1])],
        )
        return finding
    processing_timers = [
        index
        for index in timers
        if has_end
        and reading.events[index].domain == "processing"
        and reading.events[index].timestamp == pane.window[1] - 1
    ]
    if processing_timers and not event_timers:
        return _waits_for_the_clock(reading, pane, last.count, processing_timers[-1], links)
    registration = event_timers[-1] if event_timers else None
    if registration is None or not _asks_for_its_end(reading, timers, pane, evaluations):
        return _trigger_waits(reading, pane, assigned[-1], timers, evaluations, links)
    due = reading.events[registration].timestamp
    condition = reading.say(
        "{pane} has {n} {n|element|elements} and fires when the watermark is at {time}",
        pane=pane.told(reading),
        n=last.count,
        time=reading.time(due),
    )
    if before is not None:
        reading = _just_before(reading, before)
    return not_yet(reading, waiting(reading, condition, operator, due), operator, due, links)


def _waits_for_the_clock(
    reading: Reading, pane: AskedPane, count: int, registered: int, links: list[Link]
) -> Finding:
    due = reading.events[registered].timestamp
    sentence = reading.say(
        "{pane} has {n} {n|element|elements} and fires when the clock has passed {time}; it is at "
        "{now}.",
        pane=pane.told(reading),
        n=count,
        time=reading.time(due),
        now=reading.time(reading.now_ms),
    )
    return Finding(
        sentence + too_late_for_the_clock(reading),
        [*links, reading.link(registered)],
        [reading.fact(registered)],
    )


def too_late_for_the_clock(reading: Reading) -> str:
    """Describe that the job has finished, so that no processing-time timer fires any more."""
    if reading.view.status != "FINISHED":
        return ""
    return reading.say(
        " The job has finished before: at the end of the input, timers of processing time that are "
        "not due yet never fire."
    )


def waiting(reading: Reading, waits: str, operator: str, due: int) -> str:
    """Describe how far the watermark of *operator* is from *due*; *waits* is the text before it."""
    watermark = reading.operator(operator).watermark
    if watermark == MIN_TIMESTAMP:
        return reading.say("{waits}; there was no watermark yet.", waits=waits)
    return reading.say(
        "{waits}; it is at {time}, {gap} short.",
        waits=waits,
        time=reading.time(watermark),
        gap=_gap(due - watermark),
    )


def _asks_for_its_end(
    reading: Reading, timers: list[int], pane: AskedPane, asked: list[int]
) -> bool:
    """Return whether a trigger registered a timer at the end of the window.

    The default trigger does.
    """
    if not isinstance(pane.window, tuple):
        return False
    causes = [reading.links.cause[index] for index in timers]
    by_trigger = [
        index
        for index, cause in zip(timers, causes, strict=True)
        if reading.events[index].domain == "event"
        and reading.events[index].timestamp == pane.window[1] - 1
    ]
    # Without lateness the cleanup timer is also at the end of the window, whatever the trigger.
    # A trigger registers its timer before it is evaluated, the window operator afterwards.
    return any(not asked or index < asked[0] for index in by_trigger)


def _trigger_waits(
    reading: Reading,
    pane: AskedPane,
    last: int,
    timers: list[int],
    asked: list[int],
    links: list[Link],
) -> Finding:
    """Explain that the trigger has not fired."""
    trigger_answer = (
        reading.say(
            "its trigger was asked {n} {n|time|times} and said CONTINUE each time", n=len(asked)
        )
        if asked
        else reading.say("its trigger was never asked")
    )
    trigger_timers = [
        reading.say(
            "{domain} {time}",
            domain=reading.word(reading.events[i].domain + " time"),
            time=reading.time(reading.events[i].timestamp),
        )
        for i in timers
        if not asked or i < asked[-1]
    ]
    if isinstance(pane.window, tuple):
        why = reading.say(
            "it asks for no timer at the end of the window, as the default trigger does"
        )
    else:
        why = reading.say("a global window has no end, so no watermark makes it fire")
    timer_wait = (
        reading.say("; it waits for {timers}", timers=reading.told(trigger_timers))
        if trigger_timers and isinstance(pane.window, str)
        else ""
    )
    finding = Finding(
        reading.say(
            "{pane} has {n} {n|element|elements}, but {says}: {why}{waits}.",
            pane=pane.told(reading),
            n=reading.events[last].count,
            says=trigger_answer,
            why=why,
            waits=timer_wait,
        ),
        [*links, *[reading.link(i) for i in asked[-1:]]],
    )
    finding.cause = [
        Thing(
            "setting",
            reading.say("the trigger of {operator}", operator=operator_name(reading, pane.node)),
        )
    ]
    finding.knobs = [KnobToTry("trigger", pane.node)]
    read = reading.read_of(last)
    if read is not None:
        finding.knobs.append(KnobToTry("once more", record=reading.offsets[read]))
    return finding


# --- the watermark is held back ---------------------------------------------------------------------


def not_yet(reading: Reading, stands: str, operator: str, due: int, links: list[Link]) -> Finding:
    """Explain what holds the watermark of *operator* back from *due*.

    *stands* is the sentence about its current watermark.
    """
    watermark = reading.operator(operator).watermark
    node = reading.node(operator)
    finding = Finding(stands, links)
    blockers = holders_of(reading, operator)
    bundle_hold = waiting_for_bundle(reading, operator, due)
    if bundle_hold is not None and all(one.watermark >= due for one in blockers):
        finding.sentence += reading.gap + reading.sentence(bundle_hold)
        finding.links = [*links, reading.link(bundle_hold)]
        finding.cause = [reading.fact(bundle_hold)]
        finding.knobs = [KnobToTry("bundle")]
        return finding
    if not blockers:
        finding.sentence += reading.say(
            " Everything upstream is idle or has ended, and holds nothing back."
        )
        finding.unknown = reading.say("whether a record will come that moves the watermark on")
        return finding
    least = min(blockers, key=lambda one: (one.watermark, one.operator, one.split))
    finding.sentence += reading.gap + in_words(reading, least, due, len(blockers) - 1)
    finding.links = [*links, *links_of(reading, least)]
    finding.cause = [_cause(reading, least)]
    finding.knobs = _knobs(reading, least, node, due, watermark)
    if least.generates and not _in_seconds(least):
        finding.unknown = reading.say(
            "when the next record of {split} comes, and with which timestamp",
            split=_split(reading, least),
        )
    return finding


def _just_before(reading: Reading, index: int) -> Reading:
    """Index the run before the step in which the input ended for the event at *index*."""
    from flinksim.analysis.why.trace_index import until_step

    ends = [i for i in reading.of(e.SplitReleased, e.SourceFinished) if i < index]
    last = reading.at_ms(max(ends)) if ends else 0
    first = min((i for i in ends if reading.at_ms(i) == last), default=index)
    return Reading(until_step(reading.trace, reading.step(first)), reading.language)


def _gap(ms: int) -> str:
    return f"{ms:,} ms" if ms < 10_000 else f"{ms:,} ms ({ms / 1000:,.0f} s)"


def _in_seconds(holder: Holder) -> bool:
    return holder.greatest is not None and is_in_seconds(holder.greatest[0])


def _split(reading: Reading, holder: Holder) -> str:
    named = reading.name(holder.operator)
    return (
        reading.say("split {split} of {operator}", split=holder.split, operator=named)
        if holder.split
        else named
    )


def in_words(reading: Reading, holder: Holder, due: int, others: int) -> str:
    """Describe the blocker and the reason in one or two sentences; *others* block as well."""
    blocker_name = _split(reading, holder)
    path = way_in_words(reading, holder) if holder.channels else ""
    prefix = reading.say("It is held back by {who}", who=blocker_name)
    prefix += reading.say(" (through {way})", way=path) if path else ""
    if others > 0:
        prefix += reading.say(", and by {n} {n|other|others} as far behind", n=others)
    if not holder.asked:
        return reading.say(
            "{back}: it has not been asked for a watermark yet, the run has only begun.",
            back=prefix,
        )
    if not holder.generates:
        return reading.say(
            "{back}: it has never put out a watermark. It has no watermark strategy, or one that "
            "makes none.",
            back=prefix,
        )
    if holder.greatest is None:
        return reading.say("{back}: no record with a timestamp has come from there.", back=prefix)
    greatest = holder.greatest[0]
    if _in_seconds(holder):
        return reading.say(
            "{back}: its greatest timestamp is {greatest}, read as milliseconds {time} after "
            "1970 began; it looks like one in seconds.",
            back=prefix,
            greatest=str(greatest),
            time=reading.time(greatest),
        )
    since = "" if holder.last_read is None else reading.time(reading.at_ms(holder.last_read))
    delay = greatest - holder.watermark - 1 if holder.delay is None else holder.delay
    delay_text = (
        reading.say(", less a delay of {delay} ms and 1", delay=str(delay))
        if 0 < delay < 10**9 and not holder.is_newer
        else ""
    )
    if holder.is_newer:
        delay_text = reading.say(", of which no watermark has been made yet")
    needed = due + delay + 1
    return reading.say(
        "{back}: its greatest timestamp is {greatest}{behind}; nothing has come from there since "
        "{since}. {would_do}",
        back=prefix,
        greatest=reading.time(greatest),
        behind=delay_text,
        since=since,
        would_do=_would_do(reading, needed, due, holder),
    )


def _would_do(reading: Reading, need: int, due: int, holder: Holder) -> str:
    """Describe which record would release the watermark, and other channels below *due*."""
    if holder.is_newer and holder.greatest is not None and need <= holder.greatest[0]:
        return reading.say("It will be, within one interval of watermarks.")
    sentence = reading.say(
        "One with a timestamp of {time} or more would do", time=reading.time(need)
    )
    if not holder.channels:
        return sentence + reading.stop
    target = reading.channels[holder.channels[0]].target
    others = [
        reading.channel(c.id) for c in reading.inputs_of(target) if c.id != holder.channels[0]
    ]
    below_count = sum(not sentence.idle and sentence.watermark < due for sentence in others)
    if not below_count:
        return sentence + reading.stop
    return reading.say(
        "{one} there; but {n} other {n|channel is|channels are} short, too.",
        one=sentence,
        n=below_count,
    )


def _cause(reading: Reading, holder: Holder) -> Thing:
    """Build the cause of a held-back watermark."""
    if not holder.asked:
        named = reading.name(holder.operator)
        return Thing(
            "fact", reading.say("{operator} has not been asked for a watermark yet", operator=named)
        )
    if not holder.generates:
        return Thing(
            "setting",
            reading.say("{operator} has no watermarks", operator=reading.name(holder.operator)),
        )
    if _in_seconds(holder):
        return Thing(
            "setting",
            reading.say(
                "the timestamps of {operator} are in seconds",
                operator=reading.name(holder.operator),
            ),
        )
    at = holder.last_read
    step = None if at is None else reading.step(at)
    mark = (
        reading.say("no watermark")
        if holder.watermark == MIN_TIMESTAMP
        else reading.time(holder.watermark)
    )
    return Thing(
        "fact",
        reading.say("{split} stands at {mark}", split=_split(reading, holder), mark=mark),
        step,
    )


def _knobs(
    reading: Reading, holder: Holder, node: int, due: int, watermark: int
) -> list[KnobToTry]:
    """Return the changes that may advance the watermark."""
    source = reading.node(holder.operator)
    if not holder.asked:
        return []
    if not holder.generates:
        return [KnobToTry("strategy", source)]
    if _in_seconds(holder):
        return [KnobToTry("unit", source)]
    candidates = [KnobToTry("idleness", source)]
    if holder.greatest is not None and due > holder.watermark:
        candidates.insert(0, KnobToTry("delay", source, guess=holder.watermark - due))
    candidates.append(KnobToTry("parallelism", source))
    read = None if holder.last_read is None else reading.read_of(holder.last_read)
    if read is not None and holder.greatest is not None:
        record = reading.offsets[read]
        timestamps = reading.timestamps_with(record)
        timestamp = timestamps[record.offset]
        if timestamp is not None:
            delay = (
                holder.greatest[0] - holder.watermark - 1 if holder.delay is None else holder.delay
            )
            needed = due + delay + 1 - timestamp
            candidates.append(
                KnobToTry("next record", record=record, guess=needed, timestamps=timestamps)
            )
    return candidates
