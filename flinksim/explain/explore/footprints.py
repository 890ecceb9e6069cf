"""What a step touches: two steps with nothing in common can be taken in either order.

- a task touches itself, and the mailbox that others put mails into;
- an input gate reads its channels in the order in which they had something to read. Who writes touches
  that order; so does who reads, if it leaves more in the channel, which goes to the end of the order. A
  gate with one channel leaves nothing of the order open: first come, first served;
- credit touches the sending of buffers only where there was none left;
- what concerns the job as a whole touches everything, and so does the clock.

What is read comes after it was written, what is sent after it was put out, whatever else. Not in Flink.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from flinksim.common.ids import ChannelId
from flinksim.trace import events as e
from flinksim.trace.events import Step
from flinksim.trace.plan import Plan
from flinksim.trace.view import JobView

_OF_CHECKPOINTS = (
    e.CheckpointTriggered, e.CheckpointAcknowledged, e.CheckpointDeclined, e.CheckpointCompleted,
    e.CheckpointAborted, e.CheckpointNotified, e.CheckpointRestored, e.BarrierEmitted,
    e.BarrierReceived, e.BarrierAnnounced, e.AlignmentStarted, e.AlignmentEnded, e.AlignmentTimedOut,
    e.OutputBarrierTimedOut,
)  # fmt: skip
_WRITES = (e.ElementWritten, e.BufferQueued, e.ChannelFlushed)


@dataclass(frozen=True, slots=True)
class Footprint:
    """What one step touches; ``everything``, ``things``, and what it wrote and read.

    ``queued`` are the channels, each with its gate, that it put at the end of the gate's order.
    """

    actor: str
    things: frozenset[Any]
    queued: frozenset[tuple[str, str]]
    everything: bool
    wrote: frozenset[Any]
    read: frozenset[Any]

    def conflicts(self, other: Footprint) -> bool:
        """Whether the order of the two matters."""
        if self.everything or other.everything or not self.things.isdisjoint(other.things):
            return True
        return any(
            gate == other_gate and channel != other_channel
            for gate, channel in self.queued
            for other_gate, other_channel in other.queued
        )

    def comes_of(self, earlier: Footprint) -> bool:
        """Whether it reads what *earlier* wrote."""
        return not self.read.isdisjoint(earlier.wrote)


class Footprints:
    """Tells what the steps of one job touch.

    Once a task has been held up for want of a buffer, who reads frees what who writes waits for: from
    then on (``tight``) every channel is touched by both of its ends.
    """

    def __init__(self, plan: Plan) -> None:
        self._channels = {one.id: one for one in plan.channels}
        counts: dict[str, int] = {}
        for channel in plan.channels:
            counts[channel.target] = counts.get(channel.target, 0) + 1
        self._has_order = {subtask for subtask, count in counts.items() if count > 1}
        self._view = JobView()
        self._counts: Counter[tuple[str, str]] = Counter()
        self.tight = False

    def of(self, step: Step) -> Footprint:
        """What *step* touches; the steps of a run are asked about in order, the first one included."""
        things: set[Any] = {("actor", step.actor), ("mailbox", step.actor)}
        queued: set[tuple[str, str]] = set()
        wrote: set[Any] = set()
        read: set[Any] = set()
        everything = step.actor in ("clock", "jobmaster")
        polled = []
        for fact in step.events:
            self._view.apply(fact)
            match fact:
                case e.TaskFailed() | e.RestartDecided() | e.ExecutionReset():
                    everything = True
                case _ if isinstance(fact, _OF_CHECKPOINTS):
                    everything = True  # barriers hold channels back, and the coordinator all tasks
                case e.MailEnqueued():
                    things.add(("mailbox", fact.subtask))
                case e.WatermarkAligned():
                    things.add(("group", fact.group))
                case e.DefaultActionSuspended(reason="no output buffer" | "blocked"):
                    self.tight = True
                case e.ReadingStopped() | e.ReadingResumed():
                    everything = True  # before credits a connection stops for all its channels
                case e.BufferConsumed():
                    polled.append(fact.channel)
                    read.add(("arrived", fact.channel, self._count("read", fact.channel)))
                case e.BufferSent():
                    read.add(("put out", fact.channel, self._counts["put out", fact.channel]))
                case e.CreditAnnounced():
                    read.add(("room", fact.channel, self._counts["room", fact.channel]))
                case e.InputBuffersChanged():
                    wrote.add(("room", fact.channel, self._count("room", fact.channel)))
                case e.BufferArrived():
                    wrote.add(("arrived", fact.channel, self._count("arrived", fact.channel)))
                    self._put_in_order(fact.channel, queued)
                case e.ElementReceived():
                    read.add(("element", fact.channel, fact.sequence))
                case _:
                    pass
            if isinstance(fact, _WRITES) and self._channels[fact.channel].local:
                self._put_in_order(fact.channel, queued)
            if isinstance(fact, e.ElementWritten):
                wrote.add(("element", fact.channel, fact.sequence))
            if isinstance(fact, _WRITES):
                wrote.add(("put out", fact.channel, self._count("put out", fact.channel)))
            if isinstance(fact, e.BufferSent) and fact.credit == 0:
                things.add(("channel", fact.channel))
            if isinstance(fact, e.CreditChanged) and fact.before == 0:
                things.add(("channel", fact.channel))
            if self.tight and hasattr(fact, "channel"):
                things.add(("channel", fact.channel))
        for channel in polled:
            left = self._view.channels[ChannelId(channel)]
            if left.written > left.read or left.received:
                self._put_in_order(channel, queued)
        return Footprint(
            step.actor,
            frozenset(things),
            frozenset(queued),
            everything,
            frozenset(wrote),
            frozenset(read),
        )

    def _count(self, what: str, channel: str) -> int:
        self._counts[what, channel] += 1
        return self._counts[what, channel]

    def _put_in_order(self, channel: str, queued: set[tuple[str, str]]) -> None:
        target = self._channels[ChannelId(channel)].target
        if target in self._has_order:
            queued.add((target, channel))
