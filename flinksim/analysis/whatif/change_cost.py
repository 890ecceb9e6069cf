"""Cost of a change, to select the smaller of two: first its class, then its amount.

1. A number in the program, in ms: delay, idleness, lateness, gap, offset, cost, bundle time.
2. Something new or replaced: a trigger, a strategy, new idleness, parallelism, buffer size, a
   removed crash.
3. Another schedule of the same program.
4. The input: a record with another arrival, timestamp or value, a removed or added record, the
   order of a split.

Of two changes with the same cost the first candidate is used. Not in Flink.
"""

from __future__ import annotations

from typing import TypeAlias

from flinksim.analysis.why.answer import ProgramChange
from flinksim.analysis.why.finding import ChangeKind

Cost: TypeAlias = tuple[int, int]

COST_CLASSES: dict[ChangeKind, int] = {
    "delay": 1, "idleness": 1, "longer idleness": 1, "lateness": 1, "gap": 1, "offset": 1, "cost": 1,
    "bundle": 1,
    "trigger": 2, "strategy": 2, "unit": 2, "parallelism": 2, "more subtasks": 2, "subtasks": 2,
    "buffers": 2, "crash": 2,
    "schedule": 3,
    "arrival": 4, "timestamp": 4, "order": 4, "next record": 4, "once more": 4, "left out": 4,
    "value": 4, "later": 4,
}  # fmt: skip


def compute_change_cost(kind: ChangeKind, change: ProgramChange, amount: int) -> Cost:
    """Compute how drastic a change is; the search prefers changes that sort first.

    *kind* is the kind of change and *amount* its size, such as the ms that are added to a delay.
    """
    is_new = change.old == "change.not_set"
    rank = 2 if is_new and COST_CLASSES[kind] == 1 else COST_CLASSES[kind]
    return rank, amount if rank == 1 else 0
