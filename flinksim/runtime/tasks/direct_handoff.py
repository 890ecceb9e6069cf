"""The short way of an element to the next task, where nobody can tell it from the long one.

In arrival order everything downstream rests when a source reads a record. What a turn then writes goes
through an empty channel to a task that waits for input: into a buffer, out of it, over a connection,
its credit back; and nothing of that is left afterwards but counts. An untraced run leaves it out: the
element is handed to the task as the turn that it would have, in the order that it would have, and
the counts are kept. As soon as anything is otherwise (a second element for the same task, a full
buffer, a barrier, a task that is busy, a mail), everything is written as if there were no short way.

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
    """Where a subpartition leads, if the short way may lead there.

    What was passed to it is an ``element`` of ``size`` bytes; once that is ``on_the_wire``, turns of
    the network are counted.
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
        """Whether a buffer takes an exclusive one, which is made up for by a floating one at once."""
        channel = self.remote
        assert channel is not None
        return (
            not channel.floating
            and channel.exclusive == EXCLUSIVE_BUFFERS_PER_CHANNEL
            and not channel.waiting
            and channel.floating_buffers.free > 0
        )

    def count_turns(self, times: int) -> int:
        """Count the turns of the network that are left out, the buffer's and its credit's; how many."""
        if self.remote is None:
            return 0
        assert self.reader is not None
        self.reader.connection.turns += times
        self.remote.connection.turns += times
        return 2 * times


class ShortWay:
    """To whom the present turn has passed something, to be handed over when it ends; by their bit.

    ``closed``: something was otherwise in this turn, and the rest of it goes the long way.
    ``turns`` are those of the network that were left out, and that somebody has to count.
    """

    __slots__ = ("_receivers", "closed", "passed", "turns")

    def __init__(self) -> None:
        self.turns = 0
        self.passed: dict[int, Receiver] = {}
        self.closed = False
        self._receivers: dict[PipelinedSubpartition, Receiver] = {}

    def open(self, tasks: Iterable[StreamTask]) -> None:
        """Let what is written from now on go the short way, where it may."""
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
        """Everything goes the long way again."""
        self.spill()
        for subpartition in self._receivers:
            subpartition.short_way = None
        self._receivers.clear()
        self.closed = False

    def takes(self, subpartition: PipelinedSubpartition, element: Element, size: int) -> bool:
        """Whether *element*, of *size* bytes, goes the short way; if not, it is to be written."""
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
        """Write what was to go the short way, as the first that is written in this turn."""
        self.closed = True
        while self.passed:
            receiver = self.passed.pop(next(iter(self.passed)))
            if receiver.on_the_wire:  # it takes that way once more
                self.turns += receiver.count_turns(-1)
            receiver.subpartition.write_after_all(receiver.element, receiver.size)

    def send(self) -> None:
        """The network goes before all tasks: what was passed is on its way from now on."""
        for receiver in self.passed.values():
            if not receiver.on_the_wire and receiver.remote is not None:
                receiver.on_the_wire = True
                self.turns += receiver.count_turns(1)

    def lose(self) -> None:
        """A task has failed, and what was under way from and to its region is lost."""
        self.passed.clear()


def _is_plain(channel: InputChannel) -> bool:
    """Whether nothing but elements goes through *channel*, in no time."""
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
