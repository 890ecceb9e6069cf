"""The job as a trace draws it: vertices, chains, channels and where they run.

The plan is the payload of a trace's first fact, :class:`~flinksim.trace.events.JobSubmitted`, so a
trace needs nothing else at hand to be drawn. Not in Flink: it gathers what Flink spreads over
``JobGraph``, ``ExecutionGraph`` and the slot pool.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from flinksim.core.ids import ChannelId, OperatorId, SubtaskId, VertexId


@dataclass(frozen=True, slots=True)
class PlanOperator:
    """One operator of a chain.

    ``node`` is its stream-node id; instance ``i`` is called ``o<node>/<i>`` in facts.
    ``operator_class`` is Flink's simple class name, such as ``WindowOperator``.
    """

    node: int
    name: str
    description: str
    operator_class: str
    inputs: tuple[int, ...]
    """Stream nodes of the same chain that feed it; empty for the head of the chain."""

    def instance(self, subtask_index: int) -> OperatorId:
        return OperatorId(f"o{self.node}/{subtask_index}")


@dataclass(frozen=True, slots=True)
class PlanVertex:
    """One job vertex: a chain of operators, run by ``parallelism`` subtasks."""

    id: VertexId
    name: str
    parallelism: int
    max_parallelism: int
    operators: tuple[PlanOperator, ...]


@dataclass(frozen=True, slots=True)
class PlanSubtask:
    """One subtask, the TaskManager and slot it runs in, and the network buffers it may use.

    ``output_buffers`` for all its output edges; for what comes from other TaskManagers
    ``exclusive_buffers`` of single channels and ``floating_buffers`` that the channels share.
    """

    id: SubtaskId
    vertex: VertexId
    index: int
    task_manager: str
    slot: int
    output_buffers: int = 0
    exclusive_buffers: int = 0
    floating_buffers: int = 0


@dataclass(frozen=True, slots=True)
class PlanChannel:
    """One channel between two subtasks.

    ``index`` is its place among all input channels of the target (what Flink's valve counts by),
    ``input`` the logical input it belongs to (0, or 1 for the second input of a two-input task).
    ``local`` channels stay inside a TaskManager and know no credit. ``result_type`` is what kind of
    result it reads a part of (``PIPELINED_BOUNDED``, ``BLOCKING`` ...).
    """

    id: ChannelId
    source: SubtaskId
    target: SubtaskId
    source_node: int
    target_node: int
    index: int
    input: int
    partitioner: str
    side_output: str | None
    local: bool
    initial_credit: int
    result_type: str = "PIPELINED_BOUNDED"

    @property
    def is_blocking(self) -> bool:
        """Whether Flink has it read when it is complete; here it is read while it is written."""
        return self.result_type == "BLOCKING"


class PlanInstance(NamedTuple):
    """One operator in one subtask."""

    id: OperatorId
    operator: PlanOperator
    subtask: PlanSubtask


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that is fixed before the first step of a run; of ``vertices``, inputs come first."""

    job_name: str
    start_time_ms: int
    vertices: tuple[PlanVertex, ...]
    subtasks: tuple[PlanSubtask, ...]
    channels: tuple[PlanChannel, ...]

    def instances(self) -> Iterator[PlanInstance]:
        """Every operator of every subtask, subtask by subtask."""
        vertices = {vertex.id: vertex for vertex in self.vertices}
        for subtask in self.subtasks:
            for operator in vertices[subtask.vertex].operators:
                yield PlanInstance(operator.instance(subtask.index), operator, subtask)

    def ids(self) -> dict[str, set[str]]:
        """What facts of a run can name: subtasks, operators, channels; and "" for none."""
        return {
            "subtask": {"", *[subtask.id for subtask in self.subtasks]},
            "operator": {"", *[instance.id for instance in self.instances()]},
            "channel": {"", *[channel.id for channel in self.channels]},
        }
