"""The resource limits of a submission.

Not in Flink.
"""

from __future__ import annotations

import platform
import re
import resource
from dataclasses import asdict, dataclass

from flinksim.core.validation import validate_fields

MAX_THREADS = 256
"""Maximum number of threads of all processes of a submission, which the system counts.

It bounds processes until the watcher ends the submission.
"""

MAX_OPEN_FILES = 128
"""Maximum number of open files of a process, which also bounds what pipes and sockets can buffer."""


@dataclass(frozen=True, slots=True)
class ResourceLimits:
    """The limits of one submission.

    ``time_s`` of CPU time and ``memory_mb`` are for all its processes together. ``wait_s`` is real
    time. ``output_kb`` is printed or written to any one file. ``processes`` is the number of processes.
    """

    time_s: float = 30.0
    wait_s: float = 120.0
    memory_mb: int = 1024
    output_kb: int = 256
    processes: int = 16

    def __post_init__(self) -> None:
        validate_fields(self)
        for name, value in asdict(self).items():
            if not value > 0:
                raise ValueError(f"Limits({name}={value}): expected more than 0")

    def apply(self, *, has_own_user: bool = False) -> None:
        """Apply the limits to this process and all that it starts, with ``setrlimit``.

        Args:
            has_own_user: Whether no other processes run as this user in this user namespace, as in the
                sandbox. Only then can the number of threads be limited.
        """
        seconds = int(self.time_s) + 1
        memory, output = self.memory_mb << 20, self.output_kb << 10
        for limit, maximum in (
            (resource.RLIMIT_AS, memory),
            (resource.RLIMIT_FSIZE, output),
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_NOFILE, MAX_OPEN_FILES),
        ):
            resource.setrlimit(limit, (maximum, maximum))
        # at the lower value the signal says why the process ends; at the higher one it is killed
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        if has_own_user and _has_thread_count_per_namespace():
            resource.setrlimit(resource.RLIMIT_NPROC, (MAX_THREADS, MAX_THREADS))


def _has_thread_count_per_namespace() -> bool:
    """Return whether Linux counts the threads of a user in each namespace on its own, as since 5.14."""
    version = re.match(r"(\d+)\.(\d+)", platform.release())
    return version is not None and (int(version[1]), int(version[2])) >= (5, 14)
