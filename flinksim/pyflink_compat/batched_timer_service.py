"""Event-time timers as PyFlink's worker hears of them: round by round.

Flink: ``InternalTimerServiceImpl`` of ``pyflink.fn_execution.datastream``.
"""

from __future__ import annotations

from typing import Any

from flinksim.pyflink_compat.bundles import Bundle
from flinksim.runtime.operators.internal_timer_service import InternalTimerService, Triggerable
from flinksim.runtime.operators.stream_operator import ProcessingTimeService
from flinksim.runtime.state.heap_keyed_state_backend import HeapKeyedStateBackend


class RoundsTimerService(InternalTimerService):
    """What firing event-time timers set and delete takes effect when all that were due have fired.

    PyFlink's way: its worker hears of a whole round of timers before Java hears of theirs. Then those
    that are due fire in the next round, if there is one: not if the last timer has just ended the
    *bundle*, as it always does in bundles of one. Then they wait for the next watermark, behind the
    last one for ever.
    """

    __slots__ = ("_bundle", "_is_advancing", "_later")

    def __init__(
        self,
        name: str,
        backend: HeapKeyedStateBackend,
        clock: ProcessingTimeService,
        target: Triggerable,
        bundle: Bundle,
    ) -> None:
        super().__init__(name, backend, clock, target)
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
        goes_on = True
        while goes_on:
            self._is_advancing = True
            super().advance_watermark(timestamp)
            self._is_advancing = False
            goes_on = self._bundle.is_open
            self._bundle.end()
            later, self._later = self._later, []
            for sets, key, namespace, time in later:
                self.backend.set_current_key(key)
                change = self.register_event_time_timer if sets else self.delete_event_time_timer
                change(namespace, time)
