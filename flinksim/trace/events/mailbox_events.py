"""Events of mailboxes and of processing time."""

from __future__ import annotations

from typing import Literal, TypeAlias

from flinksim.core.ids import SubtaskId
from flinksim.trace.causality.flink_stacks import SUSPEND_PATH
from flinksim.trace.events.event import Event, declare_event
from flinksim.trace.events.fields import Count, Timestamp
from flinksim.trace.state.effects import JOB, TASK

SuspendReason: TypeAlias = Literal[
    "no input", "no output buffer", "busy", "blocked", "final checkpoint"
]


@declare_event(
    flink_method="TaskMailboxImpl.put",
    parent_kinds=("ProcessingTimeAdvanced", "ElementProcessed", "MailTaken"),
)
class MailEnqueued(Event):
    """A mail was put into the mailbox of a subtask, where ``waiting`` mails wait now.

    An operator that waits in the middle of a call runs only mails of its own ``priority`` and
    above. The priority is the position of an operator in its chain, 1 at the head. It is none for
    mails of the task itself, which wait then, and MAX for mails that end the loop.
    """

    subtask: SubtaskId
    mail: str
    waiting: Count
    priority: str

    EFFECTS = (TASK.append("mails", "mail"),)


@declare_event(flink_method="Mail.run", span_relation="call")
class MailTaken(Event):
    """A mail was taken out of the mailbox and runs."""

    subtask: SubtaskId
    mail: str
    waiting: Count

    EFFECTS = (TASK.remove("mails", "mail"),)


@declare_event(flink_method=f"/{SUSPEND_PATH}")
class DefaultActionSuspended(Event):
    """A task stopped polling for input: there is no input or no output buffer, or the task sleeps.

    "no output buffer" is (soft) backpressure, detected between two elements. "blocked" is hard
    backpressure: no buffer was available in the middle of an element, so the rest of it has to
    wait.
    """

    subtask: SubtaskId
    reason: SuspendReason

    EFFECTS = (TASK.set(suspended="reason"),)


@declare_event(
    flink_method="/StreamTask$ResumeWrapper.run > MailboxProcessor$DefaultActionSuspension.resume",
    parent_kinds=(
        "ElementWritten",
        "BufferQueued",
        "BufferArrived",
        "BufferConsumed",
        "BufferSent",
        "MailTaken",
        "ProcessingTimeAdvanced",
    ),
    origin_role="clock",
)
class DefaultActionResumed(Event):
    """A task resumed polling for input."""

    subtask: SubtaskId

    EFFECTS = (TASK.set(suspended=None),)


@declare_event(flink_method="/ProcessingTimeService.getCurrentProcessingTime")
class TicksSkipped(Event):
    """``ticks`` ticks had no effect: no new watermark of a generator, no new report of a source.

    In Flink each tick is a mail. Ticks are skipped where nothing else can happen, and for
    generators only if they are Flink's own.
    """

    ticks: Count


@declare_event(flink_method="/ProcessingTimeService.getCurrentProcessingTime")
class ProcessingTimeAdvanced(Event):
    """The virtual clock advanced."""

    before: Timestamp
    after: Timestamp

    EFFECTS = (JOB.set(time_ms="after"),)
