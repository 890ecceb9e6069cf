"""How a trace names things: short strings that belong to one run.

Names are made once, when a job is deployed, and are then only passed along; nothing in the runtime
builds one per record.

========== =========== ====================================================================
vertex     ``v3``      a job vertex: ``v`` and the stream-node id of the head of its chain
subtask    ``v3/1``    subtask 1 (counted from 0, as Flink's ``getIndexOfThisSubtask``) of it
operator   ``o5/1``    the operator of stream node 5 inside subtask 1 of its vertex
channel    ``v1/0>v3/1``  from a subtask to a subtask; ``#2`` is appended where an earlier edge
                       already joins the same two
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


def vertex_id(node_id: int) -> VertexId:
    """The vertex whose chain is headed by stream node *node_id*."""
    return VertexId(f"v{node_id}")


def subtask_id(vertex: VertexId, subtask_index: int) -> SubtaskId:
    """Subtask *subtask_index* (from 0) of *vertex*."""
    return SubtaskId(f"{vertex}/{subtask_index}")


def operator_id(node_id: int, subtask_index: int) -> OperatorId:
    """The instance of stream node *node_id* in subtask *subtask_index*."""
    return OperatorId(f"o{node_id}/{subtask_index}")


def channel_id(source: SubtaskId, target: SubtaskId, occurrence: int = 0) -> ChannelId:
    """The channel from *source* to *target*; *occurrence* counts parallel edges between the two."""
    suffix = f"#{occurrence}" if occurrence else ""
    return ChannelId(f"{source}>{target}{suffix}")
