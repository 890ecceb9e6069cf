"""Chaining: the conditions under which an edge stays inside one task.

An edge is chained if all conditions hold. The decision and its explanation use the same table of
conditions, so that they cannot disagree.

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
"""Method of the DataStream API that creates each partitioner, by ship strategy."""


@dataclass(frozen=True, slots=True)
class EdgeInGraph:
    """An edge with everything that a condition needs.

    ``head`` is the first operator of the source's chain, if it is known already.
    """

    edge: StreamEdge
    source: StreamNode
    target: StreamNode
    graph: StreamGraph
    head: StreamNode | None = None


@dataclass(frozen=True, slots=True)
class ChainingCondition:
    """One condition for chaining.

    ``flink`` is the check in Flink's code. ``found`` describes the values that it checks on an
    edge, and ``otherwise`` describes the failure.
    """

    name: str
    flink: str
    holds: Callable[[EdgeInGraph], bool]
    found: Callable[[EdgeInGraph], str]
    otherwise: Callable[[EdgeInGraph], str]


def _has_one_input(context: EdgeInGraph) -> bool:
    return len(context.target.in_edges) == 1


def _input_position_is_not_shared(context: EdgeInGraph) -> bool:
    return not any(
        other is not context.edge and other.type_number == context.edge.type_number
        for other in context.target.in_edges
    )


def _inputs(context: EdgeInGraph) -> str:
    forms = "{1} has {0} input edge", "{1} has {0} input edges"
    return counted(*forms, len(context.target.in_edges), context.target.short_name)


def _sharing(context: EdgeInGraph) -> str:
    same = [e for e in context.target.in_edges if e.type_number == context.edge.type_number]
    forms = "{0} edge at this input of {1}", "{0} edges at this input of {1}"
    return counted(*forms, len(same), context.target.short_name)


def _yields_behind_legacy_source(context: EdgeInGraph) -> bool:
    return context.target.yields_to_mailbox and _head(context).is_legacy_source


def _yielding(context: EdgeInGraph) -> str:
    if not context.target.yields_to_mailbox:
        return Said("{0} does not yield", context.target.short_name)
    head = _head(context)
    kind = "a legacy source" if head.is_legacy_source else "no legacy source"
    form = "{0} yields, the chain is headed by {1}, " + kind
    return Said(form, context.target.short_name, head.short_name)


def _downstream_strategy_allows(context: EdgeInGraph) -> bool:
    strategy = context.target.chaining_strategy
    if strategy == "HEAD_WITH_SOURCES":
        return context.source.is_source_operator
    return strategy == "ALWAYS"


def _max_parallelism_allows(context: EdgeInGraph) -> bool:
    return (
        context.graph.settings.chaining_with_different_max_parallelism
        or context.source.max_parallelism == context.target.max_parallelism
    )


def _max_parallelism(context: EdgeInGraph) -> str:
    chains = context.graph.settings.chaining_with_different_max_parallelism
    form = (
        "maximum parallelism {0} and {1}, the environment chains across a difference"
        if chains
        else "maximum parallelism {0} and {1}, the environment does not chain across a difference"
    )
    return Said(
        form, _or_unset(context.source.max_parallelism), _or_unset(context.target.max_parallelism)
    )


def _groups(context: EdgeInGraph) -> tuple[str, str]:
    return context.source.slot_sharing_group, context.target.slot_sharing_group


def _or_unset(number: int) -> str:
    return str(number) if number > 0 else Said("unset")


def _partitioner(context: EdgeInGraph) -> str:
    name = context.edge.partitioner.name
    if context.edge.partitioned_by is None:
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
        lambda context: joined(
            (_inputs(context), Said("only an operator with one can be called directly"))
        ),
    ),
    ChainingCondition(
        "chaining enabled",
        "streamGraph.isChainingEnabled()",
        lambda context: context.graph.settings.chaining_enabled,
        lambda context: Said("on" if context.graph.settings.chaining_enabled else "off"),
        lambda context: Said("the environment has operator chaining disabled"),
    ),
    ChainingCondition(
        "same slot sharing group",
        "upStreamVertex.isSameSlotSharingGroup(downStreamVertex)",
        lambda context: context.source.slot_sharing_group == context.target.slot_sharing_group,
        lambda context: Said("{0!r} and {1!r}", *_groups(context)),
        lambda context: Said("slot sharing groups {0!r} and {1!r} differ", *_groups(context)),
    ),
    ChainingCondition(
        "no yielding operator behind a legacy source",
        "!(downStreamOperator instanceof YieldingOperatorFactory && getHeadOperator(upStreamVertex)"
        ".isLegacySource())",
        lambda context: not _yields_behind_legacy_source(context),
        _yielding,
        lambda context: Said(
            "{0} runs mails while it works, and the chain is headed by the legacy source {1}, whose "
            "thread cannot run them",
            context.target.short_name,
            _head(context).short_name,
        ),
    ),
    ChainingCondition(
        "upstream may have a successor",
        "upStreamOperator.getChainingStrategy() != NEVER",
        lambda context: context.source.chaining_strategy != "NEVER",
        lambda context: f"{context.source.short_name}: {context.source.chaining_strategy}",
        lambda context: Said(_HOW_IT_BEGINS["NEVER"], context.source.short_name),
    ),
    ChainingCondition(
        "downstream may have a predecessor",
        "downStreamOperator.getChainingStrategy() == ALWAYS",
        _downstream_strategy_allows,
        lambda context: f"{context.target.short_name}: {context.target.chaining_strategy}",
        lambda context: Said(
            _HOW_IT_BEGINS[context.target.chaining_strategy], context.target.short_name
        ),
    ),
    ChainingCondition(
        "same parallelism",
        "upStreamVertex.getParallelism() == downStreamVertex.getParallelism()",
        lambda context: context.source.parallelism == context.target.parallelism,
        lambda context: Said("{0} and {1}", context.source.parallelism, context.target.parallelism),
        lambda context: Said(
            "parallelism {0} and {1} differ", context.source.parallelism, context.target.parallelism
        ),
    ),
    ChainingCondition(
        "same maximum parallelism",
        "isChainingOfOperatorsWithDifferentMaxParallelismEnabled() || maxParallelism equal",
        _max_parallelism_allows,
        _max_parallelism,
        lambda context: Said(
            "maximum parallelism {0} and {1} differ, and the environment does not chain across that",
            _or_unset(context.source.max_parallelism),
            _or_unset(context.target.max_parallelism),
        ),
    ),
    ChainingCondition(
        "forward partitioner",
        "edge.getPartitioner() instanceof ForwardPartitioner",
        lambda context: isinstance(context.edge.partitioner, ForwardPartitioner),
        _partitioner,
        lambda context: Said(
            "the partitioner is {0}, which is not FORWARD", context.edge.partitioner.name
        ),
    ),
    ChainingCondition(
        "pipelined exchange",
        "edge.getExchangeMode() != BATCH",
        lambda context: context.edge.exchange_mode != "BATCH",
        lambda context: context.edge.exchange_mode,
        lambda context: Said("the exchange is a batch exchange, which stores all data in between"),
    ),
    ChainingCondition(
        "no union",
        "no other in-edge with the same typeNumber",
        _input_position_is_not_shared,
        _sharing,
        lambda context: Said(
            "{0} reads a union, which works through channels only", context.target.short_name
        ),
    ),
)


def verdicts(edge: StreamEdge, graph: StreamGraph) -> tuple[ConditionVerdict, ...]:
    """Evaluate every chaining condition on *edge*."""
    from flinksim.graph.chaining_model import ConditionVerdict

    context = _in_graph(edge, graph)
    return tuple(
        ConditionVerdict(
            condition.name,
            holds,
            "" if holds else condition.otherwise(context),
            condition.flink,
            condition.found(context),
        )
        for condition in CONDITIONS
        for holds in (condition.holds(context),)
    )


def is_chainable(edge: StreamEdge, graph: StreamGraph) -> bool:
    """Return whether *edge* stays inside one task."""
    context = _in_graph(edge, graph)
    return all(condition.holds(context) for condition in CONDITIONS)


def sentence_of_edge(edge: StreamEdge, graph: StreamGraph) -> str:
    """Describe in one sentence that *edge* is chained, or why it is not."""
    return sentence_of(verdicts(edge, graph), edge)


def sentence_of(found: tuple[ConditionVerdict, ...], edge: StreamEdge) -> str:
    """Describe verdicts about *edge* in one sentence, with a cause before its effect."""
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
    """Return the first operator of the chain that contains *node*."""
    path = [node]
    while len(path[-1].in_edges) == 1:
        path.append(graph.nodes[path[-1].in_edges[0].source_id])
    # From source to target, so that the head is known when a condition needs it.
    head = path.pop()
    source = head
    for target in reversed(path):
        context = EdgeInGraph(target.in_edges[0], source, target, graph, head)
        if not all(condition.holds(context) for condition in CONDITIONS):
            head = target
        source = target
    return head


def _in_graph(edge: StreamEdge, graph: StreamGraph) -> EdgeInGraph:
    return EdgeInGraph(edge, graph.nodes[edge.source_id], graph.nodes[edge.target_id], graph)


def _head(context: EdgeInGraph) -> StreamNode:
    return context.head or head_of_chain(context.source, context.graph)
