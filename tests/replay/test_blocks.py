"""Records travel in blocks, and come to their reader one by one, in the order of the run."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

import pyarrow as pa
import pytest
from pyspark.sql import SparkSession

from flinksim.replay.engines import spark as spark_engine
from flinksim.replay.engines.local import InProcessEngine
from flinksim.replay.engines.spark import SparkEngine
from flinksim.replay.operators import row_batches as blocks
from flinksim.replay.operators.row_batches import (
    RowBatchBuilder,
    get_position,
    iterate_items,
    merge_ordered,
)
from flinksim.replay.operators.row_schema import (
    Row,
    WorkerRow,
    build_batch,
    iterate_rows,
    pack,
    unpack,
)

LANES = 3


def put_out(rng: random.Random, records: int, bytes_per_batch: int) -> list[pa.RecordBatch]:
    """Numbers in lanes that go up, of which one may be far behind another."""
    buffer = RowBatchBuilder(bytes_per_batch)
    places = [rng.randrange(0, records) for _ in range(LANES)]
    batches = []
    for number in range(records):
        lane = buffer.lane = rng.randrange(LANES)
        places[lane] += rng.randrange(3)
        position = (places[lane], lane, number, 0, number)
        timestamp = rng.choice([None, number])
        buffer.add("record", 5, lane % 2, position, timestamp, pack((number, [lane])))
        if buffer.is_full:
            batches.append(buffer.flush())
    return [*batches, buffer.flush()]


def kept(batches: Iterable[pa.RecordBatch]) -> list[WorkerRow]:
    return [row for batch in batches for row in iterate_rows(batch)]


@pytest.mark.parametrize("seed", range(20))
def test_blocks_that_overlap_come_out_record_by_record_in_order(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(seed)
    rows = kept(put_out(rng, 500, rng.choice([1, 3_000, 1 << 20])))
    monkeypatch.setattr(blocks, "BYTES_PER_BATCH", rng.choice([1, 2_000, 1 << 20]))
    rows.sort(key=get_position)
    found = [thing for some in merge_ordered(rows) for thing in some]
    assert [thing[3] for thing in found] == sorted(thing[3] for thing in found)
    assert sorted(unpack(thing[5])[0] for thing in found) == list(range(500))
    for kind, place, unit, position, timestamp, payload in found:
        number, (lane,) = unpack(payload)
        assert (kind, place, unit) == ("record", 5, lane % 2)
        assert (position[1], position[-1]) == (lane, number)
        assert timestamp in (None, number)


def test_a_reader_holds_no_more_than_overlaps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "BYTES_PER_BATCH", 1)
    buffer = RowBatchBuilder()
    batches = []
    for number in range(100):
        for lane in (0, 1):
            buffer.lane = lane
            buffer.add("record", 0, 0, (number, lane, 0), None, pack(number))
        batches.append(buffer.flush())
    read = 0

    def reading() -> Iterator[WorkerRow]:
        nonlocal read
        for row in kept(batches):
            read += 1
            yield row

    given = 0
    for some in merge_ordered(reading()):
        given += len(some)
        assert read - given <= 3
    assert given == read == 200


def test_a_block_is_one_row_and_a_row_may_be_one_thing_itself() -> None:
    block, single = RowBatchBuilder(), []
    for number in range(3):
        thing = ("result", 7, 1, (9 - number, 0, 0, 4), number, pack(f"v{number}"))
        block.add(*thing)  # type: ignore[arg-type]
        single.append(WorkerRow(*thing))
    (one,), three = kept([block.flush()]), kept([build_batch(single)])
    assert (one.item_count, one.position) == (3, (7, 0, 0, 4))
    assert [row.item_count for row in three] == [None] * 3
    expected: list[Row] = [("result", 7, 1, (9 - n, 0, 0, 4), n, pack(f"v{n}")) for n in range(3)]
    assert list(iterate_items(one)) == [t for row in three for t in iterate_items(row)] == expected
    assert kept([block.flush()]) == []


@pytest.mark.parametrize("bytes_at_once", [8_000, 1 << 20])
def test_what_spark_keeps_is_fetched_in_the_order_of_the_run(
    bytes_at_once: int, spark: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spark_engine, "MAX_FETCH_BYTES", bytes_at_once)
    pieces = [put_out(random.Random(seed), 400, 6_000) for seed in range(3)]

    def work(numbers: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in numbers:
            for piece in batch.column(0).to_pylist():
                yield from pieces[piece]

    engine, here = SparkEngine(spark), InProcessEngine()
    rows = engine.read_chunks(3, work)
    try:
        found = list(engine.iterate_kind(rows, "record"))
        none = list(engine.iterate_kind(rows, "result"))
    finally:
        engine.release(rows)
    expected = list(here.iterate_kind(here.read_chunks(3, work), "record"))
    assert len(found) == 1_200
    assert none == []
    assert [row[3] for row in found] == [row[3] for row in expected]
    assert sorted(found, key=repr) == sorted(expected, key=repr)
