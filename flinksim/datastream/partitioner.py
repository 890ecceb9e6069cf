"""How a record chooses one of the channels of an edge.

A partitioner is declared once per edge; every subtask that writes to the edge works on its own
``copy()``, which ``setup`` tells the number of channels.

Flink: ``org.apache.flink.streaming.runtime.partitioner``.
Differs: ``select_channel`` is handed the record itself, not a serialization delegate; random
choices come from a start and a generator that the caller hands in, so that a run can be repeated.
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
    compute_operator_index_for_key_group,
    java_hash_code,
)
from flinksim.datastream.functions import Function

_CHANNEL_CACHE_SIZE = 1 << 14


class HasValue(Protocol):
    """What a partitioner sees of a stream record."""

    value: Any


class StreamPartitioner(ABC):
    """Chooses the channel of each record.

    ``name`` is the ship strategy that plans show. A *pointwise* partitioner joins a subtask to some
    of the subtasks downstream only; a *broadcast* one writes to all channels and chooses none.
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
        """Say how many channels there are; the rest serves those that choose by chance."""
        self.number_of_channels = number_of_channels

    @abstractmethod
    def select_channel(self, record: HasValue) -> int:
        """The channel of *record*, from 0."""

    def copy(self) -> Self:
        """A partitioner of its own for one subtask."""
        return copy.copy(self)

    def with_max_parallelism(self, max_parallelism: int) -> StreamPartitioner:
        """The same for so many key groups; itself where there are none."""
        return self

    def functions(self) -> tuple[Function, ...]:
        """The user's objects in it, which the task opens and closes."""
        return ()

    @property
    def upstream_subtask_state_mapper(self) -> str:
        """Who restores in-flight output after rescaling (Flink: ``SubtaskStateMapper``)."""
        return "ARBITRARY"

    @property
    def downstream_subtask_state_mapper(self) -> str:
        """Who restores in-flight input after rescaling (Flink: ``SubtaskStateMapper``)."""
        return "UNSUPPORTED"

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class _UnalignedNotSupported(StreamPartitioner):
    """Partitioners whose channels cannot be restored under another parallelism."""

    __slots__ = ()
    supports_unaligned_checkpoint = False

    @property
    def upstream_subtask_state_mapper(self) -> str:
        return "UNSUPPORTED"


class ForwardPartitioner(_UnalignedNotSupported):
    """To the one subtask downstream with the same index."""

    __slots__ = ()
    name = "FORWARD"
    is_pointwise = True

    def select_channel(self, record: HasValue) -> int:
        return 0


class ForwardForUnspecifiedPartitioner(ForwardPartitioner):
    """A forward edge that the user did not ask for; Flink's optimizer may still replace it."""

    __slots__ = ()

    @property
    def downstream_subtask_state_mapper(self) -> str:
        raise RuntimeError(
            "ForwardForUnspecifiedPartitioner is a intermediate partitioner in optimization phase, "
            "should be converted to a ForwardPartitioner/RescalePartitioner."
        )


class ForwardForConsecutiveHashPartitioner(ForwardPartitioner):
    """A forward edge in place of a second hash by the same key (or that hash, if it must be)."""

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


class _RoundRobin(StreamPartitioner):
    """Takes the channels in turn."""

    __slots__ = ("_last_channel",)

    def __init__(self) -> None:
        super().__init__()
        self._last_channel = 0

    def select_channel(self, record: HasValue) -> int:
        channel = self._last_channel + 1
        if channel >= self.number_of_channels:
            channel = 0
        self._last_channel = channel
        return channel


class RebalancePartitioner(_RoundRobin):
    """In turn to every subtask downstream.

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


class RescalePartitioner(_RoundRobin, _UnalignedNotSupported):
    """In turn to a few subtasks downstream, beginning with the first channel."""

    __slots__ = ()
    name = "RESCALE"
    is_pointwise = True

    def setup(
        self, number_of_channels: int, random_start: int = 0, random: Random | None = None
    ) -> None:
        super().setup(number_of_channels, random_start, random)
        self._last_channel = -1


class ShufflePartitioner(StreamPartitioner):
    """To a random subtask downstream, drawn from the generator that ``setup`` is given."""

    __slots__ = ("_random",)
    name = "SHUFFLE"

    def setup(
        self, number_of_channels: int, random_start: int = 0, random: Random | None = None
    ) -> None:
        super().setup(number_of_channels, random_start, random)
        if random is None:
            raise ValueError("ShufflePartitioner.setup needs a seeded random generator")
        self._random = random

    def select_channel(self, record: HasValue) -> int:
        return self._random.randrange(self.number_of_channels)

    @property
    def downstream_subtask_state_mapper(self) -> str:
        return "ROUND_ROBIN"


class BroadcastPartitioner(_UnalignedNotSupported):
    """To every subtask downstream."""

    __slots__ = ()
    name = "BROADCAST"
    is_broadcast = True

    def select_channel(self, record: HasValue) -> int:
        raise NotImplementedError("Broadcast partitioner does not support select channels.")


class GlobalPartitioner(StreamPartitioner):
    """All to the first subtask downstream."""

    __slots__ = ()
    name = "GLOBAL"

    def select_channel(self, record: HasValue) -> int:
        return 0

    @property
    def downstream_subtask_state_mapper(self) -> str:
        return "FIRST"


class KeyChoice:
    """Why records with a key go to a channel. ``told`` is for whoever tells of it."""

    __slots__ = ("channel", "hash_code", "key", "key_group", "told")

    def __init__(self, channel: int, key: Any, hash_code: int, key_group: int) -> None:
        self.channel = channel
        self.key = key
        self.hash_code = hash_code
        self.key_group = key_group
        self.told: Any = None


class KeyGroupStreamPartitioner(StreamPartitioner):
    """To the subtask that owns the record's key group.

    Errors: ``TypeError`` if the key selector gives ``None`` or a value that cannot be a key.
    """

    __slots__ = ("_channel_of_key", "_choice_of_key", "key_hash", "key_selector", "max_parallelism")
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
        # Only exact str and int are remembered: True == 1 == 1.0 as keys of a dict.
        self._channel_of_key: dict[str | int, int] = {}
        self._choice_of_key: dict[str | int, KeyChoice] = {}

    def setup(
        self, number_of_channels: int, random_start: int = 0, random: Random | None = None
    ) -> None:
        super().setup(number_of_channels, random_start, random)
        self._channel_of_key = {}
        self._choice_of_key = {}

    def select_channel(self, record: HasValue) -> int:
        key = self.key_selector(record.value)
        kind = type(key)
        if kind is not str and kind is not int:
            return self._owner_of(key)
        channel = self._channel_of_key.get(key)
        if channel is None:
            if len(self._channel_of_key) >= _CHANNEL_CACHE_SIZE:
                self._channel_of_key.clear()
            channel = self._channel_of_key[key] = self._owner_of(key)
        return channel

    def choice_of(self, record: HasValue) -> KeyChoice:
        """What :meth:`select_channel` gives, and why; for equal keys often the same object."""
        key = self.key_selector(record.value)
        if type(key) is not str and type(key) is not int:
            return self._choice(key)
        choice = self._choice_of_key.get(key)
        if choice is None:
            if len(self._choice_of_key) >= _CHANNEL_CACHE_SIZE:
                self._choice_of_key.clear()
            choice = self._choice_of_key[key] = self._choice(key)
        return choice

    def _choice(self, key: Any) -> KeyChoice:
        group = assign_to_key_group(key, self.max_parallelism, self.key_hash)
        channel = compute_operator_index_for_key_group(
            self.max_parallelism, self.number_of_channels, group
        )
        return KeyChoice(channel, key, (self.key_hash or java_hash_code)(key), group)

    def _owner_of(self, key: Any) -> int:
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
        return key_selector_object(self.key_selector)

    @property
    def downstream_subtask_state_mapper(self) -> str:
        return "RANGE"

    def __repr__(self) -> str:
        return f"KeyGroupStreamPartitioner(max_parallelism={self.max_parallelism})"


class CustomPartitionerWrapper(StreamPartitioner):
    """To the channel that the user's ``Partitioner.partition(key, number_of_channels)`` names.

    Errors: ``ValueError`` if that is not one of the channels.
    """

    __slots__ = ("key_selector", "partitioner")
    name = "CUSTOM"
    supports_unaligned_checkpoint = False

    def __init__(self, partitioner: Any, key_selector: Callable[[Any], Any]) -> None:
        super().__init__()
        self.partitioner = partitioner
        self.key_selector = key_selector

    def select_channel(self, record: HasValue) -> int:
        key = self.key_selector(record.value)
        channel = self.partitioner.partition(key, self.number_of_channels)
        if isinstance(channel, SupportsIndex) and 0 <= index(channel) < self.number_of_channels:
            return index(channel)
        raise ValueError(
            f"{type(self.partitioner).__name__}.partition({key!r}, {self.number_of_channels}) gave "
            f"{channel!r}; expected a channel from 0 to {self.number_of_channels - 1}"
        )

    def copy(self) -> CustomPartitionerWrapper:
        return copy.deepcopy(self)

    def functions(self) -> tuple[Function, ...]:
        own = (self.partitioner,) if isinstance(self.partitioner, Function) else ()
        return own + key_selector_object(self.key_selector)

    @property
    def downstream_subtask_state_mapper(self) -> str:
        return "FULL"


def key_selector_object(key_selector: Any) -> tuple[Function, ...]:
    """The user's object whose method *key_selector* is; nothing if it is a plain function."""
    owner = getattr(key_selector, "__self__", None)
    return (owner,) if isinstance(owner, Function) else ()
