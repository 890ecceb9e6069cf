"""Explainers for watermarks, and for idle or unaligned channels.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.analysis.why.causal_chain import told_way
from flinksim.analysis.why.finding import Finding, Occurrence, node_in, with_times
from flinksim.analysis.why.question_names import QuestionError, channel_of, operators_of, time_of
from flinksim.analysis.why.trace_index import Reading
from flinksim.analysis.why.watermark_blockers import holders_of
from flinksim.analysis.why.watermark_progress import (
    NOT_WITHOUT_TRYING,
    goes_without_records,
    letting_go,
    passed,
)
from flinksim.analysis.why.window_not_fired import in_words, not_yet
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace


def explain_watermark(reading: Reading, parts: dict[str, Any]) -> Finding:
    """Explain a watermark: ``why is the watermark of windows 12:00``."""
    operator = clock_of(reading, parts["task"])
    mark = reading.operator(operator).stands_at
    if parts.get("time"):
        target = time_of(reading, parts["time"])
        if target > mark:
            return explain_mark_not_moved(reading, parts)
        reached = [i for i in _moves(reading, operator) if _after(reading.events[i]) <= target]
        if reached:
            mark = _after(reading.events[reached[-1]])
    advances = [i for i in _moves(reading, operator) if _after(reading.events[i]) == mark]
    if not advances:
        return explain_mark_not_moved(reading, parts)
    last_advance = advances[-1]
    when = reading.time(reading.at_ms(last_advance))
    finding = Finding(
        reading.say(
            "The watermark of {operator} came to {mark} at {time}.",
            operator=reading.name(operator),
            mark=reading.time(mark),
            time=when,
        ),
        told_way(reading, last_advance),
    )
    node = reading.node(operator)
    passages = [] if mark == MAX_TIMESTAMP else passed(reading, node, mark, last_advance)
    if passages:
        last = max(reading.at_ms(way.at) for way in passages)
        exact_passages = [
            way
            for way in passages
            if reading.at_ms(way.at) == last and reading.events[way.at].timestamp == mark
        ]
        reads = letting_go(reading, node, exact_passages or passages, last_advance)
        finding.cause = [reading.record(read) for read in reads]
        finding.any_would_do = True
        if goes_without_records(reading, node, last_advance):
            finding.unknown = reading.say(NOT_WITHOUT_TRYING)
        else:
            all_reads = {read for each in passages for read in each.any_of}
            finding.needs = frozenset(reading.offsets[read] for read in all_reads)
    else:
        finding.cause = [reading.fact(finding.links[-1].fact)]
    if mark not in (MIN_TIMESTAMP, MAX_TIMESTAMP):
        blockers = holders_of(reading, operator)
        if blockers and mark == reading.operator(operator).stands_at:
            least = min(blockers, key=lambda one: (one.watermark, one.operator, one.split))
            finding.sentence += reading.gap + in_words(reading, least, mark + 1, len(blockers) - 1)
    finding.effect = moved_so(reading, last_advance)
    return finding


def clock_of(reading: Reading, text: str) -> str:
    """Return the operator whose event-time clock *text* denotes: the first of a chain that has one.

    Raises:
        QuestionError: No operator matches.
    """
    found = operators_of(reading, text)
    clocks = {reading.events[i].operator for i in reading.of(e.OperatorWatermarkAdvanced)}
    return next((one for one in found if one in clocks), found[0])


def _moves(reading: Reading, operator: str) -> list[int]:
    """Return the advances of the operator's watermark.

    An operator without an event-time clock advances when it emits a watermark.
    """
    for kind in _MOVES:
        advances = [
            index for index in reading.of(kind) if reading.events[index].operator == operator
        ]
        if advances:
            return advances
    return []


_MOVES = (e.OperatorWatermarkAdvanced, e.WatermarkEmitted)


def _after(fact: Any) -> int:
    mark = fact.timestamp if isinstance(fact, e.WatermarkEmitted) else fact.after
    return int(mark)


def _moves_in(trace: Trace, node: int) -> list[tuple[int, str, int]]:
    """Return (time, operator, watermark) of all advances of a node in any run of the job."""
    for kind in _MOVES:
        advances = [
            (time, str(fact.operator), _after(fact))
            for time, fact in with_times(trace, kind)
            if node_in(fact.operator) == node
        ]
        if advances:
            return advances
    return []


def moved_so(reading: Reading, at: int) -> Occurrence:
    """Build the outcome that the clock reaches this watermark at this virtual time."""
    fact = reading.events[at]
    node, expected = node_in(fact.operator), (reading.at_ms(at), str(fact.operator), _after(fact))

    def occurs(trace: Trace) -> bool:
        return expected in _moves_in(trace, node)

    def describe(trace: Trace) -> str:
        advances = [
            (time, mark)
            for time, operator, mark in _moves_in(trace, node)
            if operator == expected[1] and time <= expected[0]
        ]
        if not advances:
            return reading.say(
                "Then it has no watermark by {time}.", time=reading.time(expected[0])
            )
        time, mark = advances[-1]
        return reading.say(
            "Then it is at {mark} since {time}.", mark=reading.time(mark), time=reading.time(time)
        )

    return Occurrence(occurs, True, describe, expected[0])


def explain_mark_not_moved(reading: Reading, parts: dict[str, Any]) -> Finding:
    """Explain why a watermark has not advanced, or not to a time.

    For example ``why is the watermark of windows not 12:00``.
    """
    operator = clock_of(reading, parts["task"])
    mark = reading.operator(operator).stands_at
    target = time_of(reading, parts["time"]) if parts.get("time") else mark + 1
    name = reading.name(operator)
    if mark == MAX_TIMESTAMP:
        return Finding(
            reading.say(
                "The watermark of {operator} is at MAX: its input has ended.", operator=name
            ),
            [],
        )
    if mark >= target:
        at = reading.time(mark)
        raise QuestionError(
            reading.say(
                "the watermark of {operator} is at {mark}, which is {time} or more",
                operator=name,
                mark=at,
                time=parts["time"],
            )
        )
    status = reading.say("The watermark of {operator} has not begun yet.", operator=name)
    if mark != MIN_TIMESTAMP:
        status = reading.say(
            "The watermark of {operator} stands at {mark}.",
            operator=name,
            mark=reading.time(mark),
        )
    finding = not_yet(reading, status, operator, target, [])
    advances = _moves(reading, operator)
    if advances:
        finding.links.insert(0, reading.link(advances[-1]))
    node, now = node_in(operator), reading.now_ms

    def occurs(trace: Trace) -> bool:
        return any(
            target <= mark < MAX_TIMESTAMP and time <= now
            for time, _, mark in _moves_in(trace, node)
        )

    def describe(trace: Trace) -> str:
        advances = _moves_in(trace, node)  # without the final watermark at the end of the input
        watermarks = [mark for time, _, mark in advances if time <= now and mark < MAX_TIMESTAMP]
        return reading.say(
            "Then it is at {mark} by then.",
            mark=reading.time(max(watermarks, default=MIN_TIMESTAMP)),
        )

    finding.effect = Occurrence(occurs, False, describe, until_ms=now)
    return finding


# --- channels --------------------------------------------------------------------------------------


def explain_channel(reading: Reading, parts: dict[str, Any]) -> Finding:
    """Explain why a channel is idle or not aligned: ``why is ch 1 of windows idle``."""
    channel = channel_of(reading, parts["channel"])
    state = reading.channel(channel)
    wants_idle = (parts.get("state") or "idle") == "idle"
    changes = [
        i for i in reading.of(e.ChannelStatusChanged) if reading.events[i].channel == channel
    ]
    name = reading.name(channel)
    if wants_idle and not state.idle:
        idle_changes = [i for i in changes if reading.events[i].idle]
        if not idle_changes:
            raise QuestionError(
                reading.say("{channel} is not idle, and has not been so in this run", channel=name)
            )
        sentence = reading.sentence(idle_changes[-1])
        finding = Finding(
            reading.say("It is not idle now, but was: {sentence}", sentence=sentence),
            told_way(reading, idle_changes[-1]),
        )
        finding.cause = [reading.fact(finding.links[-1].fact)]
        return finding
    if not wants_idle and state.aligned:
        raise QuestionError(
            reading.say("{channel} is aligned: it counts for the watermark", channel=name)
        )
    last_change = changes[-1]
    finding = Finding(reading.sentence(last_change), told_way(reading, last_change))
    finding.cause = [reading.fact(finding.links[-1].fact)]
    split_sentence = _quiet_split(reading, finding)
    if split_sentence:
        finding.sentence += reading.gap + split_sentence
    if not wants_idle:
        task = reading.name(reading.channels[channel].target)
        mark = reading.task(reading.channels[channel].target).inputs
        least = reading.time(mark[reading.channels[channel].input].watermark)
        finding.sentence += reading.say(
            " It is at {mark}, and {task} is at {least} already.",
            mark=reading.time(state.watermark),
            task=task,
            least=least,
        )
    return finding


def _quiet_split(reading: Reading, finding: Finding) -> str:
    """Name the split that became idle in the same step as its source, and make it the cause."""
    hops = [hop for link in finding.links for hop in (link, *link.skipped)]
    emitted = [hop.fact for hop in hops if isinstance(reading.events[hop.fact], e.StatusEmitted)]
    for index in reading.of(e.SplitStatusChanged):
        fact = reading.events[index]
        if not emitted or not fact.idle or reading.step(index) != reading.step(emitted[-1]):
            continue
        reads = [
            i
            for i in reading.of(e.SourceRecordRead)
            if i < index
            and reading.events[i].operator == fact.operator
            and reading.events[i].split == fact.split
        ]
        last = reading.time(reading.at_ms(reads[-1])) if reads else "never"
        idle_since = reading.time(reading.at_ms(index))
        finding.links.append(reading.link(index))
        finding.links += [reading.link(i) for i in reads[-1:]]
        finding.cause = [reading.fact(index)]
        return reading.say(
            "Its split {split} had its last record at {last}, and went idle at {gone}.",
            split=fact.split,
            last=last,
            gone=idle_since,
        )
    return ""
