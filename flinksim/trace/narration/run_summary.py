"""Summary of a run that fits on two screens.

The events of the story (:mod:`flinksim.trace.narration.verbosity`) are grouped by type and by time.
Several events of a type in one period become one line, which counts them and names the first ones. The
shortest period is chosen with which the summary fits. A run whose full story fits is not summarized.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.message_catalog import load_catalog, translate
from flinksim.core.validation import validate_arguments
from flinksim.trace import events as e
from flinksim.trace.narration.narrator import (
    NarrationLine,
    NarrationText,
    build_key_filter,
    build_lines,
    describe_end,
    format_lines,
)
from flinksim.trace.narration.templates import render_event
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.narration.verbosity import find_rule, is_included
from flinksim.trace.recorder import Trace
from flinksim.trace.schema.event_kinds import KINDS_BY_CLASS

MAX_LINES = 90
"""Maximum number of lines of a summary, so that it fits on two screens."""

_PERIODS_MS = (1, 100, 1_000, 10_000, 60_000, 600_000, 3_600_000, 86_400_000, 864_000_000)
_MAX_NAMED = 4

_NAMED_KINDS: dict[type[Any], str] = {
    e.WindowFired: "summary.windows_fire",
    e.LateRecordDropped: "summary.late_records",
    e.ResultWritten: "summary.results",
    e.TimerFired: "summary.timers_fire",
    e.CheckpointCompleted: "summary.checkpoints",
}
"""Event types of which a line names the first ones, with the message for several.

Lines of other types describe the first event of the period.
"""


@dataclass
class _Group:
    """Events of one type in one period."""

    step: int
    indices: list[int] = field(default_factory=list)


@validate_arguments
def summarize(
    trace: Trace,
    *,
    key: str | None = None,
    max_lines: int = MAX_LINES,
    width: int | None = 100,
    language: Language = "en",
) -> NarrationText:
    """Summarize *trace* in at most about *max_lines* lines.

    Args:
        trace: The run.
        key: If given, only the records, windows and timers of this key, and watermarks.
        max_lines: The maximum number of lines, unless the run has that many types of events.
        width: Maximum length of a line; ``None`` for no line breaks.
        language: "en", or "zh" for Simplified Chinese.
    """
    end = describe_end(trace, key, language) if len(trace) > 1 else []
    lines = build_lines(trace, "story", 0, len(trace) - 1, key, language)
    story = format_lines([*lines, *end], width)
    if story.count("\n") < max_lines:
        return story
    summarizer = _Summarizer(trace, key, language, end)
    for period_ms in _PERIODS_MS:
        text = format_lines(list(summarizer.build_lines(period_ms)), width)
        if text.count("\n") < max_lines:
            break
    return text


class _Summarizer:
    """Groups the events of a run by type and period."""

    def __init__(
        self, trace: Trace, key: str | None, language: Language, end: list[NarrationLine]
    ) -> None:
        self._trace = trace
        self._formatter = Formatter(trace.plan_or_none, language)
        self._language = language
        self._events = list(self._find_events(key))
        self._end = end

    def _find_events(self, key: str | None) -> Iterator[tuple[int, int]]:
        """Yield the step and the index of each event that the summary counts."""
        is_of_key = None if key is None else build_key_filter(self._trace, key)
        for step in range(len(self._trace)):
            for index in range(*self._trace.event_range(step)):
                event = self._trace.events[index]
                rule = find_rule(event, self._formatter)
                is_counted = (
                    is_included(rule, "story")
                    or rule.is_explanatory
                    or isinstance(event, e.SourceRecordRead)
                )
                if is_counted and (is_of_key is None or is_of_key(index, rule)):
                    yield step, index

    def build_lines(self, period_ms: int) -> Iterator[NarrationLine]:
        """Yield the lines of a summary whose periods are *period_ms* long."""
        current: int | None = None
        groups: dict[type[Any], _Group] = {}
        for step, index in self._events:
            period = self._trace.headers[step].time_ms // period_ms
            if period != current:
                yield from self._describe_period(groups)
                current, groups = period, {}
            kind = type(self._trace.events[index])
            groups.setdefault(kind, _Group(step)).indices.append(index)
        yield from self._describe_period(groups)
        yield from self._end
        yield NarrationLine("", "", 0, translate(self._language, "summary.how_to_see_all"))

    def _describe_period(self, groups: dict[type[Any], _Group]) -> Iterator[NarrationLine]:
        for kind, group in groups.items():
            time_ms = self._trace.headers[group.step].time_ms
            yield NarrationLine(
                f"{group.step:,}", self._formatter.format_time(time_ms), 0,
                self._describe_group(kind, group.indices),
            )  # fmt: skip

    def _describe_group(self, kind: type[Any], indices: list[int]) -> str:
        if kind is e.InputWatermarkAdvanced:
            return self._describe_watermarks(indices)
        if len(indices) == 1:
            return self._describe(indices[0])
        count = len(indices)
        if kind is e.SourceRecordRead:
            return translate(self._language, "summary.read", n=count)
        message = _NAMED_KINDS.get(kind)
        if message is None:
            sentence = self._describe(indices[0])
            return translate(self._language, "summary.more", sentence=sentence, n=count - 1)
        names = dict.fromkeys(self._format_name(index) for index in indices)
        return translate(self._language, message, n=count, names=self._join([*names]))

    def _join(self, names: list[str]) -> str:
        listed: str = load_catalog(self._language)["labels"]["comma"].join(names[:_MAX_NAMED])
        if len(names) > _MAX_NAMED:
            listed += translate(self._language, "list.more", n=len(names) - _MAX_NAMED)
        return listed

    def _format_name(self, index: int) -> str:
        formatter = self._formatter
        match self._trace.events[index]:
            case e.WindowFired(window=window, key=key):
                return translate(
                    self._language,
                    "summary.window",
                    window=formatter.format_window(window),
                    key=formatter.format_value(json.dumps(key)),
                )
            case e.TimerFired(timestamp=timestamp, key=key):
                return translate(
                    self._language,
                    "timer.key_at",
                    key=formatter.format_value(json.dumps(key)),
                    time=formatter.format_time(timestamp),
                )
            case e.LateRecordDropped(value=value):
                return formatter.format_value(json.dumps(value))
            case e.CheckpointCompleted(checkpoint=checkpoint):
                return str(checkpoint)
            case e.ResultWritten(text=text):
                return formatter.format_text(text)
        raise AssertionError(f"event {index} has no name")

    def _describe_watermarks(self, indices: list[int]) -> str:
        """Describe to where the watermark of each task advanced."""
        if len(indices) == 1:
            return self._describe(indices[0])
        events: list[Any] = [self._trace.events[index] for index in indices]
        advanced = {event.subtask: event.after for event in events}
        if len(advanced) > 1 and len(marks := set(advanced.values())) == 1:
            mark = self._formatter.format_time(marks.pop())
            return translate(self._language, "summary.watermark", n=len(advanced), mark=mark)
        tasks = [
            translate(
                self._language,
                "summary.task_watermark",
                task=self._formatter.format_id(task),
                mark=self._formatter.format_time(watermark),
            )
            for task, watermark in advanced.items()
        ]
        return translate(
            self._language, "summary.watermarks", tasks=self._join(tasks), n=len(tasks)
        )

    def _describe(self, index: int) -> str:
        event = self._trace.events[index]
        return render_event(KINDS_BY_CLASS[type(event)], event, self._formatter)
