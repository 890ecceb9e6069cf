"""Explainers for one record: dropped, filtered out, not in the result, sent to a subtask.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.analysis.why.answer import Link, RecordId
from flinksim.analysis.why.causal_chain import told_way
from flinksim.analysis.why.finding import Finding, KnobToTry, Occurrence, node_in, with_times
from flinksim.analysis.why.question_names import (
    QuestionError,
    operators_of,
    record_of,
)
from flinksim.analysis.why.record_assignment import (
    came_of,
    explain_not_in_window,
    handled,
    skipped_as_late,
)
from flinksim.analysis.why.trace_index import Reading
from flinksim.analysis.why.watermark_progress import (
    NOT_WITHOUT_TRYING,
    goes_without_records,
    letting_go,
    passed,
    passing,
)
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace

MOST_BEFORE = 8
"""Number of earlier records whose removal is tried, one by one, to change a user function's state."""


def explain_dropped(reading: Reading, parts: dict[str, Any]) -> Finding:
    """Explain a dropped record: ``why was record 7 dropped``."""
    read = record_of(reading, parts["record"])
    drops = handled(reading, read, e.LateRecordDropped)
    if drops:
        return of_drop(reading, drops[0], read)
    filtered = handled(reading, read, e.RecordFiltered)
    if filtered:
        return _of_filter(reading, filtered[0], read)
    skipped = handled(reading, read, e.WindowSkippedAsLate)
    if skipped:
        return skipped_as_late(reading, skipped[0], read)
    dropped = [reading.events[i] for i in reading.of(e.LateRecordDropped)]
    known = reading.told([reading.value(fact.value) for fact in dropped])
    raise QuestionError(
        reading.say(
            "{record}, was not dropped; dropped were: {known}",
            record=reading.record(read).text,
            known=known,
        )
    )


def of_drop(reading: Reading, drop: int, read: int) -> Finding:
    """Explain why the record of the ``LateRecordDropped`` at *drop* was late."""
    fact = reading.events[drop]
    node = reading.node(fact.operator)
    links = [reading.link(drop), reading.link(read)]
    finding = Finding(_late_sentence(reading, drop), links)
    finding.effect = dropped_so(reading, drop, read)
    if fact.cleanup_time is not None:
        clock_advance = passing(reading, fact.operator, fact.cleanup_time, drop)
        if clock_advance is not None:
            closing = reading.say(
                "The watermark passed {time} at {when}. {sentence}",
                time=reading.time(fact.cleanup_time),
                when=reading.time(reading.at_ms(clock_advance)),
                sentence=reading.sentence(clock_advance),
            )
            links += told_way(reading, clock_advance, closing)
        passages = passed(reading, node, fact.cleanup_time, drop)
        if passages:
            smallest = min(passages, key=lambda way: (len(way.any_of), way.operator, way.split))
            finding.cause = [reading.record(each) for each in smallest.any_of]
            if goes_without_records(reading, node, drop):
                finding.cause = [
                    reading.record(each) for each in letting_go(reading, node, passages, drop)
                ]
            finding.any_would_do = True
            if goes_without_records(reading, node, drop):
                finding.unknown = reading.say(NOT_WITHOUT_TRYING)
            else:
                reads = {each for way in passages for each in way.any_of} | {read}
                finding.needs = frozenset(reading.offsets[each] for each in reads)
        late_by = fact.watermark - fact.cleanup_time + 1
        record = reading.offsets[read]
        timestamps = reading.timestamps_with(record)
        finding.knobs = [
            KnobToTry("delay", node, guess=late_by),
            KnobToTry("lateness", node, guess=late_by),
            KnobToTry("arrival", record=record),
            KnobToTry("order", record=record, timestamps=timestamps),
            KnobToTry("timestamp", record=record, guess=late_by, timestamps=timestamps),
            KnobToTry("offset", node, guess=late_by),
            KnobToTry("schedule"),
        ]
        event_types = [type(reading.events[link.fact]) for link in links]
        if e.SplitStatusChanged in event_types:
            finding.knobs.insert(0, KnobToTry("longer idleness", node))
    if not finding.cause:
        finding.cause = [reading.record(read)]
    return finding


def _late_sentence(reading: Reading, drop: int) -> str:
    fact = reading.events[drop]
    sentence = reading.sentence(drop)
    if fact.cleanup_time is None:
        return sentence
    return reading.say(
        "{sentence} It came {ms} ms of event time too late.",
        sentence=sentence,
        ms=fact.watermark - fact.cleanup_time + 1,
    )


def dropped_so(reading: Reading, drop: int, read: int) -> Occurrence:
    """Build the outcome that the record is dropped as late at this operator."""
    fact = reading.events[drop]
    expected = (node_in(fact.operator), repr(fact.key))

    def occurs(trace: Trace) -> bool:
        other = Reading(trace)
        record = reading.place_in(other, read)
        return any(
            (f.value, f.timestamp) == (fact.value, fact.timestamp)
            or ((own := other.read_of(i)) is not None and other.offsets[own] == record)
            for i in other.of(e.LateRecordDropped)
            if (node_in((f := other.events[i]).operator), repr(f.key)) == expected
        )

    at_ms = reading.at_ms(drop)
    windows = (fact.windows, *_each(fact.windows))

    def describe(trace: Trace) -> str:
        own = [
            (time, f)
            for time, f in with_times(trace, e.WindowFired)
            if node_in(f.operator) == expected[0] and f.key == fact.key and f.window in windows
        ]
        if not own:
            return reading.say("Then it is not dropped.")
        time, f = own[-1]
        times = sum(one.window == f.window and one.key == f.key for _, one in own)
        repeated = reading.say(" once more") if times > 1 else ""
        return reading.say(
            "Then it is in {window}, which fires{again} ({kind}) at {time} with {n} "
            "{n|element|elements}.",
            window=reading.window(f.window),
            again=repeated,
            kind=reading.word(f.kind),
            time=reading.time(time),
            n=f.count,
        )

    return Occurrence(occurs, True, describe, at_ms)


def _each(windows: Any) -> tuple[Any, ...]:
    return windows if isinstance(windows, tuple) else (windows,)


def _of_filter(reading: Reading, index: int, read: int) -> Finding:
    fact = reading.events[index]
    finding = Finding(
        reading.say(
            "{record}, was filtered out: {sentence}",
            record=reading.record(read).text,
            sentence=reading.sentence(index),
        ),
        [reading.link(index), reading.link(read)],
        [reading.fact(index)],
    )
    finding.unknown = reading.say(
        "what the condition of {operator} looks at: it is the user's",
        operator=reading.name(fact.operator),
    )
    finding.effect = _filtered_so(reading, index, read)
    finding.knobs = [KnobToTry("value", record=reading.offsets[read])]
    return finding


def _filtered_so(reading: Reading, index: int, read: int) -> Occurrence:
    """Build the outcome that the filter rejects the record."""
    node, record = node_in(reading.events[index].operator), reading.offsets[read]

    def occurs(trace: Trace) -> bool:
        other = Reading(trace)
        return any(
            node_in(other.events[i].operator) == node
            and (own := other.read_of(i)) is not None
            and other.offsets[own] == record
            for i in other.of(e.RecordFiltered)
        )

    def describe(trace: Trace) -> str:
        name = reading.name(reading.events[index].operator)
        return reading.say("Then {operator} lets it pass.", operator=name)

    return Occurrence(occurs, True, describe)


# --- not in the result -----------------------------------------------------------------------------


def explain_not_in_result(reading: Reading, parts: dict[str, Any]) -> Finding:
    """Explain why a record is not in the result, or not in a window.

    For example ``why is record 7 not in window [0, 10000) of a``.
    """
    read = record_of(reading, parts["record"])
    drops = handled(reading, read, e.LateRecordDropped)
    if drops:
        return of_drop(reading, drops[0], read)
    filtered = handled(reading, read, e.RecordFiltered)
    if filtered:
        return _of_filter(reading, filtered[0], read)
    assignments = handled(reading, read, e.WindowAssigned)
    if parts.get("window"):
        window_finding = explain_not_in_window(reading, parts, read, assignments)
        if window_finding is not None:
            return window_finding
    side_outputs = handled(reading, read, e.SideOutputEmitted)
    if side_outputs:
        return Finding(
            reading.say(
                "It went another way: {sentence}", sentence=reading.sentence(side_outputs[-1])
            ),
            [reading.link(i) for i in (*side_outputs, read)],
            [reading.fact(side_outputs[-1])],
        )
    results = came_of(reading, read, e.ResultWritten)
    if results:
        texts = reading.told([reading.events[index].text for index in results])
        return Finding(
            reading.say("But it is: in {results}.", results=texts),
            [reading.link(i) for i in results[:3]],
        )
    if assignments:
        from flinksim.analysis.why.window_not_fired import explain_not_fired

        fact = reading.events[assignments[-1]]
        finding = explain_not_fired(
            reading,
            {"key": reading.value(fact.key), "window": reading.window(fact.window), "operator": ""},
        )
        finding.sentence = reading.say(
            "It is in a pane that has brought no result. {sentence}", sentence=finding.sentence
        )
        return finding
    last_event = max(handled(reading, read, e.ElementProcessed), default=read)
    record = reading.offsets[read]
    return Finding(
        reading.say(
            "Nothing came of it after step {step}: {sentence}",
            step=reading.step(last_event),
            sentence=reading.sentence(last_event),
        ),
        [reading.link(last_event)],
        [reading.fact(last_event)],
        unknown=reading.say("what the user's function there does with it"),
        effect=_goes_on(reading, read),
        knobs=[
            KnobToTry("value", record=record),
            KnobToTry("later", record=record),
            *(KnobToTry("left out", record=one) for one in _handled_before(reading, last_event)),
            KnobToTry("schedule"),
        ],
    )


def _handled_before(reading: Reading, index: int) -> list[RecordId]:
    """Return the records that the operator processed just before; it may keep state of them."""
    operator = getattr(reading.events[index], "operator", "")
    earlier: dict[RecordId, None] = {}
    for i in reversed(reading.of(e.ElementProcessed)):
        if i < index and reading.events[i].operator == operator:
            read = reading.read_of(i)
            if read is not None and read != reading.read_of(index):
                earlier.setdefault(reading.offsets[read])
            if len(earlier) == MOST_BEFORE:
                break
    return [*earlier]


def _goes_on(reading: Reading, read: int) -> Occurrence:
    """Build the outcome that the record reaches further operators or results."""
    reached = {_where(reading, i) for i in _steps_of(reading, read)}

    def find_new_events(trace: Trace) -> list[tuple[Reading, int]]:
        other = Reading(trace)
        other_record = reading.place_in(other, read)
        reads = [own for own, record in other.offsets.items() if record == other_record]
        return [
            (other, i)
            for own in reads
            for i in _steps_of(other, own)
            if _where(other, i) not in reached
        ]

    def describe(trace: Trace) -> str:
        found = find_new_events(trace)
        results = [o.events[i].text for o, i in found if type(o.events[i]) is e.ResultWritten]
        if results:
            return reading.say("Then it is in {results}.", results=reading.told(results))
        names = [reading.name(o.events[i].operator) for o, i in found[:1]]
        return reading.say("Then it goes on to {operators}.", operators=reading.told(names))

    return Occurrence(lambda trace: bool(find_new_events(trace)), False, describe)


def _steps_of(reading: Reading, read: int) -> list[int]:
    return came_of(reading, read, e.ElementProcessed, e.ResultWritten)


def _where(reading: Reading, index: int) -> tuple[int, type[Any]]:
    fact = reading.events[index]
    return node_in(fact.operator), type(fact)


# --- to which subtask ------------------------------------------------------------------------------


def explain_subtask(reading: Reading, parts: dict[str, Any]) -> Finding:
    """Explain the partitioning of a record: ``why did record 7 go to windows[1]``."""
    read = record_of(reading, parts["record"])
    operators = operators_of(reading, parts["task"])
    received = [
        i
        for i in handled(reading, read, e.ElementReceived)
        if reading.events[i].subtask in {reading.subtask(one) for one in operators}
    ]
    if not received:
        others = handled(reading, read, e.ElementReceived)
        known = reading.told([reading.name(reading.events[i].subtask) for i in others])
        raise QuestionError(
            reading.say(
                "record {record} did not go to {task}; it went to {known}",
                record=parts["record"],
                task=parts["task"],
                known=known,
            )
        )
    receipt = received[0]
    channel = reading.channels[reading.events[receipt].channel]
    target = next(one for one in reading.plan.subtasks if one.id == channel.target)
    vertex = next(one for one in reading.plan.vertices if one.id == target.vertex)
    links: list[Link] = [reading.link(receipt)]
    keys = [
        i
        for i in reading.of(e.KeySelected)
        if i > receipt and reading.step(i) == reading.step(receipt)
        and reading.subtask(reading.events[i].operator) == target.id
    ]  # fmt: skip
    vertex_note = reading.say(
        "{vertex} has {n} {n|subtask|subtasks}", vertex=vertex.name, n=vertex.parallelism
    )
    finding = Finding("", links)
    is_keyed = channel.partitioner.upper().startswith("HASH")
    groups = vertex.max_parallelism
    first = -(-target.index * groups // vertex.parallelism)
    last = -(-(target.index + 1) * groups // vertex.parallelism) - 1
    if is_keyed and keys:
        fact = reading.events[keys[0]]
        finding.sentence = reading.say(
            "Its key is {key}, which belongs to key group {group} of {groups}. {where}; {task} "
            "has the key groups {first} to {last}.",
            key=reading.value(fact.key),
            group=str(fact.key_group),
            groups=str(groups),
            where=vertex_note,
            task=reading.name(target.id),
            first=str(first),
            last=str(last),
        )
        links.append(reading.link(keys[0]))
        finding.cause = [reading.fact(keys[0])]
    elif (
        is_keyed and vertex.parallelism > 1
    ):  # an operator without state does not select the key again
        finding.sentence = reading.say(
            "Its key belongs to one of the key groups {first} to {last} of {groups}, which are those "
            "of {task}. {where}.",
            first=str(first),
            last=str(last),
            groups=str(groups),
            task=reading.name(target.id),
            where=vertex_note,
        )
    elif vertex.parallelism == 1:
        finding.sentence = reading.say("{where}, so there is no other.", where=vertex_note)
    else:
        sent = [i for i in reading.of(e.ElementWritten) if reading.events[i].channel == channel.id]
        finding.sentence = reading.say(
            "{where}, and {source} gives its records to them by {partitioner}; {n} "
            "{n|element|elements} went that way.",
            where=vertex_note,
            source=reading.name(channel.source),
            partitioner=channel.partitioner,
            n=len(sent),
        )
    links.append(reading.link(read))
    finding.cause = finding.cause or [reading.record(read)]
    finding.effect = _goes_to(reading, receipt)
    finding.knobs = [KnobToTry("subtasks", channel.target_node)]
    return finding


def _goes_to(reading: Reading, at: int) -> Occurrence:
    """Build the outcome that the record reaches this subtask."""
    fact = reading.events[at]
    expected = (repr(fact.value), fact.timestamp)
    node = reading.channels[fact.channel].target_node

    def find_receivers(trace: Trace) -> dict[int, str]:
        """Return the index and name of each receiving subtask in that run."""
        other = Reading(trace, reading.language)
        numbers = {one.id: one.index for one in other.plan.subtasks}
        return {
            numbers[f.subtask]: other.name(f.subtask)
            for i in other.of(e.ElementReceived)
            if other.channels[(f := other.events[i]).channel].target_node == node
            and (repr(f.value), f.timestamp) == expected
        }

    def describe(trace: Trace) -> str:
        receivers = [*find_receivers(trace).values()]
        return (
            reading.say("Then it goes to {tasks}.", tasks=reading.told(receivers))
            if receivers
            else reading.say("Then it goes nowhere.")
        )

    index = next(one.index for one in reading.plan.subtasks if one.id == fact.subtask)
    return Occurrence(lambda trace: index in find_receivers(trace), True, describe)
