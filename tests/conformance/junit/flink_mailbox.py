"""Flink's mailbox for translated tests. There is one thread: a wait for another is not expressible."""

from __future__ import annotations

from typing import Any

from flinksim.runtime.tasks import mailbox, task_mailbox
from tests.conformance.junit.java_collections import JavaList
from tests.conformance.junit.java_exceptions import PYTHON_EXCEPTIONS
from tests.conformance.junit.java_library import JavaFuture, JavaOptional
from tests.conformance.junit.java_names import (
    JAVA_CLASSES,
    STATIC_IMPORTS,
    NotExpressible,
    java_class,
)
from tests.conformance.junit.java_objects import JavaEnum, JavaObject, as_call

PYTHON_EXCEPTIONS["MailboxClosedException"] = (task_mailbox.RejectedExecutionError,)
PYTHON_EXCEPTIONS["RejectedExecutionException"] = (task_mailbox.RejectedExecutionError,)
STATIC_IMPORTS["MAX_PRIORITY"] = task_mailbox.MAX_PRIORITY
STATIC_IMPORTS["MIN_PRIORITY"] = task_mailbox.MIN_PRIORITY


class MailOptions:
    def __init__(self, *, is_urgent: bool = False, is_deferrable: bool = False) -> None:
        self.is_urgent = is_urgent
        self.is_deferrable = is_deferrable

    def setUrgent(self) -> MailOptions:
        self.is_urgent = True
        return self

    def setDeferrable(self) -> MailOptions:
        self.is_deferrable = True
        return self


@java_class("MailOptions")
class MailOptionsFactory:
    @staticmethod
    def urgent() -> MailOptions:
        return MailOptions(is_urgent=True)

    @staticmethod
    def deferrable() -> MailOptions:
        return MailOptions(is_deferrable=True)

    @staticmethod
    def options() -> MailOptions:
        return MailOptions()


for _name in ("urgent", "deferrable", "options"):
    STATIC_IMPORTS[_name] = getattr(MailOptionsFactory, _name)


@java_class("MailboxExecutor")
class MailboxExecutorType:
    MailOptions = MailOptionsFactory


@java_class("Mail")
class MailView:
    """Command, priority and description, with options before or without."""

    def __init__(self, *arguments: Any) -> None:
        options = MailOptions()
        if isinstance(arguments[0], MailOptions):
            options, *arguments = arguments  # type: ignore[assignment]
        command, *rest = arguments
        has_priority = bool(rest) and isinstance(rest[0], int)
        self.inner = task_mailbox.Mail(
            as_call(command, "run"),
            "mail",
            rest[0] if has_priority else 0,
            urgent=options.is_urgent,
            deferrable=options.is_deferrable,
        )

    def getPriority(self) -> int:
        return self.inner.priority

    def run(self) -> None:
        self.inner.command()

    def tryCancel(self) -> bool:
        raise NotExpressible("a mail has no future that can be cancelled")


STATES = {name: JavaEnum(name) for name in ("OPEN", "QUIESCED", "CLOSED")}
JAVA_CLASSES["State"] = JAVA_CLASSES["TaskMailbox.State"] = type("State", (), dict(STATES))


@java_class("TaskMailboxImpl", "TaskMailbox")
class TaskMailboxView:
    State = JAVA_CLASSES["State"]

    def __init__(self, *thread: Any) -> None:
        self.inner = task_mailbox.TaskMailbox()
        self._views: dict[int, MailView] = {}

    def _view(self, mail: Any) -> Any:
        return None if mail is None else self._views.get(id(mail), mail)

    def _check_open(self) -> None:
        if self.inner.state is task_mailbox.MailboxState.CLOSED:
            raise NotExpressible("taking from a closed mailbox")

    def put(self, mail: MailView) -> None:
        self._views[id(mail.inner)] = mail
        self.inner.put(mail.inner)

    def putFirst(self, mail: MailView) -> None:
        mail.inner.is_urgent = True
        self.put(mail)

    def tryTake(self, priority: int) -> JavaOptional:
        self._check_open()
        return JavaOptional(self._view(self.inner.try_take(priority)))

    def take(self, priority: int) -> Any:
        self._check_open()
        mail = self.inner.try_take(priority)
        if mail is None:
            raise NotExpressible("a take that blocks its thread")
        return self._view(mail)

    def hasMail(self) -> bool:
        return self.inner.has_mail

    def size(self) -> int:
        return len(self.inner.waiting_mails)

    def createBatch(self) -> bool:
        return self.inner.create_batch()

    def tryTakeFromBatch(self) -> JavaOptional:
        return JavaOptional(self._view(self.inner.try_take_from_batch()))

    def drain(self) -> JavaList:
        return JavaList(map(self._view, self.inner.drain()))

    def close(self) -> JavaList:
        return JavaList(map(self._view, self.inner.close()))

    def quiesce(self) -> None:
        self.inner.quiesce()

    def getState(self) -> JavaEnum:
        return STATES[self.inner.state.name]

    def runExclusively(self, function: Any) -> None:
        as_call(function, "run")()


class ExecutorView:
    def __init__(self, box: Any, priority: int, *rest: Any) -> None:
        inner = box.inner if isinstance(box, TaskMailboxView) else box
        self._executor = mailbox.MailboxExecutor(inner, priority)

    def execute(self, *arguments: Any) -> None:
        options = MailOptions()
        if isinstance(arguments[0], MailOptions):
            options, *arguments = arguments  # type: ignore[assignment]
        self._executor.execute(
            as_call(arguments[0], "run"),
            "mail",
            urgent=options.is_urgent,
            deferrable=options.is_deferrable,
        )

    def submit(self, command: Any, *description: Any) -> JavaFuture:
        future = JavaFuture()
        self._executor.execute(lambda: future.run_now(command), "mail")
        return future

    def tryYield(self) -> bool:
        return self._executor.try_yield()

    def yield_(self) -> None:
        if not self._executor.try_yield():
            raise NotExpressible("a yield that blocks its thread")

    def isIdle(self) -> bool:
        raise NotExpressible("whether the default action waits")


JAVA_CLASSES["MailboxExecutorImpl"] = ExecutorView
JAVA_CLASSES["RunnableWithException"] = JavaObject
JAVA_CLASSES["MailboxDefaultAction"] = JavaObject


class ControllerView:
    def __init__(self, processor: mailbox.MailboxProcessor) -> None:
        self._processor = processor

    def suspendDefaultAction(self, *timer: Any) -> Any:
        return self._processor.suspend_default_action()

    def allActionsCompleted(self) -> None:
        self._processor.all_actions_completed()


@java_class("MailboxProcessor")
class ProcessorView:
    def __init__(self, action: Any, *rest: Any) -> None:
        self._processor = mailbox.MailboxProcessor(lambda: None)
        run, controller = as_call(action, "runDefaultAction"), ControllerView(self._processor)
        self._processor.default_action = lambda: run(controller)

    def getMainMailboxExecutor(self) -> ExecutorView:
        return self.getMailboxExecutor(task_mailbox.MIN_PRIORITY)

    def getMailboxExecutor(self, priority: int) -> ExecutorView:
        return ExecutorView(self._processor.mailbox, priority)

    def runMailboxLoop(self) -> None:
        self._processor.run_mailbox_loop()
        if self.isMailboxLoopRunning():
            raise NotExpressible("the loop waits for a mail of another thread")

    def isMailboxLoopRunning(self) -> bool:
        return self._processor._is_running and not self._processor.is_suspended

    def runMailboxStep(self) -> bool:
        return self._processor.run_mailbox_step()

    def allActionsCompleted(self) -> None:
        self._processor.all_actions_completed()

    def suspend(self) -> None:
        self._processor.suspend()

    def prepareClose(self) -> None:
        self._processor.prepare_close()

    def drain(self) -> None:
        self._processor.drain()

    def close(self) -> None:
        self._processor.close()

    def hasMail(self) -> bool:
        return self._processor.mailbox.has_mail

    def isDefaultActionAvailable(self) -> bool:
        return not self._processor.is_default_action_suspended

    def getMailboxMetricsControl(self) -> Any:
        raise NotExpressible("metrics of the mailbox")
