"""Explainers for busy, idle, backpressured and blocked tasks, and for failed jobs.

Not in Flink.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

from flinksim.analysis.bottlenecks import find_bottlenecks
from flinksim.analysis.why.answer import CausalLink, Cause, RecordId
from flinksim.analysis.why.causal_chain import build_causal_chain
from flinksim.analysis.why.finding import CandidateChange, Finding, Outcome, find_timed_events
from flinksim.analysis.why.question_names import QuestionError, resolve_subtasks
from flinksim.analysis.why.trace_index import TraceIndex, format_duration, truncate_to_steps
from flinksim.core.ids import SubtaskId
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace

SUSPENSION_REASONS = {
    "idle": ("no input",),
    "waiting": ("no input",),
    "busy": ("busy",),
    "backpressured": ("no output buffer", "blocked"),
    "blocked": ("blocked", "no output buffer"),
}
"""Reasons in the trace why a task stopped processing input, for each state in a question."""


def explain_task(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain the state of a task: ``why is task windows blocked`` (``idle``, ``busy``, ...)."""
    state = parts["state"]
    subtasks = resolve_subtasks(run, parts["task"])
    reasons = SUSPENSION_REASONS[state]
    current = [one for one in subtasks if str(run.task_state(one).suspended) in reasons]
    suspensions = [
        i
        for i in run.find_events(e.DefaultActionSuspended)
        if run.events[i].subtask in subtasks and run.events[i].reason in reasons
    ]
    if current:
        last_suspension = [i for i in suspensions if run.events[i].subtask == current[0]][-1]
        return _explain_suspension(run, last_suspension, state, "")
    if suspensions:
        resumed = [
            i
            for i in run.find_events(e.DefaultActionResumed)
            if i > suspensions[-1] and run.events[i].subtask == run.events[suspensions[-1]].subtask
        ]
        until = (
            run.translate("task.until", time=run.format_time(run.time_ms(resumed[0])))
            if resumed
            else ""
        )
        times = run.translate(
            "task.was",
            n=len(suspensions),
            total=format_duration(_sum_suspensions(run, suspensions)),
            time=run.format_time(run.time_ms(suspensions[-1])),
            until=until,
        )
        return _explain_suspension(run, suspensions[-1], state, times)
    states = [
        run.translate("task.is", task=run.format_name(one), state=_describe_activity(run, one))
        for one in subtasks
    ]
    raise QuestionError(
        run.translate(
            "error.task_never",
            task=parts["task"],
            state=run.translate_word(state),
            states=run.format_list(states),
        )
    )


def _sum_suspensions(run: TraceIndex, suspensions: list[int]) -> int:
    """Return for how long the suspensions lasted, in ms of processing time."""
    resumed = run.find_events(e.DefaultActionResumed)
    total = 0
    for index in suspensions:
        subtask = run.events[index].subtask
        end = next((i for i in resumed if i > index and run.events[i].subtask == subtask), None)
        total += (run.now_ms if end is None else run.time_ms(end)) - run.time_ms(index)
    return total


def _explain_suspension(run: TraceIndex, event_index: int, state: str, prefix: str) -> Finding:
    """Explain why a task stopped processing input; the event at *event_index* records it.

    *prefix* is the text before the explanation.
    """
    event = run.events[event_index]
    links: list[CausalLink] = [run.build_link(event_index)]
    if event.reason == "no input":
        finding = _explain_idle(run, event_index, links)
    elif event.reason == "busy":
        finding = _explain_busy(run, event_index, links)
    else:
        finding = _explain_backpressured(run, event_index, links)
    finding.sentence = (prefix + run.sentence_gap + finding.sentence).strip()
    subtask, reasons = event.subtask, SUSPENSION_REASONS[state]

    def count_suspensions(trace: Trace, to_the_end: bool) -> int:
        found = 0
        for _, f in find_timed_events(
            trace, e.DefaultActionSuspended, e.SourceFinished, e.InputEnded
        ):
            if isinstance(f, e.SourceFinished | e.InputEnded):
                task = f.subtask if isinstance(f, e.InputEnded) else run.subtask(f.operator)
                if not to_the_end and task == subtask:
                    break
            elif f.subtask == subtask and f.reason in reasons:
                found += 1
        return found

    # at the end of its input a task waits for any asynchronous call
    to_the_end = not count_suspensions(
        truncate_to_steps(run.trace, run.step(event_index) + 1), False
    )

    def describe(trace: Trace) -> str:
        count = count_suspensions(trace, to_the_end)
        word = run.translate_word(state)
        if not count:
            return run.translate("outcome.task_never", state=word)
        return run.translate("outcome.task_times", state=word, n=count)

    if event.reason != "no input":
        finding.outcome = Outcome(
            lambda trace: count_suspensions(trace, to_the_end) > 0, True, describe
        )
    return finding


def _build_idle_outcome(run: TraceIndex, event_index: int) -> Outcome | None:
    """Build a test for runs: whether the task is without input for as long as in this run.

    That is from the event at *event_index* until it got input again, or until now if it did not.
    ``None`` if no time has passed.
    """
    subtask, since = run.events[event_index].subtask, run.time_ms(event_index)
    resumed = (i for i in run.find_events(e.DefaultActionResumed) if i > event_index)
    resumed_here = (i for i in resumed if run.events[i].subtask == subtask)
    until = next((run.time_ms(i) for i in resumed_here), run.now_ms) - 1
    if until <= since:
        return None

    def find_resume_times(trace: Trace) -> list[int]:
        events = find_timed_events(trace, e.DefaultActionResumed)
        return [time for time, f in events if f.subtask == subtask and since < time <= until]

    def describe(trace: Trace) -> str:
        found = find_resume_times(trace)
        return run.translate("outcome.has_input", time=run.format_time(found[0])) if found else ""

    return Outcome(lambda trace: not find_resume_times(trace), True, describe, until)


def _find_idle_candidates(run: TraceIndex, event_index: int) -> list[CandidateChange]:
    """Return changes that would give an idle task input sooner.

    They are a lower cost of functions upstream and an earlier arrival of the next records.
    """
    subtask = run.events[event_index].subtask
    pending, upstream_tasks = [subtask], {subtask: None}
    while pending:
        for one in run.find_input_channels(pending.pop()):
            if one.source not in upstream_tasks:
                upstream_tasks[one.source] = None
                pending.append(one.source)
    operators = [operator for task in upstream_tasks for operator in run.find_operators(task)]
    busy = {
        run.events[i].subtask
        for i in run.find_events(e.DefaultActionSuspended)
        if run.events[i].reason == "busy"
    }
    candidates = [
        CandidateChange("cost", run.node(operator))
        for operator in operators
        if run.subtask(operator) in busy - {subtask}
    ]
    last: dict[tuple[int, str], int] = {}
    for read, record in run.record_ids.items():
        if run.events[read].operator in operators and run.time_ms(read) <= run.time_ms(event_index):
            last[record.node, record.split] = record.offset
    candidates += [
        CandidateChange("arrival", record=RecordId(node, split, offset + 1))
        for (node, split), offset in last.items()
    ]
    return candidates


def _describe_alignment_wait(run: TraceIndex, subtask: str) -> str:
    """Describe that a source pauses for watermark alignment with its group; "" if it does not."""
    for operator in run.find_operators(subtask):
        state = run.operator_state(operator)
        for group, aligned in state.alignment.items():
            if aligned.allowed < state.emitted_watermark < MAX_TIMESTAMP:
                return run.translate(
                    "task.waits_for_alignment",
                    task=run.format_name(subtask),
                    group=group,
                    time=run.format_time(run.now_ms),
                    mark=run.format_time(state.emitted_watermark),
                    allowed=run.format_time(aligned.allowed),
                )
    return ""


def find_alignment_wait(run: TraceIndex, suspended: int) -> int | None:
    """Return the event from which on a suspended source waited for its alignment group.

    *suspended* is the event that suspended the source. ``None`` if it did not wait for the group.
    """
    subtask = run.events[suspended].subtask
    resumed = [
        i
        for i in run.find_events(e.DefaultActionResumed)
        if i > suspended and run.events[i].subtask == subtask
    ]
    end = resumed[0] if resumed else len(run.events)
    waiting = [
        i
        for i in run.find_events(e.WatermarkAligned)
        if suspended < i < end
        and run.subtask(run.events[i].operator) == subtask
        and (run.events[i].reported or 0) < MAX_TIMESTAMP
        and run.events[i].allowed < (run.events[i].reported or run.events[i].allowed)
    ]
    return waiting[0] if waiting else None


def _explain_idle(run: TraceIndex, event_index: int, links: list[CausalLink]) -> Finding:
    """Explain why the task has no input."""
    subtask = run.events[event_index].subtask
    inputs = run.find_input_channels(subtask)
    run_then = run.truncate(run.step(event_index) + 1)
    if not inputs:
        splits = [
            (name, view)
            for one in run.find_operators(subtask)
            for name, view in run_then.operator_state(one).splits.items()
        ]
        alignment_wait = _describe_alignment_wait(run_then, subtask)
        waiting = find_alignment_wait(run, event_index)
        if not alignment_wait and waiting is not None:
            links.append(run.build_link(waiting))
            run_then = run.truncate(run.step(waiting) + 1)
            alignment_wait = _describe_alignment_wait(run_then, subtask)
        if alignment_wait:  # a record is available already: an earlier arrival would change nothing
            return Finding(alignment_wait, links, [run.build_event_cause(event_index)])
        open_splits = [
            run.translate("task.open_split", split=n, n=v.read) for n, v in splits if not v.ended
        ]
        return Finding(
            run.translate(
                "task.source_waits",
                task=run.format_name(subtask),
            )
            + (
                run.translate("task.open_splits", splits=run.format_list(open_splits))
                if open_splits
                else run.translate("task.splits_ended")
            ),
            links,
            [run.build_event_cause(event_index)],
            unknown=run.translate("unknown.next_input"),
            outcome=_build_idle_outcome(run, event_index),
            candidates=_find_idle_candidates(run, event_index),
        )
    senders = [
        run.translate(
            "task.does",
            task=run.format_name(one.source),
            does=_describe_activity(run, one.source),
        )
        for one in inputs
    ]
    received = [i for i in run.find_events(e.BufferConsumed, e.ElementReceived) if i < event_index]
    received_here = [i for i in received if run.channels[run.events[i].channel].target == subtask]
    if received_here:
        links.append(run.build_link(max(received_here)))
    return Finding(
        run.translate(
            "task.inputs_empty",
            task=run.format_name(subtask),
            n=len(inputs),
            senders=run.format_list(senders),
        ),
        links,
        [run.build_event_cause(event_index)],
        outcome=_build_idle_outcome(run, event_index),
        candidates=_find_idle_candidates(run, event_index),
    )


def _describe_activity(run: TraceIndex, subtask: str) -> str:
    """Describe what a task does after the last step."""
    state = run.task_state(subtask)
    if state.state != "RUNNING":
        return str(state.state)
    descriptions = {
        None: run.translate("task.running"),
        "no input": run.translate("task.waiting"),
        "busy": run.translate("task.busy"),
    }
    reason = state.suspended
    return descriptions.get(reason) or run.translate(
        "task.held_up", reason=run.translate_word(str(reason))
    )


def _explain_busy(run: TraceIndex, event_index: int, links: list[CausalLink]) -> Finding:
    """Explain which user function keeps the task busy."""
    subtask = run.events[event_index].subtask
    first, _ = run.trace.event_range(run.step(event_index))
    calls = [
        i for i in range(event_index, first - 1, -1)
        if isinstance(run.events[i], e.ElementProcessed | e.TimerFired | e.WindowFired)
    ]  # fmt: skip
    finding = Finding(
        run.translate(
            "task.in_user_function",
            task=run.format_name(subtask),
        ),
        links,
    )
    if calls:
        call = calls[-1]  # nested calls come after the outer call
        load = find_bottlenecks(run.trace).find_load(subtask)
        finding.sentence += run.sentence_gap + run.describe_event(call)
        if load.busy >= 1:
            finding.sentence += run.translate("task.busy_per_second", ms=round(load.busy))
        links.append(run.build_link(call))
        nodes = dict.fromkeys(run.node(run.events[i].operator) for i in reversed(calls))
        finding.candidates = [CandidateChange("cost", node) for node in nodes]
        if len(nodes) > 1:
            names = run.format_names(
                run.format_name(run.events[i].operator) for i in reversed(calls)
            )
            finding.unknown = run.translate("unknown.which_function", operators=names)
    finding.causes = [run.build_event_cause(calls[-1] if calls else event_index)]
    return finding


MIN_BUFFERS_SENT = 40
"""Buffers that a channel must still send after a change: about four times what fits into its queues."""


def _count_possible_doublings(run: TraceIndex, sender: str, receiver: str) -> int:
    """Return how often buffers can become twice as large before they only store the whole input."""
    channel_ids = _find_channel_ids(run, sender, receiver)
    sent = sum(run.events[i].channel in channel_ids for i in run.find_events(e.BufferSent))
    return max(0, (sent // MIN_BUFFERS_SENT).bit_length() - 1)


def _explain_backpressured(run: TraceIndex, event_index: int, links: list[CausalLink]) -> Finding:
    """Explain backpressure: find its cause downstream.

    The cause is the first task downstream that is not backpressured itself.
    """
    subtask = run.events[event_index].subtask
    links[0] = build_causal_chain(run, event_index)[0]
    path, bottleneck = [subtask], subtask
    for _ in run.plan.vertices:
        receiver = _find_slowest_receiver(run, bottleneck, event_index)
        if receiver is None:
            break
        bottleneck = receiver
        path.append(receiver)
        if not _is_backpressured(run, receiver, event_index):
            break
    busy = [
        i
        for i in run.find_events(e.DefaultActionSuspended)
        if run.events[i].subtask == bottleneck and run.events[i].reason == "busy"
    ]
    nearest = [i for i in busy if i < event_index] or busy
    forwarding = [run.format_name(one) for one in path[1:-1]]
    finding = Finding(
        run.translate(
            "task.no_buffer",
            task=run.format_name(subtask),
            culprit=run.format_name(bottleneck),
        ),
        links,
    )
    for sender, receiver in pairwise(path):
        last_buffer = _find_last_buffer(run, sender, receiver, event_index)
        if last_buffer is not None:
            links.append(run.build_link(last_buffer))
    node = run.node(run.find_operators(bottleneck)[0])
    # real Flink reports no event for a busy task
    slow = [each.subtask for each in find_bottlenecks(run.trace).bottlenecks if each.is_network]
    is_busy = bool(busy) or ("recorded" in run.trace.info and bottleneck not in slow)
    cause = run.translate("task.slow_reader" if is_busy else "task.slow_network")
    finding.sentence += run.sentence_gap + cause
    if forwarding:
        finding.sentence += run.sentence_gap + run.translate(
            "task.through", tasks=run.format_names(forwarding), n=len(forwarding)
        )
    if is_busy:
        busy_event = nearest[-1] if busy else event_index
        links += [run.build_link(busy_event)] if busy else []
        finding.causes = [
            Cause(
                "fact",
                run.translate("cause.task_busy", task=run.format_name(bottleneck)),
                run.step(busy_event),
            )
        ]
        finding.candidates = [
            CandidateChange("cost", node),
            CandidateChange("more subtasks", node),
        ]
    else:
        finding.causes = [
            Cause(
                "setting",
                run.translate("cause.network", task=run.format_name(bottleneck)),
            )
        ]
        doublings = _count_possible_doublings(run, path[-2], bottleneck)
        finding.candidates = [CandidateChange("buffers", node, initial_amount=doublings)]
    return finding


def _find_slowest_receiver(run: TraceIndex, subtask: str, event_index: int) -> str | None:
    """Return the receiver of a subtask with the most buffers that it has not read yet.

    These are buffers queued at the sender, on the network or received but unread.
    """
    targets: dict[str, int] = {}
    for channel in run.plan.channels:
        if channel.source == subtask:
            state = run.compute_state_at(event_index).channels[channel.id]
            waiting = state.queued + state.received + state.on_wire
            targets[channel.target] = targets.get(channel.target, 0) + waiting
    return max(targets, key=lambda one: targets[one]) if targets else None


def _is_backpressured(run: TraceIndex, subtask: str, event_index: int) -> bool:
    state = run.compute_state_at(event_index).tasks[SubtaskId(subtask)]
    return str(state.suspended) in SUSPENSION_REASONS["blocked"]


def _find_channel_ids(run: TraceIndex, sender: str, receiver: str) -> set[str]:
    return {one.id for one in run.plan.channels if (one.source, one.target) == (sender, receiver)}


def _find_last_buffer(run: TraceIndex, sender: str, receiver: str, event_index: int) -> int | None:
    """Return the last buffer that *sender* queued or sent for *receiver*, up to *event_index*."""
    channel_ids = _find_channel_ids(run, sender, receiver)
    sent = [
        i
        for i in run.find_events(e.BufferQueued, e.BufferSent)
        if i <= event_index and run.events[i].channel in channel_ids
    ]
    return max(sent) if sent else None


# --- failures --------------------------------------------------------------------------------------


def explain_failure(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain the failure of the job: ``why did the job fail``."""
    failures = run.find_events(e.TaskFailed)
    if not failures:
        raise QuestionError(run.translate("error.no_failure", status=run.job_state.status))
    failure = failures[-1]
    event = run.events[failure]
    links = [run.build_link(failure)]
    finding = Finding(run.describe_event(failure).rstrip(".。") + run.full_stop, links)
    if event.operator:
        finding.sentence += run.translate(
            "failure.operator", operator=run.format_name(event.operator)
        )
        finding.sentence += (
            run.translate("failure.record", record=event.record) if event.record else run.full_stop
        )
    if event.code:
        finding.sentence += run.translate("failure.code", code=event.code)
    first, _ = run.trace.event_range(run.step(failure))
    calls = [
        i for i in range(failure, first - 1, -1)
        if isinstance(run.events[i], e.ElementProcessed | e.SourceRecordRead)
    ]  # fmt: skip
    read = run.find_read(calls[0]) if calls else None
    if calls:
        links += [link for link in build_causal_chain(run, calls[0]) if link.event_index != failure]
    finding.causes = (
        [run.build_record_cause(read)] if read is not None else [run.build_event_cause(failure)]
    )
    restarts = run.find_events(e.RestartDecided)
    if restarts:
        finding.sentence += run.translate("failure.restarts", n=len(restarts))
        links += [run.build_link(i) for i in restarts[-2:]]
    expected = (event.error, event.message)

    def occurs(trace: Trace) -> bool:
        return any(
            (f.error, f.message) == expected for _, f in find_timed_events(trace, e.TaskFailed)
        )

    def describe(trace: Trace) -> str:
        statuses = [f.after for f in trace.get_events(e.JobStatusChanged)]
        if not statuses:
            return run.translate("outcome.no_failure")
        if trace.get_events(e.TaskFailed):
            return run.translate("outcome.job_status", status=statuses[-1])
        if statuses[-1] == run.job_state.status:
            return run.translate("outcome.no_restart", n=len(restarts))
        return run.translate(
            "outcome.no_task_fails", status=statuses[-1], own_status=run.job_state.status
        )

    finding.outcome = Outcome(occurs, True, describe)
    finding.candidates = [CandidateChange("crash"), CandidateChange("schedule")]
    if read is not None:
        record = run.record_ids[read]
        timestamps = partial(run.find_split_timestamps, record)
        finding.candidates.append(CandidateChange("left out", record=record))
        finding.candidates.append(CandidateChange("value", record=record))
        finding.candidates.append(
            CandidateChange("timestamp", record=record, timestamps=timestamps)
        )
    return finding
