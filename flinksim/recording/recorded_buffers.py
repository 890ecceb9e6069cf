"""Buffers, credit and waits of a recorded subtask, from the lines of its task and of Netty's threads.

Each end of a channel records its own lines. How many buffers and how much credit are under way follows
from both, so it is counted when the steps of all processes are merged. Not in Flink.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from flinksim.core.ids import ChannelId, SubtaskId
from flinksim.recording.process_merge import RecordedStep, Token
from flinksim.recording.recording_file import Line
from flinksim.trace import events as e
from flinksim.trace.events.event import Row
from flinksim.trace.plan import Plan

BUFFER_KINDS = frozenset(
    ["bufq", "bufs", "bufa", "bufi", "bufm", "credit", "announce", "wait", "resume"]
)
"""The kinds of lines that this module converts."""
OTHER_THREAD_KINDS = frozenset(["bufs", "bufa", "bufm", "credit", "announce", "resume"])
"""Those that come from other threads, or that end a wait: each is a step of its own."""
_SENDER_KINDS = frozenset(["bufq", "bufs", "credit"])


class BufferRow(NamedTuple):
    """The event of a line, with the actor of its step, and what the step needs and gives."""

    row: Row
    actor: str
    needs: list[Token]
    gives: list[Token]


class RecordedBuffers:
    """Converts the lines about buffers of one execution attempt of a subtask.

    Args:
        subtask: The subtask.
        attempt: The number of its execution attempt.
        plan: Plan of the job.
        outgoing: Its outgoing channels, by output and subpartition.
        incoming: Its incoming channels, by gate and position.
    """

    def __init__(
        self,
        subtask: SubtaskId,
        attempt: int,
        plan: Plan,
        outgoing: dict[tuple[int, int], ChannelId],
        incoming: dict[tuple[int, int], ChannelId],
    ) -> None:
        self._subtask = subtask
        self._attempt = attempt
        self._outgoing = outgoing
        self._incoming = incoming
        places = {each.id: each.task_manager for each in plan.subtasks}
        ends = {*outgoing.values(), *incoming.values()}
        self._links = {
            each.id: f"link {places[each.source]}>{places[each.target]}"
            for each in plan.channels
            if each.id in ends
        }
        self._counts: Counter[tuple[str, ChannelId]] = Counter()
        self._usage: dict[ChannelId, tuple[int, ...]] = {}
        self._is_waiting = False

    def convert(self, line: Line) -> BufferRow | None:
        """Convert a line of :data:`BUFFER_KINDS`; return None if it changes nothing that is known."""
        if line.kind in ("wait", "resume"):
            return self._convert_wait(line)
        channels = self._outgoing if line.kind in _SENDER_KINDS else self._incoming
        channel = channels.get((line.fields[0], line.fields[1]))
        if channel is None:
            return None
        values = line.fields[2:]
        needs: list[Token] = []
        gives: list[Token] = []
        row: Row
        match line.kind:
            case "bufq":
                row = (e.BufferQueued, channel, values[0])
            case "bufs":
                row = (e.BufferSent, channel, *values, 0)
                gives.append(self._count("buffer", channel))
            case "bufa":
                row = (e.BufferArrived, channel, values[0], 0)
                needs.append(self._count("buffer", channel))
            case "bufi":
                row = (e.BufferConsumed, channel, *values, 0)
            case "announce":
                row = (e.CreditAnnounced, channel, values[0], 0)
                gives.append(self._count("credit", channel))
            case "credit":
                added, after = values
                row = (e.CreditChanged, channel, max(after - added, 0), after, 0)
                needs.append(self._count("credit", channel))
            case _:
                if self._usage.get(channel) == values:
                    return None
                self._usage[channel] = values
                row = (e.InputBuffersChanged, channel, *values[:-1], bool(values[-1]))
        return BufferRow(row, self._links[channel], needs, gives)

    def _count(self, what: str, channel: ChannelId) -> Token:
        """Return the token of the next message of a channel: each is sent and arrives once."""
        number = self._counts[what, channel]
        self._counts[what, channel] += 1
        return (what, channel, number, self._attempt)

    def _convert_wait(self, line: Line) -> BufferRow | None:
        begins = line.kind == "wait"
        if begins == self._is_waiting:
            return None
        self._is_waiting = begins
        row: Row = (
            (e.DefaultActionSuspended, self._subtask, line.fields[0])
            if begins
            else (e.DefaultActionResumed, self._subtask)
        )
        return BufferRow(row, self._subtask, [], [])


def count_messages_under_way(steps: Iterable[RecordedStep]) -> list[RecordedStep]:
    """Return *steps* with the number of buffers, and the credit, that are under way in each channel.

    A channel with an end that was not recorded has 0.
    """
    steps = list(steps)
    seen = {(row[0], row[1]) for step in steps for row in step.rows if row[0] in _MESSAGES}
    counts: Counter[tuple[type, ChannelId]] = Counter()

    def complete(row: Row) -> Row:
        kind = row[0]
        if kind not in _MESSAGES:
            return row
        channel = row[1]
        sent = kind in _ANSWERS
        start = kind if sent else _STARTS[kind]
        if (start, channel) not in seen or (_ANSWERS[start], channel) not in seen:
            return row
        amount = 1 if start is e.BufferSent else row[2] if sent else row[3] - row[2]
        counts[start, channel] = max(counts[start, channel] + (amount if sent else -amount), 0)
        completed: Row = (*row[:-1], counts[start, channel])
        return completed

    return [step._replace(rows=[complete(row) for row in step.rows]) for step in steps]


_ANSWERS: dict[type, type] = {
    e.BufferSent: e.BufferArrived,
    e.CreditAnnounced: e.CreditChanged,
}
"""The event at the other end, by that of the sending of a message."""
_STARTS: dict[type, type] = {end: start for start, end in _ANSWERS.items()}
_MESSAGES = frozenset([*_ANSWERS, *_STARTS])
