"""PyFlink: ``pyflink.util.exceptions``."""

from __future__ import annotations

__all__ = ["JavaException", "TableException"]


class JavaException(Exception):
    """An error of Java; flinksim never raises it."""


class TableException(JavaException):
    """An error of the Table API; flinksim never raises it."""
