"""Timers of PyFlink's worker, which fire in rounds.

Flink: ``InternalTimerServiceImpl`` of ``pyflink.fn_execution.datastream``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from flinksim.core.java.timer_heap import TimerQueue
from flinksim.pyflink_compat.bundles import Bundle
from flinksim.runtime.operators.internal_timer_service import (
    BatchTimerService,
    InternalTimerService,
    Triggerable,
)
from flinksim.runtime.operators.stream_operator import ProcessingTimeService
from flinksim.runtime.state.batch_keyed_state_backend import BatchKeyedStateBackend
from flinksim.runtime.state.heap_keyed_state_backend import HeapKeyedStateBackend
from flinksim.runtime.state.key_equality import to_key_identity
from flinksim.runtime.state.snapshot_model import OperatorSnapshot
from flinksim.trace.events import TimeDomain


class BatchedTimerService(InternalTimerService):
    """Timer service that applies timer changes of a firing round only after all due timers have fired.

    In PyFlink the worker handles a whole round of timers before Java sees the timers that they set.
    Those that are due fire in the next round, if there is one. There is none if the last timer has
    just ended the *bundle*, as it always does in bundles of one. Then they wait for the next
    watermark; after the last watermark they never fire.

    Java registers the timers of a bundle in mails, or before it advances the watermark. If a barrier
    ends the bundle and no watermark waits for it, the mails run after the snapshot, which therefore
    has the timers from before the bundle.
    """

    __slots__ = ("_bundle", "_bundle_number", "_deferred_changes", "_existed", "_is_advancing")

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
        self._deferred_changes: list[tuple[bool, Any, Any, int]] = []
        """Timer changes that wait for the end of the firing round.

        Each is whether to register or to delete, and the key, namespace and timestamp of the timer.
        """
        self._bundle_number = 0
        self._existed: dict[tuple[TimeDomain, Any, Any, int], tuple[bool, Any]] = {}
        """Whether each timer that the bundle of this number has changed existed before, and its key."""

    def register_event_time_timer(self, namespace: Any, timestamp: int) -> None:
        if self._is_advancing:
            self._deferred_changes.append((True, self.backend.current_key, namespace, timestamp))
        else:
            self._record_change("event", self.event_time_timers, namespace, timestamp)
            super().register_event_time_timer(namespace, timestamp)

    def delete_event_time_timer(self, namespace: Any, timestamp: int) -> None:
        if self._is_advancing:
            self._deferred_changes.append((False, self.backend.current_key, namespace, timestamp))
        else:
            self._record_change("event", self.event_time_timers, namespace, timestamp)
            super().delete_event_time_timer(namespace, timestamp)

    def register_processing_time_timer(self, namespace: Any, timestamp: int) -> None:
        self._record_change("processing", self.processing_time_timers, namespace, timestamp)
        super().register_processing_time_timer(namespace, timestamp)

    def delete_processing_time_timer(self, namespace: Any, timestamp: int) -> None:
        self._record_change("processing", self.processing_time_timers, namespace, timestamp)
        super().delete_processing_time_timer(namespace, timestamp)

    def _record_change(
        self, domain: TimeDomain, queue: TimerQueue, namespace: Any, timestamp: int
    ) -> None:
        """Record whether a timer existed before the open bundle changes it for the first time."""
        if self._bundle_number != self._bundle.number:
            self._forget_changes(self._bundle.number)
        self._record_timer(domain, queue, namespace, timestamp)

    def _record_timer(
        self, domain: TimeDomain, queue: TimerQueue, namespace: Any, timestamp: int
    ) -> None:
        backend = self.backend
        exists = (backend.key_identity, namespace, timestamp) in queue.timers
        timer = (domain, backend.key_identity, namespace, timestamp)
        self._existed.setdefault(timer, (exists, backend.current_key))

    def _forget_changes(self, bundle_number: int) -> None:
        """Forget what was recorded, as Java knows it; what follows is of bundle *bundle_number*."""
        self._bundle_number = bundle_number
        self._existed.clear()

    def snapshot(self, snapshot: OperatorSnapshot) -> None:
        super().snapshot(snapshot)
        self._existed.clear()

    def iter_snapshot_timers(self) -> Iterator[tuple[TimeDomain, int, Any, Any]]:
        missed = self._bundle_number >= self._bundle.number_at_barrier
        existed = dict(self._existed) if missed else {}
        for domain, timestamp, key, namespace in super().iter_snapshot_timers():
            timer = (domain, to_key_identity(key), namespace, timestamp)
            if existed.pop(timer, (True, None))[0]:
                yield domain, timestamp, key, namespace
        for (domain, _, namespace, timestamp), (was_there, key) in existed.items():
            if was_there:
                yield domain, timestamp, key, namespace

    def advance_watermark(self, timestamp: int) -> None:
        has_next_round = True
        while has_next_round:
            self._forget_changes(self._bundle.number)
            self._is_advancing = True
            super().advance_watermark(timestamp)
            self._is_advancing = False
            has_next_round = self._bundle.is_open
            self._bundle.end()
            self._forget_changes(self._bundle.number - 1)
            changes, self._deferred_changes = self._deferred_changes, []
            for is_registration, key, namespace, time in changes:
                self.backend.set_current_key(key)
                self._record_timer("event", self.event_time_timers, namespace, time)
                change = (
                    super().register_event_time_timer
                    if is_registration
                    else super().delete_event_time_timer
                )
                change(namespace, time)


class BatchRoundsTimerService(BatchTimerService):
    """Timer service of batch mode that keeps the timers which firing timers register.

    Java drops them, because its clock is at the end. PyFlink's worker sends them when its bundle
    ends. The clock has then been reset, unless a timer of the same round has filled the bundle.

    Differs: they fire before the elements of the next key; in PyFlink, during those elements.
    """

    __slots__ = ("_bundle", "_is_firing", "_registrations")

    def __init__(
        self,
        name: str,
        backend: BatchKeyedStateBackend,
        clock: ProcessingTimeService,
        target: Triggerable,
        bundle: Bundle,
    ) -> None:
        super().__init__(name, backend, clock, target)
        self._bundle = bundle
        self._is_firing = False
        self._registrations: list[tuple[int, Callable[[Any, int], None], Any, int]] = []
        """Registrations of the firing round: bundle number, method, namespace, timestamp."""

    def register_event_time_timer(self, namespace: Any, timestamp: int) -> None:
        self._register(super().register_event_time_timer, namespace, timestamp)

    def register_processing_time_timer(self, namespace: Any, timestamp: int) -> None:
        self._register(super().register_processing_time_timer, namespace, timestamp)

    def _register(
        self, register: Callable[[Any, int], None], namespace: Any, timestamp: int
    ) -> None:
        if self._is_firing:
            self._registrations.append((self._bundle.number, register, namespace, timestamp))
        else:
            register(namespace, timestamp)

    def end_key(self) -> None:
        has_timers = True
        while has_timers:
            self._is_firing = True
            super().end_key()
            self._is_firing = False
            registrations, self._registrations = self._registrations, []
            has_timers = False
            for number, register, namespace, timestamp in registrations:
                if number == self._bundle.number:
                    register(namespace, timestamp)
                    has_timers = True
