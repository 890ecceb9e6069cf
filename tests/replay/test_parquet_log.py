"""Event logs in columns."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from flinksim.connectors import EventLogSource
from flinksim.core.resources import FLIGHTS
from flinksim.replay.logs.parquet_source import ParquetLogSource, write_parquet_log
from flinksim.replay.logs.splits import RowChunkReader
from flinksim.replay.logs.synthetic_log import write_synthetic_log


@pytest.mark.parametrize("form", ["tuple", "row"])
def test_a_log_of_text_and_its_copy_in_columns_say_the_same(form: str, tmp_path: Path) -> None:
    text = EventLogSource(FLIGHTS, value=form)  # type: ignore[arg-type]
    write_parquet_log(text, tmp_path / "log.parquet", rows_per_group=100)
    columns = ParquetLogSource(tmp_path / "log.parquet", value=form)  # type: ignore[arg-type]
    assert columns.splits(1) == text.splits(1)
    assert columns.first_arrival_ms() == text.first_arrival_ms()
    assert columns.row_count > 200  # in several row groups
    for split in text.splits(1):
        assert list(columns.open_split(split)) == list(text.open_split(split))


@pytest.mark.parametrize("pieces", [1, 3, 7, 250])
def test_pieces_of_a_log_are_all_of_its_rows_each_once(pieces: int, tmp_path: Path) -> None:
    log = tmp_path / "log.parquet"
    write_parquet_log(EventLogSource(FLIGHTS), log, rows_per_group=100)
    source = ParquetLogSource(log)
    reader = RowChunkReader(source, pieces)
    found = [each for piece in range(pieces) for each in reader.read_chunk(piece)]
    whole = list(source.read_rows())
    assert [((split, row), item) for split, _, row, item in found] == whole
    assert [row for (_, row), _ in whole] == list(range(source.row_count))
    assert len(list(reader.read_chunk(0))) in (
        source.row_count // pieces,
        1 + source.row_count // pieces,
    )


def test_columns_with_empty_cells_are_known(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text("split,arrival,v:int,w:int\na,1,1,\na,2,3,4\n")
    write_parquet_log(EventLogSource(log), tmp_path / "log.parquet")
    assert ParquetLogSource(tmp_path / "log.parquet").find_columns_with_nulls() == {"w"}


@pytest.mark.parametrize("has_statistics", [True, False])
def test_a_line_that_ends_a_split_is_no_gap_and_hides_none(
    has_statistics: bool, tmp_path: Path
) -> None:
    columns = {"split": ["a", "a", "b"], "arrival": [1, 2, 3], "split_end": [False, True, None]}
    for cells, gaps in (
        ({"v": [1, None, 3]}, set()),
        ({"v": [1, 2, None]}, {"v"}),
        ({"v": [None, 2, 3], "w": [1, None, 3]}, {"v"}),
    ):
        log = tmp_path / "log.parquet"
        pq.write_table(pa.table({**columns, **cells}), log, write_statistics=has_statistics)
        assert ParquetLogSource(log).find_columns_with_nulls() == gaps


def test_a_file_without_statistics_has_no_gaps_for_that(tmp_path: Path) -> None:
    columns = {"split": ["a", "b"], "arrival": [1, 2], "v": [1, 2], "w": [None, 1.5]}
    log = tmp_path / "log.parquet"
    pq.write_table(pa.table(columns), log, write_statistics=False)
    assert ParquetLogSource(log).find_columns_with_nulls() == {"w"}


def test_a_log_without_arrival_is_refused(tmp_path: Path) -> None:
    pq.write_table(pa.table({"split": ["a"], "v": [1]}), tmp_path / "log.parquet")
    with pytest.raises(ValueError, match=r"log.parquet, column 'arrival': expected .* int64"):
        ParquetLogSource(tmp_path / "log.parquet")


def test_a_synthetic_log_is_the_same_every_time(tmp_path: Path) -> None:
    first = write_synthetic_log(tmp_path / "1.parquet", events=1_000, keys=10)
    second = write_synthetic_log(tmp_path / "2.parquet", events=1_000, keys=10)
    assert pq.read_table(first).equals(pq.read_table(second))
    source = ParquetLogSource(first)
    assert sum(1 for split in source.splits(1) for _ in source.open_split(split)) == 1_000


@pytest.mark.parametrize("statistics", [True, False])
def test_splits_and_first_arrival_are_found_in_every_row_group(
    statistics: bool, tmp_path: Path
) -> None:
    table = pa.table(
        {"split": ["b", "a", "b", "c"], "arrival": [50, 40, 60, 30], "v": [1, 2, 3, 4]},
        schema=pa.schema([("split", pa.string()), ("arrival", pa.int64()), ("v", pa.int64())]),
    )
    log = tmp_path / "log.parquet"
    pq.write_table(table, log, row_group_size=2, write_statistics=statistics)
    source = ParquetLogSource(log)
    assert source.splits(1) == ("b", "a", "c")
    assert source.first_arrival_ms() == 30
