"""Parameter sweep over delays, idle timeouts and allowed latenesses, in one pass over the log.

``job.sweep(delays_ms=[...])`` reports for each point (combination of settings) how complete and how
late the results are, how many panes (windows of one key) are in state, and which records are late.
``point.simulate()`` opens a point as a run.

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
from flinksim.graph.rewrite import (
    create_bounded_strategy,
    discard_sink_output,
    map_specs,
    replace_watermark_strategy,
)
from flinksim.replay.compile.columnar_plan import ColumnarPlan
from flinksim.replay.operators.watermark_stalls import WatermarkStall, select_longest
from flinksim.replay.settings import ReplaySettings
from flinksim.replay.sweep.aligned_window_sweep import WindowTable
from flinksim.replay.sweep.session_window_sweep import SessionTable
from flinksim.replay.sweep.statistics import PassResult, SweepStatistics
from flinksim.simulation.simulation import Simulation

if TYPE_CHECKING:
    import pandas as pd

    from flinksim.replay.replay_job import SparkJob

DEFAULT_SHARE = 0.999
"""Share of records that should be on time, unless the caller names another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point(SweepStatistics):
    """One choice of delay, idle timeout and allowed lateness, in milliseconds, with its statistics."""

    delay_ms: int
    idleness_ms: int | None
    lateness_ms: int
    _job: Any = field(repr=False, compare=False)
    _watermark_node: int = field(repr=False, compare=False)

    @property
    def pipeline(self) -> Pipeline:
        """The program with the settings of this point.

        The last operator that generates watermarks gets the delay and the idle timeout.
        """

        def change(transformation: Any) -> Any:
            spec = transformation.spec
            if transformation.id == self._watermark_node:
                spec = replace_watermark_strategy(
                    spec, lambda old: create_bounded_strategy(self.delay_ms, self.idleness_ms)
                )
            if isinstance(spec, WindowSpec):
                return replace(spec, allowed_lateness_ms=self.lateness_ms)
            return spec

        return map_specs(self._job.pipeline, change)

    def simulate(self) -> Simulation:
        """Create a simulation of the program with the settings of this point.

        Nothing has run yet, and its sinks write nothing.
        """
        from flinksim.runtime.minicluster import RunSettings

        pipeline = map_specs(
            self.pipeline, lambda transformation: discard_sink_output(transformation.spec)
        )
        return Simulation(pipeline, RunSettings())

    def create_job(self, settings: ReplaySettings | None = None) -> SparkJob:
        """Create a replay of the program with the settings of this point, on the engine of the sweep."""
        made: SparkJob = self._job.create_job(self.pipeline, settings or self._job.settings)
        return made


_STATISTICS_COLUMNS = (
    "delay_ms", "idleness_ms", "lateness_ms", "records", "on_time_share", "counted_share", "late",
    "dropped", "delay_mean", "delay_p50", "delay_p95", "delay_p99", "panes_max", "panes_mean",
)  # fmt: skip


class Sweep:
    """Result of a parameter sweep: the points of the grid, and any other point from the same pass.

    A point is one combination of watermark delay, idle timeout and allowed lateness.
    """

    def __init__(
        self,
        job: SparkJob,
        plan: ColumnarPlan,
        table: PassResult,
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
    def has_session_windows(self) -> bool:
        """Whether the windows are sessions: the share on time then also depends on the lateness."""
        return self._plan.is_session

    def point(self, delay_ms: int, idleness_ms: int | None = None, lateness_ms: int = 0) -> Point:
        """Evaluate one combination of settings, which need not be in the grid.

        The log is not read again, unless the windows are sessions and no point of the grid has that
        idle timeout.
        """
        figures = self._table.compute_statistics(delay_ms, idleness_ms, lateness_ms)
        return Point(
            **asdict(figures), delay_ms=delay_ms, idleness_ms=idleness_ms, lateness_ms=lateness_ms,
            _job=self._job, _watermark_node=self._plan.watermark_node,
        )  # fmt: skip

    def smallest_delay(
        self,
        share: float = DEFAULT_SHARE,
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
        return _find_smallest(
            lambda delay: self.point(delay, idleness_ms, lateness),
            lambda point: point.on_time,
            share,
            self._table.sufficient_ms,
            f"no delay has {{share}} on time{_format_idleness(idleness_ms)}"
            + (_format_lateness(lateness) if self.has_session_windows else ""),
        )

    def find_watermark_stalls(self, idleness_ms: int | None = None) -> list[WatermarkStall]:
        """Find the longest periods in which some splits held back the watermark, and what ended each.

        They do not depend on the delay.
        """
        return select_longest(self._table.watermarks.find_watermark_stalls(idleness_ms))

    @property
    def relevant_latenesses(self) -> list[int | None]:
        """Allowed latenesses of the grid, if the share on time depends on them; else ``[None]``."""
        if not self.has_session_windows:
            return [None]
        return list(dict.fromkeys(point.lateness_ms for point in self.points))

    def smallest_lateness(
        self, delay_ms: int, share: float = DEFAULT_SHARE, idleness_ms: int | None = None
    ) -> int:
        """Find the smallest allowed lateness (ms) at which *share* of the records is not dropped as late.

        Raises:
            ValueError: No lateness is enough, as for the delay.
        """
        return _find_smallest(
            lambda lateness: self.point(delay_ms, idleness_ms, lateness),
            lambda point: point.on_time + point.late,
            share,
            self._table.sufficient_ms,
            f"with a delay of {format_duration_ms(delay_ms)}, no allowed lateness "
            f"includes {{share}}{_format_idleness(idleness_ms)}",
        )

    def table(self) -> pd.DataFrame:
        """Build a table of the points, one row each: times in ms; no idle timeout is null.

        A notebook shows the sweep itself with formatted times and shares.
        """
        import pandas as pd

        from flinksim.replay.results.display import FullWidthTable

        rows = [[getattr(point, name) for name in _STATISTICS_COLUMNS] for point in self.points]
        table = FullWidthTable(rows, columns=list(_STATISTICS_COLUMNS))
        # Integers with missing values.
        table["idleness_ms"] = pd.array([p.idleness_ms for p in self.points], dtype="Int64")
        return table

    def picture(self) -> Any:
        """Plot late records, result delay and state over the watermark delay, as a matplotlib figure."""
        from flinksim.replay.sweep.plot import plot_sweep

        return plot_sweep(self)

    def _repr_html_(self) -> str:
        from flinksim.replay.sweep.sweep_table import format_html

        return format_html(self.points)

    def __repr__(self) -> str:
        return f"<Sweep: {len(self.points)} points, from a table of {len(self._table)} rows>"


def _find_smallest(
    get_point: Callable[[int], Point],
    count_records: Callable[[Point], int],
    share: float,
    upper_bound: int,
    error_message: str,
) -> int:
    """Find the smallest delay or lateness, from 0, at which *share* of the records is counted.

    *get_point* evaluates a value, *count_records* says how many of its records count (as on time or as
    not dropped). The count never decreases with the value: all watermarks but the last decrease by the
    delay, or all windows stay longer, and idleness depends on neither. Above *upper_bound* nothing
    changes.

    Raises:
        ValueError: The share is not reached at *upper_bound* either; *error_message* is the message.
    """
    if not 0 < share <= 1:
        raise ValueError(f"share: expected a number above 0 and at most 1, found {share!r}")

    def is_enough(point: Point) -> bool:
        return not point.records or count_records(point) / point.records >= share

    low, high = -1, max(0, upper_bound)
    upper = get_point(high)
    if not is_enough(upper):
        max_count = count_records(upper)
        raise ValueError(
            f"{error_message.format(share=f'{100 * share:g} %')} (at most "
            f"{100 * max_count / upper.records:.3f} %, {max_count:,} of {upper.records:,} records)"
        )
    while high - low > 1:
        middle = (low + high) // 2
        if is_enough(get_point(middle)):
            high = middle
        else:
            low = middle
    return high


def _format_idleness(idleness_ms: int | None) -> str:
    return "" if idleness_ms is None else f" when idle after {format_duration_ms(idleness_ms)}"


def _format_lateness(lateness_ms: int) -> str:
    return f" with a lateness of {format_duration_ms(lateness_ms)}"


def sweep(
    job: SparkJob,
    delays_ms: Sequence[int],
    idleness_ms: Sequence[int | None] = (None,),
    lateness_ms: Sequence[int] = (0,),
) -> Sweep:
    """Run a parameter sweep on the log of *job*; see ``SparkJob.sweep`` for the arguments."""
    plan = job.columnar_plan
    if plan is None:
        raise ValueError(
            "a sweep needs windows that run natively: one keyed event-time "
            "window over an event log, with a supported aggregate. Problem: "
            f"{job.not_columnar or 'backend=generic is set; remove it'}. "
            "Alternatively, change the delay in the program and replay it for "
            "each value (flinksim replay)"
        )
    _check_times("delays_ms", delays_ms, 0)
    _check_times("idleness_ms", idleness_ms, 1)
    _check_times("lateness_ms", lateness_ms, 0)
    _check_windows(plan)
    run = job.create_kernel_run(plan)

    def run_pass() -> PassResult:
        if plan.is_session:
            return SessionTable(run, plan, idleness_ms)
        return WindowTable(run, plan)

    table = job.monitor.run("sweep", run_pass)
    return Sweep(job, plan, table, delays_ms, idleness_ms, lateness_ms)


def _check_windows(plan: ColumnarPlan) -> None:
    """Check that the windows are the last stage and fire only at their end, as a sweep assumes.

    An evictor and gaps between the windows are not supported either.
    """
    if plan.window.chain.edges:
        raise ValueError("a sweep needs windows in the last stage, but another stage follows")
    if plan.eviction is not None:
        raise ValueError("a sweep needs windows without an evictor")
    if plan.rule.has_early_firings:
        raise ValueError("a sweep needs windows that fire only at their end")
    if not plan.is_session and plan.panes.has_gaps:
        raise ValueError(
            "a sweep needs windows without gaps, but the slide of these exceeds their size"
        )


def _check_times(name: str, times: Any, min_ms: int) -> None:
    """Check that *times* is a non-empty list of times of at least *min_ms* ms.

    Idle timeouts may be ``None``.
    """
    or_none = ", or None for sources that are never idle" if min_ms else ""
    is_list = isinstance(times, Iterable) and isinstance(times, Sized) and not _is_text(times)
    if not is_list or not all(_is_time(time) or (or_none and time is None) for time in times):
        raise TypeError(f"{name}: expected a list of milliseconds{or_none}, found {times!r}")
    if not len(times) or any(time is not None and time < min_ms for time in times):
        bound = "more than 0" if min_ms else "0 or more"
        raise ValueError(f"{name}: expected at least one time of {bound}{or_none}; found {times!r}")
    if any(time is not None and time > MAX_TIMESTAMP for time in times):
        raise ValueError(
            f"{name}: expected times of at most {MAX_TIMESTAMP} ms, found {max(t or 0 for t in times)}"
        )


def _is_text(value: Any) -> bool:
    return isinstance(value, (str, bytes))


def _is_time(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)
