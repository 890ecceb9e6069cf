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
    WordsError,
    instances_named,
    is_time_of_day,
    means_result,
    means_value,
    means_window,
    time_in,
)
from flinksim.core.ids import OperatorId
from flinksim.trace import events as e
from flinksim.trace.events import Step
from flinksim.trace.narration.formatting import Labels
from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import JobView

Test: TypeAlias = Callable[["AfterStep"], bool]

_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    ">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt,
    "==": operator.eq, "=": operator.eq, "at": operator.ge, "is": operator.eq,
    "at least": operator.ge, "at most": operator.le, "": operator.eq, "exactly": operator.eq,
}  # fmt: skip
_REASONS = {
    "blocked": ("blocked", "no output buffer"), "backpressured": ("no output buffer", "blocked"),
    "idle": ("no input",), "busy": ("busy",),
}  # fmt: skip


EXAMPLES = (
    "pane [0, 10000) of a has 3 elements",
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
"""One condition of each form."""


class ConditionError(WordsError):
    """Condition text that is not understood; the message lists the known forms."""


class AfterStep:
    """State of a run after one step: the job state and the events of the step."""

    def __init__(self) -> None:
        self.view = JobView()
        self.facts: tuple[Any, ...] = ()
        self.labels = Labels(None)

    def named(self, name: str) -> list[OperatorId]:
        """Return the operator instances that *name* denotes."""
        plan = self.view.plan
        return [] if plan is None else [one.id for one in instances_named(plan, name)]

    def take(self, step: Step) -> None:
        """Advance by *step*."""
        self.facts = step.events
        for fact in step.events:
            self.view.apply(fact)
            if isinstance(fact, e.JobSubmitted):
                self.labels = Labels(fact.plan)


class Condition:
    """Condition that follows a run step by step and holds after a step or not.

    ``words`` is its text, or the name of its function. A function takes the :class:`AfterStep` of
    each step.

        >>> Condition("watermark of windows > 12:00")
        Condition('watermark of windows > 12:00')
    """

    def __init__(self, condition: str | Test) -> None:
        self.words = condition if isinstance(condition, str) else getattr(
            condition, "__name__", "a function"
        )  # fmt: skip
        self._is_words = isinstance(condition, str)
        self._test = _parse(condition) if isinstance(condition, str) else condition
        self._moment = AfterStep()
        self._known = 0

    def __call__(self, step: Step) -> bool:
        """Return whether the condition holds after *step*; pass all steps in order."""
        if step.number >= self._known:
            self._moment.take(step)
            self._known = step.number + 1
        return bool(self._test(self._moment))

    def follow(self, trace: Trace) -> None:
        """Process the steps that *trace* already has."""
        for number in range(self._known, len(trace)):
            self._moment.take(trace[number])
            self._known = number + 1

    def anew(self) -> Condition:
        """Return the same condition for another run."""
        return Condition(self._test)

    def steps_in(self, trace: Trace) -> list[int]:
        """Return the steps of *trace* after which the condition holds."""
        condition = self.anew()
        return [step.number for step in trace if condition(step)]

    @property
    def is_alone(self) -> bool:
        """Whether it is a disjunction without negations: each event makes it true by itself."""
        return self._of_words(" and ", wants_not=False)

    @property
    def is_never_together(self) -> bool:
        """Whether it is a conjunction of negations: each event makes it false by itself."""
        return self._of_words(" or ", wants_not=True)

    @property
    def is_of_state(self) -> bool:
        """Whether it depends only on the state of the job, not on the events of the last step."""
        if not self._is_words:
            return False
        parts = re.split(" or | and ", " ".join(self.words.split()))
        plain = [re.sub("^(not )+", "", part) for part in parts]
        return not any(
            make in _OF_THE_STEP for part in plain for pattern, make in _FORMS
            if pattern.fullmatch(part)
        )  # fmt: skip

    def _of_words(self, joint: str, wants_not: bool) -> bool:
        if not self._is_words:
            return False
        other = " and " if joint == " or " else " or "
        parts = " ".join(self.words.split()).split(other)
        return all(
            joint not in part and part.startswith("not ") == wants_not
            and not part.startswith("not not ")
            for part in parts
        )  # fmt: skip

    def __repr__(self) -> str:
        return f"Condition({self.words!r})"


# --- parsing ---------------------------------------------------------------------------------------


def _parse(words: str) -> Test:
    normalized = " ".join(words.split())
    for connective, combine in ((" or ", any), (" and ", all)):
        if connective in normalized:
            parts = [_parse(part) for part in normalized.split(connective)]
            return lambda context, parts=parts, combine=combine: combine(  # type: ignore[misc]
                part(context) for part in parts
            )
    if normalized.startswith("not "):
        inner = _parse(normalized[4:])
        return lambda context: not inner(context)
    for pattern, make in _FORMS:
        if found := pattern.fullmatch(normalized):
            return make(**found.groupdict())
    known = "; ".join(EXAMPLES)
    raise ConditionError(f"{words!r} is no condition that is understood; understood are: {known}")


def _pane(window: str, key: str, compare: str | None, count: str) -> Test:
    expected, test = int(count), _COMPARE[compare or ""]

    def holds(context: AfterStep) -> bool:
        return any(
            test(pane.count, expected)
            for one in context.view.operators.values()
            for (known, at), pane in one.panes.items()
            if means_value(key, known, context.labels) and means_window(window, at, context.labels)
        )

    return holds


def _fires(window: str, key: str, kind: str | None) -> Test:
    return lambda context: any(
        isinstance(fact, e.WindowFired)
        and means_value(key, fact.key, context.labels)
        and means_window(window, fact.window, context.labels)
        and kind in (None, fact.kind)
        for fact in context.facts
    )


def _watermark(task: str, compare: str, time: str) -> Test:
    test = _COMPARE[compare]

    def holds(context: AfterStep) -> bool:
        target = time_in(time, context.labels)
        return any(
            test(context.view.operators[one].stands_at, target) for one in context.named(task)
        )

    return holds


def _task(task: str, state: str) -> Test:
    def holds(context: AfterStep) -> bool:
        plan = context.view.plan
        if plan is None:
            return False
        subtasks = {one.subtask.id for one in instances_named(plan, task)}
        return any(str(context.view.tasks[one].suspended) in _REASONS[state] for one in subtasks)

    return holds


def _clock(compare: str, time: str) -> Test:
    test = _COMPARE[compare]

    def holds(context: AfterStep) -> bool:
        plan = context.view.plan
        start = 0 if plan is None or is_time_of_day(time) else plan.start_time_ms
        return test(context.view.time_ms - start, time_in(time, context.labels))

    return holds


def _dropped(record: str | None) -> Test:
    return lambda context: any(
        isinstance(fact, e.LateRecordDropped)
        and (record is None or means_value(record, fact.value, context.labels))
        for fact in context.facts
    )


def _result(result: str) -> Test:
    return lambda context: any(
        isinstance(fact, e.ResultWritten) and means_result(result, fact.text)
        for fact in context.facts
    )


def _state(state: str, key: str, value: str) -> Test:
    def holds(context: AfterStep) -> bool:
        return any(
            means_value(value, stored, context.labels)
            for one in context.view.operators.values()
            for (_, name, known, _), stored in one.states.items()
            if name == state.strip("“”\"'") and means_value(key, known, context.labels)
        )

    return holds


def _timer(key: str) -> Test:
    return lambda context: any(
        isinstance(fact, e.TimerFired) and means_value(key, fact.key, context.labels)
        for fact in context.facts
    )


def _left(what: str) -> Test:
    """Build a test that any operator has a timer, or a value in keyed state."""
    return lambda context: any(
        one.timers if what == "timer" else one.states or one.lists or one.map_entries
        for one in context.view.operators.values()
    )


def _job(status: str) -> Test:
    return lambda context: context.view.status == status.upper()


_OF_THE_STEP = frozenset([_fires, _dropped, _result, _timer])
"""Forms that test the events of a step; the others test the state of the job after it."""
_W = r"(?P<window>\[[^\])]*[\])]|GlobalWindow)"
_CMP = r"(?P<compare>>=|<=|==|=|>|<|at|is)"
_FORMS: tuple[tuple[re.Pattern[str], Callable[..., Test]], ...] = (
    (
        re.compile(
            rf"(?:the )?(?:pane|window) {_W} of (?:key )?(?P<key>.+?) has "
            r"(?P<compare>at least|at most|exactly)? ?(?P<count>\d+) elements?"
        ),
        _pane,
    ),
    (
        re.compile(
            rf"(?:the )?(?:pane|window) {_W} of (?:key )?(?P<key>.+?) fires?"
            r"(?: (?P<kind>early|late|on time))?"
        ),
        _fires,
    ),
    (re.compile(rf"(?:the )?watermark of (?P<task>.+?) {_CMP} (?P<time>.+)"), _watermark),
    (re.compile(rf"(?:the )?clock (?:is )?{_CMP} (?P<time>.+)"), _clock),
    (re.compile(r"(?:a record|record (?P<record>.+?)) (?:is|was) dropped"), _dropped),
    (re.compile(r"(?:the )?result (?P<result>.+?) (?:is|was) written"), _result),
    (
        re.compile(r"(?:the )?state (?P<state>.+?) of (?:key )?(?P<key>.+?) is (?P<value>.+)"),
        _state,
    ),
    (re.compile(r"(?:a|the) timer of (?:key )?(?P<key>.+?) fires"), _timer),
    (re.compile(r"(?:a|any) (?P<what>timer|state) is left"), _left),
    (re.compile(r"(?:the )?job is (?P<status>\w+)"), _job),
    (
        re.compile(
            r"(?:the )?task (?P<task>.+?) (?:is )?(?P<state>blocked|idle|busy|backpressured)"
        ),
        _task,
    ),
)
