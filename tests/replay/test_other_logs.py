"""The same program on another log: what it says of its own one holds for the other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from flinksim.connectors import EventLogSource, handle_bad_rows
from flinksim.replay.logs.override import create_override
from flinksim.replay.logs.parquet_source import ParquetLogSource, write_parquet_log

HEADER = "split,arrival,key,v"


@pytest.fixture
def logs(tmp_path: Path) -> dict[str, Path]:
    """A small log and a large one, as text and as Parquet; the large text has a bad row."""
    for name, rows in (("small", "EWR,1,x,1\nJFK,2,y,2\n"), ("large", "JFK,5,x,1\nEWR,6,y,2\n")):
        (tmp_path / f"{name}.csv").write_text(f"{HEADER}\n{rows}")
        write_parquet_log(EventLogSource(tmp_path / f"{name}.csv"), tmp_path / f"{name}.parquet")
    with (tmp_path / "large.csv").open("a") as log:
        log.write("EWR,7,x,many\n")
    return {
        f"{name}.{form}": tmp_path / f"{name}.{form}"
        for name in ("small", "large") for form in ("csv", "parquet")
    }  # fmt: skip


def on_other(source: Any, path: Path) -> Any:
    other: Any = create_override(source, str(path), "log")
    assert other.path == path
    return other


@pytest.mark.parametrize("own", ["small.csv", "small.parquet"])
@pytest.mark.parametrize("other", ["large.csv", "large.parquet"])
@pytest.mark.filterwarnings("ignore::flinksim.connectors.RejectedRowsWarning")
def test_splits_bad_rows_and_values_are_as_the_program_says(
    own: str, other: str, logs: dict[str, Path]
) -> None:
    kind: Any = EventLogSource if own.endswith("csv") else ParquetLogSource
    said = kind(logs[own], splits=["EWR"], bad_rows="reject", value="row")
    source = on_other(said, logs[other])
    assert tuple(source.splits(1)) == ("EWR",)
    assert source.bad_rows == "reject"
    (record, *_) = source.open_split("EWR")
    assert record.value["v"] == 2
    if other.endswith("csv"):  # the types, too, are those of the own log
        assert [row.line for row in source.rejects()] == [4]


@pytest.mark.parametrize("own", ["small.csv", "small.parquet"])
def test_without_a_word_all_splits_are_read_and_bad_rows_are_errors(
    own: str, logs: dict[str, Path]
) -> None:
    kind: Any = EventLogSource if own.endswith("csv") else ParquetLogSource
    source = on_other(kind(logs[own]), logs["large.parquet"])
    assert tuple(source.splits(1)) == ("JFK", "EWR")
    assert source.bad_rows == "error"


def test_what_the_command_says_holds_if_the_program_says_nothing(logs: dict[str, Path]) -> None:
    with handle_bad_rows("reject"):
        said = EventLogSource(logs["small.csv"], splits=["EWR"], bad_rows="error")
        unsaid = EventLogSource(logs["small.csv"], splits=["EWR"])
        assert on_other(said, logs["large.parquet"]).bad_rows == "error"
        assert on_other(unsaid, logs["large.parquet"]).bad_rows == "reject"
