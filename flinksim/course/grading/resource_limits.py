"""How much one submission may take.

Not in Flink.
"""

from __future__ import annotations

import resource
from dataclasses import asdict, dataclass

from flinksim.core.validation import check_fields


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one submission may take: ``time_s`` of processor time and ``memory_mb``, all its
    processes together, ``wait_s`` of real time, ``output_kb`` printed or written to any one file, and
    how many ``processes``.
    """

    time_s: float = 30.0
    wait_s: float = 120.0
    memory_mb: int = 1024
    output_kb: int = 256
    processes: int = 16

    def __post_init__(self) -> None:
        check_fields(self)
        for name, value in asdict(self).items():
            if not value > 0:
                raise ValueError(f"Limits({name}={value}): expected more than 0")

    def take_hold(self) -> None:
        """From here on this process, and all that it starts, is held to them by the system."""
        seconds = int(self.time_s) + 1
        memory, output = self.memory_mb << 20, self.output_kb << 10
        for what, most in (
            (resource.RLIMIT_CPU, seconds),
            (resource.RLIMIT_AS, memory),
            (resource.RLIMIT_FSIZE, output),
            (resource.RLIMIT_CORE, 0),
        ):
            resource.setrlimit(what, (most, most))
