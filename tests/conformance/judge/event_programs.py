"""Programs of the judge, recorded on real Flink event by event.

    python -m tests.conformance.judge.event_programs --record [--jars FOLDER]
    python -m tests.conformance.judge.event_programs

The first command runs the programs of ``facts/judged_cases.json`` and ``facts/judged_programs.json`` on
real Flink with the recorder of ``recorder/`` attached, and writes ``recorded_events/``: what the
recorder wrote, and the ids of the programs in the order of their jobs. The second compares each recorded
program with its run on flinksim and prints how many events agree. Programs of one job with one subtask
for each operator are taken, because only there Flink orders all events.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any

from flinksim.recording.event_comparison import EventComparison, compare_events
from flinksim.recording.recording_file import RecordingFile, read_recording_file
from flinksim.recording.recording_import import list_jobs, merge_files
from flinksim.trace.recorder import Trace
from tests.conformance.fact_files import load
from tests.conformance.judge.build import run_on_flinksim
from tests.conformance.judge.real_flink import RealFlink

FOLDER = Path(__file__).parents[1] / "recorded_events"
EVENTS = FOLDER / "events.jsonl.gz"
PROGRAMS = FOLDER / "programs.json"
Program = dict[str, Any]

_YIELDS = "an async operator with a full queue reports the next record before it yields"
_STOPS_IDLE = (
    "an idle source emits no MAX at its end, which Flink's output of the source drops later"
)
_RESUMES = (
    "a split that becomes active at the end of its idleness is reported before the next record"
)

DECLARED: dict[str, str] = {
    "two inputs before a full queue: 000111": _YIELDS,
    "two inputs before a full queue: 01110001": _YIELDS,
    "two inputs before a full queue: 10010110": _YIELDS,
    "timers before a full queue": _YIELDS,
    "20261224-99": _YIELDS,
    "20261224-169": _YIELDS,
    "20261224-72": _STOPS_IDLE,
    "20261224-83": _STOPS_IDLE,
    "20261224-104": _STOPS_IDLE,
    "20261224-63": _RESUMES,
    "20261224-413": _RESUMES,
    "20261224-470": _RESUMES,
}
"""Why the events of a program differ: how flinksim reports them is different, by the program's id."""


def list_programs() -> list[Program]:
    """The programs that can be compared event by event."""
    cases = [
        case["program"]
        for name in ("judged_cases", "judged_programs")
        for case in load(name)["cases"]
    ]
    return [
        program
        for program in cases
        if "then" not in program
        and program.get("mode") != "batch"
        and program.get("parallelism", 1) == 1
    ]


def find_reason(program: str) -> str | None:
    """Why the events of the program with this id differ; ``None`` if they must not."""
    return DECLARED.get(program)


@cache
def load_recorded() -> tuple[RecordingFile, dict[str, str]]:
    """The recording, and the job of each program by the id of the program."""
    jobs: dict[str, str] = json.loads(PROGRAMS.read_text("utf-8"))
    return read_recording_file(EVENTS), jobs


def read_recorded(program: str) -> Trace:
    """What real Flink did with the program of this id."""
    file, jobs = load_recorded()
    return merge_files([file], jobs[program], str(EVENTS))


def compare(program: Program) -> EventComparison:
    """Compare the recorded events of a program with its run on flinksim."""
    _, sim = run_on_flinksim(program)
    return compare_events(sim.trace, read_recorded(program["id"]))


def record(jars: str | None, limit: int) -> None:
    """Run the programs on real Flink, and write what was recorded."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        done = []
        with RealFlink(jars, recorder=out) as flink:
            for program in list_programs()[:limit]:
                answer = flink.run(program)
                done.append((program["id"], answer.get("exception")))
                print(f"{len(done)}: {program['id']}: {answer['ms']} ms", flush=True)
            time.sleep(5)  # the judge halts its JVM, and the recorder writes once a second
        (recorded,) = out.iterdir()
        jobs = [job.id for job in list_jobs(out)]
        text = recorded.read_text("utf-8")
    header, _, lines = text.partition("\n")
    header = json.dumps(json.loads(header) | {"process": "judge", "options": {}})
    FOLDER.mkdir(exist_ok=True)
    with EVENTS.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed:
        packed.write(f"{header}\n{lines}".encode())
    of = {name: job for (name, failed), job in zip(done, jobs, strict=True) if not failed}
    PROGRAMS.write_text(json.dumps(of, indent=1) + "\n", "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--record", action="store_true", help="run the programs on real Flink")
    parser.add_argument("--jars", metavar="FOLDER", help="the folder of Flink's jars")
    parser.add_argument(
        "--limit", type=int, default=10_000, metavar="N", help="the first N programs"
    )
    parser.add_argument("--only", default="", metavar="TEXT", help="programs with this in their id")
    options = parser.parse_args()
    if options.record:
        record(options.jars, options.limit)
        return 0
    _, jobs = load_recorded()
    compared = equal = same = undeclared = 0
    chosen = [each for each in list_programs() if each["id"] in jobs and options.only in each["id"]]
    for program in chosen:
        found = compare(program)
        compared, equal = compared + found.compared, equal + found.equal
        same += not found.differences
        if found.differences:
            why = find_reason(program["id"])
            undeclared += why is None
            print(f"## {program['id']}: {why or 'not declared'}")
            print(found.format())
    print(
        f"{len(chosen)} programs, {same} without a difference, {undeclared} differ undeclared; "
        f"{equal:,} of {compared:,} events agree"
    )
    return 1 if undeclared else 0


if __name__ == "__main__":
    sys.exit(main())
