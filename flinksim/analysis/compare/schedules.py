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

from flinksim.core.validation import checked
from flinksim.trace.events import (
    LateRecordDropped,
    ResultWritten,
    WindowFired,
    WindowSkippedAsLate,
)
from flinksim.trace.recorder import Trace
from flinksim.trace.values import Value

Pane = tuple[Value, Value]
"""(key, window)."""


@dataclass(slots=True)
class PanesOfRun:
    """Window results of one run.

    ``fired`` has the number of elements and the contents of each window's last firing. ``skipped``
    is the number of late records per window, ``dropped`` the number of records that are in no
    window.
    """

    name: str
    fired: dict[Pane, tuple[int, Value]] = field(default_factory=dict)
    skipped: dict[Pane, int] = field(default_factory=dict)
    dropped: int = 0
    results: int = 0

    def total(self, pane: Pane) -> int:
        """Return the number of records of *pane*: those in its last firing and the late ones."""
        return self.fired.get(pane, (0, None))[0] + self.skipped.get(pane, 0)


@checked
def outcome(
    name: str, trace: Trace, part: Callable[[Value], Value] = lambda contents: contents
) -> PanesOfRun:
    """Collect the window results of one run.

    Args:
        name: The name of the run.
        trace: The run.
        part: Selects what is compared of a window's contents.
    """
    found = PanesOfRun(name)
    for fact in trace.events:
        if isinstance(fact, WindowFired):
            found.fired[fact.key, fact.window] = (fact.count, part(fact.contents))
        elif isinstance(fact, WindowSkippedAsLate):
            pane = (fact.key, fact.window)
            found.skipped[pane] = found.skipped.get(pane, 0) + 1
        elif isinstance(fact, LateRecordDropped):
            found.dropped += 1
        elif isinstance(fact, ResultWritten):
            found.results += 1
    return found


@dataclass(frozen=True, slots=True)
class Difference:
    """Window with different contents in the runs; ``totals`` are equal if only lateness differs."""

    pane: Pane
    contents: tuple[Value, ...]
    late: tuple[int, ...]
    totals: tuple[int, ...]

    @property
    def is_lateness(self) -> bool:
        """Whether the runs differ only in which records were late."""
        return len(set(self.totals)) == 1 and any(self.late)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Comparison of several runs of one program; the first run is the reference."""

    outcomes: tuple[PanesOfRun, ...]
    differences: tuple[Difference, ...]

    @property
    def broken_promises(self) -> tuple[Difference, ...]:
        """Windows that differ other than by lateness; Flink guarantees that there are none."""
        return tuple(each for each in self.differences if not each.is_lateness)

    def __str__(self) -> str:
        return "\n".join([*_summary(self), "", *_details(self)])


@checked
def compare(
    traces: Mapping[str, Trace], part: Callable[[Value], Value] = lambda contents: contents
) -> Comparison:
    """Compare runs of one program under different schedules.

    Args:
        traces: The runs, by name.
        part: Selects what is compared of a window's contents. ``sum(2)`` needs it: it sums field 2
            and keeps the other fields of the record that arrived first, which Flink does not
            guarantee.

    Raises:
        ValueError: There are fewer than two runs.
    """
    if len(traces) < 2:
        raise ValueError(f"compare needs two runs or more, got {len(traces)}")
    outcomes = tuple(outcome(name, trace, part) for name, trace in traces.items())
    panes = dict.fromkeys(pane for each in outcomes for pane in (*each.fired, *each.skipped))
    differences = []
    for pane in sorted(panes, key=_pane_order):
        contents = tuple(each.fired.get(pane, (0, None))[1] for each in outcomes)
        if any(other != contents[0] for other in contents):
            late = tuple(each.skipped.get(pane, 0) for each in outcomes)
            totals = tuple(each.total(pane) for each in outcomes)
            differences.append(Difference(pane, contents, late, totals))
    return Comparison(outcomes, tuple(differences))


def _pane_order(pane: Pane) -> tuple[str, str]:
    key, window = pane
    start = f"{window[0]:020d}" if isinstance(window, tuple) else str(window)
    return start, str(key)


def _summary(comparison: Comparison) -> list[str]:
    first = comparison.outcomes[0]
    rows: list[Sequence[Any]] = [("run", "panes fired", "same as first", "records too late")]
    for each in comparison.outcomes:
        same = sum(each.fired[pane] == first.fired.get(pane) for pane in each.fired)
        rows.append((each.name, len(each.fired), same, each.dropped))
    return _table(rows)


def _details(comparison: Comparison) -> list[str]:
    if not comparison.differences:
        return ["every pane is the same in every run"]
    others = len(comparison.broken_promises)
    lines = [
        f"{len(comparison.differences)} panes differ; in {len(comparison.differences) - others} of "
        f"them only in which records came too late, in {others} otherwise",
        "",
    ]
    names = [each.name for each in comparison.outcomes]
    rows: list[Sequence[Any]] = [("key", "window", *names)]
    for each in comparison.differences:
        cells = [
            f"{_short(contents)}" + (f" ({late} late)" if late else "")
            for contents, late in zip(each.contents, each.late, strict=True)
        ]
        rows.append((each.pane[0], _window(each.pane[1]), *cells))
    return lines + _table(rows)


_FIRST_EPOCH_LIKE_MS = (
    100_000_000_000  # March 1973; smaller numbers are times of an example, not dates
)


def _window(window: Value) -> str:
    if not isinstance(window, tuple):
        return str(window)
    start, end = window
    if start < _FIRST_EPOCH_LIKE_MS:
        return f"[{start}, {end})"
    first, last = (datetime.fromtimestamp(bound / 1000, UTC) for bound in (start, end))
    return f"{first:%m-%d %H:%M:%S} to {last:%H:%M:%S}"


def _short(contents: Value) -> str:
    text = "-" if contents is None else str(contents)
    return text if len(text) <= 36 else text[:35] + "…"


def _table(rows: Sequence[Sequence[Any]]) -> list[str]:
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in texts) for i in range(len(texts[0]))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in texts
    ]
