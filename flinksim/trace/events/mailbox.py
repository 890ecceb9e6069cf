"""Facts of mailboxes and of processing time."""

from __future__ import annotations

from typing import Literal, TypeAlias

from flinksim.core.ids import SubtaskId
from flinksim.trace.causality.flink_stacks import SUSPENDING
from flinksim.trace.events.base import Fact, event
from flinksim.trace.events.fields import Count, Timestamp
from flinksim.trace.state.effects import JOB, TASK

SuspendReason: TypeAlias = Literal[
    "no input", "no output buffer", "busy", "blocked", "final checkpoint"
]


@event(
    place="TaskMailboxImpl.put",
    within=("ProcessingTimeAdvanced", "ElementProcessed", "MailTaken"),
)
class MailEnqueued(Fact):
    """A mail was put into a subtask's mailbox; ``waiting`` counts all that wait now.

    An operator that waits in the midst of a call lets only mails of its own ``priority`` and above
    run: the place of an operator in its chain, 1 at the head; none for mails of the task itself,
    which wait then; MAX for those that end the loop.
    """

    subtask: SubtaskId
    mail: str
    waiting: Count
    priority: str

    EFFECTS = (TASK.append("mails", "mail"),)


@event(place="Mail.run", told="call")
class MailTaken(Fact):
    """A mail was taken out of the mailbox and runs."""

    subtask: SubtaskId
    mail: str
    waiting: Count

    EFFECTS = (TASK.remove("mails", "mail"),)


@event(place=f"/{SUSPENDING}")
class DefaultActionSuspended(Fact):
    """A task stopped asking for input: none is there, or no output buffer, or it sleeps.

    "no output buffer" is (soft) backpressure, noticed between two elements. "blocked" is hard
    backpressure: no buffer was left in the middle of an element, so the rest of it has to wait.
    """

    subtask: SubtaskId
    reason: SuspendReason

    EFFECTS = (TASK.set(suspended="reason"),)


@event(
    place="/StreamTask$ResumeWrapper.run > MailboxProcessor$DefaultActionSuspension.resume",
    within=(
        "ElementWritten",
        "BufferQueued",
        "BufferArrived",
        "BufferConsumed",
        "BufferSent",
        "MailTaken",
        "ProcessingTimeAdvanced",
    ),
)
class DefaultActionResumed(Fact):
    """A task goes on asking for input."""

    subtask: SubtaskId

    EFFECTS = (TASK.set(suspended=None),)


@event(place="/ProcessingTimeService.getCurrentProcessingTime")
class TicksSkipped(Fact):
    """So many ticks brought nothing new: generators had no watermark, sources of a group no report.

    In Flink each is a mail. They are skipped where nothing else can happen, and of generators only
    for Flink's own.
    """

    ticks: Count


@event(place="/ProcessingTimeService.getCurrentProcessingTime")
class ProcessingTimeAdvanced(Fact):
    """The virtual clock moved."""

    before: Timestamp
    after: Timestamp

    EFFECTS = (JOB.set(time_ms="after"),)
