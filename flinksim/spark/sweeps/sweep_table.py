"""One pass over a log for a whole grid of settings: how many records of which window came when.

Watermarks move at ticks, and where a split ends. So two records of one window that come between the
same two ticks are on time, late or lost together, whatever the settings. Per window and tick it is
enough to know how many records came, and how many panes (a key's window) began; all settings are then
judged by this table.

Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import Window as Over
from pyspark.sql import functions as sql

from flinksim.spark.columnar.on_spark import SparkRun
from flinksim.spark.expressions.sql import to_sql
from flinksim.spark.generic import positions
from flinksim.spark.generic.cuts import Longs, Steps, WindowCuts
from flinksim.spark.generic.source_timeline import SourceReach
from flinksim.spark.logs.parquet_log import SPLIT_END
from flinksim.spark.native.panes import Panes
from flinksim.spark.native.plan import NativePlan
from flinksim.spark.sweeps.figures import Figures, spread_of
from flinksim.spark.sweeps.watermarks import Watermarks


@dataclass(frozen=True, slots=True)
class Counts:
    """Rows of the table, by columns: of one window, between two ticks.

    ``windows`` are places in a list of the windows that there are (one record whose timestamp is years
    away makes millions of empty ones); ``codes`` are the places in the run (see ``cuts``);
    ``records`` are pairs of a record and a window, ``latest`` those in which it is the record's last;
    ``panes`` are the panes that began, ``began`` the sum of the moments when they did, in milliseconds
    since the run began.
    """

    windows: Longs
    codes: Longs
    records: Longs
    latest: Longs
    panes: Longs
    began: Longs


class WindowTable:
    """The table of one program and log."""

    def __init__(self, spark: SparkSession, path: Path, plan: NativePlan) -> None:
        self._plan = plan
        run = SparkRun(spark, plan, path)
        run.look()
        reached, least, greatest = run.reach.reached, run.reach.least, run.reach.greatest
        self.enough_ms = (greatest or 0) - (least or 0) + plan.panes.size
        self._watermarks = Watermarks(plan, reached)
        panes = plan.panes.counted_from(least or 0)
        rows = _by_window_and_tick(spark, path, plan, panes, reached).toArrow()
        columns = {name: rows.column(name).to_numpy() for name in rows.column_names}
        numbers, places = np.unique(columns["window"], return_inverse=True)
        self._counts = Counts(
            places, columns["code"], columns["records"], columns["latest"], columns["panes"],
            columns["began"],
        )  # fmt: skip
        self._last_moments = panes.last_moments_of(numbers)

    def __len__(self) -> int:
        return len(self._counts.windows)

    def figures(self, delay_ms: int, idleness_ms: int | None, lateness_ms: int) -> Figures:
        """The figures of one point."""
        counts = self._counts
        steps = self._watermarks.steps(delay_ms, idleness_ms)
        cuts = WindowCuts.of(steps, self._last_moments, lateness_ms)
        number = counts.windows
        in_time = counts.codes <= cuts.fire_codes[number]
        allowed = counts.codes <= cuts.clean_codes[number]
        fired = in_time & cuts.fires[number]
        delays = cuts.fire_times[number] - (self._last_moments[number] + 1)
        total = int(counts.records.sum())
        on_time = int(counts.records[in_time].sum())
        kept = int(counts.records[allowed].sum())
        spread = spread_of(delays[fired], counts.panes[fired])
        over = self._clean_times(steps, lateness_ms, number[allowed])
        panes_max, panes_mean = self._panes(cuts, allowed, over)
        return Figures(
            total, on_time, kept - on_time, total - kept, int(counts.latest[~allowed].sum()),
            int(counts.panes[fired].sum()), *spread, panes_max, panes_mean,
        )  # fmt: skip

    def _panes(
        self, cuts: WindowCuts, allowed: NDArray[np.bool_], over: Longs
    ) -> tuple[int, float]:
        """How many panes are kept at once: at most, and on average over the time of the run.

        *over*: when the panes of the *allowed* rows are cleaned up.
        """
        counts, length = self._counts, self._watermarks.length_ms
        begun = counts.panes[allowed]
        if not begun.sum():
            return 0, 0.0
        gone = cuts.clean_codes[counts.windows[allowed]]
        places = np.concatenate([counts.codes[allowed], gone])
        changes = np.concatenate([begun, -begun])
        order = np.lexsort((changes < 0, places))
        lived = int((over * begun - counts.began[allowed]).sum())
        return int(np.cumsum(changes[order]).max()), lived / length if length else 0.0

    def _clean_times(self, steps: Steps, lateness_ms: int, number: Longs) -> Longs:
        """When the panes of the windows of each *number* are cleaned up; at the end at last.

        In milliseconds since the run began.
        """
        place = steps.first_at(self._last_moments[number] + lateness_ms)
        watermarks = self._watermarks
        times: Longs = np.append(steps.times - watermarks.start_ms, np.int64(watermarks.length_ms))
        return times[place]


# --- the pass --------------------------------------------------------------------------------------


def _by_window_and_tick(
    spark: SparkSession, path: Path, plan: NativePlan, panes: Panes, reached: SourceReach
) -> DataFrame:
    """One row per window and tick in which it got records: ``window``, ``code`` and the counts."""
    keys = [f"_k{i}" for i in range(len(plan.key_shape.fields))]
    named = [
        sql.expr(to_sql(expression)).alias(name)
        for name, (expression, _) in zip(keys, plan.key_shape.fields, strict=True)
    ]
    chain = plan.source.chain
    rows = spark.read.parquet(str(path))
    ended = f"NOT coalesce({SPLIT_END}, false) AND " if SPLIT_END in rows.columns else ""
    here = rows.where(f"{ended}{to_sql(plan.keep)}").where(
        sql.col("split").isin(*chain.split_names)
    )
    timed = here.select(
        *named,
        sql.expr(f"{to_sql(plan.timestamp)} AS _ts"),
        sql.expr(f"{_code(plan, reached)} AS code"),
        "arrival",
    )
    events = timed.selectExpr(*keys, f"{panes.pane_sql('_ts')} AS _pane", "code", "arrival")
    grouped = events.groupBy(*keys, "_pane", "code").agg(
        sql.expr("count(1) AS n"), sql.expr("min(arrival) AS first")
    )
    spread = grouped.selectExpr("*", f"explode({panes.windows_sql('_pane')}) AS window")
    order = Over.partitionBy(*keys, "window").orderBy("code", "first")
    began = spread.withColumn("is_first", sql.row_number().over(order) == 1)
    is_last = f"window = {panes.last_window_sql('_pane')}"
    return began.groupBy("window", "code").agg(
        sql.expr("sum(n) AS records"),
        sql.expr(f"sum(CASE WHEN {is_last} THEN n ELSE 0 END) AS latest"),
        sql.expr("count_if(is_first) AS panes"),
        sql.expr(f"sum(CASE WHEN is_first THEN first - {chain.start_ms}L ELSE 0L END) AS began"),
    )


def _code(plan: NativePlan, reached: SourceReach) -> str:
    """The first code of a record's tick; its own in ticks in which a split ends."""
    chain = plan.source.chain
    splits = len(chain.split_names)
    names = [name.replace("\\", "\\\\").replace("'", "\\'") for name in chain.split_names]
    numbers = " ".join(f"WHEN '{name}' THEN {number}" for number, name in enumerate(names))
    own = f"(arrival * {splits}L + CASE split {numbers} END)"
    interval = chain.ticks_every_ms(plan.maker)
    if interval <= 0:
        return own
    tick = f"((arrival - {chain.start_ms}L) div {interval}L)"
    ends = sorted(
        {
            (positions.time_of(last) - chain.start_ms) // interval
            for last in reached.last_items.values()
        }
    )
    first = f"(({chain.start_ms}L + {tick} * {interval}L) * {splits}L)"
    chosen = ", ".join(f"{end}L" for end in ends) or "-1L"
    return f"CASE WHEN {tick} IN ({chosen}) THEN {own} ELSE {first} END"
