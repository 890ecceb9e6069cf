"""Flink's restart strategies, partitioners and queues of asynchronous results for translated tests."""

from __future__ import annotations

import copy
import random
from typing import Any

from flinksim.datastream import partitioner
from flinksim.runtime.elements import StreamRecord, Watermark
from flinksim.runtime.jobmaster import restart_strategies
from flinksim.runtime.operators import stream_element_queue
from tests.conformance.junit.assertions import AssertionFailed
from tests.conformance.junit.flink_functions import as_key_selector
from tests.conformance.junit.java_collections import JavaList
from tests.conformance.junit.java_library import JavaOptional
from tests.conformance.junit.java_names import (
    JAVA_CLASSES,
    NotExpressible,
    java_class,
    java_methods,
    static_import,
)
from tests.conformance.junit.java_objects import JavaEnum

# --- restarts ------------------------------------------------------------------------------------


class RestartView:
    """Flink asks for the attempt, whether to restart, and the delay, one after the other.

    flinksim decides all three at the failure. What a test asks before one is what flinksim would
    decide now.
    """

    def __init__(self, strategy: Any, clock: Any = None) -> None:
        self._strategy = strategy
        self._clock = clock
        self._decision: tuple[int, int | None] | None = None

    def _now(self) -> int:
        return 0 if self._clock is None else self._clock.relativeTimeMillis()

    def notifyFailure(self, cause: Any = None) -> bool:
        """Whether the failure begins an attempt: the strategy then counts it, or gives up."""
        before = copy.deepcopy(vars(self._strategy))
        delay = self._strategy.compute_delay_ms(self._now())
        self._decision = self._now(), delay
        return delay is None or before != vars(self._strategy)

    def _decide(self) -> tuple[int, int | None]:
        if self._decision is not None:
            return self._decision
        return self._now(), copy.deepcopy(self._strategy).compute_delay_ms(self._now())

    def canRestart(self) -> bool:
        return self._decide()[1] is not None

    def getBackoffTime(self) -> int:
        failed_at, delay = self._decide()
        if delay is None:
            raise NotExpressible("the delay of a restart that does not happen")
        return max(0, failed_at + delay - self._now())


@java_class("ExponentialDelayRestartBackoffTimeStrategy")
class ExponentialDelayView(RestartView):
    def __init__(
        self,
        clock: Any,
        initial_ms: int,
        max_ms: int,
        multiplier: float,
        reset_after_ms: int,
        jitter: float,
        attempts: int,
    ) -> None:
        self._jitter = jitter
        strategy = restart_strategies.ExponentialDelay(
            initial_ms, max_ms, float(multiplier), reset_after_ms, attempts, 10**9
        )
        super().__init__(strategy, clock)

    def notifyFailure(self, cause: Any = None) -> bool:
        is_new = super().notifyFailure(cause)
        # Flink moves a delay by at most jitter * delay, in whole milliseconds: short ones never.
        assert self._decision is not None
        if int((self._decision[1] or 0) * self._jitter):
            raise NotExpressible("the delay has no jitter")
        return is_new

    def getBackoffTime(self) -> int:
        if self._decision is None:
            raise NotExpressible("flinksim computes the delay at the failure")
        return super().getBackoffTime()


@java_class("FailureRateRestartBackoffTimeStrategy")
class FailureRateView(RestartView):
    def __init__(self, clock: Any, failures: int, interval_ms: int, delay_ms: int) -> None:
        strategy = restart_strategies.FailureRate(failures, interval_ms, delay_ms)
        super().__init__(strategy, clock)


@java_class("FixedDelayRestartBackoffTimeStrategy")
class FixedDelayView(RestartView):
    def __init__(self, attempts: int, delay_ms: int) -> None:
        super().__init__(restart_strategies.FixedDelay(attempts, delay_ms))


# --- partitioners --------------------------------------------------------------------------------

for _name in ("Forward", "Rescale", "Global", "Broadcast", "Rebalance"):
    JAVA_CLASSES[f"{_name}Partitioner"] = getattr(partitioner, f"{_name}Partitioner")


@java_class("ShufflePartitioner")
class SeededShufflePartitioner(partitioner.ShufflePartitioner):
    def setup(self, number_of_channels: int, *rest: Any) -> None:
        super().setup(number_of_channels, 0, random.Random(1))


@java_class("KeyGroupStreamPartitioner")
def create_key_group_partitioner(selector: Any, max_parallelism: int) -> Any:
    return partitioner.KeyGroupStreamPartitioner(as_key_selector(selector), max_parallelism)


@java_class("SerializationDelegate")
class RecordHolder:
    def __init__(self, serializer: Any = None) -> None:
        self.value: Any = None

    def setInstance(self, record: StreamRecord) -> None:
        self.value = record

    def getInstance(self) -> Any:
        return self.value


def _select_channel(own: partitioner.StreamPartitioner, holder: Any) -> int:
    return own.select_channel(holder.value if isinstance(holder, RecordHolder) else holder)


java_methods(partitioner.StreamPartitioner, selectChannel=_select_channel)


# --- queues of asynchronous results ----------------------------------------------------------------


class ResultFuture:
    """What completes one element of the queue."""

    def __init__(self, queue: Any, entry: Any) -> None:
        self._queue = queue
        self._entry = entry

    def complete(self, results: Any) -> None:
        self._entry.results = list(results)
        self._queue.complete(self._entry)


class QueueView:
    """flinksim's operator checks the capacity itself, so the view does."""

    def __init__(self, queue: Any, capacity: int) -> None:
        self._queue = queue
        self._capacity = capacity

    def tryPut(self, element: Any) -> JavaOptional:
        if len(self._queue) >= self._capacity:
            return JavaOptional()
        entry = stream_element_queue.QueueEntry(element, lambda entry: None)
        self._queue.put(entry)
        return JavaOptional(ResultFuture(self._queue, entry))

    def size(self) -> int:
        return len(self._queue)

    def isEmpty(self) -> bool:
        return len(self._queue) == 0

    def values(self) -> JavaList:
        return JavaList(self._queue.elements())

    def hasCompletedElements(self) -> bool:
        return bool(self._queue.has_completed)

    def emitCompletedElement(self, output: JavaList) -> None:
        entry = self._queue.pop_completed()
        if entry is None:
            return
        if isinstance(entry.element, Watermark):
            output.append(entry.element)
        else:
            output.extend(StreamRecord(value, entry.element.timestamp) for value in entry.results)


@java_class("OrderedStreamElementQueue")
def create_ordered_queue(capacity: int) -> QueueView:
    return QueueView(stream_element_queue.OrderedStreamElementQueue(), capacity)


@java_class("UnorderedStreamElementQueue")
def create_unordered_queue(capacity: int) -> QueueView:
    return QueueView(stream_element_queue.UnorderedStreamElementQueue(), capacity)


@java_class()
class OutputMode:
    ORDERED = JavaEnum("ORDERED")
    UNORDERED = JavaEnum("UNORDERED")


@java_class()
class AsyncDataStream:
    OutputMode = OutputMode


@static_import("popCompleted")
def pop_completed(queue: QueueView) -> JavaList:
    output = JavaList()
    while queue.hasCompletedElements():
        queue.emitCompletedElement(output)
    return output


@static_import("putSuccessfully")
def put_successfully(queue: QueueView, element: Any) -> Any:
    entry = queue.tryPut(element)
    if not entry.isPresent():
        raise AssertionFailed(f"{element} does not fit into the queue")
    return entry.get()


@static_import("putUnsuccessfully")
def put_unsuccessfully(queue: QueueView, element: Any) -> None:
    if queue.tryPut(element).isPresent():
        raise AssertionFailed(f"{element} fits into a full queue")
