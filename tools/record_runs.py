"""Record runs and compare two recordings: a refactoring must not change a run.

    python tools/record_runs.py record runs.json [--jobs 300]
    python tools/record_runs.py compare before.json after.json

A recording has one entry per random job (``tests/trace/random_runs.py``) and per example: the printed
output, the results, the number of steps, the schedule (decisions, and who did what when) and the
events. Run ``write_recording`` in a worktree of each commit. ``compare_recordings`` lists every job that differs and
exits with 1. Renamed event types are reported separately, since they change no run.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import json
import re
import runpy
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import flinksim as fs  # noqa: E402
from flinksim.datastream.pipeline_executor import redirect_jobs  # noqa: E402
from flinksim.runtime.failure_report import JobExecutionError  # noqa: E402
from tests.trace.random_runs import random_run  # noqa: E402

COMPARED_FIELDS = ("printed", "results", "steps", "decisions", "schedule", "fields", "end")
"""Fields that must not differ; event type names may."""

SIZE_DEPENDENT_EVENTS = (
    "OperatorSnapshotTaken",
    "SnapshotWritten",
    "CheckpointAcknowledged",
    "CheckpointCompleted",
)
"""Events with the size of a snapshot, which depends on module names of pickled classes."""


def compute_sha(parts: Any) -> str:
    """Hash the text of each part."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(str(part).encode("utf-8", "surrogatepass") + b"\n")
    return digest.hexdigest()[:24]


def describe(trace: Any, printed: str, end: str) -> dict[str, Any]:
    """Describe one run by hashes and counts."""
    kinds: dict[str, int] = {}
    rows, results = [], []
    for event in trace.events:
        name = type(event).__name__
        kinds[name] = kinds.get(name, 0) + 1
        row = re.sub(
            r", line \d+: .*?(?=['\"])",
            "",
            repr(tuple(getattr(event, name) for name in event.FIELDS)),
        )
        if name not in SIZE_DEPENDENT_EVENTS:
            rows.append(row)
        if name == "ResultWritten":
            results.append(row)
    steps = [trace[n] for n in range(len(trace))]
    return {
        "printed": compute_sha([printed]),
        "results": compute_sha(results),
        "steps": len(steps),
        "decisions": compute_sha(trace.decisions),
        "schedule": compute_sha((s.time_ms, s.actor, s.action, len(s.events)) for s in steps),
        "fields": compute_sha(rows),
        "kinds": kinds,
        "end": end,
    }


def record_example(path: Path) -> dict[str, Any]:
    """Run the first job of an example to its end, or for at most 20,000 steps.

    An example that simulates its job itself runs unchanged.
    """
    printed, end = io.StringIO(), "ended"
    with contextlib.redirect_stdout(printed):
        simulation = _build_simulation(path)
        if simulation is None:
            return {"printed": compute_sha([printed.getvalue()]), "kinds": {}, "end": end}
        try:
            simulation.run(until=20_000)
        except JobExecutionError as error:
            end = type(error).__name__
    return describe(simulation.trace, printed.getvalue(), end)


def _build_simulation(path: Path) -> Any:
    found: list[Any] = []

    class Stop(Exception):
        pass

    class First:
        def execute(self, pipeline: Any) -> Any:
            found.append(pipeline)
            raise Stop

        execute_async = execute

    with contextlib.suppress(Stop), redirect_jobs(First()):
        runpy.run_path(str(path), run_name="__main__")
    return fs.Simulation(found[0], fs.RunSettings()) if found else None


def write_recording(target: Path, jobs: int) -> None:
    """Write a recording of *jobs* random jobs and of all examples."""
    found: dict[str, Any] = {}
    for seed in range(jobs):
        trace = random_run(seed)
        found[f"job {seed}"] = describe(trace, "", "")
    for path in sorted([*ROOT.glob("examples/runs/*.py"), *ROOT.glob("examples/s*/*.py")]):
        found[path.stem] = record_example(path)
    target.write_text(json.dumps(found, indent=1, sort_keys=True), encoding="utf-8")
    print(f"{jobs} random jobs and {len(found) - jobs} examples: {target}")


def compare_recordings(before: Path, after: Path) -> int:
    """Print what differs between two recordings; return the exit code."""
    old, new = (json.loads(path.read_text("utf-8")) for path in (before, after))
    different = [
        f"{name}: {field} differs"
        for name in sorted(old.keys() | new.keys())
        for field in COMPARED_FIELDS
        if old.get(name, {}).get(field) != new.get(name, {}).get(field)
    ]
    print(*different, sep="\n", end="\n" if different else "")
    kinds = [{kind for run in runs.values() for kind in run["kinds"]} for runs in (old, new)]
    print(f"event types only before: {sorted(kinds[0] - kinds[1])}")
    print(f"event types only after: {sorted(kinds[1] - kinds[0])}")
    print(f"{len(old)} runs before, {len(new)} after: {len(different)} differences")
    return 1 if different else 0


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record", help="record the runs of this checkout")
    recording.add_argument("file", type=Path)
    recording.add_argument("--jobs", type=int, default=300)
    comparing = commands.add_parser("compare", help="compare two recordings")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    options = parser.parse_args()
    if options.command == "compare":
        return compare_recordings(options.before, options.after)
    write_recording(options.file, options.jobs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
