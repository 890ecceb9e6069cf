"""Explainers for checkpoints that fail or are slow, and for restarts.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.analysis.why.answer import MessageTemplate
from flinksim.analysis.why.finding import Finding
from flinksim.analysis.why.question_names import QuestionError
from flinksim.analysis.why.run_lists import list_events
from flinksim.analysis.why.task_states import explain_failure
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.core.ids import ChannelId
from flinksim.trace import events as e

MAX_DURATIONS = 10
"""Maximum number of checkpoints whose durations an answer lists."""


def explain_failed_checkpoint(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain the last aborted checkpoint: ``why did a checkpoint fail``."""
    aborted = run.find_events(e.CheckpointAborted, e.CheckpointNotTriggered)
    completed = run.find_events(e.CheckpointCompleted)
    if not aborted:
        if not run.find_events(e.CheckpointTriggered):
            return Finding(
                run.translate("job.no_checkpoint_triggered_run"),
                [],
            )
        return Finding(
            run.translate("job.no_checkpoint_failed_run", n=len(completed)),
            [],
        )
    last = aborted[-1]
    event = run.events[last]
    finding = Finding(run.describe_event(last), [run.build_link(last)])
    finding.causes = [run.build_event_cause(last)]
    missing = _find_missing_tasks(run, getattr(event, "checkpoint", -1), last)
    if missing:
        finding.sentence += run.sentence_gap + run.translate(
            "job.not_acknowledged", tasks=run.format_names(missing)
        )
    declined = [i for i in run.find_events(e.CheckpointDeclined) if i < last]
    finding.causal_chain += [run.build_link(index) for index in declined[-1:]]
    return finding


def _find_missing_tasks(run: TraceIndex, checkpoint: int, end: int) -> list[str]:
    """Return the names of the subtasks that had not acknowledged *checkpoint* at event *end*."""
    done = {
        run.events[index].subtask
        for index in run.find_events(e.CheckpointAcknowledged)
        if index < end and run.events[index].checkpoint == checkpoint
    }
    if checkpoint < 0:
        return []
    return [run.format_name(one.id) for one in run.plan.subtasks if one.id not in done]


def explain_slow_checkpoint(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain the slowest checkpoint by its parts: ``why are checkpoints slow``."""
    completed = run.find_events(e.CheckpointCompleted)
    if not completed:
        return explain_failed_checkpoint(run, parts)
    slowest = max(completed, key=lambda index: run.events[index].duration)
    checkpoint = run.events[slowest].checkpoint
    acknowledged = [
        index
        for index in run.find_events(e.CheckpointAcknowledged)
        if run.events[index].checkpoint == checkpoint
    ]
    last = acknowledged[-1]
    event = run.events[last]
    phases = {
        MessageTemplate("job.waiting_barrier"): event.start_delay,
        MessageTemplate("job.alignment"): event.alignment,
        MessageTemplate("job.synchronous_part_snapshot"): event.sync,
        MessageTemplate("job.asynchronous_part_snapshot"): event.async_time,
    }
    phase = max(phases, key=phases.__getitem__)
    sentence = run.translate(
        "job.slowest_checkpoint_ms_acknowledged",
        checkpoint=checkpoint,
        duration=run.events[slowest].duration,
        task=run.format_name(event.subtask),
    )
    if phases[phase]:
        sentence += run.sentence_gap + run.translate(
            "job.most_time_ms", phase=run.translate(phase), n=phases[phase]
        )
    rows = [
        run.translate(
            "job.checkpoint_duration",
            checkpoint=run.events[index].checkpoint, n=run.events[index].duration,
        )
        for index in completed
    ]  # fmt: skip
    comma = run.translate("list.semicolon")
    more = len(rows) - MAX_DURATIONS
    sentence += run.sentence_gap + run.translate(
        "job.checkpoint_durations",
        rows=comma.join(rows[:MAX_DURATIONS])
        + (run.translate("list.more", n=more) if more > 0 else ""),
    )
    for index in _find_of_checkpoint(run, checkpoint, e.AlignmentEnded):
        if run.events[index].duration_ms > 0:
            sentence += run.sentence_gap + _describe_alignment(run, checkpoint, index)
    finding = Finding(sentence, [run.build_link(slowest), run.build_link(last)])
    finding.causes = [run.build_event_cause(last)]
    return finding


def explain_checkpoint(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Tell the course of one checkpoint: ``what happened in checkpoint 2``.

    Raises:
        QuestionError: There is no such checkpoint.
    """
    number = int(parts["checkpoint"])
    triggered = _find_of_checkpoint(run, number, e.CheckpointTriggered)
    if not triggered:
        known = [str(run.events[i].checkpoint) for i in run.find_events(e.CheckpointTriggered)]
        raise QuestionError(
            run.translate(
                "error.no_such_checkpoint", checkpoint=number, known=", ".join(known) or "-"
            )
        )
    ended = _find_of_checkpoint(run, number, e.CheckpointCompleted, e.CheckpointAborted)
    sentences = [run.describe_event(ended[-1])] if ended else [_describe_open(run, number)]
    aligned = _find_of_checkpoint(run, number, e.AlignmentEnded)
    waits = [i for i in aligned if run.events[i].duration_ms > 0]
    sentences += [_describe_alignment(run, number, index) for index in waits]
    if aligned and not waits:
        sentences.append(run.translate("job.no_task_aligned"))
    persisted = sum(
        run.events[i].persisted for i in _find_of_checkpoint(run, number, e.CheckpointAcknowledged)
    )
    if persisted:
        sentences.append(run.translate("job.in_flight_data", n=persisted))
    course = _find_of_checkpoint(
        run, number, e.BarrierReceived, e.AlignmentEnded, e.CheckpointAcknowledged
    )
    rows = [(i, run.describe_event(i)) for i in [*triggered, *course, *ended]]
    return list_events(run, run.sentence_gap.join(sentences), rows)


def _find_of_checkpoint(run: TraceIndex, number: int, *kinds: type[Any]) -> list[int]:
    return sorted(i for i in run.find_events(*kinds) if run.events[i].checkpoint == number)


def _describe_open(run: TraceIndex, number: int) -> str:
    """Describe a checkpoint that is not complete: which subtasks have not acknowledged it."""
    missing = _find_missing_tasks(run, number, len(run.events))
    return run.translate("job.checkpoint_open", checkpoint=number) + (
        run.sentence_gap + run.translate("job.not_acknowledged", tasks=run.format_names(missing))
        if missing
        else ""
    )


def _describe_alignment(run: TraceIndex, number: int, ended: int) -> str:
    """Describe which channel a task waited for, and how many records waited in the other ones."""
    event = run.events[ended]
    received = [
        i
        for i in _find_of_checkpoint(run, number, e.BarrierReceived)
        if i < ended and run.channels[run.events[i].channel].target == event.subtask
    ]
    sentence = run.translate(
        "job.aligned", task=run.format_name(event.subtask), n=event.duration_ms
    )
    if not received:
        return sentence
    last = run.events[received[-1]].channel
    sentence += run.sentence_gap + run.translate(
        "job.last_barrier",
        channel=run.format_name(last), sender=run.format_name(run.channels[last].source),
    )  # fmt: skip
    blocked = {run.events[i].channel for i in received if run.events[i].channel != last}
    waiting = sum(_count_waiting_records(run, channel, ended) for channel in blocked)
    if blocked:
        channels = run.format_list([run.format_name(one) for one in sorted(blocked)])
        sentence += run.sentence_gap + run.translate(
            "job.records_behind_barrier", n=waiting, channels=channels
        )
    return sentence


def _count_waiting_records(run: TraceIndex, channel: str, index: int) -> int:
    """Count the records that were written to a channel and not read before the event at *index*."""
    read = run.compute_state_at(index).channels[ChannelId(channel)].read
    written = (run.events[i] for i in run.find_events(e.ElementWritten) if i < index)
    return sum(
        one.channel == channel and one.sequence >= read and one.element == "record"
        for one in written
    )


def explain_restart(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain what a restart restored: ``what happened after the restart``."""
    restarts = run.find_events(e.RestartDecided)
    if not restarts:
        return Finding(run.translate("job.job_not_restarted_run"), [])
    failed = explain_failure(run, {})
    restored = [i for i in run.find_events(e.CheckpointRestored) if i > restarts[-1]]
    sentence = run.translate("job.job_restarted", n=len(restarts)) + run.sentence_gap
    if restored:
        sentence += run.translate(
            "job.continued_from_checkpoint_records",
            checkpoint=run.events[restored[0]].checkpoint,
        )
    else:
        sentence += run.translate("job.there_no_completed_checkpoint")
    links = [run.build_link(index) for index in (*restored[:1], restarts[-1])]
    return Finding(sentence, links + failed.causal_chain[:1], failed.causes)
