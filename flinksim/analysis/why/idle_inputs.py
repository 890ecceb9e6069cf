"""What idle inputs do to a watermark, for the explainers of other questions.

An idle input is left out of the minimum, and makes no watermark by itself. Not in Flink.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from flinksim.analysis.why.answer import CausalLink
from flinksim.analysis.why.blocked_watermarks import WatermarkBlocker, find_idle_generators
from flinksim.analysis.why.finding import CandidateChange, Finding
from flinksim.analysis.why.question_names import QuestionError
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.trace import events as e


def describe_idle_countdown(run: TraceIndex, operator: str, split: str, idle_index: int) -> str:
    """Describe the idle timeout that made a split or a whole stream idle; "" if none is recorded.

    Args:
        run: The run.
        operator: The source, or the operator that assigns watermarks.
        split: The name of the split; "" for the whole stream.
        idle_index: The event with which it became idle.
    """
    started = [
        i
        for i in run.find_events(e.IdlenessCountdownChanged)
        if i < idle_index
        and (run.events[i].operator, run.events[i].split) == (operator, split)
        and run.events[i].idle_after is not None
    ]
    if not started:
        return ""
    polls = [
        run.time_ms(i)
        for i in run.find_events(e.MailTaken)
        if i < idle_index
        and run.events[i].mail == e.PERIODIC_EMIT
        and run.events[i].subtask == run.subtask(operator)
    ]
    begin, timeout = started[-1], run.events[started[-1]].idle_after - run.time_ms(started[-1])
    return run.translate(
        "job.idle_timeout_ms_began",
        timeout=timeout,
        begin=run.format_time(run.time_ms(begin)),
        interval=min((b - a for a, b in pairwise(polls)), default=0),
        idle=run.format_time(run.time_ms(idle_index)),
    )


def describe_ended_and_idle(
    run: TraceIndex, operator: str, index: int
) -> tuple[str, list[CausalLink]]:
    """Describe that all inputs which are not idle have ended, so that the watermark is at its maximum.

    Args:
        run: The run.
        operator: The operator whose watermark is at its maximum.
        index: The event in question.

    Returns:
        A sentence and the events that show it; ("", []) if no input is idle.
    """
    channels = [one.id for one in run.find_input_channels(run.subtask(operator))]
    idle: dict[str, int] = {}
    ended: dict[str, int] = {}
    for i in run.find_events(e.ChannelStatusChanged, e.ChannelWatermarkChanged):
        event = run.events[i]
        if i > index or event.channel not in channels:
            continue
        if isinstance(event, e.ChannelWatermarkChanged):
            if event.after == MAX_TIMESTAMP:
                ended[event.channel] = i
        elif event.idle:
            idle[event.channel] = i
    idle = {one: i for one, i in idle.items() if one not in ended}
    if not idle or not ended:
        return "", []
    sentence = run.translate(
        "job.input_ended_input_idle",
        ended=run.format_list([run.format_name(one) for one in ended]),
        idle=run.format_list([run.format_name(one) for one in idle]),
    )
    return sentence, [run.build_link(i) for i in (*idle.values(), *ended.values())]


def describe_missing_record(
    run: TraceIndex, operator: str, due: int
) -> tuple[str, list[CandidateChange]]:
    """Describe the record without which the watermark does not reach *due* while all inputs are idle.

    Returns:
        A sentence, and the change that adds such a record; ("", []) if nothing upstream is idle.
    """
    generators = [one for one in find_idle_generators(run, operator) if one.max_timestamp]
    if not generators:
        return "", []
    latest = max(generators, key=_get_max_timestamp)
    needed = due + (latest.delay or 0) + 1
    sentence = run.translate(
        "job.idle_input_left_out",
        needed=run.format_time(needed),
    )
    read = None if latest.last_read is None else run.find_read(latest.last_read)
    if read is None:
        return sentence, []
    record = run.record_ids[read]
    timestamps = run.find_split_timestamps(record)
    timestamp = timestamps[record.offset]
    if timestamp is None:
        return sentence, []
    amount = needed - timestamp
    return sentence, [
        CandidateChange(
            "next record", record=record, initial_amount=amount, timestamps=lambda: timestamps
        )
    ]


def _get_max_timestamp(blocker: WatermarkBlocker) -> int:
    assert blocker.max_timestamp is not None
    return blocker.max_timestamp[0]


def explain_idle_split(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain why a split became idle: ``why did split p1 become idle``.

    Raises:
        QuestionError: The split never became idle, or there is no such split.
    """
    changes = [
        i for i in run.find_events(e.SplitStatusChanged) if run.events[i].split == parts["split"]
    ]
    idle = [i for i in changes if run.events[i].idle]
    if not idle:
        raise QuestionError(run.translate("error.never_idle", channel=parts["split"]))
    event = run.events[idle[-1]]
    sentences = [
        run.describe_event(idle[-1]),
        describe_idle_countdown(run, event.operator, event.split, idle[-1]),
    ]
    if changes[-1] > idle[-1]:
        time = run.format_time(run.time_ms(changes[-1]))
        sentences.append(run.translate("counts.active_again", time=time))
    return Finding(
        run.sentence_gap.join(filter(None, sentences)),
        [run.build_link(idle[-1])],
        [run.build_event_cause(idle[-1])],
    )


def explain_pending_split(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain why a split was not read, or only later: ``why is split orders-1 not read``.

    Raises:
        QuestionError: The split existed when the job started.
    """
    split = parts["split"]
    pending = [i for i in run.find_events(e.SplitPending) if run.events[i].split == split]
    if not pending:
        raise QuestionError(run.translate("error.split_existed", split=split))
    index = pending[-1]
    event = run.events[index]
    assigned = [
        i for i in run.find_events(e.SplitAssigned) if i > index and run.events[i].split == split
    ]
    sentences = [run.describe_event(index)]
    if event.discovery is None:
        sentences.append(run.translate("job.set_discovery_interval"))
    elif not assigned:
        sentences.append(run.translate("job.run_ended_before_discovery"))
    return Finding(
        run.sentence_gap.join(sentences),
        [run.build_link(i) for i in (index, *assigned[:1])],
        [run.build_event_cause(index)],
    )
