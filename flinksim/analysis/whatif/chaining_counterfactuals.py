"""Search for the smallest change that chains an edge, or that unchains it.

For each unmet condition there are calls that fix it. All combinations of fixes are tried, the
smallest first. Each is applied to a copy of the program, the graphs are generated again, and fixes
that do not flip the decision are discarded. The result is the change with the fewest edits, caveats
and side effects on other edges. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from flinksim.analysis.whatif.chaining_fixes import explain_unfixable, generate_fixes
from flinksim.analysis.whatif.plan_edits import (
    DisableChaining,
    Edit,
    RemovePartitioner,
    StartNewChain,
    UseNewerSource,
    apply_edits,
    describe_edit,
    serialize_edit,
)
from flinksim.core.i18n.messages import Message, join_messages
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import (
    PartitionSpec,
    SinkSpec,
    Transformation,
)
from flinksim.graph.chaining import (
    evaluate_conditions,
    explain_edge,
    explain_verdicts,
    is_chainable,
)
from flinksim.graph.chaining_model import Change, EdgeVerdict
from flinksim.graph.stream_graph_generator import StreamEdge, StreamGraph, generate_stream_graph

EdgeKey: TypeAlias = tuple[int, int, int]
"""Identifies an edge of the stream graph in the original and in every edited version of a program.

It has the ids of the source and target transformation, and a number that distinguishes several
edges between the same two.
"""


def compute_edge_verdicts(graph: StreamGraph, with_changes: bool = True) -> Iterator[EdgeVerdict]:
    """Yield for every edge of *graph* whether its operators are chained, and why.

    Args:
        graph: The stream graph.
        with_changes: Whether to search the change that flips each verdict.
    """
    changes = Counterfactuals(graph) if with_changes else None
    for edge in graph.edges():
        yield _build_edge_verdict(edge, graph, None if changes is None else changes.find(edge))


def compute_edge_verdict(edge: StreamEdge, graph: StreamGraph) -> EdgeVerdict:
    """Determine whether the operators at both ends of *edge* are chained, and why.

    The verdict has the conditions of operator chaining, a sentence, and the smallest change of the
    program that would reverse it.
    """
    return _build_edge_verdict(edge, graph, find_counterfactual(edge, graph))


def _build_edge_verdict(edge: StreamEdge, graph: StreamGraph, change: Change | None) -> EdgeVerdict:
    conditions = evaluate_conditions(edge, graph)
    return EdgeVerdict(
        edge=edge.name,
        source=graph.nodes[edge.source_id].name,
        target=graph.nodes[edge.target_id].name,
        chained=all(verdict.holds for verdict in conditions),
        sentence=explain_verdicts(conditions, edge),
        verdicts=conditions,
        change=change,
    )


def find_counterfactual(edge: StreamEdge, graph: StreamGraph) -> Change:
    """Find the smallest change that unchains *edge* if it is chained, else chains it."""
    return Counterfactuals(graph).find(edge)


class Counterfactuals:
    """Finds, for edges of one stream graph, the smallest change that chains or unchains them."""

    def __init__(self, graph: StreamGraph) -> None:
        self._graph = graph
        self._edges = index_edges(graph)
        self._chained = _compute_chained(self._edges, graph)

    def find(self, edge: StreamEdge) -> Change:
        """Find the smallest change that unchains *edge* if it is chained, else chains it."""
        if is_chainable(edge, self._graph):
            return self._find_unchaining_change(edge)
        failing = [
            verdict for verdict in evaluate_conditions(edge, self._graph) if not verdict.holds
        ]
        impossible = explain_unfixable(failing, edge, self._graph)
        if impossible:
            return Change("", (), impossible=impossible)
        found: list[Change] = []
        for edits in generate_fixes(failing, edge, self._graph):
            if found and len(edits) > len(found[0].edits):
                break
            change = self._try_edits(edits, edge, chained=False)
            if change is not None:
                found.append(change)
                if not change.side_effects and not change.caveat:
                    break
        if not found:
            return Change("", (), impossible=Message("plan.no_call_found", failing[0].reason))
        return min(
            found,
            key=lambda change_: (
                len(change_.edits),
                bool(change_.caveat),
                len(change_.side_effects),
            ),
        )

    def _find_unchaining_change(self, edge: StreamEdge) -> Change:
        source, target = self._graph.nodes[edge.source_id], self._graph.nodes[edge.target_id]
        transformation_id = target.transformation_id
        is_sink = isinstance(target.spec, SinkSpec)
        edit: Edit = (
            DisableChaining(transformation_id) if is_sink else StartNewChain(transformation_id)
        )
        if target.added_by_pyflink:
            edit = DisableChaining(source.transformation_id)
        change = self._try_edits((edit,), edge, chained=True)
        if change is not None:
            return change
        if target.added_by_pyflink:
            impossible = Message("plan.put_by_pyflink", target.short_name)
            return Change("", (), impossible=impossible)
        # Flink ignores the chaining strategy of a broadcast function
        impossible = Message("plan.always_chains", target.short_name)
        return Change("", (), impossible=impossible)

    def _try_edits(self, edits: tuple[Edit, ...], edge: StreamEdge, chained: bool) -> Change | None:
        """Apply *edits* to a copy of the program and return them as a change of the chaining of *edge*.

        Return ``None`` if the program rejects them, or if they do not reverse whether *edge* is chained.
        """
        pipeline = self._graph.settings
        try:
            after = generate_stream_graph(apply_edits(pipeline, edits))
        except (ValueError, RuntimeError):
            return None
        edges = index_edges(after)
        key = make_edge_key(edge, self._graph)
        changed = edges.get(key)
        if changed is None or is_chainable(changed, after) is chained:
            return None
        chained_before, chained_after = self._chained, _compute_chained(edges, after)
        flipped = [
            name
            for name in chained_before
            if name != key and name in chained_after and chained_before[name] != chained_after[name]
        ]
        return Change(
            words=join_messages(
                dict.fromkeys(describe_edit(edit, pipeline) for edit in edits), "plan.both_calls"
            ),
            edits=tuple(serialize_edit(edit) for edit in edits),
            caveat=join_messages(dict.fromkeys(_find_caveats(edits, pipeline))),
            after=explain_edge(changed, after),
            side_effects=tuple(
                _describe_side_effect(self._edges[name], self._graph, chained_after[name])
                for name in flipped
            ),
            tasks_before=_count_tasks(self._graph, chained_before),
            tasks_after=_count_tasks(after, chained_after),
        )


def _compute_chained(edges: dict[EdgeKey, StreamEdge], graph: StreamGraph) -> dict[EdgeKey, bool]:
    return {name: is_chainable(edge, graph) for name, edge in edges.items()}


def _describe_side_effect(edge: StreamEdge, graph: StreamGraph, chained: bool) -> str:
    names = (graph.nodes[edge.source_id].short_name, graph.nodes[edge.target_id].short_name)
    form = "plan.edge_chained" if chained else "plan.edge_cut"
    return Message(form, *names)


def _count_tasks(graph: StreamGraph, chained: dict[EdgeKey, bool]) -> int:
    # A chained operator has one input, so each chained edge merges two tasks.
    return len(graph.nodes) - sum(chained.values())


def make_edge_key(edge: StreamEdge, graph: StreamGraph) -> EdgeKey:
    """Return the key that identifies *edge* before and after edits of the program."""
    source, target = graph.nodes[edge.source_id], graph.nodes[edge.target_id]
    return source.transformation_id, target.transformation_id, edge.occurrence


def index_edges(graph: StreamGraph) -> dict[EdgeKey, StreamEdge]:
    """Return all edges of *graph* by :func:`make_edge_key`."""
    return {make_edge_key(edge, graph): edge for edge in graph.edges()}


# --- caveats of a change --------------------------------------------------------------------------


def _find_caveats(edits: tuple[Edit, ...], pipeline: Pipeline) -> Iterator[str]:
    by_id = {t.id: t for t in pipeline.transformations}
    for edit in edits:
        match edit:
            case RemovePartitioner(number):
                yield from _find_removal_caveats(by_id[number])
            case UseNewerSource(number):
                form = "plan.needs_newer_source"
                yield Message(form, by_id[number].name)


def _find_removal_caveats(partition: Transformation) -> Iterator[str]:
    assert isinstance(partition.spec, PartitionSpec)
    match partition.spec.partitioner.name:
        case "HASH":
            yield Message("plan.already_keyed")
        case "BROADCAST":
            yield Message("plan.one_subtask")
        case "GLOBAL" | "CUSTOM":
            yield Message("plan.stays_in_subtask")
