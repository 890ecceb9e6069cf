"""Records what real Flink prints for the programs of ``programs/``.

    FLINKSIM_PYFLINK=<python of an environment with apache-flink 2.3.0> \\
        python -m tests.conformance.record [--again] [theme or theme/name ...]

Each program is run three times, in three processes with different histories; only if all three agree
is the answer written to ``recorded/<theme>/<name>.json``. A program that was recorded is left out
until its text changes (``--again`` records it anyway), so the recorder can be stopped at any time and
started again. It ends with status 1 if a program could not be recorded.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.conformance.recorded_programs import Program, all_programs, comparable

ROOT = Path(__file__).parents[2]
FLINK = "2.3.0"
RUNS_PER_PROCESS = (9, 13, 17)
"""After so many programs each of the three processes is replaced: no two have the same history."""
TIMEOUT_S = 120.0


class Session:
    """A process with PyFlink in it that runs one program after another."""

    def __init__(self, python: Path, runs: int) -> None:
        self._python = python
        self._runs = runs
        self._left = 0
        self._process: subprocess.Popen[str] | None = None

    def run(self, program: Program) -> dict[str, Any]:
        """Run *program*: ``flink``, ``printed``, ``raised`` (class and text, or ``None``)."""
        if self._process is None or self._left == 0:
            self.close()
            self._start()
        self._left -= 1
        process = self._process
        assert process is not None
        assert process.stdin is not None
        printed_before = os.path.getsize(self._output.name)
        process.stdin.write(f"{program.path}\n")
        process.stdin.flush()
        if not select.select([self._reports], [], [], TIMEOUT_S)[0]:
            self.close()
            raise RecordingError(f"did not end within {TIMEOUT_S:.0f} s")
        line = self._reports.readline()
        if not line:
            self.close()
            raise RecordingError("ended the process that it ran in")
        report: dict[str, Any] = json.loads(line)
        with open(self._output.name, encoding="utf-8") as output:
            output.seek(printed_before)
            report["printed"] = output.read().splitlines()
        return report

    def _start(self) -> None:
        reading, writing = os.pipe()
        self._output = tempfile.NamedTemporaryFile("ab", suffix=".out")  # noqa: SIM115
        environment = dict(os.environ)
        environment["PATH"] = f"{self._python.parent}{os.pathsep}{environment.get('PATH', '')}"
        self._process = subprocess.Popen(
            [str(self._python), "-m", "tests.conformance.program_runs", str(writing)],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=self._output,
            stderr=subprocess.DEVNULL,
            pass_fds=(writing,),
            text=True,
            start_new_session=True,  # so that its Java process can be ended with it
        )
        os.close(writing)
        self._reports = os.fdopen(reading)
        self._left = self._runs

    def close(self) -> None:
        """End the process and its Java process."""
        if self._process is None:
            return
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None
        self._reports.close()
        self._output.close()


class RecordingError(Exception):
    """A program cannot serve as a judge, or not as it is."""


def record(program: Program, sessions: list[Session]) -> dict[str, Any]:
    """What every one of *sessions* says of *program*."""
    runs = [session.run(program) for session in sessions]
    for run in runs:
        if run["flink"] != FLINK:
            raise RecordingError(f"expected Flink {FLINK}, found {run['flink']}")
        _check_raised(program, run["raised"])
    kinds = [_telling(program, run) for run in runs]
    if any(kind != kinds[0] for kind in kinds):
        answers = "\n".join(f"    run {i}: {run['printed']}" for i, run in enumerate(runs, 1))
        raise RecordingError(f"unstable:\n{answers}")
    raised = runs[0]["raised"]
    printed = runs[0]["printed"]
    return {
        "flink": FLINK,
        "sha256": program.sha256,
        "printed": sorted(printed) if program.compare == "in any order" else printed,
        "raised": raised and {"class": raised["class"], "says": program.raises},
    }


def _check_raised(program: Program, raised: dict[str, str] | None) -> None:
    if program.raises is None and raised is not None:
        lines = [line for line in raised["text"].splitlines() if not line.startswith("\tat ")]
        raise RecordingError(
            "\n    ".join([f"raised {raised['class']}:", *lines[:3], *lines[-12:]])
        )
    if program.raises is not None and (raised is None or program.raises not in raised["text"]):
        raise RecordingError(f"should raise {program.raises!r}, found {raised}")


def _telling(program: Program, run: dict[str, Any]) -> Any:
    raised = run["raised"]
    return comparable(run["printed"], program.compare), raised and raised["class"]


def write(program: Program, recording: dict[str, Any]) -> None:
    program.recording_path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(recording, indent=1, ensure_ascii=False) + "\n"
    unfinished = program.recording_path.with_suffix(".part")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(program.recording_path)


def chosen_programs(wanted: list[str], again: bool) -> list[Program]:
    programs = [
        program
        for program in all_programs()
        if not wanted or program.theme in wanted or program.id in wanted
    ]
    return [program for program in programs if again or program.recording() is None]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("--python", default=os.environ.get("FLINKSIM_PYFLINK"))
    parser.add_argument("--again", action="store_true", help="record what is recorded, too")
    parser.add_argument("programs", nargs="*", help="themes, or theme/name")
    arguments = parser.parse_args()
    if not arguments.python:
        parser.error("say where PyFlink's Python is: --python or FLINKSIM_PYFLINK")
    programs = chosen_programs(arguments.programs, arguments.again)
    # Not resolved: a virtual environment's python is a link, and where it stands tells its packages.
    sessions = [Session(Path(arguments.python).absolute(), runs) for runs in RUNS_PER_PROCESS]
    refused = []
    try:
        for number, program in enumerate(programs, 1):
            started = time.monotonic()
            try:
                write(program, record(program, sessions))
                outcome = "recorded"
            except RecordingError as error:
                refused.append(program.id)
                outcome = f"NOT recorded: {error}"
            seconds = time.monotonic() - started
            print(
                f"[{number}/{len(programs)}] {program.id}: {outcome} ({seconds:.1f} s)", flush=True
            )
    except KeyboardInterrupt:
        print("stopped; start again to go on", flush=True)
        return 130
    finally:
        for session in sessions:
            session.close()
    print(f"{len(programs) - len(refused)} recorded, {len(refused)} not: {', '.join(refused)}")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
