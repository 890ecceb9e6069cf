"""Questions about one target that a user selects on a page, at one step of the run.

A target is ``kind:id``, as in the address of the page. Its id depends on the kind:

- task, channel, split: its id; watermark: the id of its operator
- record: the index of its ``SourceRecordRead`` event; row (a line that a sink wrote): the index of
  its ``ResultWritten`` event
- key, window: JSON
- pane (the window of one key at one operator): JSON of ``[operator, key, window]``
- timer: JSON of ``[operator, domain, key, namespace, timestamp]``

Not in Flink.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from flinksim.analysis.expressions.name_resolution import WINDOW_OPERATORS
from flinksim.analysis.why.question_names import QuestionError, find_keys
from flinksim.analysis.why.question_suggestions import (
    format_record,
    format_timer,
    format_window,
    list_event_questions,
)  # fmt: skip
from flinksim.analysis.why.trace_index import TraceIndex, truncate_to_steps
from flinksim.analysis.why.window_firing_answers import find_all_windows
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.trace import events as e

MAX_WINDOWS = 4
"""Maximum number of windows about which questions are listed; the last ones are used.

It applies to the windows of one selected key, and to the keys of one selected window.
"""

_STATE_BY_REASON = {
    "no input": "idle",
    "busy": "busy",
    "blocked": "blocked",
    "no output buffer": "backpressured",
}


def list_target_questions(full_run: TraceIndex, target: str, steps: int) -> list[str]:
    """Return the questions about *target* after *steps* steps of a run.

    If the answer may change later in the run, the question names the step.

    Raises:
        QuestionError: *target* is not a valid target, or is not in this run.
    """
    kind, _, name = target.partition(":")
    if kind not in _TARGET_KINDS:
        raise QuestionError(
            f"expected a part of the job such as 'task:v2/0' ({', '.join(_TARGET_KINDS)}); "
            f"found {target:.60}"
        )
    is_end = steps >= len(full_run.trace)
    step_suffix = "" if is_end else full_run.translate("question.at_step", step=str(steps))
    run = full_run if is_end else _TruncatedIndex(full_run, steps)
    try:
        return list(dict.fromkeys(_TARGET_KINDS[kind](run, name, step_suffix)))
    except (ValueError, KeyError, IndexError, TypeError) as error:
        if isinstance(error, QuestionError):
            raise
        raise QuestionError(f"there is no {kind} {name:.60} in this run") from None


class _TruncatedIndex(TraceIndex):
    """Index of the first steps of a run, in which records have the same names as in the full run."""

    def __init__(self, full_run: TraceIndex, steps: int) -> None:
        super().__init__(truncate_to_steps(full_run.trace, steps), full_run.language)
        self.split_count_by_offset = full_run.split_count_by_offset


def _to_json_value(value: Any) -> Any:
    return json.loads(json.dumps(value))


# --- tasks, channels, splits -----------------------------------------------------------------------


def _ask_about_task(run: TraceIndex, subtask: str, now: str) -> Iterator[str]:
    state, name = run.task_state(subtask), run.format_name(subtask)
    failed = [run.events[i].subtask for i in run.find_events(e.TaskFailed)]
    if subtask in failed:
        yield run.translate("question.job_failed")
    if state.suspended in _STATE_BY_REASON and state.state == "RUNNING":
        yield (
            run.translate(
                "question.task_state",
                task=name,
                state=run.translate_word(_STATE_BY_REASON[state.suspended]),
            )
            + now
        )
    for index in reversed(run.find_events(e.DefaultActionSuspended)):
        event = run.events[index]
        if event.subtask == subtask and event.reason in _STATE_BY_REASON:
            yield (
                run.translate(
                    "question.task_state",
                    task=name,
                    state=run.translate_word(_STATE_BY_REASON[event.reason]),
                )
                + now
            )
    for operator in run.find_operators(subtask):
        if operator in _find_clock_operators(run):
            yield from _ask_about_watermark(run, operator, now)
            break
    yield from _ask_about_last_record(run, lambda event: event.subtask == subtask)


def _find_clock_operators(run: TraceIndex) -> dict[str, None]:
    """Return the operators that have an event-time clock: those whose watermark has advanced."""
    events = run.find_events(e.OperatorWatermarkAdvanced)
    return dict.fromkeys(run.events[index].operator for index in events)


def _ask_about_watermark(run: TraceIndex, operator: str, now: str) -> Iterator[str]:
    mark, name = run.operator_state(operator).watermark, run.format_name(operator)
    if mark not in (MIN_TIMESTAMP, MAX_TIMESTAMP):
        yield (run.translate("question.watermark", task=name, time=run.format_time(mark)) + now)
    if mark != MAX_TIMESTAMP:
        yield run.translate("question.watermark_not_moved", task=name) + now
    elif operator in _find_clock_operators(run):
        yield run.translate("question.watermark", task=name, time="MAX") + now


def _ask_about_channel(run: TraceIndex, channel: str, now: str) -> Iterator[str]:
    state, name = run.channel_state(channel), run.format_name(channel)
    if state.idle and state.watermark != MAX_TIMESTAMP:
        yield run.translate("question.channel_idle", channel=name) + now
    if not state.aligned:
        yield run.translate("question.channel_not_aligned", channel=name) + now
    target = run.channels[channel].target
    if state.queued and str(run.task_state(run.channels[channel].source).suspended) in (
        "blocked", "no output buffer",
    ):  # fmt: skip
        yield (
            run.translate(
                "question.task_state",
                task=run.format_name(run.channels[channel].source),
                state=run.translate_word("blocked"),
            )
            + now
        )
    for operator in run.find_operators(target):
        yield from _ask_about_watermark(run, operator, now)
        break
    yield from _ask_about_last_record(run, lambda event: event.channel == channel)


def _ask_about_last_record(run: TraceIndex, predicate: Callable[[Any], bool]) -> Iterator[str]:
    for index in reversed(run.find_events(e.ElementReceived)):
        event = run.events[index]
        if event.element == "record" and predicate(event):
            read = run.find_read(index)
            if read is not None:
                yield run.translate(
                    "question.subtask",
                    record=format_record(run, read),
                    task=run.format_name(event.subtask),
                )
            return


def _ask_about_split(run: TraceIndex, split: str, now: str) -> Iterator[str]:
    reads = [i for i in run.find_events(e.SourceRecordRead) if run.events[i].split == split]
    owners = dict.fromkeys(
        one for one, view in run.job_state.operators.items() if split in view.splits
    )
    if not reads and not owners:
        raise KeyError(split)
    for index in run.find_events(e.LateRecordDropped):
        if run.find_read(index) in reads:
            yield from list_event_questions(run, index)[:1]
    for owner in owners:
        task = run.subtask(owner)
        targets = [one.target for one in run.plan.channels if one.source == task]
        for one in (task, *targets[:1]):
            clocks = [
                name for name in run.find_operators(one) if name in _find_clock_operators(run)
            ]
            for clock in clocks[-1:]:
                yield from _ask_about_watermark(run, clock, now)
        if str(run.task_state(task).suspended) in _STATE_BY_REASON:
            yield from _ask_about_task(run, task, now)
    for read in reads[-1:]:
        yield run.translate("question.not_in_result", record=format_record(run, read))


# --- windows, keys, timers, records ----------------------------------------------------------------


def _ask_about_firing(
    run: TraceIndex, operator: str, key: Any, window: Any, now: str
) -> Iterator[str]:
    """Yield one question about a window: why it last fired, or why it has not fired."""
    node = run.node(operator)
    fired = [
        event
        for event in (run.events[i] for i in run.find_events(e.WindowFired))
        if run.node(event.operator) == node and (event.key, event.window) == (key, window)
    ]
    pane = format_window(run, key, window)
    if fired:
        yield (
            run.translate("question.fired", pane=pane)
            if fired[-1].kind == "on time"
            else run.translate(
                "question.fired_kind", pane=pane, kind=run.translate_word(fired[-1].kind)
            )
        )
    else:
        yield run.translate("question.not_fired", pane=pane) + now


def _ask_about_window_of_key(run: TraceIndex, text: str, now: str) -> Iterator[str]:
    operator, key, window = json.loads(text)
    known = [
        one
        for one in find_all_windows(run)
        if [_to_json_value(one[1]), _to_json_value(one[2])] == [key, window]
    ]
    node = run.node(operator)
    (_, key, window) = next(one for one in known or [(node, key, window)] if one[0] == node)
    yield from _ask_about_firing(run, operator, key, window, now)
    if known:
        yield from _ask_about_late_records(
            run, lambda event: (event.key, event.window) == (key, window)
        )


def _ask_about_late_records(run: TraceIndex, predicate: Callable[[Any], bool]) -> Iterator[str]:
    for index in run.find_events(e.WindowSkippedAsLate):
        if predicate(run.events[index]):
            yield from list_event_questions(run, index)[:1]


def _ask_about_window(run: TraceIndex, text: str, now: str) -> Iterator[str]:
    window = json.loads(text)
    known = [one for one in find_all_windows(run) if _to_json_value(one[2]) == window]
    if not known:
        raise KeyError(text)
    for node, key, own in reversed(known[-MAX_WINDOWS:]):
        yield from _ask_about_firing(run, run.find_instances(node)[0], key, own, now)
    yield from _ask_about_late_records(run, lambda event: _to_json_value(event.window) == window)


def _ask_about_key(run: TraceIndex, text: str, now: str) -> Iterator[str]:
    key = json.loads(text)
    keys = find_keys(run)
    run_key = next((one for one in keys if _to_json_value(one) == key), None)
    if run_key is None and key is not None:
        raise KeyError(text)
    panes = [one for one in find_all_windows(run) if one[1] == run_key]
    for node, _, window in reversed(panes[-MAX_WINDOWS:]):
        yield from _ask_about_firing(run, run.find_instances(node)[0], run_key, window, now)
    has_windows = any(
        one.operator.operator_class in WINDOW_OPERATORS for one in run.instances.values()
    )
    if has_windows and not panes:
        yield run.translate("question.no_window", key=run.format_value(run_key)) + now
    for index in run.find_events(e.LateRecordDropped):
        if run.events[index].key == run_key:
            yield from list_event_questions(run, index)[:1]
    for operator, state in run.job_state.operators.items():
        for timer in state.timers:
            if timer[1] == run_key:
                yield from _ask_about_timer(run, operator, timer, now)
    other = next((one for one in keys if one != run_key), None)
    if other is not None:
        yield run.translate(
            "question.different_keys",
            key=run.format_value(run_key),
            other=run.format_value(other),
        )


def _ask_about_registered_timer(run: TraceIndex, text: str, now: str) -> Iterator[str]:
    operator, *timer = json.loads(text)
    found = []
    for index in run.find_events(e.TimerRegistered, e.TimerFired, e.TimerDeleted):
        event = run.events[index]
        parts = (event.domain, event.key, event.namespace, event.timestamp)
        if event.operator == operator and _to_json_value(parts) == timer:
            found.append(parts)
    yield from _ask_about_timer(run, operator, found[-1], now)


def _ask_about_timer(run: TraceIndex, operator: str, timer: Any, now: str) -> Iterator[str]:
    _, key, namespace, timestamp = timer
    if namespace != "":  # a timer of a window: ask about the window
        yield from _ask_about_firing(run, operator, key, namespace, now)
        return
    timer_text = format_timer(run, key, timestamp)
    if timer in run.job_state.operators[operator].timers:  # type: ignore[index]
        yield run.translate("question.timer_not_fired", timer=timer_text) + now
        return
    for index in reversed(run.find_events(e.TimerFired, e.TimerDeleted)):
        event = run.events[index]
        if (event.operator, event.key, event.timestamp) == (operator, key, timestamp):
            has_fired = isinstance(event, e.TimerFired)
            yield (
                run.translate("question.timer_fired", timer=timer_text)
                if has_fired
                else run.translate("question.timer_deleted", timer=timer_text)
            )
            return


def _ask_about_record(run: TraceIndex, text: str, now: str) -> Iterator[str]:
    read = int(text)
    if read not in run.find_events(e.SourceRecordRead):
        raise KeyError(text)
    important: list[str] = []
    others: list[str] = []
    event_types = (
        e.TaskFailed, e.LateRecordDropped, e.WindowSkippedAsLate, e.RecordFiltered, e.WindowAssigned,
        e.ElementReceived,
    )  # fmt: skip
    for event_type in event_types:
        for index in run.find_events(event_type):
            if run.find_read(index) == read:
                questions = list_event_questions(run, index, include_watermark=False)
                if isinstance(run.events[index], e.WindowAssigned):
                    event = run.events[index]
                    questions = list(
                        _ask_about_firing(run, event.operator, event.key, event.window, now)
                    )
                (important if event_type in event_types[:4] else others).extend(questions)
    record_text = format_record(run, read)
    yield from important + others
    yield run.translate("question.not_in_result", record=record_text)


def _ask_about_row(run: TraceIndex, text: str, now: str) -> Iterator[str]:
    index = int(text)
    event = run.events[index]
    if not isinstance(event, e.ResultWritten):
        raise KeyError(text)
    yield from list_event_questions(run, index)[:1]
    for fired in reversed(run.find_events(e.WindowFired)):
        if fired < index and run.step(fired) == run.step(index):
            yield from list_event_questions(run, fired)[:1]
            return


_TARGET_KINDS: dict[str, Callable[[TraceIndex, str, str], Iterator[str]]] = {
    "task": _ask_about_task,
    "channel": _ask_about_channel,
    "pane": _ask_about_window_of_key,
    "window": _ask_about_window,
    "key": _ask_about_key,
    "record": _ask_about_record,
    "watermark": _ask_about_watermark,
    "timer": _ask_about_registered_timer,
    "split": _ask_about_split,
    "row": _ask_about_row,
}
