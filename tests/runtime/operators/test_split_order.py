"""Which split comes next, of many."""

from __future__ import annotations

from random import Random

from flinksim import simulate
from flinksim.common import WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.trace.events import SourceRecordRead


def test_records_of_many_splits_come_by_arrival_then_by_split() -> None:
    random = Random(3)
    script, expected = {}, []
    for number in range(40):
        arrivals = sorted(random.randrange(50) for _ in range(random.randrange(1, 9)))
        split = f"split {number:02}"
        script[split] = [
            item for place, arrival in enumerate(arrivals) for item in (at(arrival), record(place))
        ]
        expected += [(arrival, split, place) for place, arrival in enumerate(arrivals)]
    env = StreamExecutionEnvironment.get_execution_environment()
    source = ScriptedSource(script)
    env.from_source(source, WatermarkStrategy.no_watermarks(), "many").set_parallelism(1).print()
    trace = simulate(env).run().trace
    read = [
        (step.time_ms, event.split, event.offset)
        for step in trace
        for event in step.events
        if isinstance(event, SourceRecordRead)
    ]
    assert read == sorted(expected)


def test_untimed_records_come_by_split_and_before_later_ones() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    source = ScriptedSource(
        {"a": [at(5), record("a")], "b": [record("b"), record("c")], "c": [record("d")]}
    )
    env.from_source(source, WatermarkStrategy.no_watermarks(), "many").set_parallelism(1).print()
    trace = simulate(env).run().trace
    assert [event.value for event in trace.get_events(SourceRecordRead)][:4] == ["b", "c", "d", "a"]
