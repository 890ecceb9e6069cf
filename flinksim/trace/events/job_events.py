"""Events of the job and its tasks: submitted, deployed, set up, closed, failed, restarted."""

from __future__ import annotations

from typing import Literal, TypeAlias

from flinksim.core.ids import OperatorId, SubtaskId
from flinksim.trace.causality.flink_stacks import CLOSE_PATH, FINISH_PATH, RESTORE_PATH, SETUP_PATH
from flinksim.trace.events.event import Event, declare_event
from flinksim.trace.events.fields import Count, Timestamp
from flinksim.trace.plan import Plan
from flinksim.trace.state.effects import JOB, OPERATOR, RESET, START, TASK, Const

ExecutionState: TypeAlias = Literal[
    "CREATED", "SCHEDULED", "DEPLOYING", "INITIALIZING", "RUNNING", "FINISHED", "CANCELING",
    "CANCELED", "FAILED",
]  # fmt: skip
JobStatus: TypeAlias = Literal[
    "CREATED", "RUNNING", "RESTARTING", "FAILING", "CANCELLING", "FINISHED", "CANCELED", "FAILED"
]


@declare_event(flink_method="/Dispatcher.submitJob")
class JobSubmitted(Event):
    """The job was submitted; always the first event of a trace."""

    plan: Plan

    EFFECTS = (START,)


@declare_event(flink_method="/Execution.transitionState")
class TaskStateChanged(Event):
    """An execution attempt of a subtask changed its state; the first attempt is 0."""

    subtask: SubtaskId
    attempt: Count
    before: ExecutionState
    after: ExecutionState

    EFFECTS = (TASK.set(state="after"),)


@declare_event(flink_method="/DefaultScheduler.restartTasks > ExecutionVertex.resetForNewExecution")
class ExecutionReset(Event):
    """A subtask was reset for a restart; its state and all that waited for it were discarded."""

    subtask: SubtaskId
    attempt: Count

    EFFECTS = (RESET, TASK.set(attempt="attempt"))


@declare_event(flink_method=f"/{SETUP_PATH} > AbstractStreamOperator.setup")
class OperatorSetUp(Event):
    """An operator was set up. A chain is set up from tail to head, before its first operator opens."""

    operator: OperatorId

    EFFECTS = (OPERATOR.set(state=Const("set up")),)


@declare_event(flink_method=f"/{RESTORE_PATH} > AbstractStreamOperator.initializeState")
class OperatorStateInitialized(Event):
    """An operator was given its state; it is opened next, before the operator in front of it.

    The state is that of ``checkpoint``, counted from 1, or empty (0).
    """

    operator: OperatorId
    checkpoint: Count

    EFFECTS = (OPERATOR.set(state=Const("initialized")),)


@declare_event(flink_method=f"/{RESTORE_PATH} > {{open}}.open")
class OperatorOpened(Event):
    """An operator was opened; a chain opens from its tail to its head."""

    operator: OperatorId

    EFFECTS = (OPERATOR.set(state=Const("open")),)


@declare_event(
    flink_method=f"{FINISH_PATH} > {{finish}}.finish",
    parent_kinds=("ElementReceived", "SourceFinished"),
)
class OperatorFinished(Event):
    """An operator was notified that its input has ended; a chain finishes from head to tail."""

    operator: OperatorId

    EFFECTS = (OPERATOR.set(state=Const("finished")),)


@declare_event(flink_method="/StreamTask.invoke > StreamTask.afterInvoke")
class AfterInvokeReached(Event):
    """The loop of a subtask ended without a failure; next it closes its operators."""

    subtask: SubtaskId


@declare_event(flink_method=f"/{CLOSE_PATH} > {{close}}.close")
class OperatorClosed(Event):
    """An operator was closed and released; a chain closes from its tail to its head."""

    operator: OperatorId

    EFFECTS = (OPERATOR.set(state=Const("closed")),)


@declare_event(flink_method="/Execution.markFailed")
class TaskFailed(Event):
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


@declare_event(flink_method="/JobMaster.jobStatusChanged")
class JobStatusChanged(Event):
    """The job changed its status."""

    before: JobStatus
    after: JobStatus

    EFFECTS = (JOB.set(status="after"),)


@declare_event(flink_method="/ExecutionFailureHandler.getFailureHandlingResult")
class RestartDecided(Event):
    """``tasks`` tasks, those of a pipelined region, will restart after ``delay_ms``."""

    subtask: SubtaskId
    tasks: Count
    delay_ms: Timestamp
