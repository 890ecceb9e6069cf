"""``flinksim confront``: compare a program on flinksim with the same program on real Flink."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from flinksim.cli.arguments import add_interleaving_argument, add_parallelism_argument
from flinksim.cli.console import print_stderr, report_error
from flinksim.cli.run_program import add_program_arguments
from flinksim.cli.tell_command import load_traces
from flinksim.recording.event_comparison import compare_events
from flinksim.recording.recorder_jar import MISSING_JAR, find_recorder_jar
from flinksim.recording.recording_import import list_jobs, read_recording
from flinksim.trace.recorder import Trace

PYFLINK_VARIABLE = "FLINKSIM_PYFLINK"
MISSING_FLINK = (
    "no Python with PyFlink was found, so there is no real Flink to compare with. Install "
    "apache-flink==2.3.0 in an environment, and name its Python with --flink-python or in "
    f"{PYFLINK_VARIABLE}. Or give a recording with --recording."
)
DIFFERENT = 3
"""Exit code: events differ."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = (
        "The program runs unchanged on both. Events of each subtask are compared in their order. "
        f"Exit code {DIFFERENT}: they differ. Real Flink orders the inputs of a task differently in "
        "each run, so compare a program with one subtask and one source first. What happens inside of "
        "a Python worker is not recorded."
    )
    add_program_arguments(parser)
    parser.add_argument(
        "--flink-python",
        metavar="FILE",
        help=f"Python that has PyFlink (default: {PYFLINK_VARIABLE}, else python on PATH).",
    )
    parser.add_argument(
        "--recording",
        type=Path,
        metavar="FOLDER",
        help="Compare with this recording; run no Flink.",
    )
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="Keep the recording of the real run here."
    )
    parser.add_argument(
        "--timeout", type=float, default=300, metavar="SECONDS", help="End real Flink after (300)."
    )
    add_interleaving_argument(parser)
    add_parallelism_argument(parser)
    parser.set_defaults(action=execute, until=None)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    code, simulated = load_traces(options)
    if code or not simulated:
        return code
    try:
        if options.recording is not None:
            return _compare(simulated, options.recording)
        with tempfile.TemporaryDirectory(prefix="flinksim-") as temporary:
            folder = options.keep or Path(temporary) / "recording"
            if problem := record_program(options, folder):
                return report_error(problem)
            return _compare(simulated, folder)
    except (OSError, ValueError) as error:
        return report_error(str(error))


def record_program(options: argparse.Namespace, folder: Path) -> str:
    """Run the program on real Flink with the recorder; return what went wrong, or ""."""
    jar = find_recorder_jar()
    if jar is None:
        return MISSING_JAR
    python: str | None = (
        options.flink_python or os.environ.get(PYFLINK_VARIABLE) or shutil.which("python")
    )
    if python is None:
        return MISSING_FLINK
    found = subprocess.run([python, "-c", "import pyflink"], capture_output=True)
    if found.returncode:
        return MISSING_FLINK
    program = options.program.resolve()
    agent = f"-javaagent:{jar}=out={folder.resolve()}"
    environment = os.environ | {
        "JAVA_TOOL_OPTIONS": f"{os.environ.get('JAVA_TOOL_OPTIONS', '')} {agent}".strip(),
        # the workers of Python functions run in the same environment
        "PATH": f"{Path(python).parent}{os.pathsep}{os.environ.get('PATH', '')}",
    }
    print_stderr(f"running {program.name} on real Flink")
    try:
        done = subprocess.run(
            [python, str(program), *options.handed_on],
            env=environment,
            cwd=program.parent,
            capture_output=True,
            text=True,
            timeout=options.timeout,
        )
    except subprocess.TimeoutExpired:
        return f"{program.name} did not end on real Flink within {options.timeout:g} s (--timeout)"
    if done.returncode:
        return f"{program.name} failed on real Flink:\n{done.stderr[-2_000:]}"
    return ""


def _compare(simulated: list[Trace], folder: Path) -> int:
    jobs = list_jobs(folder)
    if len(jobs) != len(simulated):
        return report_error(
            f"flinksim ran {len(simulated)} jobs, and the recording has {len(jobs)}"
        )
    code = 0
    for trace, job in zip(simulated, jobs, strict=True):
        result = compare_events(trace, read_recording(folder, job.id))
        print(f"{job.name}: {result.format()}")
        code = DIFFERENT if result.differences else code
    return code
