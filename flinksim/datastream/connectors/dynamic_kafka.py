"""PyFlink: ``pyflink.datastream.connectors.dynamic_kafka``.

A stream id is the name of a topic, as in ``SingleClusterTopicMetadataService``. See
:mod:`flinksim.external_data` for the file that it reads.
"""

from __future__ import annotations

import re

from flinksim.common.serialization import DeserializationSchema
from flinksim.connectors.external.external_source import EARLIEST, NEVER, ExternalSource
from flinksim.core.lazy_reexports import build_lazy_getattr
from flinksim.core.pyflink_errors import JavaRuntimeError
from flinksim.core.validation import validate_arguments
from flinksim.datastream.connectors.builder_settings import BuilderSettings
from flinksim.datastream.connectors.kafka import SYSTEM, KafkaOffsetsInitializer

__all__ = [
    "DynamicKafkaSource",
    "DynamicKafkaSourceBuilder",
    "KafkaMetadataService",
    "KafkaRecordDeserializationSchema",
    "KafkaStreamSetSubscriber",
    "KafkaStreamSubscriber",
    "SingleClusterTopicMetadataService",
    "StreamPatternSubscriber",
]


class KafkaMetadataService:
    """Finds the topics of a stream."""


class SingleClusterTopicMetadataService(KafkaMetadataService):
    """One cluster, in which a stream is a topic."""

    @validate_arguments
    def __init__(self, kafka_cluster_id: str, properties: dict[str, str]) -> None:
        self.cluster_id = kafka_cluster_id
        self.properties = properties


class KafkaStreamSubscriber:
    """The streams that a source reads."""

    def __init__(self, addresses: list[str], is_pattern: bool) -> None:
        self.addresses = addresses
        self.is_pattern = is_pattern


class KafkaStreamSetSubscriber(KafkaStreamSubscriber):
    """Streams by their ids."""

    def __init__(self, stream_ids: set[str]) -> None:
        super().__init__(sorted(stream_ids), False)


class StreamPatternSubscriber(KafkaStreamSubscriber):
    """Streams whose ids match a regular expression."""

    @validate_arguments
    def __init__(self, stream_pattern: str) -> None:
        re.compile(stream_pattern)
        super().__init__([stream_pattern], True)


class KafkaRecordDeserializationSchema(DeserializationSchema):
    """Converts the value of a message; created by :meth:`value_only`."""

    def __init__(self, schema: DeserializationSchema) -> None:
        self.schema = schema

    @staticmethod
    def value_only(
        deserialization_schema: DeserializationSchema,
    ) -> KafkaRecordDeserializationSchema:
        """Return a schema that reads the value alone."""
        return KafkaRecordDeserializationSchema(deserialization_schema)


class DynamicKafkaSource(ExternalSource):
    """Reads topics of Kafka that may move between clusters; created by :meth:`builder`."""

    @staticmethod
    def builder() -> DynamicKafkaSourceBuilder:
        """Return a builder."""
        return DynamicKafkaSourceBuilder()


class DynamicKafkaSourceBuilder(BuilderSettings):
    """Builds a :class:`DynamicKafkaSource`."""

    def build(self) -> DynamicKafkaSource:
        """Build the source.

        Raises:
            RuntimeError: If the streams, the metadata service or the deserializer are missing.
        """
        subscriber: KafkaStreamSubscriber = self._require(
            "subscriber", "Kafka stream subscriber is required but not provided"
        )
        self._require("metadata_service", "Kafka Metadata Service is required but not provided")
        deserializer: KafkaRecordDeserializationSchema = self._require(
            "deserializer", "Deserialization schema is required but not provided."
        )
        return DynamicKafkaSource(
            SYSTEM,
            subscriber.addresses,
            deserializer.schema,
            bounded="bounded" in self._settings,
            start=self._settings.get("start", EARLIEST),
            stop=self._settings.get("bounded", NEVER),
            pattern=subscriber.is_pattern,
        )

    def _subscribe(self, mode: str, subscriber: KafkaStreamSubscriber) -> DynamicKafkaSourceBuilder:
        if "subscriber" in self._settings:
            raise JavaRuntimeError(
                f"Cannot use {mode} for consumption because a "
                f"{type(self._settings['subscriber']).__name__} is already set for consumption."
            )
        return self._set("subscriber", subscriber)

    def set_stream_ids(self, stream_ids: set[str]) -> DynamicKafkaSourceBuilder:
        return self._subscribe("streamIds", KafkaStreamSetSubscriber(stream_ids))

    def set_stream_pattern(self, stream_pattern: str) -> DynamicKafkaSourceBuilder:
        return self._subscribe("stream pattern", StreamPatternSubscriber(stream_pattern))

    def set_kafka_stream_subscriber(
        self, kafka_stream_subscriber: KafkaStreamSubscriber
    ) -> DynamicKafkaSourceBuilder:
        return self._subscribe("custom", kafka_stream_subscriber)

    def set_kafka_metadata_service(
        self, kafka_metadata_service: KafkaMetadataService
    ) -> DynamicKafkaSourceBuilder:
        return self._set("metadata_service", kafka_metadata_service)

    def set_deserializer(
        self, deserializer: KafkaRecordDeserializationSchema
    ) -> DynamicKafkaSourceBuilder:
        return self._set("deserializer", deserializer)

    def set_value_only_deserializer(
        self, deserialization_schema: DeserializationSchema
    ) -> DynamicKafkaSourceBuilder:
        return self.set_deserializer(
            KafkaRecordDeserializationSchema.value_only(deserialization_schema)
        )

    def set_starting_offsets(
        self, starting_offsets_initializer: KafkaOffsetsInitializer
    ) -> DynamicKafkaSourceBuilder:
        return self._set("start", starting_offsets_initializer.position)

    def set_bounded(
        self, stopping_offsets_initializer: KafkaOffsetsInitializer
    ) -> DynamicKafkaSourceBuilder:
        return self._set("bounded", stopping_offsets_initializer.position)

    def set_properties(self, props: dict[str, str]) -> DynamicKafkaSourceBuilder:
        return self._set("properties", props)

    @validate_arguments
    def set_property(self, key: str, value: str) -> DynamicKafkaSourceBuilder:
        return self._set(f"property {key}", value)

    @validate_arguments
    def set_group_id(self, group_id: str) -> DynamicKafkaSourceBuilder:
        return self._set("group_id", group_id)

    @validate_arguments
    def set_client_id_prefix(self, prefix: str) -> DynamicKafkaSourceBuilder:
        return self._set("client_id_prefix", prefix)


__getattr__ = build_lazy_getattr(__name__, {"datastream.connectors": "Source"})
