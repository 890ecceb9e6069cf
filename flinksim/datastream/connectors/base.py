"""PyFlink: ``pyflink.datastream.connectors.base``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import Enum
from typing import Any

from flinksim.connectors.sink import Sink
from flinksim.connectors.source import Source

__all__ = ["DeliveryGuarantee", "Sink", "Source", "StreamTransformer", "SupportsPreprocessing"]


class StreamTransformer(ABC):
    """Transforms the stream before a sink."""

    @abstractmethod
    def apply(self, ds: Any) -> Any:
        """Return the stream that the sink gets."""


class SupportsPreprocessing(ABC):
    """A sink with a :class:`StreamTransformer`."""

    def get_transformer(self) -> StreamTransformer | None:
        """Return the transformer, or ``None`` if there is none."""
        return None


class DeliveryGuarantee(Enum):
    """How often a record may reach a sink's system when a job fails and restarts.

    ``EXACTLY_ONCE``: once. ``AT_LEAST_ONCE``: once or more often. ``NONE``: possibly never.

    Flink: ``org.apache.flink.connector.base.DeliveryGuarantee``.
    """

    EXACTLY_ONCE = 0
    AT_LEAST_ONCE = 1
    NONE = 2
