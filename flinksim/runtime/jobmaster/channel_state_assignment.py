"""Assigns the in-flight data of an unaligned checkpoint to channels, at any parallelism.

Flink: ``StateAssignmentOperation.reDistributeInputChannelStates`` and
``reDistributeResultSubpartitionStates``, ``SubtaskStateMapper``, ``RescalingStreamTaskNetworkInput``.
Differs: at another parallelism, in-flight watermarks are dropped, where Flink forwards the minimum over
the old channels. In-flight output data is put into the input of the downstream task, as with
``execution.checkpointing.unaligned.recover-output-on-downstream.enabled``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from flinksim.core import ids
from flinksim.core.ids import SubtaskId
from flinksim.datastream.partitioner import StreamPartitioner
from flinksim.graph.execution_graph import compute_connections
from flinksim.graph.job_graph_generator import JobEdge, JobGraph, JobVertex
from flinksim.runtime.checkpoint.channel_state_writer import InFlightData
from flinksim.runtime.checkpoint.metadata import ChannelState, CheckpointMetadata
from flinksim.runtime.elements import StreamRecord
from flinksim.runtime.tasks.subtask_checkpoint_coordinator import TaskSnapshot


class CannotRestore(RuntimeError):
    """A snapshot does not fit the program; the message tells why. Flink: ``IllegalStateException``."""


def assign_channel_states(
    job_graph: JobGraph,
    metadata: CheckpointMetadata,
    snapshots: Mapping[SubtaskId, TaskSnapshot],
    allow_non_restored: bool,
) -> None:
    """Add the in-flight data of the channels of *metadata* to *snapshots*.

    Args:
        job_graph: The new job.
        metadata: The snapshot to restore.
        snapshots: The start state of each subtask, which is extended.
        allow_non_restored: Whether data of operators that are gone may be dropped.

    Raises:
        CannotRestore: If the two operators are not connected any more, or by an edge whose data cannot
            be redistributed.
    """
    vertices = {vertex.id: vertex for vertex in job_graph.vertices}
    old_parallelisms = {operator.id: operator.parallelism for operator in metadata.operators}
    # input data, which has arrived, precedes output data
    for state in sorted(metadata.channels, key=lambda one: not one.is_input):
        source, target = vertices.get(state.source), vertices.get(state.target)
        operator_id = state.target if state.is_input else state.source
        if operator_id not in job_graph.operator_ids.values() and allow_non_restored:
            continue
        edge = None if source is None or target is None else _find_edge(source, target, state)
        if source is None or target is None or edge is None:
            raise CannotRestore(
                "Cannot recover from unaligned checkpoint when topology changes, such that data "
                "exchanges with persisted data are now chained.\nThe following operators contain "
                f"channel state: [{operator_id}]"
            )
        if (source.parallelism, target.parallelism) == (
            old_parallelisms[source.id],
            old_parallelisms[target.id],
        ):
            _restore_to_same_channel(source, target, state, snapshots)
        else:
            _redistribute_records(edge, source, target, state, snapshots)


def _find_edge(source: JobVertex, target: JobVertex, state: ChannelState) -> JobEdge | None:
    edges = [edge for edge in target.inputs if edge.source == source.key]
    return edges[state.occurrence] if state.occurrence < len(edges) else None


def _restore_to_same_channel(
    source: JobVertex,
    target: JobVertex,
    state: ChannelState,
    snapshots: Mapping[SubtaskId, TaskSnapshot],
) -> None:
    """Assign the in-flight data *state* to the same channel as before; the parallelism is unchanged."""
    from_subtask = ids.build_subtask_id(source.key, state.source_subtask)
    to_subtask = ids.build_subtask_id(target.key, state.target_subtask)
    channel = ids.build_channel_id(from_subtask, to_subtask, state.occurrence)
    if state.is_input:
        snapshots[to_subtask].input_data[channel] = state.data
    else:
        snapshots[from_subtask].output_data[channel] = state.data


def _redistribute_records(
    edge: JobEdge,
    source: JobVertex,
    target: JobVertex,
    state: ChannelState,
    snapshots: Mapping[SubtaskId, TaskSnapshot],
) -> None:
    """Assign each in-flight record to the input of the subtask that receives its key or partition now."""
    records = [element for element in state.data.elements if isinstance(element, StreamRecord)]
    owners = _find_owners(edge, records, state.target_subtask, target.parallelism)
    upstream = state.source_subtask % source.parallelism
    wiring = compute_connections(edge.distribution_pattern, source.parallelism, target.parallelism)
    for owner in sorted(set(owners)):
        owned_records = [
            record for record, index in zip(records, owners, strict=True) if index == owner
        ]
        if not any(number == upstream for number, _ in wiring[owner]):
            raise _create_pointwise_error()
        to_subtask = ids.build_subtask_id(target.key, owner)
        channel = ids.build_channel_id(
            ids.build_subtask_id(source.key, upstream), to_subtask, state.occurrence
        )  # fmt: skip
        data = snapshots[to_subtask].input_data.setdefault(channel, InFlightData())
        data.elements += owned_records
        data.buffers += 1
        data.bytes += state.data.bytes * len(owned_records) // len(records)


def _find_owners(
    edge: JobEdge, records: Sequence[StreamRecord], old_subtask: int, parallelism: int
) -> Sequence[int]:
    """Find the subtask that now receives each record; before, all were sent to subtask *old_subtask*.

    Flink: ``SubtaskStateMapper``.
    """
    partitioner: StreamPartitioner = edge.stream_edge.partitioner.copy()
    match partitioner.downstream_subtask_state_mapper:
        case "FIRST":
            return [0] * len(records)
        case "ARBITRARY" | "ROUND_ROBIN":
            return [old_subtask % parallelism] * len(records)
        case "RANGE" | "FULL":
            partitioner.setup(parallelism, random_start=0, random=Random(0))
            return [partitioner.select_channel(record) for record in records]
    raise _create_pointwise_error()


def _create_pointwise_error() -> CannotRestore:
    return CannotRestore(
        "Cannot rescale the given pointwise partitioner.\nDid you change the partitioner to forward or "
        "rescale?\nIt may also help to add an explicit shuffle()."
    )
