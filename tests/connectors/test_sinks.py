from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from flinksim.common.types import Row
from flinksim.connectors.sink import Sink, SinkContext
from flinksim.connectors.sinks import CollectSink, FileSink, PrintSink


def write(sink: Sink, *values: Any, subtask: int = 0, parallelism: int = 1) -> list[str]:
    writer = sink.create_writer(SinkContext(subtask, parallelism))
    lines = [writer.write(value, None) for value in values]
    writer.close()
    return lines


@pytest.mark.parametrize(
    ("identifier", "parallelism", "line"),
    [
        (None, 1, "(a,1)"),
        ("", 1, "(a,1)"),
        ("id", 1, "id> (a,1)"),
        (None, 4, "2> (a,1)"),
        ("id", 4, "id:2> (a,1)"),
    ],
)
def test_print_prefixes_the_identifier_and_the_subtask(
    identifier: str | None, parallelism: int, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    sink = PrintSink(identifier=identifier)
    assert write(sink, ("a", 1), subtask=1, parallelism=parallelism) == [line]
    assert capsys.readouterr() == (line + "\n", "")


def test_print_to_standard_error_leaves_standard_output_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write(PrintSink(std_err=True), 1.0)
    assert capsys.readouterr() == ("", "1.0\n")


def test_an_untyped_stream_prints_as_python_writes_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert write(PrintSink(typed=False), ("a", True, None)) == ["('a', True, None)"]


def test_a_typed_stream_of_rows_prints_rows_without_blanks() -> None:
    assert write(PrintSink(), Row("a", 1)) == ["+I[a,1]"]


def test_collected_values_stay_as_they_are() -> None:
    sink = CollectSink()
    write(sink, ("a", 1), None)
    write(sink, "b", subtask=1, parallelism=2)
    assert sink.results == [("a", 1), None, "b"]


def test_a_file_sink_writes_one_part_for_each_subtask(tmp_path: Path) -> None:
    sink = FileSink(tmp_path / "out", part_prefix="p", part_suffix=".txt")
    write(sink, ("a", 1), ("b", 2.0), subtask=0, parallelism=2)
    write(sink, True, subtask=1, parallelism=2)
    assert (tmp_path / "out" / "p-0-0.txt").read_text() == "(a,1)\n(b,2.0)\n"
    assert (tmp_path / "out" / "p-1-0.txt").read_text() == "true\n"


def test_a_second_run_replaces_what_the_first_wrote(tmp_path: Path) -> None:
    sink = FileSink(tmp_path)
    write(sink, 1, 2)
    write(sink, 3)
    assert (tmp_path / "part-0-0").read_text() == "3\n"


def test_a_file_where_the_folder_should_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(NotADirectoryError, match=r"taken is a file; name a folder"):
        write(FileSink(tmp_path / "taken"), 1)
