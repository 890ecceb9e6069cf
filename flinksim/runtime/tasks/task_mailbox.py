"""The mailbox of a task: the queue of waiting mails, and their order.

Flink: ``org.apache.flink.streaming.runtime.tasks.mailbox`` (``Mail``, ``TaskMailboxImpl``) as of
2.3.0.
Differs: no threads and no locks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from enum import Enum

from flinksim.core.ids import SubtaskId
from flinksim.trace.event_switch import link_emit
from flinksim.trace.events import Emit, MailEnqueued, MailTaken

MIN_PRIORITY = -1
"""The lowest priority of mails: reading with it takes any mail.

Deferrable mails have it too, so an operator that yields never runs those.
"""

MAX_PRIORITY = (1 << 31) - 1
"""The priority of mails that control the mailbox itself."""


class MailboxState(Enum):
    """OPEN accepts and returns mails, QUIESCED only returns them, CLOSED does neither."""

    OPEN = "OPEN"
    QUIESCED = "QUIESCED"
    CLOSED = "CLOSED"


class RejectedExecutionError(RuntimeError):
    """A mail was put into a mailbox that accepts no more mails.

    Flink: ``RejectedExecutionException``, ``TaskMailbox.MailboxClosedException``.
    """


class Mail:
    """An action to run in a task, with the name that a trace shows.

    *urgent* mails precede all waiting mails. *deferrable* mails are never taken by yielding. The
    *priority* decides who may take the mail by yielding; the loop itself ignores it. The mailbox
    numbers mails in the order of their ``arrival``.

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
    def trace_priority(self) -> str:
        """The priority of the mail as text for trace events."""
        if self.priority == MIN_PRIORITY:
            return "none"
        return "MAX" if self.priority == MAX_PRIORITY else str(self.priority)

    def __repr__(self) -> str:
        return f"Mail({self.name!r}, priority={self.priority})"


class TaskMailbox:
    """The waiting mails: a *batch* that is being run, and a queue of newer mails.

    Flink: ``TaskMailboxImpl``; the order in which urgent mails overtake is exactly the same.
    """

    __slots__ = ("_arrivals", "_batch", "_emit", "_queue", "_subtask", "needs_attention", "state")

    def __init__(self, *, emit: Emit | None = None, subtask: SubtaskId | None = None) -> None:
        self._batch: deque[Mail] = deque()
        self._queue: deque[Mail] = deque()
        self._arrivals = 0
        self._emit = link_emit(self, emit)
        self._subtask = subtask or SubtaskId("")
        self.state = MailboxState.OPEN
        self.needs_attention = False
        """Set by every mail; the only flag that the processor checks before the default action."""

    @property
    def waiting_mails(self) -> tuple[Mail, ...]:
        """All waiting mails, in the order in which the loop will run them."""
        return (*self._batch, *self._queue)

    @property
    def has_mail(self) -> bool:
        return bool(self._batch or self._queue)

    def put(self, mail: Mail) -> None:
        """Add *mail* after all others or, if it is urgent, before all that are not.

        Raises:
            RejectedExecutionError: Unless the mailbox is open.
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
        self.needs_attention = True
        if self._emit is not None:
            waiting = len(self._batch) + len(self._queue)
            self._emit((MailEnqueued, self._subtask, mail.name, waiting, mail.trace_priority))

    def peek_batch(self) -> Mail | None:
        """Return the next mail of the current batch without removing it; ``None`` if there is none."""
        oldest_urgent = None
        for mail in self._queue:
            if not mail.is_urgent:
                break
            oldest_urgent = mail
        head = self._batch[0] if self._batch else None
        if oldest_urgent is not None and not (head is not None and head.is_urgent):
            return oldest_urgent
        return head

    def peek(self) -> Mail | None:
        """Return the next mail of batch or queue without removing it; ``None`` if there is none."""
        return self.peek_batch() or (self._queue[0] if self._queue else None)

    def create_batch(self) -> bool:
        """Make all waiting mails the current batch, unless one is being run; return whether it has mails."""
        if not self._batch or (self._has_new_urgent_mail() and not self._batch[0].is_urgent):
            self._move_from_queue(only_urgent=False)
        return bool(self._batch)

    def try_take_from_batch(self) -> Mail | None:
        """Take the next mail of the batch; new urgent mails count as part of it."""
        self._fetch_urgent()
        return self._trace_taken(self._batch.popleft()) if self._batch else None

    def try_take(self, priority: int) -> Mail | None:
        """Take the next mail, of batch or queue, whose priority is at least *priority*."""
        self._fetch_urgent()
        mail = self.peek_by_priority(priority)
        if mail is None:
            return None
        (self._batch if mail in self._batch else self._queue).remove(mail)
        return self._trace_taken(mail)

    def peek_by_priority(self, priority: int) -> Mail | None:
        """Return the next mail whose priority is at least *priority*, without removing it."""
        for mails in (self._batch, self._queue):
            for mail in mails:
                if mail.priority >= priority:
                    return mail
        return None

    def is_queued_after_batch(self, mail: Mail) -> bool:
        """Return whether *mail* is in the queue, not in the current batch; later mails join its batch."""
        return mail in self._queue

    def quiesce(self) -> None:
        """Accept no more mails."""
        if self.state is MailboxState.OPEN:
            self.state = MailboxState.QUIESCED

    def drain(self) -> list[Mail]:
        """Remove and return all waiting mails."""
        mails = list(self.waiting_mails)
        self._batch.clear()
        self._queue.clear()
        return mails

    def close(self) -> list[Mail]:
        """Accept and return no more mails; return the mails that were left."""
        left = self.drain()
        self.state = MailboxState.CLOSED
        return left

    def _put_first(self, mail: Mail) -> None:
        batch_can_be_overtaken = self._batch and not self._batch[0].is_urgent
        if batch_can_be_overtaken and not self._has_new_urgent_mail():
            self._batch.appendleft(mail)
        else:
            # Newest first: moving them one by one to the front of the batch reverses their order.
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

    def _trace_taken(self, mail: Mail) -> Mail:
        if self._emit is not None:
            waiting = len(self._batch) + len(self._queue)
            self._emit((MailTaken, self._subtask, mail.name, waiting))
        return mail
