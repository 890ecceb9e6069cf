"""PyFlink: ``pyflink.datastream.connectors.kinesis``.

A source reads a file that is bound to it, a sink keeps what it was given; see
:mod:`flinksim.external_data`.
"""

from __future__ import annotations

from typing import Any

from flinksim.common.serialization import DeserializationSchema, SerializationSchema
from flinksim.connectors.external.external_sink import ExternalSink
from flinksim.connectors.external.external_source import LATEST, ExternalSource, OffsetsPosition
from flinksim.connectors.external.message import ExternalMessage
from flinksim.core.lazy_reexports import build_lazy_getattr
from flinksim.core.validation import validate_arguments
from flinksim.datastream.connectors.builder_settings import BuilderSettings, as_list
from flinksim.datastream.functions import SourceFunction

__all__ = [
    "FlinkKinesisConsumer",
    "KinesisDeserializationSchema",
    "KinesisFirehoseSink",
    "KinesisFirehoseSinkBuilder",
    "KinesisShardAssigner",
    "KinesisStreamsSink",
    "KinesisStreamsSinkBuilder",
    "PartitionKeyGenerator",
    "WatermarkTracker",
]

SYSTEM = "Kinesis"
_POSITIONS = {"TRIM_HORIZON": "earliest", "LATEST": "latest"}


class KinesisShardAssigner:
    """Which subtask reads which shard; accepted without effect."""

    @staticmethod
    def default_shard_assigner() -> KinesisShardAssigner:
        return KinesisShardAssigner()

    @staticmethod
    def uniform_shard_assigner() -> KinesisShardAssigner:
        return KinesisShardAssigner()


class KinesisDeserializationSchema:
    """A schema in Java, which flinksim cannot call."""

    def __init__(self, j_kinesis_deserialization_schema: Any) -> None:
        self.schema = j_kinesis_deserialization_schema


class WatermarkTracker:
    """Aligns shards by event time; accepted without effect."""

    @staticmethod
    @validate_arguments
    def job_manager_watermark_tracker(
        aggregate_name: str, log_accumulator_interval_millis: int = -1
    ) -> WatermarkTracker:
        return WatermarkTracker()


class FlinkKinesisConsumer(SourceFunction):
    """Reads streams of Kinesis. Flink: ``FlinkKinesisConsumer``, which Flink 2 has no more."""

    def __init__(
        self,
        streams: str | list[str],
        deserializer: DeserializationSchema | KinesisDeserializationSchema,
        config_props: dict[str, str],
    ) -> None:
        name = config_props.get("flink.stream.initpos", "LATEST")
        start = OffsetsPosition(_POSITIONS[name]) if name in _POSITIONS else LATEST
        super().__init__(ExternalSource(SYSTEM, as_list(streams), deserializer, start=start))

    def set_shard_assigner(self, shard_assigner: KinesisShardAssigner) -> FlinkKinesisConsumer:
        return self

    def set_periodic_watermark_assigner(
        self, periodic_watermark_assigner: Any
    ) -> FlinkKinesisConsumer:
        return self

    def set_watermark_tracker(self, watermark_tracker: WatermarkTracker) -> FlinkKinesisConsumer:
        return self


class PartitionKeyGenerator:
    """The partition key of a record."""

    def __init__(self, kind: str = "random") -> None:
        self.kind = kind

    @staticmethod
    def fixed() -> PartitionKeyGenerator:
        return PartitionKeyGenerator("fixed")

    @staticmethod
    def random() -> PartitionKeyGenerator:
        return PartitionKeyGenerator("random")


class KinesisStreamsSink(ExternalSink):
    """Writes to a stream of Kinesis; created by :meth:`builder`."""

    @staticmethod
    def builder() -> KinesisStreamsSinkBuilder:
        """Return a builder."""
        return KinesisStreamsSinkBuilder()


class KinesisStreamsSinkBuilder(BuilderSettings):
    """Builds a :class:`KinesisStreamsSink`."""

    def build(self) -> KinesisStreamsSink:
        """Build the sink.

        Raises:
            RuntimeError: If the stream's name, the serializer or the key generator are missing.
        """
        name = self._require(
            "stream_name", "The stream name must not be null when initializing the KDS Sink."
        )
        schema = self._require(
            "serialization_schema",
            "No SerializationSchema was supplied to the KinesisStreamsSinkElementConverter builder.",
        )
        self._require(
            "partition_key_generator",
            "No PartitionKeyGenerator lambda was supplied to the KinesisStreamsSinkElementConverter "
            "builder.",
        )
        return KinesisStreamsSink(
            SYSTEM,
            [name],
            lambda value, timestamp: ExternalMessage(schema.serialize(value), topic=name),
        )

    def set_stream_name(self, stream_name: str | list[str]) -> KinesisStreamsSinkBuilder:
        return self._set("stream_name", stream_name)

    def set_serialization_schema(
        self, serialization_schema: SerializationSchema
    ) -> KinesisStreamsSinkBuilder:
        return self._set("serialization_schema", serialization_schema)

    def set_partition_key_generator(
        self, partition_key_generator: PartitionKeyGenerator
    ) -> KinesisStreamsSinkBuilder:
        return self._set("partition_key_generator", partition_key_generator)

    @validate_arguments
    def set_fail_on_error(self, fail_on_error: bool) -> KinesisStreamsSinkBuilder:
        return self._set("fail_on_error", fail_on_error)

    def set_kinesis_client_properties(
        self, kinesis_client_properties: dict[str, Any]
    ) -> KinesisStreamsSinkBuilder:
        return self._set("kinesis_client_properties", kinesis_client_properties)

    @validate_arguments
    def set_max_batch_size(self, max_batch_size: int) -> KinesisStreamsSinkBuilder:
        return self._set("max_batch_size", max_batch_size)

    @validate_arguments
    def set_max_in_flight_requests(self, max_in_flight_requests: int) -> KinesisStreamsSinkBuilder:
        return self._set("max_in_flight_requests", max_in_flight_requests)

    @validate_arguments
    def set_max_buffered_requests(self, max_buffered_requests: int) -> KinesisStreamsSinkBuilder:
        return self._set("max_buffered_requests", max_buffered_requests)

    @validate_arguments
    def set_max_batch_size_in_bytes(
        self, max_batch_size_in_bytes: int
    ) -> KinesisStreamsSinkBuilder:
        return self._set("max_batch_size_in_bytes", max_batch_size_in_bytes)

    @validate_arguments
    def set_max_time_in_buffer_ms(self, max_time_in_buffer_ms: int) -> KinesisStreamsSinkBuilder:
        return self._set("max_time_in_buffer_ms", max_time_in_buffer_ms)

    @validate_arguments
    def set_max_record_size_in_bytes(
        self, max_record_size_in_bytes: int
    ) -> KinesisStreamsSinkBuilder:
        return self._set("max_record_size_in_bytes", max_record_size_in_bytes)


class KinesisFirehoseSink(ExternalSink):
    """Writes to a delivery stream of Firehose; created by :meth:`builder`."""

    @staticmethod
    def builder() -> KinesisFirehoseSinkBuilder:
        """Return a builder."""
        return KinesisFirehoseSinkBuilder()


class KinesisFirehoseSinkBuilder(BuilderSettings):
    """Builds a :class:`KinesisFirehoseSink`."""

    def build(self) -> KinesisFirehoseSink:
        """Build the sink.

        Raises:
            RuntimeError: If the stream's name or the serializer are missing.
        """
        name = self._require(
            "delivery_stream_name",
            "The delivery stream name must not be null when initializing the KDF Sink.",
        )
        schema = self._require(
            "serialization_schema", "No SerializationSchema was supplied to the sink builder."
        )
        return KinesisFirehoseSink(
            "Kinesis Firehose",
            [name],
            lambda value, timestamp: ExternalMessage(schema.serialize(value), topic=name),
        )

    @validate_arguments
    def set_delivery_stream_name(self, delivery_stream_name: str) -> KinesisFirehoseSinkBuilder:
        return self._set("delivery_stream_name", delivery_stream_name)

    def set_serialization_schema(
        self, serialization_schema: SerializationSchema
    ) -> KinesisFirehoseSinkBuilder:
        return self._set("serialization_schema", serialization_schema)

    @validate_arguments
    def set_fail_on_error(self, fail_on_error: bool) -> KinesisFirehoseSinkBuilder:
        return self._set("fail_on_error", fail_on_error)

    def set_firehose_client_properties(
        self, firehose_client_properties: dict[str, Any]
    ) -> KinesisFirehoseSinkBuilder:
        return self._set("firehose_client_properties", firehose_client_properties)

    @validate_arguments
    def set_max_batch_size(self, max_batch_size: int) -> KinesisFirehoseSinkBuilder:
        return self._set("max_batch_size", max_batch_size)

    @validate_arguments
    def set_max_in_flight_requests(self, max_in_flight_requests: int) -> KinesisFirehoseSinkBuilder:
        return self._set("max_in_flight_requests", max_in_flight_requests)

    @validate_arguments
    def set_max_buffered_requests(self, max_buffered_requests: int) -> KinesisFirehoseSinkBuilder:
        return self._set("max_buffered_requests", max_buffered_requests)

    @validate_arguments
    def set_max_batch_size_in_bytes(
        self, max_batch_size_in_bytes: int
    ) -> KinesisFirehoseSinkBuilder:
        return self._set("max_batch_size_in_bytes", max_batch_size_in_bytes)

    @validate_arguments
    def set_max_time_in_buffer_ms(self, max_time_in_buffer_ms: int) -> KinesisFirehoseSinkBuilder:
        return self._set("max_time_in_buffer_ms", max_time_in_buffer_ms)

    @validate_arguments
    def set_max_record_size_in_bytes(
        self, max_record_size_in_bytes: int
    ) -> KinesisFirehoseSinkBuilder:
        return self._set("max_record_size_in_bytes", max_record_size_in_bytes)


__getattr__ = build_lazy_getattr(
    __name__,
    {
        "common": "AssignerWithPeriodicWatermarksWrapper",
        "datastream.connectors": "Sink",
    },
)
