"""PyFlink: ``pyflink.datastream.connectors.number_seq``."""

from __future__ import annotations

from flinksim.base.reexports import found_elsewhere
from flinksim.connectors.collection import NumberSequenceSource

__all__ = ["NumberSequenceSource"]


__getattr__ = found_elsewhere(
    __name__,
    {
        "datastream.connectors.base": "Source",
    },
)
