"""Whether an edge stays inside one task: every condition, by name.

An edge is chained if all conditions hold. They are kept in one table, so that the decision and its
explanation cannot disagree.

Flink: ``StreamingJobGraphGenerator.isChainable``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flinksim.core.i18n.messages import Said, counted, joined
from flinksim.datastream.partitioner import ForwardPartitioner
from flinksim.graph.stream_graph_model import StreamEdge, StreamGraph, StreamNode

if TYPE_CHECKING:
    from flinksim.graph.chaining_model import ConditionVerdict

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
    forms = "{1} has {0} input edge", "{1} has {0} input edges"
    return counted(*forms, len(it.target.in_edges), it.target.short_name)


def _sharing(it: EdgeInGraph) -> str:
    same = [e for e in it.target.in_edges if e.type_number == it.edge.type_number]
    forms = "{0} edge at this input of {1}", "{0} edges at this input of {1}"
    return counted(*forms, len(same), it.target.short_name)


def _yields_behind_legacy_source(it: EdgeInGraph) -> bool:
    return it.target.yields_to_mailbox and _head(it).is_legacy_source


def _yielding(it: EdgeInGraph) -> str:
    if not it.target.yields_to_mailbox:
        return Said("{0} does not yield", it.target.short_name)
    head = _head(it)
    kind = "a legacy source" if head.is_legacy_source else "no legacy source"
    form = "{0} yields, the chain is headed by {1}, " + kind
    return Said(form, it.target.short_name, head.short_name)


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
    chains = it.graph.settings.chaining_with_different_max_parallelism
    form = (
        "maximum parallelism {0} and {1}, the environment chains across a difference"
        if chains
        else "maximum parallelism {0} and {1}, the environment does not chain across a difference"
    )
    return Said(form, _or_unset(it.source.max_parallelism), _or_unset(it.target.max_parallelism))


def _groups(it: EdgeInGraph) -> tuple[str, str]:
    return it.source.slot_sharing_group, it.target.slot_sharing_group


def _or_unset(number: int) -> str:
    return str(number) if number > 0 else Said("unset")


def _partitioner(it: EdgeInGraph) -> str:
    name = it.edge.partitioner.name
    if it.edge.partitioned_by is None:
        return Said("{0}, chosen by Flink as the program names none", name)
    return Said("{0}, from {1}", name, PARTITIONER_CALLS.get(name, name))


_HOW_IT_BEGINS = {
    "NEVER": "{0} never chains (chaining strategy NEVER)",
    "HEAD": "{0} starts a chain of its own (chaining strategy HEAD)",
    "HEAD_WITH_SOURCES": "{0} chains behind sources only (chaining strategy HEAD_WITH_SOURCES)",
}

CONDITIONS: tuple[ChainingCondition, ...] = (
    ChainingCondition(
        "one input",
        "downStreamVertex.getInEdges().size() == 1",
        _has_one_input,
        _inputs,
        lambda it: joined((_inputs(it), Said("only an operator with one can be called directly"))),
    ),
    ChainingCondition(
        "chaining enabled",
        "streamGraph.isChainingEnabled()",
        lambda it: it.graph.settings.chaining_enabled,
        lambda it: Said("on" if it.graph.settings.chaining_enabled else "off"),
        lambda it: Said("the environment has operator chaining disabled"),
    ),
    ChainingCondition(
        "same slot sharing group",
        "upStreamVertex.isSameSlotSharingGroup(downStreamVertex)",
        lambda it: it.source.slot_sharing_group == it.target.slot_sharing_group,
        lambda it: Said("{0!r} and {1!r}", *_groups(it)),
        lambda it: Said("slot sharing groups {0!r} and {1!r} differ", *_groups(it)),
    ),
    ChainingCondition(
        "no yielding operator behind a legacy source",
        "!(downStreamOperator instanceof YieldingOperatorFactory && getHeadOperator(upStreamVertex)"
        ".isLegacySource())",
        lambda it: not _yields_behind_legacy_source(it),
        _yielding,
        lambda it: Said(
            "{0} runs mails while it works, and the chain is headed by the legacy source {1}, whose "
            "thread cannot run them",
            it.target.short_name,
            _head(it).short_name,
        ),
    ),
    ChainingCondition(
        "upstream may have a successor",
        "upStreamOperator.getChainingStrategy() != NEVER",
        lambda it: it.source.chaining_strategy != "NEVER",
        lambda it: f"{it.source.short_name}: {it.source.chaining_strategy}",
        lambda it: Said(_HOW_IT_BEGINS["NEVER"], it.source.short_name),
    ),
    ChainingCondition(
        "downstream may have a predecessor",
        "downStreamOperator.getChainingStrategy() == ALWAYS",
        _downstream_strategy_allows,
        lambda it: f"{it.target.short_name}: {it.target.chaining_strategy}",
        lambda it: Said(_HOW_IT_BEGINS[it.target.chaining_strategy], it.target.short_name),
    ),
    ChainingCondition(
        "same parallelism",
        "upStreamVertex.getParallelism() == downStreamVertex.getParallelism()",
        lambda it: it.source.parallelism == it.target.parallelism,
        lambda it: Said("{0} and {1}", it.source.parallelism, it.target.parallelism),
        lambda it: Said(
            "parallelism {0} and {1} differ", it.source.parallelism, it.target.parallelism
        ),
    ),
    ChainingCondition(
        "same maximum parallelism",
        "isChainingOfOperatorsWithDifferentMaxParallelismEnabled() || maxParallelism equal",
        _max_parallelism_allows,
        _max_parallelism,
        lambda it: Said(
            "maximum parallelism {0} and {1} differ, and the environment does not chain across that",
            _or_unset(it.source.max_parallelism),
            _or_unset(it.target.max_parallelism),
        ),
    ),
    ChainingCondition(
        "forward partitioner",
        "edge.getPartitioner() instanceof ForwardPartitioner",
        lambda it: isinstance(it.edge.partitioner, ForwardPartitioner),
        _partitioner,
        lambda it: Said("the partitioner is {0}, which is not FORWARD", it.edge.partitioner.name),
    ),
    ChainingCondition(
        "pipelined exchange",
        "edge.getExchangeMode() != BATCH",
        lambda it: it.edge.exchange_mode != "BATCH",
        lambda it: it.edge.exchange_mode,
        lambda it: Said("the exchange is a batch exchange, which stores all data in between"),
    ),
    ChainingCondition(
        "no union",
        "no other in-edge with the same typeNumber",
        _input_position_is_not_shared,
        _sharing,
        lambda it: Said(
            "{0} reads a union, which works through channels only", it.target.short_name
        ),
    ),
)


def verdicts(edge: StreamEdge, graph: StreamGraph) -> tuple[ConditionVerdict, ...]:
    """What each condition says about *edge*."""
    from flinksim.graph.chaining_model import ConditionVerdict

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
        return Said("chained: every condition holds")
    if "no union" in reasons:
        reasons.pop("one input", None)  # a union is the reason for the many inputs
    by_default = edge.partitioned_by is None
    if by_default and "same parallelism" in reasons and "forward partitioner" in reasons:
        effect = reasons.pop("forward partitioner")
        reasons["same parallelism"] = Said("{0}, so {1}", reasons["same parallelism"], effect)
    elif "forward partitioner" in reasons and not by_default:
        name = edge.partitioner.name
        reasons["forward partitioner"] = Said(
            "{0} makes the partitioner {1}, which is not FORWARD",
            PARTITIONER_CALLS.get(name, name),
            name,
        )
    return Said("not chained: {0}", joined(reasons.values()))


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
