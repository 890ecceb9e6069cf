"""What one point of a sweep comes to, in figures.

Not in Flink.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np

from flinksim.spark.generic.cuts import Longs


class Figures(NamedTuple):
    """The figures of one point; :class:`~flinksim.spark.sweeps.sweep.Point` says what each is."""

    records: int
    on_time: int
    late: int
    lost: int
    dropped: int
    firings: int
    delay_mean: float
    delay_p50: int
    delay_p95: int
    delay_p99: int
    panes_max: int
    panes_mean: float


class Table(Protocol):
    """What a pass over the log has left, from which each point is judged."""

    @property
    def enough_ms(self) -> int:
        """At such a delay, or lateness, nothing comes too late."""

    def figures(self, delay_ms: int, idleness_ms: int | None, lateness_ms: int) -> Figures:
        """The figures of one point."""

    def __len__(self) -> int:
        """How many rows are kept."""


class Spread(NamedTuple):
    """The mean, and the least values that 50, 95 and 99 of 100 do not exceed."""

    mean: float
    p50: int
    p95: int
    p99: int


def spread_of(delays: Longs, weights: Longs) -> Spread:
    """How *delays* are spread, each there as often as its weight says."""
    total = int(weights.sum())
    if not total:
        return Spread(0.0, 0, 0, 0)
    order: Any = np.argsort(delays, kind="stable")
    reached = np.cumsum(weights[order])
    ranks = [-(-total * percent // 100) for percent in (50, 95, 99)]
    found = [int(delays[order][np.searchsorted(reached, rank)]) for rank in ranks]
    return Spread(float((delays * weights).sum() / total), *found)
