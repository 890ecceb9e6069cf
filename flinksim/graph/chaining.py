"""Chaining: the conditions under which an edge stays inside one task.

An edge is chained if all conditions hold. The decision and its explanation use the same table of
conditions, so that they cannot disagree.

Flink: ``StreamingJobGraphGenerator.isChainable``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flinksim.core.i18n.messages import Message, join_messages
from flinksim.datastream.partitioner import ForwardPartitioner
from flinksim.graph.stream_graph_model import StreamEdge, StreamGraph, StreamNode

if TYPE_CHECKING:
    from flinksim.graph.chaining_model import ConditionVerdict

PARTITIONER_METHODS = {
    "FORWARD": "forward()",
    "REBALANCE": "rebalance()",
    "RESCALE": "rescale()",
    "SHUFFLE": "shuffle()",
    "BROADCAST": "broadcast()",
    "GLOBAL": "global_()",
    "HASH": "key_by(...)",
    "CUSTOM": "partition_custom(...)",
}
"""For each partitioner (by its ship strategy), the DataStream method that creates it."""


@dataclass(frozen=True, slots=True)
class EdgeContext:
    """An edge with everything that a chaining condition needs.

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

    ``flink_expression`` is the check in Flink's code. ``describe_value`` describes the values that it
    checks on an edge, and ``describe_failure`` describes the failure.
    """

    name: str
    flink_expression: str
    holds: Callable[[EdgeContext], bool]
    describe_value: Callable[[EdgeContext], str]
    describe_failure: Callable[[EdgeContext], str]


def _has_one_input(context: EdgeContext) -> bool:
    return len(context.target.in_edges) == 1


def _is_only_edge_of_input(context: EdgeContext) -> bool:
    return not any(
        other is not context.edge and other.type_number == context.edge.type_number
        for other in context.target.in_edges
    )


def _describe_input_count(context: EdgeContext) -> str:
    return Message("plan.input_edges", len(context.target.in_edges), context.target.short_name)


def _describe_shared_input(context: EdgeContext) -> str:
    same = [e for e in context.target.in_edges if e.type_number == context.edge.type_number]
    return Message("plan.shared_input_edges", len(same), context.target.short_name)


def _is_yielding_after_legacy_source(context: EdgeContext) -> bool:
    return context.target.yields_to_mailbox and _get_chain_head(context).is_legacy_source


def _describe_yielding(context: EdgeContext) -> str:
    if not context.target.yields_to_mailbox:
        return Message("plan.does_not_yield", context.target.short_name)
    head = _get_chain_head(context)
    form = "plan.yields_legacy" if head.is_legacy_source else "plan.yields_no_legacy"
    return Message(form, context.target.short_name, head.short_name)


def _can_downstream_be_chained(context: EdgeContext) -> bool:
    strategy = context.target.chaining_strategy
    if strategy == "HEAD_WITH_SOURCES":
        return context.source.is_source_operator
    return strategy == "ALWAYS"


def _is_max_parallelism_chainable(context: EdgeContext) -> bool:
    return (
        context.graph.settings.chaining_with_different_max_parallelism
        or context.source.max_parallelism == context.target.max_parallelism
    )


def _describe_max_parallelism(context: EdgeContext) -> str:
    chains = context.graph.settings.chaining_with_different_max_parallelism
    form = "plan.max_parallelism_allowed" if chains else "plan.max_parallelism_not_allowed"
    return Message(
        form,
        _format_or_unset(context.source.max_parallelism),
        _format_or_unset(context.target.max_parallelism),
    )


def _get_slot_sharing_groups(context: EdgeContext) -> tuple[str, str]:
    return context.source.slot_sharing_group, context.target.slot_sharing_group


def _format_or_unset(number: int) -> str:
    return str(number) if number > 0 else Message("plan.unset")


def _describe_partitioner(context: EdgeContext) -> str:
    name = context.edge.partitioner.name
    if context.edge.partitioned_by is None:
        return Message("plan.partitioner_by_default", name)
    return Message("plan.partitioner_from", name, PARTITIONER_METHODS.get(name, name))


_STRATEGY_MESSAGES = {
    "NEVER": "plan.never_chains",
    "HEAD": "plan.starts_chain",
    "HEAD_WITH_SOURCES": "plan.after_sources_only",
}

CHAINING_CONDITIONS: tuple[ChainingCondition, ...] = (
    ChainingCondition(
        "one input",
        "downStreamVertex.getInEdges().size() == 1",
        _has_one_input,
        _describe_input_count,
        lambda context: join_messages(
            (
                _describe_input_count(context),
                Message("plan.only_one_input"),
            )
        ),
    ),
    ChainingCondition(
        "chaining enabled",
        "streamGraph.isChainingEnabled()",
        lambda context: context.graph.settings.chaining_enabled,
        lambda context: Message(
            "plan.on" if context.graph.settings.chaining_enabled else "plan.off"
        ),
        lambda context: Message("plan.chaining_disabled"),
    ),
    ChainingCondition(
        "same slot sharing group",
        "upStreamVertex.isSameSlotSharingGroup(downStreamVertex)",
        lambda context: context.source.slot_sharing_group == context.target.slot_sharing_group,
        lambda context: Message("plan.and_quoted", *_get_slot_sharing_groups(context)),
        lambda context: Message("plan.slot_groups_differ", *_get_slot_sharing_groups(context)),
    ),
    ChainingCondition(
        "no yielding operator after a legacy source",
        "!(downStreamOperator instanceof YieldingOperatorFactory && getHeadOperator(upStreamVertex)"
        ".isLegacySource())",
        lambda context: not _is_yielding_after_legacy_source(context),
        _describe_yielding,
        lambda context: Message(
            "plan.legacy_thread",
            context.target.short_name,
            _get_chain_head(context).short_name,
        ),
    ),
    ChainingCondition(
        "upstream may have a successor",
        "upStreamOperator.getChainingStrategy() != NEVER",
        lambda context: context.source.chaining_strategy != "NEVER",
        lambda context: f"{context.source.short_name}: {context.source.chaining_strategy}",
        lambda context: Message(_STRATEGY_MESSAGES["NEVER"], context.source.short_name),
    ),
    ChainingCondition(
        "downstream may have a predecessor",
        "downStreamOperator.getChainingStrategy() == ALWAYS",
        _can_downstream_be_chained,
        lambda context: f"{context.target.short_name}: {context.target.chaining_strategy}",
        lambda context: Message(
            _STRATEGY_MESSAGES[context.target.chaining_strategy], context.target.short_name
        ),
    ),
    ChainingCondition(
        "same parallelism",
        "upStreamVertex.getParallelism() == downStreamVertex.getParallelism()",
        lambda context: context.source.parallelism == context.target.parallelism,
        lambda context: Message("plan.and", context.source.parallelism, context.target.parallelism),
        lambda context: Message(
            "plan.parallelism_differs", context.source.parallelism, context.target.parallelism
        ),
    ),
    ChainingCondition(
        "same maximum parallelism",
        "isChainingOfOperatorsWithDifferentMaxParallelismEnabled() || maxParallelism equal",
        _is_max_parallelism_chainable,
        _describe_max_parallelism,
        lambda context: Message(
            "plan.max_parallelism_differs",
            _format_or_unset(context.source.max_parallelism),
            _format_or_unset(context.target.max_parallelism),
        ),
    ),
    ChainingCondition(
        "forward partitioner",
        "edge.getPartitioner() instanceof ForwardPartitioner",
        lambda context: isinstance(context.edge.partitioner, ForwardPartitioner),
        _describe_partitioner,
        lambda context: Message("plan.not_forward", context.edge.partitioner.name),
    ),
    ChainingCondition(
        "pipelined exchange",
        "edge.getExchangeMode() != BATCH",
        lambda context: context.edge.exchange_mode != "BATCH",
        lambda context: context.edge.exchange_mode,
        lambda context: Message("plan.batch_exchange"),
    ),
    ChainingCondition(
        "no union",
        "no other in-edge with the same typeNumber",
        _is_only_edge_of_input,
        _describe_shared_input,
        lambda context: Message("plan.reads_union", context.target.short_name),
    ),
)


def evaluate_conditions(edge: StreamEdge, graph: StreamGraph) -> tuple[ConditionVerdict, ...]:
    """Evaluate every chaining condition on *edge*."""
    from flinksim.graph.chaining_model import ConditionVerdict

    context = _create_edge_context(edge, graph)
    return tuple(
        ConditionVerdict(
            condition.name,
            holds,
            "" if holds else condition.describe_failure(context),
            condition.flink_expression,
            condition.describe_value(context),
        )
        for condition in CHAINING_CONDITIONS
        for holds in (condition.holds(context),)
    )


def is_chainable(edge: StreamEdge, graph: StreamGraph) -> bool:
    """Return whether *edge* stays inside one task."""
    context = _create_edge_context(edge, graph)
    return all(condition.holds(context) for condition in CHAINING_CONDITIONS)


def explain_edge(edge: StreamEdge, graph: StreamGraph) -> str:
    """Describe in one sentence that *edge* is chained, or why it is not."""
    return explain_verdicts(evaluate_conditions(edge, graph), edge)


def explain_verdicts(verdicts: tuple[ConditionVerdict, ...], edge: StreamEdge) -> str:
    """Explain in one sentence, from *verdicts*, why *edge* is chained or not, causes before effects."""
    reasons = {verdict.condition: verdict.reason for verdict in verdicts if not verdict.holds}
    if not reasons:
        return Message("plan.chained")
    if "no union" in reasons:
        reasons.pop("one input", None)  # a union is the reason for the many inputs
    by_default = edge.partitioned_by is None
    if by_default and "same parallelism" in reasons and "forward partitioner" in reasons:
        effect = reasons.pop("forward partitioner")
        reasons["same parallelism"] = Message("plan.so", reasons["same parallelism"], effect)
    elif "forward partitioner" in reasons and not by_default:
        name = edge.partitioner.name
        reasons["forward partitioner"] = Message(
            "plan.makes_partitioner",
            PARTITIONER_METHODS.get(name, name),
            name,
        )
    return Message("plan.not_chained", join_messages(reasons.values()))


def find_chain_head(node: StreamNode, graph: StreamGraph) -> StreamNode:
    """Return the first operator of the chain that contains *node*."""
    path = [node]
    while len(path[-1].in_edges) == 1:
        path.append(graph.nodes[path[-1].in_edges[0].source_id])
    # From source to target, so that the head is known when a condition needs it.
    head = path.pop()
    source = head
    for target in reversed(path):
        context = EdgeContext(target.in_edges[0], source, target, graph, head)
        if not all(condition.holds(context) for condition in CHAINING_CONDITIONS):
            head = target
        source = target
    return head


def _create_edge_context(edge: StreamEdge, graph: StreamGraph) -> EdgeContext:
    return EdgeContext(edge, graph.nodes[edge.source_id], graph.nodes[edge.target_id], graph)


def _get_chain_head(context: EdgeContext) -> StreamNode:
    return context.head or find_chain_head(context.source, context.graph)
