"""PyFlink: ``pyflink.datastream.connectors.pulsar``: names whose use raises an error."""

from __future__ import annotations

from flinksim.core.unsupported_api import UnsupportedFeature, build_unsupported_getattr
from flinksim.datastream.connectors.base import DeliveryGuarantee as DeliveryGuarantee

_UNSUPPORTED = UnsupportedFeature(
    "it talks to Pulsar by a Java client, and a run of flinksim is a function of its input alone",
    "a recording: flinksim.connectors.EventLogSource(path), one split for each "
    "partition; to write, stream.print() or FileSink",
)
_NAMES = (
    "MessageDelayer",
    "PulsarSink",
    "PulsarSinkBuilder",
    "PulsarSource",
    "PulsarSourceBuilder",
    "RangeGenerator",
    "StartCursor",
    "StopCursor",
    "TopicRoutingMode",
)

__getattr__ = build_unsupported_getattr(__name__, dict.fromkeys(_NAMES, _UNSUPPORTED))
