"""Replay of the window operator after the kernel, for programs that depend on the firing order.

The kernel computes the contents of windows. If a later stage or state depends on the order in which
windows of different keys fire, the simulator's operator runs as well. It gets only the records that
open a window or are late, and the precomputed contents.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import pyarrow as pa

from flinksim.core.java.key_groups import assign_to_key_group
from flinksim.datastream.partitioner import KeyGroupStreamPartitioner
from flinksim.replay.compile.columnar_plan import NativePlan
from flinksim.replay.engines.local import Engine
from flinksim.replay.expressions.record_shapes import packed, unpacker
from flinksim.replay.kernel.aligned_windows import Windows
from flinksim.replay.kernel.kernel import Kernel
from flinksim.replay.kernel.row_group_parts import LogInParts, records_of
from flinksim.replay.kernel.run import KernelRun
from flinksim.replay.kernel.window_aggregates import field_columns
from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_outputs import ChainOutputs
from flinksim.replay.operators.recording_operators import Contents
from flinksim.replay.operators.row_batches import BlockBuffer
from flinksim.replay.operators.row_schema import SCHEMA, pack
from flinksim.replay.operators.source_watermarks import SourceReach
from flinksim.replay.operators.vertex_plan import ChainPlan, OutEdge
from flinksim.replay.operators.workers import CONTENTS
from flinksim.replay.worker_errors import tells_failures
from flinksim.runtime.elements import StreamRecord

_GIVEN = ("subtask", "key", "contents", "window_start", "window_end", "watermark", "time", "count")


class KernelBeginning:
    """Source stage whose window contents were precomputed by a kernel *run*."""

    def __init__(self, run: KernelRun, plan: NativePlan, engine: Engine) -> None:
        self._run, self._plan, self._engine = run, plan, engine
        self.source = plan.source

    @property
    def reached(self) -> SourceReach:
        """Timestamp scan of the source."""
        return self._run.reach.reached

    def rows(self) -> Any:
        """Create the rows for the window operator: its opening records and precomputed contents."""
        plan, chain = self._plan, self._plan.source.chain
        ((edge, _),) = plan.window.inputs
        opening = self._run.of_kernel(partial(opening_records, chain=chain, edge=edge), SCHEMA)
        function = partial(
            given_contents, edge=edge, key_of=unpacker(plan.key_shape),
            value_of=plan.contents_unpacker, folder=chain.folder,
        )  # fmt: skip
        firings = self._run.fired.select(list(_GIVEN))
        return self._engine.union([opening, self._engine.mapped(firings, function, SCHEMA)])


@tells_failures
def opening_records(
    batches: Iterable[pa.RecordBatch],
    kernel: Kernel,
    log: LogInParts,
    chain: ChainPlan,
    edge: OutEdge,
    folder: str,
) -> Iterator[pa.RecordBatch]:
    """Read the records of some parts that open a window or are late for one."""
    rows, shape = BlockBuffer(), kernel.plan.event_shape
    value_of, splits = unpacker(shape), len(chain.split_names)
    outputs = [ChainOutputs(chain, subtask, rows) for subtask in range(chain.parallelism)]
    writers = [each.target(edge).record for each in outputs]
    for batch in batches:
        for number in batch.column(0).to_pylist():
            records = records_of(log, number).in_order()
            windows = kernel.all_windows(records)
            assert isinstance(windows, Windows), "sessions need all their records"
            records = records.take(windows.opening())
            values = packed(shape, field_columns(shape, records.columns)).to_pylist()
            for code, offset, timestamp, value in zip(
                records.codes.tolist(), records.offsets.tolist(), records.timestamps.tolist(), values,
                strict=True,
            ):  # fmt: skip
                arrival, rows.lane = divmod(code, splits)
                subtask = rows.lane % chain.parallelism
                outputs[subtask].begin(positions.of_record(arrival, rows.lane, offset))
                writers[subtask](StreamRecord(value_of(value), timestamp))
                if rows.is_full:
                    yield rows.take()
    yield rows.take()


@tells_failures
def given_contents(
    batches: Iterable[pa.RecordBatch],
    edge: OutEdge,
    key_of: Callable[[Any], Any],
    value_of: Callable[[Any], Any],
    folder: str,
) -> Iterator[pa.RecordBatch]:
    """Convert firings to rows of contents, placed before all else in the millisecond they fire."""
    rows, number, partitioner = BlockBuffer(), 0, edge.partitioner
    for batch in batches:
        columns = [batch.column(name).to_pylist() for name in _GIVEN]
        for subtask, cell, contents, start, end, watermark, time, count in zip(
            *columns, strict=True
        ):
            key, group = key_of(cell), 0
            if isinstance(partitioner, KeyGroupStreamPartitioner):
                group = assign_to_key_group(key, partitioner.max_parallelism, partitioner.key_hash)
            precomputed = Contents(key, (start, end), watermark, time, count, value_of(contents))
            position = (3 * time, -positions.LAST, number)
            number += 1
            unit = edge.unit_of(subtask, group)
            rows.add("record", CONTENTS, unit, position, None, pack(precomputed))
            if rows.is_full:
                yield rows.take()
    yield rows.take()


__all__ = ["KernelBeginning", "given_contents", "opening_records"]
