"""PyFlink's connector modules, as far as they mean something without a cluster.

``from pyflink.datastream.connectors.X import Y`` has its ``flinksim`` twin for the modules
``base``, ``file_system`` and ``number_seq``. Flink's connectors to other systems (Kafka, JDBC and
so on) are not modelled: record what they give as an event log, and read that.
"""

from flinksim.datastream.connectors.base import DeliveryGuarantee, Sink, Source
from flinksim.datastream.connectors.file_system import (
    FileSink,
    FileSource,
    FileSourceBuilder,
    OutputFileConfig,
    StreamFormat,
)
from flinksim.datastream.connectors.number_seq import NumberSequenceSource

__all__ = [
    "DeliveryGuarantee",
    "FileSink",
    "FileSource",
    "FileSourceBuilder",
    "NumberSequenceSource",
    "OutputFileConfig",
    "Sink",
    "Source",
    "StreamFormat",
]
