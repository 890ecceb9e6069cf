"""A source does not become idle only because it is blocked: the idleness clock pauses (FLINK-35886)."""

from __future__ import annotations

from typing import Any

import flinksim as fs
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.common.watermark_generators import PausableRelativeClock
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.runtime.virtual_clock import BackpressureTimer
from flinksim.trace import events as e

ROW = Types.TUPLE([Types.STRING(), Types.LONG(), Types.STRING()])


def assign(strategy: WatermarkStrategy) -> WatermarkStrategy:
    return strategy.with_timestamp_assigner(lambda value, _: value[1])


def create_two_topics(behind_operator: bool) -> StreamExecutionEnvironment:
    """Topic a is read into a slow map, for longer than its idle timeout at a time; b is far ahead."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    slow = ScriptedSource({"a": [record(("a", 100 * n, "x" * 2000)) for n in range(260)]})
    ahead = ScriptedSource(
        {"b": [i for n in range(60) for i in (record(("b", 50_000 + n, "")), pause(500))]}
    )
    mono = WatermarkStrategy.for_monotonous_timestamps
    idle = assign(mono().with_idleness(Duration.of_millis(500)))
    if behind_operator:
        read = env.from_source(slow, WatermarkStrategy.no_watermarks(), "a", ROW)
        left = read.assign_timestamps_and_watermarks(idle)
    else:
        left = env.from_source(slow, idle, "a", ROW)
    left = left.rebalance().map(fs.cost(lambda r: (r[0], r[1], ""), ms=100), ROW)
    counted = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
    (
        left.union(env.from_source(ahead, assign(mono()), "b", ROW))
        .map(lambda r: (r[0], r[1], 1), counted)
        .key_by(lambda r: r[0])
        .window(TumblingEventTimeWindows.of(Time.seconds(10)))
        .sum(2)
        .print()
    )
    return env


def test_no_record_of_a_blocked_source_is_late() -> None:
    """Real Flink 2.3.0 drops none of the 260 records (``Bp2.java`` of the bug reports)."""
    for behind_operator in (False, True):
        run = fs.simulate(create_two_topics(behind_operator)).run()
        assert not run.trace.get_events(e.LateRecordDropped)
        assert sorted(result.value for result in run.results) == [
            ("a", 0, 100),
            ("a", 10_000, 100),
            ("a", 20_000, 60),
            ("b", 50_000, 60),
        ]


def test_an_aligned_source_that_waits_does_not_become_idle() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    streams = []
    for name, step, gap in (("fast", 10_000, 100), ("slow", 100, 400)):
        items: list[Any] = [
            i for n in range(20) for i in (record((name, n * step, "")), pause(gap))
        ]
        strategy = WatermarkStrategy.for_monotonous_timestamps().with_watermark_alignment(
            "g", Duration.of_seconds(5), Duration.of_millis(300)
        )
        strategy = assign(strategy.with_idleness(Duration.of_millis(900)))
        streams.append(env.from_source(ScriptedSource(items), strategy, name, ROW))
    streams[0].union(streams[1]).print()
    run = fs.simulate(env).run()
    assert not [event for event in run.trace.get_events(e.StatusEmitted) if event.idle]


def test_pauses_overlap_and_a_clock_begins_in_the_pause_of_its_task() -> None:
    now = [10]
    timer = BackpressureTimer(lambda: now[0])
    timer.start()
    clock = timer.create_clock(lambda: now[0])
    begin = clock.relative_time_ms()
    now[0] = 50
    clock.pause(50)  # alignment
    timer.stop()
    now[0] = 70
    assert clock.is_paused
    assert clock.relative_time_ms() == begin
    assert clock.to_processing_time(begin + 5) is None
    clock.unpause(70)
    now[0] = 72
    assert clock.relative_time_ms() == begin + 2
    assert clock.to_processing_time(begin + 5) == 75
    timer.release_clock(clock)
    timer.start()
    assert not clock.is_paused
    assert PausableRelativeClock(lambda: 0).relative_time_ms() != 0, "0 means: not started"
