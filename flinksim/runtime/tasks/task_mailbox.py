"""The mails that wait in a task's mailbox, and who may take which.

Flink: ``org.apache.flink.streaming.runtime.tasks.mailbox`` (``Mail``, ``TaskMailboxImpl``) as of
2.3.0.
Differs: no threads and no locks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from enum import Enum

from flinksim.core.ids import SubtaskId
from flinksim.trace.events import Emit, MailEnqueued, MailTaken

MIN_PRIORITY = -1
"""Takes any mail; also the priority of deferrable mails, so that yielding never takes those."""

MAX_PRIORITY = (1 << 31) - 1
"""The priority of control mails."""


class MailboxState(Enum):
    """OPEN takes and gives mails, QUIESCED only gives them, CLOSED neither."""

    OPEN = "OPEN"
    QUIESCED = "QUIESCED"
    CLOSED = "CLOSED"


class RejectedExecutionError(RuntimeError):
    """A mail was put into a mailbox that takes none any more.

    Flink: ``RejectedExecutionException``, ``TaskMailbox.MailboxClosedException``.
    """


class Mail:
    """Something to run in a task, with the name that a trace shows.

    *urgent* mails go before all that wait; *deferrable* ones are never taken by yielding.
    The *priority* says who may take the mail by yielding; the loop itself goes by order only. The
    mailbox numbers mails as they come (``arrival``).

    Flink: ``Mail``, ``MailboxExecutor.MailOptions``.
    """

    __slots__ = ("arrival", "command", "is_urgent", "name", "priority")

    def __init__(
        self,
        command: Callable[[], None],
        name: str,
        priority: int = 0,
        *,
        urgent: bool = False,
        deferrable: bool = False,
    ) -> None:
        self.command = command
        self.name = name
        self.priority = MIN_PRIORITY if deferrable else priority
        self.is_urgent = urgent
        self.arrival = 0

    @property
    def told_priority(self) -> str:
        """Its priority as facts give it."""
        if self.priority == MIN_PRIORITY:
            return "none"
        return "MAX" if self.priority == MAX_PRIORITY else str(self.priority)

    def __repr__(self) -> str:
        return f"Mail({self.name!r}, priority={self.priority})"


class TaskMailbox:
    """The mails that wait: a *batch* that is being worked off, and a queue of newer ones behind it.

    Flink: ``TaskMailboxImpl``; its way of letting urgent mails overtake is kept to the letter.
    """

    __slots__ = ("_arrivals", "_batch", "_emit", "_queue", "_subtask", "attention", "state")

    def __init__(self, *, emit: Emit | None = None, subtask: SubtaskId | None = None) -> None:
        self._batch: deque[Mail] = deque()
        self._queue: deque[Mail] = deque()
        self._arrivals = 0
        self._emit = emit
        self._subtask = subtask or SubtaskId("")
        self.state = MailboxState.OPEN
        self.attention = False
        """Set by every mail; the processor's one look before it runs the default action."""

    @property
    def waiting(self) -> tuple[Mail, ...]:
        """All mails that wait, in the order in which the loop will run them."""
        return (*self._batch, *self._queue)

    @property
    def has_mail(self) -> bool:
        return bool(self._batch or self._queue)

    def put(self, mail: Mail) -> None:
        """Add *mail*: behind all others, or, if it is urgent, before all that are not.

        Errors: :class:`RejectedExecutionError` unless the mailbox is open.
        """
        if self.state is not MailboxState.OPEN:
            raise RejectedExecutionError(
                f"Mailbox is in state {self.state.name}, but is required to be in state OPEN for "
                f"put operations (mail: {mail.name})."
            )
        mail.arrival = self._arrivals
        self._arrivals += 1
        if mail.is_urgent:
            self._put_first(mail)
        else:
            self._queue.append(mail)
        self.attention = True
        if self._emit is not None:
            waiting = len(self._batch) + len(self._queue)
            self._emit((MailEnqueued, self._subtask, mail.name, waiting, mail.told_priority))

    def first_of_batch(self) -> Mail | None:
        """What ``try_take_from_batch`` would give."""
        oldest_urgent = None
        for mail in self._queue:
            if not mail.is_urgent:
                break
            oldest_urgent = mail
        head = self._batch[0] if self._batch else None
        if oldest_urgent is not None and not (head is not None and head.is_urgent):
            return oldest_urgent
        return head

    def first(self) -> Mail | None:
        """The mail that is next in order; ``None`` if none waits."""
        return self.first_of_batch() or (self._queue[0] if self._queue else None)

    def create_batch(self) -> bool:
        """Make all waiting mails the batch unless one is being worked off; whether it has mails."""
        if not self._batch or (self._has_new_urgent_mail() and not self._batch[0].is_urgent):
            self._move_from_queue(only_urgent=False)
        return bool(self._batch)

    def try_take_from_batch(self) -> Mail | None:
        """The next mail of the batch; new urgent ones count as part of it."""
        self._fetch_urgent()
        return self._took(self._batch.popleft()) if self._batch else None

    def try_take(self, priority: int) -> Mail | None:
        """The next mail whose priority is at least *priority*, of the batch or the queue."""
        self._fetch_urgent()
        mail = self.first_of_priority(priority)
        if mail is None:
            return None
        (self._batch if mail in self._batch else self._queue).remove(mail)
        return self._took(mail)

    def first_of_priority(self, priority: int) -> Mail | None:
        """The mail that is next in order of those whose priority is at least *priority*."""
        for mails in (self._batch, self._queue):
            for mail in mails:
                if mail.priority >= priority:
                    return mail
        return None

    def is_behind_batch(self, mail: Mail) -> bool:
        """Whether *mail* waits, and will be in one batch with all that come after it."""
        return mail in self._queue

    def quiesce(self) -> None:
        """Take no further mails."""
        if self.state is MailboxState.OPEN:
            self.state = MailboxState.QUIESCED

    def drain(self) -> list[Mail]:
        """Take out all mails that wait."""
        mails = list(self.waiting)
        self._batch.clear()
        self._queue.clear()
        return mails

    def close(self) -> list[Mail]:
        """Take no further mails and give none; returns what was left."""
        left = self.drain()
        self.state = MailboxState.CLOSED
        return left

    def _put_first(self, mail: Mail) -> None:
        batch_can_be_overtaken = self._batch and not self._batch[0].is_urgent
        if batch_can_be_overtaken and not self._has_new_urgent_mail():
            self._batch.appendleft(mail)
        else:
            # The newest first: moving them to the front of the batch one by one turns them round.
            self._queue.appendleft(mail)

    def _has_new_urgent_mail(self) -> bool:
        return bool(self._queue) and self._queue[0].is_urgent

    def _fetch_urgent(self) -> None:
        """Put new urgent mails before the batch, but not before older urgent ones."""
        if self._has_new_urgent_mail() and not (self._batch and self._batch[0].is_urgent):
            self._move_from_queue(only_urgent=True)

    def _move_from_queue(self, *, only_urgent: bool) -> None:
        while self._queue:
            if self._queue[0].is_urgent:
                self._batch.appendleft(self._queue.popleft())
            elif only_urgent:
                return
            else:
                self._batch.append(self._queue.popleft())

    def _took(self, mail: Mail) -> Mail:
        if self._emit is not None:
            waiting = len(self._batch) + len(self._queue)
            self._emit((MailTaken, self._subtask, mail.name, waiting))
        return mail
