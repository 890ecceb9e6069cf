"""Checks for exercises on Spark; a hint does not give the answer away.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.common.configuration import format_duration_ms
from flinksim.course.checks.window_checks import CheckResult
from flinksim.replay.structured_streaming.comparison import StreamingComparison, format_time_of_day
from flinksim.replay.structured_streaming.runner import OutputMode
from flinksim.replay.sweep.parameter_sweep import Sweep


def check_first_result(
    comparison: StreamingComparison,
    mode: OutputMode,
    key: Any,
    window: tuple[int, int],
    *,
    batch_end: str | None,
    value: Any,
) -> CheckResult:
    """Check when Spark first emits a result of a window, and its value.

    Args:
        comparison: The comparison of Flink with Spark.
        mode: The output mode.
        key: The key of the window.
        window: Start and end of the window.
        batch_end: The end of the batch as a time of day (``"16:57"``), or None for no answer.
        value: The value or the tuple of values, or None for no answer.

    Returns:
        The result with a hint.
    """
    if batch_end is None or value is None:
        return CheckResult(False, "give both the time and the value")
    if comparison.runs[mode].rejection:
        return CheckResult(False, comparison.runs[mode].rejection)
    results = comparison.list_spark_results(mode, key, window)
    if not results:
        return CheckResult(False, f"{mode} mode never outputs this window")
    time_ms, values = results[0]
    ends = [format_time_of_day(batch.arrived_ms) for batch in comparison.runs[mode].batches]
    if batch_end not in ends:
        return CheckResult(
            False,
            f"no batch ends at {batch_end}; a result is only output after a batch: {', '.join(ends)}",
        )
    if batch_end != format_time_of_day(time_ms):
        earlier = ends.index(batch_end) < ends.index(format_time_of_day(time_ms))
        return CheckResult(
            False,
            f"it is output {'later' if earlier else 'earlier'} than after the batch that ends at "
            f"{batch_end}; look "
            "at the watermark of each batch",
        )
    if (value if isinstance(value, tuple) else (value,)) != values:
        return CheckResult(False, f"the time is right, but the value is not {value}")
    return CheckResult(
        True,
        f"the batch that ends at {batch_end} is the first to output it: {_format_values(values)} in "
        f"{mode} mode.",
    )


def check_smallest_delay(
    sweep: Sweep, min_on_time_share: float, *, delay_ms: int | None
) -> CheckResult:
    """Check that *delay_ms* is the smallest watermark delay with which enough records are on time.

    *min_on_time_share* is the share of records that must be on time. The delay is exact to the minute;
    *sweep* has the results for many delays.
    """
    if delay_ms is None:
        return CheckResult(False, "give a delay in milliseconds")
    delay = format_duration_ms(delay_ms)
    lateness_ms = sweep.points[0].lateness_ms
    point = sweep.point(delay_ms, None, lateness_ms)
    if point.on_time_share < min_on_time_share:
        return CheckResult(
            False,
            f"at {delay} {point.on_time_share:.2%} of the records are on time; {min_on_time_share:.2%} are required",
        )
    smaller = sweep.point(max(0, delay_ms - 60_000), None, lateness_ms)
    if delay_ms > 0 and smaller.on_time_share >= min_on_time_share:
        return CheckResult(False, f"{delay} is enough, but a minute less is enough, too")
    return CheckResult(
        True,
        f"at {delay} {point.on_time_share:.2%} of the records are on time, and half of the "
        f"results come {point.delay_p50 / 60_000:.0f} minutes after their hour or sooner.",
    )


def _format_values(values: tuple[int, ...]) -> str:
    return ", ".join(map(str, values))
