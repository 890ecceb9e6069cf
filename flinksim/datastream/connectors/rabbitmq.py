"""PyFlink: ``pyflink.datastream.connectors.rabbitmq``.

A source reads a file that is bound to it, a sink keeps what it was given; see
:mod:`flinksim.external_data`.
"""

from __future__ import annotations

from typing import Any

from flinksim.common.serialization import DeserializationSchema, SerializationSchema
from flinksim.connectors.external.external_sink import ExternalSink
from flinksim.connectors.external.external_source import ExternalSource
from flinksim.connectors.external.message import ExternalMessage
from flinksim.core.validation import validate_arguments
from flinksim.datastream.connectors.builder_settings import BuilderSettings
from flinksim.datastream.functions import SinkFunction, SourceFunction

__all__ = ["RMQConnectionConfig", "RMQSink", "RMQSource"]

SYSTEM = "RabbitMQ"


class RMQConnectionConfig:
    """The connection; nothing connects to it."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self._settings = settings

    def get_host(self) -> str | None:
        return self._settings.get("host")

    def get_port(self) -> int | None:
        return self._settings.get("port")

    def get_virtual_host(self) -> str | None:
        return self._settings.get("virtual_host")

    def get_user_name(self) -> str | None:
        return self._settings.get("user_name")

    def get_password(self) -> str | None:
        return self._settings.get("password")

    def get_uri(self) -> str | None:
        return self._settings.get("uri")

    def get_network_recovery_interval(self) -> int | None:
        return self._settings.get("network_recovery_interval")

    def is_automatic_recovery(self) -> bool | None:
        return self._settings.get("automatic_recovery")

    def is_topology_recovery(self) -> bool | None:
        return self._settings.get("topology_recovery_enabled")

    def get_connection_timeout(self) -> int | None:
        return self._settings.get("connection_timeout")

    def get_requested_channel_max(self) -> int | None:
        return self._settings.get("requested_channel_max")

    def get_requested_frame_max(self) -> int | None:
        return self._settings.get("requested_frame_max")

    def get_requested_heartbeat(self) -> int | None:
        return self._settings.get("requested_heartbeat")

    class Builder(BuilderSettings):
        """Builds an :class:`RMQConnectionConfig`."""

        def build(self) -> RMQConnectionConfig:
            if "uri" not in self._settings:
                for name in ("host", "port", "virtual_host", "user_name", "password"):
                    self._require(name, f"{name} can not be null")
            return RMQConnectionConfig(self._settings)

        @validate_arguments
        def set_port(self, port: int) -> RMQConnectionConfig.Builder:
            return self._set("port", port)

        @validate_arguments
        def set_host(self, host: str) -> RMQConnectionConfig.Builder:
            return self._set("host", host)

        @validate_arguments
        def set_virtual_host(self, vhost: str) -> RMQConnectionConfig.Builder:
            return self._set("virtual_host", vhost)

        @validate_arguments
        def set_user_name(self, user_name: str) -> RMQConnectionConfig.Builder:
            return self._set("user_name", user_name)

        @validate_arguments
        def set_password(self, password: str) -> RMQConnectionConfig.Builder:
            return self._set("password", password)

        @validate_arguments
        def set_uri(self, uri: str) -> RMQConnectionConfig.Builder:
            return self._set("uri", uri)

        @validate_arguments
        def set_topology_recovery_enabled(
            self, topology_recovery_enabled: bool
        ) -> RMQConnectionConfig.Builder:
            return self._set("topology_recovery_enabled", topology_recovery_enabled)

        @validate_arguments
        def set_requested_heartbeat(self, requested_heartbeat: int) -> RMQConnectionConfig.Builder:
            return self._set("requested_heartbeat", requested_heartbeat)

        @validate_arguments
        def set_requested_frame_max(self, requested_frame_max: int) -> RMQConnectionConfig.Builder:
            return self._set("requested_frame_max", requested_frame_max)

        @validate_arguments
        def set_requested_channel_max(
            self, requested_channel_max: int
        ) -> RMQConnectionConfig.Builder:
            return self._set("requested_channel_max", requested_channel_max)

        @validate_arguments
        def set_network_recovery_interval(
            self, network_recovery_interval: int
        ) -> RMQConnectionConfig.Builder:
            return self._set("network_recovery_interval", network_recovery_interval)

        @validate_arguments
        def set_connection_timeout(self, connection_timeout: int) -> RMQConnectionConfig.Builder:
            return self._set("connection_timeout", connection_timeout)

        @validate_arguments
        def set_automatic_recovery(self, automatic_recovery: bool) -> RMQConnectionConfig.Builder:
            return self._set("automatic_recovery", automatic_recovery)

        @validate_arguments
        def set_prefetch_count(self, prefetch_count: int) -> RMQConnectionConfig.Builder:
            return self._set("prefetch_count", prefetch_count)


class RMQSource(SourceFunction):
    """Reads a queue of RabbitMQ, in one subtask."""

    parallel = False

    def __init__(
        self,
        connection_config: RMQConnectionConfig,
        queue_name: str,
        use_correlation_id: bool,
        deserialization_schema: DeserializationSchema,
    ) -> None:
        super().__init__(ExternalSource(SYSTEM, [queue_name], deserialization_schema))


class RMQSink(SinkFunction):
    """Writes to a queue of RabbitMQ."""

    def __init__(
        self,
        connection_config: RMQConnectionConfig,
        queue_name: str,
        serialization_schema: SerializationSchema,
    ) -> None:
        def to_message(value: Any, timestamp: int | None) -> ExternalMessage:
            return ExternalMessage(serialization_schema.serialize(value), topic=queue_name)

        super().__init__(ExternalSink(SYSTEM, [queue_name], to_message))
