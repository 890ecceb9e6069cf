"""Comparison of one program under different schedules or parallelisms.

Flink guarantees that a record which is not late is counted in its windows under every schedule. It
does not guarantee which records are late: that depends on when watermarks arrive. Therefore, for
every window of every run, *fired records + late records* is the same number. Windows without late
records in any run are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from flinksim.core.validation import validate_arguments
from flinksim.trace.events import (
    LateRecordDropped,
    ResultWritten,
    WindowFired,
    WindowSkippedAsLate,
)
from flinksim.trace.recorder import Trace
from flinksim.trace.values import Value

WindowKey = tuple[Value, Value]
"""Record key and window, which together identify the contents of one keyed window."""


@dataclass(slots=True)
class WindowResults:
    """Window results of one run.

    ``fired`` has the number of elements and the contents of each window's last firing.
    ``skipped_counts`` is the number of late records per window, ``dropped_count`` the number of records
    that are in no window.
    """

    name: str
    fired: dict[WindowKey, tuple[int, Value]] = field(default_factory=dict)
    skipped_counts: dict[WindowKey, int] = field(default_factory=dict)
    dropped_count: int = 0
    result_count: int = 0

    def count_records(self, window_key: WindowKey) -> int:
        """Return how many records were assigned to one window of one key.

        These are the records in its last firing and those that came too late for it.
        """
        return self.fired.get(window_key, (0, None))[0] + self.skipped_counts.get(window_key, 0)


@validate_arguments
def collect_window_results(
    name: str, trace: Trace, project: Callable[[Value], Value] = lambda contents: contents
) -> WindowResults:
    """Collect the window results of one run.

    Args:
        name: The name of the run.
        trace: The run.
        project: Selects what is compared of a window's contents.
    """
    found = WindowResults(name)
    for event in trace.events:
        if isinstance(event, WindowFired):
            found.fired[event.key, event.window] = (event.count, project(event.contents))
        elif isinstance(event, WindowSkippedAsLate):
            pane = (event.key, event.window)
            found.skipped_counts[pane] = found.skipped_counts.get(pane, 0) + 1
        elif isinstance(event, LateRecordDropped):
            found.dropped_count += 1
        elif isinstance(event, ResultWritten):
            found.result_count += 1
    return found


@dataclass(frozen=True, slots=True)
class WindowDifference:
    """One window of one key whose contents differ between the runs.

    ``totals`` are the numbers of fired and late records together, one per run. They are equal if
    the runs differ only in which records were late.
    """

    window_key: WindowKey
    contents: tuple[Value, ...]
    late_counts: tuple[int, ...]
    totals: tuple[int, ...]

    @property
    def is_only_lateness(self) -> bool:
        """Whether the runs differ only in which records were late."""
        return len(set(self.totals)) == 1 and any(self.late_counts)


@dataclass(frozen=True, slots=True)
class ScheduleComparison:
    """Comparison of several runs of one program; the first run is the reference."""

    results: tuple[WindowResults, ...]
    differences: tuple[WindowDifference, ...]

    @property
    def violations(self) -> tuple[WindowDifference, ...]:
        """Windows that differ other than by lateness; Flink guarantees that there are none."""
        return tuple(each for each in self.differences if not each.is_only_lateness)

    def __str__(self) -> str:
        return "\n".join([*_format_summary(self), "", *_format_details(self)])


@validate_arguments
def compare_schedules(
    traces: Mapping[str, Trace], project: Callable[[Value], Value] = lambda contents: contents
) -> ScheduleComparison:
    """Compare runs of one program under different schedules.

    Args:
        traces: The runs, by name.
        project: Selects what is compared of a window's contents. ``sum(2)`` needs it: it sums field 2
            and keeps the other fields of the record that arrived first, which Flink does not
            guarantee.

    Raises:
        ValueError: There are fewer than two runs.
    """
    if len(traces) < 2:
        raise ValueError(f"compare needs at least two runs, found {len(traces)}")
    outcomes = tuple(collect_window_results(name, trace, project) for name, trace in traces.items())
    panes = dict.fromkeys(pane for each in outcomes for pane in (*each.fired, *each.skipped_counts))
    differences = []
    for pane in sorted(panes, key=_extract_sort_key):
        contents = tuple(each.fired.get(pane, (0, None))[1] for each in outcomes)
        if any(other != contents[0] for other in contents):
            late = tuple(each.skipped_counts.get(pane, 0) for each in outcomes)
            totals = tuple(each.count_records(pane) for each in outcomes)
            differences.append(WindowDifference(pane, contents, late, totals))
    return ScheduleComparison(outcomes, tuple(differences))


def _extract_sort_key(window_key: WindowKey) -> tuple[str, str]:
    key, window = window_key
    start = f"{window[0]:020d}" if isinstance(window, tuple) else str(window)
    return start, str(key)


def _format_summary(comparison: ScheduleComparison) -> list[str]:
    first = comparison.results[0]
    rows: list[Sequence[Any]] = [("run", "windows fired", "same as first", "records too late")]
    for each in comparison.results:
        same = sum(each.fired[pane] == first.fired.get(pane) for pane in each.fired)
        rows.append((each.name, len(each.fired), same, each.dropped_count))
    return _format_table(rows)


def _format_details(comparison: ScheduleComparison) -> list[str]:
    if not comparison.differences:
        return ["all windows have the same results in all runs"]
    others = len(comparison.violations)
    lines = [
        f"{len(comparison.differences)} windows differ: "
        f"{len(comparison.differences) - others} only because of late records, "
        f"{others} for another reason",
        "",
    ]
    names = [each.name for each in comparison.results]
    rows: list[Sequence[Any]] = [("key", "window", *names)]
    for each in comparison.differences:
        cells = [
            f"{_truncate_text(contents)}" + (f" ({late} late)" if late else "")
            for contents, late in zip(each.contents, each.late_counts, strict=True)
        ]
        rows.append((each.window_key[0], _format_window(each.window_key[1]), *cells))
    return lines + _format_table(rows)


_MIN_EPOCH_MS = 100_000_000_000  # March 1973; smaller numbers are times of an example, not dates


def _format_window(window: Value) -> str:
    if not isinstance(window, tuple):
        return str(window)
    start, end = window
    if start < _MIN_EPOCH_MS:
        return f"[{start}, {end})"
    first, last = (datetime.fromtimestamp(bound / 1000, UTC) for bound in (start, end))
    return f"{first:%m-%d %H:%M:%S} to {last:%H:%M:%S}"


def _truncate_text(contents: Value) -> str:
    text = "-" if contents is None else str(contents)
    return text if len(text) <= 36 else text[:35] + "…"


def _format_table(rows: Sequence[Sequence[Any]]) -> list[str]:
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in texts) for i in range(len(texts[0]))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in texts
    ]
