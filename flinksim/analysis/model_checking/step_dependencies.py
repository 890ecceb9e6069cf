"""What a step touches: two steps with nothing in common can be taken in either order.

- a task touches itself, and the mailbox that others put mails into;
- an input gate reads its channels in the order in which they had something to read. Who writes touches
  that order, unless the channel stands in it; so does who reads, if it leaves more in the channel,
  which goes to the end of the order. A gate with one channel leaves nothing of the order open: first
  come, first served;
- so does a connection between two TaskManagers with what is put out for it, if it has several channels;
- credit touches the sending of buffers only where there was none left;
- what concerns the job as a whole touches everything, and so does the clock.

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
    """What the step of an actor touches: pairs of a thing, and what was done to it.

    Of an order it is the channel that was put at its end: the order of two steps matters if these are
    two. Of anything else it is empty: there it always matters.
    """

    actor: str
    things: frozenset[tuple[Any, str]]

    def conflicts(self, other: Footprint) -> bool:
        """Whether the order of the two matters; both are of different actors."""
        if EVERYTHING in self.things or EVERYTHING in other.things:
            return True
        return any(
            thing == theirs and not (channel and channel == their_channel)
            for thing, channel in self.things
            for theirs, their_channel in other.things
        )


class Footprints:
    """Tells what the steps of one job touch.

    Once a task has been held up for want of a buffer, who reads frees what who writes waits for: from
    then on (``tight``) every channel is touched by both of its ends.
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
        """What *step* touches; the steps of a run are asked about in order, the first one included."""
        things: set[tuple[Any, str]] = {(("mailbox", step.actor), "")}
        if step.actor in ("clock", "jobmaster", "user"):
            things.add(EVERYTHING)
        polled = []
        stands: dict[str, bool] = {}
        for fact in step.events:
            if isinstance(fact, _WRITES):
                written = self._channels[fact.channel]
                stands.setdefault(written.id, written.local and self._has_more(written))
            self._view.apply(fact)
            match fact:
                case e.TaskFailed() | e.RestartDecided() | e.ExecutionReset():
                    things.add(EVERYTHING)
                case e.ReadingStopped() | e.ReadingResumed():
                    things.add(EVERYTHING)  # before credits a connection stops for all its channels
                case _ if isinstance(fact, _OF_CHECKPOINTS):
                    things.add(EVERYTHING)  # barriers hold channels, and the coordinator all tasks
                case e.MailEnqueued():
                    things.add((("mailbox", fact.subtask), ""))
                case e.WatermarkAligned():
                    things.add((("group", fact.group), ""))
                case e.DefaultActionSuspended(reason="no output buffer" | "blocked"):
                    self.tight = True
                case e.BufferConsumed():
                    polled.append(fact.channel)
                case e.BufferArrived() if fact.received == 1:
                    self._put_in_order(("gate", self._channels[fact.channel].target), fact, things)
                case e.BufferSent() if fact.credit == 0:
                    things.add((("channel", fact.channel), ""))
                case e.CreditChanged() if fact.before == 0:
                    things.add((("channel", fact.channel), ""))
                case _ if isinstance(fact, _WRITES) and not stands[fact.channel]:
                    self._put_in_order(self._orders(self._channels[fact.channel])[0], fact, things)
                case _:
                    pass
            if isinstance(fact, e.BufferSent):
                self._put_in_order(self._orders(self._channels[fact.channel])[0], fact, things)
            if self.tight and hasattr(fact, "channel"):
                things.add((("channel", fact.channel), ""))
        for name in polled:
            channel = self._channels[ChannelId(name)]
            order = ("gate", channel.target)
            if channel.target in self._unions:
                things.add((order, ""))  # the gate of the channel goes to the end, for all of them
            elif self._has_more(channel) and self._is_shared(order):
                things.add((order, name))
        return Footprint(step.actor, frozenset(things))

    def _has_more(self, channel: PlanChannel) -> bool:
        left = self._view.channels[channel.id]
        return left.written > left.read if channel.local else left.received > 0

    def _orders(self, channel: PlanChannel) -> list[Any]:
        """The orders that what is written to *channel* comes to stand in, one after the other."""
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
    """The subtasks that read the gates of several edges as one input."""
    edges: dict[tuple[str, int], set[Any]] = {}
    for one in plan.channels:
        edge = one.source_node, one.target_node, one.side_output
        edges.setdefault((one.target, one.input), set()).add(edge)
    return {target for (target, _), known in edges.items() if len(known) > 1}
