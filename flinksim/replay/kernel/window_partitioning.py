"""Windows dealt out: some at a time, with the parts of the log that have their records.

In a log more or less in order a window has its records in few parts. So whoever works out the windows
from one number to another needs these parts alone, on one machine or many.

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
"""About so many records are in a worker's memory at a time."""
ROWS_AT_ONCE = 1_000_000
"""Windows of about so many records are worked out together."""
MOST_WINDOWS = 1_000_000
"""So many windows, of whatever key, are dealt out."""
MOST_READ = 2.5
"""Windows are dealt out if all of them together need the log no more often than so."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The windows of one task, from ``low`` to ``high``, and the parts that have their records."""

    low: int
    high: int
    parts: tuple[int, ...]


def dealt(
    plan: NativePlan, steps: Steps, reach: Reach, reaches: Sequence[Reach], rows_at_once: int
) -> list[Deal] | None:
    """Windows for each task, of about so many records; ``None`` if tasks would have to read too much,
    and for windows that know of each other.

    *reaches* are of all parts, *reach* is of the whole log. A task has the windows that are over when
    the parts of the next one begin.
    """
    if plan.is_session or plan.shares_elements:
        return None
    known = [(number, part) for number, part in enumerate(reaches) if part.least is not None]
    if not known:
        return []
    panes = plan.panes.counted_from(reach.least or 0)
    count = panes.pane_at(reach.greatest or 0) + panes.per_window
    if count > MOST_WINDOWS:
        return None
    ends = panes.last_moments(0, count - 1)
    gone = WindowCuts.of(steps, ends, plan.lateness).clean_codes
    gone = gone // len(plan.source.chain.split_names)
    earliest = np.array([part.earliest for _, part in known])
    begins = np.minimum.accumulate(earliest[::-1])[::-1]
    first_pane = np.array([panes.pane_at(part.least or 0) for _, part in known])
    last_window = np.array(
        [panes.pane_at(part.greatest or 0) + panes.per_window - 1 for _, part in known]
    )
    wanted = min(rows_at_once, ROWS_AT_ONCE)
    deals: list[Deal] = []
    low = rows = read = 0
    for place, (_, part) in enumerate(known):
        rows += part.rows
        is_last = place == len(known) - 1
        if rows < wanted and not is_last:
            continue
        high = count if is_last else int(np.searchsorted(gone, begins[place + 1]))
        if high <= low:
            continue
        # what comes after the last of these windows is gone does not count for them any more
        touches = (earliest <= gone[high - 1]) & (last_window >= low) & (first_pane < high)
        parts = [known[at] for at in np.flatnonzero(touches).tolist()]
        own = sum(each.rows for _, each in parts)
        if own > 2 * TASK_ROWS and len(parts) > 1:
            return None
        read += own
        if parts:
            deals.append(Deal(low, high, tuple(number for number, _ in parts)))
        low, rows = high, 0
    return deals if read <= MOST_READ * reach.rows else None


def fired_of(
    kernel: Kernel, deals: Iterable[Deal], read: Callable[[int], Records], least: int
) -> Iterator[pa.Table]:
    """All firings of some *deals* in their order, which is that of the log: few parts are held.

    *read* gives the records of a part, *least* is the least timestamp.
    """
    held: dict[int, Records] = {}
    for deal in deals:
        held = {number: held.get(number) or read(number) for number in deal.parts}
        yield from kernel.fired(_windows_of(kernel, deal, held, least))


def _windows_of(kernel: Kernel, deal: Deal, parts: Mapping[int, Records], least: int) -> Windows:
    panes = kernel.plan.panes.counted_from(least)
    # whole windows begin where the first pane of the first one does
    base = max(deal.low - panes.per_window + 1, 0)
    base -= base % panes.period
    own = replace(panes, offset=panes.offset + base * panes.step)
    begin, end = own.offset, own.offset + (deal.high - base) * own.step
    found = []
    for part in deal.parts:
        records = parts[part]
        stamps = records.timestamps
        inside = (stamps >= begin) & (stamps < end)
        found.append(records if inside.all() else records.take(np.flatnonzero(inside)))
    return kernel.windows(Records.joined(found), own, deal.high - base, deal.low - base)


__all__ = ["MOST_READ", "MOST_WINDOWS", "TASK_ROWS", "Deal", "dealt", "fired_of"]
