"""A task's mailbox and the loop that runs it: mails between turns of the default action.

All code of a task runs in its mailbox loop. The default action reads input; everything else that has
to happen in the task (timers, checkpoint triggers) is a *mail*.

Flink: ``org.apache.flink.streaming.runtime.tasks.mailbox`` as of 2.3.0.
Differs: no threads. Where Flink's loop would block for a mail, a step here returns ``False``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from enum import Enum
from typing import Literal, TypeAlias

from flinksim.common.ids import SubtaskId
from flinksim.trace.events import (
    DefaultActionResumed,
    DefaultActionSuspended,
    Emit,
    MailEnqueued,
    MailTaken,
    SuspendReason,
)

MIN_PRIORITY = -1
"""Takes any mail; also the priority of deferrable mails, so that yielding never takes those."""

MAX_PRIORITY = (1 << 31) - 1
"""The priority of control mails."""


Phase: TypeAlias = Literal["batch due", "in batch", "after batch"]
"""Where the loop stands: about to make a batch; working it off; done with it, so that mails run only
while the default action is suspended, and the default action comes next."""


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
    The *priority* says who may take the mail by yielding; the loop itself goes by order only.

    Flink: ``Mail``, ``MailboxExecutor.MailOptions``.
    """

    __slots__ = ("command", "is_urgent", "name", "priority")

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

    def __repr__(self) -> str:
        return f"Mail({self.name!r}, priority={self.priority})"


class TaskMailbox:
    """The mails that wait: a *batch* that is being worked off, and a queue of newer ones behind it.

    Flink: ``TaskMailboxImpl``; its way of letting urgent mails overtake is kept to the letter.
    """

    __slots__ = ("_batch", "_emit", "_queue", "_subtask", "attention", "state")

    def __init__(self, *, emit: Emit | None = None, subtask: SubtaskId = SubtaskId("")) -> None:
        self._batch: deque[Mail] = deque()
        self._queue: deque[Mail] = deque()
        self._emit = emit
        self._subtask = subtask
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

    @property
    def batch_has_mail(self) -> bool:
        """Whether the batch that is being worked off has mails left, new urgent ones included."""
        return bool(self._batch) or self._has_new_urgent_mail()

    def put(self, mail: Mail) -> None:
        """Add *mail*: behind all others, or, if it is urgent, before all that are not.

        Errors: :class:`RejectedExecutionError` unless the mailbox is open.
        """
        if self.state is not MailboxState.OPEN:
            raise RejectedExecutionError(
                f"Mailbox is in state {self.state.name}, but is required to be in state OPEN for "
                f"put operations (mail: {mail.name})."
            )
        if mail.is_urgent:
            self._put_first(mail)
        else:
            self._queue.append(mail)
        self.attention = True
        if self._emit is not None:
            waiting = len(self._batch) + len(self._queue)
            self._emit(MailEnqueued(self._subtask, mail.name, waiting))

    def create_batch(self) -> bool:
        """Make all waiting mails the batch, unless one is being worked off; whether it has mails."""
        if not self._batch:
            self._move_from_queue(only_urgent=False)
        elif self._has_new_urgent_mail() and not self._batch[0].is_urgent:
            self._move_from_queue(only_urgent=False)
        return bool(self._batch)

    def try_take_from_batch(self) -> Mail | None:
        """The next mail of the batch; new urgent ones count as part of it."""
        self._fetch_urgent()
        return self._took(self._batch.popleft()) if self._batch else None

    def try_take(self, priority: int) -> Mail | None:
        """The next mail whose priority is at least *priority*, of the batch or the queue."""
        self._fetch_urgent()
        for mails in (self._batch, self._queue):
            for mail in mails:
                if mail.priority >= priority:
                    mails.remove(mail)
                    return self._took(mail)
        return None

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
            self._emit(MailTaken(self._subtask, mail.name, waiting))
        return mail


class Suspension:
    """The default action is switched off until ``resume``.

    Flink: ``MailboxDefaultAction.Suspension``.
    """

    __slots__ = ("_processor", "reason")

    def __init__(self, processor: MailboxProcessor, reason: SuspendReason) -> None:
        self._processor = processor
        self.reason: SuspendReason = reason

    def resume(self) -> None:
        """Switch the default action on again; does nothing the second time."""
        self._processor._resume(self)


class MailboxProcessor:
    """Runs a task: its mails in batches, and after each batch one turn of the default action.

    * Mails that come while a batch runs wait until after the next default action; urgent ones do not.
    * While the default action is suspended, mails run one after the other as they come; the default
      action is the next thing after it was resumed.
    * ``run_mailbox_loop`` is nothing but ``run_mailbox_step`` again and again.

    Flink: ``MailboxProcessor``.
    Differs: a step remembers whether a batch is being worked off; Flink's ``runMailboxStep`` (which
    only its tests use) would let a mail of the last mail run before the default action.
    """

    __slots__ = (
        "_emit", "_is_running", "_phase", "_subtask",
        "default_action", "is_suspended", "mailbox", "suspension",
    )  # fmt: skip

    def __init__(
        self,
        default_action: Callable[[], None],
        *,
        emit: Emit | None = None,
        subtask: SubtaskId = SubtaskId(""),
    ) -> None:
        self.default_action = default_action
        self.mailbox = TaskMailbox(emit=emit, subtask=subtask)
        self.suspension: Suspension | None = None
        self.is_suspended = False
        """The loop itself has ended, for good or until it is called again."""
        self._is_running = True
        self._phase: Phase = "batch due"
        self._emit = emit
        self._subtask = subtask

    # --- running ---------------------------------------------------------------------------------

    def run_mailbox_step(self) -> bool:
        """Run one mail or one default action; ``False`` if there is neither."""
        if self.mailbox.attention:
            return self._run_with_attention()
        self.default_action()
        if self.suspension is not None:
            self._begin_batch()
        return True

    def run_mailbox_loop(self) -> None:
        """Run steps until the loop is ended or suspended, or nothing is left that can run."""
        self.is_suspended = not self._is_running
        while not self.is_suspended and self.run_mailbox_step():
            pass

    def can_run(self) -> bool:
        """Whether a step would do something."""
        if self.is_suspended:
            return False
        return self.suspension is None or self.mailbox.has_mail

    def next_mail(self) -> Mail | None:
        """The mail that the next step will run; ``None`` if that runs the default action."""
        mailbox = self.mailbox
        if not mailbox.attention or not mailbox.has_mail:
            return None
        if self._in_batch and self.suspension is None and not mailbox.batch_has_mail:
            return None
        return mailbox.waiting[0]

    def _run_with_attention(self) -> bool:
        if self.is_suspended:
            return False
        if self._phase == "batch due":
            self._begin_batch()
        if self._phase == "in batch":
            mail = self.mailbox.try_take_from_batch()
            if mail is not None:
                mail.command()
                return True
            self._phase = "after batch"
        if self.suspension is not None:
            mail = self.mailbox.try_take(MIN_PRIORITY)
            if mail is None:
                return False
            mail.command()
            return True
        self._phase = "batch due"
        self.mailbox.attention = self.mailbox.has_mail
        self.default_action()
        if self.suspension is not None:
            self._begin_batch()
        return True

    def _begin_batch(self) -> None:
        self.mailbox.create_batch()
        self.mailbox.attention = True
        self._phase = "in batch"

    # --- the default action ----------------------------------------------------------------------

    @property
    def default_action_suspended(self) -> bool:
        return self.suspension is not None

    def suspend_default_action(self, reason: SuspendReason = "no input") -> Suspension:
        """Run no default action until the suspension is resumed; called by the default action."""
        assert self.suspension is None, "Default action has already been suspended"
        suspension = self.suspension = Suspension(self, reason)
        self.mailbox.attention = True
        if self._emit is not None:
            self._emit(DefaultActionSuspended(self._subtask, reason))
        return suspension

    def resume_default_action(self) -> None:
        """Resume the present suspension, if there is one."""
        if self.suspension is not None:
            self.suspension.resume()

    def _resume(self, suspension: Suspension) -> None:
        if self.suspension is not suspension:
            return
        self.suspension = None
        if self._emit is not None:
            self._emit(DefaultActionResumed(self._subtask))

    # --- ending ----------------------------------------------------------------------------------

    def all_actions_completed(self) -> None:
        """End the loop for good, before any mail that waits and is not urgent."""
        self._put_control_mail(self._end, "all actions completed")

    def suspend(self) -> None:
        """End the loop until it is called again."""
        self._put_control_mail(self._suspend, "suspend")

    def prepare_close(self) -> None:
        """Take no further mails; what waits can still be drained."""
        self.mailbox.quiesce()

    def drain(self) -> None:
        """Run all mails that wait, in order."""
        for mail in self.mailbox.drain():
            mail.command()

    def close(self) -> list[Mail]:
        """Take no further mails and give none; returns what was left."""
        return self.mailbox.close()

    def _put_control_mail(self, command: Callable[[], None], name: str) -> None:
        if self.mailbox.state is MailboxState.OPEN:
            self.mailbox.put(Mail(command, name, MAX_PRIORITY, urgent=True))

    def _end(self) -> None:
        self._is_running = False
        self._suspend()

    def _suspend(self) -> None:
        self.is_suspended = True
        self.mailbox.attention = True

    def mailbox_executor(self, priority: int) -> MailboxExecutor:
        """An executor that submits and yields with *priority*."""
        return MailboxExecutor(self.mailbox, priority)


class MailboxExecutor:
    """Submits mails with a priority, and can run waiting ones in the middle of something else.

    Flink: ``MailboxExecutorImpl``. An operator's priority is its place in the chain, so an operator that
    yields never runs mails of the operators before it.
    """

    __slots__ = ("_mailbox", "priority")

    def __init__(self, mailbox: TaskMailbox, priority: int) -> None:
        self._mailbox = mailbox
        self.priority = priority

    def execute(
        self,
        command: Callable[[], None],
        name: str,
        *,
        urgent: bool = False,
        deferrable: bool = False,
    ) -> None:
        """Submit *command*.

        Errors: :class:`RejectedExecutionError` unless the mailbox is open.
        """
        self._mailbox.put(
            Mail(command, name, self.priority, urgent=urgent, deferrable=deferrable)
        )

    def try_yield(self) -> bool:
        """Run one waiting mail of at least this priority, if there is one."""
        mail = self._mailbox.try_take(self.priority)
        if mail is None:
            return False
        mail.command()
        return True
