"""A log read in pieces by many workers says the same as one that is read from its beginning."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from pyspark.sql import SparkSession

from flinksim.connectors import EventLogError, EventLogSource
from flinksim.replay.engines.local import InProcessEngine
from flinksim.replay.engines.spark import SparkEngine
from flinksim.replay.logs.convert_to_parquet import convert_log
from flinksim.replay.logs.parquet_source import write_parquet_log
from flinksim.replay.logs.splits import SpanChunkReader, create_span_reader
from flinksim.replay.replay_job import ReplaySettings, SparkJob
from flinksim.replay.worker_errors import ReplayError
from tests.replay.random_programs import declare_anything, outcome_of_job, write_log

TYPES: dict[str, Any] = {"word": "str", "n": "int"}


def csv_log(rng: random.Random, path: Path) -> None:
    """Good rows and bad: quotes, line breaks, wrong cells, times that go back, ends, bytes."""
    lines = [b"# a remark", b"split,arrival,split_end,word,n"]
    arrival = 100
    for i in range(rng.choice([3, 20, 60])):
        arrival += rng.choice([0, 0, 1, 5])
        split = rng.choice("abc")
        good = f"{split},{arrival},,w{i},{i}"
        line = rng.choice(
            [
                good, good, good, good,
                f'{split},{arrival},,"with, comma and ""quotes""",{i}',
                f'{split},{arrival},,"over\ntwo lines",{i}',
                f"{split},{arrival},,w,{i}x",
                f"{split},{arrival - 40},,back,{i}",
                f"{split},{arrival},,too,many,{i}",
                f'{split},{arrival},,"open,{i}',
                f'{split},{arrival},,"x"y,{i}',
                f"{split},{arrival},true,," if rng.random() < 0.2 else "",
                "",
            ]
        )  # fmt: skip
        raw = line.encode()
        lines.append(b"\xff" + raw if rng.random() < 0.03 else raw)
    ending = rng.choice([b"\n", b"\r\n"])
    path.write_bytes(ending.join(lines) + rng.choice([b"", ending]))


def json_log(rng: random.Random, path: Path) -> None:
    lines = []
    arrival = 100
    for i in range(rng.choice([3, 20, 60])):
        arrival += rng.choice([0, 0, 1, 5])
        row = {"split": rng.choice("abc"), "arrival": arrival, "word": f"w{i}", "n": i}
        good = json.dumps(row)
        bad = [
            json.dumps(row | {"n": "x"}),
            json.dumps(row | {"arrival": arrival - 40}),
            json.dumps(row | {"more": 1}),
            good[:-3],
            "[1]",
            "",
        ]
        lines.append(good if not lines or rng.random() < 0.7 else rng.choice(bad))
    path.write_text("\n".join(lines) + "\n")


MAKERS = [("log.csv", csv_log), ("log.jsonl", json_log)]
Maker = Callable[[random.Random, Path], None]


def read(items: SpanChunkReader) -> list[Any]:
    return [row for piece in range(items.chunk_count) for row in items.read_chunk(piece)]


@pytest.mark.parametrize(("name", "make"), MAKERS)
def test_every_piece_finds_the_good_and_the_bad_rows_of_its_lines(
    name: str, make: Maker, tmp_path: Path
) -> None:
    in_pieces = rejected = 0
    for seed in range(150):
        rng = random.Random(seed)
        path = tmp_path / name
        make(rng, path)
        source = EventLogSource(path, types=TYPES, splits=["a", "b", "c"], bad_rows="reject")
        names = tuple(source.splits(1))
        whole = create_span_reader(source, names, InProcessEngine(), 1)
        assert whole.chunk_count == 1
        rejects = list(source.rejects())
        for pieces in (2, 3, 7, 40):
            items = create_span_reader(source, names, InProcessEngine(), pieces)
            assert read(items) == read(whole), f"seed {seed}, {pieces} pieces"
            in_pieces += items.chunk_count > 1
        rejected += len(rejects)
        by_split = [(items, n) for n, s in enumerate(names) for items in source.open_split(s)]
        assert [(item, split) for split, _, _, item in sorted(read(whole), key=lambda r: r[0])] == (
            by_split
        )
    assert in_pieces > 100
    assert rejected > 500


@pytest.mark.parametrize(("name", "make"), MAKERS)
def test_the_first_bad_row_is_the_error_however_the_log_is_cut(
    name: str, make: Maker, tmp_path: Path
) -> None:
    errors = 0
    for seed in range(80):
        make(random.Random(seed), tmp_path / name)
        source = EventLogSource(tmp_path / name, types=TYPES, splits=["a", "b", "c"])
        expected = ""
        try:
            list(source.read_rows())
        except EventLogError as error:
            expected = str(error)
            errors += 1
        for pieces in (2, 5, 30):
            found = ""
            try:
                items = create_span_reader(source, tuple("abc"), InProcessEngine(), pieces)
                read(items)
            except EventLogError as error:
                found = str(error)
            assert found == expected, f"seed {seed}, {pieces} pieces"
    assert errors > 30


def test_what_is_read_and_what_is_rejected_are_all_rows(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    good, bad = 0, 0
    lines = ["split,arrival,n:int"]
    rng = random.Random(1)
    for i in range(500):
        if rng.random() < 0.2:
            lines.append(rng.choice([f"a,{i},x", f"a,{i}", ",1,1", f"a,{i},1,2", "a,-1000,1"]))
            bad += 1
        else:
            lines.append(f"a,{i},{i}")
            good += 1
    path.write_text("\n".join(lines) + "\n")
    source = EventLogSource(path, splits=["a"], bad_rows="reject")
    rejects = list(source.rejects())
    assert (len(list(source.open_split("a"))), len(rejects)) == (good, bad)
    assert [reject.text for reject in rejects] == [lines[reject.line - 1] for reject in rejects]
    assert {reject.file for reject in rejects} == {str(path)}


def test_sources_in_pieces_give_the_programs_the_same(tmp_path: Path) -> None:
    firings = 0
    for seed in range(40):
        rng = random.Random(seed)
        write_log(rng, tmp_path / "log.csv")
        env = declare_anything(rng, tmp_path / "log.csv")
        outcomes: list[Any] = []
        for pieces in (1, 5):
            with SparkJob(None, env.pipeline("job"), ReplaySettings(chunks=pieces)) as job:
                try:
                    outcomes.append(outcome_of_job(job))
                except ReplayError as error:
                    outcomes.append(str(error))
        assert outcomes[0] == outcomes[1], f"seed {seed}"
        if isinstance(outcomes[0], tuple):
            firings += outcomes[0][0].total()
    assert firings > 100


def test_spark_reads_pieces_as_this_process_does(tmp_path: Path, spark: SparkSession) -> None:
    path = tmp_path / "log.csv"
    csv_log(random.Random(5), path)
    source = EventLogSource(path, types=TYPES, splits=["a", "b", "c"], bad_rows="reject")
    items = create_span_reader(source, tuple("abc"), SparkEngine(spark), 4)
    assert items == create_span_reader(source, tuple("abc"), InProcessEngine(), 4)
    assert items.chunk_count > 1
    write_parquet_log(source, tmp_path / "whole.parquet")
    convert_log(SparkEngine(spark), items, tmp_path)
    table = pq.read_table(tmp_path / "log.parquet")
    assert table.num_rows > 5
    assert table.equals(pq.read_table(tmp_path / "whole.parquet"))
