"""Questions about one target that a user selects on a page, at one step of the run.

A target is ``kind:id``, as in the address of the page. Its id depends on the kind:

- task, channel, split: its id; watermark: the id of its operator
- record: the index of its ``SourceRecordRead`` event; row: the index of its ``ResultWritten`` event
- key, window: JSON
- pane: JSON of ``[operator, key, window]``
- timer: JSON of ``[operator, domain, key, namespace, timestamp]``

Not in Flink.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from flinksim.analysis.expressions.name_resolution import WINDOW_OPERATORS
from flinksim.analysis.why.question_names import QuestionError, keys_of
from flinksim.analysis.why.question_suggestions import (
    pane_in_words,
    questions_about,
    record_in_words,
    timer_in_words,
)  # fmt: skip
from flinksim.analysis.why.trace_index import Reading, until_step
from flinksim.analysis.why.window_fired import seen_windows
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.trace import events as e

MOST_PANES = 4
"""Maximum number of windows of one key, or of one window over all keys; the last ones are used."""

_WAITS = {
    "no input": "idle",
    "busy": "busy",
    "blocked": "blocked",
    "no output buffer": "backpressured",
}


def questions_at(whole: Reading, thing: str, steps: int) -> list[str]:
    """Return the questions about *thing* after *steps* steps of a run.

    If the answer may change later in the run, the question names the step.

    Raises:
        QuestionError: *thing* is not a valid target, or is not in this run.
    """
    kind, _, name = thing.partition(":")
    if kind not in _KINDS:
        raise QuestionError(
            f"expected a thing such as 'task:v2/0', of the kinds {', '.join(_KINDS)}; found {thing:.60}"
        )
    is_end = steps >= len(whole.trace)
    step_suffix = "" if is_end else whole.say(" at step {step}", step=str(steps))
    run = whole if is_end else _Beginning(whole, steps)
    try:
        return list(dict.fromkeys(_KINDS[kind](run, name, step_suffix)))
    except (ValueError, KeyError, IndexError, TypeError) as error:
        if isinstance(error, QuestionError):
            raise
        raise QuestionError(f"there is no {kind} {name:.60} in this run") from None


class _Beginning(Reading):
    """Index of a run up to a step; records have the same names as in the full run."""

    def __init__(self, whole: Reading, steps: int) -> None:
        super().__init__(until_step(whole.trace, steps), whole.language)
        self.splits_with = whole.splits_with


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


# --- tasks, channels, splits -----------------------------------------------------------------------


def _of_task(reading: Reading, subtask: str, now: str) -> Iterator[str]:
    state, name = reading.task(subtask), reading.name(subtask)
    failed = [reading.events[i].subtask for i in reading.of(e.TaskFailed)]
    if subtask in failed:
        yield reading.say("why did the job fail")
    if state.suspended in _WAITS and state.state == "RUNNING":
        yield (
            reading.say(
                "why is {task} {state}", task=name, state=reading.word(_WAITS[state.suspended])
            )
            + now
        )
    for index in reversed(reading.of(e.DefaultActionSuspended)):
        fact = reading.events[index]
        if fact.subtask == subtask and fact.reason in _WAITS:
            yield (
                reading.say(
                    "why is {task} {state}", task=name, state=reading.word(_WAITS[fact.reason])
                )
                + now
            )
    for operator in reading.operators_of(subtask):
        if operator in _clocks(reading):
            yield from _of_watermark(reading, operator, now)
            break
    yield from _last_record_to(reading, lambda fact: fact.subtask == subtask)


def _clocks(reading: Reading) -> dict[str, None]:
    """Return the operators whose watermark has advanced."""
    facts = reading.of(e.OperatorWatermarkAdvanced)
    return dict.fromkeys(reading.events[index].operator for index in facts)


def _of_watermark(reading: Reading, operator: str, now: str) -> Iterator[str]:
    mark, name = reading.operator(operator).watermark, reading.name(operator)
    if mark not in (MIN_TIMESTAMP, MAX_TIMESTAMP):
        yield (
            reading.say("why is the watermark of {task} {time}", task=name, time=reading.time(mark))
            + now
        )
    if mark != MAX_TIMESTAMP:
        yield reading.say("why has the watermark of {task} not moved", task=name) + now
    elif operator in _clocks(reading):
        yield reading.say("why is the watermark of {task} {time}", task=name, time="MAX") + now


def _of_channel(reading: Reading, channel: str, now: str) -> Iterator[str]:
    state, name = reading.channel(channel), reading.name(channel)
    if state.idle and state.watermark != MAX_TIMESTAMP:
        yield reading.say("why is {channel} idle", channel=name) + now
    if not state.aligned:
        yield reading.say("why is {channel} not aligned", channel=name) + now
    target = reading.channels[channel].target
    if state.queued and str(reading.task(reading.channels[channel].source).suspended) in (
        "blocked", "no output buffer",
    ):  # fmt: skip
        yield (
            reading.say(
                "why is {task} {state}",
                task=reading.name(reading.channels[channel].source),
                state=reading.word("blocked"),
            )
            + now
        )
    for operator in reading.operators_of(target):
        yield from _of_watermark(reading, operator, now)
        break
    yield from _last_record_to(reading, lambda fact: fact.channel == channel)


def _last_record_to(reading: Reading, fits: Callable[[Any], bool]) -> Iterator[str]:
    for index in reversed(reading.of(e.ElementReceived)):
        fact = reading.events[index]
        if fact.element == "record" and fits(fact):
            read = reading.read_of(index)
            if read is not None:
                yield reading.say(
                    "why did {record} go to {task}",
                    record=record_in_words(reading, read),
                    task=reading.name(fact.subtask),
                )
            return


def _of_split(reading: Reading, split: str, now: str) -> Iterator[str]:
    reads = [i for i in reading.of(e.SourceRecordRead) if reading.events[i].split == split]
    owners = dict.fromkeys(
        one for one, view in reading.view.operators.items() if split in view.splits
    )
    if not reads and not owners:
        raise KeyError(split)
    for index in reading.of(e.LateRecordDropped):
        if reading.read_of(index) in reads:
            yield from questions_about(reading, index)[:1]
    for owner in owners:
        task = reading.subtask(owner)
        targets = [one.target for one in reading.plan.channels if one.source == task]
        for one in (task, *targets[:1]):
            clocks = [name for name in reading.operators_of(one) if name in _clocks(reading)]
            for clock in clocks[-1:]:
                yield from _of_watermark(reading, clock, now)
        if str(reading.task(task).suspended) in _WAITS:
            yield from _of_task(reading, task, now)
    for read in reads[-1:]:
        yield reading.say(
            "why is {record} not in the result", record=record_in_words(reading, read)
        )


# --- windows, keys, timers, records ----------------------------------------------------------------


def _panes(reading: Reading, operator: str, key: Any, window: Any, now: str) -> Iterator[str]:
    """Yield the question about the last firing of a window, or why it has not fired."""
    node = reading.node(operator)
    fired = [
        fact
        for fact in (reading.events[i] for i in reading.of(e.WindowFired))
        if reading.node(fact.operator) == node and (fact.key, fact.window) == (key, window)
    ]
    pane = pane_in_words(reading, key, window)
    if fired:
        yield (
            reading.say("why did {pane} fire", pane=pane)
            if fired[-1].kind == "on time"
            else reading.say(
                "why did {pane} fire {kind}", pane=pane, kind=reading.word(fired[-1].kind)
            )
        )
    else:
        yield reading.say("why has {pane} not fired", pane=pane) + now


def _of_pane(reading: Reading, text: str, now: str) -> Iterator[str]:
    operator, key, window = json.loads(text)
    known = [
        one for one in seen_windows(reading) if [_plain(one[1]), _plain(one[2])] == [key, window]
    ]
    node = reading.node(operator)
    (_, key, window) = next(one for one in known or [(node, key, window)] if one[0] == node)
    yield from _panes(reading, operator, key, window, now)
    if known:
        yield from _late_for(reading, lambda fact: (fact.key, fact.window) == (key, window))


def _late_for(reading: Reading, fits: Callable[[Any], bool]) -> Iterator[str]:
    for index in reading.of(e.WindowSkippedAsLate):
        if fits(reading.events[index]):
            yield from questions_about(reading, index)[:1]


def _of_window(reading: Reading, text: str, now: str) -> Iterator[str]:
    window = json.loads(text)
    known = [one for one in seen_windows(reading) if _plain(one[2]) == window]
    if not known:
        raise KeyError(text)
    for node, key, own in reversed(known[-MOST_PANES:]):
        yield from _panes(reading, reading.instances_of(node)[0], key, own, now)
    yield from _late_for(reading, lambda fact: _plain(fact.window) == window)


def _of_key(reading: Reading, text: str, now: str) -> Iterator[str]:
    key = json.loads(text)
    keys = keys_of(reading)
    run_key = next((one for one in keys if _plain(one) == key), None)
    if run_key is None and key is not None:
        raise KeyError(text)
    panes = [one for one in seen_windows(reading) if one[1] == run_key]
    for node, _, window in reversed(panes[-MOST_PANES:]):
        yield from _panes(reading, reading.instances_of(node)[0], run_key, window, now)
    has_windows = any(
        one.operator.operator_class in WINDOW_OPERATORS for one in reading.instances.values()
    )
    if has_windows and not panes:
        yield reading.say("why has key {key} no window", key=reading.value(run_key)) + now
    for index in reading.of(e.LateRecordDropped):
        if reading.events[index].key == run_key:
            yield from questions_about(reading, index)[:1]
    for operator, state in reading.view.operators.items():
        for timer in state.timers:
            if timer[1] == run_key:
                yield from _timer(reading, operator, timer, now)
    other = next((one for one in keys if one != run_key), None)
    if other is not None:
        yield reading.say(
            "why is key {key} different from key {other}",
            key=reading.value(run_key),
            other=reading.value(other),
        )


def _of_timer(reading: Reading, text: str, now: str) -> Iterator[str]:
    operator, *timer = json.loads(text)
    found = []
    for index in reading.of(e.TimerRegistered, e.TimerFired, e.TimerDeleted):
        fact = reading.events[index]
        parts = (fact.domain, fact.key, fact.namespace, fact.timestamp)
        if fact.operator == operator and _plain(parts) == timer:
            found.append(parts)
    yield from _timer(reading, operator, found[-1], now)


def _timer(reading: Reading, operator: str, timer: Any, now: str) -> Iterator[str]:
    _, key, namespace, timestamp = timer
    if namespace != "":  # a timer of a window: ask about the window
        yield from _panes(reading, operator, key, namespace, now)
        return
    timer_text = timer_in_words(reading, key, timestamp)
    if timer in reading.view.operators[operator].timers:  # type: ignore[index]
        yield reading.say("why has {timer} not fired", timer=timer_text) + now
        return
    for index in reversed(reading.of(e.TimerFired, e.TimerDeleted)):
        fact = reading.events[index]
        if (fact.operator, fact.key, fact.timestamp) == (operator, key, timestamp):
            has_fired = isinstance(fact, e.TimerFired)
            yield (
                reading.say("why did {timer} fire", timer=timer_text)
                if has_fired
                else reading.say("why was {timer} deleted", timer=timer_text)
            )
            return


def _of_record(reading: Reading, text: str, now: str) -> Iterator[str]:
    read = int(text)
    if read not in reading.of(e.SourceRecordRead):
        raise KeyError(text)
    important: list[str] = []
    others: list[str] = []
    event_types = (
        e.TaskFailed, e.LateRecordDropped, e.WindowSkippedAsLate, e.RecordFiltered, e.WindowAssigned,
        e.ElementReceived,
    )  # fmt: skip
    for event_type in event_types:
        for index in reading.of(event_type):
            if reading.read_of(index) == read:
                questions = questions_about(reading, index)
                if isinstance(reading.events[index], e.WindowAssigned):
                    fact = reading.events[index]
                    questions = list(_panes(reading, fact.operator, fact.key, fact.window, now))
                (important if event_type in event_types[:4] else others).extend(questions)
    record_text = record_in_words(reading, read)
    yield from (one for one in important + others if "watermark" not in one)
    yield reading.say("why is {record} not in the result", record=record_text)


def _of_row(reading: Reading, text: str, now: str) -> Iterator[str]:
    index = int(text)
    fact = reading.events[index]
    if not isinstance(fact, e.ResultWritten):
        raise KeyError(text)
    yield from questions_about(reading, index)[:1]
    for fired in reversed(reading.of(e.WindowFired)):
        if fired < index and reading.step(fired) == reading.step(index):
            yield from questions_about(reading, fired)[:1]
            return


_KINDS: dict[str, Callable[[Reading, str, str], Iterator[str]]] = {
    "task": _of_task, "channel": _of_channel, "pane": _of_pane, "window": _of_window,
    "key": _of_key, "record": _of_record, "watermark": _of_watermark, "timer": _of_timer,
    "split": _of_split, "row": _of_row,
}  # fmt: skip
