"""PyFlink programs, recorded on real Flink event by event.

    python -m tests.conformance.judge.pyflink_events --record [NAME ...]
    python -m tests.conformance.judge.pyflink_events [NAME ...]

The first command runs programs of ``tests/conformance/programs`` with PyFlink and the recorder of
``recorder/``, and writes ``recorded_events/pyflink/``. The second compares each recorded program with its
run on flinksim. What happens in the Python worker is not recorded, so it is not compared.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import io
import json
import sys
import tempfile
from pathlib import Path

from flinksim.cli import confront_command
from flinksim.cli.tell_command import load_traces
from flinksim.recording.event_comparison import EventComparison, compare_events
from flinksim.recording.recording_import import read_recording

PROGRAMS = Path(__file__).parents[1] / "programs"
FOLDER = Path(__file__).parents[1] / "recorded_events" / "pyflink"
NAMES = (
    "connect/union", "keyed/key_by_twice", "keyed/keyed_map_chain", "keyed/reduce_forms",
    "keyed/sum_by_field_name", "side_outputs/from_window_and_late", "side_outputs/three_ways",
    "state/deduplicate", "state/fraud_detection", "state/value_state", "timers/at_the_end",
    "timers/deletion", "timers/event_time_order", "timers/set_in_on_timer", "windows/aggregate",
    "windows/session_gaps",
)  # fmt: skip
"""Programs without a race: the order of two inputs of an operator is none, and paced clocks differ."""

DECLARED: dict[str, str] = {}
"""Why the events of a program differ, by its name."""


def list_recorded() -> list[str]:
    """Return the names of the recorded programs."""
    return [name for name in NAMES if find_recording(name).exists()]


def find_recording(name: str) -> Path:
    """Return the file of a program's recording."""
    return FOLDER / f"{name.replace('/', '.')}.jsonl.gz"


def parse_options(name: str) -> argparse.Namespace:
    """Return the options of ``flinksim confront`` for a program."""
    parser = argparse.ArgumentParser()
    confront_command.add_arguments(parser)
    options = parser.parse_args([str(PROGRAMS / f"{name}.py"), "--parallelism", "1"])
    options.handed_on = []
    return options


def compare(name: str) -> EventComparison:
    """Compare the recorded events of a program with its run on flinksim."""
    with contextlib.redirect_stdout(io.StringIO()):
        code, traces = load_traces(parse_options(name))
    assert code == 0
    (simulated,) = traces
    return compare_events(simulated, read_recording(find_recording(name)))


def record(name: str) -> None:
    """Run a program on real Flink, and write what was recorded."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "recording"
        if problem := confront_command.record_program(parse_options(name), folder):
            raise SystemExit(problem)
        (recorded,) = folder.iterdir()
        header, _, lines = recorded.read_text("utf-8").partition("\n")
    header = json.dumps(json.loads(header) | {"process": "pyflink", "options": {}})
    FOLDER.mkdir(parents=True, exist_ok=True)
    find_recording(name).write_bytes(gzip.compress(f"{header}\n{lines}".encode(), 9, mtime=0))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--record", action="store_true", help="run the programs on real Flink")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these programs")
    options = parser.parse_args()
    if options.record:
        for name in options.names or NAMES:
            record(name)
            print(f"{name}: {compare(name).format()}", flush=True)
        return 0
    compared = equal = undeclared = 0
    names = options.names or list_recorded()
    for name in names:
        found = compare(name)
        compared, equal = compared + found.compared, equal + found.equal
        if found.differences:
            undeclared += name not in DECLARED
            print(f"## {name}: {DECLARED.get(name, 'not declared')}\n{found.format()}")
    print(
        f"{len(names)} programs, {undeclared} differ undeclared; {equal:,} of {compared:,} events agree"
    )
    return 1 if undeclared else 0


if __name__ == "__main__":
    sys.exit(main())
