from __future__ import annotations

from typing import Any

import pytest

from flinksim.connectors.collection import CollectionSource, NumberSequenceSource
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
    with pytest.raises(TypeError, match="needs a list or another iterable of values, not"):
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
