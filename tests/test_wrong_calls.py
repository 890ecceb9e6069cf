"""Who calls the public API wrongly is told what was expected, what was found and what to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import flinksim as fs
from flinksim.cli import main
from flinksim.common import Time, Types, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors.scripted_source import ScriptedSource, at, pause, record, watermark
from flinksim.datastream import (
    DataStream,
    KeyedProcessFunction,
    OutputTag,
    StreamExecutionEnvironment,
)
from flinksim.datastream.state import MapStateDescriptor, ValueStateDescriptor
from flinksim.datastream.window import CountTrigger, TumblingEventTimeWindows


def pairs() -> DataStream:
    env = StreamExecutionEnvironment.get_execution_environment()
    kind = Types.TUPLE([Types.STRING(), Types.INT()])
    return env.from_collection([("a", 1), ("b", 2)], kind)


def windows() -> Any:
    keyed = pairs().key_by(lambda pair: pair[0])
    return keyed.window(TumblingEventTimeWindows.of(Time.seconds(5)))


def bench(**options: Any) -> fs.Simulation:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_collection([1, 2]).print()
    return fs.simulate(env, **options)


def any_(value: Any) -> Any:
    """*value*, whose type the type checker shall not mind."""
    return value


class Second(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])


TRACE = (
    "expected a Trace, found an object of type Simulation. The trace of a simulation is sim.trace"
)

WRONG_CALLS: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "a stream on the bench": (
        lambda: fs.simulate(any_(pairs())),
        TypeError,
        "simulate(env): expected the StreamExecutionEnvironment in which the program was declared",
    ),
    "a plan of a name": (
        lambda: fs.export_plan(any_("program.py"), "plan.html"),
        TypeError,
        "export_plan(env): expected the StreamExecutionEnvironment",
    ),
    "an interleaving by name": (
        lambda: bench(interleaving="seeded:7"),
        TypeError,
        "simulate(interleaving): expected an interleaving such as fs.ArrivalOrder()",
    ),
    "settings by place": (
        lambda: bench(interleaving=fs.RunSettings()),
        TypeError,
        "settings are given by name: simulate(env, settings=...)",
    ),
    "settings of another kind": (
        lambda: bench(settings={"traced": True}),
        TypeError,
        "simulate(settings): expected RunSettings(...), found {'traced': True} (dict)",
    ),
    "until a class that is no fact": (
        lambda: bench().run(until=any_(WatermarkStrategy)),
        TypeError,
        "an event type such as fs.WindowFired",
    ),
    "fork at no number": (
        lambda: bench().fork(at=any_("late")),
        TypeError,
        "fork(at): expected a whole number, found 'late' (str)",
    ),
    "facts by name": (
        lambda: bench().trace.get_events(any_("WindowFired")),
        TypeError,
        "expected an event type such as fs.WindowFired, found 'WindowFired'",
    ),
    "runs beside each other that are simulations": (
        lambda: fs.compare_side_by_side(any_(bench()), any_(bench())),
        TypeError,
        f"beside: {TRACE}",
    ),
    "bottlenecks of a simulation": (
        lambda: fs.find_bottlenecks(any_(bench())),
        TypeError,
        f"find_bottlenecks: {TRACE}",
    ),
    "a plot of a simulation": (
        lambda: fs.plot_run(any_(bench())),
        TypeError,
        f"plot_run: {TRACE}",
    ),
    "a page in a folder that is not there": (
        lambda: bench().export_html("/no/such/run.html"),
        FileNotFoundError,
        "/no/such/run.html: the folder /no/such does not exist. Create it first",
    ),
    "a trace in a folder that is not there": (
        lambda: bench().trace.save("/no/such/run.flinktrace"),
        FileNotFoundError,
        "/no/such/run.flinktrace: the folder /no/such does not exist. Create it first",
    ),
    "a cost that is text": (
        lambda: fs.cost(len, ms=any_("5")),
        TypeError,
        "cost(..., ms='5'): expected a number of milliseconds",
    ),
    "a pause that is text": (
        lambda: ScriptedSource([record(1), pause(any_("3"))]),
        TypeError,
        "pause(duration_ms): expected milliseconds as a whole number, found '3'",
    ),
    "a time that is text": (
        lambda: at(any_("12:00")),
        TypeError,
        "at(processing_time_ms): expected milliseconds as a whole number, found '12:00'",
    ),
    "a watermark that is none": (
        lambda: watermark(any_(None)),
        TypeError,
        "watermark(timestamp): expected the time in milliseconds since the epoch, as int, found None",
    ),
    "a script of one record": (
        lambda: ScriptedSource({"left": any_(record(1))}),
        TypeError,
        "split 'left': expected a list such as [record(1)]",
    ),
    "a descriptor with a class for a type": (
        lambda: ValueStateDescriptor("count", any_(int)),
        TypeError,
        "ValueStateDescriptor('count'): expected a TypeInformation such as Types.INT(), found <class",
    ),
    "a descriptor without a name": (
        lambda: MapStateDescriptor(any_(Types.STRING()), Types.INT(), Types.INT()),
        TypeError,
        "MapStateDescriptor(name): expected text, found String",
    ),
    "a tag that is a number": (
        lambda: OutputTag(any_(5)),
        TypeError,
        "OutputTag(tag_id): expected a name such as 'late', found 5",
    ),
    "the class of an assigner": (
        lambda: WatermarkStrategy.no_watermarks().with_timestamp_assigner(any_(Second)),
        TypeError,
        "with_timestamp_assigner was given the class Second itself. Create an object of it: Second()",
    ),
    "a count that is text": (
        lambda: CountTrigger.of(any_("3")),
        TypeError,
        "CountTrigger.of(window_size): expected a number, found '3'",
    ),
    "windows that are printed": (
        lambda: windows().print(),
        AttributeError,
        "after reduce(...), aggregate(...), apply(...) or process(...)",
    ),
    "windows of an older Flink": (
        lambda: any_(pairs().key_by(lambda pair: pair[0])).time_window(Time.seconds(5)),
        AttributeError,
        "removed in 2.0). In Flink 2.3: window(TumblingEventTimeWindows.of(size))",
    ),
    "a stream that is executed": (
        lambda: any_(pairs()).execute(),
        AttributeError,
        "The environment runs the job: add a sink to the stream, such as print(), and call env.exec",
    ),
}


@pytest.mark.parametrize("name", WRONG_CALLS)
def test_a_wrong_call_is_told_what_was_expected(name: str) -> None:
    call, kind, told = WRONG_CALLS[name]
    with pytest.raises(kind) as refused:
        call()
    assert type(refused.value) is kind
    assert told in str(refused.value)


def error_of(function: KeyedProcessFunction) -> str:
    keyed = pairs().key_by(lambda pair: pair[0])
    keyed.process(function).print()
    with pytest.raises(RuntimeError) as failed:
        keyed._environment.execute()
    return str(failed.value)


def test_a_timer_that_is_no_number_is_told_where_it_is_set() -> None:
    class Sets(KeyedProcessFunction):
        def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Any:
            ctx.timer_service().register_event_time_timer(any_(Time.seconds(5)))
            yield value

    told = error_of(Sets())
    assert "register_event_time_timer(timestamp): expected the time in milliseconds" in told
    assert "register_event_time_timer(any_(Time.seconds(5)))" in told


def test_a_context_that_is_asked_for_an_output_tells_how_results_go_out() -> None:
    class PutsOut(KeyedProcessFunction):
        def process_element(self, value: Any, ctx: Any) -> Any:
            ctx.output(OutputTag("late"), value)

    assert 'for a side output "yield output_tag, value"' in error_of(PutsOut())


def test_a_method_that_cannot_take_its_arguments_is_told_before_the_job_runs() -> None:
    class Collects(KeyedProcessFunction):
        def open(self) -> None:  # type: ignore[override]
            """Wrong."""

        def process_element(self, value: Any, ctx: Any, out: Any) -> Any:  # type: ignore[override]
            out.collect(value)

        def on_timer(self, *arguments: Any) -> Any:
            return []

    with pytest.warns(UserWarning, match="the function is called with") as warned:
        pairs().key_by(lambda pair: pair[0]).process(Collects())
    texts = sorted(str(warning.message) for warning in warned)
    assert len(texts) == 2
    assert "Write def open(self, runtime_context)." in texts[0]
    assert "called with (value, ctx), but its parameters do not match" in texts[1]


def told_by(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) != 0
    return capsys.readouterr().err


def test_a_program_with_a_slip_of_the_pen_is_told_without_our_frames(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "slip.py"
    program.write_text("def tenth(:\n")
    told = told_by(capsys, "run", str(program))
    assert f'File "{program}", line 1' in told
    assert "SyntaxError" in told
    assert "runpy" not in told


def test_a_plan_whose_nodes_are_no_list_is_told_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = tmp_path / "plan.json"
    plan.write_text('{"nodes": 5}')
    told = told_by(capsys, "plan", "--from", str(plan))
    assert 'expected "nodes" to be a list of objects, found int 5' in told
