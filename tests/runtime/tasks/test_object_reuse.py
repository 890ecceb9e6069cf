"""What a chained operator does to a value: seen by others with object reuse, and not without."""

from __future__ import annotations

import sys
from collections import namedtuple
from datetime import datetime
from enum import Enum
from typing import Any

import pytest

import flinksim as fs
from flinksim.core.value_copy import copy_value, is_immutable
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import MapFunction

Point = namedtuple("Point", "x y")


class Colour(Enum):
    RED = 1


class RememberFirst(MapFunction):
    """Puts out its first value again and again."""

    def __init__(self) -> None:
        self.first: Any = None

    def map(self, value: Any) -> Any:
        if self.first is None:
            self.first = value
        return self.first


class Append(MapFunction):
    def map(self, value: Any) -> Any:
        value.append("seen")
        return value


def program(object_reuse: bool) -> StreamExecutionEnvironment:
    """The values that the first operator holds on to are changed by the second, or are not."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    if object_reuse:
        env.get_config().enable_object_reuse()
    env.from_collection([1, 2, 3]).map(lambda v: [v]).map(RememberFirst()).map(Append()).print()
    return env


def results(object_reuse: bool) -> list[Any]:
    return [event.value for event in fs.simulate(program(object_reuse)).run().results]


def test_without_object_reuse_each_operator_has_values_of_its_own() -> None:
    assert results(object_reuse=False) == [(1, "seen")] * 3


def test_with_object_reuse_a_change_is_seen_by_whoever_holds_the_value() -> None:
    assert results(object_reuse=True) == [
        (1, "seen"),
        (1, "seen", "seen"),
        (1, "seen", "seen", "seen"),
    ]


def test_two_operators_after_one_do_not_see_each_others_changes() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    lists = env.from_collection([1, 2]).map(lambda v: [v])
    lists.map(Append()).print()
    lists.map(Append()).print()
    found = [event.value for event in fs.simulate(env).run().results]
    assert found == [(1, "seen"), (1, "seen"), (2, "seen"), (2, "seen")]


@pytest.mark.parametrize(
    "value",
    [
        1,
        "a",
        1.5,
        None,
        True,
        b"x",
        (),
        (1, ("a", None)),
        Point(1, 2),
        Colour.RED,
        datetime(2026, 1, 1),
    ],
    ids=repr,
)
def test_what_cannot_change_is_not_copied(value: Any) -> None:
    assert is_immutable(value)
    assert copy_value(value) is value


@pytest.mark.parametrize("value", [[1], {"a": 1}, {1}, (1, [2]), Point(1, [2])], ids=repr)
def test_what_can_change_is_copied(value: Any) -> None:
    copied = copy_value(value)
    assert copied == value
    assert copied is not value
    assert type(copied) is type(value)


def test_what_cannot_be_pickled_is_copied_all_the_same() -> None:
    class Local:
        def __init__(self) -> None:
            self.parts = [lambda: 1]

    value = Local()
    copied = copy_value(value)
    assert copied is not value
    assert copied.parts is not value.parts


def test_what_cannot_be_copied_is_named() -> None:
    with pytest.raises(TypeError, match="a value of type TextIOWrapper cannot be copied"):
        copy_value(sys.__stderr__)


def test_a_generator_where_a_value_should_be_is_told_as_the_mistake_that_it_is() -> None:
    generator = (number for number in range(3))
    with pytest.raises(TypeError, match=r"\. Use flat_map instead of map"):
        copy_value(generator)
