"""The merging of sessions, with times so close that every boundary comes up, against the operator."""

from __future__ import annotations

import operator
from collections import Counter
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.datastream.functions import ReduceFunction
from flinksim.datastream.transformations import WindowSpec
from flinksim.datastream.window import EventTimeSessionWindows
from flinksim.replay.kernel.session_merge import SessionFiring, SessionMerger
from flinksim.runtime.operators.operator_factory import create_operator
from flinksim.testing.harness import KeyedOneInputStreamOperatorTestHarness
from flinksim.trace.events import LateRecordDropped, WindowFired

Steps = list[tuple[int, int]]
"""Timestamps of records, each with by how much the watermark moves before it comes."""


class Both(ReduceFunction):
    """The sum of the first field, and the greatest of the second."""

    def reduce(self, value1: Any, value2: Any) -> Any:
        return value1[0] + value2[0], max(value1[1], value2[1])


def by_operator(steps: Steps, gap: int, lateness: int) -> tuple[Counter[Any], list[int]]:
    """The firings (start, end, records, contents, kind, watermark), and the dropped records."""
    spec = WindowSpec(
        key_selector=lambda value: 0,
        assigner=EventTimeSessionWindows(gap),
        trigger=None,
        evictor=None,
        allowed_lateness_ms=lateness,
        late_output_tag=None,
        pre_aggregation=Both(),
        window_function=None,
    )
    harness = KeyedOneInputStreamOperatorTestHarness(create_operator(spec), traced=True)
    harness.open()
    watermark = 0
    for number, (timestamp, moved) in enumerate(steps):
        watermark += moved
        harness.process_watermark(watermark)
        harness.process_element((number, number * 7 % 5), timestamp)
    harness.process_watermark(MAX_TIMESTAMP)
    fired = Counter(
        (*event.window, event.count, event.contents, event.kind, event.watermark)
        for event in harness.events
        if isinstance(event, WindowFired)
    )
    dropped = [event.value[0] for event in harness.events if isinstance(event, LateRecordDropped)]
    return fired, dropped


def by_course(steps: Steps, gap: int, lateness: int) -> tuple[Counter[Any], list[int]]:
    """The same by the merging, in one island."""
    met, watermark = [], 0
    for _, moved in steps:
        watermark += moved
        met.append(watermark)
    merging = SessionMerger(gap, lateness, [operator.add, max])
    rows = enumerate(zip(steps, met, strict=True))
    records = [(n, step[0], watermark, (n, n * 7 % 5)) for n, (step, watermark) in rows]
    merging.process([len(steps)], iter(records))

    def told(firing: SessionFiring, watermark: int) -> Any:
        kind = "on time" if firing.is_first else "late"
        return firing.start, firing.end, firing.records, firing.values, kind, watermark

    reached = [*met, MAX_TIMESTAMP]
    fired = Counter(
        [told(f, next(w for w in reached if w >= f.end - 1)) for f in merging.timer_firings]
        + [told(f, met[f.record]) for f in merging.record_firings]
    )
    assert len(merging.session_count_changes) == len(steps)
    assert sum(merging.session_count_changes) == len(merging.session_ends)
    return fired, merging.lost_records


@settings(max_examples=600, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 24), st.integers(0, 4)), min_size=1, max_size=14),
    st.integers(1, 4),
    st.integers(0, 4),
)
@example([(0, 0), (2, 3)], 2, 1)
@example([(0, 0), (2, 2)], 2, 1)
def test_the_course_is_the_operators(steps: Steps, gap: int, lateness: int) -> None:
    assert by_course(steps, gap, lateness) == by_operator(steps, gap, lateness)
