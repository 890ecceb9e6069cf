"""The selection of the next input of a task with several inputs."""

from __future__ import annotations

from collections.abc import Sequence

from flinksim.runtime.tasks.task_input import TaskInput


class InputSelection:
    """Reads the inputs of a task in turn, one element each, among those known to have data.

    Inputs are checked for new data only when none is known to have any, and right after an input was
    chosen. So data that arrives at the other input while an element is processed is read only after
    one more element of the current input.

    Flink: ``StreamMultipleInputProcessor`` with ``MultipleInputSelectionHandler``; a task with two
    inputs reads no batches of records (``TwoInputStreamTask.getCanEmitBatchOfRecords``).
    """

    __slots__ = ("_all_mask", "_inputs", "_last_index", "_ready_mask")

    def __init__(self, inputs: Sequence[TaskInput]) -> None:
        self._inputs = inputs
        self._all_mask = self._ready_mask = (1 << len(inputs)) - 1
        self._last_index = 1  # the first of two inputs begins

    def select_next(self) -> TaskInput:
        """Return the input to read; the first one if none has data."""
        while (chosen := self._select_round_robin()) is not None:
            if chosen.is_available:
                return chosen
            self._ready_mask &= ~(1 << chosen.number)
        return self._inputs[0]

    def _select_round_robin(self) -> TaskInput | None:
        if not self._ready_mask:
            self._poll_inputs()
        ready = self._ready_mask
        if not ready:
            return None
        later = ready >> (self._last_index + 1) << (self._last_index + 1)
        first = later or ready
        self._last_index = (first & -first).bit_length() - 1
        if ready != self._all_mask:
            self._poll_inputs()
        return self._inputs[self._last_index]

    def _poll_inputs(self) -> None:
        for each in self._inputs:
            if each.is_available:
                self._ready_mask |= 1 << each.number

    def on_handoff(self, task_input: TaskInput) -> None:
        """Record that an element of *task_input* was processed that its sender had passed on directly."""
        self._last_index = task_input.number
        self._ready_mask = 1 << task_input.number

    def mark_all_empty(self) -> None:
        """Record that all inputs were polled and are empty."""
        self._ready_mask = 0
