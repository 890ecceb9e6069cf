"""The numbers of a run: what was read, written, fired, dropped and snapshotted, and how often. Not in Flink."""

from __future__ import annotations

from collections import Counter
from typing import Any

from flinksim.analysis.why.finding import Finding
from flinksim.analysis.why.timers import describe_timer_counts
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.trace import events as e

MAX_ROWS = 12


def explain_counts(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Count what happened in the run: ``what are the numbers of the run``."""
    sentences = [
        run.translate(
            "counts.records", n=len(run.find_events(e.SourceRecordRead)), splits=_count_reads(run)
        ),
        run.translate("counts.results", n=len(run.find_events(e.ResultWritten))),
    ]
    if received := _count_received(run):
        sentences.append(run.translate("counts.received", tasks=received))
    if filters := _count_filtered(run):
        sentences.append(run.translate("counts.filters", rows=filters))
    fired = Counter(run.events[i].kind for i in run.find_events(e.WindowFired))
    late = len(run.find_events(e.LateRecordDropped))
    if fired or late:
        kinds = [f"{run.translate_word(kind)}: {count:,}" for kind, count in fired.items()]
        detail = f" ({', '.join(kinds)})" if kinds else ""
        sentences.append(
            run.translate("counts.firings", n=sum(fired.values()), kinds=detail, late=late)
        )
    sentences += describe_timer_counts(run)
    if checkpoints := _list_checkpoints(run):
        sentences.append(checkpoints)
    failures = len(run.find_events(e.TaskFailed))
    restarts = len(run.find_events(e.RestartDecided))
    sentences.append(
        run.translate(
            "counts.end",
            failures=failures, restarts=restarts, status=run.job_state.status,
            ms=run.now_ms - run.plan.start_time_ms,
        )
    )  # fmt: skip
    return Finding(run.sentence_gap.join(sentences), [], is_list=True)


def _format_rows(counts: Counter[str]) -> str:
    rows = [f"{name} {count:,}" for name, count in counts.most_common(MAX_ROWS)]
    return ", ".join(rows) + (" ..." if len(counts) > MAX_ROWS else "")


def _count_reads(run: TraceIndex) -> str:
    counts: Counter[str] = Counter()
    for index in run.find_events(e.SourceRecordRead):
        event = run.events[index]
        counts[f"{run.instances[event.operator].operator.name}, {event.split}"] += 1
    return f" ({_format_rows(counts)})" if counts else ""


def _count_received(run: TraceIndex) -> str:
    counts = Counter(
        run.format_name(run.events[i].subtask)
        for i in run.find_events(e.ElementReceived)
        if run.events[i].element == "record"
    )
    return _format_rows(counts)


def _count_filtered(run: TraceIndex) -> str:
    """Count the records that went into each filter and out of it."""
    rejected = Counter(run.node(run.events[i].operator) for i in run.find_events(e.RecordFiltered))
    nodes = {
        one.operator.node: one.operator.name
        for one in run.instances.values()
        if one.operator.operator_class == "StreamFilter" or one.operator.node in rejected
    }
    taken = Counter(
        run.node(event.operator)
        for event in (run.events[i] for i in run.find_events(e.ElementProcessed))
        if event.element == "record"
    )
    rows = [
        run.translate(
            "counts.filter", operator=name, n=taken[node], out=taken[node] - rejected[node]
        )
        for node, name in nodes.items()
    ]
    return run.translate("list.semicolon").join(rows)


def _list_checkpoints(run: TraceIndex) -> str:
    triggered = run.find_events(e.CheckpointTriggered)
    if not triggered:
        return ""
    completed = [
        run.translate(
            "counts.checkpoint",
            id=run.events[i].checkpoint, time=run.format_time(run.time_ms(i)),
            ms=run.events[i].duration,
        )
        for i in run.find_events(e.CheckpointCompleted)
    ]  # fmt: skip
    return run.translate(
        "counts.checkpoints",
        n=len({run.events[i].checkpoint for i in triggered}), completed=len(completed),
        rows=f": {', '.join(completed[:MAX_ROWS])}" if completed else "",
    )  # fmt: skip
