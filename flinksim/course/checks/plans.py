"""Checks for exercises about plans.

A check returns a :class:`~flinksim.course.checks.windows.Judgement`. Its plan is either a plan
viewer, whose edits count, or a :class:`~flinksim.viz.diagram.model.LayerDocument`. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flinksim.core.safe_repr import told_value
from flinksim.core.validation import checked
from flinksim.course.checks.windows import Judgement
from flinksim.viz.diagram.model import Layer, LayerDocument, LayerNode


def check_tasks(plan: Any, tasks: Sequence[Sequence[str]] | None) -> Judgement:
    """Check which operators run in one task.

    The hint names two operators that are in one task, or in two, without saying which is right.

    Args:
        plan: A plan viewer or a plan.
        tasks: The names of the operators of each task, in any order.

    Returns:
        The result with a hint.
    """
    job = _layer(plan, "job")
    names = {node.id: _name(node) for node in job.nodes if node.parent is not None}
    actual_task_of = {node.id: node.parent for node in job.nodes if node.parent is not None}
    if not tasks:
        return Judgement(
            False, "say which operators run in one task: a list of names for each task"
        )
    task_of: dict[str, int] = {}
    for number, task in enumerate(tasks):
        if isinstance(task, str):
            return Judgement(False, f"{task!r} is one name; each task is a list of names")
        for name in task:
            found = [node for node, known in names.items() if known == name and node not in task_of]
            if not found:
                known = ", ".join(repr(known) for known in names.values())
                return Judgement(
                    False, f"there is no operator {name!r} left; the program has {known}"
                )
            task_of[found[0]] = number
    missing = [name for node, name in names.items() if node not in task_of]
    if missing:
        return Judgement(False, f"in which task does {missing[0]!r} run?")
    for edge in job.edges:
        together = task_of[edge.source] == task_of[edge.target]
        if together != (actual_task_of[edge.source] == actual_task_of[edge.target]):
            pair = f"{names[edge.source]!r} and {names[edge.target]!r}"
            how = "together" if together else "apart"
            return Judgement(
                False, f"you have {pair} {how}: choose the edge between them in the lens"
            )
    if len(tasks) != len(dict.fromkeys(actual_task_of.values())):
        return Judgement(False, "two operators that no edge joins stand in one of your tasks")
    return Judgement(True, f"{len(names)} operators run in {len(tasks)} tasks")


@checked
def check_subtasks(plan: Any, subtasks: int | None, channels: int | None) -> Judgement:
    """Check the number of subtasks of an execution graph, and of the channels between them."""
    execution = _layer(plan, "execution")
    tasks = [node for node in execution.nodes if node.kind == "vertex"]
    subtask_total = sum(int(_detail(node, "parallelism")) for node in tasks)
    if subtasks != subtask_total:
        return Judgement(
            False, _number(subtasks, "subtasks", "the parallelism of each task counts once")
        )
    between = [edge for edge in execution.edges if edge.kind not in ("chained", "control")]
    channel_total = sum(edge.count for edge in between)
    if channels != channel_total:
        hint = "an edge that is not pointwise joins every subtask with every other"
        return Judgement(False, _number(channels, "channels", hint))
    return Judgement(True, f"{subtask_total} subtasks, joined by {channel_total} channels")


@checked
def check_slots(plan: Any, slots: int | None) -> Judgement:
    """Check the number of slots that a job needs."""
    used_slots = [
        node for node in _layer(plan, "slots").nodes if node.kind == "slot" and _used(plan, node)
    ]
    if slots != len(used_slots):
        hint = "of each task at most one subtask is in a slot, and a group has slots of its own"
        return Judgement(False, _number(slots, "slots", hint))
    return Judgement(True, f"the job needs {slots} slots")


@checked
def check_fit(plan: Any) -> Judgement:
    """Check that every subtask has a slot and that no slot is free."""
    slots = _layer(plan, "slots")
    waiting = [node for node in slots.nodes if node.kind == "slot" and node.parent == "waiting"]
    free = [node for node in slots.nodes if node.kind == "slot" and not _used(plan, node)]
    if waiting:
        lacking = "1 slot is" if len(waiting) == 1 else f"{len(waiting)} slots are"
        return Judgement(False, f"{lacking} lacking, so the job waits and then fails")
    if free:
        return Judgement(
            False, f"the job has its slots, but {len(free)} more are paid for and free"
        )
    return Judgement(True, "every subtask has a slot, and no slot is free")


@checked
def check_edits(lens: Any, tasks: int, most_edits: int = 1) -> Judgement:
    """Check that the edited plan has *tasks* tasks, reached with at most *most_edits* edits."""
    current_tasks = sum(node.kind == "chain" for node in _layer(lens, "job").nodes)
    edits = len(lens.edits)
    if not edits:
        return Judgement(False, f"nothing is changed; the job graph has {current_tasks} tasks")
    if current_tasks != tasks:
        return Judgement(False, f"with your changes there are {current_tasks} tasks, not {tasks}")
    if edits > most_edits:
        return Judgement(False, f"{tasks} tasks by {edits} changes; it can be done by {most_edits}")
    return Judgement(True, f"{tasks} tasks by {edits} change{'' if edits == 1 else 's'}")


def _layer(plan: Any, name: str) -> Layer:
    document = plan if isinstance(plan, LayerDocument) else getattr(plan, "document", None)
    if not isinstance(document, LayerDocument):
        raise TypeError(
            f"expected a lens, as fs.show_plan(env) gives it, or a plan, found {told_value(plan, 60)}"
        )
    layer: Layer = document.layer(name)
    return layer


def _name(node: LayerNode) -> str:
    return str(_detail(node, "name"))


def _detail(node: LayerNode, name: str) -> Any:
    return dict(node.details)[name]


def _used(plan: Any, slot: LayerNode) -> bool:
    return any(node.parent == slot.id for node in _layer(plan, "slots").nodes)


def _number(given: int | None, what: str, hint: str) -> str:
    return f"how many {what}?" if given is None else f"{given} {what} it is not: {hint}"
