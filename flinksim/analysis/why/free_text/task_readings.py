"""The questions about tasks, channels, sources and checkpoints that an intent may mean.

Not in Flink.
"""

from __future__ import annotations

import re

from flinksim.analysis.why.free_text.entities import Entities
from flinksim.analysis.why.free_text.reading_types import Reader, Readings
from flinksim.analysis.why.task_states import find_alignment_wait
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.trace import events as e

_INPUT = re.compile(
    r"\b(?:input|channel|stream|split|partition|source)s?\b|输入|通道|流|分片|分区|数据源", re.I
)
"""Words for what becomes idle by a watermark strategy, other than a task without work."""


def read_idle(run: TraceIndex, entities: Entities) -> Readings:
    """Ask why a channel or a split is idle."""
    names = [place.lower() for place in entities.places]
    for channel, state in run.job_state.channels.items():
        name = run.format_name(channel)
        is_named = any(each in name.lower() or name.lower() in each for each in names)
        if is_named or (not names and state.idle and state.watermark != MAX_TIMESTAMP):
            yield run.translate("question.channel_idle", channel=name)
    idle = [
        run.events[i].split for i in run.find_events(e.SplitStatusChanged) if run.events[i].idle
    ]
    for split in dict.fromkeys(idle):
        if not names or any(split.lower() in each or each in split.lower() for each in names):
            yield run.translate("question.split_idle", split=split)
    if not _INPUT.search(entities.text):
        yield from read_task_state("no input")(run, entities)


def read_task_state(*reasons: str) -> Reader:
    """Return a reader that asks why tasks were suspended for one of these reasons."""
    states = {"no input": "idle", "busy": "busy", "blocked": "blocked",
              "no output buffer": "backpressured"}  # fmt: skip

    def read(run: TraceIndex, entities: Entities) -> Readings:
        names = [place.lower() for place in entities.places]
        for index in run.find_events(e.DefaultActionSuspended):
            event = run.events[index]
            name = run.format_name(event.subtask)
            if event.reason not in reasons or (
                names and not any(each in name.lower() for each in names)
            ):
                continue
            state = run.translate_word(states[event.reason])
            yield run.translate("question.task_state", task=name, state=state)

    return read


def read_source_paused(run: TraceIndex, entities: Entities) -> Readings:
    """Yield questions about sources that waited: for their alignment group, or for output buffers."""
    names = [place.lower() for place in entities.places]
    waits: dict[str, bool] = {}
    for index in run.find_events(e.DefaultActionSuspended):
        event = run.events[index]
        name = run.format_name(event.subtask)
        is_source = not run.find_input_channels(event.subtask)
        if event.reason == "no input" and is_source:
            waits[name] = waits.get(name, False) or find_alignment_wait(run, index) is not None
    aligned = [name for name, is_aligned in waits.items() if is_aligned]
    for name in aligned:
        if not names or any(each in name.lower() for each in names):
            state = run.translate_word("waiting")
            yield run.translate("question.task_state", task=name, state=state)
    yield from read_task_state("no output buffer")(run, entities)
    if aligned:  # a named source that never paused
        for place in entities.places:
            state = run.translate_word("waiting")
            yield run.translate("question.task_state", task=place, state=state)


def read_backpressure(run: TraceIndex, entities: Entities) -> Readings:
    """Ask why a task is backpressured or busy."""
    yield from read_task_state("no output buffer", "blocked")(run, entities)
    yield from read_task_state("busy")(run, entities)
    yield run.translate("ask.job_slow")


def read_checkpoint_slow(run: TraceIndex, entities: Entities) -> Readings:
    """Ask about slow checkpoints and channels that are not aligned."""
    yield from _read_checkpoints(run, entities)
    yield run.translate("ask.checkpoints_slow")
    for channel, state in run.job_state.channels.items():
        if not state.aligned:
            yield run.translate("question.channel_not_aligned", channel=run.format_name(channel))


def read_checkpoint_failed(run: TraceIndex, entities: Entities) -> Readings:
    """Ask why a checkpoint failed."""
    yield from _read_checkpoints(run, entities)
    yield run.translate("ask.checkpoint_fail")


def _read_checkpoints(run: TraceIndex, entities: Entities) -> Readings:
    """Yield the questions about the checkpoints that the question names."""
    triggered = {run.events[i].checkpoint for i in run.find_events(e.CheckpointTriggered)}
    for number in entities.checkpoints:
        if number in triggered:
            yield run.translate("question.checkpoint", checkpoint=str(number))
