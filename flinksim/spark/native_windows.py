"""Windows as DataFrame expressions: firings, late firings, dropped records.

On-time records are aggregated per key and window, or for sliding windows per key and *pane* (the
slide), together with the number of windows that the record still comes in time for: it is always the
latest ones. Late records are few; each of them is looked at alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as sql

from flinksim.spark.cuts import Longs, Steps, WindowCuts
from flinksim.spark.native_plan import NativePlan, Slot
from flinksim.spark.symbolic import Expression, to_sql

_KEY = "_k"
_WINDOW = "_w"


class NativeWindows:
    """The queries of one native plan over the events that come to the window."""

    def __init__(self, plan: NativePlan, events: DataFrame, steps: Steps, cuts: WindowCuts) -> None:
        self._plan = plan
        self._steps = steps
        self._cuts = cuts
        self._per_record = plan.size // plan.slide
        self._keys = [f"{_KEY}{i}" for i in range(len(plan.key_shape.fields))]
        self._key_expressions = {
            e: name for (e, _), name in zip(plan.key_shape.fields, self._keys, strict=True)
        }
        self._events = self._prepared(events)
        self._late: DataFrame | None = None

    def close(self) -> None:
        """Let go of the late records."""
        if self._late is not None:
            self._late.unpersist()

    # --- events ------------------------------------------------------------------------------------

    def _prepared(self, events: DataFrame) -> DataFrame:
        plan = self._plan
        columns = {
            name: sql.expr(to_sql(expression))
            for name, (expression, _) in zip(self._keys, plan.key_shape.fields, strict=True)
        }
        start = f"(_ts - pmod(_ts - {plan.offset}L, {plan.slide}L))"
        number = f"int(({start} - {self._cuts.first_start}L) div {plan.slide}L)"
        return events.withColumns(columns | {_WINDOW: sql.expr(number)})

    def _before(self, codes: Longs, offsets: Longs, window: Column) -> Column:
        """Whether a record comes before a window's cut."""
        code = sql.get(_array(codes), window)
        offset = sql.get(_array(offsets), window)
        here = sql.col("_code")
        return (here < code) | ((here == code) & (sql.col("_offset") <= offset))

    def _in_time(self, window: Column) -> Column:
        return self._before(self._cuts.fire_codes, self._cuts.fire_offsets, window)

    def _allowed(self, window: Column) -> Column:
        return self._before(self._cuts.clean_codes, self._cuts.clean_offsets, window)

    def _windows_in_time(self) -> Column:
        """How many of a record's windows, from the latest, it comes in time for."""
        window = sql.col(_WINDOW)
        count = self._per_record
        case = sql.when(self._in_time(window - (count - 1)), count)
        for fewer in range(count - 1, 0, -1):
            case = case.when(self._in_time(window - (fewer - 1)), fewer)
        return case.otherwise(0)

    # --- on-time firings ---------------------------------------------------------------------------

    def on_time(self) -> DataFrame:
        """One row per key and window that had records when it fired."""
        cuts, window = self._cuts, sql.col(_WINDOW)
        fired = self._contents(self._events)
        if not cuts.fires.all():
            fired = fired.where(sql.get(_array(cuts.fires.astype(np.int64)), window) == 1)
        return fired.select(
            *self._keys, _WINDOW,
            sql.lit("on time").alias("kind"),
            sql.col("count"),
            *self._result(fired),
            sql.get(_array(cuts.fire_watermarks), window).alias("watermark"),
            sql.get(_array(cuts.fire_times), window).alias("time"),
        )  # fmt: skip

    def _contents(self, events: DataFrame) -> DataFrame:
        """What the on-time records make of each key and window."""
        if self._per_record == 1:
            in_time = events.where(self._in_time(sql.col(_WINDOW)))
            return in_time.groupBy(*self._keys, _WINDOW).agg(*self._aggregates())
        counted = events.withColumn("_n", self._windows_in_time()).where("_n > 0")
        panes = counted.groupBy(*self._keys, _WINDOW, "_n").agg(*self._aggregates())
        spread = panes.withColumn("_j", sql.explode(sql.sequence(sql.lit(0), sql.col("_n") - 1)))
        spread = spread.withColumn(_WINDOW, sql.col(_WINDOW) - sql.col("_j"))
        return spread.groupBy(*self._keys, _WINDOW).agg(*self._merges())

    # --- what a window keeps -----------------------------------------------------------------------

    def _slots(self) -> list[tuple[str, Slot]]:
        """The slots that need a column of their own."""
        if self._plan.aggregation.by is not None:
            return []
        return [
            (f"_s{place}", slot)
            for place, slot in enumerate(self._plan.aggregation.slots)
            if slot.how != "first"
        ]

    def _first_fields(self) -> list[tuple[str, Expression]]:
        """The fields that come from one record of the window, and are no key of it."""
        return [
            (f"_f{place}", slot.expression)
            for place, slot in enumerate(self._plan.aggregation.slots)
            if slot.how in ("first", "of that record")
            and slot.expression not in self._key_expressions
        ]

    def _one_record(self) -> str | None:
        """A struct whose least (or greatest) is the record that the other fields come from."""
        fields = [f"{to_sql(e)} AS {name}" for name, e in self._first_fields()]
        by = self._plan.aggregation.by
        if by is not None:
            how, expression = by
            sign = "" if how == "min" else "-"
            place = [f"{to_sql(expression)} AS _by", f"{sign}_code AS _c", f"{sign}_offset AS _o"]
            return f"struct({', '.join([*place, *fields])})"
        if not fields:
            return None
        return f"struct(_code, _offset, {', '.join(fields)})"

    def _extreme(self) -> str:
        by = self._plan.aggregation.by
        return "min" if by is None else by[0]

    def _aggregates(self) -> list[Column]:
        columns = [
            sql.expr(f"{slot.how}({to_sql(slot.expression)})").alias(name)
            for name, slot in self._slots()
        ]
        one = self._one_record()
        if one is not None:
            columns.append(sql.expr(f"{self._extreme()}({one})").alias("_one"))
        return [*columns, sql.expr("count(1)").alias("count")]

    def _merges(self) -> list[Column]:
        columns = [sql.expr(f"{slot.how}({name})").alias(name) for name, slot in self._slots()]
        if self._one_record() is not None:
            columns.append(sql.expr(f"{self._extreme()}(_one)").alias("_one"))
        return [*columns, sql.expr("sum(count)").alias("count")]

    def _result(self, rows: DataFrame) -> list[Column]:
        """The fields of the contents, in order."""
        columns = []
        by = self._plan.aggregation.by is not None
        for place, slot in enumerate(self._plan.aggregation.slots):
            name = f"v{place}"
            if slot.how not in ("first", "of that record"):
                columns.append(sql.col(f"_s{place}").alias(name))
            elif slot.expression in self._key_expressions:
                columns.append(sql.col(self._key_expressions[slot.expression]).alias(name))
            else:
                columns.append(sql.col(f"_one._f{place}").alias(name))
        assert by or columns
        return columns

    # --- late records --------------------------------------------------------------------------------

    def late(self) -> DataFrame:
        """Records that came after one of their windows had fired, with the watermark; kept."""
        if self._late is None:
            oldest = sql.col(_WINDOW) - (self._per_record - 1)
            late = self._events.where(~self._in_time(oldest))
            work = partial(_with_watermark, steps=self._steps)
            schema = ", ".join(
                f"`{field.name}` {field.dataType.simpleString()}" for field in late.schema
            )
            self._late = late.mapInArrow(work, schema + ", _wm bigint").persist()
        return self._late

    def dropped(self) -> DataFrame:
        """Records that no window took any more."""
        gone = self.late().where(~self._allowed(sql.col(_WINDOW)))
        fields = [
            sql.expr(to_sql(expression)).alias(f"v{place}")
            for place, (expression, _) in enumerate(self._plan.event_shape.fields)
        ]
        return gone.select(
            *self._keys, *fields,
            sql.col("_ts").alias("timestamp"),
            sql.col("_wm").alias("watermark"),
            sql.lit(self._plan.has_late_output).alias("side_output"),
            sql.col("_arrival").alias("time"),
        )  # fmt: skip

    def late_firings(self) -> DataFrame | None:
        """One row per late record and window that still took it; ``None`` if there are none."""
        if not self._plan.lateness:
            return None
        spread = self.late().withColumn(
            "_j", sql.explode(sql.sequence(sql.lit(0), sql.lit(self._per_record - 1)))
        )
        spread = spread.withColumn(_WINDOW, sql.col(_WINDOW) - sql.col("_j"))
        taken = spread.where(~self._in_time(sql.col(_WINDOW)) & self._allowed(sql.col(_WINDOW)))
        pairs = taken.select(*self._keys, _WINDOW).distinct()
        if taken.isEmpty():
            return None
        so_far = self._so_far(taken)
        before = self._before_late(pairs)
        on = [*self._keys, _WINDOW]
        joined = so_far.alias("l").join(before.alias("b"), on, "left")
        return self._joined(joined)

    def _so_far(self, taken: DataFrame) -> DataFrame:
        """What the late records of a key and window make, up to and with each of them."""
        order = Window.partitionBy(*self._keys, _WINDOW).orderBy("_code", "_offset")
        running = order.rowsBetween(Window.unboundedPreceding, Window.currentRow)
        return taken.select(
            *self._keys, _WINDOW, "_wm", "_arrival",
            *[
                sql.expr(f"{slot.how}({to_sql(slot.expression)})").over(running).alias(name)
                for name, slot in self._slots()
            ],
            *(
                []
                if self._one_record() is None
                else [sql.expr(f"{self._extreme()}({self._one_record()})").over(running).alias("_one")]
            ),
            sql.row_number().over(order).alias("_number"),
        )  # fmt: skip

    def _before_late(self, pairs: DataFrame) -> DataFrame:
        """What the on-time records had made of the keys and windows that got late records."""
        on = [*self._keys, _WINDOW]
        if self._per_record == 1:
            some = self._events.join(sql.broadcast(pairs), on, "left_semi")
            contents = self._contents(some)
        else:
            keys = pairs.select(*self._keys).distinct()
            some = self._events.join(sql.broadcast(keys), self._keys, "left_semi")
            contents = self._contents(some).join(sql.broadcast(pairs), on, "left_semi")
        return contents

    def _joined(self, joined: DataFrame) -> DataFrame:
        columns = []
        for name, slot in self._slots():
            if slot.how == "sum":
                value = sql.expr(f"coalesce(b.{name}, 0L) + l.{name}")
            else:
                value = sql.expr(
                    f"{'least' if slot.how == 'min' else 'greatest'}(b.{name}, l.{name})"
                )
            columns.append(value.alias(name))
        if self._one_record() is not None:
            pick = "least" if self._extreme() == "min" else "greatest"
            columns.append(sql.expr(f"{pick}(b._one, l._one)").alias("_one"))
        rows = joined.select(
            *self._keys, _WINDOW, "_wm", "_arrival", "_number",
            sql.expr("b.count IS NULL AND _number = 1").alias("_is_first"),
            sql.expr("coalesce(b.count, 0L) + _number").alias("count"),
            *columns,
        )  # fmt: skip
        return rows.select(
            *self._keys, _WINDOW,
            sql.expr("CASE WHEN _is_first THEN 'on time' ELSE 'late' END").alias("kind"),
            sql.col("count"),
            *self._result(rows),
            sql.col("_wm").alias("watermark"),
            sql.col("_arrival").alias("time"),
        )  # fmt: skip

    def firings(self) -> DataFrame:
        """All firings."""
        on_time = self.on_time()
        late = self.late_firings()
        return on_time if late is None else on_time.unionByName(late)


def _array(values: Longs) -> Column:
    """A constant array: one literal in the plan, however long."""
    text = ",".join(map(str, values.tolist()))
    return sql.split(sql.lit(text), ",").cast("array<bigint>")


def _with_watermark(batches: Iterable[pa.RecordBatch], steps: Steps) -> Iterator[pa.RecordBatch]:
    """Adds to each record the watermark at its arrival."""
    for batch in batches:
        codes: Any = batch.column("_code").to_numpy(zero_copy_only=False)
        offsets: Any = batch.column("_offset").to_numpy(zero_copy_only=False)
        watermarks = pa.array(steps.watermark_at(codes, offsets), pa.int64())
        yield pa.RecordBatch.from_arrays(
            [*batch.columns, watermarks], names=[*batch.schema.names, "_wm"]
        )
