"""Real sockets on this machine; every wait ends by itself."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from flinksim.connectors.event_log.event_log_source import EventLogSource
from flinksim.connectors.socket_source import (
    SocketSourceError,
    SocketTextSource,
    TextSplitter,
    open_socket_session,
)
from flinksim.connectors.source import LiveSplit, SourceRecord

PATIENCE_S = 5.0


@pytest.fixture
def server() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(PATIENCE_S)
        yield listening


def source_of(server: socket.socket, **arguments: Any) -> SocketTextSource:
    return SocketTextSource("127.0.0.1", server.getsockname()[1], **arguments)


@contextmanager
def open_live(source: SocketTextSource) -> Iterator[LiveSplit]:
    split = source.open_split(source.address)
    assert isinstance(split, LiveSplit)
    yield split
    split.close()


def next_text(split: LiveSplit) -> str:
    for _ in range(100):
        item = split.poll()
        if item is not None:
            assert isinstance(item, SourceRecord)
            return str(item.value)
        split.wait(PATIENCE_S / 100)
    raise AssertionError("nothing came")


def rest(split: LiveSplit) -> list[str]:
    texts = []
    for _ in range(100):
        item = split.poll()
        if item is not None:
            assert isinstance(item, SourceRecord)
            texts.append(str(item.value))
        elif split.has_ended:
            return texts
        else:
            split.wait(PATIENCE_S / 100)
    raise AssertionError("the split did not end")


# --- texts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("delimiter", "chunks", "texts", "rest_texts"),
    [
        ("\n", [b"a\nb", b"c\n", b"d"], ["a", "bc"], ["d"]),
        ("\n", [b"a\r\n\r\nb\r", b"\n"], ["a", "", "b"], []),
        ("\n", [b"a\r"], [], ["a\r"]),
        ("\n", [b"a\r\r\n"], ["a\r"], []),
        (",", [b"a\r,b"], ["a\r"], ["b"]),
        ("--", [b"a-", b"-b---c"], ["a", "b"], ["-c"]),
        ("\n", [b"gr\xc3", b"\xbcn\n"], ["grün"], []),
        ("\n", [b"\xff\n\xc3"], ["\ufffd"], ["\ufffd"]),
        ("\n", [], [], []),
    ],
)
def test_texts_are_cut_as_flink_cuts_them(
    delimiter: str, chunks: list[bytes], texts: list[str], rest_texts: list[str]
) -> None:
    splitter = TextSplitter(delimiter)
    assert [text for chunk in chunks for text in splitter.feed(chunk)] == texts
    assert splitter.flush() == rest_texts
    assert splitter.flush() == []


# --- a real connection ---------------------------------------------------------------------------


def test_lines_come_as_they_are_typed_and_the_rest_at_the_end(server: socket.socket) -> None:
    source = source_of(server)
    assert not source.bounded
    assert list(source.splits(4)) == [source.address]
    with open_live(source) as split:
        connection, _ = server.accept()
        assert split.poll() is None
        assert not split.has_ended
        connection.sendall(b"to be\r\nor not")
        assert next_text(split) == "to be"
        assert split.poll() is None
        connection.sendall(b" to be\nthat")
        assert next_text(split) == "or not to be"
        connection.close()
        assert rest(split) == ["that"]
        assert split.has_ended


def test_waiting_ends_when_the_time_is_over(server: socket.socket) -> None:
    with open_live(source_of(server)) as split:
        split.wait(0.01)
        assert split.poll() is None


def test_a_lost_connection_is_made_again_and_the_open_text_goes_on(server: socket.socket) -> None:
    with open_live(source_of(server, max_retry=2, delay_between_retries_ms=10)) as split:
        first, _ = server.accept()
        first.sendall(b"a\nb")
        assert next_text(split) == "a"
        first.close()
        assert split.poll() is None
        split.wait(PATIENCE_S)
        split.poll()
        second, _ = server.accept()
        second.sendall(b"c\nd")
        second.close()
        assert rest(split) == ["bc", "d"]


@pytest.mark.parametrize("max_retry", [0, 1])
def test_without_retries_the_end_of_the_connection_is_the_end(
    server: socket.socket, max_retry: int
) -> None:
    with open_live(source_of(server, max_retry=max_retry)) as split:
        server.accept()[0].close()
        assert rest(split) == []


def test_a_connection_refused_when_retrying_fails_the_job(server: socket.socket) -> None:
    source = source_of(server, max_retry=-1, delay_between_retries_ms=0)
    with open_live(source) as split:
        connection, _ = server.accept()
        server.close()
        connection.close()
        with pytest.raises(SocketSourceError, match="connection refused"):
            rest(split)


# --- recording and replaying ---------------------------------------------------------------------


def test_what_was_read_is_recorded_and_replays_exactly(
    server: socket.socket, tmp_path: Path
) -> None:
    log = tmp_path / "session.csv"
    source = source_of(server, record_to=log)
    with open_live(source) as split:
        connection, _ = server.accept()
        connection.sendall(b'one, "two"\nthree\r\n\nlast')
        connection.close()
        texts = rest(split)
        assert texts == ['one, "two"', "three", "", "last"]
        for number, text in enumerate(texts):
            split.on_item_read(SourceRecord(text), 500 * number)

        replay = source_of(server, replay_from=log)
        assert list(replay.splits(1)) == [source.address]
        assert list(replay.open_split(source.address)) == [
            SourceRecord(text, None, 500 * number) for number, text in enumerate(texts)
        ]
        assert replay.first_arrival_ms() is None
        assert EventLogSource(log).columns == {"line": "str"}


def test_a_session_records_and_replays_all_sockets_of_a_program(
    server: socket.socket, tmp_path: Path
) -> None:
    log = tmp_path / "session.jsonl"
    with socket.create_server(("127.0.0.1", 0)) as other_server:
        sources = [source_of(server), source_of(other_server)]
        with (
            open_socket_session(record_to=log),
            open_live(sources[0]) as first,
            open_live(sources[1]) as second,
        ):
            for listening, text in ((server, b"left\n"), (other_server, b"right\n")):
                connection, _ = listening.accept()
                connection.sendall(text)
                connection.close()
            assert rest(first) == ["left"]
            first.on_item_read(SourceRecord("left"), 5)
            first.close()
            assert rest(second) == ["right"]
            second.on_item_read(SourceRecord("right"), 7)
    with open_socket_session(replay_from=log):
        for source, text in zip(sources, ["left", "right"], strict=True):
            replayed = list(source.open_split(source.address))
            assert [item.value for item in replayed] == [text]


# --- bad input -----------------------------------------------------------------------------------


def test_a_port_nobody_listens_on_is_named_with_what_to_do(server: socket.socket) -> None:
    source = source_of(server)
    server.close()
    with pytest.raises(SocketSourceError) as caught:
        source.open_split(source.address)
    assert str(caught.value) == (
        f"cannot read from 127.0.0.1:{source.port}: connection refused, because no server "
        "listens on this port. Start one first, for example in another terminal: "
        f"nc -lk {source.port}"
    )


def test_a_host_that_does_not_exist_is_named() -> None:
    source = SocketTextSource("no-such-host.invalid", 9000)
    with pytest.raises(SocketSourceError, match=r"unknown host 'no-such-host\.invalid'"):
        source.open_split(source.address)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"port": 0}, "port is out of range: 0; expected 1 to 65535"),
        ({"port": 65536}, "port is out of range: 65536"),
        ({"max_retry": -2}, r"max_retry must be zero or larger \(num retries\), or -1"),
        ({"delay_between_retries_ms": -1}, "must be zero or positive, found -1"),
        ({"delimiter": ""}, "the delimiter is empty"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SocketTextSource(**{"host": "localhost", "port": 9000, **arguments})
