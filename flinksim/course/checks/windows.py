"""Checks for exercises about windows: they read a trace, not the printed output.

A check returns a :class:`Judgement`: whether the answer is right, and a hint that says what is
wrong without giving the right answer away. Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flinksim.core.ids import ChannelId
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.core.validation import checked
from flinksim.trace import events as e
from flinksim.trace.narration.formatting import Labels
from flinksim.trace.plan import PlanChannel
from flinksim.trace.query import chain_of_causes, generated_by, received_from, step_of
from flinksim.trace.recorder import Trace
from flinksim.trace.values import freeze


@dataclass(frozen=True, slots=True)
class Judgement:
    """The result of a check: whether the answer is right, and the reason or a hint."""

    passed: bool
    message: str

    def __bool__(self) -> bool:
        return self.passed

    def __repr__(self) -> str:
        return f"{'Right' if self.passed else 'Not yet'}: {self.message}"


@dataclass(frozen=True, slots=True)
class PaneClosing:
    """The cause of the on-time firing of a window.

    ``firing`` is the index of the ``WindowFired`` in the trace. ``channel`` had the smallest watermark
    until it advanced to ``watermark``. ``record`` is the record that advanced it, as the source read
    it, or None if the end of the input did.
    """

    firing: int
    channel: ChannelId
    record: Any
    watermark: int


@checked
def closing_of_pane(trace: Trace, key: Any, window: tuple[int, int]) -> PaneClosing:
    """Find why the window of a key fired on time, by following the causes back.

    Args:
        trace: The trace.
        key: The key of the window.
        window: Start and end of the window.

    Returns:
        The channel, the watermark and the record that made it fire.

    Raises:
        LookupError: If it did not fire on time, or not because of a watermark from a channel.
    """
    firing = _on_time_firing(trace, freeze(key), window)
    causes = chain_of_causes(trace, firing)
    arrived = [i for i in causes if isinstance(trace.events[i], e.ElementReceived)]
    changed = [i for i in causes if isinstance(trace.events[i], e.ChannelWatermarkChanged)]
    if not arrived or not changed:
        pane = _pane(trace, key, window)
        raise LookupError(f"the pane {pane} was not closed by a channel's watermark")
    change = trace.events[changed[-1]]
    assert isinstance(change, e.ChannelWatermarkChanged)
    written = received_from(trace, arrived[-1])
    assert written is not None, "what was received had been written"
    return PaneClosing(firing, change.channel, _raising_record(trace, written), change.after)


def check_pane(
    trace: Trace,
    key: Any,
    window: tuple[int, int],
    *,
    closed_by: Any,
    held_by: str | int | None,
) -> Judgement:
    """Check which record made a window fire, and which channel had held it back.

    Args:
        trace: The trace.
        key: The key of the window.
        window: Start and end of the window.
        closed_by: The value of the record as the source read it, or None for no answer.
        held_by: The channel: its id, such as ``"v1/0>v3/0"``, its number among the channels into the
            task, or a split behind it. None for no answer.

    Returns:
        The result with a hint.
    """
    closing = closing_of_pane(trace, key, window)
    if closed_by is None or held_by is None:
        return Judgement(False, "give both, the record and the channel")
    if freeze(closed_by) != closing.record:
        return Judgement(False, _wrong_record(trace, closing, freeze(closed_by)))
    channel = _channel_id(trace, closing, held_by)
    if channel != closing.channel:
        return Judgement(False, _wrong_channel(trace, closing, channel))
    labels = Labels(trace.plan)
    return Judgement(
        True,
        f"{closing.record} raised the watermark of {labels.name(closing.channel)} to "
        f"{labels.time(closing.watermark)}; it had been the smallest, so the pane "
        f"{_pane(trace, key, window)} fired.",
    )


def record_that_raised(trace: Trace, advance: int) -> Any:
    """Find the record, as the source read it, that advanced a watermark, or return None.

    Args:
        trace: The trace.
        advance: The index of the event that advanced the watermark.

    Returns:
        The record, or None if no record did.
    """
    arrived = [
        index
        for index in chain_of_causes(trace, advance)
        if isinstance(trace.events[index], e.ElementReceived)
    ]
    written = received_from(trace, arrived[-1]) if arrived else None
    return None if written is None else _raising_record(trace, written)


# --- causes --------------------------------------------------------------------------------------


def _on_time_firing(trace: Trace, key: Any, window: tuple[int, int]) -> int:
    for index, fact in enumerate(trace.events):
        if isinstance(fact, e.WindowFired) and (fact.key, fact.window) == (key, window):
            if fact.kind == "on time":
                return index
    fired = {(fact.key, fact.window): None for fact in trace.of(e.WindowFired)}
    panes = ", ".join([_pane(trace, *pane) for pane in fired]) or "none so far"
    raise LookupError(
        f"the pane {_pane(trace, key, window)} did not fire on time in this trace; panes that fired: "
        f"{panes}. Has the run come far enough?"
    )


def _raising_record(trace: Trace, written: int) -> Any:
    """Find the record because of which the watermark written by the event at *written* was emitted.

    None if no record did: the input ended, or a split emitted the watermark itself.
    """
    generated = generated_by(trace, written)
    if generated is None:
        return None
    fact = trace.events[generated]
    assert isinstance(fact, e.WatermarkGenerated)
    if fact.by == "mark":
        return None
    if fact.by == "tick":
        origins = trace.links.origins_of(generated)
        return _value_behind(trace, origins[0]) if origins else None
    return _value_behind(trace, generated)


def _value_behind(trace: Trace, index: int) -> Any:
    """Find the value that entered the task and caused the event at *index*."""
    chain = [trace.events[i] for i in chain_of_causes(trace, index)]
    came_in = next(f for f in chain if isinstance(f, e.SourceRecordRead | e.ElementReceived))
    return came_in.value


# --- hints ---------------------------------------------------------------------------------------


def _wrong_record(trace: Trace, closing: PaneClosing, value: Any) -> str:
    fired_in = step_of(trace, closing.firing)
    read = [
        index
        for index, fact in enumerate(trace.events)
        if isinstance(fact, e.SourceRecordRead) and fact.value == value
    ]
    if not read:
        return f"no source read a record {value!r}; give its value as the source read it"
    if read[0] > closing.firing:
        return f"{value!r} was read only after the pane had fired, in step {fired_in}"
    firing = trace.events[closing.firing]
    assert isinstance(firing, e.WindowFired)
    if _is_in_pane(trace, read[0], firing):
        return (
            f"{value!r} lies in the pane; a pane is closed by the watermark, and its own records "
            "cannot raise that past its end"
        )
    return (
        f"{value!r} did not do it: after it the smallest watermark among the channels was still "
        "before the end of the pane"
    )


def _is_in_pane(trace: Trace, read: int, firing: e.WindowFired) -> bool:
    """Return whether the record that was read at *read* was assigned to the window that fired."""
    fact = trace.events[read]
    assert isinstance(fact, e.SourceRecordRead)
    return any(
        isinstance(other, e.WindowAssigned)
        and (other.key, other.window) == (firing.key, firing.window)
        and other.value == fact.value
        for other in trace.events[read:]
    )


def _channel_id(trace: Trace, closing: PaneClosing, channel: str | int) -> str:
    """Find the id of a channel by its number (``2``, ``"2"``, ``"ch 2"``), id, or a split behind it."""
    if isinstance(channel, bool):
        return str(channel)
    requested = " ".join(str(channel).lower().split())
    for other in _channels_beside(trace, closing):
        number = str(other.index)
        names = {other.id.lower(), number, f"ch {number}", f"channel {number}"}
        if requested in names | {split.lower() for split in _splits_of(trace, other.source)}:
            return other.id
    return str(channel)


def _splits_of(trace: Trace, subtask: str) -> set[str]:
    """Find the splits that a subtask read."""
    vertices = {str(vertex.id): vertex for vertex in trace.plan.vertices}
    vertex, _, number = subtask.partition("/")
    nodes = {f"o{operator.node}/{number}" for operator in vertices[vertex].operators}
    return {fact.split for fact in trace.of(e.SourceRecordRead) if fact.operator in nodes}


def _channels_beside(trace: Trace, closing: PaneClosing) -> list[PlanChannel]:
    """Find the channels into the task of the window."""
    (target,) = [other.target for other in trace.plan.channels if other.id == closing.channel]
    return [other for other in trace.plan.channels if other.target == target]


def _wrong_channel(trace: Trace, closing: PaneClosing, held_by: str) -> str:
    labels = Labels(trace.plan)
    inputs = [channel.id for channel in _channels_beside(trace, closing)]
    if held_by not in inputs:
        known = ", ".join(labels.short(channel) for channel in inputs)
        return f"the record is right; {held_by!r} is no channel into the task, which has {known}"
    watermark = _watermark_of(trace, held_by, closing.firing)
    return (
        f"the record is right; {labels.short(held_by)} had come to {labels.time(watermark)} and was "
        "not the one that the others waited for"
    )


def _watermark_of(trace: Trace, channel: str, before: int) -> int:
    for fact in reversed(trace.events[:before]):
        if isinstance(fact, e.ChannelWatermarkChanged) and fact.channel == channel:
            return fact.after
    return MIN_TIMESTAMP


def _pane(trace: Trace, key: Any, window: Any) -> str:
    return f"{Labels(trace.plan).window(window)} of key {key}"
