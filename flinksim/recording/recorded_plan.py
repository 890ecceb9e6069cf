"""The plan of a recorded job, from what its tasks reported when they started.

Each task reports its vertex, its chain, the channels that it reads and the results that it writes. A
vertex of which no task was recorded is known only as the sender of channels. Flink: ``JobGraph`` and
``StreamConfig``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from flinksim.core.ids import (
    ChannelId,
    SubtaskId,
    VertexId,
    build_channel_id,
    build_subtask_id,
    build_vertex_id,
)
from flinksim.recording.recording_file import JobRecordingError, Line
from flinksim.trace.plan import Plan, PlanChannel, PlanOperator, PlanSubtask, PlanVertex

MAX_PARALLELISM = 1 << 15
UNKNOWN = "unknown"


class Gate(NamedTuple):
    """One input gate: its edge, and for each channel (result, partition, part) and initial credit.

    The credit is 0 in older recordings, and where the network is not recorded.
    """

    source_node: int
    target_node: int
    input: int
    partitioner: str
    tag: str | None
    channels: tuple[tuple[str, int, int], ...]
    credits: tuple[int, ...]


@dataclass
class RecordedTask:
    """What one execution attempt of a subtask reported when it started."""

    vertex: str
    name: str
    job: str
    job_name: str
    flink: str
    index: int
    parallelism: int
    max_parallelism: int
    attempt: int
    task_manager: str
    allocation: str
    operators: tuple[tuple[int, str, tuple[int, ...]], ...]
    """Of each operator of the chain: its stream node, its name, and the nodes that it feeds."""
    gates: tuple[Gate, ...]
    outputs: tuple[tuple[str, int], ...]
    is_recorded: bool
    classes: dict[int, tuple[str, dict[str, str]]] = field(default_factory=dict)
    """Class and details of each operator by its stream node, as reported when it was set up."""


def parse_task(line: Line) -> RecordedTask:
    """Parse a line of the kind "task".

    Raises:
        JobRecordingError: A part is missing or is of the wrong type.
    """
    (data,) = line.fields
    try:
        task = RecordedTask(
            vertex=_require(data["vertex"], str),
            name=_require(data["name"], str),
            job=_require(data["job"], str),
            job_name=str(data.get("job_name") or "recorded job"),
            flink=_require(data["flink"], str),
            index=_require_number(data["index"]),
            parallelism=_require_number(data["parallelism"]),
            max_parallelism=_require_number(data["max_parallelism"]),
            attempt=_require_number(data["attempt"], 1 << 31),
            task_manager=str(data.get("task_manager") or UNKNOWN),
            allocation=str(data.get("allocation") or UNKNOWN),
            operators=tuple([_parse_operator(each) for each in _require(data["operators"], list)]),
            gates=tuple([_parse_gate(each) for each in _require(data["gates"], list)]),
            outputs=tuple(
                [
                    (_require(result, str), _require_number(partition))
                    for result, partition in _require(data["outputs"], list)
                ]
            ),
            is_recorded=_require(data["recorded"], bool),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise JobRecordingError(
            f"{line.place}: the description of a task is damaged: {error!r:.80}"
        ) from None
    if not task.operators or not 0 <= task.index < task.parallelism:
        raise JobRecordingError(f"{line.place}: a task has no operators, or index {task.index}")
    return task


def _require(value: Any, kind: type[Any]) -> Any:
    if not isinstance(value, kind):
        raise TypeError(f"expected {kind.__name__}, found {value!r:.40}")
    return value


def _require_number(value: Any, limit: int = MAX_PARALLELISM) -> int:
    if type(value) is not int or not 0 <= value <= limit:
        raise TypeError(f"expected a number from 0 to {limit}, found {value!r:.40}")
    return value


def _parse_operator(data: Any) -> tuple[int, str, tuple[int, ...]]:
    fed = tuple([_require_number(node, 1 << 31) for node in _require(data["to"], list)])
    return _require_number(data["node"], 1 << 31), _require(data["name"], str), fed


def _parse_gate(data: Any) -> Gate:
    rows = [(*row, 0)[:4] for row in _require(data["channels"], list)]
    channels = tuple(
        [
            (_require(result, str), _require_number(partition), _require_number(part))
            for result, partition, part, _ in rows
        ]
    )
    tag = data.get("tag")
    return Gate(
        _require_number(data.get("from", 0), 1 << 31),
        _require_number(data.get("to", 0), 1 << 31),
        _require_number(data.get("input", 0), 1),
        str(data.get("partitioner") or UNKNOWN),
        None if tag is None else _require(tag, str),
        channels,
        tuple([_require_number(row[3]) for row in rows]),
    )


@dataclass
class RecordedPlan:
    """The plan of a job, and the ids in it of what the lines of its tasks name by numbers."""

    plan: Plan
    channels_by_end: dict[tuple[str, int, int], ChannelId]
    """Channels by (result, partition, part): the names by which sender and receiver know them."""
    task_managers: dict[str, str]
    """The TaskManagers' names in the plan, and their real ids."""
    unrecorded: tuple[str, ...]
    """Subtasks of which nothing was recorded."""
    vertex_ids: dict[str, VertexId]
    """Vertices by their ids in Flink."""


def build_plan(tasks: list[RecordedTask]) -> RecordedPlan:
    """Build the plan of a job from all *tasks* that were recorded, at least one; it starts at 0."""
    return _PlanBuilder(tasks).build()


class _PlanBuilder:
    def __init__(self, tasks: list[RecordedTask]) -> None:
        self._tasks = tasks
        self._by_vertex: dict[str, list[RecordedTask]] = {}
        for task in tasks:
            self._by_vertex.setdefault(task.vertex, []).append(task)
        self._ids = {
            vertex: build_vertex_id(members[0].operators[0][0])
            for vertex, members in self._by_vertex.items()
        }
        self._senders = {
            result: self._ids[task.vertex] for task in tasks for result, _ in task.outputs
        }
        self._tails = {
            node: self._ids[task.vertex] for task in tasks for node, _, _ in task.operators
        }
        self._unknown: dict[VertexId, PlanVertex] = {}

    def build(self) -> RecordedPlan:
        channels, by_end = self._build_channels()
        vertices = {
            self._ids[vertex]: self._build_vertex(members)
            for vertex, members in self._by_vertex.items()
        } | self._unknown
        managers: dict[str, str] = {}
        slots: dict[tuple[str, str], int] = {}
        subtasks, unrecorded = [], []
        located = {
            build_subtask_id(self._ids[task.vertex], task.index): task for task in self._tasks
        }
        for vertex in _sort_vertices(vertices, channels):
            for index in range(vertex.parallelism):
                id_ = build_subtask_id(vertex.id, index)
                task = located.get(id_)
                if task is None or not task.is_recorded:
                    unrecorded.append(str(id_))
                manager, slot = UNKNOWN, 0
                if task is not None:
                    manager = managers.setdefault(task.task_manager, f"tm{len(managers)}")
                    known = [key for key in slots if key[0] == manager]
                    slot = slots.setdefault((manager, task.allocation), len(known))
                subtasks.append(PlanSubtask(id_, vertex.id, index, manager, slot))
        of = {subtask.id: subtask.task_manager for subtask in subtasks}
        placed = [_set_location(channel, of) for channel in channels]
        plan = Plan(
            self._tasks[0].job_name,
            0,
            tuple(_sort_vertices(vertices, channels)),
            tuple(subtasks),
            tuple(placed),
        )
        names = {name: real for real, name in managers.items()}
        return RecordedPlan(plan, by_end, names, tuple(unrecorded), self._ids)

    def _build_vertex(self, members: list[RecordedTask]) -> PlanVertex:
        task = members[0]
        classes: dict[int, tuple[str, dict[str, str]]] = {}
        for member in members:
            classes.update(member.classes)
        inputs: dict[int, list[int]] = {}
        for node, _, fed in task.operators:
            for target in fed:
                inputs.setdefault(target, []).append(node)
        operators = []
        for node, name, _ in _sort_chain(task.operators):
            cls, details = classes.get(node, ("", {}))
            description = _describe(name, cls, details)
            operators.append(
                PlanOperator(node, name, description, cls, tuple(inputs.get(node, ())))
            )
        return PlanVertex(
            self._ids[task.vertex],
            task.name,
            task.parallelism,
            task.max_parallelism,
            tuple(operators),
        )

    def _build_channels(
        self,
    ) -> tuple[list[PlanChannel], dict[tuple[str, int, int], ChannelId]]:
        channels: list[PlanChannel] = []
        by_end: dict[tuple[str, int, int], ChannelId] = {}
        taken: dict[tuple[SubtaskId, SubtaskId], int] = {}
        done: set[SubtaskId] = set()
        for task in self._tasks:
            target = build_subtask_id(self._ids[task.vertex], task.index)
            if target in done:
                for end in (end for gate in task.gates for end in gate.channels):
                    by_end.setdefault(end, self._find_again(channels, target, end, task))
                continue
            done.add(target)
            index = 0
            for gate in task.gates:
                for end, credit in zip(gate.channels, gate.credits, strict=True):
                    vertex = self._find_sender(gate, end)
                    source = build_subtask_id(vertex, end[1])
                    occurrence = taken.get((source, target), 0)
                    taken[source, target] = occurrence + 1
                    id_ = by_end[end] = build_channel_id(source, target, occurrence)
                    channels.append(
                        PlanChannel(
                            id_, source, target, gate.source_node, gate.target_node, index,
                            gate.input, gate.partitioner, gate.tag, False, credit,
                        )
                    )  # fmt: skip
                    index += 1
        return channels, by_end

    def _find_again(
        self,
        channels: list[PlanChannel],
        target: SubtaskId,
        end: tuple[str, int, int],
        task: RecordedTask,
    ) -> ChannelId:
        """Return the channel of a later attempt; its results may have other names than before."""
        position = [each for gate in task.gates for each in gate.channels].index(end)
        return [channel.id for channel in channels if channel.target == target][position]

    def _find_sender(self, gate: Gate, end: tuple[str, int, int]) -> VertexId:
        known = self._senders.get(end[0]) or self._tails.get(gate.source_node)
        if known is not None:
            return known
        id_ = build_vertex_id(gate.source_node)
        before = self._unknown.get(id_)
        parallelism = max(end[1] + 1, 0 if before is None else before.parallelism)
        name = f"(not recorded, node {gate.source_node})"
        operator = PlanOperator(gate.source_node, name, name, "", ())
        self._unknown[id_] = PlanVertex(id_, name, parallelism, 128, (operator,))
        return id_


def _set_location(channel: PlanChannel, task_managers: dict[SubtaskId, str]) -> PlanChannel:
    from dataclasses import replace

    source = task_managers.get(channel.source, UNKNOWN)
    is_local = source != UNKNOWN and source == task_managers.get(channel.target)
    return replace(channel, local=is_local)


def _sort_chain(
    operators: tuple[tuple[int, str, tuple[int, ...]], ...],
) -> list[tuple[int, str, tuple[int, ...]]]:
    """Sort a chain so that each operator comes after those that feed it."""
    by_node = {operator[0]: operator for operator in operators}
    found: dict[int, tuple[int, str, tuple[int, ...]]] = {}
    waiting = [operators[0][0]]
    while waiting:
        node = waiting.pop()
        if node in found or node not in by_node:
            continue
        found[node] = by_node[node]
        waiting.extend(reversed(by_node[node][2]))
    return [*found.values(), *[each for each in operators if each[0] not in found]]


def _sort_vertices(
    vertices: dict[VertexId, PlanVertex], channels: list[PlanChannel]
) -> list[PlanVertex]:
    """Sort the vertices so that the inputs of a vertex come before it."""
    senders: dict[str, set[str]] = {}
    for channel in channels:
        source, target = channel.source.split("/")[0], channel.target.split("/")[0]
        senders.setdefault(target, set()).add(source)
    remaining = sorted(vertices.values(), key=lambda vertex: int(vertex.id[1:]))
    found: list[PlanVertex] = []
    while remaining:
        done = {vertex.id for vertex in found}
        ready = [vertex for vertex in remaining if senders.get(vertex.id, set()) <= done]
        following = (ready or remaining)[0]
        found.append(following)
        remaining.remove(following)
    return found


def _describe(name: str, cls: str, details: dict[str, str]) -> str:
    """Describe an operator; a window operator as Flink does, without the name of its function."""
    if "windowAssigner" not in details:
        return name
    parts = [details["windowAssigner"], details.get("trigger", ""), details.get("evictor", "")]
    return f"Window({', '.join(part for part in parts if part)})"
