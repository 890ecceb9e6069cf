"""Records the steps from the stream graph to deployed tasks as sentences.

The order is that of Flink 2.3.0: ``StreamingJobGraphGenerator.createJobGraph`` (ids, recursive
chaining, outputs of chains, physical edges, slot sharing, names), ``DefaultExecutionGraphBuilder``,
the slots, and ``TaskExecutor.submitTask``. The steps are derived from the finished graphs.

Differs: all chains precede the configuration of their vertices, except for the heads. Tasks without a
slot have no step.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flinksim.core.i18n.messages import Message, join_messages
from flinksim.graph.execution_graph import WAITING_FOR_SLOT, ExecutionGraph
from flinksim.graph.job_graph_generator import JobGraph, JobVertex
from flinksim.graph.stream_graph_generator import StreamEdge, StreamNode
from flinksim.viz.diagram.model import GenerationAction, GenerationStep

_MAX_LISTED_SUBTASKS = 8
"""Maximum number of subtasks of a job vertex whose steps are listed one by one."""


def record_deployment(
    execution_graph: ExecutionGraph, reasons: Mapping[str, str], first_number: int
) -> tuple[GenerationStep, ...]:
    """Record the steps from the job's stream graph to its tasks, in Flink's order.

    *reasons* has the reason of each edge that is not chained, by edge. *first_number* is the number of
    the first step.
    """
    recorder = _DeploymentRecorder(execution_graph, reasons, first_number)
    recorder.record_job_graph()
    recorder.record_execution_graph()
    recorder.record_deployment()
    return tuple(recorder.steps)


class _DeploymentRecorder:
    def __init__(
        self, graph: ExecutionGraph, reasons: Mapping[str, str], first_number: int
    ) -> None:
        self._execution_graph = graph
        self._job_graph: JobGraph = graph.job_graph
        self._reasons = reasons
        self._first_number = first_number
        self._started_chains: set[int] = set()
        self._vertices = {vertex.head.id: vertex for vertex in self._job_graph.vertices}
        self.steps: list[GenerationStep] = []

    # --- the job graph -----------------------------------------------------------------------------

    def record_job_graph(self) -> None:
        """Record ``createJobGraph``, from the ids of the nodes to the names of the vertices."""
        self._add_step(
            "phase",
            Message("plan.create_job_graph"),
        )
        self._record_hashes()
        self._add_step("phase", Message("plan.set_chaining"))
        for source in sorted(self._job_graph.stream_graph.sources, key=lambda node: node.id):
            self._record_chain(source, source, 1, 0)
        self._record_edges()
        self._record_slot_sharing()

    def _record_hashes(self) -> None:
        nodes = self._job_graph.stream_graph.nodes
        self._add_step(
            "phase",
            Message("plan.hasher"),
        )
        for number, (node_id, digits) in enumerate(self._job_graph.operator_ids.items()):
            node = nodes[node_id]
            if node.uid is not None:
                template = "plan.id_from_uid"
                values: tuple[Any, ...] = (node.uid,)
            else:
                template = "plan.id_from_place"
                inputs = ", ".join(str(edge.source_id) for edge in node.in_edges) or Message(
                    "plan.none"
                )
                chained = sum(1 for edge in node.out_edges if self._is_chained(edge))
                values = number, chained, inputs
            sentence = Message(template, _format_name(node), digits[:8], *values)
            self._add_step("hash", sentence, 1, node.id)

    def _is_chained(self, edge: StreamEdge) -> bool:
        return edge.name not in self._reasons

    def _record_chain(self, node: StreamNode, head: StreamNode, index: int, depth: int) -> None:
        """Record Flink's ``createChain``: first all nodes downstream, then the node itself."""
        if node is head:
            if node.id in self._started_chains:
                return
            self._started_chains.add(node.id)
        template = "plan.create_chain_start" if node is head else "plan.create_chain"
        self._add_step("chain", Message(template, _format_name(node), index), depth, node.id)
        chained = [edge for edge in node.out_edges if self._is_chained(edge)]
        others = [edge for edge in node.out_edges if not self._is_chained(edge)]
        for edge in node.out_edges:
            if self._is_chained(edge):
                template = "plan.is_chainable"
            else:
                template = "plan.is_not_chainable"
            sentence = Message(
                template, edge.source_id, edge.target_id, self._reasons.get(edge.name, "")
            )
            self._add_step("edge", sentence, depth + 1, edge=edge.name)
        nodes = self._job_graph.stream_graph.nodes
        for edge in chained:
            self._record_chain(nodes[edge.target_id], head, index + 1, depth + 1)
        for edge in others:
            target = nodes[edge.target_id]
            if target.id not in self._started_chains:
                self._record_chain(target, target, 1, depth + 1)
        if node is head:
            vertex = self._vertices[node.id]
            sentence = Message(
                "plan.create_vertex" if chained else "plan.create_vertex_end",
                _format_name(node),
                vertex.name,
                vertex.invokable,
                self._describe_chained_configs(vertex),
            )
            self._add_step("vertex", sentence, depth, node.id)
        else:
            template = "plan.into_chained" if chained else "plan.into_chained_end"
            sentence = Message(template, _format_name(node), head.id)
            self._add_step("config", sentence, depth, node.id)

    def _describe_chained_configs(self, vertex: JobVertex) -> str:
        others = len(vertex.operators) - 1
        if not others:
            return Message("plan.alone_in_chain")
        return Message("plan.chained_configs", others)

    def _record_edges(self) -> None:
        self._add_step("phase", Message("plan.physical_edges"))
        names = {vertex.key: vertex for vertex in self._job_graph.vertices}
        for key in self._job_graph.creation_order:
            for vertex in self._job_graph.vertices:
                for edge in vertex.inputs:
                    if edge.source == key:
                        description = (
                            f"{edge.stream_edge.partitioner.name}, {edge.distribution_pattern}, "
                            f"{edge.result_type}"
                        )
                        sentence = Message(
                            "plan.connect_data_set",
                            *(edge.data_set, names[key].name, vertex.name, description),
                        )
                        self._add_step("connect", sentence, 1, edge=edge.stream_edge.name)

    def _record_slot_sharing(self) -> None:
        self._add_step("phase", Message("plan.set_slot_sharing"))
        for vertex in self._job_graph.vertices:
            is_colocated = bool(vertex.co_location_group)
            template = "plan.in_slot_group_colocated" if is_colocated else "plan.in_slot_group"
            groups = vertex.slot_sharing_group, vertex.co_location_group
            messages = [Message(template, vertex.name, *groups)]
            if vertex.resources is not None:
                messages.append(Message("plan.requests", vertex.resources))
            sentence = join_messages(messages)
            self._add_step("share", sentence, 1, vertex.head.id)
        self._add_step(
            "phase",
            Message("plan.managed_memory"),
        )
        self._add_step(
            "phase",
            Message("plan.vertex_names"),
        )
        self._add_step(
            "phase",
            Message("plan.serialize_configs"),
        )

    # --- the execution graph -------------------------------------------------------------------------

    def record_execution_graph(self) -> None:
        """Record how each vertex expands to subtasks, and each data set to their result partitions."""
        self._add_step(
            "phase",
            Message("plan.execution_graph"),
        )
        partitions = self._execution_graph.result_partitions
        for vertex in self._job_graph.vertices:
            count = vertex.parallelism
            template = "plan.job_vertex"
            sentence = Message(template, vertex.name, count)
            self._add_step("expand", sentence, 1, vertex.head.id)
            own = [one for one in partitions if one.producer.partition("/")[0] == vertex.key]
            for data_set in sorted({one.data_set for one in own}):
                data_set_partitions = [one for one in own if one.data_set == data_set]
                width = max(one.subpartitions for one in data_set_partitions)
                sentence = Message(
                    "plan.intermediate_result",
                    *(
                        data_set,
                        len(data_set_partitions),
                        Message("plan.subpartitions", width),
                    ),
                    data_set_partitions[0].result_type,
                )
                self._add_step("expand", sentence, 2, vertex.head.id)
            for edge in vertex.inputs:
                sentence = Message("plan.edge_manager", edge.distribution_pattern)
                self._add_step("expand", sentence, 2, edge=edge.stream_edge.name)

    # --- tasks ----------------------------------------------------------------------------------------

    def record_deployment(self) -> None:
        """Record the slots, the scheduling of all executions, and the submission of each one."""
        graph = self._execution_graph
        needed = len({(one.task_manager, one.slot) for one in graph.vertices})
        template = "plan.region_scheduling"
        sentence = Message(
            template,
            Message("plan.regions", len(graph.scheduling_order)),
            Message("plan.slots", needed),
        )
        self._add_step("phase", sentence)
        for vertex in self._job_graph.vertices:
            subtasks = [one for one in graph.vertices if one.vertex == vertex.key]
            if any(one.task_manager == WAITING_FOR_SLOT for one in subtasks):
                sentence = Message("plan.waits_for_slots", vertex.name)
                self._add_step("deploy", sentence, 1, vertex.head.id)
                continue
            for one in subtasks[:_MAX_LISTED_SUBTASKS]:
                groups = one.key_group_range
                template = "plan.deployment"
                slot = one.task_manager, one.slot
                sentence = Message(template, one.name, *slot, groups.start, groups.end)
                self._add_step("deploy", sentence, 1, vertex.head.id)
            if len(subtasks) > _MAX_LISTED_SUBTASKS:
                sentence = Message("plan.more_of_them", len(subtasks) - _MAX_LISTED_SUBTASKS)
                self._add_step("deploy", sentence, 1, vertex.head.id)
            self._add_step("task", self._describe_task(vertex), 2, vertex.head.id)

    def _describe_task(self, vertex: JobVertex) -> str:
        tail_first = ", ".join(chained.node.name for chained in reversed(vertex.operators))
        gates = len({edge.number for edge in vertex.inputs})
        template = "plan.start_task_requests" if gates else "plan.start_task"
        pools = (
            Message("plan.input_gates", gates),
            Message("plan.result_partitions", vertex.produced_data_sets),
        )
        return Message(template, *pools, vertex.invokable, tail_first)

    def _add_step(
        self,
        action: GenerationAction,
        sentence: str,
        depth: int = 0,
        node: int | None = None,
        edge: str | None = None,
    ) -> None:
        number = self._first_number + len(self.steps)
        self.steps.append(GenerationStep(number, depth, action, -1, node, edge, sentence))


def _format_name(node: StreamNode) -> str:
    return f"{node.name} [{node.id}]"
