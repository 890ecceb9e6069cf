"""The binary heap in which Flink keeps timers.

Those of equal timestamp come in the order in which the heap happens to hold them, which is neither
that of registration nor of the keys; results of many windows that end together show it. Hence it is
Flink's, move by move, and not :mod:`heapq`.

Flink: ``HeapPriorityQueueSet`` over ``HeapPriorityQueue``, ``TimerHeapInternalTimer``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flinksim.core.java.timestamps import MIN_TIMESTAMP


class InternalTimer:
    """A timer of one key and namespace; ``position`` is its place in the heap."""

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
    """A set of timers that gives the earliest first.

    ``heap[1:]`` is a binary heap ordered by timestamp alone; ``timers`` finds a timer by (key
    identity, namespace, timestamp). Adding climbs while strictly earlier than the parent; removing
    puts the last timer into the hole, lets it sink (to the second child only if that is strictly
    earlier than the first), and if it did not sink, climb.

    Flink: ``HeapPriorityQueueSet`` over ``HeapPriorityQueue``.
    """

    __slots__ = ("heap", "timers")

    def __init__(self) -> None:
        self.heap: list[InternalTimer] = [InternalTimer(MIN_TIMESTAMP, None, None, None)]
        self.timers: dict[tuple[Any, Any, int], InternalTimer] = {}

    def __len__(self) -> int:
        return len(self.heap) - 1

    def __iter__(self) -> Iterator[InternalTimer]:
        """The timers in heap order."""
        return iter(self.heap[1:])

    def peek(self) -> InternalTimer | None:
        """The timer that fires next."""
        return self.heap[1] if len(self.heap) > 1 else None

    def add(self, timestamp: int, key: Any, identity: Any, namespace: Any) -> bool:
        """Add a timer; returns whether it was not there before."""
        address = (identity, namespace, timestamp)
        if address in self.timers:
            return False
        timer = InternalTimer(timestamp, key, identity, namespace)
        self.timers[address] = timer
        self.heap.append(timer)
        self._climb(timer, len(self.heap) - 1)
        return True

    def remove(self, timestamp: int, identity: Any, namespace: Any) -> bool:
        """Remove a timer; returns whether it was there."""
        timer = self.timers.pop((identity, namespace, timestamp), None)
        if timer is None:
            return False
        self._take_out(timer.position)
        return True

    def poll(self) -> InternalTimer:
        """Remove and return the timer that fires next; there must be one."""
        timer = self.heap[1]
        del self.timers[timer.identity, timer.namespace, timer.timestamp]
        self._take_out(1)
        return timer

    def _take_out(self, position: int) -> None:
        last = self.heap.pop()
        if position < len(self.heap):
            self._sink(last, position)
            if last.position == position:
                self._climb(last, position)

    def _climb(self, timer: InternalTimer, position: int) -> None:
        heap, timestamp = self.heap, timer.timestamp
        parent = position >> 1
        while parent > 0 and timestamp < heap[parent].timestamp:
            moved = heap[position] = heap[parent]
            moved.position = position
            position = parent
            parent >>= 1
        heap[position] = timer
        timer.position = position

    def _sink(self, timer: InternalTimer, position: int) -> None:
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
