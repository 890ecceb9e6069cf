"""Conversion of numbers to the width of a SQL type, and their text.

Flink: ``DecimalDataUtils``, and Java's narrowing conversions.
"""

from __future__ import annotations

import struct
from decimal import ROUND_DOWN, ROUND_HALF_UP, Context, Decimal
from typing import Any

from flinksim.common.typeutils import to_string
from flinksim.table.logical_types import INTEGER_BITS, LogicalType

EXACT = Context(prec=800, rounding=ROUND_HALF_UP, Emax=999_999, Emin=-999_999)
"""Context for sums and products of decimals, which never rounds them."""
DIVISION = Context(prec=38, rounding=ROUND_HALF_UP, Emax=999_999, Emin=-999_999)
"""Context for quotients of decimals: 38 digits, as ``DecimalDataUtils.divide``."""


def wrap_integer(value: int, root: str) -> int:
    """Return the low bits of *value* as a signed integer of type *root*.

    >>> wrap_integer(2147483648, "INT")
    -2147483648
    """
    bits = INTEGER_BITS[root]
    half = 1 << (bits - 1)
    if -half <= value < half:
        return value
    return ((value + half) & ((1 << bits) - 1)) - half


def fit_decimal(value: Decimal, precision: int, scale: int) -> Decimal | None:
    """Round *value* half up to *scale*; ``None`` if it has more digits than *precision*.

    Flink: ``DecimalData.fromBigDecimal``.
    """
    if value and value.adjusted() >= precision - scale:
        return None
    rounded = EXACT.plus(EXACT.quantize(value, Decimal(1).scaleb(-scale)))  # no negative zero
    return None if len(rounded.as_tuple().digits) > precision and rounded else rounded


def to_float32(value: float) -> float:
    """Round a number to single precision."""
    try:
        rounded: float = struct.unpack(">f", struct.pack(">f", value))[0]
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")
    return rounded


def truncate_float(value: float, root: str) -> int:
    """Convert a floating-point number to an integer as Java does: toward zero, within the range."""
    if value != value:
        return 0
    bits = max(INTEGER_BITS[root], 32)
    half = 1 << (bits - 1)
    if value >= half:
        return wrap_integer(half - 1, root)
    return wrap_integer(int(max(value, -half)), root)


def to_decimal(value: Any) -> Decimal:
    """Convert a number to a decimal; a double by its text, as Java's ``BigDecimal.valueOf`` does."""
    return Decimal(to_string.format_double(value) if isinstance(value, float) else value)


def convert_number(value: Any, type_: LogicalType) -> Any:
    """Convert a number to the numeric *type_*; ``None`` if a decimal does not fit."""
    root = type_.root
    if root in INTEGER_BITS:
        if isinstance(value, float):
            return truncate_float(value, root)
        if isinstance(value, Decimal):
            value = int(value.to_integral_value(ROUND_DOWN))
        return wrap_integer(int(value), root)
    if root == "DECIMAL":
        exact = to_decimal(value)
        return fit_decimal(exact, type_.precision, type_.scale)
    try:
        number = float(value)
    except OverflowError:
        number = float("inf") if value > 0 else float("-inf")
    return to_float32(number) if root == "FLOAT" else number


def format_float(value: float, root: str) -> str:
    """Format a floating-point number as Java does."""
    return to_string.format_float(value) if root == "FLOAT" else to_string.format_double(value)
