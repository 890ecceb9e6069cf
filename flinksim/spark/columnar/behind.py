"""What comes behind a window, run by the simulator's own operators.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pyarrow as pa

from flinksim.datastream.output_tag import OutputTag
from flinksim.java.key_groups import assign_key_to_parallel_operator
from flinksim.spark.expressions.shaped_values import unpacker
from flinksim.spark.expressions.symbolic import Shape
from flinksim.spark.generic import positions
from flinksim.spark.generic.chains import ChainPlan, ChainRunner
from flinksim.spark.generic.rows import RowBuffer


def run_behind(
    batches: Iterable[pa.RecordBatch],
    plan: ChainPlan,
    key_shape: Shape,
    shape: Shape,
    tag: OutputTag | None,
) -> Iterator[pa.RecordBatch]:
    """The operators behind a window, on what the window put out (or dropped, for *tag*)."""
    key_of, value_of = unpacker(key_shape), unpacker(shape)
    rows = RowBuffer()
    runners: dict[int, ChainRunner] = {}
    for batch in batches:
        columns = [batch.column(name).to_pylist() for name in ("key", "value", "timestamp", "time")]
        for key, value, timestamp, time_ms in zip(*columns, strict=True):
            subtask = assign_key_to_parallel_operator(
                key_of(key), plan.max_parallelism, plan.parallelism, plan.key_hash
            )
            runner = runners.get(subtask)
            if runner is None:
                runner = runners[subtask] = ChainRunner(plan, subtask, rows, mode="behind the head")
            position = positions.of_record(time_ms, 0, 0)
            runner.put_out(position, tag, value_of(value), timestamp)
            if rows.is_full:
                yield rows.take()
    for runner in runners.values():
        runner.close()
    if len(rows):
        yield rows.take()
