"""Network settings of a run, and the related options of the program's configuration."""

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
    """Network settings of a run, independent of the program.

    ``None`` leaves a setting to the program's configuration, and so to Flink's defaults.

    - ``buffer_timeout_ms``: when a buffer that is not full is sent; 0 means after every record, -1
      never.
    - ``segment_bytes``: the size of a network buffer (``taskmanager.memory.segment-size``).
    - ``network_buffers``: the buffers of each TaskManager (from ``taskmanager.memory.network.*``).
    - ``latency_ms``: the latency of a message between two TaskManagers, in virtual time.
    - ``bytes_per_s``: the bandwidth between two TaskManagers; ``None`` means unlimited.
    - ``flow_control``: ``"before credits"`` is Flink up to 1.4. A receiver without a buffer stops
      reading the one connection that all channels of an edge between two TaskManagers share.
    - ``seed``: the seed of random partitioners.

    >>> NetworkSettings(latency_ms=5).is_timed
    True

    Raises:
        ValueError: If a number is out of range; the text names the setting.
        TypeError: If a value is not a whole number; the text names the setting.
    """

    buffer_timeout_ms: int | None = None
    segment_bytes: int | None = None
    network_buffers: int | None = None
    latency_ms: int = 0
    bytes_per_s: int | None = None
    flow_control: FlowControl = "credits"
    seed: int = 0

    def __post_init__(self) -> None:
        for name, minimum in _MIN_VALUES.items():
            value = getattr(self, name)
            if value is None:
                continue
            if not isinstance(value, Integral):
                raise TypeError(f"{name}: expected a whole number, found {value!r}")
            if value < minimum:
                raise ValueError(f"{name}: expected at least {minimum}, found {value}")
        if self.flow_control not in ("credits", "before credits"):
            raise ValueError(
                f"flow_control: expected 'credits' or 'before credits', found {self.flow_control!r}"
            )

    def with_defaults(self, configuration: Configuration) -> NetworkSettings:
        """Return the settings with unset values taken from *configuration* or Flink's defaults."""
        segment_bytes = self.segment_bytes
        if segment_bytes is None:
            segment_bytes = configuration.get_memory_bytes(SEGMENT_SIZE, DEFAULT_SEGMENT_BYTES)
            if segment_bytes < 1:
                raise ValueError(f"option {SEGMENT_SIZE!r}: expected at least 1 byte")
        network_buffers = self.network_buffers
        if network_buffers is None:
            network_buffers = compute_network_memory_bytes(configuration) // segment_bytes
        return replace(self, segment_bytes=segment_bytes, network_buffers=network_buffers)

    @property
    def is_timed(self) -> bool:
        """Whether messages between TaskManagers take virtual time."""
        return self.latency_ms > 0 or self.bytes_per_s is not None


_MIN_VALUES = {
    "buffer_timeout_ms": -1,
    "segment_bytes": 1,
    "network_buffers": 0,
    "latency_ms": 0,
    "bytes_per_s": 1,
}


def compute_network_memory_bytes(configuration: Configuration) -> int:
    """Compute the network memory of a TaskManager in bytes.

    Flink: ``TaskExecutorProcessUtils``. Differs: total Flink memory is 1280 MB unless it is set.
    That is what the default ``taskmanager.memory.process.size`` of 1728 MB leaves.

    Raises:
        ValueError: If the configured minimum is greater than the maximum.
    """
    total = configuration.get_memory_bytes(FLINK_SIZE, 1280 * _MIB)
    minimum = configuration.get_memory_bytes(NETWORK_MIN, 64 * _MIB)
    maximum = configuration.get_memory_bytes(NETWORK_MAX, (1 << 63) - 1)
    if minimum > maximum:
        raise ValueError(
            f"options: {NETWORK_MIN} ({minimum}) must not be greater than {NETWORK_MAX} ({maximum})"
        )
    fraction = configuration.get_float(NETWORK_FRACTION, 0.1)
    return min(max(int(total * fraction), minimum), maximum)
