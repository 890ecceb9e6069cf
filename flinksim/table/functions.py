"""PyFlink: ``pyflink.table.functions``. flinksim has its own aggregate functions; this has the bases."""

from __future__ import annotations

from flinksim.table.data_view import ListView, MapView
from flinksim.table.types import DataTypes, Row
from flinksim.table.udf import AggregateFunction

__all__ = ["AggregateFunction", "DataTypes", "ListView", "MapView", "Row"]
