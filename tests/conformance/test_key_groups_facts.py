"""Hash codes, key groups and ranges against what Flink 2.3.0 and Java computed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from flinksim.core.java import hash_code as java_hash
from flinksim.core.java.key_groups import (
    assign_key_to_parallel_operator,
    assign_to_key_group,
    compute_default_max_parallelism,
    compute_java_hash_code,
    compute_key_group_for_key_hash,
    compute_key_group_range_for_operator_index,
    compute_murmur_hash,
    compute_operator_index_for_key_group,
)
from tests.conformance.fact_files import JAVA_EXCEPTIONS, cases_of

HASH_OF_TYPE: dict[str, Callable[[Any], int]] = {
    "String": java_hash.hash_string,
    "Integer": java_hash.hash_integer,
    "Short": java_hash.hash_integer,
    "Byte": java_hash.hash_integer,
    "Long": java_hash.hash_long,
    "Boolean": java_hash.hash_boolean,
    "Character": java_hash.hash_character,
    "Double": lambda value: java_hash.hash_double(float(value)),
    "Float": lambda value: java_hash.hash_float(float(value)),
}


def type_arguments(java_type: str) -> list[str]:
    """``Tuple2<String,Tuple2<Integer,Long>>`` -> its two arguments."""
    inside = re.fullmatch(r"Tuple\d+<(.*)>", java_type)
    assert inside, java_type
    arguments, depth = [""], 0
    for character in inside[1]:
        depth += {"<": 1, ">": -1}.get(character, 0)
        if character == "," and depth == 0:
            arguments.append("")
        else:
            arguments[-1] += character
    return arguments


def hash_as(java_type: str, key: Any) -> int:
    if java_type in HASH_OF_TYPE:
        return HASH_OF_TYPE[java_type](key)
    parts = zip(type_arguments(java_type), key, strict=True)
    return java_hash.combine_tuple_hash_codes([hash_as(t, k) for t, k in parts])


def python_key(java_type: str, key: Any) -> Any:
    """*key* as a Python program holds it."""
    if java_type in ("Double", "Float"):
        return float(key)
    if java_type.startswith("Tuple"):
        parts = zip(type_arguments(java_type), key, strict=True)
        return tuple(python_key(t, k) for t, k in parts)
    return key


def python_tells_it_apart(java_type: str, key: Any) -> bool:
    """Whether Python's value has Java's hash code without being told the Java type.

    Not a ``Float`` (Python's float is a Double), nor a negative ``Long`` of 32 bits, which Python
    cannot tell from an ``Integer``.
    """
    if java_type == "Float":
        return False
    if java_type == "Long":
        return bool(key >= 0 or key < -(1 << 31))
    if java_type.startswith("Tuple"):
        parts = zip(type_arguments(java_type), key, strict=True)
        return all(python_tells_it_apart(t, k) for t, k in parts)
    return True


@pytest.mark.parametrize("case", cases_of("key_groups", "key"))
def test_a_key_is_hashed_and_placed_as_in_flink(case: dict[str, Any]) -> None:
    java_type, key = case["type"], case["key"]
    hash_code = hash_as(java_type, key)

    assert hash_code == case["hashCode"]
    assert compute_murmur_hash(hash_code) == case["murmur"]
    for max_parallelism, parallelism, key_group, subtask in case["assign"]:
        group = compute_key_group_for_key_hash(hash_code, max_parallelism)
        assert group == key_group
        owner = compute_operator_index_for_key_group(max_parallelism, parallelism, group)
        assert owner == subtask
        if python_tells_it_apart(java_type, key):
            value = python_key(java_type, key)
            assert compute_java_hash_code(value) == hash_code
            assert assign_to_key_group(value, max_parallelism) == key_group
            placed = assign_key_to_parallel_operator(value, max_parallelism, parallelism)
            assert placed == subtask


@pytest.mark.parametrize("case", cases_of("key_groups", "ranges"))
def test_the_ranges_of_key_groups_are_flinks(case: dict[str, Any]) -> None:
    max_parallelism, parallelism = case["maxParallelism"], case["parallelism"]

    ranges = [
        compute_key_group_range_for_operator_index(max_parallelism, parallelism, index)
        for index in range(parallelism)
    ]

    assert [[r.start, r.end] for r in ranges] == case["ranges"]
    for key_group, index in case["operatorIndexForKeyGroup"]:
        owner = compute_operator_index_for_key_group(max_parallelism, parallelism, key_group)
        assert owner == index
        assert key_group in ranges[index]


@pytest.mark.parametrize("case", cases_of("key_groups", "defaultMaxParallelism"))
def test_the_default_max_parallelism_is_flinks(case: dict[str, Any]) -> None:
    computed = [[p, compute_default_max_parallelism(p)] for p, _ in case["pairs"]]

    assert computed == case["pairs"]


CALLS: dict[str, Callable[..., object]] = {
    "assignToKeyGroup": assign_to_key_group,
    "assignKeyToParallelOperator": assign_key_to_parallel_operator,
    "computeKeyGroupRangeForOperatorIndex": compute_key_group_range_for_operator_index,
    "computeDefaultMaxParallelism": compute_default_max_parallelism,
}


@pytest.mark.parametrize("case", cases_of("key_groups", "error"))
def test_what_flink_refuses_is_refused_in_its_words(case: dict[str, Any]) -> None:
    call = CALLS[case["call"]]
    if case["exception"] is None:
        call(*case["args"])
        return

    with pytest.raises(JAVA_EXCEPTIONS[case["exception"]]) as raised:
        call(*case["args"])

    assert str(raised.value) == case["message"]
