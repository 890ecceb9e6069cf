from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from flinksim.core.ids import SubtaskId
from flinksim.runtime.tasks.mailbox import (
    Mail,
    MailboxProcessor,
    MailboxState,
    RejectedExecutionError,
)
from flinksim.runtime.tasks.task_mailbox import MAX_PRIORITY, MIN_PRIORITY
from flinksim.trace.events import (
    DefaultActionResumed,
    DefaultActionSuspended,
    MailEnqueued,
    MailTaken,
    TraceEvent,
)
from flinksim.trace.events.event import build_emitter

SUBTASK = SubtaskId("v1/0")


class Task:
    """A processor whose mails and default actions write a log."""

    def __init__(self, emit: Callable[[TraceEvent], None] | None = None) -> None:
        self.log: list[str] = []
        self.processor = MailboxProcessor(self.default, emit=emit, subtask=SUBTASK)

    def default(self) -> None:
        self.log.append("default")

    def put(self, name: str, *, urgent: bool = False) -> None:
        mail = Mail(lambda: self.log.append(name), name, urgent=urgent)
        self.processor.mailbox.put(mail)

    def steps(self, count: int) -> list[str]:
        self.log.clear()
        for _ in range(count):
            self.processor.run_mailbox_step()
        return list(self.log)


def test_a_step_is_one_mail_or_one_default_action() -> None:
    task = Task()
    task.put("a")
    task.put("b")

    assert task.steps(1) == ["a"]
    assert task.steps(1) == ["b"]
    assert task.steps(3) == ["default", "default", "default"]


def test_a_mail_of_a_mail_waits_for_the_default_action() -> None:
    task = Task()
    mailbox = task.processor.mailbox
    mailbox.put(Mail(lambda: task.put("later"), "first"))

    assert task.steps(1) == []
    assert task.steps(3) == ["default", "later", "default"]


def test_while_suspended_a_step_without_mail_does_nothing() -> None:
    task = Task()
    suspension = task.processor.suspend_default_action()

    assert not task.processor.can_run()
    assert not task.processor.run_mailbox_step()
    task.put("a")
    assert task.processor.can_run()
    assert task.steps(2) == ["a"]
    suspension.resume()
    assert task.steps(1) == ["default"]


def test_after_resuming_the_default_action_comes_before_the_mails_that_came_meanwhile() -> None:
    task = Task()

    def suspend() -> None:
        task.log.append("default")
        if len(task.log) == 1:
            task.processor.suspend_default_action()

    task.processor.default_action = suspend
    assert task.steps(1) == ["default"]
    task.put("a")
    task.put("b")
    mailbox = task.processor.mailbox

    task.log.append("-")
    task.processor.run_mailbox_step()
    task.processor.resume_default_action()
    task.processor.run_mailbox_step()
    task.processor.run_mailbox_step()

    assert task.log == ["default", "-", "a", "default", "b"]
    assert not mailbox.has_mail


def test_an_old_suspension_cannot_resume_a_newer_one() -> None:
    task = Task()
    first = task.processor.suspend_default_action("no input")
    first.resume()
    second = task.processor.suspend_default_action("no output buffer")

    first.resume()

    assert task.processor.suspension is second
    assert second.reason == "no output buffer"


def test_waiting_mails_are_listed_in_the_order_in_which_they_run() -> None:
    task = Task()
    task.put("a")
    task.put("b")
    task.processor.run_mailbox_step()
    task.put("c")
    task.put("u", urgent=True)

    assert [mail.name for mail in task.processor.mailbox.waiting_mails] == ["u", "b", "c"]
    assert task.steps(4) == ["u", "b", "default", "c"]


@given(st.lists(st.sampled_from(["mail", "urgent", "suspend", "resume", "step"]), max_size=40))
@example(["suspend", "step", "urgent", "resume", "step"])
def test_what_is_said_to_come_next_does_come_next(script: list[str]) -> None:
    task = Task()
    processor = task.processor

    for number, command in enumerate(script):
        if command in ("mail", "urgent"):
            task.put(f"{number}", urgent=command == "urgent")
        elif command == "suspend" and processor.suspension is None:
            processor.suspend_default_action()
        elif command == "resume":
            processor.resume_default_action()
        elif command == "step":
            mail = processor.next_mail()
            runs = processor.can_run()
            before = len(processor.mailbox.waiting_mails)
            task.log.clear()
            assert processor.run_mailbox_step() == runs
            expected = ["default"] if mail is None else [mail.name]
            assert task.log == (expected if runs else [])
            assert len(processor.mailbox.waiting_mails) == before - (mail is not None)


def test_a_quiesced_mailbox_takes_no_mail_but_gives_those_it_has() -> None:
    task = Task()
    task.put("a")
    task.processor.prepare_close()

    with pytest.raises(RejectedExecutionError, match=r"is in state QUIESCED, but .* OPEN"):
        task.put("b")
    task.processor.drain()

    assert task.log == ["a"]
    assert task.processor.close() == []
    assert task.processor.mailbox.state is MailboxState.CLOSED


def test_the_trace_counts_the_mails_and_says_why_the_task_waits() -> None:
    events: list[TraceEvent] = []
    task = Task(build_emitter(events))

    task.put("a")
    task.put("b")
    task.processor.run_mailbox_step()
    task.processor.suspend_default_action("no output buffer")
    task.processor.resume_default_action()
    task.processor.resume_default_action()

    assert events == [
        MailEnqueued(SUBTASK, "a", 1, "0"),
        MailEnqueued(SUBTASK, "b", 2, "0"),
        MailTaken(SUBTASK, "a", 1),
        DefaultActionSuspended(SUBTASK, "no output buffer"),
        DefaultActionResumed(SUBTASK),
    ]


# --- ending and suspending the loop ------------------------------------------------------------------


def test_the_loop_can_be_suspended_and_called_again() -> None:
    task = Task()
    processor = task.processor

    def default() -> None:
        task.log.append("default")
        if task.log.count("default") % 2 == 0:
            processor.suspend()

    processor.default_action = default
    processor.run_mailbox_loop()
    assert task.log == ["default", "default"]
    assert processor.is_suspended is True
    assert not processor.can_run()
    assert not processor.run_mailbox_step(), "a suspended loop takes no step"
    assert processor.next_mail() is None
    processor.run_mailbox_loop()
    assert task.log == ["default"] * 4


def test_the_loop_ends_for_good_before_mails_that_wait() -> None:
    task = Task()
    task.put("a")
    task.processor.all_actions_completed()
    task.processor.run_mailbox_loop()
    assert task.log == []
    assert task.processor.is_suspended is True
    task.processor.run_mailbox_loop()
    assert task.log == [], "calling it again does not bring it back"
    task.processor.drain()
    assert task.log == ["a"]


def test_the_mails_that_end_the_loop_are_urgent_have_names_and_the_highest_priority() -> None:
    for end, name in (
        (MailboxProcessor.all_actions_completed, "all actions completed"),
        (MailboxProcessor.suspend, "suspend"),
    ):
        events: list[TraceEvent] = []
        task = Task(build_emitter(events))
        task.put("a")
        end(task.processor)
        (first, second) = task.processor.mailbox.waiting_mails
        assert (first.name, first.priority, first.is_urgent) == (name, MAX_PRIORITY, True)
        assert second.name == "a"
        assert events[-1] == MailEnqueued(SUBTASK, name, 2, "MAX")


def test_a_mailbox_that_takes_no_mail_is_not_asked_to_end_the_loop() -> None:
    task = Task()
    task.processor.prepare_close()
    task.processor.suspend()
    task.processor.all_actions_completed()
    assert list(task.processor.mailbox.waiting_mails) == []


def test_the_default_action_that_suspends_itself_lets_mails_run_alone() -> None:
    task = Task()
    suspensions: list[Any] = []

    def default() -> None:
        task.log.append("default")
        suspensions.append(task.processor.suspend_default_action())

    task.processor.default_action = default
    assert task.processor.is_default_action_suspended is False
    assert task.processor.run_mailbox_step()
    assert task.processor.is_default_action_suspended is True
    assert suspensions[0].reason == "no input"
    assert not task.processor.run_mailbox_step()
    for name in "abc":
        task.put(name)
    assert task.steps(4) == ["a", "b", "c"], "one after the other, as they come"
    with pytest.raises(AssertionError, match=r"^Default action has already been suspended"):
        task.processor.suspend_default_action()


def test_a_mail_that_suspends_makes_those_behind_it_run_on() -> None:
    task = Task()
    task.processor.mailbox.put(Mail(lambda: void(task.processor.suspend_default_action()), "stop"))
    task.put("a")
    assert task.steps(3) == ["a"]
    task.put("b")
    task.processor.resume_default_action()
    assert task.steps(2) == ["default", "b"]


def test_a_processor_without_a_name_tells_of_a_task_with_an_empty_one() -> None:
    events: list[TraceEvent] = []
    processor = MailboxProcessor(lambda: None, emit=build_emitter(events))
    processor.suspend_default_action()
    assert events == [DefaultActionSuspended(SubtaskId(""), "no input")]


def test_a_processor_says_as_long_as_an_operator_waits_that_one_does() -> None:
    processor = Task().processor
    assert processor.is_yielding is False
    processor.begin_yielding(1)
    assert processor.is_yielding is True
    processor.begin_yielding(2)
    processor.end_yielding(2)
    assert processor.is_yielding is True, "the first still waits"
    processor.end_yielding(1)
    assert processor.is_yielding is False


def test_who_waits_is_looked_at_before_the_default_action_and_so_is_who_waits_no_more() -> None:
    task = Task()
    mailbox, processor = task.processor.mailbox, task.processor
    mailbox.needs_attention = False
    processor.begin_yielding(1)
    assert mailbox.needs_attention is True
    mailbox.needs_attention = False
    processor.end_yielding(1)
    assert mailbox.needs_attention is True


def test_the_rests_of_calls_go_on_from_the_innermost_when_nobody_behind_them_waits() -> None:
    task = Task()
    processor = task.processor
    assert processor.defer_while_yielding(lambda: None, 0) is False, "nobody waits"
    processor.begin_yielding(3)
    assert processor.defer_while_yielding(lambda: None, 3) is False, "it is not behind itself"
    for priority, name in ((0, "outer"), (1, "middle"), (2, "inner")):
        assert (
            processor.defer_while_yielding(lambda name=name: task.log.append(name), priority)
            is True
        )
    processor.begin_yielding(1)
    processor.end_yielding(3)
    assert task.log == ["inner", "middle"], "the outer one stands before one that waits"
    processor.end_yielding(1)
    assert task.log == ["inner", "middle", "outer"]


# --- executors ---------------------------------------------------------------------------------------


def test_an_executor_yields_to_mails_of_its_own_priority_and_above_alone() -> None:
    task = Task()
    low, high = task.processor.create_mailbox_executor(1), task.processor.create_mailbox_executor(2)
    low.execute(lambda: task.log.append("low"), "low")
    high.execute(lambda: task.log.append("high"), "high")
    assert [(mail.name, mail.priority) for mail in task.processor.mailbox.waiting_mails] == [
        ("low", 1), ("high", 2),
    ]  # fmt: skip
    assert high.try_yield() is True
    assert task.log == ["high"]
    assert high.try_yield() is False
    assert low.try_yield() is True
    assert task.log == ["high", "low"]


def test_an_executor_says_what_kind_of_mail_it_submits() -> None:
    task = Task()
    executor = task.processor.create_mailbox_executor(3)
    executor.execute(lambda: None, "plain")
    executor.execute(lambda: None, "deferrable", deferrable=True)
    executor.execute(lambda: None, "urgent", urgent=True)
    kinds = {m.name: (m.is_urgent, m.priority) for m in task.processor.mailbox.waiting_mails}
    assert kinds == {"plain": (False, 3), "deferrable": (False, MIN_PRIORITY), "urgent": (True, 3)}
    task.processor.close()
    with pytest.raises(RejectedExecutionError):
        executor.execute(lambda: None, "too late")


def void(_: object) -> None:
    """For commands whose result nobody wants."""


def test_while_an_operator_yields_only_its_mails_and_those_behind_it_run() -> None:
    task = Task()

    def put(name: str, priority: int) -> None:
        task.processor.mailbox.put(Mail(lambda: task.log.append(name), name, priority))

    put("of the task", MIN_PRIORITY)
    put("before it", 1)
    put("its own", 2)
    task.processor.begin_yielding(2)
    put("behind it", 3)

    assert task.steps(2) == ["its own", "behind it"]
    assert task.processor.next_mail() is None
    assert not task.processor.can_run()
    assert task.steps(1) == [], "neither a mail nor the default action"

    task.processor.begin_yielding(3)
    put("its own", 2)
    assert not task.processor.can_run(), "the one behind it waits in the midst of that"
    task.processor.end_yielding(3)
    assert task.steps(1) == ["its own"]

    task.processor.end_yielding(2)
    assert task.steps(3) == ["of the task", "before it", "default"]


class Waiting(Task):
    """A task whose default action found no input in its last turn."""

    def __init__(self) -> None:
        super().__init__()
        self.has_input = False
        self.steps(1)

    def default(self) -> None:
        super().default()
        if not self.has_input:
            self.processor.suspend_default_action("no input")

    def turn(self) -> None:
        """One begins at once, for what comes the short way; whoever waits may go on waiting."""
        waited = self.processor.begin_turn()
        self.default()
        if self.has_input:
            self.processor.end_turn()
        else:
            self.processor.restore_suspension(waited)


AFTER = st.lists(st.sampled_from(["mail", "urgent", "resume", "step"]), max_size=12)


@given(AFTER)
@example(["mail", "urgent", "resume", "step"])
@example(["urgent", "resume", "step", "step"])
def test_a_turn_that_finds_nothing_leaves_all_as_it_was(script: list[str]) -> None:
    plain, turned = Waiting(), Waiting()
    suspension = turned.processor.suspension
    turned.turn()
    assert turned.processor.suspension is suspension is not None
    for number, command in enumerate(script):
        for task in (plain, turned):
            if command in ("mail", "urgent"):
                task.put(f"{number}", urgent=command == "urgent")
            elif command == "resume":
                task.processor.resume_default_action()
            else:
                task.steps(1)
        assert turned.log == plain.log or command != "step"
        assert turned.processor.can_run() == plain.processor.can_run()


def test_a_turn_that_finds_input_goes_on_with_turns() -> None:
    task = Waiting()
    task.has_input = True
    task.turn()
    assert task.processor.suspension is None
    assert not task.processor.mailbox.needs_attention, "nothing is to be looked at before the next"
    assert task.steps(2) == ["default", "default"]


def test_mails_that_come_in_such_a_turn_are_a_batch_before_the_next() -> None:
    task = Waiting()
    task.has_input = True
    suspension = task.processor.suspension
    task.processor.begin_turn()
    task.put("a")
    task.put("b")
    assert suspension is not None
    suspension.resume()  # an old one
    task.processor.end_turn()
    task.put("c")
    assert task.steps(4) == ["a", "b", "c", "default"]


def test_a_turn_may_end_in_waiting_for_something_else() -> None:
    task = Waiting()
    task.processor.begin_turn()
    task.put("a")
    task.processor.suspend_default_action("no output buffer")
    task.processor.end_turn()
    task.put("b")
    assert task.processor.next_mail() is task.processor.mailbox.waiting_mails[0]
    task.processor.resume_default_action()
    task.has_input = True
    assert task.steps(3) == ["a", "default", "b"]
