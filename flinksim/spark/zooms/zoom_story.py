"""Why a window fired when it did, or why a record came too late: in words, from a trace.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from flinksim.trace import events as e
from flinksim.trace.labels import Labels
from flinksim.trace.plan import PlanSubtask
from flinksim.trace.query import (
    chain_of_causes,
    generated_by,
    received_from,
    records_behind,
    step_of,
)
from flinksim.trace.recorder import Trace

_YEAR_1980 = 315_532_800_000


def moment(timestamp: int) -> str:
    """*timestamp* as a date and a time where it looks like one, else as a number."""
    if not _YEAR_1980 < timestamp < 10 * _YEAR_1980:
        return Labels(None).time(timestamp)
    when = datetime.fromtimestamp(timestamp // 1000, UTC)
    rest = timestamp % 1000
    text = f"{when:%Y-%m-%d %H:%M}" if when.second == 0 == rest else f"{when:%Y-%m-%d %H:%M:%S}"
    return f"{text}.{rest:03}" if rest else text


def story_of(trace: Trace, concerns: Callable[[Any], bool], key: Any) -> str:
    """The story of all facts that *concerns* says yes to: firings, drops, windows skipped as late."""
    lines: list[str] = []
    for index, fact in enumerate(trace.events):
        if concerns(fact):
            teller = _Teller(trace, index)
            if isinstance(fact, e.LateRecordDropped):
                lines += teller.of_drop(fact)
            elif isinstance(fact, e.WindowFired):
                lines += teller.of_firing(fact, key)
            elif isinstance(fact, e.WindowSkippedAsLate):
                if not lines:
                    lines += teller.of_window_that_never_fired(fact, key)
                lines.append(teller.of_skip(fact))
    return "\n".join(lines) if lines else "in this run nothing of it has happened"


class _Teller:
    """Tells of one fact of a trace."""

    def __init__(self, trace: Trace, index: int) -> None:
        self._trace = trace
        self._index = index
        self._time = self._time_of(index)
        fact: Any = trace.events[index]
        plan = trace.plan
        self._labels = Labels(plan)
        nodes = {
            chained.instance(subtask.index): subtask
            for subtask in plan.subtasks
            for vertex in plan.vertices
            if vertex.id == subtask.vertex
            for chained in vertex.operators
        }
        self._task: PlanSubtask = nodes[fact.operator]

    def of_drop(self, drop: e.LateRecordDropped) -> list[str]:
        lines = [
            f"{self._shown(drop.value)}, timestamp {_maybe(drop.timestamp)}, came at "
            f"{moment(self._time)}."
        ]
        first, _ = self._trace.event_range(step_of(self._trace, self._index))
        for fact in self._trace.events[first : self._index]:
            if isinstance(fact, e.WindowSkippedAsLate):
                lines.append(
                    f"Its window {_window(fact.window)} is over once the watermark is at "
                    f"{moment(fact.cleanup_time)}."
                )
                lines += self._passing(fact.cleanup_time)
        lines.append(
            f"When the record came, the watermark stood at {moment(drop.watermark)}"
            f"{self._held_by(self._index)}: too late, the record was "
            + ("put out aside." if drop.side_output else "dropped.")
        )
        return lines

    def of_window_that_never_fired(self, skip: e.WindowSkippedAsLate, key: Any) -> list[str]:
        return [
            f"The window {_window(skip.window)} of {key!r} never fired: when its records came, it was "
            f"over, as it is once the watermark is at {moment(skip.cleanup_time)}.",
            *self._passing(skip.cleanup_time),
        ]

    def of_skip(self, skip: e.WindowSkippedAsLate) -> str:
        first, _ = self._trace.event_range(step_of(self._trace, self._index))
        value, timestamp = next(
            (fact.value, fact.timestamp)
            for fact in reversed(self._trace.events[first : self._index])
            if isinstance(fact, e.ElementProcessed) and fact.operator == skip.operator
        )
        return (
            f"{self._shown(value)}, timestamp {_maybe(timestamp)}, came at {moment(self._time)}, when "
            f"the watermark stood at {moment(skip.watermark)}{self._held_by(self._index)}."
        )

    def of_firing(self, firing: e.WindowFired, key: Any) -> list[str]:
        window: Any = firing.window
        lines = [
            f"The window {_window(window)} of {key!r} fired at {moment(self._time)}, {firing.kind}, "
            f"with {firing.count} {'record' if firing.count == 1 else 'records'}: "
            f"{self._shown(firing.contents)}; the watermark stood at "
            f"{moment(firing.watermark)}."
        ]
        if firing.kind == "on time" and isinstance(window, tuple):
            lines += self._passing(window[1] - 1)
        return lines

    # --- watermarks ---------------------------------------------------------------------------------

    def _passing(self, timestamp: int) -> list[str]:
        """When the task's watermark passed *timestamp*, who had held it back, and what let it go."""
        held_by: tuple[str, ...] = ()
        for index, fact in enumerate(self._trace.events[: self._index + 1]):
            if isinstance(fact, e.InputWatermarkAdvanced) and fact.subtask == self._task.id:
                if fact.before < timestamp <= fact.after:
                    when, before = moment(self._time_of(index)), moment(fact.before)
                    said = [f"At {when} it came there, from {before} to {moment(fact.after)}."]
                    if held_by:
                        let_go = self._let_go(index)
                        said.append(
                            f"Until then {self._channels(held_by)} had held it back{let_go}."
                        )
                    return said
                held_by = fact.held_by
        return []

    def _held_by(self, before: int) -> str:
        for fact in reversed(self._trace.events[:before]):
            if isinstance(fact, e.InputWatermarkAdvanced) and fact.subtask == self._task.id:
                return f", held back by {self._channels(fact.held_by)}" if fact.held_by else ""
        return ""

    def _channels(self, channels: Sequence[str]) -> str:
        return self._labels.listed([self._channel(each) for each in channels])

    def _channel(self, channel_id: str) -> str:
        source = self._source_of(channel_id)
        splits: dict[str, None] = {}
        for step in self._trace:
            if step.actor == source:
                splits.update(
                    (fact.split, None)
                    for fact in step.events
                    if isinstance(fact, e.SourceRecordRead)
                )
        name = self._labels.name(source)
        if not splits:
            return name
        return f"{name} ({'split' if len(splits) == 1 else 'splits'} {', '.join(splits)})"

    def _source_of(self, channel_id: str) -> str:
        (channel,) = [c for c in self._trace.plan.channels if c.id == channel_id]
        return str(channel.source)

    def _let_go(self, advanced: int) -> str:
        """The record that made the source go on whose watermark let the task's one go."""
        arrived = chain_of_causes(self._trace, advanced)
        received = [i for i in arrived if isinstance(self._trace.events[i], e.ElementReceived)]
        written = received_from(self._trace, received[-1]) if received else None
        generated = None if written is None else generated_by(self._trace, written)
        reads = [] if generated is None else records_behind(self._trace, generated)
        if not reads:
            return ""
        record = self._trace.events[reads[-1]]
        assert isinstance(record, e.SourceRecordRead)
        timestamp = self._timestamp_of(reads[-1], record)
        return (
            f"; what let it go was {self._shown(record.value)} of split {record.split} with timestamp "
            f"{moment(timestamp)}"
        )

    def _timestamp_of(self, read: int, record: e.SourceRecordRead) -> int:
        """The event timestamp that the record got in its source task."""
        _, last = self._trace.event_range(step_of(self._trace, read))
        given = [
            fact.after
            for fact in self._trace.events[read:last]
            if isinstance(fact, e.TimestampAssigned)
        ]
        if given:
            return given[-1]
        assert record.timestamp is not None, "a record without a timestamp moves no watermark"
        return record.timestamp

    def _shown(self, value: Any) -> str:
        return self._labels.text(value if isinstance(value, str) else repr(value))

    def _time_of(self, index: int) -> int:
        return self._trace.heads[step_of(self._trace, index)].time_ms


def _window(window: Any) -> str:
    if isinstance(window, tuple) and len(window) == 2:
        return f"{moment(window[0])} to {moment(window[1])}"
    return repr(window)


def _maybe(timestamp: int | None) -> str:
    return "none" if timestamp is None else moment(timestamp)
