"""Text of values as Java prints them, which is what the ``print`` connector shows.

Flink: ``PrintTableSinkFactory``, ``RowUtils.deepToString``; Java: ``LocalDateTime.toString`` and its like.
"""

from __future__ import annotations

from typing import Any

from flinksim.table.logical_types import APPROXIMATE_TYPES, BINARY_TYPES, LogicalType
from flinksim.table.runtime.change_rows import ChangeRow
from flinksim.table.runtime.expressions.number_conversion import format_float


def format_change(row: ChangeRow, type_: LogicalType) -> str:
    """Format a change such as ``+I[a, 2026-01-01T00:00]``."""
    return f"{row.kind}{_format_fields(row.values, type_)}"


def _format_fields(values: Any, type_: LogicalType) -> str:
    fields = zip(values, type_.children, strict=True)
    return f"[{', '.join(format_java_value(value, child) for value, child in fields)}]"


def format_java_value(value: Any, type_: LogicalType) -> str:
    """Format one value.

    >>> format_java_value(0.1, LogicalType("FLOAT"))
    '0.1'
    """
    root = type_.root
    if value is None:
        return "null"
    if root == "BOOLEAN":
        return "true" if value else "false"
    if root in APPROXIMATE_TYPES:
        return format_float(value, root)
    if root == "TIMESTAMP":
        return _shorten_time(str(value.format(9)).replace(" ", "T"))
    if root == "TIMESTAMP_LTZ":
        return _shorten_fraction(str(value.format(9)).replace(" ", "T").rstrip("Z")) + "Z"
    if root == "TIME":
        return _shorten_time(str(value))
    if root in BINARY_TYPES:
        return f"[{', '.join(str((byte ^ 0x80) - 0x80) for byte in value)}]"
    if root == "ROW":
        return f"+I{_format_fields(value, type_)}"
    if root == "ARRAY":
        return f"[{', '.join(format_java_value(item, type_.element) for item in value)}]"
    if root == "MAP":
        key, item = type_.children
        pairs = (
            f"{format_java_value(k, key)}={format_java_value(v, item)}" for k, v in value.items()
        )
        return f"{{{', '.join(pairs)}}}"
    return str(value)


def _shorten_fraction(text: str) -> str:
    """Leave out groups of three zeros at the end of a fraction of seconds."""
    while text.endswith("000") and "." in text:
        text = text[:-3]
    return text.rstrip(".")


def _shorten_time(text: str) -> str:
    """Leave out seconds that are zero, too."""
    shorter = _shorten_fraction(text)
    return shorter[:-3] if shorter.count(":") == 2 and shorter.endswith(":00") else shorter
