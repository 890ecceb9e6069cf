"""Why a watermark is what it is, why it has not moved on, why a channel is idle or not aligned.

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
    """``why is the watermark of windows 12:00``."""
    operator = clock_of(reading, parts["task"])
    mark = reading.operator(operator).stands_at
    if parts.get("time"):
        wanted = time_of(reading, parts["time"])
        if wanted > mark:
            return explain_mark_not_moved(reading, parts)
        moved = [i for i in _moves(reading, operator) if _after(reading.events[i]) <= wanted]
        if moved:
            mark = _after(reading.events[moved[-1]])
    moves = [i for i in _moves(reading, operator) if _after(reading.events[i]) == mark]
    if not moves:
        return explain_mark_not_moved(reading, parts)
    at = moves[-1]
    when = reading.time(reading.at_ms(at))
    finding = Finding(
        reading.say(
            "The watermark of {operator} came to {mark} at {time}.",
            operator=reading.name(operator),
            mark=reading.time(mark),
            time=when,
        ),
        told_way(reading, at),
    )
    node = reading.node(operator)
    ways = [] if mark == MAX_TIMESTAMP else passed(reading, node, mark, at)
    if ways:
        last = max(reading.at_ms(way.at) for way in ways)
        its_own = [
            way
            for way in ways
            if reading.at_ms(way.at) == last and reading.events[way.at].timestamp == mark
        ]
        reads = letting_go(reading, node, its_own or ways, at)
        finding.cause = [reading.record(read) for read in reads]
        finding.any_would_do = True
        if goes_without_records(reading, node, at):
            finding.unknown = reading.say(NOT_WITHOUT_TRYING)
        else:
            every = {read for each in ways for read in each.any_of}
            finding.needs = frozenset(reading.offsets[read] for read in every)
    else:
        finding.cause = [reading.fact(finding.links[-1].fact)]
    if mark not in (MIN_TIMESTAMP, MAX_TIMESTAMP):
        holders = holders_of(reading, operator)
        if holders and mark == reading.operator(operator).stands_at:
            least = min(holders, key=lambda one: (one.watermark, one.operator, one.split))
            finding.sentence += reading.gap + in_words(reading, least, mark + 1, len(holders) - 1)
    finding.effect = moved_so(reading, at)
    return finding


def clock_of(reading: Reading, text: str) -> str:
    """The operator whose event-time clock is meant: of a chain, the first that has one.

    Raises: QuestionError.
    """
    found = operators_of(reading, text)
    moved = {reading.events[i].operator for i in reading.of(e.OperatorWatermarkAdvanced)}
    return next((one for one in found if one in moved), found[0])


def _moves(reading: Reading, operator: str) -> list[int]:
    """Where its watermark moved; of an operator without an event-time clock, where it handed one on."""
    for kind in _MOVES:
        own = [index for index in reading.of(kind) if reading.events[index].operator == operator]
        if own:
            return own
    return []


_MOVES = (e.OperatorWatermarkAdvanced, e.WatermarkEmitted)


def _after(fact: Any) -> int:
    mark = fact.timestamp if isinstance(fact, e.WatermarkEmitted) else fact.after
    return int(mark)


def _moves_in(trace: Trace, node: int) -> list[tuple[int, str, int]]:
    """As :func:`_moves` in any run of the job, of all instances: times, operators and watermarks."""
    for kind in _MOVES:
        own = [
            (time, str(fact.operator), _after(fact))
            for time, fact in with_times(trace, kind)
            if node_in(fact.operator) == node
        ]
        if own:
            return own
    return []


def moved_so(reading: Reading, at: int) -> Occurrence:
    """That the clock comes to this watermark at this virtual time."""
    fact = reading.events[at]
    node, wanted = node_in(fact.operator), (reading.at_ms(at), str(fact.operator), _after(fact))

    def test(trace: Trace) -> bool:
        return wanted in _moves_in(trace, node)

    def tell(trace: Trace) -> str:
        own = [
            (time, mark)
            for time, operator, mark in _moves_in(trace, node)
            if operator == wanted[1] and time <= wanted[0]
        ]
        if not own:
            return reading.say("Then it has no watermark by {time}.", time=reading.time(wanted[0]))
        time, mark = own[-1]
        return reading.say(
            "Then it is at {mark} since {time}.", mark=reading.time(mark), time=reading.time(time)
        )

    return Occurrence(test, True, tell, wanted[0])


def explain_mark_not_moved(reading: Reading, parts: dict[str, Any]) -> Finding:
    """``why is the watermark of windows not 12:00``, or not further."""
    operator = clock_of(reading, parts["task"])
    mark = reading.operator(operator).stands_at
    wanted = time_of(reading, parts["time"]) if parts.get("time") else mark + 1
    named = reading.name(operator)
    if mark == MAX_TIMESTAMP:
        return Finding(
            reading.say(
                "The watermark of {operator} is at MAX: its input has ended.", operator=named
            ),
            [],
        )
    if mark >= wanted:
        at = reading.time(mark)
        raise QuestionError(
            reading.say(
                "the watermark of {operator} is at {mark}, which is {time} or more",
                operator=named,
                mark=at,
                time=parts["time"],
            )
        )
    stands = reading.say("The watermark of {operator} has not begun yet.", operator=named)
    if mark != MIN_TIMESTAMP:
        stands = reading.say(
            "The watermark of {operator} stands at {mark}.",
            operator=named,
            mark=reading.time(mark),
        )
    finding = not_yet(reading, stands, operator, wanted, [])
    moves = _moves(reading, operator)
    if moves:
        finding.links.insert(0, reading.link(moves[-1]))
    node, now = node_in(operator), reading.now_ms

    def test(trace: Trace) -> bool:
        return any(
            wanted <= mark < MAX_TIMESTAMP and time <= now
            for time, _, mark in _moves_in(trace, node)
        )

    def tell(trace: Trace) -> str:
        moves = _moves_in(trace, node)  # what the end of the input brings is none of it
        own = [mark for time, _, mark in moves if time <= now and mark < MAX_TIMESTAMP]
        return reading.say(
            "Then it is at {mark} by then.", mark=reading.time(max(own, default=MIN_TIMESTAMP))
        )

    finding.effect = Occurrence(test, False, tell, until_ms=now)
    return finding


# --- channels --------------------------------------------------------------------------------------


def explain_channel(reading: Reading, parts: dict[str, Any]) -> Finding:
    """``why is ch 1 of windows idle``, or not aligned."""
    channel = channel_of(reading, parts["channel"])
    known = reading.channel(channel)
    wants_idle = (parts.get("state") or "idle") == "idle"
    changes = [
        i for i in reading.of(e.ChannelStatusChanged) if reading.events[i].channel == channel
    ]
    named = reading.name(channel)
    if wants_idle and not known.idle:
        gone = [i for i in changes if reading.events[i].idle]
        if not gone:
            raise QuestionError(
                reading.say("{channel} is not idle, and has not been so in this run", channel=named)
            )
        told = reading.sentence(gone[-1])
        finding = Finding(
            reading.say("It is not idle now, but was: {sentence}", sentence=told),
            told_way(reading, gone[-1]),
        )
        finding.cause = [reading.fact(finding.links[-1].fact)]
        return finding
    if not wants_idle and known.aligned:
        raise QuestionError(
            reading.say("{channel} is aligned: it counts for the watermark", channel=named)
        )
    at = changes[-1]
    finding = Finding(reading.sentence(at), told_way(reading, at))
    finding.cause = [reading.fact(finding.links[-1].fact)]
    quiet = _quiet_split(reading, finding)
    if quiet:
        finding.sentence += reading.gap + quiet
    if not wants_idle:
        task = reading.name(reading.channels[channel].target)
        mark = reading.task(reading.channels[channel].target).inputs
        least = reading.time(mark[reading.channels[channel].input].watermark)
        finding.sentence += reading.say(
            " It is at {mark}, and {task} is at {least} already.",
            mark=reading.time(known.watermark),
            task=task,
            least=least,
        )
    return finding


def _quiet_split(reading: Reading, finding: Finding) -> str:
    """The split that went idle in the step in which its source said so; it is the cause then."""
    hops = [hop for link in finding.links for hop in (link, *link.skipped)]
    said = [hop.fact for hop in hops if isinstance(reading.events[hop.fact], e.StatusEmitted)]
    for index in reading.of(e.SplitStatusChanged):
        fact = reading.events[index]
        if not said or not fact.idle or reading.step(index) != reading.step(said[-1]):
            continue
        reads = [
            i
            for i in reading.of(e.SourceRecordRead)
            if i < index
            and reading.events[i].operator == fact.operator
            and reading.events[i].split == fact.split
        ]
        last = reading.time(reading.at_ms(reads[-1])) if reads else "never"
        gone = reading.time(reading.at_ms(index))
        finding.links.append(reading.link(index))
        finding.links += [reading.link(i) for i in reads[-1:]]
        finding.cause = [reading.fact(index)]
        return reading.say(
            "Its split {split} had its last record at {last}, and went idle at {gone}.",
            split=fact.split,
            last=last,
            gone=gone,
        )
    return ""
