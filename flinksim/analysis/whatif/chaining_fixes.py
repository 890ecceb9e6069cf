"""Changes of a program that make an unmet condition of operator chaining true.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TypeAlias

from flinksim.analysis.whatif.plan_edits import (
    AllowChaining,
    ChainAcrossMaxParallelism,
    Edit,
    RemovePartitioner,
    SetMaxParallelism,
    SetOperatorChaining,
    SetParallelism,
    SetSlotSharingGroup,
    StartNewChain,
    UseNewerSource,
)
from flinksim.core.i18n.messages import Message
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import (
    MapPartitionSpec,
    PartitionSpec,
    SourceSpec,
    WindowSpec,
)
from flinksim.graph.chaining import find_chain_head
from flinksim.graph.chaining_model import ConditionVerdict
from flinksim.graph.stream_graph_model import StreamEdge, StreamGraph, StreamNode

# --- unfixable edges ------------------------------------------------------------------------------


def explain_unfixable(failing: list[ConditionVerdict], edge: StreamEdge, graph: StreamGraph) -> str:
    """Explain why no change of the program can chain *edge*; return "" if one can."""
    target = graph.nodes[edge.target_id]
    name = target.short_name
    conditions = {verdict.condition for verdict in failing}
    if "no union" in conditions:
        return Message(
            "plan.union_cannot_chain",
            name,
        )
    if "one input" in conditions:
        form = "plan.inputs_cannot_chain"
        return Message(form, name, len(target.in_edges))
    if "forward partitioner" in conditions and _is_window_all(target):
        return Message(
            "plan.window_all",
            name,
        )
    if "pipelined exchange" in conditions:
        return Message("plan.batch_exchange_stores")
    if isinstance(target.spec, MapPartitionSpec):
        form = "plan.sees_all_values"
        return Message(form, name)
    if target.is_output_only_after_end_of_stream:
        form = "plan.results_at_end"
        return Message(form, name)
    return ""


def _is_window_all(node: StreamNode) -> bool:
    return isinstance(node.spec, WindowSpec) and node.spec.key_selector is None


# --- fixes for each condition ---------------------------------------------------------------------

Fix: TypeAlias = tuple[Edit, ...]


def generate_fixes(
    failing: list[ConditionVerdict], edge: StreamEdge, graph: StreamGraph
) -> Iterator[Fix]:
    """Yield every combination of fixes that has one fix for each unmet condition, the smallest first."""
    options = [_find_fixes(verdict.condition, edge, graph) for verdict in failing]
    combined = [
        tuple(dict.fromkeys(edit for fix in fixes for edit in fix))
        for fixes in product(*[option for option in options if option])
    ]
    yield from sorted(dict.fromkeys(combined), key=len)


def _find_fixes(condition: str, edge: StreamEdge, graph: StreamGraph) -> list[Fix]:
    source, target = graph.nodes[edge.source_id], graph.nodes[edge.target_id]
    up, down = source.transformation_id, target.transformation_id
    match condition:
        case "chaining enabled":
            return [(SetOperatorChaining(True),)]
        case "same slot sharing group":
            return [
                (SetSlotSharingGroup(down, source.slot_sharing_group),),
                (SetSlotSharingGroup(up, target.slot_sharing_group),),
            ]
        case "no yielding operator after a legacy source":
            return _find_legacy_source_fixes(source, graph)
        case "upstream may have a successor":
            # A map-partition operator chains only as the head of a chain; no call sets ALWAYS.
            partition = isinstance(source.spec, MapPartitionSpec)
            return [(StartNewChain(up) if partition else AllowChaining(up),)]
        case "downstream may have a predecessor":
            return [(AllowChaining(down),)]
        case "same parallelism":
            return [
                (SetParallelism(down, source.parallelism),),
                (SetParallelism(up, target.parallelism),),
            ]
        case "same maximum parallelism":
            return [
                (ChainAcrossMaxParallelism(True),),
                *_find_max_parallelism_fixes(source, target),
            ]
        case "forward partitioner":
            return [_remove_partitions(edge, graph.settings)]
    raise AssertionError(f"no fix for the chaining condition {condition!r} is known")


def _find_legacy_source_fixes(source: StreamNode, graph: StreamGraph) -> list[Fix]:
    head = find_chain_head(source, graph)
    use_newer: Fix = (UseNewerSource(head.transformation_id),)
    if isinstance(source.spec, SourceSpec):
        return [use_newer]
    return [(StartNewChain(source.transformation_id),), use_newer]


def _find_max_parallelism_fixes(source: StreamNode, target: StreamNode) -> list[Fix]:
    fixes: list[Fix] = []
    if source.max_parallelism > 0:
        fixes.append((SetMaxParallelism(target.transformation_id, source.max_parallelism),))
    if target.max_parallelism > 0:
        fixes.append((SetMaxParallelism(source.transformation_id, target.max_parallelism),))
    return fixes


def _remove_partitions(edge: StreamEdge, pipeline: Pipeline) -> Fix:
    """Return the fix that removes all partitioners between the two operators of *edge*.

    Only the last of several partitioners in a row has an effect. Without it the one before it would
    take effect, so all are removed.
    """
    kinds = {t.id: t.spec for t in pipeline.transformations}
    return tuple(
        RemovePartitioner(number)
        for number in edge.virtual_transformation_ids
        if isinstance(kinds[number], PartitionSpec)
    )
