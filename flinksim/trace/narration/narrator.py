"""Description of a run in sentences: what happened in which step, at a chosen verbosity.

The events of a step are listed one below the other, each one indented below its cause. Steps without
an event of that verbosity are summarised in one line.
"""

from __future__ import annotations

import json
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.message_catalog import load_catalog, translate
from flinksim.core.safe_repr import format_repr
from flinksim.core.validation import validate_arguments
from flinksim.trace import events as e
from flinksim.trace.narration.final_tables import describe_tables
from flinksim.trace.narration.templates import render_event
from flinksim.trace.narration.unfinished_work import describe_unfinished_work
from flinksim.trace.narration.value_formatting import Formatter, format_json_value
from flinksim.trace.narration.verbosity import (
    Verbosity,
    VerbosityRule,
    find_rank,
    find_rule,
    is_included,
)
from flinksim.trace.recorder import Trace
from flinksim.trace.schema.event_kinds import KINDS_BY_CLASS

MAX_LISTED_KEYS = 20
"""Maximum number of keys that an error message lists."""

_MAX_COUNTS = 4
_MAX_DEPTH = 6
_IDLE_KINDS: tuple[type[Any], ...] = (
    e.MailEnqueued, e.MailTaken, e.ProcessingTimeAdvanced, e.DefaultActionSuspended,
    e.DefaultActionResumed,
)  # fmt: skip
"""Event types that occur even when no record is processed.

A summary of omitted steps counts them only if there are no other events.
"""


class NarrationText(str):
    r"""Text of several lines, which a notebook or console displays without quotes and ``\n``."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


class NarrationLine(NamedTuple):
    """Line of a description: step, time, level of indentation and text."""

    step: str
    time: str
    depth: int
    text: str


@validate_arguments
def narrate(
    trace: Trace,
    verbosity: Verbosity = "story",
    *,
    first: int = 0,
    last: int | None = None,
    key: str | None = None,
    width: int | None = 100,
    language: Language = "en",
) -> NarrationText:
    """Describe steps of *trace* in sentences.

    If *first* equals *last*, a step without an event of that verbosity is described by its most
    important event. The description of several steps up to the end of the trace ends with what has
    not happened, such as windows that have not fired.

    Args:
        trace: The run.
        verbosity: Verbosity, one of "story", "event time", "records" and "everything".
        first: First step.
        last: Last step; the end of the trace by default.
        key: If given, only the records, panes and timers of this key, as a sentence shows it, and
            what advances event time.
        width: Maximum length of a line; ``None`` for no line breaks.
        language: "en", or "zh" for Simplified Chinese.

    Raises:
        ValueError: The verbosity, a step or the key does not exist.
    """
    until = len(trace) - 1 if last is None else last
    lines = build_lines(trace, verbosity, first, until, key, language)
    if first < until == len(trace) - 1:
        lines += describe_end(trace, key, language)
    return format_lines(lines, width)


@validate_arguments
def build_lines(
    trace: Trace, verbosity: Verbosity, first: int, last: int, key: str | None, language: Language
) -> list[NarrationLine]:
    """Describe steps of *trace*; for the arguments and errors see :func:`narrate`."""
    if not 0 <= first <= last < len(trace):
        raise ValueError(
            f"steps {first} to {last}: expected a first and a last step from 0 to {len(trace) - 1}"
        )
    return list(_Narrator(trace, verbosity, key, language).build_lines(first, last))


@validate_arguments
def describe_end(trace: Trace, key: str | None, language: Language) -> list[NarrationLine]:
    """Describe the end of the run: tables of SQL, what has not happened, what a trace does not contain."""
    texts = describe_tables(trace, language) if key is None else []
    texts += [
        translate(language, "narration.unfinished", item=item)
        for item in describe_unfinished_work(trace, key=key, language=language)
    ]
    if "cut" in trace.info:
        texts.append(translate(language, "narration.cut", cut=trace.info["cut"]))
    return [NarrationLine("", "", 0, text) for text in texts]


def format_lines(lines: list[NarrationLine], width: int | None) -> NarrationText:
    """Format *lines* with aligned columns for the step and the time."""
    steps, times = max(len(line.step) for line in lines), max(len(line.time) for line in lines)
    return NarrationText("\n".join(_format_line(line, steps, times, width) for line in lines))


def _format_line(line: NarrationLine, steps: int, times: int, width: int | None) -> str:
    margin = f"{line.step:>{steps}}  {line.time:>{times}}  " + "  " * line.depth
    if width is None:
        return margin + line.text
    return textwrap.fill(
        line.text,
        max(width, len(margin) + 20),
        initial_indent=margin,
        subsequent_indent=" " * (len(margin) + 4),
        break_on_hyphens=False,
    )


class _Narrator:
    """Builds the lines of the description of a run."""

    def __init__(
        self, trace: Trace, verbosity: Verbosity, key: str | None, language: Language
    ) -> None:
        self._trace = trace
        self._verbosity = verbosity
        self._formatter = Formatter(trace.plan_or_none, language)
        self._is_of_key = None if key is None else build_key_filter(trace, key)

    def build_lines(self, first: int, last: int) -> Iterator[NarrationLine]:
        trace, labels = self._trace, self._formatter
        omitted = _OmittedSteps(labels.language)
        for number in range(first, last + 1):
            begin, end = trace.event_range(number)
            rules = [find_rule(event, labels) for event in trace.events[begin:end]]
            selected = self._select_events(begin, rules)
            if not selected and first == last and begin < end:
                selected = [min(range(begin, end), key=lambda i: find_rank(self._get_kind_name(i)))]
            if not selected:
                omitted.add(trace.events[begin:end], rules)
                continue
            yield from omitted.build_line()
            omitted = _OmittedSteps(labels.language)
            step, time = f"{number:,}", labels.format_time(trace.headers[number].time_ms)
            for index in selected:
                yield NarrationLine(
                    step, time, self._compute_depth(index, selected), self._describe(index)
                )
                step = time = ""
        yield from omitted.build_line()

    def _select_events(self, begin: int, rules: list[VerbosityRule]) -> list[int]:
        """Return the events of a step that the description includes, with those that explain them.

        Args:
            begin: First event of the step.
            rules: Verbosity rules of the events of the step, in order.
        """
        selected = {
            begin + offset: None
            for offset, rule in enumerate(rules)
            if is_included(rule, self._verbosity)
            and (self._is_of_key is None or self._is_of_key(begin + offset, rule))
        }
        for index in list(selected):
            for cause in self._iterate_causes(index):
                if cause >= begin and rules[cause - begin].is_explanatory:
                    selected[cause] = None
        return sorted(selected)

    def _iterate_causes(self, index: int) -> Iterator[int]:
        cause = self._trace.links.cause
        while (index := cause[index]) >= 0:
            yield index

    def _compute_depth(self, index: int, selected: list[int]) -> int:
        return min(_MAX_DEPTH, sum(cause in selected for cause in self._iterate_causes(index)))

    def _get_kind_name(self, index: int) -> str:
        return type(self._trace.events[index]).__name__

    def _describe(self, index: int) -> str:
        event = self._trace.events[index]
        return render_event(KINDS_BY_CLASS[type(event)], event, self._formatter)


class _OmittedSteps:
    """Consecutive steps without an event of the chosen verbosity, summarised in one line."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._steps = 0
        self._is_idle = True
        self._counts: Counter[str] = Counter()
        self._idle_counts: Counter[str] = Counter()

    def add(self, events: list[e.TraceEvent], rules: list[VerbosityRule]) -> None:
        self._steps += 1
        for event, rule in zip(events, rules, strict=True):
            is_idle = isinstance(event, _IDLE_KINDS)
            self._is_idle = self._is_idle and is_idle
            if rule.count:
                (self._idle_counts if is_idle else self._counts)[rule.count] += 1

    def build_line(self) -> Iterator[NarrationLine]:
        """Yield the line that summarises the omitted steps; nothing if there are none."""
        if not self._steps:
            return
        catalog = load_catalog(self._language)
        counts = self._idle_counts if self._is_idle else self._counts
        words = [
            f"{count:,} {catalog['event_counts'][name][count != 1]}"
            for name, count in counts.most_common(_MAX_COUNTS)
        ]
        text = translate(self._language, "narration.steps", n=self._steps)
        if words:
            listed = catalog["labels"]["comma"].join(words)
            message = "narration.only" if self._is_idle else "narration.counts"
            text += translate(self._language, message, counts=listed)
        yield NarrationLine("…", "", 0, text)


def _check_key(trace: Trace, key: str) -> None:
    """Check that an event of *trace* has this key.

    Raises:
        ValueError: No event has the key; the message lists the keys of the run.
    """
    keys: dict[str, None] = {}
    for event in trace.events:
        if hasattr(event, "key"):
            name = format_json_value(json.dumps(event.key))
            if name == key:
                return
            keys[name] = None
    if not keys:
        raise ValueError(f"key {format_repr(key, 60)}: this run has no keyed records")
    listed = ", ".join(list(keys)[:MAX_LISTED_KEYS])
    more = f" and {len(keys) - MAX_LISTED_KEYS:,} more" if len(keys) > MAX_LISTED_KEYS else ""
    raise ValueError(
        f"key {format_repr(key, 60)}: no record has this key. Keys in this run: {listed}{more}"
    )


def build_key_filter(trace: Trace, key: str) -> Callable[[int, VerbosityRule], bool]:
    """Build a function that returns whether an event concerns *key*.

    A record concerns the key if the first keyed event that resulted from it does. A result concerns
    the key if the last keyed event that it resulted from does.
    """
    events, links = trace.events, trace.links

    _check_key(trace, key)

    def nearest(start: int, get_neighbors: Callable[[int], tuple[int, ...]]) -> bool | None:
        queue = [start]
        visited = {start: None}
        for index in queue:
            event: Any = events[index]
            if hasattr(event, "key"):
                return format_json_value(json.dumps(event.key)) == key
            for other in get_neighbors(index):
                if other not in visited and (
                    hasattr(events[other], "value") or get_neighbors == links.get_predecessors
                ):
                    visited[other] = None
                    queue.append(other)
        return None

    def concerns(index: int, rule: VerbosityRule) -> bool:
        event = events[index]
        if not (hasattr(event, "key") or hasattr(event, "value") or rule.verbosity == "records"):
            return True
        found = nearest(index, links.get_predecessors)
        if found is None:
            found = nearest(index, links.get_successors)
        return bool(found)

    return concerns
