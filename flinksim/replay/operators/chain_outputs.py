"""Outputs of an operator chain: records for later stages, watermarks, and recorded decisions.

A step is the processing of one element (record, watermark or timer) by the chain. Each output row
has a position: that of the step that emitted it, and the row's number among the outputs of the step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flinksim.core.java.key_groups import assign_to_key_group
from flinksim.datastream.functions import Function
from flinksim.datastream.partitioner import KeyGroupStreamPartitioner
from flinksim.replay.operators.positions import Position
from flinksim.replay.operators.row_batches import RowBatchBuilder
from flinksim.replay.operators.row_schema import pack
from flinksim.replay.operators.vertex_plan import OutputEdge, VertexPlan
from flinksim.runtime.elements import LatencyMarker, StreamRecord, Watermark, WatermarkStatus
from flinksim.runtime.tasks.outputs import OutputTarget


class ChainOutputs:
    """Outputs of one subtask's chain.

    :meth:`begin_step` announces the element that the chain processes next; all output that follows
    belongs to it. If *rows* is ``None``, only watermarks and statuses are collected, in ``controls``:
    (number of the edge, position of the step, number in the step, element). ``functions`` are the user
    functions that partitioners call.
    """

    def __init__(self, plan: VertexPlan, subtask: int, rows: RowBatchBuilder | None) -> None:
        self._plan = plan
        self._subtask = subtask
        self._rows = rows
        self.position: Position = (0, 0, 0)
        self._output_count = 0
        self._control_count = 0
        self.controls: list[tuple[int, Position, int, Watermark | WatermarkStatus]] = []
        self.functions: list[Function] = []

    def begin_step(self, position: Position) -> None:
        """Attribute the output from now on to the element at *position*, and number it from 0."""
        self.position = position
        self._output_count = self._control_count = 0

    def create_target(self, edge: OutputEdge) -> OutputTarget:
        """Create the target to which operators write the records and watermarks for one output edge."""

        def emit_control(element: Watermark | WatermarkStatus) -> None:
            number = self._control_count
            self._control_count = number + 1
            if self._rows is None:
                self.controls.append((edge.number, self.position, number, element))
            elif self._plan.emits_controls:
                payload = pack((number, element))
                self._rows.add("control", edge.number, self._subtask, self.position, None, payload)

        return OutputTarget(
            self._create_writer(edge),
            emit_control,
            emit_control,
            _ignore_latency_marker,
            edge.tag_id,
        )

    def _create_writer(self, edge: OutputEdge) -> Callable[[StreamRecord], None]:
        partitioner = edge.partitioner.copy()
        self.functions += partitioner.functions()
        channels = edge.channels[self._subtask]
        add = _reject_record if self._rows is None else self._rows.add
        edge_number = edge.number

        def write_to(subtask: int, unit: int, record: StreamRecord) -> None:
            number = self._output_count
            self._output_count = number + 1
            position = (*self.position, -subtask, number)  # as positions.in_subtask
            add("record", edge_number, unit, position, record.timestamp, pack(record.value))

        if isinstance(partitioner, KeyGroupStreamPartitioner):
            key_of, groups = partitioner.key_selector, partitioner.max_parallelism
            key_hash = partitioner.key_hash
            parallelism = len(channels)
            readers: dict[int, tuple[int, int]] = {}

            def write_keyed(record: StreamRecord) -> None:
                group = assign_to_key_group(key_of(record.value), groups, key_hash)
                reader = readers.get(group)
                if reader is None:
                    subtask = group * parallelism // groups
                    reader = readers[group] = (subtask, edge.get_unit(subtask, group))
                write_to(*reader, record)

            return write_keyed
        partitioner.setup(len(channels), random_start=len(channels) - 1)
        if partitioner.is_broadcast:

            def write_to_all(record: StreamRecord) -> None:
                for subtask in channels:
                    write_to(subtask, edge.get_unit(subtask, 0), record)

            return write_to_all

        def write(record: StreamRecord) -> None:
            subtask = channels[partitioner.select_channel(record)]
            write_to(subtask, edge.get_unit(subtask, 0), record)

        return write

    def record_firing(self, node: int, firing: tuple[Any, ...]) -> None:
        """Emit a row that says that a window of operator *node* fired."""
        assert self._rows is not None
        if not self._plan.keeps_contents:
            key, window, kind, count, _, watermark = firing
            firing = (key, window, kind, count, None, watermark)
        self._add_row("firing", node, None, pack(firing))

    def record_drop(self, node: int, timestamp: int | None, drop: tuple[Any, ...]) -> None:
        """Emit a row that says that operator *node* dropped a late record."""
        self._add_row("dropped", node, timestamp, pack(drop))

    def record_result(self, node: int, value: Any, timestamp: int | None) -> None:
        """Emit a row with a record that the sink *node* received."""
        self._add_row("result", node, timestamp, pack(value))

    def _add_row(self, kind: Any, node: int, timestamp: int | None, payload: bytes) -> None:
        assert self._rows is not None
        number = self._output_count
        self._output_count = number + 1
        position = (*self.position, number)
        self._rows.add(kind, node, self._subtask, position, timestamp, payload)


def _reject_record(*row: Any) -> None:
    raise AssertionError("a record was emitted, but this output accepts only watermarks")


def _ignore_latency_marker(marker: LatencyMarker) -> None:
    """Ignore latency markers, which measure the simulator's network."""
