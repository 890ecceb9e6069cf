"""A run in sentences: what happened in which step, at a chosen grain.

The facts of a step stand under each other, each one indented below what it came from. Steps in which
nothing of that grain happened are one line that says what there was in them.
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
"""What is there while nothing happens; counted only where there is nothing else."""


class ToldText(str):
    """Text of several lines, shown as such where a notebook or a console shows what it was given."""

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
    """The steps from *first* to *last* of *trace* (to its end, unless given), in sentences.

    With *key* only the records, panes and timers of that key (as a sentence shows it), and what moves
    event time. *language* is "en" or "zh", Simplified Chinese. Lines are broken at *width* characters;
    ``None`` does not break them. If *first* is *last*, a step without a fact of that grain is told by
    the fact that says most about it.

    Raises: ValueError for a grain or a step that there is not.
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
    """Goes through a trace and makes the lines."""

    def __init__(self, trace: Trace, grain: Grain, key: str | None, language: Language) -> None:
        self._trace = trace
        self._grain = grain
        self._labels = Labels(trace.known_plan, language)
        self._is_of_key = None if key is None else _key_filter(trace, key)

    def lines(self, first: int, last: int) -> Iterator[_Line]:
        trace, labels = self._trace, self._labels
        quiet = _Quiet(labels.language)
        for number in range(first, last + 1):
            begin, end = trace.event_range(number)
            worths = [worth_of(fact, labels) for fact in trace.events[begin:end]]
            told = self._told(begin, worths)
            if not told and first == last and begin < end:
                told = [min(range(begin, end), key=lambda i: rank_of(self._name(i)))]
            if not told:
                quiet.take(trace.events[begin:end], worths)
                continue
            yield from quiet.line()
            quiet = _Quiet(labels.language)
            step, time = f"{number:,}", labels.time(trace.heads[number].time_ms)
            for index in told:
                yield _Line(step, time, self._depth(index, told), self._sentence(index))
                step = time = ""
        yield from quiet.line()

    def _told(self, begin: int, worths: list[Worth]) -> list[int]:
        """The facts that are told of a step whose facts begin at *begin*, and what explains them."""
        told = {
            begin + offset: None
            for offset, worth in enumerate(worths)
            if is_told(worth, self._grain)
            and (self._is_of_key is None or self._is_of_key(begin + offset, worth))
        }
        for index in list(told):
            for cause in self._causes(index):
                if cause >= begin and worths[cause - begin].explains:
                    told[cause] = None
        return sorted(told)

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
    """Steps of which nothing is told one by one."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._steps = 0
        self._is_idle = True
        self._counts: Counter[tuple[str, str]] = Counter()
        self._idling: Counter[tuple[str, str]] = Counter()

    def take(self, facts: list[e.TraceEvent], worths: list[Worth]) -> None:
        self._steps += 1
        for fact, worth in zip(facts, worths, strict=True):
            idles = isinstance(fact, _IDLING)
            self._is_idle = self._is_idle and idles
            if worth.counted is not None:
                (self._idling if idles else self._counts)[worth.counted] += 1

    def line(self) -> Iterator[_Line]:
        """The line about them, if there were any."""
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
    """Whether a fact concerns *key*: a record does if the first keyed fact that came of it does, and a
    result if the last keyed fact that it came from does.
    """
    events, links = trace.events, trace.links

    def nearest(start: int, next_to: Callable[[int], tuple[int, ...]]) -> bool | None:
        ahead = [start]
        met = {start: None}
        for index in ahead:
            fact: Any = events[index]
            if hasattr(fact, "key"):
                return show(json.dumps(fact.key)) == key
            for other in next_to(index):
                if other not in met and (
                    hasattr(events[other], "value") or next_to == links.came_from
                ):
                    met[other] = None
                    ahead.append(other)
        return None

    def concerns(index: int, worth: Worth) -> bool:
        fact = events[index]
        if not (hasattr(fact, "key") or hasattr(fact, "value") or worth.grain == "records"):
            return True
        found = nearest(index, links.came_from)
        if found is None:
            found = nearest(index, links.came_of)
        return bool(found)

    return concerns
