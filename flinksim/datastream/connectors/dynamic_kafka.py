"""PyFlink: ``pyflink.datastream.connectors.dynamic_kafka``: names whose use raises an error."""

from __future__ import annotations

from flinksim.core.unsupported_api import UnsupportedFeature, build_unsupported_getattr

_UNSUPPORTED = UnsupportedFeature(
    "it talks to Kafka by a Java client, and a run of flinksim is a function of its input alone",
    "a recording: flinksim.connectors.EventLogSource(path), one split for each partition",
)
_NAMES = (
    "DynamicKafkaSource",
    "DynamicKafkaSourceBuilder",
    "KafkaMetadataService",
    "KafkaRecordDeserializationSchema",
    "KafkaStreamSetSubscriber",
    "KafkaStreamSubscriber",
    "SingleClusterTopicMetadataService",
    "StreamPatternSubscriber",
)

__getattr__ = build_unsupported_getattr(__name__, dict.fromkeys(_NAMES, _UNSUPPORTED))
