"""Items of several sources in one stream: each reader knows when its next one comes."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from flinksim.connectors.source import SourceRecord
from flinksim.spark.generic import positions
from flinksim.spark.generic.blocks import BlockBuffer, in_order, things_in
from flinksim.spark.generic.linked_items import LinkedRows, MergedItems, MergedSplit, Seams
from flinksim.spark.generic.rows import KeptRow, Row, rows_in


def rows_of(pieces: list[list[tuple[int, int]]]) -> list[KeptRow]:
    """Rows of items, each by its split and its arrival, which is its value as well."""
    rows = BlockBuffer(bytes_per_batch=500)
    batches = []
    for number, piece in enumerate(pieces):
        linked = LinkedRows(rows)
        for place, (split, arrival) in enumerate(piece):
            position = positions.of_record(arrival, split, 1000 * number + place)
            linked.add(split, position, SourceRecord(arrival, None, arrival))
            if rows.is_full:
                batches.append(rows.take())
        linked.finish()
    return [row for batch in [*batches, rows.take()] for row in rows_in(batch)]


def merged_of(rows: list[KeptRow]) -> MergedItems:
    seams = Seams(thing for row in rows if row.kind == "seam" for thing in things_in(row))
    return MergedItems(items_in(rows), seams)


def items_in(rows: list[KeptRow]) -> Iterator[Row]:
    for some in in_order(sorted([r for r in rows if r.kind == "record"], key=lambda r: r.position)):
        yield from some


def read_out(split: MergedSplit) -> list[tuple[int | None, object]]:
    """What the split says of its next item, and the item, to its end."""
    read = []
    while split.has_item():
        said = split.arrival_ms
        item = split.take()
        assert isinstance(item, SourceRecord)
        read.append((said, item.value))
    assert split.has_ended()
    return read


@pytest.mark.parametrize("pieces", [1, 2, 5, 40])
def test_a_split_gives_all_its_items_and_knows_of_each_when_it_comes(pieces: int) -> None:
    rng = random.Random(pieces)
    arrival = 0
    items = []
    for _ in range(40):
        arrival += rng.choice([0, 1, 5])
        items.append((rng.choice([0, 0, 0, 2]), arrival))
    size = -(-len(items) // pieces)
    cut = [items[begin : begin + size] for begin in range(0, len(items), size)]
    for order in ((0, 1, 2), (2, 0, 1)):
        merged = merged_of(rows_of(cut))
        splits = {number: MergedSplit(f"s{number}", number, number, merged) for number in order}
        for number in order:
            own = [arrival for split, arrival in items if split == number]
            assert read_out(splits[number]) == [(arrival, arrival) for arrival in own]


def test_an_item_that_can_be_read_at_once_stays_so_across_a_seam() -> None:
    rows = BlockBuffer()
    for number in range(2):
        linked = LinkedRows(rows)
        linked.add(0, positions.of_record(5, 0, number), SourceRecord(number, None, None))
        linked.finish()
    merged = merged_of(list(rows_in(rows.take())))
    split = MergedSplit("s", 0, 0, merged)
    assert read_out(split) == [(None, 0), (None, 1)]
