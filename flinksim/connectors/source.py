"""Interface of a source: its splits, and the items of each split in order.

Flink: ``org.apache.flink.api.connector.source`` (FLIP-27). Differs: a split is read by a plain
iterator of :data:`SourceItem`. Discovery and assignment of splits are one call: subtask ``i`` of
``n`` reads the splits ``i, i+n, i+2n ...`` .
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from flinksim.common.typeinfo import TypeInformation
from flinksim.core.unsupported_api import as_java_object


@dataclass(slots=True)
class SourceRecord:
    """One record of a split.

    ``timestamp`` is the event timestamp that the source provides, ``None`` for none. ``arrival_ms``
    is the processing time from which the record can be read, ``None`` for immediately. It never
    decreases within a split.
    """

    value: Any
    timestamp: int | None = None
    arrival_ms: int | None = None


@dataclass(frozen=True, slots=True)
class SourceWatermark:
    """A watermark from the split itself: event time has reached *timestamp* (scripted sources)."""

    timestamp: int
    arrival_ms: int | None = None


@dataclass(frozen=True, slots=True)
class SourceStatus:
    """An idle or active status from the split itself (scripted sources)."""

    is_idle: bool
    arrival_ms: int | None = None


@dataclass(frozen=True, slots=True)
class SourceEndOfInput:
    """The split has no further items, but ends only at *arrival_ms*."""

    arrival_ms: int


@dataclass(frozen=True, slots=True)
class SourcePause:
    """No items are available until *arrival_ms*, for example while a source function sleeps."""

    arrival_ms: int


SourceItem: TypeAlias = (
    SourceRecord | SourceWatermark | SourceStatus | SourceEndOfInput | SourcePause
)


class LiveSplit(ABC):
    """A split whose items are not known in advance, such as a socket.

    ``poll`` never blocks. ``wait`` blocks in real time, and is called only when the whole job has
    nothing else to do.
    """

    connection_attempts: int = 0
    """Number of connections made so far; 0 if nothing is connected."""

    @abstractmethod
    def poll(self) -> SourceItem | None:
        """Return the next item if one is available, else ``None``."""

    @abstractmethod
    def wait(self, timeout_s: float | None) -> None:
        """Wait at most *timeout_s* seconds for an item or the end of the split."""

    @property
    @abstractmethod
    def has_ended(self) -> bool:
        """Whether ``poll`` has returned the last item."""

    def on_item_read(self, item: SourceItem, processing_time_ms: int) -> None:
        """Record that the job has read *item* at this processing time.

        At the end of the split it is called with a :class:`SourceEndOfInput`.
        """

    def close(self) -> None:
        """Release the resources of the split; called once, when the job ends for any reason."""


class Source(ABC):
    """A source of records; every run reads the same object, so it keeps no position."""

    get_java_function = as_java_object

    bounded: bool = True
    waits_for_input: bool = False
    """Whether a subtask whose splits have ended, or that has none, waits for more (Kafka)."""
    is_live: bool = False
    """Whether the source reads external data that cannot be read a second time (a socket)."""
    is_in_memory: bool = False
    """Whether the source holds its records, so that a repeated run reads the same ones.

    A file can change between two runs, or share its position with a copy of the process.
    """
    produced_type: TypeInformation | None = None
    """The type of its values, if known. Flink: ``ResultTypeQueryable``."""

    @abstractmethod
    def splits(self, parallelism: int) -> Sequence[str]:
        """Return the names of the splits, in a fixed order, for the source's parallelism."""

    def has_split(self, split: str) -> bool:
        """Return whether *split* from a snapshot can be opened, for any parallelism."""
        return split in self.splits(1)

    def first_arrival_ms(self) -> int | None:
        """Return when the first record of all splits can be read, if known in advance.

        A run starts at the earliest of these times, so that no time passes before the first record.
        """
        return None

    def count_items(self) -> int | None:
        """Return the number of items of all splits, if known in advance."""
        return None

    def find_creation_ms(self, split: str) -> int | None:
        """Return when *split* is created, ``None`` if it has always existed."""
        return None

    def find_discovery_ms(self, created_ms: int, now_ms: int) -> int | None:
        """Return when a job that starts at *now_ms* discovers a split that is created later.

        ``None`` if it never does. Flink: ``SplitEnumerator`` with periodic discovery.
        """
        return None

    @abstractmethod
    def open_split(self, split: str) -> Iterator[SourceItem] | LiveSplit:
        """Return the items of *split* from its beginning."""
