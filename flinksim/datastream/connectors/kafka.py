"""PyFlink: ``pyflink.datastream.connectors.kafka``.

A source reads a file that is bound to it, a sink keeps what it was given; see
:mod:`flinksim.external_data`. Errors are those of ``KafkaSourceBuilder``, ``KafkaSinkBuilder`` and
``KafkaRecordSerializationSchemaBuilder`` of Flink's Kafka connector.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any

from flinksim.common.serialization import (
    DeserializationSchema,
    SerializationSchema,
    SimpleStringSchema,
)
from flinksim.common.typeinfo import TypeInformation, Types
from flinksim.common.types import Row
from flinksim.connectors.external.external_sink import ExternalSink
from flinksim.connectors.external.external_source import (
    EARLIEST,
    LATEST,
    NEVER,
    ConsumerSettings,
    ExternalSource,
    OffsetsPosition,
)
from flinksim.connectors.external.message import ExternalMessage
from flinksim.core.flink_version import require_flink_1
from flinksim.core.java.kafka_partitioner import choose_partition
from flinksim.core.lazy_reexports import build_lazy_getattr
from flinksim.core.pyflink_errors import JavaRuntimeError
from flinksim.core.validation import validate_arguments
from flinksim.datastream.connectors.base import DeliveryGuarantee as DeliveryGuarantee
from flinksim.datastream.connectors.base import StreamTransformer
from flinksim.datastream.functions import SinkFunction, SourceFunction

__all__ = [
    "FlinkKafkaConsumer",
    "FlinkKafkaProducer",
    "KafkaOffsetResetStrategy",
    "KafkaOffsetsInitializer",
    "KafkaRecordSerializationSchema",
    "KafkaRecordSerializationSchemaBuilder",
    "KafkaSink",
    "KafkaSinkBuilder",
    "KafkaSource",
    "KafkaSourceBuilder",
    "KafkaTopicPartition",
    "KafkaTopicSelector",
    "Semantic",
]

SYSTEM = "Kafka"
_MAX_PREFIX_BYTES = 64_000 // 10


class KafkaTopicPartition:
    """A partition of a topic."""

    @validate_arguments
    def __init__(self, topic: str, partition: int) -> None:
        self._topic = topic
        self._partition = partition

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, KafkaTopicPartition):
            return False
        return self._topic == other._topic and self._partition == other._partition

    def __hash__(self) -> int:
        return 31 * (31 + self._partition) + hash(self._topic)


class KafkaOffsetResetStrategy(Enum):
    """What a source does where its offset does not exist."""

    LATEST = 0
    EARLIEST = 1
    NONE = 2


class KafkaOffsetsInitializer:
    """The offsets at which a source starts or stops."""

    def __init__(self, position: OffsetsPosition) -> None:
        self.position = position

    @staticmethod
    def committed_offsets(
        offset_reset_strategy: KafkaOffsetResetStrategy = KafkaOffsetResetStrategy.NONE,
    ) -> KafkaOffsetsInitializer:
        """Return the offsets that the group has committed: ``--source 'orders=FILE committed=0:5'``.

        A partition without a committed offset is read from its beginning.
        """
        return KafkaOffsetsInitializer(
            OffsetsPosition("committed", reset=offset_reset_strategy.name)
        )

    @staticmethod
    @validate_arguments
    def timestamp(timestamp: int) -> KafkaOffsetsInitializer:
        """Return the first offsets whose timestamp, in ms, is not before *timestamp*."""
        return KafkaOffsetsInitializer(OffsetsPosition("timestamp", timestamp))

    @staticmethod
    def earliest() -> KafkaOffsetsInitializer:
        """Return the first offset of each partition."""
        return KafkaOffsetsInitializer(EARLIEST)

    @staticmethod
    def latest() -> KafkaOffsetsInitializer:
        """Return the offsets when the job starts. What a recording contains arrives after that."""
        return KafkaOffsetsInitializer(LATEST)

    @staticmethod
    def offsets(
        offsets: dict[KafkaTopicPartition, int],
        offset_reset_strategy: KafkaOffsetResetStrategy = KafkaOffsetResetStrategy.EARLIEST,
    ) -> KafkaOffsetsInitializer:
        """Return the given offset of each partition."""
        by_partition = {(each._topic, each._partition): offset for each, offset in offsets.items()}
        return KafkaOffsetsInitializer(
            OffsetsPosition("offsets", offsets=by_partition, reset=offset_reset_strategy.name)
        )


class KafkaSource(ExternalSource):
    """Reads topics of Kafka; created by :meth:`builder`."""

    @staticmethod
    def builder() -> KafkaSourceBuilder:
        """Return a builder."""
        return KafkaSourceBuilder()


def create_consumer_settings(properties: Mapping[str, str]) -> ConsumerSettings:
    """Create the settings of the consumer, with the defaults of Flink and Kafka.

    Flink: ``KafkaSourceBuilder.parseAndSetRequiredProperties``: without a group nothing is committed.

    Raises:
        RuntimeError: If an interval is not a number.
    """
    group = properties.get("group.id", "")
    commits = properties.get("commit.offsets.on.checkpoint", "true").lower() == "true"
    is_automatic = properties.get("enable.auto.commit", "false").lower() == "true"
    try:
        auto_commit_ms = int(properties.get("auto.commit.interval.ms", "5000"))
        discovery_ms = int(properties.get("partition.discovery.interval.ms", "300000"))
    except ValueError as error:
        raise JavaRuntimeError(f"java.lang.NumberFormatException: {error}") from None
    return ConsumerSettings(
        group, bool(group) and commits, auto_commit_ms if is_automatic else 0, discovery_ms
    )


class KafkaSourceBuilder:
    """Builds a :class:`KafkaSource`."""

    def __init__(self) -> None:
        self._properties: dict[str, str] = {}
        self._addresses: tuple[str, ...] = ()
        self._subscriber = ""
        self._schema: Any = None
        self._start, self._stop, self._bounded = EARLIEST, NEVER, False

    def build(self) -> KafkaSource:
        """Build the source.

        Raises:
            RuntimeError: If servers, topics or the deserializer are missing.
        """
        if "bootstrap.servers" not in self._properties:
            raise JavaRuntimeError("Property bootstrap.servers is required but not provided")
        if not self._subscriber:
            raise JavaRuntimeError(
                "No subscribe mode is specified, should be one of topics, topic pattern and partition "
                "set."
            )
        if self._schema is None:
            raise JavaRuntimeError("Deserialization schema is required but not provided.")
        commits = self._properties.get("commit.offsets.on.checkpoint", "").lower() == "true"
        if "group.id" not in self._properties and (
            commits or self._properties.get("enable.auto.commit", "").lower() == "true"
        ):
            raise JavaRuntimeError("Property group.id is required when offset commit is enabled")
        if self._start.kind == "committed" and "group.id" not in self._properties:
            raise JavaRuntimeError(
                "Property group.id is required when using committed offset for offsets initializer"
            )
        return KafkaSource(
            SYSTEM,
            self._addresses,
            self._schema,
            bounded=self._bounded,
            start=self._start,
            stop=self._stop,
            pattern=self._subscriber == "TopicPatternSubscriber",
            consumer=create_consumer_settings(self._properties),
        )

    @validate_arguments
    def set_bootstrap_servers(self, bootstrap_servers: str) -> KafkaSourceBuilder:
        """Set the servers; nothing connects to them."""
        return self.set_property("bootstrap.servers", bootstrap_servers)

    @validate_arguments
    def set_group_id(self, group_id: str) -> KafkaSourceBuilder:
        return self.set_property("group.id", group_id)

    def _subscribe(self, mode: str, subscriber: str, addresses: Sequence[str]) -> None:
        if self._subscriber:
            raise JavaRuntimeError(
                f"Cannot use {mode} for consumption because a {self._subscriber} is already set for "
                "consumption."
            )
        self._subscriber, self._addresses = subscriber, tuple(addresses)

    @validate_arguments
    def set_topics(self, *topics: str) -> KafkaSourceBuilder:
        """Read the topics with these names."""
        self._subscribe("topics", "TopicListSubscriber", topics)
        return self

    @validate_arguments
    def set_topic_pattern(self, topic_pattern: str) -> KafkaSourceBuilder:
        """Read the topics whose names match a regular expression."""
        re.compile(topic_pattern)
        self._subscribe("topic pattern", "TopicPatternSubscriber", [topic_pattern])
        return self

    def set_partitions(self, partitions: set[KafkaTopicPartition]) -> KafkaSourceBuilder:
        """Read these partitions."""
        topics = sorted({each._topic for each in partitions})
        self._subscribe("partitions", "PartitionSetSubscriber", topics)
        return self

    def set_starting_offsets(
        self, starting_offsets_initializer: KafkaOffsetsInitializer
    ) -> KafkaSourceBuilder:
        self._start = starting_offsets_initializer.position
        return self

    def set_unbounded(
        self, stopping_offsets_initializer: KafkaOffsetsInitializer
    ) -> KafkaSourceBuilder:
        """Stop at these offsets; the source stays unbounded."""
        self._bounded, self._stop = False, stopping_offsets_initializer.position
        return self

    def set_bounded(
        self, stopping_offsets_initializer: KafkaOffsetsInitializer
    ) -> KafkaSourceBuilder:
        """Stop at these offsets, and end."""
        self._bounded, self._stop = True, stopping_offsets_initializer.position
        return self

    def set_value_only_deserializer(
        self, deserialization_schema: DeserializationSchema
    ) -> KafkaSourceBuilder:
        """Convert the value of each message with this schema."""
        self._schema = deserialization_schema
        return self

    @validate_arguments
    def set_client_id_prefix(self, prefix: str) -> KafkaSourceBuilder:
        return self.set_property("client.id.prefix", prefix)

    @validate_arguments
    def set_property(self, key: str, value: str) -> KafkaSourceBuilder:
        self._properties[key] = value
        return self

    def set_properties(self, props: dict[str, str]) -> KafkaSourceBuilder:
        for key, value in props.items():
            self.set_property(key, value)
        return self


class KafkaTopicSelector(ABC):
    """Selects the topic of a record."""

    @abstractmethod
    def apply(self, data: Any) -> str:
        """Return the topic of *data*."""


class _CallableSelector(KafkaTopicSelector):
    def __init__(self, function: Callable[[Any], str]) -> None:
        self._function = function

    def apply(self, data: Any) -> str:
        return self._function(data)


class KafkaRecordSerializationSchema(SerializationSchema):
    """Converts a record to a message of Kafka; created by :meth:`builder`."""

    def __init__(
        self,
        topic: str | None,
        topic_selector: KafkaTopicSelector | None,
        key_schema: SerializationSchema | None,
        value_schema: SerializationSchema,
    ) -> None:
        self.topic = topic
        self.topic_selector = topic_selector
        self._key_schema = key_schema
        self.value_schema = value_schema

    @staticmethod
    def builder() -> KafkaRecordSerializationSchemaBuilder:
        """Return a builder."""
        return KafkaRecordSerializationSchemaBuilder()

    def to_message(self, value: Any, timestamp: int | None) -> ExternalMessage:
        """Convert *value* to a message. Not in PyFlink, where Java does it."""
        topic = self.topic
        if self.topic_selector is not None:
            topic, value = value
        key = None if self._key_schema is None else self._key_schema.serialize(value)
        return ExternalMessage(
            value=self.value_schema.serialize(value),
            key=key,
            topic=topic or "",
            partition=choose_partition(key, 1),
        )


class KafkaRecordSerializationSchemaBuilder:
    """Builds a :class:`KafkaRecordSerializationSchema`."""

    def __init__(self) -> None:
        self._topic: str | None = None
        self._selector: KafkaTopicSelector | None = None
        self._key_schema: SerializationSchema | None = None
        self._value_schema: SerializationSchema | None = None

    def build(self) -> KafkaRecordSerializationSchema:
        """Build the schema.

        Raises:
            RuntimeError: If the topic or the value serializer is missing.
        """
        if self._value_schema is None:
            raise JavaRuntimeError("No value serializer is configured.")
        if self._topic is None and self._selector is None:
            raise JavaRuntimeError("No topic selector is configured.")
        return KafkaRecordSerializationSchema(
            self._topic, self._selector, self._key_schema, self._value_schema
        )

    def _check_no_topic(self) -> None:
        if self._topic is not None or self._selector is not None:
            raise JavaRuntimeError("Topic selector already set.")

    @validate_arguments
    def set_topic(self, topic: str) -> KafkaRecordSerializationSchemaBuilder:
        """Write all records to *topic*."""
        self._check_no_topic()
        self._topic = topic
        return self

    def set_topic_selector(
        self, topic_selector: Callable[[Any], str] | KafkaTopicSelector
    ) -> KafkaRecordSerializationSchemaBuilder:
        """Write each record to the topic that *topic_selector* returns."""
        if not isinstance(topic_selector, KafkaTopicSelector) and not callable(topic_selector):
            raise TypeError("topic_selector must be KafkaTopicSelector or a callable")
        self._check_no_topic()
        self._selector = (
            topic_selector
            if isinstance(topic_selector, KafkaTopicSelector)
            else _CallableSelector(topic_selector)
        )
        return self

    def set_key_serialization_schema(
        self, key_serialization_schema: SerializationSchema
    ) -> KafkaRecordSerializationSchemaBuilder:
        if self._key_schema is not None:
            raise JavaRuntimeError("Key serializer already set.")
        self._key_schema = key_serialization_schema
        return self

    def set_value_serialization_schema(
        self, value_serialization_schema: SerializationSchema
    ) -> KafkaRecordSerializationSchemaBuilder:
        if self._value_schema is not None:
            raise JavaRuntimeError("Value serializer already set.")
        self._value_schema = value_serialization_schema
        return self


class _SelectTopicTransformer(StreamTransformer):
    """Puts the topic of each record before it, in a map operator of its own, as PyFlink does."""

    def __init__(self, selector: KafkaTopicSelector) -> None:
        self._selector = selector

    def apply(self, ds: Any) -> Any:
        selector = self._selector
        type_info = Types.ROW([Types.STRING(), ds.get_type()])
        return ds.map(lambda value: Row(selector.apply(value), value), output_type=type_info)


class KafkaSink(ExternalSink):
    """Writes to topics of Kafka; created by :meth:`builder`."""

    transformer: StreamTransformer | None = None

    def get_transformer(self) -> StreamTransformer | None:
        """Return what selects the topic of each record, if anything does."""
        return self.transformer

    @staticmethod
    def builder() -> KafkaSinkBuilder:
        """Return a builder."""
        return KafkaSinkBuilder()


class KafkaSinkBuilder:
    """Builds a :class:`KafkaSink`."""

    def __init__(self) -> None:
        self._properties: dict[str, str] = {}
        self._guarantee = DeliveryGuarantee.NONE
        self._prefix: str | None = None
        self._serializer: KafkaRecordSerializationSchema | None = None

    def build(self) -> KafkaSink:
        """Build the sink.

        Raises:
            RuntimeError: If the servers, the serializer or the prefix of transactions are missing.
        """
        if "bootstrap.servers" not in self._properties:
            raise JavaRuntimeError("bootstrapServers")
        if self._serializer is None:
            raise JavaRuntimeError("recordSerializer")
        transactional = self._guarantee is DeliveryGuarantee.EXACTLY_ONCE
        if transactional and self._prefix is None:
            raise JavaRuntimeError(
                "EXACTLY_ONCE delivery guarantee requires a transactionalIdPrefix to be set to provide "
                "unique transaction names across multiple KafkaSinks writing to the same Kafka cluster."
            )
        selector = self._serializer.topic_selector
        sink = KafkaSink(
            SYSTEM,
            [self._serializer.topic or "(by record)"],
            self._serializer.to_message,
            has_committer=True,
            transactional=transactional,
            is_text_only=selector is None
            and isinstance(self._serializer.value_schema, SimpleStringSchema),
        )
        sink.transformer = None if selector is None else _SelectTopicTransformer(selector)
        return sink

    @validate_arguments
    def set_bootstrap_servers(self, bootstrap_servers: str) -> KafkaSinkBuilder:
        """Set the servers; nothing connects to them."""
        return self.set_property("bootstrap.servers", bootstrap_servers)

    def set_delivery_guarantee(self, delivery_guarantee: DeliveryGuarantee) -> KafkaSinkBuilder:
        self._guarantee = DeliveryGuarantee[delivery_guarantee.name]
        return self

    @validate_arguments
    def set_transactional_id_prefix(self, transactional_id_prefix: str) -> KafkaSinkBuilder:
        if len(transactional_id_prefix.encode()) > _MAX_PREFIX_BYTES:
            raise JavaRuntimeError(
                "The configured prefix is too long and the resulting transactionalIdPrefix might exceed "
                "Kafka's transactionalIdPrefix size."
            )
        self._prefix = transactional_id_prefix
        return self

    def set_record_serializer(
        self, record_serializer: KafkaRecordSerializationSchema
    ) -> KafkaSinkBuilder:
        self._serializer = record_serializer
        return self

    @validate_arguments
    def set_property(self, key: str, value: str) -> KafkaSinkBuilder:
        self._properties[key] = value
        return self


# --- names of Flink 1.x ---------------------------------------------------------------------------


class FlinkKafkaConsumerBase(SourceFunction, ABC):
    """The consumer of Flink 1.x; gone since Flink 2.0."""

    source: ExternalSource

    def set_commit_offsets_on_checkpoints(
        self, commit_on_checkpoints: bool
    ) -> FlinkKafkaConsumerBase:
        self.source.consumer = replace(
            self.source.consumer, commits_on_checkpoint=commit_on_checkpoints
        )
        return self

    def set_start_from_earliest(self) -> FlinkKafkaConsumerBase:
        return self._start_at(EARLIEST)

    def set_start_from_latest(self) -> FlinkKafkaConsumerBase:
        return self._start_at(LATEST)

    @validate_arguments
    def set_start_from_timestamp(self, startup_offsets_timestamp: int) -> FlinkKafkaConsumerBase:
        return self._start_at(OffsetsPosition("timestamp", startup_offsets_timestamp))

    def set_start_from_group_offsets(self) -> FlinkKafkaConsumerBase:
        return self._start_at(OffsetsPosition("committed"))

    def disable_filter_restored_partitions_with_subscribed_topics(self) -> FlinkKafkaConsumerBase:
        return self

    def get_produced_type(self) -> TypeInformation | None:
        return self.source.produced_type

    def _start_at(self, position: OffsetsPosition) -> FlinkKafkaConsumerBase:
        self.source.start = position
        return self


class FlinkKafkaConsumer(FlinkKafkaConsumerBase):
    """Reads topics of Kafka, as in Flink 1.x. Replaced by :class:`KafkaSource`."""

    def __init__(
        self,
        topics: str | list[str],
        deserialization_schema: DeserializationSchema,
        properties: dict[str, str],
    ) -> None:
        require_flink_1("FlinkKafkaConsumer", "Flink 2.0", "KafkaSource.builder()")
        names = topics if isinstance(topics, list) else [topics]
        start = OffsetsPosition("committed")
        consumer = create_consumer_settings(properties)
        super().__init__(
            ExternalSource(SYSTEM, names, deserialization_schema, start=start, consumer=consumer)
        )


class Semantic(Enum):
    """The guarantee of the producer of Flink 1.x."""

    EXACTLY_ONCE = 0
    AT_LEAST_ONCE = 1
    NONE = 2


class FlinkKafkaProducerBase(SinkFunction, ABC):
    """The producer of Flink 1.x; gone since Flink 2.0."""

    def set_log_failures_only(self, log_failures_only: bool) -> FlinkKafkaProducerBase:
        return self

    def set_flush_on_checkpoint(self, flush_on_checkpoint: bool) -> FlinkKafkaProducerBase:
        return self

    def set_write_timestamp_to_kafka(
        self, write_timestamp_to_kafka: bool
    ) -> FlinkKafkaProducerBase:
        return self


class FlinkKafkaProducer(FlinkKafkaProducerBase):
    """Writes to a topic of Kafka, as in Flink 1.x. Replaced by :class:`KafkaSink`."""

    def __init__(
        self,
        topic: str,
        serialization_schema: SerializationSchema,
        producer_config: dict[str, str],
        kafka_producer_pool_size: int = 5,
        semantic: Semantic = Semantic.AT_LEAST_ONCE,
    ) -> None:
        require_flink_1("FlinkKafkaProducer", "Flink 2.0", "KafkaSink.builder()")
        schema = KafkaRecordSerializationSchema(topic, None, None, serialization_schema)
        text_only = isinstance(serialization_schema, SimpleStringSchema)
        super().__init__(ExternalSink(SYSTEM, [topic], schema.to_message, is_text_only=text_only))

    def ignore_failures_after_transaction_timeout(self) -> FlinkKafkaProducer:
        return self


__getattr__ = build_lazy_getattr(
    __name__,
    {
        "common": "typeinfo",
        "datastream.connectors": "Sink Source",
        "datastream.connectors.base": "SupportsPreprocessing",
    },
)
