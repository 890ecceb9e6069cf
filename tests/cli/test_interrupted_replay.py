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
    assert main(["replay", "program.py", "--backend", lowering, "--quiet"]) == 130
    assert capsys.readouterr().err == (
        "flinksim: interrupted; no partial file is left, but 1 result had already been printed or "
        "passed to a sink of the program\n"
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
    assert capsys.readouterr().err == "flinksim: interrupted; no partial output is left\n"
    assert sorted(path.name for path in folder.iterdir()) == ["log.csv", "program.py"]


def test_sigterm_ends_a_replay_as_it_ends_a_run(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (folder / "program.py").read_text()
    (folder / "program.py").write_text(text.replace("signal.SIGINT", "signal.SIGTERM"))
    assert main(["replay", "program.py", "--on", "local", "--quiet"]) == 143
    err = capsys.readouterr().err
    assert err.startswith("flinksim: terminated; no partial file is left")
    assert "Traceback" not in err
