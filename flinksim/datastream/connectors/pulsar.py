"""PyFlink: ``pyflink.datastream.connectors.pulsar``.

A source reads a file that is bound to it, a sink keeps what it was given; see
:mod:`flinksim.external_data`.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from flinksim.common.serialization import DeserializationSchema, SerializationSchema
from flinksim.common.time import Duration
from flinksim.connectors.external.external_sink import ExternalSink
from flinksim.connectors.external.external_source import (
    EARLIEST,
    LATEST,
    NEVER,
    ExternalSource,
    OffsetsPosition,
)
from flinksim.connectors.external.message import ExternalMessage
from flinksim.core.lazy_reexports import build_lazy_getattr
from flinksim.core.validation import validate_arguments
from flinksim.datastream.connectors.base import DeliveryGuarantee as DeliveryGuarantee
from flinksim.datastream.connectors.builder_settings import BuilderSettings, as_list

__all__ = [
    "MessageDelayer",
    "PulsarSink",
    "PulsarSinkBuilder",
    "PulsarSource",
    "PulsarSourceBuilder",
    "RangeGenerator",
    "StartCursor",
    "StopCursor",
    "TopicRoutingMode",
]

SYSTEM = "Pulsar"


class StartCursor:
    """Where a subscription starts."""

    def __init__(self, _j_start_cursor: OffsetsPosition) -> None:
        self.position = _j_start_cursor

    @staticmethod
    def default_start_cursor() -> StartCursor:
        return StartCursor.earliest()

    @staticmethod
    def earliest() -> StartCursor:
        return StartCursor(EARLIEST)

    @staticmethod
    def latest() -> StartCursor:
        return StartCursor(LATEST)

    @staticmethod
    def from_message_id(message_id: bytes, inclusive: bool = True) -> StartCursor:
        """Start at the beginning: a recording has no message ids."""
        return StartCursor(EARLIEST)

    @staticmethod
    @validate_arguments
    def from_publish_time(timestamp: int) -> StartCursor:
        return StartCursor(OffsetsPosition("timestamp", timestamp))


class StopCursor:
    """Where a subscription stops."""

    def __init__(self, _j_stop_cursor: OffsetsPosition) -> None:
        self.position = _j_stop_cursor

    @staticmethod
    def default_stop_cursor() -> StopCursor:
        return StopCursor.never()

    @staticmethod
    def never() -> StopCursor:
        return StopCursor(NEVER)

    @staticmethod
    def latest() -> StopCursor:
        return StopCursor(LATEST)

    @staticmethod
    @validate_arguments
    def at_event_time(timestamp: int) -> StopCursor:
        return StopCursor(OffsetsPosition("timestamp", timestamp))

    @staticmethod
    @validate_arguments
    def after_event_time(timestamp: int) -> StopCursor:
        return StopCursor(OffsetsPosition("timestamp", timestamp + 1))

    @staticmethod
    @validate_arguments
    def at_publish_time(timestamp: int) -> StopCursor:
        return StopCursor(OffsetsPosition("timestamp", timestamp))

    @staticmethod
    @validate_arguments
    def after_publish_time(timestamp: int) -> StopCursor:
        return StopCursor(OffsetsPosition("timestamp", timestamp + 1))

    @staticmethod
    def at_message_id(message_id: bytes) -> StopCursor:
        """Stop at the end: a recording has no message ids."""
        return StopCursor(LATEST)

    @staticmethod
    def after_message_id(message_id: bytes) -> StopCursor:
        """Stop at the end: a recording has no message ids."""
        return StopCursor(LATEST)


class RangeGenerator:
    """Which keys a subtask reads; accepted without effect."""

    @staticmethod
    def full() -> RangeGenerator:
        return RangeGenerator()

    @staticmethod
    def fixed_key(
        support_null_key: bool = False,
        keys: str | list[str] | None = None,
        key_bytes: bytes | None = None,
        ordering_key_bytes: bytes | None = None,
    ) -> RangeGenerator:
        return RangeGenerator()


class PulsarSource(ExternalSource):
    """Reads topics of Pulsar; created by :meth:`builder`."""

    @staticmethod
    def builder() -> PulsarSourceBuilder:
        """Return a builder."""
        return PulsarSourceBuilder()


class PulsarSourceBuilder(BuilderSettings):
    """Builds a :class:`PulsarSource`."""

    def build(self) -> PulsarSource:
        """Build the source.

        Raises:
            RuntimeError: If the addresses, topics or the deserializer are missing.
        """
        self._require("service_url", "Service URL is required.")
        pattern = self._settings.get("topic_pattern")
        if pattern is None:
            self._require("topics", "No topic names or topic pattern are provided.")
        self._require("subscription_name", "pulsar.consumer.subscriptionName is required.")
        schema = self._require("deserialization_schema", "deserializationSchema should be set.")
        start: StartCursor = self._settings.get("start_cursor") or StartCursor.earliest()
        bounded: StopCursor | None = self._settings.get("bounded_stop_cursor")
        stop = bounded or self._settings.get("unbounded_stop_cursor") or StopCursor.never()
        return PulsarSource(
            SYSTEM,
            [pattern] if pattern else self._settings["topics"],
            schema,
            bounded=bounded is not None,
            start=start.position,
            stop=stop.position,
            pattern=pattern is not None,
        )

    def set_topics(self, topics: str | list[str]) -> PulsarSourceBuilder:
        """Read these topics."""
        return self._set("topics", as_list(topics))

    @validate_arguments
    def set_admin_url(self, admin_url: str) -> PulsarSourceBuilder:
        return self._set("admin_url", admin_url)

    @validate_arguments
    def set_service_url(self, service_url: str) -> PulsarSourceBuilder:
        return self._set("service_url", service_url)

    @validate_arguments
    def set_subscription_name(self, subscription_name: str) -> PulsarSourceBuilder:
        return self._set("subscription_name", subscription_name)

    @validate_arguments
    def set_topic_pattern(self, topic_pattern: str) -> PulsarSourceBuilder:
        return self._set("topic_pattern", topic_pattern)

    @validate_arguments
    def set_consumer_name(self, consumer_name: str) -> PulsarSourceBuilder:
        return self._set("consumer_name", consumer_name)

    def set_range_generator(self, range_generator: RangeGenerator) -> PulsarSourceBuilder:
        return self._set("range_generator", range_generator)

    def set_start_cursor(self, start_cursor: StartCursor) -> PulsarSourceBuilder:
        return self._set("start_cursor", start_cursor)

    def set_unbounded_stop_cursor(self, stop_cursor: StopCursor) -> PulsarSourceBuilder:
        return self._set("unbounded_stop_cursor", stop_cursor)

    def set_bounded_stop_cursor(self, stop_cursor: StopCursor) -> PulsarSourceBuilder:
        return self._set("bounded_stop_cursor", stop_cursor)

    def set_deserialization_schema(
        self, deserialization_schema: DeserializationSchema
    ) -> PulsarSourceBuilder:
        return self._set("deserialization_schema", deserialization_schema)

    def set_authentication(
        self, auth_plugin_class_name: str, auth_params_string: str | dict[str, str]
    ) -> PulsarSourceBuilder:
        return self._set("authentication", (auth_plugin_class_name, auth_params_string))

    def set_config(self, key: Any, value: Any) -> PulsarSourceBuilder:
        return self._set("config", (key, value))

    def set_config_with_dict(self, config: dict[str, Any]) -> PulsarSourceBuilder:
        return self._set("config_with_dict", config)

    def set_properties(self, config: dict[str, Any]) -> PulsarSourceBuilder:
        return self._set("properties", config)


class TopicRoutingMode(Enum):
    """How the partition of a message is chosen."""

    ROUND_ROBIN = 0
    MESSAGE_KEY_HASH = 1
    CUSTOM = 2


class MessageDelayer:
    """When a message is delivered; accepted without effect."""

    @staticmethod
    def never() -> MessageDelayer:
        return MessageDelayer()

    @staticmethod
    def fixed(duration: Duration) -> MessageDelayer:
        return MessageDelayer()


class PulsarSink(ExternalSink):
    """Writes to topics of Pulsar; created by :meth:`builder`."""

    @staticmethod
    def builder() -> PulsarSinkBuilder:
        """Return a builder."""
        return PulsarSinkBuilder()


class PulsarSinkBuilder(BuilderSettings):
    """Builds a :class:`PulsarSink`."""

    def build(self) -> PulsarSink:
        """Build the sink.

        Raises:
            RuntimeError: If the address, the topics or the serializer are missing.
        """
        self._require("service_url", "Service URL is required.")
        schema = self._require("serialization_schema", "serializationSchema must be set.")
        topics = self._settings.get("topics") or []
        if "topic_router" not in self._settings:
            self._require("topics", "No topic names or custom topic router are provided.")
        guarantee = self._settings.get("delivery_guarantee", DeliveryGuarantee.NONE)

        def to_message(value: Any, timestamp: int | None) -> ExternalMessage:
            return ExternalMessage(schema.serialize(value), topic=topics[0] if topics else "")

        return PulsarSink(
            SYSTEM,
            topics,
            to_message,
            has_committer=True,
            transactional=guarantee.name == "EXACTLY_ONCE",
        )

    def set_topics(self, topics: str | list[str]) -> PulsarSinkBuilder:
        """Write to these topics."""
        return self._set("topics", as_list(topics))

    @validate_arguments
    def set_admin_url(self, admin_url: str) -> PulsarSinkBuilder:
        return self._set("admin_url", admin_url)

    @validate_arguments
    def set_service_url(self, service_url: str) -> PulsarSinkBuilder:
        return self._set("service_url", service_url)

    @validate_arguments
    def set_producer_name(self, producer_name: str) -> PulsarSinkBuilder:
        return self._set("producer_name", producer_name)

    def set_delivery_guarantee(self, delivery_guarantee: DeliveryGuarantee) -> PulsarSinkBuilder:
        return self._set("delivery_guarantee", delivery_guarantee)

    def set_topic_routing_mode(self, topic_routing_mode: TopicRoutingMode) -> PulsarSinkBuilder:
        return self._set("topic_routing_mode", topic_routing_mode)

    @validate_arguments
    def set_topic_router(self, topic_router_class_name: str) -> PulsarSinkBuilder:
        return self._set("topic_router", topic_router_class_name)

    def set_serialization_schema(
        self, serialization_schema: SerializationSchema
    ) -> PulsarSinkBuilder:
        return self._set("serialization_schema", serialization_schema)

    def set_authentication(
        self, auth_plugin_class_name: str, auth_params_string: str | dict[str, str]
    ) -> PulsarSinkBuilder:
        return self._set("authentication", (auth_plugin_class_name, auth_params_string))

    def delay_sending_message(self, message_delayer: MessageDelayer) -> PulsarSinkBuilder:
        return self._set("delay_sending_message", message_delayer)

    def set_config(self, key: str, value: Any) -> PulsarSinkBuilder:
        return self._set("config", (key, value))

    def set_properties(self, config: dict[str, Any]) -> PulsarSinkBuilder:
        return self._set("properties", config)


__getattr__ = build_lazy_getattr(
    __name__,
    {
        "common": "ConfigOption ConfigOptions",
        "datastream.connectors": "Sink Source",
    },
)
