"""Ctrl-C in ``flinksim replay``: what is left is what the command says."""

from __future__ import annotations

from pathlib import Path

import pytest

from flinksim.cli import main
from flinksim.replay.replay_job import SparkJob

PROGRAM = """
import signal
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import EventLogSource, FileSink, Sink, SinkWriter
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

class Ringing(Sink):
    def create_writer(self, context):
        return Writer()

class Writer(SinkWriter):
    def write(self, value, timestamp):
        signal.raise_signal(signal.SIGINT)
        with open("handed over", "a") as file:
            file.write(f"{value}\\n")
        return ""

env = StreamExecutionEnvironment.get_execution_environment()
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(10))
log = EventLogSource("log.csv", timestamp="ts")
keyed = env.from_source(log, strategy, "log").key_by(lambda v: v[1])
sums = keyed.window(TumblingEventTimeWindows.of(Time.seconds(1))).sum(2)
sums.sink_to(FileSink("files"))
sums.sink_to(Ringing())
env.execute("sums")
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    rows = "".join(f"a,{1000 + i},{1000 + i},k{i % 2},{i}\n" for i in range(0, 6000, 333))
    (tmp_path / "log.csv").write_text("split,arrival,ts:timestamp,key:str,v:int\n" + rows)
    (tmp_path / "program.py").write_text(PROGRAM)
    return tmp_path


@pytest.mark.usefixtures("spark")
@pytest.mark.parametrize("lowering", ["native", "generic"])
def test_among_the_results_it_says_what_is_not_undone(
    lowering: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", "program.py", "--lowering", lowering, "--quiet"]) == 130
    assert capsys.readouterr().err == (
        "flinksim: interrupted; no file is half-written, but what had been printed, or handed to a "
        "sink of the program's own, stays (1 results)\n"
    )
    # what was being handed over when it came was so to its end
    assert len((folder / "handed over").read_text().splitlines()) == 1
    assert sorted(path.name for path in folder.iterdir()) == [
        "handed over",
        "log.csv",
        "program.py",
    ]


@pytest.mark.usefixtures("spark")
def test_before_the_results_nothing_is_left(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(job: SparkJob) -> SparkJob:
        raise KeyboardInterrupt

    monkeypatch.setattr(SparkJob, "run", pressed)
    assert main(["replay", "program.py", "--quiet"]) == 130
    assert capsys.readouterr().err == "flinksim: interrupted; nothing half-written is left\n"
    assert sorted(path.name for path in folder.iterdir()) == ["log.csv", "program.py"]
