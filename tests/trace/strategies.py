"""Any fact and any trace, for Hypothesis; made from the declarations."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.trace.recorder import StepHeader, Trace
from flinksim.trace.schema.event_kinds import KINDS, FieldDeclaration, KindDeclaration
from tests.trace.fixtures import plan

timestamps = st.integers(MIN_TIMESTAMP, MAX_TIMESTAMP) | st.sampled_from(
    [MIN_TIMESTAMP, MIN_TIMESTAMP + 1, MIN_TIMESTAMP + 2, 0, MAX_TIMESTAMP - 1, MAX_TIMESTAMP]
)
atoms = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
values = st.recursive(atoms, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=6)
counts = st.integers(0, 300) | st.integers(0, 1 << 40)


def field_values(field: FieldDeclaration) -> st.SearchStrategy[Any]:
    match field.form:
        case "timestamp":
            return timestamps
        case "optional timestamp":
            return st.none() | timestamps
        case "count":
            return counts
        case "flag":
            return st.booleans()
        case "choice":
            return st.sampled_from(field.choices)
        case "value":
            return values
        case "plan":
            return st.integers(0, 1 << 40).map(lambda start: plan(start_time_ms=start))
        case "texts":
            return st.lists(st.text(max_size=12), max_size=3).map(tuple)
        case "text" | "subtask" | "operator" | "channel":
            return st.text(max_size=12)


def events_of(kind: KindDeclaration) -> st.SearchStrategy[Any]:
    return st.builds(kind.cls, **{field.name: field_values(field) for field in kind.fields})


any_event = st.sampled_from(KINDS).flatmap(events_of)


@st.composite
def traces(draw: st.DrawFn) -> Trace:
    events = draw(st.lists(any_event, max_size=12))
    starts = sorted(draw(st.lists(st.integers(0, len(events)), max_size=5)))
    heads = [
        StepHeader(draw(timestamps), draw(st.text(max_size=6)), draw(st.text(max_size=6)), first)
        for first in starts
    ]
    decisions = draw(st.lists(st.integers(0, MAX_TIMESTAMP), max_size=5))
    info = draw(st.dictionaries(st.text(max_size=4), st.text(max_size=8), max_size=3))
    return Trace(heads, events, decisions, info)
