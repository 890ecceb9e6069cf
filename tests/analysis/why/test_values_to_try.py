"""Records that a user's function keeps: a value that would have come through is found and tried."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest

import flinksim as fs
from flinksim.analysis.why.answer import Answer
from flinksim.common import Row, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import BroadcastProcessFunction, KeyedProcessFunction
from flinksim.datastream.state import MapStateDescriptor, ValueStateDescriptor
from flinksim.trace import events as e


@dataclass
class Click:
    page: str
    is_paid: bool


@dataclass
class Positive:
    number: int
    name: str

    def __post_init__(self) -> None:
        if self.number < 0:
            raise ValueError(f"{self.number} is below 0")


def asked(values: list[Any], build: Any, question: str) -> Answer:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    build(env.from_collection(values)).print()
    sim = fs.simulate(env)
    try:
        sim.run()
    except fs.JobExecutionError:
        pass
    return sim.why(question)


def change_of(answer: Answer) -> tuple[str, str, str]:
    assert answer.counterfactual is not None
    (change,) = answer.counterfactual.changes
    return change.subject.removesuffix(" of split “collection”"), change.old, change.new


def results(answer: Answer) -> list[str]:
    """Of the changed run."""
    return [f.text for f in answer.try_it().trace.events if isinstance(f, e.ResultWritten)]


@pytest.mark.parametrize(
    ("values", "passes", "field", "old", "new"),
    [
        (
            [("click", 1), ("view", 2)],
            lambda v: v[0] == "click",
            "value of field 0",
            "'view'",
            "'click'",
        ),
        ([1.0, 2.25], lambda v: v < 2.0, "value", "2.25", "1.99"),
        ([("a", 9.5), ("b", 0.1)], lambda v: v[1] > 0.3, "value of field 1", "0.1", "0.4"),
        ([Decimal("1.5"), Decimal("7")], lambda v: v < 3, "value", "Decimal('7')", "Decimal('2')"),
        (
            [Click("a", True), Click("b", False)],
            lambda v: v.is_paid,
            "value of field is_paid",
            "False",
            "True",
        ),
        (
            [Click("shop", False), Click("home", False)],
            lambda v: v.page.startswith("s"),
            "value of field page",
            "'home'",
            "'shop'",
        ),
        (
            [Row(n="a", x=1), Row(n="b", x=2)],
            lambda v: v.n == "a",
            "value of field n",
            "'b'",
            "'a'",
        ),
        ([Row("a", 1), Row("b", 2)], lambda v: v[0] == "a", "value of field 0", "'b'", "'a'"),
        ([{"t": "a"}, {"t": "b"}], lambda v: v["t"] == "a", "value of field t", "'b'", "'a'"),
        (["x,1", "y,2"], lambda v: v.split(",")[0] == "x", "value", "'y,2'", "'x,1'"),
        ([("a", 700), ("b", 3)], lambda v: v[1] in (700, 900), "value of field 1", "3", "700"),
        ([0.5, 0.123456789], lambda v: v > 0.3, "value", "0.123456789", "0.300000789"),
        (
            [("a", None), ("b", 3), ("c", None)],
            lambda v: v[1] is None,
            "value of field 1",
            "3",
            "None",
        ),
    ],
)
def test_a_filter_on_anything(
    values: list[Any], passes: Any, field: str, old: str, new: str
) -> None:
    answer = asked(values, lambda s: s.filter(passes), "why is record 1 not in the result")
    assert "was filtered out" in answer.sentence
    assert change_of(answer) == (f"{field} of record 1", old, new)
    kept = sum(map(passes, values))
    assert len(results(answer)) == kept + 1


def test_where_two_fields_have_to_be_right_it_is_the_value_of_another_record() -> None:
    def passes(value: tuple[str, str]) -> bool:
        return value[0] == "a" and value[1] == "x"

    values = [("a", "x"), ("b", "y"), ("a", "y")]
    answer = asked(values, lambda s: s.filter(passes), "why is record 1 not in the result")
    assert change_of(answer) == ("value of record 1", "('b', 'y')", "('a', 'x')")


def test_what_a_value_cannot_be_is_not_tried() -> None:
    answer = asked(
        [Positive(5, "a"), Positive(9, "b")],
        lambda s: s.filter(lambda v: v.number < 7),
        "why is record 1 not in the result",
    )
    assert change_of(answer) == ("value of field number of record 1", "9", "6")
    none = asked(
        [Positive(5, "a"), Positive(9, "b")],
        lambda s: s.filter(lambda v: v.number < 0),
        "why is record 1 not in the result",
    )
    assert none.counterfactual is None


def test_a_wide_record_has_its_answer_before_too_much_is_tried() -> None:
    first, second = ("click", *range(40)), ("view", *range(40))
    answer = asked(
        [first, second],
        lambda s: s.filter(lambda v: v[0] == "click"),
        "why is record 1 not in the result",
    )
    assert change_of(answer) == ("value of field 0 of record 1", "'view'", "'click'")


def test_no_value_is_made_up() -> None:
    answer = asked(
        ["a", "b"], lambda s: s.filter(lambda v: False), "why is record 1 not in the result"
    )
    assert answer.counterfactual is None
    assert "your code" in answer.unknown


def test_a_record_of_which_a_function_makes_nothing() -> None:
    def of_clicks(value: Any) -> Any:
        if value[0] == "click":
            yield value[1]

    answer = asked(
        [("click", 1), ("view", 2)],
        lambda s: s.flat_map(of_clicks),
        "why is record 1 not in the result",
    )
    assert answer.sentence.startswith("The record had no effect after step")
    assert change_of(answer) == ("value of field 0 of record 1", "'view'", "'click'")
    assert answer.counterfactual is not None
    assert answer.counterfactual.outcome == "Then the record is in 2."
    assert results(answer) == ["1", "2"]


def test_equal_records_are_told_apart_by_their_places() -> None:
    values = [("click", 1), ("view", 2), ("view", 2)]
    answer = asked(
        values,
        lambda s: s.flat_map(lambda v: [v] if v[0] == "click" else []),
        "why is record 2 not in the result",
    )
    assert change_of(answer) == ("value of field 0 of record 2", "'view'", "'click'")
    assert len(results(answer)) == 2


def test_a_record_that_fails_the_job() -> None:
    answer = asked(["1", "x", "3"], lambda s: s.map(int), "why is the job failed")
    without, other = answer.counterfactual, answer.alternatives[0]
    assert without is not None
    assert without.text == "Remove record 1 of split “collection”."
    (change,) = other.changes
    assert (change.old, change.new) == ("'x'", "'1'")
    texts = [f.text for f in other.open_simulation().trace.events if isinstance(f, e.ResultWritten)]
    assert texts == ["1", "1", "3"]


class First(KeyedProcessFunction):
    """Lets the first of each key pass."""

    def open(self, context: Any) -> None:
        self.seen = context.get_state(ValueStateDescriptor("seen", Types.BOOLEAN()))

    def process_element(self, value: Any, ctx: Any) -> Any:
        if self.seen.value() is None:
            self.seen.update(True)
            yield value


def test_a_record_of_a_key_that_was_there_before_comes_through_without_that_one() -> None:
    values = [("a", 1), ("b", 2), ("a", 3), ("b", 4)]
    answer = asked(
        values,
        lambda s: s.key_by(lambda value: value[0]).process(First()),
        "why is record 2 not in the result",
    )
    assert answer.counterfactual is not None
    assert answer.counterfactual.text == "Remove record 0 of split “collection”."
    assert results(answer) == ["('b', 2)", "('a', 3)"]


RULES = MapStateDescriptor("rules", Types.STRING(), Types.STRING())


class Known(BroadcastProcessFunction[Any, Any, Any]):
    def process_element(self, value: Any, ctx: Any) -> Any:
        if ctx.get_broadcast_state(RULES).contains(value[0]):
            yield value

    def process_broadcast_element(self, value: Any, ctx: Any) -> None:
        ctx.get_broadcast_state(RULES).put(value, value)


def test_a_record_before_its_rule_would_have_come_through_later() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    none = WatermarkStrategy.no_watermarks()
    events = ScriptedSource({"s": [at(100), record(("a", 1)), at(700), record(("a", 2))]})
    rules = ScriptedSource({"r": [at(500), record("a")]})
    stream = env.from_source(events, none, "events")
    stream.connect(env.from_source(rules, none, "rules").broadcast(RULES)).process(Known()).print()
    answer = fs.simulate(env).run().why("why is record 0 of split s not in the result")
    what, old, new = change_of(answer)
    assert (what, old) == ("arrival time of record 0 of split “s”", "100 ms")
    assert 500 <= int(new.removesuffix(" ms")) <= 501
    assert results(answer) == ["('a', 1)", "('a', 2)"]
    chinese = (
        fs.simulate(env).run().why("why is record 0 of split s not in the result", language="zh")
    )
    assert chinese.counterfactual is not None
    assert chinese.counterfactual.outcome.startswith("修改后")


def test_which_subtask_a_record_goes_to_that_an_operator_without_state_gets() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    keyed = env.from_collection([("a", 1), ("b", 2)]).key_by(lambda value: value[0])
    keyed.map(lambda value: value).print()
    sim = fs.simulate(env).run()
    at = next(
        f for f in sim.trace.events if isinstance(f, e.ElementReceived) and f.value == ("b", 2)
    )
    index = next(one.index for one in sim.plan.subtasks if one.id == at.subtask)
    first = 64 * index
    answer = sim.why(f"why did record 1 go to Map {index + 1}/2")
    assert f"one of the key groups {first} to {first + 63} (of 128)" in answer.sentence
    assert answer.counterfactual is not None
    assert re.fullmatch(r"Then the record goes to “Map \d/\d”\.", answer.counterfactual.outcome)
