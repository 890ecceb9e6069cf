"""PyFlink: ``pyflink.datastream.connectors.elasticsearch``: names whose use raises an error."""

from __future__ import annotations

from flinksim.core.unsupported_api import UnsupportedFeature, build_unsupported_getattr
from flinksim.datastream.connectors.base import DeliveryGuarantee as DeliveryGuarantee

_UNSUPPORTED = UnsupportedFeature(
    "it talks to Elasticsearch by a Java client, and a run of flinksim is a function of its input "
    "alone",
    "stream.sink_to or stream.add_sink with a sink of your own, or stream.execute_and_collect()",
)
_NAMES = (
    "Elasticsearch6SinkBuilder",
    "Elasticsearch7SinkBuilder",
    "ElasticsearchEmitter",
    "ElasticsearchSink",
    "ElasticsearchSinkBuilderBase",
    "FlushBackoffType",
)

__getattr__ = build_unsupported_getattr(__name__, dict.fromkeys(_NAMES, _UNSUPPORTED))
