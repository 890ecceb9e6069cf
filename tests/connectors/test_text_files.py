from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from flinksim.common import Duration
from flinksim.connectors.text_files import TextFileSource
from flinksim.datastream.connectors.file_system import FileSource, StreamFormat


def lines(source: TextFileSource, split: str) -> list[Any]:
    return [item.value for item in source.open_split(split)]


def test_lines_end_in_any_of_the_three_ways(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_bytes(b"a\r\nb\n\nc\rlast")
    source = TextFileSource(tmp_path / "t.txt")
    (split,) = source.splits(4)
    assert lines(source, split) == ["a", "b", "", "c", "last"]


def test_a_folder_stands_for_the_files_below_it_but_hidden_ones(tmp_path: Path) -> None:
    for name in ("b.txt", "a/z.txt", ".hidden", "_started", ".git/x"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    splits = TextFileSource(tmp_path).splits(1)
    assert [Path(split).relative_to(tmp_path).as_posix() for split in splits] == [
        "a/z.txt",
        "b.txt",
    ]


def test_packed_files_are_unpacked(tmp_path: Path) -> None:
    (tmp_path / "t.gz").write_bytes(gzip.compress(b"one\ntwo\n"))
    source = TextFileSource(tmp_path / "t.gz")
    assert lines(source, source.splits(1)[0]) == ["one", "two"]


def test_pyflinks_builder_gives_the_same_source(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_bytes("grün".encode("latin-1"))
    source = (
        FileSource.for_record_stream_format(
            StreamFormat.text_line_format("latin-1"), str(tmp_path / "t.txt")
        )
        .process_static_file_set()
        .build()
    )
    assert lines(source, source.splits(1)[0]) == ["grün"]


def test_a_path_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"gone not found .* --source \S+/gone=FILE"):
        TextFileSource(tmp_path / "gone").splits(1)


def test_no_path_at_all_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one path"):
        TextFileSource()


def test_a_source_that_watches_a_folder_is_unbounded() -> None:
    builder = FileSource.for_record_stream_format(StreamFormat.text_line_format(), "x")
    source = builder.monitor_continuously(Duration.of_seconds(1)).build()
    assert not source.bounded
    assert builder.process_static_file_set().build().bounded
