"""Checks for exercises about windows: they read a trace, not the printed output.

A check returns a :class:`CheckResult`: whether the answer is right, and a hint that says what is
wrong without giving the right answer away. Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flinksim.core.ids import ChannelId
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.core.validation import validate_arguments
from flinksim.trace import events as e
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.plan import PlanChannel
from flinksim.trace.query import find_causal_chain, find_generated_watermark, find_step, find_write
from flinksim.trace.recorder import Trace
from flinksim.trace.values import freeze


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of a check: whether the answer is right, and the reason or a hint."""

    is_right: bool
    message: str

    def __bool__(self) -> bool:
        return self.is_right

    def __repr__(self) -> str:
        return f"{'Right' if self.is_right else 'Not yet'}: {self.message}"


@dataclass(frozen=True, slots=True)
class WindowFiringCause:
    """The cause of the on-time firing of a window.

    ``firing_index`` is the index of the ``WindowFired`` in the trace. ``channel`` had the smallest
    watermark until it advanced to ``watermark``. ``record`` is the record that advanced it, as the
    source read it, or None if the end of the input did.
    """

    firing_index: int
    channel: ChannelId
    record: Any
    watermark: int


@validate_arguments
def find_firing_cause(trace: Trace, key: Any, window: tuple[int, int]) -> WindowFiringCause:
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
    firing = _find_on_time_firing(trace, freeze(key), window)
    causes = find_causal_chain(trace, firing)
    arrived = [i for i in causes if isinstance(trace.events[i], e.ElementReceived)]
    changed = [i for i in causes if isinstance(trace.events[i], e.ChannelWatermarkChanged)]
    if not arrived or not changed:
        pane = _format_window(trace, key, window)
        raise LookupError(f"window {pane} was not closed by a channel's watermark")
    change = trace.events[changed[-1]]
    assert isinstance(change, e.ChannelWatermarkChanged)
    written = find_write(trace, arrived[-1])
    assert written is not None, "what was received had been written"
    return WindowFiringCause(
        firing, change.channel, _find_emitting_record(trace, written), change.after
    )


def check_window_firing(
    trace: Trace,
    key: Any,
    window: tuple[int, int],
    *,
    record: Any,
    limiting_channel: str | int | None,
) -> CheckResult:
    """Check which record made a window fire, and which channel had held it back.

    Args:
        trace: The trace.
        key: The key of the window.
        window: Start and end of the window.
        record: The value of the record as the source read it, or None for no answer.
        limiting_channel: The channel: its id, such as ``"v1/0>v3/0"``, its number among the channels
            into the task, or a split behind it. None for no answer.

    Returns:
        The result with a hint.
    """
    closing = find_firing_cause(trace, key, window)
    if record is None or limiting_channel is None:
        return CheckResult(False, "give both the record and the channel")
    if freeze(record) != closing.record:
        return CheckResult(False, _explain_wrong_record(trace, closing, freeze(record)))
    channel = _find_channel_id(trace, closing, limiting_channel)
    if channel != closing.channel:
        return CheckResult(False, _explain_wrong_channel(trace, closing, channel))
    labels = Formatter(trace.plan)
    return CheckResult(
        True,
        f"{closing.record} raised the watermark of {labels.format_id(closing.channel)} to "
        f"{labels.format_time(closing.watermark)}; this was the lowest watermark before, so window "
        f"{_format_window(trace, key, window)} fired.",
    )


def find_advancing_record(trace: Trace, event_index: int) -> Any:
    """Find the record, as the source read it, that advanced a watermark, or return None.

    Args:
        trace: The trace.
        event_index: The index of the event that advanced the watermark.

    Returns:
        The record, or None if no record did.
    """
    arrived = [
        index
        for index in find_causal_chain(trace, event_index)
        if isinstance(trace.events[index], e.ElementReceived)
    ]
    written = find_write(trace, arrived[-1]) if arrived else None
    return None if written is None else _find_emitting_record(trace, written)


# --- causes --------------------------------------------------------------------------------------


def _find_on_time_firing(trace: Trace, key: Any, window: tuple[int, int]) -> int:
    for index, event in enumerate(trace.events):
        if isinstance(event, e.WindowFired) and (event.key, event.window) == (key, window):
            if event.kind == "on time":
                return index
    fired = {(event.key, event.window): None for event in trace.get_events(e.WindowFired)}
    panes = ", ".join([_format_window(trace, *pane) for pane in fired]) or "none so far"
    raise LookupError(
        f"window {_format_window(trace, key, window)} did not fire on time in this trace; "
        "windows that fired: "
        f"{panes}. Run further and try again."
    )


def _find_emitting_record(trace: Trace, event_index: int) -> Any:
    """Find the record that made the watermark written by the event at *event_index* be emitted.

    None if no record did: the input ended, or a split emitted the watermark itself.
    """
    generated = find_generated_watermark(trace, event_index)
    if generated is None:
        return None
    event = trace.events[generated]
    assert isinstance(event, e.WatermarkGenerated)
    if event.by == "mark":
        return None
    if event.by == "tick":
        origins = trace.links.get_origins(generated)
        return _find_input_value(trace, origins[0]) if origins else None
    return _find_input_value(trace, generated)


def _find_input_value(trace: Trace, event_index: int) -> Any:
    """Find the value that entered the task and caused the event at *event_index*."""
    chain = [trace.events[i] for i in find_causal_chain(trace, event_index)]
    came_in = next(f for f in chain if isinstance(f, e.SourceRecordRead | e.ElementReceived))
    return came_in.value


# --- hints ---------------------------------------------------------------------------------------


def _explain_wrong_record(trace: Trace, cause: WindowFiringCause, record: Any) -> str:
    fired_in = find_step(trace, cause.firing_index)
    read = [
        index
        for index, event in enumerate(trace.events)
        if isinstance(event, e.SourceRecordRead) and event.value == record
    ]
    if not read:
        return f"no source read a record {record!r}; give its value as the source read it"
    if read[0] > cause.firing_index:
        return f"{record!r} was read only after the pane had fired, in step {fired_in}"
    firing = trace.events[cause.firing_index]
    assert isinstance(firing, e.WindowFired)
    if _is_in_window(trace, read[0], firing):
        return (
            f"{record!r} is in the pane. The watermark closes a pane, and a record in the pane "
            "cannot raise the watermark past its end"
        )
    return (
        f"{record!r} is not the cause: after it, the lowest watermark of the channels was still "
        "before the end of the pane"
    )


def _is_in_window(trace: Trace, event_index: int, firing: e.WindowFired) -> bool:
    """Return whether the record that was read at *event_index* was assigned to the window that fired."""
    event = trace.events[event_index]
    assert isinstance(event, e.SourceRecordRead)
    return any(
        isinstance(other, e.WindowAssigned)
        and (other.key, other.window) == (firing.key, firing.window)
        and other.value == event.value
        for other in trace.events[event_index:]
    )


def _find_channel_id(trace: Trace, cause: WindowFiringCause, channel: str | int) -> str:
    """Find the id of a channel that an answer names.

    The answer may be its number (``2``, ``"2"``, ``"ch 2"``), its id, or a source split whose records pass
    through it.
    """
    if isinstance(channel, bool):
        return str(channel)
    requested = " ".join(str(channel).lower().split())
    for other in _find_input_channels(trace, cause):
        number = str(other.index)
        names = {other.id.lower(), number, f"ch {number}", f"channel {number}"}
        if requested in names | {split.lower() for split in _find_splits(trace, other.source)}:
            return other.id
    return str(channel)


def _find_splits(trace: Trace, subtask: str) -> set[str]:
    """Find the splits that a subtask read."""
    vertices = {str(vertex.id): vertex for vertex in trace.plan.vertices}
    vertex, _, number = subtask.partition("/")
    nodes = {f"o{operator.node}/{number}" for operator in vertices[vertex].operators}
    return {
        event.split for event in trace.get_events(e.SourceRecordRead) if event.operator in nodes
    }


def _find_input_channels(trace: Trace, cause: WindowFiringCause) -> list[PlanChannel]:
    """Find the channels into the task of the window."""
    (target,) = [other.target for other in trace.plan.channels if other.id == cause.channel]
    return [other for other in trace.plan.channels if other.target == target]


def _explain_wrong_channel(trace: Trace, cause: WindowFiringCause, channel_id: str) -> str:
    labels = Formatter(trace.plan)
    inputs = [channel.id for channel in _find_input_channels(trace, cause)]
    if channel_id not in inputs:
        known = ", ".join(labels.format_short_id(channel) for channel in inputs)
        return f"the record is right; {channel_id!r} is not a channel into the task; expected one of {known}"
    watermark = _find_watermark(trace, channel_id, cause.firing_index)
    return (
        f"the record is right; {labels.format_short_id(channel_id)} was at "
        f"{labels.format_time(watermark)} and "
        "did not limit the watermark"
    )


def _find_watermark(trace: Trace, channel: str, event_index: int) -> int:
    for event in reversed(trace.events[:event_index]):
        if isinstance(event, e.ChannelWatermarkChanged) and event.channel == channel:
            return event.after
    return MIN_TIMESTAMP


def _format_window(trace: Trace, key: Any, window: Any) -> str:
    return f"{Formatter(trace.plan).format_window(window)} of key {key}"
