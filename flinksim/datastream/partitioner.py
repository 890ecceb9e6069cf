"""Partitioners, which select the channel of each record on an edge.

A partitioner is declared once per edge. Every subtask that writes to the edge works on its own
``copy()``, whose ``setup`` sets the number of channels.

Flink: ``org.apache.flink.streaming.runtime.partitioner``.
Differs: ``select_channel`` gets the record itself, not a serialization delegate; random choices use a
start and a generator that the caller passes, so that a run can be repeated.
"""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Callable
from operator import index
from random import Random
from typing import Any, ClassVar, Protocol, Self, SupportsIndex

from flinksim.core.java.key_groups import (
    KeyHash,
    assign_key_to_parallel_operator,
    assign_to_key_group,
    compute_java_hash_code,
    compute_operator_index_for_key_group,
)
from flinksim.datastream.functions import Function

_CHANNEL_CACHE_SIZE = 1 << 14


class ValueHolder(Protocol):
    """The part of a stream record that a partitioner uses."""

    value: Any


class StreamPartitioner(ABC):
    """Selects the channel of each record.

    ``name`` is the ship strategy that plans show. A *pointwise* partitioner connects a subtask to
    some of the downstream subtasks only. A *broadcast* one writes to all channels and selects none.
    """

    __slots__ = ("number_of_channels",)

    name: ClassVar[str]
    is_pointwise: ClassVar[bool] = False
    is_broadcast: ClassVar[bool] = False
    supports_unaligned_checkpoint: ClassVar[bool] = True

    def __init__(self) -> None:
        self.number_of_channels = 0

    def setup(
        self, number_of_channels: int, random_start: int = 0, random: Random | None = None
    ) -> None:
        """Set the number of channels.

        Args:
            number_of_channels: The number of channels of the writing subtask.
            random_start: The start of a round robin.
            random: The generator of a random choice.
        """
        self.number_of_channels = number_of_channels

    @abstractmethod
    def select_channel(self, record: ValueHolder) -> int:
        """Return the channel of *record*, from 0."""

    def copy(self) -> Self:
        """Return a copy for one subtask."""
        return copy.copy(self)

    def with_max_parallelism(self, max_parallelism: int) -> StreamPartitioner:
        """Return the same partitioner for this number of key groups, or itself if it uses none."""
        return self

    def functions(self) -> tuple[Function, ...]:
        """Return the user functions in it, which the task opens and closes."""
        return ()

    @property
    def upstream_subtask_state_mapper(self) -> str:
        """How in-flight output is assigned after rescaling (Flink: ``SubtaskStateMapper``)."""
        return "ARBITRARY"

    @property
    def downstream_subtask_state_mapper(self) -> str:
        """How in-flight input is assigned after rescaling (Flink: ``SubtaskStateMapper``)."""
        return "UNSUPPORTED"

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class _UnalignedUnsupportedPartitioner(StreamPartitioner):
    """Partitioner whose channels cannot be restored with another parallelism."""

    __slots__ = ()
    supports_unaligned_checkpoint = False

    @property
    def upstream_subtask_state_mapper(self) -> str:
        return "UNSUPPORTED"


class ForwardPartitioner(_UnalignedUnsupportedPartitioner):
    """Sends records to the downstream subtask with the same index."""

    __slots__ = ()
    name = "FORWARD"
    is_pointwise = True

    def select_channel(self, record: ValueHolder) -> int:
        return 0


class ForwardForUnspecifiedPartitioner(ForwardPartitioner):
    """A forward edge that the user did not request; Flink's optimizer may replace it."""

    __slots__ = ()

    @property
    def downstream_subtask_state_mapper(self) -> str:
        raise RuntimeError(
            "ForwardForUnspecifiedPartitioner is a intermediate partitioner in optimization phase, "
            "should be converted to a ForwardPartitioner/RescalePartitioner."
        )


class ForwardForConsecutiveHashPartitioner(ForwardPartitioner):
    """A forward edge in place of a second hash by the same key, with that hash as a fallback."""

    __slots__ = ("hash_partitioner",)

    def __init__(self, hash_partitioner: StreamPartitioner) -> None:
        super().__init__()
        self.hash_partitioner = hash_partitioner

    @property
    def downstream_subtask_state_mapper(self) -> str:
        raise RuntimeError(
            "ForwardForConsecutiveHashPartitioner is a intermediate partitioner in optimization "
            "phase, should be converted to a ForwardPartitioner and its underlying "
            "hashPartitioner at runtime."
        )


class _RoundRobinPartitioner(StreamPartitioner):
    """Selects the channels in round-robin order."""

    __slots__ = ("_last_channel",)

    def __init__(self) -> None:
        super().__init__()
        self._last_channel = 0

    def select_channel(self, record: ValueHolder) -> int:
        channel = self._last_channel + 1
        if channel >= self.number_of_channels:
            channel = 0
        self._last_channel = channel
        return channel


class RebalancePartitioner(_RoundRobinPartitioner):
    """Sends records to all downstream subtasks in round-robin order.

    The first record goes to channel ``(random_start + 1) % channels``; Flink draws the start.
    """

    __slots__ = ()
    name = "REBALANCE"

    def setup(
        self, number_of_channels: int, random_start: int = 0, random: Random | None = None
    ) -> None:
        super().setup(number_of_channels, random_start, random)
        self._last_channel = random_start

    @property
    def downstream_subtask_state_mapper(self) -> str:
        return "ROUND_ROBIN"


class RescalePartitioner(_RoundRobinPartitioner, _UnalignedUnsupportedPartitioner):
    """Sends records to a few downstream subtasks in round-robin order, starting with channel 0."""

    __slots__ = ()
    name = "RESCALE"
    is_pointwise = True

    def setup(
        self, number_of_channels: int, random_start: int = 0, random: Random | None = None
    ) -> None:
        super().setup(number_of_channels, random_start, random)
        self._last_channel = -1


class ShufflePartitioner(StreamPartitioner):
    """Sends each record to a random downstream subtask.

    The generator passed to ``setup`` draws it.
    """

    __slots__ = ("_random",)
    name = "SHUFFLE"

    def setup(
        self, number_of_channels: int, random_start: int = 0, random: Random | None = None
    ) -> None:
        super().setup(number_of_channels, random_start, random)
        if random is None:
            raise ValueError("ShufflePartitioner.setup needs a seeded random generator")
        self._random = random

    def select_channel(self, record: ValueHolder) -> int:
        return self._random.randrange(self.number_of_channels)

    @property
    def downstream_subtask_state_mapper(self) -> str:
        return "ROUND_ROBIN"


class BroadcastPartitioner(_UnalignedUnsupportedPartitioner):
    """Sends records to every downstream subtask."""

    __slots__ = ()
    name = "BROADCAST"
    is_broadcast = True

    def select_channel(self, record: ValueHolder) -> int:
        raise NotImplementedError("Broadcast partitioner does not support select channels.")


class GlobalPartitioner(StreamPartitioner):
    """Sends all records to the first downstream subtask."""

    __slots__ = ()
    name = "GLOBAL"

    def select_channel(self, record: ValueHolder) -> int:
        return 0

    @property
    def downstream_subtask_state_mapper(self) -> str:
        return "FIRST"


class KeyRouting:
    """The channel of a key and how it was computed.

    ``event_args`` caches the trace event of the record writer.
    """

    __slots__ = ("channel", "event_args", "hash_code", "key", "key_group")

    def __init__(self, channel: int, key: Any, hash_code: int, key_group: int) -> None:
        self.channel = channel
        self.key = key
        self.hash_code = hash_code
        self.key_group = key_group
        self.event_args: Any = None


class KeyGroupStreamPartitioner(StreamPartitioner):
    """Sends records to the subtask that owns the record's key group.

    Errors: ``TypeError`` if the key selector returns ``None`` or a value that cannot be a key.
    """

    __slots__ = ("_channel_cache", "_routing_cache", "key_hash", "key_selector", "max_parallelism")
    name = "HASH"

    def __init__(
        self,
        key_selector: Callable[[Any], Any],
        max_parallelism: int,
        key_hash: KeyHash | None = None,
    ) -> None:
        super().__init__()
        if max_parallelism <= 0:
            raise ValueError("Number of key-groups must be > 0!")
        self.key_selector = key_selector
        self.max_parallelism = max_parallelism
        self.key_hash = key_hash
        # Only exact str and int are cached, because True == 1 == 1.0 as keys of a dict.
        self._channel_cache: dict[str | int, int] = {}
        self._routing_cache: dict[str | int, KeyRouting] = {}

    def setup(
        self, number_of_channels: int, random_start: int = 0, random: Random | None = None
    ) -> None:
        super().setup(number_of_channels, random_start, random)
        self._channel_cache = {}
        self._routing_cache = {}

    def select_channel(self, record: ValueHolder) -> int:
        return self.select_channel_of_key(self.key_selector(record.value))

    def select_channel_of_key(self, key: Any) -> int:
        """Return the channel of the records with *key*."""
        kind = type(key)
        if kind is not str and kind is not int:
            return self._compute_channel(key)
        channel = self._channel_cache.get(key)
        if channel is None:
            if len(self._channel_cache) >= _CHANNEL_CACHE_SIZE:
                self._channel_cache.clear()
            channel = self._channel_cache[key] = self._compute_channel(key)
        return channel

    def get_routing(self, record: ValueHolder) -> KeyRouting:
        """Return the channel of :meth:`select_channel` and how it is computed.

        Equal keys often get the same object.
        """
        key = self.key_selector(record.value)
        if type(key) is not str and type(key) is not int:
            return self._compute_routing(key)
        choice = self._routing_cache.get(key)
        if choice is None:
            if len(self._routing_cache) >= _CHANNEL_CACHE_SIZE:
                self._routing_cache.clear()
            choice = self._routing_cache[key] = self._compute_routing(key)
        return choice

    def _compute_routing(self, key: Any) -> KeyRouting:
        group = assign_to_key_group(key, self.max_parallelism, self.key_hash)
        channel = compute_operator_index_for_key_group(
            self.max_parallelism, self.number_of_channels, group
        )
        return KeyRouting(channel, key, (self.key_hash or compute_java_hash_code)(key), group)

    def _compute_channel(self, key: Any) -> int:
        return assign_key_to_parallel_operator(
            key, self.max_parallelism, self.number_of_channels, self.key_hash
        )

    def copy(self) -> KeyGroupStreamPartitioner:
        return KeyGroupStreamPartitioner(
            copy.deepcopy(self.key_selector), self.max_parallelism, self.key_hash
        )

    def with_max_parallelism(self, max_parallelism: int) -> KeyGroupStreamPartitioner:
        return KeyGroupStreamPartitioner(self.key_selector, max_parallelism, self.key_hash)

    def functions(self) -> tuple[Function, ...]:
        return get_key_selector_functions(self.key_selector)

    @property
    def downstream_subtask_state_mapper(self) -> str:
        return "RANGE"

    def __repr__(self) -> str:
        return f"KeyGroupStreamPartitioner(max_parallelism={self.max_parallelism})"


class CustomPartitionerWrapper(StreamPartitioner):
    """Sends records to the channel that ``Partitioner.partition(key, number_of_channels)`` returns.

    Errors: ``ValueError`` if that is not one of the channels.
    """

    __slots__ = ("key_selector", "partitioner")
    name = "CUSTOM"
    supports_unaligned_checkpoint = False

    def __init__(self, partitioner: Any, key_selector: Callable[[Any], Any]) -> None:
        super().__init__()
        self.partitioner = partitioner
        self.key_selector = key_selector

    def select_channel(self, record: ValueHolder) -> int:
        key = self.key_selector(record.value)
        channel = self.partitioner.partition(key, self.number_of_channels)
        if isinstance(channel, SupportsIndex) and 0 <= index(channel) < self.number_of_channels:
            return index(channel)
        raise ValueError(
            f"{type(self.partitioner).__name__}.partition({key!r}, "
            f"{self.number_of_channels}) returned {channel!r}; expected a channel "
            f"from 0 to {self.number_of_channels - 1}"
        )

    def copy(self) -> CustomPartitionerWrapper:
        return copy.deepcopy(self)

    def functions(self) -> tuple[Function, ...]:
        own = (self.partitioner,) if isinstance(self.partitioner, Function) else ()
        return own + get_key_selector_functions(self.key_selector)

    @property
    def downstream_subtask_state_mapper(self) -> str:
        return "FULL"


def get_key_selector_functions(key_selector: Any) -> tuple[Function, ...]:
    """Return the user's object whose method is *key_selector*; nothing for a plain function."""
    owner = getattr(key_selector, "__self__", None)
    return (owner,) if isinstance(owner, Function) else ()
