"""What Python accepts in the user's functions and can hardly be meant is warned of; nothing else is."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from flinksim.datastream.function_lint import lint_function
from flinksim.datastream.functions import KeyedCoProcessFunction, KeyedProcessFunction
from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment


def warned_of(function: Any, used_as: str = "flat_map") -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        lint_function(function, stacklevel=1, method_name=used_as)
    return [str(warning.message) for warning in caught]


def test_an_empty_mutable_default_is_named_with_its_kind_and_line():
    def collect(value: Any, *, seen: Any = {}) -> Any:  # noqa: B006
        return seen.setdefault(value, value)

    (text,) = warned_of(collect)
    assert "collect(seen={})" in text
    assert (
        f"test_function_warnings.py:{collect.__code__.co_firstlineno}: Python creates this dict"
        in text
    )


def test_a_table_and_an_unchangeable_default_are_let_pass():
    def look_up(value: Any, table: Any = {"a": 1}, others: Any = (), name: str = "") -> Any:  # noqa: B006
        return table.get(value)

    assert warned_of(look_up) == []


def test_a_method_that_was_overridden_is_of_no_account():
    class Base(KeyedProcessFunction):
        def process_element(self, value, ctx):
            return
            yield

    class Better(Base):
        def process_element(self, value, ctx):
            yield value

    assert "Base.process_element" in warned_of(Base())[0]
    assert warned_of(Better()) == []


def test_a_silent_generator_beside_one_that_yields_is_let_pass():
    class Rules(KeyedCoProcessFunction):
        def process_element1(self, value, ctx):
            return
            yield

        def process_element2(self, value, ctx):
            yield value

    assert warned_of(Rules()) == []


def test_a_silent_generator_is_told_where_results_are_taken_from_it():
    def words(value: Any) -> Any:
        return value.split()
        yield

    assert "words, " in warned_of(words)[0]
    assert warned_of(words, used_as="filter") == []


def test_a_generator_that_may_yield_and_a_function_without_yield_are_let_pass():
    def flat_map(value: Any) -> Any:
        if value > 10:
            yield value

    def flat_map_list(value: Any) -> Any:
        return [value]

    def flat_map_from(value: Any) -> Any:
        yield from value

    def flat_map_fails(value: Any) -> Any:
        raise ValueError(value)
        yield

    assert warned_of(flat_map_fails) == []
    assert warned_of(flat_map) == warned_of(flat_map_list) == warned_of(flat_map_from) == []
    assert warned_of(len) == []


def test_the_warning_is_of_the_line_that_gives_the_function_to_the_stream():
    class Sums(KeyedProcessFunction):
        def __init__(self, sums=[]):  # noqa: B006
            self.sums = sums

        def process_element(self, value, ctx):
            yield value

    keyed = (
        StreamExecutionEnvironment.get_execution_environment()
        .from_collection([1])
        .key_by(lambda value: value)
    )
    with pytest.warns(UserWarning, match=r"Sums\.__init__\(sums=\[\]\)") as caught:
        keyed.process(Sums())
    assert caught[0].filename == __file__
