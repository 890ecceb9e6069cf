"""Watch expressions: previous and current value of something in a run, as text or as functions.

:data:`EXAMPLES` has one of each form. Not in Flink.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from flinksim.analysis.expressions.conditions import StepContext
from flinksim.analysis.expressions.name_resolution import (
    NameResolutionError,
    is_value_match,
    is_window_match,
)
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import JobView

WatchFunction: TypeAlias = Callable[[StepContext], Any]

EXAMPLES = (
    "watermark of windows",
    "clock",
    "window [0, 10000) of a",
    "state sum of a",
    "task windows",
    "results",
    "dropped records",
)
"""Example of each form of watch expression."""


@dataclass(frozen=True, slots=True)
class WatchValue:
    """Value of a watch expression before and after the run last continued.

    An expression that names several operators or tasks has one value for each of them, as a dict by
    name.
    """

    text: str
    previous: Any
    current: Any

    @property
    def has_changed(self) -> bool:
        """Whether the previous and the current value differ."""
        return bool(self.previous != self.current)


class WatchTable(list[WatchValue]):
    """Watch expressions, printed as a table with previous and current values."""

    def __repr__(self) -> str:
        rows = [
            ("", "was", "now"),
            *(
                (one.text, format_watch_value(one.previous), format_watch_value(one.current))
                for one in self
            ),
        ]
        wide = [max(len(row[place]) for row in rows) for place in range(3)]
        lines = ["  ".join(map(str.ljust, row, wide)).rstrip() for row in rows]
        marks = ["  ", *("* " if one.has_changed else "  " for one in self)]
        return "\n".join(mark + line for mark, line in zip(marks, lines, strict=True))


class WatchExpression:
    """Expression that is evaluated after a step.

    *expression* is text (:data:`EXAMPLES`) or a function of a
    :class:`~flinksim.analysis.expressions.conditions.StepContext`.

    Raises:
        NameResolutionError: The text is not understood. It is a ``ValueError``.
    """

    def __init__(self, expression: str | WatchFunction) -> None:
        if isinstance(expression, type):
            raise TypeError(
                f"expected text or a function of a Moment, found the class {expression.__name__}"
            )
        self.text = expression if isinstance(expression, str) else getattr(
            expression, "__name__", "a function"
        )  # fmt: skip
        self._function = (
            _parse_expression(expression) if isinstance(expression, str) else expression
        )

    def evaluate(self, trace: Trace, job_state: JobView, steps: int) -> Any:
        """Evaluate the expression after *steps* steps of *trace*, with the job state *job_state*."""
        context = StepContext()
        context.state, context.labels = job_state, Formatter(trace.plan_or_none)
        context.events = trace[steps - 1].events if steps else ()
        return self._function(context)


def format_watch_value(value: Any) -> str:
    """Format a watched value for the table."""
    if isinstance(value, dict):
        return ", ".join(f"{name}: {one}" for name, one in value.items()) or "-"
    return "-" if value is None else str(value)


def _parse_expression(text: str) -> WatchFunction:
    normalized = " ".join(text.split())
    for pattern, make in _EXPRESSION_FORMS:
        if found := pattern.fullmatch(normalized):
            return make(**found.groupdict())
    raise NameResolutionError(
        f"I did not understand the watch expression {text!r}. Supported "
        f"expressions: {'; '.join(EXAMPLES)}"
    )


def _unwrap_single(values: dict[str, Any]) -> Any:
    """Return the only value of *values*, or the whole dict if there are several; ``None`` if empty."""
    return next(iter(values.values())) if len(values) == 1 else values or None


def _build_watermark_watch(task: str) -> WatchFunction:
    def evaluate(context: StepContext) -> Any:
        marks = {
            one: context.state.operators[one].effective_watermark
            for one in context.find_operators(task)
        }
        return _unwrap_single(
            {
                context.labels.format_id(one): context.labels.format_time(at)
                for one, at in marks.items()
            }
        )

    return evaluate


def _build_clock_watch() -> WatchFunction:
    return lambda context: context.labels.format_time(context.state.time_ms)


def _build_window_watch(window: str, key: str) -> WatchFunction:
    def evaluate(context: StepContext) -> Any:
        found = {
            context.labels.format_id(name): f"{pane.count} element{'s' * (pane.count != 1)}"
            for name, one in context.state.operators.items()
            for (known, at), pane in one.panes.items()
            if is_value_match(key, known, context.labels)
            and is_window_match(window, at, context.labels)
        }
        return _unwrap_single(found)

    return evaluate


def _build_state_watch(state: str, key: str) -> WatchFunction:
    def evaluate(context: StepContext) -> Any:
        found = {
            context.labels.format_id(name): stored
            for name, one in context.state.operators.items()
            for (_, state_name, known, _), stored in one.states.items()
            if state_name == state.strip("“”\"'") and is_value_match(key, known, context.labels)
        }
        return _unwrap_single(found)

    return evaluate


def _build_task_watch(task: str) -> WatchFunction:
    def evaluate(context: StepContext) -> Any:
        plan = context.state.plan
        if plan is None:
            return None
        operators = {one.id: one.subtask.id for one in plan.instances()}
        subtasks = dict.fromkeys(operators[one] for one in context.find_operators(task))
        waits = {one: context.state.tasks[one].suspended for one in subtasks}
        return _unwrap_single(
            {context.labels.format_id(one): why or "runs" for one, why in waits.items()}
        )

    return evaluate


def _build_counter_watch(counter: str) -> Callable[[], WatchFunction]:
    return lambda: (
        lambda context: sum(getattr(one, counter) for one in context.state.operators.values())
    )


_EXPRESSION_FORMS: tuple[tuple[re.Pattern[str], Callable[..., WatchFunction]], ...] = (
    (re.compile(r"(?:the )?watermark of (?P<task>.+)"), _build_watermark_watch),
    (re.compile(r"(?:the )?clock"), _build_clock_watch),
    (
        re.compile(
            r"(?:the )?(?:pane|window) (?P<window>\[[^\])]*[\])]|GlobalWindow) of (?:key )?(?P<key>.+)"
        ),
        _build_window_watch,
    ),
    (re.compile(r"(?:the )?state (?P<state>.+?) of (?:key )?(?P<key>.+)"), _build_state_watch),
    (re.compile(r"(?:the )?task (?P<task>.+)"), _build_task_watch),
    (re.compile(r"(?:the )?results"), _build_counter_watch("results")),
    (re.compile(r"(?:the )?(?:dropped|late) records"), _build_counter_watch("late")),
)
