"""The production clock, ``SystemProcessingTimeService``: what it calls late, and what on time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import flinksim as fs
from flinksim.common import Time, Types, WatermarkStrategy
from flinksim.common.watermark_strategy import Watermark, WatermarkGenerator, WatermarkOutput
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.datastream import AsyncDataStream, StreamExecutionEnvironment
from flinksim.datastream.functions import AsyncFunction, KeyedProcessFunction
from flinksim.datastream.window import TumblingProcessingTimeWindows
from flinksim.runtime.virtual_clock import compute_timer_due_ms
from flinksim.trace.events import ProcessingTimeAdvanced, ResultWritten, TraceEvent
from tests.conformance.fact_files import cases_of, load

INTERVAL_MS = 20
PAIR = Types.TUPLE([Types.STRING(), Types.LONG()])

(JOB,) = (case["most"] for case in load("processing_time")["cases"] if case["kind"] == "job")


@pytest.mark.parametrize("case", cases_of("processing_time", "delay"))
def test_a_timer_waits_as_long_as_on_flink(case: dict[str, Any]) -> None:
    for (timestamp, now), delay in zip(case["inputs"], case["delays"], strict=True):
        if delay < 0:  # around the end of 64 bits, on a clock that stands at 0: here it never comes
            assert compute_timer_due_ms(timestamp, now) > MAX_TIMESTAMP
        else:
            assert compute_timer_due_ms(timestamp, now) == now + delay


class _Asked(WatermarkGenerator):
    """Notes the times at which it is asked."""

    def __init__(self, times: list[int], now: Any) -> None:
        self._times = times
        self._now = now

    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        pass

    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        self._times.append(self._now())
        output.emit_watermark(Watermark(self._now()))


def _asked(in_source: bool) -> list[int]:
    times: list[int] = []
    holder: list[fs.Simulation] = []
    strategy: Any = WatermarkStrategy.for_generator(
        lambda context: _Asked(times, lambda: holder[0].cluster.clock.now_ms)
    )
    nothing = WatermarkStrategy.no_watermarks()
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    env.get_config().set_auto_watermark_interval(INTERVAL_MS)
    source = ScriptedSource([at(1), record(("a", 1)), at(300), record(("a", 2))])
    stream = env.from_source(source, strategy if in_source else nothing, "numbers", PAIR)
    if not in_source:
        stream = stream.assign_timestamps_and_watermarks(strategy)
    stream.print()
    holder.append(fs.simulate(env))
    holder[0].run()
    return list(dict.fromkeys(times))  # a source asks one generator for each split and one more


@pytest.mark.parametrize("where", ["a source", "an operator"])
def test_generators_are_asked_in_flinks_rhythm(where: str) -> None:
    interval = JOB[f"interval of a generator in {where}"]

    times = _asked(in_source=where == "a source")

    assert times[:5] == [interval * tick for tick in (1, 2, 3, 4, 5)]


class _Timers(KeyedProcessFunction):
    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> None:
        timers = ctx.timer_service()
        timers.register_processing_time_timer(timers.current_processing_time() + value[1])

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Iterator[Any]:
        yield (timestamp, ctx.timer_service().current_processing_time())


def _results(env: StreamExecutionEnvironment, interleaving: Any = None) -> list[Any]:
    sim = fs.simulate(env, interleaving or fs.ArrivalOrder())
    sim.run()
    return [event.value for event in sim.results]


def test_a_timer_fires_late_and_one_for_the_past_at_once() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    source = ScriptedSource(
        [at(10), record(("a", 3)), record(("a", 0)), record(("a", -4)), at(50), record(("a", 1))]
    )
    env.add_source(source, "pairs", PAIR).key_by(lambda pair: pair[0]).process(_Timers()).print()

    late = JOB["lateness of a timer"]

    # the last one is due after the end
    assert _results(env) == [(6, 10), (10, 10 + late), (13, 13 + late)]


class _Silent(AsyncFunction[Any, Any]):
    async def async_invoke(self, value: Any) -> Any:
        import asyncio

        await asyncio.sleep(1000)

    def timeout(self, value: Any) -> list[Any]:
        return [(value[0], 0)]


def test_an_answer_is_waited_for_a_millisecond_longer() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    stream = env.add_source(ScriptedSource([at(5), record(("a", 1))]), "pairs", PAIR)
    AsyncDataStream.unordered_wait(stream, _Silent(), Time.milliseconds(20), 10, PAIR).print()
    sim = fs.simulate(env)
    sim.run()

    waited = _time_of(sim.trace.events, ResultWritten) - 5

    # on a machine the call itself takes part of a millisecond
    assert waited == 20 + JOB["lateness of a timer"] <= JOB["wait for an answer of 20 ms"]


def _time_of(events: list[TraceEvent], kind: type[Any]) -> int:
    now = 0
    for event in events:
        if isinstance(event, ProcessingTimeAdvanced):
            now = event.after
        if isinstance(event, kind):
            return now
    raise AssertionError(f"no {kind.__name__}")


@pytest.mark.parametrize("interleaving", [fs.ArrivalOrder(), fs.RoundRobin()], ids=repr)
def test_a_record_of_the_last_millisecond_of_a_window_is_in_it(interleaving: Any) -> None:
    env = StreamExecutionEnvironment.get_execution_environment().set_buffer_timeout(0)
    source = ScriptedSource(
        [at(3), record(("a", 1)), at(9), record(("a", 1)), at(10), record(("a", 1)), at(30)]
    )
    stream = env.add_source(source, "pairs", PAIR).key_by(lambda pair: pair[0])
    stream.window(TumblingProcessingTimeWindows.of(Time.milliseconds(10))).sum(1).print()

    assert _results(env, interleaving) == [("a", 2), ("a", 1)]
