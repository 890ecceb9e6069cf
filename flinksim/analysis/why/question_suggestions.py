"""Suggested questions about a run, filled in with its names.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flinksim.analysis.why.trace_index import Reading
from flinksim.analysis.why.window_fired import seen_windows
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.trace import events as e

MOST_OF_A_KIND = 3


def questions_of(reading: Reading, most_of_a_kind: int = MOST_OF_A_KIND) -> list[str]:
    """Return suggested questions about the run, unusual events first.

    Args:
        reading: The run.
        most_of_a_kind: The maximum number of questions of each kind.
    """
    found: list[str] = []
    for kind in (
        _failures, _drops, _not_fired, _early_and_late, _fired, _merged, _filtered, _quiet_channels,
        _timers, _watermarks, _tasks, _subtasks, _results,
    ):  # fmt: skip
        for number, question in enumerate(kind(reading)):
            if number == most_of_a_kind:
                break
            if question not in found:
                found.append(question)
    return found


def record_in_words(reading: Reading, read: int) -> str:
    """Format a record for a question: its offset, and its split if that is ambiguous."""
    fact = reading.events[read]
    is_ambiguous = reading.splits_with[fact.offset] > 1
    if not is_ambiguous:
        return reading.say("record {number}", number=str(fact.offset))
    return reading.say(
        "record {number} of split {split}", number=str(fact.offset), split=fact.split
    )


def pane_in_words(reading: Reading, key: Any, window: Any) -> str:
    """Format a window and its key for a question."""
    return reading.say(
        "window {window} of {key}", window=reading.window(window), key=reading.value(key)
    )


def timer_in_words(reading: Reading, key: Any, timestamp: int) -> str:
    """Format a timer for a question."""
    return reading.say(
        "the timer of {key} at {time}", key=reading.value(key), time=reading.time(timestamp)
    )


def _failures(reading: Reading) -> Iterator[str]:
    if reading.of(e.TaskFailed):
        yield reading.say("why did the job fail")


def _drops(reading: Reading) -> Iterator[str]:
    for index in reading.of(e.LateRecordDropped):
        read = reading.read_of(index)
        if read is not None:
            yield reading.say("why was {record} dropped", record=record_in_words(reading, read))


def _not_fired(reading: Reading) -> Iterator[str]:
    fired = {
        repr((reading.node(f.operator), f.key, f.window))
        for f in (reading.events[i] for i in reading.of(e.WindowFired))
        if f.clock != "end of input"
    }
    merged = {
        repr((reading.node(f.operator), f.key, window))
        for f in (reading.events[i] for i in reading.of(e.WindowsMerged))
        for window in (f.merged, *(f.merged if isinstance(f.merged, tuple) else ()))
        if window != f.result
    }
    for node, key, window in seen_windows(reading):
        if repr((node, key, window)) not in fired | merged:
            yield reading.say("why has {pane} not fired", pane=pane_in_words(reading, key, window))


def _early_and_late(reading: Reading) -> Iterator[str]:
    for index in reading.of(e.WindowFired):
        fact = reading.events[index]
        if fact.kind != "on time":
            yield reading.say(
                "why did {pane} fire {kind}",
                pane=pane_in_words(reading, fact.key, fact.window),
                kind=reading.word(fact.kind),
            )


def _fired(reading: Reading) -> Iterator[str]:
    for index in reading.of(e.WindowFired):
        fact = reading.events[index]
        if fact.kind == "on time":
            yield reading.say(
                "why did {pane} fire", pane=pane_in_words(reading, fact.key, fact.window)
            )


def _merged(reading: Reading) -> Iterator[str]:
    for index in reading.of(e.WindowsMerged):
        fact = reading.events[index]
        if fact.merged != fact.result:
            window = reading.window(fact.result)
            yield reading.say(
                "why did the sessions of {key} become {window}",
                key=reading.value(fact.key),
                window=window,
            )


def _filtered(reading: Reading) -> Iterator[str]:
    for index in reading.of(e.RecordFiltered):
        read = reading.read_of(index)
        if read is not None:
            yield reading.say(
                "why is {record} not in the result", record=record_in_words(reading, read)
            )


def _quiet_channels(reading: Reading) -> Iterator[str]:
    for channel, state in reading.view.channels.items():
        if state.idle and state.watermark != MAX_TIMESTAMP:
            yield reading.say("why is {channel} idle", channel=reading.name(channel))
        elif not state.aligned:
            yield reading.say("why is {channel} not aligned", channel=reading.name(channel))


def _timers(reading: Reading) -> Iterator[str]:
    for index in reading.of(e.TimerFired):
        fact = reading.events[index]
        if fact.namespace == "":
            yield reading.say(
                "why did {timer} fire", timer=timer_in_words(reading, fact.key, fact.timestamp)
            )
    for operator, state in reading.view.operators.items():
        for _, key, namespace, timestamp in state.timers:
            if namespace == "" and operator:
                yield reading.say(
                    "why has {timer} not fired", timer=timer_in_words(reading, key, timestamp)
                )


def _watermarks(reading: Reading) -> Iterator[str]:
    for index in reading.of(e.OperatorWatermarkAdvanced):
        operator = reading.events[index].operator
        mark = reading.operator(operator).watermark
        if mark not in (MIN_TIMESTAMP, MAX_TIMESTAMP):
            yield reading.say(
                "why is the watermark of {task} {time}",
                task=reading.name(operator),
                time=reading.time(mark),
            )


def _tasks(reading: Reading) -> Iterator[str]:
    state_names = {"blocked": "blocked", "no output buffer": "backpressured", "busy": "busy"}
    for index in reading.of(e.DefaultActionSuspended):
        fact = reading.events[index]
        if fact.reason in state_names:
            yield reading.say(
                "why is {task} {state}",
                task=reading.name(fact.subtask),
                state=reading.word(state_names[fact.reason]),
            )
    for subtask, state in reading.view.tasks.items():
        if state.suspended == "no input" and state.state == "RUNNING":
            yield reading.say(
                "why is {task} {state}", task=reading.name(subtask), state=reading.word("idle")
            )


def _subtasks(reading: Reading) -> Iterator[str]:
    wide = {one.id for one in reading.plan.vertices if one.parallelism > 1}
    targets = {one.id for one in reading.plan.subtasks if one.vertex in wide}
    for index in reading.of(e.ElementReceived):
        fact = reading.events[index]
        if fact.element == "record" and fact.subtask in targets:
            read = reading.read_of(index)
            if read is not None:
                yield reading.say(
                    "why did {record} go to {task}",
                    record=record_in_words(reading, read),
                    task=reading.name(fact.subtask),
                )


def _results(reading: Reading) -> Iterator[str]:
    for index in reading.of(e.ResultWritten):
        yield reading.say("why is the result {result}", result=reading.events[index].text)


# --- about one event -------------------------------------------------------------------------------


def questions_about(reading: Reading, index: int) -> list[str]:
    """Return the questions that make sense for the event at *index*.

    If the answer may change later in the run, the question names the step of the event.
    """
    found = dict.fromkeys(_about(reading, index))
    return list(found)


def _about(reading: Reading, index: int) -> Iterator[str]:
    fact: Any = reading.events[index]
    step_suffix = reading.say(" at step {step}", step=str(reading.step(index) + 1))
    read = reading.read_of(index)
    record = None if read is None else record_in_words(reading, read)
    match fact:
        case e.TaskFailed():
            yield reading.say("why did the job fail")
        case e.LateRecordDropped() if record:
            yield reading.say("why was {record} dropped", record=record)
        case e.WindowFired():
            pane = pane_in_words(reading, fact.key, fact.window)
            if fact.kind == "on time":
                yield reading.say("why did {pane} fire", pane=pane)
            else:
                kind = reading.word(fact.kind)
                yield reading.say("why did {pane} fire {kind}", pane=pane, kind=kind)
        case e.WindowAssigned() | e.TriggerEvaluated():
            yield (
                reading.say(
                    "why has {pane} not fired", pane=pane_in_words(reading, fact.key, fact.window)
                )
                + step_suffix
            )
        case e.WindowSkippedAsLate() if record:
            yield reading.say(
                "why is {record} not in {pane}",
                record=record,
                pane=pane_in_words(reading, fact.key, fact.window),
            )
        case e.WindowsMerged():
            result = reading.window(fact.result)
            yield reading.say(
                "why did the sessions of {key} become {window}",
                key=reading.value(fact.key),
                window=result,
            )
        case e.TimerFired() | e.TimerRegistered() | e.TimerDeleted() if fact.namespace == "":
            timer = timer_in_words(reading, fact.key, fact.timestamp)
            if isinstance(fact, e.TimerFired):
                yield reading.say("why did {timer} fire", timer=timer)
            elif isinstance(fact, e.TimerDeleted):
                yield reading.say("why was {timer} deleted", timer=timer)
            else:
                yield reading.say("why has {timer} not fired", timer=timer) + step_suffix
        case e.ResultWritten():
            yield reading.say("why is the result {result}", result=fact.text)
        case e.DefaultActionSuspended():
            state_names = {
                "blocked": "blocked",
                "no output buffer": "backpressured",
                "busy": "busy",
            }
            yield (
                reading.say(
                    "why is {task} {state}",
                    task=reading.name(fact.subtask),
                    state=reading.word(state_names.get(fact.reason, "idle")),
                )
                + step_suffix
            )
        case e.ChannelStatusChanged() if fact.idle:
            yield (
                reading.say("why is {channel} idle", channel=reading.name(fact.channel))
                + step_suffix
            )
        case e.OperatorWatermarkAdvanced() if fact.after != MAX_TIMESTAMP:
            yield reading.say(
                "why is the watermark of {task} {time}",
                task=reading.name(fact.operator),
                time=reading.time(fact.after),
            )
        case _:
            pass
    if record:
        yield reading.say("why is {record} not in the result", record=record)
        if isinstance(fact, e.ElementReceived):
            yield reading.say(
                "why did {record} go to {task}", record=record, task=reading.name(fact.subtask)
            )
    operator = getattr(fact, "operator", None)
    clock_operators = {reading.events[i].operator for i in reading.of(e.OperatorWatermarkAdvanced)}
    task = reading.subtask(operator) if operator else getattr(fact, "subtask", None)
    for one in reading.operators_of(task) if task in reading.plan_tasks else ():
        if one in clock_operators:
            yield (
                reading.say("why has the watermark of {task} not moved", task=reading.name(one))
                + step_suffix
            )
            break
