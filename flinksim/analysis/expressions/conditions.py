"""Conditions on the state of a run after a step, as text or as functions.

They are used to stop a run and as properties. :data:`EXAMPLES` has one of each form. "and", "or"
and "not" combine conditions. Not in Flink.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import Any, TypeAlias

from flinksim.analysis.expressions.name_resolution import (
    NameResolutionError,
    find_instances,
    is_result_match,
    is_time_of_day,
    is_value_match,
    is_window_match,
    parse_time,
)
from flinksim.core.ids import OperatorId
from flinksim.trace import events as e
from flinksim.trace.events import Step
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.on_demand import OnDemandTrace
from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import JobView

ConditionFunction: TypeAlias = Callable[["StepContext"], bool]

_COMPARATORS: dict[str, Callable[[Any, Any], bool]] = {
    ">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt,
    "==": operator.eq, "=": operator.eq, "at": operator.ge, "is": operator.eq,
    "at least": operator.ge, "at most": operator.le, "": operator.eq, "exactly": operator.eq,
}  # fmt: skip
_SUSPENSION_REASONS = {
    "blocked": ("blocked", "no output buffer"), "backpressured": ("no output buffer", "blocked"),
    "idle": ("no input",), "busy": ("busy",),
}  # fmt: skip


EXAMPLES = (
    "window [0, 10000) of a has 3 elements",
    "window [0, 10000) of a fires early",
    "watermark of windows > 12:00",
    "task windows is blocked",
    "clock >= 5 s",
    "a record is dropped",
    "record (a, 1000, 1) is dropped",
    "result (a,3) is written",
    "state sum of a is 3",
    "a timer of a fires",
    "a timer is left",
    "a state is left",
    "the job is FAILED",
)
"""Example of each form of condition text."""


class ConditionError(NameResolutionError):
    """Condition text that is not understood; the message lists the known forms."""


class StepContext:
    """What a condition can look at: the state of the job after one step, and the events of that step."""

    def __init__(self) -> None:
        self.state = JobView()
        self.events: tuple[Any, ...] = ()
        self.labels = Formatter(None)

    def find_operators(self, name: str) -> list[OperatorId]:
        """Return the operator instances that *name* denotes."""
        plan = self.state.plan
        return [] if plan is None else [one.id for one in find_instances(plan, name)]

    def advance(self, step: Step) -> None:
        """Apply the events of *step*, so that the context describes the job after that step."""
        self.events = step.events
        for event in step.events:
            self.state.apply(event)
            if isinstance(event, e.JobSubmitted):
                self.labels = Formatter(event.plan)

    def resume(self, state: JobView, step: Step) -> None:
        """Take over the *state* of the job after *step*, the last one."""
        self.state, self.events = state, step.events
        self.labels = Formatter(state.plan)


class Condition:
    """Condition on a run. It is evaluated after each step and is then true or false.

    ``text`` is its text, or the name of its function. A function takes the :class:`StepContext` of
    each step.

        >>> Condition("watermark of windows > 12:00")
        Condition('watermark of windows > 12:00')
    """

    def __init__(self, condition: str | ConditionFunction) -> None:
        self.text = condition if isinstance(condition, str) else getattr(
            condition, "__name__", "a function"
        )  # fmt: skip
        self._is_text = isinstance(condition, str)
        self._predicate = _parse_condition(condition) if isinstance(condition, str) else condition
        self._context = StepContext()
        self._steps_done = 0

    def __call__(self, step: Step) -> bool:
        """Return whether the condition holds after *step*; pass all steps in order."""
        if step.number >= self._steps_done:
            self._context.advance(step)
            self._steps_done = step.number + 1
        return bool(self._predicate(self._context))

    def catch_up(self, trace: Trace) -> None:
        """Apply all steps of *trace*, so that the condition can continue after them."""
        if isinstance(trace, OnDemandTrace) and not trace.is_complete:
            if self._steps_done < len(trace):
                self._context.resume(trace.build_state(len(trace)), trace[-1])
                self._steps_done = len(trace)
            return
        for number in range(self._steps_done, len(trace)):
            self._context.advance(trace[number])
            self._steps_done = number + 1

    def clone(self) -> Condition:
        """Return a copy of the condition that has seen no step yet, to evaluate it on another run."""
        return Condition(self._predicate)

    def find_steps(self, trace: Trace) -> list[int]:
        """Return the steps of *trace* after which the condition holds."""
        condition = self.clone()
        return [step.number for step in trace if condition(step)]

    @property
    def is_disjunction(self) -> bool:
        """Whether all its parts are joined by "or" and none is negated.

        Then any single event that makes one part true makes the whole condition true.
        """
        return self._has_only_connective(" and ", is_negated=False)

    @property
    def is_conjunction_of_negations(self) -> bool:
        """Whether all its parts are negated ("not ...") and joined by "and".

        Then any single event that makes one negated part true makes the whole condition false.
        """
        return self._has_only_connective(" or ", is_negated=True)

    @property
    def is_state_predicate(self) -> bool:
        """Whether it depends only on the state of the job, not on the events of the last step."""
        if not self._is_text:
            return False
        parts = re.split(" or | and ", " ".join(self.text.split()))
        plain = [re.sub("^(not )+", "", part) for part in parts]
        return not any(
            make in _EVENT_TEST_BUILDERS for part in plain for pattern, make in _CONDITION_FORMS
            if pattern.fullmatch(part)
        )  # fmt: skip

    def _has_only_connective(self, connective: str, is_negated: bool) -> bool:
        if not self._is_text:
            return False
        other = " and " if connective == " or " else " or "
        parts = " ".join(self.text.split()).split(other)
        return all(
            connective not in part and part.startswith("not ") == is_negated
            and not part.startswith("not not ")
            for part in parts
        )  # fmt: skip

    def __repr__(self) -> str:
        return f"Condition({self.text!r})"


# --- parsing ---------------------------------------------------------------------------------------


def _parse_condition(text: str) -> ConditionFunction:
    normalized = " ".join(text.split())
    for connective, combine in ((" or ", any), (" and ", all)):
        if connective in normalized:
            parts = [_parse_condition(part) for part in normalized.split(connective)]
            return lambda context, parts=parts, combine=combine: combine(  # type: ignore[misc]
                part(context) for part in parts
            )
    if normalized.startswith("not "):
        inner = _parse_condition(normalized[4:])
        return lambda context: not inner(context)
    for pattern, make in _CONDITION_FORMS:
        if found := pattern.fullmatch(normalized):
            return make(**found.groupdict())
    known = "; ".join(EXAMPLES)
    raise ConditionError(
        f"I did not understand the condition {text!r}. Supported conditions: {known}"
    )


def _build_window_test(window: str, key: str, compare: str | None, count: str) -> ConditionFunction:
    expected, test = int(count), _COMPARATORS[compare or ""]

    def holds(context: StepContext) -> bool:
        return any(
            test(pane.count, expected)
            for one in context.state.operators.values()
            for (known, at), pane in one.panes.items()
            if is_value_match(key, known, context.labels)
            and is_window_match(window, at, context.labels)
        )

    return holds


def _build_firing_test(window: str, key: str, kind: str | None) -> ConditionFunction:
    return lambda context: any(
        isinstance(event, e.WindowFired)
        and is_value_match(key, event.key, context.labels)
        and is_window_match(window, event.window, context.labels)
        and kind in (None, event.kind)
        for event in context.events
    )


def _build_watermark_test(task: str, compare: str, time: str) -> ConditionFunction:
    test = _COMPARATORS[compare]

    def holds(context: StepContext) -> bool:
        target = parse_time(time, context.labels)
        return any(
            test(context.state.operators[one].effective_watermark, target)
            for one in context.find_operators(task)
        )

    return holds


def _build_task_test(task: str, state: str) -> ConditionFunction:
    def holds(context: StepContext) -> bool:
        plan = context.state.plan
        if plan is None:
            return False
        subtasks = {one.subtask.id for one in find_instances(plan, task)}
        return any(
            str(context.state.tasks[one].suspended) in _SUSPENSION_REASONS[state]
            for one in subtasks
        )

    return holds


def _build_clock_test(compare: str, time: str) -> ConditionFunction:
    test = _COMPARATORS[compare]

    def holds(context: StepContext) -> bool:
        plan = context.state.plan
        start = 0 if plan is None or is_time_of_day(time) else plan.start_time_ms
        return test(context.state.time_ms - start, parse_time(time, context.labels))

    return holds


def _build_drop_test(record: str | None) -> ConditionFunction:
    return lambda context: any(
        isinstance(event, e.LateRecordDropped)
        and (record is None or is_value_match(record, event.value, context.labels))
        for event in context.events
    )


def _build_result_test(result: str) -> ConditionFunction:
    return lambda context: any(
        isinstance(event, e.ResultWritten) and is_result_match(result, event.text)
        for event in context.events
    )


def _build_state_test(state: str, key: str, value: str) -> ConditionFunction:
    def holds(context: StepContext) -> bool:
        return any(
            is_value_match(value, stored, context.labels)
            for one in context.state.operators.values()
            for (_, name, known, _), stored in one.states.items()
            if name == state.strip("“”\"'") and is_value_match(key, known, context.labels)
        )

    return holds


def _build_timer_test(key: str) -> ConditionFunction:
    return lambda context: any(
        isinstance(event, e.TimerFired) and is_value_match(key, event.key, context.labels)
        for event in context.events
    )


def _build_leftover_test(what: str) -> ConditionFunction:
    """Build a test that any operator still has a timer, or still has a value in keyed state.

    It finds timers and state that a program should have cleared.
    """
    return lambda context: any(
        one.timers if what == "timer" else one.states or one.lists or one.map_entries
        for one in context.state.operators.values()
    )


def _build_status_test(status: str) -> ConditionFunction:
    return lambda context: context.state.status == status.upper()


_EVENT_TEST_BUILDERS = frozenset(
    [_build_firing_test, _build_drop_test, _build_result_test, _build_timer_test]
)
"""Builders of the condition forms that look at the events of a step.

The other forms look at the state of the job after the step.
"""
_WINDOW_PATTERN = r"(?P<window>\[[^\])]*[\])]|GlobalWindow)"
_COMPARISON_PATTERN = r"(?P<compare>>=|<=|==|=|>|<|at|is)"
_CONDITION_FORMS: tuple[tuple[re.Pattern[str], Callable[..., ConditionFunction]], ...] = (
    (
        re.compile(
            rf"(?:the )?(?:pane|window) {_WINDOW_PATTERN} of (?:key )?(?P<key>.+?) has "
            r"(?P<compare>at least|at most|exactly)? ?(?P<count>\d+) elements?"
        ),
        _build_window_test,
    ),
    (
        re.compile(
            rf"(?:the )?(?:pane|window) {_WINDOW_PATTERN} of (?:key )?(?P<key>.+?) fires?"
            r"(?: (?P<kind>early|late|on time))?"
        ),
        _build_firing_test,
    ),
    (
        re.compile(rf"(?:the )?watermark of (?P<task>.+?) {_COMPARISON_PATTERN} (?P<time>.+)"),
        _build_watermark_test,
    ),
    (re.compile(rf"(?:the )?clock (?:is )?{_COMPARISON_PATTERN} (?P<time>.+)"), _build_clock_test),
    (re.compile(r"(?:a record|record (?P<record>.+?)) (?:is|was) dropped"), _build_drop_test),
    (re.compile(r"(?:the )?result (?P<result>.+?) (?:is|was) written"), _build_result_test),
    (
        re.compile(r"(?:the )?state (?P<state>.+?) of (?:key )?(?P<key>.+?) is (?P<value>.+)"),
        _build_state_test,
    ),
    (re.compile(r"(?:a|the) timer of (?:key )?(?P<key>.+?) fires"), _build_timer_test),
    (re.compile(r"(?:a|any) (?P<what>timer|state) is left"), _build_leftover_test),
    (re.compile(r"(?:the )?job is (?P<status>\w+)"), _build_status_test),
    (
        re.compile(
            r"(?:the )?task (?P<task>.+?) (?:is )?(?P<state>blocked|idle|busy|backpressured)"
        ),
        _build_task_test,
    ),
)
