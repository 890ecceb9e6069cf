"""Direct hand-off of an element to the next task, with the same result as over the network.

In arrival order, all downstream tasks are idle when a source reads a record. An element that the turn
writes then goes through an empty channel to a task that waits for input. It passes through a buffer and
a connection, and credit goes back. Only counters change. An untraced run skips these steps: the element
is handed to the task as the turn that it would cause, in the same order, and the counters are updated.

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


class Receiver:
    """The receiving end of a subpartition for which direct hand-off is possible.

    ``element``, of ``size`` bytes, was handed off. Once it is ``on_the_wire``, the turns of the network
    are counted.
    """

    __slots__ = (
        "bit", "channel", "element", "on_the_wire", "reader", "remote", "size", "subpartition", "task",
        "task_input",
    )  # fmt: skip

    element: Element
    size: int

    def __init__(self, task: StreamTask, task_input: TaskInput, channel: InputChannel) -> None:
        self.task = task
        self.bit = task.bit
        self.task_input = task_input
        self.channel = channel
        self.subpartition = channel.subpartition
        self.on_the_wire = False
        self.remote = channel if isinstance(channel, RemoteInputChannel) else None
        self.reader = None if self.remote is None else self.remote.reader

    @property
    def has_usual_credit(self) -> bool:
        """Whether a buffer would use an exclusive buffer and get a floating one as replacement."""
        channel = self.remote
        assert channel is not None
        return (
            not channel.floating
            and channel.exclusive == EXCLUSIVE_BUFFERS_PER_CHANNEL
            and not channel.waiting
            and channel.floating_buffers.free > 0
        )

    def count_turns(self, times: int) -> int:
        """Count the skipped network turns (buffer and credit message) and return their number.

        Args:
            times: 1 to add them, -1 to take them back.
        """
        if self.remote is None:
            return 0
        assert self.reader is not None
        self.reader.connection.turns += times
        self.remote.connection.turns += times
        return 2 * times


class ShortWay:
    """The pending hand-offs of the current turn, by the bit of the receiving task.

    They are executed when the turn ends. ``closed`` tells that hand-off was impossible in this turn, so
    the rest of the turn uses the network. ``turns`` counts the skipped network turns, for the scheduler
    to add.
    """

    __slots__ = ("_receivers", "closed", "passed", "turns")

    def __init__(self) -> None:
        self.turns = 0
        self.passed: dict[int, Receiver] = {}
        self.closed = False
        self._receivers: dict[PipelinedSubpartition, Receiver] = {}

    def open(self, tasks: Iterable[StreamTask]) -> None:
        """Enable hand-off for the inputs of *tasks* for which it is possible."""
        for task in tasks:
            for task_input in task.inputs:
                if type(task_input) is not TaskInput or task_input.debloating is not None:
                    continue
                for channel in task_input.gate.channels:
                    if _is_plain(channel):
                        receiver = Receiver(task, task_input, channel)
                        self._receivers[channel.subpartition] = receiver
                        channel.subpartition.short_way = self

    def close(self) -> None:
        """Disable hand-off; everything uses the network again."""
        self.spill()
        for subpartition in self._receivers:
            subpartition.short_way = None
        self._receivers.clear()
        self.closed = False

    def takes(self, subpartition: PipelinedSubpartition, element: Element, size: int) -> bool:
        """Try to hand off *element*, of *size* bytes.

        Returns:
            Whether it is handed off; if not, the caller has to write it.
        """
        if self.closed:
            return False
        receiver = self._receivers[subpartition]
        if (
            receiver.bit not in self.passed
            and (receiver.remote is None or receiver.has_usual_credit)
            and subpartition.pass_by(size)
        ):
            receiver.element, receiver.size, receiver.on_the_wire = element, size, False
            self.passed[receiver.bit] = receiver
            return True
        self.spill()
        return False

    def spill(self) -> None:
        """Fall back to the network: write the pending elements before all else in this turn."""
        self.closed = True
        while self.passed:
            receiver = self.passed.pop(next(iter(self.passed)))
            if receiver.on_the_wire:  # it goes over the network now, which counts these turns again
                self.turns += receiver.count_turns(-1)
            receiver.subpartition.write_after_all(receiver.element, receiver.size)

    def send(self) -> None:
        """Mark pending elements as in transit: the network runs before all tasks."""
        for receiver in self.passed.values():
            if not receiver.on_the_wire and receiver.remote is not None:
                receiver.on_the_wire = True
                self.turns += receiver.count_turns(1)

    def lose(self) -> None:
        """Discard pending elements: a task has failed, and data in transit in its region is lost."""
        self.passed.clear()


def _is_plain(channel: InputChannel) -> bool:
    """Return whether only elements go through *channel*, without any delay."""
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
