"""Logs of common formats come in with all rows and the right times, each unit by column."""

from __future__ import annotations

from pathlib import Path

import pytest

from flinksim.cli import main
from flinksim.replay.logs.input_log import Log

LOGS = {
    "behavior.csv": ("66073,62,cart,1511658000\n91507,98,fav,1511658001\n", 1_511_658_000_000, 2),
    "iot.csv": (
        "Zeitstempel;Sensor;Temperatur\n31.03.2024 00:30:37;S5;20,33\n31.03.2024 00:31:14;S2;20,78\n",
        1_711_845_037_000, 2,
    ),
    "us.csv": (
        "Date Time,Store,Qty\n03/01/2024 03:00:00 PM,st0,0\n03/01/2024 03:01:00 PM,st1,1\n",
        1_709_305_200_000, 2,
    ),
    "console.txt": (
        'CreateTime:1709305200000\tPartition:0\tOffset:0\tu\t{"user": "u", "ts": 1709305195768}\n'
        'CreateTime:1709305200700\tPartition:1\tOffset:0\tv\t{"user": "v", "ts": 1709305197354}\n',
        1_709_305_195_768, 2,
    ),
    "otel.jsonl": (
        '{"name": "a", "startTimeUnixNano": "1709305199289338981", "observedTimeUnixNano": "1709305200500000000"}\n'
        '{"name": "b", "startTimeUnixNano": "1709305200300757868", "observedTimeUnixNano": "1709305201500000000"}\n',
        1_709_305_199_289, 2,
    ),
    "cdc.jsonl": (
        '{"after": {"id": 0, "created_at": 1709305198000000}, "op": "c", "ts_ms": 1709305200000}\n'
        '{"after": {"id": 1, "created_at": 1709305199300000}, "op": "u", "ts_ms": 1709305201300}\n',
        1_709_305_198_000, 2,
    ),
    "task.log": (
        "2024-03-01 15:00:00,642 INFO  org.apache.flink.Task [] - message 0\n\tat a stack trace\n"
        "2024-03-01 15:00:00,945 INFO  org.apache.flink.Task [] - message 1\n",
        1_709_305_200_642, 2,
    ),
    "trail.json": (
        '{"Records": [{"eventTime": "2024-03-01T15:00:00Z", "id": {"a": 1}}, '
        '{"eventTime": "2024-03-01T15:00:03Z", "id": {"b": "x"}}]}',
        1_709_305_200_000, 2,
    ),
    "access.log": (
        '22.2.3.4 - - [01/Mar/2024:15:00:03 +0100] "GET /p9 HTTP/1.1" 200 1107 "-" "Mozilla"\n'
        '16.2.3.4 - - [01/Mar/2024:15:00:04 +0100] "GET /p5 HTTP/1.1" 404 - "-" "Mozilla"\n',
        1_709_301_603_000, 2,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LOGS)
def test_all_rows_come_in_with_their_times(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, first_ms, count = LOGS[name]
    path = tmp_path / name
    path.write_text(text)
    source = Log.of(path)
    records = [item for split in source.splits(1) for item in source.open_split(split)]
    assert len(records) == count
    assert min(record.timestamp for record in records) == first_ms
    assert main(["log", str(path)]) == 0
    assert f"{count} rows in the file, {count} records." in capsys.readouterr().out


def test_a_name_with_a_blank_can_be_pasted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "us.csv"
    path.write_text(LOGS["us.csv"][0])
    assert main(["log", f"{path} 'arrival=Date Time' 'event_time=Date Time'"]) == 0
    assert "2 records" in capsys.readouterr().out


def test_a_line_of_another_format_is_named(tmp_path: Path) -> None:
    path = tmp_path / "access.log"
    path.write_text(LOGS["access.log"][0] + "something else\n")
    with pytest.raises(ValueError, match="line 3 does not fit the format of the first"):
        Log.of(path)
