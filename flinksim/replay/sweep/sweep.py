"""A grid of delays, idle timeouts and allowed latenesses, judged in one pass over the log.

``job.sweep(delays_ms=[...])`` says for each point how complete the results are and how late they come,
how many panes are kept, and what comes too late. A point opens as a run: ``point.simulate()``.

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
        """The program at this point on the bench; nothing has run. Its sinks write nothing."""
        from flinksim.runtime.minicluster import RunSettings

        pipeline = changed(self.pipeline, lambda transformation: unwritten(transformation.spec))
        return Simulation(pipeline, RunSettings())

    def job(self, settings: ReplaySettings | None = None) -> SparkJob:
        """The program at this point, replayed where the sweep was made."""
        made: SparkJob = self._job.of(self.pipeline, settings or self._job.settings)
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

    def smallest_delay(
        self,
        share: float = ENOUGH,
        idleness_ms: int | None = None,
        lateness_ms: int | None = None,
    ) -> int:
        """The smallest delay, to the millisecond, at which that share of the records is on time.

        Of sessions it is that at an allowed lateness: the first of the grid, unless one is given. Other
        windows know no difference.

        Raises: ValueError where no delay brings it: when the source tasks that are not idle have ended,
        the watermark is at the end of time, and what an idle one reads later is late at every delay.
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
        """Where the watermark stood still the longest because of a split: which one, for how long, and
        what freed it. Other delays change nothing of that.
        """
        return longest(self._table.watermarks.held_back(idleness_ms))

    @property
    def latenesses_that_matter(self) -> list[int | None]:
        """Those of the grid, if what is on time depends on them; else ``[None]``."""
        if not self.is_of_sessions:
            return [None]
        return list(dict.fromkeys(point.lateness_ms for point in self.points))

    def smallest_lateness(
        self, delay_ms: int, share: float = ENOUGH, idleness_ms: int | None = None
    ) -> int:
        """The smallest allowed lateness at which that share of the records is counted at all.

        Raises: ValueError where no lateness brings it, as for the delay.
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
        """The points of the grid, one row each, to go on with: times in ms, never idle is missing.

        A notebook shows the sweep itself with times and shares as people read them.
        """
        import pandas as pd

        from flinksim.replay.results.display import WholeTable

        rows = [[getattr(point, name) for name in _FIGURES] for point in self.points]
        table = WholeTable(rows, columns=list(_FIGURES))
        # Whole numbers, of which some may be missing.
        table["idleness_ms"] = pd.array([p.idleness_ms for p in self.points], dtype="Int64")
        return table

    def picture(self) -> Any:
        """What a longer delay buys and costs, as a matplotlib figure."""
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
    """The least number from 0 at whose point enough records are *counted*.

    More of it never counts fewer: all watermarks but the last one are smaller by as much, or all
    windows kept for longer, and idleness knows of neither. From *enough* on nothing changes any more.

    Raises: ValueError with *otherwise*, if that share is not reached there either.
    """
    if not 0 < share <= 1:
        raise ValueError(f"share: expected a number above 0, and 1 at most, found {share!r}")

    def holds(point: Point) -> bool:
        return not point.records or counted(point) / point.records >= share

    low, high = -1, max(0, enough)
    most = point_at(high)
    if not holds(most):
        reached = counted(most)
        raise ValueError(
            f"{otherwise.format(share=f'{100 * share:g} %')} (at most "
            f"{100 * reached / most.records:.3f} %, {reached:,} of {most.records:,} records)"
        )
    while high - low > 1:
        middle = (low + high) // 2
        if holds(point_at(middle)):
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
    """See ``SparkJob.sweep``."""
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

    def one_pass() -> PassTable:
        if plan.is_session:
            return SessionTable(run, plan, idleness_ms)
        return WindowTable(run, plan)

    table = job.watch.run("sweep", one_pass)
    return Sweep(job, plan, table, delays_ms, idleness_ms, lateness_ms)


def _check_windows(plan: NativePlan) -> None:
    """That firings are what a sweep counts."""
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
    """Refuse what is no list of times of *least* ms or more; of idle timeouts None is one, too."""
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
