"""The description of a run ends with what has not happened."""

from __future__ import annotations

from typing import Any

import pytest

import flinksim as fs
from flinksim.analysis.expressions.stop_conditions import parse_stop_condition
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from flinksim.datastream.window import (
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
    TumblingProcessingTimeWindows,
)
from flinksim.trace.events import LateRecordDropped
from flinksim.trace.narration.unfinished_work import describe_unfinished_work

ROW = Types.TUPLE([Types.STRING(), Types.LONG()])


def run_windows(splits: dict[str, Any], windows: Any, until_ms: int | None = None) -> fs.Simulation:
    """Run one window per key over the splits, up to a time of the clock."""
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(0))
    strategy = strategy.with_timestamp_assigner(lambda value, _: value[1])
    stream = env.from_source(ScriptedSource(splits), strategy, "src", ROW)
    stream.key_by(lambda value: value[0]).window(windows).reduce(lambda a, b: a).print()
    sim = fs.simulate(env)
    if until_ms is None:
        return sim.run()
    return sim.run(until=parse_stop_condition(f"clock >= {until_ms} ms"))


def describe(sim: fs.Simulation, **options: Any) -> str:
    return "\n".join(describe_unfinished_work(sim.trace, **options))


SLOW_SPLIT = {
    "fast": [at(0), record(("a", 1_000)), at(400), record(("b", 9_000)), at(500), record(("a", 30_000)), at(5_000)],
    "slow": [at(0), record(("a", 2_000)), at(5_000)],
}  # fmt: skip


def test_an_open_window_names_the_split_that_holds_it_back(capsys: Any) -> None:
    run = run_windows(SLOW_SPLIT, TumblingEventTimeWindows.of(Time.seconds(10)), 1_500)
    text = describe(run)
    assert "3 windows of “TumblingEventTimeWindows” have not fired: [0, 10000) of a" in text
    assert "The first one is due at watermark 9999; the watermark is 1999." in text
    assert "It is held back by split “slow” of “Source: src”." in text
    assert "fast" not in text
    assert f"Still pending at the end: {text.splitlines()[0]}" in " ".join(run.trace.tell().split())


def test_a_key_has_its_own_end(capsys: Any) -> None:
    run = run_windows(SLOW_SPLIT, TumblingEventTimeWindows.of(Time.seconds(10)), 1_500)
    text = describe(run, key="b")
    assert "1 window of “TumblingEventTimeWindows” has not fired: [0, 10000) of b." in text
    assert "of a" not in text


def test_nothing_is_left_when_all_windows_have_fired(capsys: Any) -> None:
    run = run_windows(SLOW_SPLIT, TumblingEventTimeWindows.of(Time.seconds(10)))
    assert describe(run) == ""
    assert "Not done" not in run.trace.tell()


def test_a_window_in_processing_time_ends_with_the_job(capsys: Any) -> None:
    splits = {"s": [at(0), record(("a", 1_000)), at(100)]}
    text = describe(run_windows(splits, TumblingProcessingTimeWindows.of(Time.seconds(10))))
    assert "1 window of “TumblingProcessingTimeWindows” has not fired" in text
    assert text.endswith("of the clock (processing time). The job ended before.")


def test_a_record_that_missed_one_of_several_windows_is_named(capsys: Any) -> None:
    splits = {
        "s": [at(0), record(("a", 21_000)), at(500), record(("a", 16_000)),
              at(600), record(("a", 3_000)), at(900)],
    }  # fmt: skip
    windows = SlidingEventTimeWindows.of(Time.seconds(10), Time.seconds(5))
    run = run_windows(splits, windows)
    assert len(run.trace.get_events(LateRecordDropped)) == 1
    text = describe(run)
    assert text == (
        "1 record was too late for one of several windows: [10000, 20000) of a. "
        "The other windows include it."
    )


class WaitForever(KeyedProcessFunction):
    """Registers a timer far after the last record."""

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Any:
        ctx.timer_service().register_event_time_timer(value[1] + 60_000)
        yield value

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Any:
        yield ("timer", timestamp)


@pytest.mark.parametrize("until_ms", [1_500, None])
def test_timers_that_have_not_fired(until_ms: int | None, capsys: Any) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_monotonous_timestamps()
    strategy = strategy.with_timestamp_assigner(lambda value, _: value[1])
    stream = env.from_source(ScriptedSource(SLOW_SPLIT), strategy, "src", ROW)
    stream.key_by(lambda value: value[0]).process(WaitForever(), ROW).name("wait").print()
    sim = fs.simulate(env)
    sim.run(until=parse_stop_condition(f"clock >= {until_ms} ms") if until_ms else None)
    text = describe(sim)
    if until_ms is None:
        assert text == ""
        return
    assert text.startswith(
        "4 timers of “wait” have not fired: key a at 61000, key a at 62000, key b"
    )
    assert "It is held back by split “slow” of “Source: src”." in text
