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
from flinksim.datastream.partitioner import key_selector_object
from flinksim.datastream.transformations import (
    KeySelector,
    OperatorSpec,
    SinkSpec,
    SourceSpec,
)
from flinksim.graph.batch_mode import (
    executes_in_batch,
    leaves_parallelism_open,
    sorts_inputs,
)
from flinksim.graph.job_graph_generator import JobGraph, JobVertex
from flinksim.graph.stream_config import chain_indexes
from flinksim.graph.stream_graph_generator import StreamEdge, StreamNode
from flinksim.runtime.channel_topology import Wiring
from flinksim.runtime.fused_function_view import ChainedFunction
from flinksim.runtime.network.result_partition import RecordWriter
from flinksim.runtime.operators.stream_operator import OperatorContext
from flinksim.runtime.scheduler_actors import RunnableSet
from flinksim.runtime.task_factory import TaskFactory
from flinksim.runtime.tasks.batch_inputs import BatchInputs, BatchTaskInput, sorting_selectors
from flinksim.runtime.tasks.buffer_debloating import BufferDebloating, debloating_settings
from flinksim.runtime.tasks.latency_markers import LATENCY_INTERVAL
from flinksim.runtime.tasks.output_routing import TellOfTarget
from flinksim.runtime.tasks.outputs import OutputTarget, network_target
from flinksim.runtime.tasks.source_task import SourceOperatorStreamTask, SourceStreamTask
from flinksim.runtime.tasks.stream_task import StreamTask
from flinksim.runtime.tasks.task_input import TaskInput
from flinksim.runtime.tracing.instrumentation import ToldCalls
from flinksim.runtime.virtual_clock import SimulatedClock
from flinksim.trace.events import Emit

_SORTED_AND_CHECKPOINTED = (
    "Checkpointing is not allowed with sorted inputs. (A keyed window that fires at the end of the "
    "stream alone has its input sorted: set execution.sorted-inputs.enabled to false, or take no "
    "checkpoints.)"
)
"""Flink: ``OneInputStreamTask.init``, ``TwoInputStreamTask.init``."""


class Deployment:
    """Creates the tasks of a job, from upstream to downstream."""

    def __init__(
        self,
        job_graph: JobGraph,
        factory: TaskFactory,
        wiring: Wiring,
        runnable: RunnableSet,
        clock: SimulatedClock,
        emit: Emit | None,
        told: ToldCalls,
    ) -> None:
        self._told = told
        self._job_graph = job_graph
        self._settings = job_graph.settings
        self._factory = factory
        self._in_batch = executes_in_batch(job_graph.settings)
        self._has_checkpoints = (
            not self._in_batch
            and CheckpointConfig(job_graph.settings.configuration).is_checkpointing_enabled()
        )
        self._sorts = sorts_inputs(job_graph.settings)
        self._job_edges = {
            edge.stream_edge.edge_id: edge
            for vertex in job_graph.vertices
            for edge in vertex.inputs
        }
        self._is_dynamic = leaves_parallelism_open(job_graph.settings)
        self._wiring = wiring
        self._runnable = runnable
        self._clock = clock
        self._emit = emit
        self._coordinator_store: dict[str, Any] = {}
        self._debloating = debloating_settings(
            job_graph.settings.configuration, wiring.segment_bytes
        )
        self.tasks = self.create_tasks(dict.fromkeys(_subtasks(job_graph), 0))

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
            if (subtask := ids.subtask_id(vertex.key, index)) in attempts
        ]

    def _create_task(self, vertex: JobVertex, place: int, index: int, attempt: int) -> StreamTask:
        subtask = ids.subtask_id(vertex.key, index)
        task = self._empty_task(vertex, place, subtask)
        task.execution.attempt = attempt
        factory = self._factory
        functions = factory.functions_of(vertex.operators)
        priorities = chain_indexes([function.chained for function in functions])
        specs = {one.node.id: copy_for_subtask(one.node.spec) for one in functions}
        instrumentation = self._told
        operators = {
            number: instrumentation.operator(factory.operator(spec))
            for number, spec in specs.items()
        }
        writers: dict[str, RecordWriter] = {
            stream_edge.edge_id: instrumentation.writer(
                self._wiring.writers[subtask, stream_edge.edge_id],
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
            context = self._context(vertex, function.node, index, task, priority)
            to_network = partial(_to_network, writers)
            output = factory.output(
                function, context, operators, to_network, self._telling(function)
            )
            operator.setup(context, output)
            instrumentation.set_up(operator)
        key_functions = [
            *(one for spec in specs.values() for one in _key_functions(spec)),
            *self._wiring.key_functions.get(subtask, ()),
        ]
        task.chain = factory.chain(functions, operators, key_functions, self._emit)
        task.writers = list(writers.values())
        task.inputs = self._inputs(subtask, functions[0].node, task)
        for task_input in task.inputs:
            instrumentation.task_input(task_input, len(task.inputs))
        if task.inputs and self._debloating is not None:
            task.debloating = BufferDebloating(task, self._debloating)
        return task

    def _telling(self, function: ChainedFunction) -> TellOfTarget:
        """Create the function that instruments each output target of *function* in a traced run."""
        chained = function.chained
        results = {self._job_edges[edge.edge_id].data_set for edge in chained.non_chained_outputs}
        return partial(
            self._told.target, one_of_several=len(chained.chained_outputs) + len(results) > 1
        )

    def _inputs(self, subtask: SubtaskId, head: StreamNode, task: StreamTask) -> list[TaskInput]:
        gates = self._wiring.gates[subtask]
        reads_all_first = self._in_batch or head.outputs_only_after_end_of_stream
        selectors: tuple[KeySelector | None, ...] = ()
        if reads_all_first and gates:
            selectors = sorting_selectors(head.spec, head.key_selector, self._sorts)
        operator = task.operators[0]
        if not selectors:
            return [
                TaskInput(number, subtask, gate, operator, self._emit)
                for number, gate in enumerate(gates)
            ]
        if self._has_checkpoints and any(selectors):
            task.refused = _SORTED_AND_CHECKPOINTED
        batch_inputs = BatchInputs(selectors, operator.context.key_bytes)
        batch_inputs.inputs = [
            BatchTaskInput(batch_inputs, number, subtask, gate, operator, self._emit)
            for number, gate in enumerate(gates)
        ]
        return [*batch_inputs.inputs]

    def _empty_task(self, vertex: JobVertex, place: int, subtask: SubtaskId) -> StreamTask:
        spec = vertex.operators[0].node.spec
        task_args = (subtask, vertex.name, self._runnable, self._clock, self._emit)
        if not isinstance(spec, SourceSpec):
            return self._told.task(StreamTask(*task_args))
        task_class = SourceStreamTask if spec.legacy else SourceOperatorStreamTask
        task = self._told.task(task_class(*task_args))
        task.vertex_index = place
        task.latency_interval_ms = self._settings.configuration.get_duration_ms(LATENCY_INTERVAL, 0)
        return task

    def _context(
        self, vertex: JobVertex, node: StreamNode, index: int, task: StreamTask, priority: int
    ) -> OperatorContext:
        settings = self._settings
        context = OperatorContext(
            operator_id=ids.operator_id(node.id, index),
            operator_name=node.name,
            subtask_index=index,
            parallelism=vertex.parallelism,
            max_parallelism=vertex.max_parallelism,
            key_group_range=compute_key_group_range_for_operator_index(
                vertex.max_parallelism, vertex.parallelism, index
            ),
            processing_time=task.processing_time.of_operator(priority),
            emit=self._emit,
            auto_watermark_interval_ms=settings.auto_watermark_interval_ms,
            object_reuse=settings.object_reuse,
            job_parameters=dict(settings.job_parameters),
            task_name=vertex.name,
            attempt_number=task.execution.attempt,
            key_hash=self._factory.key_hash(node.key_type),
            key_type=node.key_type,
            key_bytes=self._factory.key_bytes(node.key_type),
            declared_at=node.declared_at,
            in_batch=self._in_batch,
            has_checkpoints=self._has_checkpoints,
            coordinator_store=self._coordinator_store,
            coming_of=self._told.coming_of,
            going_on=task.going_on,
            put_mail=partial(task.put_mail, priority=priority),
            begin_yielding=partial(task.mailbox.begin_yielding, priority),
            end_yielding=partial(task.end_yielding, priority),
            goes_on_later=lambda rest: task.goes_on_later(rest, priority),
        )
        self._factory.prepare(context)
        return context


def _to_network(
    writers: Mapping[str, RecordWriter], edge: StreamEdge, tag_id: str | None
) -> OutputTarget:
    return network_target(writers[edge.edge_id], tag_id)


def _subtasks(job_graph: JobGraph) -> Iterator[SubtaskId]:
    for vertex in job_graph.vertices:
        for index in range(vertex.parallelism):
            yield ids.subtask_id(vertex.key, index)


def _key_functions(spec: OperatorSpec) -> Iterator[Function]:
    """Find the user's key selectors in an operator description."""
    for name in ("key_selector", "key_selector1", "key_selector2"):
        yield from key_selector_object(getattr(spec, name, None))


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
            f"{error}: {_function_of(spec)} cannot be copied into its subtasks. Open files, locks "
            "and connections belong into its open(runtime_context) method, where each subtask makes "
            "its own."
        ) from error


def _function_of(spec: OperatorSpec) -> str:
    """Describe the user function of *spec* for an error message."""
    for field in ("function", "window_function", "pre_aggregation"):
        function = getattr(spec, field, None)
        if function is not None:
            return f"the function {type(function).__name__}"
    return f"the user function of {type(spec).__name__}"
