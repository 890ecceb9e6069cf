"""What would have to be different: the smallest change that chains an edge, or that cuts it.

For every condition that does not hold there are calls that would mend it. All ways to mend them are
tried, the smallest first: each is made to a copy of the program, the graphs are derived again, and
what does not turn the verdict is thrown away. Among the changes that do, the one that asks the least
of the program and leaves most other edges as they are is taken. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from flinksim.datastream.execution import Pipeline
from flinksim.datastream.transformations import (
    PartitionSpec,
    SinkSpec,
    Transformation,
)
from flinksim.graph.chaining import (
    explain,
    is_chainable,
    sentence_of,
    verdicts,
)
from flinksim.graph.edits import (
    DisableChaining,
    Edit,
    RemovePartitioner,
    StartNewChain,
    UseNewerSource,
    data_of,
    edited,
    words_of,
)
from flinksim.graph.mending import ways_to_mend, why_impossible
from flinksim.graph.stream_graph import StreamEdge, StreamGraph, generate_stream_graph
from flinksim.trace.layers import Change, EdgeVerdict

EdgeKey: TypeAlias = tuple[int, int, int]
"""An edge in any version of a program: the transformations at its ends, and its occurrence."""


def explanation(edge: StreamEdge, graph: StreamGraph, with_change: bool = True) -> EdgeVerdict:
    """Everything about *edge*: each condition, the sentence, and unless told otherwise the change."""
    found = verdicts(edge, graph)
    return EdgeVerdict(
        edge=edge.name,
        source=graph.nodes[edge.source_id].name,
        target=graph.nodes[edge.target_id].name,
        chained=all(verdict.holds for verdict in found),
        sentence=sentence_of(found, edge),
        verdicts=found,
        change=counterfactual(edge, graph) if with_change else None,
    )


def change_sentence(verdict: EdgeVerdict) -> str:
    """The change of *verdict* in one sentence; empty if it has none."""
    change = verdict.change
    if change is None:
        return ""
    if not change.edits:
        return f"no change would chain it: {change.impossible}"
    text = f"{change.words} would {'cut' if verdict.chained else 'chain'} it"
    if change.side_effects:
        text += f" (and also: {'; '.join(change.side_effects)})"
    return f"{text}; {change.caveat}" if change.caveat else text


def counterfactual(edge: StreamEdge, graph: StreamGraph) -> Change:
    """The smallest change of the program that would cut *edge* if it is chained, else chain it."""
    if is_chainable(edge, graph):
        return _cut(edge, graph)
    failing = [verdict for verdict in verdicts(edge, graph) if not verdict.holds]
    impossible = why_impossible(failing, edge, graph)
    if impossible:
        return Change("", (), impossible=impossible)
    found: list[Change] = []
    for edits in ways_to_mend(failing, edge, graph):
        if found and len(edits) > len(found[0].edits):
            break
        tried = _tried(edits, edge, graph, chained=False)
        if tried is not None:
            found.append(tried)
            if not tried.side_effects and not tried.caveat:
                break
    if not found:
        return Change("", (), impossible=f"no call was found that mends: {failing[0].reason}")
    return min(found, key=lambda way: (len(way.edits), bool(way.caveat), len(way.side_effects)))


def _cut(edge: StreamEdge, graph: StreamGraph) -> Change:
    target = graph.nodes[edge.target_id]
    number = target.transformation_id
    edit = DisableChaining(number) if isinstance(target.spec, SinkSpec) else StartNewChain(number)
    tried = _tried((edit,), edge, graph, chained=True)
    assert tried is not None, "a chain can be cut before any operator"
    return tried


def _tried(
    edits: tuple[Edit, ...], edge: StreamEdge, graph: StreamGraph, chained: bool
) -> Change | None:
    """What *edits* do to the program; ``None`` if the verdict on *edge* stays, or it is refused."""
    pipeline = graph.settings
    try:
        after = generate_stream_graph(edited(pipeline, edits))
    except (ValueError, RuntimeError):
        return None
    before_by_key, after_by_key = edges_by_key(graph), edges_by_key(after)
    key = key_of(edge, graph)
    changed = after_by_key.get(key)
    if changed is None or is_chainable(changed, after) is chained:
        return None
    was = {name: is_chainable(other, graph) for name, other in before_by_key.items()}
    now = {name: is_chainable(other, after) for name, other in after_by_key.items()}
    flipped = [name for name in was if name != key and name in now and was[name] != now[name]]
    return Change(
        words=" and ".join(dict.fromkeys(words_of(edit, pipeline) for edit in edits)),
        edits=tuple(data_of(edit) for edit in edits),
        caveat="; ".join(dict.fromkeys(_caveats(edits, pipeline))),
        after=explain(changed, after),
        side_effects=tuple(_effect(before_by_key[name], graph, now[name]) for name in flipped),
        tasks_before=_tasks(graph, was),
        tasks_after=_tasks(after, now),
    )


def _effect(edge: StreamEdge, graph: StreamGraph, chained: bool) -> str:
    names = (graph.nodes[edge.source_id].short_name, graph.nodes[edge.target_id].short_name)
    return f"{names[0]} to {names[1]} would be {'chained' if chained else 'cut'}"


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
                yield f"it needs a source of the newer kind that reads what {by_id[number].name} reads"


def _caveat_of_removal(partition: Transformation) -> Iterator[str]:
    assert isinstance(partition.spec, PartitionSpec)
    match partition.spec.partitioner.name:
        case "HASH":
            yield "right only if the values are already where that key_by would send them"
        case "BROADCAST":
            yield "then each value reaches one subtask, not all"
        case "GLOBAL" | "CUSTOM":
            yield "then values stay in the subtask that they are in"
