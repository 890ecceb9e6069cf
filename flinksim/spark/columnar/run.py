"""A native plan run in this process: timeline, windows on columns, and what comes behind them.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from flinksim.connectors.event_log import EventLogSource
from flinksim.datastream.transformations import SourceSpec
from flinksim.spark.columnar.contents import Adding, fields_of, results_of
from flinksim.spark.columnar.records import Records, keys_of, records_of, table_of
from flinksim.spark.columnar.values import column_of
from flinksim.spark.columnar.windows import Dropped, Fired, Windows
from flinksim.spark.expressions.symbolic import Shape
from flinksim.spark.generic.chains import Timeline
from flinksim.spark.generic.cuts import Steps, WindowCuts
from flinksim.spark.generic.source_timeline import SourceTaskTimeline
from flinksim.spark.generic.timelines import EventTime
from flinksim.spark.logs.parquet_log import ParquetLogSource
from flinksim.spark.native.chain import NotNative
from flinksim.spark.native.contents import Contents
from flinksim.spark.native.plan import NativePlan
from flinksim.spark.native.session_batches import dropped_batches, fired_batches
from flinksim.spark.native.session_work import ARROW_TYPES, session_work

SPARSE = 4
_LONG = pa.int64()
_FIRED = {
    "window_start": _LONG, "window_end": _LONG, "is_late": pa.bool_(), "count": _LONG,
    "watermark": _LONG, "time": _LONG,
}  # fmt: skip
_DROPPED = {"timestamp": _LONG, "watermark": _LONG, "time": _LONG}


class ColumnarRun:
    """One run of a plan; ``fired`` and ``dropped`` are tables of Arrow.

    ``fired`` has the key in ``_k0``, ``_k1`` ..., the window, whether it is late, the count, the
    result in ``v0``, ``v1`` ..., watermark and time; ``dropped`` key, value, timestamp, watermark
    and time.
    """

    def __init__(self, plan: NativePlan) -> None:
        self._plan = plan
        self.timelines: dict[str, list[Timeline]] = {}
        self.fired = self.dropped = pa.table({})

    def run(self) -> None:
        """Run it.

        Raises: EventLogError for a bad row; NotNative for what does not fit into columns, and for what
        the program's own numbers do not bear: the operators then have, or tell, what is so.
        """
        try:
            self._run()
        except (OverflowError, ZeroDivisionError) as error:
            name = self._plan.window.vertex.head.name
            raise NotNative(name, f"a number that does not fit into 64 bits: {error}") from None

    def _run(self) -> None:
        plan = self._plan
        source = plan.source.vertex.head.spec
        assert isinstance(source, SourceSpec)
        log = source.source
        assert isinstance(log, ParquetLogSource | EventLogSource)
        records = records_of(plan, table_of(plan, log))
        timeline = self._timeline(records)
        steps = Steps.of(timeline.controls, len(plan.source.chain.split_names))
        if plan.is_session:
            self._run_sessions(records, steps, timeline)
        else:
            self._run_windows(records, steps)

    def _timeline(self, records: Records) -> Timeline:
        plan, event_time = self._plan, EventTime()
        chain = plan.source.chain
        for subtask in range(chain.parallelism):
            task = SourceTaskTimeline(chain, subtask, records.reached)
            end = task.run()
            event_time.add(subtask, task.controls)
            event_time.add_end(chain.edges.values(), subtask, end)
        timelines = [
            event_time.timeline_of(subtask, plan.window.inputs)
            for subtask in range(plan.window.chain.parallelism)
        ]
        self.timelines[plan.window.vertex.key] = timelines
        return timelines[0]

    # --- windows that stand fast ---------------------------------------------------------------------

    def _run_windows(self, records: Records, steps: Steps) -> None:
        plan = self._plan
        stamps = records.timestamps
        least, greatest = (int(stamps.min()), int(stamps.max())) if len(stamps) else (0, -1)
        panes = plan.panes.counted_from(least)
        last = panes.last_window(panes.pane_at(greatest)) if len(stamps) else -1
        if last > SPARSE * len(stamps) + 1_000_000:
            name = plan.window.vertex.head.name
            raise NotNative(name, f"the timestamps reach over {last + 1:,} windows")
        cuts = WindowCuts.of(steps, panes.last_moments(0, last), plan.lateness)
        key_columns = fields_of(plan.key_shape, records.columns)
        keys = keys_of(plan.key_shape, key_columns, len(stamps))
        adding = Adding(plan.aggregation, plan.key_shape, records)
        fired, dropped = Windows(panes, cuts, steps, records, keys, adding).run()
        of_keys = [column.take(pa.array(keys.firsts)) for column in key_columns]
        tables = [self._fired_table(some, of_keys, adding) for some in fired]
        self.fired = pa.concat_tables(tables)
        self.dropped = self._dropped_table(dropped, records, key_columns)

    def _fired_table(self, fired: Fired, keys: Sequence[pa.Array], adding: Adding) -> pa.Table:
        chosen = pa.array(fired.keys)
        own = [key.take(chosen) for key in keys]
        columns: dict[str, Any] = {f"_k{i}": key for i, key in enumerate(own)}
        columns |= {
            "window_start": fired.starts, "window_end": fired.ends, "is_late": fired.is_late,
            "count": fired.contents.count,
        }  # fmt: skip
        columns |= {f"v{i}": value for i, value in enumerate(adding.results(fired.contents, own))}
        columns |= {"watermark": fired.watermarks, "time": fired.times}
        return pa.table(columns)

    def _dropped_table(
        self, dropped: Dropped, records: Records, keys: Sequence[pa.Array]
    ) -> pa.Table:
        rows = pa.array(dropped.rows)
        columns: dict[str, Any] = {f"_k{i}": key.take(rows) for i, key in enumerate(keys)}
        values = fields_of(self._plan.event_shape, records.columns.take(rows))
        columns |= {f"v{i}": value for i, value in enumerate(values)}
        columns |= {
            "timestamp": records.timestamps[dropped.rows], "watermark": dropped.watermarks,
            "time": records.arrivals[dropped.rows],
        }  # fmt: skip
        return pa.table(columns)

    # --- sessions ------------------------------------------------------------------------------------

    def _run_sessions(self, records: Records, steps: Steps, timeline: Timeline) -> None:
        plan = self._plan
        keys = [f"_k{i}" for i in range(len(plan.key_shape.fields))]
        contents = Contents(plan, keys, one="")
        work = session_work(plan, contents, SimpleNamespace(value=(steps, timeline)))
        columns = {"_ts": records.timestamps, "_code": records.codes, "_offset": records.offsets}
        columns |= {name: column_of(e, records.columns) for e, name in work.columns.items()}
        batches = pa.table(columns).combine_chunks().to_batches()
        fired = [_with_result(batch, plan, contents) for batch in fired_batches(batches, work)]
        dropped = [pa.Table.from_batches([batch]) for batch in dropped_batches(batches, work)]
        shape = plan.aggregation.shape
        self.fired = pa.concat_tables(fired or [_nothing(plan, shape, _FIRED)])
        self.dropped = pa.concat_tables(dropped or [_nothing(plan, plan.event_shape, _DROPPED)])


def _with_result(batch: pa.RecordBatch, plan: NativePlan, contents: Contents) -> pa.Table:
    """Firings of sessions with the window function's result in place of what was kept for it."""
    names = {place: name for name, _, _, place in contents.slots()}
    of_key = {e: f"_k{i}" for i, (e, _) in enumerate(plan.key_shape.fields)}
    numbers = {
        place: batch.column(name).to_numpy()
        for place, name in names.items()
        if name.startswith("_s")
    }

    def field(place: int) -> pa.Array:
        slot = plan.aggregation.slots[place]
        return batch.column(names.get(place) or of_key[slot.expression])

    results = results_of(plan.aggregation, numbers, field, batch.num_rows)
    columns = {f"_k{i}": batch.column(f"_k{i}") for i in range(len(of_key))}
    columns |= {name: batch.column(name) for name in ("window_start", "window_end")}
    columns |= {"is_late": pc.equal(batch.column("kind"), "late"), "count": batch.column("count")}
    columns |= {f"v{i}": value for i, value in enumerate(results)}
    columns |= {name: batch.column(name) for name in ("watermark", "time")}
    return pa.table(columns)


def _nothing(plan: NativePlan, shape: Shape, more: dict[str, pa.DataType]) -> pa.Table:
    kinds = {f"_k{i}": ARROW_TYPES[kind] for i, (_, kind) in enumerate(plan.key_shape.fields)}
    kinds |= {f"v{i}": ARROW_TYPES[kind] for i, (_, kind) in enumerate(shape.fields)}
    return pa.schema({**kinds, **more}).empty_table()
