"""A source of an external system, which reads a recording of it.

A program can build, plan and check such a source without a recording. To run it, bind one:
:mod:`flinksim.external_data`.

Flink: ``KafkaSource``, ``PulsarSource``, ``FlinkKinesisConsumer``, ``RMQSource``.
Differs: partitions are those of the recording. All of them are known at the start, except those that
the binding declares to appear later.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from flinksim.common.typeinfo import TypeInformation
from flinksim.connectors.external.message import ExternalMessage
from flinksim.connectors.source import Source, SourceEndOfInput, SourceItem, SourceRecord
from flinksim.core.binding_errors import UnboundSourceError
from flinksim.core.pyflink_errors import (
    PYFLINK_SEMANTICS_ALLOWED,
    is_imported_as_pyflink,
    raise_or_warn,
)

SourceMode = Literal["bounded", "unbounded"]


class DeserializationError(ValueError):
    """A message that the program's deserialization schema rejects."""


@dataclass(frozen=True, slots=True)
class OffsetsPosition:
    """A position in each partition.

    Kinds: ``earliest``, ``latest`` (when the job starts; all of a recording arrives after that),
    ``committed``, ``timestamp``, ``offsets``, and ``never`` for a source that does not stop.

    Flink: ``OffsetsInitializer``.
    """

    kind: str
    timestamp: int = 0
    offsets: Mapping[tuple[str, int], int] = field(default_factory=dict)
    reset: str = "EARLIEST"

    def is_reached(self, message: ExternalMessage) -> bool:
        """Return whether *message* is at the position or behind it."""
        if self.kind == "timestamp":
            return message.timestamp is not None and message.timestamp >= self.timestamp
        if self.kind == "offsets":
            offset = self.offsets.get((message.topic, message.partition))
            return message.offset >= (0 if offset is None else offset)
        return True

    def is_end(self, message: ExternalMessage) -> bool:
        """Return whether a source that stops at the position stops before *message*."""
        if self.kind == "offsets" and (message.topic, message.partition) not in self.offsets:
            return False
        return self.kind in ("timestamp", "offsets") and self.is_reached(message)


@dataclass(frozen=True, slots=True)
class ConsumerSettings:
    """The consumer group of a source, when it commits offsets, and when it looks for new partitions.

    ``auto_commit_ms`` is the interval of ``enable.auto.commit``, 0 if it is off. ``discovery_ms`` is
    the interval of partition discovery, 0 or less for none.

    Flink: ``KafkaSourceOptions``; Kafka: ``ConsumerConfig``.
    """

    group: str = ""
    commits_on_checkpoint: bool = False
    auto_commit_ms: int = 0
    discovery_ms: int = 300_000


@dataclass(frozen=True, slots=True)
class PartitionFacts:
    """What a recording does not say about its partitions, each by its number or its split's name.

    ``appearing`` partitions are created when their first message arrives; all others exist at the
    start. ``committed`` are the offsets that the consumer group has committed before the job starts.
    """

    appearing: frozenset[str] = frozenset()
    committed: Mapping[str, int] = field(default_factory=dict)


EARLIEST = OffsetsPosition("earliest")
LATEST = OffsetsPosition("latest")
NEVER = OffsetsPosition("never")


class ExternalSource(Source):
    """The messages of topics, one split for each partition.

    A record has the timestamp of its message. A message that the schema turns into ``None`` makes no
    record. An unbounded source never ends: its subtasks wait for more, also one without a partition.

    Flink: ``KafkaSourceEnumerator`` tells readers that there are no more splits only if the source
    is bounded.

    Args:
        system: the name of the system, such as ``Kafka``.
        addresses: topics, streams or queues.
        schema: the program's deserialization schema.
        bounded: whether the source ends.
        start: the position at which it starts.
        stop: the position at which it stops.
        pattern: whether the only address is a regular expression.
        consumer: the consumer group and its intervals.
    """

    parallel = True

    def __init__(
        self,
        system: str,
        addresses: Sequence[str],
        schema: Any,
        *,
        bounded: bool = False,
        start: OffsetsPosition = EARLIEST,
        stop: OffsetsPosition = NEVER,
        pattern: bool = False,
        consumer: ConsumerSettings | None = None,
    ) -> None:
        self.system = system
        self.addresses = tuple(addresses)
        self.schema = schema
        _check_schema(schema)
        self.bounded = bounded
        self.waits_for_input = not bounded
        self.start, self.stop = start, stop
        self.pattern = pattern
        self.consumer = consumer or ConsumerSettings()
        self.facts = PartitionFacts()
        self.committed_offsets: dict[str, int] = {}
        """The offsets that the last run committed, by split; for the report alone."""
        get_type: Callable[[], TypeInformation | None] | None = getattr(
            schema, "get_produced_type", None
        )
        self.produced_type = None if get_type is None else get_type()
        describe: Callable[[], str] | None = getattr(schema, "describe_type", None)
        known = "values of unknown type" if self.produced_type is None else str(self.produced_type)
        self.type_text = known if describe is None else describe()
        """The type of the values, for people."""
        self.recording = ""
        self._messages: dict[str, Sequence[ExternalMessage]] | None = None
        self._next_offsets: dict[str, list[int]] = {}
        """For each split the offset behind each of its items, as far as they have been read."""

    @property
    def is_bound(self) -> bool:
        """Whether a recording is bound to the source."""
        return self._messages is not None

    def has_address(self, name: str) -> bool:
        """Return whether *name* is one of the topics that the source reads."""
        if self.pattern:
            return re.fullmatch(self.addresses[0], name) is not None
        return name in self.addresses

    def bind(
        self,
        messages: Sequence[ExternalMessage],
        recording: str,
        mode: SourceMode | None = None,
        facts: PartitionFacts | None = None,
    ) -> ExternalSource:
        """Return a copy that reads *messages*, which *recording* contains.

        *mode* declares the recording bounded or not; by default it is what the source is.
        """
        bound = copy.copy(self)
        bound.committed_offsets, bound._next_offsets = {}, {}
        if facts is not None:
            bound.facts = facts
        splits: dict[str, list[ExternalMessage]] = {}
        for message in messages:
            splits.setdefault(f"{message.topic}-{message.partition}", []).append(message)
        bound._messages = dict(sorted(splits.items(), key=_get_split_order))
        bound.recording = recording
        if mode is not None:
            bound.bounded = mode == "bounded"
            bound.waits_for_input = not bound.bounded
        return bound

    def _get_messages(self) -> dict[str, Sequence[ExternalMessage]]:
        if self._messages is None:
            raise UnboundSourceError(
                f"{self.system} {', '.join(self.addresses)}: there is no data. Bind a file to it: "
                f"flinksim run PROGRAM --source {self.addresses[0]}=FILE, or "
                f"flinksim.bindings({{{self.addresses[0]!r}: FILE}}) in Python"
            )
        return self._messages

    def splits(self, parallelism: int) -> Sequence[str]:
        return tuple(self._get_messages())

    def first_arrival_ms(self) -> int | None:
        if self._messages is None:
            return None
        firsts = [messages[0].arrival_ms for messages in self._messages.values() if messages]
        return min((first for first in firsts if first is not None), default=None)

    def find_creation_ms(self, split: str) -> int | None:
        first = self._get_messages()[split][0]
        return first.arrival_ms if self._is_appearing(first) else None

    def find_discovery_ms(self, created_ms: int, now_ms: int) -> int | None:
        interval = self.consumer.discovery_ms
        if self.bounded or interval <= 0:  # a bounded source looks for partitions once
            return None
        return now_ms - (now_ms - created_ms) // interval * interval

    def get_next_offset(self, split: str, items_taken: int) -> int | None:
        """Return the offset of the message to read after this number of items of *split*.

        ``None`` if the source does not know it before it has read a message.
        """
        if items_taken:
            return self._next_offsets[split][items_taken - 1]
        if self.start.kind not in ("timestamp", "offsets"):
            return None
        messages = self._get_messages()[split]
        return next((one.offset for one in messages if self._is_started(one)), None)

    def _is_appearing(self, message: ExternalMessage) -> bool:
        names = (str(message.partition), f"{message.topic}-{message.partition}")
        return any(name in self.facts.appearing for name in names)

    def _is_started(self, message: ExternalMessage) -> bool:
        """Return whether *message* is at the start position; a new partition is read from its beginning."""
        if self._is_appearing(message):
            return True
        if self.start.kind != "committed":
            return self.start.is_reached(message)
        committed = self.facts.committed
        by_number = committed.get(str(message.partition), 0)
        return message.offset >= committed.get(f"{message.topic}-{message.partition}", by_number)

    def open_split(self, split: str) -> Iterator[SourceItem]:
        deserialize = self.schema.deserialize
        next_offsets: list[int] = []
        self._next_offsets[split] = next_offsets
        for message in self._get_messages()[split]:
            if not self._is_started(message):
                continue
            if self.stop.is_end(message):
                yield SourceEndOfInput(message.arrival_ms or 0)
                return
            try:
                value = deserialize(message.value)
            except Exception as error:
                raise DeserializationError(
                    f"{message.location}: {type(self.schema).__name__} cannot read the message at "
                    f"offset {message.offset} of {split}: {error}"
                ) from error
            if value is not None:
                next_offsets.append(message.offset + 1)
                yield SourceRecord(value, message.timestamp, message.arrival_ms)
        if self.stop.kind not in ("never", "timestamp", "offsets"):
            yield SourceEndOfInput(message.arrival_ms or 0)


def _check_schema(schema: Any) -> None:
    """Warn about a schema that is written in Python, for which PyFlink passes ``null`` to Java."""
    kind = type(schema)
    is_own = hasattr(schema, "deserialize") and not kind.__module__.startswith("flinksim")
    if is_own and is_imported_as_pyflink() and PYFLINK_SEMANTICS_ALLOWED.get():
        raise_or_warn(
            TypeError(f"{kind.__name__} is written in Python, and Flink runs only schemas of Java")
        )


def _get_split_order(item: tuple[str, Sequence[ExternalMessage]]) -> tuple[str, int]:
    first = item[1][0]
    return first.topic, first.partition
