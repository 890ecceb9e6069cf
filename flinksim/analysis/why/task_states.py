"""Explainers for busy, idle, backpressured and blocked tasks, and for failed jobs.

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
"""Suspension reasons of events for each task state in a question."""


def explain_task(reading: Reading, parts: dict[str, Any]) -> Finding:
    """Explain the state of a task: ``why is task windows blocked`` (``idle``, ``busy``, ...)."""
    state = parts["state"]
    subtasks = subtasks_of(reading, parts["task"])
    reasons = REASONS[state]
    current = [one for one in subtasks if str(reading.task(one).suspended) in reasons]
    suspensions = [
        i
        for i in reading.of(e.DefaultActionSuspended)
        if reading.events[i].subtask in subtasks and reading.events[i].reason in reasons
    ]
    if current:
        last_suspension = [i for i in suspensions if reading.events[i].subtask == current[0]][-1]
        return _suspended(reading, last_suspension, state, "")
    if suspensions:
        resumed = [
            i
            for i in reading.of(e.DefaultActionResumed)
            if i > suspensions[-1]
            and reading.events[i].subtask == reading.events[suspensions[-1]].subtask
        ]
        until = (
            reading.say(" until {time}", time=reading.time(reading.at_ms(resumed[0])))
            if resumed
            else ""
        )
        times = reading.say(
            "It is not so now, but was {n} {n|time|times}, the last time from {time}{until}.",
            n=len(suspensions),
            time=reading.time(reading.at_ms(suspensions[-1])),
            until=until,
        )
        return _suspended(reading, suspensions[-1], state, times)
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
    """Explain the suspension at *at*; *times* is the text before the explanation."""
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

    def count_suspensions(trace: Trace, to_the_end: bool) -> int:
        found = 0
        for _, f in with_times(trace, e.DefaultActionSuspended, e.SourceFinished, e.InputEnded):
            if isinstance(f, e.SourceFinished | e.InputEnded):
                task = f.subtask if isinstance(f, e.InputEnded) else reading.subtask(f.operator)
                if not to_the_end and task == subtask:
                    break
            elif f.subtask == subtask and f.reason in reasons:
                found += 1
        return found

    # at the end of its input a task waits for any asynchronous call
    to_the_end = not count_suspensions(until_step(reading.trace, reading.step(at) + 1), False)

    def describe(trace: Trace) -> str:
        count = count_suspensions(trace, to_the_end)
        return reading.say(
            "Then it is {state} {n} {n|time|times}.", state=reading.word(state), n=count
        )

    if fact.reason != "no input":
        finding.effect = Occurrence(
            lambda trace: count_suspensions(trace, to_the_end) > 0, True, describe
        )
    return finding


def _is_idle_then(reading: Reading, at: int) -> Occurrence | None:
    """Build the outcome that the task reads nothing from the suspension at *at* until it resumed.

    If it has not resumed, until now. ``None`` if no time has passed.
    """
    subtask, since = reading.events[at].subtask, reading.at_ms(at)
    resumed = (i for i in reading.of(e.DefaultActionResumed) if i > at)
    resumed_here = (i for i in resumed if reading.events[i].subtask == subtask)
    until = next((reading.at_ms(i) for i in resumed_here), reading.now_ms) - 1
    if until <= since:
        return None

    def find_resume_times(trace: Trace) -> list[int]:
        facts = with_times(trace, e.DefaultActionResumed)
        return [time for time, f in facts if f.subtask == subtask and since < time <= until]

    def describe(trace: Trace) -> str:
        found = find_resume_times(trace)
        return (
            reading.say("Then it has something to do at {time}.", time=reading.time(found[0]))
            if found
            else ""
        )

    return Occurrence(lambda trace: not find_resume_times(trace), True, describe, until)


def _what_would_come(reading: Reading, at: int) -> list[KnobToTry]:
    """Return changes that would give the task input: less cost upstream, earlier next records."""
    subtask = reading.events[at].subtask
    pending, upstream_tasks = [subtask], {subtask: None}
    while pending:
        for one in reading.inputs_of(pending.pop()):
            if one.source not in upstream_tasks:
                upstream_tasks[one.source] = None
                pending.append(one.source)
    operators = [operator for task in upstream_tasks for operator in reading.operators_of(task)]
    busy = {
        reading.events[i].subtask
        for i in reading.of(e.DefaultActionSuspended)
        if reading.events[i].reason == "busy"
    }
    candidates = [
        KnobToTry("cost", reading.node(operator))
        for operator in operators
        if reading.subtask(operator) in busy - {subtask}
    ]
    last: dict[tuple[int, str], int] = {}
    for read, record in reading.offsets.items():
        if reading.events[read].operator in operators and reading.at_ms(read) <= reading.at_ms(at):
            last[record.node, record.split] = record.offset
    candidates += [
        KnobToTry("arrival", record=RecordId(node, split, offset + 1))
        for (node, split), offset in last.items()
    ]
    return candidates


def _waits_for_its_group(then: Reading, subtask: str) -> str:
    """Describe that a source waits for its watermark alignment group; empty if it does not."""
    for operator in then.operators_of(subtask):
        state = then.operator(operator)
        for group, aligned in state.alignment.items():
            if aligned.allowed < state.emitted_watermark < MAX_TIMESTAMP:
                return then.say(
                    "{task} reads nothing, for it waits for the others of its alignment group "
                    "{group}: at {time} its watermark is at {mark}, and it may go no further than "
                    "{allowed}.",
                    task=then.name(subtask),
                    group=group,
                    time=then.time(then.now_ms),
                    mark=then.time(state.emitted_watermark),
                    allowed=then.time(aligned.allowed),
                )
    return ""


def _idle(reading: Reading, at: int, links: list[Link]) -> Finding:
    """Explain why the task has no input."""
    subtask = reading.events[at].subtask
    inputs = reading.inputs_of(subtask)
    run_then = Reading(until_step(reading.trace, reading.step(at) + 1), reading.language)
    if not inputs:
        splits = [
            (name, view)
            for one in reading.operators_of(subtask)
            for name, view in run_then.operator(one).splits.items()
        ]
        alignment_wait = _waits_for_its_group(run_then, subtask)
        if alignment_wait:  # a record is available already: an earlier arrival would change nothing
            return Finding(alignment_wait, links, [reading.fact(at)])
        open_splits = [
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
                reading.say(": {splits}.", splits=reading.told(open_splits))
                if open_splits
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
    received = [i for i in reading.of(e.BufferConsumed, e.ElementReceived) if i < at]
    received_here = [
        i for i in received if reading.channels[reading.events[i].channel].target == subtask
    ]
    if received_here:
        links.append(reading.link(max(received_here)))
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
    """Describe what a task does now."""
    state = reading.task(subtask)
    if state.state != "RUNNING":
        return str(state.state)
    descriptions = {
        None: reading.say("runs"),
        "no input": reading.say("waits for input"),
        "busy": reading.say("is busy"),
    }
    reason = state.suspended
    return descriptions.get(reason) or reading.say(
        "is held up: {reason}", reason=reading.word(str(reason))
    )


def _busy(reading: Reading, at: int, links: list[Link]) -> Finding:
    """Explain which user function keeps the task busy."""
    subtask = reading.events[at].subtask
    first, _ = reading.trace.event_range(reading.step(at))
    calls = [
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
    if calls:
        call = calls[-1]  # nested calls come after the outer call
        load = find_bottlenecks(reading.trace).load(subtask)
        finding.sentence += reading.gap + reading.sentence(call)
        if load.busy >= 1:
            finding.sentence += reading.say(
                " The task is busy {ms} ms of each second.", ms=round(load.busy)
            )
        links.append(reading.link(call))
        nodes = dict.fromkeys(reading.node(reading.events[i].operator) for i in reversed(calls))
        finding.knobs = [KnobToTry("cost", node) for node in nodes]
        if len(nodes) > 1:
            names = reading.told(
                [reading.name(reading.events[i].operator) for i in reversed(calls)]
            )
            finding.unknown = reading.say(
                "which of the functions of {operators} it is", operators=names
            )
    finding.cause = [reading.fact(calls[-1] if calls else at)]
    return finding


def _held_up(reading: Reading, at: int, links: list[Link]) -> Finding:
    """Explain backpressure: go downstream to the first task that is not backpressured itself."""
    subtask = reading.events[at].subtask
    links[0] = told_way(reading, at)[0]
    path, bottleneck = [subtask], subtask
    for _ in reading.plan.vertices:
        receiver = _slowest(reading, bottleneck, at)
        if receiver is None:
            break
        bottleneck = receiver
        path.append(receiver)
        if not _is_held_up(reading, receiver, at):
            break
    busy = [
        i
        for i in reading.of(e.DefaultActionSuspended)
        if reading.events[i].subtask == bottleneck and reading.events[i].reason == "busy"
    ]
    nearest = [i for i in busy if i < at] or busy
    forwarding = [reading.name(one) for one in path[1:-1]]
    through = (
        reading.say(", through {tasks}, which only passes it on", tasks=reading.told(forwarding))
        if forwarding
        else ""
    )
    finding = Finding(
        reading.say(
            "{task} cannot write: no output buffer is left. The task to blame is "
            "{culprit}{through}:",
            task=reading.name(subtask),
            culprit=reading.name(bottleneck),
            through=through,
        ),
        links,
    )
    for sender, receiver in pairwise(path):
        last_buffer = _last_sent(reading, sender, receiver, at)
        if last_buffer is not None:
            links.append(reading.link(last_buffer))
    node = reading.node(reading.operators_of(bottleneck)[0])
    if busy:
        busy_event = nearest[-1]
        links.append(reading.link(busy_event))
        finding.sentence += reading.gap + reading.say(
            "it is busy, and reads more slowly than is written to it."
        )
        finding.cause = [
            Thing(
                "fact",
                reading.say("{task} is busy", task=reading.name(bottleneck)),
                reading.step(busy_event),
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
                "setting",
                reading.say("the network in front of {task}", task=reading.name(bottleneck)),
            )
        ]
        finding.knobs = [KnobToTry("buffers", node)]
    return finding


def _slowest(reading: Reading, subtask: str, at: int) -> str | None:
    """Return the receiver with the most buffers queued, on the wire or unread."""
    targets: dict[str, int] = {}
    for channel in reading.plan.channels:
        if channel.source == subtask:
            state = reading.view_at(at).channels[channel.id]
            waiting = state.queued + state.received + state.on_wire
            targets[channel.target] = targets.get(channel.target, 0) + waiting
    return max(targets, key=lambda one: targets[one]) if targets else None


def _is_held_up(reading: Reading, subtask: str, at: int) -> bool:
    state = reading.view_at(at).tasks[SubtaskId(subtask)]
    return str(state.suspended) in REASONS["blocked"]


def _last_sent(reading: Reading, before: str, after: str, at: int) -> int | None:
    """Return the last buffer that *before* queued or sent for *after*, up to *at*."""
    channel_ids = {
        one.id for one in reading.plan.channels if one.source == before and one.target == after
    }
    sent = [
        i
        for i in reading.of(e.BufferQueued, e.BufferSent)
        if i <= at and reading.events[i].channel in channel_ids
    ]
    return max(sent) if sent else None


# --- failures --------------------------------------------------------------------------------------


def explain_failed(reading: Reading, parts: dict[str, Any]) -> Finding:
    """Explain the failure of the job: ``why did the job fail``."""
    failures = reading.of(e.TaskFailed)
    if not failures:
        raise QuestionError(
            reading.say(
                "nothing has failed in this run; the job is {status}", status=reading.view.status
            )
        )
    failure = failures[-1]
    fact = reading.events[failure]
    links = [reading.link(failure)]
    finding = Finding(reading.sentence(failure).rstrip(".。") + reading.stop, links)
    if fact.operator:
        finding.sentence += reading.say(" It ran {operator}", operator=reading.name(fact.operator))
        finding.sentence += (
            reading.say(", on {record}.", record=fact.record) if fact.record else reading.stop
        )
    if fact.code:
        finding.sentence += reading.say(" The line: {code}.", code=fact.code)
    first, _ = reading.trace.event_range(reading.step(failure))
    calls = [
        i for i in range(failure, first - 1, -1)
        if isinstance(reading.events[i], e.ElementProcessed | e.SourceRecordRead)
    ]  # fmt: skip
    read = reading.read_of(calls[0]) if calls else None
    if calls:
        links += [link for link in told_way(reading, calls[0]) if link.fact != failure]
    finding.cause = [reading.record(read)] if read is not None else [reading.fact(failure)]
    restarts = reading.of(e.RestartDecided)
    if restarts:
        finding.sentence += reading.say(
            " It has been restarted {n} {n|time|times}.", n=len(restarts)
        )
        links += [reading.link(i) for i in restarts[-2:]]
    expected = (fact.error, fact.message)

    def occurs(trace: Trace) -> bool:
        return any((f.error, f.message) == expected for _, f in with_times(trace, e.TaskFailed))

    def describe(trace: Trace) -> str:
        statuses = [f.after for _, f in with_times(trace, e.JobStatusChanged)]
        return (
            reading.say("Then the job is {status}.", status=statuses[-1])
            if statuses
            else reading.say("Then it does not fail.")
        )

    finding.effect = Occurrence(occurs, True, describe)
    finding.knobs = [KnobToTry("crash"), KnobToTry("schedule")]
    if read is not None:
        record = reading.offsets[read]
        timestamps = reading.timestamps_with(record)
        finding.knobs.append(KnobToTry("left out", record=record))
        finding.knobs.append(KnobToTry("value", record=record))
        finding.knobs.append(KnobToTry("timestamp", record=record, timestamps=timestamps))
    return finding
