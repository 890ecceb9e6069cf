"""A job that reads a real socket, and the same job again from its recording."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

import flinksim as fs
from flinksim.common import Time, Types, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors import SocketTextSource, open_socket_session, read_event_log
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.runtime import clock_actor
from flinksim.trace.events import ConnectionAttempted, ProcessingTimeAdvanced, TraceEvent

PATIENCE_S = 20


class Seconds(TimestampAssigner):
    def extract_timestamp(self, value: tuple[str, int], record_timestamp: int) -> int:
        return value[1] * 1000


def parse(line: str) -> tuple[str, int]:
    word, second = line.split()
    return word, int(second)


def count_words(port: int) -> fs.Simulation:
    """Lines such as ``"a 12"``: words per key in windows of 10 s."""
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_monotonous_timestamps()
    (
        env.socket_text_stream("127.0.0.1", port)
        .map(parse, output_type=Types.TUPLE([Types.STRING(), Types.INT()]))
        .assign_timestamps_and_watermarks(strategy.with_timestamp_assigner(Seconds()))
        .key_by(lambda word: word[0])
        .window(TumblingEventTimeWindows.of(Time.seconds(10)))
        .sum(1)
        .print()
    )
    return fs.simulate(env)


@contextmanager
def typing(lines: Sequence[str], pause_s: float) -> Iterator[int]:
    """A server to which somebody types *lines*, with a pause after each; gives its port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(PATIENCE_S)

        def type_lines() -> None:
            connection, _ = server.accept()
            with connection:
                for line in lines:
                    connection.sendall(f"{line}\n".encode())
                    pause.wait(pause_s)

        pause = threading.Event()
        thread = threading.Thread(target=type_lines)
        thread.start()
        try:
            yield server.getsockname()[1]
        finally:
            pause.set()
            thread.join(PATIENCE_S)


def events(simulation: fs.Simulation) -> list[TraceEvent]:
    """What became true, but for what a replay does not do: wait for the clock, and connect."""
    live = (ProcessingTimeAdvanced, ConnectionAttempted)
    return [event for event in simulation.trace.events if not isinstance(event, live)]


def texts(simulation: fs.Simulation) -> list[str]:
    return [result.text for result in simulation.results]


def test_a_live_session_replays_exactly(tmp_path: Path) -> None:
    log = tmp_path / "session.csv"
    lines = ["a 1", "b 2", "a 3", "a 12", "b 4", "b 25"]
    with typing(lines, pause_s=0.25) as port, open_socket_session(record_to=log):
        live = count_words(port).run()
    assert [record.value for record in read_event_log(log, value="single")] == lines
    assert sorted(texts(live)) == sorted(["(a,4)", "(b,2)", "(a,12)", "(b,25)"])

    with open_socket_session(replay_from=log):
        replays = [count_words(port).run() for _ in range(2)]
    assert replays[0].digest == replays[1].digest
    assert texts(replays[0]) == texts(live)
    assert events(replays[0]) == events(live)


def test_what_comes_while_a_job_waits_comes_later_than_the_wait_began(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A clock that stands still: all of it within one millisecond.
    monkeypatch.setattr(clock_actor, "time", SimpleNamespace(monotonic=lambda: 0.0))
    log = tmp_path / "session.csv"
    with typing(["a 1", "b 2"], pause_s=0.1) as port, open_socket_session(record_to=log):
        live = count_words(port).run()
    with open_socket_session(replay_from=log):
        replay = count_words(port).run()
    assert events(replay) == events(live)


def test_a_recording_of_another_socket_is_not_replayed(tmp_path: Path) -> None:
    log = tmp_path / "session.csv"
    log.write_text("split,arrival,split_end,line:str\nlocalhost:9001,0,,a 1\n")
    with (
        open_socket_session(replay_from=log),
        pytest.raises(fs.JobExecutionError, match="is a recording of localhost:9001"),
    ):
        count_words(9000).run()


def test_a_port_nobody_listens_on_fails_the_job_with_what_to_do() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    simulation = count_words(port)
    with pytest.raises(fs.JobExecutionError, match=f"connection refused.*nc -lk {port}"):
        simulation.run()
    assert simulation.status == "FAILED"


def test_every_attempt_to_connect_is_a_event() -> None:
    """The server closes twice; with ``max_retry`` 3 there are three connections in all."""
    source = SocketTextSource("127.0.0.1", 1, max_retry=3, delay_between_retries_ms=5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        source.port = server.getsockname()[1]

        def serve() -> None:
            for word in ("a", "b", "c"):
                connection, _ = server.accept()
                with connection:
                    connection.sendall(f"{word}\n".encode())

        thread = threading.Thread(target=serve)
        thread.start()
        env = StreamExecutionEnvironment.get_execution_environment()
        env.from_source(source, WatermarkStrategy.no_watermarks(), "lines").print()
        simulation = fs.simulate(env).run()
        thread.join(PATIENCE_S)
    found = [one for one in simulation.trace.events if isinstance(one, ConnectionAttempted)]
    assert [one.attempt for one in found] == [1, 2, 3]
    assert {one.split for one in found} == {source.address}
    assert texts(simulation) == ["a", "b", "c"]
    assert "(attempt 2)" in simulation.trace.tell("everything")
