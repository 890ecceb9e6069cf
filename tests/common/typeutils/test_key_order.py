from __future__ import annotations

from typing import Any

import pytest

from flinksim.common.typeinfo import Types
from flinksim.common.typeutils.key_ordering import KeyEncoder, build_key_encoder, to_sortable_bytes


def in_order_of_bytes(keys: list[Any], key_bytes: KeyEncoder) -> list[Any]:
    return sorted(keys, key=lambda key: to_sortable_bytes(key_bytes(key)))


def test_text_comes_by_its_length_and_then_by_bytes_with_a_sign() -> None:
    key_bytes = build_key_encoder(Types.STRING(), use_pickle=True)
    keys = ["question", "be", "a", "é", "", "Zoo", "ab"]
    assert in_order_of_bytes(keys, key_bytes) == ["", "é", "a", "ab", "be", "Zoo", "question"]


def test_negative_numbers_come_first_but_fractions_by_their_size_without_the_sign() -> None:
    whole = build_key_encoder(Types.INT(), use_pickle=True)
    assert in_order_of_bytes([5, -3, 300, 0, -70000], whole) == [-70000, -3, 0, 5, 300]
    fractions = build_key_encoder(Types.DOUBLE(), use_pickle=True)
    assert in_order_of_bytes([2.5, -1.0, 0.0, -3e5], fractions) == [-1.0, -3e5, 0.0, 2.5]


def test_keys_of_no_type_come_as_their_pickles_or_as_java_writes_them() -> None:
    numbers = [300, -3, 70000, 5]
    assert in_order_of_bytes(numbers, build_key_encoder(None, use_pickle=True)) == [
        5,
        300,
        -3,
        70000,
    ]
    assert in_order_of_bytes(numbers, build_key_encoder(None, use_pickle=False)) == [
        -3,
        5,
        300,
        70000,
    ]


def test_of_some_keys_no_bytes_are_known() -> None:
    with pytest.raises(TypeError, match="has no known binary form"):
        build_key_encoder(None, use_pickle=False)(2 + 1j)
