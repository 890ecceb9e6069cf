"""A run that explains another one leaves alone what that one has written."""

from __future__ import annotations

import random
from pathlib import Path

from pyspark.sql import SparkSession

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.connectors.file_sink.file_sink import FileSink
from flinksim.connectors.sinks import CollectSink
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.replay.replay_job import ReplaySettings, SparkJob
from flinksim.runtime.minicluster import RunSettings
from flinksim.simulation.simulation import Simulation
from flinksim.trace.events import ResultWritten
from tests.replay.random_programs import write_log


def told(simulation: Simulation) -> int:
    """The number of results that a run tells of."""
    trace = simulation.run().trace
    return sum(isinstance(event, ResultWritten) for step in trace for event in step.events)


def test_a_zoom_and_a_point_of_a_sweep_write_nothing(tmp_path: Path, spark: SparkSession) -> None:
    log, out = tmp_path / "log.csv", tmp_path / "out"
    write_log(random.Random(1), log)
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(200))
    strategy = strategy.with_timestamp_assigner(lambda value, ts: value[0])
    stream = env.from_source(EventLogSource(log), strategy, "source").key_by(lambda v: v[1])
    sums = stream.window(TumblingEventTimeWindows.of(Time.seconds(1))).sum(2)
    kept = CollectSink()
    sums.sink_to(FileSink(out))
    sums.sink_to(kept)
    pipeline = env.pipeline("job")
    results = told(Simulation(pipeline, RunSettings()))
    files = {path: path.read_text() for path in out.iterdir()}
    collected = list(kept.results)
    assert results == 2 * len(collected)
    assert sum(len(text.splitlines()) for text in files.values()) == len(collected)

    with SparkJob(spark, pipeline, ReplaySettings()) as job:
        firing = next(iter(job.iterate_firings()))
        zoom = job.zoom(firing.key, firing.window)
        assert "fires" in zoom.why().sentence
        assert told(zoom.simulate()) == 2
        assert told(job.sweep([200]).point(200).simulate()) == results

    assert {path: path.read_text() for path in out.iterdir()} == files
    assert kept.results == collected
