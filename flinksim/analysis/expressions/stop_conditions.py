"""What one may want to run up to.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flinksim.datastream.argument_checks import check_arity
from flinksim.trace import events
from flinksim.trace.events import EVENT_KINDS, Step

Until = str | int | type[Any] | Callable[[Step], bool]
"""How far to go: the name of something that happens (:data:`STOPS` or a kind of fact), a condition in
words (:mod:`flinksim.analysis.expressions.conditions`), a number of steps in all, a kind of fact, or a function that
is asked about each step."""

STOPS: dict[str, tuple[type[Any], ...]] = {
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
"""Names for what one may want to run up to, and the kinds of fact that they stand for."""


def stop_condition(until: Until) -> Callable[[Step], bool]:
    """The question to each step whether what *until* says has happened.

    Raises: ValueError or TypeError for an *until* that names nothing.
    """
    if isinstance(until, type) and until in EVENT_KINDS:
        return _holds((until,))
    if isinstance(until, str):
        kinds = STOPS.get(until) or tuple(k for k in EVENT_KINDS if k.__name__ == until)
        if kinds:
            return _holds(kinds)
        # A run that stops at none of them reads no words.
        from flinksim.analysis.expressions.conditions import Condition, ConditionError

        try:
            return Condition(until)
        except ConditionError as error:
            known = ", ".join(STOPS)
            raise ValueError(
                f"until={until!r} names nothing that happens; expected one of {known}, the name of a "
                f"kind of fact such as 'WindowFired', or a condition: {error}"
            ) from None
    if isinstance(until, int) and not isinstance(until, bool):
        return lambda step: step.number + 1 >= until
    if callable(until) and not isinstance(until, type):
        check_arity(until, 1, "run", "until")
        return until
    raise TypeError(
        f"until is {until!r}; expected a name such as 'firing', a number of steps, a kind of fact such "
        "as fs.WindowFired, or a function that is given each step"
    )


def _holds(kinds: tuple[type[Any], ...]) -> Callable[[Step], bool]:
    return lambda step: any(isinstance(fact, kinds) for fact in step.events)
