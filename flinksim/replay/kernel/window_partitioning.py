"""Division of the windows among tasks, with the parts of the log that each task has to read.

If the log is roughly in order, the records of a window are in few parts. So a task that evaluates a
range of windows reads only these parts, on one machine or many.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from flinksim.replay.compile.columnar_plan import ColumnarPlan
from flinksim.replay.kernel.aligned_windows import AlignedWindowColumns
from flinksim.replay.kernel.kernel import Kernel
from flinksim.replay.kernel.record_columns import Records
from flinksim.replay.kernel.watermark_scan import TimestampScan
from flinksim.replay.operators.watermark_positions import WatermarkSteps, WindowFiringPositions

MAX_TASK_ROWS = 2_000_000
"""Approximate maximum number of records that one Spark worker holds in memory."""
TARGET_ASSIGNMENT_ROWS = 1_000_000
"""Approximate number of records whose windows are evaluated at once in this process."""
MAX_WINDOWS = 1_000_000
"""Maximum number of windows (time ranges, not counted per key) that are divided among tasks."""
MAX_READ_FACTOR = 2.5
"""Windows are divided among tasks only if all of them together read the log at most this often."""


@dataclass(frozen=True, slots=True)
class WindowAssignment:
    """The windows of one task, by number from ``low`` to ``high``, and the parts with their records."""

    low: int
    high: int
    parts: tuple[int, ...]


def partition_windows(
    plan: ColumnarPlan,
    steps: WatermarkSteps,
    scan: TimestampScan,
    part_scans: Sequence[TimestampScan],
    rows_per_task: int,
) -> list[WindowAssignment] | None:
    """Divide the windows among tasks, so that each reads about *rows_per_task* records.

    A task gets the windows that are cleaned up when the parts of the next task begin.

    Args:
        plan: The columnar plan.
        steps: The watermarks of the run.
        scan: Scan of the whole log.
        part_scans: Scans of all parts.
        rows_per_task: Approximate number of records per task.

    Returns:
        ``None`` if tasks would read too much, or if windows depend on each other.
    """
    if plan.is_session or plan.shares_elements:
        return None
    nonempty_parts = [
        (number, part) for number, part in enumerate(part_scans) if part.min_timestamp is not None
    ]
    if not nonempty_parts:
        return []
    panes = plan.panes.with_origin(scan.min_timestamp or 0)
    count = panes.get_pane(scan.max_timestamp or 0) + panes.panes_per_window
    if count > MAX_WINDOWS:
        return None
    ends = panes.max_timestamps(0, count - 1)
    cleanup_arrivals = WindowFiringPositions.from_steps(steps, ends, plan.lateness).clean_codes
    cleanup_arrivals = cleanup_arrivals // len(plan.source.chain.split_names)
    earliest = np.array([part.first_arrival for _, part in nonempty_parts])
    begins = np.minimum.accumulate(earliest[::-1])[::-1]
    first_pane = np.array([panes.get_pane(part.min_timestamp or 0) for _, part in nonempty_parts])
    last_window = np.array(
        [
            panes.get_pane(part.max_timestamp or 0) + panes.panes_per_window - 1
            for _, part in nonempty_parts
        ]
    )
    target_rows = min(rows_per_task, TARGET_ASSIGNMENT_ROWS)
    assignments: list[WindowAssignment] = []
    low = rows = rows_read = 0
    for place, (_, part) in enumerate(nonempty_parts):
        rows += part.row_count
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
        own_rows = sum(each.row_count for _, each in parts)
        if own_rows > 2 * MAX_TASK_ROWS and len(parts) > 1:
            return None
        rows_read += own_rows
        if parts:
            assignments.append(WindowAssignment(low, high, tuple(number for number, _ in parts)))
        low, rows = high, 0
    return assignments if rows_read <= MAX_READ_FACTOR * scan.row_count else None


def iterate_firings(
    kernel: Kernel,
    assignments: Iterable[WindowAssignment],
    read: Callable[[int], Records],
    min_timestamp: int,
) -> Iterator[pa.Table]:
    """Iterate over the firings of *assignments* in the order of the log, holding few parts in memory.

    Args:
        kernel: The kernel.
        assignments: Assignments in order.
        read: Reads the records of a part.
        min_timestamp: Minimum timestamp of the log.
    """
    loaded: dict[int, Records] = {}
    for assignment in assignments:
        loaded = {number: loaded.get(number) or read(number) for number in assignment.parts}
        yield from kernel.iterate_firing_tables(
            _create_windows(kernel, assignment, loaded, min_timestamp)
        )


def _create_windows(
    kernel: Kernel, assignment: WindowAssignment, parts: Mapping[int, Records], min_timestamp: int
) -> AlignedWindowColumns:
    panes = kernel.plan.panes.with_origin(min_timestamp)
    # Start at the first pane of the first window.
    base = max(assignment.low - panes.panes_per_window + 1, 0)
    base -= base % panes.period
    shifted_panes = replace(panes, offset=panes.offset + base * panes.step)
    begin, end = (
        shifted_panes.offset,
        shifted_panes.offset + (assignment.high - base) * shifted_panes.step,
    )
    selected = []
    for part in assignment.parts:
        records = parts[part]
        timestamps = records.timestamps
        inside = (timestamps >= begin) & (timestamps < end)
        selected.append(records if inside.all() else records.take(np.flatnonzero(inside)))
    return kernel.create_windows(
        Records.concatenate(selected), shifted_panes, assignment.high - base, assignment.low - base
    )


__all__ = [
    "MAX_READ_FACTOR",
    "MAX_TASK_ROWS",
    "MAX_WINDOWS",
    "WindowAssignment",
    "iterate_firings",
    "partition_windows",
]
