"""Whether an edge stays inside one task: every condition, by name.

An edge is chained if all conditions hold. They are kept in one table, so that the decision and its
explanation cannot disagree.

Flink: ``StreamingJobGraphGenerator.isChainable``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flinksim.datastream.partitioner import ForwardPartitioner
from flinksim.graph.stream_nodes import StreamEdge, StreamGraph, StreamNode

if TYPE_CHECKING:
    from flinksim.drawing.document import ConditionVerdict

PARTITIONER_CALLS = {
    "FORWARD": "forward()",
    "REBALANCE": "rebalance()",
    "RESCALE": "rescale()",
    "SHUFFLE": "shuffle()",
    "BROADCAST": "broadcast()",
    "GLOBAL": "global_()",
    "HASH": "key_by(...)",
    "CUSTOM": "partition_custom(...)",
}
"""The call in a program that gives an edge a partitioner."""


@dataclass(frozen=True, slots=True)
class EdgeInGraph:
    """An edge with everything that a condition looks at.

    ``head`` is the first operator of the source's chain, if it is known already.
    """

    edge: StreamEdge
    source: StreamNode
    target: StreamNode
    graph: StreamGraph
    head: StreamNode | None = None


@dataclass(frozen=True, slots=True)
class ChainingCondition:
    """One condition.

    ``flink`` is the check in Flink's terms, ``found`` says what it looks at on an edge, ``otherwise``
    what is wrong if it does not hold.
    """

    name: str
    flink: str
    holds: Callable[[EdgeInGraph], bool]
    found: Callable[[EdgeInGraph], str]
    otherwise: Callable[[EdgeInGraph], str]


def _has_one_input(it: EdgeInGraph) -> bool:
    return len(it.target.in_edges) == 1


def _input_position_is_not_shared(it: EdgeInGraph) -> bool:
    return not any(
        other is not it.edge and other.type_number == it.edge.type_number
        for other in it.target.in_edges
    )


def _inputs(it: EdgeInGraph) -> str:
    count = len(it.target.in_edges)
    return f"{it.target.short_name} has {count} input edge{'' if count == 1 else 's'}"


def _sharing(it: EdgeInGraph) -> str:
    same = [e for e in it.target.in_edges if e.type_number == it.edge.type_number]
    return (
        f"{len(same)} edge{'' if len(same) == 1 else 's'} at this input of {it.target.short_name}"
    )


def _yields_behind_legacy_source(it: EdgeInGraph) -> bool:
    return it.target.yields_to_mailbox and _head(it).is_legacy_source


def _yielding(it: EdgeInGraph) -> str:
    if not it.target.yields_to_mailbox:
        return f"{it.target.short_name} does not yield"
    head = _head(it)
    kind = "a legacy source" if head.is_legacy_source else "no legacy source"
    return f"{it.target.short_name} yields, the chain is headed by {head.short_name}, {kind}"


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


def _max_parallelism(it: EdgeInGraph) -> str:
    allowed = it.graph.settings.chaining_with_different_max_parallelism
    return (
        f"maximum parallelism {_or_unset(it.source.max_parallelism)} and "
        f"{_or_unset(it.target.max_parallelism)}, the environment "
        f"{'chains' if allowed else 'does not chain'} across a difference"
    )


def _or_unset(number: int) -> str:
    return str(number) if number > 0 else "unset"


def _partitioner(it: EdgeInGraph) -> str:
    name = it.edge.partitioner.name
    if it.edge.partitioned_by is None:
        return f"{name}, chosen by Flink as the program names none"
    return f"{name}, from {PARTITIONER_CALLS.get(name, name)}"


_HOW_IT_BEGINS = {
    "NEVER": "never chains",
    "HEAD": "starts a chain of its own",
    "HEAD_WITH_SOURCES": "chains behind sources only",
}

CONDITIONS: tuple[ChainingCondition, ...] = (
    ChainingCondition(
        "one input",
        "downStreamVertex.getInEdges().size() == 1",
        _has_one_input,
        _inputs,
        lambda it: f"{_inputs(it)}; only an operator with one can be called directly",
    ),
    ChainingCondition(
        "chaining enabled",
        "streamGraph.isChainingEnabled()",
        lambda it: it.graph.settings.chaining_enabled,
        lambda it: "on" if it.graph.settings.chaining_enabled else "off",
        lambda it: "the environment has operator chaining disabled",
    ),
    ChainingCondition(
        "same slot sharing group",
        "upStreamVertex.isSameSlotSharingGroup(downStreamVertex)",
        lambda it: it.source.slot_sharing_group == it.target.slot_sharing_group,
        lambda it: f"{it.source.slot_sharing_group!r} and {it.target.slot_sharing_group!r}",
        lambda it: (
            f"slot sharing groups {it.source.slot_sharing_group!r} and "
            f"{it.target.slot_sharing_group!r} differ"
        ),
    ),
    ChainingCondition(
        "no yielding operator behind a legacy source",
        "!(downStreamOperator instanceof YieldingOperatorFactory && getHeadOperator(upStreamVertex)"
        ".isLegacySource())",
        lambda it: not _yields_behind_legacy_source(it),
        _yielding,
        lambda it: (
            f"{it.target.short_name} runs mails while it works, and the chain is headed by the legacy "
            f"source {_head(it).short_name}, whose thread cannot run them"
        ),
    ),
    ChainingCondition(
        "upstream may have a successor",
        "upStreamOperator.getChainingStrategy() != NEVER",
        lambda it: it.source.chaining_strategy != "NEVER",
        lambda it: f"{it.source.short_name}: {it.source.chaining_strategy}",
        lambda it: f"{it.source.short_name} never chains (chaining strategy NEVER)",
    ),
    ChainingCondition(
        "downstream may have a predecessor",
        "downStreamOperator.getChainingStrategy() == ALWAYS",
        _downstream_strategy_allows,
        lambda it: f"{it.target.short_name}: {it.target.chaining_strategy}",
        lambda it: (
            f"{it.target.short_name} {_HOW_IT_BEGINS.get(it.target.chaining_strategy, '')} (chaining "
            f"strategy {it.target.chaining_strategy})"
        ),
    ),
    ChainingCondition(
        "same parallelism",
        "upStreamVertex.getParallelism() == downStreamVertex.getParallelism()",
        lambda it: it.source.parallelism == it.target.parallelism,
        lambda it: f"{it.source.parallelism} and {it.target.parallelism}",
        lambda it: f"parallelism {it.source.parallelism} and {it.target.parallelism} differ",
    ),
    ChainingCondition(
        "same maximum parallelism",
        "isChainingOfOperatorsWithDifferentMaxParallelismEnabled() || maxParallelism equal",
        _max_parallelism_allows,
        _max_parallelism,
        lambda it: (
            f"maximum parallelism {_or_unset(it.source.max_parallelism)} and "
            f"{_or_unset(it.target.max_parallelism)} differ, and the environment does not chain "
            "across that"
        ),
    ),
    ChainingCondition(
        "forward partitioner",
        "edge.getPartitioner() instanceof ForwardPartitioner",
        lambda it: isinstance(it.edge.partitioner, ForwardPartitioner),
        _partitioner,
        lambda it: f"the partitioner is {it.edge.partitioner.name}, which is not FORWARD",
    ),
    ChainingCondition(
        "pipelined exchange",
        "edge.getExchangeMode() != BATCH",
        lambda it: it.edge.exchange_mode != "BATCH",
        lambda it: it.edge.exchange_mode,
        lambda it: "the exchange is a batch exchange, which stores all data in between",
    ),
    ChainingCondition(
        "no union",
        "no other in-edge with the same typeNumber",
        _input_position_is_not_shared,
        _sharing,
        lambda it: f"{it.target.short_name} reads a union, which works through channels only",
    ),
)


def verdicts(edge: StreamEdge, graph: StreamGraph) -> tuple[ConditionVerdict, ...]:
    """What each condition says about *edge*."""
    from flinksim.drawing.document import ConditionVerdict

    it = _in_graph(edge, graph)
    return tuple(
        ConditionVerdict(
            condition.name,
            holds,
            "" if holds else condition.otherwise(it),
            condition.flink,
            condition.found(it),
        )
        for condition in CONDITIONS
        for holds in (condition.holds(it),)
    )


def is_chainable(edge: StreamEdge, graph: StreamGraph) -> bool:
    """Whether *edge* stays inside one task."""
    it = _in_graph(edge, graph)
    return all(condition.holds(it) for condition in CONDITIONS)


def sentence_of_edge(edge: StreamEdge, graph: StreamGraph) -> str:
    """One sentence: chained, or why not."""
    return sentence_of(verdicts(edge, graph), edge)


def sentence_of(found: tuple[ConditionVerdict, ...], edge: StreamEdge) -> str:
    """*found* about *edge* in one sentence; of two reasons the cause stands before its effect."""
    reasons = {verdict.condition: verdict.reason for verdict in found if not verdict.holds}
    if not reasons:
        return "chained: every condition holds"
    if "no union" in reasons:
        reasons.pop("one input", None)  # a union is the reason for the many inputs
    by_default = edge.partitioned_by is None
    if by_default and "same parallelism" in reasons and "forward partitioner" in reasons:
        effect = reasons.pop("forward partitioner")
        reasons["same parallelism"] += f", so {effect}"
    elif "forward partitioner" in reasons and not by_default:
        name = edge.partitioner.name
        reasons["forward partitioner"] = (
            f"{PARTITIONER_CALLS.get(name, name)} makes the partitioner {name}, which is not FORWARD"
        )
    return f"not chained: {'; '.join(reasons.values())}"


def head_of_chain(node: StreamNode, graph: StreamGraph) -> StreamNode:
    """The first operator of the chain that *node* is in."""
    way = [node]
    while len(way[-1].in_edges) == 1:
        way.append(graph.nodes[way[-1].in_edges[0].source_id])
    # From the front on, so that each condition that asks for the head finds it known.
    head = way.pop()
    source = head
    for target in reversed(way):
        it = EdgeInGraph(target.in_edges[0], source, target, graph, head)
        if not all(condition.holds(it) for condition in CONDITIONS):
            head = target
        source = target
    return head


def _in_graph(edge: StreamEdge, graph: StreamGraph) -> EdgeInGraph:
    return EdgeInGraph(edge, graph.nodes[edge.source_id], graph.nodes[edge.target_id], graph)


def _head(it: EdgeInGraph) -> StreamNode:
    return it.head or head_of_chain(it.source, it.graph)
