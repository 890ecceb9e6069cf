"""Read a stream graph from the JSON of ``getExecutionPlan()``."""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any

from flinksim.common.configuration import Configuration
from flinksim.datastream.partitioner import (
    BroadcastPartitioner,
    CustomPartitionerWrapper,
    ForwardPartitioner,
    GlobalPartitioner,
    KeyGroupStreamPartitioner,
    RebalancePartitioner,
    RescalePartitioner,
    ShufflePartitioner,
    StreamPartitioner,
)
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import (
    AsyncSpec,
    MapPartitionSpec,
    MapSpec,
    OperatorSpec,
    SinkSpec,
    SourceSpec,
)
from flinksim.graph.stream_graph_model import (
    DEFAULT_SLOT_SHARING_GROUP,
    NodeKind,
    StreamEdge,
    StreamGraph,
    StreamNode,
    get_effective_max_parallelism,
)

UNKNOWN_CONDITIONS = (
    "chaining enabled",
    "same slot sharing group",
    "upstream may have a successor",
    "downstream may have a predecessor",
    "same maximum parallelism",
    "pipelined exchange",
)
"""The chaining conditions that cannot be checked on an imported plan, which lacks the values."""

LEGACY_SOURCE_NAMES = (
    "Source: Socket Stream",
    "Source: Custom Source",
    "Source: Custom File Source",
)
"""Flink's names of legacy sources."""

PACTS: dict[str, NodeKind] = {"Data Source": "SOURCE", "Data Sink": "SINK", "Operator": "OPERATOR"}


def parse_stream_graph(data: Mapping[str, Any]) -> StreamGraph:
    """Parse a stream graph; settings and slots, which the JSON lacks, are the defaults.

    Raises:
        KeyError: If a field is missing.
        ValueError: If a field has an invalid value.
    """
    graph = StreamGraph("job", create_empty_pipeline("job"))
    for node in data["nodes"]:
        number = int(node["id"])
        if number in graph.nodes:
            raise ValueError(f"two nodes have the id {number}")
        graph.nodes[number] = _parse_node(number, node)
    # Flink adds edges together with nodes, mostly by id; the plan has legacy sinks last.
    for node in sorted(data["nodes"], key=lambda node: int(node["id"])):
        for predecessor in node.get("predecessors", ()):
            _connect(graph, int(predecessor["id"]), int(node["id"]), predecessor)
    check_drawable(graph)
    return graph


MAX_CHANNELS = 1_000_000
"""Maximum number of subtasks and channels of a plan that is drawn."""


def check_drawable(graph: StreamGraph) -> None:
    """Check that a graph has no cycle and not more channels than can be drawn.

    Raises:
        ValueError: If it has.
    """
    sources = {node.id: [edge.source_id for edge in node.in_edges] for node in graph.nodes.values()}
    try:
        tuple(TopologicalSorter(sources).static_order())
    except CycleError as error:
        cycle = " -> ".join(map(str, reversed(error.args[1])))
        raise ValueError(f"its operators form a cycle: {cycle}") from None
    count = sum(node.parallelism for node in graph.nodes.values())
    for edge in graph.edges():
        ends = graph.nodes[edge.source_id].parallelism, graph.nodes[edge.target_id].parallelism
        count += max(ends) if edge.partitioner.is_pointwise else ends[0] * ends[1]
    if count > MAX_CHANNELS:
        raise ValueError(
            f"the plan has {count:,} subtasks and channels; at most {MAX_CHANNELS:,} can be drawn"
        )


def create_empty_pipeline(name: str, configuration: Configuration | None = None) -> Pipeline:
    """Create a program without operators."""
    return Pipeline(
        job_name=name,
        transformations=(),
        operators=(),
        sinks=(),
        configuration=configuration or Configuration(),
        next_transformation_id=1,
    )


def _parse_node(number: int, node: Mapping[str, Any]) -> StreamNode:
    name = str(node["type"])
    kind = PACTS.get(node.get("pact", "Operator"), "OPERATOR")
    parallelism = int(node["parallelism"])
    if parallelism < 1:
        raise ValueError(f"node {number} ({name}): parallelism {parallelism}")
    return create_node(number, name, kind, parallelism, str(node.get("contents", name)))


def create_node(
    node_id: int, name: str, kind: NodeKind, parallelism: int, description: str
) -> StreamNode:
    """Create a node from the properties that a plan contains."""
    return StreamNode(
        id=node_id,
        name=name,
        description=description,
        spec=infer_spec(name, kind),
        kind=kind,
        parallelism=parallelism,
        max_parallelism=-1,
        slot_sharing_group=DEFAULT_SLOT_SHARING_GROUP,
        chaining_strategy="NEVER" if name == "MapPartition" else "ALWAYS",
        buffer_timeout_ms=100,
        transformation_id=node_id,
    )


def infer_spec(name: str, kind: NodeKind) -> OperatorSpec:
    """Return an operator spec that is chained as Flink's operator *name* would be; it cannot run."""
    if kind == "SOURCE" or name.startswith("Source: "):
        return SourceSpec(None, legacy=name.startswith(LEGACY_SOURCE_NAMES))
    if kind == "SINK":
        return SinkSpec(None, legacy=True)
    if name.endswith((": Writer", ": Committer")):
        return SinkSpec(None, legacy=False)
    if name == "async wait operator":
        return AsyncSpec(None, 0, 1, ordered=False)
    if name == "MapPartition":
        return MapPartitionSpec(None)
    return MapSpec(None)


def _connect(
    graph: StreamGraph, source_id: int, target_id: int, predecessor: Mapping[str, Any]
) -> None:
    if source_id not in graph.nodes:
        raise ValueError(f"node {target_id} has a predecessor {source_id} that is not in the plan")
    source, target = graph.nodes[source_id], graph.nodes[target_id]
    edge = create_edge(source, target, str(predecessor.get("ship_strategy", "FORWARD")))
    source.out_edges.append(edge)
    target.in_edges.append(edge)


def create_edge(source: StreamNode, target: StreamNode, ship_strategy: str) -> StreamEdge:
    """Create an edge from the properties that a plan contains.

    Raises:
        ValueError: If *ship_strategy* is unknown.
    """
    partitioner = create_partitioner(ship_strategy, get_effective_max_parallelism(target))
    occurrence = sum(1 for edge in source.out_edges if edge.target_id == target.id)
    by_default = "FORWARD" if source.parallelism == target.parallelism else "REBALANCE"
    return StreamEdge(
        source_id=source.id,
        target_id=target.id,
        type_number=0,
        partitioner=partitioner,
        output_tag=None,
        buffer_timeout_ms=100,
        edge_id=f"{source}_{target}_0_{ship_strategy}_{occurrence}",
        # A plan does not contain whether the program set it. It did if Flink would choose another one.
        partitioned_by=None if ship_strategy == by_default else 0,
        occurrence=occurrence,
    )


def create_partitioner(ship_strategy: str, max_parallelism: int) -> StreamPartitioner:
    """Create a partitioner with the name *ship_strategy*.

    Raises:
        ValueError: If there is none.
    """
    match ship_strategy:
        case "HASH":
            return KeyGroupStreamPartitioner(lambda value: value, max_parallelism)
        case "CUSTOM":
            return CustomPartitionerWrapper(None, lambda value: value)
    plain = (
        ForwardPartitioner, RebalancePartitioner, RescalePartitioner, ShufflePartitioner,
        BroadcastPartitioner, GlobalPartitioner,
    )  # fmt: skip
    for partitioner in plain:
        if partitioner.name == ship_strategy:
            return partitioner()
    known = ", ".join(["HASH", "CUSTOM", *(partitioner.name for partitioner in plain)])
    raise ValueError(f"unknown ship strategy {ship_strategy!r}; expected one of {known}")
