"""What would have to be different: the smallest change that chains an edge, or that cuts it.

For every condition that does not hold there are calls that would mend it. All ways to mend them are
tried, the smallest first: each is made to a copy of the program, the graphs are derived again, and
what does not turn the verdict is thrown away. Among the changes that do, the one that asks the least
of the program and leaves most other edges as they are is taken. Not in Flink.
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
"""An edge in any version of a program: the transformations at its ends, and its occurrence."""


def verdicts_of_edges(graph: StreamGraph, with_changes: bool = True) -> Iterator[EdgeVerdict]:
    """Everything about every edge of *graph*, without the changes if told so."""
    changes = Counterfactuals(graph) if with_changes else None
    for edge in graph.edges():
        yield _verdict(edge, graph, None if changes is None else changes.of(edge))


def verdict_of_edge(edge: StreamEdge, graph: StreamGraph) -> EdgeVerdict:
    """Everything about *edge*: each condition, the sentence, and the change that would turn it."""
    return _verdict(edge, graph, counterfactual(edge, graph))


def _verdict(edge: StreamEdge, graph: StreamGraph, change: Change | None) -> EdgeVerdict:
    found = verdicts(edge, graph)
    return EdgeVerdict(
        edge=edge.name,
        source=graph.nodes[edge.source_id].name,
        target=graph.nodes[edge.target_id].name,
        chained=all(verdict.holds for verdict in found),
        sentence=sentence_of(found, edge),
        verdicts=found,
        change=change,
    )


def counterfactual(edge: StreamEdge, graph: StreamGraph) -> Change:
    """The smallest change of the program that would cut *edge* if it is chained, else chain it."""
    return Counterfactuals(graph).of(edge)


class Counterfactuals:
    """The changes that would turn the edges of one graph, each found when it is asked for."""

    def __init__(self, graph: StreamGraph) -> None:
        self._graph = graph
        self._edges = edges_by_key(graph)
        self._chained = _chained(self._edges, graph)

    def of(self, edge: StreamEdge) -> Change:
        """The smallest change of the program that would cut *edge* if it is chained, else chain it."""
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
            tried = self._tried(edits, edge, chained=False)
            if tried is not None:
                found.append(tried)
                if not tried.side_effects and not tried.caveat:
                    break
        if not found:
            return Change(
                "", (), impossible=Said("no call was found that mends: {0}", failing[0].reason)
            )
        return min(found, key=lambda way: (len(way.edits), bool(way.caveat), len(way.side_effects)))

    def _cut(self, edge: StreamEdge) -> Change:
        source, target = self._graph.nodes[edge.source_id], self._graph.nodes[edge.target_id]
        number = target.transformation_id
        sink = isinstance(target.spec, SinkSpec)
        edit: Edit = DisableChaining(number) if sink else StartNewChain(number)
        if target.added_by_pyflink:
            edit = DisableChaining(source.transformation_id)
        tried = self._tried((edit,), edge, chained=True)
        if tried is not None:
            return tried
        if target.added_by_pyflink:
            impossible = Said("PyFlink put {0} there, not the program", target.short_name)
            return Change("", (), impossible=impossible)
        # Flink forgets what was said about the chain of a broadcast function
        impossible = Said("{0} chains whatever the program says", target.short_name)
        return Change("", (), impossible=impossible)

    def _tried(self, edits: tuple[Edit, ...], edge: StreamEdge, chained: bool) -> Change | None:
        """What *edits* do to the program; ``None`` if the verdict on *edge* stays, or it is refused."""
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
        was, now = self._chained, _chained(edges, after)
        flipped = [name for name in was if name != key and name in now and was[name] != now[name]]
        return Change(
            words=joined(
                dict.fromkeys(words_of(edit, pipeline) for edit in edits), "{0} and {1:s}"
            ),
            edits=tuple(data_of(edit) for edit in edits),
            caveat=joined(dict.fromkeys(_caveats(edits, pipeline))),
            after=sentence_of_edge(changed, after),
            side_effects=tuple(
                _effect(self._edges[name], self._graph, now[name]) for name in flipped
            ),
            tasks_before=_tasks(self._graph, was),
            tasks_after=_tasks(after, now),
        )


def _chained(edges: dict[EdgeKey, StreamEdge], graph: StreamGraph) -> dict[EdgeKey, bool]:
    return {name: is_chainable(edge, graph) for name, edge in edges.items()}


def _effect(edge: StreamEdge, graph: StreamGraph, chained: bool) -> str:
    names = (graph.nodes[edge.source_id].short_name, graph.nodes[edge.target_id].short_name)
    form = "{0} to {1} would be chained" if chained else "{0} to {1} would be cut"
    return Said(form, *names)


def _tasks(graph: StreamGraph, chained: dict[EdgeKey, bool]) -> int:
    # A chained operator has one input, so each chained edge makes two tasks one.
    return len(graph.nodes) - sum(chained.values())


def key_of(edge: StreamEdge, graph: StreamGraph) -> EdgeKey:
    """*edge* by what does not change with the program around it."""
    source, target = graph.nodes[edge.source_id], graph.nodes[edge.target_id]
    return source.transformation_id, target.transformation_id, edge.occurrence


def edges_by_key(graph: StreamGraph) -> dict[EdgeKey, StreamEdge]:
    """All edges of *graph* by :func:`key_of`."""
    return {key_of(edge, graph): edge for edge in graph.edges()}


# --- what a way asks of the program ---------------------------------------------------------------


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
