"""Rules about the watermarks, records and checkpoints of a running job. Not in Flink."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from flinksim.analysis.diagnosis.rule import Rule, RuleFinding
from flinksim.analysis.why.answer import MessageTemplate as Text
from flinksim.analysis.why.trace_index import format_duration
from flinksim.clinic.live_job import BACKPRESSURED_RATIO, LiveJob, VertexMetrics
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP

_START_MS = 30_000
"""A job that runs for a shorter time may not have got going yet."""
_LAG_MS = 30_000
_HOUR_MS = 3_600_000
_FIRST_PLAUSIBLE_SECOND, _LAST_PLAUSIBLE_SECOND = 600_000_000, 10_000_000_000
_IDLE_RATIO = 0.9
_MIN_SIZES = 6
_MANY_RESTARTS = 3
_SLOW_CHECKPOINT_MS = 1_000
_LOOKUP = re.compile(r"look ?up|async wait operator", re.IGNORECASE)
_EXCEPTION = re.compile(r"[\w.$]+(?:Exception|Error)\b")


class _Mark(NamedTuple):
    """A watermark in ms, and the name of the split or subtask that generates it."""

    watermark: int
    place: str


def _list_marks(vertex: VertexMetrics) -> list[_Mark]:
    """Return the watermarks of the splits of a source, or of its subtasks if it reports no splits."""
    found = []
    for one in vertex.subtasks:
        name = vertex.format_subtask(one.index)
        active = [split for split in one.splits.values() if split.idle_ratio < _IDLE_RATIO]
        # some sources report a watermark for the subtask only
        if any(split.watermark > MIN_TIMESTAMP for split in active):
            found += [_Mark(each.watermark, f"split {each.name} of {name}") for each in active]
        elif one.output_watermark is not None and (active or not one.splits):
            found.append(_Mark(one.output_watermark, name))
    return found


def _list_window_vertices(job: LiveJob) -> Iterator[tuple[VertexMetrics, list[int], list[_Mark]]]:
    """Return each vertex with event-time windows, its input watermarks, and those of its sources."""
    for vertex in job.vertices:
        if not vertex.has_event_time_windows:
            continue
        inputs = [one.input_watermark for one in vertex.subtasks if one.input_watermark is not None]
        marks = [mark for source in job.find_sources(vertex) for mark in _list_marks(source)]
        yield vertex, inputs, marks


def _check_no_watermarks(job: LiveJob) -> Iterator[RuleFinding]:
    for vertex, inputs, marks in _list_window_vertices(job):
        received = sum(one.records_in for one in vertex.subtasks)
        has_none = all(mark == MIN_TIMESTAMP for mark in inputs)
        if has_none and received and all(mark.watermark == MIN_TIMESTAMP for mark in marks):
            yield RuleFinding(
                "certain" if job.duration_ms >= _START_MS else "possible",
                Text("clinic.no_watermarks", vertex=vertex.name, n=received),
                Text("diagnosis.call_assign_timestamps_watermarks_watermarkstrategy"),
            )


def _check_empty_input(job: LiveJob) -> Iterator[RuleFinding]:
    for _, _, marks in _list_window_vertices(job):
        empty = [mark for mark in marks if mark.watermark == MIN_TIMESTAMP]
        if empty and len(empty) < len(marks) and job.duration_ms >= _START_MS:
            yield RuleFinding(
                "certain",
                Text("clinic.empty_input", place=empty[0].place, n=len(empty), total=len(marks)),
                Text("diagnosis.call_idleness_watermark_strategy_so"),
            )
            return


def _check_slow_input(job: LiveJob) -> Iterator[RuleFinding]:
    for vertex, _, marks in _list_window_vertices(job):
        known = [m for m in marks if MIN_TIMESTAMP < m.watermark < MAX_TIMESTAMP]
        if len(known) < 2:
            continue
        slowest, fastest = min(known), max(known)
        lag = fastest.watermark - slowest.watermark
        if lag > _LAG_MS:
            yield RuleFinding(
                "likely",
                Text(
                    "clinic.slow_input",
                    place=slowest.place, lag=format_duration(lag), vertex=vertex.name,
                ),
                Text("diagnosis.align_watermarks_watermark_alignment_or"),
            )  # fmt: skip


def _check_seconds(job: LiveJob) -> Iterator[RuleFinding]:
    for vertex, inputs, _ in _list_window_vertices(job):
        for mark in inputs:
            if _FIRST_PLAUSIBLE_SECOND <= mark < _LAST_PLAUSIBLE_SECOND:
                yield RuleFinding(
                    "certain",
                    Text("clinic.seconds", vertex=vertex.name, n=str(mark)),
                    Text("diagnosis.multiply_timestamp_timestamp_assigner"),
                )
                return


def _check_future(job: LiveJob) -> Iterator[RuleFinding]:
    for vertex, inputs, _ in _list_window_vertices(job):
        ahead = max((mark for mark in inputs if mark != MAX_TIMESTAMP), default=0) - job.now_ms
        if ahead > _HOUR_MS:
            yield RuleFinding(
                "likely",
                Text("clinic.future", vertex=vertex.name, time=format_duration(ahead)),
                Text("diagnosis.filter_out_impossible_timestamps_before"),
            )


def _check_behind(job: LiveJob) -> Iterator[RuleFinding]:
    for vertex, inputs, _ in _list_window_vertices(job):
        known = [mark for mark in inputs if MIN_TIMESTAMP < mark < MAX_TIMESTAMP]
        lag = job.now_ms - min(known) if known else 0
        if lag > _HOUR_MS and min(known) > _LAST_PLAUSIBLE_SECOND:
            yield RuleFinding(
                "possible",
                Text("clinic.behind", vertex=vertex.name, lag=format_duration(lag)),
                Text("clinic.behind_fix"),
            )


def _check_late_records(job: LiveJob) -> Iterator[RuleFinding]:
    for vertex in job.vertices:
        late = sum(one.late_records for one in vertex.subtasks)
        if late:
            yield RuleFinding(
                "certain",
                Text("diagnosis.dropped_late_nothing_records_which", operator=vertex.name, n=late),
                Text("diagnosis.call_side_output_late_data"),
            )


def _check_no_records(job: LiveJob) -> Iterator[RuleFinding]:
    for vertex in job.vertices:
        is_silent = not any(one.records_out for one in vertex.subtasks)
        is_old = job.duration_ms >= _START_MS and not job.restarts
        if vertex.is_source and len(job.vertices) > 1 and is_silent and is_old:
            yield RuleFinding(
                "likely",
                Text(
                    "clinic.no_records", vertex=vertex.name, time=format_duration(job.duration_ms)
                ),
                Text("diagnosis.check_input_path_topic_offsets"),
            )


def _check_restart_loop(job: LiveJob) -> Iterator[RuleFinding]:
    """Report restarts after the same exception; its message may name another record each time."""
    kinds = {name for failure in job.failures for name in _EXCEPTION.findall(failure)[:1]}
    if job.restarts >= _MANY_RESTARTS and len(kinds) == 1:
        yield RuleFinding(
            "certain",
            Text("diagnosis.job_restarted_times_fails_same", n=job.restarts),
            Text("diagnosis.restart_does_not_help_after"),
        )


def _check_no_checkpoints(job: LiveJob) -> Iterator[RuleFinding]:
    if job.checkpoints is None and job.state == "RUNNING":
        yield RuleFinding(
            "possible",
            Text("clinic.no_checkpoints"),
            Text("diagnosis.call_enable_checkpointing_interval_so"),
        )


def _check_checkpoint_interval(job: LiveJob) -> Iterator[RuleFinding]:
    """Report checkpoints that take longer than the interval; triggers then move apart by themselves."""
    found = job.checkpoints
    if found is None or not found.interval_ms or not found.durations:
        return
    longest = max(found.durations)
    if longest > found.interval_ms:
        yield RuleFinding(
            "likely",
            Text("clinic.slow_checkpoint", n=longest, m=found.interval_ms),
            Text("diagnosis.raise_checkpoint_interval_or_set"),
        )


def _check_checkpoint_waits(job: LiveJob) -> Iterator[RuleFinding]:
    """Report the slowest subtask of the slowest checkpoint, and what took its time."""
    number, parts = (job.checkpoints and job.checkpoints.slowest) or (0, [])
    slowest = max(parts, key=lambda part: part.duration, default=None)
    unaligned = [part for part in parts if part.is_unaligned]
    if unaligned and job.checkpoints and job.checkpoints.alignment_timeout_ms:
        longest = max(unaligned, key=lambda part: part.waiting)
        yield RuleFinding(
            "likely",
            Text(
                "clinic.alignment_timeout",
                checkpoint=number, n=len(unaligned), total=len(parts), place=longest.subtask,
                wait=format_duration(longest.waiting),
            ),
            Text("clinic.alignment_fix"),
        )  # fmt: skip
        return
    if slowest is None or slowest.duration < _SLOW_CHECKPOINT_MS:
        return
    causes = {
        "alignment": slowest.waiting, "sync": slowest.sync, "async": slowest.async_,
    }  # fmt: skip
    cause = max(causes, key=lambda each: causes[each])
    yield RuleFinding(
        "possible",
        Text(
            f"clinic.checkpoint_{cause}",
            checkpoint=number, place=slowest.subtask,
            time=format_duration(slowest.duration), part=format_duration(causes[cause]),
        ),
        Text("clinic.alignment_fix" if cause == "alignment" else "clinic.snapshot_fix"),
    )  # fmt: skip


def _check_missing_acknowledgements(job: LiveJob) -> Iterator[RuleFinding]:
    number, parts = (job.checkpoints and job.checkpoints.failed) or (0, [])
    missing = [part.subtask for part in parts if not part.is_acknowledged]
    if missing and not job.failures:  # a checkpoint that ends with its task needs no other reason
        yield RuleFinding(
            "likely",
            Text(
                "clinic.missing_acknowledgement",
                checkpoint=number, n=len(missing), total=len(parts), places=", ".join(missing[:4]),
            ),
            Text("clinic.alignment_fix"),
        )  # fmt: skip


def _check_slow_lookup(job: LiveJob) -> Iterator[RuleFinding]:
    """Report a lookup that is busy all the time while what precedes it is backpressured."""
    for vertex in job.vertices:
        found = _LOOKUP.search(f"{vertex.name} {vertex.description}")
        pressed = any(
            one.backpressured >= BACKPRESSURED_RATIO
            for upstream in job.find_upstream(vertex)
            for one in upstream.subtasks
        )
        if found and pressed:
            yield RuleFinding(
                "likely",
                Text("clinic.slow_lookup", vertex=vertex.name),
                Text("clinic.slow_lookup_fix"),
            )


def _check_growing_state(job: LiveJob) -> Iterator[RuleFinding]:
    sizes = job.checkpoints.sizes if job.checkpoints else []
    is_rising = all(a < b for a, b in pairwise(sizes))
    if len(sizes) >= _MIN_SIZES and is_rising and sizes[-1] > 1.5 * sizes[0]:
        yield RuleFinding(
            "possible",
            Text("clinic.growing_state", first=sizes[0], last=sizes[-1], n=len(sizes)),
            Text("diagnosis.clear_state_no_longer_needed"),
        )


LIVE_RULES: tuple[Rule[LiveJob], ...] = (
    Rule("no watermarks", _check_no_watermarks),
    Rule("empty split", _check_empty_input),
    Rule("slow split", _check_slow_input),
    Rule("timestamps in seconds", _check_seconds),
    Rule("timestamp in the future", _check_future),
    Rule("watermark far behind", _check_behind),
    Rule("late records without side output", _check_late_records),
    Rule("no input", _check_no_records),
    Rule("restart loop", _check_restart_loop),
    Rule("no checkpoints", _check_no_checkpoints),
    Rule("slow checkpoints", _check_checkpoint_interval),
    Rule("slow part of a checkpoint", _check_checkpoint_waits),
    Rule("checkpoint not acknowledged", _check_missing_acknowledgements),
    Rule("slow lookup", _check_slow_lookup),
    Rule("state only grows", _check_growing_state),
)
