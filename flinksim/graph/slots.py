"""The TaskManagers of a job and their slots.

Flink: the ResourceManager and the slot pool of the JobMaster.
Differs: unless ``minicluster.number-of-taskmanagers`` is set, there are as many TaskManagers as the
slots need (Flink's ResourceManager in active mode). Slots are allocated by slot sharing group, in
creation order; Flink allocates them in the order in which TaskManagers offer them.
"""

from __future__ import annotations

from dataclasses import dataclass

from flinksim.core.i18n.messages import Message, join_messages
from flinksim.core.ids import SubtaskId, VertexId, build_subtask_id
from flinksim.graph.job_graph_generator import JobGraph
from flinksim.graph.slot_sharing import SharedSlot

NUMBER_OF_TASK_SLOTS = "taskmanager.numberOfTaskSlots"
NUMBER_OF_TASK_MANAGERS = "minicluster.number-of-taskmanagers"
WAITING_FOR_SLOT = "waiting"
"""Name used in place of a TaskManager for a subtask that has no slot."""


class NoResourceAvailableException(RuntimeError):
    """The cluster has fewer slots than the job needs.

    ``required_slots`` and ``available_slots`` count slots. The message starts with Flink's message,
    followed by what to change.

    Flink: ``org.apache.flink.runtime.jobmanager.scheduler.NoResourceAvailableException``. Flink's job
    waits in state SCHEDULED until ``slot.request.timeout`` (5 minutes) expires.
    """

    def __init__(self, message: str, required_slots: int, available_slots: int) -> None:
        super().__init__(message)
        self.required_slots = required_slots
        self.available_slots = available_slots


@dataclass(frozen=True, slots=True)
class Slot:
    """One slot of a TaskManager and the subtasks that share it; ``group`` is "" while it is free."""

    task_manager: str
    number: int
    group: str
    subtasks: tuple[SubtaskId, ...]


@dataclass(frozen=True, slots=True)
class Cluster:
    """The slots that a job needs and those that the cluster has.

    ``task_managers`` is ``None`` if there are as many as the job needs. The first ``first_slot``
    slots belong to other jobs.
    """

    job_graph: JobGraph
    required_slots: list[SharedSlot]
    slots_per_task_manager: int
    task_managers: int | None
    first_slot: int = 0

    @property
    def available_slots(self) -> int:
        """The number of slots that this job can use."""
        managers = self.task_managers
        if managers is None:
            managers = -(
                -(self.first_slot + len(self.required_slots)) // self.slots_per_task_manager
            )
        return self.slots_per_task_manager * managers - self.first_slot

    def check_capacity(self) -> None:
        """Check that there are enough slots.

        Raises:
            NoResourceAvailableException: If there are too few.
        """
        if len(self.required_slots) > self.available_slots:
            raise NoResourceAvailableException(
                self._describe_shortage(), len(self.required_slots), self.available_slots
            )

    def get_locations(self) -> dict[tuple[VertexId, int], tuple[str, int]]:
        """Return the TaskManager and slot number of each subtask."""
        return {
            (vertex, index): self._locate_slot(number)
            for number, slot in enumerate(self.required_slots)
            for vertex, index in slot.subtasks.items()
        }

    def list_slots(self) -> tuple[Slot, ...]:
        """Return all slots of the cluster, followed by the slots that it lacks."""
        order = {vertex.key: number for number, vertex in enumerate(self.job_graph.vertices)}
        slots = []
        for number in range(max(self.available_slots, len(self.required_slots))):
            shared = (
                self.required_slots[number] if number < len(self.required_slots) else SharedSlot("")
            )
            subtasks = sorted(shared.subtasks.items(), key=lambda item: order[item[0]])
            names = tuple(build_subtask_id(vertex, index) for vertex, index in subtasks)
            slots.append(Slot(*self._locate_slot(number), shared.group, names))
        return tuple(slots)

    def _locate_slot(self, number: int) -> tuple[str, int]:
        if number >= self.available_slots:
            return WAITING_FOR_SLOT, number - self.available_slots
        manager, slot = divmod(self.first_slot + number, self.slots_per_task_manager)
        return f"tm{manager}", slot

    def _describe_shortage(self) -> str:
        """Build the error message: Flink's message, which vertices need the slots, and what to change."""
        needed, per_manager = len(self.required_slots), self.slots_per_task_manager
        total = needed + self.first_slot
        managers = (self.first_slot + self.available_slots) // per_manager
        groups: dict[str, int] = {}
        for slot in self.required_slots:
            groups[slot.group] = groups.get(slot.group, 0) + 1
        lines = (
            Message("plan.no_resources"),
            Message(
                "plan.slots_needed_others" if self.first_slot > 0 else "plan.slots_needed",
                needed,
                self.available_slots,
                self.first_slot,
                managers,
                per_manager,
            ),
            *(self._describe_group_demand(group, count) for group, count in groups.items()),
            Message(
                "plan.fix_slots_groups" if len(groups) > 1 else "plan.fix_slots",
                *(NUMBER_OF_TASK_MANAGERS, -(-total // per_manager)),
                *(NUMBER_OF_TASK_SLOTS, -(-total // managers)),
            ),
        )
        return join_messages(lines, "plan.lines")

    def _describe_group_demand(self, group: str, count: int) -> str:
        members = [v for v in self.job_graph.vertices if v.slot_sharing_group == group]
        widest = max(members, key=lambda vertex: vertex.parallelism)
        form = "plan.group_demand"
        return Message(form, count, group, widest.name, widest.parallelism)


def create_cluster(
    job_graph: JobGraph, required_slots: list[SharedSlot], first_slot: int = 0
) -> Cluster:
    """Create the cluster that the options of the program describe.

    Args:
        job_graph: The job graph.
        required_slots: The slots that the job needs.
        first_slot: Number of slots that other jobs occupy.

    Raises:
        ValueError: If a TaskManager has no slot, or if there is no TaskManager.
    """
    configuration = job_graph.settings.configuration
    per_manager = configuration.get_integer(NUMBER_OF_TASK_SLOTS, 1)
    if per_manager < 1:
        raise ValueError(
            f"option {NUMBER_OF_TASK_SLOTS!r}: a TaskManager needs at least one slot, found "
            f"{per_manager}."
        )
    if not configuration.contains_key(NUMBER_OF_TASK_MANAGERS):
        return Cluster(job_graph, required_slots, per_manager, None, first_slot)
    managers = configuration.get_integer(NUMBER_OF_TASK_MANAGERS, 1)
    if managers < 1:
        raise ValueError(
            f"option {NUMBER_OF_TASK_MANAGERS!r}: a job needs at least one TaskManager, found "
            f"{managers}."
        )
    return Cluster(job_graph, required_slots, per_manager, managers, first_slot)
