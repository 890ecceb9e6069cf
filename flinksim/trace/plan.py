"""The job as a trace stores it: vertices, chains, channels and their placement.

The plan is the payload of the first event of a trace, :class:`~flinksim.trace.events.JobSubmitted`.
A trace can therefore be drawn without other data. Not in Flink, which spreads this information over
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

    ``node`` is its stream-node id. In events, instance ``i`` of the operator is called
    ``o<node>/<i>``. ``operator_class`` is Flink's simple class name, such as ``WindowOperator``.
    """

    node: int
    name: str
    description: str
    operator_class: str
    inputs: tuple[int, ...]
    """Stream nodes of the same chain that feed the operator; empty for the first of the chain."""
    primary_key: tuple[int, ...] = ()
    """Columns by which an upsert sink of SQL identifies its rows, by position."""

    def instance_id(self, subtask_index: int) -> OperatorId:
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
    """One subtask: its TaskManager, its slot, and the network buffers it may use.

    ``output_buffers`` is the number for all its output edges together. For input from other TaskManagers
    it has ``exclusive_buffers``, which belong to single channels, and ``floating_buffers``, which the
    channels share.
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

    ``index`` is its position among all input channels of the target (the index that Flink's valve
    uses). ``input`` is the logical input that it belongs to: 0, or 1 for the second input of a
    two-input task. ``local`` channels stay within a TaskManager and have no credit. ``result_type``
    is the type of the result partition that it reads (``PIPELINED_BOUNDED``, ``BLOCKING_RESULT_CLASS``
    ...).
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
        """Whether Flink reads the result only when complete; flinksim reads it while it is written."""
        return self.result_type == "BLOCKING"


class PlanInstance(NamedTuple):
    """One operator instance: an operator in one subtask."""

    id: OperatorId
    operator: PlanOperator
    subtask: PlanSubtask


@dataclass(frozen=True, slots=True)
class Plan:
    """The job as planned and deployed: everything that is fixed before the first step of a run.

    In ``vertices``, the inputs of a vertex come before it.
    """

    job_name: str
    start_time_ms: int
    vertices: tuple[PlanVertex, ...]
    subtasks: tuple[PlanSubtask, ...]
    channels: tuple[PlanChannel, ...]

    def instances(self) -> Iterator[PlanInstance]:
        """Iterate over every operator of every subtask, subtask by subtask."""
        vertices = {vertex.id: vertex for vertex in self.vertices}
        for subtask in self.subtasks:
            for operator in vertices[subtask.vertex].operators:
                yield PlanInstance(operator.instance_id(subtask.index), operator, subtask)

    def collect_ids(self) -> dict[str, set[str]]:
        """Return the ids that events of this job can contain, by "subtask", "operator" and "channel"."""
        return {
            "subtask": {"", *[subtask.id for subtask in self.subtasks]},
            "operator": {"", *[instance.id for instance in self.instances()]},
            "channel": {"", *[channel.id for channel in self.channels]},
        }
