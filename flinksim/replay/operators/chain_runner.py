"""Runner of an operator chain in a unit of work: elements in order, direct calls, no task.

Flink: ``OperatorChain``. What a task adds, such as the order of elements and the network after the
chain, is in :mod:`flinksim.replay.operators.positions` and in the emitted rows.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from flinksim.common.typeutils.hashing import typed_key_hash_for
from flinksim.core import ids
from flinksim.core.java.key_groups import (
    compute_key_group_range_for_operator_index,
)
from flinksim.datastream.functions import Function
from flinksim.datastream.output_tag import OutputTag
from flinksim.datastream.partitioner import (
    key_selector_object,
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
from flinksim.replay.operators.manual_clock import AT_WORK, UnitClock
from flinksim.replay.operators.positions import LAST, Position
from flinksim.replay.operators.recording_operators import (
    TimestampedSource,
    TimestampsOperator,
    WindowFunctionOperator,
    noted_operator,
    relay_of,
)
from flinksim.replay.operators.row_batches import BlockBuffer
from flinksim.replay.operators.vertex_plan import (
    ChainPlan,
    Control,
    OutEdge,
    Timeline,
    makes_watermarks,
)
from flinksim.runtime.elements import StreamRecord, Watermark, WatermarkStatus
from flinksim.runtime.fused_function_view import functions_of
from flinksim.runtime.operators.stream_operator import OperatorContext, StreamOperator
from flinksim.runtime.tasks.operator_chain import OperatorChain
from flinksim.runtime.tasks.output_routing import converters, output_targets
from flinksim.runtime.tasks.outputs import OperatorOutput

_NEVER: Position = (1 << 63,)

RunMode: TypeAlias = Literal["in order", "any order", "watermarks only", "behind the head"]


class ChainRunner:
    """Runner of one subtask's chain, or of the share of it in one unit of work.

    Call :meth:`take` in the order of positions, then :meth:`finish`. The output goes to *rows*.
    """

    def __init__(
        self,
        plan: ChainPlan,
        subtask: int,
        rows: BlockBuffer | None,
        timeline: Timeline | None = None,
        mode: RunMode = "in order",
    ) -> None:
        self.plan = plan
        self.subtask = subtask
        self.clock = UnitClock(plan.start_ms)
        self.outputs = ChainOutputs(plan, subtask, rows)
        self._mode = mode
        self._timeline = timeline or Timeline()
        self._next_control = 0
        self._next_told = self._place_of_next_control()
        self._timers_called = 0
        self._key_functions: list[Function] = []
        self.operators = self._create()
        self.chain = OperatorChain(
            [self.operators[chained.node.id] for chained in plan.operators],
            [*self._key_functions, *self.outputs.functions],
            None,
        )
        self._process_from: dict[int, Callable[[StreamRecord], None]] = {
            edge: self.head.process_element2 if number else self.head.process_element
            for edge, number in plan.inputs.items()
        }
        self._process = self.head.process_element
        self._open()

    # --- the chain -------------------------------------------------------------------------------

    def _create(self) -> dict[int, StreamOperator]:
        plan = self.plan
        operators = {
            chained.node.id: self._operator_of(chained.node.spec, chained.node.id)
            for chained in plan.operators
        }
        for function in reversed(functions_of(plan.operators)):
            operator = operators[function.node.id]
            context = self._context(function.chained)
            targets = output_targets(
                function,
                operators,
                lambda edge, _: self.outputs.target(plan.edges[edge.edge_id]),
                plan.object_reuse,
                converters(function),
            )
            operator.setup(context, OperatorOutput(targets, context.operator_id, None))
        self.head: Any = operators[plan.operators[0].node.id]
        return operators

    def _operator_of(self, spec: Any, node: int) -> StreamOperator:
        if self._mode == "watermarks only":
            return relay_of(spec)
        if self._mode == "any order":
            if isinstance(spec, TimestampsAndWatermarksSpec):
                return TimestampsOperator(spec.strategy)
            if node == self.plan.operators[0].node.id:
                return TimestampedSource(spec)
        is_head = node == self.plan.operators[0].node.id
        runs_window_function = self._mode == "behind the head" and is_head
        if runs_window_function and not isinstance(spec, WindowSpec):
            return relay_of(spec)
        if not isinstance(spec, SourceSpec | SinkSpec):
            spec = copy.deepcopy(spec)
        for name in ("key_selector", "key_selector1", "key_selector2"):
            self._key_functions += key_selector_object(getattr(spec, name, None))
        if runs_window_function:
            return WindowFunctionOperator(spec)
        return noted_operator(spec, node, self, is_head and self.plan.is_given_contents)

    def _context(self, chained: ChainedOperator) -> OperatorContext:
        plan = self.plan
        ticks = self._mode == "in order"
        return OperatorContext(
            operator_id=ids.operator_id(chained.node.id, self.subtask),
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
            key_hash=typed_key_hash_for(chained.node.key_type),
        )

    def _open(self) -> None:
        self.chain.initialize_state_and_open({}, 0)

    def close(self) -> None:
        """Close all operators, from tail to head."""
        self.chain.close()

    # --- decision log -----------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """Position of the current step."""
        return self.outputs.position

    def fired(self, node: int, firing: tuple[Any, ...]) -> None:
        """Record that a window fired."""
        self.outputs.fired(node, firing)

    def dropped(self, node: int, timestamp: int | None, drop: tuple[Any, ...]) -> None:
        """Record that a late record was dropped."""
        self.outputs.dropped(node, timestamp, drop)

    def written(self, node: int, value: Any, timestamp: int | None) -> None:
        """Record that a sink received a result."""
        self.outputs.written(node, value, timestamp)

    # --- input -----------------------------------------------------------------------------------

    def _begin(self, position: Position) -> None:
        self.outputs.begin(position)
        AT_WORK.clock = self.clock

    def take(self, position: Position, edge: int, value: Any, timestamp: int | None) -> None:
        """Process a record from *edge*, after all watermarks and timers before it."""
        self._come_to(position)
        self.outputs.begin(position)
        AT_WORK.clock = self.clock
        self._process_from[edge](StreamRecord(value, timestamp))

    def take_in_any_order(self, position: Position, value: Any, timestamp: int | None) -> None:
        """Process a source's record independently of all other records."""
        self.outputs.begin(position)
        AT_WORK.clock = clock = self.clock
        clock.now_ms = position[0] // 3
        self._process(StreamRecord(value, timestamp))

    def put_out(
        self, position: Position, tag: OutputTag | None, value: Any, timestamp: int | None
    ) -> None:
        """Emit a record of the head, which ran elsewhere, to the operators after it."""
        self._begin_at(position)
        record = StreamRecord(value, timestamp)
        if tag is None:
            self.head.output.collect(record)
        else:
            self.head.output.collect_side_output(tag, record)

    def evaluate(
        self, position: Position, key: Any, window: Any, contents: Any, watermark: int
    ) -> None:
        """Call the window function for a firing that was computed elsewhere."""
        self._begin_at(position)
        self.head.evaluate(key, window, contents, watermark)

    def _begin_at(self, position: Position) -> None:
        self._begin(position)
        self.clock.now_ms = positions.time_of(position)

    def finish(self) -> None:
        """Process the remaining watermarks after all input, finish and close the chain."""
        end = self._timeline.end
        self._come_to(end)
        self._begin(end)
        self.chain.finish()
        self.close()

    def _come_to(self, position: Position) -> None:
        """Process the watermarks, statuses and timers before *position*."""
        clock = self.clock
        while clock.has_timers or self._next_told <= position:
            due = clock.next_due_ms()
            if due is not None:
                place = self._place_of_timer(due)
                if place < position and place < self._next_told:
                    self._call_timer(due, place)
                    continue
            if self._next_told > position:
                break
            control = self._timeline.controls[self._next_control]
            self._next_control += 1
            self._next_told = self._place_of_next_control()
            self._tell(*control)
        now_ms = position[0] // 3
        if now_ms > clock.now_ms:
            clock.now_ms = now_ms

    def _place_of_next_control(self) -> Position:
        controls = self._timeline.controls
        return controls[self._next_control][0] if self._next_control < len(controls) else _NEVER

    def _tell(self, position: Position, number: int, element: Watermark | WatermarkStatus) -> None:
        self.clock.now_ms = max(self.clock.now_ms, position[0] // 3)
        self._begin(position)
        head = self.head
        if isinstance(element, Watermark):
            (head.process_watermark2 if number else head.process_watermark)(element)
        else:
            (head.process_watermark_status2 if number else head.process_watermark_status)(element)

    def _place_of_timer(self, due: int) -> Position:
        """Return the position of a timer: its time or, if that is past, the end of its root cause."""
        if due <= self.clock.now_ms:
            return (*positions.root_of(self.position), 1)
        return (3 * due,)

    def _call_timer(self, due: int, place: Position) -> None:
        number = self._timers_called
        self._timers_called = number + 1
        task = self.plan.first_task + self.subtask
        if len(place) == 1:
            self._begin(positions.of_task_timer(due, task, number))
        else:
            self._begin(positions.of_timer_due_at_once(self.position, task, number))
        self.clock.call_next()

    # --- watermarks only -------------------------------------------------------------------------

    @property
    def controls_out(self) -> list[tuple[int, Position, int, Watermark | WatermarkStatus]]:
        """Emitted watermarks and statuses: (edge, position of the step, number, element)."""
        return self.outputs.controls

    def tell_all(self) -> None:
        """Process the whole timeline and finish; ``controls_out`` has the output."""
        self.finish()


__all__ = [
    "LAST", "ChainPlan", "ChainRunner", "Control", "OutEdge", "Timeline", "makes_watermarks",
]  # fmt: skip
