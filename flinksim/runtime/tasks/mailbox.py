"""A task's mailbox and the loop that runs it: mails between turns of the default action.

All code of a task runs in its mailbox loop. The default action reads input; everything else that
has to happen in the task (timers, checkpoint triggers) is a *mail*.

Flink: ``org.apache.flink.streaming.runtime.tasks.mailbox`` as of 2.3.0.
Differs: no threads. Where Flink's loop would block for a mail, a step here returns ``False``.
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

Phase: TypeAlias = Literal["batch due", "in batch", "after batch"]
"""Where the loop stands: about to make a batch; working it off; done with it, so that mails run
only while the default action is suspended, and the default action comes next."""


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

    * Mails that come while a batch runs wait until after the next default action; urgent ones do
      not.
    * While the default action is suspended, mails run one after the other as they come; the default
      action is the next thing after it was resumed.
    * ``run_mailbox_loop`` is nothing but ``run_mailbox_step`` again and again.

    Flink: ``MailboxProcessor``.
    Differs: a step remembers whether a batch is being worked off; Flink's ``runMailboxStep`` (which
    only its tests use) would let a mail of the last mail run before the default action.
    """

    __slots__ = (
        "_after_yielding",
        "_emit",
        "_is_running",
        "_phase",
        "_subtask",
        "_yields",
        "default_action",
        "is_suspended",
        "mailbox",
        "suspension",
        "yields",
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
        """The loop itself has ended, for good or until it is called again."""
        self._is_running = True
        self._phase: Phase = "batch due"
        self._yields: list[int] = []
        self.yields = False
        """Whether an operator waits in the midst of a mail or of the default action."""
        self._after_yielding: list[tuple[int, Callable[[], None]]] = []
        self._emit = emit
        self._subtask = subtask or SubtaskId("")

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
        if self._yields:
            return self.mailbox.first_of_priority(self._yields[-1]) is not None
        return self.suspension is None or self.mailbox.has_mail

    def next_mail(self) -> Mail | None:
        """The mail that the next step will run; ``None`` if it will not run one."""
        mailbox = self.mailbox
        if not mailbox.attention or self.is_suspended:
            return None
        if self._yields:
            return mailbox.first_of_priority(self._yields[-1])
        if self._phase == "batch due" or self.suspension is not None:
            return mailbox.first()
        return mailbox.first_of_batch() if self._phase == "in batch" else None

    def _run_with_attention(self) -> bool:
        if self.is_suspended:
            return False
        if self._yields:
            return self._run_mail_of(self._yields[-1])
        if self._phase == "batch due":
            self._begin_batch()
        if self._phase == "in batch":
            mail = self.mailbox.try_take_from_batch()
            if mail is not None:
                mail.command()
                return True
            self._phase = "after batch"
        if self.suspension is not None:
            return self._run_mail_of(MIN_PRIORITY)
        self._phase = "batch due"
        self.mailbox.attention = self.mailbox.has_mail
        self.default_action()
        if self.default_action_suspended:
            self._begin_batch()
        return True

    def _run_mail_of(self, priority: int) -> bool:
        mail = self.mailbox.try_take(priority)
        if mail is None:
            return False
        mail.command()
        return True

    def begin_turn(self) -> Suspension | None:
        """A turn of the default action begins at once, though it is suspended; gives why it was."""
        suspension, self.suspension = self.suspension, None
        self._phase = "batch due"
        self.mailbox.attention = False
        return suspension

    def wait_on(self, suspension: Suspension | None) -> None:
        """That turn is over, no mail has come, and the default action is suspended as before."""
        self.suspension = suspension
        self.mailbox.attention = True
        self._phase = "in batch"

    def end_turn(self) -> None:
        """That turn is over."""
        if self.suspension is not None:
            self._begin_batch()

    def _begin_batch(self) -> None:
        self.mailbox.create_batch()
        self.mailbox.attention = True
        self._phase = "in batch"

    # --- yielding --------------------------------------------------------------------------------

    def begin_yielding(self, priority: int) -> None:
        """From the next step on only mails of at least *priority* run, until this is ended.

        An operator waits in the midst of a call, as Flink's thread does in ``MailboxExecutor.yield``.
        One further down the chain may do so meanwhile, and then it is the first to end.
        """
        self._yields.append(priority)
        self.yields = True
        self.mailbox.attention = True

    def goes_on_later(self, action: Callable[[], None], priority: int) -> bool:
        """Whether an operator behind the one with *priority* waits, in the midst of its call.

        If so, *action* is the rest of that call, and runs when none of them waits any more.
        """
        waits = any(each > priority for each in self._yields)
        if waits:
            self._after_yielding.append((priority, action))
        return waits

    def end_yielding(self, priority: int) -> None:
        """The operator with mails of *priority* waits no more: calls that it stood in go on."""
        self._yields.remove(priority)
        self.yields = bool(self._yields)
        self.mailbox.attention = True
        while self._after_yielding:
            of, action = self._after_yielding[-1]
            if any(each > of for each in self._yields):
                break
            self._after_yielding.pop()
            action()

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
            self._emit((DefaultActionSuspended, self._subtask, reason))
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
            self._emit((DefaultActionResumed, self._subtask))

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

    Flink: ``MailboxExecutorImpl``. An operator's priority is its place in the chain, so an operator
    that yields never runs mails of the operators before it.
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
        self._mailbox.put(Mail(command, name, self.priority, urgent=urgent, deferrable=deferrable))

    def try_yield(self) -> bool:
        """Run one waiting mail of at least this priority, if there is one."""
        mail = self._mailbox.try_take(self.priority)
        if mail is None:
            return False
        mail.command()
        return True
