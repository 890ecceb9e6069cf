"""``max`` and ``min`` change an element in all windows that hold it, and the trace says so."""

from __future__ import annotations

from typing import Any

import pytest

import flinksim as fs
from flinksim.common import Row, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream import window as w
from flinksim.trace import query
from flinksim.trace.events import SharedElementChanged, StateUpdated

PAIR = Types.TUPLE([Types.STRING(), Types.LONG()])
SLIDING = w.SlidingEventTimeWindows.of(Time.milliseconds(20), Time.milliseconds(10))


def run(method: str, values: Any, type_: Any = PAIR, **more: Any) -> fs.Simulation:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    source = ScriptedSource([record(value, timestamp) for value, timestamp in values])
    stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "s", type_)
    windows = stream.key_by(lambda value: "all").window(SLIDING)
    if "trigger" in more:
        windows = windows.trigger(more["trigger"])
    if "evictor" in more:
        windows = windows.evictor(more["evictor"])
    getattr(windows, method)(more.get("field", 1)).print()
    sim = fs.simulate(env)
    sim.run()
    return sim


def results(sim: fs.Simulation) -> list[Any]:
    return [event.value for event in sim.trace.get_events(fs.ResultWritten)]


def test_a_window_that_the_greatest_is_not_in_gives_it_nevertheless() -> None:
    sim = run("max", [(("b", 1), 11), (("b", 10), 25)])
    assert results(sim) == [("b", 10)] * 3


def test_the_event_names_the_other_windows_and_their_contents_are_told() -> None:
    sim = run("max", [(("b", 1), 11), (("b", 10), 25)])
    (changed,) = sim.trace.get_events(SharedElementChanged)
    assert (changed.window, changed.others) == ((10, 30), ((0, 20),))
    assert (changed.before, changed.after) == (("b", 1), ("b", 10))
    told = [(event.namespace, event.value) for event in sim.trace.get_events(StateUpdated)]
    assert told == [
        ((10, 30), ("b", 1)), ((0, 20), ("b", 1)), ((20, 40), ("b", 10)), ((10, 30), ("b", 10)),
        ((0, 20), ("b", 10)),
    ]  # fmt: skip


def test_the_sentence_says_what_happened() -> None:
    sim = run("max", [(("b", 1), 11), (("b", 10), 25)])
    place = next(
        n for n, event in enumerate(sim.trace.events) if isinstance(event, SharedElementChanged)
    )
    sentence = query.describe_event(sim.trace, place)
    assert "changes its first record from (b, 1) to (b, 10)" in sentence
    assert "The same object is in" in sentence


@pytest.mark.parametrize(
    ("method", "values", "type_", "expected"),
    [
        ("sum", [(("b", 1), 11), (("b", 10), 25)], PAIR, [("b", 1), ("b", 11), ("b", 10)]),
        ("max_by", [(("b", 1), 11), (("b", 10), 25)], PAIR, [("b", 1), ("b", 10), ("b", 10)]),
        ("max", [(("b", 3), 11), (("b", 2), 25)], PAIR, [("b", 3), ("b", 3), ("b", 2)]),
    ],
)
def test_what_copies_or_changes_nothing_is_seen_in_no_other_window(
    method: str, values: Any, type_: Any, expected: Any
) -> None:
    sim = run(method, values, type_)
    assert results(sim) == expected
    assert sim.trace.get_events(SharedElementChanged) == []


def test_a_number_has_no_field_that_could_be_set() -> None:
    sim = run("max", [(1, 11), (10, 25)], Types.LONG(), field=0)
    assert results(sim) == [1, 10, 10]


def test_a_row_is_changed_as_a_tuple_is() -> None:
    row = Types.ROW_NAMED(["k", "n"], [Types.STRING(), Types.LONG()])
    sim = run("min", [(Row("b", 9), 11), (Row("b", 1), 25)], row, field="n")
    assert results(sim) == ["Row(k='b', n=1)"] * 3


def test_behind_an_evictor_firing_changes_it() -> None:
    sim = run("max", [(("b", 1), 11), (("b", 10), 12)], evictor=w.CountEvictor.of(5))
    assert results(sim) == [("b", 10)] * 2
    (changed,) = sim.trace.get_events(SharedElementChanged)
    assert (changed.window, changed.others) == ((0, 20), ((10, 30),))


@pytest.mark.parametrize(
    ("method", "expected"), [("max", []), ("max_by", [("b", 10)] * 2), ("sum", [("b", 11)] * 2)]
)
def test_a_trigger_that_remembers_an_element_remembers_what_became_of_it(
    method: str, expected: list[Any]
) -> None:
    grows = w.DeltaTrigger.of(5.0, lambda old, new: float(new[1] - old[1]))
    sim = run(method, [(("b", 1), 11), (("b", 10), 12)], trigger=grows)
    assert results(sim) == expected


def test_only_the_windows_that_hold_the_element_remember_it_anew() -> None:
    grows = w.DeltaTrigger.of(5.0, lambda old, new: float(new[1] - old[1]))
    sim = run("max", [(("b", 1), 1), (("b", 2), 21), (("b", 9), 22)], trigger=grows)
    remembered = dict[Any, list[Any]]()
    for event in sim.trace.get_events(StateUpdated):
        if event.state == "delta-state" and event.value not in remembered.get(event.namespace, []):
            remembered.setdefault(event.namespace, []).append(event.value)
    assert remembered == {
        (0, 20): [("b", 1)],
        (-10, 10): [("b", 1)],
        (20, 40): [("b", 2), ("b", 9)],
        (10, 30): [("b", 2), ("b", 9)],
    }
