"""SQL jobs are jobs like the others: they survive crashes, run in parallel, and write snapshots."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from flinksim.cli import main
from flinksim.connectors.transactional_sinks import TransactionalSink
from flinksim.runtime.checkpoint.value_codec import decode_value, encode_value
from flinksim.runtime.fault_injection import Crash
from flinksim.runtime.local_executor import build_job_graph
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.table.compiled_plan.plan_document import CompiledPlanError, parse_compiled_plan
from flinksim.table.compiled_plan.plan_translator import build_pipeline
from flinksim.table.compiled_plan.table_connectors import TableConnectors, read_plan_table
from flinksim.table.runtime.change_rows import UPDATE_AFTER, ChangeRow
from flinksim.table.runtime.sql_values import Date, MapValue, TimeOfDay, Timestamp, TimestampLtz
from tests.conformance.sql_cases import RECORDED, Case, build_script_sources, load_cases
from tests.table.sql_runs import run_script

CASES = {case["name"]: case for case in load_cases(RECORDED)}
RANDOM_CASES = {
    case["name"]: case for case in load_cases(RECORDED.with_name("random_cases.json.gz"))
}
STATEFUL = (
    "agg-basic", "agg-minibatch-split-distinct", "join-full", "join-of-aggs", "interval-where",
    "temporal-left", "rank-top2", "rank-over-agg-update", "dedup-last-rowtime", "upsert-project",
    "set-except", "sort-rowtime-then-v", "over-range-5s", "tvf-agg-session", "tvf-sw-hop",
    "cdc-on-conflict-deduplicate", "tvf-window-join",
)  # fmt: skip
OPTIONS = {
    "pipeline.auto-watermark-interval": "0 ms",
    "execution.buffer-timeout.interval": "0 ms",
    "execution.checkpointing.interval": "250 ms",
    "restart-strategy.type": "fixed-delay",
    "restart-strategy.fixed-delay.delay": "1 ms",
}


def run(
    case: Case, options: dict[str, str] | None = None, crash: Crash | None = None
) -> tuple[MiniCluster, dict[str, Counter[Any]]]:
    """Run the compiled plan of a case, and return the table of each sink."""
    plan = case["compiled_plan"]
    tables = [
        read_plan_table(node["dynamicTableSink"]["table"])
        for node in plan["nodes"]
        if "dynamicTableSink" in node
    ]
    sinks = {table.name: TransactionalSink() for table in tables}
    connectors = TableConnectors(build_script_sources(plan, case["inputs"]), dict(sinks))
    pipeline = build_pipeline(
        parse_compiled_plan(plan),
        connectors,
        {**OPTIONS, **case.get("config", {}), **(options or {})},
    )
    actions = () if crash is None else (crash,)
    cluster = MiniCluster(
        build_job_graph(pipeline), RunSettings(traced=False, injected_actions=actions)
    )
    cluster.run()
    return cluster, {name: materialize(sink.committed_results) for name, sink in sinks.items()}


def materialize(rows: list[ChangeRow]) -> Counter[Any]:
    counts: Counter[Any] = Counter()
    for row in rows:
        counts[row.values] += 1 if row.is_accumulate else -1
    return +counts


@pytest.mark.parametrize("name", STATEFUL)
def test_a_crash_does_not_change_the_result(name: str) -> None:
    cluster, expected = run(CASES[name])
    after_crash, found = run(CASES[name], crash=Crash("tm0", cluster.steps_taken * 6 // 10))
    assert after_crash.failures
    assert found == expected


LATE = ("1-90-window", "1-17-window_rank", "1-147-window_rank", "1-161-window_rank")
"""Random queries by window with late rows: the operator restores its watermark."""


@pytest.mark.parametrize("part", [3, 5, 7])
@pytest.mark.parametrize("name", LATE)
def test_a_late_row_stays_late_after_a_crash(name: str, part: int) -> None:
    case = RANDOM_CASES[name]
    cluster, expected = run(case)
    after_crash, found = run(case, crash=Crash("tm0", cluster.steps_taken * part // 8))
    assert after_crash.failures
    assert found == expected


@pytest.mark.parametrize("name", STATEFUL)
def test_parallel_tasks_give_the_same_table(name: str) -> None:
    assert run(CASES[name], {"parallelism.default": "2"})[1] == run(CASES[name])[1]


def test_values_of_sql_types_are_written_to_snapshots() -> None:
    values = [
        ChangeRow(("a", Timestamp(5)), UPDATE_AFTER),
        Date(3),
        TimeOfDay(4),
        TimestampLtz(-1),
        MapValue({"a": 1}),
    ]
    read = decode_value(encode_value(values))
    assert read == values
    assert [type(value) for value in read] == [type(value) for value in values]


# --- the command -----------------------------------------------------------------------------------------


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "windows.json"
    path.write_text(json.dumps(CASES["tvf-agg-cumulate"]["compiled_plan"]))
    return path


def test_a_compiled_plan_is_run_like_a_program(
    plan: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = tmp_path / "bid.csv"
    rows.write_text("a,1,10.00,x,2024-01-01 00:00:01\nb,5,3,y,2024-01-01 00:00:07\n")
    out = tmp_path / "out.jsonl"
    assert main(["run", str(plan), "--source", f"bid={rows}", "--sink", f"out={out}"]) == 0
    assert "windows: waiting for input" in capsys.readouterr().err
    first = json.loads(json.loads(out.read_text().splitlines()[0])["payload"])
    assert list(first.values()) == ["a", "2024-01-01 00:00:00", "2024-01-01 00:00:05", 1, 1, "x"]


def test_a_table_without_rows_is_named(plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", str(plan)]) != 0
    assert "--source bid=FILE" in capsys.readouterr().err


def test_the_plan_of_a_compiled_plan_is_shown(
    plan: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in (["plan", str(plan)], ["plan", "--from", str(plan)]):
        assert main(arguments) == 0
        assert "GlobalWindowAggregate -> Calc -> Sink: out" in capsys.readouterr().out


def test_an_unknown_node_is_named() -> None:
    node = {"id": 1, "type": "stream-exec-match_1", "outputType": "ROW<`a` INT>"}
    plan = parse_compiled_plan({"nodes": [node], "edges": []})
    with pytest.raises(CompiledPlanError, match="node 1: flinksim does not run nodes of the type"):
        build_pipeline(plan)


# --- processing time ---------------------------------------------------------------------------------------


def test_windows_in_processing_time_follow_the_clock() -> None:
    case = CASES["tvf-one-phase"]
    text = json.dumps(case["compiled_plan"])
    plan = json.loads(text.replace('"PT10S"', '"PT0.5S"'))
    for node in plan["nodes"]:
        if node["type"].startswith("stream-exec-window-aggregate"):
            windowing = node["windowing"]
            windowing["isRowtime"] = False
            windowing["timeAttributeType"] = {
                "type": "TIMESTAMP_WITH_LOCAL_TIME_ZONE", "precision": 3, "kind": "PROCTIME",
            }  # fmt: skip
    _, tables = run({**case, "compiled_plan": plan})
    counts: Counter[str] = Counter()
    for row, _ in tables["out"].items():
        counts[str(row[1])] += row[2]
    # A row arrives every 100 ms; the last window has not ended when the input ends.
    assert counts == {
        "1970-01-01 00:00:00": 4,
        "1970-01-01 00:00:00.500": 5,
        "1970-01-01 00:00:01": 5,
    }


def test_a_description_ends_with_the_table_that_the_changes_leave(tmp_path: Path) -> None:
    query = "SELECT k, SUM(v) AS total FROM clicks GROUP BY k;"
    trace = run_script(tmp_path, query, ("a", 1, 0), ("b", 5, 1), ("a", 2, 2))
    assert str(trace.tell()).splitlines()[-1].strip() == (
        "“Sink: *collect*” wrote 4 changes, which leave 2 rows: [b, 5], [a, 3]."
    )
    appended = run_script(tmp_path, "SELECT k, v FROM clicks;", ("a", 1, 0))
    assert "which leave" not in str(appended.tell())


def test_a_description_names_ten_rows_of_a_table_and_counts_the_others(tmp_path: Path) -> None:
    rows = [(f"k{n}", n, n) for n in range(12)]
    query = "SELECT k, MAX(v) AS most FROM clicks GROUP BY k;"
    trace = run_script(tmp_path, query, *rows, ("k0", 50, 20))
    last = " ".join(str(trace.tell()).split())
    assert "which leave 12 rows: [k1, 1], " in last
    assert last.endswith("[k10, 10] and 2 more.")
