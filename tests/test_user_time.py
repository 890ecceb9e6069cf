"""A user function that sleeps: virtual time, no real time, and the order that Flink gives."""

from __future__ import annotations

import time
from typing import Any

import pytest

from flinksim import ArrivalOrder, Interleaving, RoundRobin, Seeded, simulate
from flinksim.common import Duration, Types, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import MapFunction, ProcessFunction

MIN = -(1 << 63)


class Value(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value)


class SeenWatermark(ProcessFunction):
    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Any:
        yield value, ctx.timer_service().current_watermark()


def paced(value: Any) -> Any:
    time.sleep(0.2)
    return value


def pacing_program(new_chain: bool) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    env.get_config().set_auto_watermark_interval(50)
    stream = env.from_collection([1000, 3000, 2000, 5000, 4000], type_info=Types.LONG()).map(paced)
    if new_chain:
        stream = stream.start_new_chain()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(500))
    (
        stream.assign_timestamps_and_watermarks(strategy.with_timestamp_assigner(Value()))
        .process(SeenWatermark())
        .print()
    )
    return env


@pytest.mark.parametrize("schedule", [ArrivalOrder(), RoundRobin()], ids=repr)
def test_a_sleeping_map_lets_one_watermark_out_per_element(schedule: Interleaving) -> None:
    # recorded from Flink 2.3.0: the pacing trick
    results = [f.value[1] for f in simulate(pacing_program(True), schedule).run().results]
    assert results == [MIN, 499, 2499, 2499, 4499]


def test_chained_to_a_legacy_source_no_watermark_gets_out_before_the_end() -> None:
    # recorded from Flink 2.3.0: the source's thread holds the lock while it emits
    results = [f.value[1] for f in simulate(pacing_program(False)).run().results]
    assert results == [MIN] * 5


def test_sleeping_takes_virtual_time_and_no_real_time() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    env.from_collection([60, 3600]).map(lambda s: time.sleep(s) or time.time()).print()
    started = time.perf_counter()
    sim = simulate(env).run()
    assert time.perf_counter() - started < 5
    assert [f.value for f in sim.results] == [60.0, 3660.0]
    assert sim.cluster.clock.now_ms == 3_660_000


def test_others_go_on_while_one_subtask_sleeps() -> None:
    class SleepsByIndex(MapFunction):
        def open(self, runtime_context: Any) -> None:
            self.index = runtime_context.get_index_of_this_subtask()

        def map(self, value: Any) -> Any:
            time.sleep(10 if self.index == 0 else 1)
            return self.index, time.time()

    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    env.from_collection(list(range(4))).rebalance().map(SleepsByIndex()).rebalance().map(
        lambda value: value
    ).print()
    results = [f.value for f in simulate(env).run().results]
    assert sorted(results) == [(0, 10.0), (0, 20.0), (1, 1.0), (1, 2.0)]
    order = [value[1] for value in results]
    assert order.index(1.0) < order.index(10.0), "what was slept over arrives later"


@pytest.mark.parametrize("seed", range(5))
def test_any_schedule_gives_all_results(seed: int) -> None:
    results = [f.value[0] for f in simulate(pacing_program(True), Seeded(seed)).run().results]
    assert results == [1000, 3000, 2000, 5000, 4000]


def test_outside_of_a_run_time_is_real() -> None:
    before = time.time()
    simulate(pacing_program(True)).run()
    assert time.time() >= before
    assert time.sleep.__module__ == "time"


def test_a_negative_sleep_is_refused_as_by_python() -> None:
    from flinksim import JobExecutionError

    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_collection([1]).map(lambda v: time.sleep(-1)).print()
    with pytest.raises(JobExecutionError, match="sleep length must be non-negative"):
        simulate(env).run()
