"""PyFlink: ``pyflink.datastream.connectors.cassandra``: a sink that keeps the rows it was given.

See :mod:`flinksim.external_data`.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Any

from flinksim.common.time import Duration
from flinksim.connectors.external.external_sink import ExternalSink
from flinksim.connectors.external.message import ExternalMessage, convert_to_plain, encode_value
from flinksim.core.validation import validate_arguments
from flinksim.datastream.connectors.builder_settings import BuilderSettings
from flinksim.datastream.data_stream import DataStream
from flinksim.datastream.data_stream_sink import DataStreamSink

__all__ = [
    "CassandraCommitter",
    "CassandraFailureHandler",
    "CassandraSink",
    "ClusterBuilder",
    "ConsistencyLevel",
    "MapperOptions",
]

SYSTEM = "Cassandra"
_TABLE_PATTERN = re.compile(r"(?:into|update|from)\s+([\w.]+)", re.IGNORECASE)


class ConsistencyLevel(Enum):
    """How many replicas have to confirm a write."""

    ANY = 0
    ONE = 1
    TWO = 2
    THREE = 3
    QUORUM = 4
    ALL = 5
    LOCAL_QUORUM = 6
    EACH_QUORUM = 7
    SERIAL = 8
    LOCAL_SERIAL = 9
    LOCAL_ONE = 10


class MapperOptions(BuilderSettings):
    """Options of a mapper; accepted without effect."""

    @validate_arguments
    def ttl(self, ttl: int) -> MapperOptions:
        return self._set("ttl", ttl)

    @validate_arguments
    def timestamp(self, timestamp: int) -> MapperOptions:
        return self._set("timestamp", timestamp)

    def consistency_level(self, cl: ConsistencyLevel) -> MapperOptions:
        return self._set("consistency_level", cl)

    @validate_arguments
    def tracing(self, enabled: bool) -> MapperOptions:
        return self._set("tracing", enabled)

    @validate_arguments
    def save_null_fields(self, enabled: bool) -> MapperOptions:
        return self._set("save_null_fields", enabled)

    @validate_arguments
    def if_not_exists(self, enabled: bool) -> MapperOptions:
        return self._set("if_not_exists", enabled)


class ClusterBuilder:
    """The cluster; nothing connects to it."""

    def __init__(self, j_cluster_builder: Any) -> None:
        self.builder = j_cluster_builder


class CassandraCommitter:
    """Stores completed checkpoints; accepted without effect."""

    @staticmethod
    def default_checkpoint_committer(
        builder: ClusterBuilder, key_space: str | None = None
    ) -> CassandraCommitter:
        return CassandraCommitter()


class CassandraFailureHandler:
    """What happens after a failed write; there is none."""

    @staticmethod
    def no_op() -> CassandraFailureHandler:
        return CassandraFailureHandler()


class CassandraSink:
    """A sink of a stream; created by :meth:`add_sink`."""

    def __init__(self, sink: DataStreamSink) -> None:
        self._sink = sink

    @staticmethod
    def add_sink(input: DataStream) -> CassandraSink.CassandraSinkBuilder:
        """Return a builder of a sink for *input*."""
        return CassandraSink.CassandraSinkBuilder(input)

    @validate_arguments
    def name(self, name: str) -> CassandraSink:
        self._sink.name(name)
        return self

    @validate_arguments
    def uid(self, uid: str) -> CassandraSink:
        self._sink.uid(uid)
        return self

    @validate_arguments
    def set_uid_hash(self, uid_hash: str) -> CassandraSink:
        self._sink.set_uid_hash(uid_hash)
        return self

    @validate_arguments
    def set_parallelism(self, parallelism: int) -> CassandraSink:
        self._sink.set_parallelism(parallelism)
        return self

    def disable_chaining(self) -> CassandraSink:
        self._sink.disable_chaining()
        return self

    @validate_arguments
    def slot_sharing_group(self, slot_sharing_group: str) -> CassandraSink:
        self._sink.slot_sharing_group(slot_sharing_group)
        return self

    class CassandraSinkBuilder(BuilderSettings):
        """Builds a :class:`CassandraSink`."""

        def __init__(self, stream: DataStream) -> None:
            super().__init__()
            self._stream = stream

        def build(self) -> CassandraSink:
            """Add the sink to the stream."""
            query: str = self._require("query", "Query must not be null or empty.")
            found = _TABLE_PATTERN.search(query)
            table = found[1] if found else query

            def to_message(value: Any, timestamp: int | None) -> ExternalMessage:
                return ExternalMessage(encode_value(convert_to_plain(value)), topic=table)

            sink = self._stream.add_sink(ExternalSink(SYSTEM, [table], to_message))
            return CassandraSink(sink.name("Cassandra Sink"))

        @validate_arguments
        def set_query(self, query: str) -> CassandraSink.CassandraSinkBuilder:
            return self._set("query", query)

        @validate_arguments
        def set_host(self, host: str, port: int = 9042) -> CassandraSink.CassandraSinkBuilder:
            return self._set("host", (host, port))

        def set_cluster_builder(
            self, builder: ClusterBuilder
        ) -> CassandraSink.CassandraSinkBuilder:
            return self._set("cluster_builder", builder)

        def enable_write_ahead_log(
            self, committer: CassandraCommitter | None = None
        ) -> CassandraSink.CassandraSinkBuilder:
            return self._set("enable_write_ahead_log", committer)

        def set_mapper_options(self, options: MapperOptions) -> CassandraSink.CassandraSinkBuilder:
            return self._set("mapper_options", options)

        def set_failure_handler(
            self, failure_handler: CassandraFailureHandler
        ) -> CassandraSink.CassandraSinkBuilder:
            return self._set("failure_handler", failure_handler)

        def set_max_concurrent_requests(
            self, max_concurrent_requests: int, duration: Duration | None = None
        ) -> CassandraSink.CassandraSinkBuilder:
            return self._set("max_concurrent_requests", (max_concurrent_requests, duration))

        def enable_ignore_null_fields(self) -> CassandraSink.CassandraSinkBuilder:
            return self._set("enable_ignore_null_fields", True)
