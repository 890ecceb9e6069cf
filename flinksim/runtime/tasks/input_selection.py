"""The selection of the next input of a task with several inputs."""

from __future__ import annotations

from collections.abc import Sequence

from flinksim.runtime.tasks.task_input import TaskInput


class InputSelection:
    """Reads the inputs of a task round robin, element by element, among those known to have data.

    It polls the inputs late: if none is known to have data, and after each choice for the next one. So
    data that arrives at the other input while an element is processed is read after one more element of
    this input.

    Flink: ``StreamMultipleInputProcessor`` with ``MultipleInputSelectionHandler``; a task with two
    inputs reads no batches of records (``TwoInputStreamTask.getCanEmitBatchOfRecords``).
    """

    __slots__ = ("_all", "_inputs", "_known", "_last")

    def __init__(self, inputs: Sequence[TaskInput]) -> None:
        self._inputs = inputs
        self._all = self._known = (1 << len(inputs)) - 1
        self._last = 1  # the first of two inputs begins

    def next(self) -> TaskInput:
        """Return the input to read; the first one if none has data."""
        while (chosen := self._choose()) is not None:
            if chosen.available:
                return chosen
            self._known &= ~(1 << chosen.number)
        return self._inputs[0]

    def _choose(self) -> TaskInput | None:
        if not self._known:
            self._look()
        ready = self._known
        if not ready:
            return None
        later = ready >> (self._last + 1) << (self._last + 1)
        first = later or ready
        self._last = (first & -first).bit_length() - 1
        if ready != self._all:
            self._look()
        return self._inputs[self._last]

    def _look(self) -> None:
        for each in self._inputs:
            if each.available:
                self._known |= 1 << each.number

    def take(self, chosen: TaskInput) -> None:
        """Record that the task processed a handed-off element of input *chosen*."""
        self._last = chosen.number
        self._known = 1 << chosen.number

    def wait(self) -> None:
        """Record that all inputs were polled and are empty."""
        self._known = 0
