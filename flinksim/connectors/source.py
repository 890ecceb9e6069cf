"""What a source gives the runtime: splits, and for each split its items in order.

Flink: ``org.apache.flink.api.connector.source`` (FLIP-27).
Differs: a split is read by a plain iterator of :data:`SourceItem`; discovering and handing out
splits is one call, and subtask ``i`` of ``n`` reads the splits ``i, i+n, i+2n ...`` .
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from flinksim.common.typeinfo import TypeInformation
from flinksim.core.unsupported import java_object


@dataclass(slots=True)
class SourceRecord:
    """One record of a split.

    ``timestamp`` is what the source itself knows (``None``: nothing). ``arrival_ms`` is the
    processing time from which the record can be read (``None``: at once); it never goes backwards
    within a split.
    """

    value: Any
    timestamp: int | None = None
    arrival_ms: int | None = None


@dataclass(frozen=True, slots=True)
class SourceWatermark:
    """The split itself says that event time has reached *timestamp* (scripted sources)."""

    timestamp: int
    arrival_ms: int | None = None


@dataclass(frozen=True, slots=True)
class SourceStatus:
    """The split itself says that it is idle, or active again (scripted sources)."""

    is_idle: bool
    arrival_ms: int | None = None


@dataclass(frozen=True, slots=True)
class SourceEnd:
    """Nothing happens any more, but the split ends only at *arrival_ms*."""

    arrival_ms: int


@dataclass(frozen=True, slots=True)
class SourcePause:
    """Nothing until *arrival_ms*, when the split is asked again (a source function that sleeps)."""

    arrival_ms: int


SourceItem: TypeAlias = SourceRecord | SourceWatermark | SourceStatus | SourceEnd | SourcePause


class LiveSplit(ABC):
    """A split whose items are not known beforehand, such as a socket.

    ``poll`` never blocks; ``wait`` blocks in real time, and only when the whole job has nothing
    else to do.
    """

    attempts: int = 0
    """How often it has connected so far to where its items come from; 0 where nothing is connected."""

    @abstractmethod
    def poll(self) -> SourceItem | None:
        """The next item if there is one now."""

    @abstractmethod
    def wait(self, timeout_s: float | None) -> None:
        """Return when an item is there or the split has ended, or after *timeout_s* seconds."""

    @property
    @abstractmethod
    def ended(self) -> bool:
        """Whether no further item can come (and ``poll`` has given the last)."""

    def was_read(self, item: SourceItem, processing_time_ms: int) -> None:
        """The job has read *item* at this processing time: for recordings.

        When the split has ended it is told so with a :class:`SourceEnd`.
        """

    def close(self) -> None:
        """Release what the split holds; called once, when the job ends in whatever way."""


class Source(ABC):
    """A source of records; the same object is read by every run, so it keeps no position."""

    get_java_function = java_object

    bounded: bool = True
    is_live: bool = False
    """Whether reading it takes from the world what cannot be read a second time (a socket)."""
    produced_type: TypeInformation | None = None
    """The type that its values are known to have. Flink: ``ResultTypeQueryable``."""

    @abstractmethod
    def splits(self, parallelism: int) -> Sequence[str]:
        """The names of the splits, in a fixed order, given the source's parallelism."""

    def has_split(self, split: str) -> bool:
        """Whether *split*, which a snapshot names, can be opened, whatever the parallelism is now."""
        return split in self.splits(1)

    def first_arrival_ms(self) -> int | None:
        """When the first record of all splits can be read, if the source knows beforehand.

        A run begins at the earliest of them, so that nobody waits for the year 2013 to come.
        """
        return None

    @abstractmethod
    def open_split(self, split: str) -> Iterator[SourceItem] | LiveSplit:
        """The items of *split* from its beginning."""
