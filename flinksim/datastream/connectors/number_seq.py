"""PyFlink: ``pyflink.datastream.connectors.number_seq``."""

from __future__ import annotations

from flinksim.connectors.collection import NumberSequenceSource

__all__ = ["NumberSequenceSource"]
