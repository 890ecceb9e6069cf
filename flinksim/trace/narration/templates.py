"""Sentence templates of every event type, and the rules that fill them in.

A template is text with ``{field}`` or ``{field:style}`` in it. The style says what the word is about,
and therefore its colour on the screen. Some styles also say how the field is read:

- ``pane``: as a window.
- ``side``: as an input of the task.
- ``short``: as a channel without its task.
- ``flow``: as the flow control of a channel (``credits`` or ``before credits``).
- ``number``: as the number of its parts.
- ``bounds``: whether it is a window with ``time`` bounds or has ``none``.
- ``given``: whether there is a value, ``yes`` or ``no``.

``{field|one|many}`` is one of two words: the first one for 1 and for true.

An event type may have several templates, each with a condition ``"field=word"`` or
``"field:style=word"``, or several joined by " & ". The first template whose condition is met is used.
The condition ``""`` is always met.

:func:`translate` fills other texts by the same rules, such as answers to questions.

:mod:`flinksim.core.i18n.locales.events_zh` has every template in Simplified Chinese as well.
``Labels`` decides on the language of a sentence.

The templates are rendered into the code of the browser (``widgets/src/trace/trace.gen.ts``), where
``widgets/src/trace/event_descriptions.ts`` fills them by the same rules. A test compares the two.
"""

from __future__ import annotations

import json
import re
from typing import Any, TypeAlias

from flinksim.core.i18n.locales.answers_zh import ANSWERS_ZH
from flinksim.core.i18n.locales.diagnosis_zh import DIAGNOSIS_ZH
from flinksim.core.i18n.locales.events_zh import SENTENCES_ZH, WORDS_ZH
from flinksim.core.i18n.locales.job_answers_zh import JOB_ANSWERS_ZH
from flinksim.trace.narration.value_formatting import Formatter, is_time_window
from flinksim.trace.schema.event_kinds import KindDeclaration

Templates: TypeAlias = tuple[tuple[str, str], ...]

_MESSAGES_ZH = ANSWERS_ZH | JOB_ANSWERS_ZH | DIAGNOSIS_ZH

_ELEMENT_COUNT = "{count:firing} {count|element|elements}"
_FIRING_CAUSES = {
    "watermark": "The watermark is {watermark:watermark}",
    "processing time": "Processing time has gone on",
    "count": "The count is full",
    "record": "A record has come",
    "end of input": "The input has ended",
}
"""First part of the sentence about a window firing, by the clock that caused it."""


def _build_firing_templates() -> Templates:
    """Build the sentence templates of window firings, with conditions.

    Early and late firings are possible only for windows that have an end in time.
    """
    special = {
        "watermark": "The watermark {watermark:watermark} has reached the end of {window:pane}, so "
        f"the pane of key {{key:timer}} fires with {_ELEMENT_COUNT}.",
        "record": "A record has come late, but not too late, so {window:pane} of key {key:timer} "
        f"fires with {_ELEMENT_COUNT}.",
    }
    fires = "{window:pane} of key {key:timer} fires"
    templates = []
    for clock, why in _FIRING_CAUSES.items():
        plain = f"{why}, so {fires} with {_ELEMENT_COUNT}."
        late = "A record has come late, but not too late" if clock == "record" else why
        templates += [
            (f"clock={clock} & window:bounds=none", plain),
            (
                f"clock={clock} & kind=early",
                f"{why}, so {fires} {{kind:firing}}, before its end, with {_ELEMENT_COUNT}.",
            ),
            (
                f"clock={clock} & kind=late",
                f"{late}, so {fires} again ({{kind:firing}}), with {_ELEMENT_COUNT}.",
            ),
            (f"clock={clock}", special.get(clock, plain)),
        ]
    return (*templates[:-1], ("", templates[-1][1]))


def _build_late_drop_templates() -> Templates:
    record = "The record {value:record} with timestamp {timestamp:firing} comes too late and "
    fate = "{side_output|goes to the late side output|is dropped}: "
    watermark = "the watermark is already {watermark:watermark}."
    over = "its {windows:number|window|windows} {windows:pane} {windows:number|was|were} over at "
    return (
        ("cleanup_time=none", record + fate + watermark),
        ("", f"{record}{fate}{over}{{cleanup_time:timer}}, and {watermark}"),
    )


def _build_state_templates(condition: str, template: str) -> Templates:
    """Expand ``{of}`` in *template*: once for operator state, once for a key's, once for a pane's."""
    places = (
        ("key:given=no", ""),
        ("namespace=", " of key {key:timer}"),
        ("", " of key {key:timer} in {namespace:pane}"),
    )
    return tuple(
        (" & ".join(filter(None, (condition, place))), template.replace("{of}", of))
        for place, of in places
    )


def _build_map_templates(predicate: str) -> Templates:
    return _build_state_templates("", "The map “{state}”{of} " + predicate)


TEMPLATES: dict[str, Templates] = {
    "JobSubmitted": (("", "The job {plan} is submitted; nothing has run yet."),),
    "TaskStateChanged": (
        ("after=RUNNING", "{subtask} is running."),
        ("after=FINISHED", "{subtask} has finished."),
        ("", "{subtask} goes from {before} to {after}."),
    ),
    "OperatorSetUp": (("", "{operator} is set up; a chain is, from its tail to its head."),),
    "OperatorStateInitialized": (
        ("checkpoint=0", "{operator} begins with empty state, and will be opened next."),
        (
            "",
            "{operator} is given its state from checkpoint {checkpoint}, and will be opened next.",
        ),
    ),
    "OperatorOpened": (("", "{operator} is opened; a chain opens from its tail to its head."),),
    "OperatorFinished": (("", "{operator} is told that its input has ended."),),
    "AfterInvokeReached": (("", "{subtask} has nothing left to do but to close its operators."),),
    "OperatorClosed": (("", "{operator} is closed; a chain closes from its tail to its head."),),
    "TaskFailed": (("", "{subtask} fails with {error:firing}: {message}"),),
    "ExecutionReset": (("", "{subtask} begins anew: attempt {attempt}, counted from 0."),),
    "JobStatusChanged": (
        ("after=FINISHED", "The job ends: {after}."),
        ("after=FAILED", "The job ends: {after}."),
        ("after=CANCELED", "The job ends: {after}."),
        ("", "The job goes from {before} to {after}."),
    ),
    "RestartDecided": (
        (
            "",
            "{subtask} has failed: {tasks} {tasks|task|tasks} will be cancelled and run again after "
            "{delay_ms} ms.",
        ),
    ),
    "ActorCalled": (
        ("call=start", "The {caller} starts a {called} for the job."),
        ("call=registerJobMaster", "The {caller} registers with the {called}."),
        (
            "call=declareRequiredResources & count=0",
            "The {caller} tells the {called} that it needs no slots any more.",
        ),
        (
            "call=declareRequiredResources",
            "The {caller} tells the {called} that it needs {count} {count|slot|slots} in all.",
        ),
        ("call=requestNewWorker", "The {caller} has the TaskManager {called} started."),
        ("call=registerTaskExecutor", "The TaskManager {caller} registers with the {called}."),
        (
            "call=sendSlotReport",
            "The TaskManager {caller} reports {count} {count|slot|slots} to the {called}.",
        ),
        (
            "call=requestSlot",
            "The {caller} asks the TaskManager {called} to keep slot {slot} for the job.",
        ),
        ("call=registerTaskManager", "The TaskManager {caller} registers with the {called}."),
        (
            "call=offerSlots",
            "The TaskManager {caller} offers {count} {count|slot|slots} to the {called}.",
        ),
        (
            "call=disconnectTaskManager",
            "The connection from the TaskManager {caller} to the {called} is closed.",
        ),
        ("call=onWorkerTerminated", "The {called} hears that the TaskManager {caller} is gone."),
        ("call=freeSlot", "The {caller} gives slot {slot} of the TaskManager {called} back."),
        (
            "call=notifySlotAvailable",
            "The TaskManager {caller} tells the {called} that slot {slot} is free again.",
        ),
        (
            "call=disconnectResourceManager",
            "The {caller} stops the TaskManager {called}, whose slots no job has needed for long.",
        ),
        (
            "call=disconnectJobManager & called=ResourceManager",
            "The {caller} takes its leave of the {called}.",
        ),
        (
            "call=disconnectJobManager",
            "The {caller} closes its connection to the TaskManager {called}.",
        ),
        ("", "The {caller} gets the result of the job from the {called}."),
    ),
    "HeartbeatsExchanged": (
        (
            "silent:number=0",
            "JobMaster and ResourceManager ask for heartbeats, {rounds} {rounds|time|times}; all "
            "TaskManagers answer.",
        ),
        (
            "",
            "JobMaster and ResourceManager ask for heartbeats, {rounds} {rounds|time|times}; nothing "
            "is heard from {silent}.",
        ),
    ),
    "SlotReleased": (
        ("lost=true", "Slot {slot} of {task_manager} is lost with its TaskManager."),
        ("", "Slot {slot} of {task_manager} is given back: nothing runs in it any more."),
    ),
    "SlotReserved": (("", "Slot {slot} of {task_manager} is taken for tasks that run again."),),
    "MailEnqueued": (
        ("waiting=1", "The mail “{mail}” is put into the mailbox of {subtask}."),
        ("", "The mail “{mail}” is put into the mailbox of {subtask}; {waiting} wait there now."),
    ),
    "MailTaken": (
        ("waiting=0", "{subtask} takes the mail “{mail}” and runs it; its mailbox is empty now."),
        (
            "",
            "{subtask} takes the mail “{mail}” and runs it; {waiting} more still "
            "{waiting|waits|wait}.",
        ),
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
    "TicksSkipped": (("", "{ticks} ticks of the clock go by and bring nothing new."),),
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
        (
            "split= & timestamp=MAX",
            "{operator} generates its last watermark, {timestamp:watermark}: nothing can follow.",
        ),
        ("split=", "{operator} generates the watermark {timestamp:watermark}."),
        (
            "holds=true",
            "{operator} generates the watermark {timestamp:watermark} for split {split}, which holds "
            "the source back.",
        ),
        ("", "{operator} generates the watermark {timestamp:watermark} for split {split}."),
    ),
    "GeneratedWatermarkIgnored": (
        (
            "split=",
            "The watermark {timestamp:watermark} that {operator} generates is not greater than the "
            "last, so it changes nothing.",
        ),
        (
            "",
            "The watermark {timestamp:watermark} for split {split} of {operator} is not greater than "
            "the last, so it changes nothing.",
        ),
    ),
    "SplitAssigned": (
        ("read=0", "{operator} gets split {split} to read, whose watermark is not known yet."),
        (
            "",
            "{operator} gets split {split} to read, from record {read} on; its watermark is not known "
            "yet.",
        ),
    ),
    "ConnectionAttempted": (
        ("attempt=1", "{operator} connects to {split}."),
        ("", "{operator} connects to {split} again, for attempt {attempt}: the server had closed."),
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
        ("element=endOfData", "The end of the data is written to {channel}."),
        ("element=endOfPartition", "The end of all is written to {channel}."),
        ("element=barrier", "A checkpoint barrier is written to {channel}."),
        ("element=cancelMarker", "That a checkpoint will not be is written to {channel}."),
        ("", "A latency marker is written to {channel}."),
    ),
    "ChannelSelected": (
        (
            "",
            "The key {key} chooses {channel}: its hash code is {hash_code}, that is key group "
            "{key_group}.",
        ),
    ),
    "RecordPartlyRead": (
        (
            "",
            "The buffer of {channel} ends in the middle of an element: "
            "{bytes} {bytes|byte|bytes} of it are there.",
        ),
    ),
    "BufferQueued": (
        ("queued=1", "A buffer waits to be sent on {channel}: {queued:buffer} in the queue."),
        ("", "One more buffer waits to be sent on {channel}: {queued:buffer} in the queue."),
    ),
    "EmptyBufferDropped": (
        ("", "A buffer of {channel} that has been read goes: {queued:buffer} left in the queue."),
    ),
    "OutputPersisted": (
        (
            "",
            "The barrier of checkpoint {checkpoint} overtakes {buffers:buffer} "
            "{buffers|buffer|buffers} of {channel} with {bytes} {bytes|byte|bytes}, which "
            "{buffers|goes|go} into the checkpoint.",
        ),
    ),
    "ChannelFlushed": (("", "What stands in the open buffer of {channel} may be sent now."),),
    "BufferSent": (
        (
            "channel:flow=before credits",
            "A buffer of {bytes:buffer} {bytes|byte|bytes} is sent on {channel}.",
        ),
        (
            "credit=0",
            "A buffer of {bytes:buffer} {bytes|byte|bytes} is sent on {channel}; there is no credit "
            "for another.",
        ),
        (
            "",
            "A buffer of {bytes:buffer} {bytes|byte|bytes} is sent on {channel}; credit for "
            "{credit:buffer} more is left.",
        ),
    ),
    "BufferArrived": (
        ("received=1", "A buffer arrives on {channel}."),
        ("", "A buffer arrives on {channel}; {received:buffer} wait there to be read."),
    ),
    "CreditAnnounced": (
        (
            "",
            "The receiver of {channel} promises room for {credit:buffer} more "
            "{credit|buffer|buffers}.",
        ),
    ),
    "CreditChanged": (
        ("", "The sender of {channel} learns of new credit: {before} becomes {after:buffer}."),
    ),
    "InputBuffersChanged": (
        (
            "waiting=true",
            "Empty buffers for {channel}: {exclusive:buffer} exclusive, {floating:buffer} floating; it "
            "wants {required:buffer} in all, and waits for a floating one.",
        ),
        (
            "",
            "Empty buffers for {channel}: {exclusive:buffer} exclusive, {floating:buffer} floating; it "
            "wants {required:buffer} in all.",
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
        ("", "{subtask} has {free:buffer} floating {free|buffer|buffers} free."),
    ),
    "OutputBuffersChanged": (
        ("", "{subtask} has {in_use:buffer} output {in_use|buffer|buffers} in use."),
    ),
    "BufferSizeAnnounced": (
        (
            "",
            "{subtask} reads {throughput} {throughput|byte|bytes} a second and has {buffers:buffer} "
            "{buffers|buffer|buffers}, so it asks for buffers of {bytes:buffer} {bytes|byte|bytes}.",
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
        ("element=endOfPartition", "{subtask} reads the end of all from {channel:short}."),
        ("element=barrier", "{subtask} reads a checkpoint barrier from {channel:short}."),
        (
            "element=cancelMarker",
            "{subtask} reads from {channel:short} that there will be no checkpoint.",
        ),
        ("", "{subtask} reads a latency marker from {channel:short}."),
    ),
    "BarrierReceived": (
        (
            "overtaken=0",
            "{subtask} has the barrier of checkpoint {checkpoint} from {channel:short}.",
        ),
        (
            "",
            "{subtask} has the barrier of checkpoint {checkpoint} from {channel:short}, where it has "
            "overtaken {overtaken} {overtaken|element|elements}.",
        ),
    ),
    "BarrierAnnounced": (
        (
            "",
            "{subtask} learns that the barrier of checkpoint {checkpoint} waits in {channel:short}, "
            "behind what it has not read yet.",
        ),
    ),
    "CancellationReceived": (
        ("", "{subtask} reads from {channel:short} that checkpoint {checkpoint} will not be."),
    ),
    "AlignmentStarted": (
        (
            "",
            "The first barrier of checkpoint {checkpoint} has come to {subtask}, {delay_ms} ms after "
            "its trigger.",
        ),
    ),
    "AlignmentEnded": (
        (
            "",
            "{subtask} waits for no more barriers of checkpoint {checkpoint}: the alignment took "
            "{duration_ms} ms, and {bytes:buffer} {bytes|byte|bytes} were read meanwhile.",
        ),
    ),
    "AlignmentTimedOut": (
        (
            "",
            "The alignment of checkpoint {checkpoint} takes {subtask} too long: the checkpoint goes on "
            "unaligned.",
        ),
    ),
    "OutputBarrierTimedOut": (
        (
            "",
            "The barrier of checkpoint {checkpoint} has waited on {channel} for too long: it overtakes "
            "what is before it.",
        ),
    ),
    "ChannelBlocked": (
        (
            "",
            "{channel} is blocked: what comes behind its barrier waits for the barriers of the other "
            "channels.",
        ),
    ),
    "ChannelUnblocked": (("", "{channel} may be read on behind its barrier."),),
    "ResumptionSent": (
        ("", "The receiver of {channel} lets its sender go on behind the barrier."),
    ),
    "ConsumptionResumed": (("", "The sender of {channel} goes on behind the barrier."),),
    "InputPersisted": (
        (
            "",
            "{buffers:buffer} {buffers|buffer|buffers} of {channel} with {bytes} "
            "{bytes|byte|bytes}, not processed yet, {buffers|goes|go} into checkpoint {checkpoint}.",
        ),
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
            "Every channel that counts is at its end, so the watermark at the {input:side} of "
            "{subtask} becomes {after:watermark}.",
        ),
        (
            "held_by=",
            "All channels are idle, so the greatest watermark counts: that at the {input:side} of "
            "{subtask} goes from {before} to {after:watermark}.",
        ),
        (
            "",
            "The watermark at the {input:side} of {subtask} goes from {before} to {after:watermark}: "
            "{held_by} {held_by:number|has|have} the least now.",
        ),
    ),
    "InputStatusChanged": (
        (
            "idle=true",
            "All channels at the {input:side} of {subtask} are idle, so it is idle.",
        ),
        ("", "A channel at the {input:side} of {subtask} is active again, so it is active."),
    ),
    "InputEnded": (("", "{subtask} learns that no more records come into its {input:side}."),),
    "OperatorInputChanged": (
        ("idle=true", "The {input:side} of {operator} is idle now and holds nothing back."),
        (
            "holds=true",
            "The {input:side} of {operator} is at {watermark:watermark}, and holds it back there.",
        ),
        (
            "",
            "The {input:side} of {operator} is at {watermark:watermark}; the other one is behind it.",
        ),
    ),
    "ElementProcessed": (
        ("element=record", "{operator} is handed the record {value:record}."),
        ("element=watermark", "{operator} is handed the watermark {timestamp:watermark}."),
        ("element=idle", "{operator} is handed the status IDLE."),
        ("element=active", "{operator} is handed the status ACTIVE."),
        ("element=endOfData", "{operator} is handed the end of the data."),
        ("element=endOfPartition", "{operator} is handed the end of all."),
        ("element=barrier", "{operator} is handed a checkpoint barrier."),
        ("", "{operator} is handed a latency marker."),
    ),
    "WatermarkHeld": (
        (
            "",
            "The watermark {timestamp:watermark} waits in front of {operator} for the end of its "
            "Python worker's bundle, in which {taken} {taken|element is|elements are}.",
        ),
    ),
    "LatencyMeasured": (
        ("", "{operator} measures a latency of {latency:timer} ms from {source} to here."),
    ),
    "RecordFiltered": (("", "{operator} lets the record drop: its condition does not hold."),),
    "OperatorWatermarkAdvanced": (
        (
            "after=MAX",
            "The event-time clock of {operator} goes from {before} to {after:watermark}: all its "
            "timers are due.",
        ),
        (
            "",
            "The event-time clock of {operator} goes from {before} to {after:watermark}; timers up "
            "to there are due.",
        ),
    ),
    "WatermarkEmitted": (
        (
            "timestamp=MAX",
            "{operator} hands its last watermark, {timestamp:watermark}, on: no record can follow.",
        ),
        ("", "{operator} hands the watermark {timestamp:watermark} on."),
    ),
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
    "StateEntryPut": _build_map_templates("has {value:record} under {entry:record} now."),
    "StateEntryRemoved": _build_map_templates("has nothing under {entry:record} any more."),
    "StateRead": (
        *_build_state_templates(
            "value:given=no & count=0", "{operator} finds nothing in the state “{state}”{of}."
        ),
        *_build_state_templates(
            "value:given=no",
            "{operator} reads all {count} {count|value|values} of the state “{state}”{of}.",
        ),
        *_build_state_templates("", "{operator} reads the state “{state}”{of}: {value:record}."),
    ),
    "StateEntryRead": (
        *_build_state_templates(
            "found=false",
            "{operator} finds nothing under {entry:record} in the map “{state}”{of}.",
        ),
        *_build_state_templates(
            "value:given=no", "{operator} finds that the map “{state}”{of} has {entry:record}."
        ),
        *_build_state_templates(
            "",
            "{operator} reads what the map “{state}”{of} has under {entry:record}: {value:record}.",
        ),
    ),
    "StateCleared": (
        ("namespace=", "The state “{state}” of key {key:timer} is cleared."),
        ("", "The state “{state}” of key {key:timer} in {namespace:pane} is cleared."),
    ),
    "CheckpointTriggered": (
        (
            "kind=checkpoint",
            "Checkpoint {checkpoint} begins: {tasks} {tasks|task has|tasks have} to take part.",
        ),
        (
            "",
            "A {kind} begins, as checkpoint {checkpoint}: {tasks} {tasks|task has|tasks have} to take "
            "part.",
        ),
    ),
    "CheckpointNotTriggered": (("", "No checkpoint is begun now: “{reason}”."),),
    "BarrierEmitted": (
        (
            "",
            "{subtask} puts the barrier of checkpoint {checkpoint} out: what comes before it belongs "
            "to the checkpoint.",
        ),
    ),
    "OperatorSnapshotTaken": (
        ("bytes=0", "{operator} has no state to keep for checkpoint {checkpoint}."),
        ("", "{operator} keeps its state for checkpoint {checkpoint}: {bytes} bytes."),
    ),
    "SnapshotWritten": (
        (
            "duration=0",
            "What {subtask} has kept for checkpoint {checkpoint} is written, {bytes} bytes, beside the "
            "task, in no time.",
        ),
        (
            "",
            "What {subtask} has kept for checkpoint {checkpoint} is written, {bytes} bytes, beside the "
            "task, which went on for the {duration} ms that it took.",
        ),
    ),
    "CheckpointAcknowledged": (
        ("", "{subtask} has its part of checkpoint {checkpoint}, of {bytes} bytes."),
    ),
    "CheckpointDeclined": (
        ("", "{subtask} cannot take part in checkpoint {checkpoint}: “{reason}”."),
    ),
    "CheckpointCompleted": (
        (
            "",
            "Checkpoint {checkpoint} is complete, {duration} ms after it began, with {bytes} bytes: a "
            "failure goes back to here.",
        ),
    ),
    "CheckpointAborted": (("", "Checkpoint {checkpoint} comes to nothing: “{reason}”."),),
    "CheckpointNotified": (
        ("completed=true", "{subtask} learns that checkpoint {checkpoint} is complete."),
        ("", "{subtask} learns that checkpoint {checkpoint} has come to nothing."),
    ),
    "CommitPrepared": (
        (
            "",
            "{operator} prepares {results} {results|result|results} to be committed with checkpoint "
            "{checkpoint}; nobody sees {results|it|them} yet.",
        ),
    ),
    "ResultsCommitted": (
        (
            "",
            "{operator} commits {results} {results|result|results} of checkpoint {checkpoint}: "
            "{total} {total|is|are} visible for good.",
        ),
    ),
    "CheckpointRestored": (
        (
            "",
            "{tasks} {tasks|task goes|tasks go} back to checkpoint {checkpoint}: state, timers and the "
            "places in the input are as they were.",
        ),
    ),
    "InputRecovered": (
        (
            "",
            "{channel} has {elements} {elements|element|elements} again that checkpoint {checkpoint} "
            "caught in flight, read before all else.",
        ),
    ),
    "OutputRecovered": (
        (
            "",
            "{elements} {elements|element waits|elements wait} at the sender of {channel} again, which "
            "the barrier of checkpoint {checkpoint} had overtaken.",
        ),
    ),
    "StateRestored": (
        ("namespace=", "The state “{state}” of key {key:timer} holds {value:record} again."),
        (
            "",
            "The state “{state}” of key {key:timer} in {namespace:pane} holds {value:record} again.",
        ),
    ),
    "ListRestored": (
        ("namespace=", "The list “{state}” of key {key:timer} holds {values:record} again."),
        (
            "",
            "The list “{state}” of key {key:timer} in {namespace:pane} holds {values:record} again.",
        ),
    ),
    "StateEntryRestored": _build_map_templates("has {value:record} under {entry:record} again."),
    "TimerRestored": (
        ("", "{operator} has its timer for key {key:timer} at {timestamp:timer} again."),
    ),
    "PaneRestored": (
        (
            "",
            "The pane of {window:pane} of key {key:timer} is there again, with {count:pane} "
            "{count|element|elements}.",
        ),
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
    "TimerDeleted": (
        ("", "{operator} deletes its timer for key {key:timer} at {timestamp:timer}."),
    ),
    "TimerFired": (
        (
            "domain=event & timestamp=MAX",
            "The watermark is {timestamp:timer}, so the timer of key {key:timer} in {operator} "
            "fires.",
        ),
        (
            "domain=event",
            "The watermark has passed {timestamp:timer}, so the timer of key {key:timer} in {operator} "
            "fires.",
        ),
        (
            "",
            "The clock has reached {timestamp:timer}, so the timer of key {key:timer} in {operator} "
            "fires.",
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
            "window=null",
            "{merged:pane} of key {key:timer} become one window, {result:pane}.",
        ),
        (
            "",
            "The record {value:record} of key {key:timer} has the window {window:pane}, which meets "
            "{merged:pane}: they become one, {result:pane}.",
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
    "WindowFired": _build_firing_templates(),
    "ElementsEvicted": (
        (
            "",
            "The evictor takes {evicted:pane} {evicted|element|elements} out of {window:pane} of key "
            "{key:timer}; {count:pane} {count|is|are} left.",
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
    "LateRecordDropped": _build_late_drop_templates(),
    "SideOutputEmitted": (
        ("", "{operator} sends the record {value:record} to the side output “{tag}”."),
    ),
    "ResultWritten": (("", "{operator} writes the result {text:record}."),),
}
"""The templates of every event type."""

# --- filling in --------------------------------------------------------------------------------

_HAN, _LATIN = re.compile(r"[\u4e00-\u9fff]"), re.compile(r"[\w()\[\]'\"]", re.ASCII)
_PLACEHOLDER = re.compile(r"\{(\w+)(?::(\w+))?(?:\|([^|}]*)\|([^}]*))?\}")


def is_condition_met(
    condition: str, kind: KindDeclaration, event: Any, formatter: Formatter
) -> bool:
    """Return whether *event* meets the *condition* of a template, such as ``"field=word"``."""
    for part in condition.split(" & ") if condition else ():
        field, _, expected = part.partition("=")
        name, _, tone = field.partition(":")
        if _format_field(kind, event, name, tone, formatter) != expected:
            return False
    return True


def render_event(kind: KindDeclaration, event: Any, formatter: Formatter) -> str:
    """Return the sentence of *event*, in the language of *formatter*."""

    def word(found: re.Match[str]) -> str:
        name, tone, one, many = found.groups()
        text = _format_field(kind, event, name, tone or "", formatter)
        if one is not None:
            return str(one if text in ("1", "true") else many)
        field = kind.find_field(name)
        is_translatable = field is not None and field.form in ("text", "choice")
        return WORDS_ZH.get(text, text) if is_translatable and formatter.language == "zh" else text

    for number, (condition, template) in enumerate(TEMPLATES[kind.name]):
        if is_condition_met(condition, kind, event, formatter):
            chosen = SENTENCES_ZH[kind.name][number] if formatter.language == "zh" else template
            return _PLACEHOLDER.sub(word, chosen)
    raise AssertionError(f"the last template of {kind.name} must have no condition")


def translate(formatter: Formatter, template: str, **fields: Any) -> str:
    """Fill in *template* with *fields*, in the language of *formatter*.

    For texts other than the sentences of events.

    The English template is the key of its Chinese translation
    (:mod:`flinksim.core.i18n.locales.answers_zh`). Numbers are written with commas. ``{n|one|many}``
    is one of two words, as in the sentences of events. A space is inserted between Chinese and Latin
    text.
    """

    def word(found: re.Match[str]) -> str:
        name, _, one, many = found.groups()
        value = fields[name]
        if one is not None:
            return str(one if value == 1 else many)
        text = f"{value:,}" if isinstance(value, int) else str(value)
        before = (
            " " if _HAN.match(translated[: found.start()][-1:]) and _LATIN.match(text[:1]) else ""
        )
        after = " " if _HAN.match(translated[found.end() :][:1]) and _LATIN.match(text[-1:]) else ""
        return before + text + after

    translated = _MESSAGES_ZH.get(template, template) if formatter.language == "zh" else template
    return _PLACEHOLDER.sub(word, translated)


def translate_word(formatter: Formatter, word: str) -> str:
    """Translate a word of an event or a question into the language of *formatter*."""
    if formatter.language == "en":
        return word
    return _MESSAGES_ZH.get(word) or WORDS_ZH.get(word, word)


def _format_field(
    kind: KindDeclaration, event: Any, name: str, style: str, formatter: Formatter
) -> str:
    field = kind.find_field(name)
    assert field is not None, f"the sentence of {kind.name} speaks of {name}, which it lacks"
    value = getattr(event, name)
    match field.form:
        case _ if style == "number":
            return str(len(value)) if isinstance(value, tuple) else "1"
        case "timestamp" | "optional timestamp":
            return formatter.format_time(value)
        case "value" if style == "pane":
            return formatter.format_window(value)
        case "value" if style == "given":
            return "no" if value is None else "yes"
        case "value" if style == "bounds":
            return "time" if is_time_window(value) else "none"
        case "value":
            return formatter.format_value(json.dumps(value))
        case "channel" if style == "flow":
            return formatter.format_flow_control(value)
        case "channel":
            return (
                formatter.format_short_id(value) if style == "short" else formatter.format_id(value)
            )
        case "subtask" | "operator":
            return formatter.format_id(value)
        case "texts":
            return formatter.join_words([formatter.format_short_id(each) for each in value])
        case "flag":
            return "true" if value else "false"
        case "plan":
            return str(value.job_name)
        case "count" if style == "side":
            return formatter.format_input(getattr(event, "subtask", ""), value)
        case "count" | "choice":
            return str(value)
        case "text":
            return formatter.format_text(value)
