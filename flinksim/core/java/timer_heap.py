"""The binary heap in which Flink keeps timers.

Timers with equal timestamps fire in heap order, which is neither the order of registration nor that
of the keys. Results of windows that end together show this order. Therefore the heap does exactly
Flink's moves and does not use :mod:`heapq`.

Flink: ``HeapPriorityQueueSet`` over ``HeapPriorityQueue``, ``TimerHeapInternalTimer``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flinksim.core.java.timestamps import MIN_TIMESTAMP


class InternalTimer:
    """A timer of one key and namespace; ``position`` is its index in the heap."""

    __slots__ = ("identity", "key", "namespace", "position", "timestamp")

    def __init__(self, timestamp: int, key: Any, identity: Any, namespace: Any) -> None:
        self.timestamp = timestamp
        self.key = key
        self.identity = identity
        self.namespace = namespace
        self.position = 0

    def __repr__(self) -> str:
        return f"InternalTimer({self.timestamp}, key={self.key!r}, {self.namespace})"


class TimerQueue:
    """A set of timers that returns the earliest first.

    ``heap[1:]`` is a binary heap ordered by timestamp only. ``timers`` finds a timer by (key
    identity, namespace, timestamp). A new timer moves up while it is strictly earlier than its
    parent. A removed timer is replaced by the last one, which moves down, or up if it did not move
    down. Moving down prefers the second child only if it is strictly earlier than the first.

    Flink: ``HeapPriorityQueueSet`` over ``HeapPriorityQueue``.
    """

    __slots__ = ("heap", "timers")

    def __init__(self) -> None:
        self.heap: list[InternalTimer] = [InternalTimer(MIN_TIMESTAMP, None, None, None)]
        self.timers: dict[tuple[Any, Any, int], InternalTimer] = {}

    def __len__(self) -> int:
        return len(self.heap) - 1

    def __iter__(self) -> Iterator[InternalTimer]:
        """Iterate over the timers in the order of the heap array, which is not sorted by time."""
        return iter(self.heap[1:])

    def peek(self) -> InternalTimer | None:
        """Return the timer that fires next, ``None`` if there is none."""
        return self.heap[1] if len(self.heap) > 1 else None

    def add(self, timestamp: int, key: Any, identity: Any, namespace: Any) -> bool:
        """Add a timer; return ``False`` if the same timer exists already."""
        address = (identity, namespace, timestamp)
        if address in self.timers:
            return False
        timer = InternalTimer(timestamp, key, identity, namespace)
        self.timers[address] = timer
        self.heap.append(timer)
        self._sift_up(timer, len(self.heap) - 1)
        return True

    def remove(self, timestamp: int, identity: Any, namespace: Any) -> bool:
        """Remove a timer; return whether it existed."""
        timer = self.timers.pop((identity, namespace, timestamp), None)
        if timer is None:
            return False
        self._remove_at(timer.position)
        return True

    def poll(self) -> InternalTimer:
        """Remove and return the timer that fires next; the queue must not be empty."""
        timer = self.heap[1]
        del self.timers[timer.identity, timer.namespace, timer.timestamp]
        self._remove_at(1)
        return timer

    def _remove_at(self, position: int) -> None:
        last = self.heap.pop()
        if position < len(self.heap):
            self._sift_down(last, position)
            if last.position == position:
                self._sift_up(last, position)

    def _sift_up(self, timer: InternalTimer, position: int) -> None:
        heap, timestamp = self.heap, timer.timestamp
        parent = position >> 1
        while parent > 0 and timestamp < heap[parent].timestamp:
            moved = heap[position] = heap[parent]
            moved.position = position
            position = parent
            parent >>= 1
        heap[position] = timer
        timer.position = position

    def _sift_down(self, timer: InternalTimer, position: int) -> None:
        heap, timestamp, size = self.heap, timer.timestamp, len(self.heap)
        child = position << 1
        while child < size:
            second = child + 1
            if second < size and heap[second].timestamp < heap[child].timestamp:
                child = second
            if heap[child].timestamp >= timestamp:
                break
            moved = heap[position] = heap[child]
            moved.position = position
            position = child
            child = position << 1
        heap[position] = timer
        timer.position = position
