from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flinksim.core.java.key_groups import (
    KeyGroupRange,
    assign_key_to_parallel_operator,
    assign_to_key_group,
    compute_key_group_range_for_operator_index,
    compute_murmur_hash,
)

parallelisms = st.integers(1, 300).flatmap(
    lambda parallelism: st.tuples(st.just(parallelism), st.integers(parallelism, 1000))
)


@given(parallelisms)
def test_the_ranges_of_all_subtasks_cover_every_key_group_once(pair: tuple[int, int]) -> None:
    parallelism, max_parallelism = pair

    groups = [
        group
        for index in range(parallelism)
        for group in compute_key_group_range_for_operator_index(max_parallelism, parallelism, index)
    ]

    assert groups == list(range(max_parallelism))


@given(st.one_of(st.text(), st.integers(), st.booleans(), st.floats()), parallelisms)
def test_a_key_goes_to_the_subtask_whose_range_has_its_group(
    key: object, pair: tuple[int, int]
) -> None:
    parallelism, max_parallelism = pair
    index = assign_key_to_parallel_operator(key, max_parallelism, parallelism)

    owned = compute_key_group_range_for_operator_index(max_parallelism, parallelism, index)

    assert assign_to_key_group(key, max_parallelism) in owned


@given(st.integers(-(2**31), 2**31 - 1))
def test_murmur_gives_a_non_negative_int(code: int) -> None:
    assert 0 <= compute_murmur_hash(code) < 2**31


def test_keys_that_are_equal_in_python_are_not_mixed_up_when_remembered() -> None:
    groups = [assign_to_key_group(key, 32768) for key in (1, True, 1.0, 1, True, 1.0)]

    assert groups[:3] == groups[3:]
    assert len(dict.fromkeys(groups)) == 3


def test_a_range_knows_its_groups() -> None:
    groups = KeyGroupRange(3, 5)

    assert list(groups) == [3, 4, 5]
    assert len(groups) == 3
    assert 5 in groups
    assert 6 not in groups
    assert str(groups) == "KeyGroupRange{startKeyGroup=3, endKeyGroup=5}"
    assert len(KeyGroupRange(1, 0)) == 0


def test_the_first_group_of_a_range_is_not_negative() -> None:
    with pytest.raises(
        ValueError, match=r"^the first key group of a range is 0 or higher, found -3$"
    ):
        KeyGroupRange(-3, 2)


def test_a_range_needs_a_parallelism_within_bounds() -> None:
    with pytest.raises(ValueError, match=r"^Operator parallelism not within bounds: 0$"):
        compute_key_group_range_for_operator_index(0, 0, 0)


def test_the_one_number_without_a_positive_twin_becomes_0() -> None:
    # Of all hash codes this one alone is mixed to -2**31, which Java cannot turn around.
    assert compute_murmur_hash(-2089875627) == 0


def test_the_hash_code_of_a_declared_type_says_where_a_key_goes() -> None:
    def seven(key: object) -> int:
        return 7

    group = compute_murmur_hash(7) % 128
    assert assign_to_key_group("any", 128, seven) == assign_to_key_group(None, 128, seven) == group
    for key in ("any", None, 3):
        assert assign_key_to_parallel_operator(key, 128, 16, seven) == group * 16 // 128
    assert {assign_key_to_parallel_operator(number, 128, 16) for number in range(99)} == {
        *range(16)
    }
