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
from flinksim.core.i18n.locales.events_zh import COUNTED_ZH, QUIET_ZH
from flinksim.core.validation import checked
from flinksim.trace import events as e
from flinksim.trace.narration.formatting import Labels, show
from flinksim.trace.narration.templates import fill
from flinksim.trace.narration.verbosity import Grain, Worth, is_told, rank_of, worth_of
from flinksim.trace.recorder import Trace
from flinksim.trace.schema.event_kinds import KIND_OF

_MOST_COUNTED = 4
_DEEPEST = 6
_IDLING: tuple[type[Any], ...] = (
    e.MailEnqueued, e.MailTaken, e.ProcessingTimeAdvanced, e.DefaultActionSuspended,
    e.DefaultActionResumed,
)  # fmt: skip
"""Events that occur even if nothing happens; counted only where there are no others."""


class ToldText(str):
    """Text of several lines, displayed as such in a notebook or a console."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


class _Line(NamedTuple):
    step: str
    time: str
    depth: int
    text: str


@checked
def tell(
    trace: Trace,
    grain: Grain = "story",
    *,
    first: int = 0,
    last: int | None = None,
    key: str | None = None,
    width: int | None = 100,
    language: Language = "en",
) -> ToldText:
    """Describe steps of *trace* in sentences.

    If *first* equals *last*, a step without an event of that verbosity is described by its most
    important event.

    Args:
        trace: The run.
        grain: Verbosity, one of "story", "event time", "records" and "everything".
        first: First step.
        last: Last step; the end of the trace by default.
        key: If given, only the records, panes and timers of this key, as a sentence shows it, and
            what advances event time.
        width: Maximum length of a line; ``None`` for no line breaks.
        language: "en", or "zh" for Simplified Chinese.

    Raises:
        ValueError: The verbosity or a step does not exist.
    """
    until = len(trace) - 1 if last is None else last
    if not 0 <= first <= until < len(trace):
        raise ValueError(
            f"steps {first} to {until}: expected two of the steps 0 to {len(trace) - 1}, in order"
        )
    lines = list(_Teller(trace, grain, key, language).lines(first, until))
    if "cut" in trace.info and until == len(trace) - 1:
        cut = QUIET_ZH["cut"] if language == "zh" else "The trace is cut: {cut}."
        lines.append(_Line("", "", 0, cut.format(cut=trace.info["cut"])))
    steps, times = max(len(line.step) for line in lines), max(len(line.time) for line in lines)
    return ToldText("\n".join(_in_columns(line, steps, times, width) for line in lines))


def _in_columns(line: _Line, steps: int, times: int, width: int | None) -> str:
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


class _Teller:
    """Builds the lines of a description."""

    def __init__(self, trace: Trace, grain: Grain, key: str | None, language: Language) -> None:
        self._trace = trace
        self._grain = grain
        self._labels = Labels(trace.known_plan, language)
        self._is_of_key = None if key is None else _key_filter(trace, key)

    def lines(self, first: int, last: int) -> Iterator[_Line]:
        trace, labels = self._trace, self._labels
        omitted = _Quiet(labels.language)
        for number in range(first, last + 1):
            begin, end = trace.event_range(number)
            rules = [worth_of(fact, labels) for fact in trace.events[begin:end]]
            selected = self._told(begin, rules)
            if not selected and first == last and begin < end:
                selected = [min(range(begin, end), key=lambda i: rank_of(self._name(i)))]
            if not selected:
                omitted.take(trace.events[begin:end], rules)
                continue
            yield from omitted.line()
            omitted = _Quiet(labels.language)
            step, time = f"{number:,}", labels.time(trace.heads[number].time_ms)
            for index in selected:
                yield _Line(step, time, self._depth(index, selected), self._sentence(index))
                step = time = ""
        yield from omitted.line()

    def _told(self, begin: int, worths: list[Worth]) -> list[int]:
        """Return the events of a step that are included, and those that explain them.

        Args:
            begin: First event of the step.
            worths: Rules of the events of the step.
        """
        selected = {
            begin + offset: None
            for offset, rule in enumerate(worths)
            if is_told(rule, self._grain)
            and (self._is_of_key is None or self._is_of_key(begin + offset, rule))
        }
        for index in list(selected):
            for cause in self._causes(index):
                if cause >= begin and worths[cause - begin].explains:
                    selected[cause] = None
        return sorted(selected)

    def _causes(self, index: int) -> Iterator[int]:
        cause = self._trace.links.cause
        while (index := cause[index]) >= 0:
            yield index

    def _depth(self, index: int, told: list[int]) -> int:
        return min(_DEEPEST, sum(cause in told for cause in self._causes(index)))

    def _name(self, index: int) -> str:
        return type(self._trace.events[index]).__name__

    def _sentence(self, index: int) -> str:
        fact = self._trace.events[index]
        return fill(KIND_OF[type(fact)], fact, self._labels)


class _Quiet:
    """Consecutive steps of which no event is described."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._steps = 0
        self._is_idle = True
        self._counts: Counter[tuple[str, str]] = Counter()
        self._idling: Counter[tuple[str, str]] = Counter()

    def take(self, facts: list[e.TraceEvent], worths: list[Worth]) -> None:
        self._steps += 1
        for fact, rule in zip(facts, worths, strict=True):
            is_idle = isinstance(fact, _IDLING)
            self._is_idle = self._is_idle and is_idle
            if rule.counted is not None:
                (self._idling if is_idle else self._counts)[rule.counted] += 1

    def line(self) -> Iterator[_Line]:
        """Yield the line that summarises the steps, if there are any."""
        if not self._steps:
            return
        counts = self._idling if self._is_idle else self._counts
        common = counts.most_common(_MOST_COUNTED)
        if self._language == "zh":
            words = [f"{count:,} {COUNTED_ZH[one]}" for (one, _), count in common]
            listed = QUIET_ZH["comma"].join(words)
            text = QUIET_ZH["steps"].format(steps=self._steps)
            text += QUIET_ZH["counts"].format(counts=listed) if words else ""
            text += QUIET_ZH["idle"] if self._is_idle else ""
        else:
            words = [f"{count:,} {one if count == 1 else many}" for (one, many), count in common]
            text = f"{self._steps:,} step{'' if self._steps == 1 else 's'}"
            text += f": {', '.join(words)}" if words else ""
            text += "; nothing else happened" if self._is_idle else ""
        yield _Line("…", "", 0, text)


def _key_filter(trace: Trace, key: str) -> Callable[[int, Worth], bool]:
    """Build a function that returns whether an event concerns *key*.

    A record concerns the key if the first keyed event that resulted from it does. A result concerns
    the key if the last keyed event that it resulted from does.
    """
    events, links = trace.events, trace.links

    def nearest(start: int, get_neighbors: Callable[[int], tuple[int, ...]]) -> bool | None:
        queue = [start]
        visited = {start: None}
        for index in queue:
            fact: Any = events[index]
            if hasattr(fact, "key"):
                return show(json.dumps(fact.key)) == key
            for other in get_neighbors(index):
                if other not in visited and (
                    hasattr(events[other], "value") or get_neighbors == links.came_from
                ):
                    visited[other] = None
                    queue.append(other)
        return None

    def concerns(index: int, rule: Worth) -> bool:
        fact = events[index]
        if not (hasattr(fact, "key") or hasattr(fact, "value") or rule.grain == "records"):
            return True
        found = nearest(index, links.came_from)
        if found is None:
            found = nearest(index, links.came_of)
        return bool(found)

    return concerns
