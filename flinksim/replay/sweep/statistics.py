"""Statistics of one point of a sweep: one delay, idle timeout and allowed lateness.

Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np

from flinksim.replay.operators.watermark_positions import Longs
from flinksim.replay.sweep.watermark_sweep import Watermarks


@dataclass(frozen=True, slots=True)
class SweepStatistics:
    """Statistics for one choice of delay, idle timeout and allowed lateness.

    ``records`` counts each record once for each of its windows. ``on_time`` records arrived before
    their window fired. ``late`` records arrived later but before the window was cleaned up; each
    causes a firing. ``lost`` records arrived after that. ``dropped`` counts records that no window
    accepted.

    ``firings`` are the firings by the watermark. The *result delay* of a firing is its processing
    time minus the end of its window, in milliseconds: ``delay_mean`` and the 50th, 95th and 99th
    percentiles. ``panes_max`` and ``panes_mean`` are the maximum and time average of the number of
    panes (windows of one key) in state.

    For sessions, a record counts by the session that contains it on arrival: it is on time if that
    session has not fired. A session that grows fires again.
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
        """Share of records that arrived on time."""
        return self.on_time / self.records if self.records else 1.0

    @property
    def counted_share(self) -> float:
        """Share of records that reached a window, on time or late, and were not dropped."""
        return (self.on_time + self.late) / self.records if self.records else 1.0


class PassResult(Protocol):
    """Result of one pass over the log, from which the statistics of each point are computed."""

    watermarks: Watermarks

    @property
    def sufficient_ms(self) -> int:
        """Delay or allowed lateness in milliseconds that is long enough for every record to be in time."""

    def compute_statistics(
        self, delay_ms: int, idleness_ms: int | None, lateness_ms: int
    ) -> SweepStatistics:
        """Compute the statistics for one delay, idle timeout and allowed lateness."""

    def __len__(self) -> int:
        """Return the number of rows that the pass has stored."""


class Quantiles(NamedTuple):
    """Mean and percentiles of result delays: the smallest values that 50, 95 and 99 % do not exceed."""

    mean: float
    p50: int
    p95: int
    p99: int


def compute_quantiles(delays: Longs, weights: Longs) -> Quantiles:
    """Compute mean and percentiles of *delays*, each counted as often as its weight says."""
    total = int(weights.sum())
    if not total:
        return Quantiles(0.0, 0, 0, 0)
    order: Any = np.argsort(delays, kind="stable")
    cumulative_weights = np.cumsum(weights[order])
    ranks = [-(-total * percent // 100) for percent in (50, 95, 99)]
    found = [int(delays[order][np.searchsorted(cumulative_weights, rank)]) for rank in ranks]
    return Quantiles(float((delays * weights).sum() / total), *found)
