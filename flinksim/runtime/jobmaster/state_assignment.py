"""Maps the snapshot of one job to the start state of the subtasks of another.

Flink: ``Checkpoints.loadAndValidateCheckpoint``, ``StateAssignmentOperation``,
``VertexFinishedStateChecker``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from flinksim.core import ids
from flinksim.core.ids import ChannelId, SubtaskId, VertexId
from flinksim.graph.job_graph_generator import JobEdge, JobGraph, JobVertex
from flinksim.graph.stream_graph_model import StreamNode
from flinksim.runtime.checkpoint.channel_state_writer import InFlightData
from flinksim.runtime.checkpoint.metadata import ChannelState, CheckpointMetadata, OperatorState
from flinksim.runtime.checkpoint.repartitioner import repartition
from flinksim.runtime.jobmaster.channel_state_assignment import CannotRestore as CannotRestore
from flinksim.runtime.jobmaster.channel_state_assignment import assign_channel_states
from flinksim.runtime.jobmaster.checkpoint_records import CompletedCheckpoint
from flinksim.runtime.tasks.subtask_checkpoint_coordinator import TaskSnapshot
from flinksim.trace.events import CheckpointKind

_CHANNEL_ID_PATTERN = re.compile(r"(v\d+)/(\d+)>(v\d+)/(\d+)(?:#(\d+))?\Z")


# --- from a run to metadata -------------------------------------------------------------------------


def build_checkpoint_metadata(
    job_graph: JobGraph, checkpoint: CompletedCheckpoint, now_ms: int
) -> CheckpointMetadata:
    """Build the metadata of *checkpoint*, without names that are specific to this run.

    Args:
        job_graph: The job that has taken the checkpoint.
        checkpoint: The checkpoint.
        now_ms: When it was complete, in virtual ms.
    """
    heads = {vertex.key: vertex.id for vertex in job_graph.vertices}
    return CheckpointMetadata(
        checkpoint.id,
        checkpoint.kind,
        job_graph.name,
        checkpoint.timestamp,
        now_ms,
        [
            _build_operator_state(job_graph, vertex, chained.node, checkpoint.snapshots)
            for vertex in job_graph.vertices
            for chained in vertex.operators
        ],
        [
            _build_channel_state(heads, channel, data, is_input)
            for snapshot in checkpoint.snapshots.values()
            for is_input, states in ((True, snapshot.input_data), (False, snapshot.output_data))
            for channel, data in states.items()
        ],
    )


def _build_operator_state(
    job_graph: JobGraph,
    vertex: JobVertex,
    node: StreamNode,
    snapshots: Mapping[SubtaskId, TaskSnapshot],
) -> OperatorState:
    state = OperatorState(
        job_graph.operator_ids[node.id], node.name, node.uid, vertex.parallelism,
        vertex.max_parallelism,
    )  # fmt: skip
    for index in range(vertex.parallelism):
        task = snapshots.get(ids.build_subtask_id(vertex.key, index))
        if task is None:
            continue
        if task.is_finished:
            state.finished.append(index)
        snapshot = task.operators.get(ids.build_operator_id(node.id, index))
        if snapshot is not None:
            state.subtasks[index] = snapshot
    return state


def _build_channel_state(
    heads: Mapping[VertexId, str], channel: ChannelId, data: InFlightData, is_input: bool
) -> ChannelState:
    match = _CHANNEL_ID_PATTERN.match(channel)
    assert match is not None, channel
    source, source_subtask, target, target_subtask, occurrence = match.groups()
    return ChannelState(
        heads[VertexId(source)], int(source_subtask), heads[VertexId(target)], int(target_subtask),
        int(occurrence or 0), is_input, data,
    )  # fmt: skip


# --- from metadata to another job --------------------------------------------------------------------


def assign_states(
    job_graph: JobGraph, metadata: CheckpointMetadata, pointer: str, allow_non_restored: bool
) -> tuple[JobGraph, CompletedCheckpoint]:
    """Assign the state of *metadata* to the subtasks of *job_graph*.

    Args:
        job_graph: The new job.
        metadata: The snapshot to restore.
        pointer: The path of the snapshot, for error messages.
        allow_non_restored: Whether state of operators that are gone may be dropped.

    Returns:
        The job graph, with as many key groups as the state has unless the program sets a number; and
        the checkpoint to start from.

    Raises:
        CannotRestore: If the snapshot does not fit; with Flink's message where there is one.
    """
    states = _map_operator_states(job_graph, metadata, pointer, allow_non_restored)
    job_graph = _restore_key_group_counts(job_graph, states)
    finished = {
        vertex.key for vertex in job_graph.vertices if _has_finished(job_graph, vertex, states)
    }
    _check_finished(job_graph, finished)
    snapshots: dict[SubtaskId, TaskSnapshot] = {}
    for vertex in job_graph.vertices:
        operator_states = [
            (chained.node, states[identifier])
            for chained in vertex.operators
            if (identifier := job_graph.operator_ids[chained.node.id]) in states
        ]
        distributed = [
            (node, repartition(state, vertex.parallelism)) for node, state in operator_states
        ]
        for index in range(vertex.parallelism):
            if not operator_states:
                continue
            operators = {
                # union states are read by snapshot_for for all subtasks; keep them once
                ids.build_operator_id(node.id, index): each[index]
                if index == 0
                else each[index].without_unions
                for node, each in distributed
            }
            snapshots[ids.build_subtask_id(vertex.key, index)] = TaskSnapshot(
                operators, is_finished=vertex.key in finished
            )
    assign_channel_states(job_graph, metadata, snapshots, allow_non_restored)
    kind: CheckpointKind = "checkpoint" if metadata.kind == "checkpoint" else "savepoint"
    restored = CompletedCheckpoint(
        metadata.checkpoint_id, kind, metadata.timestamp, 0, snapshots, {}
    )  # fmt: skip
    return job_graph, restored


def _map_operator_states(
    job_graph: JobGraph, metadata: CheckpointMetadata, pointer: str, allow_non_restored: bool
) -> dict[str, OperatorState]:
    """Map operator ids to their states, and check that they fit the program.

    Flink: ``loadAndValidateCheckpoint``, ``checkParallelismPreconditions``.
    """
    vertices = {
        job_graph.operator_ids[chained.node.id]: vertex
        for vertex in job_graph.vertices
        for chained in vertex.operators
    }
    states: dict[str, OperatorState] = {}
    for state in metadata.operators:
        vertex = vertices.get(state.id)
        if vertex is None:
            if state.has_state and not allow_non_restored:
                raise CannotRestore(
                    f"Failed to rollback to checkpoint/savepoint {pointer}. Cannot map "
                    f"checkpoint/savepoint state for operator {state.id} to the new program, because "
                    "the operator is not available in the new program. If you want to allow to skip "
                    "this, you can set the --allowNonRestoredState option on the CLI. (It was "
                    f"{state.name!r}"
                    + (f", with the uid {state.uid!r}.)" if state.uid else ", without a uid.)")
                )
            continue
        if 0 < vertex.configured_max_parallelism != state.max_parallelism:
            raise CannotRestore(
                "Failed to rollback to checkpoint/savepoint Checkpoint Metadata. Max parallelism "
                "mismatch between checkpoint/savepoint state and new program. Cannot map operator "
                f"{state.id} with max parallelism {state.max_parallelism} to new program with max "
                f"parallelism {vertex.configured_max_parallelism}. This indicates that the program "
                "has been changed in a non-compatible way after the checkpoint/savepoint."
            )
        if state.max_parallelism < vertex.parallelism:
            raise CannotRestore(
                f"The state for task {vertex.id} can not be restored. The maximum parallelism "
                f"({state.max_parallelism}) of the restored state is lower than the configured "
                f"parallelism ({vertex.parallelism}). Please reduce the parallelism of the task to be "
                "lower or equal to the maximum parallelism."
            )
        states[state.id] = state
    return states


def _restore_key_group_counts(job_graph: JobGraph, states: Mapping[str, OperatorState]) -> JobGraph:
    """Return the job graph with the number of key groups that the state was written with."""
    numbers: dict[VertexId, int] = {}
    for vertex in job_graph.vertices:
        numbers[vertex.key] = vertex.max_parallelism
        for chained in vertex.operators:
            state = states.get(job_graph.operator_ids[chained.node.id])
            if state is not None:
                numbers[vertex.key] = state.max_parallelism
    if all(vertex.max_parallelism == numbers[vertex.key] for vertex in job_graph.vertices):
        return job_graph
    return replace(
        job_graph,
        vertices=tuple(
            replace(
                vertex,
                max_parallelism=numbers[vertex.key],
                inputs=tuple(
                    _set_max_parallelism(edge, numbers[vertex.key]) for edge in vertex.inputs
                ),
            )
            for vertex in job_graph.vertices
        ),
    )


def _set_max_parallelism(edge: JobEdge, max_parallelism: int) -> JobEdge:
    partitioner = edge.stream_edge.partitioner.with_max_parallelism(max_parallelism)
    return replace(edge, stream_edge=replace(edge.stream_edge, partitioner=partitioner))


def _has_finished(
    job_graph: JobGraph, vertex: JobVertex, states: Mapping[str, OperatorState]
) -> bool:
    """Return whether all subtasks of *vertex* were FINISHED before the snapshot."""
    finished = {
        (state := states.get(job_graph.operator_ids[chained.node.id])) is not None
        and state.is_finished
        for chained in vertex.operators
    }
    if len(finished) > 1:
        raise CannotRestore(
            f"Can not restore vertex {vertex.name}({vertex.id}) which contain mixed operator finished "
            "state: [FULLY_FINISHED, ALL_RUNNING]"
        )
    return finished == {True}


def _check_finished(job_graph: JobGraph, finished: set[VertexId]) -> None:
    for vertex in job_graph.vertices:
        if vertex.key in finished and any(edge.source not in finished for edge in vertex.inputs):
            raise CannotRestore(
                "Illegal JobGraph modification. Cannot run a program with fully finished vertices "
                f"predeceased with the ones not fully finished. Task vertex {vertex.name}({vertex.id}) "
                "has a predecessor not fully finished"
            )
