"""Format the points of a sweep as text and HTML.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flinksim.common.configuration import format_duration_ms

if TYPE_CHECKING:
    from flinksim.replay.sweep.parameter_sweep import Point

NEVER_TEXT = "never"

COLUMNS = (
    "delay", "idle after", "lateness", "on time", "counted", "late", "dropped",
    "p50", "p95", "p99", "windows", "at most",
)  # fmt: skip
"""Column titles of the table of a sweep.

p50, p95 and p99 are quantiles of the result delay: the time from a window's end to its result. The
windows are those in state, counted for each key: their time average and maximum number.
"""


def format_cells(point: Point) -> tuple[str, ...]:
    """Format one line of the table, a text for each of :data:`COLUMNS`."""
    return (
        format_duration_ms(point.delay_ms),
        NEVER_TEXT if point.idleness_ms is None else format_duration_ms(point.idleness_ms),
        format_duration_ms(point.lateness_ms),
        f"{point.on_time_share:.3%}", f"{point.counted_share:.3%}",
        f"{point.late:,}", f"{point.dropped:,}",
        *map(format_duration_ms, (point.delay_p50, point.delay_p95, point.delay_p99)),
        f"{point.panes_mean:,.1f}", f"{point.panes_max:,}",
    )  # fmt: skip


def format_table(points: Sequence[Point]) -> str:
    """Format the points as text, one line each."""
    rows = [COLUMNS, *map(format_cells, points)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )


def format_settings(idleness_ms: int | None, lateness_ms: int | None) -> str:
    """Format idle timeout and allowed lateness in parentheses, or "" if there are none."""
    parts = []
    if idleness_ms is not None:
        parts.append(f"idle after {format_duration_ms(idleness_ms)}")
    if lateness_ms is not None:
        parts.append(f"lateness {format_duration_ms(lateness_ms)}")
    return f" ({', '.join(parts)})" if parts else ""


def format_html(points: Sequence[Point]) -> str:
    """Format the points as an HTML table."""
    import pandas as pd

    frame = pd.DataFrame([format_cells(point) for point in points], columns=list(COLUMNS))
    html: str = frame.to_html(index=False, border=0)
    return html
