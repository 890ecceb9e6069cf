"""``value=raw``: a record is the text of its row, with the times that the columns have."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from pyarrow import parquet

from flinksim.cli import main
from flinksim.common import SimpleStringSchema, WatermarkStrategy
from flinksim.connectors.event_log.event_log_source import EventLogSource
from flinksim.connectors.source import SourceRecord
from flinksim.core.binding_errors import BindingError
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.connectors.kafka import KafkaSource
from flinksim.external_data.bind_jobs import apply_bindings
from flinksim.external_data.binding import BindingSettings, parse_source
from flinksim.replay.logs.input_log import Log
from flinksim.replay.logs.override import create_override

ACCESS = (
    '22.2.3.4 - - [01/Mar/2024:15:00:03 +0100] "GET /p9 HTTP/1.1" 200 1107 "-" "Mozilla"\n'
    '16.2.3.4 - - [01/Mar/2024:15:00:04 +0100] "GET /p5 HTTP/1.1" 404 - "-" "Mozilla"\n'
)
TEXTS: dict[str, tuple[str, list[str]]] = {
    "access.log": (ACCESS, ACCESS.splitlines()),
    "orders.csv": (
        '# a comment\nid,note,at\n1,"two\nlines",2024-03-01T15:00:03\n2,b,2024-03-01T15:00:04\n',
        ['1,"two\nlines",2024-03-01T15:00:03', "2,b,2024-03-01T15:00:04"],
    ),
    "numbers.csv": ("7,1709305203\n8,1709305204\n", ["7,1709305203", "8,1709305204"]),
    "orders.jsonl": (
        '{"at": 1709305203000,  "v": 1}\n\n{"at": 1709305204000, "v": "x"}\n',
        ['{"at": 1709305203000,  "v": 1}', '{"at": 1709305204000, "v": "x"}'],
    ),
    "one.json": ('[{"at": 1709305203000}]', ['{"at": 1709305203000}']),
    "task.log": (
        "2024-03-01 15:00:03,642 INFO  a.Task [] - failed\n\tat line 1\n"
        "2024-03-01 15:00:04,945 INFO  a.Task [] - done\n",
        [
            "2024-03-01 15:00:03,642 INFO  a.Task [] - failed\n\tat line 1",
            "2024-03-01 15:00:04,945 INFO  a.Task [] - done",
        ],
    ),
    "app.logfmt": ("time=2024-03-01T15:00:03Z v=1\n", ["time=2024-03-01T15:00:03Z v=1"]),
    "cpu.lp": ("cpu,host=a v=1 1709305203000000000\n", ["cpu,host=a v=1 1709305203000000000"]),
    "kcat.jsonl": (
        '{"topic": "t", "partition": 0, "offset": 0, "ts": 1709305203000, "payload": "{\\"at\\":  1709305200000}"}\n',
        ['{"at":  1709305200000}'],
    ),
    "console.txt": ("CreateTime:1709305203000\tPartition:0\tOffset:0\tk\ta b\n", ["a b"]),
}  # fmt: skip


def _read(source: Any) -> list[Any]:
    return [item for split in source.splits(1) for item in source.open_split(split)]


@pytest.mark.parametrize("name", TEXTS)
def test_a_record_is_the_text_of_its_row(name: str, tmp_path: Path) -> None:
    content, expected = TEXTS[name]
    path = tmp_path / name
    path.write_text(content)
    plain, raw = _read(Log.of(path)), _read(Log.of(path, value="raw"))
    assert [record.value for record in raw] == expected
    assert [record.timestamp for record in raw] == [record.timestamp for record in plain]
    assert [record.arrival_ms for record in raw] == [record.arrival_ms for record in plain]


def test_a_row_that_is_no_text_is_a_json_object(tmp_path: Path) -> None:
    path = tmp_path / "orders.parquet"
    rows = [{"at": 1_709_305_203_000, "user": {"name": "é"}}]
    parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    for source in (path, rows):
        (record,) = _read(Log.of(source, value="raw"))
        assert json.loads(record.value) == rows[0]
        assert "é" in record.value


def test_columns_and_raw_exclude_each_other(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="remove columns="):
        Log.of([{"at": 1}], value="raw", columns=["at"])


def test_the_command_shows_and_prints_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "access.log"
    path.write_text(ACCESS)
    assert main(["log", f"{path} value=raw"]) == 0
    printed = capsys.readouterr().out
    assert "record      the text of the row" in printed
    assert "arrival='time', event_time='time', value='raw')" in printed
    assert "2 rows in the file, 2 records." in printed
    assert "\0" not in printed
    assert main(["log", str(path)]) == 0
    assert (
        f"--source 'TOPIC={path} arrival=time event_time=time value=raw'" in capsys.readouterr().out
    )
    assert main(["log", f"{path} value=text"]) == 1
    assert "expected value=raw, found value=text" in capsys.readouterr().err


def _run(text: str) -> tuple[list[Any], dict[str, list[int | None]]]:
    """Return the values that a job reads, and the timestamps in each partition."""
    env = StreamExecutionEnvironment.get_execution_environment()
    builder = KafkaSource.builder().set_bootstrap_servers("b").set_topics("t").set_group_id("g")
    source = builder.set_value_only_deserializer(SimpleStringSchema()).build()
    stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "kafka")
    settings = BindingSettings((parse_source(text),))
    with apply_bindings(settings) as jobs, stream.execute_and_collect() as results:
        values = list(results)
    (bound,) = jobs.sources
    times = {
        split: [
            item.timestamp for item in bound.open_split(split) if isinstance(item, SourceRecord)
        ]
        for split in bound.splits(1)
    }
    return values, times


def test_a_topic_gets_the_texts_with_the_times_of_the_log(tmp_path: Path) -> None:
    path = tmp_path / "my access.log"
    path.write_text(ACCESS)
    values, times = _run(f"t='{path}' value=raw")
    assert values == ACCESS.splitlines()
    assert times == {"t-0": [1_709_301_603_000, 1_709_301_604_000]}
    _, by_host = _run(f"t='{path}' value=raw split=host zone=UTC")
    assert by_host == {"t-0": [1_709_301_604_000], "t-1": [1_709_301_603_000]}
    values, _ = _run(f"t='{path}' arrival=time")
    assert json.loads(values[-1])["status"] == "404"


def test_options_of_a_log_and_fields_of_a_value_exclude_each_other(tmp_path: Path) -> None:
    path = tmp_path / "access.log"
    path.write_text(ACCESS)
    with pytest.raises(BindingError, match="write event_time= and split= instead"):
        _run(f"t={path} value=raw timestamp=time")
    with pytest.raises(BindingError, match="found value=text"):
        _run(f"t={path} value=text")
    with pytest.raises(BindingError, match="'nothing'"):
        _run(f"t={path} value=raw arrival=nothing")


def test_a_log_of_texts_replaces_one(tmp_path: Path) -> None:
    small, large = tmp_path / "small.csv", tmp_path / "access.log"
    small.write_text("split,arrival,line\na,1,x\n")
    large.write_text(ACCESS)
    source = create_override(EventLogSource(small, value="single"), f"{large} value=raw", "lines")
    assert [record.value for record in _read(source)] == ACCESS.splitlines()
    with pytest.raises(ValueError, match="value=raw gives one text"):
        create_override(EventLogSource(small), f"{large} value=raw", "lines")
