"""A run that is killed, interrupted or out of disk leaves a trace that opens and says: cut."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

import flinksim
from flinksim.cli import main
from flinksim.core.atomic_files import AppendOnlyFile, StrPath
from flinksim.trace.recorder import Trace
from flinksim.trace.storage.streaming_writer import TraceWriter

ROOT = Path(__file__).parents[2]
KILLS = 200
FEW_KILLS = 5

PROGRAM = """
from flinksim.common import Types
from flinksim.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(2)
pairs = env.from_collection(
    [("abcdefg"[n % 7], n) for n in range(3_000)], Types.TUPLE([Types.STRING(), Types.INT()])
)
pairs.key_by(lambda pair: pair[0]).reduce(lambda a, b: (a[0], a[1] + b[1])).print()
env.execute("killed")
"""

SLOW = """
import time
from flinksim.datastream import StreamExecutionEnvironment

clock, env = time.perf_counter, StreamExecutionEnvironment.get_execution_environment()

def slow(number):
    since = clock()
    while clock() < since + 0.02:
        pass
    return number

env.from_collection(list(range(100_000))).map(slow).print()
env.execute("slow")
"""


@dataclass
class Job:
    """A program, where its trace goes, and how it is run."""

    program: Path
    trace: Path

    def start(self, *options: str, **surroundings: object) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "flinksim", "run", str(self.program), "--quiet"]
        return subprocess.Popen(
            [*command, "--trace", str(self.trace), *options],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            **surroundings,  # type: ignore[call-overload]
        )


def job(folder: Path, text: str) -> Job:
    program = folder / "program.py"
    program.write_text(text)
    return Job(program, folder / "run.flinktrace")


def wait_for(path: Path, seconds: float = 30) -> None:
    ends = time.monotonic() + seconds
    while not path.exists():
        assert time.monotonic() < ends, f"{path} did not come"
        time.sleep(0.02)


def assert_is_prefix(found: Trace, whole: Trace) -> None:
    events, steps = len(found.events), len(found)
    assert 0 < steps <= len(whole)
    assert found.events == whole.events[:events]
    assert found.headers == whole.headers[:steps]
    assert events == len(whole.events) or events == whole.headers[steps].first_event  # whole steps
    assert found.decisions == whole.decisions[: len(found.decisions)]
    assert list(found.links.cause) == list(whole.links.cause)[:events]
    assert list(found.links.origin) == list(whole.links.origin)[:events]


def kill_at_random(folder: Path, kills: int, seed: int) -> int:
    """How many of the traces were cut; each is a prefix of the run's."""
    killed = job(folder, PROGRAM)
    process = killed.start()
    wait_for(killed.trace)
    begun = time.monotonic()
    _, told = process.communicate()
    took_s = time.monotonic() - begun
    assert process.returncode == 0, told
    whole = flinksim.load_trace(killed.trace)
    assert "cut" not in whole.info
    draw = random.Random(seed)
    cut = 0
    for number in range(kills):
        killed.trace = folder / f"{number}.flinktrace"
        process = killed.start()
        # Most of the time is that of imports; what is of interest comes after the file is there.
        wait_for(killed.trace)
        time.sleep(draw.uniform(0, took_s))
        process.kill()
        process.communicate()
        found = flinksim.load_trace(killed.trace)
        assert_is_prefix(found, whole)
        assert "cut" in found.info or len(found) == len(whole)
        cut += "cut" in found.info
        killed.trace.unlink()
    return cut


def test_a_run_that_is_killed_at_any_moment_leaves_the_steps_so_far(tmp_path: Path) -> None:
    assert kill_at_random(tmp_path, FEW_KILLS, seed=1) > 0


@pytest.mark.slow("kills some hundred processes")
def test_200_kills_at_random_moments(tmp_path: Path) -> None:
    assert kill_at_random(tmp_path, KILLS, seed=2) > KILLS // 4


@pytest.mark.parametrize(
    ("number", "code", "told"),
    [
        (signal.SIGINT, 130, "flinksim: interrupted"),
        (signal.SIGTERM, 143, "flinksim: terminated"),
    ],
)
def test_a_signal_ends_the_run_and_keeps_what_there_is(
    tmp_path: Path, number: signal.Signals, code: int, told: str
) -> None:
    slow = job(tmp_path, SLOW)
    page = tmp_path / "run.html"
    process = slow.start("--html", str(page))
    wait_for(slow.trace)
    time.sleep(0.5)
    process.send_signal(number)
    _, err = process.communicate(timeout=30)
    assert process.returncode == code
    assert told in err
    assert "Traceback" not in err
    found = flinksim.load_trace(slow.trace)
    word = told.removeprefix("flinksim: ")
    assert found.info["cut"] == f"the run was {word} after {len(found) - 1} steps"
    assert len(found) > 2
    assert f"trace written to {slow.trace} (the run was {word} after" in err
    assert f'<p class="cut">The trace is cut: the run was {word} after' in page.read_text()


def test_what_is_cut_is_told_by_who_reads_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    killed = job(tmp_path, SLOW)
    process = killed.start()
    wait_for(killed.trace)
    time.sleep(1.5)
    process.kill()
    process.communicate()
    found = flinksim.load_trace(killed.trace)
    assert found.info["cut"] == "the file is cut short: chunk 3 is missing"
    assert repr(found).endswith("events; cut: the file is cut short: chunk 3 is missing>")
    assert main(["tell", str(killed.trace)]) == 0
    assert (
        capsys.readouterr().out.splitlines()[-1].strip()
        == f"The trace is incomplete: {found.info['cut']}."
    )
    again = tmp_path / "again.flinktrace"
    found.save(again)
    assert flinksim.load_trace(again).info["cut"] == found.info["cut"]


def test_an_endless_loop_is_stopped_by_ctrl_c(tmp_path: Path) -> None:
    text = SLOW.replace("since + 0.02", "since + 1_000")
    endless = job(tmp_path, text)
    process = endless.start()
    wait_for(endless.trace)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err
    found = flinksim.load_trace(endless.trace)
    assert "interrupted" in found.info["cut"]
    assert "KeyboardInterrupt" in str(found.tell())


def test_a_full_disk_leaves_what_fitted_and_is_told(tmp_path: Path) -> None:
    full = job(tmp_path, PROGRAM)

    def little_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))

    process = full.start(preexec_fn=little_room, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "killed: finished," in err
    assert f"the trace is incomplete: {full.trace} cannot be written: File too large;" in err
    assert "Traceback" not in err
    found = flinksim.load_trace(full.trace)
    assert "cut" in found.info
    assert len(found) > 1


# --- the file, from inside ------------------------------------------------------------------------


def simulation() -> flinksim.Simulation:
    from flinksim.datastream import StreamExecutionEnvironment

    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_collection(list(range(50))).print()
    return flinksim.simulate(env)


def test_every_chunk_leaves_a_file_that_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flinksim.trace.storage.streaming_writer.EVENTS_PER_CHUNK", 1)
    sim = simulation()
    path = tmp_path / "run.flinktrace"
    path.write_bytes(b"the one before")
    writer = TraceWriter(sim.trace, path)
    while sim.step():
        writer()
        assert len(flinksim.load_trace(path)) == len(sim.trace)
    assert writer.file.has_backup
    writer.close()
    assert not writer.file.has_backup
    found = flinksim.load_trace(path)
    assert_is_prefix(found, sim.trace)
    assert found.digest() == sim.digest
    assert "cut" not in found.info


def test_whoever_sees_the_file_can_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is killed between the file's coming and its first chunk leaves a trace, too."""
    seen: list[int] = []

    class Watched(AppendOnlyFile):
        def __init__(self, path: StrPath, initial_data: bytes = b"") -> None:
            super().__init__(path, initial_data)
            seen.append(len(flinksim.load_trace(Path(path))))

    monkeypatch.setattr("flinksim.trace.storage.streaming_writer.AppendOnlyFile", Watched)
    TraceWriter(simulation().trace, tmp_path / "run.flinktrace").close("stopped")
    assert seen == [1]


def test_who_forked_has_no_part_in_the_file(tmp_path: Path) -> None:
    sim = simulation()
    writer = TraceWriter(sim.trace, tmp_path / "run.flinktrace")
    sim.run()
    child = os.fork()
    if child == 0:
        writer.close()
        os._exit(0)
    os.waitpid(child, 0)
    writer.close()
    assert flinksim.load_trace(tmp_path / "run.flinktrace").digest() == sim.digest


def test_one_that_is_interrupted_while_it_writes_ends_with_a_whole_chunk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sim = simulation()
    writer = TraceWriter(sim.trace, tmp_path / "run.flinktrace")
    sim.run(until=20)
    writer._write_new_chunks()
    sim.run()

    class Pressed:
        def write(self, data: bytes) -> None:
            stream.write(data[:10])
            raise KeyboardInterrupt

        def __getattr__(self, name: str) -> object:
            return getattr(stream, name)

    stream = writer.file._stream
    monkeypatch.setattr(writer.file, "_stream", Pressed())
    with pytest.raises(KeyboardInterrupt):
        writer._write_new_chunks()
    writer.close()
    assert "was stopped while a chunk was written" in writer.problem
    found = flinksim.load_trace(tmp_path / "run.flinktrace")
    assert len(found) == 20
    assert found.info["cut"] == "the file is cut short: chunk 3 is missing"
