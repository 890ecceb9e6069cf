"""The plan of a job at the beginning of its trace: vertices, subtasks, channels and buffers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flinksim.core import ids
from flinksim.core.ids import SubtaskId
from flinksim.graph.execution_graph import ExecutionGraph
from flinksim.graph.job_graph_generator import JobGraph, JobVertex
from flinksim.runtime.operators.operator_factory import get_operator_class_name
from flinksim.runtime.task_factory import TaskFactory
from flinksim.trace.plan import Plan, PlanChannel, PlanOperator, PlanSubtask, PlanVertex


def build_plan(
    job_graph: JobGraph,
    execution_graph: ExecutionGraph,
    channels: Sequence[PlanChannel],
    start_time_ms: int,
    get_buffer_counts: Callable[[SubtaskId], tuple[int, int, int]],
    factory: TaskFactory,
) -> Plan:
    """Build the plan of a job before its first step.

    The function in the fifth argument returns the output, exclusive and floating buffers of a
    subtask.
    """
    subtasks = []
    for vertex in job_graph.vertices:
        for index in range(vertex.parallelism):
            manager, slot = execution_graph.get_location(vertex.key, index)
            subtask = ids.build_subtask_id(vertex.key, index)
            subtasks.append(
                PlanSubtask(subtask, vertex.key, index, manager, slot, *get_buffer_counts(subtask))
            )
    return Plan(
        job_name=job_graph.name,
        start_time_ms=start_time_ms,
        vertices=tuple(_build_plan_vertex(v, factory) for v in job_graph.vertices),
        subtasks=tuple(subtasks),
        channels=tuple(channels),
    )


def _build_plan_vertex(vertex: JobVertex, factory: TaskFactory) -> PlanVertex:
    chain = [function.chained_operator for function in factory.list_functions(vertex.operators)]
    feeds: dict[int, list[int]] = {}
    for chained in chain:
        for edge in chained.chained_outputs:
            feeds.setdefault(edge.target_id, []).append(chained.node.id)
    operators = [
        PlanOperator(
            node=chained.node.id,
            name=chained.node.name,
            description=chained.node.description,
            operator_class=get_operator_class_name(chained.node.spec),
            inputs=tuple(feeds.get(chained.node.id, ())),
            primary_key=getattr(chained.node.spec, "primary_key", ()),
        )
        for chained in chain
    ]
    return PlanVertex(
        id=vertex.key,
        name=vertex.name,
        parallelism=vertex.parallelism,
        max_parallelism=vertex.max_parallelism,
        operators=tuple(operators),
    )
