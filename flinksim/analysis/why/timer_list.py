"""List of the timers of a run, with what became of each.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.analysis.why.finding import Finding
from flinksim.analysis.why.question_names import resolve_key
from flinksim.analysis.why.question_suggestions import format_record
from flinksim.analysis.why.run_lists import list_events
from flinksim.analysis.why.timers import is_fired_by_end
from flinksim.analysis.why.trace_index import TraceIndex, format_time
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.trace import events as e


def explain_timers(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """List the timers, of all keys or of one: ``which timers of key a were registered``.

    Timers of windows are listed only in a job whose functions register none.
    """
    key = repr(resolve_key(run, parts["key"])) if parts.get("key") else None
    found = [
        i for i in run.find_events(e.TimerRegistered) if key in (None, repr(run.events[i].key))
    ]
    of_functions = [i for i in found if run.events[i].namespace == ""]
    registered = of_functions or found
    if not registered:
        if key is None:
            return Finding(run.translate("list.no_timers"), [])
        return Finding(run.translate("list.no_timers_of_key", key=parts["key"]), [])
    ends = _find_ends(run)
    fates = {i: _find_fate(run, i, ends.get(_get_identity(run, i), [])) for i in registered}
    fired = [i for i in registered if _is_of_type(run, fates[i], e.TimerFired)]
    deleted = [i for i in registered if _is_of_type(run, fates[i], e.TimerDeleted)]
    waiting = [i for i in registered if fates[i] is None]
    kind = "list.timers" if of_functions else "list.timers_of_windows"
    sentences = [
        run.translate(
            kind,
            n=len(registered), keys=len({repr(run.events[i].key) for i in registered}),
            fired=len(fired), deleted=len(deleted), waiting=len(waiting),
        )
    ]  # fmt: skip
    at_end = sum(is_fired_by_end(run, end) for i in fired if (end := fates[i]) is not None)
    if at_end:
        sentences.append(run.translate("counts.timers_at_end", n=at_end))
    if waiting:
        sentences.append(_describe_next(run, waiting))
    rows = [(i, _describe_fate(run, i, fates[i])) for i in registered]
    return list_events(run, run.sentence_gap.join(sentences), rows)


def _get_identity(run: TraceIndex, index: int) -> tuple[str, ...]:
    event = run.events[index]
    return (
        event.operator, event.domain, repr(event.key), repr(event.namespace), str(event.timestamp),
    )  # fmt: skip


def _find_ends(run: TraceIndex) -> dict[tuple[str, ...], list[int]]:
    """Return, for each timer, where it fired or was deleted, in order."""
    ends: dict[tuple[str, ...], list[int]] = {}
    for index in sorted(run.find_events(e.TimerFired, e.TimerDeleted)):
        ends.setdefault(_get_identity(run, index), []).append(index)
    return ends


def _find_fate(run: TraceIndex, registered: int, ends: list[int]) -> int | None:
    return next((index for index in ends if index > registered), None)


def _is_of_type(run: TraceIndex, index: int | None, event_type: type[Any]) -> bool:
    return index is not None and isinstance(run.events[index], event_type)


def _describe_next(run: TraceIndex, waiting: list[int]) -> str:
    """Describe the timer that fires next, and how far its clock is from it."""
    first = min(waiting, key=lambda index: run.events[index].timestamp)
    event = run.events[first]
    timer = run.translate(
        "timer.key_at", key=run.format_value(event.key), time=run.format_time(event.timestamp)
    )
    if event.domain != "event":
        return run.translate("list.next_timer", timer=timer)
    watermark = run.operator_state(event.operator).watermark
    if watermark == MIN_TIMESTAMP:
        return run.translate("list.next_timer_without_watermark", timer=timer)
    return run.translate(
        "list.next_timer_of_watermark",
        timer=timer, watermark=run.format_time(watermark), n=event.timestamp - watermark,
    )  # fmt: skip


def _describe_fate(run: TraceIndex, registered: int, end: int | None) -> str:
    sentence = run.describe_event(registered)
    read = run.find_read(registered)
    if read is not None:
        record = format_record(run, read)
        sentence += run.sentence_gap + run.translate("list.timer_of_record", record=record)
    if end is None:
        return sentence + run.sentence_gap + run.translate("list.timer_waits")
    kind = "list.timer_fired" if _is_of_type(run, end, e.TimerFired) else "list.timer_deleted"
    return sentence + run.sentence_gap + run.translate(kind, time=format_time(run.time_ms(end)))
