"""The buffers of one TaskManager, and how they are shared out among the pools of its tasks."""

from __future__ import annotations

from typing import Protocol

from flinksim.runtime.network.buffers import LocalBufferPool, SpareBuffers

_MORE_MEMORY = (
    "taskmanager.memory.network.fraction",
    "taskmanager.memory.network.min",
    "taskmanager.memory.network.max",
)


class InsufficientNetworkBuffersError(OSError):
    """The tasks of a TaskManager need more network buffers than it has.

    Flink: the ``IOException`` of ``NetworkBufferPool``.
    """


class BufferPool(Protocol):
    """A pool that gets its share: at least ``required``, at most ``maximum`` buffers."""

    required: int
    maximum: int

    def set_number_of_buffers(self, count: int) -> None: ...


class NetworkBufferPool:
    """All network buffers of a TaskManager.

    - Exclusive buffers and what each pool requires are promised; if that is more than there are, the
      job cannot run.
    - The rest is shared out in proportion to what each pool could take beyond what it requires.

    Flink: ``NetworkBufferPool``.
    Differs: pools keep their shares when other tasks have finished.
    """

    __slots__ = ("_pools", "promised", "segment_bytes", "spare", "total")

    def __init__(self, total: int, segment_bytes: int) -> None:
        self.total = total
        self.segment_bytes = segment_bytes
        self.promised = 0
        self._pools: list[BufferPool] = []
        self.spare = SpareBuffers(total)

    def add_pool(self, pool: BufferPool) -> None:
        """Give *pool* its share; the others' may become smaller.

        Raises: InsufficientNetworkBuffersError.
        """
        self._promise(pool.required)
        self._pools.append(pool)
        if isinstance(pool, LocalBufferPool):
            pool.spare = self.spare
        self._share_out()

    def promise_exclusive_buffers(self, count: int) -> None:
        """Set *count* buffers apart for one channel.

        Raises: InsufficientNetworkBuffersError.
        """
        self._promise(count)
        self._share_out()

    def _promise(self, count: int) -> None:
        if self.promised + count > self.total:
            fraction, least, most = _MORE_MEMORY
            raise InsufficientNetworkBuffersError(
                f"Insufficient number of network buffers: required {count}, but only "
                f"{self.total - self.promised} available. The total number of network buffers is "
                f"currently set to {self.total} of {self.segment_bytes} bytes each. You can increase "
                f"this number by setting the configuration keys '{fraction}', '{least}', and "
                f"'{most}'."
            )
        self.promised += count

    def _share_out(self) -> None:
        """Flink: ``redistributeBuffers``."""
        rest = self.total - self.promised
        wants = [min(rest, pool.maximum - pool.required) for pool in self._pools]
        wanted = sum(wants)
        to_share = min(rest, wanted)
        served = shared = 0
        for pool, want in zip(self._pools, wants, strict=True):
            served += want
            # against the sum so far, so that rounding leaves none over
            share = to_share * served // wanted - shared if wanted else 0
            shared += share
            pool.set_number_of_buffers(pool.required + share)
        self.spare.free = rest - to_share
