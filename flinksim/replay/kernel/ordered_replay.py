"""Run of the window operator after the kernel, for programs that depend on the firing order.

The kernel computes the contents of windows, but not the order in which windows of different keys
fire. If a later operator or state depends on that order, the simulator's window operator runs as
well. To be fast it gets only the precomputed contents and those records that open a window (and
thus register its timer) or are late.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import pyarrow as pa

from flinksim.core.java.key_groups import assign_to_key_group
from flinksim.datastream.partitioner import KeyGroupStreamPartitioner
from flinksim.replay.compile.columnar_plan import ColumnarPlan
from flinksim.replay.engines.local import ExecutionEngine
from flinksim.replay.expressions.record_shapes import create_unpacker, pack_columns
from flinksim.replay.kernel.aligned_windows import AlignedWindowColumns
from flinksim.replay.kernel.kernel import Kernel
from flinksim.replay.kernel.kernel_run import KernelRun
from flinksim.replay.kernel.row_group_parts import PartitionedLog, read_window_records
from flinksim.replay.kernel.window_aggregates import evaluate_fields
from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_outputs import ChainOutputs
from flinksim.replay.operators.recording_operators import PrecomputedContents
from flinksim.replay.operators.row_batches import RowBatchBuilder
from flinksim.replay.operators.row_schema import SCHEMA, pack
from flinksim.replay.operators.source_watermarks import SourceTimestampScan
from flinksim.replay.operators.vertex_plan import OutputEdge, VertexPlan
from flinksim.replay.operators.workers import CONTENTS_PLACE
from flinksim.replay.worker_errors import report_worker_errors
from flinksim.runtime.elements import StreamRecord

_CONTENT_COLUMNS = (
    "subtask",
    "key",
    "contents",
    "window_start",
    "window_end",
    "watermark",
    "time",
    "count",
)


class KernelPrecomputedStage:
    """Source stage of a job whose window contents were already computed by a kernel *run*."""

    def __init__(self, run: KernelRun, plan: ColumnarPlan, engine: ExecutionEngine) -> None:
        self._run, self._plan, self._engine = run, plan, engine
        self.source = plan.source

    @property
    def source_scan(self) -> SourceTimestampScan:
        """Maximum timestamps of the source, from which its watermarks are computed."""
        return self._run.timestamp_scan.source_scan

    def create_rows(self) -> Any:
        """Create the input of the window operator: opening and late records, and precomputed contents."""
        plan, chain = self._plan, self._plan.source.chain
        ((edge, _),) = plan.window.inputs
        opening = self._run.map_with_kernel(
            partial(read_opening_records, chain=chain, edge=edge), SCHEMA
        )
        function = partial(
            convert_contents, edge=edge, key_of=create_unpacker(plan.key_shape),
            value_of=plan.contents_unpacker, folder=chain.folder,
        )  # fmt: skip
        firings = self._run.firings.select(list(_CONTENT_COLUMNS))
        return self._engine.union([opening, self._engine.map_batches(firings, function, SCHEMA)])


@report_worker_errors
def read_opening_records(
    batches: Iterable[pa.RecordBatch],
    kernel: Kernel,
    log: PartitionedLog,
    chain: VertexPlan,
    edge: OutputEdge,
    folder: str,
) -> Iterator[pa.RecordBatch]:
    """Read those records of some parts of the log that open a window or are late for one."""
    rows, shape = RowBatchBuilder(), kernel.plan.event_shape
    value_of, splits = create_unpacker(shape), len(chain.split_names)
    outputs = [ChainOutputs(chain, subtask, rows) for subtask in range(chain.parallelism)]
    writers = [each.create_target(edge).record for each in outputs]
    for batch in batches:
        for number in batch.column(0).to_pylist():
            records = read_window_records(log, number).sort()
            windows = kernel.create_all_windows(records)
            assert isinstance(windows, AlignedWindowColumns), "sessions need all their records"
            records = records.take(windows.find_opening_rows())
            values = pack_columns(shape, evaluate_fields(shape, records.columns)).to_pylist()
            for code, offset, timestamp, value in zip(
                records.codes.tolist(), records.offsets.tolist(), records.timestamps.tolist(), values,
                strict=True,
            ):  # fmt: skip
                arrival, rows.lane = divmod(code, splits)
                subtask = rows.lane % chain.parallelism
                outputs[subtask].begin_step(positions.from_record(arrival, rows.lane, offset))
                writers[subtask](StreamRecord(value_of(value), timestamp))
                if rows.is_full:
                    yield rows.flush()
    yield rows.flush()


@report_worker_errors
def convert_contents(
    batches: Iterable[pa.RecordBatch],
    edge: OutputEdge,
    key_of: Callable[[Any], Any],
    value_of: Callable[[Any], Any],
    folder: str,
) -> Iterator[pa.RecordBatch]:
    """Convert firings to rows with precomputed contents for the window operator.

    Each row comes before all other rows of the millisecond in which the window fires.
    """
    rows, number, partitioner = RowBatchBuilder(), 0, edge.partitioner
    for batch in batches:
        columns = [batch.column(name).to_pylist() for name in _CONTENT_COLUMNS]
        for subtask, cell, contents, start, end, watermark, time, count in zip(
            *columns, strict=True
        ):
            key, group = key_of(cell), 0
            if isinstance(partitioner, KeyGroupStreamPartitioner):
                group = assign_to_key_group(key, partitioner.max_parallelism, partitioner.key_hash)
            precomputed = PrecomputedContents(
                key, (start, end), watermark, time, count, value_of(contents)
            )
            position = (3 * time, -positions.LAST, number)
            number += 1
            unit = edge.get_unit(subtask, group)
            rows.add("record", CONTENTS_PLACE, unit, position, None, pack(precomputed))
            if rows.is_full:
                yield rows.flush()
    yield rows.flush()


__all__ = ["KernelPrecomputedStage", "convert_contents", "read_opening_records"]
