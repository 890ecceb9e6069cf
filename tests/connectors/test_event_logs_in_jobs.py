"""A log that turns out wrong while a job reads it fails the job, and the trace is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

import flinksim as fs
from flinksim.common import WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.datastream import StreamExecutionEnvironment

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
