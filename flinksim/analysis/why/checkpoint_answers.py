"""Explainers for checkpoints that fail or are slow, and for restarts.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.analysis.why.answer import MessageTemplate
from flinksim.analysis.why.finding import Finding
from flinksim.analysis.why.task_states import explain_failure
from flinksim.analysis.why.trace_index import TraceIndex
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
            "job.not_acknowledged", tasks=run.format_list(missing)
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
    finding = Finding(sentence, [run.build_link(slowest), run.build_link(last)])
    finding.causes = [run.build_event_cause(last)]
    return finding


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
