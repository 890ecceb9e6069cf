"""Effects of a change of the program: its run compared with the run of the unchanged program.

Not in Flink.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from flinksim.analysis.expressions.name_resolution import strip_subtask_prefix
from flinksim.analysis.why.finding import find_timed_events, parse_node
from flinksim.analysis.why.trace_index import TraceIndex, format_duration
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace


def describe_effects(run: TraceIndex, baseline: Trace, changed: Trace) -> str:
    """Describe all differences that users see between a changed run and the unchanged one.

    These are failures, results, late records, the times of windows and results, and the end of the
    job.
    """
    parts = [
        *_describe_failure(run, baseline, changed),
        *_describe_results(run, baseline, changed),
        *_describe_late_records(run, baseline, changed),
        *_describe_times(run, baseline, changed),
    ]
    return run.sentence_gap.join(parts)


def _describe_failure(run: TraceIndex, baseline: Trace, changed: Trace) -> list[str]:
    before, after = (len(trace.get_events(e.TaskFailed)) for trace in (baseline, changed))
    if before == after:
        return []
    return [run.translate("effects.failures", n=after, old=before)]


def _describe_results(run: TraceIndex, baseline: Trace, changed: Trace) -> list[str]:
    before, after = (_count_results(trace) for trace in (baseline, changed))
    missing, new = before - after, after - before
    if not missing and not new:
        return [run.translate("effects.same_results", n=before.total())]
    return [
        run.translate(message, n=found.total(), text=next(iter(found)))
        for message, found in (("effects.missing", missing), ("effects.new", new))
        if found
    ]


def _count_results(trace: Trace) -> Counter[str]:
    """Count the results by their text, without the number of the subtask that prints them."""
    return Counter(
        strip_subtask_prefix(one.text).strip() for one in trace.get_events(e.ResultWritten)
    )


def _describe_late_records(run: TraceIndex, baseline: Trace, changed: Trace) -> list[str]:
    before, after = (len(trace.get_events(e.LateRecordDropped)) for trace in (baseline, changed))
    if not before and not after:
        return []
    message = "effects.late" if before != after else "effects.same_late"
    return [run.translate(message, n=after, old=before)]


def _describe_times(run: TraceIndex, baseline: Trace, changed: Trace) -> list[str]:
    before, after = (_list_result_times(trace) for trace in (baseline, changed))
    shifts = [after[one] - time for one, time in before.items() if one in after]
    parts = []
    for message, found in (
        ("effects.earlier", [-shift for shift in shifts if shift < 0]),
        ("effects.later", [shift for shift in shifts if shift > 0]),
    ):
        if found:
            parts.append(run.translate(message, n=len(found), by=format_duration(max(found))))
    old, new = (trace.headers[len(trace.headers) - 1].time_ms for trace in (baseline, changed))
    if old != new:
        parts.append(
            run.translate("effects.end", new=run.format_time(new), old=run.format_time(old))
        )
    return parts or [run.translate("effects.same_times")]


def _list_result_times(trace: Trace) -> dict[tuple[str, int], int]:
    """Return when each result was written; equal results are numbered."""
    numbers: Counter[str] = Counter()
    times = {}
    for time, event in find_timed_events(trace, e.ResultWritten):
        text = strip_subtask_prefix(event.text).strip()
        times[text, numbers[text]] = time
        numbers[text] += 1
    return times


def describe_cost(run: TraceIndex, baseline: Trace | None, changed: Trace) -> str:
    """Describe the side effects of a change, by comparing the changed run with the unchanged one.

    These are later and additional firings, more late records, and windows with other bounds.
    """
    if baseline is None:
        return ""
    baseline_times, changed_times = (
        _find_first_firing_times(baseline),
        _find_first_firing_times(changed),
    )
    delays = [
        changed_times[pane] - baseline_times[pane]
        for pane in baseline_times
        if changed_times.get(pane, -1) > baseline_times[pane]
    ]
    parts = []
    if delays:
        parts.append(
            run.translate(
                "cost.later",
                n=len(delays),
                by=format_duration(max(delays)),
            )
        )
    extra_firings = sum(
        f.kind == "late" for _, f in find_timed_events(changed, e.WindowFired)
    ) - sum(f.kind == "late" for _, f in find_timed_events(baseline, e.WindowFired))
    if extra_firings > 0:
        parts.append(run.translate("cost.again", n=extra_firings))
    extra_drops = len(changed.get_events(e.LateRecordDropped)) - len(
        baseline.get_events(e.LateRecordDropped)
    )
    if extra_drops > 0:
        parts.append(run.translate("cost.late", n=extra_drops))
    lost, repeated = _count_lost_results(baseline, changed)
    if lost > 0:
        parts.append(run.translate("cost.missing", n=lost))
    if repeated > 0:
        parts.append(run.translate("cost.no_duplicates", n=repeated))
    if lost <= 0 and (moved := sum(pane not in changed_times for pane in baseline_times)):
        parts.append(run.translate("cost.moved", n=moved))
    if not parts:
        return ""
    return run.translate("cost.all", what=run.translate("list.semicolon").join(parts))


def _count_lost_results(baseline: Trace, changed: Trace) -> tuple[int, int]:
    """Count the results that the changed run lacks, and those that only a restart had repeated."""
    before, after = (
        Counter(event.text for event in trace.get_events(e.ResultWritten))
        for trace in (baseline, changed)
    )
    lost = before.total() - after.total()
    restarts = len(baseline.get_events(e.RestartDecided)) - len(
        changed.get_events(e.RestartDecided)
    )
    if lost <= 0 or restarts <= 0:
        return lost, 0
    fewer = before - after
    repeated = min(lost, sum(n for text, n in fewer.items() if after[text]))
    return lost - repeated, repeated


def _find_first_firing_times(trace: Trace) -> dict[Any, int]:
    found: dict[Any, int] = {}
    for time, event in find_timed_events(trace, e.WindowFired):
        found.setdefault((parse_node(event.operator), repr(event.key), repr(event.window)), time)
    return found
