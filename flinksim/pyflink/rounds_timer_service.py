"""Event-time timers as PyFlink's worker hears of them: round by round.

Flink: ``InternalTimerServiceImpl`` of ``pyflink.fn_execution.datastream``.
"""

from __future__ import annotations

from typing import Any

from flinksim.pyflink.bundles import BundledOutput
from flinksim.pyflink.worker_map_state import WorkerKeyedStateBackend
from flinksim.runtime.operators.internal_timer_service import InternalTimerService, Triggerable
from flinksim.runtime.operators.stream_operator import ProcessingTimeService
from flinksim.runtime.state.heap_keyed_state_backend import HeapKeyedStateBackend


class RoundsTimerService(InternalTimerService):
    """What firing event-time timers set and delete takes effect when all that were due have fired.

    PyFlink's way: its worker hears of a whole round of timers before Java hears of theirs. Then those
    that are due fire in the next round; with *one_round* (bundles of one element) they wait for the
    next watermark, behind the last one for ever. A bundle of elements is complete, that of
    its worker too, before a watermark counts.
    """

    __slots__ = ("_bundle", "_is_advancing", "_later", "_one_round")

    def __init__(
        self,
        name: str,
        backend: HeapKeyedStateBackend,
        clock: ProcessingTimeService,
        target: Triggerable,
        one_round: bool,
        bundle: BundledOutput | None = None,
    ) -> None:
        super().__init__(name, backend, clock, target)
        self._one_round = one_round
        self._bundle = bundle
        self._is_advancing = False
        self._later: list[tuple[bool, Any, Any, int]] = []
        """Whether to set or to delete; key, namespace, timestamp."""

    def register_event_time_timer(self, namespace: Any, timestamp: int) -> None:
        if self._is_advancing:
            self._later.append((True, self.backend.current_key, namespace, timestamp))
        else:
            super().register_event_time_timer(namespace, timestamp)

    def delete_event_time_timer(self, namespace: Any, timestamp: int) -> None:
        if self._is_advancing:
            self._later.append((False, self.backend.current_key, namespace, timestamp))
        else:
            super().delete_event_time_timer(namespace, timestamp)

    def advance_watermark(self, timestamp: int) -> None:
        if isinstance(self.backend, WorkerKeyedStateBackend):
            self.backend.end_bundle()
        if self._bundle is not None:
            self._bundle.end_bundle()
        self._one_more_round(timestamp)
        while self._later:
            later, self._later = self._later, []
            for sets, key, namespace, time in later:
                self.backend.set_current_key(key)
                change = self.register_event_time_timer if sets else self.delete_event_time_timer
                change(namespace, time)
            if not self._one_round:
                self._one_more_round(timestamp)

    def _one_more_round(self, timestamp: int) -> None:
        self._is_advancing = True
        super().advance_watermark(timestamp)
        self._is_advancing = False
