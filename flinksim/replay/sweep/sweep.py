"""Parameter sweep over delays, idle timeouts and allowed latenesses, in one pass over the log.

``job.sweep(delays_ms=[...])`` reports for each point how complete and how late the results are, how
many panes are in state, and which records are late. ``point.simulate()`` opens a point as a run.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Sized
from dataclasses import asdict, dataclass, field, replace
from numbers import Integral
from typing import TYPE_CHECKING, Any

from flinksim.common.configuration import format_duration_ms
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import WindowSpec
from flinksim.graph.rewrite import bounded, changed, unwritten, with_strategy
from flinksim.replay.compile.columnar_plan import NativePlan
from flinksim.replay.operators.watermark_stalls import HeldBack, longest
from flinksim.replay.settings import ReplaySettings
from flinksim.replay.sweep.aligned_windows import WindowTable
from flinksim.replay.sweep.session_windows import SessionTable
from flinksim.replay.sweep.statistics import Figures, PassTable
from flinksim.simulation.simulation import Simulation

if TYPE_CHECKING:
    import pandas as pd

    from flinksim.replay.job import SparkJob

ENOUGH = 0.999
"""Default target share of records on time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point(Figures):
    """One choice of delay, idle timeout and allowed lateness, in milliseconds, with its statistics."""

    delay_ms: int
    idleness_ms: int | None
    lateness_ms: int
    _job: Any = field(repr=False, compare=False)
    _maker: int = field(repr=False, compare=False)

    @property
    def pipeline(self) -> Pipeline:
        """The program at this point; the last operator with watermarks has the delay."""

        def change(transformation: Any) -> Any:
            spec = transformation.spec
            if transformation.id == self._maker:
                spec = with_strategy(spec, lambda old: bounded(self.delay_ms, self.idleness_ms))
            if isinstance(spec, WindowSpec):
                return replace(spec, allowed_lateness_ms=self.lateness_ms)
            return spec

        return changed(self._job.pipeline, change)

    def simulate(self) -> Simulation:
        """Create the simulation of this point; nothing has run yet. Its sinks write nothing."""
        from flinksim.runtime.minicluster import RunSettings

        pipeline = changed(self.pipeline, lambda transformation: unwritten(transformation.spec))
        return Simulation(pipeline, RunSettings())

    def job(self, settings: ReplaySettings | None = None) -> SparkJob:
        """Create a job that replays the program at this point where the sweep ran."""
        made: SparkJob = self._job.of(self.pipeline, settings or self._job.settings)
        return made


_FIGURES = (
    "delay_ms", "idleness_ms", "lateness_ms", "records", "on_time_share", "counted_share", "late",
    "dropped", "delay_mean", "delay_p50", "delay_p95", "delay_p99", "panes_max", "panes_mean",
)  # fmt: skip


class Sweep:
    """The points of a grid, and any other point from the same pass."""

    def __init__(
        self,
        job: SparkJob,
        plan: NativePlan,
        table: PassTable,
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
        """Whether the windows are sessions: the share on time then also depends on the lateness."""
        return self._plan.is_session

    def point(self, delay_ms: int, idleness_ms: int | None = None, lateness_ms: int = 0) -> Point:
        """Evaluate one point, of the grid or not.

        The log is not read again, unless the windows are sessions and no point of the grid has that
        idle timeout.
        """
        figures = self._table.figures(delay_ms, idleness_ms, lateness_ms)
        return Point(
            **asdict(figures), delay_ms=delay_ms, idleness_ms=idleness_ms, lateness_ms=lateness_ms,
            _job=self._job, _maker=self._plan.maker,
        )  # fmt: skip

    def smallest_delay(
        self,
        share: float = ENOUGH,
        idleness_ms: int | None = None,
        lateness_ms: int | None = None,
    ) -> int:
        """Find the smallest delay in milliseconds at which *share* of the records is on time.

        Args:
            share: Target share of records.
            idleness_ms: Idle timeout.
            lateness_ms: Allowed lateness, which matters only for sessions; default: the first of
                the grid.

        Raises:
            ValueError: No delay is enough. When the active source tasks have ended, the watermark
                is ``Long.MAX_VALUE``, and what an idle task reads later is late at every delay.
        """
        lateness = self.points[0].lateness_ms if lateness_ms is None else lateness_ms
        return _least(
            lambda delay: self.point(delay, idleness_ms, lateness),
            lambda point: point.on_time,
            share,
            self._table.enough_ms,
            f"no delay brings {{share}} on time{_when_idle(idleness_ms)}"
            + (_with_lateness(lateness) if self.is_of_sessions else ""),
        )

    def held_back(self, idleness_ms: int | None = None) -> list[HeldBack]:
        """Find the longest watermark stalls: the splits, the duration, and what ended each.

        They do not depend on the delay.
        """
        return longest(self._table.watermarks.held_back(idleness_ms))

    @property
    def latenesses_that_matter(self) -> list[int | None]:
        """Latenesses of the grid, if the share on time depends on them; else ``[None]``."""
        if not self.is_of_sessions:
            return [None]
        return list(dict.fromkeys(point.lateness_ms for point in self.points))

    def smallest_lateness(
        self, delay_ms: int, share: float = ENOUGH, idleness_ms: int | None = None
    ) -> int:
        """Find the smallest allowed lateness at which *share* of the records is counted.

        Raises:
            ValueError: No lateness is enough, as for the delay.
        """
        return _least(
            lambda lateness: self.point(delay_ms, idleness_ms, lateness),
            lambda point: point.on_time + point.late,
            share,
            self._table.enough_ms,
            f"at a delay of {format_duration_ms(delay_ms)} no allowed lateness has {{share}} "
            f"counted{_when_idle(idleness_ms)}",
        )

    def table(self) -> pd.DataFrame:
        """Build a table of the points, one row each: times in ms; no idle timeout is null.

        A notebook shows the sweep itself with formatted times and shares.
        """
        import pandas as pd

        from flinksim.replay.results.display import WholeTable

        rows = [[getattr(point, name) for name in _FIGURES] for point in self.points]
        table = WholeTable(rows, columns=list(_FIGURES))
        # Integers with missing values.
        table["idleness_ms"] = pd.array([p.idleness_ms for p in self.points], dtype="Int64")
        return table

    def picture(self) -> Any:
        """Plot benefits and costs of a longer delay as a matplotlib figure."""
        from flinksim.replay.sweep.plot import draw

        return draw(self)

    def _repr_html_(self) -> str:
        from flinksim.replay.sweep.formatting import html_of

        return html_of(self.points)

    def __repr__(self) -> str:
        return f"<Sweep: {len(self.points)} points, from a table of {len(self._table)} rows>"


def _least(
    point_at: Callable[[int], Point],
    counted: Callable[[Point], int],
    share: float,
    enough: int,
    otherwise: str,
) -> int:
    """Find the smallest number from 0 whose point counts enough records.

    The count never decreases with the number: all watermarks but the last decrease by the delay, or
    all windows stay longer, and idleness depends on neither. Above *enough* nothing changes.

    Raises:
        ValueError: The share is not reached at *enough* either; *otherwise* is the message.
    """
    if not 0 < share <= 1:
        raise ValueError(f"share: expected a number above 0, and 1 at most, found {share!r}")

    def is_enough(point: Point) -> bool:
        return not point.records or counted(point) / point.records >= share

    low, high = -1, max(0, enough)
    upper = point_at(high)
    if not is_enough(upper):
        max_count = counted(upper)
        raise ValueError(
            f"{otherwise.format(share=f'{100 * share:g} %')} (at most "
            f"{100 * max_count / upper.records:.3f} %, {max_count:,} of {upper.records:,} records)"
        )
    while high - low > 1:
        middle = (low + high) // 2
        if is_enough(point_at(middle)):
            high = middle
        else:
            low = middle
    return high


def _when_idle(idleness_ms: int | None) -> str:
    return "" if idleness_ms is None else f" when idle after {format_duration_ms(idleness_ms)}"


def _with_lateness(lateness_ms: int) -> str:
    return f" with a lateness of {format_duration_ms(lateness_ms)}"


def sweep(
    job: SparkJob,
    delays_ms: Sequence[int],
    idleness_ms: Sequence[int | None] = (None,),
    lateness_ms: Sequence[int] = (0,),
) -> Sweep:
    """Run a sweep; see ``SparkJob.sweep``."""
    plan = job.native_plan
    if plan is None:
        raise ValueError(
            "a sweep needs windows that run natively (one keyed window of event time over an event "
            "log, with an aggregate that can be read); these do not: "
            f"{job.not_native or 'the settings say lowering=generic; leave that out'}. Instead, "
            "change the delay in the program and replay it once for each point (flinksim replay)"
        )
    _check_times("delays_ms", delays_ms, 0)
    _check_times("idleness_ms", idleness_ms, 1)
    _check_times("lateness_ms", lateness_ms, 0)
    _check_windows(plan)
    run = job.looked_run(plan)

    def run_pass() -> PassTable:
        if plan.is_session:
            return SessionTable(run, plan, idleness_ms)
        return WindowTable(run, plan)

    table = job.watch.run("sweep", run_pass)
    return Sweep(job, plan, table, delays_ms, idleness_ms, lateness_ms)


def _check_windows(plan: NativePlan) -> None:
    """Check that the windows have the firings that a sweep counts."""
    if plan.window.chain.edges:
        raise ValueError("a sweep needs windows that are the last stage; another is behind these")
    if plan.eviction is not None:
        raise ValueError("a sweep needs windows that keep all their records; these have an evictor")
    if plan.rule.is_of_records:
        raise ValueError("a sweep needs windows that fire at their end; these fire on the way")
    if not plan.is_session and plan.panes.has_gaps:
        raise ValueError(
            "a sweep needs windows that leave no gap; these slide by more than their size"
        )


def _check_times(name: str, times: Any, least: int) -> None:
    """Check that *times* is a non-empty list of times of at least *least* ms.

    Idle timeouts may be ``None``.
    """
    or_none = ", or None for sources that are never idle" if least else ""
    is_list = isinstance(times, Iterable) and isinstance(times, Sized) and not _is_text(times)
    if not is_list or not all(_is_time(time) or (or_none and time is None) for time in times):
        raise TypeError(f"{name}: expected a list of milliseconds{or_none}, found {times!r}")
    if not len(times) or any(time is not None and time < least for time in times):
        bound = "more than 0" if least else "0 or more"
        raise ValueError(f"{name}: expected one or more times of {bound}{or_none}; found {times!r}")
    if any(time is not None and time > MAX_TIMESTAMP for time in times):
        raise ValueError(
            f"{name}: expected times of at most {MAX_TIMESTAMP} ms, found {max(t or 0 for t in times)}"
        )


def _is_text(value: Any) -> bool:
    return isinstance(value, (str, bytes))


def _is_time(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)
