"""Small programs in which flinksim once told something else than Flink 2.3.0, and what that told.

What goes by ``registerTimer`` being one late is held by ``test_processing_time_facts``, keys of all
types by ``test_key_groups_facts``, ``close`` from tail to head by ``test_life_cycle_facts``, restarts
by ``tests/runtime/test_restarts.py``.
"""

from __future__ import annotations

from typing import Any

import pytest

import flinksim as fs
from flinksim.common import Time, Types, WatermarkStrategy
from flinksim.connectors.scripted import ScriptedSource, record, watermark
from flinksim.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from flinksim.datastream.window import (
    ContinuousEventTimeTrigger,
    EventTimeSessionWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
)

PAIR = Types.TUPLE([Types.STRING(), Types.LONG()])


def keyed(environment: StreamExecutionEnvironment, *script: Any) -> Any:
    source = ScriptedSource(list(script))
    stream = environment.from_source(source, WatermarkStrategy.no_watermarks(), "s", PAIR)
    return stream.key_by(lambda value: value[0], Types.STRING())


def behind_a_count_window(environment: StreamExecutionEnvironment) -> Any:
    """The results of a count window have Java's greatest timestamp, and what is added to it wraps."""
    pairs = keyed(environment, record(("a", 1), 1), record(("a", 2), 2), watermark(5))
    return pairs.count_window(2).sum(1).key_by(lambda value: value[0], Types.STRING())


def printed(environment: StreamExecutionEnvironment, capsys: pytest.CaptureFixture[str]) -> Any:
    fs.simulate(environment).run()
    return capsys.readouterr().out.split()


def test_a_window_behind_a_count_window_fires(capsys: pytest.CaptureFixture[str]) -> None:
    environment = StreamExecutionEnvironment.get_execution_environment()
    behind = behind_a_count_window(environment)
    behind.window(TumblingEventTimeWindows.of(Time.milliseconds(10))).sum(1).print()
    assert printed(environment, capsys) == ["(a,3)"]


def test_a_session_behind_a_count_window_ends_under_a_continuous_trigger(
    capsys: pytest.CaptureFixture[str],
) -> None:
    environment = StreamExecutionEnvironment.get_execution_environment()
    windows = behind_a_count_window(environment).window(
        EventTimeSessionWindows.with_gap(Time.milliseconds(3))
    )
    windows.trigger(ContinuousEventTimeTrigger.of(Time.milliseconds(2))).sum(1).print()
    assert set(printed(environment, capsys)) == {"(a,3)"}


def test_all_panes_of_a_sliding_max_share_the_first_element(
    capsys: pytest.CaptureFixture[str],
) -> None:
    environment = StreamExecutionEnvironment.get_execution_environment()
    windows = keyed(environment, record(("b", 1), 11), record(("b", 10), 25)).window(
        SlidingEventTimeWindows.of(Time.milliseconds(20), Time.milliseconds(10))
    )
    windows.max(1).print()
    assert printed(environment, capsys) == ["(b,10)", "(b,10)", "(b,10)"]


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
