"""What a run decides about the network, and what the program's configuration says about it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from numbers import Integral
from typing import Literal, TypeAlias

from flinksim.common.configuration import Configuration
from flinksim.runtime.network.buffers import DEFAULT_SEGMENT_BYTES

FlowControl: TypeAlias = Literal["credits", "before credits"]

SEGMENT_SIZE = "taskmanager.memory.segment-size"
NETWORK_FRACTION = "taskmanager.memory.network.fraction"
NETWORK_MIN = "taskmanager.memory.network.min"
NETWORK_MAX = "taskmanager.memory.network.max"
FLINK_SIZE = "taskmanager.memory.flink.size"

_MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class NetworkSettings:
    """What a run decides about the network, beside the program.

    ``None`` leaves it to the program and its configuration, and so to Flink's defaults.

    - ``buffer_timeout_ms``: after how long a buffer that is not full is sent; 0 at once, -1 never.
    - ``segment_bytes``: the size of a network buffer (``taskmanager.memory.segment-size``).
    - ``network_buffers``: the buffers of each TaskManager (from ``taskmanager.memory.network.*``).
    - ``latency_ms``: how long a message is under way between two TaskManagers, in virtual time.
    - ``bytes_per_s``: what a link between two TaskManagers carries in a second; ``None``: any amount.
    - ``flow_control``: ``"before credits"`` is Flink up to 1.4: a receiver without a buffer stops
      reading the one connection that all channels of an edge between two TaskManagers share.
    - ``seed``: serves random partitioners.

    Raises: ValueError for a number that is out of range, TypeError for what is no whole number; both
    name it.
    """

    buffer_timeout_ms: int | None = None
    segment_bytes: int | None = None
    network_buffers: int | None = None
    latency_ms: int = 0
    bytes_per_s: int | None = None
    flow_control: FlowControl = "credits"
    seed: int = 0

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            value = getattr(self, name)
            if value is None:
                continue
            if not isinstance(value, Integral):
                raise TypeError(f"{name} must be a whole number, not {value!r}")
            if value < least:
                raise ValueError(f"{name} must be at least {least}, not {value}")
        if self.flow_control not in ("credits", "before credits"):
            raise ValueError(
                f"flow_control must be 'credits' or 'before credits', not {self.flow_control!r}"
            )

    def completed(self, configuration: Configuration) -> NetworkSettings:
        """With what *configuration* says, or Flink's defaults, where this says nothing."""
        segment_bytes = self.segment_bytes
        if segment_bytes is None:
            segment_bytes = configuration.get_memory_bytes(SEGMENT_SIZE, DEFAULT_SEGMENT_BYTES)
            if segment_bytes < 1:
                raise ValueError(f"option {SEGMENT_SIZE!r}: must be at least 1 byte")
        network_buffers = self.network_buffers
        if network_buffers is None:
            network_buffers = network_memory_bytes(configuration) // segment_bytes
        return replace(self, segment_bytes=segment_bytes, network_buffers=network_buffers)

    @property
    def is_timed(self) -> bool:
        """Whether messages between TaskManagers take time."""
        return self.latency_ms > 0 or self.bytes_per_s is not None


_LEAST = {
    "buffer_timeout_ms": -1,
    "segment_bytes": 1,
    "network_buffers": 0,
    "latency_ms": 0,
    "bytes_per_s": 1,
}


def network_memory_bytes(configuration: Configuration) -> int:
    """The network memory of a TaskManager.

    Flink: ``TaskExecutorProcessUtils``. Differs: total Flink memory is 1280 MB unless it is set,
    which is what the default ``taskmanager.memory.process.size`` of 1728 MB leaves.

    Raises: ValueError if the least is greater than the most.
    """
    total = configuration.get_memory_bytes(FLINK_SIZE, 1280 * _MIB)
    least = configuration.get_memory_bytes(NETWORK_MIN, 64 * _MIB)
    most = configuration.get_memory_bytes(NETWORK_MAX, (1 << 63) - 1)
    if least > most:
        raise ValueError(f"options: {NETWORK_MIN} ({least}) is greater than {NETWORK_MAX} ({most})")
    fraction = configuration.get_float(NETWORK_FRACTION, 0.1)
    return min(max(int(total * fraction), least), most)
