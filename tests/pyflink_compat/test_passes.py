"""The operators that PyFlink makes of a program; ``programs/plans`` of the recorded ones has more."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from flinksim.common import Configuration, Row, Types
from flinksim.common.time import Time
from flinksim.datastream import (
    KeyedProcessFunction,
    OutputTag,
    ProcessFunction,
    StreamExecutionEnvironment,
)
from flinksim.datastream.window import TumblingEventTimeWindows


def environment(dialect: str = "pyflink") -> StreamExecutionEnvironment:
    options = Configuration().set_string("flinksim.dialect", dialect)
    return StreamExecutionEnvironment.get_execution_environment(options)


def names(env: StreamExecutionEnvironment) -> list[str]:
    return [node["type"] for node in json.loads(env.get_execution_plan())["nodes"]]


def same(value: Any) -> Any:
    return value


def test_the_java_dialect_shows_the_operators_of_the_java_api() -> None:
    for dialect, expected in (
        ("java", ["Map", "Filter", "Keyed Reduce"]),
        ("pyflink", ["Reduce", "Map, Filter, _stream_key_by_map_operator"]),
    ):
        env = environment(dialect)
        values = env.from_collection([1], Types.INT()).map(same, Types.INT()).filter(same)
        values.key_by(same, Types.INT()).reduce(lambda a, b: a + b).print()
        assert names(env) == ["Source: Collection Source", *expected, "Sink: Print to Std. Out"]


def test_the_program_itself_is_not_changed_by_its_plan() -> None:
    env = environment()
    stream = env.from_collection([1, 2], Types.INT()).map(lambda n: n + 1, Types.INT())
    filtered = stream.filter(lambda n: n > 2)
    filtered.print()
    expected = ["Source: Collection Source", "Map, Filter", "Sink: Print to Std. Out"]
    assert sorted(names(env)) == sorted(names(env)) == sorted(expected)
    assert [stream.get_name(), filtered.get_name()] == ["Map", "Filter"]
    assert list(filtered.execute_and_collect()) == [3]


def test_what_is_fused_has_uid_slots_and_chaining_of_the_first_and_the_type_of_the_last() -> None:
    env = environment()
    env.from_collection([1], Types.INT()).map(same, Types.INT()).uid("first").slot_sharing_group(
        "slots"
    ).set_description("one").start_new_chain().map(same, Types.STRING()).uid(
        "second"
    ).slot_sharing_group("slots").set_description("two").print()
    fused = env.pipeline().transformations[-1]
    assert (fused.name, fused.description) == ("Map, Map", "one, two")
    assert (fused.uid, fused.slot_sharing_group) == ("first", "slots")
    assert fused.chaining_strategy == "HEAD"
    assert fused.output_type == Types.STRING()


def test_ids_of_what_is_fused_come_behind_all_others() -> None:
    env = environment()
    env.from_collection([1], Types.INT()).map(same, Types.INT()).map(same, Types.INT()).print()
    fused = env.pipeline()
    assert [[one.id for one in t.functions] for t in fused.transformations] == [[], [], [2, 3]]
    assert [(t.id, t.name) for t in fused.transformations] == [
        (1, "Collection Source"),
        (4, "Print to Std. Out"),
        (5, "Map, Map"),
    ]
    assert fused.next_transformation_id == 6


def test_ids_of_the_partitions_before_keys_come_behind_those_of_the_program() -> None:
    """As PyFlink 2.3.0 numbers them: 2 adds the key, 7 is the partition before it."""
    env = environment()
    pair = Types.ROW([Types.INT(), Types.INT()])
    rows = env.from_collection([Row(1, 2)], pair)
    rows.key_by(lambda row: row[0], Types.INT()).reduce(lambda a, _: a).print()
    nodes = json.loads(env.get_execution_plan())["nodes"]
    assert {node["type"]: node["id"] for node in nodes} == {
        "Source: Collection Source": 1,
        "_stream_key_by_map_operator": 2,
        "Reduce, Map": 8,
        "Sink: Print to Std. Out": 6,
    }


def test_what_is_fused_comes_last_in_a_union() -> None:
    """As PyFlink 2.3.0 has it."""
    env = environment()
    numbers = env.from_collection([1], Types.INT())
    fused = numbers.map(same, Types.INT()).filter(same)
    fused.union(numbers).map(same, Types.INT()).print()
    nodes = json.loads(env.get_execution_plan())["nodes"]
    union = next(node for node in nodes if len(node.get("predecessors", ())) == 2)
    assert [before["id"] for before in union["predecessors"]] == [1, 7]


class Split(ProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        yield value


class Keyed(KeyedProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        yield value


def test_a_keyed_function_begins_anew_and_a_side_output_is_read_through_a_map() -> None:
    env = environment()
    tag = OutputTag("side", Types.INT())
    keyed = env.from_collection([1], Types.INT()).key_by(same).process(Keyed(), Types.INT())
    split = keyed.process(Split(), Types.INT())
    split.get_side_output(tag).print()
    assert names(env) == [
        "Source: Collection Source",
        "_stream_key_by_map_operator",
        "Map",
        "KEYED PROCESS, PROCESS",
        "Sink: Print to Std. Out",
    ]


def test_a_window_keeps_the_name_and_description_that_the_program_gave_it() -> None:
    env = environment()
    windows = env.from_collection([1], Types.INT()).window_all(
        TumblingEventTimeWindows.of(Time.seconds(1))
    )
    windows.reduce(lambda a, b: a + b).name("sums").set_description("of a second").print()
    windows.reduce(lambda a, b: a + b).print()
    nodes = json.loads(env.get_execution_plan())["nodes"]
    described = [(node["type"], node["contents"]) for node in nodes[2:4]]
    assert described == [
        ("sums", "of a second"),
        (
            "TumblingEventTimeWindows",
            "AllWindow(TumblingEventTimeWindows(1000, 0), EventTimeTrigger, function)",
        ),
    ]


def test_rows_are_written_down_by_a_function_before_they_are_printed() -> None:
    env = environment()
    env.from_collection([Row(1)], Types.ROW([Types.INT()])).print()
    assert names(env)[1] == "Map"
