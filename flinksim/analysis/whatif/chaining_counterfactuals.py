"""Search for the smallest change that chains an edge, or that unchains it.

For each unmet condition there are calls that fix it. All combinations of fixes are tried, the
smallest first. Each is applied to a copy of the program, the graphs are generated again, and fixes
that do not flip the decision are discarded. The result is the change with the fewest edits, caveats
and side effects on other edges. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from flinksim.analysis.whatif.chaining_fixes import ways_to_mend, why_impossible
from flinksim.analysis.whatif.plan_edits import (
    DisableChaining,
    Edit,
    RemovePartitioner,
    StartNewChain,
    UseNewerSource,
    data_of,
    edited,
    words_of,
)
from flinksim.core.i18n.messages import Said, joined
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import (
    PartitionSpec,
    SinkSpec,
    Transformation,
)
from flinksim.graph.chaining import (
    is_chainable,
    sentence_of,
    sentence_of_edge,
    verdicts,
)
from flinksim.graph.chaining_model import Change, EdgeVerdict
from flinksim.graph.stream_graph_generator import StreamEdge, StreamGraph, generate_stream_graph

EdgeKey: TypeAlias = tuple[int, int, int]
"""Key of an edge in any version of a program: source and target transformation, and occurrence."""


def verdicts_of_edges(graph: StreamGraph, with_changes: bool = True) -> Iterator[EdgeVerdict]:
    """Yield the chaining verdict of every edge of *graph*.

    Args:
        graph: The stream graph.
        with_changes: Whether to search the change that flips each verdict.
    """
    changes = Counterfactuals(graph) if with_changes else None
    for edge in graph.edges():
        yield _verdict(edge, graph, None if changes is None else changes.of(edge))


def verdict_of_edge(edge: StreamEdge, graph: StreamGraph) -> EdgeVerdict:
    """Compute the chaining verdict of *edge*: conditions, sentence, and the change to flip it."""
    return _verdict(edge, graph, counterfactual(edge, graph))


def _verdict(edge: StreamEdge, graph: StreamGraph, change: Change | None) -> EdgeVerdict:
    conditions = verdicts(edge, graph)
    return EdgeVerdict(
        edge=edge.name,
        source=graph.nodes[edge.source_id].name,
        target=graph.nodes[edge.target_id].name,
        chained=all(verdict.holds for verdict in conditions),
        sentence=sentence_of(conditions, edge),
        verdicts=conditions,
        change=change,
    )


def counterfactual(edge: StreamEdge, graph: StreamGraph) -> Change:
    """Find the smallest change that unchains *edge* if it is chained, else chains it."""
    return Counterfactuals(graph).of(edge)


class Counterfactuals:
    """Finder of the changes that flip the edges of one graph, on demand."""

    def __init__(self, graph: StreamGraph) -> None:
        self._graph = graph
        self._edges = edges_by_key(graph)
        self._chained = _chained(self._edges, graph)

    def of(self, edge: StreamEdge) -> Change:
        """Find the smallest change that unchains *edge* if it is chained, else chains it."""
        if is_chainable(edge, self._graph):
            return self._cut(edge)
        failing = [verdict for verdict in verdicts(edge, self._graph) if not verdict.holds]
        impossible = why_impossible(failing, edge, self._graph)
        if impossible:
            return Change("", (), impossible=impossible)
        found: list[Change] = []
        for edits in ways_to_mend(failing, edge, self._graph):
            if found and len(edits) > len(found[0].edits):
                break
            change = self._tried(edits, edge, chained=False)
            if change is not None:
                found.append(change)
                if not change.side_effects and not change.caveat:
                    break
        if not found:
            return Change(
                "", (), impossible=Said("no call was found that mends: {0}", failing[0].reason)
            )
        return min(
            found,
            key=lambda change_: (
                len(change_.edits),
                bool(change_.caveat),
                len(change_.side_effects),
            ),
        )

    def _cut(self, edge: StreamEdge) -> Change:
        source, target = self._graph.nodes[edge.source_id], self._graph.nodes[edge.target_id]
        transformation_id = target.transformation_id
        is_sink = isinstance(target.spec, SinkSpec)
        edit: Edit = (
            DisableChaining(transformation_id) if is_sink else StartNewChain(transformation_id)
        )
        if target.added_by_pyflink:
            edit = DisableChaining(source.transformation_id)
        change = self._tried((edit,), edge, chained=True)
        if change is not None:
            return change
        if target.added_by_pyflink:
            impossible = Said("PyFlink put {0} there, not the program", target.short_name)
            return Change("", (), impossible=impossible)
        # Flink ignores the chaining strategy of a broadcast function
        impossible = Said("{0} chains whatever the program says", target.short_name)
        return Change("", (), impossible=impossible)

    def _tried(self, edits: tuple[Edit, ...], edge: StreamEdge, chained: bool) -> Change | None:
        """Apply *edits*; return ``None`` if they are rejected or do not flip *edge*."""
        pipeline = self._graph.settings
        try:
            after = generate_stream_graph(edited(pipeline, edits))
        except (ValueError, RuntimeError):
            return None
        edges = edges_by_key(after)
        key = key_of(edge, self._graph)
        changed = edges.get(key)
        if changed is None or is_chainable(changed, after) is chained:
            return None
        chained_before, chained_after = self._chained, _chained(edges, after)
        flipped = [
            name
            for name in chained_before
            if name != key and name in chained_after and chained_before[name] != chained_after[name]
        ]
        return Change(
            words=joined(
                dict.fromkeys(words_of(edit, pipeline) for edit in edits), "{0} and {1:s}"
            ),
            edits=tuple(data_of(edit) for edit in edits),
            caveat=joined(dict.fromkeys(_caveats(edits, pipeline))),
            after=sentence_of_edge(changed, after),
            side_effects=tuple(
                _effect(self._edges[name], self._graph, chained_after[name]) for name in flipped
            ),
            tasks_before=_tasks(self._graph, chained_before),
            tasks_after=_tasks(after, chained_after),
        )


def _chained(edges: dict[EdgeKey, StreamEdge], graph: StreamGraph) -> dict[EdgeKey, bool]:
    return {name: is_chainable(edge, graph) for name, edge in edges.items()}


def _effect(edge: StreamEdge, graph: StreamGraph, chained: bool) -> str:
    names = (graph.nodes[edge.source_id].short_name, graph.nodes[edge.target_id].short_name)
    form = "{0} to {1} would be chained" if chained else "{0} to {1} would be cut"
    return Said(form, *names)


def _tasks(graph: StreamGraph, chained: dict[EdgeKey, bool]) -> int:
    # A chained operator has one input, so each chained edge merges two tasks.
    return len(graph.nodes) - sum(chained.values())


def key_of(edge: StreamEdge, graph: StreamGraph) -> EdgeKey:
    """Return the key of *edge*, which edits of the program do not change."""
    source, target = graph.nodes[edge.source_id], graph.nodes[edge.target_id]
    return source.transformation_id, target.transformation_id, edge.occurrence


def edges_by_key(graph: StreamGraph) -> dict[EdgeKey, StreamEdge]:
    """Return all edges of *graph* by :func:`key_of`."""
    return {key_of(edge, graph): edge for edge in graph.edges()}


# --- caveats of a change --------------------------------------------------------------------------


def _caveats(edits: tuple[Edit, ...], pipeline: Pipeline) -> Iterator[str]:
    by_id = {t.id: t for t in pipeline.transformations}
    for edit in edits:
        match edit:
            case RemovePartitioner(number):
                yield from _caveat_of_removal(by_id[number])
            case UseNewerSource(number):
                form = "it needs a source of the newer kind that reads what {0} reads"
                yield Said(form, by_id[number].name)


def _caveat_of_removal(partition: Transformation) -> Iterator[str]:
    assert isinstance(partition.spec, PartitionSpec)
    match partition.spec.partitioner.name:
        case "HASH":
            yield Said("right only if the values are already where that key_by would send them")
        case "BROADCAST":
            yield Said("then each value reaches one subtask, not all")
        case "GLOBAL" | "CUSTOM":
            yield Said("then values stay in the subtask that they are in")
