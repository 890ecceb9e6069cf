"""PyFlink: ``pyflink.datastream.connectors.dynamic_kafka``: names whose use raises an error."""

from __future__ import annotations

from flinksim.core.unsupported import Absence, absent_names

_ABSENCE = Absence(
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

__getattr__ = absent_names(__name__, dict.fromkeys(_NAMES, _ABSENCE))
