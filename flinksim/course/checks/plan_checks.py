"""Checks for exercises about plans.

A check returns a :class:`~flinksim.course.checks.window_checks.CheckResult`. Its plan is either a plan
viewer, whose edits count, or a :class:`~flinksim.viz.diagram.model.PlanDiagram`. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flinksim.core.safe_repr import format_repr
from flinksim.core.validation import validate_arguments
from flinksim.course.checks.window_checks import CheckResult
from flinksim.viz.diagram.model import DiagramNode, GraphLayer, PlanDiagram


def check_tasks(plan: Any, tasks: Sequence[Sequence[str]] | None) -> CheckResult:
    """Check the answer which operators are chained into one task.

    The hint names two operators that are in one task, or in two, without saying which is right.

    Args:
        plan: A plan viewer or a plan.
        tasks: The names of the operators of each task, in any order.

    Returns:
        The result with a hint.
    """
    job = _find_layer(plan, "job")
    names = {node.id: _read_name(node) for node in job.nodes if node.parent is not None}
    actual_task_of = {node.id: node.parent for node in job.nodes if node.parent is not None}
    if not tasks:
        return CheckResult(
            False, "say which operators run in one task: a list of names for each task"
        )
    task_of: dict[str, int] = {}
    for number, task in enumerate(tasks):
        if isinstance(task, str):
            return CheckResult(False, f"{task!r} is one name; each task is a list of names")
        for name in task:
            found = [node for node, known in names.items() if known == name and node not in task_of]
            if not found:
                known = ", ".join(repr(known) for known in names.values())
                return CheckResult(
                    False, f"there is no operator {name!r} left; the program has {known}"
                )
            task_of[found[0]] = number
    missing = [name for node, name in names.items() if node not in task_of]
    if missing:
        return CheckResult(False, f"in which task does {missing[0]!r} run?")
    for edge in job.edges:
        together = task_of[edge.source] == task_of[edge.target]
        if together != (actual_task_of[edge.source] == actual_task_of[edge.target]):
            pair = f"{names[edge.source]!r} and {names[edge.target]!r}"
            how = "together" if together else "apart"
            return CheckResult(
                False, f"you have {pair} {how}: choose the edge between them in the lens"
            )
    if len(tasks) != len(dict.fromkeys(actual_task_of.values())):
        return CheckResult(False, "two operators that no edge joins stand in one of your tasks")
    return CheckResult(True, f"{len(names)} operators run in {len(tasks)} tasks")


@validate_arguments
def check_subtasks(plan: Any, subtask_count: int | None, channel_count: int | None) -> CheckResult:
    """Check the number of subtasks of an execution graph, and of the channels between them."""
    execution = _find_layer(plan, "execution")
    tasks = [node for node in execution.nodes if node.kind == "vertex"]
    subtask_total = sum(int(_read_detail(node, "parallelism")) for node in tasks)
    if subtask_count != subtask_total:
        return CheckResult(
            False,
            _format_wrong_count(
                subtask_count, "subtasks", "the parallelism of each task counts once"
            ),
        )
    between = [edge for edge in execution.edges if edge.kind not in ("chained", "control")]
    channel_total = sum(edge.count for edge in between)
    if channel_count != channel_total:
        hint = "an edge that is not pointwise joins every subtask with every other"
        return CheckResult(False, _format_wrong_count(channel_count, "channels", hint))
    return CheckResult(True, f"{subtask_total} subtasks, joined by {channel_total} channels")


@validate_arguments
def check_slots(plan: Any, slot_count: int | None) -> CheckResult:
    """Check the number of slots that a job needs."""
    used_slots = [
        node
        for node in _find_layer(plan, "slots").nodes
        if node.kind == "slot" and _is_used(plan, node)
    ]
    if slot_count != len(used_slots):
        hint = "of each task at most one subtask is in a slot, and a group has slots of its own"
        return CheckResult(False, _format_wrong_count(slot_count, "slots", hint))
    return CheckResult(True, f"the job needs {slot_count} slots")


@validate_arguments
def check_slot_fit(plan: Any) -> CheckResult:
    """Check that every subtask has a slot and that no slot is free."""
    slots = _find_layer(plan, "slots")
    waiting = [node for node in slots.nodes if node.kind == "slot" and node.parent == "waiting"]
    free = [node for node in slots.nodes if node.kind == "slot" and not _is_used(plan, node)]
    if waiting:
        lacking = "1 slot is" if len(waiting) == 1 else f"{len(waiting)} slots are"
        return CheckResult(False, f"{lacking} lacking, so the job waits and then fails")
    if free:
        return CheckResult(
            False, f"the job has its slots, but {len(free)} more are paid for and free"
        )
    return CheckResult(True, "every subtask has a slot, and no slot is free")


@validate_arguments
def check_edits(plan_widget: Any, task_count: int, max_edits: int = 1) -> CheckResult:
    """Check that the edited plan has *task_count* tasks, reached with at most *max_edits* edits."""
    current_tasks = sum(node.kind == "chain" for node in _find_layer(plan_widget, "job").nodes)
    edits = len(plan_widget.edits)
    if not edits:
        return CheckResult(False, f"nothing is changed; the job graph has {current_tasks} tasks")
    if current_tasks != task_count:
        return CheckResult(
            False, f"with your changes there are {current_tasks} tasks, not {task_count}"
        )
    if edits > max_edits:
        return CheckResult(
            False, f"{task_count} tasks by {edits} changes; it can be done by {max_edits}"
        )
    return CheckResult(True, f"{task_count} tasks by {edits} change{'' if edits == 1 else 's'}")


def _find_layer(plan: Any, name: str) -> GraphLayer:
    document = plan if isinstance(plan, PlanDiagram) else getattr(plan, "diagram", None)
    if not isinstance(document, PlanDiagram):
        raise TypeError(
            f"expected a lens, as fs.show_plan(env) gives it, or a plan, found {format_repr(plan, 60)}"
        )
    layer: GraphLayer = document.layer(name)
    return layer


def _read_name(node: DiagramNode) -> str:
    return str(_read_detail(node, "name"))


def _read_detail(node: DiagramNode, name: str) -> Any:
    return dict(node.details)[name]


def _is_used(plan: Any, slot: DiagramNode) -> bool:
    return any(node.parent == slot.id for node in _find_layer(plan, "slots").nodes)


def _format_wrong_count(answer: int | None, noun: str, hint: str) -> str:
    return f"how many {noun}?" if answer is None else f"{answer} {noun} it is not: {hint}"
