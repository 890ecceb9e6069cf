"""Hash codes beyond the recorded facts; expected numbers follow the rules of the Java classes."""

from __future__ import annotations

import datetime
import subprocess
import sys
from collections import namedtuple
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flinksim.common.time import Instant
from flinksim.common.types import Row
from flinksim.core.java.hash_code import (
    compute_java_hash_code,
    hash_big_integer,
    hash_boolean,
    hash_character,
    hash_double,
    hash_float,
    hash_long,
    hash_string,
    sort_by_java_hash,
)

Point = namedtuple("Point", "x y")


class Colour(Enum):
    RED = 1


@dataclass(frozen=True)
class Key:
    name: str
    number: int | None


@dataclass
class Mutable:
    name: str


def test_an_int_is_an_integer_a_long_or_a_big_integer_by_its_size() -> None:
    assert compute_java_hash_code(2**31 - 1) == 2**31 - 1
    assert compute_java_hash_code(-1) == -1  # as Integer; as Long it would be 0
    assert compute_java_hash_code(2**31) == hash_long(2**31) == -(2**31)
    assert compute_java_hash_code(2**63) == hash_big_integer(2**63)
    assert hash_big_integer(2**64) == 31 * 31
    assert hash_big_integer(-(2**64)) == -31 * 31


@given(st.integers(-(2**63), 2**63 - 1))
def test_a_long_of_32_bits_or_more_hashes_to_a_signed_32_bit_number(value: int) -> None:
    assert -(2**31) <= hash_long(value) < 2**31


@given(st.text())
def test_a_string_hashes_over_utf16_units(text: str) -> None:
    expected = 0
    for character in text:
        units = [ord(character)]
        if ord(character) > 0xFFFF:
            above = ord(character) - 0x10000
            units = [0xD800 + (above >> 10), 0xDC00 + (above & 0x3FF)]
        for unit in units:
            expected = (expected * 31 + unit) % 2**32

    assert hash_string(text) % 2**32 == expected


def test_true_one_and_one_point_zero_are_different_keys() -> None:
    hashes = [compute_java_hash_code(True), compute_java_hash_code(1), compute_java_hash_code(1.0)]
    nested = [
        compute_java_hash_code((True,)),
        compute_java_hash_code((1,)),
        compute_java_hash_code((1.0,)),
    ]

    assert hashes == nested == [1231, 1, 1072693248]


def test_a_field_of_a_tuple_may_be_none_and_counts_as_zero() -> None:
    assert compute_java_hash_code((None, 5)) == 5
    assert compute_java_hash_code((5, None)) == 155
    assert compute_java_hash_code(()) == 0
    assert compute_java_hash_code(Point(1, 2)) == compute_java_hash_code((1, 2)) == 33


def test_the_objects_that_python_programs_key_by_have_javas_hash_codes() -> None:
    # the numbers were printed by Java 17
    moment = datetime.datetime(2013, 1, 31, 12, 34, 56, 789_000)

    assert compute_java_hash_code(Decimal("1.0")) == 311
    assert compute_java_hash_code(Decimal("1.00")) == 3102
    assert compute_java_hash_code(Decimal("-123456789012.345")) == -1028885996
    assert compute_java_hash_code(Decimal("-12345678901234567890123.45")) == -292950203
    assert compute_java_hash_code(Decimal("1E+3")) == 28
    assert compute_java_hash_code(Decimal("0E+3")) == -3
    assert compute_java_hash_code(Decimal(-(2**63))) == -2147483648
    assert compute_java_hash_code(moment.date()) == 4122719
    assert compute_java_hash_code(moment.time()) == 2063902322
    assert compute_java_hash_code(moment) == 2067418669
    assert compute_java_hash_code(Instant.of_epoch_milli(1_500)) == -269803775
    assert compute_java_hash_code(-123456789012345678901234567890) == -1915528825
    assert compute_java_hash_code(Key("a", None)) == 3968


def test_an_enum_member_hashes_as_its_name() -> None:
    assert compute_java_hash_code(Colour.RED) == hash_string("RED")


def test_a_row_of_one_field_is_62_more_than_the_field() -> None:
    # seen in PyFlink, which keys by such rows
    assert compute_java_hash_code(Row("a")) == 62 + 97
    assert compute_java_hash_code(Row(None)) == 31


def test_a_list_hashes_as_an_array_list() -> None:
    assert compute_java_hash_code(["a", 1]) == 31 * (31 + 97) + 1
    assert compute_java_hash_code([]) == 1
    assert compute_java_hash_code([None, 1]) == 31 * 31 + 1


def test_null_is_refused_with_flinks_words() -> None:
    with pytest.raises(TypeError, match=r"^Assigned key must not be null!$"):
        compute_java_hash_code(None)


@pytest.mark.parametrize(
    "key",
    [{1}, {"a": 1}, b"bytes", object(), Mutable("a"), Decimal("NaN"),
     datetime.datetime(2013, 1, 1, tzinfo=datetime.UTC)],
    ids=["set", "dict", "bytes", "object", "mutable dataclass", "NaN", "time zone"],
)  # fmt: skip
def test_what_has_no_stable_hash_code_cannot_be_a_key(key: Any) -> None:
    with pytest.raises(TypeError, match="cannot be used as key"):
        compute_java_hash_code(key)


def test_the_hash_codes_do_not_depend_on_pythons_hash_seed() -> None:
    program = (
        "from flinksim.core.java.key_groups import assign_to_key_group as g;"
        "print([g(k, 128) for k in ('JFK', ('LGA', 1), 2.5, True, 10**30)])"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }

    assert len(outputs) == 1


def test_the_primitive_types_have_javas_hash_codes() -> None:
    # the numbers were printed by Java 17
    assert hash_boolean(False) == 1237
    assert hash_character("x") == 120
    assert hash_float(1.5) == 1069547520
    assert hash_float(-0.1) == -1110651699
    assert hash_float(float("nan")) == 2143289344
    assert hash_double(float("nan")) == 2146959360
    assert hash_double(-0.0) == -2147483648
    assert hash_double(-2.5) == -1073479680
    assert hash_long(-1) == 0
    assert hash_long(-123456789012) == -1097262577


@dataclass(frozen=True)
class Nested:
    airport: str
    runways: list[int]
    is_open: bool


@dataclass(frozen=True)
class Holder:
    name: str
    inner: Any


@dataclass(frozen=True)
class Own:
    name: str

    def java_hash_code(self) -> int:
        return 7


def test_a_frozen_dataclass_hashes_as_objects_hash_of_its_fields() -> None:
    # the numbers were printed by Java 17: Objects.hash("EWR", Arrays.asList(1, 2), true), ...
    assert compute_java_hash_code(Nested("EWR", [1, 2], True)) == 66455404
    assert compute_java_hash_code(Holder("x", Own("y"))) == 31 * (31 + 120) + 7
    assert compute_java_hash_code(Own("anything")) == 7
    assert compute_java_hash_code(Key("a", 0)) == compute_java_hash_code(Key("a", None))
    assert compute_java_hash_code(Key("a", 1)) != compute_java_hash_code(Key("b", 1))


def test_a_dataclass_that_can_change_is_refused_wherever_it_stands() -> None:
    for key in (Mutable("a"), (Mutable("a"), 1), [Mutable("a")], Holder("x", Mutable("a"))):
        with pytest.raises(TypeError, match=r"^Type Mutable cannot be used as key"):
            compute_java_hash_code(key)


JAVA_HASH_MAPS = {
    (1, 1): [0],
    (1, 3): [0, 2, 1],
    (3, 4): [0, 2, 1, 3],
    (4, 12): [0, 8, 1, 3, 5, 7, 9, 11, 4, 2, 6, 10],
    (16, 3): [0, 1, 2],
    (16, 4): [0, 1, 3, 2],
    (16, 12): [0, 8, 1, 3, 5, 7, 9, 11, 4, 2, 6, 10],
    (16, 13): [0, 1, 5, 11, 2, 6, 10, 8, 3, 7, 9, 4, 12],
    (17, 4): [0, 1, 2, 3],
    (17, 12): [0, 1, 5, 11, 2, 6, 10, 8, 3, 7, 9, 4],
    (17, 24): [0, 16, 1, 5, 11, 15, 17, 21, 2, 6, 10, 14, 18, 22, 8, 3, 7, 9, 13, 19, 23, 4, 12, 20],
    (4, 25): [0, 1, 11, 21, 2, 10, 22, 3, 13, 19, 4, 12, 20, 16, 5, 15, 17, 6, 14, 18, 8, 24, 7, 9, 23],
}  # fmt: skip
"""By capacity and number of entries the values of ``new HashMap<>(capacity)``, printed by Java 17."""


@pytest.mark.parametrize(("capacity", "entries"), JAVA_HASH_MAPS)
def test_entries_come_in_the_order_of_javas_hash_map(capacity: int, entries: int) -> None:
    # Hash codes that differ in their upper halves alone, and negative ones.
    filled = {(i * 65543) ^ (-1 if i % 3 == 0 else 0): i for i in range(entries)}
    ordered = sort_by_java_hash(filled, capacity)
    assert list(ordered.values()) == JAVA_HASH_MAPS[capacity, entries]
    assert ordered == filled


def test_null_stands_in_the_first_place_of_a_hash_map_and_equal_hash_codes_in_order() -> None:
    entries = {"b": 1, "BB": 4, None: 3, "Aa": 2, "JFK": 5}  # "Aa" and "BB" have one hash code
    assert list(sort_by_java_hash(entries, 16)) == ["BB", None, "Aa", "b", "JFK"]
