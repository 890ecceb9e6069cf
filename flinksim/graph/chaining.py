"""Whether an edge stays inside one task: every condition, by name.

An edge is chained if all conditions hold. They are kept in one table, so that the decision and its
explanation cannot disagree.

Flink: ``StreamingJobGraphGenerator.isChainable``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flinksim.datastream.partitioner import ForwardPartitioner
from flinksim.graph.stream_graph import StreamEdge, StreamGraph, StreamNode


@dataclass(frozen=True, slots=True)
class EdgeInGraph:
    """An edge with everything that a condition looks at."""

    edge: StreamEdge
    source: StreamNode
    target: StreamNode
    graph: StreamGraph


@dataclass(frozen=True, slots=True)
class ChainingCondition:
    """One condition. ``flink`` is the check in Flink's terms, ``otherwise`` says what is wrong."""

    name: str
    flink: str
    holds: Callable[[EdgeInGraph], bool]
    otherwise: Callable[[EdgeInGraph], str]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one condition says about one edge; ``reason`` is empty if it holds."""

    condition: str
    holds: bool
    reason: str


def _has_one_input(it: EdgeInGraph) -> bool:
    return len(it.target.in_edges) == 1


def _input_position_is_not_shared(it: EdgeInGraph) -> bool:
    return not any(
        other is not it.edge and other.type_number == it.edge.type_number
        for other in it.target.in_edges
    )


def _yields_behind_legacy_source(it: EdgeInGraph) -> bool:
    return it.target.yields_to_mailbox and head_of_chain(it.source, it.graph).is_legacy_source


def _downstream_strategy_allows(it: EdgeInGraph) -> bool:
    strategy = it.target.chaining_strategy
    if strategy == "HEAD_WITH_SOURCES":
        return it.source.is_source_operator
    return strategy == "ALWAYS"


def _max_parallelism_allows(it: EdgeInGraph) -> bool:
    return (
        it.graph.settings.chaining_with_different_max_parallelism
        or it.source.max_parallelism == it.target.max_parallelism
    )


CONDITIONS: tuple[ChainingCondition, ...] = (
    ChainingCondition(
        "one input",
        "downStreamVertex.getInEdges().size() == 1",
        _has_one_input,
        lambda it: (
            f"{it.target.name} has {len(it.target.in_edges)} input edges; only an operator with one "
            "can be called directly"
        ),
    ),
    ChainingCondition(
        "chaining enabled",
        "streamGraph.isChainingEnabled()",
        lambda it: it.graph.settings.chaining_enabled,
        lambda it: "the environment has operator chaining disabled",
    ),
    ChainingCondition(
        "same slot sharing group",
        "upStreamVertex.isSameSlotSharingGroup(downStreamVertex)",
        lambda it: it.source.slot_sharing_group == it.target.slot_sharing_group,
        lambda it: (
            f"slot sharing groups {it.source.slot_sharing_group!r} and "
            f"{it.target.slot_sharing_group!r} differ"
        ),
    ),
    ChainingCondition(
        "no yielding operator behind a legacy source",
        "!(downStreamOperator instanceof YieldingOperatorFactory && head.isLegacySource())",
        lambda it: not _yields_behind_legacy_source(it),
        lambda it: (
            f"{it.target.name} runs mails while it works, and the chain is headed by the legacy source "
            f"{head_of_chain(it.source, it.graph).name}, whose thread cannot run them"
        ),
    ),
    ChainingCondition(
        "upstream may have a successor",
        "upStreamOperator.getChainingStrategy() != NEVER",
        lambda it: it.source.chaining_strategy != "NEVER",
        lambda it: f"{it.source.name} never chains (chaining strategy NEVER)",
    ),
    ChainingCondition(
        "downstream may have a predecessor",
        "downStreamOperator.getChainingStrategy() == ALWAYS",
        _downstream_strategy_allows,
        lambda it: (
            f"{it.target.name} starts a chain of its own (chaining strategy "
            f"{it.target.chaining_strategy})"
        ),
    ),
    ChainingCondition(
        "same parallelism",
        "upStreamVertex.getParallelism() == downStreamVertex.getParallelism()",
        lambda it: it.source.parallelism == it.target.parallelism,
        lambda it: f"parallelism {it.source.parallelism} and {it.target.parallelism} differ",
    ),
    ChainingCondition(
        "same maximum parallelism",
        "chainOperatorsWithDifferentMaxParallelism || maxParallelism equal",
        _max_parallelism_allows,
        lambda it: (
            f"maximum parallelism {it.source.max_parallelism} and {it.target.max_parallelism} differ, "
            "and the environment does not chain across that"
        ),
    ),
    ChainingCondition(
        "forward partitioner",
        "edge.getPartitioner() instanceof ForwardPartitioner",
        lambda it: isinstance(it.edge.partitioner, ForwardPartitioner),
        lambda it: f"the partitioner is {it.edge.partitioner.name}, which is not FORWARD",
    ),
    ChainingCondition(
        "pipelined exchange",
        "edge.getExchangeMode() != BATCH",
        lambda it: it.edge.exchange_mode != "BATCH",
        lambda it: "the exchange is a batch exchange, which stores all data in between",
    ),
    ChainingCondition(
        "no union",
        "no other in-edge with the same typeNumber",
        _input_position_is_not_shared,
        lambda it: f"{it.target.name} reads a union, which works through channels only",
    ),
)


def verdicts(edge: StreamEdge, graph: StreamGraph) -> tuple[Verdict, ...]:
    """What each condition says about *edge*."""
    it = EdgeInGraph(edge, graph.nodes[edge.source_id], graph.nodes[edge.target_id], graph)
    return tuple(
        Verdict(condition.name, holds, "" if holds else condition.otherwise(it))
        for condition in CONDITIONS
        for holds in (condition.holds(it),)
    )


def is_chainable(edge: StreamEdge, graph: StreamGraph) -> bool:
    """Whether *edge* stays inside one task."""
    it = EdgeInGraph(edge, graph.nodes[edge.source_id], graph.nodes[edge.target_id], graph)
    return all(condition.holds(it) for condition in CONDITIONS)


def explain(edge: StreamEdge, graph: StreamGraph) -> str:
    """One sentence: chained, or why not."""
    reasons = [verdict.reason for verdict in verdicts(edge, graph) if not verdict.holds]
    return f"not chained: {'; '.join(reasons)}" if reasons else "chained: every condition holds"


def head_of_chain(node: StreamNode, graph: StreamGraph) -> StreamNode:
    """The first operator of the chain that *node* is in."""
    while len(node.in_edges) == 1 and is_chainable(node.in_edges[0], graph):
        node = graph.nodes[node.in_edges[0].source_id]
    return node
