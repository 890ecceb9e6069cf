"""Stop conditions: everything that ``run(until=...)`` accepts.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flinksim.datastream.argument_checks import check_arity
from flinksim.trace import events
from flinksim.trace.events import EVENT_KINDS, Step

StopSpec = str | int | type[Any] | Callable[[Step], bool]
"""Specification of a stop condition.

- the name of an event (:data:`STOP_EVENTS`) or of an event type
- a condition as text (:mod:`flinksim.analysis.expressions.conditions`)
- a total number of steps
- an event type
- a function of each step
"""

STOP_EVENTS: dict[str, tuple[type[Any], ...]] = {
    "record": (events.SourceRecordRead,),
    "element": (events.ElementReceived, events.SourceRecordRead),
    "watermark": (events.InputWatermarkAdvanced, events.WatermarkEmitted),
    "timer": (events.TimerFired,),
    "firing": (events.WindowFired,),
    "late": (events.LateRecordDropped,),
    "result": (events.ResultWritten,),
    "mail": (events.MailTaken,),
    "clock": (events.ProcessingTimeAdvanced,),
}
"""Short names of events to stop at, with their event types."""


def parse_stop_condition(until: StopSpec) -> Callable[[Step], bool]:
    """Return a function that tells after each step whether to stop.

    Raises:
        ValueError: *until* is text that denotes nothing.
        TypeError: *until* has another type.
    """
    if isinstance(until, type) and until in EVENT_KINDS:
        return _build_event_test((until,))
    if isinstance(until, str):
        event_types = STOP_EVENTS.get(until) or tuple(k for k in EVENT_KINDS if k.__name__ == until)
        if event_types:
            return _build_event_test(event_types)
        # imported here, because most runs need no condition text
        from flinksim.analysis.expressions.conditions import Condition, ConditionError

        try:
            return Condition(until)
        except ConditionError as error:
            known = ", ".join(STOP_EVENTS)
            raise ValueError(
                f"until={until!r}: unknown event. Expected one of {known}, the "
                "name of an event type such as 'WindowFired', or a condition: "
                f"{error}"
            ) from None
    if isinstance(until, int) and not isinstance(until, bool):
        return lambda step: step.number + 1 >= until
    if callable(until) and not isinstance(until, type):
        check_arity(until, 1, "run", "until")
        return until
    raise TypeError(
        f"until is {until!r}; expected a name such as 'firing', a number of "
        "steps, an event type such as fs.WindowFired, or a function that is "
        "called with each step"
    )


def _build_event_test(event_types: tuple[type[Any], ...]) -> Callable[[Step], bool]:
    return lambda step: any(isinstance(event, event_types) for event in step.events)
