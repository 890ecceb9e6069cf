"""Runs a process, and all processes that it starts, within limits.

Not in Flink.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from json import dumps
from pathlib import Path

from flinksim.course.grading.resource_limits import ResourceLimits
from flinksim.course.grading.sandbox import build_sandbox_command
from flinksim.course.lesson import LESSON_FOLDER_VARIABLE

_POLL_INTERVAL_S = 0.02
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_TICKS_PER_S = os.sysconf("SC_CLK_TCK")
_MAX_OUTPUT_BYTES = 2000


@dataclass(frozen=True, slots=True)
class ProcessResult:
    """The result of a limited process.

    ``failure`` is empty if it exited with 0, else ``time``, ``memory``, ``output``, ``processes`` or
    ``crashed``. ``result`` is the result that it wrote, ``output`` the end of its output, and
    ``seconds`` its real time.
    """

    failure: str
    result: bytes
    output: str
    seconds: float


def run_limited(
    module: str,
    stdin: bytes,
    limits: ResourceLimits,
    *,
    isolate: bool,
    hidden_folders: Sequence[Path] = (),
    arguments: Sequence[str] = (),
) -> ProcessResult:
    """Run a Python module within limits and wait for its end.

    The process gets as arguments the file descriptor for its result, the limits as JSON, and
    *arguments*.

    Args:
        module: The module to run with ``python -m``.
        stdin: The standard input.
        limits: The limits.
        isolate: Whether to run it in a sandbox.
        hidden_folders: Folders that it must not read.
        arguments: Further arguments.

    Returns:
        The result.
    """
    with (
        tempfile.TemporaryDirectory(prefix="flinksim-", ignore_cleanup_errors=True) as home,
        tempfile.TemporaryFile() as stdin_file,
        tempfile.TemporaryFile() as result_file,
        tempfile.TemporaryFile() as log_file,
    ):
        stdin_file.write(stdin)
        stdin_file.seek(0)
        number = result_file.fileno()
        process_arguments = [str(number), dumps(asdict(limits)), *arguments]
        command = [sys.executable, "-P", "-s", "-B", "-m", module, *process_arguments]
        if isolate:
            command = build_sandbox_command(command, Path(home), hidden_folders)
        start_s = time.monotonic()
        process = subprocess.Popen(
            command, stdin=stdin_file, stdout=log_file, stderr=log_file, pass_fds=[number], cwd=home,
            env=_build_environment(home), start_new_session=True,
        )  # fmt: skip
        try:
            failure = _wait_within_limits(process, limits, start_s)
        finally:
            _kill_process_tree(process)
        seconds = time.monotonic() - start_s
        length = log_file.seek(0, os.SEEK_END)
        log_file.seek(max(0, length - _MAX_OUTPUT_BYTES))
        output = log_file.read().decode(errors="replace")
        if not failure and process.returncode:
            failure = (
                "time"
                if process.returncode in (-signal.SIGXCPU, 128 + signal.SIGXCPU)
                else "crashed"
            )
            if length >= limits.output_kb << 10:
                failure = "output"
        result_file.seek(0)
        return ProcessResult(failure, result_file.read(limits.output_kb << 10), output, seconds)


def _build_environment(home: str) -> dict[str, str]:
    """Build the environment variables: where Python, this package and the home folder are."""
    package = str(Path(__file__).parents[3])
    return {
        "PATH": os.environ.get("PATH", os.defpath), "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8",
        **{name: os.environ[name] for name in (LESSON_FOLDER_VARIABLE,) if name in os.environ},
        "PYTHONPATH": package, "PYTHONHASHSEED": "0", "MPLCONFIGDIR": home, "IPYTHONDIR": home,
    }  # fmt: skip


def _wait_within_limits(
    process: subprocess.Popen[bytes], limits: ResourceLimits, start_s: float
) -> str:
    """Wait for the end of a process and return the limit that it exceeded, or an empty string."""
    while process.poll() is None:
        if time.monotonic() - start_s > limits.wait_s:
            return "time"
        pages = count = 0
        seconds = 0.0
        for child in _iterate_process_tree(process.pid):
            count += 1
            pages += _read_resident_pages(child)
            seconds += _read_cpu_seconds(child)
        # the sandbox adds two: unshare and the shell
        if count > limits.processes + 2:
            return "processes"
        if seconds > limits.time_s:
            return "time"
        if pages * _PAGE_BYTES > limits.memory_mb << 20:
            return "memory"
        time.sleep(_POLL_INTERVAL_S)
    return ""


def _iterate_process_tree(process: int) -> Iterator[int]:
    yield process
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text()
    except OSError:
        return
    for child in children.split():
        yield from _iterate_process_tree(int(child))


def _read_resident_pages(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0


def _read_cpu_seconds(process: int) -> float:
    """Read the CPU time of a process and of its ended children."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / _TICKS_PER_S
    except (OSError, ValueError):
        return 0.0


def _kill_process_tree(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and all processes that it started.

    In a PID namespace, killing the first process kills all others.
    """
    children = list(_iterate_process_tree(process.pid))
    for kill, target in ((os.killpg, process.pid), *((os.kill, child) for child in children)):
        try:
            kill(target, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
    process.wait()
