"""Checks of exercises on Spark: right answers pass, wrong ones get a hint that fits."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pyspark.sql import SparkSession

from flinksim.common.configuration import format_duration_ms
from flinksim.course.checks.replay_checks import (
    check_first_result,
    check_smallest_delay,
)
from flinksim.replay.results.outcome import Firing
from flinksim.replay.structured_streaming.comparison import StreamingComparison
from flinksim.replay.structured_streaming.runner import MicroBatch, StreamedRun
from flinksim.replay.structured_streaming.streaming_query import StreamedResult
from flinksim.replay.sweep.parameter_sweep import Sweep
from tests.replay.test_sweep import MINUTE, flights

TEN = (0, 10_000)


def batch(number: int, *results: tuple[int, int]) -> MicroBatch:
    rows = tuple(StreamedResult("a", TEN, count, (value,)) for count, value in results)
    return MicroBatch(number, 1_000 * (number + 1), 1, 0, 0, 0, rows)


BOTH = StreamingComparison(
    firings=(Firing(1, "a", TEN, "on time", 1, ("a", 5), 9_999, 2_500),),
    dropped=(),
    runs={
        "append": StreamedRun("append", (batch(0), batch(1), batch(2, (2, 7)))),
        "update": StreamedRun("update", (batch(0, (1, 5)), batch(1, (2, 7)), batch(2))),
        "complete": StreamedRun("complete", tuple(batch(n, (n + 1, 5 + n)) for n in range(3))),
    },
    value_indices=(1,),
    watermarks=(),
)


@pytest.mark.parametrize(
    ("at", "says", "message"),
    [
        (None, 7, "give both"),
        ("2500", 7, "no batch ends at 2500"),
        ("2000", 7, "it is output later than"),
        ("3000", 5, "the time is right"),
    ],
)
def test_a_wrong_first_result_gets_a_hint(at: str | None, says: int, message: str) -> None:
    verdict = check_first_result(BOTH, "append", "a", TEN, batch_end=at, value=says)
    assert not verdict
    assert verdict.message.startswith(message)


def test_the_right_first_result_passes() -> None:
    assert check_first_result(BOTH, "append", "a", TEN, batch_end="3000", value=7)
    assert check_first_result(BOTH, "update", "a", TEN, batch_end="1000", value=5)
    sooner = check_first_result(BOTH, "update", "a", TEN, batch_end="2000", value=7)
    assert sooner.message.startswith("it is output earlier than")
    never = check_first_result(BOTH, "append", "b", TEN, batch_end="1000", value=1)
    assert never.message == "append mode never outputs this window"


@pytest.fixture(scope="module")
def of_flights(spark: SparkSession) -> Iterator[Sweep]:
    with flights(spark) as job:
        yield job.sweep([0])


def test_a_delay_is_judged_to_the_minute(of_flights: Sweep) -> None:
    right = -(-of_flights.smallest_delay(0.95) // MINUTE) * MINUTE
    told = check_smallest_delay(of_flights, 0.95, delay_ms=right)
    assert told
    assert told.message.startswith(f"at {format_duration_ms(right)} ")
    assert "1 h" in told.message  # as one reads it
    more = check_smallest_delay(of_flights, 0.95, delay_ms=right + MINUTE)
    assert more.message.endswith("a minute less is enough, too")
    less = check_smallest_delay(of_flights, 0.95, delay_ms=right - MINUTE)
    assert "are on time; 95.00% are required" in less.message
    assert not check_smallest_delay(of_flights, 0.95, delay_ms=None)
