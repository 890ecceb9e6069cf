"""Partitioning of windows across tasks, with the parts of the log that contain their records.

If the log is roughly in order, the records of a window are in few parts. So a task that evaluates a
range of windows reads only these parts, on one machine or many.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from flinksim.replay.compile.columnar_plan import NativePlan
from flinksim.replay.kernel.aligned_windows import Windows
from flinksim.replay.kernel.kernel import Kernel
from flinksim.replay.kernel.record_columns import Records
from flinksim.replay.kernel.watermark_scan import Reach
from flinksim.replay.operators.watermark_positions import Steps, WindowCuts

TASK_ROWS = 2_000_000
"""Approximate maximum number of records in a worker's memory."""
ROWS_AT_ONCE = 1_000_000
"""Approximate number of records whose windows are evaluated together."""
MOST_WINDOWS = 1_000_000
"""Maximum number of windows, of any key, that are partitioned."""
MOST_READ = 2.5
"""Windows are partitioned only if all tasks together read the log at most this often."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The windows of one task, from ``low`` to ``high``, and the parts with their records."""

    low: int
    high: int
    parts: tuple[int, ...]


def dealt(
    plan: NativePlan, steps: Steps, reach: Reach, reaches: Sequence[Reach], rows_at_once: int
) -> list[Deal] | None:
    """Partition the windows into assignments of about *rows_at_once* records.

    A task gets the windows that are cleaned up when the parts of the next task begin.

    Args:
        plan: The columnar plan.
        steps: The watermarks of the run.
        reach: Scan of the whole log.
        reaches: Scans of all parts.
        rows_at_once: Approximate number of records per task.

    Returns:
        ``None`` if tasks would read too much, or if windows depend on each other.
    """
    if plan.is_session or plan.shares_elements:
        return None
    nonempty_parts = [
        (number, part) for number, part in enumerate(reaches) if part.least is not None
    ]
    if not nonempty_parts:
        return []
    panes = plan.panes.counted_from(reach.least or 0)
    count = panes.pane_at(reach.greatest or 0) + panes.per_window
    if count > MOST_WINDOWS:
        return None
    ends = panes.last_moments(0, count - 1)
    cleanup_arrivals = WindowCuts.of(steps, ends, plan.lateness).clean_codes
    cleanup_arrivals = cleanup_arrivals // len(plan.source.chain.split_names)
    earliest = np.array([part.earliest for _, part in nonempty_parts])
    begins = np.minimum.accumulate(earliest[::-1])[::-1]
    first_pane = np.array([panes.pane_at(part.least or 0) for _, part in nonempty_parts])
    last_window = np.array(
        [panes.pane_at(part.greatest or 0) + panes.per_window - 1 for _, part in nonempty_parts]
    )
    target_rows = min(rows_at_once, ROWS_AT_ONCE)
    assignments: list[Deal] = []
    low = rows = rows_read = 0
    for place, (_, part) in enumerate(nonempty_parts):
        rows += part.rows
        is_last = place == len(nonempty_parts) - 1
        if rows < target_rows and not is_last:
            continue
        high = count if is_last else int(np.searchsorted(cleanup_arrivals, begins[place + 1]))
        if high <= low:
            continue
        # Records after the cleanup of the last window do not affect these windows.
        touches = (
            (earliest <= cleanup_arrivals[high - 1]) & (last_window >= low) & (first_pane < high)
        )
        parts = [nonempty_parts[at] for at in np.flatnonzero(touches).tolist()]
        own_rows = sum(each.rows for _, each in parts)
        if own_rows > 2 * TASK_ROWS and len(parts) > 1:
            return None
        rows_read += own_rows
        if parts:
            assignments.append(Deal(low, high, tuple(number for number, _ in parts)))
        low, rows = high, 0
    return assignments if rows_read <= MOST_READ * reach.rows else None


def fired_of(
    kernel: Kernel, deals: Iterable[Deal], read: Callable[[int], Records], least: int
) -> Iterator[pa.Table]:
    """Iterate over the firings of *deals* in the order of the log, holding few parts in memory.

    Args:
        kernel: The kernel.
        deals: Assignments in order.
        read: Reads the records of a part.
        least: Minimum timestamp of the log.
    """
    loaded: dict[int, Records] = {}
    for assignment in deals:
        loaded = {number: loaded.get(number) or read(number) for number in assignment.parts}
        yield from kernel.fired(_windows_of(kernel, assignment, loaded, least))


def _windows_of(kernel: Kernel, deal: Deal, parts: Mapping[int, Records], least: int) -> Windows:
    panes = kernel.plan.panes.counted_from(least)
    # Start at the first pane of the first window.
    base = max(deal.low - panes.per_window + 1, 0)
    base -= base % panes.period
    shifted_panes = replace(panes, offset=panes.offset + base * panes.step)
    begin, end = (
        shifted_panes.offset,
        shifted_panes.offset + (deal.high - base) * shifted_panes.step,
    )
    selected = []
    for part in deal.parts:
        records = parts[part]
        timestamps = records.timestamps
        inside = (timestamps >= begin) & (timestamps < end)
        selected.append(records if inside.all() else records.take(np.flatnonzero(inside)))
    return kernel.windows(
        Records.joined(selected), shifted_panes, deal.high - base, deal.low - base
    )


__all__ = ["MOST_READ", "MOST_WINDOWS", "TASK_ROWS", "Deal", "dealt", "fired_of"]
