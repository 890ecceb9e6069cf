"""Explainers for a record that is not in a window.

It was assigned to another window, or came after the window was closed. Not in Flink.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from flinksim.analysis.why.answer import RecordId
from flinksim.analysis.why.causal_chain import build_causal_chain
from flinksim.analysis.why.finding import CandidateChange, Finding, Outcome
from flinksim.analysis.why.question_names import find_window_nodes, resolve_key, resolve_window
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.analysis.why.watermark_progress import (
    IDLENESS_UNKNOWN,
    can_advance_without_records,
    find_clock_advance,
    find_passages,
    find_required_reads,
)
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace


def find_events_with_record(run: TraceIndex, read: int, *event_types: type[Any]) -> list[int]:
    """Return the events of the given types that contain one input record.

    *read* is the index of its ``SourceRecordRead`` event. A window that contains the record counts.
    """
    return [
        i
        for i in run.find_events(*event_types)
        if i > read and (read in run.find_contained_reads(i))
    ]


def find_events_of_record(run: TraceIndex, read: int, *event_types: type[Any]) -> list[int]:
    """Return the events of the given types that result directly from one input record.

    Unlike :func:`find_events_with_record` it leaves out events of windows that contain the record.
    """
    return [i for i in find_events_with_record(run, read, *event_types) if run.find_read(i) == read]


def find_first_event_of_record(run: TraceIndex, read: int, *event_types: type[Any]) -> int | None:
    """Return the first event of the given types that results directly from one input record."""
    later = (i for i in run.find_events(*event_types) if i > read)
    return next((i for i in later if run.find_read(i) == read), None)


def explain_not_in_window(
    run: TraceIndex, parts: dict[str, Any], read: int, assignments: list[int]
) -> Finding | None:
    """Explain why a record is not in the window that the question names.

    Args:
        run: The run.
        parts: The parts of the question.
        read: The index of the ``SourceRecordRead`` event of the record.
        assignments: The assignments of the record to windows.

    Returns:
        The finding; ``None`` if the record was assigned to no window.
    """
    nodes = find_window_nodes(run, parts.get("operator") or "")
    key = resolve_key(run, parts["key"]) if parts.get("key") else None
    node, window = resolve_window(run, parts["window"], nodes, key)
    in_window = [i for i in assignments if run.events[i].window == window]
    in_key = [i for i in in_window if key is None or run.events[i].key == key]
    if in_key:
        cleared = [
            i
            for i in run.find_events(e.WindowCleared, e.ElementsEvicted)
            if i > in_key[0] and run.events[i].window == window
        ]
        cleared_note = run.sentence_gap + run.describe_event(cleared[-1]) if cleared else ""
        return Finding(
            run.translate(
                "record.in_window",
                sentence=run.describe_event(in_key[0]),
                gone=cleared_note,
            ),
            [run.build_link(i) for i in (in_key[0], *cleared[:1])],
        )
    skipped = [
        i
        for i in find_events_of_record(run, read, e.WindowSkippedAsLate)
        if run.events[i].window == window and key in (None, run.events[i].key)
    ]
    if skipped:
        return explain_skipped_as_late(run, skipped[0], read)
    if not assignments:
        return None
    event = run.events[assignments[-1]]
    windows = run.format_list([run.format_window(run.events[i].window) for i in assignments])
    finding = Finding(
        "", [run.build_link(i) for i in assignments], [run.build_event_cause(assignments[-1])]
    )
    is_wrong_key = bool(in_window) or (key is not None and event.key != key)
    if is_wrong_key:
        reason = run.translate("record.its_key", key=run.format_value(event.key))
    elif isinstance(event.window, tuple) and not (
        event.window[0] <= event.timestamp < event.window[1]
    ):
        reason = run.translate(
            "record.arrival_time",
            time=run.format_time(run.time_ms(assignments[-1])),
        )
        finding.outcome = _build_same_window_outcome(run, read, node, key, window)
        finding.candidates = [CandidateChange("arrival", record=run.record_ids[read])]
    elif (removed := _find_removed_session(run, event, window, assignments[-1])) is not None:
        advance = find_clock_advance(run, event.operator, window[1] - 1, removed)
        reason = run.translate(
            "job.overlaps_but_session_fired",
            window=run.format_window(window),
            time=run.format_time(run.time_ms(removed)),
        )
        finding.causal_chain += [run.build_link(removed)]
        finding.causal_chain += [] if advance is None else build_causal_chain(run, advance)
        finding.causes = [run.build_event_cause(removed)]
        finding.outcome = _build_same_window_outcome(run, read, node, key, window)
        watermark = run.compute_state_at(assignments[-1]).operators[event.operator].watermark
        late_by = watermark - window[1] + 2
        finding.candidates = [
            CandidateChange("delay", node, initial_amount=late_by),
            CandidateChange("lateness", node, initial_amount=late_by),
        ]
    else:
        reason = run.translate("record.its_timestamp", time=run.format_time(event.timestamp))
        finding.outcome = _build_same_window_outcome(run, read, node, key, window)
        finding.candidates = _find_window_candidates(run, read, node, window, event.timestamp)
    finding.sentence = run.translate(
        "record.other_window",
        record=run.build_record_cause(read).text,
        windows=windows,
        key=run.format_value(event.key),
        why=reason,
    )
    return finding


def _find_removed_session(
    run: TraceIndex, event: e.WindowAssigned, window: Any, index: int
) -> int | None:
    """Return the event that removed the session *window* before the record could be merged with it.

    ``None`` if *window* is no session that overlaps the window of the record.
    """
    operator = run.instances[event.operator].operator
    own = event.window
    if not isinstance(own, tuple) or not isinstance(window, tuple):
        return None
    if "Session" not in operator.description or own[0] > window[1] or window[0] > own[1]:
        return None
    removed = [
        i
        for i in run.find_events(e.WindowCleared)
        if i < index
        and run.events[i].operator == event.operator
        and (run.events[i].key, run.events[i].window) == (event.key, window)
    ]
    return removed[-1] if removed else None


def explain_skipped_as_late(run: TraceIndex, index: int, read: int) -> Finding:
    """Explain that a record was too late for this window, though not for all windows it belongs to."""
    event = run.events[index]
    node = run.node(event.operator)
    finding = Finding(run.describe_event(index), [run.build_link(index), run.build_link(read)])
    clock_advance = find_clock_advance(run, event.operator, event.cleanup_time, index)
    finding.causal_chain += [] if clock_advance is None else build_causal_chain(run, clock_advance)
    passages = find_passages(run, node, event.cleanup_time, index)
    reads = find_required_reads(run, node, passages, index) if passages else ()
    finding.causes = [run.build_record_cause(each) for each in reads] or [
        run.build_event_cause(index)
    ]
    finding.any_suffices = True
    if passages and can_advance_without_records(run, node, index):
        finding.add_rerun_unknown(run.translate(IDLENESS_UNKNOWN))
    finding.outcome = _build_same_window_outcome(
        run, read, node, event.key, event.window, is_exact=True
    )
    late_by = event.watermark - event.cleanup_time + 1
    record = run.record_ids[read]
    finding.candidates = [
        CandidateChange("delay", node, initial_amount=late_by),
        CandidateChange("lateness", node, initial_amount=late_by),
        CandidateChange("arrival", record=record),
        CandidateChange(
            "order", record=record, timestamps=partial(run.find_split_timestamps, record)
        ),
    ]
    return finding


def _find_window_candidates(
    run: TraceIndex, read: int, node: int, window: Any, timestamp: int
) -> list[CandidateChange]:
    """Return changes that may bring a record into the same window as the records of *window*.

    *timestamp* is the timestamp of the record.
    """
    record = run.record_ids[read]
    candidates = []
    if isinstance(window, tuple):
        window_timestamps = [
            run.timestamps.get(one, timestamp) for one in _find_window_records(run, node, window)
        ]
        last, size = max([timestamp, *window_timestamps]), window[1] - window[0]
        if last - min([timestamp, *window_timestamps]) < size:  # all of them fit into one window
            candidates.append(
                CandidateChange("offset", node, initial_amount=(last - size + 1 - window[0]) % size)
            )
        shift = window[0] - timestamp if timestamp < window[0] else window[1] - 1 - timestamp
        timestamps = partial(run.find_split_timestamps, record)
        candidates.append(
            CandidateChange("timestamp", record=record, initial_amount=shift, timestamps=timestamps)
        )
    return candidates


def _find_window_records(
    run: TraceIndex, node: int, window: Any, key: Any = None
) -> frozenset[RecordId]:
    """Return the records that were assigned to *window* of *key*, or of any key if it is ``None``."""
    return frozenset(
        run.record_ids[read]
        for i in run.find_events(e.WindowAssigned)
        if (event := run.events[i]).window == window
        and key in (None, event.key)
        and run.node(event.operator) == node
        and (read := run.find_read(i)) is not None
    )


def _build_same_window_outcome(
    run: TraceIndex, read: int, node: int, key: Any, window: Any, *, is_exact: bool = False
) -> Outcome:
    """Build a test for runs: whether the record is in the window.

    Unless *is_exact*, another window also counts, if it contains the record and all records that
    the window has in this run.
    """
    record = run.record_ids[read]
    window_records = frozenset() if is_exact else _find_window_records(run, node, window, key)

    def windows_in(trace: Trace) -> dict[Any, set[RecordId]]:
        other = TraceIndex(trace)
        other_record = run.find_record_in(other, read)
        found: dict[Any, set[RecordId]] = {}
        for i in sorted(other.find_events(e.WindowAssigned, e.WindowsMerged)):
            f, own = other.events[i], other.find_read(i)
            if isinstance(f, e.WindowsMerged):
                if other.node(f.operator) == node and key in (None, f.key):
                    parts = [found.get(one, set()) for one in f.merged]
                    found[f.result] = set().union(found.get(f.result, set()), *parts)
                continue
            if other.node(f.operator) == node and own is not None and key in (None, f.key):
                member = record if other.record_ids[own] == other_record else other.record_ids[own]
                found.setdefault(f.window, set()).add(member)
        return found

    def is_same_window(own: Any, records: set[RecordId]) -> bool:
        return record in records and (
            own == window or (bool(window_records) and window_records <= records)
        )

    def occurs(trace: Trace) -> bool:
        return any(is_same_window(own, records) for own, records in windows_in(trace).items())

    def describe(trace: Trace) -> str:
        own = [each for each, records in windows_in(trace).items() if is_same_window(each, records)]
        more = run.translate("outcome.with_all") if own[0] != window else ""
        return run.translate("outcome.in_window", window=run.format_window(own[0]), more=more)

    return Outcome(occurs, False, describe)
