"""Ids of vertices, subtasks, operators and channels in a trace.

An id is a short string that is unique within one run. Ids are built once, when a job is deployed.
The runtime builds none per record.

========== =========== ====================================================================
vertex     ``v3``      a job vertex: ``v`` and the stream-node id of the head of its chain
subtask    ``v3/1``    subtask 1 of the vertex, counted from 0 (``getIndexOfThisSubtask``)
operator   ``o5/1``    the operator of stream node 5 in subtask 1 of its vertex
channel    ``v1/0>v3/1``  from a subtask to a subtask; ``#2`` is appended if an earlier edge
                       already connects the same two
link       ``link tm0>tm1`` the connection between two TaskManagers, one way
========== =========== ====================================================================
"""

from __future__ import annotations

from typing import NewType

VertexId = NewType("VertexId", str)
SubtaskId = NewType("SubtaskId", str)
OperatorId = NewType("OperatorId", str)
ChannelId = NewType("ChannelId", str)
ActorId = NewType("ActorId", str)


def build_vertex_id(node_id: int) -> VertexId:
    """Return the id of the vertex whose chain is headed by stream node *node_id*.

    >>> build_vertex_id(3)
    'v3'
    """
    return VertexId(f"v{node_id}")


def build_subtask_id(vertex: VertexId, subtask_index: int) -> SubtaskId:
    """Return the id of subtask *subtask_index* (counted from 0) of *vertex*."""
    return SubtaskId(f"{vertex}/{subtask_index}")


def build_operator_id(node_id: int, subtask_index: int) -> OperatorId:
    """Return the id of the instance of stream node *node_id* in subtask *subtask_index*."""
    return OperatorId(f"o{node_id}/{subtask_index}")


def build_channel_id(source: SubtaskId, target: SubtaskId, occurrence: int = 0) -> ChannelId:
    """Return the id of a channel between two subtasks.

    Args:
        source: the sending subtask.
        target: the receiving subtask.
        occurrence: number of the edge among parallel edges between the two, 0 for the first.
    """
    suffix = f"#{occurrence}" if occurrence else ""
    return ChannelId(f"{source}>{target}{suffix}")
