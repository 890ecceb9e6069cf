"""Which of its inputs a task with several reads next."""

from __future__ import annotations

from collections.abc import Sequence

from flinksim.runtime.tasks.task_input import TaskInput


class InputSelection:
    """The inputs take turns, element by element, as far as they are known to have something.

    That is looked for late: when none is known to, and beside each choice for the one after it. So what
    came to the other input while an element was being processed is read after one more element of this
    one.

    Flink: ``StreamMultipleInputProcessor`` with ``MultipleInputSelectionHandler``; a task with two
    inputs reads no batches of records (``TwoInputStreamTask.getCanEmitBatchOfRecords``).
    """

    __slots__ = ("_all", "_inputs", "_known", "_last")

    def __init__(self, inputs: Sequence[TaskInput]) -> None:
        self._inputs = inputs
        self._all = self._known = (1 << len(inputs)) - 1
        self._last = 1  # so that the first of two begins

    def next(self) -> TaskInput:
        """The input to read; the first, if none has something."""
        while (chosen := self._choose()) is not None:
            if chosen.available:
                return chosen
            self._known &= ~(1 << chosen.number)
        return self._inputs[0]

    def _choose(self) -> TaskInput | None:
        if not self._known:
            self._look()
        known = self._known
        if not known:
            return None
        behind = known >> (self._last + 1) << (self._last + 1)
        first = behind or known
        self._last = (first & -first).bit_length() - 1
        if known != self._all:
            self._look()
        return self._inputs[self._last]

    def _look(self) -> None:
        for each in self._inputs:
            if each.available:
                self._known |= 1 << each.number

    def take(self, chosen: TaskInput) -> None:
        """An element of *chosen* came the short way to a task that waited for input."""
        self._last = chosen.number
        self._known = 1 << chosen.number

    def wait(self) -> None:
        """All have been read, and found empty."""
        self._known = 0
