"""A grid of delays, idle timeouts and allowed latenesses, judged in one pass over the log.

``job.sweep(delays_ms=[...])`` says for each point how complete the results are and how late they come,
how many panes are kept, and what comes too late. A point opens as a run: ``point.simulate()``.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from flinksim.datastream.execution import Pipeline
from flinksim.datastream.transformations import WindowSpec
from flinksim.simulation import Simulation
from flinksim.spark.native.plan import NativePlan
from flinksim.spark.settings import ReplaySettings
from flinksim.spark.sweeps.figures import Figures, Table
from flinksim.spark.sweeps.session_table import SessionTable
from flinksim.spark.sweeps.sweep_table import WindowTable
from flinksim.spark.zooms.changed_programs import bounded, changed, with_strategy

if TYPE_CHECKING:
    import pandas as pd

    from flinksim.spark.job import SparkJob

ENOUGH = 0.999
"""The share of records on time that one usually asks for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point(Figures):
    """One choice of delay, idle timeout and allowed lateness, in milliseconds, and its figures."""

    delay_ms: int
    idleness_ms: int | None
    lateness_ms: int
    _job: Any = field(repr=False, compare=False)
    _maker: int = field(repr=False, compare=False)

    @property
    def pipeline(self) -> Pipeline:
        """The program at this point; of several operators with watermarks the last has the delay."""

        def change(transformation: Any) -> Any:
            spec = transformation.spec
            if transformation.id == self._maker:
                spec = with_strategy(spec, lambda old: bounded(self.delay_ms, self.idleness_ms))
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
        plan: NativePlan,
        table: Table,
        delays_ms: Sequence[int],
        idleness_ms: Sequence[int | None],
        lateness_ms: Sequence[int],
    ) -> None:
        self._job = job
        self._plan = plan
        self._table = table
        self.points = [
            self.point(delay, idleness, lateness)
            for idleness in idleness_ms
            for lateness in lateness_ms
            for delay in delays_ms
        ]

    @property
    def is_of_sessions(self) -> bool:
        """Whether the windows are sessions: what is on time then depends on the lateness, too."""
        return self._plan.is_session

    def point(self, delay_ms: int, idleness_ms: int | None = None, lateness_ms: int = 0) -> Point:
        """One point, of the grid or not.

        The log is not read again, unless the windows are sessions and no point of the grid has that
        idle timeout.
        """
        figures = self._table.figures(delay_ms, idleness_ms, lateness_ms)
        return Point(
            **asdict(figures), delay_ms=delay_ms, idleness_ms=idleness_ms, lateness_ms=lateness_ms,
            _job=self._job, _maker=self._plan.maker,
        )  # fmt: skip

    def smallest_delay(self, share: float = ENOUGH, idleness_ms: int | None = None) -> int:
        """The smallest delay, to the millisecond, at which that share of the records is on time."""
        return _least(
            lambda delay: self.point(delay, idleness_ms).on_time_share >= share,
            self._table.enough_ms,
        )

    def smallest_lateness(
        self, delay_ms: int, share: float = ENOUGH, idleness_ms: int | None = None
    ) -> int:
        """The smallest allowed lateness at which that share of the records is counted at all."""
        return _least(
            lambda lateness: self.point(delay_ms, idleness_ms, lateness).counted_share >= share,
            self._table.enough_ms,
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
        return f"<Sweep: {len(self.points)} points, from a table of {len(self._table)} rows>"


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
            "a sweep needs windows that run natively (one keyed window of event time over an event "
            "log, tumbling, sliding or sessions, with an aggregate that can be read); these do not: "
            f"{job.not_native or 'the settings say lowering=generic; leave that out'}"
        )
    for name, values in (("delays_ms", delays_ms), ("lateness_ms", lateness_ms)):
        if not len(values) or any(value < 0 for value in values):
            raise ValueError(f"{name}: expected one or more times of 0 or more, found {values!r}")
    if not len(idleness_ms) or any(value is not None and value <= 0 for value in idleness_ms):
        raise ValueError(
            "idleness_ms: expected one or more times of more than 0, or None for sources that are "
            f"never idle; found {idleness_ms!r}"
        )
    path = job._parquet(plan)

    def one_pass() -> Table:
        if plan.is_session:
            return SessionTable(job.spark, path, plan, idleness_ms)
        return WindowTable(job.spark, path, plan)

    table = job.watch.run("sweep", one_pass)
    return Sweep(job, plan, table, delays_ms, idleness_ms, lateness_ms)
