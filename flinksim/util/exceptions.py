"""PyFlink: ``pyflink.util.exceptions``."""

from __future__ import annotations

__all__ = ["JavaException", "TableException"]


class JavaException(Exception):
    """An error that came from Java; nothing here raises it."""


class TableException(JavaException):
    """An error of the Table API; nothing here raises it."""
