"""Read a job graph from the REST responses of ``/jobs/<id>/plan`` and ``/jobs/<id>``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import unescape
from typing import Any, get_args

from flinksim.core.ids import VertexId, build_vertex_id
from flinksim.graph.job_graph_generator import (
    ChainedOperator,
    DistributionPattern,
    JobEdge,
    JobGraph,
    JobVertex,
    ResultPartitionType,
    get_invokable_class,
    sort_topologically_from_sources,
)
from flinksim.graph.plan_import.sql_producers import find_producers
from flinksim.graph.plan_import.stream_graph_json import (
    check_drawable,
    create_edge,
    create_empty_pipeline,
    create_node,
)
from flinksim.graph.stream_graph_model import (
    NodeKind,
    StreamEdge,
    StreamGraph,
    StreamNode,
    get_effective_max_parallelism,
)


def parse_job_graph(plan: Mapping[str, Any], job_details: Mapping[str, Any]) -> JobGraph:
    """Parse a job graph that Flink's REST API has returned.

    Args:
        plan: The plan. Its operators get ids from its end, where Flink puts the sources.
        job_details: The response of ``/jobs/<id>``, or an empty mapping.

    Raises:
        KeyError: If a field is missing.
        ValueError: If a field has an invalid value.
    """
    return _JobGraphParser(plan, job_details).parse()


class _JobGraphParser:
    def __init__(self, plan: Mapping[str, Any], job_details: Mapping[str, Any]) -> None:
        self._nodes: list[Mapping[str, Any]] = list(reversed(plan["nodes"]))
        self._vertex_details = {vertex["id"]: vertex for vertex in job_details.get("vertices", ())}
        self._name = str(plan.get("name", job_details.get("name", "job")))
        self._graph = StreamGraph(self._name, create_empty_pipeline(self._name))
        self._chains: dict[str, list[StreamNode]] = {}
        self._chained_edges: dict[int, list[StreamEdge]] = {}
        groups = [vertex.get("slotSharingGroupId") for vertex in self._vertex_details.values()]
        self._has_multiple_groups = len(dict.fromkeys(groups)) > 1

    def parse(self) -> JobGraph:
        for node in self._nodes:
            self._add_chain(node)
        inputs: dict[str, list[JobEdge]] = {node["id"]: [] for node in self._nodes}
        written: dict[str, list[StreamEdge]] = {node["id"]: [] for node in self._nodes}
        for node in self._nodes:
            in_order = sorted(node.get("inputs", ()), key=lambda item: int(item.get("num", 0)))
            producers = self._find_producers(node, in_order)
            for edge_data, producer in zip(in_order, producers, strict=True):
                inputs[node["id"]].append(self._create_job_edge(node, edge_data, producer, written))
        check_drawable(self._graph)
        vertices = [
            self._create_vertex(node, inputs[node["id"]], written[node["id"]])
            for node in self._nodes
        ]
        return JobGraph(
            name=self._name,
            vertices=sort_topologically_from_sources(vertices),
            stream_graph=self._graph,
            creation_order=tuple(vertex.key for vertex in reversed(vertices)),
        )

    # --- chains -----------------------------------------------------------------------------------

    def _add_chain(self, node: Mapping[str, Any]) -> None:
        planned = int(node["parallelism"])
        if planned < 1 and planned != -1:  # a batch job decides it when the vertex starts
            raise ValueError(f"vertex {node['id']}: parallelism {planned}")
        parallelism = max(planned, 1)
        chain: list[StreamNode] = []
        ancestors: list[StreamNode] = []
        for depth, description in parse_operators(str(node["description"])):
            number = len(self._graph.nodes) + 1
            kind = _determine_kind(description, depth)
            operator = create_node(number, description, kind, parallelism, description)
            operator.max_parallelism = self._get_vertex_details(node).get("maxParallelism", -1)
            operator.slot_sharing_group = self._determine_slot_sharing_group(node)
            self._graph.nodes[number] = operator
            del ancestors[depth:]
            if ancestors:
                call = create_edge(ancestors[-1], operator, "FORWARD")
                ancestors[-1].out_edges.append(call)
                operator.in_edges.append(call)
                self._chained_edges.setdefault(ancestors[-1].id, []).append(call)
            ancestors.append(operator)
            chain.append(operator)
        if not chain:
            raise ValueError(f"vertex {node['id']} has an empty description")
        if node["id"] in self._chains:
            raise ValueError(f"two vertices have the id {node['id']}")
        self._chains[node["id"]] = chain

    def _get_vertex_details(self, node: Mapping[str, Any]) -> Mapping[str, Any]:
        details: Mapping[str, Any] = self._vertex_details.get(node["id"], {})
        return details

    def _determine_slot_sharing_group(self, node: Mapping[str, Any]) -> str:
        """Return the slot sharing group of a vertex, which Flink reports only by id.

        If there is a single group, it is the default group.
        """
        group_id = self._get_vertex_details(node).get("slotSharingGroupId")
        return (
            str(group_id)[:8] if self._has_multiple_groups and group_id is not None else "default"
        )

    # --- edges and vertices -----------------------------------------------------------------------

    def _find_producers(
        self, node: Mapping[str, Any], inputs: list[Mapping[str, Any]]
    ) -> list[StreamNode]:
        for edge_data in inputs:
            if edge_data["id"] not in self._chains:
                raise ValueError(
                    f"vertex {node['id']} reads from {edge_data['id']}, which is not in the plan"
                )
        consumer = self._chains[node["id"]][0]
        return find_producers(consumer, [self._chains[edge_data["id"]] for edge_data in inputs])

    def _create_job_edge(
        self,
        node: Mapping[str, Any],
        edge_data: Mapping[str, Any],
        producer: StreamNode,
        written: dict[str, list[StreamEdge]],
    ) -> JobEdge:
        source, target = self._chains[edge_data["id"]], self._chains[node["id"]][0]
        edge = create_edge(producer, target, str(edge_data.get("ship_strategy", "FORWARD")))
        producer.out_edges.append(edge)
        target.in_edges.append(edge)
        data_sets = written[edge_data["id"]]
        data_sets.append(edge)
        pattern: DistributionPattern = "ALL_TO_ALL"
        if edge.partitioner.is_pointwise:
            pattern = "POINTWISE"
        exchange = str(edge_data.get("exchange", "")).upper()
        kind = next(
            (kind for kind in get_args(ResultPartitionType) if exchange.startswith(kind)), None
        )
        return JobEdge(
            source=build_vertex_id(source[0].id),
            target=build_vertex_id(target.id),
            stream_edge=edge,
            distribution_pattern=pattern,
            result_type=kind or "PIPELINED_BOUNDED",
            data_set=len(data_sets) - 1,
        )

    def _create_vertex(
        self, node: Mapping[str, Any], inputs: list[JobEdge], written: list[StreamEdge]
    ) -> JobVertex:
        chain = self._chains[node["id"]]
        head = chain[0]
        key: VertexId = build_vertex_id(head.id)
        operators = tuple(
            ChainedOperator(
                operator,
                tuple(self._chained_edges.get(operator.id, ())),
                tuple(edge for edge in written if edge.source_id == operator.id),
            )
            for operator in chain
        )
        return JobVertex(
            key=key,
            id=str(node["id"]),
            name=str(
                self._get_vertex_details(node).get("name", " -> ".join(each.name for each in chain))
            ),
            description=str(node["description"]),
            operators=operators,
            parallelism=head.parallelism,
            max_parallelism=get_effective_max_parallelism(head),
            configured_max_parallelism=head.max_parallelism,
            planned_parallelism=int(node["parallelism"]),
            slot_sharing_group=head.slot_sharing_group,
            invokable=get_invokable_class(head),
            inputs=tuple(inputs),
            produced_data_sets=len(written),
        )


def parse_operators(description: str) -> Iterator[tuple[int, str]]:
    """Parse the operators in a vertex's *description*, each with its depth in the tree of the chain.

    The tree has one line for each operator, with three columns for each level of depth. The last
    three columns are ``+- `` or ``:- ``.
    """
    for line in description.replace("<br/>", "\n").split("\n"):
        if not line.strip():
            continue
        depth = 0
        while line[:3] in ("   ", ":  ", "+- ", ":- "):
            line = line[3:]
            depth += 1
        yield depth, unescape(line)


def _determine_kind(description: str, depth: int) -> NodeKind:
    if depth == 0 and description.startswith("Source: "):
        return "SOURCE"
    return (
        "SINK" if description.startswith("Sink: ") and ": Writer" not in description else "OPERATOR"
    )
