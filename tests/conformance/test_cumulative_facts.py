"""Cumulative windows against Flink 2.3.0: its assigner's own class, and ``CUMULATE`` in Flink SQL."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors.sinks import CollectSink
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import ProcessWindowFunction
from flinksim.datastream.window import CumulativeEventTimeWindows
from tests.conformance.fact_files import JAVA_EXCEPTIONS, cases_of

NO_CONTEXT: Any = None


def assigner_of(case: dict[str, Any]) -> CumulativeEventTimeWindows:
    offset = Time.milliseconds(case.get("offset", 0))
    size, step = Time.milliseconds(case["size"]), Time.milliseconds(case["step"])
    return CumulativeEventTimeWindows.of(size, step, offset)


@pytest.mark.parametrize("case", cases_of("cumulative_windows", "assign"))
def test_the_assigner_gives_the_windows_that_flinks_does(case: dict[str, Any]) -> None:
    assigner = assigner_of(case)
    found = [
        [list(window) for window in assigner.assign_windows(None, timestamp, NO_CONTEXT)]
        for timestamp in case["inputs"]
    ]
    assert found == case["windows"]
    assert str(assigner).replace("EventTimeWindows", "Window") == case["toString"]


@pytest.mark.parametrize("case", cases_of("cumulative_windows", "error"))
def test_arguments_are_checked_as_in_flink(case: dict[str, Any]) -> None:
    with pytest.raises(JAVA_EXCEPTIONS[case["exception"]]) as raised:
        assigner_of(case)
    theirs = case["message"].replace("CumulativeWindowAssigner", "CumulativeEventTimeWindows")
    assert str(raised.value) == theirs


class SumAndCount(ProcessWindowFunction):
    def process(self, key: Any, context: Any, elements: Any) -> Any:
        values = [element[1] for element in elements]
        window = context.window()
        yield [key, window.start, window.end, sum(values), len(values)]


@pytest.mark.parametrize("case", cases_of("cumulative_windows", "sql"))
def test_a_run_gives_what_flink_sql_does(case: dict[str, Any]) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    never_late = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_hours(1))
    timed = never_late.with_timestamp_assigner(lambda row, timestamp: row[2])
    rows = env.from_collection(case["rows"]).assign_timestamps_and_watermarks(timed)
    keyed = rows.key_by(lambda row: row[0]).window(assigner_of(case))
    sink = CollectSink()
    keyed.process(SumAndCount()).sink_to(sink)
    env.execute("cumulate")
    assert sorted(sink.results) == case["results"]
