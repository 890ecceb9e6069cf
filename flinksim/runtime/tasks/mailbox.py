"""The mailbox loop of a task: mails between turns of the default action.

All code of a task runs in its mailbox loop. The default action reads input. Everything else that
happens in the task (timers, checkpoint triggers) is a *mail*.

Flink: ``org.apache.flink.streaming.runtime.tasks.mailbox`` as of 2.3.0.
Differs: no threads. Where Flink's loop blocks for a mail, a step here returns ``False``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from flinksim.core.ids import SubtaskId
from flinksim.runtime.tasks.task_mailbox import (
    MAX_PRIORITY,
    MIN_PRIORITY,
    Mail,
    MailboxState,
    RejectedExecutionError,
    TaskMailbox,
)
from flinksim.trace.event_switch import link_emit
from flinksim.trace.events import (
    DefaultActionResumed,
    DefaultActionSuspended,
    Emit,
    SuspendReason,
)

__all__ = [
    "Mail",
    "MailboxExecutor",
    "MailboxProcessor",
    "MailboxState",
    "RejectedExecutionError",
    "Suspension",
    "TaskMailbox",
]

LoopPhase: TypeAlias = Literal["batch due", "in batch", "after batch"]
"""Phase of the mailbox loop: a batch of mails is due, is being run, or is done.

After a batch the default action comes next. If the default action is suspended, only mails run.
"""


class Suspension:
    """A suspension of the default action, which lasts until ``resume``.

    Flink: ``MailboxDefaultAction.Suspension``.
    """

    __slots__ = ("_processor", "reason")

    def __init__(self, processor: MailboxProcessor, reason: SuspendReason) -> None:
        self._processor = processor
        self.reason: SuspendReason = reason

    def resume(self) -> None:
        """Let the default action run again; a second call has no effect."""
        self._processor._resume(self)


class MailboxProcessor:
    """The loop of a task: a batch of mails, then one turn of the default action, and so on.

    * Mails that arrive while a batch runs wait until after the next default action; urgent mails do
      not.
    * While the default action is suspended, mails run one by one as they arrive. After it is resumed,
      the default action is next.
    * ``run_mailbox_loop`` only repeats ``run_mailbox_step``.

    Flink: ``MailboxProcessor``.
    Differs: a step remembers whether a batch is being run. Flink's ``runMailboxStep``, which only its
    tests use, would run a mail of the last mail before the default action.

    >>> processor = MailboxProcessor(lambda: print("default action"))
    >>> processor.mailbox.put(Mail(lambda: print("mail"), "example"))
    >>> processor.run_mailbox_step(), processor.run_mailbox_step()
    mail
    default action
    (True, True)
    """

    __slots__ = (
        "_emit",
        "_is_running",
        "_phase",
        "_subtask",
        "_yield_continuations",
        "_yield_priorities",
        "default_action",
        "is_suspended",
        "is_yielding",
        "mailbox",
        "suspension",
    )  # fmt: skip

    def __init__(
        self,
        default_action: Callable[[], None],
        *,
        emit: Emit | None = None,
        subtask: SubtaskId | None = None,
    ) -> None:
        self.default_action = default_action
        self.mailbox = TaskMailbox(emit=emit, subtask=subtask)
        self.suspension: Suspension | None = None
        self.is_suspended = False
        """Whether the mailbox loop itself has ended, for good or until it is called again."""
        self._is_running = True
        self._phase: LoopPhase = "batch due"
        self._yield_priorities: list[int] = []
        self.is_yielding = False
        """Whether an operator waits in the middle of a mail or of the default action and lets mails run."""
        self._yield_continuations: list[tuple[int, Callable[[], None]]] = []
        self._emit = link_emit(self, emit)
        self._subtask = subtask or SubtaskId("")

    # --- running steps ---------------------------------------------------------------------------

    def run_mailbox_step(self) -> bool:
        """Run one mail or one default action; return ``False`` if there is neither."""
        if self.mailbox.needs_attention:
            return self._run_step_slow_path()
        self.default_action()
        if self.suspension is not None:
            self._begin_batch()
        return True

    def run_mailbox_loop(self) -> None:
        """Run steps until the loop is ended or suspended, or nothing can run."""
        self.is_suspended = not self._is_running
        while not self.is_suspended and self.run_mailbox_step():
            pass

    def can_run(self) -> bool:
        """Return whether :meth:`run_mailbox_step` would run a mail or the default action."""
        if self.is_suspended:
            return False
        if self._yield_priorities:
            return self.mailbox.peek_by_priority(self._yield_priorities[-1]) is not None
        return self.suspension is None or self.mailbox.has_mail

    def next_mail(self) -> Mail | None:
        """Return the mail that the next step will run; ``None`` if that is the default action or nothing."""
        mailbox = self.mailbox
        if not mailbox.needs_attention or self.is_suspended:
            return None
        if self._yield_priorities:
            return mailbox.peek_by_priority(self._yield_priorities[-1])
        if self._phase == "batch due" or self.suspension is not None:
            return mailbox.peek()
        return mailbox.peek_batch() if self._phase == "in batch" else None

    def _run_step_slow_path(self) -> bool:
        if self.is_suspended:
            return False
        if self._yield_priorities:
            return self._run_mail(self._yield_priorities[-1])
        if self._phase == "batch due":
            self._begin_batch()
        if self._phase == "in batch":
            mail = self.mailbox.try_take_from_batch()
            if mail is not None:
                mail.command()
                return True
            self._phase = "after batch"
        if self.suspension is not None:
            return self._run_mail(MIN_PRIORITY)
        self._phase = "batch due"
        self.mailbox.needs_attention = self.mailbox.has_mail
        self.default_action()
        if self.is_default_action_suspended:
            self._begin_batch()
        return True

    def _run_mail(self, priority: int) -> bool:
        mail = self.mailbox.try_take(priority)
        if mail is None:
            return False
        mail.command()
        return True

    def begin_turn(self) -> Suspension | None:
        """Begin a default action although it is suspended; return the suspension to restore later.

        Used for an element that is passed directly to a waiting task.
        """
        suspension, self.suspension = self.suspension, None
        self._phase = "batch due"
        self.mailbox.needs_attention = False
        return suspension

    def restore_suspension(self, suspension: Suspension | None) -> None:
        """End a default action begun by :meth:`begin_turn`, if no mail was added, and suspend it again."""
        self.suspension = suspension
        self.mailbox.needs_attention = True
        self._phase = "in batch"

    def end_turn(self) -> None:
        """End a default action that was begun by :meth:`begin_turn`."""
        if self.suspension is not None:
            self._begin_batch()

    def begin_mail(self) -> None:
        """Begin a mail that was not put into the mailbox; call it only if no mail waits in there."""
        self._phase = "after batch"

    def _begin_batch(self) -> None:
        self.mailbox.create_batch()
        self.mailbox.needs_attention = True
        self._phase = "in batch"

    # --- yielding --------------------------------------------------------------------------------

    def begin_yielding(self, priority: int) -> None:
        """Run only mails of at least *priority* from the next step on, until :meth:`end_yielding`.

        An operator waits in the middle of a call, as Flink's thread does in ``MailboxExecutor.yield``.
        An operator further down the chain may begin to yield meanwhile; it then has to end first.
        """
        self._yield_priorities.append(priority)
        self.is_yielding = True
        self.mailbox.needs_attention = True

    def defer_while_yielding(self, action: Callable[[], None], priority: int) -> bool:
        """Defer *action* if an operator after the one with *priority* waits inside its call.

        Args:
            action: The rest of the current call. It runs when none of these operators waits any more.
            priority: Mail priority of the calling operator.

        Returns:
            Whether *action* is deferred.
        """
        waits = any(each > priority for each in self._yield_priorities)
        if waits:
            self._yield_continuations.append((priority, action))
        return waits

    def end_yielding(self, priority: int) -> None:
        """End the wait of the operator with mails of *priority*; resume the interrupted calls."""
        self._yield_priorities.remove(priority)
        self.is_yielding = bool(self._yield_priorities)
        self.mailbox.needs_attention = True
        while self._yield_continuations:
            caller_priority, action = self._yield_continuations[-1]
            if any(each > caller_priority for each in self._yield_priorities):
                break
            self._yield_continuations.pop()
            action()

    # --- default action --------------------------------------------------------------------------

    @property
    def is_default_action_suspended(self) -> bool:
        return self.suspension is not None

    def suspend_default_action(self, reason: SuspendReason = "no input") -> Suspension:
        """Suspend the default action until the suspension is resumed; called by the default action."""
        assert self.suspension is None, "Default action has already been suspended"
        suspension = self.suspension = Suspension(self, reason)
        self.mailbox.needs_attention = True
        if self._emit is not None:
            self._emit((DefaultActionSuspended, self._subtask, reason))
        return suspension

    def resume_default_action(self) -> None:
        """Resume the current suspension, if there is one."""
        if self.suspension is not None:
            self.suspension.resume()

    def _resume(self, suspension: Suspension) -> None:
        if self.suspension is not suspension:
            return
        self.suspension = None
        if self._emit is not None:
            self._emit((DefaultActionResumed, self._subtask))

    # --- ending the loop -------------------------------------------------------------------------

    def all_actions_completed(self) -> None:
        """End the loop for good, before any waiting mail that is not urgent."""
        self._send_control_mail(self._end_loop, "all actions completed")

    def suspend(self) -> None:
        """End the mailbox loop until it is called again."""
        self._send_control_mail(self._suspend_loop, "suspend")

    def prepare_close(self) -> None:
        """Accept no more mails; waiting mails can still be drained."""
        self.mailbox.quiesce()

    def drain(self) -> None:
        """Run all waiting mails, in order."""
        for mail in self.mailbox.drain():
            mail.command()

    def close(self) -> list[Mail]:
        """Accept no mails and run none; return the mails that were left."""
        return self.mailbox.close()

    def _send_control_mail(self, command: Callable[[], None], name: str) -> None:
        if self.mailbox.state is MailboxState.OPEN:
            self.mailbox.put(Mail(command, name, MAX_PRIORITY, urgent=True))

    def _end_loop(self) -> None:
        self._is_running = False
        self._suspend_loop()

    def _suspend_loop(self) -> None:
        self.is_suspended = True
        self.mailbox.needs_attention = True

    def create_mailbox_executor(self, priority: int) -> MailboxExecutor:
        """Create an executor whose mails have *priority*, and whose yielding runs mails of at least that."""
        return MailboxExecutor(self.mailbox, priority)


class MailboxExecutor:
    """Submits mails of one operator, and lets the operator run waiting mails in the middle of a call.

    An operator's priority is its position in the chain, so an operator that yields never runs mails of
    the operators before it.

    Flink: ``MailboxExecutorImpl``.
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
        """Submit *command* as a mail.

        Args:
            command: What to run in the task.
            name: Name of the mail in the trace.
            urgent: Whether it goes before all other waiting mails.
            deferrable: Whether yielding never takes it.

        Raises:
            RejectedExecutionError: Unless the mailbox is open.
        """
        self._mailbox.put(Mail(command, name, self.priority, urgent=urgent, deferrable=deferrable))

    def try_yield(self) -> bool:
        """Run one waiting mail of at least this priority; return ``False`` if there is none."""
        mail = self._mailbox.try_take(self.priority)
        if mail is None:
            return False
        mail.command()
        return True
