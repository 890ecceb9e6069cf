"""The network buffers of one TaskManager, and their distribution among the pools of its tasks."""

from __future__ import annotations

from typing import Protocol

from flinksim.runtime.network.buffers import LocalBufferPool, OverdraftBuffers

_MEMORY_OPTIONS = (
    "taskmanager.memory.network.fraction",
    "taskmanager.memory.network.min",
    "taskmanager.memory.network.max",
)


class InsufficientNetworkBuffersError(OSError):
    """The tasks of a TaskManager need more network buffers than it has.

    Flink: the ``IOException`` of ``NetworkBufferPool``.
    """


class BufferPool(Protocol):
    """A pool that gets a share of a TaskManager's buffers: at least ``required``, at most ``maximum``."""

    required: int
    maximum: int

    def set_number_of_buffers(self, count: int) -> None: ...


class NetworkBufferPool:
    """All network buffers of a TaskManager.

    - Exclusive buffers and the required buffers of each pool are reserved. If there are not enough, the
      job cannot run.
    - The rest is distributed in proportion to what each pool can use beyond its required buffers.

    Flink: ``NetworkBufferPool``.
    Differs: pools keep their shares when other tasks have finished.
    """

    __slots__ = ("_pools", "overdraft_buffers", "segment_bytes", "total", "total_required_buffers")

    def __init__(self, total: int, segment_bytes: int) -> None:
        self.total = total
        self.segment_bytes = segment_bytes
        self.total_required_buffers = 0
        self._pools: list[BufferPool] = []
        self.overdraft_buffers = OverdraftBuffers(total)

    def add_pool(self, pool: BufferPool) -> None:
        """Add *pool* and assign its share; the shares of other pools may shrink.

        Raises:
            InsufficientNetworkBuffersError: If the required buffers exceed what is left.
        """
        self._reserve(pool.required)
        self._pools.append(pool)
        if isinstance(pool, LocalBufferPool):
            pool.overdraft_buffers = self.overdraft_buffers
        self._redistribute_buffers()

    def reserve_exclusive_buffers(self, count: int) -> None:
        """Reserve *count* exclusive buffers for one channel.

        Raises:
            InsufficientNetworkBuffersError: If fewer are left.
        """
        self._reserve(count)
        self._redistribute_buffers()

    def _reserve(self, count: int) -> None:
        if self.total_required_buffers + count > self.total:
            fraction, least, most = _MEMORY_OPTIONS
            raise InsufficientNetworkBuffersError(
                f"Insufficient number of network buffers: required {count}, but only "
                f"{self.total - self.total_required_buffers} available. The total number of network "
                f"buffers is currently set to {self.total} of {self.segment_bytes} bytes each. You "
                f"can increase this number by setting the configuration keys '{fraction}', '{least}', "
                f"and '{most}'."
            )
        self.total_required_buffers += count

    def _redistribute_buffers(self) -> None:
        """Distribute all buffers that are not reserved among the pools. Flink: ``redistributeBuffers``."""
        rest = self.total - self.total_required_buffers
        usable_counts = [min(rest, pool.maximum - pool.required) for pool in self._pools]
        total_usable = sum(usable_counts)
        to_share = min(rest, total_usable)
        usable_so_far = distributed = 0
        for pool, usable in zip(self._pools, usable_counts, strict=True):
            usable_so_far += usable
            # computed from running totals, so that rounding leaves no buffer over
            share = to_share * usable_so_far // total_usable - distributed if total_usable else 0
            distributed += share
            pool.set_number_of_buffers(pool.required + share)
        self.overdraft_buffers.free = rest - to_share
