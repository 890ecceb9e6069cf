"""Runner that passes a unit's elements, in order, through an operator chain by direct calls.

There is no task around the chain. Flink: ``OperatorChain``. What a task adds, such as the order of
elements and the network after the chain, is in :mod:`flinksim.replay.operators.positions` and in the
emitted rows.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from flinksim.common.typeutils.hashing import build_typed_key_hash
from flinksim.core import ids
from flinksim.core.java.key_groups import (
    compute_key_group_range_for_operator_index,
)
from flinksim.datastream.functions import Function
from flinksim.datastream.output_tag import OutputTag
from flinksim.datastream.partitioner import (
    get_key_selector_functions,
)
from flinksim.datastream.transformations import (
    SinkSpec,
    SourceSpec,
    TimestampsAndWatermarksSpec,
    WindowSpec,
)
from flinksim.graph.job_graph_generator import ChainedOperator
from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_outputs import ChainOutputs
from flinksim.replay.operators.positions import LAST, Position
from flinksim.replay.operators.recording_operators import (
    TimestampedSource,
    TimestampsOperator,
    WindowFunctionOperator,
    create_recording_operator,
    create_watermark_forwarder,
)
from flinksim.replay.operators.replay_clock import CURRENT_UNIT, ManualClock
from flinksim.replay.operators.row_batches import RowBatchBuilder
from flinksim.replay.operators.vertex_plan import (
    OutputEdge,
    TimelineControl,
    VertexPlan,
    WatermarkTimeline,
    find_watermark_nodes,
)
from flinksim.runtime.elements import StreamRecord, Watermark, WatermarkStatus
from flinksim.runtime.fused_function_view import list_functions
from flinksim.runtime.operators.stream_operator import OperatorContext, StreamOperator
from flinksim.runtime.tasks.operator_chain import OperatorChain
from flinksim.runtime.tasks.output_routing import build_converters, build_output_targets
from flinksim.runtime.tasks.outputs import OperatorOutput

_NEVER_POSITION: Position = (1 << 63,)

RunMode: TypeAlias = Literal["in order", "any order", "watermarks only", "behind the head"]


class ChainRunner:
    """Runner of one subtask's operator chain, for all records of the subtask or one unit's share.

    Call :meth:`process_record` for the records in the order of their positions, then :meth:`finish`.
    Watermarks come from the timeline of the subtask. The output goes to *rows*.
    """

    def __init__(
        self,
        plan: VertexPlan,
        subtask: int,
        rows: RowBatchBuilder | None,
        timeline: WatermarkTimeline | None = None,
        mode: RunMode = "in order",
    ) -> None:
        self.plan = plan
        self.subtask = subtask
        self.clock = ManualClock(plan.start_ms)
        self.outputs = ChainOutputs(plan, subtask, rows)
        self._mode = mode
        self._timeline = timeline or WatermarkTimeline()
        self._next_control = 0
        self._next_control_position = self._get_next_control_position()
        self._timer_call_count = 0
        self._key_functions: list[Function] = []
        self.operators = self._create_operators()
        self.chain = OperatorChain(
            [self.operators[chained.node.id] for chained in plan.operators],
            [*self._key_functions, *self.outputs.functions],
            None,
        )
        self._process_functions: dict[int, Callable[[StreamRecord], None]] = {
            edge: self.head.process_element2 if number else self.head.process_element
            for edge, number in plan.inputs.items()
        }
        self._process = self.head.process_element
        self._open()

    # --- the chain -------------------------------------------------------------------------------

    def _create_operators(self) -> dict[int, StreamOperator]:
        plan = self.plan
        operators = {
            chained.node.id: self._create_operator(chained.node.spec, chained.node.id)
            for chained in plan.operators
        }
        for function in reversed(list_functions(plan.operators)):
            operator = operators[function.node.id]
            context = self._create_context(function.chained_operator)
            targets = build_output_targets(
                function,
                operators,
                lambda edge, _: self.outputs.create_target(plan.edges[edge.edge_id]),
                plan.object_reuse,
                build_converters(function),
            )
            operator.setup(context, OperatorOutput(targets, context.operator_id, None))
        self.head: Any = operators[plan.operators[0].node.id]
        return operators

    def _create_operator(self, spec: Any, node: int) -> StreamOperator:
        if self._mode == "watermarks only":
            return create_watermark_forwarder(spec)
        if self._mode == "any order":
            if isinstance(spec, TimestampsAndWatermarksSpec):
                return TimestampsOperator(spec.strategy)
            if node == self.plan.operators[0].node.id:
                return TimestampedSource(spec)
        is_head = node == self.plan.operators[0].node.id
        runs_window_function = self._mode == "behind the head" and is_head
        if runs_window_function and not isinstance(spec, WindowSpec):
            return create_watermark_forwarder(spec)
        if not isinstance(spec, SourceSpec | SinkSpec):
            spec = copy.deepcopy(spec)
        for name in ("key_selector", "key_selector1", "key_selector2"):
            self._key_functions += get_key_selector_functions(getattr(spec, name, None))
        if runs_window_function:
            return WindowFunctionOperator(spec)
        return create_recording_operator(
            spec, node, self, is_head and self.plan.has_precomputed_contents
        )

    def _create_context(self, chained: ChainedOperator) -> OperatorContext:
        plan = self.plan
        ticks = self._mode == "in order"
        return OperatorContext(
            operator_id=ids.build_operator_id(chained.node.id, self.subtask),
            operator_name=chained.node.name,
            subtask_index=self.subtask,
            parallelism=plan.parallelism,
            max_parallelism=plan.max_parallelism,
            key_group_range=compute_key_group_range_for_operator_index(
                plan.max_parallelism, plan.parallelism, self.subtask
            ),
            processing_time=self.clock,
            auto_watermark_interval_ms=plan.auto_watermark_interval_ms if ticks else 0,
            object_reuse=plan.object_reuse,
            job_parameters=plan.job_parameters,
            task_name=plan.name,
            key_hash=build_typed_key_hash(chained.node.key_type),
        )

    def _open(self) -> None:
        self.chain.initialize_state_and_open({}, 0)

    def close(self) -> None:
        """Close all operators, from tail to head."""
        self.chain.close()

    # --- decision log -----------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """Position in the run of the element that the chain processes now."""
        return self.outputs.position

    def record_firing(self, node: int, firing: tuple[Any, ...]) -> None:
        """Record that a window fired."""
        self.outputs.record_firing(node, firing)

    def record_drop(self, node: int, timestamp: int | None, drop: tuple[Any, ...]) -> None:
        """Record that a late record was dropped."""
        self.outputs.record_drop(node, timestamp, drop)

    def record_result(self, node: int, value: Any, timestamp: int | None) -> None:
        """Record that a sink received a result."""
        self.outputs.record_result(node, value, timestamp)

    # --- input -----------------------------------------------------------------------------------

    def _begin_step(self, position: Position) -> None:
        self.outputs.begin_step(position)
        CURRENT_UNIT.clock = self.clock

    def process_record(
        self, position: Position, edge: int, value: Any, timestamp: int | None
    ) -> None:
        """Process a record from *edge*, after all watermarks and timers that come before *position*."""
        self._advance_to(position)
        self.outputs.begin_step(position)
        CURRENT_UNIT.clock = self.clock
        self._process_functions[edge](StreamRecord(value, timestamp))

    def process_unordered(self, position: Position, value: Any, timestamp: int | None) -> None:
        """Process a source's record without regard to watermarks, timers and the order of records."""
        self.outputs.begin_step(position)
        CURRENT_UNIT.clock = clock = self.clock
        clock.now_ms = position[0] // 3
        self._process(StreamRecord(value, timestamp))

    def emit_precomputed(
        self, position: Position, tag: OutputTag | None, value: Any, timestamp: int | None
    ) -> None:
        """Emit a record as output of the chain's first operator, which ran in the columnar kernel.

        The operators after it in the chain process the record.
        """
        self._begin_step_at(position)
        record = StreamRecord(value, timestamp)
        if tag is None:
            self.head.output.collect(record)
        else:
            self.head.output.collect_side_output(tag, record)

    def evaluate(
        self, position: Position, key: Any, window: Any, contents: Any, watermark: int
    ) -> None:
        """Call the window function for a firing whose contents the columnar kernel has computed."""
        self._begin_step_at(position)
        self.head.evaluate(key, window, contents, watermark)

    def _begin_step_at(self, position: Position) -> None:
        self._begin_step(position)
        self.clock.now_ms = positions.get_time_ms(position)

    def finish(self) -> None:
        """Process the watermarks and timers after the last record; then finish and close the chain."""
        end = self._timeline.end
        self._advance_to(end)
        self._begin_step(end)
        self.chain.finish()
        self.close()

    def _advance_to(self, position: Position) -> None:
        """Process all watermarks, statuses and timers that come before *position* in the run."""
        clock = self.clock
        while clock.has_timers or self._next_control_position <= position:
            due = clock.next_due_ms()
            if due is not None:
                place = self._get_timer_position(due)
                if place < position and place < self._next_control_position:
                    self._call_timer(due, place)
                    continue
            if self._next_control_position > position:
                break
            control = self._timeline.controls[self._next_control]
            self._next_control += 1
            self._next_control_position = self._get_next_control_position()
            self._process_control(*control)
        now_ms = position[0] // 3
        if now_ms > clock.now_ms:
            clock.now_ms = now_ms

    def _get_next_control_position(self) -> Position:
        controls = self._timeline.controls
        return (
            controls[self._next_control][0]
            if self._next_control < len(controls)
            else _NEVER_POSITION
        )

    def _process_control(
        self, position: Position, number: int, element: Watermark | WatermarkStatus
    ) -> None:
        self.clock.now_ms = max(self.clock.now_ms, position[0] // 3)
        self._begin_step(position)
        head = self.head
        if isinstance(element, Watermark):
            (head.process_watermark2 if number else head.process_watermark)(element)
        else:
            (head.process_watermark_status2 if number else head.process_watermark_status)(element)

    def _get_timer_position(self, due: int) -> Position:
        """Return the position of a timer that is due at the processing time *due*.

        If that time has passed, the timer comes after everything that the current root cause triggers.
        """
        if due <= self.clock.now_ms:
            return (*positions.get_root(self.position), 1)
        return (3 * due,)

    def _call_timer(self, due: int, position: Position) -> None:
        number = self._timer_call_count
        self._timer_call_count = number + 1
        task = self.plan.first_task + self.subtask
        if len(position) == 1:
            self._begin_step(positions.from_task_timer(due, task, number))
        else:
            self._begin_step(positions.from_overdue_timer(self.position, task, number))
        self.clock.call_next()

    # --- watermarks only -------------------------------------------------------------------------

    @property
    def emitted_controls(self) -> list[tuple[int, Position, int, Watermark | WatermarkStatus]]:
        """Watermarks and statuses that the chain emitted: (edge, position of the step, number, element)."""
        return self.outputs.controls

    def run_timeline(self) -> None:
        """Process all watermarks of the subtask without records; the output is in ``emitted_controls``."""
        self.finish()


__all__ = [
    "LAST",
    "ChainRunner",
    "OutputEdge",
    "TimelineControl",
    "VertexPlan",
    "WatermarkTimeline",
    "find_watermark_nodes",
]  # fmt: skip
