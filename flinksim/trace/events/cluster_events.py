"""Events of the cluster: calls between its processes, heartbeats, slots."""

from __future__ import annotations

from typing import Literal, TypeAlias

from flinksim.trace.events.event import Event, declare_event
from flinksim.trace.events.fields import Count

ActorCall: TypeAlias = Literal[
    "start", "registerJobMaster", "declareRequiredResources", "requestNewWorker",
    "registerTaskExecutor", "sendSlotReport", "requestSlot", "registerTaskManager", "offerSlots",
    "disconnectTaskManager", "onWorkerTerminated", "freeSlot", "notifySlotAvailable",
    "disconnectResourceManager", "disconnectJobManager", "requestJobResult",
]  # fmt: skip
"""A method by which one actor of the cluster calls another."""


@declare_event(flink_method="/{called class}.{call}")
class ActorCalled(Event):
    """One actor of the cluster called a method of another, from process to process.

    Actors are Client, Dispatcher, JobMaster, ResourceManager, and TaskManagers by their names.
    ``slot`` is the slot in question, counted from 0 within its TaskManager. ``count`` is a number
    of slots. Calls that other events already describe (a submitted task, a reported state, an
    acknowledgement) have no event of this type (:mod:`flinksim.trace.causality.rpc_calls`).
    """

    caller: str
    called: str
    call: ActorCall
    slot: str
    count: Count


@declare_event(flink_method="/HeartbeatManagerSenderImpl.run")
class HeartbeatsExchanged(Event):
    """JobMaster and ResourceManager requested heartbeats, ``rounds`` times since the last such event.

    ``silent`` are the TaskManagers that did not answer.
    """

    rounds: Count
    silent: tuple[str, ...]


@declare_event(
    flink_method="/SharedSlot.returnLogicalSlot > DeclarativeSlotPoolBridge.releaseSlot > "
    "DefaultDeclarativeSlotPool.freeReservedSlot"
)
class SlotReleased(Event):
    """The last task in a slot ended after a failure, so the slot returned to the slot pool of the job.

    ``lost``: the slot was lost with its TaskManager, so the pool has one slot less.
    """

    task_manager: str
    slot: Count
    lost: bool


@declare_event(
    flink_method="/DeclarativeSlotPoolBridge.allocateAvailableSlot > "
    "DefaultDeclarativeSlotPool.reserveFreeSlot"
)
class SlotReserved(Event):
    """A released slot, or a replacement, was reserved for tasks that restart."""

    task_manager: str
    slot: Count


PERIODIC_EMIT = "periodic watermark emit"
"""Name of the mail that polls the watermark generators."""
