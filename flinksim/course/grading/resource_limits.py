"""The resource limits of a submission.

Not in Flink.
"""

from __future__ import annotations

import resource
from dataclasses import asdict, dataclass

from flinksim.core.validation import validate_fields


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

    def apply(self) -> None:
        """Apply the limits to this process and all that it starts, with ``setrlimit``."""
        seconds = int(self.time_s) + 1
        memory, output = self.memory_mb << 20, self.output_kb << 10
        for limit, maximum in (
            (resource.RLIMIT_CPU, seconds),
            (resource.RLIMIT_AS, memory),
            (resource.RLIMIT_FSIZE, output),
            (resource.RLIMIT_CORE, 0),
        ):
            resource.setrlimit(limit, (maximum, maximum))
