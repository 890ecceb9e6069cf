"""PyFlink: ``pyflink.datastream.connectors.kafka``: names whose use raises an error."""

from __future__ import annotations

from flinksim.core.unsupported_api import UnsupportedFeature, build_unsupported_getattr
from flinksim.datastream.connectors.base import DeliveryGuarantee as DeliveryGuarantee

_UNSUPPORTED = UnsupportedFeature(
    "it talks to Kafka by a Java client, and a run of flinksim is a function of its input alone",
    "a recording: flinksim.connectors.EventLogSource(path), one split for each "
    "partition; to write, stream.print() or FileSink",
)
_NAMES = (
    "FlinkKafkaConsumer",
    "FlinkKafkaConsumerBase",
    "FlinkKafkaProducer",
    "FlinkKafkaProducerBase",
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
)

__getattr__ = build_unsupported_getattr(__name__, dict.fromkeys(_NAMES, _UNSUPPORTED))
