"""Deployment: creates the tasks of a job graph, connected and ready to run.

Flink: ``DefaultScheduler``, ``Execution.deploy`` and the constructors of ``StreamTask`` and
``OperatorChain``.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from flinksim.core import ids
from flinksim.core.ids import SubtaskId
from flinksim.core.java.key_groups import compute_key_group_range_for_operator_index
from flinksim.datastream.checkpoint_config import CheckpointConfig
from flinksim.datastream.functions import Function
from flinksim.datastream.partitioner import get_key_selector_functions
from flinksim.datastream.transformations import (
    KeySelector,
    OperatorSpec,
    SinkSpec,
    SourceSpec,
)
from flinksim.graph.batch_mode import (
    is_batch_job,
    is_dynamic_graph,
    is_input_sorting_enabled,
)
from flinksim.graph.job_graph_generator import JobGraph, JobVertex
from flinksim.graph.rewrite import discard_sink_output
from flinksim.graph.stream_config import compute_chain_indexes
from flinksim.graph.stream_graph_generator import StreamEdge, StreamNode
from flinksim.runtime.channel_topology import ChannelTopology
from flinksim.runtime.fused_function_view import FusedFunction
from flinksim.runtime.network.result_partition import RecordWriter
from flinksim.runtime.operators.stream_operator import OperatorContext
from flinksim.runtime.scheduler_actors import RunnableSet
from flinksim.runtime.task_factory import TaskFactory
from flinksim.runtime.tasks.batch_inputs import BatchInputs, BatchTaskInput, find_sort_key_selectors
from flinksim.runtime.tasks.buffer_debloating import BufferDebloating, read_debloating_settings
from flinksim.runtime.tasks.latency_markers import LATENCY_INTERVAL_OPTION
from flinksim.runtime.tasks.output_routing import TargetInstrumenter
from flinksim.runtime.tasks.outputs import OutputTarget, build_network_target
from flinksim.runtime.tasks.source_task import SourceOperatorStreamTask, SourceStreamTask
from flinksim.runtime.tasks.stream_task import StreamTask
from flinksim.runtime.tasks.task_input import TaskInput
from flinksim.runtime.tracing.instrumentation import SpanInstrumentation
from flinksim.runtime.virtual_clock import SimulatedClock
from flinksim.trace.events import Emit

_SORTED_INPUT_CHECKPOINT_ERROR = (
    "Checkpointing is not allowed with sorted inputs. The input of a keyed "
    "window that fires only at the end of the stream is sorted. Set "
    "execution.sorted-inputs.enabled to false, or disable checkpoints."
)
"""Flink's message if checkpoints are enabled for an operator whose input is sorted.

Flink: ``OneInputStreamTask.init``, ``TwoInputStreamTask.init``.
"""


class TaskDeployer:
    """Creates the tasks of a job from its execution graph, from upstream to downstream."""

    def __init__(
        self,
        job_graph: JobGraph,
        factory: TaskFactory,
        topology: ChannelTopology,
        runnable: RunnableSet,
        clock: SimulatedClock,
        emit: Emit | None,
        instrumentation: SpanInstrumentation,
        discards_results: bool = False,
    ) -> None:
        self._instrumentation = instrumentation
        self._discards_results = discards_results
        self._job_graph = job_graph
        self._settings = job_graph.settings
        self._factory = factory
        self._in_batch = is_batch_job(job_graph.settings)
        self._has_checkpoints = (
            not self._in_batch
            and CheckpointConfig(job_graph.settings.configuration).is_checkpointing_enabled()
        )
        self._sorts_inputs = is_input_sorting_enabled(job_graph.settings)
        self._job_edges = {
            edge.stream_edge.edge_id: edge
            for vertex in job_graph.vertices
            for edge in vertex.inputs
        }
        self._is_dynamic = is_dynamic_graph(job_graph.settings)
        self._topology = topology
        self._runnable = runnable
        self._clock = clock
        self._emit = emit
        self._coordinator_store: dict[str, Any] = {}
        self._debloating = read_debloating_settings(
            job_graph.settings.configuration, topology.segment_bytes
        )
        self.tasks = self.create_tasks(dict.fromkeys(_list_subtasks(job_graph), 0))

    def create_tasks(self, attempts: Mapping[SubtaskId, int]) -> list[StreamTask]:
        """Create the tasks of some subtasks.

        The store that sources share through their coordinator lives as long as any of them: it is
        reset only if all subtasks of the job are created.

        Args:
            attempts: The attempt number of each subtask to create, counted from 0.
        """
        if len(attempts) == sum(vertex.parallelism for vertex in self._job_graph.vertices):
            self._coordinator_store = {}
        return [
            self._create_task(vertex, vertex_index, index, attempts[subtask])
            for vertex_index, vertex in enumerate(self._job_graph.vertices)
            for index in range(vertex.parallelism)
            if (subtask := ids.build_subtask_id(vertex.key, index)) in attempts
        ]

    def _create_task(
        self, vertex: JobVertex, vertex_index: int, subtask_index: int, attempt: int
    ) -> StreamTask:
        subtask = ids.build_subtask_id(vertex.key, subtask_index)
        task = self._create_empty_task(vertex, vertex_index, subtask)
        task.execution.attempt = attempt
        factory = self._factory
        functions = factory.list_functions(vertex.operators)
        priorities = compute_chain_indexes([function.chained_operator for function in functions])
        specs = {one.node.id: copy_for_subtask(one.node.spec) for one in functions}
        if self._discards_results:
            specs = {number: discard_sink_output(spec) for number, spec in specs.items()}
        instrumentation = self._instrumentation
        operators = {
            number: instrumentation.instrument_operator(factory.create_operator(spec))
            for number, spec in specs.items()
        }
        writers: dict[str, RecordWriter] = {
            stream_edge.edge_id: instrumentation.instrument_writer(
                self._topology.writers[subtask, stream_edge.edge_id],
                self._job_edges[stream_edge.edge_id].result_type,
                self._is_dynamic,
            )
            for chained in vertex.operators
            for stream_edge in chained.non_chained_outputs
        }
        # from the tail: an output binds methods of the next operator, and setup may select them
        for function in reversed(functions):
            operator = operators[function.node.id]
            priority = priorities[function.node.id]
            context = self._create_context(vertex, function.node, subtask_index, task, priority)
            to_network = partial(_create_network_target, writers)
            output = factory.create_output(
                function, context, operators, to_network, self._create_target_wrapper(function)
            )
            operator.setup(context, output)
            instrumentation.instrument_bound_parts(operator)
        key_functions = [
            *(one for spec in specs.values() for one in _find_key_functions(spec)),
            *self._topology.key_functions.get(subtask, ()),
        ]
        task.chain = factory.create_chain(functions, operators, key_functions, self._emit)
        task.writers = list(writers.values())
        task.inputs = self._create_inputs(subtask, functions[0].node, task)
        for task_input in task.inputs:
            instrumentation.instrument_input(task_input, len(task.inputs))
        if task.inputs and self._debloating is not None:
            task.debloating = BufferDebloating(task, self._debloating)
        return task

    def _create_target_wrapper(self, function: FusedFunction) -> TargetInstrumenter:
        """Create the function that wraps outputs of *function* so that a traced run records their calls."""
        chained = function.chained_operator
        results = {self._job_edges[edge.edge_id].data_set for edge in chained.non_chained_outputs}
        return partial(
            self._instrumentation.instrument_target,
            is_one_of_several=len(chained.chained_outputs) + len(results) > 1,
        )

    def _create_inputs(
        self, subtask: SubtaskId, head: StreamNode, task: StreamTask
    ) -> list[TaskInput]:
        gates = self._topology.gates[subtask]
        reads_all_first = self._in_batch or head.is_output_only_after_end_of_stream
        selectors: tuple[KeySelector | None, ...] = ()
        if reads_all_first and gates:
            selectors = find_sort_key_selectors(head.spec, head.key_selector, self._sorts_inputs)
        operator = task.operators[0]
        if not selectors:
            return [
                TaskInput(number, subtask, gate, operator, self._emit)
                for number, gate in enumerate(gates)
            ]
        if self._has_checkpoints and any(selectors):
            task.startup_error = _SORTED_INPUT_CHECKPOINT_ERROR
        batch_inputs = BatchInputs(selectors, operator.context.key_encoder)
        batch_inputs.inputs = [
            BatchTaskInput(batch_inputs, number, subtask, gate, operator, self._emit)
            for number, gate in enumerate(gates)
        ]
        return [*batch_inputs.inputs]

    def _create_empty_task(
        self, vertex: JobVertex, vertex_index: int, subtask: SubtaskId
    ) -> StreamTask:
        spec = vertex.operators[0].node.spec
        task_args = (subtask, vertex.name, self._runnable, self._clock, self._emit)
        if not isinstance(spec, SourceSpec):
            return self._instrumentation.instrument_task(StreamTask(*task_args))
        task_class = SourceStreamTask if spec.legacy else SourceOperatorStreamTask
        task = self._instrumentation.instrument_task(task_class(*task_args))
        task.vertex_index = vertex_index
        task.latency_interval_ms = self._settings.configuration.get_duration_ms(
            LATENCY_INTERVAL_OPTION, 0
        )
        return task

    def _create_context(
        self,
        vertex: JobVertex,
        node: StreamNode,
        subtask_index: int,
        task: StreamTask,
        priority: int,
    ) -> OperatorContext:
        settings = self._settings
        context = OperatorContext(
            operator_id=ids.build_operator_id(node.id, subtask_index),
            operator_name=node.name,
            subtask_index=subtask_index,
            parallelism=vertex.parallelism,
            max_parallelism=vertex.max_parallelism,
            key_group_range=compute_key_group_range_for_operator_index(
                vertex.max_parallelism, vertex.parallelism, subtask_index
            ),
            processing_time=task.processing_time.create_operator_service(priority),
            emit=self._emit,
            auto_watermark_interval_ms=settings.auto_watermark_interval_ms,
            object_reuse=settings.object_reuse,
            job_parameters=dict(settings.job_parameters),
            task_name=vertex.name,
            attempt_number=task.execution.attempt,
            key_hash=self._factory.get_key_hash(node.key_type),
            key_type=node.key_type,
            key_encoder=self._factory.get_key_encoder(node.key_type),
            declared_at=node.declared_at,
            in_batch=self._in_batch,
            has_checkpoints=self._has_checkpoints,
            coordinator_store=self._coordinator_store,
            backpressure=task.backpressure,
            follows_from=self._instrumentation.follows_from,
            continue_later=task.continue_later,
            put_mail=partial(task.put_mail, priority=priority),
            begin_yielding=partial(task.mailbox.begin_yielding, priority),
            end_yielding=partial(task.end_yielding, priority),
            defer_while_yielding=lambda rest: task.defer_while_yielding(rest, priority),
        )
        self._factory.prepare_context(context)
        return context


def _create_network_target(
    writers: Mapping[str, RecordWriter], edge: StreamEdge, tag_id: str | None
) -> OutputTarget:
    return build_network_target(writers[edge.edge_id], tag_id)


def _list_subtasks(job_graph: JobGraph) -> Iterator[SubtaskId]:
    for vertex in job_graph.vertices:
        for index in range(vertex.parallelism):
            yield ids.build_subtask_id(vertex.key, index)


def _find_key_functions(spec: OperatorSpec) -> Iterator[Function]:
    """Find the user's key selectors in an operator description."""
    for name in ("key_selector", "key_selector1", "key_selector2"):
        yield from get_key_selector_functions(getattr(spec, name, None))


def copy_for_subtask(spec: OperatorSpec) -> OperatorSpec:
    """Copy an operator description so that its user functions belong to one subtask alone.

    Flink serializes functions into every task, so no two tasks share the fields of a function.
    Sources and sinks keep no position of their own and are shared.

    Raises:
        TypeError: If a function cannot be copied; the text names what it holds.
    """
    if isinstance(spec, SourceSpec | SinkSpec):
        return spec
    try:
        return copy.deepcopy(spec)
    except Exception as error:
        raise TypeError(
            f"{error}: {_describe_function(spec)} cannot be copied for its "
            "subtasks. Create open files, locks and connections in its "
            "open(runtime_context) method, which each subtask calls."
        ) from error


def _describe_function(spec: OperatorSpec) -> str:
    """Describe the user function of *spec* for an error message."""
    for field in ("function", "window_function", "pre_aggregation"):
        function = getattr(spec, field, None)
        if function is not None:
            return f"the function {type(function).__name__}"
    return f"the user function of {type(spec).__name__}"
