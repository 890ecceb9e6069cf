"""The slots that a job holds: given back when the last task in one has ended, and taken anew.

Flink: ``DefaultDeclarativeSlotPool``, with ``SharedSlot``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from flinksim.core.ids import SubtaskId
from flinksim.graph.execution_graph import ExecutionVertex
from flinksim.trace.events import Emit, SlotReleased, SlotReserved

Place: TypeAlias = tuple[str, int]
"""A TaskManager, and the number of a slot of it."""


class SlotPool:
    """Says who uses which slot; the job begins with one for every task.

    A slot that is given back stays with the job, and is found there by those that run next. A slot
    whose TaskManager is gone is lost: the next one is of the TaskManager that came in its place.

    Differs: a TaskManager that comes in the place of a lost one has its name, and comes at once. Slots
    are not told of when a job ends.
    """

    def __init__(self, vertices: Sequence[ExecutionVertex], emit: Emit | None) -> None:
        self._places: dict[SubtaskId, Place] = {
            vertex.id: (vertex.task_manager, vertex.slot) for vertex in vertices
        }
        self._users: dict[Place, set[SubtaskId]] = {}
        for subtask, place in self._places.items():
            self._users.setdefault(place, set()).add(subtask)
        self._lost: dict[Place, None] = {}
        self._emit = emit

    def task_manager_of(self, subtask: SubtaskId) -> str:
        """Where *subtask* runs."""
        return self._places[subtask][0]

    def lose(self, subtask: SubtaskId) -> None:
        """The TaskManager that *subtask* ran on is gone."""
        self._lost[self._places[subtask]] = None

    def release(self, subtasks: Iterable[SubtaskId]) -> None:
        """*subtasks* have ended: each slot that nobody else uses is given back, or it is lost."""
        for subtask in subtasks:
            place = self._places[subtask]
            users = self._users[place]
            users.discard(subtask)
            if not users and self._emit is not None:
                self._emit((SlotReleased, *place, place in self._lost))

    def reserve(self, subtasks: Iterable[SubtaskId], get_slots: Callable[[], None]) -> None:
        """*subtasks* will run: each slot of theirs that nobody uses is taken.

        First those that the job still has; *get_slots* brings those in the place of lost ones.
        """
        free: dict[Place, None] = {}
        for subtask in subtasks:
            place = self._places[subtask]
            if not self._users[place]:
                free[place] = None
            self._users[place].add(subtask)
        self._take([place for place in free if place not in self._lost])
        get_slots()
        self._take([place for place in free if place in self._lost])
        for place in free:
            self._lost.pop(place, None)

    def _take(self, places: Iterable[Place]) -> None:
        if self._emit is not None:
            for place in places:
                self._emit((SlotReserved, *place))
