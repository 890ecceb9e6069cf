"""Runs a native plan: timeline, window expressions, and what comes behind the window."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession

from flinksim.datastream.transformations import WindowSpec
from flinksim.spark.expressions.shaped_values import packed
from flinksim.spark.generic import positions
from flinksim.spark.generic.chains import Timeline
from flinksim.spark.generic.cuts import Steps, WindowCuts
from flinksim.spark.generic.rows import SPARK_SCHEMA
from flinksim.spark.generic.source_timeline import SourceTaskTimeline
from flinksim.spark.generic.timelines import EventTime
from flinksim.spark.native.behind import run_behind
from flinksim.spark.native.cuts import LogEnd
from flinksim.spark.native.events import NativeEvents
from flinksim.spark.native.panes import Panes
from flinksim.spark.native.plan import NativePlan, NotNative
from flinksim.spark.native.sessions import NativeSessions
from flinksim.spark.native.windows import NativeWindows

MAX_WINDOWS = 1_000_000
"""So many windows have their cuts in constants; more of them are not run natively."""


class NativeRun:
    """One native run; its tables are DataFrames that compute when they are asked."""

    def __init__(
        self,
        spark: SparkSession,
        plan: NativePlan,
        path: Path,
    ) -> None:
        self._spark = spark
        self._plan = plan
        self._path = path
        self.timelines: dict[str, list[Timeline]] = {}
        self._windows: NativeWindows | NativeSessions | None = None
        self._firings: DataFrame | None = None
        self.most_rows = 0
        """Of firings, or dropped records, there are no more than so many."""

    def run(self) -> None:
        """Find the timeline; the rest computes when it is asked for.

        Raises: NotNative if there are more windows than :data:`MAX_WINDOWS`.
        """
        plan = self._plan
        self._spark.conf.set("spark.sql.ansi.enabled", "true")
        events = NativeEvents(self._spark, self._path, plan)
        reached, least, greatest = events.reached()
        event_time = EventTime()
        chain = plan.source.chain
        for subtask in range(chain.parallelism):
            task = SourceTaskTimeline(chain, subtask, reached)
            end = task.run()
            event_time.add(subtask, task.controls)
            event_time.add_end(chain.edges.values(), subtask, end)
        self.timelines[plan.window.vertex.key] = [
            event_time.timeline_of(subtask, plan.window.inputs)
            for subtask in range(plan.window.chain.parallelism)
        ]
        timeline = self.timelines[plan.window.vertex.key][0]
        splits = len(chain.split_names)
        steps = Steps.of(timeline.controls, splits)
        windows_per_record = 1 if plan.is_session else plan.panes.most_windows
        self.most_rows = events.records * windows_per_record
        if plan.is_session:
            self._windows = NativeSessions(
                self._spark, plan, events, steps, timeline, (least or 0, greatest or 0)
            )
            return
        last = max(reached.last_items.values(), default=positions.of_record(0, 0, 0))
        code = positions.time_of(last) * splits + last[1]
        panes = plan.panes.counted_from(least or 0)
        cuts = self._cuts(steps, panes, greatest or 0)
        log_end = LogEnd(code, last[2], splits)
        self._windows = NativeWindows(plan, panes, events, steps, cuts, log_end)

    def _cuts(self, steps: Steps, panes: Panes, greatest: int) -> WindowCuts:
        """The cuts of all windows of records up to *greatest*."""
        last = panes.last_window(panes.pane_at(greatest))
        if last >= MAX_WINDOWS:
            raise NotNative(
                self._plan.window.vertex.head.name,
                f"the timestamps reach over {last + 1:,} windows (more than {MAX_WINDOWS:,})",
            )
        return WindowCuts.of(steps, panes.last_moments(0, last), self._plan.lateness)

    def close(self) -> None:
        """Let go of what is kept."""
        if self._windows is not None:
            self._windows.close()

    # --- tables --------------------------------------------------------------------------------------

    @property
    def folder(self) -> Path:
        """Where the log stands: driver and workers see it."""
        return self._path.parent

    @property
    def windows(self) -> NativeWindows | NativeSessions:
        assert self._windows is not None, "run() comes first"
        return self._windows

    def firings(self) -> DataFrame:
        """All firings: operator, key, window_start, window_end, kind, count, contents ...

        It is the same table whenever it is asked for, so that it can be kept.
        """
        if self._firings is None:
            self._firings = self._declared_firings()
        return self._firings

    def _declared_firings(self) -> DataFrame:
        plan = self._plan
        rows = self.windows.firings()
        return rows.selectExpr(
            f"{plan.window.vertex.head.id} AS operator",
            f"{packed(plan.key_shape, '_k')} AS key",
            "window_start", "window_end", "kind", "count",
            f"{packed(plan.aggregation.shape, 'v')} AS contents",
            "watermark", "time",
        )  # fmt: skip

    def dropped(self) -> DataFrame:
        """All records that came too late: operator, key, value, timestamp, watermark ..."""
        plan = self._plan
        return self.windows.dropped().selectExpr(
            f"{plan.window.vertex.head.id} AS operator",
            f"{packed(plan.key_shape, '_k')} AS key",
            f"{packed(plan.event_shape, 'v')} AS value",
            "timestamp", "watermark", "side_output", "time",
        )  # fmt: skip

    def results(self) -> DataFrame:
        """What the sinks behind the window are given, as rows of workers."""
        plan = self._plan
        spec = plan.window.vertex.head.spec
        assert isinstance(spec, WindowSpec)
        firings = self.firings().selectExpr(
            "key", "contents AS value", "window_end - 1 AS timestamp", "time", "false AS aside"
        )
        work = partial(
            run_behind,
            plan=plan.window.chain,
            key_shape=plan.key_shape,
            shape=plan.aggregation.shape,
            tag=None,
        )
        rows = firings.mapInArrow(work, SPARK_SCHEMA)
        if spec.late_output_tag is None:
            return rows
        late = self.dropped().selectExpr("key", "value", "timestamp", "time", "true AS aside")
        work = partial(
            run_behind,
            plan=plan.window.chain,
            key_shape=plan.key_shape,
            shape=plan.event_shape,
            tag=spec.late_output_tag,
        )
        return rows.unionByName(late.mapInArrow(work, SPARK_SCHEMA))
