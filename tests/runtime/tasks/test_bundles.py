"""In PyFlink's dialect the results of a Python operator go on when its bundle ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from flinksim.common import Configuration, Types
from flinksim.connectors.sink import Sink, SinkContext, SinkWriter
from flinksim.datastream import (
    KeyedProcessFunction,
    MapFunction,
    OutputTag,
    ProcessFunction,
    SinkFunction,
    StreamExecutionEnvironment,
)

SIDE = OutputTag("side", Types.INT())


class Split(ProcessFunction):
    def process_element(self, value: int, ctx: Any) -> Iterator[Any]:
        yield SIDE, value
        yield value * 10


def environment(**options: Any) -> StreamExecutionEnvironment:
    configuration = Configuration().set_string("flinksim.dialect", "pyflink")
    for name, value in options.items():
        key = "python.execution-mode" if name == "mode" else f"python.fn-execution.bundle.{name}"
        configuration.set_string(key, str(value))
    return StreamExecutionEnvironment.get_execution_environment(configuration)


def printed_by_two_sinks(capsys: pytest.CaptureFixture[str], **options: Any) -> list[str]:
    env = environment(**options)
    main = env.from_collection([1, 2, 3], Types.INT()).process(Split(), Types.INT())
    main.print("main")
    main.get_side_output(SIDE).print("side")
    env.execute()
    return capsys.readouterr().out.splitlines()


ONE_BY_ONE = ["side> 1", "main> 10", "side> 2", "main> 20", "side> 3", "main> 30"]


def test_a_sink_right_behind_comes_before_one_behind_another_function(
    capsys: pytest.CaptureFixture[str],
) -> None:
    nearest_first = ["main> 10", "main> 20", "main> 30", "side> 1", "side> 2", "side> 3"]
    assert printed_by_two_sinks(capsys) == nearest_first


@pytest.mark.parametrize("options", [{"size": 1}, {"mode": "thread"}])
def test_with_bundles_of_one_and_in_threads_results_go_on_at_once(
    capsys: pytest.CaptureFixture[str], options: dict[str, Any]
) -> None:
    assert printed_by_two_sinks(capsys, **options) == ONE_BY_ONE


def failing(capsys: pytest.CaptureFixture[str], values: list[Any], **options: Any) -> list[str]:
    env = environment(**options)
    env.from_collection(values).map(lambda value: 10 // value, Types.INT()).print()
    with pytest.raises(RuntimeError, match="division"):
        env.execute()
    return capsys.readouterr().out.splitlines()


def test_what_a_bundle_had_put_out_before_a_failure_is_lost(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert failing(capsys, [1, 2, 0]) == []
    assert failing(capsys, [1, 2, 5, 0], size=2) == ["10", "5"]


class Full(Sink):
    def create_writer(self, context: SinkContext) -> SinkWriter:
        return FullWriter()


class FullWriter(SinkWriter):
    def write(self, value: Any, timestamp: int | None) -> None:
        raise OSError("no space")


@pytest.mark.parametrize(("size", "taken"), [(1, 1), (2, 2), (3, 3), (100, 4)])
def test_a_sink_that_fails_right_behind_a_full_bundle_fails_at_once(
    capsys: pytest.CaptureFixture[str], size: int, taken: int
) -> None:
    # As real PyFlink did it with a SocketClientSink that could not write numbers.
    env = environment(size=size)
    numbers = env.from_collection([1, 2, 3, 4], Types.INT())
    numbers.print("raw")
    pairs = numbers.flat_map(lambda number: [number, -number], Types.INT())
    pairs.print("pairs")
    pairs.add_sink(SinkFunction(Full()))
    with pytest.raises(RuntimeError, match="no space"):
        env.execute()
    lines = capsys.readouterr().out.splitlines()
    assert lines == [*(f"raw> {number}" for number in range(1, taken + 1)), "pairs> 1"]


class Opens(MapFunction):
    def open(self, runtime_context: Any) -> None:
        raise OSError("no connection")

    def map(self, value: int) -> int:
        return value

    def close(self) -> None:
        raise AssertionError("closed, but never opened")


def test_a_function_that_cannot_open_fails_with_the_first_bundle(
    capsys: pytest.CaptureFixture[str],
) -> None:
    env = environment(size=2)
    numbers = env.from_collection([1, 2, 3, 4], Types.INT())
    numbers.print("raw")
    numbers.map(Opens(), Types.INT()).print("never")
    with pytest.raises(RuntimeError, match="no connection") as failed:
        env.execute()
    assert capsys.readouterr().out.splitlines() == ["raw> 1", "raw> 2"]
    assert "while it processed" not in str(failed.value)


def test_a_function_that_cannot_open_does_no_harm_without_elements(
    capsys: pytest.CaptureFixture[str],
) -> None:
    env = environment()
    numbers = env.from_collection([1, 2], Types.INT())
    none = numbers.filter(lambda number: number > 2)
    none.print("none")
    none.map(Opens(), Types.INT()).print("never")
    env.execute()
    assert capsys.readouterr().out == ""


class FailsLate(KeyedProcessFunction):
    def process_element(self, value: int, ctx: Any) -> Iterator[int]:
        ctx.timer_service().register_event_time_timer(5)
        yield value

    def on_timer(self, timestamp: int, ctx: Any) -> Iterator[int]:
        raise ValueError("in a timer")


def test_a_bundle_of_elements_is_complete_before_timers_fire(
    capsys: pytest.CaptureFixture[str],
) -> None:
    env = environment()
    keyed = env.from_collection([1, 2], Types.INT()).key_by(lambda value: 0)
    keyed.process(FailsLate(), Types.INT()).map(lambda value: value, Types.INT()).print()
    with pytest.raises(RuntimeError, match="in a timer"):
        env.execute()
    assert capsys.readouterr().out.splitlines() == ["1", "2"]


def test_a_value_that_does_not_fit_its_type_fails_in_the_bundle(
    capsys: pytest.CaptureFixture[str],
) -> None:
    env = environment()
    env.from_collection([1, 2**40]).map(lambda value: value, Types.INT()).print()
    with pytest.raises(RuntimeError, match="too large"):
        env.execute()
    assert capsys.readouterr().out == ""


def test_later_changes_of_a_value_do_not_count() -> None:
    seen: list[int] = []

    class Remember(ProcessFunction):
        def process_element(self, value: int, ctx: Any) -> Iterator[list[int]]:
            seen.append(value)
            yield seen

    env = environment()
    with env.from_collection([1, 2]).process(Remember()).execute_and_collect() as results:
        assert list(results) == [[1], [1, 2]]


def test_a_bundle_ends_after_its_time(capsys: pytest.CaptureFixture[str]) -> None:
    import time

    def slow(value: int) -> int:
        time.sleep(0.4)
        print("took", value)
        return value

    env = environment()
    # A source of the old kind lets no timer of its task run in between.
    numbers = env.from_collection([1, 2, 3, 4, 5, 6], Types.INT())
    numbers.map(slow, Types.INT()).start_new_chain().print()
    env.execute()
    lines = capsys.readouterr().out.splitlines()
    # A second has passed in the midst of the third: the bundle ends behind that.
    assert lines.index("took 3") < lines.index("1") < lines.index("took 4")
