"""Functions that keep their task busy are refused before a job starts, or fail it when they sleep."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import flinksim
from flinksim.common import WatermarkStrategy
from flinksim.connectors import CollectSink, EventLogSource, FileSink
from flinksim.datastream import RuntimeExecutionMode, StreamExecutionEnvironment
from flinksim.datastream.functions import KeyedProcessFunction, MapFunction
from flinksim.replay import NotReproducible, ReplaySettings, SparkJob
from flinksim.replay.executor import write_results
from flinksim.replay.worker_errors import ReplayError
from flinksim.simulation.simulation import simulate


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.csv"
    path.write_text("split,arrival,key:str,v:int\na,1000,x,1\na,1500,y,2\nb,2500,x,3\n")
    return path


def stream_of(log: Path, env: StreamExecutionEnvironment | None = None) -> Any:
    env = env or StreamExecutionEnvironment.get_execution_environment()
    return env.from_source(EventLogSource(log), WatermarkStrategy.no_watermarks(), "log")


def job_of(stream: Any) -> SparkJob:
    env = stream.get_execution_environment()
    return SparkJob(None, env.pipeline("job"), ReplaySettings())


def wait_a_little() -> None:
    time.sleep(0.1)


def paced(value: Any) -> Any:
    wait_a_little()
    return value


class Paced(MapFunction):
    def map(self, value: Any) -> Any:
        return [time.sleep(0.1) for _ in range(2)] or value


class Same(MapFunction):
    def map(self, value: Any) -> Any:
        return value


class PacedByKey(KeyedProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Any:
        return [value]

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        time.sleep(1)
        return []


@pytest.mark.parametrize(
    ("declare", "reason"),
    [
        (lambda s: s.map(paced), "'Map' calls time.sleep in wait_a_little: records wait"),
        (lambda s: s.map(Paced()), "'Map' calls time.sleep in Paced.map"),
        (lambda s: s.filter(lambda v: paced(v) is v), "'Filter' calls time.sleep in wait_a_little"),
        (
            lambda s: s.key_by(lambda v: v[0]).process(PacedByKey()),
            "calls time.sleep in PacedByKey.on_timer",
        ),
        (lambda s: s.map(flinksim.cost(repr, ms=5)), "'Map' has a cost (flinksim.cost)"),
        (lambda s: s.map(flinksim.cost(Same(), ms=5)), "'Map' has a cost (flinksim.cost)"),
    ],
)
def test_a_busy_function_is_refused(declare: Callable[[Any], Any], reason: str, log: Path) -> None:
    stream = declare(stream_of(log))
    stream.print()
    with pytest.raises(NotReproducible) as caught:
        job_of(stream)
    assert reason in str(caught.value)


def test_a_sleep_that_cannot_be_seen_fails_the_job(log: Path) -> None:
    hidden = "sleep"
    stream = stream_of(log).map(lambda v: getattr(time, hidden)(1.5))
    stream.print()
    with pytest.raises(ReplayError, match=r"a user function sleeps \(1\.5 s\)"):
        job_of(stream).run()


def test_batch_mode_is_refused(log: Path) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_runtime_mode(RuntimeExecutionMode.BATCH)
    stream = stream_of(log, env)
    stream.key_by(lambda v: v[0]).sum(1).print()
    with pytest.raises(NotReproducible, match="it runs in batch mode, which sorts by key"):
        job_of(stream)


def test_the_time_in_a_function_is_processing_time(log: Path) -> None:
    stream = stream_of(log).key_by(lambda v: v[0]).map(lambda v: (v, time.time(), time.time_ns()))
    sink = CollectSink()
    stream.sink_to(sink)
    found = [result.value for result in job_of(stream).iterate_results()]
    simulate(stream.get_execution_environment()).run()
    assert found == sink.results
    assert [time_s for _, time_s, _ in found] == [1.0, 1.5, 2.5]
    assert time.time() > 1_000_000_000  # here it is the real one


def test_file_sinks_get_all_of_their_parts_or_none(log: Path, tmp_path: Path) -> None:
    stream = stream_of(log)
    stream.sink_to(FileSink(tmp_path / "out"))
    assert write_results(job_of(stream)) == 3
    (part,) = (tmp_path / "out").iterdir()
    assert part.name.startswith("part-")
    assert part.read_text() == "(x,1)\n(y,2)\n(x,3)\n"

    def fails_at_last(value: Any) -> str:
        if value[1] == 3:
            raise OSError("the disk is full")
        return "half"

    stream = stream_of(log)
    stream.sink_to(FileSink(tmp_path / "out", encode=fails_at_last))
    with pytest.raises(OSError, match="the disk is full"):
        write_results(job_of(stream))
    assert part.read_text() == "(x,1)\n(y,2)\n(x,3)\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["log.csv", "out"]
