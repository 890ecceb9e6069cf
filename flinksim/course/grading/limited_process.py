"""One process within limits, and all that it starts.

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

from flinksim.course.grading.resource_limits import Limits
from flinksim.course.grading.sandbox import isolated
from flinksim.course.lesson import LESSONS

_LOOK_EVERY_S = 0.02
_PAGE = os.sysconf("SC_PAGE_SIZE")
_TICKS = os.sysconf("SC_CLK_TCK")
_TOLD = 2000


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended: ``why`` is empty where it ended by itself with 0, else ``time``,
    ``memory``, ``output``, ``processes`` or ``crashed``; what it ``gave``, the end of what it
    printed, and its ``seconds``.
    """

    why: str
    gave: bytes
    printed: str
    seconds: float


def run(
    module: str,
    given: bytes,
    limits: Limits,
    *,
    isolate: bool,
    hidden: Sequence[Path] = (),
    words: Sequence[str] = (),
) -> Ended:
    """Run the Python *module* with *given* as its input, and wait for its end within *limits*.

    What it gives, it writes to a file whose number is its first argument; the second one is the
    limits, and *words* come behind.
    """
    with (
        tempfile.TemporaryDirectory(prefix="flinksim-", ignore_cleanup_errors=True) as home,
        tempfile.TemporaryFile() as source,
        tempfile.TemporaryFile() as gives,
        tempfile.TemporaryFile() as prints,
    ):
        source.write(given)
        source.seek(0)
        number = gives.fileno()
        told = [str(number), dumps(asdict(limits)), *words]
        command = [sys.executable, "-P", "-s", "-B", "-m", module, *told]
        if isolate:
            command = isolated(command, Path(home), hidden)
        begun = time.monotonic()
        process = subprocess.Popen(
            command, stdin=source, stdout=prints, stderr=prints, pass_fds=[number], cwd=home,
            env=_environment(home), start_new_session=True,
        )  # fmt: skip
        try:
            why = _watched(process, limits, begun)
        finally:
            _end(process)
        seconds = time.monotonic() - begun
        length = prints.seek(0, os.SEEK_END)
        prints.seek(max(0, length - _TOLD))
        printed = prints.read().decode(errors="replace")
        if not why and process.returncode:
            why = (
                "time"
                if process.returncode in (-signal.SIGXCPU, 128 + signal.SIGXCPU)
                else "crashed"
            )
            if length >= limits.output_kb << 10:
                why = "output"
        gives.seek(0)
        return Ended(why, gives.read(limits.output_kb << 10), printed, seconds)


def _environment(home: str) -> dict[str, str]:
    """What a process is told of the machine: where Python and this package are, and its home."""
    package = str(Path(__file__).parents[3])
    return {
        "PATH": os.environ.get("PATH", os.defpath), "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8",
        **{name: os.environ[name] for name in (LESSONS,) if name in os.environ},
        "PYTHONPATH": package, "PYTHONHASHSEED": "0", "MPLCONFIGDIR": home, "IPYTHONDIR": home,
    }  # fmt: skip


def _watched(process: subprocess.Popen[bytes], limits: Limits, begun: float) -> str:
    """Wait for the end of *process*; what it took too much of, if anything."""
    while process.poll() is None:
        if time.monotonic() - begun > limits.wait_s:
            return "time"
        pages = count = 0
        seconds = 0.0
        for child in _with_children(process.pid):
            count += 1
            pages += _resident_pages(child)
            seconds += _processor_seconds(child)
        # beside its own there are unshare, and what it was started by
        if count > limits.processes + 2:
            return "processes"
        if seconds > limits.time_s:
            return "time"
        if pages * _PAGE > limits.memory_mb << 20:
            return "memory"
        time.sleep(_LOOK_EVERY_S)
    return ""


def _with_children(process: int) -> Iterator[int]:
    yield process
    try:
        listed = Path(f"/proc/{process}/task/{process}/children").read_text()
    except OSError:
        return
    for child in listed.split():
        yield from _with_children(int(child))


def _resident_pages(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0


def _processor_seconds(process: int) -> float:
    """Its own, and those of its children that are over."""
    try:
        told = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, told[11:15])) / _TICKS
    except (OSError, ValueError):
        return 0.0


def _end(process: subprocess.Popen[bytes]) -> None:
    """End *process* and all that it has started; in a namespace of processes the first takes all
    along.
    """
    children = list(_with_children(process.pid))
    for kill, which in ((os.killpg, process.pid), *((os.kill, child) for child in children)):
        try:
            kill(which, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
    process.wait()
