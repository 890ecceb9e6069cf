from __future__ import annotations

from typing import Any

import pytest

from flinksim.common.types import Row
from flinksim.connectors.sink import Sink, SinkContext
from flinksim.connectors.sinks import CollectSink, PrintSink


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
