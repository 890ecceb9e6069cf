"""Windows that stand fast as Spark's expressions: firings, late firings, dropped records.

They are written as SQL: a text goes to Spark in one call, where a column takes dozens, and declaring
the query by columns took a tenth of the time of a run over ten million records.

Records that come in time are aggregated per key and window; in a sparse log (see ``groups``) they are
brought together first. Late records are found in a pass of their own, and what they add is joined to
their windows. Only of tumbling windows of a dense log they are in the same aggregation, each a group of
its own, and a running sum over the few groups of a key and window gives their firings. Where a record
belongs to many windows, records are aggregated per pane first, together with the last of the windows
that they come too late for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as sql

from flinksim.spark.expressions.sql import to_sql
from flinksim.spark.generic.cuts import Steps, WindowCuts
from flinksim.spark.native.contents import Contents
from flinksim.spark.native.cuts import LogEnd, one_of
from flinksim.spark.native.events import NativeEvents
from flinksim.spark.native.groups import density_of, groups_of
from flinksim.spark.native.panes import Panes
from flinksim.spark.native.plan import NativePlan

_KEY = "_k"
_PANE = _WINDOW = "_w"
"""The number of a record's pane, which becomes that of a window when its windows are spread."""

_IN_TIME = "_in_time"
"""Whether a row comes in time for its window."""

_BY_OFFSET = {"_row": "_offset"}
_BY_BLOCK = {"_block": "input_file_block_start()", "_row": "monotonically_increasing_id()"}
"""The order of a file's lines. Asked of a few, it is cheaper than their offsets, which Spark makes (and
boxes) for every line that it reads: a twelfth of a run over ten million records."""

PANES_FROM = 10
"""From so many windows per record on, records are aggregated per pane first."""

MANY = 10_000_000
"""Late records are kept in a hash table where a partition cannot have more; else they are sorted."""


class NativeWindows:
    """The queries of one native plan over the events that come to the window."""

    def __init__(
        self,
        plan: NativePlan,
        panes: Panes,
        events: NativeEvents,
        steps: Steps,
        cuts: WindowCuts,
        end: LogEnd,
    ) -> None:
        """The *cuts* are those of the windows from number 0 of *panes*."""
        self._plan = plan
        self._panes = panes
        self._steps = steps
        self._cuts = cuts
        self._keys = [f"{_KEY}{i}" for i in range(len(plan.key_shape.fields))]
        self._groups = groups_of(
            self._keys, plan.key_shape, _WINDOW, len(cuts.fire_codes), events.path
        )
        self._density = density_of(plan.key_shape, plan.timestamp, panes.size, events.path)
        self._contents = Contents(plan, self._keys)
        self._fire = end.columns(cuts.fire_codes, cuts.fire_offsets)
        self._clean = end.columns(cuts.clean_codes, cuts.clean_offsets)
        chain = plan.source.chain
        self._met = end.watermark_met(steps, chain.start_ms, chain.ticks_every_ms(plan.maker))
        self._records = events.records
        by_arrival = self._fire.offsets is None and self._clean.offsets is None
        has_offsets = self._contents.has_one or not by_arrival or self._met is None
        self._places = _BY_OFFSET if has_offsets else _BY_BLOCK
        self._events = self._prepared(events.events(has_offsets))

    def close(self) -> None:
        """Nothing is kept."""

    # --- events ------------------------------------------------------------------------------------

    def _prepared(self, events: DataFrame) -> DataFrame:
        plan = self._plan
        keys = [
            f"{to_sql(expression)} AS {name}"
            for name, (expression, _) in zip(self._keys, plan.key_shape.fields, strict=True)
        ]
        return events.selectExpr("*", *keys, f"{self._panes.pane_sql('_ts')} AS {_PANE}")

    def _windows_in_time(self) -> str:
        """How many of a record's windows, from the latest, it comes in time for."""
        step, last_window = self._panes.step, self._panes.last_window_sql(_PANE)
        last = f"({self._panes.end_sql(last_window)} - 1L)"
        reach = f"(({last_window} - {_PANE} + 1) * {step}L)"
        # those whose last moment is after the watermark, which may be any number: the least of all at
        # first, and the greatest when an idle task goes on after all others have ended
        ahead = f"{last} - least(greatest(_wm, {last} - {reach}), {last})"
        return f"int(({ahead} + {step - 1}L) div {step}L)"

    def _in_all_windows(self, events: DataFrame) -> DataFrame:
        """One row for each window of a record."""
        if self._panes.most_windows == 1:
            return events
        return _exploded(events, self._panes.windows_sql(_PANE), _WINDOW)

    # --- on-time firings ---------------------------------------------------------------------------

    def _in_time_contents(self) -> DataFrame:
        """What the records in time make of each key and window; of none that never fires.

        With allowed lateness also of those that have no record in time, with a count of 0: then each
        late firing has a row here.
        """
        only = _IN_TIME if self._plan.lateness else ""
        if self._panes.most_windows < PANES_FROM:
            rows = self._in_time(self._in_all_windows(self._events), self._fire.before(_WINDOW))
            contents = self._by_window(rows, self._contents.aggregates(only))
        else:
            met = self._with_watermark(self._events)
            last = self._panes.last_window_sql(_PANE)
            timed = met.selectExpr("*", f"{last} - {self._windows_in_time()} AS _missed")
            panes = _grouped(timed, [*self._keys, _PANE, "_missed"], self._contents.aggregates())
            rows = self._in_time(self._in_all_windows(panes), f"{_WINDOW} > _missed")
            contents = self._by_window(rows, self._contents.merges(only))
        return self._of_firing_windows(contents)

    def _of_firing_windows(self, contents: DataFrame) -> DataFrame:
        if self._cuts.fires.all():
            return contents
        fires = one_of(self._cuts.fires.astype(np.int64), self._groups.window_sql())
        return contents.where(f"{fires} = 1")

    def _in_time(self, rows: DataFrame, condition: str) -> DataFrame:
        """The rows of windows that they come in time for; with allowed lateness all, and which do."""
        if not self._plan.lateness:
            return rows.where(condition)
        return rows.selectExpr("*", f"{condition} AS {_IN_TIME}")

    def _by_window(self, rows: DataFrame, aggregates: list[str]) -> DataFrame:
        packed = rows.selectExpr("*", *self._groups.packed_sql())
        if self._density == "sparse":
            packed = packed.repartition(*self._groups.columns)
        return _grouped(packed, self._groups.columns, aggregates)

    def firings(self) -> DataFrame:
        """All firings: key and window, kind, count, contents, watermark, time."""
        if not self._plan.lateness:
            return self._told(self._in_time_contents(), "'on time'", "count")
        # with several windows per record one more look at the records costs less than wider groups
        is_cheap = self._density == "dense" and self._panes.most_windows == 1
        if is_cheap and self._met is not None:
            return self._in_one_pass(self._met)
        before, after = self._in_time_contents(), self._after()
        partitions = int(after.sparkSession.conf.get("spark.sql.shuffle.partitions") or 1)
        hinted = after.hint("shuffle_hash") if self._records <= MANY * partitions else after
        on = self._groups.columns
        both = before.alias("b").join(hinted.alias("l"), on, "left_outer")
        rows = both.where("b.count > 0 OR l._number > 0").selectExpr(
            *on, "_wm", "_arrival", "coalesce(l._number, 0) AS _number", "b.count AS _before",
            *self._contents.both("b", "l"),
        )  # fmt: skip
        is_first = "_number = 0 OR (_before = 0 AND _number = 1)"
        kind = f"CASE WHEN {is_first} THEN 'on time' ELSE 'late' END"
        count = "_before + _number"
        return self._told(rows, kind, count, "_number = 0", "_wm", "_arrival")

    def _in_one_pass(self, met: str) -> DataFrame:
        """All firings of tumbling windows with few groups, late records as groups of their own.

        So a running sum over a group's rows, of which the records in time are the first, is cheap.
        *met* is the watermark by time of arrival.
        """
        rows = self._events.where(self._clean.before(_WINDOW))
        late = f"NOT {self._fire.before(_WINDOW)}"
        places = {"_late": "_code"} | self._places
        row = places.pop("_row")
        placed = rows.selectExpr(
            "*", f"CASE WHEN {late} THEN {row} ELSE -1L END AS _row",
            *[f"CASE WHEN {late} THEN {text} END AS {name}" for name, text in places.items()],
            *self._groups.packed_sql(),
        )  # fmt: skip
        groups = self._groups.columns
        aggregates = [*self._contents.aggregates(), *[f"max({name}) AS {name}" for name in places]]
        contents = _grouped(placed, [*groups, "_row"], aggregates)
        over = self._over("_late")
        splits = len(self._plan.source.chain.split_names)
        running = self._of_firing_windows(contents).selectExpr(
            *groups, "_late", f"_late div {splits}L AS _arrival",
            *self._contents.running(over), f"row_number() {over} AS _number",
        )  # fmt: skip
        kind = "CASE WHEN _number = 1 THEN 'on time' ELSE 'late' END"
        return self._told(running, kind, "count", "_late IS NULL", met, "_arrival")

    def _told(
        self, rows: DataFrame, kind: str, count: str,
        in_time: str = "true", met: str = "NULL", time: str = "NULL",
    ) -> DataFrame:  # fmt: skip
        """Rows of contents as firings; those not *in_time* came with a record.

        It came at *time*, and *met* a watermark.
        """
        fired = one_of(self._cuts.fire_watermarks, _WINDOW)
        when = one_of(self._cuts.fire_times, _WINDOW)
        others = [name for name in rows.columns if name not in self._groups.columns]
        return rows.selectExpr(*self._groups.unpacked_sql(), *others).selectExpr(
            *self._keys,
            f"{self._panes.start_sql(_WINDOW)} AS window_start",
            f"{self._panes.end_sql(_WINDOW)} AS window_end",
            f"{kind} AS kind",
            f"{count} AS count",
            *self._contents.result(),
            f"CASE WHEN {in_time} THEN {fired} ELSE {met} END AS watermark",
            f"CASE WHEN {in_time} THEN {when} ELSE {time} END AS time",
        )  # fmt: skip

    def _over(self, code: str) -> str:
        """Of a group all records up to each, in the order of the run; *code* is their place in it."""
        by = ", ".join(self._groups.columns)
        order = ", ".join([code, *self._places])
        return f"OVER (PARTITION BY {by} ORDER BY {order} ROWS UNBOUNDED PRECEDING)"

    # --- late records --------------------------------------------------------------------------------

    def late(self) -> DataFrame:
        """Records that came after the first of their windows had fired, with the watermark."""
        late = self._events.where(f"NOT {self._fire.before(_PANE)}")
        places = [f"{text} AS {name}" for name, text in self._places.items()]
        return self._with_watermark(late.selectExpr("*", *places))

    def _with_watermark(self, events: DataFrame) -> DataFrame:
        """The watermark that each record meets, beside it."""
        if self._met is not None:
            return events.selectExpr("*", f"{self._met} AS _wm")
        schema = ", ".join(
            f"`{field.name}` {field.dataType.simpleString()}" for field in events.schema
        )
        work = partial(with_watermark, steps=self._steps)
        return events.mapInArrow(work, schema + ", _wm bigint")

    def dropped(self) -> DataFrame:
        """Records that no window took any more."""
        last = self._panes.last_window_sql(_PANE)
        gone = self.late().where(f"NOT {self._clean.before(last)}")
        fields = [
            f"{to_sql(expression)} AS v{place}"
            for place, (expression, _) in enumerate(self._plan.event_shape.fields)
        ]
        return gone.selectExpr(
            *self._keys, *fields, "_ts AS timestamp", "_wm AS watermark",
            f"{self._plan.has_late_output} AS side_output", "_arrival AS time",
        )  # fmt: skip

    def _after(self) -> DataFrame:
        """What late records make of each key and window, up to and with each of them.

        They are numbered from 1; a row 0 without contents stands for the firing before them.
        """
        spread = self._in_all_windows(self.late())
        taken = spread.where(f"NOT {self._fire.before(_WINDOW)} AND {self._clean.before(_WINDOW)}")
        groups = self._groups.columns
        over = self._over("_code")
        contents = self._contents.named()
        numbered = taken.selectExpr("*", *self._groups.packed_sql()).selectExpr(
            *groups, "_wm", "_arrival",
            *[f"{text} {over} AS {name}" for name, text in contents],
            f"row_number() {over} AS _count",
        )  # fmt: skip
        numbers = "CASE WHEN _count = 1 THEN array(0, 1) ELSE array(_count) END"
        return _exploded(numbered, numbers, "_number").selectExpr(
            *groups, "_wm", "_arrival", "_number",
            *[f"CASE WHEN _number > 0 THEN {name} END AS {name}" for name, _ in contents],
        )  # fmt: skip


def _exploded(rows: DataFrame, array: str, name: str) -> DataFrame:
    """One row for each element of *array*, in the column *name*."""
    others = [column for column in rows.columns if column != name]
    return rows.selectExpr(*others, f"explode({array}) AS {name}")


def _grouped(rows: DataFrame, by: list[str], aggregates: list[str]) -> DataFrame:
    return rows.groupBy(*by).agg(*map(sql.expr, aggregates))


def with_watermark(batches: Iterable[pa.RecordBatch], steps: Steps) -> Iterator[pa.RecordBatch]:
    """Adds to each record the watermark at its arrival."""
    for batch in batches:
        codes: Any = batch.column("_code").to_numpy(zero_copy_only=False)
        offsets: Any = batch.column("_offset").to_numpy(zero_copy_only=False)
        watermarks = pa.array(steps.watermark_at(codes, offsets), pa.int64())
        yield pa.RecordBatch.from_arrays(
            [*batch.columns, watermarks], names=[*batch.schema.names, "_wm"]
        )
