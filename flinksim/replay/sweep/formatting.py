"""The points of a sweep for people: what the command prints, and a notebook shows.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flinksim.common.configuration import format_duration_ms

if TYPE_CHECKING:
    from flinksim.replay.sweep.sweep import Point

NEVER = "never"

COLUMNS = (
    "delay", "idle after", "lateness", "on time", "counted", "late", "dropped",
    "p50", "p95", "p99", "panes", "at most",
)  # fmt: skip
"""p50, p95 and p99: so long after the end of their window come 50, 95 and 99 of 100 results. The panes
are those that are kept at once: on average, and at most."""


def cells(point: Point) -> tuple[str, ...]:
    """One line of the table, a text for each of :data:`COLUMNS`."""
    return (
        format_duration_ms(point.delay_ms),
        NEVER if point.idleness_ms is None else format_duration_ms(point.idleness_ms),
        format_duration_ms(point.lateness_ms),
        f"{point.on_time_share:.3%}", f"{point.counted_share:.3%}",
        f"{point.late:,}", f"{point.dropped:,}",
        *map(format_duration_ms, (point.delay_p50, point.delay_p95, point.delay_p99)),
        f"{point.panes_mean:,.1f}", f"{point.panes_max:,}",
    )  # fmt: skip


def text_of(points: Sequence[Point]) -> str:
    """The points, one line each."""
    rows = [COLUMNS, *map(cells, points)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )


def settings_text(idleness_ms: int | None, lateness_ms: int | None) -> str:
    """In brackets: for which settings something is told; empty without any."""
    told = []
    if idleness_ms is not None:
        told.append(f"idle after {format_duration_ms(idleness_ms)}")
    if lateness_ms is not None:
        told.append(f"lateness {format_duration_ms(lateness_ms)}")
    return f" ({', '.join(told)})" if told else ""


def html_of(points: Sequence[Point]) -> str:
    """The points as a table of a notebook."""
    import pandas as pd

    frame = pd.DataFrame([cells(point) for point in points], columns=list(COLUMNS))
    html: str = frame.to_html(index=False, border=0)
    return html
