"""Sources of one group wait for each other."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.common import Duration, Types, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.datastream import ProcessFunction, StreamExecutionEnvironment
from flinksim.runtime.operators.watermark_alignment import WatermarkAggregator


class OwnTime(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return value[1]


class WhenRead(ProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Any:
        yield (*value, ctx.timer_service().current_processing_time())


def source(name: str, step_ms: int, count: int = 6) -> ScriptedSource:
    """A record each second of processing time, *step_ms* of event time later than the last."""
    script: list[Any] = []
    for number in range(count):
        script += [at(number * 1000), record((name, number * step_ms))]
    return ScriptedSource(script)


def read_times(drift: int | None, interval_s: int = 1, groups: tuple[str, str] = ("g", "g")) -> Any:
    """For a source that is slow in event time and a fast one: when each record was read."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    streams = []
    for (name, step), group in zip((("slow", 100), ("fast", 10_000)), groups, strict=True):
        strategy = WatermarkStrategy.for_monotonous_timestamps()
        if drift is not None:
            strategy = strategy.with_watermark_alignment(
                group, Duration.of_millis(drift), Duration.of_seconds(interval_s)
            )
        strategy = strategy.with_timestamp_assigner(OwnTime())
        stream = env.from_source(source(name, step), strategy, name, Types.PICKLED_BYTE_ARRAY())
        streams.append(stream.process(WhenRead()))
    results = list(streams[0].union(streams[1]).execute_and_collect())
    begin = min(time for _, _, time in results)
    return {
        name: [time - begin for who, _, time in results if who == name] for name in ("slow", "fast")
    }


IN_STEP = [0, 1000, 2000, 3000, 4000, 5000]


def test_without_alignment_both_read_as_records_arrive() -> None:
    assert read_times(None) == {"slow": IN_STEP, "fast": IN_STEP}


def test_the_fast_source_stops_until_the_slow_one_has_ended() -> None:
    times = read_times(drift=15_000)
    assert times["slow"] == IN_STEP
    assert times["fast"][:2] == [0, 1000]
    assert all(time > 5000 for time in times["fast"][3:])


def test_a_wide_drift_stops_nobody_and_another_group_neither() -> None:
    assert read_times(drift=1_000_000)["fast"] == IN_STEP
    assert read_times(drift=0, groups=("g", "h"))["fast"] == IN_STEP


def test_the_answer_comes_with_the_update_interval() -> None:
    often, seldom = read_times(drift=15_000), read_times(drift=15_000, interval_s=4)
    assert len([time for time in seldom["fast"] if time <= 5000]) > len(
        [time for time in often["fast"] if time <= 5000]
    ), "it runs ahead for as long as it has not been told"


def test_the_least_report_counts_and_nobody_waits_for_who_has_none() -> None:
    aggregator = WatermarkAggregator()
    assert aggregator.aggregated_watermark == MAX_TIMESTAMP
    aggregator.report("a", 50)  # type: ignore[arg-type]
    aggregator.report("b", 20)  # type: ignore[arg-type]
    assert aggregator.aggregated_watermark == 20
    aggregator.report("b", MAX_TIMESTAMP)  # type: ignore[arg-type]
    assert aggregator.aggregated_watermark == 50


@pytest.mark.parametrize("drift", [15_000, 0])
def test_every_record_is_read_in_the_end(drift: int) -> None:
    times = read_times(drift)
    assert [len(times[name]) for name in ("slow", "fast")] == [6, 6]
