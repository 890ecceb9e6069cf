"""PyFlink: ``pyflink.datastream.connectors.number_seq``."""

from __future__ import annotations

from flinksim.connectors.collection_sources import NumberSequenceSource
from flinksim.core.lazy_reexports import found_elsewhere

__all__ = ["NumberSequenceSource"]


__getattr__ = found_elsewhere(
    __name__,
    {
        "datastream.connectors.base": "Source",
    },
)
