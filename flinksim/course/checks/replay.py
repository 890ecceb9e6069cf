"""Checks for exercises on Spark; a hint does not give the answer away.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.common.configuration import format_duration_ms
from flinksim.course.checks.windows import Judgement
from flinksim.replay.structured_streaming.comparison import BesideFlink, time_of_day
from flinksim.replay.structured_streaming.runner import Mode
from flinksim.replay.sweep.sweep import Sweep


def check_first_result(
    both: BesideFlink, mode: Mode, key: Any, window: tuple[int, int], *, at: str | None, says: Any
) -> Judgement:
    """Check when Spark first emits a result of a window, and its value.

    Args:
        both: The comparison of Flink with Spark.
        mode: The output mode.
        key: The key of the window.
        window: Start and end of the window.
        at: The end of the batch as a time of day (``"16:57"``), or None for no answer.
        says: The value or the tuple of values, or None for no answer.

    Returns:
        The result with a hint.
    """
    if at is None or says is None:
        return Judgement(False, "give both, the time and the value")
    if both.runs[mode].refused:
        return Judgement(False, both.runs[mode].refused)
    results = both.spark(mode, key, window)
    if not results:
        return Judgement(False, f"in {mode} mode nothing is ever said of this window")
    time_ms, values = results[0]
    ends = [time_of_day(batch.arrived_ms) for batch in both.runs[mode].batches]
    if at not in ends:
        return Judgement(
            False, f"no batch ends at {at}; a result can only come with a batch: {', '.join(ends)}"
        )
    if at != time_of_day(time_ms):
        earlier = ends.index(at) < ends.index(time_of_day(time_ms))
        return Judgement(
            False,
            f"it comes {'later' if earlier else 'sooner'} than with the batch that ends at {at}; look "
            "at the watermark that each batch runs at",
        )
    if (says if isinstance(says, tuple) else (says,)) != values:
        return Judgement(False, f"the time is right, but then it does not say {says}")
    return Judgement(
        True, f"the batch that ends at {at} is the first to say it: {_told(values)} in {mode} mode."
    )


def check_smallest_delay(sweep: Sweep, share: float, *, delay_ms: int | None) -> Judgement:
    """Check that *delay_ms* is the smallest delay, to the minute, with *share* of records on time."""
    if delay_ms is None:
        return Judgement(False, "give a delay in milliseconds")
    delay = format_duration_ms(delay_ms)
    lateness_ms = sweep.points[0].lateness_ms
    point = sweep.point(delay_ms, None, lateness_ms)
    if point.on_time_share < share:
        return Judgement(
            False,
            f"at {delay} {point.on_time_share:.2%} are on time; {share:.2%} are wanted",
        )
    smaller = sweep.point(max(0, delay_ms - 60_000), None, lateness_ms)
    if delay_ms > 0 and smaller.on_time_share >= share:
        return Judgement(False, f"{delay} is enough, but a minute less is enough, too")
    return Judgement(
        True,
        f"at {delay} {point.on_time_share:.2%} of the records are on time, and half of the "
        f"results come {point.delay_p50 / 60_000:.0f} minutes after their hour or sooner.",
    )


def _told(values: tuple[int, ...]) -> str:
    return ", ".join(map(str, values))
