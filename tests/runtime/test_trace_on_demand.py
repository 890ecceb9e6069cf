"""A trace on demand: nothing is recorded while the job runs, and every answer is that of a full trace."""

from __future__ import annotations

import gc
import itertools
import logging
import os
import random
import select
import socket
import time
import warnings
from array import array
from pathlib import Path
from typing import Any

import pytest

import flinksim as fs
from flinksim.common import Duration, WatermarkStrategy
from flinksim.common.time import Time
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.connectors.sinks import CollectSink
from flinksim.connectors.text_files import TextFileSource
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.runtime import minicluster, restore_points
from flinksim.runtime.interleaving import Interleaving
from flinksim.runtime.run_replayer import ReplayDiffersWarning
from flinksim.trace import events as e
from flinksim.trace.on_demand import OnDemandTrace
from tests.runtime.on_demand_ranges import find_differences

ON_DEMAND = fs.RunSettings(trace="on demand")
FULL = fs.RunSettings(trace="full")


@pytest.fixture(autouse=True)
def no_short_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the short runs of these tests be produced on demand."""
    monkeypatch.setattr(minicluster, "SHORT_RUN_RECORDS", 0)


@pytest.fixture
def only_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if pytest had no thread of its own, which waits in a system call."""
    monkeypatch.setattr(restore_points, "has_other_threads", lambda: False)


@pytest.mark.parametrize("seed", range(7000, 7006))
def test_every_range_has_the_events_of_the_full_trace(seed: int) -> None:
    assert find_differences(seed) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="restore points are forked processes")
@pytest.mark.parametrize("seed", range(7006, 7014))
def test_ranges_from_restore_points_have_the_events_of_the_full_trace(
    seed: int, only_thread: None
) -> None:
    assert find_differences(seed, interval=100) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="restore points are forked processes")
def test_restore_points_are_used_and_thinned_out_and_end_with_the_run(
    monkeypatch: pytest.MonkeyPatch, only_thread: None
) -> None:
    monkeypatch.setattr(restore_points, "FIRST_INTERVAL", 20)
    monkeypatch.setattr(restore_points, "FIRST_CPU_INTERVAL_S", 0.0)
    monkeypatch.setattr(restore_points, "MAX_RESTORE_POINTS", 4)
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_collection(list(range(200))).map(lambda value: value + 1).sink_to(CollectSink())
    simulation = fs.simulate(env, settings=ON_DEMAND)
    cluster = simulation.cluster
    while not cluster.is_over:
        cluster.run(max_steps=10)
    replayer: Any = cluster.replayer
    processes = replayer.restore_point_processes
    assert 2 <= len(processes) <= 4
    monkeypatch.setattr(replayer, "_go_to", None)  # a replay from the start
    last = len(simulation.trace) - 2
    assert len(replayer.record_range(last, last + 1)) == 1
    assert simulation.view(last) is not None
    del simulation, cluster, replayer
    monkeypatch.undo()
    gc.collect()
    assert processes
    for process in processes:
        assert _ends(process)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="restore points are forked processes")
def test_restore_points_keep_no_pipe_and_no_socket_open(
    monkeypatch: pytest.MonkeyPatch, only_thread: None
) -> None:
    monkeypatch.setattr(restore_points, "FIRST_INTERVAL", 20)
    monkeypatch.setattr(restore_points, "FIRST_CPU_INTERVAL_S", 0.0)
    pipe_reader, pipe_writer = os.pipe()
    socket_reader, socket_writer = socket.socketpair()
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_collection(list(range(100))).map(lambda value: value + 1).sink_to(CollectSink())
    cluster = fs.simulate(env, settings=ON_DEMAND).cluster
    while not cluster.is_over:
        cluster.run(max_steps=10)
    replayer: Any = cluster.replayer
    assert replayer.restore_point_processes
    os.close(pipe_writer)
    socket_writer.close()
    with open(pipe_reader, "rb") as pipe, socket_reader:
        readable, _, _ = select.select([pipe], [], [], 10)
        assert readable, "a restore point holds the pipe open"
        assert pipe.read() == b""
        socket_reader.settimeout(10)
        assert socket_reader.recv(1) == b""
    monkeypatch.setattr(replayer, "_go_to", None)  # a replay from the start
    last = cluster.step_count - 2
    assert len(replayer.record_range(last, last + 1)) == 1


def _ends(process: int) -> bool:
    """Wait until a process is gone: on a busy machine, the system ends it a little later."""
    for _ in range(100):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


def test_a_run_that_reads_a_file_is_traced_in_full(tmp_path: Path) -> None:
    path = tmp_path / "numbers.txt"
    path.write_text("1\n2\n")
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_source(TextFileSource(path), WatermarkStrategy.no_watermarks(), "numbers").print()
    run = fs.simulate(env, settings=ON_DEMAND).run()
    path.write_text("3\n")  # too late for the trace
    assert (
        run.trace.info["trace"]
        == "full, because 'Source: numbers' reads from outside of the program"
    )
    assert len(run.trace.get_events(e.SourceRecordRead)) == 2


class OwnSchedule(Interleaving):
    """A schedule of a user."""

    def choose(self, mask: int) -> int:
        return mask.bit_length() - 1


def test_a_run_with_a_schedule_of_its_own_is_traced_in_full() -> None:
    settings = fs.RunSettings(interleaving=OwnSchedule(), trace="on demand")
    run = fs.simulate(windows(), settings=settings).run()
    assert run.trace.info["trace"] == "full, because its schedule is an object of its own"


def _events(trace: fs.Trace, first: int, last: int) -> tuple[int, int]:
    return trace.event_range(first)[0], trace.event_range(last - 1)[1]


def windows(transform: Any = None, sink: CollectSink | None = None) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    script = [
        item
        for t in (1_000, 12_000, 3_000, 14_000, 27_000)
        for item in (record(("a", 1), t), pause(300))
    ]
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(2))
    stream = env.from_source(ScriptedSource(script), strategy, "clicks")
    if transform is not None:
        stream = stream.map(transform)
    counts = (
        stream.key_by(lambda click: click[0])
        .window(TumblingEventTimeWindows.of(Time.seconds(10)))
        .sum(1)
    )
    if sink is None:
        counts.print()
    else:
        counts.sink_to(sink)
    return env


@pytest.fixture
def both() -> tuple[fs.Simulation, fs.Simulation]:
    return fs.simulate(windows(), settings=FULL).run(), fs.simulate(
        windows(), settings=ON_DEMAND
    ).run()


def test_a_trace_is_produced_on_demand_by_default() -> None:
    assert isinstance(fs.simulate(windows()).trace, OnDemandTrace)
    assert not isinstance(fs.simulate(windows(), settings=FULL).trace, OnDemandTrace)


@pytest.mark.parametrize("count", [1_999, 2_000])
def test_a_short_run_is_recorded_while_it_runs(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_sequence(1, count - 5).union(env.from_collection(list(range(5)))).sink_to(
        CollectSink()
    )
    trace = fs.simulate(env).trace
    assert isinstance(trace, OnDemandTrace) == (count == 2_000)
    assert "trace" not in trace.info


def test_whole_iterations_repeat_the_run_once(both: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    full, on_demand = both
    monkeypatch.setattr(on_demand.cluster.replayer, "record_range", None)
    assert list(on_demand.trace) == list(full.trace)


def test_the_location_needs_only_the_last_steps(both: Any) -> None:
    full, on_demand = both
    assert on_demand.location == full.location
    assert not on_demand.trace.is_complete


def test_a_run_records_nothing_until_somebody_looks(both: Any) -> None:
    full, on_demand = both
    assert isinstance(on_demand.trace, OnDemandTrace)
    assert not on_demand.cluster.is_recording
    assert len(on_demand.trace) == len(full.trace)
    assert on_demand.trace[5:9] == full.trace[5:9]
    assert on_demand.trace[-1] == full.trace[-1]
    assert not on_demand.trace.is_complete
    with pytest.raises(IndexError, match="there is no step"):
        on_demand.trace[len(full.trace)]


def test_states_need_no_events(both: Any) -> None:
    full, on_demand = both
    for steps in (0, 1, 7, len(full.trace) // 2, len(full.trace)):
        assert on_demand.view(steps) == full.view(steps)
    assert not on_demand.trace.is_complete


def test_questions_and_the_digest_are_those_of_the_full_trace(both: Any) -> None:
    full, on_demand = both
    question = "why was record 2 dropped"
    assert str(on_demand.why(question)) == str(full.why(question))
    assert on_demand.digest == full.digest
    assert on_demand.trace == full.trace
    assert on_demand.trace.tell() == full.trace.tell()
    assert on_demand.results == full.results


def test_results_need_only_the_sinks(monkeypatch: pytest.MonkeyPatch) -> None:
    full, on_demand = (fs.simulate(windows(), settings=settings) for settings in (FULL, ON_DEMAND))
    monkeypatch.setattr(on_demand.cluster.replayer, "record_all", None)
    for steps in (30, 45, 60):
        assert on_demand.run(until=steps).results == full.run(until=steps).results
    assert on_demand.run().results == full.run().results
    assert len(full.results) > 0
    assert not on_demand.trace.is_complete


def test_results_of_a_run_that_cannot_be_repeated_are_those_of_a_second_run() -> None:
    hidden = Hidden()

    def count_calls(value: Any) -> Any:
        setattr(hidden, "ca" + "lls", hidden.calls + 1)
        return (value[0], hidden.calls)

    simulation = fs.simulate(windows(count_calls), settings=ON_DEMAND).run()
    with pytest.warns(ReplayDiffersWarning, match="a second run"):
        results = simulation.results
    assert results == simulation.trace.get_events(e.ResultWritten)
    assert "of a second run" in simulation.trace.info["trace"]


def test_results_are_written_and_printed_once(capsys: Any) -> None:
    sink = CollectSink()
    simulation = fs.simulate(windows(sink=sink), settings=ON_DEMAND).run()
    results = list(sink.results)
    assert results
    assert simulation.trace[3]
    assert simulation.trace.events
    assert sink.results == results
    simulation = fs.simulate(windows(), settings=ON_DEMAND).run()
    assert len(capsys.readouterr().out.splitlines()) == len(results)
    assert simulation.trace[7]
    assert simulation.trace.digest()
    assert capsys.readouterr().out == ""


def test_steps_are_recorded_while_one_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    full = fs.simulate(windows(), settings=FULL)
    on_demand = fs.simulate(windows(), settings=ON_DEMAND)
    full.run(until=10)
    on_demand.run(until=10)
    replayer = on_demand.cluster.replayer
    assert replayer is not None
    monkeypatch.setattr(type(replayer), "record_range", None)
    for _ in range(5):
        assert on_demand.step() == full.step()
    assert on_demand.step(until="late") == full.step(until="late")
    monkeypatch.undo()
    assert on_demand.step(until="firing") == full.step(until="firing")
    assert on_demand.run().trace == full.run().trace


def test_a_condition_continues_after_steps_that_were_not_recorded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    full = fs.simulate(windows(), settings=FULL).run(until=12)
    on_demand = fs.simulate(windows(), settings=ON_DEMAND).run(until=12)
    replayer: Any = on_demand.cluster.replayer
    asked: list[tuple[int, int]] = []
    record_range = replayer.record_range
    monkeypatch.setattr(
        replayer, "record_range", lambda *args: asked.append(args) or record_range(*args)
    )
    condition = "watermark of clicks >= 10000"
    assert on_demand.step(until=condition) == full.step(until=condition)
    assert len(asked) == 1  # the last step; the state before it needs no events


def test_actions_from_outside_are_repeated() -> None:
    runs = []
    for settings in (FULL, ON_DEMAND):
        simulation = fs.simulate(windows(), settings=settings).run(until=12)
        simulation.checkpoint().run(until=30)
        simulation.cancel()
        runs.append(simulation)
    full, on_demand = runs
    assert len(on_demand.trace) == len(full.trace)
    assert on_demand.trace[10:20] == full.trace[10:20]
    assert on_demand.trace[-1] == full.trace[-1]
    assert on_demand.trace == full.trace


def test_a_fork_of_a_run_without_events() -> None:
    full, on_demand = (
        fs.simulate(windows(), settings=settings).run() for settings in (FULL, ON_DEMAND)
    )
    assert on_demand.fork(15).run().digest == full.fork(15).run().digest
    assert on_demand.copy_at(9).run().digest == full.digest
    assert on_demand.step_back().digest == full.step_back().digest


COUNTS: dict[str, int] = {}


def count_globally(value: Any) -> Any:
    COUNTS[value[0]] = COUNTS.get(value[0], 0) + 1
    return value


ARRAY = array("q", [0])


def count_in_an_array(value: Any) -> Any:
    ARRAY[0] += 1
    return (value[0], ARRAY[0])


class Counter:
    calls = 0

    def count(self) -> int:
        self.calls += 1
        return self.calls


COUNTER = Counter()
NUMBERS = itertools.count()


def count_in_a_class(value: Any) -> Any:
    Counter.calls += 1
    return value


def log_a_value(value: Any) -> Any:
    logging.getLogger("flinksim.test").info("%s", value)
    return value


def read_a_file(value: Any) -> Any:
    with open("x") as file:
        return (value[0], len(file.read()))


@pytest.mark.parametrize(
    ("transform", "reason"),
    [
        (lambda value: (value[0], random.randrange(3)), "random numbers"),
        (read_a_file, "a file"),
        (count_globally, "a variable outside of the function"),
        (count_in_an_array, "a variable outside of the function"),
        (count_in_a_class, "an object outside of the function"),
        (lambda value: (value[0], COUNTER.count()), "the object COUNTER"),
        (lambda value: (value[0], next(NUMBERS)), "the iterator NUMBERS"),
        (log_a_value, "a log"),
    ],
)
def test_known_side_effects_are_traced_in_full(transform: Any, reason: str) -> None:
    simulation = fs.simulate(windows(transform), settings=ON_DEMAND)
    assert not isinstance(simulation.trace, OnDemandTrace)
    assert reason in simulation.trace.info["trace"]


class Hidden:
    """A side effect that nobody finds: a field whose name is put together."""

    calls = 0


def test_a_replay_that_differs_leads_to_a_full_trace_of_a_second_run() -> None:
    hidden = Hidden()

    def count_calls(value: Any) -> Any:
        setattr(hidden, "ca" + "lls", hidden.calls + 1)
        return (value[0], hidden.calls)

    simulation = fs.simulate(windows(count_calls), settings=ON_DEMAND).run()
    with pytest.warns(ReplayDiffersWarning, match="a second run"):
        events = simulation.trace.events
    assert events
    assert "of a second run" in simulation.trace.info["trace"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert simulation.trace[3].events
