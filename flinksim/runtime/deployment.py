"""From a job graph to tasks that are wired and ready to take turns.

Flink: what ``DefaultScheduler``, ``Execution.deploy`` and the constructors of ``StreamTask`` and the
shuffle environment do between them.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from flinksim.common import ids
from flinksim.common.ids import ChannelId, SubtaskId, VertexId
from flinksim.common.key_groups import compute_key_group_range_for_operator_index
from flinksim.datastream.transformations import OperatorSpec, SinkSpec, SourceSpec
from flinksim.graph.execution_graph import ExecutionGraph, connections
from flinksim.graph.job_graph import ChainedOperator, JobEdge, JobGraph, JobVertex
from flinksim.graph.layout import layered_layout
from flinksim.runtime.actors import RunnableSet
from flinksim.runtime.clock import SimulatedClock
from flinksim.runtime.network.buffers import DEFAULT_SEGMENT_BYTES, EXCLUSIVE_BUFFERS_PER_CHANNEL
from flinksim.runtime.network.connection import Connection, CreditBasedReader
from flinksim.runtime.network.input_channels import (
    InputChannel,
    LocalInputChannel,
    RemoteInputChannel,
)
from flinksim.runtime.network.input_gate import FloatingBufferReport, FloatingBuffers, InputGate
from flinksim.runtime.network.result_partition import RecordWriter, output_pool
from flinksim.runtime.network.subpartition import PipelinedSubpartition
from flinksim.runtime.operators.create import create_operator, number_of_inputs, operator_class_name
from flinksim.runtime.operators.stream_operator import OperatorContext, StreamOperator
from flinksim.runtime.tasks.output import (
    OperatorOutput,
    OutputTarget,
    chained_target,
    network_target,
)
from flinksim.runtime.tasks.output_flusher import OutputFlusher
from flinksim.runtime.tasks.source_task import SourceOperatorStreamTask, SourceStreamTask
from flinksim.runtime.tasks.stream_task import StreamTask
from flinksim.runtime.tasks.task_input import TaskInput
from flinksim.trace.events import Emit, OutputBuffersChanged
from flinksim.trace.plan import Plan, PlanChannel, PlanOperator, PlanSubtask, PlanVertex


@dataclass(frozen=True, slots=True)
class DeploymentSettings:
    """What a run decides beside the program.

    ``buffer_timeout_ms`` ``None`` leaves the program's own; ``segment_bytes`` is the size of a network
    buffer (Flink: ``taskmanager.memory.segment-size``); ``seed`` serves random partitioners.
    """

    buffer_timeout_ms: int | None = None
    segment_bytes: int = DEFAULT_SEGMENT_BYTES
    seed: int = 0


@dataclass(slots=True)
class _Edge:
    """One job edge, unfolded: the writers upstream and the channels downstream."""

    edge: JobEdge
    writers: list[RecordWriter] = field(default_factory=list)
    channels: list[list[InputChannel]] = field(default_factory=list)


class Deployment:
    """The tasks and connections of a job, numbered from upstream to downstream; connections last.

    Actor 0 is left for the clock.
    """

    def __init__(
        self,
        job_graph: JobGraph,
        execution_graph: ExecutionGraph,
        settings: DeploymentSettings,
        runnable: RunnableSet,
        clock: SimulatedClock,
        emit: Emit | None,
    ) -> None:
        self._job_graph = job_graph
        self._execution_graph = execution_graph
        self._settings = settings
        self._runnable = runnable
        self._clock = clock
        self._emit = emit
        self._random = Random(settings.seed)
        self._connections: dict[tuple[str, str], Connection] = {}
        self._gates: dict[SubtaskId, list[InputGate]] = {}
        self._task_channels: dict[SubtaskId, int] = {}
        self._output_reports: dict[SubtaskId, _OutputReport] = {}
        self._floating_reports: dict[SubtaskId, FloatingBufferReport] = {}
        self._plan_channels: list[PlanChannel] = []
        self._channel_occurrences: dict[tuple[SubtaskId, SubtaskId], int] = {}
        self.flushers: list[OutputFlusher] = []
        self.tasks: list[StreamTask] = []

        for vertex in job_graph.vertices:
            for index in range(vertex.parallelism):
                self._prepare_gates(vertex, ids.subtask_id(vertex.key, index))
        edges: dict[tuple[VertexId, str], _Edge] = {}
        for vertex in job_graph.vertices:
            for job_edge in vertex.inputs:
                edges[job_edge.source, job_edge.stream_edge.edge_id] = self._wire(job_edge, vertex)
        for vertex in job_graph.vertices:
            for index in range(vertex.parallelism):
                self.tasks.append(self._create_task(vertex, index, edges))
        self.connections = list(self._connections.values())

    # --- channels --------------------------------------------------------------------------------

    def _prepare_gates(self, vertex: JobVertex, subtask: SubtaskId) -> None:
        inputs = number_of_inputs(vertex.operators[0].node.spec) if vertex.inputs else 0
        self._gates[subtask] = [InputGate(self._emit) for _ in range(inputs)]
        self._task_channels[subtask] = 0

    def _wire(self, job_edge: JobEdge, target: JobVertex) -> _Edge:
        source = self._vertex(job_edge.source)
        wiring = connections(job_edge.distribution_pattern, source.parallelism, target.parallelism)
        width = [0] * source.parallelism
        for incoming in wiring:
            for upstream, _ in incoming:
                width[upstream] += 1
        pools = [output_pool(count, self._settings.segment_bytes) for count in width]
        subpartitions: list[dict[int, PipelinedSubpartition]] = [{} for _ in width]
        result = _Edge(job_edge)
        for index, incoming in enumerate(wiring):
            subtask = ids.subtask_id(target.key, index)
            floating = self._floating_buffers(source, subtask, incoming)
            channels: list[InputChannel] = []
            for upstream, place in incoming:
                sender = ids.subtask_id(source.key, upstream)
                channel_id = self._name_channel(sender, subtask)
                subpartition = PipelinedSubpartition(place, channel_id, pools[upstream], self._emit)
                subpartitions[upstream][place] = subpartition
                channels.append(
                    self._create_channel(job_edge, sender, subtask, subpartition, floating)
                )
            result.channels.append(channels)
        for upstream, by_place in enumerate(subpartitions):
            ordered = [by_place[place] for place in range(len(by_place))]
            result.writers.append(self._create_writer(job_edge, source, upstream, ordered))
        return result

    def _floating_buffers(
        self, source: JobVertex, subtask: SubtaskId, incoming: Sequence[tuple[int, int]]
    ) -> FloatingBuffers:
        floating = FloatingBuffers()
        here = self._task_manager(subtask)
        remote = any(
            self._task_manager(ids.subtask_id(source.key, upstream)) != here
            for upstream, _ in incoming
        )
        if remote and self._emit is not None:
            report = self._floating_reports.setdefault(
                subtask, FloatingBufferReport(subtask, self._emit)
            )
            report.free += floating.free
            floating.on_change = report.changed
        return floating

    def _create_channel(
        self,
        job_edge: JobEdge,
        sender: SubtaskId,
        receiver: SubtaskId,
        subpartition: PipelinedSubpartition,
        floating: FloatingBuffers,
    ) -> InputChannel:
        stream_edge = job_edge.stream_edge
        input_index = max(stream_edge.type_number - 1, 0)
        gate = self._gates[receiver][input_index]
        index = self._task_channels[receiver]
        self._task_channels[receiver] += 1
        place = (subpartition.channel, index, input_index, len(gate.channels), gate)
        here, there = self._task_manager(receiver), self._task_manager(sender)
        channel: InputChannel
        if here == there:
            channel = LocalInputChannel(*place, subpartition)
        else:
            channel = RemoteInputChannel(
                *place, subpartition, floating, self._connection(here, there), self._emit
            )
            CreditBasedReader(subpartition, channel, self._connection(there, here))
        gate.add(channel)
        tag = stream_edge.output_tag
        self._plan_channels.append(
            PlanChannel(
                id=channel.id,
                source=sender,
                target=receiver,
                source_node=stream_edge.source_id,
                target_node=stream_edge.target_id,
                index=index,
                input=input_index,
                partitioner=stream_edge.partitioner.name,
                side_output=None if tag is None else tag.tag_id,
                local=here == there,
                initial_credit=0 if here == there else EXCLUSIVE_BUFFERS_PER_CHANNEL,
            )
        )
        return channel

    def _create_writer(
        self,
        job_edge: JobEdge,
        source: JobVertex,
        upstream: int,
        subpartitions: list[PipelinedSubpartition],
    ) -> RecordWriter:
        count = len(subpartitions)
        partitioner = job_edge.stream_edge.partitioner.copy()
        # Flink starts a rebalance at a random channel; here the first record goes to channel 0.
        partitioner.setup(count, random_start=count - 1, random=self._random)
        timeout = self._settings.buffer_timeout_ms
        if timeout is None:
            timeout = job_edge.stream_edge.buffer_timeout_ms
        pool = subpartitions[0]._pool
        subtask = ids.subtask_id(source.key, upstream)
        if self._emit is not None:
            report = self._output_reports.setdefault(subtask, _OutputReport(subtask, self._emit))
            pool.on_change = report.changed
        writer = RecordWriter(partitioner, subpartitions, pool, timeout, self._emit)
        if timeout > 0:
            self.flushers.append(OutputFlusher(writer, self._clock, timeout))
        return writer

    def _connection(self, source: str, target: str) -> Connection:
        """What carries buffers from TaskManager *source* to *target*, and credit likewise."""
        known = self._connections.get((source, target))
        if known is None:
            known = Connection(f"link {source}>{target}", self._runnable, self._emit)
            self._connections[source, target] = known
        return known

    def _name_channel(self, sender: SubtaskId, receiver: SubtaskId) -> ChannelId:
        occurrence = self._channel_occurrences.get((sender, receiver), 0)
        self._channel_occurrences[sender, receiver] = occurrence + 1
        return ids.channel_id(sender, receiver, occurrence)

    # --- tasks -----------------------------------------------------------------------------------

    def _create_task(
        self, vertex: JobVertex, index: int, edges: dict[tuple[VertexId, str], _Edge]
    ) -> StreamTask:
        subtask = ids.subtask_id(vertex.key, index)
        spec = vertex.operators[0].node.spec
        task_class: type[StreamTask] = StreamTask
        if isinstance(spec, SourceSpec):
            task_class = SourceStreamTask if spec.legacy else SourceOperatorStreamTask
        task = task_class(subtask, vertex.name, self._runnable, self._clock, self._emit)
        if isinstance(task, SourceOperatorStreamTask):
            task.vertex_index = self._job_graph.vertices.index(vertex)
        operators: dict[int, StreamOperator] = {
            chained.node.id: create_operator(copy_for_subtask(chained.node.spec))
            for chained in vertex.operators
        }
        writers: dict[str, RecordWriter] = {
            stream_edge.edge_id: edges[vertex.key, stream_edge.edge_id].writers[index]
            for chained in vertex.operators
            for stream_edge in chained.non_chained_outputs
        }
        # from the tail, because an output binds the next operator's methods, which setup may choose
        for chained in reversed(vertex.operators):
            operator = operators[chained.node.id]
            context = self._context(vertex, chained, index, task)
            targets = self._targets(chained, operators, writers)
            operator.setup(context, OperatorOutput(targets, context.operator_id, self._emit))
        task.operators = [operators[chained.node.id] for chained in vertex.operators]
        task.writers = list(writers.values())
        task.inputs = [
            TaskInput(number, subtask, gate, task.operators[0], self._emit)
            for number, gate in enumerate(self._gates[subtask])
        ]
        return task

    def _context(
        self, vertex: JobVertex, chained: ChainedOperator, index: int, task: StreamTask
    ) -> OperatorContext:
        settings = self._job_graph.settings
        return OperatorContext(
            operator_id=ids.operator_id(chained.node.id, index),
            operator_name=chained.node.name,
            subtask_index=index,
            parallelism=vertex.parallelism,
            max_parallelism=vertex.max_parallelism,
            key_group_range=compute_key_group_range_for_operator_index(
                vertex.max_parallelism, vertex.parallelism, index
            ),
            processing_time=task.processing_time,
            emit=self._emit,
            auto_watermark_interval_ms=settings.auto_watermark_interval_ms,
            object_reuse=settings.object_reuse,
            job_parameters=dict(settings.job_parameters),
            task_name=vertex.name,
        )

    def _targets(
        self,
        chained: ChainedOperator,
        operators: dict[int, StreamOperator],
        writers: dict[str, RecordWriter],
    ) -> list[OutputTarget]:
        targets = []
        for stream_edge in chained.chained_outputs:
            tag = stream_edge.output_tag
            targets.append(
                chained_target(
                    operators[stream_edge.target_id],
                    stream_edge.type_number,
                    None if tag is None else tag.tag_id,
                )
            )
        for stream_edge in chained.non_chained_outputs:
            tag = stream_edge.output_tag
            targets.append(
                network_target(writers[stream_edge.edge_id], None if tag is None else tag.tag_id)
            )
        return targets

    # --- the plan, for the trace -----------------------------------------------------------------

    def plan(self) -> Plan:
        """The job as traces draw it."""
        places = layered_layout(self._job_graph)
        return Plan(
            job_name=self._job_graph.name,
            start_time_ms=self._clock.now_ms,
            vertices=tuple(self._plan_vertex(v, places[v.key]) for v in self._job_graph.vertices),
            subtasks=tuple(
                self._plan_subtask(vertex, index)
                for vertex in self._job_graph.vertices
                for index in range(vertex.parallelism)
            ),
            channels=tuple(self._plan_channels),
        )

    def _plan_vertex(self, vertex: JobVertex, place: tuple[int, int]) -> PlanVertex:
        feeds: dict[int, list[int]] = {}
        for chained in vertex.operators:
            for stream_edge in chained.chained_outputs:
                feeds.setdefault(stream_edge.target_id, []).append(chained.node.id)
        return PlanVertex(
            id=vertex.key,
            name=vertex.name,
            parallelism=vertex.parallelism,
            max_parallelism=vertex.max_parallelism,
            operators=tuple(
                PlanOperator(
                    node=chained.node.id,
                    name=chained.node.name,
                    description=chained.node.description,
                    operator_class=operator_class_name(chained.node.spec),
                    inputs=tuple(feeds.get(chained.node.id, ())),
                )
                for chained in vertex.operators
            ),
            layer=place[0],
            row=place[1],
        )

    def _plan_subtask(self, vertex: JobVertex, index: int) -> PlanSubtask:
        subtask = ids.subtask_id(vertex.key, index)
        manager, slot = self._execution_graph.location(vertex.key, index)
        return PlanSubtask(subtask, vertex.key, index, manager, slot)

    def report_initial_buffers(self) -> None:
        """Report the buffers that every task starts with."""
        for report in self._floating_reports.values():
            report.changed(0)

    def _vertex(self, key: VertexId) -> JobVertex:
        return next(vertex for vertex in self._job_graph.vertices if vertex.key == key)

    def _task_manager(self, subtask: SubtaskId) -> str:
        vertex, _, index = subtask.partition("/")
        return self._execution_graph.location(VertexId(vertex), int(index))[0]


class _OutputReport:
    """Adds up the output buffers that a task uses, for its facts."""

    __slots__ = ("_emit", "_in_use", "_subtask")

    def __init__(self, subtask: SubtaskId, emit: Emit) -> None:
        self._subtask = subtask
        self._emit = emit
        self._in_use = 0

    def changed(self, by: int) -> None:
        self._in_use += by
        self._emit(OutputBuffersChanged(self._subtask, self._in_use))


def copy_for_subtask(spec: OperatorSpec) -> OperatorSpec:
    """A description whose user functions belong to one subtask alone.

    Flink serialises functions into every task, so that no two share what a function remembers.
    Sources and sinks keep no position of their own and are shared.

    Raises: TypeError if a function cannot be copied, naming what it holds.
    """
    if isinstance(spec, SourceSpec | SinkSpec):
        return spec
    try:
        return copy.deepcopy(spec)
    except Exception as error:
        raise TypeError(
            f"the user function of {spec!r} cannot be copied into its subtasks ({error}); open files, "
            "locks and connections belong into its open(runtime_context) method, where each subtask "
            "makes its own"
        ) from error
