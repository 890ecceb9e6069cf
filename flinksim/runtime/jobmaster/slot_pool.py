"""The slot pool of a job: slots are released when their last task ends, and reserved again.

Flink: ``DefaultDeclarativeSlotPool``, with ``SharedSlot``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from flinksim.core.ids import SubtaskId
from flinksim.graph.execution_graph import ExecutionVertex
from flinksim.trace.events import Emit, SlotReleased, SlotReserved

SlotLocation: TypeAlias = tuple[str, int]
"""The location of a slot: its TaskManager, and its index there."""


class SlotPool:
    """The slots of a job and the tasks that use them; at first every task has a slot.

    A released slot stays with the job and is used by restarted tasks. A slot of a lost TaskManager is
    lost; the next one belongs to the replacement TaskManager.

    Differs: a replacement TaskManager has the name of the lost one and starts immediately. Releases at
    the end of a job are not reported.
    """

    def __init__(self, vertices: Sequence[ExecutionVertex], emit: Emit | None) -> None:
        self._slots: dict[SubtaskId, SlotLocation] = {
            vertex.id: (vertex.task_manager, vertex.slot) for vertex in vertices
        }
        self._users: dict[SlotLocation, set[SubtaskId]] = {}
        for subtask, place in self._slots.items():
            self._users.setdefault(place, set()).add(subtask)
        self._lost_slots: dict[SlotLocation, None] = {}
        self._emit = emit

    def get_task_manager(self, subtask: SubtaskId) -> str:
        """Return the TaskManager on which *subtask* runs."""
        return self._slots[subtask][0]

    def mark_lost(self, subtask: SubtaskId) -> None:
        """Mark the slot of *subtask* as lost, with its TaskManager."""
        self._lost_slots[self._slots[subtask]] = None

    def release(self, subtasks: Iterable[SubtaskId]) -> None:
        """Release the slots of *subtasks*, which have ended, unless another task uses them."""
        for subtask in subtasks:
            place = self._slots[subtask]
            users = self._users[place]
            users.discard(subtask)
            if not users and self._emit is not None:
                self._emit((SlotReleased, *place, place in self._lost_slots))

    def reserve(self, subtasks: Iterable[SubtaskId], request_slots: Callable[[], None]) -> None:
        """Reserve the slots of *subtasks*, which will run.

        Args:
            subtasks: The subtasks.
            request_slots: Called after the slots that the job still has are reserved; it obtains
                replacements for lost ones.
        """
        free: dict[SlotLocation, None] = {}
        for subtask in subtasks:
            place = self._slots[subtask]
            if not self._users[place]:
                free[place] = None
            self._users[place].add(subtask)
        self._report_reserved([place for place in free if place not in self._lost_slots])
        request_slots()
        self._report_reserved([place for place in free if place in self._lost_slots])
        for place in free:
            self._lost_slots.pop(place, None)

    def _report_reserved(self, slots: Iterable[SlotLocation]) -> None:
        if self._emit is not None:
            for place in slots:
                self._emit((SlotReserved, *place))
