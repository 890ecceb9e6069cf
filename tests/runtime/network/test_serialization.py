"""Sizes and copies of what crosses the network."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.core.value_copy import compute_value_size
from flinksim.runtime.elements import StreamRecord, Watermark
from flinksim.runtime.network.record_serialization import compute_element_size, serialize_record


@pytest.mark.parametrize(
    ("value", "size"),
    [(1, 4), (1 << 31, 8), (-(1 << 31), 4), ("abc", 4), (True, 1), (1.5, 8), (None, 1),
     (b"ab", 6), (("k", 7, 2.0), 2 + 4 + 8), ((("a", 1), "b"), 2 + 4 + 2)],
)  # fmt: skip
def test_a_value_has_the_size_that_flinks_serialisers_give_it(value: Any, size: int) -> None:
    assert compute_value_size(value) == size


def test_a_record_carries_a_length_a_tag_and_its_timestamp() -> None:
    assert serialize_record(StreamRecord(1)) == 4 + 1 + 4
    assert serialize_record(StreamRecord(1, 5)) == 4 + 1 + 8 + 4
    assert compute_element_size(Watermark(7)) == 4 + 1 + 8


def test_a_value_that_can_change_is_copied_and_one_that_cannot_is_not() -> None:
    numbers = [1, 2]
    record = StreamRecord(numbers)
    serialize_record(record)
    numbers.append(3)
    assert record.value == [1, 2]
    fixed = ("a", 1)
    record = StreamRecord(fixed)
    serialize_record(record)
    assert record.value is fixed


def test_a_list_inside_a_tuple_is_copied_too() -> None:
    inner = [1]
    record = StreamRecord(("a", inner))
    serialize_record(record)
    assert record.value == ("a", [1])
    assert record.value[1] is not inner


def test_a_value_that_cannot_be_sent_is_named() -> None:
    with pytest.raises(TypeError, match="type generator cannot be sent to another task"):
        serialize_record(StreamRecord(i for i in range(3)))
