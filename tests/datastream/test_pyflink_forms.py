"""Small things that PyFlink's programs do, and what they get."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import pytest

from flinksim.common import Configuration, Row, Types
from flinksim.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from flinksim.datastream.state import MapStateDescriptor


@pytest.mark.parametrize(
    "name",
    [
        "datastream.data_stream:ProcessWindowFunction",
        "datastream.functions:ValueStateDescriptor",
        "datastream.state:Time",
        "datastream.window:Time",
        "datastream.window:ReducingStateDescriptor",
        "datastream.async_data_stream:Time",
        "datastream.connectors.file_system:BulkWriterFactory",
        "datastream.connectors.number_seq:Source",
    ],
)
def test_names_are_found_where_pyflink_merely_imports_them(name: str) -> None:
    module, _, attribute = name.partition(":")
    assert getattr(importlib.import_module(f"flinksim.{module}"), attribute).__name__ == attribute


def test_other_names_are_not_there_or_say_why() -> None:
    window = importlib.import_module("flinksim.datastream.window")
    with pytest.raises(AttributeError, match="no attribute 'Nonsense'"):
        _ = window.Nonsense
    file_system = importlib.import_module("flinksim.datastream.connectors.file_system")
    assert file_system.BulkFormat.__name__ == "BulkFormat"


def environment(dialect: str = "pyflink") -> StreamExecutionEnvironment:
    options = Configuration().set_string("flinksim.dialect", dialect)
    return StreamExecutionEnvironment.get_execution_environment(options)


class TellKey(KeyedProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Iterator[str]:
        yield repr(ctx.get_current_key())


def keys(selector: Any, key_type: Any, dialect: str = "pyflink") -> list[str]:
    keyed = environment(dialect).from_collection([1, 2], Types.INT()).key_by(selector, key_type)
    with keyed.process(TellKey(), Types.STRING()).execute_and_collect() as results:
        return list(results)


def test_in_pyflinks_dialect_keys_take_the_form_of_their_type() -> None:
    assert keys(lambda value: value / 3, Types.FLOAT()) == [
        "0.3333333432674408", "0.6666666865348816",
    ]  # fmt: skip
    assert keys(lambda value: value / 3, Types.FLOAT(), "java")[0] == "0.3333333333333333"
    with pytest.raises(RuntimeError, match="text is required"):
        keys(lambda value: value, Types.STRING())


def test_collected_floats_have_the_fewest_digits_wherever_they_are() -> None:
    types = Types.ROW_NAMED(["f", "l"], [Types.FLOAT(), Types.LIST(Types.FLOAT())])
    stream = environment().from_collection([1], Types.INT())
    rows = stream.map(lambda value: Row(value / 3, [0.1]), types)
    with rows.execute_and_collect() as results:
        (row,) = results
    assert row.f == 0.33333334
    assert row.l == [0.1]


class PutPairs(KeyedProcessFunction):
    def open(self, runtime_context: Any) -> None:
        descriptor = MapStateDescriptor("m", Types.STRING(), Types.INT())
        self.map = runtime_context.get_map_state(descriptor)

    def process_element(self, value: Any, ctx: Any) -> Iterator[str]:
        self.map.put_all([("a", 1), ("b", 2)])
        self.map.put_all({"c": 3})
        yield str(sorted(self.map.items()))


@pytest.mark.parametrize("dialect", ["java", "pyflink"])
def test_put_all_takes_pairs_as_in_pyflink_and_mappings_as_it_says(dialect: str) -> None:
    keyed = environment(dialect).from_collection([1], Types.INT()).key_by(lambda value: 0)
    with keyed.process(PutPairs(), Types.STRING()).execute_and_collect() as results:
        assert list(results) == ["[('a', 1), ('b', 2), ('c', 3)]"]
