"""PyFlink: ``SqlDialect``."""

from __future__ import annotations

__all__ = ["SqlDialect"]


class SqlDialect:
    """Which SQL statements are accepted; flinksim has that of Flink."""

    DEFAULT = 0
    HIVE = 1
