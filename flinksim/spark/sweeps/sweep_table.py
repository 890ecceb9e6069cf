"""One pass over a log for a whole grid of settings: how many records of which window came when.

Watermarks move at ticks, and where a split ends. So two records of one window that come between the
same two ticks are on time, late or lost together, whatever the settings. Per window and tick it is
enough to know how many records came, and how many panes (a key's window) began; all settings are then
judged by this table. The watermarks of a setting follow from how far the timestamps had come by each
tick, as in every native run.

Not in Flink.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import Window as Over
from pyspark.sql import functions as sql

from flinksim.common.timestamps import MAX_TIMESTAMP
from flinksim.spark.expressions.sql import to_sql
from flinksim.spark.generic import positions
from flinksim.spark.generic.chains import ChainPlan, Timeline
from flinksim.spark.generic.cuts import Longs, Steps, WindowCuts
from flinksim.spark.generic.source_timeline import Reached, SourceTaskTimeline
from flinksim.spark.generic.timelines import EventTime
from flinksim.spark.logs.parquet_log import SPLIT_END
from flinksim.spark.native.events import NativeEvents
from flinksim.spark.native.plan import NativePlan
from flinksim.spark.zooms.changed_programs import bounded, with_strategy


@dataclass(frozen=True, slots=True)
class Counts:
    """Rows of the table, by columns: of one window, between two ticks.

    ``starts`` are the windows' starts, ``codes`` the places in the run (see ``cuts``); ``records`` are
    pairs of a record and a window, ``latest`` those of them in which it is the record's latest window;
    ``panes`` are the panes that began, ``began`` the sum of the moments when they did, in milliseconds
    since the run began.
    """

    starts: Longs
    codes: Longs
    records: Longs
    latest: Longs
    panes: Longs
    began: Longs


class SweepTable:
    """The table of one program and log."""

    def __init__(self, spark: SparkSession, path: Path, plan: NativePlan) -> None:
        self._plan = plan
        self.reached, least, greatest = NativeEvents(spark, path, plan).reached()
        self.least, self.greatest = least or 0, greatest or 0
        rows = _by_window_and_tick(spark, path, plan, self.reached).toArrow()
        columns = {name: rows.column(name).to_numpy() for name in rows.column_names}
        self.counts = Counts(
            columns["start"], columns["code"], columns["records"], columns["latest"],
            columns["panes"], columns["began"],
        )  # fmt: skip
        self._without_delay: dict[int | None, tuple[Steps, int]] = {}

    def steps(self, delay_ms: int, idleness_ms: int | None) -> Steps:
        """The watermark of the window's tasks at these settings.

        A longer delay only makes every watermark smaller by as much; idleness does not know of it.
        """
        steps, _ = self._at_no_delay(idleness_ms)
        is_end = steps.watermarks == MAX_TIMESTAMP
        return replace(
            steps, watermarks=np.where(is_end, MAX_TIMESTAMP, steps.watermarks - delay_ms)
        )

    def _at_no_delay(self, idleness_ms: int | None) -> tuple[Steps, int]:
        known = self._without_delay.get(idleness_ms)
        if known is None:
            timeline = _timeline(self._plan, self.reached, 0, idleness_ms)
            splits = len(self._plan.source.chain.split_names)
            known = Steps.of(timeline.controls, splits), positions.time_of(timeline.end)
            self._without_delay[idleness_ms] = known
        return known

    def cuts(self, steps: Steps, lateness_ms: int) -> WindowCuts:
        """Where each window fires and is cleaned up."""
        plan, starts = self._plan, self.counts.starts
        first, last = (int(starts.min()), int(starts.max())) if len(starts) else (0, 0)
        return WindowCuts.of(steps, first, last, plan.slide, plan.size, lateness_ms)

    def clean_times(self, steps: Steps, lateness_ms: int, starts: Longs) -> Longs:
        """When the panes of the windows that begin at *starts* are cleaned up; at the end at last.

        In milliseconds since the run began.
        """
        place = steps.first_at(starts + (self._plan.size - 1 + lateness_ms))
        times: Longs = np.append(steps.times - self.start_ms, np.int64(self.length_ms))
        return times[place]

    @property
    def length_ms(self) -> int:
        """How long the run lasts."""
        return self._at_no_delay(None)[1] - self.start_ms

    @property
    def size(self) -> int:
        """The length of a window."""
        return self._plan.size

    @property
    def start_ms(self) -> int:
        """When the run begins."""
        return self._plan.source.chain.start_ms


def _timeline(
    plan: NativePlan, reached: Reached, delay_ms: int, idleness_ms: int | None
) -> Timeline:
    chain = _with_strategy(plan.source.chain, delay_ms, idleness_ms)
    event_time = EventTime()
    for subtask in range(chain.parallelism):
        task = SourceTaskTimeline(chain, subtask, reached)
        end = task.run()
        event_time.add(subtask, task.controls)
        event_time.add_end(chain.edges.values(), subtask, end)
    return event_time.timeline_of(0, plan.window.inputs)


def _with_strategy(chain: ChainPlan, delay_ms: int, idleness_ms: int | None) -> ChainPlan:
    operators = []
    for chained in chain.operators:
        node = copy.copy(chained.node)
        node.spec = with_strategy(node.spec, lambda old: bounded(delay_ms, idleness_ms))
        operators.append(replace(chained, node=node))
    return replace(chain, operators=tuple(operators))


# --- the pass --------------------------------------------------------------------------------------


def _by_window_and_tick(
    spark: SparkSession, path: Path, plan: NativePlan, reached: Reached
) -> DataFrame:
    """One row per window and tick in which it got records: ``start``, ``code`` and the counts."""
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
    slot = f"_ts - pmod(_ts - {plan.offset}L, {plan.slide}L) AS _slot"
    events = timed.select(*keys, sql.expr(slot), "code", "arrival")
    grouped = events.groupBy(*keys, "_slot", "code").agg(
        sql.expr("count(1) AS n"), sql.expr("min(arrival) AS first")
    )
    each = sql.explode(sql.sequence(sql.lit(0), sql.lit(plan.size // plan.slide - 1)))
    spread = grouped.withColumn("_j", each)
    spread = spread.withColumn("start", sql.expr(f"_slot - _j * {plan.slide}L"))
    order = Over.partitionBy(*keys, "start").orderBy("code", "first")
    began = spread.withColumn("is_first", sql.row_number().over(order) == 1)
    return began.groupBy("start", "code").agg(
        sql.expr("sum(n) AS records"),
        sql.expr("sum(CASE WHEN _j = 0 THEN n ELSE 0 END) AS latest"),
        sql.expr("count_if(is_first) AS panes"),
        sql.expr(f"sum(CASE WHEN is_first THEN first - {chain.start_ms}L ELSE 0L END) AS began"),
    )


def _code(plan: NativePlan, reached: Reached) -> str:
    """The first code of a record's tick; its own in ticks in which a split ends."""
    chain = plan.source.chain
    splits = len(chain.split_names)
    names = [name.replace("\\", "\\\\").replace("'", "\\'") for name in chain.split_names]
    numbers = " ".join(f"WHEN '{name}' THEN {number}" for number, name in enumerate(names))
    own = f"(arrival * {splits}L + CASE split {numbers} END)"
    interval = chain.auto_watermark_interval_ms
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
