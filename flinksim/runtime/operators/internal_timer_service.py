"""Timers of a keyed operator, and the order in which they fire.

Timers fire by timestamp; those of equal timestamp fire in the order of
:mod:`flinksim.core.java.timer_heap`.

Flink: ``InternalTimerServiceImpl``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Protocol, TypeVar

from flinksim.core.java.timer_heap import InternalTimer, TimerQueue
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.runtime.operators.stream_operator import ProcessingTimeService, TimerHandle
from flinksim.runtime.state.batch_keyed_state_backend import BatchKeyedStateBackend
from flinksim.runtime.state.heap_keyed_state_backend import HeapKeyedStateBackend
from flinksim.runtime.state.key_equality import to_key_identity
from flinksim.runtime.state.namespaces import freeze_namespace
from flinksim.runtime.state.snapshot_model import OperatorSnapshot, compute_entry_size
from flinksim.trace.event_switch import link_emit
from flinksim.trace.events import (
    OperatorWatermarkAdvanced,
    TimeDomain,
    TimerDeleted,
    TimerFired,
    TimerRegistered,
    TimerRestored,
)
from flinksim.trace.values import Value, freeze

_TimerEvent = TypeVar("_TimerEvent", TimerRegistered, TimerDeleted, TimerFired)


class Triggerable(Protocol):
    """Receiver of firing timers; the timer's key is the current key during the call.

    Flink: ``org.apache.flink.streaming.api.operators.Triggerable``.
    """

    def on_event_time(self, timer: InternalTimer) -> None: ...
    def on_processing_time(self, timer: InternalTimer) -> None: ...


class InternalTimerService:
    """The two timer queues of one operator and its event-time clock, ``current_watermark``.

    * A timer is unique by (key, namespace, timestamp), per time domain.
    * Event-time timers fire while a watermark is processed. A timer registered for the past waits
      for the next watermark. One that a firing timer registers, and that is already due, fires in
      the same advance.
    * Only the earliest processing-time timer is registered with the clock.
    * At the end of input the last watermark fires all event-time timers; processing-time timers are
      dropped.

    Flink: ``InternalTimerServiceImpl``.
    """

    __slots__ = (
        "_clock",
        "_next_timer",
        "_target",
        "backend",
        "current_watermark",
        "defer_while_yielding",
        "emit",
        "event_time_timers",
        "name",
        "operator",
        "processing_time_timers",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        backend: HeapKeyedStateBackend,
        clock: ProcessingTimeService,
        target: Triggerable,
    ) -> None:
        self.name = name
        self.backend = backend
        self.operator = backend.operator
        self.emit = link_emit(self, backend.event_sink, "emit")
        self.current_watermark = MIN_TIMESTAMP
        self.event_time_timers = TimerQueue()
        self.processing_time_timers = TimerQueue()
        self._clock = clock
        self._target = target
        self._next_timer: TimerHandle | None = None
        self.defer_while_yielding: Callable[[Callable[[], None]], bool] = lambda rest: False
        """Defers a timer while an operator downstream waits. See ``OperatorContext.defer_while_yielding``."""

    def current_processing_time(self) -> int:
        return self._clock.current_processing_time()

    # --- registering ---------------------------------------------------------------------------

    def register_event_time_timer(self, namespace: Any, timestamp: int) -> None:
        backend = self.backend
        if (backend.key_identity, namespace, timestamp) in self.event_time_timers.timers:
            return
        self.event_time_timers.add(timestamp, backend.current_key, backend.key_identity, namespace)
        if self.emit is not None:
            self._report(TimerRegistered, "event", namespace, timestamp)

    def delete_event_time_timer(self, namespace: Any, timestamp: int) -> None:
        backend = self.backend
        removed = self.event_time_timers.remove(timestamp, backend.key_identity, namespace)
        if removed and self.emit is not None:
            self._report(TimerDeleted, "event", namespace, timestamp)

    def register_processing_time_timer(self, namespace: Any, timestamp: int) -> None:
        backend = self.backend
        head = self.processing_time_timers.peek()
        earliest = head.timestamp if head is not None else MAX_TIMESTAMP
        added = self.processing_time_timers.add(
            timestamp, backend.current_key, backend.key_identity, namespace
        )
        if not added:
            return
        if self.emit is not None:
            self._report(TimerRegistered, "processing", namespace, timestamp)
        if timestamp < earliest:
            if self._next_timer is not None:
                self._next_timer.cancel()
            self._schedule_callback(timestamp)

    def delete_processing_time_timer(self, namespace: Any, timestamp: int) -> None:
        # The clock still calls back at that time; then nothing is due, and it registers the next.
        backend = self.backend
        removed = self.processing_time_timers.remove(timestamp, backend.key_identity, namespace)
        if removed and self.emit is not None:
            self._report(TimerDeleted, "processing", namespace, timestamp)

    # --- firing --------------------------------------------------------------------------------

    def advance_watermark(self, timestamp: int) -> None:
        """Set event time to *timestamp* and fire the event-time timers that are due."""
        before, self.current_watermark = self.current_watermark, timestamp
        if self.emit is not None and before != timestamp:
            self.emit((OperatorWatermarkAdvanced, self.operator, before, timestamp))
        queue, heap = self.event_time_timers, self.event_time_timers.heap
        while len(heap) > 1 and heap[1].timestamp <= timestamp:
            self._select_key(heap[1].key)
            timer = queue.poll()
            if self.emit is not None:
                self._report(TimerFired, "event", timer.namespace, timer.timestamp)
            self._target.on_event_time(timer)

    def _on_processing_time(self, timestamp: int) -> None:
        # Reset first, because a firing timer may register an earlier one.
        self._next_timer = None
        self._fire_until(timestamp)

    def _fire_until(self, timestamp: int) -> None:
        queue, heap = self.processing_time_timers, self.processing_time_timers.heap
        while len(heap) > 1 and heap[1].timestamp <= timestamp:
            self._select_key(heap[1].key)
            timer = queue.poll()
            if self.emit is not None:
                self._report(TimerFired, "processing", timer.namespace, timer.timestamp)
            self._target.on_processing_time(timer)
            if self.defer_while_yielding(partial(self._fire_until, timestamp)):
                return
        if len(heap) > 1 and self._next_timer is None:
            self._schedule_callback(heap[1].timestamp)

    def _select_key(self, key: Any) -> None:
        self.backend.set_current_key(key)

    def _schedule_callback(self, timestamp: int) -> None:
        self._next_timer = self._clock.register_timer(
            timestamp, self._on_processing_time, self.name
        )

    # --- checkpoints ---------------------------------------------------------------------------

    def snapshot(self, snapshot: OperatorSnapshot) -> None:
        """Add all timers to *snapshot*, by key group. Flink: ``InternalTimersSnapshot``."""
        for domain, timestamp, key, namespace in self.iter_snapshot_timers():
            group = snapshot.get_key_group(self.backend.get_key_group(key))
            group.timers.append((domain, timestamp, key, namespace))
            group.bytes += compute_entry_size(key, namespace, timestamp)

    def iter_snapshot_timers(self) -> Iterator[tuple[TimeDomain, int, Any, Any]]:
        """Iterate over the domain, timestamp, key and namespace of each timer of a snapshot."""
        for domain, queue in self._queues():
            for timer in queue:
                yield domain, timer.timestamp, timer.key, timer.namespace

    def restore(self, snapshot: OperatorSnapshot) -> None:
        """Restore the timers of the key groups of this subtask from *snapshot*.

        Flink: ``InternalTimerServiceImpl.restoreTimersForKeyGroup``, and ``startTimerService``,
        which registers the first processing-time timer with the clock.
        """
        queues: dict[str, TimerQueue] = dict(self._queues())
        for key_group in self.backend.key_group_range:
            group = snapshot.key_groups.get(key_group)
            for domain, timestamp, key, namespace in () if group is None else group.timers:
                queues[domain].add(timestamp, key, to_key_identity(key), namespace)
        if self.emit is not None:
            for domain, key, namespace, timestamp in self.freeze_timers():
                self.emit((TimerRestored, self.operator, domain, key, namespace, timestamp))
        first = self.processing_time_timers.peek()
        if first is not None:
            self._schedule_callback(first.timestamp)

    def _queues(self) -> tuple[tuple[TimeDomain, TimerQueue], ...]:
        return (("event", self.event_time_timers), ("processing", self.processing_time_timers))

    # --- inspection ----------------------------------------------------------------------------

    def num_event_time_timers(self) -> int:
        return len(self.event_time_timers)

    def num_processing_time_timers(self) -> int:
        return len(self.processing_time_timers)

    def freeze_timers(self) -> list[tuple[TimeDomain, Value, Value, int]]:
        """Return all timers in the form of trace events: (time domain, key, namespace, timestamp)."""
        return [
            (domain, freeze(timer.key), freeze_namespace(timer.namespace), timer.timestamp)
            for domain, queue in self._queues()
            for timer in queue
        ]

    def _report(
        self,
        kind: type[_TimerEvent],
        domain: TimeDomain,
        namespace: Any,
        timestamp: int,
    ) -> None:
        """Emit a trace event about a timer of the current key."""
        assert self.emit is not None
        key = self.backend.frozen_key
        self.emit((kind, self.operator, domain, key, freeze_namespace(namespace), timestamp))


class BatchTimerService(InternalTimerService):
    """Timer service of batch mode: all timers of a key fire after its last record.

    This includes processing-time timers. The event-time clock is at its maximum meanwhile and
    restarts for the next key. Timers that firing timers register are dropped. Watermarks have no
    effect, except the last one.

    Flink: ``BatchExecutionInternalTimeService`` and its manager.
    """

    __slots__ = ()

    def __init__(
        self,
        name: str,
        backend: BatchKeyedStateBackend,
        clock: ProcessingTimeService,
        target: Triggerable,
    ) -> None:
        super().__init__(name, backend, clock, target)
        backend.on_end_of_key = self.end_key

    def register_event_time_timer(self, namespace: Any, timestamp: int) -> None:
        if self.current_watermark != MAX_TIMESTAMP:
            super().register_event_time_timer(namespace, timestamp)

    def register_processing_time_timer(self, namespace: Any, timestamp: int) -> None:
        if self.current_watermark != MAX_TIMESTAMP:
            super().register_processing_time_timer(namespace, timestamp)

    def _select_key(self, key: Any) -> None:
        """Do nothing: in batch mode all timers belong to the current key."""

    def _schedule_callback(self, timestamp: int) -> None:
        """Do nothing: the clock fires no timers in batch mode."""

    def advance_watermark(self, timestamp: int) -> None:
        if timestamp == MAX_TIMESTAMP:
            self.end_key()

    def end_key(self) -> None:
        """Fire the timers of the current key."""
        super().advance_watermark(MAX_TIMESTAMP)
        self._on_processing_time(MAX_TIMESTAMP)
        super().advance_watermark(MIN_TIMESTAMP)
