"""Read a topic of a real Kafka cluster into a recording that ``--source`` binds.

Needs confluent-kafka (``flinksim[kafka]``). No offset is committed, and no consumer group is joined.
Not in Flink.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from flinksim.connectors.external.message import ExternalMessage

INSTALL = (
    "confluent-kafka is not installed. Run: python -m pip install 'flinksim[kafka]', or record with "
    "kcat -C -J -e -b BROKERS -t TOPIC > FILE"
)
_POLL_SECONDS = 0.5
_MAX_BATCH = 500


class KafkaTopicError(Exception):
    """A topic that cannot be read; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class TopicRange:
    """The part of a topic to read.

    ``start_ms`` and ``end_ms`` are timestamps of messages; ``None`` is the first message, and what the
    topic has now. With ``follows`` the reader waits for new messages, until the time ``end_ms`` if
    there is one.
    """

    start_ms: int | None = None
    end_ms: int | None = None
    follows: bool = False


def parse_topic_range(start: str, end: str) -> TopicRange:
    """Parse ``earliest`` or a time, and ``latest``, ``never`` or a time.

    Raises:
        ValueError: If it is none of these.
    """
    start_ms = None if start == "earliest" else _parse_time("--from", start, "earliest")
    if end in ("latest", "never"):
        return TopicRange(start_ms, None, end == "never")
    end_ms = _parse_time("--until", end, "latest, never")
    if start_ms is not None and end_ms <= start_ms:
        raise ValueError(f"--until {end} is not after --from {start}")
    return TopicRange(start_ms, end_ms, end_ms > time.time() * 1000)


def _parse_time(option: str, text: str, words: str) -> int:
    if text.isdigit():
        return int(text)
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(
            f"{option} {text}: expected {words}, a time such as 2024-03-01T12:00:00Z, or ms since 1970"
        ) from None
    return round(moment.replace(tzinfo=moment.tzinfo or UTC).timestamp() * 1000)


@dataclass
class KafkaTopicReader:
    """Reads a topic.

    Args:
        brokers: Addresses of brokers, separated by commas.
        topic: The name of the topic.
        properties: More settings of librdkafka, such as those of TLS.
        timeout: Seconds to wait for the brokers.

    Raises:
        KafkaTopicError: If the package is missing, no broker answers, or there is no such topic.
    """

    brokers: str
    topic: str
    properties: Mapping[str, str] = field(default_factory=dict)
    timeout: float = 10.0

    def __post_init__(self) -> None:
        try:
            self._kafka: Any = importlib.import_module("confluent_kafka")
        except ImportError:
            raise KafkaTopicError(INSTALL) from None
        self._errors: list[str] = []
        settings = {
            "group.id": "flinksim-record",
            "enable.auto.commit": False,
            "enable.partition.eof": True,
            "auto.offset.reset": "error",
            "log_level": 0,
            "error_cb": lambda error: self._errors.append(error.str()),
            **self.properties,
            "bootstrap.servers": self.brokers,
        }
        try:
            self._consumer = self._kafka.Consumer(settings)
        except self._kafka.KafkaException as error:
            raise KafkaTopicError(f"a property is invalid: {error.args[0].str()}") from None
        self.partitions = self._list_partitions()

    def _list_partitions(self) -> list[int]:
        try:
            metadata = self._consumer.list_topics(timeout=self.timeout)
        except self._kafka.KafkaException as error:
            self._consumer.poll(0)
            reasons = [each for each in self._errors if "brokers are down" not in each]
            raise KafkaTopicError(
                f"no broker answers at {self.brokers} within {self.timeout:g} s: "
                f"{reasons[-1] if reasons else error.args[0].str()}. Check the address, and pass TLS or "
                "SASL settings with --property"
            ) from None
        found = metadata.topics.get(self.topic)
        if found is None or found.error is not None:
            known = sorted(name for name in metadata.topics if not name.startswith("__"))
            raise KafkaTopicError(
                f"the cluster has no topic {self.topic!r}. Topics: {', '.join(known[:30]) or 'none'}"
            )
        return sorted(found.partitions)

    def read(
        self, part: TopicRange, report: Callable[[int], None] = lambda count: None
    ) -> Iterator[ExternalMessage]:
        """Yield the messages of *part*; *report* gets their number about twice a second.

        Raises:
            KafkaTopicError: If a broker reports an error.
        """
        starts, ends = self._find_offsets(part)
        open_partitions = {
            partition
            for partition in self.partitions
            if (end := ends[partition]) is None or starts[partition] < end
        }
        position = self._kafka.TopicPartition
        self._consumer.assign(
            [position(self.topic, partition, starts[partition]) for partition in open_partitions]
        )
        count = 0
        while open_partitions:
            batch = self._consumer.consume(_MAX_BATCH, _POLL_SECONDS)
            for message in batch:
                partition = message.partition()
                end = ends.get(partition)
                if message.error():
                    is_end = message.error().code() == self._kafka.KafkaError._PARTITION_EOF
                    if not is_end:
                        raise KafkaTopicError(
                            f"{self.topic} after {count:,} messages: {message.error().str()}"
                        )
                    if end is not None and message.offset() >= end:
                        open_partitions.discard(partition)
                    continue
                if end is not None and message.offset() >= end - 1:
                    open_partitions.discard(partition)
                converted = _convert(message)
                if end is not None and message.offset() >= end:
                    continue
                if part.end_ms is not None and (converted.timestamp or 0) >= part.end_ms:
                    open_partitions.discard(partition)
                    continue
                count += 1
                yield converted
            report(count)
            if part.end_ms is not None and not batch and time.time() * 1000 >= part.end_ms:
                return

    def _find_offsets(self, part: TopicRange) -> tuple[dict[int, int], dict[int, int | None]]:
        """Find the first offset, and the offset behind the last one, of each partition."""
        position, starts, ends = self._kafka.TopicPartition, {}, {}
        try:
            for partition in self.partitions:
                where = position(self.topic, partition)
                low, high = self._consumer.get_watermark_offsets(where, timeout=self.timeout)
                starts[partition] = low
                ends[partition] = None if part.follows else high
                if part.start_ms is not None:
                    starts[partition] = self._find_offset(partition, part.start_ms, high)
                if part.end_ms is not None and not part.follows:
                    ends[partition] = self._find_offset(partition, part.end_ms, high)
        except self._kafka.KafkaException as error:
            raise KafkaTopicError(f"{self.topic}: {error.args[0].str()}") from None
        return starts, ends

    def _find_offset(self, partition: int, timestamp_ms: int, high: int) -> int:
        """Find the first offset whose message has this timestamp or a later one, else *high*."""
        wanted = self._kafka.TopicPartition(self.topic, partition, timestamp_ms)
        (found,) = self._consumer.offsets_for_times([wanted], timeout=self.timeout)
        return high if found.offset < 0 else int(found.offset)

    def close(self) -> None:
        """Close the connections."""
        self._consumer.close()


def _convert(message: Any) -> ExternalMessage:
    kind, timestamp = message.timestamp()
    return ExternalMessage(
        message.value(),
        message.key(),
        message.topic(),
        message.partition(),
        message.offset(),
        timestamp if kind != 0 else None,  # 0: not available
    )
