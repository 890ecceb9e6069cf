"""Small programs of which flinksim once told something else than what is so.

Those that can be put as a description are in :mod:`tests.conformance.judge.cases`, with Flink's answers
(``test_judged_programs``). What goes by ``registerTimer`` being one late is held by
``test_processing_time_facts``, keys of all types by ``test_key_groups_facts``, ``close`` from tail to
head by ``test_life_cycle_facts``, restarts by ``tests/runtime/test_restarts.py``.
"""

from __future__ import annotations

from typing import Any

import flinksim as fs
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows


def test_the_declared_type_of_a_negative_key_says_where_it_goes() -> None:
    went: dict[int, int] = {}

    class Where(KeyedProcessFunction):
        def open(self, runtime_context: Any) -> None:
            self.subtask = runtime_context.get_index_of_this_subtask()

        def process_element(self, value: int, ctx: Any) -> list[Any]:
            went[value] = self.subtask
            return []

    environment = StreamExecutionEnvironment.get_execution_environment()
    environment.set_parallelism(4)
    numbers = environment.from_collection([-5, -2147483648], Types.LONG())
    numbers.key_by(lambda value: value, Types.LONG()).process(Where())
    fs.simulate(environment).run()
    assert went == {-5: 0, -2147483648: 1}


class Second(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])


def test_of_two_splits_the_slower_ones_record_lets_the_pane_go() -> None:
    environment = StreamExecutionEnvironment.get_execution_environment()
    fast = [record(("a", 1_000)), pause(50), record(("a", 90_000)), pause(2000)]
    slow = [record(("a", 2_000)), pause(900), record(("a", 12_000)), pause(900)]
    source = ScriptedSource(
        {"fast": [*fast, record(("a", 95_000))], "slow": [*slow, record(("a", 13_000))]}
    )
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(0))
    clicks = environment.from_source(source, strategy.with_timestamp_assigner(Second()), "clicks")
    windows = clicks.key_by(lambda click: click[0]).window(
        TumblingEventTimeWindows.of(Time.seconds(10))
    )
    windows.reduce(lambda one, other: (one[0], one[1] + other[1])).print()
    sim = fs.simulate(environment).run()
    answer = str(sim.trace.why("why did window [0, 10000) of a fire"))
    assert "(a, 12000)" in answer
    assert "slow" in answer
    assert "90000" not in answer
