"""Why a task is busy, idle, backpressured or blocked, and why the job has failed.

Not in Flink.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from flinksim.analysis.bottlenecks import find_bottlenecks
from flinksim.analysis.why.answer import Link, RecordId, Thing
from flinksim.analysis.why.causal_chain import told_way
from flinksim.analysis.why.finding import Finding, KnobToTry, Occurrence, with_times
from flinksim.analysis.why.question_names import QuestionError, subtasks_of
from flinksim.analysis.why.trace_index import Reading, until_step
from flinksim.core.ids import SubtaskId
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace

REASONS = {
    "idle": ("no input",),
    "waiting": ("no input",),
    "busy": ("busy",),
    "backpressured": ("no output buffer", "blocked"),
    "blocked": ("blocked", "no output buffer"),
}
"""What the words of a question stand for in the facts."""


def explain_task(reading: Reading, parts: dict[str, Any]) -> Finding:
    """``why is task windows blocked``, ``idle``, ``busy``, ``backpressured``."""
    state = parts["state"]
    subtasks = subtasks_of(reading, parts["task"])
    reasons = REASONS[state]
    now = [one for one in subtasks if str(reading.task(one).suspended) in reasons]
    ever = [
        i
        for i in reading.of(e.DefaultActionSuspended)
        if reading.events[i].subtask in subtasks and reading.events[i].reason in reasons
    ]
    if now:
        at = [i for i in ever if reading.events[i].subtask == now[0]][-1]
        return _suspended(reading, at, state, "")
    if ever:
        again = [
            i
            for i in reading.of(e.DefaultActionResumed)
            if i > ever[-1] and reading.events[i].subtask == reading.events[ever[-1]].subtask
        ]
        until = (
            reading.say(" until {time}", time=reading.time(reading.at_ms(again[0])))
            if again
            else ""
        )
        times = reading.say(
            "It is not so now, but was {n} {n|time|times}, the last time from {time}{until}.",
            n=len(ever),
            time=reading.time(reading.at_ms(ever[-1])),
            until=until,
        )
        return _suspended(reading, ever[-1], state, times)
    states = [
        reading.say("{task}: {state}", task=reading.name(one), state=_what_it_does(reading, one))
        for one in subtasks
    ]
    raise QuestionError(
        reading.say(
            "{task} has never been {state} in this run. Now: {states}",
            task=parts["task"],
            state=reading.word(state),
            states=reading.told(states),
        )
    )


def _suspended(reading: Reading, at: int, state: str, times: str) -> Finding:
    fact = reading.events[at]
    links: list[Link] = [reading.link(at)]
    if fact.reason == "no input":
        finding = _idle(reading, at, links)
    elif fact.reason == "busy":
        finding = _busy(reading, at, links)
    else:
        finding = _held_up(reading, at, links)
    finding.sentence = (times + reading.gap + finding.sentence).strip()
    subtask, reasons = fact.subtask, REASONS[state]

    def times_in(trace: Trace, to_the_end: bool) -> int:
        found = 0
        for _, f in with_times(trace, e.DefaultActionSuspended, e.SourceFinished, e.InputEnded):
            if isinstance(f, e.SourceFinished | e.InputEnded):
                task = f.subtask if isinstance(f, e.InputEnded) else reading.subtask(f.operator)
                if not to_the_end and task == subtask:
                    break
            elif f.subtask == subtask and f.reason in reasons:
                found += 1
        return found

    # at its end a task waits for asynchronous calls, however few there are
    to_the_end = not times_in(until_step(reading.trace, reading.step(at) + 1), False)

    def tell(trace: Trace) -> str:
        own = times_in(trace, to_the_end)
        return reading.say(
            "Then it is {state} {n} {n|time|times}.", state=reading.word(state), n=own
        )

    if fact.reason != "no input":
        finding.effect = Occurrence(lambda trace: times_in(trace, to_the_end) > 0, True, tell)
    return finding


def _is_idle_then(reading: Reading, at: int) -> Occurrence | None:
    """That the task takes nothing from the suspension at *at* up to now, or to when it took something.

    ``None`` where no time has passed.
    """
    subtask, since = reading.events[at].subtask, reading.at_ms(at)
    resumed = (i for i in reading.of(e.DefaultActionResumed) if i > at)
    again = (i for i in resumed if reading.events[i].subtask == subtask)
    until = next((reading.at_ms(i) for i in again), reading.now_ms) - 1
    if until <= since:
        return None

    def times(trace: Trace) -> list[int]:
        facts = with_times(trace, e.DefaultActionResumed)
        return [time for time, f in facts if f.subtask == subtask and since < time <= until]

    def tell(trace: Trace) -> str:
        found = times(trace)
        return (
            reading.say("Then it has something to do at {time}.", time=reading.time(found[0]))
            if found
            else ""
        )

    return Occurrence(lambda trace: not times(trace), True, tell, until)


def _what_would_come(reading: Reading, at: int) -> list[KnobToTry]:
    """A sender that is busy, and the records that come next: less cost, an earlier arrival."""
    subtask = reading.events[at].subtask
    ahead, known = [subtask], {subtask: None}
    while ahead:
        for one in reading.inputs_of(ahead.pop()):
            if one.source not in known:
                known[one.source] = None
                ahead.append(one.source)
    operators = [operator for task in known for operator in reading.operators_of(task)]
    busy = {
        reading.events[i].subtask
        for i in reading.of(e.DefaultActionSuspended)
        if reading.events[i].reason == "busy"
    }
    knobs = [
        KnobToTry("cost", reading.node(operator))
        for operator in operators
        if reading.subtask(operator) in busy - {subtask}
    ]
    last: dict[tuple[int, str], int] = {}
    for read, record in reading.offsets.items():
        if reading.events[read].operator in operators and reading.at_ms(read) <= reading.at_ms(at):
            last[record.node, record.split] = record.offset
    knobs += [
        KnobToTry("arrival", record=RecordId(node, split, offset + 1))
        for (node, split), offset in last.items()
    ]
    return knobs


def _waits_for_its_group(then: Reading, subtask: str) -> str:
    """That a source is ahead of its alignment group, and so reads nothing; empty if it is not."""
    for operator in then.operators_of(subtask):
        view = then.operator(operator)
        for group, aligned in view.alignment.items():
            if aligned.allowed < view.emitted_watermark < MAX_TIMESTAMP:
                return then.say(
                    "{task} reads nothing, for it waits for the others of its alignment group "
                    "{group}: at {time} its watermark is at {mark}, and it may go no further than "
                    "{allowed}.",
                    task=then.name(subtask),
                    group=group,
                    time=then.time(then.now_ms),
                    mark=then.time(view.emitted_watermark),
                    allowed=then.time(aligned.allowed),
                )
    return ""


def _idle(reading: Reading, at: int, links: list[Link]) -> Finding:
    subtask = reading.events[at].subtask
    inputs = reading.inputs_of(subtask)
    then = Reading(until_step(reading.trace, reading.step(at) + 1), reading.language)
    if not inputs:
        splits = [
            (name, view)
            for one in reading.operators_of(subtask)
            for name, view in then.operator(one).splits.items()
        ]
        waits = _waits_for_its_group(then, subtask)
        if waits:  # there is something to read: another arrival would change nothing
            return Finding(waits, links, [reading.fact(at)])
        shown = [
            reading.say("split {split} ({n} {n|record|records} read)", split=n, n=v.read)
            for n, v in splits
            if not v.ended
        ]
        return Finding(
            reading.say(
                "{task} reads a source, and nothing can be read there now",
                task=reading.name(subtask),
            )
            + (
                reading.say(": {splits}.", splits=reading.told(shown))
                if shown
                else reading.say(": it has no split that has not ended.")
            ),
            links,
            [reading.fact(at)],
            unknown=reading.say("when the next record comes: that is the input's affair"),
            effect=_is_idle_then(reading, at),
            knobs=_what_would_come(reading, at),
        )
    senders = [
        reading.say(
            "{task} ({does})",
            task=reading.name(one.source),
            does=_what_it_does(reading, one.source),
        )
        for one in inputs
    ]
    took = [i for i in reading.of(e.BufferConsumed, e.ElementReceived) if i < at]
    own = [i for i in took if reading.channels[reading.events[i].channel].target == subtask]
    if own:
        links.append(reading.link(max(own)))
    return Finding(
        reading.say(
            "{task} has read all that came, and its {n} {n|channel is|channels are} empty. What "
            "writes to it: {senders}.",
            task=reading.name(subtask),
            n=len(inputs),
            senders=reading.told(senders),
        ),
        links,
        [reading.fact(at)],
        effect=_is_idle_then(reading, at),
        knobs=_what_would_come(reading, at),
    )


def _what_it_does(reading: Reading, subtask: str) -> str:
    view = reading.task(subtask)
    if view.state != "RUNNING":
        return str(view.state)
    words = {
        None: reading.say("runs"),
        "no input": reading.say("waits for input"),
        "busy": reading.say("is busy"),
    }
    held = view.suspended
    return words.get(held) or reading.say("is held up: {reason}", reason=reading.word(str(held)))


def _busy(reading: Reading, at: int, links: list[Link]) -> Finding:
    subtask = reading.events[at].subtask
    first, _ = reading.trace.event_range(reading.step(at))
    handed = [
        i for i in range(at, first - 1, -1)
        if isinstance(reading.events[i], e.ElementProcessed | e.TimerFired | e.WindowFired)
    ]  # fmt: skip
    finding = Finding(
        reading.say(
            "{task} is in a user's function that takes its time, and does nothing else meanwhile.",
            task=reading.name(subtask),
        ),
        links,
    )
    if handed:
        work = handed[-1]  # what was handed on within the call comes after it
        load = find_bottlenecks(reading.trace).load(subtask)
        finding.sentence += reading.gap + reading.sentence(work)
        if load.busy >= 1:
            finding.sentence += reading.say(
                " The task is busy {ms} ms of each second.", ms=round(load.busy)
            )
        links.append(reading.link(work))
        nodes = dict.fromkeys(reading.node(reading.events[i].operator) for i in reversed(handed))
        finding.knobs = [KnobToTry("cost", node) for node in nodes]
        if len(nodes) > 1:
            named = reading.told(
                [reading.name(reading.events[i].operator) for i in reversed(handed)]
            )
            finding.unknown = reading.say(
                "which of the functions of {operators} it is", operators=named
            )
    finding.cause = [reading.fact(handed[-1] if handed else at)]
    return finding


def _held_up(reading: Reading, at: int, links: list[Link]) -> Finding:
    """Downstream to the first task that is not held up itself: that is where it comes from."""
    subtask = reading.events[at].subtask
    links[0] = told_way(reading, at)[0]
    way, culprit = [subtask], subtask
    for _ in reading.plan.vertices:
        after = _slowest(reading, culprit, at)
        if after is None:
            break
        culprit = after
        way.append(after)
        if not _is_held_up(reading, after, at):
            break
    busy = [
        i
        for i in reading.of(e.DefaultActionSuspended)
        if reading.events[i].subtask == culprit and reading.events[i].reason == "busy"
    ]
    near = [i for i in busy if i < at] or busy
    passing_on = [reading.name(one) for one in way[1:-1]]
    through = (
        reading.say(", through {tasks}, which only passes it on", tasks=reading.told(passing_on))
        if passing_on
        else ""
    )
    finding = Finding(
        reading.say(
            "{task} cannot write: no output buffer is left. The task to blame is "
            "{culprit}{through}:",
            task=reading.name(subtask),
            culprit=reading.name(culprit),
            through=through,
        ),
        links,
    )
    for before, after in pairwise(way):
        full = _last_sent(reading, before, after, at)
        if full is not None:
            links.append(reading.link(full))
    node = reading.node(reading.operators_of(culprit)[0])
    if busy:
        works = near[-1]
        links.append(reading.link(works))
        finding.sentence += reading.gap + reading.say(
            "it is busy, and reads more slowly than is written to it."
        )
        finding.cause = [
            Thing(
                "fact",
                reading.say("{task} is busy", task=reading.name(culprit)),
                reading.step(works),
            )
        ]
        finding.knobs = [
            KnobToTry("cost", node),
            KnobToTry("more subtasks", node),
            KnobToTry("buffers", node),
        ]
    else:
        finding.sentence += reading.gap + reading.say(
            "it has time, so it is the network between them that does not carry enough."
        )
        finding.cause = [
            Thing(
                "setting", reading.say("the network in front of {task}", task=reading.name(culprit))
            )
        ]
        finding.knobs = [KnobToTry("buffers", node)]
    return finding


def _slowest(reading: Reading, subtask: str, at: int) -> str | None:
    """Of the receivers, the one to which the most buffers wait to be sent or read."""
    targets: dict[str, int] = {}
    for channel in reading.plan.channels:
        if channel.source == subtask:
            view = reading.view_at(at).channels[channel.id]
            waiting = view.queued + view.received + view.on_wire
            targets[channel.target] = targets.get(channel.target, 0) + waiting
    return max(targets, key=lambda one: targets[one]) if targets else None


def _is_held_up(reading: Reading, subtask: str, at: int) -> bool:
    view = reading.view_at(at).tasks[SubtaskId(subtask)]
    return str(view.suspended) in REASONS["blocked"]


def _last_sent(reading: Reading, before: str, after: str, at: int) -> int | None:
    own = {one.id for one in reading.plan.channels if one.source == before and one.target == after}
    sent = [
        i
        for i in reading.of(e.BufferQueued, e.BufferSent)
        if i <= at and reading.events[i].channel in own
    ]
    return max(sent) if sent else None


# --- failures --------------------------------------------------------------------------------------


def explain_failed(reading: Reading, parts: dict[str, Any]) -> Finding:
    """``why is the job failed``."""
    failures = reading.of(e.TaskFailed)
    if not failures:
        raise QuestionError(
            reading.say(
                "nothing has failed in this run; the job is {status}", status=reading.view.status
            )
        )
    at = failures[-1]
    fact = reading.events[at]
    links = [reading.link(at)]
    finding = Finding(reading.sentence(at).rstrip(".。") + reading.stop, links)
    if fact.operator:
        finding.sentence += reading.say(" It ran {operator}", operator=reading.name(fact.operator))
        finding.sentence += (
            reading.say(", on {record}.", record=fact.record) if fact.record else reading.stop
        )
    if fact.code:
        finding.sentence += reading.say(" The line: {code}.", code=fact.code)
    first, _ = reading.trace.event_range(reading.step(at))
    handed = [
        i for i in range(at, first - 1, -1)
        if isinstance(reading.events[i], e.ElementProcessed | e.SourceRecordRead)
    ]  # fmt: skip
    read = reading.read_of(handed[0]) if handed else None
    if handed:
        links += [link for link in told_way(reading, handed[0]) if link.fact != at]
    finding.cause = [reading.record(read)] if read is not None else [reading.fact(at)]
    decided = reading.of(e.RestartDecided)
    if decided:
        finding.sentence += reading.say(
            " It has been restarted {n} {n|time|times}.", n=len(decided)
        )
        links += [reading.link(i) for i in decided[-2:]]
    wanted = (fact.error, fact.message)

    def test(trace: Trace) -> bool:
        return any((f.error, f.message) == wanted for _, f in with_times(trace, e.TaskFailed))

    def tell(trace: Trace) -> str:
        ends = [f.after for _, f in with_times(trace, e.JobStatusChanged)]
        return (
            reading.say("Then the job is {status}.", status=ends[-1])
            if ends
            else reading.say("Then it does not fail.")
        )

    finding.effect = Occurrence(test, True, tell)
    finding.knobs = [KnobToTry("crash"), KnobToTry("schedule")]
    if read is not None:
        record = reading.offsets[read]
        stamps = reading.timestamps_with(record)
        finding.knobs.append(KnobToTry("left out", record=record))
        finding.knobs.append(KnobToTry("value", record=record))
        finding.knobs.append(KnobToTry("timestamp", record=record, timestamps=stamps))
    return finding
