"""Times that no name of a column announces, and dates beside times of the day."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flinksim.cli import main

HEADER = "version interface source target packets bytes start end"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "trades.jsonl",
            "\n".join(json.dumps({"e": "t", "E": 1709305200005 + n, "T": 1709305200000}) for n in (0, 1)),
            ["arrival     E", "event time  T", "2 rows in the file, 2 records",
             "Event time: 2024-03-01T15:00:00.000+00:00"],
        ),
        (
            "two.csv",
            "Date;Time;v\n31/12/2023;23:59:58;1\n01/01/2024;00:00:03;2\n",
            ["arrival     Date Time", "2 records",
             "Event time: 2023-12-31T23:59:58.000+00:00 to 2024-01-01T00:00:03.000+00:00"],
        ),
        (
            "iso.csv",
            "day,clock,v\n2024-03-01,15:00:00,1\n2024-03-01,15:00:07,2\n",
            ["arrival     day clock", "Event time: 2024-03-01T15:00:00.000+00:00"],
        ),
        (
            "unsure.csv",
            "Date;Time;v\n02/03/2024;15:00:00;1\n02/03/2024;15:00:07;2\n",
            ["Warning: 02/03/2024 can be month/day or day/month. It is read as month/day."],
        ),
        (
            "flow.log",
            f"{HEADER}\n2 eni x y 3 4 1709305200 1709305260\n2 eni x y 3 4 1709305201 1709305262\n",
            ["arrival     end", "event time  start", "2 rows in the file, 2 records"],
        ),
    ],
)  # fmt: skip
def test_times_are_found(
    name: str, text: str, expected: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / name
    file.write_text(text)
    assert main(["log", str(file)]) == 0
    printed = capsys.readouterr().out
    for part in expected:
        assert part in printed


def test_a_number_that_is_no_time_is_not_taken_for_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ids.jsonl"
    file.write_text('{"id": 17093052, "v": 1}\n{"id": 17093053, "v": 2}\n')
    assert main(["log", str(file)]) == 1
    assert "no column contains the arrival time of a row" in capsys.readouterr().err
