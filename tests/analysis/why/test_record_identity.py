"""Events of a record are found by the element, never by the record that advanced the clock."""

from __future__ import annotations

import random
from typing import Any

import pytest

import flinksim as fs
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import (
    EventTimeSessionWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
)
from flinksim.trace import events as e

ROW = Types.TUPLE([Types.STRING(), Types.LONG(), Types.LONG()])


def create_random_program(seed: int) -> StreamExecutionEnvironment:
    """Sources with fast and slow paths to one union and a window; each value is unique."""
    chance = random.Random(seed)
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(chance.choice((1, 2)))
    number = 0
    streams: list[Any] = []
    delay = Duration.of_millis(chance.choice((0, 500)))
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(delay)
    strategy = strategy.with_timestamp_assigner(lambda value, _: value[1])
    for source in range(chance.choice((2, 3))):
        script: list[Any] = []
        time = 0
        for _ in range(12):
            time += chance.randrange(0, 300)
            moment = max(0, time * 20 - chance.choice((0, 0, 3000, 9000)))
            script += [at(time), record((chance.choice("ab"), moment, number))]
            number += 1
        name = f"s{source}"
        scripted = ScriptedSource({name: script})
        no_watermarks = WatermarkStrategy.no_watermarks()
        stream = env.from_source(scripted, no_watermarks, name, ROW)
        if chance.random() < 0.7:
            cost = chance.choice((50, 400, 1500))
            stream = stream.rebalance().map(fs.cost(lambda value: value, ms=cost), ROW)
        streams.append(stream)
    assigner = chance.choice(
        (
            TumblingEventTimeWindows.of(Time.seconds(5)),
            SlidingEventTimeWindows.of(Time.seconds(10), Time.seconds(5)),
            EventTimeSessionWindows.with_gap(Time.seconds(2)),
        )
    )
    (
        streams[0]
        .union(*streams[1:])
        .assign_timestamps_and_watermarks(strategy)
        .key_by(lambda value: value[0])
        .window(assigner)
        .reduce(lambda first, second: first)
        .print()
    )
    return env


@pytest.mark.parametrize("seed", range(12))
def test_an_event_that_names_a_value_belongs_to_the_record_with_that_value(
    seed: int, capsys: Any
) -> None:
    run = TraceIndex(fs.simulate(create_random_program(seed)).run().trace)
    for index in run.find_events(e.LateRecordDropped, e.WindowAssigned):
        read = run.find_read(index)
        assert read is not None
        assert run.events[read].value == run.events[index].value
        if isinstance(run.events[index], e.LateRecordDropped):
            assert run.find_contained_reads(index) == [read]


def test_the_random_programs_drop_records_that_a_later_read_made_late(capsys: Any) -> None:
    """The record that moved the clock was read after the dropped one, so an order cannot tell them apart."""
    overtaken = 0
    for seed in range(12):
        run = TraceIndex(fs.simulate(create_random_program(seed)).run().trace)
        for index in run.find_events(e.LateRecordDropped):
            clock = run.links_until(index).get_origins(index)[0]
            causes = run.find_contained_reads(clock)
            overtaken += bool(causes and causes[-1] > (run.find_read(index) or 0))
    assert overtaken > 5


def test_roles_of_earlier_events_are_declared_where_a_clock_made_something_happen() -> None:
    assert {
        kind.__name__: (kind.PARENT_ROLE, kind.ORIGIN_ROLE)
        for kind in e.EVENT_KINDS
        if (kind.PARENT_ROLE, kind.ORIGIN_ROLE) != ("element", "element")
    } == {
        "DefaultActionResumed": ("element", "clock"),
        "ElementReceived": ("carrier", "element"),
        "OperatorWatermarkAdvanced": ("element", "clock"),
        "PartialResultEmitted": ("clock", "element"),
        "TimerFired": ("clock", "element"),
        "WindowFired": ("clock", "element"),
        "WindowSkippedAsLate": ("element", "clock"),
        "LateRecordDropped": ("element", "clock"),
    }
