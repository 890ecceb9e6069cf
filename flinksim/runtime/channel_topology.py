"""The network of a job: each job edge becomes writers, subpartitions, channels and connections.

Flink: ``NettyShuffleEnvironment`` and the consumer side of ``Execution.deploy``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from random import Random
from typing import Any

from flinksim.core import ids
from flinksim.core.ids import ChannelId, SubtaskId, VertexId
from flinksim.datastream.functions import Function
from flinksim.graph.execution_graph import ExecutionGraph, compute_connections
from flinksim.graph.job_graph_generator import JobEdge, JobGraph, JobVertex
from flinksim.runtime.network.broadcast_record_writer import BroadcastRecordWriter
from flinksim.runtime.network.buffer_usage_reports import FloatingBufferReport, OutputBufferReport
from flinksim.runtime.network.buffers import (
    EXCLUSIVE_BUFFERS_PER_CHANNEL,
    FLOATING_BUFFERS_PER_GATE,
    LocalBufferPool,
)
from flinksim.runtime.network.connection import (
    Connection,
    CreditBasedReader,
    UncreditedReader,
)
from flinksim.runtime.network.input_channels import ChannelLocation, InputChannel, LocalInputChannel
from flinksim.runtime.network.input_gate import FloatingBuffers, InputGate, UnionInputGate
from flinksim.runtime.network.network_buffer_pool import NetworkBufferPool
from flinksim.runtime.network.remote_input_channel import RemoteInputChannel
from flinksim.runtime.network.result_partition import RecordWriter, create_output_pool
from flinksim.runtime.network.subpartition import PipelinedSubpartition
from flinksim.runtime.network.timed_connection import TimedConnection
from flinksim.runtime.network.timed_link import TimedLink
from flinksim.runtime.network.uncredited_input_channel import UncreditedInputChannel
from flinksim.runtime.network_settings import NetworkSettings
from flinksim.runtime.operators.operator_factory import count_inputs
from flinksim.runtime.scheduler_actors import RunnableSet
from flinksim.runtime.tasks.output_flusher import OutputFlusher
from flinksim.runtime.virtual_clock import SimulatedClock
from flinksim.trace.events import Emit
from flinksim.trace.plan import PlanChannel

__all__ = ["ChannelTopology", "NetworkSettings"]


class ChannelTopology:
    """All channels of a job, created edge by edge from upstream to downstream.

    Tasks get their ``gates`` and ``writers`` from here. ``connections`` are actors of their own.
    ``channels`` describe the channels for a trace's plan. ``buffer_pools`` has the network buffers
    of each TaskManager. The channels of a failed region are released (:meth:`release`) and created
    again (:meth:`rebuild`); connections between TaskManagers stay.

    Raises:
        InsufficientNetworkBuffersError: If a TaskManager has too few buffers.
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
        self._job_graph = job_graph
        self._execution_graph = execution_graph
        self._settings = settings.with_defaults(job_graph.settings.configuration)
        self._runnable = runnable
        self._clock = clock
        self._emit = emit
        self._random = Random(settings.seed)
        self._connections: dict[tuple[str, str, str], Connection] = {}
        self._channel_counts: dict[SubtaskId, int] = {}
        self._channel_occurrences: dict[tuple[SubtaskId, SubtaskId], int] = {}
        self._output_pools: dict[SubtaskId, list[LocalBufferPool]] = {}
        self._floating_pools: dict[SubtaskId, list[tuple[FloatingBuffers, int]]] = {}
        self._output_reports: dict[SubtaskId, OutputBufferReport] = {}
        self._floating_reports: dict[SubtaskId, FloatingBufferReport] = {}
        self.gates: dict[SubtaskId, list[InputGate | UnionInputGate]] = {}
        self._gates_by_edge: dict[tuple[SubtaskId, str], InputGate] = {}
        self.writers: dict[tuple[SubtaskId, str], RecordWriter] = {}
        self.key_functions: dict[SubtaskId, list[Function]] = {}
        self._flushers: dict[SubtaskId, list[OutputFlusher]] = {}
        self._plan_channels: dict[ChannelId, PlanChannel] = {}
        self.buffer_pools: dict[str, NetworkBufferPool] = {}
        self._connect_region({vertex.id for vertex in execution_graph.vertices})
        self._assign_buffers(job_graph)

    def _connect_region(self, region: Set[SubtaskId]) -> None:
        """Create the gates, channels and writers of the subtasks of one failover region.

        No edge leads to subtasks outside of it.
        """
        vertices_by_key = {vertex.key: vertex for vertex in self._job_graph.vertices}
        for vertex in self._job_graph.vertices:
            self._create_gates(vertex, region)
        for vertex in self._job_graph.vertices:
            for job_edge in vertex.inputs:
                self._connect_edge(job_edge, vertices_by_key[job_edge.source], vertex, region)

    # --- failed regions --------------------------------------------------------------------------

    def release(self, subtasks: Sequence[SubtaskId]) -> None:
        """Release the channels of *subtasks*, which must be a whole failover region."""
        channels = {
            channel
            for subtask in subtasks
            for gate in self.gates[subtask]
            for channel in gate.channels
        }
        for connection in self.connections:
            connection.remove_channels(channels)
        for subtask in subtasks:
            for flusher in self._flushers.pop(subtask, ()):
                flusher.stop()

    def rebuild(self, subtasks: Sequence[SubtaskId]) -> None:
        """Create the channels of *subtasks*, a whole released region, again with the same buffers."""
        region = set(subtasks)
        pools = {subtask: self._output_pools.pop(subtask, []) for subtask in subtasks}
        floating = {subtask: self._floating_pools.pop(subtask, []) for subtask in subtasks}
        self._channel_occurrences = {
            ends: count
            for ends, count in self._channel_occurrences.items()
            if ends[0] not in region
        }
        table: dict[SubtaskId, Any]
        for table in (self._output_reports, self._floating_reports, self.key_functions):
            for subtask in subtasks:
                table.pop(subtask, None)
        self._connect_region(region)
        for subtask in subtasks:
            for pool, previous in zip(
                self._output_pools.get(subtask, ()), pools[subtask], strict=True
            ):
                pool.take_over(previous)
            shares = zip(self._floating_pools.get(subtask, ()), floating[subtask], strict=True)
            for (share, _), (previous_share, _) in shares:
                share.take_over(previous_share)

    def start_flushers(self, subtasks: Sequence[SubtaskId]) -> None:
        """Start the output flushers of *subtasks* after their deployment."""
        for subtask in subtasks:
            for flusher in self._flushers.get(subtask, ()):
                flusher.start()

    @property
    def channels(self) -> list[PlanChannel]:
        """All channels, by target in the order of its inputs."""
        return list(self._plan_channels.values())

    @property
    def connections(self) -> list[Connection]:
        """The connections, one per ordered pair of TaskManagers that exchange data.

        Without credits there is one for each job edge too, as in Flink 1.4. If tasks in a row
        shared one connection that is not read, each could wait for the other.
        """
        return list(self._connections.values())

    @property
    def segment_bytes(self) -> int:
        """The size of a network buffer in bytes."""
        assert self._settings.segment_bytes is not None
        return self._settings.segment_bytes

    def report_initial_buffers(self, subtasks: Iterable[SubtaskId]) -> None:
        """Emit trace events with the number of floating buffers with which *subtasks* start."""
        for subtask in subtasks:
            if subtask in self._floating_reports:
                self._floating_reports[subtask].start()

    def _create_gates(self, vertex: JobVertex, region: Set[SubtaskId]) -> None:
        """Create a gate for each edge, and a union of the edges of one logical input."""
        inputs = count_inputs(vertex.operators[0].node.spec) if vertex.inputs else 0
        edges: list[list[str]] = [[] for _ in range(inputs)]
        for job_edge in vertex.inputs:
            edges[_get_input_index(job_edge)].append(job_edge.stream_edge.edge_id)
        for index in range(vertex.parallelism):
            subtask = ids.build_subtask_id(vertex.key, index)
            if subtask not in region:
                continue
            self.gates[subtask] = []
            for names in edges:
                gates = [InputGate(self._emit) for _ in names]
                for name, gate in zip(names, gates, strict=True):
                    self._gates_by_edge[subtask, name] = gate
                self.gates[subtask].append(gates[0] if len(gates) == 1 else UnionInputGate(gates))
            self._channel_counts[subtask] = 0

    def _connect_edge(
        self, job_edge: JobEdge, source: JobVertex, target: JobVertex, region: Set[SubtaskId]
    ) -> None:
        wiring = compute_connections(
            job_edge.distribution_pattern, source.parallelism, target.parallelism
        )
        widths = [0] * source.parallelism
        for incoming in wiring:
            for upstream, _ in incoming:
                widths[upstream] += 1
        spills = job_edge.result_type != "PIPELINED_BOUNDED"
        pools = [create_output_pool(width, self.segment_bytes, spills) for width in widths]
        subpartitions_by_sender: list[dict[int, PipelinedSubpartition]] = [{} for _ in widths]
        supports_unaligned = all(_can_be_unaligned(edge) for edge in target.inputs)
        for index, incoming in enumerate(wiring):
            receiver = ids.build_subtask_id(target.key, index)
            if receiver not in region:
                continue
            floating = self._create_floating_buffers(source, receiver, incoming)
            for upstream, place in incoming:
                sender = ids.build_subtask_id(source.key, upstream)
                name = self._create_channel_id(sender, receiver)
                subpartition = PipelinedSubpartition(place, name, pools[upstream], self._emit)
                subpartitions_by_sender[upstream][place] = subpartition
                self._create_channel(job_edge, sender, receiver, subpartition, floating)
        for upstream, by_index in enumerate(subpartitions_by_sender):
            sender = ids.build_subtask_id(source.key, upstream)
            if sender not in region:
                continue
            subpartitions = [by_index[place] for place in range(len(by_index))]
            writer = self._create_writer(job_edge, sender, subpartitions, pools[upstream])
            writer.supports_unaligned = supports_unaligned

    def _create_floating_buffers(
        self, source: JobVertex, receiver: SubtaskId, incoming: Sequence[tuple[int, int]]
    ) -> FloatingBuffers:
        receiver_manager = self._find_task_manager(receiver)
        senders = [ids.build_subtask_id(source.key, upstream) for upstream, _ in incoming]
        remote = sum(self._find_task_manager(sender) != receiver_manager for sender in senders)
        if self._has_credits:
            floating = FloatingBuffers(FLOATING_BUFFERS_PER_GATE)
            exclusive = remote * EXCLUSIVE_BUFFERS_PER_CHANNEL
        else:
            maximum = FLOATING_BUFFERS_PER_GATE + EXCLUSIVE_BUFFERS_PER_CHANNEL * len(senders)
            floating = FloatingBuffers(maximum, required=len(senders))
            exclusive = 0
        self._floating_pools.setdefault(receiver, []).append((floating, exclusive))
        if self._emit is not None and remote:
            report = self._floating_reports.get(receiver)
            if report is None:
                report = FloatingBufferReport(receiver, self._emit)
                self._floating_reports[receiver] = report
            report.pools.append(floating)
            floating.on_change = report.on_change
        return floating

    @property
    def _has_credits(self) -> bool:
        return self._settings.flow_control == "credits"

    def _assign_buffers(self, job_graph: JobGraph) -> None:
        """Assign buffers to every pool, in the order in which Flink sets up its tasks.

        Raises:
            InsufficientNetworkBuffersError: If a TaskManager has too few buffers.
        """
        total = self._settings.network_buffers
        assert total is not None
        for vertex in job_graph.vertices:
            for index in range(vertex.parallelism):
                subtask = ids.build_subtask_id(vertex.key, index)
                manager = self._find_task_manager(subtask)
                buffer_pool = self.buffer_pools.get(manager)
                if buffer_pool is None:
                    buffer_pool = self.buffer_pools[manager] = NetworkBufferPool(
                        total, self.segment_bytes
                    )
                for pool in self._output_pools.get(subtask, ()):
                    buffer_pool.add_pool(pool)
                for floating, exclusive in self._floating_pools.get(subtask, ()):
                    buffer_pool.add_pool(floating)
                    buffer_pool.reserve_exclusive_buffers(exclusive)

    def get_buffer_counts(self, subtask: SubtaskId) -> tuple[int, int, int]:
        """Return the numbers of output buffers, exclusive and floating input buffers of *subtask*."""
        pools = self._output_pools.get(subtask, ())
        gates = self._floating_pools.get(subtask, ())
        report = self._floating_reports.get(subtask)
        return (
            sum(pool.size for pool in pools),
            sum(exclusive for _, exclusive in gates),
            0 if report is None else sum(floating.size for floating in report.pools),
        )

    def _create_channel(
        self,
        job_edge: JobEdge,
        sender: SubtaskId,
        receiver: SubtaskId,
        subpartition: PipelinedSubpartition,
        floating: FloatingBuffers,
    ) -> None:
        stream_edge = job_edge.stream_edge
        input_index = _get_input_index(job_edge)
        gate = self._gates_by_edge[receiver, stream_edge.edge_id]
        logical_gate = self.gates[receiver][input_index]
        index = self._channel_counts[receiver]
        self._channel_counts[receiver] += 1
        place = ChannelLocation(
            subpartition.channel, index, input_index, len(logical_gate.channels), gate, subpartition
        )
        receiver_manager, sender_manager = (
            self._find_task_manager(receiver),
            self._find_task_manager(sender),
        )
        channel: InputChannel
        if receiver_manager == sender_manager:
            channel = LocalInputChannel(place)
        else:
            channel = self._create_remote_channel(
                stream_edge.edge_id, place, floating, receiver_manager, sender_manager
            )
        gate.add(channel)
        if isinstance(logical_gate, UnionInputGate):
            logical_gate.add(channel)
        tag = stream_edge.output_tag
        self._plan_channels[channel.id] = PlanChannel(
            id=channel.id,
            source=sender,
            target=receiver,
            source_node=stream_edge.source_id,
            target_node=stream_edge.target_id,
            index=index,
            input=input_index,
            partitioner=stream_edge.partitioner.name,
            side_output=None if tag is None else tag.tag_id,
            local=receiver_manager == sender_manager,
            initial_credit=(
                EXCLUSIVE_BUFFERS_PER_CHANNEL
                if receiver_manager != sender_manager and self._has_credits
                else 0
            ),
            result_type=job_edge.result_type,
        )

    def _create_remote_channel(
        self,
        edge_id: str,
        location: ChannelLocation,
        floating: FloatingBuffers,
        receiver_manager: str,
        sender_manager: str,
    ) -> InputChannel:
        subpartition = location.subpartition
        if self._has_credits:
            incoming = self._get_connection(sender_manager, receiver_manager)
            outgoing = self._get_connection(receiver_manager, sender_manager)
            channel = RemoteInputChannel(location, floating, outgoing, self._emit)
            CreditBasedReader(subpartition, channel, incoming)
            return channel
        incoming = self._get_connection(sender_manager, receiver_manager, edge_id)
        uncredited = UncreditedInputChannel(location, floating, incoming, self._emit)
        UncreditedReader(subpartition, uncredited, incoming)
        return uncredited

    def _create_writer(
        self,
        job_edge: JobEdge,
        sender: SubtaskId,
        subpartitions: list[PipelinedSubpartition],
        pool: LocalBufferPool,
    ) -> RecordWriter:
        stream_edge = job_edge.stream_edge
        count = len(subpartitions)
        self._output_pools.setdefault(sender, []).append(pool)
        partitioner = stream_edge.partitioner.copy()
        # Flink starts a rebalance at a random channel; here the first record goes to channel 0.
        self.key_functions.setdefault(sender, []).extend(partitioner.functions())
        partitioner.setup(count, random_start=count - 1, random=self._random)
        timeout_ms = self._settings.buffer_timeout_ms
        if timeout_ms is None:
            timeout_ms = stream_edge.buffer_timeout_ms
        if self._emit is not None:
            report = self._output_reports.get(sender)
            if report is None:
                report = self._output_reports[sender] = OutputBufferReport(sender, self._emit)
            pool.on_change = report.on_change
        kind = BroadcastRecordWriter if partitioner.is_broadcast else RecordWriter
        writer = kind(partitioner, subpartitions, pool, timeout_ms, self._emit)
        if timeout_ms > 0:
            flusher = OutputFlusher(writer, self._clock, timeout_ms)
            self._flushers.setdefault(sender, []).append(flusher)
        self.writers[sender, stream_edge.edge_id] = writer
        return writer

    def _get_connection(self, source: str, target: str, edge_id: str = "") -> Connection:
        connection = self._connections.get((source, target, edge_id))
        if connection is None:
            name = f"link {source}>{target}" + (f" {edge_id}" if edge_id else "")
            connection = self._connections[source, target, edge_id] = self._create_connection(name)
        return connection

    def _create_connection(self, name: str) -> Connection:
        settings = self._settings
        if self._has_credits and not settings.is_timed:
            return Connection(name, self._runnable, self._emit)
        # With credits a sender never waits for the receiver. Without, Netty accepts two segments.
        capacity = None if self._has_credits else 2 * self.segment_bytes
        wire = TimedLink(self._clock, settings.latency_ms, settings.bytes_per_s, capacity)
        return TimedConnection(name, self._runnable, self._emit, wire)

    def _create_channel_id(self, sender: SubtaskId, receiver: SubtaskId) -> ChannelId:
        occurrence = self._channel_occurrences.get((sender, receiver), 0)
        self._channel_occurrences[sender, receiver] = occurrence + 1
        return ids.build_channel_id(sender, receiver, occurrence)

    def _find_task_manager(self, subtask: SubtaskId) -> str:
        vertex, _, index = subtask.partition("/")
        return self._execution_graph.get_location(VertexId(vertex), int(index))[0]


def _can_be_unaligned(job_edge: JobEdge) -> bool:
    """Return whether in-flight data of an edge can be redistributed after rescaling.

    A task gets only aligned barriers if one of its edges cannot. Flink: ``StreamGraphGenerator``.
    """
    partitioner = job_edge.stream_edge.partitioner
    return not partitioner.is_pointwise and not partitioner.is_broadcast


def _get_input_index(job_edge: JobEdge) -> int:
    """Return the logical input of an edge: 0, or 1 for the second input of a two-input task."""
    return max(job_edge.stream_edge.type_number - 1, 0)
