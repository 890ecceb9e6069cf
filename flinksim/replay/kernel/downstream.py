"""Operators after a window: its window function and the chained operators.

The kernel computes window contents only; the simulator's operators run these functions on them.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import pyarrow as pa

from flinksim.datastream.output_tag import OutputTag
from flinksim.datastream.window_types import TimeWindow
from flinksim.replay.compile.columnar_plan import ColumnarPlan
from flinksim.replay.expressions.record_shapes import create_unpacker
from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_runner import ChainRunner, VertexPlan
from flinksim.replay.operators.row_batches import RowBatchBuilder
from flinksim.replay.worker_errors import WorkerFunction, report_worker_errors

FIRING_INPUT_COLUMNS = (
    "subtask",
    "key",
    "contents",
    "window_start",
    "window_end",
    "watermark",
    "time",
)
DROPPED_INPUT_COLUMNS = ("subtask", "key", "value", "timestamp", "time")
"""Columns of the kernel's table of dropped records that operators after the window need."""


def create_downstream_task(columnar_plan: ColumnarPlan, tag: OutputTag | None) -> WorkerFunction:
    """Create a worker task that runs the operators after the window (:func:`run_downstream`).

    Its input is the window's firings, or for *tag* the late records of that side output.
    """
    return partial(
        run_downstream,
        plan=columnar_plan.window.chain,
        key_of=create_unpacker(columnar_plan.key_shape),
        tag=tag,
        value_of=columnar_plan.contents_unpacker
        if tag is None
        else create_unpacker(columnar_plan.event_shape),
    )


@report_worker_errors
def run_downstream(
    batches: Iterable[pa.RecordBatch],
    plan: VertexPlan,
    key_of: Callable[[Any], Any],
    value_of: Callable[[Any], Any],
    tag: OutputTag | None,
) -> Iterator[pa.RecordBatch]:
    """Run the operators after a window on its firings, or for *tag* on its dropped late records.

    Args:
        batches: Batches with the columns :data:`FIRING_INPUT_COLUMNS` or :data:`DROPPED_INPUT_COLUMNS`.
        plan: The window vertex.
        key_of: Converts a cell of the key column to the program's key.
        value_of: Converts a cell to the program's value: window contents or a dropped record.
        tag: The side output of late records, or ``None``.
    """
    rows = RowBatchBuilder()
    runners: dict[int, ChainRunner] = {}
    for batch in batches:
        columns = [
            batch.column(n).to_pylist()
            for n in (FIRING_INPUT_COLUMNS if tag is None else DROPPED_INPUT_COLUMNS)
        ]
        for subtask, packed_key, packed_value, *rest in zip(*columns, strict=True):
            runner = runners.get(subtask)
            if runner is None:
                runner = runners[subtask] = ChainRunner(plan, subtask, rows, mode="behind the head")
            # Firings of the same millisecond are ordered by timestamp.
            stamp = rest[1] - 1 if tag is None else rest[0]
            position = positions.from_record(rest[-1], stamp, subtask)
            if tag is not None:
                runner.emit_precomputed(position, tag, value_of(packed_value), rest[0])
            else:
                start, end, watermark, _ = rest
                window = TimeWindow(start, end)
                key, contents = key_of(packed_key), value_of(packed_value)
                runner.evaluate(position, key, window, contents, watermark)
            if rows.is_full:
                yield rows.flush()
    for runner in runners.values():
        runner.close()
    if len(rows):
        yield rows.flush()


__all__ = [
    "DROPPED_INPUT_COLUMNS",
    "FIRING_INPUT_COLUMNS",
    "create_downstream_task",
    "run_downstream",
]
