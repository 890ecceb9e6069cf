"""History of one record: where it was read, what each operator did with it, and when. Not in Flink."""

from __future__ import annotations

from typing import Any

from flinksim.analysis.why.finding import Finding
from flinksim.analysis.why.question_names import resolve_record
from flinksim.analysis.why.record_assignment import find_events_of_record, find_events_with_record
from flinksim.analysis.why.run_lists import build_timed_link
from flinksim.analysis.why.trace_index import TraceIndex, format_duration, format_time
from flinksim.trace import events as e

_STATIONS = (
    e.TimestampAssigned, e.RecordFiltered, e.ElementReceived, e.WindowAssigned, e.WindowSkippedAsLate,
    e.LateRecordDropped, e.SideOutputEmitted, e.TimerRegistered, e.StateUpdated, e.StateAppended,
    e.StateEntryPut,
)  # fmt: skip
"""Events of the record itself that are part of its history."""


def explain_record_history(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Follow a record from its source to the results that contain it: ``what happened to record 3``."""
    read = resolve_record(run, parts["record"])
    own = [
        i
        for i in find_events_of_record(run, read, *_STATIONS)
        if getattr(run.events[i], "element", "record") == "record"
    ]
    firings = find_events_with_record(run, read, e.WindowFired)
    results = find_events_with_record(run, read, e.ResultWritten)
    places = sorted({read, *own, *firings, *results})
    sentences = [run.build_record_cause(read).text + run.full_stop]
    for kind, message in (
        (e.RecordFiltered, "history.filtered"),
        (e.LateRecordDropped, "history.dropped"),
    ):
        for index in [i for i in own if isinstance(run.events[i], kind)][:1]:
            sentences.append(
                run.translate(
                    message,
                    operator=run.format_name(run.events[index].operator),
                    time=format_time(run.time_ms(index)),
                )
            )
    if results:
        first = results[0]
        latency = run.time_ms(first) - run.time_ms(read)
        sentences.append(
            run.translate(
                "history.results",
                n=len(results), time=format_time(run.time_ms(first)),
                latency=format_duration(latency),
                text=run.events[first].text,
            )
        )  # fmt: skip
    else:
        sentences.append(run.translate("history.no_result"))
    return Finding(
        run.sentence_gap.join(sentences),
        [build_timed_link(run, index, run.describe_event(index)) for index in places],
        is_list=True,
    )
