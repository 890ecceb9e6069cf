"""Logs of every form get in: what was refused once, what is proposed, and what is written of it."""

from __future__ import annotations

import decimal
import gzip
import json
import os
import random
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import flinksim as fs
from flinksim.cli import main
from flinksim.connectors.event_log.line_reader import EventLogError
from flinksim.connectors.source import SourceRecord
from flinksim.replay.logs.column_mapping import EMPTY_MAPPING, ExplicitMapping
from flinksim.replay.logs.input_log import Log, MappedLog
from flinksim.replay.logs.parquet_source import ParquetLogSource

NOW = 1_700_000_000_000


def read(source: Any) -> dict[str, list[SourceRecord]]:
    return {name: list(source.open_split(name)) for name in source.splits(1)}


def of_kafka(number: int) -> dict[str, Any]:
    value = {"user": f"u{number % 3}", "amount": number, "at": NOW + number * 10 - 50}
    return {
        "topic": "orders", "partition": number % 2, "offset": number // 2,
        "timestamp": NOW + number * 10 - (300 if number == 5 else 0), "timestampType": "CreateTime",
        "key": f"k{number % 3}", "headers": [], "value": json.dumps(value),
    }  # fmt: skip


TABLE = pa.table({
    "split": ["a", "b"] * 5, "arrival": list(range(10)), "key": ["x", "y"] * 5, "v": list(range(10)),
})  # fmt: skip


def lines(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("\n".join(map(json.dumps, rows)))
    return path


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    return lines(tmp_path / "dump.jsonl", [of_kafka(number) for number in range(20)])


def replaced(name: str, column: pa.Array) -> pa.Table:
    place = TABLE.column_names.index(name)
    return TABLE.set_column(place, name, pa.chunked_array([column]))


def written(path: Path, table: pa.Table) -> Path:
    pq.write_table(table, path)
    return path


def folder_of_parts(path: Path) -> Path:
    path.mkdir()
    for number in range(3):
        written(path / f"part-0000{number}.snappy.parquet", TABLE.slice(number * 3, 3))
    written(path / "part-00003.snappy.parquet", TABLE.slice(9))
    (path / "_SUCCESS").write_text("")
    return path


def packed(path: Path) -> Path:
    with gzip.open(path, "wt") as stream:
        stream.write("\n".join(map(json.dumps, TABLE.to_pylist())))
    return path


def semicolons(path: Path) -> Path:
    rows = [";".join(map(str, row.values())) for row in TABLE.to_pylist()]
    path.write_text("\n".join(["split;arrival;key;v", *rows]))
    return path


FORMS: dict[str, Any] = {
    "folder": lambda at: folder_of_parts(at / "parts"),
    "pattern": lambda at: str(folder_of_parts(at / "parts") / "part-*.parquet"),
    "address": lambda at: f"file://{written(at / 't.parquet', TABLE)}",
    "own": lambda at: written(at / "t.parquet", TABLE),
    "dictionary": lambda at: written(
        at / "t.parquet", replaced("key", TABLE.column("key").combine_chunks().dictionary_encode())
    ),
    "arrival as time": lambda at: written(
        at / "t.parquet", replaced("arrival", pa.array(range(10), pa.timestamp("ms")))
    ),
    "decimals": lambda at: written(
        at / "t.parquet", replaced("v", pa.array([decimal.Decimal(n) for n in range(10)]))
    ),
    "unused list": lambda at: written(
        at / "t.parquet", TABLE.append_column("tags", pa.chunked_array([[["t"]] * 10]))
    ),
    "gzip": lambda at: packed(at / "t.jsonl.gz"),
    "packed without ending": lambda at: packed(at / "t"),
    "semicolons": lambda at: semicolons(at / "t.csv"),
    "Arrow file": lambda at: arrow_file(at / "t.arrow"),
    "pandas": lambda at: TABLE.to_pandas(),
    "Arrow": lambda at: TABLE,
    "rows": lambda at: TABLE.to_pylist(),
}  # fmt: skip


def arrow_file(path: Path) -> Path:
    with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, TABLE.schema) as writer:
        writer.write_table(TABLE)
    return path


@pytest.mark.parametrize("form", FORMS)
def test_the_same_rows_get_in_whatever_holds_them(form: str, tmp_path: Path) -> None:
    splits = read(Log.of(FORMS[form](tmp_path)))
    for name, first in (("a", 0), ("b", 1)):
        expected = [
            SourceRecord(("x" if name == "a" else "y", number), None, number)
            for number in range(first, 10, 2)
        ]
        assert splits[name] == expected


def test_a_dump_of_kafka_is_read_as_it_is(dump: Path) -> None:
    source = Log.of(dump, value="row")
    splits = read(source)
    assert list(splits) == ["orders-0", "orders-1"]
    record = splits["orders-1"][2]  # number 5, which came 300 ms before number 3
    assert record.value["user"] == "u2"
    assert record.value["amount"] == 5
    assert record.timestamp == NOW + 0
    assert record.arrival_ms == NOW + 30
    assert source.payload == ("key", "user", "amount", "at")


def test_what_is_said_counts_and_short_names_do(dump: Path) -> None:
    source = Log.of(
        dump, split="partition", order="offset", arrival="timestamp", event_time="at",
        columns=["value.amount"], value="single",
    )  # fmt: skip
    splits = read(source)
    assert list(splits) == ["0", "1"]
    assert [record.value for record in splits["0"]] == list(range(0, 20, 2))
    assert splits["0"][0].timestamp == NOW - 50


def test_connects_files_say_their_partition(tmp_path: Path) -> None:
    folder = tmp_path / "topics" / "orders"
    for partition in (0, 1):
        (folder / f"partition={partition}").mkdir(parents=True)
        for start in (0, 3):
            rows = pa.table({
                "user": [f"u{n}" for n in range(start, start + 3)],
                "at": pa.array([NOW + n for n in range(start, start + 3)], pa.timestamp("ms")),
            })  # fmt: skip
            name = f"orders+{partition}+{start:010}.snappy.parquet"
            pq.write_table(rows, folder / f"partition={partition}" / name)
    splits = read(Log.of(tmp_path / "topics"))
    assert list(splits) == ["orders-0", "orders-1"]
    assert [record.value[0] for record in splits["orders-1"]] == [f"u{n}" for n in range(6)]
    assert splits["orders-0"][4].arrival_ms == NOW + 4


def test_a_nested_value_is_made_flat_and_equal_names_stay_apart(tmp_path: Path) -> None:
    rows = [
        {
            "partition": 0,
            "ingested_at": NOW + n,
            "before": {"v": n},
            "after": {"v": n + 1, "w": "x"},
        }
        for n in range(3)
    ]
    source = Log.of(lines(tmp_path / "n.jsonl", rows), value="row")
    assert isinstance(source, ParquetLogSource)
    assert source.payload == ("before_v", "after_v", "w")
    assert read(source)["0"][2].value["after_v"] == 3


@pytest.mark.parametrize(
    ("kind", "cells"),
    [
        (pa.timestamp("s"), [1, 2]), (pa.timestamp("us"), [1_000_999, 2_000_000]),
        (pa.timestamp("ns", "UTC"), [1_000_000_001, 2_000_000_000]),
        (pa.string(), ["1970-01-01T00:00:01", "1970-01-01T02:00:02+02:00"]),
    ],
)  # fmt: skip
def test_times_of_every_kind_are_milliseconds(kind: pa.DataType, cells: list[Any]) -> None:
    table = pa.table({"arrival": pa.array(cells, kind), "v": [1, 2]})
    assert [record.arrival_ms for record in read(Log.of(table))["log"]] == [1000, 2000]


@pytest.mark.parametrize(
    ("unit", "per_second"), [("s", 1), ("ms", 1000), ("us", 10**6), ("ns", 10**9)]
)
def test_plain_numbers_say_their_unit_by_their_size(unit: str, per_second: int) -> None:
    arrivals = [1_700_000_000 * per_second, 1_700_000_001 * per_second]
    table = pa.table({"arrival": arrivals, "v": [1, 2]})
    assert MappedLog.from_source(table, EMPTY_MAPPING).mapping.unit == unit
    assert [r.arrival_ms for r in read(Log.of(table))["log"]] == [NOW, NOW + 1000]


def test_times_before_1970_go_to_the_earlier_millisecond() -> None:
    table = pa.table({"arrival": pa.array([-1, 0], pa.timestamp("us")), "v": [1, 2]})
    assert [record.arrival_ms for record in read(Log.of(table))["log"]] == [-1, 0]


def random_rows(rng: random.Random) -> list[dict[str, Any]]:
    count, splits = rng.randrange(1, 60), rng.randrange(1, 4)
    offsets = [0] * splits
    rows = []
    for number in range(count):
        split = rng.randrange(splits)
        offsets[split] += 1
        rows.append({
            "partition": split, "offset": offsets[split], "v": number,
            "arrival": NOW + number * 7 - rng.choice([0, 0, 0, 5, 40]),
        })  # fmt: skip
    if rng.random() < 0.5:
        rng.shuffle(rows)
    return rows


def by_hand(rows: list[dict[str, Any]]) -> dict[str, list[tuple[int, int]]]:
    """(v, arrival) of each split, in the order of offsets; arrival as a running maximum."""
    splits: dict[str, list[tuple[int, int]]] = {}
    reached: dict[str, int] = {}
    for row in sorted(rows, key=lambda row: row["offset"]):
        name = str(row["partition"])
        reached[name] = max(reached.get(name, row["arrival"]), row["arrival"])
        splits.setdefault(name, []).append((row["v"], reached[name]))
    return splits


@pytest.mark.parametrize("seed", range(40))
def test_order_and_running_maximum_equal_a_plain_loop(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(seed)
    # tables of some rows each: what is known must go from one to the next
    monkeypatch.setattr("flinksim.replay.logs.formats._ROWS_PER_TABLE", rng.choice([1, 3, 1000]))
    rows = random_rows(rng)
    found = read(Log.of(written(tmp_path / "t.parquet", pa.Table.from_pylist(rows))))
    told = {name: [(r.value[0], r.arrival_ms) for r in own] for name, own in found.items()}
    assert told == by_hand(rows)


def test_columns_of_several_types_become_text(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"arrival": 1, "v": 1}, {"arrival": 2, "v": "two"}, {"arrival": 3, "v": {"n": 3}},
    ]  # fmt: skip
    log = lines(tmp_path / "mixed.jsonl", rows)
    assert [r.value for r in read(Log.of(log, split=[]))["log"]] == [
        ("1",),
        ("two",),
        ('{"n": 3}',),
    ]


def test_a_kept_log_is_written_once_and_again_when_its_file_changes(
    dump: Path, tmp_path: Path
) -> None:
    keep = tmp_path / "kept.parquet"
    first = read(Log.of(dump, keep=keep))
    before = keep.stat().st_mtime_ns
    assert read(Log.of(dump, keep=keep)) == first
    assert keep.stat().st_mtime_ns == before
    assert list(read(Log.of(dump, keep=keep, split="partition"))) == ["0", "1"]
    lines(dump, [of_kafka(number) for number in range(4)])
    assert sum(map(len, read(Log.of(dump, keep=keep)).values())) == 4


def test_a_program_on_a_dump_runs_in_the_simulator(dump: Path) -> None:
    from flinksim.common import Duration, Time, WatermarkStrategy
    from flinksim.datastream import StreamExecutionEnvironment
    from flinksim.datastream.window import TumblingEventTimeWindows

    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(10))
    stream = env.from_source(fs.Log.of(dump), strategy, "orders")
    windows = TumblingEventTimeWindows.of(Time.milliseconds(100))
    stream.key_by(lambda order: order[1]).window(windows).sum(2).print()
    sim = fs.simulate(env).run()
    assert sum(fired.contents[2] for fired in sim.trace.get_events(fs.WindowFired)) == sum(
        range(20)
    )


# --- what is wrong -----------------------------------------------------------------------------------


def wrong_logs(at: Path) -> Iterator[tuple[str, Any, str]]:
    yield "gone", at / "gone.csv", "gone.csv: file or folder not found"
    (at / "empty").mkdir()
    yield "empty folder", at / "empty", "empty: the folder contains no files"
    (at / "mixed").mkdir()
    (at / "mixed" / "a.csv").write_text("arrival,v\n1,2\n")
    lines(at / "mixed" / "b.jsonl", [{"arrival": 1, "v": 2}])
    yield "two kinds", at / "mixed", "contains files of CSV and files of JSON lines"
    (at / "broken.parquet").write_bytes(b"PAR1 no more")
    yield "broken", str(at / "broken.parquet"), "broken.parquet: invalid Parquet file: "
    deep = pa.int64()
    for _ in range(120):
        deep = pa.list_(deep)
    pq.write_table(pa.table({"x": pa.array([None], type=deep)}), at / "deep.parquet")
    yield "deep", at / "deep.parquet", "deep.parquet: cannot be read: .*too deeply nested"
    (at / "secret").write_text("root:x:secret\n\0")
    (at / "link.parquet").symlink_to(at / "secret")
    yield "link", at / "link.parquet", "link.parquet: invalid Parquet file: (?!.*root)"
    (at / "named").mkdir()
    Path(os.fsdecode(os.fsencode(at / "named") + b"/a\xff.csv")).write_text("arrival,v\n1,2\n")
    yield "name", at / "named", "named: a file in the folder has a name that is not UTF-8"
    (at / "broken.jsonl").write_text('{"arrival": 1, "v": 2}\n{"arrival": \n')
    yield "cut line", at / "broken.jsonl", "broken.jsonl, line 2: invalid JSON object"
    (at / "no.csv").write_text("")
    yield "nothing", at / "no.csv", "there is no header row|the file is empty"
    (at / "times.csv").write_text("split;arrival;v\na;now;1\n")
    yield (
        "no time",
        at / "times.csv",
        "column 'arrival': expected epoch milliseconds .* found 'now'",
    )
    yield (
        "no arrival",
        pa.table({"v": [1]}),
        "column 'arrival': no column contains the arrival time",
    )
    yield "no rows", TABLE.slice(0, 0), "the log has no rows"
    yield "no file system", "elsewhere://log", "no file system for elsewhere://"


def test_wrong_logs_are_told(tmp_path: Path) -> None:
    told = 0
    for _, what, expected in wrong_logs(tmp_path):
        with pytest.raises(EventLogError, match=expected):
            read(Log.of(what))
        told += 1
    assert told == 13


@pytest.mark.parametrize("what", [5, None, [], [1], object()])
def test_what_holds_no_rows_is_refused(what: Any) -> None:
    with pytest.raises(TypeError, match="expected a path, a glob pattern, a URL"):
        Log.of(what)


def test_wrong_columns_are_told(dump: Path, tmp_path: Path) -> None:
    with pytest.raises(EventLogError, match=r"column 'parttion': the column does not exist. Col"):
        Log.of(dump, split="parttion")
    tagged = TABLE.append_column("tags", pa.chunked_array([[["t"]] * 10]))
    with pytest.raises(EventLogError, match="'tags': a record cannot have a column of type list"):
        Log.of(tagged, columns=["tags"])
    with pytest.raises(EventLogError, match=r"no row has the split 'c'. Splits of the log: a, b"):
        Log.of(tagged, splits=["c"])
    with pytest.raises(EventLogError, match="row 2, column 'arrival': expected epoch mill"):
        read(Log.of(pa.table({"arrival": [1, None], "v": [1, 2]})))


# --- flinksim log ------------------------------------------------------------------------------------


def test_the_command_proposes_what_log_of_takes(
    dump: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["log", str(dump)]) == 0
    shown = capsys.readouterr().out
    call = next(line for line in shown.splitlines() if "Log.of(" in line)
    source = eval(call, {"Log": Log})
    assert list(source.splits(1)) == ["orders-0", "orders-1"]
    assert "event time  value.at (in ms)" in shown
    assert main(["log", f"{dump} split=partition event_time=at"]) == 0
    assert "split='partition'" in capsys.readouterr().out
    assert main(["log", f"{dump} splits=partition"]) == 1
    assert "found 'splits=partition'" in capsys.readouterr().err


def test_said_in_words_is_said_in_python(dump: Path) -> None:
    from flinksim.replay.logs.override import SourceOverride

    opened = MappedLog.from_source(dump, EMPTY_MAPPING)
    words = SourceOverride.parse(f"'{dump}' {opened.mapping.format_option()}")
    assert words.mapping == ExplicitMapping(
        ("topic", "partition"), "offset", "timestamp", "value.at", None, None
    )
    assert MappedLog.from_source(words.location, words.mapping).mapping == opened.mapping


def test_a_time_of_day_one_can_read(tmp_path: Path) -> None:
    at = datetime(2026, 3, 1, tzinfo=UTC)
    frame = pd.DataFrame({"ts": [at, at], "user": ["a", "b"]})
    (record, _) = read(Log.of(frame))["log"]
    assert record.timestamp == record.arrival_ms == int(at.timestamp() * 1000)
