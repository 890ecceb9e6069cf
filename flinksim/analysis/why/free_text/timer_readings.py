"""The questions about timers that an intent may mean.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flinksim.analysis.expressions.name_resolution import (
    parse_time,
)
from flinksim.analysis.why.free_text.entities import Entities
from flinksim.analysis.why.free_text.reading_types import Readings
from flinksim.analysis.why.free_text.record_readings import ask_about_keys
from flinksim.analysis.why.question_suggestions import (
    format_timer,
)
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.trace import events as e


def _list_timers(
    run: TraceIndex, entities: Entities, *kinds: type[Any]
) -> Iterator[tuple[Any, str]]:
    """Yield the timers, and their texts, of the keys and times that the question names."""
    times = {run.events[i].timestamp for i in run.find_events(*kinds)}
    wanted = times & list_times(run, entities)
    for index in run.find_events(*kinds):
        event = run.events[index]
        if (
            event.namespace == ""
            and (not entities.keys or event.key in entities.keys)
            and (not wanted or event.timestamp in wanted)
        ):
            yield event, format_timer(run, event.key, event.timestamp)


def list_times(run: TraceIndex, entities: Entities) -> set[int]:
    """Return the times that the question names, in ms; numbers without a unit may be times."""
    return {parse_time(time, run.labels) for time in (*entities.times, *entities.numbers)}


def read_timer_not_fired(run: TraceIndex, entities: Entities) -> Readings:
    """Ask why a timer has not fired."""
    done = {
        (event.operator, repr(event.key), event.timestamp)
        for event in (run.events[i] for i in run.find_events(e.TimerFired))
    }
    for _, timer in _list_timers(run, entities, e.TimerDeleted):
        yield run.translate("question.timer_deleted", timer=timer)
    for event, timer in _list_timers(run, entities, e.TimerRegistered):
        if (event.operator, repr(event.key), event.timestamp) not in done:
            yield run.translate("question.timer_not_fired", timer=timer)
    times = {run.events[i].timestamp for i in run.find_events(e.TimerFired)}
    if entities.keys or entities.times or times & list_times(run, entities):
        yield from read_timer_fired(run, entities)  # it has fired, perhaps only at the end


def read_timers(run: TraceIndex, entities: Entities) -> Readings:
    """Ask for the timers, of all keys or of those that are named."""
    fired, registered = (
        {run.events[i].timestamp for i in run.find_events(kind)}
        for kind in (e.TimerFired, e.TimerRegistered)
    )
    times = list_times(run, entities)
    if times & fired:
        yield from read_timer_fired(run, entities)
    elif times & registered:
        yield from read_timer_not_fired(run, entities)
    yield from ask_about_keys(run, entities, "question.timers_of_key", "ask.timers")


def read_timer_fired(run: TraceIndex, entities: Entities) -> Readings:
    """Ask why a timer fired."""
    timers = {text for _, text in _list_timers(run, entities, e.TimerFired)}
    if len(timers) > 1:  # which one is meant is not known
        yield from ask_about_keys(run, entities, "question.timers_of_key", "ask.timers")
    for _, timer in _list_timers(run, entities, e.TimerFired):
        yield run.translate("question.timer_fired", timer=timer)
