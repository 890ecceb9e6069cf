"""``flinksim record kafka`` against the mock cluster of librdkafka."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from flinksim.cli import main
from flinksim.external_data import kafka_topic

kafka = pytest.importorskip("confluent_kafka")

PROGRAM = """
from pyflink.common import SimpleStringSchema, WatermarkStrategy
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.connectors.kafka import KafkaSource

env = StreamExecutionEnvironment.get_execution_environment()
builder = KafkaSource.builder().set_bootstrap_servers("b").set_topics("orders").set_group_id("g")
source = builder.set_value_only_deserializer(SimpleStringSchema()).build()
env.from_source(source, WatermarkStrategy.no_watermarks(), "kafka").print()
env.execute()
"""


class Cluster:
    """A mock cluster with messages; they are sent one by one, so that each has its own timestamp."""

    def __init__(self) -> None:
        settings = {"bootstrap.servers": "mock", "test.mock.num.brokers": 2, "log_level": 0}
        self._producer = kafka.Producer(settings)
        brokers = self._producer.list_topics(timeout=10).brokers.values()
        self.brokers = ",".join(f"{each.host}:{each.port}" for each in brokers)

    def send(self, topic: str, count: int, partitions: int = 2, value: bytes = b"value") -> None:
        for number in range(count):
            self._producer.produce(
                topic,
                value + b" %d" % number,
                key=b"k%d" % (number % 3),
                partition=number % partitions,
                timestamp=1_700_000_000_000 + number * 1_000,
            )
            assert self._producer.flush(10) == 0


@pytest.fixture(scope="module")
def cluster() -> Cluster:
    cluster = Cluster()
    cluster.send("orders", 20)
    return cluster


def _read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_a_topic_becomes_a_recording_that_binds(
    cluster: Cluster, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "orders.jsonl"
    assert main(["record", "kafka", cluster.brokers, "orders", str(file)]) == 0
    out = capfd.readouterr().out
    assert "20 messages of orders" in out
    assert "0: 10, 1: 10" in out
    assert f"--source orders={file}" in out
    messages = _read(file)
    by_partition = [[m["offset"] for m in messages if m["partition"] == p] for p in (0, 1)]
    assert by_partition == [list(range(10))] * 2
    assert sorted(m["ts"] for m in messages) == [1_700_000_000_000 + n * 1_000 for n in range(20)]
    assert {m["key"] for m in messages} == {"k0", "k1", "k2"}

    program = tmp_path / "job.py"
    program.write_text(PROGRAM)
    assert main(["run", str(program), "--source", f"orders={file}"]) == 0
    printed = capfd.readouterr().out.splitlines()
    assert sorted(printed) == sorted(f"value {n}" for n in range(20))


def test_only_the_messages_between_two_times_are_written(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_offset(
        reader: kafka_topic.KafkaTopicReader, partition: int, timestamp_ms: int, high: int
    ) -> int:
        if partition > 1:
            return high
        return min(
            high, max(0, -(-(timestamp_ms - 1_700_000_000_000 - partition * 1_000) // 2_000))
        )

    # The mock cluster finds no offset by time.
    monkeypatch.setattr(kafka_topic.KafkaTopicReader, "_find_offset", find_offset)
    file = tmp_path / "part.jsonl"
    times = ["--from", "2023-11-14T22:13:25Z", "--until", "1700000010000"]  # 5 s and 10 s
    assert main(["record", "kafka", cluster.brokers, "orders", str(file), *times]) == 0
    assert sorted(m["ts"] - 1_700_000_000_000 for m in _read(file)) == [
        5000,
        6000,
        7000,
        8000,
        9000,
    ]


def test_bytes_that_are_no_text_and_empty_topics(
    cluster: Cluster, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    cluster.send("binary", 1, 1, b"\xff\x00")
    file = tmp_path / "binary.jsonl"
    assert main(["record", "kafka", cluster.brokers, "binary", str(file)]) == 0
    assert _read(file)[0]["payload_base64"] == "/wAgMA=="
    late = ["--from", "2030-01-01"]
    assert main(["record", "kafka", cluster.brokers, "binary", str(file), *late]) == 0
    assert "0 messages" in capfd.readouterr().out
    assert file.read_text() == ""
    assert list(tmp_path.iterdir()) == [file]  # no copy of the first recording


def test_an_unknown_topic_names_the_topics_and_writes_nothing(
    cluster: Cluster, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "kept.jsonl"
    file.write_text("old")
    assert main(["record", "kafka", cluster.brokers, "ordres", str(file)]) == 1
    error = capfd.readouterr().err
    assert "no topic 'ordres'" in error
    assert "orders" in error
    assert file.read_text() == "old"


def test_no_broker(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    arguments = ["record", "kafka", "127.0.0.1:1", "orders", str(tmp_path / "f"), "--timeout", "1"]
    assert main(arguments) == 1
    error = capfd.readouterr().err
    assert "no broker answers at 127.0.0.1:1 within 1 s" in error
    assert "Connection refused" in error
    assert list(tmp_path.iterdir()) == []


def test_the_package_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "confluent_kafka", None)
    assert main(["record", "kafka", "b:9092", "orders", str(tmp_path / "f")]) == 1
    assert "pip install 'flinksim[kafka]'" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--from", "yesterday"], "--from yesterday: expected earliest, a time"),
        (["--until", "100", "--from", "200"], "--until 100 is not after --from 200"),
        (["--property", "security.protocol"], "expected NAME=VALUE"),
    ],
)
def test_wrong_options(options: list[str], message: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "kafka", "b:9092", "orders", "f", *options]) == 2
    assert message in capfd.readouterr().err


def test_an_invalid_property_is_named(capfd: pytest.CaptureFixture[str]) -> None:
    arguments = ["record", "kafka", "b:9092", "orders", "f", "--property", "no.such=1"]
    assert main(arguments) == 1
    assert "no.such" in capfd.readouterr().err


def test_what_was_read_before_an_interruption_is_kept(cluster: Cluster, tmp_path: Path) -> None:
    file = tmp_path / "orders.jsonl"
    command = [sys.executable, "-m", "flinksim", "record", "kafka", cluster.brokers, "orders"]
    process = subprocess.Popen(
        [*command, str(file), "--until", "never"], stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 60
    while not file.exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(3)
    os.kill(process.pid, signal.SIGINT)
    _, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted; 20 messages of orders" in error
    assert len(_read(file)) == 20


def test_messages_that_come_while_the_topic_is_read(cluster: Cluster) -> None:
    cluster.send("live", 2, 1)
    reader = kafka_topic.KafkaTopicReader(cluster.brokers, "live")
    messages = reader.read(kafka_topic.parse_topic_range("earliest", "never"))
    assert [next(messages).offset, next(messages).offset] == [0, 1]
    cluster.send("live", 1, 1)
    assert next(messages).offset == 2
    reader.close()
