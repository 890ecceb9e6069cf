from __future__ import annotations

from typing import Any

import pytest

from flinksim.connectors.collection_sources import (
    CollectionSource,
    DataGeneratorSource,
    NumberSequenceSource,
)
from flinksim.connectors.source import Source, SourceRecord


def values(source: Source, split: str) -> list[Any]:
    items = list(source.open_split(split))
    assert all(isinstance(item, SourceRecord) and item.arrival_ms is None for item in items)
    return [item.value for item in items]


def test_a_collection_is_one_split_at_any_parallelism() -> None:
    source = CollectionSource(["a", ("b", 1), None])
    assert list(source.splits(4)) == ["collection"]
    assert values(source, "collection") == ["a", ("b", 1), None]


def test_an_iterator_can_be_read_by_several_runs() -> None:
    source = CollectionSource(iter([1, 2]))
    assert values(source, "collection") == [1, 2]
    assert values(source, "collection") == [1, 2]


def test_what_a_run_changes_the_next_run_does_not_see() -> None:
    source = CollectionSource([[1], ("a", [2])])
    first = values(source, "collection")
    first[0].append(9)
    first[1][1].append(9)
    assert values(source, "collection") == [[1], ("a", [2])]


@pytest.mark.parametrize("wrong", ["text", b"bytes", 7])
def test_a_collection_must_be_a_collection(wrong: Any) -> None:
    with pytest.raises(TypeError, match="needs a list or another iterable of values, found"):
        CollectionSource(wrong)


@pytest.mark.parametrize(
    ("start", "end", "parallelism", "ranges"),
    [
        (1, 10, 3, ["1..4", "5..7", "8..10"]),  # as Flink 2.3.0 splits it
        (1, 10, 1, ["1..10"]),
        (5, 6, 3, ["5..5", "6..6"]),
        (-2, 1, 2, ["-2..-1", "0..1"]),
    ],
)
def test_numbers_are_split_into_ranges(
    start: int, end: int, parallelism: int, ranges: list[str]
) -> None:
    source = NumberSequenceSource(start, end)
    splits = list(source.splits(parallelism))
    assert splits == ranges
    assert [n for split in splits for n in values(source, split)] == list(range(start, end + 1))


def test_a_sequence_that_runs_backwards_is_refused() -> None:
    with pytest.raises(ValueError, match="from 3 to 2"):
        NumberSequenceSource(3, 2)


def test_a_generator_makes_records_of_numbers_in_splits_like_these() -> None:
    source = DataGeneratorSource(lambda number: number * number, 5)
    assert list(source.splits(2)) == ["0..2", "3..4"]
    assert values(source, "0..2") == [0, 1, 4]
    assert values(source, "3..4") == [9, 16]


@pytest.mark.parametrize(
    ("function", "count", "error", "message"),
    [
        (None, 3, TypeError, "expected a function from a number to a record"),
        (str, 0, ValueError, "expected at least 1 record, found 0"),
    ],
)
def test_a_generator_needs_a_function_and_a_count(
    function: Any, count: int, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        DataGeneratorSource(function, count)
