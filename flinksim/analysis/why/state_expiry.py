"""Explainer of state with a time to live: why it has expired, or not.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.analysis.why.finding import Finding
from flinksim.analysis.why.question_names import resolve_key
from flinksim.analysis.why.run_lists import explain_state_history
from flinksim.analysis.why.state_growth import STATE_WRITES
from flinksim.analysis.why.trace_index import TraceIndex, format_time
from flinksim.trace import events as e


def explain_expiry(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain the expiry of the state of one key or of all: ``why has the state of a expired``.

    Without an expired value in the run, the answer is the history of the state and which clock counts.
    """
    key = repr(resolve_key(run, parts["key"])) if parts.get("key") else None
    expired = [
        i for i in run.find_events(e.StateExpired) if key in (None, repr(run.events[i].key))
    ]  # fmt: skip
    clock = run.translate("state.ttl_clock")
    if not expired:
        nothing = run.translate("state.none_expired")
        if not parts.get("key"):
            return Finding(run.sentence_gap.join([nothing, clock]), [])
        history = explain_state_history(run, parts)
        history.sentence = run.sentence_gap.join([nothing, clock, history.sentence])
        return history
    first = expired[0]
    event = run.events[first]
    links = [run.build_link(index) for index in expired]
    writes = [
        i
        for i in sorted(run.find_events(*STATE_WRITES))
        if i < first and (run.events[i].operator, run.events[i].state) == (event.operator, event.state)
        and run.events[i].key == event.key
    ]  # fmt: skip
    links[:0] = [run.build_link(index) for index in writes[-1:]]
    sentence = run.translate(
        "state.expired",
        state=event.state, key=run.format_value(event.key), ttl=event.ttl_ms, age=event.age_ms,
        expired=format_time(run.time_ms(first) - event.age_ms + event.ttl_ms),
        removed=format_time(run.time_ms(first)),
    )  # fmt: skip
    if len(expired) > 1:
        sentence += run.sentence_gap + run.translate("state.more_expired", n=len(expired))
    finding = Finding(run.sentence_gap.join([sentence, clock]), links)
    finding.causes = [run.build_event_cause(index) for index in writes[-1:]]
    return finding
