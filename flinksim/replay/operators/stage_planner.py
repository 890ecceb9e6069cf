"""Planner: from a job graph to stages, one per vertex, and how each is split into units of work.

A unit of work is processed by one worker. Partitionings:

``in order``   one unit of work per subtask, every element in its position
``by key``     the key groups of a subtask in several units, each in order
``any order``  a source whose functions process single records: no order is needed
``together``   all sources of a job, one of which needs its records in order: one unit of work
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from flinksim.common.typeutils.hashing import build_typed_key_hash
from flinksim.connectors.collection_sources import CollectionSource, NumberSequenceSource
from flinksim.connectors.event_log.event_log_source import EventLogSource
from flinksim.core.reachable_objects import is_library_object
from flinksim.datastream.partitioner import (
    CustomPartitionerWrapper,
    KeyGroupStreamPartitioner,
    RebalancePartitioner,
    RescalePartitioner,
)
from flinksim.datastream.transformations import (
    FilterSpec,
    FlatMapSpec,
    LegacyTimestampsSpec,
    MapSpec,
    SinkSpec,
    SourceSpec,
    TimestampsAndWatermarksSpec,
    WindowSpec,
)
from flinksim.datastream.triggers import (
    CountTrigger,
    DeltaTrigger,
    EventTimeTrigger,
    NeverTrigger,
    ProcessingTimeTrigger,
    PurgingTrigger,
)
from flinksim.graph.execution_graph import compute_connections
from flinksim.graph.job_graph_generator import JobGraph, JobVertex
from flinksim.graph.statefulness import find_hidden_state
from flinksim.replay.analysis.reproducibility import is_stateful
from flinksim.replay.logs.parquet_source import ParquetLogSource
from flinksim.replay.operators.chain_runner import OutputEdge, VertexPlan, find_watermark_nodes
from flinksim.replay.operators.source_watermarks import is_max_timestamp_strategy
from flinksim.runtime.operators.window_contents import is_mutating_function

Partitioning: TypeAlias = Literal["in order", "by key", "any order", "together"]

_PER_RECORD_SPECS = (MapSpec, FlatMapSpec, FilterSpec, SinkSpec)
_ROUND_ROBIN_PARTITIONERS = (RebalancePartitioner, RescalePartitioner, CustomPartitionerWrapper)

_END_ONLY_TRIGGERS = (
    EventTimeTrigger, ProcessingTimeTrigger, CountTrigger, DeltaTrigger, NeverTrigger,
)  # fmt: skip
"""Triggers whose only timer is at the end of their window."""

ANY_ORDER_SOURCES: tuple[type[Any], ...] = (
    EventLogSource, ParquetLogSource, CollectionSource, NumberSequenceSource,
)  # fmt: skip
"""Sources whose splits do not emit watermarks or idleness themselves."""


@dataclass(slots=True)
class StagePlan:
    """One job vertex as a stage of the replay.

    ``inputs`` are the edges that it reads, each with the input (0 or 1) of the chain's first operator to
    which the edge leads. ``buckets`` is the number of units of work per subtask.
    """

    vertex: JobVertex
    chain: VertexPlan
    inputs: list[tuple[OutputEdge, int]]
    partitioning: Partitioning
    reason: str
    buckets: int = 1

    @property
    def is_source(self) -> bool:
        """Whether the stage has no inputs."""
        return not self.inputs

    @property
    def units(self) -> int:
        """Number of units of work into which the stage is split."""
        if self.partitioning == "together":
            return 1
        return self.chain.parallelism * self.buckets


@dataclass(slots=True)
class _PlanDraft:
    plans: dict[str, StagePlan] = field(default_factory=dict)
    edges: dict[str, OutputEdge] = field(default_factory=dict)
    inputs: dict[str, dict[int, int]] = field(default_factory=dict)


def plan_stages(
    job_graph: JobGraph,
    start_ms: int,
    list_split_names: Callable[[JobVertex], tuple[str, ...]],
    target_units: int,
    keeps_contents: bool = True,
) -> list[StagePlan]:
    """Plan the stages of a job, from its sources down.

    Args:
        job_graph: The job.
        start_ms: Start of the job in epoch milliseconds.
        list_split_names: Lists the splits of a source vertex.
        target_units: Minimum number of units of work of a keyed stage.
        keeps_contents: Whether firings keep the contents of windows.
    """
    settings = job_graph.settings
    partitionings = {
        vertex.key: _choose_partitioning(vertex, job_graph, target_units)
        for vertex in job_graph.vertices
    }
    draft = _PlanDraft()
    _number_edges(job_graph, partitionings, draft)
    stages = []
    first_task = first_split = 0
    for vertex in job_graph.vertices:
        partitioning, reason, buckets = partitionings[vertex.key]
        names = list_split_names(vertex) if not vertex.inputs else ()
        chain = VertexPlan(
            name=vertex.name,
            operators=vertex.operators,
            parallelism=vertex.parallelism,
            max_parallelism=vertex.max_parallelism,
            first_task=first_task,
            inputs=draft.inputs.get(vertex.key, {}),
            edges={
                edge.edge_id: draft.edges[edge.edge_id]
                for chained in vertex.operators
                for edge in chained.non_chained_outputs
            },
            start_ms=start_ms,
            auto_watermark_interval_ms=settings.auto_watermark_interval_ms,
            object_reuse=settings.object_reuse,
            job_parameters=dict(settings.job_parameters),
            first_split=first_split,
            split_names=names,
            key_hash=build_typed_key_hash(vertex.head.key_type),
            keeps_contents=keeps_contents,
            emits_controls=_is_emitting_controls(vertex, partitioning),
        )
        inputs = [
            (draft.edges[e.stream_edge.edge_id], max(e.stream_edge.type_number - 1, 0))
            for e in vertex.inputs
        ]
        stages.append(StagePlan(vertex, chain, inputs, partitioning, reason, buckets))
        first_task += vertex.parallelism
        first_split += len(names)
    return stages


def _number_edges(
    job_graph: JobGraph, decided: dict[Any, tuple[Partitioning, str, int]], draft: _PlanDraft
) -> None:
    for target in job_graph.vertices:
        for job_edge in target.inputs:
            source = job_graph.find_vertex(job_edge.source)
            edge = job_edge.stream_edge
            wiring = compute_connections(
                job_edge.distribution_pattern, source.parallelism, target.parallelism
            )
            channels: list[dict[int, int]] = [{} for _ in range(source.parallelism)]
            for reader, incoming in enumerate(wiring):
                for sender, place in incoming:
                    channels[sender][place] = reader
            number = len(draft.edges)
            draft.edges[edge.edge_id] = OutputEdge(
                number,
                edge.partitioner,
                None if edge.output_tag is None else edge.output_tag.tag_id,
                tuple(tuple(places[i] for i in range(len(places))) for places in channels),
                decided[target.key][2],
            )
            draft.inputs.setdefault(target.key, {})[number] = max(edge.type_number - 1, 0)


def _is_emitting_controls(vertex: JobVertex, partitioning: Partitioning) -> bool:
    if not vertex.inputs:
        return partitioning == "together"
    return bool(find_watermark_nodes(vertex.operators))


# --- partitioning ---------------------------------------------------------------------------------


def _choose_partitioning(
    vertex: JobVertex, job_graph: JobGraph, target_units: int
) -> tuple[Partitioning, str, int]:
    if not vertex.inputs:
        for source in [vertex, *(other for other in job_graph.vertices if not other.inputs)]:
            obstacle = _find_source_obstacle(source)
            if obstacle is not None:
                name = f"{source.head.name!r} reads in order, and may read between its records: "
                return "together", ("" if source is vertex else name) + obstacle, 1
        return "any order", "its functions process one record at a time", 1
    obstacle = _find_key_obstacle(vertex, job_graph)
    buckets = -(-target_units // vertex.parallelism)
    if obstacle is None and buckets > 1:
        return "by key", "keys are independent of each other, and only sinks follow", buckets
    return "in order", obstacle or "the number of subtasks equals the number of partitions", 1


def _find_source_obstacle(vertex: JobVertex) -> str | None:
    """Describe why a source needs its records in order, if it does."""
    head = vertex.head.spec
    assert isinstance(head, SourceSpec)
    if not isinstance(head.source, ANY_ORDER_SOURCES):
        return f"{type(head.source).__name__} may emit watermarks itself"
    for chained in vertex.operators:
        spec, name = chained.node.spec, chained.node.name
        strategy = None
        if isinstance(spec, SourceSpec):
            strategy = None if spec.legacy else spec.watermark_strategy
            if strategy is not None and strategy.alignment_params is not None:
                group = strategy.alignment_params.watermark_group
                reason = "it waits for the other sources of its group"
                return f"{reason} {group!r} (with_watermark_alignment)"
        elif isinstance(spec, TimestampsAndWatermarksSpec):
            strategy = spec.strategy
        elif isinstance(spec, LegacyTimestampsSpec):
            return f"the assigner of {name!r} may inspect every record"
        elif not isinstance(spec, _PER_RECORD_SPECS):
            return f"{name!r} may read the clock or keep data from record to record"
        state = find_hidden_state(spec)
        if state is not None:
            return f"{name!r} may keep data from record to record: {state}"
        if not is_max_timestamp_strategy(strategy):
            return f"{name!r} has a custom watermark generator"
    return _find_round_robin_obstacle(vertex)


def _find_round_robin_obstacle(vertex: JobVertex) -> str | None:
    for chained in vertex.operators:
        for edge in chained.non_chained_outputs:
            if isinstance(edge.partitioner, _ROUND_ROBIN_PARTITIONERS):
                return (
                    f"{edge.partitioner.name} after {chained.node.name!r} selects "
                    "channels round robin"
                )
    return None


def _find_key_obstacle(vertex: JobVertex, job_graph: JobGraph) -> str | None:
    if any(not _is_keyed(edge.stream_edge.partitioner) for edge in vertex.inputs):
        return "not all of its input is keyed"
    for chained in vertex.operators[1:]:
        if not isinstance(chained.node.spec, _PER_RECORD_SPECS):
            return f"{chained.node.name!r} after it processes several keys of a subtask together"
    for chained in vertex.operators:
        state = find_hidden_state(chained.node.spec)
        if state is not None:
            return f"{chained.node.name!r} may keep data across keys: {state}"
    if _is_tie_sensitive(vertex.head.spec):
        return f"{vertex.head.name!r} may depend on which of several windows of a key fires first"
    for later in _find_downstream_vertices(vertex, job_graph):
        if is_stateful(later):
            return f"{later.name!r} after it may depend on the order of different keys"
    return _find_round_robin_obstacle(vertex)


def _is_tie_sensitive(spec: Any) -> bool:
    """Return whether user code can observe in which order timers of the same time fire for a key.

    This is possible if timers of several windows of a key can be due at the same time, and a
    function sees the firings and may have keyed state, or changes what remains of the windows.
    Timers of the same time fire in the order of the heap, which also depends on the timers of other
    keys.
    """
    if not isinstance(spec, WindowSpec):
        return False
    has_window_function = spec.window_function is not None
    if not has_window_function and (
        spec.evictor is None or not is_mutating_function(spec.pre_aggregation)
    ):
        return False
    trigger = spec.effective_trigger
    while isinstance(trigger, PurgingTrigger):
        trigger = trigger.nested_trigger
    # Windows of Flink's own assigners end at different times. With an allowed lateness, one window
    # may be cleared when another one fires.
    return (
        not is_library_object(type(spec.assigner))
        or type(trigger) not in _END_ONLY_TRIGGERS
        or (
            spec.allowed_lateness_ms > 0
            and has_window_function
            and _has_user_clear(spec.window_function)
        )
    )


def _has_user_clear(function: Any) -> bool:
    clear = getattr(type(function), "clear", None)
    return clear is not None and not is_library_object(clear)


def _is_keyed(partitioner: Any) -> bool:
    return isinstance(partitioner, KeyGroupStreamPartitioner)


def _find_downstream_vertices(vertex: JobVertex, job_graph: JobGraph) -> list[JobVertex]:
    reached = {vertex.key}
    downstream = []
    for other in job_graph.vertices:
        if any(edge.source in reached for edge in other.inputs):
            reached.add(other.key)
            downstream.append(other)
    return downstream
