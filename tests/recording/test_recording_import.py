"""A recording of a real job on Flink 2.3.0 becomes a trace that everything can read.

``recordings/classic.jsonl.gz`` was written by the recorder: 20 numbers in two subtasks, windows of 5 s
by key, watermarks 2 s behind.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from flinksim.recording.recording_file import JobRecordingError
from flinksim.recording.recording_import import list_jobs, read_recording
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import apply_events
from flinksim.trace.storage.codec import load_trace

CLASSIC = Path(__file__).parent / "recordings" / "classic.jsonl.gz"

CLASSIC_FIRINGS = {
    ("a", (0, 5000)): 2, ("a", (5000, 10000)): 2, ("a", (10000, 15000)): 1,
    ("a", (15000, 20000)): 2, ("b", (0, 5000)): 3, ("b", (5000, 10000)): 3,
    ("b", (10000, 15000)): 4, ("b", (15000, 20000)): 3,
}  # fmt: skip
"""Number of records in each window that fires in ClassicJob."""


@pytest.fixture(scope="module")
def trace() -> Trace:
    return read_recording(CLASSIC)


def read_rows() -> list[Any]:
    return [json.loads(line) for line in gzip.decompress(CLASSIC.read_bytes()).splitlines()]


def write_rows(path: Path, rows: list[Any]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def test_the_plan_is_that_of_the_job(trace: Trace) -> None:
    assert [(vertex.id, vertex.parallelism) for vertex in trace.plan.vertices] == [
        ("v1", 2),
        ("v5", 2),
    ]
    chain = [operator.operator_class for operator in trace.plan.vertices[0].operators]
    assert chain == ["SourceOperator", "StreamMap", "TimestampsAndWatermarksOperator"]
    assert trace.plan.vertices[1].operators[1].inputs == (5,)
    assert {channel.id for channel in trace.plan.channels} == {
        f"v1/{source}>v5/{target}" for source in (0, 1) for target in (0, 1)
    }


def test_windows_fire_with_the_results_of_the_job(trace: Trace) -> None:
    fired = {(event.key, event.window): event.count for event in trace.get_events(e.WindowFired)}
    assert fired == CLASSIC_FIRINGS
    texts = sorted(event.text for event in trace.get_events(e.ResultWritten))
    assert texts[0] == "1> (b,1000,3)"
    assert len(texts) == 8
    last = trace.get_events(e.WindowFired)[-1]
    assert (last.kind, last.clock) == ("on time", "end of input")


def test_every_element_is_written_before_it_is_read(trace: Trace) -> None:
    check_order(trace)


def check_order(trace: Trace) -> None:
    written = set()
    for event in trace.events:
        if isinstance(event, e.ElementWritten):
            written.add((event.channel, event.sequence))
        elif isinstance(event, e.ElementReceived) and event.element != "endOfPartition":
            assert (event.channel, event.sequence) in written


def test_flinks_valve_and_that_of_flinksim_agree(trace: Trace) -> None:
    assert "valve differences" not in trace.info
    advances = trace.get_events(e.InputWatermarkAdvanced)
    assert advances
    assert all(event.held_by for event in advances)


def test_the_state_at_the_end_has_no_open_window(trace: Trace) -> None:
    state = apply_events(trace.events)
    assert all(not operator.panes and not operator.timers for operator in state.operators.values())
    assert state.status == "FINISHED"


def test_the_saved_trace_is_the_same(trace: Trace, tmp_path: Path) -> None:
    trace.save(tmp_path / "run.flinktrace")
    loaded = load_trace(tmp_path / "run.flinktrace")
    assert loaded.info["recorded"] == "Flink 2.3.0"
    assert list(loaded.events) == list(trace.events)


def test_short_lines_mean_the_same_as_long_ones(trace: Trace, tmp_path: Path) -> None:
    header, *rows = read_rows()
    short: list[Any] = []
    last: dict[int, list[Any]] = {}
    timers = set()
    for row in rows:
        before = last.get(row[1])
        timer = json.dumps(row[4:])
        if row[3] == "reg" and timer in timers:
            continue  # Flink ignores it, and the recorder leaves it out
        if row[3] == "reg":
            timers.add(timer)
        if row[3] == "trig" and row[-1] == "CONTINUE" and before and before[3] == "assign":
            before[3] = "Assign"
        else:
            short.append(row)
            last[row[1]] = row
    assert sum(row[3] == "Assign" for row in short) == 12
    write_rows(tmp_path / "a.jsonl", [header, *short])
    assert list(read_recording(tmp_path).events) == list(trace.events)


def test_hidden_keys_stay_apart(tmp_path: Path) -> None:
    header, *rows = read_rows()
    hidden = json.loads(json.dumps(rows).replace('"a"', '{"k": 11}').replace('"b"', '{"k": 22}'))
    write_rows(tmp_path / "a.jsonl", [header, *hidden])
    trace = read_recording(tmp_path)
    names = {"a": "(key 11)", "b": "(key 22)"}
    fired = {(event.key, event.window): event.count for event in trace.get_events(e.WindowFired)}
    assert fired == {(names[key], window): n for (key, window), n in CLASSIC_FIRINGS.items()}


def test_questions_are_answered_from_the_recording(trace: Trace) -> None:
    answer = " ".join(str(trace.why("why did window [0, 5000) of a fire")).split())
    assert "the watermark 4999 has reached its end" in answer
    story = str(trace.tell())
    assert "Window [0, 5000) of key a fires with 2 records" in story


def test_two_processes_are_merged_by_what_was_sent_not_by_their_clocks(tmp_path: Path) -> None:
    header, *rows = read_rows()
    senders = {row[1] for row in rows if row[3] == "write"}
    first = [row for row in rows if row[1] in senders]
    # the clock of the receiver's machine is an hour behind
    second = [
        [row[0], row[1], row[2] - 3_600_000, *row[3:]] for row in rows if row[1] not in senders
    ]
    write_rows(tmp_path / "a.jsonl", [header, *first])
    write_rows(tmp_path / "b.jsonl", [header, *second])
    merged = read_recording(tmp_path)
    check_order(merged)
    assert len(merged.get_events(e.WindowFired)) == 8


def test_a_task_of_an_unrecorded_process_is_reported_as_unknown(tmp_path: Path) -> None:
    header, *rows = read_rows()
    senders = {row[1] for row in rows if row[3] == "write"}
    write_rows(tmp_path / "a.jsonl", [header, *[row for row in rows if row[1] not in senders]])
    trace = read_recording(tmp_path)
    assert trace.info["not recorded"] == "v3/0, v3/1"
    assert trace.plan.vertices[0].name == "(not recorded, node 3)"
    assert len(trace.get_events(e.WindowFired)) == 8
    assert not trace.get_events(e.ElementWritten)


def test_a_killed_process_leaves_a_trace_up_to_its_last_line(tmp_path: Path) -> None:
    text = gzip.decompress(CLASSIC.read_bytes())
    (tmp_path / "a.jsonl").write_bytes(text[: len(text) // 2])
    trace = read_recording(tmp_path)
    assert trace.info["incomplete files"] == "a.jsonl"
    assert 0 < len(trace.events) < 700


def edit_field(kind: str, place: int, value: Any) -> Callable[[list[Any]], None]:
    def edit(rows: list[Any]) -> None:
        next(row for row in rows[1:] if row[3] == kind)[place] = value

    return edit


def add(row: Any) -> Callable[[list[Any]], None]:
    return lambda rows: rows.append(row)


NESTED: Any = []
for _ in range(60):
    NESTED = [NESTED]

DAMAGES: list[tuple[Callable[[list[Any]], Any], str]] = [
    (lambda rows: rows.__setitem__(0, {"flinksim_recording": 99}), "line 1: expected the header"),
    (lambda rows: rows.__setitem__(0, []), "line 1: expected an object"),
    (add({"a": 1}), "expected an array"),
    (add([1, 2]), r"expected \[number, task, ms, kind"),
    (add([9999, 0, 0, "explode"]), "unknown kind of line 'explode'"),
    (add([9999, 0, 0, ["el"]]), "unknown kind of line"),
    (add([9999, 0, 0, "open"]), "'open' has 1 fields, found 0 fields"),
    (add([9999, 77, 0, "open", 1]), "task 77 has not begun"),
    (add([9999, 0, 0, "open", "x"]), "field 1 of 'open': expected a whole number, found 'x'"),
    (add([9999, 0, 0, "open", 1 << 70]), "expected a whole number"),
    (add([9999, 0, 0, "el", 1, -1, NESTED, 0]), "nested too deeply"),
    (add([9999, 0, 0, "el", 1, -1, {"w": "x"}, 0]), "unknown value"),
    (add([9999, 0, 0, "trig", 1, "a", [0, 1], "onElement", "EXPLODE"]), "expected one of CONTINUE"),
    (edit_field("task", 4, {"vertex": 1}), "the description of a task is damaged"),
    (edit_field("task", 1, 3), "begins twice|has not begun"),
]


@pytest.mark.parametrize(("damage", "message"), DAMAGES, ids=[text for _, text in DAMAGES])
def test_a_damaged_recording_is_rejected_with_its_line(
    damage: Callable[[list[Any]], Any], message: str, tmp_path: Path
) -> None:
    rows = read_rows()
    damage(rows)
    write_rows(tmp_path / "a.jsonl", rows)
    with pytest.raises(JobRecordingError, match=message) as caught:
        read_recording(tmp_path)
    assert "a.jsonl, line " in str(caught.value)


def test_a_line_of_a_gigabyte_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"flinksim_recording":1,"options":{}}\n' + "[" * (1 << 21))
    with pytest.raises(JobRecordingError, match="line 2: longer than"):
        read_recording(tmp_path)


def test_a_damaged_compressed_file_is_rejected(tmp_path: Path) -> None:
    data = CLASSIC.read_bytes()
    (tmp_path / "a.jsonl.gz").write_bytes(data[: len(data) // 2])
    with pytest.raises(JobRecordingError, match="the compressed file is damaged"):
        read_recording(tmp_path)


def test_missing_and_empty_places_are_named(tmp_path: Path) -> None:
    with pytest.raises(JobRecordingError, match="there is no such folder"):
        read_recording(tmp_path / "x")
    with pytest.raises(JobRecordingError, match="has no recording"):
        read_recording(tmp_path)


def test_one_of_several_jobs_has_to_be_named(tmp_path: Path) -> None:
    header, *rows = read_rows()
    moved = []
    for row in rows:
        number, task, ms, kind, *fields = row
        if kind == "task":
            fields = [{**fields[0], "job": "other", "job_name": "other job"}]
        moved.append([number, task + 100 if task >= 0 else task, ms, kind, *fields])
    write_rows(tmp_path / "a.jsonl", [header, *rows])
    write_rows(tmp_path / "b.jsonl", [header, *moved])
    assert [job.name for job in list_jobs(tmp_path)] == ["real", "other job"]
    with pytest.raises(JobRecordingError, match=r"several jobs; name one with --job.*other job"):
        read_recording(tmp_path)
    assert read_recording(tmp_path, "other job").info["job"] == "other job"
