"""The questions about watermarks that an intent may mean.

Not in Flink.
"""

from __future__ import annotations

import re

from flinksim.analysis.expressions.name_resolution import (
    parse_time,
)
from flinksim.analysis.why.free_text.entities import Entities
from flinksim.analysis.why.free_text.reading_types import Readings
from flinksim.analysis.why.free_text.timer_readings import list_times
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.trace import events as e

_MAX_WATERMARK = re.compile(r"9223372036854775807|\bLong\.MAX|\bMAX\b|max_value|最大值", re.I)


def _find_clock_operators(run: TraceIndex, entities: Entities) -> list[str]:
    """Return operators with an event-time clock: the ones the question names, else window operators."""
    clocks = dict.fromkeys(
        run.events[index].operator for index in run.find_events(e.OperatorWatermarkAdvanced)
    )
    names = [place.lower() for place in entities.places]
    named = [one for one in clocks if any(n in run.format_name(one).lower() for n in names)]
    with_windows = [one for one in clocks if "Window" in run.instances[one].operator.operator_class]
    return named or with_windows or list(clocks)[-1:] or list(run.instances)[-1:]


def read_watermark_stuck(run: TraceIndex, entities: Entities) -> Readings:
    """Ask why a watermark does not advance."""
    if _MAX_WATERMARK.search(entities.text):
        yield from read_watermark_value(run, entities)
    for operator in _find_clock_operators(run, entities):
        name = run.format_name(operator)
        before_end = _format_step_before_end(run, operator)
        if entities.times and _is_event_time(run, entities.times[0]):
            yield run.translate("ask.watermark_not", task=name, time=entities.times[0])
        yield run.translate("question.watermark_not_moved", task=name) + before_end


def _is_event_time(run: TraceIndex, text: str) -> bool:
    """Return whether a time lies between the event times of the run, so that it is no duration."""
    times = run.timestamps.values()
    return bool(times) and min(times) <= parse_time(text, run.labels) <= max(times)


def _format_step_before_end(run: TraceIndex, operator: str) -> str:
    """Return " at step N" for the last advance before the input ended, which lets every watermark pass."""
    advances = [
        index
        for index in run.find_events(e.OperatorWatermarkAdvanced)
        if run.events[index].operator == operator
    ]
    if not advances or run.events[advances[-1]].after != MAX_TIMESTAMP:
        return ""
    last = advances[-2] if len(advances) > 1 else advances[-1]
    steps = max(1, run.step(last) + (len(advances) > 1))
    return run.translate("question.at_step", step=str(steps))


def read_no_watermark(run: TraceIndex, entities: Entities) -> Readings:
    """Ask why there is no watermark."""
    values = {run.events[i].after for i in run.find_events(e.OperatorWatermarkAdvanced)}
    if values & list_times(run, entities):
        yield from read_watermark_value(run, entities)  # negative, but a watermark
    yield run.translate("ask.there_no_watermark")


def read_watermark_value(run: TraceIndex, entities: Entities) -> Readings:
    """Ask why a watermark has its value."""
    named = list_times(run, entities)
    is_limit = bool(_MAX_WATERMARK.search(entities.text))
    for operator in _find_clock_operators(run, entities):
        task = run.format_name(operator)
        if is_limit and run.operator_state(operator).watermark == MAX_TIMESTAMP:
            yield run.translate("question.watermark", task=task, time="MAX")
        advances = [
            (index, run.events[index])
            for index in run.find_events(e.OperatorWatermarkAdvanced)
            if run.events[index].operator == operator and run.events[index].after != MAX_TIMESTAMP
        ]
        reached = [
            one for time in sorted(named, reverse=True) for one in advances if one[1].after >= time
        ][:1]
        largest = max(
            (one for one in advances[1:]),
            key=lambda one: one[1].after - (one[1].before or 0),
            default=None,
        )
        for index, event in reached or ([largest] if largest else []):
            mark = run.format_time(event.after)
            step = run.translate("question.at_step", step=str(run.step(index) + 1))
            yield run.translate("question.watermark", task=task, time=mark) + step
        if not is_limit and run.operator_state(operator).watermark == MAX_TIMESTAMP:
            yield run.translate("question.watermark", task=task, time="MAX")


def read_watermark_now(run: TraceIndex, entities: Entities) -> Readings:
    """Ask for the watermark, at a time or of an operator."""
    times = [*entities.times, *(f"{one} ms" for one in entities.numbers)]
    times += [run.format_time(run.time_ms(read)) for read in entities.reads]
    for time in times[:1]:
        for operator in _find_clock_operators(run, entities) if entities.places else ():
            yield run.translate("question.watermark_at", task=run.format_name(operator), time=time)
        yield run.translate("ask.watermarks_at", time=time)
    if not times:
        yield run.translate("ask.watermarks")
