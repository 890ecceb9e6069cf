"""Explainers for fired windows, merged sessions and results.

Not in Flink.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from flinksim.analysis.expressions.name_resolution import means_result
from flinksim.analysis.why.answer import Link, Thing
from flinksim.analysis.why.causal_chain import told_way
from flinksim.analysis.why.finding import Finding, KnobToTry, Occurrence, node_in, with_times
from flinksim.analysis.why.question_names import (
    QuestionError,
    key_of,
    window_nodes,
    window_of,
    windows_seen,
)
from flinksim.analysis.why.trace_index import Reading
from flinksim.analysis.why.watermark_progress import (
    NOT_WITHOUT_TRYING,
    OTHERS_MAY_HAVE_ASKED,
    generators_of,
    goes_without_records,
    letting_go,
    passed,
    passing,
)
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.trace import events as e
from flinksim.trace.query import chain_of_causes, records_in
from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import fold

MOST_RECORDS_TOLD = 6


def firings_of(reading: Reading, node: int, key: Any, window: Any) -> list[int]:
    """Return the firings of the window of *key* at *node*."""
    return [
        index
        for index in reading.of(e.WindowFired)
        if (fact := reading.events[index]).key == key
        and fact.window == window
        and reading.node(fact.operator) == node
    ]


def fired_so(reading: Reading, index: int) -> Occurrence:
    """Build the outcome of the firing at *index*.

    It compares operator, key, window, contents, kind and virtual time.
    """
    fact = reading.events[index]
    node, at = node_in(fact.operator), reading.at_ms(index)
    expected = (node, repr(fact.key), fact.window, fact.contents, fact.kind, at)

    def find_firings_in(trace: Trace) -> list[Any]:
        return [
            (node_in(f.operator), repr(f.key), f.window, f.contents, f.kind, time)
            for time, f in with_times(trace, e.WindowFired)
        ]

    return Occurrence(
        lambda trace: expected in find_firings_in(trace),
        True,
        lambda trace: what_fired(reading, trace, node, fact.key, fact.window),
        at,
        lambda trace: expected[:-1] in [one[:-1] for one in find_firings_in(trace)],
    )


def what_fired(reading: Reading, trace: Trace, node: int, key: Any, window: Any) -> str:
    """Describe the firings of the window in *trace*, as the outcome of a change."""
    found = [
        (time, f)
        for time, f in with_times(trace, e.WindowFired)
        if node_in(f.operator) == node and f.key == key and f.window == window
    ]
    if not found:
        return reading.say("Then it does not fire at all.")
    time, fact = found[0]
    more = reading.say(", and {n} more {n|time|times}", n=len(found) - 1) if len(found) > 1 else ""
    clock = (
        reading.say("because the input has ended")
        if fact.clock == "end of input"
        else reading.word(fact.kind)
    )
    return reading.say(
        "Then it fires at {time} ({clock}) with {n} {n|element|elements}: {contents}{more}.",
        time=reading.time(time),
        clock=clock,
        n=fact.count,
        contents=reading.value(fact.contents),
        more=more,
    )


def explain_fired(reading: Reading, parts: dict[str, Any]) -> Finding:
    """Explain a firing: ``why did window [0, 10000) of a fire``."""
    nodes = window_nodes(reading, parts.get("operator") or "")
    key = key_of(reading, parts["key"])
    node, window = window_of(reading, parts["window"], nodes, key)
    found = firings_of(reading, node, key, window)
    kind = {"on time": "on time", "early": "early", "late": "late", "again": "late"}.get(
        parts.get("kind") or ""
    )
    of_kind = [i for i in found if kind is None or reading.events[i].kind == kind]
    if not of_kind:
        if not found:
            from flinksim.analysis.why.window_not_fired import explain_not_fired

            return explain_not_fired(reading, parts)
        kinds = reading.told([reading.word(reading.events[index].kind) for index in found])
        raise QuestionError(
            reading.say(
                "{window} of {key} did not fire {kind}; it fired {kinds}",
                window=reading.window(window),
                key=reading.value(key),
                kind=reading.word(kind or ""),
                kinds=kinds,
            )
        )
    return of_firing(reading, of_kind[0])


def of_firing(reading: Reading, index: int) -> Finding:
    """Explain why the window fired at *index*, at that time and with these elements."""
    fact = reading.events[index]
    contents = records_in(reading.trace, index)
    links = told_way(reading, index)
    node = reading.node(fact.operator)
    finding = Finding(_sentence(reading, index, contents), links, effect=fired_so(reading, index))
    end_of = fact.window[1] - 1 if isinstance(fact.window, tuple) else None
    if fact.clock == "watermark" and end_of is not None and fact.kind == "on time":
        _by_watermark(reading, index, node, end_of, finding)
    elif fact.clock in ("record", "count") or fact.kind == "late":
        _by_record(reading, index, finding)
    elif fact.clock == "end of input":
        _by_the_end(reading, index, finding)
    if not finding.cause and contents:
        finding.cause = [reading.record(contents[-1])]
    finding.links += _what_is_in_it(reading, contents, links)
    if fact.kind == "early":
        finding.knobs.append(KnobToTry("trigger", node))
    finding.knobs += [KnobToTry("delay", node), KnobToTry("lateness", node), KnobToTry("schedule")]
    return finding


def _sentence(reading: Reading, index: int, contents: list[int]) -> str:
    when = reading.time(reading.at_ms(index))
    return reading.say(
        "At {time}: {sentence} {elements}",
        time=when,
        sentence=reading.sentence(index),
        elements=_elements(reading, contents),
    )


def _elements(reading: Reading, contents: list[int], of_result: bool = False) -> str:
    if not contents:
        return ""
    values = [reading.value(reading.events[i].value) for i in contents[:MOST_RECORDS_TOLD]]
    more = len(contents) - len(values)
    listed = reading.told(values) + (reading.say(" and {n} more", n=more) if more > 0 else "")
    if of_result:
        return reading.say("It came of {records}.", records=listed)
    return reading.say("In it {n|is|are} {records}.", n=len(contents), records=listed)


def _what_is_in_it(reading: Reading, contents: list[int], links: list[Link]) -> list[Link]:
    known = {link.fact for link in links}
    return [reading.link(i) for i in contents[:MOST_RECORDS_TOLD] if i not in known]


def _by_watermark(reading: Reading, index: int, node: int, time: int, finding: Finding) -> None:
    passages = passed(reading, node, time, index)
    if not passages or _let_go_by_an_end(reading, finding.links):
        _by_the_end(reading, index, finding)
        return
    finding.cause = [reading.record(read) for read in letting_go(reading, node, passages, index)]
    finding.any_would_do = True
    if goes_without_records(reading, node, index):
        finding.unknown = reading.say(NOT_WITHOUT_TRYING)
    else:
        reads = {read for each in passages for read in each.any_of}
        reads.update(records_in(reading.trace, index))
        finding.needs = frozenset(reading.offsets[read] for read in reads)


def _let_go_by_an_end(reading: Reading, links: list[Link]) -> bool:
    kinds = tuple(type(reading.events[link.fact]) for link in links)
    ends = (e.SplitReleased, e.SourceFinished, e.SplitStatusChanged, e.ChannelStatusChanged)
    return any(kind in ends for kind in kinds)


def _by_record(reading: Reading, index: int, finding: Finding) -> None:
    chain = chain_of_causes(reading.trace, index)
    processed = [i for i in chain if isinstance(reading.events[i], e.ElementProcessed)]
    read = reading.read_of(processed[-1]) if processed else None
    if read is not None:
        finding.cause = [reading.record(read)]


def _by_the_end(reading: Reading, index: int, finding: Finding) -> None:
    """Make the end or idleness of an input the cause; no record can be removed for it."""
    ends = (e.SplitReleased, e.SourceFinished, e.SplitStatusChanged, e.ChannelStatusChanged)
    for link in finding.links:
        if isinstance(reading.events[link.fact], ends):
            finding.cause = [reading.fact(link.fact)]
            return
    if reading.events[index].watermark == MAX_TIMESTAMP:
        ended = [i for i in reading.of(e.SourceFinished) if i < index]
        finding.cause = [reading.fact(i) for i in ended[-1:]]


# --- merged sessions --------------------------------------------------------------------------------


def explain_merged(reading: Reading, parts: dict[str, Any]) -> Finding:
    """Explain merged sessions: ``why did the sessions of a become [0, 60000)``."""
    nodes = window_nodes(reading, parts.get("operator") or "")
    key = key_of(reading, parts["key"])
    merges = [i for i in reading.of(e.WindowsMerged) if reading.events[i].key == key]
    if not merges:
        raise QuestionError(
            reading.say("no windows of key {key} became one in this run", key=reading.value(key))
        )
    if parts.get("window"):
        _, window = window_of(reading, parts["window"], nodes, key)
        matches = [i for i in merges if reading.events[i].result == window]
        if not matches:
            known = reading.told([reading.window(reading.events[i].result) for i in merges])
            raise QuestionError(
                reading.say(
                    "nothing became {window}; there is {known}",
                    window=reading.window(window),
                    known=known,
                )
            )
        merges = matches
    merge = next((i for i in reversed(merges) if _parts(reading.events[i]) > 1), merges[-1])
    fact = reading.events[merge]
    links = told_way(reading, merge)
    merged = fact.merged if isinstance(fact.merged, tuple) else (fact.merged,)
    windows = [merged] if all(type(b) is int for b in merged) else list(merged)
    overlaps = _between(reading, [*windows, fact.window])
    read = reading.read_of(merge)
    finding = Finding((reading.sentence(merge) + reading.gap + overlaps).rstrip(), links)
    if read is not None:
        finding.cause = [reading.record(read)]
    for index in reading.of(e.WindowAssigned):
        one = reading.events[index]
        if index < merge and one.key == key and one.window in windows:
            finding.links.append(reading.link(index))
    node = node_in(fact.operator)
    expected = (node, repr(key), fact.value)

    def occurs(trace: Trace) -> bool:
        return any(
            (node_in(f.operator), repr(f.key), f.value) == expected and f.merged != f.result
            for _, f in with_times(trace, e.WindowsMerged)
        )

    def describe(trace: Trace) -> str:
        sessions = [reading.window(window) for window in _sessions(trace, node, key)]
        return reading.say(
            "Then the sessions of {key} are {sessions}.",
            key=reading.value(key),
            sessions=reading.told(sessions),
        )

    finding.effect = Occurrence(occurs, True, describe, reading.now_ms)
    finding.knobs = [KnobToTry("gap", node)]
    return finding


def _sessions(trace: Trace, node: int, key: Any) -> list[tuple[int, int]]:
    """Return the sessions of a key that are open or have fired, in order."""
    found = {
        f.window
        for _, f in with_times(trace, e.WindowFired)
        if node_in(f.operator) == node and f.key == key
    }
    for operator, state in fold(trace.events).operators.items():
        if node_in(operator) == node:
            found |= {window for pane_key, window in state.panes if pane_key == key}
    return sorted(found)


def _parts(fact: e.WindowsMerged) -> int:
    merged = fact.merged if isinstance(fact.merged, tuple) else (fact.merged,)
    return 1 if all(type(bound) is int for bound in merged) else len(merged)


def _between(reading: Reading, windows: list[Any]) -> str:
    time_windows = sorted(
        window for window in windows if isinstance(window, tuple) and len(window) == 2
    )
    overlaps = [
        reading.say(
            "{later} begins at or before {time}, the end of {earlier}",
            later=reading.window(later),
            time=reading.time(earlier[1]),
            earlier=reading.window(earlier),
        )
        for earlier, later in pairwise(time_windows)
        if later[0] <= earlier[1]
    ]
    return reading.say("; ").join(overlaps) + reading.stop if overlaps else ""


def _id(reading: Reading, read: int | None) -> Any:
    return None if read is None else reading.offsets[read]


# --- results ---------------------------------------------------------------------------------------


def explain_result(reading: Reading, parts: dict[str, Any]) -> Finding:
    """Explain a result: ``why is the result (a,3)``."""
    results = reading.of(e.ResultWritten)
    result = (parts.get("result") or "").strip()
    if result.isdecimal() and int(result) < len(results):
        write = results[int(result)]
    else:
        matches = [i for i in results if means_result(result, reading.events[i].text)]
        if not matches:
            known = reading.told([reading.events[index].text for index in results])
            raise QuestionError(
                reading.say(
                    "no result {result} was written; there is {known}", result=result, known=known
                )
            )
        write = matches[0]
    fact = reading.events[write]
    contents = records_in(reading.trace, write)
    links = told_way(reading, write)
    elements = _elements(reading, contents, of_result=True)
    finding = Finding(reading.sentence(write) + reading.gap + elements, links)
    finding.cause = [reading.record(contents[-1])] if contents else [_no_record(reading, write)]
    finding.links += _what_is_in_it(reading, contents, links)
    if _is_of_a_timer(reading, links):
        finding.unknown = reading.say(OTHERS_MAY_HAVE_ASKED)
    node, text, time_ms = node_in(fact.operator), fact.text, reading.at_ms(write)

    def occurs(trace: Trace) -> bool:
        return any(
            (node_in(f.operator), f.text, time) == (node, text, time_ms)
            for time, f in with_times(trace, e.ResultWritten)
        )

    def describe(trace: Trace) -> str:
        texts = [
            f.text for _, f in with_times(trace, e.ResultWritten) if node_in(f.operator) == node
        ]
        return reading.say("Then the results are {results}.", results=reading.told(texts))

    def occurs_at_any_time(trace: Trace) -> bool:
        return any(
            (node_in(f.operator), f.text) == (node, text)
            for _, f in with_times(trace, e.ResultWritten)
        )

    finding.effect = Occurrence(occurs, True, describe, time_ms, occurs_at_any_time)
    finding.is_timeless = True
    finding.knobs = _knobs_of_result(reading, links, contents)
    return finding


def _knobs_of_result(reading: Reading, links: list[Link], contents: list[int]) -> list[KnobToTry]:
    """Return changes that may change the value: window contents, schedule, last record."""
    facts = [reading.events[one.fact] for link in links for one in (link, *link.skipped)]
    candidates: list[KnobToTry] = []
    for fact in facts:
        if isinstance(fact, e.WindowFired):
            node = reading.node(fact.operator)
            candidates += [KnobToTry("trigger", node)] if fact.kind == "early" else []
            candidates += [KnobToTry("delay", node), KnobToTry("delay", node, guess=-1)]
            candidates += [KnobToTry("lateness", node), KnobToTry("gap", node)]
            candidates += [KnobToTry("offset", node)]
            break
    candidates.append(KnobToTry("schedule"))
    if contents:
        record = reading.offsets[contents[-1]]
        timestamps = reading.timestamps_with(record)
        candidates.append(KnobToTry("timestamp", record=record, timestamps=timestamps))
        candidates.append(KnobToTry("left out", record=record))
    return candidates


def _is_of_a_timer(reading: Reading, links: list[Link]) -> bool:
    facts = [reading.events[one.fact] for link in links for one in (link, *link.skipped)]
    return any(isinstance(fact, e.TimerFired) and fact.namespace == "" for fact in facts)


def _no_record(reading: Reading, at: int) -> Thing:
    return reading.fact(at)


def seen_windows(reading: Reading) -> list[tuple[int, Any, Any]]:
    """Return all windows of the run; none if the job has no window operator."""
    try:
        return windows_seen(reading, window_nodes(reading))
    except QuestionError:
        return []


__all__ = [
    "explain_fired", "explain_merged", "explain_result", "fired_so", "firings_of",
    "generators_of", "of_firing", "passing", "seen_windows", "what_fired",
]  # fmt: skip
