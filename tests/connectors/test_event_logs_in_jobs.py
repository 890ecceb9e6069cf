"""A log that turns out wrong while a job reads it fails the job, and the trace is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

import flinksim as fs
from flinksim.common import Time, Types, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.connectors.source import Source
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

HEADER = "split,arrival,n:int\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a,3", r"line 4: expected 3 cells \(split,arrival,n\), found 2"),
        ("a,3,x", r"line 4, column 'n': expected a whole number, found 'x'"),
        ("a,soon,3", r"line 4, column 'arrival': expected epoch milliseconds"),
        ("a,1,3", r"line 4, column 'arrival': expected a time that is not earlier than line 3"),
    ],
)
def test_a_bad_line_fails_the_job_where_it_stands(tmp_path: Path, line: str, message: str) -> None:
    log = tmp_path / "log.csv"
    log.write_text(f"{HEADER}a,1,1\na,2,2\n{line}\n")
    env = StreamExecutionEnvironment.get_execution_environment()
    # With its splits given and its types in the header the log is not read beforehand.
    source = EventLogSource(log, splits=["a"], value="single")
    env.from_source(source, WatermarkStrategy.no_watermarks(), "log").print()
    simulation = fs.simulate(env)
    with pytest.raises(fs.JobExecutionError, match=message) as caught:
        simulation.run()
    assert "Source: log" in str(caught.value)
    assert [result.text for result in simulation.results] == ["1", "2"]
    assert simulation.status == "FAILED"
    simulation.trace.save(tmp_path / "kept.flinktrace")
    assert fs.load_trace(tmp_path / "kept.flinktrace").digest() == simulation.digest


@pytest.mark.parametrize("waits_for_input", [True, False])
@pytest.mark.parametrize("kind", ["script", "log"])
def test_a_subtask_without_a_split_holds_the_watermark_while_its_source_waits(
    tmp_path: Path, kind: str, waits_for_input: bool
) -> None:
    """With KafkaSource, a subtask without a partition stays open; with a bounded source it ends."""
    rows = [("a", 1_000), ("a", 2_000), ("a", 30_000)]
    source: Source = ScriptedSource(
        [item for row in rows for item in (record(row), pause(500))],
        waits_for_input=waits_for_input,
    )
    if kind == "log":
        log = tmp_path / "topic.csv"
        log.write_text(
            "split,arrival,key,time:int\n"
            + "".join(f"p0,{500 * n},{key},{time}\n" for n, (key, time) in enumerate(rows))
        )
        source = EventLogSource(log, waits_for_input=waits_for_input)
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(
        lambda row, _: row[1]
    )
    (
        env.from_source(source, strategy, "topic", Types.TUPLE([Types.STRING(), Types.LONG()]))
        .key_by(lambda row: row[0])
        .window(TumblingEventTimeWindows.of(Time.seconds(10)))
        .reduce(lambda left, right: right)
        .print()
    )
    simulation = fs.simulate(env)
    simulation.run()
    assert simulation.status == ("RUNNING" if waits_for_input else "FINISHED")
    assert len(simulation.results) == (0 if waits_for_input else 2)
