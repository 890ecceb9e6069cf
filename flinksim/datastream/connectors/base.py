"""PyFlink: ``pyflink.datastream.connectors.base``."""

from __future__ import annotations

from enum import Enum

from flinksim.connectors.sink import Sink
from flinksim.connectors.source import Source

__all__ = ["DeliveryGuarantee", "Sink", "Source"]


class DeliveryGuarantee(Enum):
    """How often a record may reach a sink's system when a job fails and goes on.

    ``EXACTLY_ONCE``: once. ``AT_LEAST_ONCE``: once or more often. ``NONE``: perhaps not at all.

    Flink: ``org.apache.flink.connector.base.DeliveryGuarantee``.
    """

    EXACTLY_ONCE = 0
    AT_LEAST_ONCE = 1
    NONE = 2
