"""A PyFlink job: the windows that ran in its Python worker are part of the trace.

``recordings/python_windows/`` was written by the recorder on Flink 2.3.0
(``python -m tests.recording.record_python``): a file of the JVM, and one of the worker.
"""

from __future__ import annotations

import gzip
import json
import runpy
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from flinksim.recording.recording_import import read_recording
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import apply_events
from tests.conformance.judge.real_flink import folder_of_jars
from tests.recording.record_python import FOLDER, FUNCTIONS, record_python

WORKER = Path(__file__).parents[2] / "recorder/python/sitecustomize.py"


@pytest.fixture(scope="module")
def trace() -> Trace:
    return read_recording(FOLDER)


def check_windows(trace: Trace) -> None:
    fired = [(event.key, event.window, event.count) for event in trace.get_events(e.WindowFired)]
    assert fired == [
        ("ann", (0, 5000), 2), ("bob", (0, 5000), 1), ("bob", (5000, 10000), 1),
        ("bob", (15000, 20000), 1),
    ]  # fmt: skip
    (late,) = trace.get_events(e.LateRecordDropped)
    assert (late.key, late.value, late.watermark) == ("ann", ("ann", 2000, 1), 6999)
    assert late.windows == ((0, 5000),)
    state = apply_events(trace.events)
    assert all(not operator.panes and not operator.timers for operator in state.operators.values())


def test_windows_of_the_worker_fire_and_are_cleared(trace: Trace) -> None:
    check_windows(trace)
    (operator,) = [
        operator
        for vertex in trace.plan.vertices
        for operator in vertex.operators
        if operator.operator_class == "WindowOperator"
    ]
    assert operator.description == "Window(TumblingEventTimeWindows(5000, 0), EventTimeTrigger)"


def test_timers_of_different_keys_are_told_apart(trace: Trace) -> None:
    registered = {(event.key, event.timestamp) for event in trace.get_events(e.TimerRegistered)}
    assert registered == {("ann", 4999), ("bob", 4999), ("bob", 9999), ("bob", 19999)}
    assert len(trace.get_events(e.TimerFired)) == 4


def test_each_assignment_follows_its_record(trace: Trace) -> None:
    last: Any = None
    for event in trace.events:
        if isinstance(event, e.ElementProcessed) and event.element == "record":
            last = event.value
        elif isinstance(event, e.WindowAssigned):
            assert last == event.value


def test_questions_about_windows_of_the_worker_are_answered(trace: Trace) -> None:
    answer = " ".join(str(trace.why("why did window [0, 5000) of ann fire")).split())
    assert "Window [0, 5000) of key ann fires with 2 records" in answer
    answer = " ".join(str(trace.why("which records were late?")).split())
    assert "1 of 6 records was dropped as late. The latest came 2001 ms too late." in answer


def test_without_element_lines_the_clock_gives_the_places(tmp_path: Path) -> None:
    for file in FOLDER.iterdir():
        header, *rows = map(json.loads, gzip.decompress(file.read_bytes()).splitlines())
        header["options"]["elements"] = "off"
        kept = [row for row in rows if row[3] != "el"]
        text = "".join(f"{json.dumps(row)}\n" for row in [header, *kept])
        (tmp_path / file.name.removesuffix(".gz")).write_text(text)
    trace = read_recording(tmp_path)
    assert len(trace.get_events(e.WindowFired)) == 4
    assert len(trace.get_events(e.WindowAssigned)) == 5


def check_functions(trace: Trace) -> None:
    calls = [
        (event.function, event.value, event.results)
        for event in trace.get_events(e.PythonFunctionCalled)
    ]
    chained = [call for call in calls if not call[0].startswith("Count")]
    assert chained == [
        call
        for name, number in [("Ann", 1), ("Bob", 2), ("Ann", 3), ("", 4), ("Bob", 5)]
        for call in describe_calls(name, number)
    ]
    counts = [call for call in calls if call[0] == "Count"]
    assert counts == [
        ("Count", ("ann", 1), (("ann", 1),)), ("Count", ("bob", 2), (("bob", 1),)),
        ("Count", ("ann", 3), (("ann", 2),)), ("Count", ("bob", 5), (("bob", 2),)),
    ]  # fmt: skip
    timers = [(event.key, event.timestamp) for event in trace.get_events(e.TimerFired)]
    assert timers[0][0] == "ann"  # the job can end before the timer of bob is due
    assert [call for call in calls if call[0] == "Count.on_timer"] == [
        ("Count.on_timer", time, ((key, -1),)) for key, time in timers
    ]


def describe_calls(name: str, number: int) -> list[tuple[Any, ...]]:
    """Return the calls of the chain in count_per_user.py for one record."""
    lower = (name.lower(), number)
    passes = name != ""
    return [
        ("map wait", (name, number), (lower,)),
        ("filter", lower, (lower,) if passes else ()),
        *([("key_by", lower, ((lower[0], lower),))] if passes else []),
    ]


def test_calls_of_functions_follow_their_record_or_timer() -> None:
    trace = read_recording(FUNCTIONS)
    check_functions(trace)
    last: Any = None
    for event in trace.events:
        if isinstance(event, e.ElementProcessed) and event.element == "record":
            last = event.value
        elif isinstance(event, e.TimerFired):
            last = event.timestamp
        elif isinstance(event, e.PythonFunctionCalled) and event.function in (
            "map wait", "Count", "Count.on_timer"
        ):  # fmt: skip
            assert event.value == last


class _Context:
    def timestamp(self) -> int:
        return 5


class _Doubling:
    def process_element(self, value: int, context: Any) -> Any:
        yield 2 * value
        if value == 3:
            raise ValueError("three")


def call_function(folder: Path, options: dict[str, str]) -> list[Any]:
    """Let the worker's recorder load a function, as PyFlink does, and call it; return its results."""
    names = runpy.run_path(str(WORKER))
    loaded = _Doubling()
    module = types.SimpleNamespace(
        WindowOperator=_Operator, extract_stateful_function=None,
        pickle=types.SimpleNamespace(loads=lambda payload: loaded),
    )  # fmt: skip
    module.extract_stateless_function = lambda user_defined_function_proto: module.pickle.loads(b"")
    names["install"](module, names["WorkerRecording"]({"out": str(folder)} | options))
    context = types.SimpleNamespace(task_name_with_subtasks="double (1/1)#0")
    function = module.extract_stateless_function(
        types.SimpleNamespace(payload=b"", runtime_context=context)
    )
    results = list(function.process_element(1, _Context()))
    with pytest.raises(ValueError, match="three"):
        list(function.process_element(3, _Context()))
    return results


def test_a_call_that_fails_is_recorded_with_its_results_so_far(tmp_path: Path) -> None:
    assert call_function(tmp_path / "r", {}) == [2]
    rows = [row[4:] for row in read_rows(tmp_path / "r") if row[3] == "pcall"]
    assert rows == [[0, "_Doubling", "element", 1, [2]], [0, "_Doubling", "element", 3, [6]]]


@pytest.mark.parametrize(
    ("options", "calls"),
    [({"values": "off"}, 2), ({"from": "5", "to": "5"}, 2), ({"from": "6"}, 0), ({"to": "4"}, 0)],
    ids=str,
)
def test_options_filter_calls(options: dict[str, str], calls: int, tmp_path: Path) -> None:
    call_function(tmp_path / "r", options)
    rows = [row for row in read_rows(tmp_path / "r") if row[3] == "pcall"]
    assert len(rows) == calls
    if "values" in options:
        assert rows[0][7:] == [{"m": 1}, [{"m": 1}]]


def test_without_elements_no_calls_are_recorded(tmp_path: Path) -> None:
    assert call_function(tmp_path / "r", {"elements": "off"}) == [2]
    assert not (tmp_path / "r").exists()


class _Window:
    pass


class _Operator:
    """As much of PyFlink's window operator as the recorder overrides."""

    def __init__(self) -> None:
        self.trigger = self.window_assigner = self
        self.allowed_lateness = 0
        self.late_data_output_tag = None
        self.keyed_state_backend = self

    def is_event_time(self) -> bool:
        return True

    def get_current_key(self) -> str:
        return "ann"

    def user_key_selector(self, key: str) -> str:
        return key

    def is_window_late(self, window: Any) -> bool:
        return True

    def is_element_late(self, value: Any, timestamp: int) -> bool:
        return True


class _Unwritable:
    def __str__(self) -> str:
        raise ValueError("no text")


def make_operator(folder: Path, options: dict[str, str]) -> Any:
    """Let the worker's recorder make an operator, as PyFlink does."""
    names = runpy.run_path(str(WORKER))
    made: list[Any] = []
    module = types.SimpleNamespace(
        WindowOperator=_Operator, extract_stateless_function=None, pickle=None
    )

    def extract(user_defined_function_proto: Any) -> tuple[Any, ...]:
        made.append(module.WindowOperator())
        return None, None, iter, iter, None

    module.extract_stateful_function = extract
    names["install"](module, names["WorkerRecording"]({"out": str(folder)} | options))
    context = types.SimpleNamespace(task_name_with_subtasks="windows (1/1)#0")
    module.extract_stateful_function(types.SimpleNamespace(payload=b"", runtime_context=context))
    return made[0]


def read_rows(folder: Path) -> list[Any]:
    (file,) = folder.iterdir()
    return [json.loads(line) for line in file.read_text().splitlines()[1:]]


def test_late_records_are_recorded_and_filters_apply(tmp_path: Path) -> None:
    operator = make_operator(tmp_path / "all", {"mask": "1"})
    assert operator.is_window_late(_Window())
    assert operator.is_element_late(("ann", 2000), 2000)
    rows = read_rows(tmp_path / "all")
    assert [row[3] for row in rows] == ["worker", "pwin", "pkey", "pkey", "wlate", "late"]
    assert rows[-1][4:] == [0, "ann", ["ann", {"m": 1}], 2000]
    operator = make_operator(tmp_path / "bob", {"keys": "bob"})
    assert operator.is_element_late(("ann", 2000), 2000)
    assert [row[3] for row in read_rows(tmp_path / "bob")] == ["worker", "pwin"]


def test_an_error_ends_the_recording_and_not_the_job(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    operator = make_operator(tmp_path / "r", {})
    assert operator.is_element_late(_Unwritable(), 2000)
    assert operator.is_element_late(("ann", 1), 1)
    assert [row[3] for row in read_rows(tmp_path / "r")] == ["worker", "pwin"]
    assert "no longer recording this worker: ValueError('no text')" in capsys.readouterr().err


def test_the_sitecustomize_that_the_jar_hides_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sitecustomize.py").write_text("print('of the environment')")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delenv("JAVA_TOOL_OPTIONS", raising=False)
    monkeypatch.setattr(sys, "has_flinksim_recorder", False, raising=False)
    monkeypatch.delattr(sys, "has_flinksim_recorder")
    runpy.run_path(str(WORKER), run_name="sitecustomize")
    assert capsys.readouterr().out == "of the environment\n"
    runpy.run_path(str(WORKER), run_name="sitecustomize")  # a second one on the path does nothing
    assert not capsys.readouterr().out


@pytest.mark.slow("starts real Flink")
def test_a_job_with_a_recorded_worker_prints_the_same_results(tmp_path: Path) -> None:
    try:
        jars = folder_of_jars(None)
    except SystemExit as reason:
        pytest.skip(str(reason))
    recording, printed = record_python(jars, tmp_path, "")
    assert printed.split() == ["(ann,4000,2)", "(bob,3000,1)", "(bob,9000,1)", "(bob,16000,1)"]
    check_windows(read_recording(recording))


@pytest.mark.slow("starts real Flink")
def test_functions_of_a_worker_are_recorded(tmp_path: Path) -> None:
    try:
        jars = folder_of_jars(None)
    except SystemExit as reason:
        pytest.skip(str(reason))
    recording, printed = record_python(jars, tmp_path, "", "count_per_user")
    results = {"(ann,-1)", "(ann,1)", "(ann,2)", "(bob,1)", "(bob,2)"}
    assert results <= set(printed.split()) <= results | {"(bob,-1)"}
    check_functions(read_recording(recording))
