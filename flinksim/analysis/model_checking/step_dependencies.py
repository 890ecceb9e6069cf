"""Dependencies of steps: two steps without a common access can be reordered.

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

_OF_CHECKPOINTS = (
    e.CheckpointTriggered, e.SnapshotWritten, e.CheckpointAcknowledged, e.CheckpointDeclined,
    e.CheckpointCompleted, e.CheckpointAborted, e.CheckpointNotified, e.CheckpointRestored,
    e.BarrierEmitted, e.BarrierReceived, e.BarrierAnnounced, e.AlignmentStarted, e.AlignmentEnded,
    e.AlignmentTimedOut, e.OutputBarrierTimedOut,
)  # fmt: skip
_WRITES = (e.ElementWritten, e.BufferQueued, e.ChannelFlushed)


EVERYTHING = ("everything", "")


@dataclass(frozen=True, slots=True)
class Footprint:
    """Accesses of one step of an actor: pairs of a resource and a channel.

    For a queue the channel is the one that was appended: the order of two steps matters if their
    channels differ. For any other resource the channel is empty and the order always matters.
    """

    actor: str
    things: frozenset[tuple[Any, str]]

    def conflicts(self, other: Footprint) -> bool:
        """Return whether the order of the two steps matters; they are of different actors."""
        if EVERYTHING in self.things or EVERYTHING in other.things:
            return True
        return any(
            resource == other_resource and not (channel and channel == other_channel)
            for resource, channel in self.things
            for other_resource, other_channel in other.things
        )


class Footprints:
    """Tracker of the accesses of the steps of one job.

    Once a task was blocked without a buffer, a reader frees the buffer that a writer waits for.
    From then on (``tight``) both ends of every channel access it.
    """

    def __init__(self, plan: Plan, tight: bool = False) -> None:
        self._channels = {one.id: one for one in plan.channels}
        self._managers = {one.id: one.task_manager for one in plan.subtasks}
        self._shared: dict[Any, set[str]] = {}
        for channel in plan.channels:
            for order in self._orders(channel):
                self._shared.setdefault(order, set()).add(channel.id)
        self._unions = _read_by_unions(plan)
        self._view = JobView()
        self.tight = tight

    def of(self, step: Step) -> Footprint:
        """Return the accesses of *step*; all steps of a run must be passed in order."""
        accesses: set[tuple[Any, str]] = {(("mailbox", step.actor), "")}
        if step.actor in ("clock", "jobmaster", "user"):
            accesses.add(EVERYTHING)
        polled = []
        is_queued: dict[str, bool] = {}
        for fact in step.events:
            if isinstance(fact, _WRITES):
                written = self._channels[fact.channel]
                is_queued.setdefault(written.id, written.local and self._has_more(written))
            self._view.apply(fact)
            match fact:
                case e.TaskFailed() | e.RestartDecided() | e.ExecutionReset():
                    accesses.add(EVERYTHING)
                case e.ReadingStopped() | e.ReadingResumed():
                    accesses.add(
                        EVERYTHING
                    )  # without credit-based flow control a connection stops for all its channels
                case _ if isinstance(fact, _OF_CHECKPOINTS):
                    accesses.add(
                        EVERYTHING
                    )  # barriers block channels, and the coordinator accesses all tasks
                case e.MailEnqueued():
                    accesses.add((("mailbox", fact.subtask), ""))
                case e.WatermarkAligned():
                    accesses.add((("group", fact.group), ""))
                case e.DefaultActionSuspended(reason="no output buffer" | "blocked"):
                    self.tight = True
                case e.BufferConsumed():
                    polled.append(fact.channel)
                case e.BufferArrived() if fact.received == 1:
                    self._put_in_order(
                        ("gate", self._channels[fact.channel].target), fact, accesses
                    )
                case e.BufferSent() if fact.credit == 0:
                    accesses.add((("channel", fact.channel), ""))
                case e.CreditChanged() if fact.before == 0:
                    accesses.add((("channel", fact.channel), ""))
                case _ if isinstance(fact, _WRITES) and not is_queued[fact.channel]:
                    self._put_in_order(
                        self._orders(self._channels[fact.channel])[0], fact, accesses
                    )
                case _:
                    pass
            if isinstance(fact, e.BufferSent):
                self._put_in_order(self._orders(self._channels[fact.channel])[0], fact, accesses)
            if self.tight and hasattr(fact, "channel"):
                accesses.add((("channel", fact.channel), ""))
        for name in polled:
            channel = self._channels[ChannelId(name)]
            queue = ("gate", channel.target)
            if channel.target in self._unions:
                accesses.add(
                    (queue, "")
                )  # the gate of the channel goes to the end of the union, for all its channels
            elif self._has_more(channel) and self._is_shared(queue):
                accesses.add((queue, name))
        return Footprint(step.actor, frozenset(accesses))

    def _has_more(self, channel: PlanChannel) -> bool:
        state = self._view.channels[channel.id]
        return state.written > state.read if channel.local else state.received > 0

    def _orders(self, channel: PlanChannel) -> list[Any]:
        """Return the queues that data written to *channel* passes, in order."""
        gate = ("gate", channel.target)
        if channel.local:
            return [gate]
        managers = self._managers
        return [("connection", managers[channel.source], managers[channel.target]), gate]

    def _put_in_order(self, order: Any, fact: Any, things: set[tuple[Any, str]]) -> None:
        if self._is_shared(order):
            things.add((order, fact.channel))

    def _is_shared(self, order: Any) -> bool:
        return len(self._shared[order]) > 1


def _read_by_unions(plan: Plan) -> set[str]:
    """Return the subtasks that read the gates of several edges as one input."""
    edges: dict[tuple[str, int], set[Any]] = {}
    for one in plan.channels:
        edge = one.source_node, one.target_node, one.side_output
        edges.setdefault((one.target, one.input), set()).add(edge)
    return {target for (target, _), keys in edges.items() if len(keys) > 1}
