"""Turning a knob is running the program that has it so; what a page asks for is checked."""

from __future__ import annotations

import json
import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import flinksim.course.demo.flights
from flinksim import simulate
from flinksim.analysis.whatif.parameters import (
    list_parameters,
    make_parameter_rerunner,
    replace_parameter,
)
from flinksim.cli import main
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors.reordering_source import ReorderingSource
from flinksim.connectors.scripted_source import ScriptedSource, at, pause, record
from flinksim.connectors.source import SourceRecord
from flinksim.core.tunable_parameter import TunableParameter
from flinksim.course.demo import simulate_flights
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.runtime.local_executor import build_job_graph
from flinksim.runtime.minicluster import RunSettings
from flinksim.simulation.program_source import extract_program_source
from flinksim.trace.events import LateRecordDropped, SourceRecordRead
from flinksim.trace.recorder import Trace
from flinksim.trace.storage.codec import decode
from flinksim.viz.widgets.protocol.rerun_messages import MAX_VALUE_MS, handle_rerun
from flinksim.viz.widgets.stepper_widget import StepperWidget
from tests.trace.fixtures import made_up_trace


def program(delay_ms: int, idle_ms: int, lateness_ms: int) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    env.get_config().set_auto_watermark_interval(10)
    left = [
        item
        for n in range(40)
        for item in (at(20 * n), record(("ab"[n % 2], 20 * n - 15 * (n % 7))))
    ]
    right = [item for n in range(6) for item in (at(20 * n), record(("c", 20 * n)))]
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(delay_ms))
    stamped: Any = strategy.with_idleness(Duration.of_millis(idle_ms))
    env.from_source(
        ScriptedSource({"left": left, "right": right}),
        stamped.with_timestamp_assigner(lambda value, _: value[1]),
        "numbers",
    ).key_by(lambda value: value[0]).window(
        TumblingEventTimeWindows.of(Time.milliseconds(100))
    ).allowed_lateness(lateness_ms).max(1).print()
    return env


def run(delay_ms: int, idle_ms: int, lateness_ms: int) -> Trace:
    simulation = simulate(program(delay_ms, idle_ms, lateness_ms), job_name="numbers")
    with redirect_stdout(StringIO()):
        simulation.run()
    return simulation.trace


@pytest.mark.parametrize(
    ("knob", "value", "as_declared"),
    [
        ("delay", 0, (0, 90, 20)),
        ("delay", 77, (77, 90, 20)),
        ("idleness", 300, (40, 300, 20)),
        ("lateness", 0, (40, 90, 0)),
        ("lateness", 60, (40, 90, 60)),
    ],
)
def test_a_turned_program_runs_as_the_one_that_is_written_so(
    knob: str, value: int, as_declared: tuple[int, int, int]
) -> None:
    pipeline = program(40, 90, 20).pipeline("numbers")
    trace = make_parameter_rerunner(pipeline, RunSettings())(knob, value)
    assert trace.digest() == run(*as_declared).digest()
    assert trace.digest() != run(40, 90, 20).digest(), "the knob does something here"


def test_knobs_are_as_the_program_has_them_and_the_program_stays() -> None:
    pipeline = program(40, 90, 20).pipeline("numbers")
    before = [(one.name, one.value) for one in list_parameters(pipeline)]
    assert before == [("delay", 40), ("idleness", 90), ("lateness", 20), ("disorder", 0)]
    assert [one.value for one in list_parameters(replace_parameter(pipeline, "delay", 5))] == [
        5,
        90,
        20,
        0,
    ]
    assert [(one.name, one.value) for one in list_parameters(pipeline)] == before
    for one in list_parameters(pipeline):
        assert one.value in one.points
        assert list(one.points) == sorted(set(one.points))


def test_disorder_brings_the_same_records_later_and_out_of_order() -> None:
    pipeline = program(40, 90, 20).pipeline("numbers")
    turn = make_parameter_rerunner(pipeline, RunSettings())
    assert turn("disorder", 0).digest() == run(40, 90, 20).digest()
    ordered, disordered = run(40, 90, 20), turn("disorder", 200)
    assert disordered.digest() == turn("disorder", 200).digest()
    read = [
        [event.value for event in trace.get_events(SourceRecordRead)]
        for trace in (ordered, disordered)
    ]
    assert sorted(read[0]) == sorted(read[1])
    assert read[0] != read[1]
    assert len(disordered.get_events(LateRecordDropped)) > len(
        ordered.get_events(LateRecordDropped)
    )


def test_no_record_of_a_disordered_source_comes_too_early_or_too_late() -> None:
    items = [*(x for n in range(50) for x in (at(10 * n), record(n))), pause(3)]
    plain = ScriptedSource({"one": items})
    given = [
        one
        for one in ReorderingSource(plain, 95).open_split("one")
        if isinstance(one, SourceRecord)
    ]
    arrivals = [one.arrival_ms for one in given]
    assert arrivals == sorted(arrivals)  # type: ignore[type-var]
    assert all(10 * one.value <= (one.arrival_ms or 0) <= 10 * one.value + 95 for one in given)
    assert [one.value for one in given] != sorted(one.value for one in given)


def test_a_program_without_a_knob_says_which_it_has() -> None:
    pipeline = program(40, 90, 20).pipeline("numbers")
    with pytest.raises(
        ValueError,
        match=r"no parameter 'speed'\. Available: 'delay', 'idleness', 'lateness', 'disorder'",
    ):
        replace_parameter(pipeline, "speed", 1)


# --- messages ------------------------------------------------------------------------------------

KNOB = TunableParameter("delay", "watermark delay", 10, (0, 10, 20))


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ({}, "'id' to be a number, found None"),
        ({"id": True, "knob": "delay", "value": 1}, "'id' to be a number, found True"),
        ({"id": 1, "knob": "speed", "value": 1}, "'knob' to be one of 'delay', found 'speed'"),
        ({"id": 1, "knob": "delay", "value": -1}, f"0 to {MAX_VALUE_MS}, found -1"),
        ({"id": 1, "knob": "delay", "value": 1.5}, f"0 to {MAX_VALUE_MS}, found 1.5"),
        ({"id": 1, "knob": "delay", "value": MAX_VALUE_MS + 1}, "found"),
        ({"id": 1, "knob": ["delay"], "value": 1}, r"found \['delay'\]"),
    ],
)
def test_a_wrong_message_is_refused_and_the_widget_goes_on(
    message: dict[str, Any], told: str
) -> None:
    answer, data = handle_rerun(message, [KNOB], lambda _knob, value: made_up_trace(value), None)
    assert re.search(told, answer["problem"])
    assert data == b""
    stepper = StepperWidget(
        made_up_trace(10),
        parameters=[KNOB],
        rerun_with_parameter=lambda _knob, value: made_up_trace(value),
    )
    if message:
        stepper.asked = message
        assert "expected" in stepper.turned["problem"]
        assert stepper.turned_trace == b""
    stepper.asked = {"id": 9, "knob": "delay", "value": 12}
    assert stepper.turned == {"id": 9}
    assert decode(stepper.turned_trace) == made_up_trace(12)


def test_a_turn_that_fails_is_told() -> None:
    def turn(knob: str, value: int) -> Trace:
        raise ValueError("not so far")

    stepper = StepperWidget(made_up_trace(10), parameters=[KNOB], rerun_with_parameter=turn)
    stepper.asked = {"id": 3, "knob": "delay", "value": 12}
    assert stepper.turned == {"id": 3, "problem": "not so far"}


def test_a_stepper_without_python_behind_its_knobs_has_none() -> None:
    assert StepperWidget(made_up_trace(10), parameters=[KNOB]).knobs == []


# --- the demo ------------------------------------------------------------------------------------


def test_a_longer_delay_of_the_demo_keeps_more_flights() -> None:
    simulation = simulate_flights()
    turn = make_parameter_rerunner(simulation._pipeline, simulation._settings)
    late = [
        len(turn("delay", hours * 3_600_000).get_events(LateRecordDropped)) for hours in (0, 1, 3)
    ]
    assert late[0] > late[1] > late[2]
    # 30 minutes is what the program says
    assert len(turn("delay", 1_800_000).get_events(LateRecordDropped)) == 52


def test_the_lines_of_the_demo_are_those_that_declare_it() -> None:
    told = extract_program_source(simulate_flights()._job_graph)
    assert told["file"] == "flights.py"
    lit = {told["lines"][line - told["first"]].strip() for line in told["nodes"].values()}
    assert {".print()", ".sum(2)"} <= lit
    assert any(line.startswith("departures.filter(") for line in lit)


def test_a_page_of_the_command_line_has_the_lines_of_its_program(tmp_path: Path) -> None:
    page = tmp_path / "run.html"
    source = Path(flinksim.course.demo.flights.__file__).read_text(encoding="utf-8")
    script = tmp_path / "mine.py"
    script.write_text(source, encoding="utf-8")
    assert main(["run", "--html", str(page), str(script)]) == 0
    state = re.search(r"const models = (\[.*?\])\.map", page.read_text(encoding="utf-8"))
    assert state
    told = json.loads(state[1])[0]["program"]
    assert told["file"] == "mine.py"
    lit = {told["lines"][line - told["first"]].strip() for line in told["nodes"].values()}
    assert {".print()", ".sum(2)"} <= lit


def test_the_lines_of_a_program_are_its_own() -> None:
    told = extract_program_source(build_job_graph(program(1, 1, 1).pipeline("numbers")))
    assert told["file"] == "test_knobs.py"
    assert all(told["first"] <= line for line in told["nodes"].values())
    assert len(told["lines"]) < 40
