"""Which of two changes is the smaller one: what one has to touch, and then how far it is turned.

1. A number that stands in the program: delay, idleness, lateness, gap, offset, cost, the time of a
   bundle. By milliseconds.
2. Something written anew or in place of another: a trigger, a strategy, an idleness that there was
   not, a parallelism, the size of buffers, a crash that is not asked for.
3. Another schedule of the same program.
4. The input: a record at another time, with another timestamp, left out, one more, a split's order.

Of two that are alike the one named first by the answer counts. Not in Flink.
"""

from __future__ import annotations

from typing import TypeAlias

from flinksim.analysis.why.answer import ChangeTold
from flinksim.analysis.why.finding import KnobKind

Size: TypeAlias = tuple[int, int]

RANKS: dict[KnobKind, int] = {
    "delay": 1, "idleness": 1, "longer idleness": 1, "lateness": 1, "gap": 1, "offset": 1, "cost": 1,
    "bundle": 1,
    "trigger": 2, "strategy": 2, "unit": 2, "parallelism": 2, "more subtasks": 2, "subtasks": 2,
    "buffers": 2, "crash": 2,
    "schedule": 3,
    "arrival": 4, "timestamp": 4, "order": 4, "next record": 4, "once more": 4, "left out": 4,
    "value": 4, "later": 4,
}  # fmt: skip


def size_of(kind: KnobKind, told: ChangeTold, by: int) -> Size:
    """How small a change of that kind is that was turned *by* so much; smaller ones sort first."""
    rank = 2 if told.old == "none" and RANKS[kind] == 1 else RANKS[kind]
    return rank, by if rank == 1 else 0
