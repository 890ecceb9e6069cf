"""Restore points of a run: copies of the whole process, which continue the run when they are asked.

A restore point is a forked process that waits. The system copies only the pages that the run changes
afterwards. On request it forks again, and that copy repeats the steps, so that a restore point can be
used many times. Everything that a function changes in Python is restored with it. Pipes and sockets are
not: a copy loses them, since it would hold them open for as long as it waits. Only Linux has restore
points: other systems have no ``fork``, or libraries that do not work in a copy. Processes with several
threads have none. Not in Flink.
"""

from __future__ import annotations

import _thread
import gc
import os
import pickle
import signal
import stat
import sys
import time
import weakref
from bisect import bisect_right
from collections.abc import Callable
from io import StringIO
from typing import Any, NamedTuple

MAX_RESTORE_POINTS = 32
"""Maximum number of restore points of a run. Then every second one is removed."""

FIRST_INTERVAL = 16_384
"""Number of steps between restore points at first. It doubles whenever points are removed."""

FIRST_CPU_INTERVAL_S = 0.4
"""CPU seconds between restore points at first, which a jump then takes at most. They double as well.

A run that takes less has no restore points.
"""


class RestorePoint(NamedTuple):
    """A process that waits at a step, and the pipes to and from it."""

    step_count: int
    process: int
    requests: int
    answers: int


def can_fork() -> bool:
    """Return whether this process can have restore points."""
    return sys.platform == "linux" and not has_other_threads()


def has_other_threads() -> bool:
    """Return whether this process has other Python threads, which a copy of it would not have."""
    return _thread._count() > 0


class RestorePoints:
    """The restore points of one run, in order of their steps."""

    def __init__(self, answer: Callable[[Any], Any]) -> None:
        """Create an empty list.

        Args:
            answer: Called in a copy of the process with a request; its result is sent back.
        """
        self._answer = answer
        self._points: list[RestorePoint] = []
        self._interval = FIRST_INTERVAL
        self._next_step = FIRST_INTERVAL
        self._cpu_interval_s = FIRST_CPU_INTERVAL_S
        self._next_cpu_s = time.process_time() + FIRST_CPU_INTERVAL_S
        weakref.finalize(self, _close_points, self._points)

    @property
    def processes(self) -> list[int]:
        """The ids of the waiting processes."""
        return [point.process for point in self._points]

    def add_if_due(self, step_count: int) -> None:
        """Add a restore point if the steps since the last one take long enough to repeat."""
        if step_count < self._next_step or not MAX_RESTORE_POINTS:
            return
        if time.process_time() < self._next_cpu_s or has_other_threads():
            return
        self._next_step = step_count + self._interval
        self._next_cpu_s = time.process_time() + self._cpu_interval_s
        if len(self._points) == MAX_RESTORE_POINTS:
            removed = self._points[::2]
            self._points[:] = self._points[1::2]
            _close_points(removed)
            self._interval *= 2
            self._cpu_interval_s *= 2
        try:
            self._points.append(self._fork(step_count))
        except (OSError, EOFError):  # no more processes, or a file that cannot be opened again
            self._next_step = sys.maxsize

    def find_step_count(self, step_count: int) -> int | None:
        """Return where the last restore point is that is at most at *step_count*, if there is one."""
        at = bisect_right(self._points, step_count, key=lambda point: point.step_count) - 1
        return None if at < 0 else self._points[at].step_count

    def ask(self, step_count: int, request: Any) -> Any:
        """Ask the last restore point that is at most at *step_count*.

        Returns:
            The answer; ``None`` if there is no such point, or it could not answer.
        """
        at = bisect_right(self._points, step_count, key=lambda point: point.step_count) - 1
        if at < 0:
            return None
        point = self._points[at]
        try:
            _write_message(point.requests, pickle.dumps(request))
            answer = _read_message(point.answers)
        except (OSError, EOFError):
            answer = b""
        if not answer:
            _close_points([self._points.pop(at)])
            return None
        return pickle.loads(answer)

    def _fork(self, step_count: int) -> RestorePoint:
        requests_out, requests_in = os.pipe()
        answers_out, answers_in = os.pipe()
        gc.freeze()  # so that a collection in the copy does not write to shared pages
        process = os.fork()
        if process == 0:
            try:
                for other in self._points:
                    os.close(other.requests)
                    os.close(other.answers)
                os.close(requests_in)
                os.close(answers_out)
                _replace_connections({requests_out, answers_in})
                _answer_requests(requests_out, answers_in, self._answer)
            finally:
                os._exit(0)
        gc.unfreeze()
        os.close(requests_out)
        os.close(answers_in)
        return RestorePoint(step_count, process, requests_in, answers_out)


def _replace_connections(kept: set[int]) -> None:
    """Connect the pipes and sockets of a forked process to ``/dev/null``, except those in *kept*.

    Who reads from one of them waits until all copies of it are closed. Objects in Python still own their
    numbers, so these are not free for others.
    """
    null = os.open(os.devnull, os.O_RDWR)
    for name in os.listdir("/proc/self/fd"):
        number = int(name)
        try:
            mode = os.fstat(number).st_mode
        except OSError:  # the list itself, which is closed now
            continue
        if number not in kept and (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)):
            os.dup2(null, number)
    os.close(null)


def _answer_requests(requests: int, answers: int, answer: Callable[[Any], Any]) -> None:
    """Wait for requests in a forked process; answer each in another copy of it."""
    gc.disable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            request = pickle.loads(_read_message(requests))
        except EOFError:
            return
        process = os.fork()
        if process:
            os.waitpid(process, 0)
            continue
        data = b""
        try:
            sys.stdout, sys.stderr = StringIO(), StringIO()
            data = pickle.dumps(answer(request), pickle.HIGHEST_PROTOCOL)
        except BaseException:  # no answer: the caller repeats the run from its start
            pass
        finally:
            try:
                _write_message(answers, data)
            finally:
                os._exit(0)


def _write_message(pipe: int, data: bytes) -> None:
    view = memoryview(len(data).to_bytes(8, "big") + data)
    while view:
        view = view[os.write(pipe, view) :]


def _read_message(pipe: int) -> bytes:
    return _read_bytes(pipe, int.from_bytes(_read_bytes(pipe, 8), "big"))


def _read_bytes(pipe: int, count: int) -> bytes:
    parts = []
    while count:
        part = os.read(pipe, min(count, 1 << 20))
        if not part:
            raise EOFError
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def _close_points(points: list[RestorePoint]) -> None:
    """End the waiting processes."""
    while points:
        point = points.pop()
        os.close(point.requests)
        os.close(point.answers)
        os.kill(point.process, signal.SIGKILL)  # another process may still hold its pipes
        os.waitpid(point.process, 0)
