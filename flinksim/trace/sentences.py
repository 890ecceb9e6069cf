"""One plain sentence for every kind of fact, and the rules that fill it in.

A template is text with ``{field}`` or ``{field:tone}`` in it. The tone says what the word speaks
of, and so its colour on the screen; ``pane`` also says that the value is a window. A kind may have
several templates, each with a condition ``"field=word"`` or ``"field:tone=word"``; the first that
holds is taken, and ``""`` always holds. The tone ``flow`` of a channel is how it is held back:
``credits`` or ``before credits``.

The templates are rendered into the browser's code (``widgets/src/trace.gen.ts``), where
``widgets/src/sentences.ts`` fills them by the same rules; a test holds the two together.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

from flinksim.common.timestamps import format_timestamp
from flinksim.trace.declarations import KindDeclaration
from flinksim.trace.plan import Plan

Templates: TypeAlias = tuple[tuple[str, str], ...]

SENTENCES: dict[str, Templates] = {
    "JobSubmitted": (("", "The job {plan} is submitted; nothing has run yet."),),
    "TaskStateChanged": (
        ("after=RUNNING", "{subtask} is running."),
        ("after=FINISHED", "{subtask} has finished."),
        ("", "{subtask} goes from {before} to {after}."),
    ),
    "OperatorSetUp": (("", "{operator} is set up; a chain is, from its tail to its head."),),
    "OperatorStateInitialized": (("", "{operator} is given its state, and will be opened next."),),
    "OperatorOpened": (("", "{operator} is opened; a chain opens from its tail to its head."),),
    "OperatorFinished": (("", "{operator} is told that its input has ended."),),
    "AfterInvokeReached": (("", "{subtask} has nothing left to do but to close its operators."),),
    "OperatorClosed": (("", "{operator} is closed; a chain closes from its tail to its head."),),
    "TaskFailed": (("", "{subtask} fails with {error:firing}: {message}"),),
    "JobFinished": (("", "The job ends: {status}."),),
    "MailEnqueued": (
        ("waiting=1", "The mail “{mail}” is put into the mailbox of {subtask}."),
        ("", "The mail “{mail}” is put into the mailbox of {subtask}; {waiting} wait there now."),
    ),
    "MailTaken": (
        ("waiting=0", "{subtask} takes the mail “{mail}” and runs it; its mailbox is empty now."),
        ("waiting=1", "{subtask} takes the mail “{mail}” and runs it; {waiting} more still waits."),
        ("", "{subtask} takes the mail “{mail}” and runs it; {waiting} more still wait."),
    ),
    "DefaultActionSuspended": (
        ("reason=no input", "{subtask} finds no input and waits."),
        (
            "reason=no output buffer",
            "{subtask} has {reason:firing}, so it stops reading: this is backpressure.",
        ),
        (
            "reason=blocked",
            "{subtask} is {reason:firing} in the middle of an element, for no output buffer is "
            "left: this is hard backpressure.",
        ),
        ("", "{subtask} is busy and reads nothing for now."),
    ),
    "DefaultActionResumed": (("", "{subtask} goes on reading its input."),),
    "ProcessingTimeAdvanced": (("", "Processing time moves from {before} to {after}."),),
    "SourceRecordRead": (
        ("split=", "{operator} reads record {offset}: {value:record}."),
        ("", "{operator} reads record {offset} of split {split}: {value:record}."),
    ),
    "SourceFinished": (("", "{operator} has no more records."),),
    "TimestampAssigned": (
        (
            "after=MIN",
            "{operator} has no timestamp for the record: {after:record} stands for none.",
        ),
        ("before=none", "{operator} gives the record the timestamp {after:record}."),
        ("before=MIN", "{operator} gives the record the timestamp {after:record}."),
        ("", "{operator} gives the record the timestamp {after:record} instead of {before}."),
    ),
    "WatermarkGenerated": (
        ("split=", "{operator} generates the watermark {timestamp:watermark}."),
        (
            "holds=true",
            "{operator} generates the watermark {timestamp:watermark} for split {split}, which still "
            "holds the source back.",
        ),
        ("", "{operator} generates the watermark {timestamp:watermark} for split {split}."),
    ),
    "SplitAssigned": (
        ("", "{operator} gets split {split} to read, whose watermark is not known yet."),
    ),
    "SplitReleased": (("", "{operator} has read split {split} to its end: it counts no more."),),
    "IdlenessCountdownChanged": (
        (
            "idle_after=none",
            "A record has come, so {operator} does not wait for idleness any more.",
        ),
        (
            "split=",
            "{operator} has seen no record since it was asked last: it is idle if none comes up to "
            "{idle_after:timer}.",
        ),
        (
            "",
            "{operator} has seen no record of split {split} since it was asked last: the split is idle "
            "if none comes up to {idle_after:timer}.",
        ),
    ),
    "WatermarkAligned": (
        (
            "reported=none",
            "{operator} has no watermark to tell its group {group}; it may go on to "
            "{allowed:watermark}.",
        ),
        (
            "holds=true",
            "{operator} tells its group {group} the watermark {reported:watermark}, the least of all; "
            "it may go on to {allowed:watermark}.",
        ),
        (
            "",
            "{operator} tells its group {group} the watermark {reported:watermark}; it may go on to "
            "{allowed:watermark}.",
        ),
    ),
    "SplitStatusChanged": (
        (
            "idle=true",
            "Split {split} of {operator} has gone quiet: it is idle now and holds nothing back.",
        ),
        ("", "Split {split} of {operator} is active again and counts for the watermark."),
    ),
    "ElementWritten": (
        ("element=record", "The record {value:record} is written to {channel}."),
        ("element=watermark", "The watermark {timestamp:watermark} is written to {channel}."),
        ("element=idle", "The status IDLE is written to {channel}."),
        ("element=active", "The status ACTIVE is written to {channel}."),
        ("", "The event {element} is written to {channel}."),
    ),
    "BufferQueued": (
        ("queued=1", "A buffer waits to be sent on {channel}: {queued:buffer} in the queue."),
        ("", "One more buffer waits to be sent on {channel}: {queued:buffer} in the queue."),
    ),
    "OutputPersisted": (
        (
            "buffers=1",
            "The barrier of checkpoint {checkpoint} overtakes {buffers:buffer} buffer of {channel} "
            "with {bytes} bytes, which goes into the checkpoint.",
        ),
        (
            "",
            "The barrier of checkpoint {checkpoint} overtakes {buffers:buffer} buffers of {channel} "
            "with {bytes} bytes, which go into the checkpoint.",
        ),
    ),
    "ChannelFlushed": (("", "What stands in the open buffer of {channel} may be sent now."),),
    "BufferSent": (
        ("channel:flow=before credits", "A buffer of {bytes:buffer} bytes is sent on {channel}."),
        (
            "credit=0",
            "A buffer of {bytes:buffer} bytes is sent on {channel}; there is no credit for another.",
        ),
        (
            "",
            "A buffer of {bytes:buffer} bytes is sent on {channel}; credit for {credit:buffer} "
            "more is left.",
        ),
    ),
    "BufferArrived": (
        ("received=1", "A buffer arrives on {channel}."),
        ("", "A buffer arrives on {channel}; {received:buffer} wait there to be read."),
    ),
    "CreditAnnounced": (
        ("credit=1", "The receiver of {channel} promises room for {credit:buffer} more buffer."),
        ("", "The receiver of {channel} promises room for {credit:buffer} more buffers."),
    ),
    "CreditChanged": (
        ("", "The sender of {channel} learns of new credit: {before} becomes {after:buffer}."),
    ),
    "InputBuffersChanged": (
        (
            "waiting=true",
            "{channel} has {exclusive:buffer} exclusive and {floating:buffer} floating buffers "
            "empty, wants {required:buffer} in all, and waits for a floating one.",
        ),
        (
            "",
            "{channel} has {exclusive:buffer} exclusive and {floating:buffer} floating buffers "
            "empty, of {required:buffer} that it wants.",
        ),
    ),
    "ReadingStopped": (
        (
            "",
            "No buffer is left for what came in on {channel}, so the whole connection is not read "
            "any more.",
        ),
    ),
    "ReadingResumed": (("", "A buffer came free for {channel}, so its connection is read again."),),
    "FloatingBuffersChanged": (
        ("free=1", "{subtask} has {free:buffer} floating buffer free."),
        ("", "{subtask} has {free:buffer} floating buffers free."),
    ),
    "OutputBuffersChanged": (
        ("in_use=1", "{subtask} has {in_use:buffer} output buffer in use."),
        ("", "{subtask} has {in_use:buffer} output buffers in use."),
    ),
    "BufferSizeAnnounced": (
        (
            "",
            "{subtask} reads {throughput} bytes a second and has {buffers:buffer} buffers, so it "
            "asks for buffers of {bytes:buffer} bytes.",
        ),
    ),
    "BufferConsumed": (("", "A buffer of {channel} is opened and read."),),
    "ElementReceived": (
        ("element=record", "{subtask} reads the record {value:record} from {channel:short}."),
        (
            "element=watermark",
            "{subtask} reads the watermark {timestamp:watermark} from {channel:short}.",
        ),
        ("element=idle", "{subtask} reads the status IDLE from {channel:short}."),
        ("element=active", "{subtask} reads the status ACTIVE from {channel:short}."),
        ("element=endOfData", "{subtask} reads the end of the data of {channel:short}."),
        ("", "{subtask} reads the event {element} from {channel:short}."),
    ),
    "ChannelWatermarkChanged": (
        (
            "aligned=false",
            "The watermark of {channel} rises from {before} to {after:watermark}; it lags behind "
            "the task and does not count yet.",
        ),
        ("", "The watermark of {channel} rises from {before} to {after:watermark}."),
    ),
    "WatermarkIgnored": (
        (
            "reason=channel is idle",
            "The watermark {timestamp:watermark} of {channel} changes nothing: the channel is "
            "idle.",
        ),
        (
            "",
            "The watermark {timestamp:watermark} of {channel} changes nothing: it is not greater "
            "than the one before.",
        ),
    ),
    "ChannelStatusChanged": (
        ("idle=true", "{channel} is idle now, and is not counted for the watermark."),
        (
            "aligned=false",
            "{channel} is active again, but lags behind: it is not counted until it catches up.",
        ),
        ("", "{channel} is active again and counts for the watermark."),
    ),
    "InputWatermarkAdvanced": (
        (
            "after=MAX",
            "Every channel is at its end, so the watermark of {subtask} becomes {after:watermark}.",
        ),
        (
            "held_by=",
            "All channels of {subtask} are idle, so the greatest watermark counts: it goes from "
            "{before} to {after:watermark}.",
        ),
        (
            "",
            "The minimum over the channels rises, so the watermark of {subtask} goes from {before} "
            "to {after:watermark}, held there by {held_by}.",
        ),
    ),
    "InputStatusChanged": (
        ("idle=true", "All channels of {subtask} are idle, so the task is idle."),
        ("", "A channel of {subtask} is active again, so the task is active."),
    ),
    "InputEnded": (("", "{subtask} learns that no more records come into it."),),
    "OperatorInputChanged": (
        ("idle=true", "An input of {operator} is idle now and holds nothing back."),
        (
            "holds=true",
            "An input of {operator} is at {watermark:watermark}, and holds it back there.",
        ),
        ("", "An input of {operator} is at {watermark:watermark}; the other one is behind it."),
    ),
    "ElementProcessed": (
        ("element=record", "{operator} is handed the record {value:record}."),
        ("element=watermark", "{operator} is handed the watermark {timestamp:watermark}."),
        ("element=idle", "{operator} is handed the status IDLE."),
        ("element=active", "{operator} is handed the status ACTIVE."),
        ("", "{operator} is handed the event {element}."),
    ),
    "LatencyMeasured": (
        ("", "{operator} measures a latency of {latency:timer} ms from {source} to here."),
    ),
    "RecordFiltered": (("", "{operator} lets the record drop: its condition does not hold."),),
    "OperatorWatermarkAdvanced": (
        (
            "",
            "The event-time clock of {operator} goes from {before} to {after:watermark}; timers up "
            "to there are due.",
        ),
    ),
    "WatermarkEmitted": (("", "{operator} hands the watermark {timestamp:watermark} on."),),
    "StatusEmitted": (
        ("idle=true", "{operator} tells what comes after it that it is idle."),
        ("", "{operator} tells what comes after it that it is active."),
    ),
    "KeySelected": (("", "The key is {key:timer} now, which belongs to key group {key_group}."),),
    "StateUpdated": (
        ("namespace=", "The state “{state}” of key {key:timer} holds {value:record} now."),
        (
            "",
            "The state “{state}” of key {key:timer} in {namespace:pane} holds {value:record} now.",
        ),
    ),
    "StateAppended": (
        ("namespace=", "The list “{state}” of key {key:timer} gets {value:record} at its end."),
        (
            "",
            "The list “{state}” of key {key:timer} in {namespace:pane} gets {value:record} at its end.",
        ),
    ),
    "OperatorStateUpdated": (("", "The state “{state}” of {operator} holds {value:record} now."),),
    "OperatorStateCleared": (("", "The state “{state}” of {operator} is empty now."),),
    "StateCleared": (
        ("namespace=", "The state “{state}” of key {key:timer} is cleared."),
        ("", "The state “{state}” of key {key:timer} in {namespace:pane} is cleared."),
    ),
    "TimerRegistered": (
        (
            "domain=event",
            "{operator} registers an event-time timer for key {key:timer} at {timestamp:timer}.",
        ),
        (
            "",
            "{operator} registers a processing-time timer for key {key:timer} at "
            "{timestamp:timer}.",
        ),
    ),
    "TimerDeleted": (("", "The timer of key {key:timer} at {timestamp:timer} is deleted."),),
    "TimerFired": (
        (
            "domain=event",
            "The watermark has passed {timestamp:timer}, so the timer of key {key:timer} fires.",
        ),
        (
            "",
            "The clock has reached {timestamp:timer}, so the timer of key {key:timer} fires.",
        ),
    ),
    "WindowAssigned": (
        (
            "count=1",
            "The record goes into {window:pane} of key {key:timer}: a new pane, with "
            "{count:pane} element.",
        ),
        (
            "",
            "The record goes into {window:pane} of key {key:timer}; its pane holds {count:pane} "
            "elements now.",
        ),
    ),
    "WindowsMerged": (
        (
            "",
            "The windows {merged:pane} of key {key:timer} become one, {result:pane}, with "
            "{count:pane} elements.",
        ),
    ),
    "SharedElementChanged": (
        (
            "",
            "The aggregate of {window:pane} sets a field of its first element: {before:value} is "
            "{after:value} now. The same object is in {others:pane} of key {key:timer}, so it "
            "changes there, too.",
        ),
    ),
    "TriggerEvaluated": (
        ("result=CONTINUE", "The trigger of {window:pane} is asked, and says: not yet."),
        ("", "The trigger of {window:pane} is asked, and says {result:firing}."),
    ),
    "TriggerCleared": (
        ("", "The trigger forgets what it kept for {window:pane} of key {key:timer}."),
    ),
    "FiringSkipped": (
        (
            "reason=empty contents",
            "The trigger fires, but the pane {window:pane} of key {key:timer} is empty: nothing comes "
            "out.",
        ),
        (
            "",
            "The timer's window {window:pane} of key {key:timer} is not there any more: nothing comes "
            "out.",
        ),
    ),
    "WindowFired": (
        (
            "kind=early",
            "The pane {window:pane} of key {key:timer} fires {kind:firing} with count "
            "{count:firing}: the watermark has not reached its end.",
        ),
        (
            "kind=late",
            "The pane {window:pane} of key {key:timer} fires again, for an element that was "
            "{kind:firing} but allowed, with count {count:firing}.",
        ),
        (
            "",
            "The watermark {watermark:watermark} has reached the end of {window:pane}, so the pane "
            "of key {key:timer} fires with count {count:firing}.",
        ),
    ),
    "ElementsEvicted": (
        (
            "evicted=0",
            "The evictor of {window:pane} of key {key:timer} leaves all {count:pane} elements in.",
        ),
        (
            "",
            "The evictor takes {evicted:pane} elements out of {window:pane} of key {key:timer}; "
            "{count:pane} are left.",
        ),
    ),
    "WindowCleared": (
        ("reason=purged", "The contents of {window:pane} of key {key:timer} are purged."),
        ("", "The time of {window:pane} of key {key:timer} is over: its pane is removed."),
    ),
    "WindowSkippedAsLate": (
        (
            "",
            "The record belongs to {window:pane}, but that window is gone: the watermark "
            "{watermark:watermark} is at or past its cleanup time {cleanup_time:timer}.",
        ),
    ),
    "LateRecordDropped": (
        (
            "side_output=true",
            "The record {value:record} with timestamp {timestamp:firing} comes too late and goes "
            "to the late side output: the watermark is already {watermark:watermark}.",
        ),
        (
            "",
            "The record {value:record} with timestamp {timestamp:firing} comes too late and is "
            "dropped: the watermark is already {watermark:watermark}.",
        ),
    ),
    "SideOutputEmitted": (
        ("", "{operator} sends the record {value:record} to the side output “{tag}”."),
    ),
    "ResultWritten": (("", "{operator} writes the result {text:record}"),),
}
"""The templates of every kind."""

# --- filling in --------------------------------------------------------------------------------

LONGEST_VALUE = 60
"""A value longer than this many characters is cut."""

_PLACEHOLDER = re.compile(r"\{(\w+)(?::(\w+))?\}")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\],]|[^\[\],"]+')
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SMALL_MS = 10_000_000_000
_YEAR_1_MS = -62_135_596_800_000
_YEAR_10000_MS = 253_402_300_800_000
_DAY_MS = 86_400_000


class Labels:
    """How a trace's ids and times are called in sentences."""

    def __init__(self, plan: Plan | None) -> None:
        self._names: dict[str, str] = {}
        self._short: dict[str, str] = {}
        self._uncredited: dict[str, bool] = {}
        self.day = plan.start_time_ms // _DAY_MS if plan else 0
        if plan is not None:
            self._name(plan)

    def _name(self, plan: Plan) -> None:
        for vertex in plan.vertices:
            for index in range(vertex.parallelism):
                part = f" {index + 1}/{vertex.parallelism}" if vertex.parallelism > 1 else ""
                self._names[f"{vertex.id}/{index}"] = vertex.operators[0].name + part
                for operator in vertex.operators:
                    self._names[operator.instance(index)] = operator.name + part
        for channel in plan.channels:
            self._short[channel.id] = f"channel {channel.index}"
            self._uncredited[channel.id] = channel.initial_credit == 0
            self._names[channel.id] = f"channel {channel.index} of {self.name(channel.target)}"

    def name(self, id_: str) -> str:
        """A task, an operator or a channel, as the plan calls it."""
        return self._names.get(id_, id_)

    def short(self, id_: str) -> str:
        """A channel without the task that it ends at."""
        return self._short.get(id_, id_)

    def flow(self, id_: str) -> str:
        """What holds the sender of a channel between TaskManagers back."""
        return "before credits" if self._uncredited.get(id_, False) else "credits"

    def time(self, timestamp: int | None) -> str:
        """A timestamp: small ones as a number, others as a time of day (UTC).

        The date is given where it is not that of the job's start.
        """
        if timestamp is None or abs(timestamp) < _SMALL_MS:
            return format_timestamp(timestamp)
        if not _YEAR_1_MS <= timestamp < _YEAR_10000_MS:
            return format_timestamp(timestamp)
        moment = _EPOCH + timedelta(milliseconds=timestamp)
        clock = moment.strftime("%H:%M:%S")
        if timestamp % 1000:
            clock += f".{timestamp % 1000:03d}"
        if timestamp // _DAY_MS == self.day:
            return clock
        return f"{moment.year:04d}-{moment.month:02d}-{moment.day:02d} {clock}"

    def window(self, value: Any) -> str:
        """``(start, end)`` as ``[start, end)``; several windows with "and" between them."""
        if not isinstance(value, tuple):
            return cut(show(json.dumps(value)))
        if len(value) == 2 and all(type(bound) is int for bound in value):
            return f"[{self.time(value[0])}, {self.time(value[1])})"
        return " and ".join(self.window(window) for window in value)


def show(json_text: str) -> str:
    """A value as a person reads it, from its JSON text: ``(EWR, 12)``."""
    shown = []
    for token in _TOKEN.findall(json_text):
        match token[0]:
            case '"':
                shown.append(json.loads(token))
            case "[":
                shown.append("(")
            case "]":
                shown.append(")")
            case ",":
                shown.append(", ")
            case _:
                shown.append(token.strip())
    return "".join(shown)


def cut(text: str) -> str:
    """*text*, or as much of it as a sentence can hold."""
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"


def fill(kind: KindDeclaration, fact: Any, labels: Labels) -> str:
    """The sentence of *fact*."""
    for condition, template in SENTENCES[kind.name]:
        field, _, word = condition.partition("=")
        name, _, tone = field.partition(":")
        if not condition or _word(kind, fact, name, tone, labels) == word:
            return _PLACEHOLDER.sub(
                lambda found: _word(kind, fact, found[1], found[2] or "", labels), template
            )
    raise AssertionError(f"the last template of {kind.name} must have no condition")


def _word(kind: KindDeclaration, fact: Any, name: str, tone: str, labels: Labels) -> str:
    field = kind.field(name)
    assert field is not None, f"the sentence of {kind.name} speaks of {name}, which it lacks"
    value = getattr(fact, name)
    match field.form:
        case "timestamp" | "optional timestamp":
            return labels.time(value)
        case "value":
            return labels.window(value) if tone == "pane" else cut(show(json.dumps(value)))
        case "channel" if tone == "flow":
            return labels.flow(value)
        case "channel":
            return labels.short(value) if tone == "short" else labels.name(value)
        case "subtask" | "operator":
            return labels.name(value)
        case "texts":
            return " and ".join([labels.short(each) for each in value])
        case "flag":
            return "true" if value else "false"
        case "plan":
            return str(value.job_name)
        case "count" | "choice" | "text":
            return str(value)
