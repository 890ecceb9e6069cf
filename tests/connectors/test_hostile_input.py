"""Input that no source expects: very long, very wide, not a file, a thousand years away."""

from __future__ import annotations

import json
import os
import random
import socket
from pathlib import Path

import pytest

import flinksim as fs
from flinksim.common import WatermarkStrategy
from flinksim.connectors import socket_source
from flinksim.connectors.event_log.event_log_source import EventLogError, EventLogSource
from flinksim.connectors.socket_source import (
    SocketSourceError,
    SocketTextSource,
    TextSplitter,
    TextTooLongError,
)
from flinksim.datastream import StreamExecutionEnvironment

# --- sockets --------------------------------------------------------------------------------------


@pytest.mark.parametrize("delimiter", ["\n", "ab", "aab", "abab", "é\n"])
def test_texts_are_cut_alike_however_they_come(delimiter: str) -> None:
    draw = random.Random(1)
    for _ in range(300):
        text = "".join(draw.choice("abé\n\r") for _ in range(draw.randrange(40)))
        sent, splitter, found, at = text.encode(), TextSplitter(delimiter), [], 0
        while at < len(sent):
            step = draw.randrange(1, 6)
            found += splitter.feed(sent[at : at + step])
            at += step
        *expected, rest = text.split(delimiter)
        if delimiter == "\n":
            expected = [part.removesuffix("\r") for part in expected]
        assert found == expected
        assert splitter.flush() == ([rest] if rest else [])


def test_a_text_that_does_not_end_is_refused() -> None:
    splitter = TextSplitter("\n", max_chars=100)
    assert splitter.feed(b"x" * 100) == []
    assert splitter.feed(b"\n" + b"y" * 100) == ["x" * 100]
    with pytest.raises(TextTooLongError):
        splitter.feed(b"y")


def test_it_is_told_with_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        socket_source, "TextSplitter", lambda delimiter: TextSplitter(delimiter, 10_000)
    )
    with socket.create_server(("localhost", 0)) as server:
        port = server.getsockname()[1]
        env = StreamExecutionEnvironment.get_execution_environment()
        source = SocketTextSource("localhost", port)
        env.from_source(source, WatermarkStrategy.no_watermarks(), "lines").print()
        sim = fs.simulate(env)
        sim.run(until=3)
        connection, _ = server.accept()
        with connection:
            connection.sendall(b"x" * 20_000)
            with pytest.raises(fs.JobExecutionError, match="without the delimiter '\\\\n'"):
                sim.run()


def test_a_server_that_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(address: tuple[str, int], timeout: float) -> socket.socket:
        assert timeout == socket_source.CONNECT_TIMEOUT_S
        raise TimeoutError("timed out")

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(SocketSourceError, match="no answer within 10 s"):
        SocketTextSource("localhost", 9).open_split("localhost:9")


@pytest.mark.parametrize("host", ["x" * 300, "a..b", "\ud800", ""])
def test_hosts_that_are_no_names_are_told(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_source, "CONNECT_TIMEOUT_S", 0.2)
    with pytest.raises(SocketSourceError, match="cannot read from"):
        SocketTextSource(host, 9).open_split(f"{host}:9")


# --- logs -----------------------------------------------------------------------------------------


def test_a_log_may_have_thousands_of_columns(tmp_path: Path) -> None:
    names = [f"c{number}" for number in range(5_000)]
    path = tmp_path / "wide.csv"
    path.write_text(f"split,arrival,{','.join(names)}\na,1,{','.join(['7'] * 5_000)}\n")
    source = EventLogSource(path)
    assert list(source.columns) == names
    assert [row.values for row in source.create_row_parser().parse_rows()] == [[7] * 5_000]
    path.write_text(path.read_text() + "a,2\n")
    with pytest.raises(EventLogError, match="and 4,982 more") as refused:
        EventLogSource(path)
    assert len(str(refused.value)) < 500


@pytest.mark.parametrize("suffix", [".csv", ".jsonl"])
def test_a_pipe_is_no_log(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"log{suffix}"
    os.mkfifo(path)
    with pytest.raises(EventLogError, match=r"expected an event log, but it is a pipe \(FIFO\)"):
        EventLogSource(path)
    path.unlink()
    path.mkdir()
    with pytest.raises(EventLogError, match="expected an event log, but it is a folder"):
        EventLogSource(path)


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("log.csv", "split,arrival,a\0b\nx,1,2\n", "the name of column 3 contains a NUL"),
        ("log.csv", "split,arrival," + "x" * 200_000 + "\n", "line 1: invalid CSV row: field larger"),
        ("log.jsonl", "[" * 100_000 + "\n", "line 1: invalid JSON object"),
        ("log.jsonl", '{"split": ' + "9" * 5_000 + "}\n", "line 1: invalid JSON object"),
        ("log.csv", "split,arrival,n:int\na,1," + "9" * 5_000 + "\n", "expected"),
    ],
)  # fmt: skip
def test_odd_logs_are_refused_in_words(tmp_path: Path, name: str, text: str, told: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(EventLogError) as refused:
        list(EventLogSource(path).read_rows())
    assert told in str(refused.value)


@pytest.mark.parametrize("is_json", [False, True])
def test_an_arrival_a_thousand_years_away_is_told(tmp_path: Path, is_json: bool) -> None:
    path = tmp_path / ("log.jsonl" if is_json else "log.csv")
    rows = [(1_700_000_000_000, 1), (1_700_000_000_000_000, 2)]  # the second is in microseconds
    if is_json:
        path.write_text(
            "".join(json.dumps({"split": "a", "arrival": at, "n": n}) + "\n" for at, n in rows)
        )
    else:
        path.write_text("split,arrival,n:int\n" + "".join(f"a,{at},{n}\n" for at, n in rows))
    with pytest.warns(UserWarning, match="which is 53,816 years after line"):
        list(EventLogSource(path, splits=["a"]).read_rows())
