"""Direct hand-off: passes an element to the next task without the network, with the same result.

If records are processed one by one in the order of arrival, all downstream tasks are idle when a source
reads a record. An element that the current turn writes then goes through an empty channel to a task that
waits for input: it passes through a buffer and a connection, and credit goes back. Nothing but counters
changes. An untraced run skips these steps and calls the receiving task directly. Tasks run in the same
order, and the counters are updated as if the network had been used.

As soon as this does not hold, everything is written to the network instead. Examples are a second
element for the same task, a full buffer, a barrier, a busy task and a mail.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable

from flinksim.runtime.elements import Element
from flinksim.runtime.network.buffers import EXCLUSIVE_BUFFERS_PER_CHANNEL
from flinksim.runtime.network.connection import Connection, CreditBasedReader
from flinksim.runtime.network.input_channels import InputChannel, LocalInputChannel
from flinksim.runtime.network.remote_input_channel import RemoteInputChannel
from flinksim.runtime.network.subpartition import PipelinedSubpartition
from flinksim.runtime.tasks.stream_task import StreamTask
from flinksim.runtime.tasks.task_input import TaskInput


class HandoffTarget:
    """The receiving end of a subpartition for which direct hand-off is possible.

    ``element``, of ``size`` bytes, is the one to pass to the task. ``is_in_transit`` is set once the
    turn of the writing task is over; from then on the skipped steps of the network are counted.
    """

    __slots__ = (
        "bit",
        "channel",
        "element",
        "is_in_transit",
        "reader",
        "remote_channel",
        "size",
        "subpartition",
        "task",
        "task_input",
    )

    element: Element
    size: int

    def __init__(self, task: StreamTask, task_input: TaskInput, channel: InputChannel) -> None:
        self.task = task
        self.bit = task.bit
        self.task_input = task_input
        self.channel = channel
        self.subpartition = channel.subpartition
        self.is_in_transit = False
        self.remote_channel = channel if isinstance(channel, RemoteInputChannel) else None
        self.reader = None if self.remote_channel is None else self.remote_channel.reader

    @property
    def has_default_credit(self) -> bool:
        """Whether a buffer would take an exclusive buffer of the channel and get a floating one in return."""
        channel = self.remote_channel
        assert channel is not None
        return (
            not channel.floating_count
            and channel.exclusive_count == EXCLUSIVE_BUFFERS_PER_CHANNEL
            and not channel.is_waiting
            and channel.floating_buffers.free > 0
        )

    @property
    def is_compilable(self) -> bool:
        """Whether a compiled chain can run a turn of the task."""
        task, task_input = self.task, self.task_input
        return (
            type(task) is StreamTask
            and len(task.inputs) == 1
            and task.execution.state == "RUNNING"
            and task_input.process_record == task.operators[0].process_element
        )

    def is_ready(self, runnable: int) -> bool:
        """Return whether the task can take an element now, given the bits of the other runnable actors."""
        return (
            runnable < self.bit
            and self.task.is_waiting_for_input
            and (self.remote_channel is None or self.has_default_credit)
        )

    def count_turns(self, times: int) -> int:
        """Count the skipped network turns (buffer and credit message) and return their number.

        Args:
            times: 1 to add them, -1 to take them back.
        """
        if self.remote_channel is None:
            return 0
        assert self.reader is not None
        self.reader.connection.turns += times
        self.remote_channel.connection.turns += times
        return 2 * times


class DirectHandoff:
    """The elements to be handed off in the current turn, by the bit of the receiving task.

    They are passed on when the turn ends. ``is_closed`` tells that hand-off was impossible in this
    turn, so the rest of the turn uses the network. ``turns`` counts the skipped steps of the network,
    which the scheduler adds to its number of steps.
    """

    __slots__ = ("_targets", "is_closed", "pending", "turns")

    def __init__(self) -> None:
        self.turns = 0
        self.pending: dict[int, HandoffTarget] = {}
        self.is_closed = False
        self._targets: dict[PipelinedSubpartition, HandoffTarget] = {}

    def open(self, tasks: Iterable[StreamTask]) -> None:
        """Enable hand-off for the inputs of *tasks* for which it is possible."""
        for task in tasks:
            for task_input in task.inputs:
                if type(task_input) is not TaskInput or task_input.debloater is not None:
                    continue
                for channel in task_input.gate.channels:
                    if _is_handoff_possible(channel):
                        receiver = HandoffTarget(task, task_input, channel)
                        self._targets[channel.subpartition] = receiver
                        channel.subpartition.direct_handoff = self

    def close(self) -> None:
        """Disable hand-off; everything uses the network again."""
        self.fall_back()
        for subpartition in self._targets:
            subpartition.direct_handoff = None
        self._targets.clear()
        self.is_closed = False

    def get_target(self, subpartition: PipelinedSubpartition) -> HandoffTarget | None:
        """Return the receiving end of *subpartition*, ``None`` if hand-off is not possible."""
        return self._targets.get(subpartition)

    def try_handoff(self, subpartition: PipelinedSubpartition, element: Element, size: int) -> bool:
        """Try to hand off *element*, of *size* bytes.

        Returns:
            Whether it is handed off; if not, the caller has to write it.
        """
        if self.is_closed:
            return False
        receiver = self._targets[subpartition]
        if (
            receiver.bit not in self.pending
            and (receiver.remote_channel is None or receiver.has_default_credit)
            and subpartition.try_bypass(size)
        ):
            receiver.element, receiver.size, receiver.is_in_transit = element, size, False
            self.pending[receiver.bit] = receiver
            return True
        self.fall_back()
        return False

    def fall_back(self) -> None:
        """Fall back to the network: write the pending elements before all else in this turn."""
        self.is_closed = True
        while self.pending:
            receiver = self.pending.pop(next(iter(self.pending)))
            if (
                receiver.is_in_transit
            ):  # it goes over the network now, which counts these turns again
                self.turns += receiver.count_turns(-1)
            receiver.subpartition.undo_bypass(receiver.element, receiver.size)

    def send(self) -> None:
        """Mark the elements as sent, because the writing task's turn is over.

        The network runs before all tasks, so they are in transit until a receiving task runs.
        """
        for receiver in self.pending.values():
            if not receiver.is_in_transit and receiver.remote_channel is not None:
                receiver.is_in_transit = True
                self.turns += receiver.count_turns(1)

    def discard(self) -> None:
        """Discard pending elements: a task has failed, and data in transit in its region is lost."""
        self.pending.clear()


def _is_handoff_possible(channel: InputChannel) -> bool:
    """Return whether *channel* can be skipped: it carries no priority events and delays nothing."""
    if not channel.subpartition.flush_always or channel.persister is not None:
        return False
    if isinstance(channel, RemoteInputChannel):
        reader = channel.reader
        return (
            isinstance(reader, CreditBasedReader)
            and type(reader.connection) is Connection
            and type(channel.connection) is Connection
        )
    return isinstance(channel, LocalInputChannel)
