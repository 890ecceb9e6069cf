from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from flinksim.common.configuration import Configuration
from flinksim.common.time import Duration
from flinksim.common.typeinfo import Types
from flinksim.common.watermark_strategy import (
    AscendingTimestampsWatermarks,
    BoundedOutOfOrdernessWatermarks,
    IngestionTimeAssigner,
    NoWatermarksGenerator,
    RecordTimestampAssigner,
    TimestampAssigner,
    WatermarkAlignmentParams,
    WatermarkGenerator,
    WatermarkGeneratorContext,
    WatermarkOutput,
    WatermarkStrategy,
    WatermarksWithIdleness,
)
from flinksim.connectors.scripted_source import ScriptedSource, record
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.datastream.api_flavor import API_FLAVOR_OPTION
from flinksim.datastream.functions import ProcessFunction
from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment


class FirstField(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        timestamp: int = value[0]
        return timestamp


def no_clock() -> int:
    return 0


def test_each_call_makes_a_generator_of_its_own() -> None:
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(5))

    first = strategy.create_watermark_generator(no_clock)
    second = strategy.create_watermark_generator(no_clock)

    assert isinstance(first, BoundedOutOfOrdernessWatermarks)
    assert first.out_of_orderness_ms == 5000
    assert first is not second


def test_the_factory_methods_make_flinks_generators() -> None:
    monotonous = WatermarkStrategy.for_monotonous_timestamps()
    none = WatermarkStrategy.no_watermarks()

    made = monotonous.create_watermark_generator(no_clock)
    assert isinstance(made, AscendingTimestampsWatermarks)
    assert isinstance(none.create_watermark_generator(no_clock), NoWatermarksGenerator)


def test_the_assigner_changes_the_strategy_in_place_as_in_pyflink() -> None:
    strategy = WatermarkStrategy.for_monotonous_timestamps()
    assert isinstance(strategy.create_timestamp_assigner(), RecordTimestampAssigner)

    same = strategy.with_timestamp_assigner(FirstField())

    assert same is strategy
    assert strategy.create_timestamp_assigner().extract_timestamp((7, "a"), 0) == 7


def test_a_plain_function_serves_as_assigner() -> None:
    strategy = WatermarkStrategy.no_watermarks().with_timestamp_assigner(lambda value, _: value + 1)

    assert strategy.create_timestamp_assigner().extract_timestamp(7, 0) == 8


def test_idleness_wraps_the_generator_and_returns_a_new_strategy() -> None:
    strategy = WatermarkStrategy.for_monotonous_timestamps()

    idle = strategy.with_idleness(Duration.of_millis(300)).with_timestamp_assigner(FirstField())

    assert idle is not strategy
    generator = idle.create_watermark_generator(no_clock)
    assert isinstance(generator, WatermarksWithIdleness)
    assert isinstance(generator.watermarks, AscendingTimestampsWatermarks)
    assert generator.idle_timeout_nanos == 300_000_000
    assert isinstance(idle.create_timestamp_assigner(), FirstField)
    assert isinstance(strategy.create_timestamp_assigner(), RecordTimestampAssigner)


DERIVE = [
    lambda strategy: strategy.with_idleness(Duration.of_seconds(1)),
    lambda strategy: strategy.with_watermark_alignment("group", Duration.of_seconds(20)),
    lambda strategy: strategy.with_idleness(Duration.of_seconds(1)).with_watermark_alignment(
        "group", Duration.of_seconds(20)
    ),
]


def collect_timestamps(strategy: WatermarkStrategy, dialect: str, from_source: bool) -> list[int]:
    """The timestamps of a record that *strategy* is used for, in a program of *dialect*."""

    class Timestamp(ProcessFunction):
        def process_element(self, value: Any, ctx: Any) -> Iterable[int]:
            yield ctx.timestamp()

    options = Configuration().set_string(API_FLAVOR_OPTION, dialect)
    env = StreamExecutionEnvironment.get_execution_environment(options)
    env.set_parallelism(1)
    if from_source:
        source = ScriptedSource({"s": [record((7, "a"))]})
        stream = env.from_source(
            source, strategy, "source", Types.TUPLE([Types.INT(), Types.STRING()])
        )
    else:
        stream = env.from_collection([(7, "a")]).assign_timestamps_and_watermarks(strategy)
    with stream.process(Timestamp()).execute_and_collect() as results:
        return list(results)


@pytest.mark.parametrize("derive", DERIVE)
@pytest.mark.parametrize("from_source", [True, False])
def test_java_keeps_the_assigner_of_an_earlier_strategy(derive: Any, from_source: bool) -> None:
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(FirstField())
    assert collect_timestamps(derive(strategy), "java", from_source) == [7]


@pytest.mark.parametrize("derive", DERIVE)
def test_pyflink_loses_the_assigner_of_an_earlier_strategy_with_a_warning(derive: Any) -> None:
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(FirstField())
    with pytest.warns(
        UserWarning, match=r"Call with_timestamp_assigner\(\) after with_"
    ) as warnings:
        assert collect_timestamps(derive(strategy), "pyflink", False) == [MIN_TIMESTAMP]
    assert [Path(warning.filename).name for warning in warnings] == [Path(__file__).name]


def test_an_assigner_set_last_is_used() -> None:
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(FirstField())
    last = strategy.with_idleness(Duration.of_seconds(1)).with_timestamp_assigner(lambda v, _: 9)
    assert collect_timestamps(last, "java", True) == [9]


def test_alignment_is_recorded_on_the_strategy() -> None:
    strategy = WatermarkStrategy.for_monotonous_timestamps()

    aligned = strategy.with_watermark_alignment("group", Duration.of_seconds(20))
    slower = aligned.with_watermark_alignment(
        "group", Duration.of_seconds(20), Duration.of_seconds(5)
    )

    assert strategy.alignment_params is None
    assert aligned.alignment_params == WatermarkAlignmentParams("group", 20_000, 1_000)
    assert slower.alignment_params == WatermarkAlignmentParams("group", 20_000, 5_000)
    kept = aligned.with_idleness(Duration.of_seconds(1))
    assert kept.alignment_params == aligned.alignment_params


def test_a_generator_of_ones_own_is_given_the_clock() -> None:
    seen: list[WatermarkGeneratorContext] = []

    class Mine(WatermarkGenerator):
        def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None: ...
        def on_periodic_emit(self, output: WatermarkOutput) -> None: ...

    def supply(context: WatermarkGeneratorContext) -> Mine:
        seen.append(context)
        return Mine()

    generator = WatermarkStrategy.for_generator(supply).create_watermark_generator(lambda: 42)

    assert isinstance(generator, Mine)
    assert [context.clock_ms() for context in seen] == [42]


def test_arguments_of_the_wrong_kind_are_named() -> None:
    strategy = WatermarkStrategy.no_watermarks()

    with pytest.raises(ValueError, match=r"^maxOutOfOrderness cannot be negative$"):
        WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(-1))
    with pytest.raises(
        TypeError, match=r"for_bounded_out_of_orderness.*: expected a Duration .* found 5"
    ):
        WatermarkStrategy.for_bounded_out_of_orderness(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="with_timestamp_assigner: expected a TimestampAssigner"):
        strategy.with_timestamp_assigner(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="for_generator: expected a function"):
        WatermarkStrategy.for_generator(None)  # type: ignore[arg-type]


def test_ingestion_time_is_the_clock_of_the_task_and_never_goes_back() -> None:
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(
        IngestionTimeAssigner()
    )
    readings = iter([5, 9, 7])
    assigner = strategy.create_timestamp_assigner(lambda: next(readings))

    assert [assigner.extract_timestamp("a", 0) for _ in range(3)] == [5, 9, 9]


def test_ingestion_time_without_a_clock_says_how_to_get_one() -> None:
    with pytest.raises(RuntimeError, match=r"Pass it to WatermarkStrategy\.with_timestamp"):
        IngestionTimeAssigner().extract_timestamp("a", 0)
