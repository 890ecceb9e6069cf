"""Watch expressions: what something in a run is, and was, in words or as a function.

:data:`EXAMPLES` has one of each form. Not in Flink.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from flinksim.analysis.expressions.conditions import AfterStep
from flinksim.analysis.expressions.name_resolution import WordsError, means_value, means_window
from flinksim.trace.narration.formatting import Labels
from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import JobView

Look: TypeAlias = Callable[[AfterStep], Any]

EXAMPLES = (
    "watermark of windows",
    "clock",
    "pane [0, 10000) of a",
    "state sum of a",
    "task windows",
    "results",
    "dropped records",
)
"""One expression of each form."""


@dataclass(frozen=True, slots=True)
class Watched:
    """What a watch expression was and is; values by the names of what they are of, if there are
    several.
    """

    words: str
    was: Any
    now: Any

    @property
    def changed(self) -> bool:
        """Whether it is another than it was."""
        return bool(self.was != self.now)


class WatchTable(list[Watched]):
    """Watch expressions, printed as a table with was and now."""

    def __repr__(self) -> str:
        rows = [("", "was", "now"), *((one.words, shown(one.was), shown(one.now)) for one in self)]
        wide = [max(len(row[place]) for row in rows) for place in range(3)]
        lines = ["  ".join(map(str.ljust, row, wide)).rstrip() for row in rows]
        marks = ["  ", *("* " if one.changed else "  " for one in self)]
        return "\n".join(mark + line for mark, line in zip(marks, lines, strict=True))


class Watch:
    """An expression that is looked at after a step.

    *expression* is words (:data:`EXAMPLES`) or a function of a
    :class:`~flinksim.analysis.expressions.conditions.AfterStep`. Raises: WordsError (a ValueError) for words that
    are not understood.
    """

    def __init__(self, expression: str | Look) -> None:
        if isinstance(expression, type):
            raise TypeError(
                f"expected words or a function of a Moment, found the class {expression.__name__}"
            )
        self.words = expression if isinstance(expression, str) else getattr(
            expression, "__name__", "a function"
        )  # fmt: skip
        self._look = _parse(expression) if isinstance(expression, str) else expression

    def after(self, trace: Trace, view: JobView, steps: int) -> Any:
        """What it is when *steps* steps of *trace* are done, which lead to *view*."""
        moment = AfterStep()
        moment.view, moment.labels = view, Labels(trace.known_plan)
        moment.facts = trace[steps - 1].events if steps else ()
        return self._look(moment)


def shown(value: Any) -> str:
    """A watched value in a table."""
    if isinstance(value, dict):
        return ", ".join(f"{name}: {one}" for name, one in value.items()) or "-"
    return "-" if value is None else str(value)


def _parse(words: str) -> Look:
    text = " ".join(words.split())
    for pattern, make in _FORMS:
        if found := pattern.fullmatch(text):
            return make(**found.groupdict())
    raise WordsError(
        f"{words!r} is no watch expression that is understood; understood are: {'; '.join(EXAMPLES)}"
    )


def _one(values: dict[str, Any]) -> Any:
    """The value alone, where there is but one."""
    return next(iter(values.values())) if len(values) == 1 else values or None


def _watermark(task: str) -> Look:
    def look(moment: AfterStep) -> Any:
        marks = {one: moment.view.operators[one].stands_at for one in moment.named(task)}
        return _one({moment.labels.name(one): moment.labels.time(at) for one, at in marks.items()})

    return look


def _clock() -> Look:
    return lambda moment: moment.labels.time(moment.view.time_ms)


def _pane(window: str, key: str) -> Look:
    def look(moment: AfterStep) -> Any:
        found = {
            moment.labels.name(name): f"{pane.count} element{'s' * (pane.count != 1)}"
            for name, one in moment.view.operators.items()
            for (known, at), pane in one.panes.items()
            if means_value(key, known, moment.labels) and means_window(window, at, moment.labels)
        }
        return _one(found)

    return look


def _state(state: str, key: str) -> Look:
    def look(moment: AfterStep) -> Any:
        found = {
            moment.labels.name(name): held
            for name, one in moment.view.operators.items()
            for (_, kept, known, _), held in one.states.items()
            if kept == state.strip("“”\"'") and means_value(key, known, moment.labels)
        }
        return _one(found)

    return look


def _task(task: str) -> Look:
    def look(moment: AfterStep) -> Any:
        plan = moment.view.plan
        if plan is None:
            return None
        operators = {one.id: one.subtask.id for one in plan.instances()}
        subtasks = dict.fromkeys(operators[one] for one in moment.named(task))
        waits = {one: moment.view.tasks[one].suspended for one in subtasks}
        return _one({moment.labels.name(one): why or "runs" for one, why in waits.items()})

    return look


def _sum(of: str) -> Callable[[], Look]:
    return lambda: lambda moment: sum(getattr(one, of) for one in moment.view.operators.values())


_FORMS: tuple[tuple[re.Pattern[str], Callable[..., Look]], ...] = (
    (re.compile(r"(?:the )?watermark of (?P<task>.+)"), _watermark),
    (re.compile(r"(?:the )?clock"), _clock),
    (
        re.compile(
            r"(?:the )?(?:pane|window) (?P<window>\[[^\])]*[\])]|GlobalWindow) of (?:key )?(?P<key>.+)"
        ),
        _pane,
    ),
    (re.compile(r"(?:the )?state (?P<state>.+?) of (?:key )?(?P<key>.+)"), _state),
    (re.compile(r"(?:the )?task (?P<task>.+)"), _task),
    (re.compile(r"(?:the )?results"), _sum("results")),
    (re.compile(r"(?:the )?(?:dropped|late) records"), _sum("late")),
)
