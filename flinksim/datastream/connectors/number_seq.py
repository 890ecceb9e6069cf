"""PyFlink: ``pyflink.datastream.connectors.number_seq``."""

from __future__ import annotations

from flinksim.connectors.collection_sources import NumberSequenceSource
from flinksim.core.lazy_reexports import build_lazy_getattr

__all__ = ["NumberSequenceSource"]


__getattr__ = build_lazy_getattr(
    __name__,
    {
        "datastream.connectors.base": "Source",
    },
)
