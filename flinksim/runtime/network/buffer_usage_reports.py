"""Buffer usage of a task over all its edges, reported as trace events."""

from __future__ import annotations

from flinksim.core.ids import SubtaskId
from flinksim.runtime.network.input_gate import FloatingBuffers
from flinksim.trace.events import Emit, FloatingBuffersChanged, OutputBuffersChanged


class FloatingBufferReport:
    """Emits trace events with the number of free floating buffers of all input edges of a task."""

    __slots__ = ("_emit", "_free", "_subtask", "pools")

    def __init__(self, subtask: SubtaskId, emit: Emit) -> None:
        self._subtask = subtask
        self._emit = emit
        self._free = 0
        self.pools: list[FloatingBuffers] = []

    def start(self) -> None:
        """Report the initial number of free buffers, after the pools have received their shares."""
        self._free = sum(pool.free for pool in self.pools)
        self.on_change(0)

    def on_change(self, delta: int) -> None:
        """Report that *delta* more buffers are free (fewer if negative)."""
        self._free += delta
        self._emit((FloatingBuffersChanged, self._subtask, self._free))


class OutputBufferReport:
    """Emits trace events with the number of buffers that a task uses on all its output edges."""

    __slots__ = ("_emit", "_subtask", "in_use")

    def __init__(self, subtask: SubtaskId, emit: Emit) -> None:
        self._subtask = subtask
        self._emit = emit
        self.in_use = 0

    def on_change(self, delta: int) -> None:
        """Report that *delta* more buffers are in use (fewer if negative)."""
        self.in_use += delta
        self._emit((OutputBuffersChanged, self._subtask, self.in_use))
