"""Dependencies of steps: which steps of a schedule can be reordered without changing the run.

Two steps can be reordered if they access nothing in common:

- A task accesses itself, and the mailbox that other actors put mails into.
- An input gate reads its channels in the order in which they became readable. A writer accesses
  that queue unless the channel is in it already. A reader accesses it if it leaves data in the
  channel, which then goes to the end of the queue. The queue of a gate with one channel is fixed.
- The same is true for a connection between two TaskManagers with several channels.
- Credit accesses the sender only if it had no credit left.
- Events of the whole job, and the clock, access everything.

Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flinksim.core.ids import ChannelId
from flinksim.trace import events as e
from flinksim.trace.events import Step
from flinksim.trace.plan import Plan, PlanChannel
from flinksim.trace.state.job_state import JobView

_CHECKPOINT_EVENTS = (
    e.CheckpointTriggered, e.SnapshotWritten, e.CheckpointAcknowledged, e.CheckpointDeclined,
    e.CheckpointCompleted, e.CheckpointAborted, e.CheckpointNotified, e.CheckpointRestored,
    e.BarrierEmitted, e.BarrierReceived, e.BarrierAnnounced, e.AlignmentStarted, e.AlignmentEnded,
    e.AlignmentTimedOut, e.OutputBarrierTimedOut,
)  # fmt: skip
_WRITE_EVENTS = (e.ElementWritten, e.BufferQueued, e.ChannelFlushed)


GLOBAL_ACCESS = ("everything", "")


@dataclass(frozen=True, slots=True)
class AccessSet:
    """What one step of an actor accesses: pairs of a resource and a channel.

    A resource is a task, a mailbox or a queue of channels. For a queue the channel is the one that was
    appended: the order of two steps matters if their channels differ. For any other resource the
    channel is empty and the order always matters.
    """

    actor: str
    accesses: frozenset[tuple[Any, str]]

    def conflicts_with(self, other: AccessSet) -> bool:
        """Return whether the order of this step and another one matters.

        The two steps must be of different actors.
        """
        if GLOBAL_ACCESS in self.accesses or GLOBAL_ACCESS in other.accesses:
            return True
        return any(
            resource == other_resource and not (channel and channel == other_channel)
            for resource, channel in self.accesses
            for other_resource, other_channel in other.accesses
        )


class DependencyTracker:
    """Determines what each step of a run accesses; it is passed all steps of the run in order.

    Once a task was blocked without a buffer, a reader frees the buffer that a writer waits for.
    From then on (``has_backpressure``) both ends of every channel access it.
    """

    def __init__(self, plan: Plan, has_backpressure: bool = False) -> None:
        self._channels = {one.id: one for one in plan.channels}
        self._task_managers = {one.id: one.task_manager for one in plan.subtasks}
        self._channels_by_queue: dict[Any, set[str]] = {}
        for channel in plan.channels:
            for order in self._find_queues(channel):
                self._channels_by_queue.setdefault(order, set()).add(channel.id)
        self._union_readers = _find_union_readers(plan)
        self._state = JobView()
        self.has_backpressure = has_backpressure

    def track(self, step: Step) -> AccessSet:
        """Return the accesses of *step*; all steps of a run must be passed in order."""
        accesses: set[tuple[Any, str]] = {(("mailbox", step.actor), "")}
        if step.actor in ("clock", "jobmaster", "user"):
            accesses.add(GLOBAL_ACCESS)
        polled = []
        is_queued: dict[str, bool] = {}
        for event in step.events:
            if isinstance(event, _WRITE_EVENTS):
                written = self._channels[event.channel]
                is_queued.setdefault(written.id, written.local and self._has_unread(written))
            self._state.apply(event)
            match event:
                case e.TaskFailed() | e.RestartDecided() | e.ExecutionReset():
                    accesses.add(GLOBAL_ACCESS)
                case e.ReadingStopped() | e.ReadingResumed():
                    accesses.add(
                        GLOBAL_ACCESS
                    )  # without credit-based flow control a connection stops for all its channels
                case _ if isinstance(event, _CHECKPOINT_EVENTS):
                    accesses.add(
                        GLOBAL_ACCESS
                    )  # barriers block channels, and the coordinator accesses all tasks
                case e.MailEnqueued():
                    accesses.add((("mailbox", event.subtask), ""))
                case e.WatermarkAligned():
                    accesses.add((("group", event.group), ""))
                case e.DefaultActionSuspended(reason="no output buffer" | "blocked"):
                    self.has_backpressure = True
                case e.BufferConsumed():
                    polled.append(event.channel)
                case e.BufferArrived() if event.received == 1:
                    self._add_queue_access(
                        ("gate", self._channels[event.channel].target), event, accesses
                    )
                case e.BufferSent() if event.credit == 0:
                    accesses.add((("channel", event.channel), ""))
                case e.CreditChanged() if event.before == 0:
                    accesses.add((("channel", event.channel), ""))
                case _ if isinstance(event, _WRITE_EVENTS) and not is_queued[event.channel]:
                    self._add_queue_access(
                        self._find_queues(self._channels[event.channel])[0], event, accesses
                    )
                case _:
                    pass
            if isinstance(event, e.BufferSent):
                self._add_queue_access(
                    self._find_queues(self._channels[event.channel])[0], event, accesses
                )
            if self.has_backpressure and hasattr(event, "channel"):
                accesses.add((("channel", event.channel), ""))
        for name in polled:
            channel = self._channels[ChannelId(name)]
            queue = ("gate", channel.target)
            if channel.target in self._union_readers:
                accesses.add(
                    (queue, "")
                )  # the gate of the channel goes to the end of the union, for all its channels
            elif self._has_unread(channel) and self._is_shared(queue):
                accesses.add((queue, name))
        return AccessSet(step.actor, frozenset(accesses))

    def _has_unread(self, channel: PlanChannel) -> bool:
        state = self._state.channels[channel.id]
        return state.written > state.read if channel.local else state.received > 0

    def _find_queues(self, channel: PlanChannel) -> list[Any]:
        """Return the queues in which *channel* waits for its turn when data is written to it, in order."""
        gate = ("gate", channel.target)
        if channel.local:
            return [gate]
        managers = self._task_managers
        return [("connection", managers[channel.source], managers[channel.target]), gate]

    def _add_queue_access(self, queue: Any, event: Any, accesses: set[tuple[Any, str]]) -> None:
        if self._is_shared(queue):
            accesses.add((queue, event.channel))

    def _is_shared(self, queue: Any) -> bool:
        return len(self._channels_by_queue[queue]) > 1


def _find_union_readers(plan: Plan) -> set[str]:
    """Return the subtasks that have several input gates and read them as one input (a union)."""
    edges: dict[tuple[str, int], set[Any]] = {}
    for one in plan.channels:
        edge = one.source_node, one.target_node, one.side_output
        edges.setdefault((one.target, one.input), set()).add(edge)
    return {target for (target, _), keys in edges.items() if len(keys) > 1}
