"""Events of the job and its tasks: submitted, deployed, set up, closed, failed, restarted."""

from __future__ import annotations

from typing import Literal, TypeAlias

from flinksim.core.ids import OperatorId, SubtaskId
from flinksim.trace.causality.flink_stacks import CLOSING, FINISHING, RESTORING, SETTING_UP
from flinksim.trace.events.base import Fact, event
from flinksim.trace.events.fields import Count, Timestamp
from flinksim.trace.plan import Plan
from flinksim.trace.state.effects import JOB, OPERATOR, RESET, START, TASK, Const

TaskState: TypeAlias = Literal[
    "CREATED", "SCHEDULED", "DEPLOYING", "INITIALIZING", "RUNNING", "FINISHED", "CANCELING",
    "CANCELED", "FAILED",
]  # fmt: skip
JobState: TypeAlias = Literal[
    "CREATED", "RUNNING", "RESTARTING", "FAILING", "CANCELLING", "FINISHED", "CANCELED", "FAILED"
]


@event(place="/Dispatcher.submitJob")
class JobSubmitted(Fact):
    """The job was submitted; always the first event of a trace."""

    plan: Plan

    EFFECTS = (START,)


@event(place="/Execution.transitionState")
class TaskStateChanged(Fact):
    """An execution attempt of a subtask changed its state; the first attempt is 0."""

    subtask: SubtaskId
    attempt: Count
    before: TaskState
    after: TaskState

    EFFECTS = (TASK.set(state="after"),)


@event(place="/DefaultScheduler.restartTasks > ExecutionVertex.resetForNewExecution")
class ExecutionReset(Fact):
    """A subtask was reset for a restart; its state and all that waited for it were discarded."""

    subtask: SubtaskId
    attempt: Count

    EFFECTS = (RESET, TASK.set(attempt="attempt"))


@event(place=f"/{SETTING_UP} > AbstractStreamOperator.setup")
class OperatorSetUp(Fact):
    """An operator was set up. A chain is set up from tail to head, before its first operator opens."""

    operator: OperatorId

    EFFECTS = (OPERATOR.set(state=Const("set up")),)


@event(place=f"/{RESTORING} > AbstractStreamOperator.initializeState")
class OperatorStateInitialized(Fact):
    """An operator was given its state; it is opened next, before the operator in front of it.

    The state is that of ``checkpoint``, counted from 1, or empty (0).
    """

    operator: OperatorId
    checkpoint: Count

    EFFECTS = (OPERATOR.set(state=Const("initialized")),)


@event(place=f"/{RESTORING} > {{open}}.open")
class OperatorOpened(Fact):
    """An operator was opened; a chain opens from its tail to its head."""

    operator: OperatorId

    EFFECTS = (OPERATOR.set(state=Const("open")),)


@event(
    place=f"{FINISHING} > {{finish}}.finish",
    within=("ElementReceived", "SourceFinished"),
)
class OperatorFinished(Fact):
    """An operator was notified that its input has ended; a chain finishes from head to tail."""

    operator: OperatorId

    EFFECTS = (OPERATOR.set(state=Const("finished")),)


@event(place="/StreamTask.invoke > StreamTask.afterInvoke")
class AfterInvokeReached(Fact):
    """The loop of a subtask ended without a failure; next it closes its operators."""

    subtask: SubtaskId


@event(place=f"/{CLOSING} > {{close}}.close")
class OperatorClosed(Fact):
    """An operator was closed and released; a chain closes from its tail to its head."""

    operator: OperatorId

    EFFECTS = (OPERATOR.set(state=Const("closed")),)


@event(place="/Execution.markFailed")
class TaskFailed(Fact):
    """An exception ended a subtask, and with it the job, unless the job is restarted.

    ``operator`` is the operator that was running, or "" if none was. ``record`` is the value that
    it was processing, as text. ``code`` is the line of the user's program, as ``file, line n:
    text``.
    """

    subtask: SubtaskId
    operator: OperatorId
    error: str
    message: str
    record: str
    code: str


@event(place="/JobMaster.jobStatusChanged")
class JobStatusChanged(Fact):
    """The job changed its status."""

    before: JobState
    after: JobState

    EFFECTS = (JOB.set(status="after"),)


@event(place="/ExecutionFailureHandler.getFailureHandlingResult")
class RestartDecided(Fact):
    """``tasks`` tasks, those of a pipelined region, will restart after ``delay_ms``."""

    subtask: SubtaskId
    tasks: Count
    delay_ms: Timestamp
