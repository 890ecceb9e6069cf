"""What would have to be different: the smallest change that chains an edge, or that cuts it.

For every condition that does not hold there are calls that would mend it. All ways to mend them are
tried, the smallest first: each is made to a copy of the program, the graphs are derived again, and
what does not turn the verdict is thrown away. Among the changes that do, the one that asks the least
of the program and leaves most other edges as they are is taken. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TypeAlias

from flinksim.datastream.execution import Pipeline
from flinksim.datastream.transformations import (
    MapPartitionSpec,
    PartitionSpec,
    SinkSpec,
    SourceSpec,
    Transformation,
    WindowSpec,
)
from flinksim.graph.chaining import (
    explain,
    head_of_chain,
    is_chainable,
    sentence_of,
    verdicts,
)
from flinksim.graph.edits import (
    AllowChaining,
    ChainAcrossMaxParallelism,
    DisableChaining,
    Edit,
    RemovePartitioner,
    SetMaxParallelism,
    SetOperatorChaining,
    SetParallelism,
    SetSlotSharingGroup,
    StartNewChain,
    UseNewerSource,
    data_of,
    edited,
    words_of,
)
from flinksim.graph.stream_graph import StreamEdge, StreamGraph, StreamNode, generate_stream_graph
from flinksim.trace.layers import Change, EdgeVerdict, Verdict

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
    impossible = _why_impossible(failing, edge, graph)
    if impossible:
        return Change("", (), impossible=impossible)
    found: list[Change] = []
    for edits in _ways_to_mend(failing, edge, graph):
        if found and len(edits) > len(found[0].edits):
            break
        tried = _tried(edits, edge, graph, chained=False)
        if tried is not None:
            found.append(tried)
            if not tried.side_effects and not tried.caveat:
                break
    if not found:
        return Change("", (), impossible=f"no call was found that mends: {failing[0].reason}")
    return min(found, key=lambda way: (len(way.edits), len(way.side_effects), bool(way.caveat)))


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


# --- what cannot be mended ------------------------------------------------------------------------


def _why_impossible(failing: list[Verdict], edge: StreamEdge, graph: StreamGraph) -> str:
    source, target = graph.nodes[edge.source_id], graph.nodes[edge.target_id]
    name = target.short_name
    conditions = {verdict.condition for verdict in failing}
    if "no union" in conditions:
        return (
            f"{name} reads a union; a chained operator is called by one other, so every union goes "
            "through channels"
        )
    if "one input" in conditions:
        return (
            f"{name} has {len(target.in_edges)} inputs; a chained operator is called by one other"
        )
    if "forward partitioner" in conditions and _is_over_all(target):
        return (
            f"{name} is a window over all values, which Flink always reaches by a key that is the same "
            "for all"
        )
    if "pipelined exchange" in conditions:
        return "a batch exchange stores all data in between"
    for node in (source, target):
        if isinstance(node.spec, MapPartitionSpec):
            return (
                f"{node.short_name} sees all values of a subtask at once, and Flink never chains it"
            )
    if target.outputs_only_after_end_of_stream:
        return (
            f"{name} gives results only at the end of its input, and Flink lets it head its chain"
        )
    return ""


def _is_over_all(node: StreamNode) -> bool:
    return isinstance(node.spec, WindowSpec) and node.spec.key_selector is None


# --- ways to mend each condition ------------------------------------------------------------------

Way: TypeAlias = tuple[Edit, ...]


def _ways_to_mend(failing: list[Verdict], edge: StreamEdge, graph: StreamGraph) -> Iterator[Way]:
    """Every combination of one way for each failing condition, the smallest first."""
    options = [_ways(verdict.condition, edge, graph) for verdict in failing]
    combined = [
        tuple(dict.fromkeys(edit for way in ways for edit in way))
        for ways in product(*[given for given in options if given])
    ]
    yield from sorted(dict.fromkeys(combined), key=len)


def _ways(condition: str, edge: StreamEdge, graph: StreamGraph) -> list[Way]:
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
        case "no yielding operator behind a legacy source":
            return _ways_around_legacy_source(source, graph)
        case "upstream may have a successor":
            return [(AllowChaining(up),)]
        case "downstream may have a predecessor":
            return [(AllowChaining(down),)]
        case "same parallelism":
            return [
                (SetParallelism(down, source.parallelism),),
                (SetParallelism(up, target.parallelism),),
            ]
        case "same maximum parallelism":
            return [(ChainAcrossMaxParallelism(True),), *_ways_to_level(source, target)]
        case "forward partitioner":
            return [_without_partitions(edge, graph.settings)]
    raise AssertionError(f"no way to mend {condition!r} is known")


def _ways_around_legacy_source(source: StreamNode, graph: StreamGraph) -> list[Way]:
    head = head_of_chain(source, graph)
    newer: Way = (UseNewerSource(head.transformation_id),)
    if isinstance(source.spec, SourceSpec):
        return [newer]
    return [(StartNewChain(source.transformation_id),), newer]


def _ways_to_level(source: StreamNode, target: StreamNode) -> list[Way]:
    ways: list[Way] = []
    if source.max_parallelism > 0:
        ways.append((SetMaxParallelism(target.transformation_id, source.max_parallelism),))
    if target.max_parallelism > 0:
        ways.append((SetMaxParallelism(source.transformation_id, target.max_parallelism),))
    return ways


def _without_partitions(edge: StreamEdge, pipeline: Pipeline) -> Way:
    """All partitions on the way, as the last of several hides the others."""
    kinds = {t.id: t.spec for t in pipeline.transformations}
    return tuple(
        RemovePartitioner(number)
        for number in edge.through
        if isinstance(kinds[number], PartitionSpec)
    )


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
