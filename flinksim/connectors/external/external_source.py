"""A source of an external system, which reads a recording of it.

A program can build, plan and check such a source without a recording. To run it, bind one:
:mod:`flinksim.external_data`.

Flink: ``KafkaSource``, ``PulsarSource``, ``FlinkKinesisConsumer``, ``RMQSource``.
Differs: partitions are those of the recording, and all of them are known at the start.
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
    ) -> None:
        self.system = system
        self.addresses = tuple(addresses)
        self.schema = schema
        self.bounded = bounded
        self.waits_for_input = not bounded
        self.start, self.stop = start, stop
        self.pattern = pattern
        get_type: Callable[[], TypeInformation | None] | None = getattr(
            schema, "get_produced_type", None
        )
        self.produced_type = None if get_type is None else get_type()
        self.recording = ""
        self._messages: dict[str, Sequence[ExternalMessage]] | None = None

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
        self, messages: Sequence[ExternalMessage], recording: str, mode: SourceMode | None = None
    ) -> ExternalSource:
        """Return a copy that reads *messages*, which *recording* contains.

        *mode* declares the recording bounded or not; by default it is what the source is.
        """
        bound = copy.copy(self)
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

    def open_split(self, split: str) -> Iterator[SourceItem]:
        deserialize = self.schema.deserialize
        for message in self._get_messages()[split]:
            if not self.start.is_reached(message):
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
                yield SourceRecord(value, message.timestamp, message.arrival_ms)
        if self.stop.kind not in ("never", "timestamp", "offsets"):
            yield SourceEndOfInput(message.arrival_ms or 0)


def _get_split_order(item: tuple[str, Sequence[ExternalMessage]]) -> tuple[str, int]:
    first = item[1][0]
    return first.topic, first.partition
