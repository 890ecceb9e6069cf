"""The network of a job: every edge unfolded into writers, subpartitions, channels and connections.

Flink: ``NettyShuffleEnvironment`` and the consumer side of ``Execution.deploy``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from flinksim.common import ids
from flinksim.common.ids import ChannelId, SubtaskId, VertexId
from flinksim.graph.execution_graph import ExecutionGraph, connections
from flinksim.graph.job_graph import JobEdge, JobGraph, JobVertex
from flinksim.runtime.actors import RunnableSet
from flinksim.runtime.clock import SimulatedClock
from flinksim.runtime.network.buffers import (
    DEFAULT_SEGMENT_BYTES,
    EXCLUSIVE_BUFFERS_PER_CHANNEL,
    LocalBufferPool,
)
from flinksim.runtime.network.connection import Connection, CreditBasedReader
from flinksim.runtime.network.input_channels import (
    InputChannel,
    LocalInputChannel,
    RemoteInputChannel,
)
from flinksim.runtime.network.input_gate import FloatingBuffers, InputGate
from flinksim.runtime.network.reports import FloatingBufferReport, OutputBufferReport
from flinksim.runtime.network.result_partition import RecordWriter, output_pool
from flinksim.runtime.network.subpartition import PipelinedSubpartition
from flinksim.runtime.operators.create import number_of_inputs
from flinksim.runtime.tasks.output_flusher import OutputFlusher
from flinksim.trace.events import Emit
from flinksim.trace.plan import PlanChannel


@dataclass(frozen=True, slots=True)
class NetworkSettings:
    """What a run decides about the network, beside the program.

    ``buffer_timeout_ms`` ``None`` leaves the program's own; ``segment_bytes`` is the size of a network
    buffer (Flink: ``taskmanager.memory.segment-size``); ``seed`` serves random partitioners.

    Raises: ValueError for a segment that holds no element.
    """

    buffer_timeout_ms: int | None = None
    segment_bytes: int = DEFAULT_SEGMENT_BYTES
    seed: int = 0

    def __post_init__(self) -> None:
        if self.segment_bytes < 1:
            raise ValueError(f"segment_bytes must be at least 1, not {self.segment_bytes}")


class Wiring:
    """All channels of a job. Edge by edge they are made from upstream to downstream.

    ``gates`` and ``writers`` are what tasks are given; ``connections`` and ``flushers`` act by
    themselves; ``channels`` are the same as a trace's plan shows them.
    """

    def __init__(
        self,
        job_graph: JobGraph,
        execution_graph: ExecutionGraph,
        settings: NetworkSettings,
        runnable: RunnableSet,
        clock: SimulatedClock,
        emit: Emit | None,
    ) -> None:
        self._execution_graph = execution_graph
        self._settings = settings
        self._runnable = runnable
        self._clock = clock
        self._emit = emit
        self._random = Random(settings.seed)
        self._connections: dict[tuple[str, str], Connection] = {}
        self._channel_counts: dict[SubtaskId, int] = {}
        self._occurrences: dict[tuple[SubtaskId, SubtaskId], int] = {}
        self._output_reports: dict[SubtaskId, OutputBufferReport] = {}
        self._floating_reports: dict[SubtaskId, FloatingBufferReport] = {}
        self.gates: dict[SubtaskId, list[InputGate]] = {}
        self.writers: dict[tuple[SubtaskId, str], RecordWriter] = {}
        self.flushers: list[OutputFlusher] = []
        self.channels: list[PlanChannel] = []
        vertices = {vertex.key: vertex for vertex in job_graph.vertices}
        for vertex in job_graph.vertices:
            self._prepare_gates(vertex)
        for vertex in job_graph.vertices:
            for job_edge in vertex.inputs:
                self._wire(job_edge, vertices[job_edge.source], vertex)

    @property
    def connections(self) -> list[Connection]:
        """One per pair of TaskManagers and direction, where anything goes."""
        return list(self._connections.values())

    def report_initial_buffers(self) -> None:
        """Report the floating buffers that every task starts with."""
        for report in self._floating_reports.values():
            report.changed(0)

    def _prepare_gates(self, vertex: JobVertex) -> None:
        inputs = number_of_inputs(vertex.operators[0].node.spec) if vertex.inputs else 0
        for index in range(vertex.parallelism):
            subtask = ids.subtask_id(vertex.key, index)
            self.gates[subtask] = [InputGate(self._emit) for _ in range(inputs)]
            self._channel_counts[subtask] = 0

    def _wire(self, job_edge: JobEdge, source: JobVertex, target: JobVertex) -> None:
        wiring = connections(job_edge.distribution_pattern, source.parallelism, target.parallelism)
        widths = [0] * source.parallelism
        for incoming in wiring:
            for upstream, _ in incoming:
                widths[upstream] += 1
        pools = [output_pool(width, self._settings.segment_bytes) for width in widths]
        sending: list[dict[int, PipelinedSubpartition]] = [{} for _ in widths]
        for index, incoming in enumerate(wiring):
            receiver = ids.subtask_id(target.key, index)
            floating = self._floating_buffers(source, receiver, incoming)
            for upstream, place in incoming:
                sender = ids.subtask_id(source.key, upstream)
                name = self._name_channel(sender, receiver)
                subpartition = PipelinedSubpartition(place, name, pools[upstream], self._emit)
                sending[upstream][place] = subpartition
                self._create_channel(job_edge, sender, receiver, subpartition, floating)
        for upstream, by_place in enumerate(sending):
            subpartitions = [by_place[place] for place in range(len(by_place))]
            sender = ids.subtask_id(source.key, upstream)
            self._create_writer(job_edge, sender, subpartitions, pools[upstream])

    def _floating_buffers(
        self, source: JobVertex, receiver: SubtaskId, incoming: Sequence[tuple[int, int]]
    ) -> FloatingBuffers:
        floating = FloatingBuffers()
        here = self._task_manager(receiver)
        senders = [ids.subtask_id(source.key, upstream) for upstream, _ in incoming]
        if self._emit is not None and any(self._task_manager(s) != here for s in senders):
            report = self._floating_reports.get(receiver)
            if report is None:
                report = FloatingBufferReport(receiver, self._emit)
                self._floating_reports[receiver] = report
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
    ) -> None:
        stream_edge = job_edge.stream_edge
        input_index = max(stream_edge.type_number - 1, 0)
        gate = self.gates[receiver][input_index]
        index = self._channel_counts[receiver]
        self._channel_counts[receiver] += 1
        place = (subpartition.channel, index, input_index, len(gate.channels), gate, subpartition)
        here, there = self._task_manager(receiver), self._task_manager(sender)
        channel: InputChannel
        if here == there:
            channel = LocalInputChannel(*place)
        else:
            channel = RemoteInputChannel(
                *place, floating, self._connection(here, there), self._emit
            )
            CreditBasedReader(subpartition, channel, self._connection(there, here))
        gate.add(channel)
        tag = stream_edge.output_tag
        self.channels.append(
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

    def _create_writer(
        self,
        job_edge: JobEdge,
        sender: SubtaskId,
        subpartitions: list[PipelinedSubpartition],
        pool: LocalBufferPool,
    ) -> None:
        stream_edge = job_edge.stream_edge
        count = len(subpartitions)
        partitioner = stream_edge.partitioner.copy()
        # Flink starts a rebalance at a random channel; here the first record goes to channel 0.
        partitioner.setup(count, random_start=count - 1, random=self._random)
        timeout_ms = self._settings.buffer_timeout_ms
        if timeout_ms is None:
            timeout_ms = stream_edge.buffer_timeout_ms
        if self._emit is not None:
            report = self._output_reports.get(sender)
            if report is None:
                report = self._output_reports[sender] = OutputBufferReport(sender, self._emit)
            pool.on_change = report.changed
        writer = RecordWriter(partitioner, subpartitions, pool, timeout_ms, self._emit)
        if timeout_ms > 0:
            self.flushers.append(OutputFlusher(writer, self._clock, timeout_ms))
        self.writers[sender, stream_edge.edge_id] = writer

    def _connection(self, source: str, target: str) -> Connection:
        known = self._connections.get((source, target))
        if known is None:
            known = Connection(f"link {source}>{target}", self._runnable, self._emit)
            self._connections[source, target] = known
        return known

    def _name_channel(self, sender: SubtaskId, receiver: SubtaskId) -> ChannelId:
        occurrence = self._occurrences.get((sender, receiver), 0)
        self._occurrences[sender, receiver] = occurrence + 1
        return ids.channel_id(sender, receiver, occurrence)

    def _task_manager(self, subtask: SubtaskId) -> str:
        vertex, _, index = subtask.partition("/")
        return self._execution_graph.location(VertexId(vertex), int(index))[0]
