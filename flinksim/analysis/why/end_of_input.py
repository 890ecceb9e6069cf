"""Explainer of what the end of the input caused: the last watermark lets everything fire that waits.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.analysis.why.finding import Finding
from flinksim.analysis.why.run_lists import list_events
from flinksim.analysis.why.timers import is_fired_by_end
from flinksim.analysis.why.trace_index import TraceIndex, format_time
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.trace import events as e


def explain_end_of_input(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Tell what the end of the input caused: ``what happened at the end of the input``."""
    ended = run.find_events(e.SourceFinished)
    if not ended:
        return Finding(run.translate("list.input_not_ended"), [])
    advances = [
        i
        for i in run.find_events(e.OperatorWatermarkAdvanced)
        if run.events[i].after == MAX_TIMESTAMP
    ]
    windows = [
        i for i in run.find_events(e.WindowFired) if run.events[i].clock == "end of input"
    ]  # fmt: skip
    timers = [
        i
        for i in run.find_events(e.TimerFired)
        if run.events[i].namespace == "" and is_fired_by_end(run, i)
    ]
    sentence = run.translate(
        "list.input_ended", n=len(ended), time=format_time(run.time_ms(ended[-1]))
    )
    if not advances:
        return Finding(
            sentence + run.sentence_gap + run.translate("list.end_without_watermark"),
            [run.build_link(i) for i in ended],
        )
    sentence += run.sentence_gap + run.translate(
        "list.end_fired", windows=len(windows), timers=len(timers)
    )
    rows = [(i, run.describe_event(i)) for i in sorted([*ended, *windows, *timers])]
    return list_events(run, sentence, rows)
