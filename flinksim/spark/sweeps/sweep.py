"""A grid of delays, idle timeouts and allowed latenesses, judged in one pass over the log.

``job.sweep(delays_ms=[...])`` says for each point how complete the results are and how late they come,
how many panes are kept, and what comes too late. A point opens as a run: ``point.simulate()``.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from flinksim.datastream.execution import Pipeline
from flinksim.datastream.transformations import WindowSpec
from flinksim.simulation import Simulation
from flinksim.spark.generic.cuts import Longs, WindowCuts
from flinksim.spark.settings import ReplaySettings
from flinksim.spark.sweeps.sweep_table import SweepTable
from flinksim.spark.zooms.changed_programs import bounded, changed, with_strategy

if TYPE_CHECKING:
    import pandas as pd

    from flinksim.spark.job import SparkJob

ENOUGH = 0.999
"""The share of records on time that one usually asks for."""


@dataclass(frozen=True, slots=True)
class Point:
    """What one choice of delay, idle timeout and allowed lateness comes to.

    ``records`` counts each record once for each of its windows. Of them ``on_time`` came before their
    window fired, ``late`` after it but before the window was cleaned up (each is a firing of its own),
    and ``lost`` after that. ``dropped`` are records that no window took any more.

    ``firings`` are the firings by the watermark; the *result delay* of one is the processing time of
    the firing minus the end of the window, in milliseconds: ``delay_mean``, and the least value that
    50, 95 and 99 of 100 do not exceed. ``panes_max`` and ``panes_mean`` are how many panes (windows of
    one key) are kept at once, over the time of the run.
    """

    delay_ms: int
    idleness_ms: int | None
    lateness_ms: int
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
    _job: Any = field(repr=False, compare=False)

    @property
    def on_time_share(self) -> float:
        """The share of records that came on time."""
        return self.on_time / self.records if self.records else 1.0

    @property
    def counted_share(self) -> float:
        """The share of records that were counted at all."""
        return (self.on_time + self.late) / self.records if self.records else 1.0

    @property
    def pipeline(self) -> Pipeline:
        """The program at this point."""

        def change(transformation: Any) -> Any:
            spec = with_strategy(
                transformation.spec, lambda old: bounded(self.delay_ms, self.idleness_ms)
            )
            if isinstance(spec, WindowSpec):
                return replace(spec, allowed_lateness_ms=self.lateness_ms)
            return spec

        return changed(self._job.pipeline, change)

    def simulate(self) -> Simulation:
        """The program at this point on the bench; nothing has run."""
        from flinksim.runtime.minicluster import RunSettings

        return Simulation(self.pipeline, RunSettings())

    def job(self, settings: ReplaySettings | None = None) -> SparkJob:
        """The program at this point on Spark."""
        made: SparkJob = type(self._job)(
            self._job.spark, self.pipeline, settings or self._job.settings
        )
        return made


_FIGURES = (
    "delay_ms", "idleness_ms", "lateness_ms", "records", "on_time_share", "counted_share", "late",
    "dropped", "delay_mean", "delay_p50", "delay_p95", "delay_p99", "panes_max", "panes_mean",
)  # fmt: skip


class Sweep:
    """The points of a grid; and any other point, from the same table."""

    def __init__(
        self,
        job: SparkJob,
        table: SweepTable,
        delays_ms: Sequence[int],
        idleness_ms: Sequence[int | None],
        lateness_ms: Sequence[int],
    ) -> None:
        self._job = job
        self._table = table
        self.points = [
            self.point(delay, idleness, lateness)
            for idleness in idleness_ms
            for lateness in lateness_ms
            for delay in delays_ms
        ]

    def point(self, delay_ms: int, idleness_ms: int | None = None, lateness_ms: int = 0) -> Point:
        """One point, of the grid or not; the log is not read again."""
        table, counts = self._table, self._table.counts
        steps = table.steps(delay_ms, idleness_ms)
        cuts = table.cuts(steps, lateness_ms)
        number = (counts.starts - cuts.first_start) // cuts.slide
        in_time = counts.codes <= cuts.fire_codes[number]
        allowed = counts.codes <= cuts.clean_codes[number]
        fired = in_time & cuts.fires[number]
        delays = cuts.fire_times[number] - (counts.starts + cuts.size)
        total = int(counts.records.sum())
        on_time = int(counts.records[in_time].sum())
        kept = int(counts.records[allowed].sum())
        spread = _spread(delays[fired], counts.panes[fired])
        over = table.clean_times(steps, lateness_ms, counts.starts[allowed])
        panes_max, panes_mean = self._panes(cuts, allowed, over)
        return Point(
            delay_ms, idleness_ms, lateness_ms,
            total, on_time, kept - on_time, total - kept, int(counts.latest[~allowed].sum()),
            int(counts.panes[fired].sum()), *spread, panes_max, panes_mean, self._job,
        )  # fmt: skip

    def _panes(self, cuts: WindowCuts, allowed: Any, over: Longs) -> tuple[int, float]:
        """How many panes are kept at once: at most, and on average over the time of the run.

        *over*: when the panes of the *allowed* rows are cleaned up.
        """
        counts, length = self._table.counts, self._table.length_ms
        begun, starts = counts.panes[allowed], counts.starts[allowed]
        if not begun.sum():
            return 0, 0.0
        gone = cuts.clean_codes[(starts - cuts.first_start) // cuts.slide]
        places = np.concatenate([counts.codes[allowed], gone])
        changes = np.concatenate([begun, -begun])
        order = np.lexsort((changes < 0, places))
        lived = int((over * begun - counts.began[allowed]).sum())
        return int(np.cumsum(changes[order]).max()), lived / length if length else 0.0

    def smallest_delay(self, share: float = ENOUGH, idleness_ms: int | None = None) -> int:
        """The smallest delay, to the millisecond, at which that share of the records is on time."""
        return _least(
            lambda delay: self.point(delay, idleness_ms).on_time_share >= share,
            self._table.greatest - self._table.least + self._table.size,
        )

    def smallest_lateness(
        self, delay_ms: int, share: float = ENOUGH, idleness_ms: int | None = None
    ) -> int:
        """The smallest allowed lateness at which that share of the records is counted at all."""
        return _least(
            lambda lateness: self.point(delay_ms, idleness_ms, lateness).counted_share >= share,
            self._table.greatest - self._table.least + self._table.size,
        )

    def table(self) -> pd.DataFrame:
        """The points of the grid, one row each."""
        import pandas as pd

        rows = [[getattr(point, name) for name in _FIGURES] for point in self.points]
        return pd.DataFrame(rows, columns=list(_FIGURES))

    def picture(self) -> Any:
        """What a longer delay buys and costs, as a matplotlib figure."""
        from flinksim.spark.sweeps.sweep_picture import draw

        return draw(self)

    def __repr__(self) -> str:
        return (
            f"<Sweep: {len(self.points)} points, {len(self._table.counts.starts)} rows of counts>"
        )


def _spread(delays: Longs, weights: Longs) -> tuple[float, int, int, int]:
    """The mean, and the least values that 50, 95 and 99 of 100 do not exceed."""
    total = int(weights.sum())
    if not total:
        return 0.0, 0, 0, 0
    order = np.argsort(delays, kind="stable")
    reached = np.cumsum(weights[order])
    ranks = [-(-total * percent // 100) for percent in (50, 95, 99)]
    found = [int(delays[order][np.searchsorted(reached, rank)]) for rank in ranks]
    return float((delays * weights).sum() / total), found[0], found[1], found[2]


def _least(holds: Callable[[int], bool], enough: int) -> int:
    """The least number from 0 for which *holds*; it holds for *enough* and all that are greater."""
    low, high = -1, max(0, enough)
    while high - low > 1:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle
    return high


def sweep(
    job: SparkJob,
    delays_ms: Sequence[int],
    idleness_ms: Sequence[int | None] = (None,),
    lateness_ms: Sequence[int] = (0,),
) -> Sweep:
    """See ``SparkJob.sweep``."""
    plan = job.native_plan
    if plan is None:
        raise ValueError(
            f"a sweep needs windows that run natively; this program does not, because of "
            f"{job.not_native or 'the lowering that was chosen'}"
        )
    if plan.is_session:
        raise ValueError(
            "a sweep needs windows that are the same at every point; which sessions there are depends "
            "on what comes too late for them"
        )
    for name, values in (("delays_ms", delays_ms), ("lateness_ms", lateness_ms)):
        if not len(values) or any(value < 0 for value in values):
            raise ValueError(f"{name}: expected one or more times of 0 or more, found {values!r}")
    path = job._parquet(plan)
    table = job.watch.run("sweep", lambda: SweepTable(job.spark, path, plan))
    return Sweep(job, table, delays_ms, idleness_ms, lateness_ms)
