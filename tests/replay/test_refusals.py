"""What Spark cannot reproduce is refused before anything runs; what goes native is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from flinksim.common import Configuration, Duration, Time, Types, WatermarkStrategy
from flinksim.connectors import EventLogSource, SocketTextSource
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import DeltaEvictor, TumblingEventTimeWindows
from flinksim.replay import NotReproducible, ReplaySettings, replay
from flinksim.replay.compile.columnar_plan import NotColumnar
from flinksim.replay.replay_job import SparkJob
from flinksim.runtime.minicluster import RunSettings
from flinksim.runtime.network.network_buffer_pool import InsufficientNetworkBuffersError
from flinksim.simulation.simulation import Simulation

STRATEGY = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(10))
STRATEGY.with_timestamp_assigner(lambda value, ts: value[0])


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.csv"
    path.write_text("split,arrival,ts:timestamp,key,v:int\na,1000,900,x,1\na,1500,1400,y,2\n")
    return path


def environment() -> StreamExecutionEnvironment:
    return StreamExecutionEnvironment.get_execution_environment()


def test_live_input_is_refused() -> None:
    env = environment()
    env.from_source(SocketTextSource("localhost", 1), STRATEGY, "telephone").print()
    with pytest.raises(NotReproducible, match=r"'Source: telephone' reads live input"):
        SparkJob(None, env.pipeline(), ReplaySettings())


def test_shuffle_is_refused(log: Path) -> None:
    env = environment()
    env.set_parallelism(2)
    env.from_source(EventLogSource(log), STRATEGY, "log").shuffle().map(lambda v: v).print()
    with pytest.raises(NotReproducible, match=r"shuffle\(\), whose random channels"):
        SparkJob(None, env.pipeline(), ReplaySettings())


def test_the_dialect_of_pyflink_is_refused(log: Path) -> None:
    env = StreamExecutionEnvironment.get_execution_environment(
        Configuration().set_string("flinksim.dialect", "pyflink")
    )
    env.from_source(EventLogSource(log), WatermarkStrategy.no_watermarks(), "log").print()
    with pytest.raises(
        NotReproducible, match=r"flinksim\.dialect is pyflink.*Set the option to java"
    ):
        SparkJob(None, env.pipeline(), ReplaySettings())


def test_one_stream_on_two_ways_to_state_is_refused(log: Path) -> None:
    env = environment()
    stream = env.from_source(EventLogSource(log), STRATEGY, "log")
    both = stream.union(stream.map(lambda v: v))
    both.key_by(lambda v: v[1]).sum(2).print()
    with pytest.raises(NotReproducible, match="reads one stream on two paths"):
        SparkJob(None, env.pipeline(), ReplaySettings())


def test_too_little_network_memory_is_refused_and_a_buffer_timeout_changes_nothing(
    log: Path,
) -> None:
    def sums(memory: str, timeout_ms: int) -> SparkJob:
        settings = Configuration().set_string("taskmanager.memory.network.min", memory)
        settings.set_string("taskmanager.memory.network.max", memory)
        env = StreamExecutionEnvironment.get_execution_environment(settings)
        env.set_parallelism(2)
        env.set_buffer_timeout(timeout_ms)
        stream = env.from_source(EventLogSource(log), STRATEGY, "log")
        stream.key_by(lambda v: v[1]).sum(2).print()
        pipeline = env.pipeline()
        if memory == "64kb":
            with pytest.raises(InsufficientNetworkBuffersError):
                Simulation(pipeline, RunSettings())
        return SparkJob(None, pipeline, ReplaySettings())

    with pytest.raises(
        NotReproducible, match=r"'Keyed Aggregation.* network buffers.*taskmanager\.memory\.network"
    ):
        sums("64kb", 100)
    results = [
        sorted((r.value, r.timestamp) for r in sums("64mb", timeout_ms).iterate_results())
        for timeout_ms in (-1, 0, 100)
    ]
    assert results[0] == results[1] == results[2]
    assert len(results[0]) == 2


def test_explain_tells_what_goes_natively(log: Path, spark: SparkSession) -> None:
    env = environment()
    stream = env.from_source(EventLogSource(log), STRATEGY, "log")
    stream.key_by(lambda v: v[1]).window(TumblingEventTimeWindows.of(Time.seconds(1))).sum(
        2
    ).print()
    text = replay(env, spark, job_name="sums").explain()
    assert text.splitlines() == [
        "'sums' on Spark",
        "   1  Source: log: native, as an expression",
        "   3  TumblingEventTimeWindows: native, by columns",
        "   4  Sink: Print to Std. Out: Python, on the result of the window",
    ]


def test_explain_tells_what_goes_on_behind_the_kernel(log: Path) -> None:
    env = environment()
    stream = env.from_source(EventLogSource(log), STRATEGY, "log")
    windows = stream.key_by(lambda v: v[1]).window(TumblingEventTimeWindows.of(Time.seconds(1)))
    windows.sum(2).key_by(lambda v: v[1]).sum(2).print()
    text = replay(env, on="local", job_name="sums").explain()
    assert text.splitlines()[:3] == [
        "'sums' in this process",
        "   1  Source: log: native, as an expression",
        "   3  TumblingEventTimeWindows: native, by columns, and the simulator's operator for the "
        "order of firings: it is not the last stage",
    ]
    assert "the simulator's operator, by key, 2 units of work" in text.splitlines()[3]


def test_a_job_of_two_pipelines_is_replayed_whole(log: Path) -> None:
    env = environment()
    for name in ("one", "two"):
        stream = env.from_source(EventLogSource(log), STRATEGY, name)
        windows = stream.key_by(lambda v: v[1]).window(TumblingEventTimeWindows.of(Time.seconds(1)))
        windows.sum(2).print()
    with replay(env, on="local") as job:
        assert job.firings.to_arrow().num_rows == 4
        assert "'Source: two': the job has another source" in job.explain()


def test_explain_tells_why_not(log: Path, spark: SparkSession) -> None:
    env = environment()
    stream = env.from_source(EventLogSource(log), STRATEGY, "log")
    windows = stream.key_by(lambda v: v[1]).window(TumblingEventTimeWindows.of(Time.seconds(1)))
    windows.evictor(DeltaEvictor.of(2, lambda a, b: b[2] - a[2])).sum(2).print()
    text = replay(env, spark).explain()
    assert (
        "not native, because of 'TumblingEventTimeWindows': its evictor DeltaEvictor has no native implementation"
        in text
    )
    with pytest.raises(NotColumnar, match="its evictor DeltaEvictor has no native implementation"):
        replay(env, spark, settings=ReplaySettings(backend="native"))


def test_the_executor_writes_to_the_programs_sinks(
    log: Path, capsys: pytest.CaptureFixture[str], spark: SparkSession
) -> None:
    for lowering in ("native", "generic"):
        env = environment()
        env.configuration.set_string("execution.target", "spark")
        env.configuration.set_string("flinksim.replay.backend", lowering)
        stream = env.from_source(EventLogSource(log), STRATEGY, "log")
        typed = stream.map(
            lambda v: (v[1], v[2]), output_type=Types.TUPLE([Types.STRING(), Types.INT()])
        )
        windows = typed.key_by(lambda v: v[0]).window(TumblingEventTimeWindows.of(Time.seconds(1)))
        windows.sum(1).print()
        env.execute("sums")
        # Both windows fire in one step; the order of keys within a step is not promised.
        assert sorted(capsys.readouterr().out.splitlines()) == ["(x,1)", "(y,2)"]


def test_an_error_of_the_program_leaves_the_sinks_alone(
    log: Path, capsys: pytest.CaptureFixture[str], spark: SparkSession
) -> None:
    env = environment()
    env.configuration.set_string("execution.target", "spark")
    stream = env.from_source(EventLogSource(log), STRATEGY, "log")
    stream.map(lambda v: 1 // (v[2] - 2)).print()
    with pytest.raises(Exception, match="ZeroDivisionError"):
        env.execute("fails")
    assert capsys.readouterr().out == ""
