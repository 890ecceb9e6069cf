"""Ticks that bring nothing new are skipped, and nothing else changes."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

import flinksim as fs
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner, Watermark, WatermarkGenerator
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import AsyncDataStream, AsyncFunction, StreamExecutionEnvironment
from flinksim.datastream.functions import KeyedProcessFunction
from flinksim.datastream.window import (
    EventTimeSessionWindows,
    TumblingEventTimeWindows,
    TumblingProcessingTimeWindows,
)
from flinksim.runtime.virtual_clock import SimulatedClock
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace

YEAR_MS = 365 * 24 * 3_600_000


class Second(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])


class Later(KeyedProcessFunction):
    """Answers each record half a minute later, by both clocks."""

    def process_element(self, value: Any, ctx: Any) -> Any:
        timers = ctx.timer_service()
        timers.register_processing_time_timer(timers.current_processing_time() + 30_000)
        timers.register_event_time_timer(value[1] + 10)
        return []

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        yield (ctx.get_current_key(), timestamp, str(ctx.time_domain()))


class Slow(AsyncFunction):
    """Takes its time."""

    async def async_invoke(self, value: Any) -> Any:
        await asyncio.sleep(0.07 + value[1] % 7 / 10)
        return [value]


def environment(seed: int, gaps: list[int], aligned: bool = False) -> StreamExecutionEnvironment:
    random = Random(seed)
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(random.randint(1, 2))
    env.get_config().set_auto_watermark_interval(random.choice([200, 200, 170]))
    script: dict[str, list[Any]] = {}
    for split in ("x", "y")[: random.randint(1, 2)]:
        items: list[Any] = []
        for place in range(random.randint(2, 7)):
            items.append(pause(random.choice(gaps)))
            items.append(record((random.choice("ab"), 1000 * place + random.randrange(1500), 1)))
        script[split] = items
    strategy: Any = random.choice(
        [
            WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(300)),
            WatermarkStrategy.for_monotonous_timestamps(),
        ]
    )
    if random.random() < 0.5:
        strategy = strategy.with_idleness(Duration.of_millis(random.choice([150, 700, 90_000])))
    if aligned:
        drift, interval = random.choice([(0, 90), (400, 300), (5_000, 1_000)])
        strategy = strategy.with_watermark_alignment(
            "all", Duration.of_millis(drift), Duration.of_millis(interval)
        )
    strategy = strategy.with_timestamp_assigner(Second())
    if aligned or random.random() < 0.5:
        stream: Any = env.from_source(ScriptedSource(script), strategy, "source")
    else:
        plain = env.from_source(ScriptedSource(script), WatermarkStrategy.no_watermarks(), "source")
        stream = plain.assign_timestamps_and_watermarks(strategy)
    if seed % 3 == 1:  # the task of the source waits for it, while its ticks pile up
        stream = AsyncDataStream.ordered_wait(stream, Slow(), Duration.of_hours(9), 1)
    keyed = stream.key_by(lambda value: value[0])
    match random.randrange(4):
        case 0:
            keyed.window(TumblingEventTimeWindows.of(Time.seconds(1))).sum(2).print()
        case 1:
            keyed.window(EventTimeSessionWindows.with_gap(Time.milliseconds(400))).sum(2).print()
        case 2:
            keyed.window(TumblingProcessingTimeWindows.of(Time.seconds(7))).sum(2).print()
        case _:
            keyed.process(Later()).print()
    return env


KEPT = (
    e.ResultWritten, e.WatermarkGenerated, e.WatermarkEmitted, e.SplitStatusChanged, e.StatusEmitted,
    e.IdlenessCountdownChanged, e.WindowFired, e.LateRecordDropped, e.InputWatermarkAdvanced,
    e.TimerFired, e.SourceRecordRead,
)  # fmt: skip


def reports(trace: Trace) -> dict[str, list[tuple[int, Any]]]:
    """What each source reported to its group and was told, and when either changed."""
    found: dict[str, list[tuple[int, Any]]] = {}
    for step in trace:
        for event in step.events:
            if isinstance(event, e.WatermarkAligned):
                told = found.setdefault(event.operator, [])
                if not told or told[-1][1] != (event.reported, event.allowed):
                    told.append((step.time_ms, (event.reported, event.allowed)))
    return found


def happened(trace: Trace) -> dict[str, list[tuple[int, Any]]]:
    """What each task and operator did, and when; whose turn comes first is the schedule's affair."""
    found: dict[str, list[tuple[int, Any]]] = {}
    for step in trace:
        for event in step.events:
            if isinstance(event, KEPT):
                who = (
                    event.subtask if isinstance(event, e.InputWatermarkAdvanced) else event.operator
                )
                found.setdefault(who, []).append((step.time_ms, event))
    return found


@pytest.mark.slow("steps through hours of silence tick by tick")
@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("schedule", [fs.ArrivalOrder, fs.RoundRobin])
def test_all_that_matters_is_as_tick_by_tick(
    seed: int, schedule: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    gaps = [0, 100, 900, 5_000, 61_000] if seed % 10 else [0, 3_600_000]
    skipping = fs.simulate(environment(seed, gaps), schedule()).run().trace
    monkeypatch.setattr(SimulatedClock, "skip_idle_ticks", lambda clock: 0)
    ticking = fs.simulate(environment(seed, gaps), schedule()).run().trace
    assert happened(skipping) == happened(ticking)
    skipped = sum(event.ticks for event in skipping.get_events(e.TicksSkipped))
    mails = len(ticking.get_events(e.MailEnqueued)) - len(skipping.get_events(e.MailEnqueued))
    assert skipped == mails, "every tick is a mail, or one of those that were skipped"


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("schedule", [fs.ArrivalOrder, fs.RoundRobin])
def test_so_it_is_where_sources_wait_for_each_other(
    seed: int, schedule: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    gaps = [0, 100, 900, 5_000] if seed else [0, 3_600_000]

    def run() -> Trace:
        return fs.simulate(environment(seed, gaps, aligned=True), schedule()).run().trace

    skipping = run()
    monkeypatch.setattr(SimulatedClock, "skip_idle_ticks", lambda clock: 0)
    ticking = run()
    assert happened(skipping) == happened(ticking)
    assert reports(skipping) == reports(ticking)
    skipped = sum(event.ticks for event in skipping.get_events(e.TicksSkipped))
    assert skipped == len(ticking.get_events(e.MailEnqueued)) - len(
        skipping.get_events(e.MailEnqueued)
    )


@pytest.mark.parametrize("schedule", [fs.ArrivalOrder, fs.RoundRobin, lambda: fs.Seeded(7)])
@pytest.mark.parametrize("aligned", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_a_year_of_silence_is_a_handful_of_steps(seed: int, aligned: bool, schedule: Any) -> None:
    sim = fs.simulate(environment(seed, [YEAR_MS], aligned), schedule())
    while sim.step():
        assert len(sim.trace) < 2_000
    assert sim.status == "FINISHED"
    assert sum(event.ticks for event in sim.trace.get_events(e.TicksSkipped)) > 10_000_000


def test_a_generator_of_ones_own_is_asked_at_each_tick() -> None:
    asked = []

    class Own(WatermarkGenerator):
        def on_event(self, event: Any, timestamp: int, output: Any) -> None:
            pass

        def on_periodic_emit(self, output: Any) -> None:
            asked.append(None)
            output.emit_watermark(Watermark(5))

    env = StreamExecutionEnvironment.get_execution_environment()
    source = ScriptedSource([record(("a", 1, 1)), pause(10_000), record(("a", 2, 1))])
    strategy = WatermarkStrategy.for_generator(lambda context: Own())
    env.from_source(source, strategy.with_timestamp_assigner(Second()), "source").print()
    trace = fs.simulate(env).run().trace
    assert trace.get_events(e.TicksSkipped) == []
    assert len(asked) >= 2 * 49
