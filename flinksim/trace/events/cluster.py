"""Facts of the cluster: what its processes say to each other, heartbeats, slots."""

from __future__ import annotations

from typing import Literal, TypeAlias

from flinksim.trace.events.base import Fact, event
from flinksim.trace.events.fields import Count

ActorCall: TypeAlias = Literal[
    "start", "registerJobMaster", "declareRequiredResources", "requestNewWorker",
    "registerTaskExecutor", "sendSlotReport", "requestSlot", "registerTaskManager", "offerSlots",
    "disconnectTaskManager", "onWorkerTerminated", "freeSlot", "notifySlotAvailable",
    "disconnectResourceManager", "disconnectJobManager", "requestJobResult",
]  # fmt: skip
"""A method by which one actor of the cluster calls another."""


@event(place="/{called class}.{call}")
class ActorCalled(Fact):
    """One actor of the cluster called a method of another, from process to process.

    Actors are Client, Dispatcher, JobMaster, ResourceManager, and TaskManagers by their names. ``slot``
    is the slot that it is about, counted from 0 in its TaskManager; ``count`` so many slots. What
    other facts tell as well (a task that is submitted, a state that is reported, an acknowledgement)
    is told by them alone (:mod:`flinksim.trace.causality.rpc_calls`).
    """

    caller: str
    called: str
    call: ActorCall
    slot: str
    count: Count


@event(place="/HeartbeatManagerSenderImpl.run")
class HeartbeatsExchanged(Fact):
    """JobMaster and ResourceManager have asked all others for so many heartbeats since the last fact.

    ``silent`` are the TaskManagers that did not answer.
    """

    rounds: Count
    silent: tuple[str, ...]


@event(
    place="/SharedSlot.returnLogicalSlot > DeclarativeSlotPoolBridge.releaseSlot > "
    "DefaultDeclarativeSlotPool.freeReservedSlot"
)
class SlotReleased(Fact):
    """After a failure the last task in a slot has ended: the job's pool of slots has it again.

    ``lost``: with its TaskManager, so that the pool has one less.
    """

    task_manager: str
    slot: Count
    lost: bool


@event(
    place="/DeclarativeSlotPoolBridge.allocateAvailableSlot > "
    "DefaultDeclarativeSlotPool.reserveFreeSlot"
)
class SlotReserved(Fact):
    """A slot that had been given back, or one in its place, is taken for tasks that run again."""

    task_manager: str
    slot: Count


PERIODIC_EMIT = "periodic watermark emit"
"""The mail at which generators are asked for watermarks."""
