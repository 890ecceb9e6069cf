"""Operators after a window, run by the simulator: its window function and the chained operators.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import pyarrow as pa

from flinksim.datastream.output_tag import OutputTag
from flinksim.datastream.windows import TimeWindow
from flinksim.replay.compile.columnar_plan import NativePlan
from flinksim.replay.expressions.record_shapes import unpacker
from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_runner import ChainPlan, ChainRunner
from flinksim.replay.operators.row_batches import BlockBuffer
from flinksim.replay.worker_errors import Work, tells_failures

FIRED = ("subtask", "key", "contents", "window_start", "window_end", "watermark", "time")
DROPPED = ("subtask", "key", "value", "timestamp", "time")
"""Kernel columns that downstream operators need of dropped records."""


def work_behind(native: NativePlan, tag: OutputTag | None) -> Work:
    """Create a :func:`run_behind` task for the window's output, or for *tag* for its late output."""
    return partial(
        run_behind, plan=native.window.chain, key_of=unpacker(native.key_shape), tag=tag,
        value_of=native.contents_unpacker if tag is None else unpacker(native.event_shape),
    )  # fmt: skip


@tells_failures
def run_behind(
    batches: Iterable[pa.RecordBatch],
    plan: ChainPlan,
    key_of: Callable[[Any], Any],
    value_of: Callable[[Any], Any],
    tag: OutputTag | None,
) -> Iterator[pa.RecordBatch]:
    """Run the operators after a window on its firings, or for *tag* on its dropped records.

    Args:
        batches: Batches with the columns :data:`FIRED` or :data:`DROPPED`.
        plan: The window vertex.
        key_of: From a cell to the key.
        value_of: From a cell to the contents or the dropped record.
        tag: The side output of late records, or ``None``.
    """
    rows = BlockBuffer()
    runners: dict[int, ChainRunner] = {}
    for batch in batches:
        columns = [batch.column(n).to_pylist() for n in (FIRED if tag is None else DROPPED)]
        for subtask, packed_key, packed_value, *rest in zip(*columns, strict=True):
            runner = runners.get(subtask)
            if runner is None:
                runner = runners[subtask] = ChainRunner(plan, subtask, rows, mode="behind the head")
            # Firings of the same millisecond are ordered by timestamp.
            stamp = rest[1] - 1 if tag is None else rest[0]
            position = positions.of_record(rest[-1], stamp, subtask)
            if tag is not None:
                runner.put_out(position, tag, value_of(packed_value), rest[0])
            else:
                start, end, watermark, _ = rest
                window = TimeWindow(start, end)
                key, contents = key_of(packed_key), value_of(packed_value)
                runner.evaluate(position, key, window, contents, watermark)
            if rows.is_full:
                yield rows.take()
    for runner in runners.values():
        runner.close()
    if len(rows):
        yield rows.take()


__all__ = ["DROPPED", "FIRED", "run_behind", "work_behind"]
