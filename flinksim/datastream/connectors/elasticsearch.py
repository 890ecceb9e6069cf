"""PyFlink: ``pyflink.datastream.connectors.elasticsearch``: a sink that keeps its documents.

See :mod:`flinksim.external_data`.
"""

from __future__ import annotations

import abc
from enum import Enum
from typing import Any

from flinksim.connectors.external.external_sink import ExternalSink
from flinksim.connectors.external.message import ExternalMessage, convert_to_plain, encode_value
from flinksim.core.lazy_reexports import build_lazy_getattr
from flinksim.core.unsupported_api import as_java_object
from flinksim.core.validation import validate_arguments
from flinksim.datastream.connectors.base import DeliveryGuarantee as DeliveryGuarantee
from flinksim.datastream.connectors.builder_settings import BuilderSettings, as_list

__all__ = [
    "Elasticsearch6SinkBuilder",
    "Elasticsearch7SinkBuilder",
    "ElasticsearchEmitter",
    "ElasticsearchSink",
    "ElasticsearchSinkBuilderBase",
    "FlushBackoffType",
]

SYSTEM = "Elasticsearch"


class FlushBackoffType(Enum):
    """How long to wait before a failed bulk request is repeated."""

    CONSTANT = 0
    EXPONENTIAL = 1
    NONE = 2


class ElasticsearchEmitter:
    """The index and the id of a document; the records are maps."""

    def __init__(self, index: str, key_field: str | None, is_dynamic: bool) -> None:
        self.index = index
        self._key_field = key_field
        self._is_dynamic = is_dynamic

    @staticmethod
    @validate_arguments
    def static_index(
        index: str, key_field: str | None = None, doc_type: str | None = None
    ) -> ElasticsearchEmitter:
        """Write all documents to *index*."""
        return ElasticsearchEmitter(index, key_field, False)

    @staticmethod
    @validate_arguments
    def dynamic_index(
        index_field: str, key_field: str | None = None, doc_type: str | None = None
    ) -> ElasticsearchEmitter:
        """Write each document to the index that its field *index_field* names."""
        return ElasticsearchEmitter(index_field, key_field, True)

    def to_message(self, value: Any, timestamp: int | None) -> ExternalMessage:
        """Convert a map to a message. Not in PyFlink, where Java does it."""
        index = str(value[self.index]) if self._is_dynamic else self.index
        key = None if self._key_field is None else str(value[self._key_field]).encode()
        return ExternalMessage(encode_value(convert_to_plain(value)), key, topic=index)


class ElasticsearchSink(ExternalSink):
    """Writes documents; created by a builder."""


class ElasticsearchSinkBuilderBase(BuilderSettings, abc.ABC):
    """Builds an :class:`ElasticsearchSink`."""

    get_http_host_class = as_java_object

    @abc.abstractmethod
    def __init__(self) -> None:
        super().__init__()

    def build(self) -> ElasticsearchSink:
        """Build the sink.

        Raises:
            RuntimeError: If the emitter or the hosts are missing.
        """
        emitter: ElasticsearchEmitter = self._require("emitter", "emitter must be set.")
        self._require("hosts", "Hosts cannot be empty.")
        return ElasticsearchSink(SYSTEM, [emitter.index], emitter.to_message)

    def set_hosts(self, hosts: str | list[str]) -> ElasticsearchSinkBuilderBase:
        """Set the hosts; nothing connects to them."""
        return self._set("hosts", as_list(hosts))

    def set_emitter(self, emitter: ElasticsearchEmitter) -> ElasticsearchSinkBuilderBase:
        return self._set("emitter", emitter)

    def set_delivery_guarantee(
        self, delivery_guarantee: DeliveryGuarantee
    ) -> ElasticsearchSinkBuilderBase:
        return self._set("delivery_guarantee", delivery_guarantee)

    @validate_arguments
    def set_bulk_flush_max_actions(self, num_max_actions: int) -> ElasticsearchSinkBuilderBase:
        return self._set("bulk_flush_max_actions", num_max_actions)

    @validate_arguments
    def set_bulk_flush_max_size_mb(self, max_size_mb: int) -> ElasticsearchSinkBuilderBase:
        return self._set("bulk_flush_max_size_mb", max_size_mb)

    @validate_arguments
    def set_bulk_flush_interval(self, interval_millis: int) -> ElasticsearchSinkBuilderBase:
        return self._set("bulk_flush_interval", interval_millis)

    def set_bulk_flush_backoff_strategy(
        self, flush_backoff_type: FlushBackoffType, max_retries: int, delay_millis: int
    ) -> ElasticsearchSinkBuilderBase:
        return self._set(
            "bulk_flush_backoff_strategy", (flush_backoff_type, max_retries, delay_millis)
        )

    @validate_arguments
    def set_connection_username(self, username: str) -> ElasticsearchSinkBuilderBase:
        return self._set("connection_username", username)

    @validate_arguments
    def set_connection_password(self, password: str) -> ElasticsearchSinkBuilderBase:
        return self._set("connection_password", password)

    @validate_arguments
    def set_connection_path_prefix(self, prefix: str) -> ElasticsearchSinkBuilderBase:
        return self._set("connection_path_prefix", prefix)

    @validate_arguments
    def set_connection_request_timeout(self, timeout: int) -> ElasticsearchSinkBuilderBase:
        return self._set("connection_request_timeout", timeout)

    @validate_arguments
    def set_connection_timeout(self, timeout: int) -> ElasticsearchSinkBuilderBase:
        return self._set("connection_timeout", timeout)

    @validate_arguments
    def set_socket_timeout(self, timeout: int) -> ElasticsearchSinkBuilderBase:
        return self._set("socket_timeout", timeout)


class Elasticsearch6SinkBuilder(ElasticsearchSinkBuilderBase):
    """Builds a sink for Elasticsearch 6."""

    def __init__(self) -> None:
        super().__init__()


class Elasticsearch7SinkBuilder(ElasticsearchSinkBuilderBase):
    """Builds a sink for Elasticsearch 7."""

    def __init__(self) -> None:
        super().__init__()


__getattr__ = build_lazy_getattr(__name__, {"datastream.connectors": "Sink"})
