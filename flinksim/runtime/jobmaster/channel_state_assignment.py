"""What an unaligned checkpoint caught in flight goes back into the channels, at any parallelism.

Flink: ``StateAssignmentOperation.reDistributeInputChannelStates`` and
``reDistributeResultSubpartitionStates``, ``SubtaskStateMapper``, ``RescalingStreamTaskNetworkInput``.
Differs: at another parallelism, watermarks that were in flight are left out, where Flink hands on the
least of those of the old channels; and what waited in an output waits at the input behind it, as with
``execution.checkpointing.unaligned.recover-output-on-downstream.enabled``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from flinksim.core import ids
from flinksim.core.ids import SubtaskId
from flinksim.datastream.partitioner import StreamPartitioner
from flinksim.graph.execution_graph import connections
from flinksim.graph.job_graph_generator import JobEdge, JobGraph, JobVertex
from flinksim.runtime.checkpoint.channel_state_writer import InFlightData
from flinksim.runtime.checkpoint.metadata import ChannelState, CheckpointMetadata
from flinksim.runtime.elements import StreamRecord
from flinksim.runtime.tasks.subtask_checkpoint_coordinator import TaskSnapshot


class CannotRestore(RuntimeError):
    """A snapshot does not fit the program, and why. Flink: ``IllegalStateException``."""


def assign_channels(
    job_graph: JobGraph,
    metadata: CheckpointMetadata,
    snapshots: Mapping[SubtaskId, TaskSnapshot],
    allow_non_restored: bool,
) -> None:
    """Add to *snapshots* what was in flight in the channels that *metadata* has.

    Raises: CannotRestore if the two ends are not joined any more, or by an edge whose data cannot be
    dealt out anew.
    """
    vertices = {vertex.id: vertex for vertex in job_graph.vertices}
    before = {operator.id: operator.parallelism for operator in metadata.operators}
    # what has arrived comes before what has not
    for state in sorted(metadata.channels, key=lambda one: not one.is_input):
        source, target = vertices.get(state.source), vertices.get(state.target)
        holder = state.target if state.is_input else state.source
        if holder not in job_graph.operator_ids.values() and allow_non_restored:
            continue
        edge = None if source is None or target is None else _edge(source, target, state)
        if source is None or target is None or edge is None:
            raise CannotRestore(
                "Cannot recover from unaligned checkpoint when topology changes, such that data "
                "exchanges with persisted data are now chained.\nThe following operators contain "
                f"channel state: [{holder}]"
            )
        if (source.parallelism, target.parallelism) == (before[source.id], before[target.id]):
            _give_back(source, target, state, snapshots)
        else:
            _deal_out(edge, source, target, state, snapshots)


def _edge(source: JobVertex, target: JobVertex, state: ChannelState) -> JobEdge | None:
    edges = [edge for edge in target.inputs if edge.source == source.key]
    return edges[state.occurrence] if state.occurrence < len(edges) else None


def _give_back(
    source: JobVertex,
    target: JobVertex,
    state: ChannelState,
    snapshots: Mapping[SubtaskId, TaskSnapshot],
) -> None:
    """To the same channel."""
    from_subtask = ids.subtask_id(source.key, state.source_subtask)
    to_subtask = ids.subtask_id(target.key, state.target_subtask)
    channel = ids.channel_id(from_subtask, to_subtask, state.occurrence)
    if state.is_input:
        snapshots[to_subtask].input_data[channel] = state.data
    else:
        snapshots[from_subtask].output_data[channel] = state.data


def _deal_out(
    edge: JobEdge,
    source: JobVertex,
    target: JobVertex,
    state: ChannelState,
    snapshots: Mapping[SubtaskId, TaskSnapshot],
) -> None:
    """Each record to the input of the subtask that it belongs to now."""
    records = [element for element in state.data.elements if isinstance(element, StreamRecord)]
    owners = _owners(edge, records, state.target_subtask, target.parallelism)
    upstream = state.source_subtask % source.parallelism
    wiring = connections(edge.distribution_pattern, source.parallelism, target.parallelism)
    for owner in sorted(set(owners)):
        own = [record for record, index in zip(records, owners, strict=True) if index == owner]
        if not any(number == upstream for number, _ in wiring[owner]):
            raise _pointwise()
        to_subtask = ids.subtask_id(target.key, owner)
        channel = ids.channel_id(
            ids.subtask_id(source.key, upstream), to_subtask, state.occurrence
        )  # fmt: skip
        data = snapshots[to_subtask].input_data.setdefault(channel, InFlightData())
        data.elements += own
        data.buffers += 1
        data.bytes += state.data.bytes * len(own) // len(records)


def _owners(
    edge: JobEdge, records: Sequence[StreamRecord], old: int, parallelism: int
) -> Sequence[int]:
    """The subtask for each of *records*, which were on their way to subtask *old*.

    Flink: ``SubtaskStateMapper``.
    """
    partitioner: StreamPartitioner = edge.stream_edge.partitioner.copy()
    match partitioner.downstream_subtask_state_mapper:
        case "FIRST":
            return [0] * len(records)
        case "ARBITRARY" | "ROUND_ROBIN":
            return [old % parallelism] * len(records)
        case "RANGE" | "FULL":
            partitioner.setup(parallelism, random_start=0, random=Random(0))
            return [partitioner.select_channel(record) for record in records]
    raise _pointwise()


def _pointwise() -> CannotRestore:
    return CannotRestore(
        "Cannot rescale the given pointwise partitioner.\nDid you change the partitioner to forward or "
        "rescale?\nIt may also help to add an explicit shuffle()."
    )
