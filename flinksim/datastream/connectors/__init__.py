"""Connectors by PyFlink's names, like ``pyflink.datastream.connectors``.

``base``, ``file_system``, ``hybrid_source`` and ``number_seq`` work. The names of Flink's
connectors to other systems (Kafka, JDBC and so on) can be imported, so that modules that mention
them load. Their use raises an error that names an alternative. The implementations are in
:mod:`flinksim.connectors`; start reading at :mod:`~flinksim.datastream.connectors.file_system`.
"""

from __future__ import annotations

import importlib
from typing import Any

from flinksim.datastream.connectors.base import DeliveryGuarantee, Sink, Source
from flinksim.datastream.connectors.file_system import (
    BucketAssigner,
    FileEnumeratorProvider,
    FileSink,
    FileSource,
    FileSourceBuilder,
    FileSplitAssignerProvider,
    OutputFileConfig,
    RollingPolicy,
    StreamFormat,
    StreamingFileSink,
)
from flinksim.datastream.connectors.number_seq import NumberSequenceSource

__all__ = [
    "BucketAssigner",
    "DeliveryGuarantee",
    "FileEnumeratorProvider",
    "FileSink",
    "FileSource",
    "FileSourceBuilder",
    "FileSplitAssignerProvider",
    "NumberSequenceSource",
    "OutputFileConfig",
    "RollingPolicy",
    "Sink",
    "Source",
    "StreamFormat",
    "StreamingFileSink",
]

_LAZY_EXPORTS = {
    "DynamicKafkaSource": "dynamic_kafka",
    "DynamicKafkaSourceBuilder": "dynamic_kafka",
    "FlinkKafkaConsumer": "kafka",
    "FlinkKafkaProducer": "kafka",
    "JdbcConnectionOptions": "jdbc",
    "JdbcExecutionOptions": "jdbc",
    "JdbcSink": "jdbc",
    "KafkaMetadataService": "dynamic_kafka",
    "KafkaRecordDeserializationSchema": "dynamic_kafka",
    "KafkaSource": "kafka",
    "KafkaStreamSetSubscriber": "dynamic_kafka",
    "KafkaStreamSubscriber": "dynamic_kafka",
    "PulsarSource": "pulsar",
    "PulsarSourceBuilder": "pulsar",
    "RMQConnectionConfig": "rabbitmq",
    "RMQSink": "rabbitmq",
    "RMQSource": "rabbitmq",
    "Semantic": "kafka",
    "SingleClusterTopicMetadataService": "dynamic_kafka",
    "StartCursor": "pulsar",
    "StopCursor": "pulsar",
    "StreamPatternSubscriber": "dynamic_kafka",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY_EXPORTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LAZY_EXPORTS[name]}"), name)
