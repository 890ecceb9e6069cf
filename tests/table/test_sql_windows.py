"""Windows of SQL leave the same events in a trace as those of the DataStream API."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from flinksim.trace import events as e
from flinksim.trace.narration.templates import render_event
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.query import find_contained_records
from flinksim.trace.recorder import Trace
from flinksim.trace.schema.event_kinds import KINDS_BY_CLASS
from tests.table.sql_runs import run_script

DAY = 1_767_225_600_000
ROWS = (("a", 1, 1), ("b", 2, 4), ("a", 3, 8), ("a", 4, 17), ("a", 9, 2), ("b", 5, 26))
"""The fifth row comes when the watermark is at 00:12, so it is too late for [00:00, 00:10)."""

WINDOWS = {
    "TUMBLE": "TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '10' SECOND)",
    "HOP": "HOP(TABLE clicks, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '10' SECOND)",
    "CUMULATE": "CUMULATE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '10' SECOND)",
    "SESSION": "SESSION(TABLE clicks PARTITION BY k, DESCRIPTOR(ts), INTERVAL '6' SECOND)",
}


def count_by_window(window: str) -> str:
    return (
        f"SELECT k, window_end, COUNT(*) AS n FROM TABLE({WINDOWS[window]})\n"
        "GROUP BY k, window_start, window_end;"
    )


def find(trace: Trace, kind: type[Any], operator: str = "") -> list[tuple[int, Any]]:
    names = Formatter(trace.plan)
    return [
        (index, event)
        for index, event in enumerate(trace.events)
        if isinstance(event, kind) and operator in names.format_id(event.operator)
    ]


def seconds(window: Any) -> tuple[int, int]:
    return (window[0] - DAY) // 1000, (window[1] - DAY) // 1000


@pytest.mark.parametrize(
    ("window", "fired"),
    [
        ("TUMBLE", {("a", 0, 10, 2), ("b", 0, 10, 1), ("a", 10, 20, 1), ("b", 20, 30, 1)}),
        ("HOP", {("a", -5, 5, 1), ("b", -5, 5, 1), ("a", 0, 10, 2), ("b", 0, 10, 1),
                 ("a", 5, 15, 1), ("a", 10, 20, 1), ("a", 15, 25, 1), ("b", 20, 30, 1),
                 ("b", 25, 35, 1)}),
        ("CUMULATE", {("a", 0, 5, 1), ("b", 0, 5, 1), ("a", 0, 10, 2), ("b", 0, 10, 1),
                      ("a", 10, 20, 1), ("b", 20, 30, 1)}),
        ("SESSION", {("a", 1, 7, 1), ("b", 4, 10, 1), ("a", 2, 14, 2), ("a", 17, 23, 1),
                     ("b", 26, 32, 1)}),
    ],
)  # fmt: skip
def test_each_window_fires_with_its_rows(
    tmp_path: Path, window: str, fired: set[tuple[str, int, int, int]]
) -> None:
    trace = run_script(tmp_path, count_by_window(window), *ROWS)
    firings = find(trace, e.WindowFired)
    assert {(f.key[0], *seconds(f.window), f.count) for _, f in firings} == fired
    for index, event in firings:
        assert len(find_contained_records(trace, index)) == event.count


def test_a_late_row_is_dropped_by_the_window_operator(tmp_path: Path) -> None:
    trace = run_script(tmp_path, count_by_window("TUMBLE"), *ROWS)
    ((_, late),) = find(trace, e.LateRecordDropped)
    assert late.key == ("a",)
    assert seconds(late.windows[0]) == (0, 10)
    assert seconds((late.watermark, 0))[0] == 12


def test_the_local_aggregation_keeps_rows_until_a_watermark_closes_a_window(tmp_path: Path) -> None:
    trace = run_script(tmp_path, count_by_window("TUMBLE"), *ROWS)
    sent = find(trace, e.PartialResultEmitted, "LocalWindowAggregate")
    assert [(f.key[0], *seconds(f.window), f.count) for _, f in sent[:3]] == [
        ("a", 0, 10, 2), ("b", 0, 10, 1), ("a", 10, 20, 1),
    ]  # fmt: skip
    kind = KINDS_BY_CLASS[e.PartialResultEmitted]
    assert render_event(kind, sent[0][1], Formatter(trace.plan)) == (
        "“LocalWindowAggregate” sends on what it has of window [2026-01-01 00:00:00, "
        "2026-01-01 00:00:10) of key (a): 2 records."
    )
    assert "发往下游" in render_event(kind, sent[0][1], Formatter(trace.plan, "zh"))


def test_sessions_that_a_row_connects_become_one(tmp_path: Path) -> None:
    rows = (("a", 1, 1), ("a", 2, 11), ("a", 3, 6), ("a", 4, 40))
    trace = run_script(tmp_path, count_by_window("SESSION"), *rows)
    merges = [event for _, event in find(trace, e.WindowsMerged)]
    assert seconds(merges[-1].result) == (1, 17)
    assert [seconds(one) for one in merges[-1].merged] == [(1, 7), (11, 17)]
    assert [f.count for _, f in find(trace, e.WindowFired)] == [3, 1]


def test_a_group_window_reports_its_firings(tmp_path: Path) -> None:
    script = "SELECT k, COUNT(*) FROM clicks GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND);"
    trace = run_script(tmp_path, script, *ROWS)
    assert [(f.key[0], f.count) for _, f in find(trace, e.WindowFired)] == [
        ("a", 2), ("b", 1), ("a", 1), ("b", 1),
    ]  # fmt: skip


def test_the_watermark_of_a_table_is_reported_with_the_row_that_raised_it(tmp_path: Path) -> None:
    trace = run_script(tmp_path, count_by_window("TUMBLE"), *ROWS)
    generated = [event for _, event in find(trace, e.WatermarkGenerated)]
    assert [seconds((one.timestamp, 0))[0] for one in generated] == [-4, -1, 3, 12, 21]
    assert {one.by for one in generated} == {"record"}


def test_why_a_window_of_sql_has_not_fired(tmp_path: Path) -> None:
    trace = run_script(tmp_path, count_by_window("TUMBLE"), *ROWS)
    answer = " ".join(str(trace.why("why has window [00:00:20, 00:00:30) of b not fired")).split())
    assert "fired only at 0, when the input ended" in answer
    assert "its watermark delay is 5000 ms" in answer
    assert "A record with timestamp 2026-01-01 00:00:34.999 or later would be enough" in answer
