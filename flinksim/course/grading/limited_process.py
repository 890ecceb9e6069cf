"""Runs a process, and all processes that it starts, within limits.

The kernel counts in a control group, if one can be created. Otherwise, the tree of processes is sampled: then
memory that is used between two samples, and the CPU time of children for which nobody waits, are not noticed.
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
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from json import dumps
from pathlib import Path
from typing import NamedTuple

from flinksim.course.grading.control_group import build_entry_command, create_control_group
from flinksim.course.grading.resource_limits import MAX_THREADS, ResourceLimits
from flinksim.course.grading.sandbox import HOME, build_sandbox_command
from flinksim.course.lesson_loader import LESSON_FOLDER_VARIABLE

POLL_INTERVAL_S = 0.02
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_TICKS_PER_S = os.sysconf("SC_CLK_TCK")
_MAX_OUTPUT_BYTES = 2000
_SANDBOX_PROCESSES = 1
"""Processes that the sandbox adds: ``unshare``."""


@dataclass(frozen=True, slots=True)
class ProcessResult:
    """The result of a limited process.

    ``failure`` is empty if it exited with 0, else ``time``, ``memory``, ``output``, ``processes`` or
    ``crashed``. ``output`` is the end of its output, and ``seconds`` its real time.
    """

    failure: str
    output: str
    seconds: float


class _Usage(NamedTuple):
    """What all processes use together. A control group says only whether they have exceeded its memory."""

    processes: int
    cpu_s: float
    memory_bytes: int


class LimitedProcess:
    """A Python module that runs in a process of its own, until it ends or exceeds a limit.

    Call :meth:`poll` until it returns true, then :meth:`close`. As a context manager, it is always closed.
    The module gets as arguments whether it has a sandbox, the limits as JSON, and *arguments*.

    Args:
        module: The module to run with ``python -m``.
        stdin: The standard input.
        limits: The limits.
        isolate: Whether to run it in a sandbox.
        hidden_folders: Folders that it must not read.
        files: Open file descriptors that it inherits, with the same numbers.
        arguments: Further arguments.
    """

    def __init__(
        self,
        module: str,
        stdin: bytes,
        limits: ResourceLimits,
        *,
        isolate: bool,
        hidden_folders: Sequence[Path] = (),
        files: Sequence[int] = (),
        arguments: Sequence[str] = (),
    ) -> None:
        self._limits = limits
        self._isolate = isolate
        self._failure = ""
        self._result: ProcessResult | None = None
        self._pause_s: float | None = None
        self._resources = ExitStack()
        with ExitStack() as resources:
            root = resources.enter_context(
                tempfile.TemporaryDirectory(prefix="flinksim-", ignore_cleanup_errors=True)
            )
            stdin_file = resources.enter_context(tempfile.TemporaryFile())
            # in append mode, because the position in the file is shared with the process
            self._log_file = resources.enter_context(tempfile.TemporaryFile("a+b"))
            stdin_file.write(stdin)
            stdin_file.seek(0)
            command = [
                sys.executable, "-P", "-s", "-B", "-m", module,
                str(int(isolate)), dumps(asdict(limits)), *arguments,
            ]  # fmt: skip
            if isolate:
                command = build_sandbox_command(
                    command, Path(root), hidden_folders, _find_own_lessons()
                )
            self._group = create_control_group(limits.memory_mb << 20, MAX_THREADS)
            if self._group is not None:
                resources.callback(self._group.close)
                command = build_entry_command(self._group, command)
            self._start_s = time.monotonic()
            self._process = subprocess.Popen(
                command, stdin=stdin_file, stdout=self._log_file, stderr=self._log_file,
                pass_fds=files, cwd=root, env=_build_environment(HOME if isolate else root),
                start_new_session=True,
            )  # fmt: skip
            self._resources = resources.pop_all()

    def __enter__(self) -> LimitedProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def poll(self) -> bool:
        """Return whether the process has ended, or has exceeded a limit."""
        if self._failure or self._process.poll() is not None:
            return True
        self._failure = self._find_exceeded_limit()
        return self._failure != ""

    def wait(self) -> ProcessResult:
        """Wait until the process ends or exceeds a limit, and close it."""
        while not self.poll():
            time.sleep(POLL_INTERVAL_S)
        return self.close()

    def close(self) -> ProcessResult:
        """Kill what still runs, and return the result; a running process is not a failure."""
        if self._result is None:
            self._process.poll()
            result = self.get_result()
            _kill_process_tree(self._process)
            self._resources.close()
            self._result = result
        return self._result

    @contextmanager
    def pause_clock(self) -> Iterator[None]:
        """Do not count the real time in which the process waits for the grader."""
        self._pause_s = time.monotonic()
        try:
            yield
        finally:
            self._start_s += time.monotonic() - self._pause_s
            self._pause_s = None

    def get_result(self) -> ProcessResult:
        """Return the result so far."""
        if self._result is not None:
            return self._result
        failure = self._failure
        if not failure and self._process.poll():
            failure = _explain_exit_code(self._process.returncode)
        length = self._log_file.seek(0, os.SEEK_END)
        if failure in ("", "crashed") and self._group and self._group.has_exceeded_memory():
            failure = "memory"
        if failure in ("", "crashed") and length >= self._limits.output_kb << 10:
            failure = "output"
        self._log_file.seek(max(0, length - _MAX_OUTPUT_BYTES))
        output = self._log_file.read(_MAX_OUTPUT_BYTES).decode(errors="replace")
        return ProcessResult(failure, output, self._compute_elapsed_s())

    def _compute_elapsed_s(self) -> float:
        now_s = time.monotonic() if self._pause_s is None else self._pause_s
        return now_s - self._start_s

    def _find_exceeded_limit(self) -> str:
        limits = self._limits
        if self._compute_elapsed_s() > limits.wait_s:
            return "wait"
        usage = self._measure_usage()
        if usage.processes > limits.processes + (_SANDBOX_PROCESSES if self._isolate else 0):
            return "processes"
        if usage.cpu_s > limits.time_s:
            return "time"
        return "memory" if usage.memory_bytes > limits.memory_mb << 20 else ""

    def _measure_usage(self) -> _Usage:
        if self._group is not None:
            memory = sys.maxsize if self._group.has_exceeded_memory() else 0
            processes = len(self._group.list_processes())
            return _Usage(processes, self._group.read_cpu_s(), memory)
        tree = list(_iterate_process_tree(self._process.pid))
        pages = sum(map(_read_resident_pages, tree))
        return _Usage(len(tree), sum(map(_read_cpu_seconds, tree)), pages * _PAGE_BYTES)


def _explain_exit_code(code: int) -> str:
    # unshare reports a signal of its child as 128 + its number, or kills itself with it
    return "time" if code in (-signal.SIGXCPU, 128 + signal.SIGXCPU) else "crashed"


def _find_own_lessons() -> list[Path]:
    """Find the files of the teacher's own lessons, which a submission needs to open them."""
    folder = os.environ.get(LESSON_FOLDER_VARIABLE)
    if folder is None:
        return []
    found = (
        one for kind in ("py", "md") for one in Path(folder).resolve().glob(f"lesson_*.{kind}")
    )
    return sorted(found)


def _build_environment(home: str) -> dict[str, str]:
    """Build the environment variables: where Python, this package and the home folder are."""
    package = str(Path(__file__).parents[3])
    folder = os.environ.get(LESSON_FOLDER_VARIABLE)
    return {
        "PATH": os.environ.get("PATH", os.defpath), "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8",
        **({} if folder is None else {LESSON_FOLDER_VARIABLE: str(Path(folder).resolve())}),
        "PYTHONPATH": package, "PYTHONHASHSEED": "0", "MPLCONFIGDIR": home, "IPYTHONDIR": home,
    }  # fmt: skip


def _iterate_process_tree(process: int) -> Iterator[int]:
    """Iterate over a process and its descendants, also those that were started by its threads."""
    yield process
    try:
        threads = os.listdir(f"/proc/{process}/task")
    except OSError:
        return
    for thread in threads:
        try:
            children = Path(f"/proc/{process}/task/{thread}/children").read_text()
        except OSError:
            continue
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
    children = list(_iterate_process_tree(process.pid)) if process.poll() is None else []
    for kill, target in ((os.killpg, process.pid), *((os.kill, child) for child in children)):
        try:
            kill(target, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
    process.wait()
