"""Rules about timestamps, watermarks, idle splits and late records. Not in Flink."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from statistics import median

from flinksim.analysis.diagnosis.job_profile import JobProfile, SplitProfile
from flinksim.analysis.diagnosis.rule import Rule, RuleFinding
from flinksim.analysis.why.answer import MessageTemplate as Text
from flinksim.analysis.why.trace_index import format_duration
from flinksim.core.java.timestamps import MIN_TIMESTAMP

_SECOND_MS = 1_000
_HOUR_MS = 3_600_000
_HALF_HOUR_MS = _HOUR_MS // 2
_FIRST_PLAUSIBLE_SECOND = 600_000_000
"""Seconds since the epoch in 1989; the same number of milliseconds is in January 1970."""
_LAST_PLAUSIBLE_SECOND = 10_000_000_000
_PLAUSIBLE_CLOCK_MS = 600_000_000_000
"""Virtual times after 1989 are taken for real clock times."""


def _list_timed_splits(job: JobProfile, records: int = 1) -> list[SplitProfile]:
    return [split for split in job.splits if len(split.timestamps) >= records]


def _has_open_windows(job: JobProfile) -> bool:
    return any(
        window.is_event_time and not window.is_global and window.assigned - window.fired_on_time
        for window in job.windows.values()
    )


def _check_no_watermarks(job: JobProfile) -> Iterator[RuleFinding]:
    for window in job.windows.values():
        waits = window.assigned and not window.is_global and window.is_event_time
        if waits and not job.generates_watermarks and not window.fired_on_time:
            yield RuleFinding(
                "certain",
                Text(
                    "diagnosis.no_operator_generates_watermarks",
                    operator=window.operator, n=len(window.assigned),
                ),
                Text("diagnosis.call_assign_timestamps_watermarks_watermarkstrategy"),
            )  # fmt: skip


def _check_watermark_behind(job: JobProfile) -> Iterator[RuleFinding]:
    newest = max((split.newest for split in job.splits if split.newest is not None), default=None)
    oldest = min((time for split in job.splits for time in split.timestamps), default=0)
    for window in job.windows.values():
        if newest is None or window.watermark == MIN_TIMESTAMP or not window.sizes:
            continue
        if not window.is_event_time:
            continue
        lag = newest - window.watermark
        # A session is short, and its gap says little about the delay that the input needs.
        usual = max(2 * max(window.sizes), (newest - oldest) // 10)
        if lag > usual and window.assigned - window.fired_on_time:
            yield RuleFinding(
                "likely",
                Text(
                    "diagnosis.watermark_behind_newest_record_more",
                    operator=window.operator, lag=format_duration(lag),
                ),
                Text("diagnosis.lower_watermark_delay_or_find"),
            )  # fmt: skip


def _check_empty_split(job: JobProfile) -> Iterator[RuleFinding]:
    """Report splits without records while others have some, if windows wait."""
    busy = [split for split in job.splits if split.arrivals]
    for split in job.splits:
        limits = split.limits_watermark and split.is_live_at(job.last_arrival)
        if not split.arrivals and busy and limits:
            yield RuleFinding(
                "certain" if _has_open_windows(job) else "likely",
                Text(
                    "diagnosis.split_no_record_limits_watermark",
                    split=split.name, source=split.source,
                ),
                Text("diagnosis.call_idleness_watermark_strategy_so"),
            )  # fmt: skip


def _find_longest_silence(split: SplitProfile, job: JobProfile) -> tuple[int, int]:
    """Return the longest time without a record of a split, and how many records others had in it."""
    end = job.last_arrival if split.ended_at is None else split.ended_at
    silences = sorted(pairwise([*split.arrivals, end]), key=lambda pair: pair[0] - pair[1])
    start, stop = silences[0]
    others = [one for one in job.splits if one is not split]
    return stop - start, sum(start < time < stop for one in others for time in one.arrivals)


def _check_quiet_split(job: JobProfile) -> Iterator[RuleFinding]:
    """Report splits without a record for longer than a window, while others had some."""
    sizes = [
        size for window in job.windows.values() if window.is_event_time for size in window.sizes
    ]
    if len(job.splits) < 2 or not sizes:
        return
    gaps = [b - a for split in job.splits for a, b in pairwise(split.arrivals)]
    usual = median(gaps) if gaps else 0
    for split in job.splits:
        if not split.arrivals or split.is_idle or not split.limits_watermark:
            continue
        silence, records_of_others = _find_longest_silence(split, job)
        if silence > max(4 * usual, *sizes) and records_of_others >= 3:
            yield RuleFinding(
                "likely",
                Text(
                    "diagnosis.split_no_record_limits_watermark_more",
                    split=split.name, source=split.source, time=format_duration(silence),
                    n=records_of_others,
                ),
                Text("diagnosis.call_idleness_watermark_strategy_or"),
            )  # fmt: skip


def _check_slow_split(job: JobProfile) -> Iterator[RuleFinding]:
    """Report a split whose timestamps are far behind those of the others."""
    splits = _list_timed_splits(job)
    sizes = [size for window in job.windows.values() for size in window.sizes]
    if len(splits) < 2 or not sizes or not _has_open_windows(job):
        return
    newest = [max(split.timestamps) for split in splits]
    for split, own in zip(splits, newest, strict=True):
        lag = max(newest) - own
        limits = split.limits_watermark and split.is_live_at(job.last_arrival)
        if lag > max(sizes) and limits:
            yield RuleFinding(
                "likely",
                Text(
                    "diagnosis.split_behind_fastest_split_limits",
                    split=split.name, source=split.source, lag=format_duration(lag),
                ),
                Text("diagnosis.align_watermarks_watermark_alignment_or"),
            )  # fmt: skip


def _check_split_ended_early(job: JobProfile) -> Iterator[RuleFinding]:
    ends = [split.ended_at for split in job.splits if split.ended_at is not None]
    if len(job.splits) < 2 or not ends:
        return
    last = job.last_arrival
    for split in job.splits:
        if (
            split.ended_at is not None
            and split.arrivals
            and last - split.ended_at > job.duration_ms // 2
        ):
            yield RuleFinding(
                "possible",
                Text(
                    "diagnosis.split_ended_before_last_record",
                    split=split.name, source=split.source, time=format_duration(last - split.ended_at),
                ),
                Text("diagnosis.check_split_complete_after_end"),
            )  # fmt: skip


def _check_all_idle(job: JobProfile) -> Iterator[RuleFinding]:
    open_splits = [split for split in job.splits if not split.is_ended]
    if open_splits and all(split.is_idle for split in open_splits) and _has_open_windows(job):
        yield RuleFinding(
            "certain",
            Text("diagnosis.all_idle_windows_wait", n=len(open_splits)),
            Text("diagnosis.idle_input_generates_no_watermark"),
        )


def _check_seconds(job: JobProfile) -> Iterator[RuleFinding]:
    for split in _list_timed_splits(job, 2):
        low, high = min(split.timestamps), max(split.timestamps)
        if low >= _FIRST_PLAUSIBLE_SECOND and high < _LAST_PLAUSIBLE_SECOND:
            yield RuleFinding(
                "certain",
                Text(
                    "diagnosis.timestamps_about_these_seconds_flink",
                    source=split.source, n=str(low),
                ),
                Text("diagnosis.multiply_timestamp_timestamp_assigner"),
            )  # fmt: skip
            return


def _check_local_time(job: JobProfile) -> Iterator[RuleFinding]:
    """Report timestamps that differ from the arrival by whole half hours."""
    for split in _list_timed_splits(job, 10):
        if split.arrivals[0] < _PLAUSIBLE_CLOCK_MS:
            continue
        offsets = [
            timestamp - arrival
            for timestamp, arrival in zip(split.timestamps, split.arrivals, strict=False)
        ]
        typical = median(offsets)
        halves = round(typical / _HALF_HOUR_MS)
        is_steady = all(abs(offset - typical) < _HALF_HOUR_MS // 6 for offset in offsets)
        if is_steady and 1 <= abs(halves) <= 28 and typical > 0:
            yield RuleFinding(
                "likely",
                Text(
                    "diagnosis.timestamps_ahead_their_arrival_looks",
                    source=split.source, time=format_duration(halves * _HALF_HOUR_MS),
                ),
                Text("diagnosis.convert_timestamp_utc_timestamp_assigner"),
            )  # fmt: skip
            return


def _measure_lead(split: SplitProfile) -> int:
    """Return how far a single timestamp is ahead of all others in ms, 0 if that is not far."""
    if len(split.timestamps) < 4:
        return 0
    ordered = sorted(split.timestamps)
    spread = max(ordered[-2] - ordered[0], _SECOND_MS)
    ahead = ordered[-1] - ordered[-2]
    return ahead if ahead > 10 * spread else 0


def _check_future(job: JobProfile) -> Iterator[RuleFinding]:
    """Report a single timestamp far ahead of the others, if records are late because of it."""
    if not any(window.dropped + window.sent_to_side_output for window in job.windows.values()):
        return
    for split in job.splits:
        if ahead := _measure_lead(split):
            yield RuleFinding(
                "certain",
                Text(
                    "diagnosis.one_record_ahead_all_others",
                    source=split.source, time=format_duration(ahead),
                ),
                Text("diagnosis.filter_out_impossible_timestamps_before"),
            )  # fmt: skip


def _check_disorder(job: JobProfile) -> Iterator[RuleFinding]:
    dropped = sum(window.dropped + window.sent_to_side_output for window in job.windows.values())
    # A single timestamp in the future makes a disorder that no delay should cover.
    splits = [split for split in job.splits if not _measure_lead(split)]
    disorder = max((split.max_disorder for split in splits), default=0)
    if dropped and disorder:
        yield RuleFinding(
            "certain",
            Text(
                "diagnosis.late_largest_disorder_within_split",
                n=dropped, time=format_duration(disorder),
            ),
            Text(
                "diagnosis.set_watermark_delay_or_allowed",
                time=format_duration(disorder),
            ),
        )  # fmt: skip


def _check_late_after_idleness(job: JobProfile) -> Iterator[RuleFinding]:
    for split, count in job.late_after_idleness.items():
        yield RuleFinding(
            "certain",
            Text("diagnosis.split_returned_late", split=split, n=count),
            Text("diagnosis.raise_idle_timeout_or_lateness"),
        )


def _check_unseen_drops(job: JobProfile) -> Iterator[RuleFinding]:
    for window in job.windows.values():
        if window.dropped:
            yield RuleFinding(
                "certain",
                Text(
                    "diagnosis.dropped_late_nothing_records_which",
                    operator=window.operator, n=window.dropped,
                ),
                Text("diagnosis.call_side_output_late_data"),
            )  # fmt: skip


def _check_skipped_windows(job: JobProfile) -> Iterator[RuleFinding]:
    for window in job.windows.values():
        if window.skipped > 0:
            yield RuleFinding(
                "likely",
                Text(
                    "diagnosis.record_too_late_some_windows",
                    operator=window.operator, n=window.skipped,
                ),
                Text("diagnosis.such_records_not_counted_as"),
            )  # fmt: skip


TIME_RULES: tuple[Rule[JobProfile], ...] = (
    Rule("no watermarks", _check_no_watermarks),
    Rule("watermark far behind", _check_watermark_behind),
    Rule("empty split", _check_empty_split, is_about_input=True),
    Rule("quiet split", _check_quiet_split, is_about_input=True),
    Rule("slow split", _check_slow_split, is_about_input=True),
    Rule("split ended early", _check_split_ended_early, is_about_input=True),
    Rule("all inputs idle", _check_all_idle),
    Rule("late after idleness", _check_late_after_idleness),
    Rule("timestamps in seconds", _check_seconds, is_about_input=True),
    Rule("timestamps in local time", _check_local_time, is_about_input=True),
    Rule("timestamp in the future", _check_future, is_about_input=True),
    Rule("disorder beyond the delay", _check_disorder, is_about_input=True),
    Rule("late records without side output", _check_unseen_drops),
    Rule("records missing from some windows", _check_skipped_windows),
)
