"""PyFlink: ``pyflink.datastream.connectors.kinesis``: names whose use raises an error."""

from __future__ import annotations

from flinksim.core.unsupported_api import UnsupportedFeature, build_unsupported_getattr

_UNSUPPORTED = UnsupportedFeature(
    "it talks to Kinesis by a Java client, and a run of flinksim is a function of its input alone",
    "a recording: flinksim.connectors.EventLogSource(path), one split for each "
    "shard; to write, stream.print() or FileSink",
)
_NAMES = (
    "FlinkKinesisConsumer",
    "KinesisDeserializationSchema",
    "KinesisFirehoseSink",
    "KinesisFirehoseSinkBuilder",
    "KinesisShardAssigner",
    "KinesisStreamsSink",
    "KinesisStreamsSinkBuilder",
    "PartitionKeyGenerator",
    "WatermarkTracker",
)

__getattr__ = build_unsupported_getattr(__name__, dict.fromkeys(_NAMES, _UNSUPPORTED))
