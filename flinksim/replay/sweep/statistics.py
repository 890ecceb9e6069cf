"""What one point of a sweep comes to, in figures.

Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np

from flinksim.replay.operators.watermark_positions import Longs
from flinksim.replay.sweep.watermarks import Watermarks


@dataclass(frozen=True, slots=True)
class Figures:
    """What one choice of delay, idle timeout and allowed lateness comes to.

    ``records`` counts each record once for each of its windows. Of them ``on_time`` came before their
    window fired, ``late`` after it but before the window was cleaned up (each is a firing of its own),
    and ``lost`` after that. ``dropped`` are records that no window took any more.

    ``firings`` are the firings by the watermark; the *result delay* of one is the processing time of
    the firing minus the end of the window, in milliseconds: ``delay_mean``, and the least value that
    50, 95 and 99 of 100 do not exceed. ``panes_max`` and ``panes_mean`` are how many panes (windows of
    one key) are kept at once, over the time of the run.

    Of sessions, a record counts by the session that it is part of when it has come: it is on time if
    that has still to be fired. A session that grows fires again.
    """

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

    @property
    def on_time_share(self) -> float:
        """The share of records that came on time."""
        return self.on_time / self.records if self.records else 1.0

    @property
    def counted_share(self) -> float:
        """The share of records that were counted at all."""
        return (self.on_time + self.late) / self.records if self.records else 1.0


class PassTable(Protocol):
    """What a pass over the log has left, from which each point is judged."""

    watermarks: Watermarks

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
