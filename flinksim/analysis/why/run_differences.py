"""Explainers for the first difference between two runs, or between two keys of one run.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.analysis.why.answer import CausalLink
from flinksim.analysis.why.causal_chain import build_causal_chain
from flinksim.analysis.why.finding import Finding, parse_node
from flinksim.analysis.why.question_names import QuestionError, resolve_key
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.trace import events as e

COMPARED_EVENTS = (
    e.SourceRecordRead, e.WatermarkGenerated, e.InputWatermarkAdvanced, e.WindowAssigned,
    e.WindowFired, e.WindowSkippedAsLate, e.LateRecordDropped, e.RecordFiltered, e.WindowsMerged,
    e.TimerFired, e.ResultWritten, e.SplitStatusChanged, e.SideOutputEmitted,
)  # fmt: skip
"""Event types by which two runs are compared.

They are what users see of a run, such as records and firings, without buffers and mails.
"""

_RESULT_EVENTS = (
    e.WindowFired, e.LateRecordDropped, e.ResultWritten, e.WindowSkippedAsLate, e.SideOutputEmitted,
)  # fmt: skip
"""Event types that are output of a run: results, firings, late records and side outputs."""


def explain_run_difference(left: TraceIndex, right: TraceIndex) -> Finding:
    """Explain the first output (result, firing, late record or side output) that only one run has."""
    left_results, right_results = _list_results(left), _list_results(right)
    first_left = next(
        (pair for pair in left_results if pair[1] not in _collect_result_keys(right_results)), None
    )
    first_right = next(
        (pair for pair in right_results if pair[1] not in _collect_result_keys(left_results)), None
    )
    if first_left is None and first_right is None:
        return Finding(left.translate("difference.none"), [])
    is_left_first = first_right is None or (
        first_left is not None and left.time_ms(first_left[0]) <= right.time_ms(first_right[0])
    )
    run, earliest = (left, first_left) if is_left_first else (right, first_right)
    assert earliest is not None
    owner = (
        run.translate("difference.this_run")
        if is_left_first
        else run.translate("difference.other_run")
    )
    links = build_causal_chain(run, earliest[0])
    finding = Finding(
        run.translate(
            "difference.first",
            whose=owner,
            time=run.format_time(run.time_ms(earliest[0])),
            sentence=run.describe_event(earliest[0]),
        ),
        links,
        [run.build_event_cause(earliest[0])],
    )
    origin = _find_first_difference(left, right)
    if origin is not None:
        origin_run, index, elsewhere = origin
        finding.causes = [origin_run.build_event_cause(index)]
        finding.sentence += run.translate(
            "difference.origin",
            sentence=origin_run.describe_event(index),
            elsewhere=elsewhere,
        )
        finding.causal_chain.append(origin_run.build_link(index))
    return finding


def _list_results(run: TraceIndex) -> list[tuple[int, Any]]:
    return [
        (index, _extract_result_key(run, index))
        for index in sorted(run.find_events(*_RESULT_EVENTS))
    ]


def _collect_result_keys(results: list[tuple[int, Any]]) -> set[Any]:
    return {key for _, key in results}


def _extract_result_key(run: TraceIndex, index: int) -> Any:
    event = run.events[index]
    rest = [
        repr(getattr(event, field, None))
        for field in ("key", "window", "value", "contents", "kind", "text", "timestamp")
    ]
    return type(event).__name__, parse_node(event.operator), *rest


def _find_first_difference(
    left: TraceIndex, right: TraceIndex
) -> tuple[TraceIndex, int, str] | None:
    """Return the first event in which two runs differ, by virtual time and then by step.

    Returns:
        The run, the index of the event, and a sentence about the other run; ``None`` if all are
        equal.
    """
    left_events = [
        (left.time_ms(i), _extract_event_key(left, i), i)
        for i in sorted(left.find_events(*COMPARED_EVENTS))
    ]
    right_events = [
        (right.time_ms(i), _extract_event_key(right, i), i)
        for i in sorted(right.find_events(*COMPARED_EVENTS))
    ]
    for (time, shape, index), (their_time, their_shape, other_index) in zip(
        left_events, right_events, strict=False
    ):
        if (time, shape) != (their_time, their_shape):
            other_sentence = left.translate(
                "difference.elsewhere",
                sentence=right.describe_event(other_index),
            )
            return left, index, other_sentence
    return None


def _extract_event_key(run: TraceIndex, index: int) -> Any:
    event = run.events[index]
    fields = ("split", "offset", "value", "timestamp", "key", "window", "after", "contents", "text")
    where = getattr(event, "operator", "") or getattr(event, "subtask", "")
    return type(event).__name__, where, *[repr(getattr(event, field, None)) for field in fields]


def explain_key_difference(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain the first difference between two keys: ``why is key a different from key b``."""
    one, other = (resolve_key(run, parts[name]) for name in ("key", "other"))
    own_events, other_events = _find_key_events(run, one), _find_key_events(run, other)
    if (
        not own_events and not other_events
    ):  # no windows and no timers: compare the state of both keys
        own_events, other_events = _find_state_updates(run, one), _find_state_updates(run, other)
    if not own_events and not other_events:
        raise QuestionError(
            run.translate(
                "error.key_without_events",
                key=parts["key"],
                other=parts["other"],
            )
        )
    links: list[CausalLink] = []
    for (own_identity, index), (other_identity, other_index) in zip(
        own_events, other_events, strict=False
    ):
        if own_identity != other_identity:
            links = [*build_causal_chain(run, index), *build_causal_chain(run, other_index)]
            return Finding(
                run.translate(
                    "difference.keys",
                    sentence=run.describe_event(index),
                    key=run.format_value(other),
                    other=run.describe_event(other_index),
                ),
                links,
                [run.build_event_cause(index), run.build_event_cause(other_index)],
            )
    longer, key, shorter = (
        (own_events, one, other)
        if len(own_events) > len(other_events)
        else (other_events, other, one)
    )
    if len(own_events) == len(other_events):
        return Finding(run.translate("difference.keys_none"), [])
    index = longer[min(len(own_events), len(other_events))][1]
    return Finding(
        run.translate(
            "difference.keys_count",
            key=run.format_value(key),
            what=_describe_event_type(run, index),
            n=len(longer),
            other=run.format_value(shorter),
            fewer=str(len(longer) - abs(len(own_events) - len(other_events))),
            sentence=run.describe_event(index),
        ),
        build_causal_chain(run, index),
        [run.build_event_cause(index)],
    )


def _describe_event_type(run: TraceIndex, index: int) -> str:
    match run.events[index]:
        case e.StateUpdated():
            return run.translate("difference.state_updates")
        case e.TimerFired():
            return run.translate("difference.timers_and_firings")
        case _:
            return run.translate("difference.firings")


def _find_state_updates(run: TraceIndex, key: Any) -> list[tuple[Any, int]]:
    found = []
    for index in sorted(run.find_events(e.StateUpdated)):
        event = run.events[index]
        if event.key == key:
            found.append(((run.node(event.operator), event.state), index))
    return found


def _find_key_events(run: TraceIndex, key: Any) -> list[tuple[Any, int]]:
    event_types = (e.WindowFired, e.WindowSkippedAsLate, e.LateRecordDropped, e.TimerFired)
    found = []
    for index in sorted(run.find_events(*event_types)):
        event = run.events[index]
        if event.key == key and not (isinstance(event, e.TimerFired) and event.namespace != ""):
            identity = (
                type(event).__name__,
                getattr(event, "window", None),
                getattr(event, "kind", None),
                getattr(event, "count", None),
            )
            found.append((identity, index))
    return found
