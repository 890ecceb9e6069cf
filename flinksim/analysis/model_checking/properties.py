"""Properties of runs that the model checker can check.

A condition holds after every step, after none, after some or at the end; or all runs write the
same results. Not in Flink.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeAlias

from flinksim.analysis.expressions.conditions import Condition, ConditionFunction
from flinksim.analysis.model_checking.state_hash import hash_values
from flinksim.trace import events as e
from flinksim.trace.events import Step
from flinksim.trace.recorder import Trace

Outcome: TypeAlias = Any
"""What a property computes from one run, such as ``True`` or the set of its results.

Runs with equal outcomes need not be told apart to check the property.
"""

Monitor: TypeAlias = Callable[[Step], Hashable]
"""Function that follows one run: it is called with each step in order.

It returns what the property must remember of the steps so far to compute its outcome.
"""


@dataclass(frozen=True, slots=True)
class Property:
    """Property of runs: its text, and a function that computes the outcome of a run.

    The outcome is ``True`` if the run satisfies the property. With ``compares_outcomes`` all runs must
    have the same outcome. ``create_monitor`` creates a monitor for a run: two runs in the same state
    with the same monitor state reach the same outcomes. ``is_order_insensitive``: whether reordering
    independent steps keeps the outcome.
    """

    text: str
    evaluate: Callable[[Trace], Outcome]
    create_monitor: Callable[[], Monitor]
    compares_outcomes: bool = False
    is_order_insensitive: bool = True


def always(condition: str | ConditionFunction) -> Property:
    """Return the property that *condition* holds after every step of the run."""
    parsed = _as_condition(condition)
    return Property(
        f"always: {parsed.text}",
        lambda trace: len(parsed.find_steps(trace)) == len(trace),
        lambda: _create_ever_monitor(parsed, False),
        is_order_insensitive=parsed.is_conjunction_of_negations,
    )


def never(condition: str | ConditionFunction) -> Property:
    """Return the property that *condition* holds after no step of the run."""
    parsed = _as_condition(condition)
    return Property(
        f"never: {parsed.text}",
        lambda trace: not parsed.find_steps(trace),
        lambda: _create_ever_monitor(parsed, True),
        is_order_insensitive=parsed.is_disjunction,
    )


def eventually(condition: str | ConditionFunction) -> Property:
    """Return the property that *condition* holds after some step of the run."""
    parsed = _as_condition(condition)
    return Property(
        f"eventually: {parsed.text}",
        lambda trace: bool(parsed.find_steps(trace)),
        lambda: _create_ever_monitor(parsed, True),
        is_order_insensitive=parsed.is_disjunction,
    )


def exactly(times: int, condition: str | ConditionFunction) -> Property:
    """Return the property that *condition* holds after exactly *times* steps of the run."""
    parsed = _as_condition(condition)
    return Property(
        f"exactly {times} times: {parsed.text}",
        lambda trace: len(parsed.find_steps(trace)) == times,
        lambda: _create_count_monitor(parsed),
        is_order_insensitive=False,
    )


def at_end(condition: str | ConditionFunction) -> Property:
    """Return the property that *condition* holds after the last step of the run."""
    parsed = _as_condition(condition)
    return Property(
        f"at the end: {parsed.text}",
        lambda trace: parsed.find_steps(trace)[-1:] == [len(trace) - 1],
        parsed.clone,
        is_order_insensitive=parsed.is_state_predicate,
    )


def same_result() -> Property:
    """Return the property that every run writes the same results to each sink, in any order."""
    return Property(
        "the same result", collect_results, _create_result_monitor, compares_outcomes=True
    )


def as_property(prop: Any) -> Property:
    """Return *prop* as a property; it may be condition text, a function of a trace, or a property.

    Text is a condition that must hold after some step.

    Raises:
        TypeError: *prop* has another type.
    """
    if isinstance(prop, Property):
        return prop
    if isinstance(prop, str):
        return eventually(prop)
    if callable(prop):
        name = getattr(prop, "__name__", "a function")
        return Property(name, lambda trace: bool(prop(trace)), _create_history_monitor)
    raise TypeError(
        "explore(claim): expected text such as 'a record is dropped', "
        "fs.always(...), fs.never(...), fs.eventually(...), fs.same_result() or "
        f"a function of a trace, found {prop!r:.60}"
    )


def collect_results(trace: Trace) -> Outcome:
    """Return the results that each sink wrote and how often, regardless of their order."""
    found: dict[int, Counter[str]] = {}
    for event in trace.get_events(e.ResultWritten):
        node = int(event.operator[1:].partition("/")[0])
        found.setdefault(node, Counter())[_strip_subtask_prefix(event.text)] += 1
    return tuple((node, tuple(sorted(found[node].items()))) for node in sorted(found))


# --- monitors --------------------------------------------------------------------------------------


def _create_ever_monitor(condition: Condition, expected: bool) -> Monitor:
    """Create a monitor that tells whether *condition* had the value *expected* after any step so far."""
    unstarted = condition.clone()
    ever = False

    def monitor(step: Step) -> bool:
        nonlocal ever
        ever = unstarted(step) is expected or ever
        return ever

    return monitor


def _create_count_monitor(condition: Condition) -> Monitor:
    """Create a monitor that counts the steps so far after which *condition* held."""
    unstarted = condition.clone()
    times = 0

    def monitor(step: Step) -> int:
        nonlocal times
        times += unstarted(step)
        return times

    return monitor


def _create_result_monitor() -> Monitor:
    """Create a monitor that hashes the results written so far, regardless of their order."""
    written = 0

    def monitor(step: Step) -> int:
        nonlocal written
        for event in step.events:
            if isinstance(event, e.ResultWritten):
                node = event.operator.partition("/")[0]
                written += hash_values(
                    node, _strip_subtask_prefix(event.text)
                )  # a sum does not depend on the order
        return written

    return monitor


def _create_history_monitor() -> Monitor:
    """Create a monitor that hashes all events so far of each actor.

    It serves properties that are any function of a trace, which may depend on every event.
    """
    histories: dict[str, int] = {}

    def monitor(step: Step) -> Hashable:
        histories[step.actor] = hash_values(histories.get(step.actor), step.action, step.events)
        return frozenset(histories.items())

    return monitor


def _strip_subtask_prefix(text: str) -> str:
    head, mark, rest = text.partition("> ")
    return rest if mark and head.isdecimal() else text


def _as_condition(condition: str | ConditionFunction) -> Condition:
    if not isinstance(condition, str) and not callable(condition):
        raise TypeError(
            "a condition is text such as 'window [0, 10000) of a has 3 elements', "
            "or a function that is called with each moment of a run; found "
            f"{condition!r:.60}"
        )
    return Condition(condition)
