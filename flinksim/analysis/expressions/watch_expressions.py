"""Watch expressions: previous and current value of something in a run, as text or as functions.

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
    """Previous and current value of a watch expression.

    If the expression has several values, they are a dict by operator or task name.
    """

    words: str
    was: Any
    now: Any

    @property
    def changed(self) -> bool:
        """Whether the value has changed."""
        return bool(self.was != self.now)


class WatchTable(list[Watched]):
    """Watch expressions, printed as a table with previous and current values."""

    def __repr__(self) -> str:
        rows = [("", "was", "now"), *((one.words, shown(one.was), shown(one.now)) for one in self)]
        wide = [max(len(row[place]) for row in rows) for place in range(3)]
        lines = ["  ".join(map(str.ljust, row, wide)).rstrip() for row in rows]
        marks = ["  ", *("* " if one.changed else "  " for one in self)]
        return "\n".join(mark + line for mark, line in zip(marks, lines, strict=True))


class Watch:
    """Expression that is evaluated after a step.

    *expression* is text (:data:`EXAMPLES`) or a function of a
    :class:`~flinksim.analysis.expressions.conditions.AfterStep`.

    Raises:
        WordsError: The text is not understood. It is a ``ValueError``.
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
        """Evaluate the expression after *steps* steps of *trace*, with the job state *view*."""
        context = AfterStep()
        context.view, context.labels = view, Labels(trace.known_plan)
        context.facts = trace[steps - 1].events if steps else ()
        return self._look(context)


def shown(value: Any) -> str:
    """Format a watched value for the table."""
    if isinstance(value, dict):
        return ", ".join(f"{name}: {one}" for name, one in value.items()) or "-"
    return "-" if value is None else str(value)


def _parse(words: str) -> Look:
    normalized = " ".join(words.split())
    for pattern, make in _FORMS:
        if found := pattern.fullmatch(normalized):
            return make(**found.groupdict())
    raise WordsError(
        f"{words!r} is no watch expression that is understood; understood are: {'; '.join(EXAMPLES)}"
    )


def _one(values: dict[str, Any]) -> Any:
    """Return the value itself if there is only one; ``None`` if there is none."""
    return next(iter(values.values())) if len(values) == 1 else values or None


def _watermark(task: str) -> Look:
    def evaluate(context: AfterStep) -> Any:
        marks = {one: context.view.operators[one].stands_at for one in context.named(task)}
        return _one(
            {context.labels.name(one): context.labels.time(at) for one, at in marks.items()}
        )

    return evaluate


def _clock() -> Look:
    return lambda context: context.labels.time(context.view.time_ms)


def _pane(window: str, key: str) -> Look:
    def evaluate(context: AfterStep) -> Any:
        found = {
            context.labels.name(name): f"{pane.count} element{'s' * (pane.count != 1)}"
            for name, one in context.view.operators.items()
            for (known, at), pane in one.panes.items()
            if means_value(key, known, context.labels) and means_window(window, at, context.labels)
        }
        return _one(found)

    return evaluate


def _state(state: str, key: str) -> Look:
    def evaluate(context: AfterStep) -> Any:
        found = {
            context.labels.name(name): stored
            for name, one in context.view.operators.items()
            for (_, state_name, known, _), stored in one.states.items()
            if state_name == state.strip("“”\"'") and means_value(key, known, context.labels)
        }
        return _one(found)

    return evaluate


def _task(task: str) -> Look:
    def evaluate(context: AfterStep) -> Any:
        plan = context.view.plan
        if plan is None:
            return None
        operators = {one.id: one.subtask.id for one in plan.instances()}
        subtasks = dict.fromkeys(operators[one] for one in context.named(task))
        waits = {one: context.view.tasks[one].suspended for one in subtasks}
        return _one({context.labels.name(one): why or "runs" for one, why in waits.items()})

    return evaluate


def _sum(of: str) -> Callable[[], Look]:
    return lambda: lambda context: sum(getattr(one, of) for one in context.view.operators.values())


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
