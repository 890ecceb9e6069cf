"""PyFlink: ``pyflink.datastream.connectors.jdbc``: a sink that keeps the rows it was given.

See :mod:`flinksim.external_data`.
"""

from __future__ import annotations

import re
from typing import Any

from flinksim.common.typeinfo import RowTypeInfo
from flinksim.connectors.external.external_sink import ExternalSink
from flinksim.connectors.external.message import ExternalMessage, convert_to_plain, encode_value
from flinksim.core.validation import validate_arguments
from flinksim.datastream.connectors.builder_settings import BuilderSettings
from flinksim.datastream.functions import SinkFunction

__all__ = ["JdbcConnectionOptions", "JdbcExecutionOptions", "JdbcSink"]

SYSTEM = "JDBC"
_TABLE_PATTERN = re.compile(r"(?:into|update|from)\s+([\w.`\"]+)", re.IGNORECASE)


class JdbcSink(SinkFunction):
    """Executes a statement for each row."""

    @staticmethod
    def sink(
        sql: str,
        type_info: RowTypeInfo,
        jdbc_connection_options: JdbcConnectionOptions,
        jdbc_execution_options: JdbcExecutionOptions | None = None,
    ) -> JdbcSink:
        """Create a sink whose messages are the parameters of *sql*, named as in *type_info*."""
        names = type_info.get_field_names()
        found = _TABLE_PATTERN.search(sql)
        table = found[1].strip('`"') if found else sql

        def to_message(value: Any, timestamp: int | None) -> ExternalMessage:
            content = dict(zip(names, map(convert_to_plain, value), strict=False))
            return ExternalMessage(encode_value(content), topic=table)

        return JdbcSink(ExternalSink(SYSTEM, [table], to_message))


class JdbcConnectionOptions:
    """The connection; nothing connects to it."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self._settings = settings

    def get_db_url(self) -> str:
        return str(self._settings["url"])

    def get_driver_name(self) -> str | None:
        return self._settings.get("driver_name")

    def get_user_name(self) -> str | None:
        return self._settings.get("user_name")

    def get_password(self) -> str | None:
        return self._settings.get("password")

    class JdbcConnectionOptionsBuilder(BuilderSettings):
        """Builds :class:`JdbcConnectionOptions`."""

        @validate_arguments
        def with_url(self, url: str) -> JdbcConnectionOptions.JdbcConnectionOptionsBuilder:
            return self._set("url", url)

        @validate_arguments
        def with_driver_name(
            self, driver_name: str
        ) -> JdbcConnectionOptions.JdbcConnectionOptionsBuilder:
            return self._set("driver_name", driver_name)

        def with_user_name(
            self, user_name: str
        ) -> JdbcConnectionOptions.JdbcConnectionOptionsBuilder:
            return self._set("user_name", user_name)

        def with_password(
            self, password: str
        ) -> JdbcConnectionOptions.JdbcConnectionOptionsBuilder:
            return self._set("password", password)

        def build(self) -> JdbcConnectionOptions:
            self._require("url", "connection url can't be empty.")
            return JdbcConnectionOptions(self._settings)


class JdbcExecutionOptions:
    """How many rows one request has; accepted without effect."""

    def __init__(self, settings: dict[str, int]) -> None:
        self._settings = settings

    def get_batch_interval_ms(self) -> int:
        return self._settings.get("batch_interval_ms", 0)

    def get_batch_size(self) -> int:
        return self._settings.get("batch_size", 5000)

    def get_max_retries(self) -> int:
        return self._settings.get("max_retries", 3)

    @staticmethod
    def defaults() -> JdbcExecutionOptions:
        return JdbcExecutionOptions({})

    @staticmethod
    def builder() -> JdbcExecutionOptions.Builder:
        return JdbcExecutionOptions.Builder()

    class Builder(BuilderSettings):
        """Builds :class:`JdbcExecutionOptions`."""

        @validate_arguments
        def with_batch_size(self, size: int) -> JdbcExecutionOptions.Builder:
            return self._set("batch_size", size)

        @validate_arguments
        def with_batch_interval_ms(self, interval_ms: int) -> JdbcExecutionOptions.Builder:
            return self._set("batch_interval_ms", interval_ms)

        @validate_arguments
        def with_max_retries(self, max_retries: int) -> JdbcExecutionOptions.Builder:
            return self._set("max_retries", max_retries)

        def build(self) -> JdbcExecutionOptions:
            return JdbcExecutionOptions(self._settings)
