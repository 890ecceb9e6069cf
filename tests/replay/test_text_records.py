"""Logs of common formats come in with all rows and the right times, each unit by column."""

from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime
from pathlib import Path

import pyarrow
import pytest
from pyarrow import parquet

from flinksim.cli import main
from flinksim.connectors.external.recording_files import RecordingOptions, read_recording
from flinksim.replay.logs.input_log import Log
from flinksim.replay.logs.line_formats import find_line_format

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


def _iso(time_ms: int, form: str = "%Y-%m-%dT%H:%M:%S.%f") -> str:
    return datetime.fromtimestamp(time_ms / 1000, UTC).strftime(form)


BASE_MS = 1_709_305_200_000
TIMES_MS = [BASE_MS + number * 730 - (number % 7 == 3) * 2_500 for number in range(40)]
"""Times of events, some out of order."""


def _write_lines(name: str) -> str | bytes:
    """Write a file of one of the formats with an event for each of ``TIMES_MS``."""
    times = list(enumerate(TIMES_MS))
    second = "%Y-%m-%d %H:%M:%S"
    match name:
        case "alb.log":
            lines = [
                f"https {_iso(t)}Z app/lb/50dc 192.168.131.{n}:2817 10.0.0.1:80 0.086 0.048 0.037 200 "
                f'200 0 57 "GET https://www.example.com:443/p{n} HTTP/1.1" "curl/7.46.0 (x86, 64)" TLSv1.2'
                for n, t in times
            ]
        case "cloudfront.log":
            lines = ["#Version: 1.0", "#Fields: date time x-edge-location sc-bytes cs(Host)"]
            lines += [
                f"{_iso(t, second)}".replace(" ", "\t") + f"\tFRA2\t{n}\td1" for n, t in times
            ]
        case "iis.log":
            lines = [
                "#Software: IIS",
                "#Fields: date time cs-method cs-uri-stem sc-status time-taken",
            ]
            lines += [f"{_iso(t, second)} GET /p{n} 200 {n}" for n, t in times]
        case "syslog.log":
            lines = [
                f'<34>1 {_iso(t)}Z host{n % 3} app 8710 ID47 [example@32473 iut="3"] message {n}'
                for n, t in times
            ]
        case "app.logfmt":
            lines = [f'ts={_iso(t)}Z level=info msg="request done" user=u{n % 3}' for n, t in times]
        case "influx.lp":
            lines = [
                f'cpu,host=h{n % 3},region=us\\ west usage={n * 0.5},count={n}i,state="on, ok" {t}000005'
                for n, t in times
            ]
        case "events.sse":
            lines = [
                line
                for n, t in times
                for line in (
                    "event: message",
                    f"id: {n}",
                    f'data: {{"meta": {{"dt": "{_iso(t)}Z"}}}}',
                    "",
                )
            ]
        case "spring.log":
            lines = [
                f"{_iso(t)[:-3].replace('T', ' ')}  INFO 1 --- [nio-{n % 3}] c.e.shop.Orders : order {n}"
                for n, t in times
            ]
        case "events.json":
            return json.dumps(
                [{"id": n, "time": f"{_iso(t)}Z", "data": {"user": "u"}} for n, t in times],
                indent=1,
            )
        case "kinesis.json":
            return json.dumps(
                {
                    "Records": [
                        {"ApproximateArrivalTimestamp": t / 1000, "Data": "eA=="} for _, t in times
                    ]
                }
            )
        case "otlp.jsonl":
            lines = [
                json.dumps(
                    {"resourceLogs": [{"resource": {"attributes": []}, "scopeLogs": [{"logRecords": [
                        {"timeUnixNano": f"{t}000000", "body": {"stringValue": f"m{n}"}}
                    ]}]}]}
                )
                for n, t in times
            ]  # fmt: skip
        case "units.csv":
            lines = ["device,sent_ms,indexed_ns"]
            lines += [f"d{n % 3},{t},{(t + 400) * 1_000_000}" for n, t in times]
        case "console.txt":
            lines = [
                f"CreateTime:{t + 100}\tPartition:{n % 2}\tOffset:{n // 2}\tDelivery:1\tk1:v1,k2:v2\tu{n % 3}\t"
                f'{{"user": "u{n % 3}", "ts": {t}}}'
                for n, t in times
            ]
        case "zeek.log":
            lines = [
                "#separator \\x09",
                "#fields\tts\tuid\tduration",
                "#types\ttime\tstring\tinterval",
            ]
            lines += [f"{t // 1000}.{t % 1000:03d}456\tC{n}\t0.{n}" for n, t in times]
        case "syslog.log.gz":
            return gzip.compress(str(_write_lines("syslog.log")).encode())
        case _:
            raise AssertionError(name)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    "name",
    [
        "alb.log", "cloudfront.log", "iis.log", "syslog.log", "app.logfmt", "influx.lp", "events.sse",
        "zeek.log", "spring.log", "events.json", "kinesis.json", "otlp.jsonl", "units.csv", "console.txt",
        "syslog.log.gz",
    ],
)  # fmt: skip
def test_a_public_format_comes_in_and_its_proposal_works(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    content = _write_lines(name)
    (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    monkeypatch.chdir(tmp_path)
    assert main(["log", name]) == 0
    printed = capsys.readouterr().out
    assert "40 rows in the file, 40 records." in printed
    # The proposed line of Python works as it is printed.
    (proposal,) = [line for line in printed.splitlines() if line.startswith("  Log.of(")]
    source = eval(proposal, {"Log": Log})
    records = [item for split in source.splits(1) for item in source.open_split(split)]
    tick_ms = 1_000 if name in ("cloudfront.log", "iis.log") else 1  # they have whole seconds
    expected = sorted(time - time % tick_ms for time in TIMES_MS)
    assert sorted(record.timestamp for record in records) == expected


def test_the_words_of_a_json_object_are_no_fields_of_a_line(tmp_path: Path) -> None:
    rows = [
        {"type": "ticker", "id": "BTC-USD", "price": n, "a b": 1, "time": _iso(time)}
        for n, time in enumerate(TIMES_MS)
    ]
    for name in ("ticks.jsonl", "ticks.log"):
        path = tmp_path / name
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        assert Log.of(path).payload == ("type", "id", "price", "a b", "time")  # type: ignore[union-attr]


def test_a_time_of_change_beside_the_time_of_the_event_is_the_arrival(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "quakes.csv"
    rows = [f"{_iso(time)},{n},{_iso(time + 60_000)}" for n, time in enumerate(TIMES_MS)]
    path.write_text("\n".join(["time,mag,updated", *rows]) + "\n")
    assert main(["log", str(path)]) == 0
    assert "arrival='updated', event_time='time'" in capsys.readouterr().out
    assert main(["log", f"{path} arrival=time event_time=updated"]) == 0
    assert "Are the two columns exchanged?" in capsys.readouterr().out


def test_headers_of_the_console_are_not_the_key(tmp_path: Path) -> None:
    path = tmp_path / "console.txt"
    path.write_text(str(_write_lines("console.txt")))
    messages = read_recording(str(path), "orders", RecordingOptions()).messages
    assert {message.key for message in messages} == {b"u0", b"u1", b"u2"}
    assert all((message.value or b"").startswith(b'{"user"') for message in messages)
    path.write_text("Partition:0\tNO_HEADERS\tnull\tx\nPartition:0\th:1\tk\ty\n")
    messages = read_recording(str(path), "orders", RecordingOptions()).messages
    assert [(message.key, message.value) for message in messages] == [(None, b"x"), (b"k", b"y")]
    path.write_text("Partition:0\tuser:1\t{}\n")  # a key with a colon
    (message,) = read_recording(str(path), "orders", RecordingOptions()).messages
    assert message.key == b"user:1"


def test_a_format_that_cannot_come_in_is_rejected_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = tmp_path / "old.log"
    old.write_text("Mar  1 15:00:00 myhost sshd[800]: Accepted publickey\n")
    assert main(["log", str(old)]) == 1
    assert "have no year" in capsys.readouterr().err
    german = tmp_path / "german.csv"
    german.write_bytes("Zeit;Gerät\n2024-03-01 15:00:00;a\n".encode("cp1252"))
    assert main(["log", str(german)]) == 1
    assert "iconv -f WINDOWS-1252 -t UTF-8" in capsys.readouterr().err


def test_nested_times_of_parquet_have_a_unit_each(tmp_path: Path) -> None:
    path = tmp_path / "nested.parquet"
    rows = [{"timestamp": time + 200} for time in TIMES_MS]
    events = [{"at": time * 1_000, "user": {"name": "u"}} for time in TIMES_MS]
    parquet.write_table(pyarrow.table({"kafka": rows, "event": events}), path)
    source = Log.of(path)
    records = [item for split in source.splits(1) for item in source.open_split(split)]
    assert sorted(record.timestamp for record in records) == sorted(TIMES_MS)


def test_a_mapping_without_sense_gets_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "orders.csv"
    rows = [f"{_iso(time)},{_iso(time - 5_000)},2024-03-01" for time in TIMES_MS]
    path.write_text("\n".join(["sent,seen,day", *rows]) + "\n")
    assert main(["log", f"{path} arrival=seen event_time=sent"]) == 0
    assert "Warning: 40 events are later than their arrival." in capsys.readouterr().out
    assert main(["log", f"{path} arrival=day event_time=sent"]) == 0
    assert "Warning: number of different arrival times: 1." in capsys.readouterr().out
    assert main(["log", f"{path} arrival=sent event_time=seen"]) == 0
    out = capsys.readouterr().out
    assert "Warning: the same value in all rows: day." in out
    assert out.count("Warning") == 1


@pytest.mark.parametrize("year", [1971, 2150])
def test_times_far_from_today_get_a_warning(
    year: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "orders.csv"
    rows = [f"{_iso(time).replace('2024', str(year), 1)},{time}" for time in TIMES_MS]
    path.write_text("\n".join(["sent,seen", *rows]) + "\n")
    assert main(["log", f"{path} arrival=sent event_time=sent"]) == 0
    assert "Warning: this is far from today. Is the unit right?" in capsys.readouterr().out


def test_a_constant_column_gets_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "orders.jsonl"
    rows = [{"at": time, "user": str(time % 7), "v": 1, "site": {"id": 2}} for time in TIMES_MS]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert main(["log", str(path)]) == 0
    out = capsys.readouterr().out
    assert "Warning: the same value in all rows: v, site." in out
    assert f"{len(rows)} rows in the file, {len(rows)} records." in out
    path.write_text(
        "".join(json.dumps(row) + "\n" for row in [*rows, {**rows[0], "v": 2, "site": None}])
    )
    assert main(["log", str(path)]) == 0
    assert "same value" not in capsys.readouterr().out


def test_local_times_have_a_zone_also_in_the_repeated_hour(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "sensors.csv"
    # Berlin: at 3:00 the clocks go back to 2:00, which is 01:00 UTC.
    local = [
        "27.10.2024 02:10:00",
        "27.10.2024 02:50:00",
        "27.10.2024 02:05:00",
        "27.10.2024 03:00:00",
    ]
    path.write_text("Zeit;v\n" + "".join(f"{time};1\n" for time in local))
    source = Log.of(path, zone="Europe/Berlin")
    times = [item.timestamp for split in source.splits(1) for item in source.open_split(split)]
    expected = ["00:10:00", "00:50:00", "01:05:00", "02:00:00"]
    assert [_iso(time, "%H:%M:%S") for time in times] == expected
    assert main(["log", f"{path} zone=Europe/Berlin"]) == 0
    printed = capsys.readouterr().out
    assert "zone='Europe/Berlin'" in printed
    assert "Times without a zone count as Europe/Berlin." in printed
    assert main(["log", f"{path} zone=Berlin"]) == 1
    assert "zone=Berlin is not a time zone" in capsys.readouterr().err


def test_a_zone_changes_no_epoch_and_no_time_with_a_zone(tmp_path: Path) -> None:
    for name in ("otlp.jsonl", "units.csv", "syslog.log"):
        path = tmp_path / name
        path.write_text(str(_write_lines(name)))
        source = Log.of(path, zone="America/New_York")
        records = [item for split in source.splits(1) for item in source.open_split(split)]
        assert sorted(record.timestamp for record in records) == sorted(TIMES_MS)


def test_names_make_the_first_row_of_a_file_without_header_a_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "events.csv"
    path.write_text("ann,click,2024-03-01T15:00:00\nbob,view,2024-03-01T15:00:01\n")
    assert main(["log", f"{path} names=user,action,at"]) == 0
    printed = capsys.readouterr().out
    assert "2 rows in the file, 2 records." in printed
    assert "names=('user', 'action', 'at')" in printed
    assert main(["log", f"{path} names=user,at"]) == 1
    assert "3 columns, but names= has 2 names" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line", ["a" * 150_000, "a.b-" * 50_000, "a " * 50_000, '"' * 100_000, "[" * 100_000, "a,b=c" * 20_000],
    ids=lambda line: line[:5],
)  # fmt: skip
def test_a_long_line_of_no_format_takes_no_quadratic_time(line: str) -> None:
    assert find_line_format(line) is None  # where it does, this takes minutes
