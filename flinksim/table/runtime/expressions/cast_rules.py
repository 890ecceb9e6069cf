"""Casts between SQL types.

Flink: ``org.apache.flink.table.planner.functions.casting``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from datetime import tzinfo
from decimal import Decimal
from typing import Any

from flinksim.table.logical_types import (
    APPROXIMATE_TYPES,
    BINARY_TYPES,
    CHARACTER_TYPES,
    INTEGER_BITS,
    INTERVAL_TYPES,
    MAX_LENGTH,
    NUMERIC_TYPES,
    TIMESTAMP_TYPES,
    LogicalType,
)
from flinksim.table.runtime.change_rows import Values
from flinksim.table.runtime.expressions.datetime_text import (
    format_time,
    parse_date,
    parse_time,
    parse_timestamp,
)
from flinksim.table.runtime.expressions.function_registry import (
    Evaluator,
    FunctionCall,
    ScalarFunction,
    SqlRuntimeError,
    add_special,
    add_typed,
)
from flinksim.table.runtime.expressions.number_conversion import (
    EXACT,
    convert_number,
    fit_decimal,
    format_float,
    to_float32,
)
from flinksim.table.runtime.expressions.time_arithmetic import (
    divide_toward_zero,
    to_instant,
    to_local,
)
from flinksim.table.runtime.sql_values import (
    MILLIS_PER_DAY,
    NANOS_PER_DAY,
    NANOS_PER_MILLI,
    Date,
    MapValue,
    TimeOfDay,
    Timestamp,
)

_TRUE_TEXTS = frozenset({"t", "true", "y", "yes", "1"})
_FALSE_TEXTS = frozenset({"f", "false", "n", "no", "0"})
MAX_LONG_DIGITS = 18
"""The most digits of a decimal that Flink keeps in a ``long``."""
_LONG_DECIMAL = re.compile(
    r"[ \n\t]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[ \n\t]*\Z", re.ASCII
)
_SHORT_DECIMAL = re.compile(
    r"[ \n\t]*(?P<sign>[+-]?)(?P<whole>\d*)(?:\.(?P<fraction>\d*))?"
    r"(?:[eE](?=.)(?P<exponent>[+-]?\d*)[^\d\x80-\U0010FFFF]?|[^\d.\x80-\U0010FFFF]?)[ \n\t]*\Z",
    re.ASCII | re.DOTALL,
)
_INTEGER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)\Z", re.ASCII)


def build_cast(source: LogicalType, target: LogicalType, zone: tzinfo) -> ScalarFunction:
    """Build the function that casts a value that is not null.

    It raises :class:`SqlRuntimeError` for a text that is no value of the target type.

    Raises:
        ValueError: If there is no cast between the types.
    """
    cast = _find_cast(source, target, zone)
    if cast is None:
        raise ValueError(f"Unsupported cast from {source} to {target}")
    return cast


def _find_cast(source: LogicalType, target: LogicalType, zone: tzinfo) -> ScalarFunction | None:
    if source.root == "NULL":
        return lambda value: None
    if target.root in CHARACTER_TYPES:
        return _build_cast_to_text(source, target, zone)
    if source.root in CHARACTER_TYPES:
        return _build_cast_from_text(target, zone)
    if target.root in NUMERIC_TYPES:
        if source.root in NUMERIC_TYPES or source.root == "BOOLEAN":
            if source == target.with_nullability(source.nullable):
                return _return_value
            return lambda value: convert_number(value, target)
        if source.root in INTERVAL_TYPES:
            return lambda value: convert_number(value, target)
        return None
    if target.root == "BOOLEAN":
        if source.root in NUMERIC_TYPES:
            return lambda value: value != 0
        return _return_value if source.root == "BOOLEAN" else None
    if target.root in BINARY_TYPES and source.root in BINARY_TYPES:
        return lambda value: _fit_bytes(value, target)
    if target.root in INTERVAL_TYPES:
        return _return_value
    if target.children and source.children:
        return _build_nested_cast(source, target, zone)
    return _build_time_cast(source, target, zone)


def _drop_fraction(time: TimeOfDay | None, unit: int) -> TimeOfDay | None:
    return None if time is None else TimeOfDay(time // unit * unit)


def _return_value(value: Any) -> Any:
    return value


# --- text ------------------------------------------------------------------------------------------


def build_formatter(type_: LogicalType, zone: tzinfo) -> Callable[[Any], str]:
    """Build the function that formats a value of *type_* as ``CAST(... AS STRING)`` does."""
    root = type_.root
    if root in CHARACTER_TYPES or root in INTEGER_BITS:
        return str
    if root == "BOOLEAN":
        return lambda value: "TRUE" if value else "FALSE"
    if root in APPROXIMATE_TYPES:
        return lambda value: format_float(value, root)
    if root == "DECIMAL":
        return lambda value: f"{value:f}"
    if root in BINARY_TYPES:
        return lambda value: value.decode("utf-8", "replace")
    if root == "TIME":
        return lambda value: format_time(value, type_.precision)
    if root == "TIMESTAMP":
        return lambda value: value.format(type_.precision)
    if root == "TIMESTAMP_LTZ":
        return lambda value: to_local(value, zone).format(type_.precision)
    if root == "INTERVAL_YEAR_MONTH":
        return _format_months
    if root == "INTERVAL_DAY_TIME":
        return _format_day_time
    if root == "ARRAY":
        element = _build_nested_formatter(type_.element, zone)
        return lambda value: f"[{', '.join(map(element, value))}]"
    if root == "ROW":
        fields = [_build_nested_formatter(child, zone) for child in type_.children]
        return lambda value: (
            f"({', '.join(field(part) for field, part in zip(fields, value, strict=True))})"
        )
    if root in ("MAP", "MULTISET"):
        key = _build_nested_formatter(type_.children[0], zone)
        count = LogicalType("INT")
        item = _build_nested_formatter((*type_.children, count)[1], zone)
        return lambda value: (
            f"{{{', '.join(f'{key(name)}={item(part)}' for name, part in value.items())}}}"
        )
    return Date.format


def _build_nested_formatter(type_: LogicalType, zone: tzinfo) -> Callable[[Any], str]:
    formatter = build_formatter(type_, zone)
    return lambda value: "NULL" if value is None else formatter(value)


def _format_months(months: int) -> str:
    years, rest = divmod(abs(months), 12)
    return f"{'-' if months < 0 else '+'}{years}-{rest:02d}"


def _format_day_time(millis: int) -> str:
    days, rest = divmod(abs(millis), MILLIS_PER_DAY)
    return f"{'-' if millis < 0 else '+'}{days} {format_time(rest, 3)}"


def _build_cast_to_text(source: LogicalType, target: LogicalType, zone: tzinfo) -> ScalarFunction:
    formatter = build_formatter(source, zone)
    length, pads = target.precision, target.root == "CHAR"
    if length == MAX_LENGTH:
        return formatter
    if pads:
        return lambda value: formatter(value)[:length].ljust(length)
    return lambda value: formatter(value)[:length]


def _build_cast_from_text(target: LogicalType, zone: tzinfo) -> ScalarFunction | None:
    parse = _find_parser(target, zone)
    if parse is None:
        return None

    def cast(text: str) -> Any:
        value = parse(text)
        if value is None:
            raise SqlRuntimeError(
                f"NumberFormatException: For input string: '{text}'. Expected a {target.root} value."
            )
        return value

    return cast


def _find_parser(target: LogicalType, zone: tzinfo) -> Callable[[str], Any] | None:
    root = target.root
    if root in INTEGER_BITS:
        return lambda text: _parse_integer(text, root)
    if root in APPROXIMATE_TYPES:
        return lambda text: _parse_float(text, root)
    if root == "DECIMAL":
        return lambda text: _parse_decimal(text, target)
    if root == "BOOLEAN":
        return _parse_boolean
    if root == "DATE":
        return parse_date
    if root == "TIME":
        unit = 10 ** max(3 - target.precision, 0)
        return lambda text: _drop_fraction(parse_time(text), unit)
    if root == "TIMESTAMP":
        return lambda text: parse_timestamp(text, target.precision)
    if root == "TIMESTAMP_LTZ":
        return lambda text: _parse_instant(text, target, zone)
    if root in BINARY_TYPES:
        return lambda text: _fit_bytes(text.encode(), target)
    return None


def _parse_integer(text: str, root: str) -> int | None:
    stripped = text.strip()
    if not _INTEGER.match(stripped):
        return None
    value = int(stripped.partition(".")[0] or "0") if stripped[:1] != "." else 0
    half = 1 << (INTEGER_BITS[root] - 1)
    return value if -half <= value < half else None


def _parse_float(text: str, root: str) -> float | None:
    stripped = text.strip()
    try:
        value = float(stripped.rstrip("dDfF") if "n" not in stripped.lower() else stripped)
    except ValueError:
        return None
    return to_float32(value) if root == "FLOAT" else value


def _parse_decimal(text: str, target: LogicalType) -> Decimal | None:
    """Parse a decimal. In short texts Flink skips one wrong character at the end: ``12x`` is 12.

    Flink: ``BinaryStringDataUtil.toDecimal``.
    """
    digits, scale = target.precision, target.scale
    if max(digits, len(text.encode())) > MAX_LONG_DIGITS:
        found = _LONG_DECIMAL.match(text)
        return fit_decimal(Decimal(found[1]), digits, scale) if found else None
    found = _SHORT_DECIMAL.match(text)
    stripped = text.lstrip(" \n\t")
    if found is None or stripped in ("", "+", "-"):
        return None
    exponent = found["exponent"] or ""
    if exponent in ("+", "-") and text.endswith(exponent):
        return None
    whole, fraction = found["whole"], found["fraction"] or ""
    power = int(f"{exponent}0") // 10 - len(fraction)
    if len(whole) + len(fraction) + power + scale > digits or power + scale < -MAX_LONG_DIGITS:
        return None
    value = Decimal(f"{found['sign']}0{whole}{fraction}").scaleb(power)
    return EXACT.plus(EXACT.quantize(value, Decimal(1).scaleb(-scale)))


def _parse_boolean(text: str) -> bool | None:
    word = text.strip().lower()
    return True if word in _TRUE_TEXTS else False if word in _FALSE_TEXTS else None


def _parse_instant(text: str, target: LogicalType, zone: tzinfo) -> Any:
    local = parse_timestamp(text, target.precision)
    return None if local is None else to_instant(local, zone)


def _fit_bytes(value: bytes, target: LogicalType) -> bytes:
    if target.root == "BINARY":
        return value[: target.precision].ljust(target.precision, b"\0")
    return value[: target.precision]


# --- times and nested values -------------------------------------------------------------------------


def _build_time_cast(
    source: LogicalType, target: LogicalType, zone: tzinfo
) -> ScalarFunction | None:
    pair = (source.root, target.root)
    if target.root in TIMESTAMP_TYPES and source.root in TIMESTAMP_TYPES:
        convert: dict[tuple[str, str], Callable[[Any], Any]] = {
            ("TIMESTAMP", "TIMESTAMP_LTZ"): lambda value: to_instant(value, zone),
            ("TIMESTAMP_LTZ", "TIMESTAMP"): lambda value: to_local(value, zone),
        }
        change = convert.get(pair, _return_value)
        if source.precision <= target.precision:
            return change
        return lambda value: _truncate(change(value), target.precision)
    if pair == ("DATE", "TIMESTAMP"):
        return lambda value: Timestamp(int(value) * NANOS_PER_DAY)
    if pair == ("DATE", "TIMESTAMP_LTZ"):
        return lambda value: to_instant(Timestamp(int(value) * NANOS_PER_DAY), zone)
    if pair == ("TIMESTAMP", "DATE"):
        return lambda value: Date(divide_toward_zero(int(value), NANOS_PER_DAY))
    if pair == ("TIMESTAMP_LTZ", "DATE"):
        return lambda value: Date(int(to_local(value, zone)) // NANOS_PER_DAY)
    if pair == ("TIMESTAMP", "TIME"):
        return lambda value: _extract_time(value, target.precision)
    if pair == ("TIMESTAMP_LTZ", "TIME"):
        return lambda value: _extract_time(
            Timestamp(to_local(value, zone) % NANOS_PER_DAY), target.precision
        )
    if pair == ("TIME", "TIMESTAMP"):
        return lambda value: Timestamp(int(value) * NANOS_PER_MILLI)
    if pair == ("TIME", "TIMESTAMP_LTZ"):
        return lambda value: to_instant(Timestamp(int(value) * NANOS_PER_MILLI), zone)
    return _return_value if source.root == target.root else None


def _truncate(value: Any, precision: int) -> Any:
    """Drop digits of a second; milliseconds before 1970 are rounded toward 1970, as in Flink."""
    millis, nanos = divmod(int(value), NANOS_PER_MILLI)
    if precision > 3:
        unit = 10 ** (9 - precision)
        return type(value)(millis * NANOS_PER_MILLI + nanos // unit * unit)
    unit = 10 ** (3 - precision)
    return type(value)(divide_toward_zero(millis, unit) * unit * NANOS_PER_MILLI)


def _extract_time(value: Timestamp, precision: int) -> TimeOfDay:
    """Return the time of a day; before 1970 it is negative, and no sink takes it."""
    unit = 10 ** max(0, 3 - precision)
    millis = math.fmod(int(value) // NANOS_PER_MILLI, MILLIS_PER_DAY)
    return TimeOfDay(divide_toward_zero(int(millis), unit) * unit)


def _build_nested_cast(
    source: LogicalType, target: LogicalType, zone: tzinfo
) -> ScalarFunction | None:
    if source.root != target.root or len(source.children) != len(target.children):
        return None
    casts = [
        _build_nullable_cast(child, wanted, zone)
        for child, wanted in zip(source.children, target.children, strict=True)
    ]
    if source.root == "ROW":
        return lambda value: tuple(cast(part) for cast, part in zip(casts, value, strict=True))
    if source.root == "ARRAY":
        return lambda value: tuple(casts[0](part) for part in value)
    if source.root == "MAP":
        return lambda value: MapValue(
            (casts[0](key), casts[1](item)) for key, item in value.items()
        )
    return lambda value: MapValue((casts[0](key), count) for key, count in value.items())


def _build_nullable_cast(
    source: LogicalType, target: LogicalType, zone: tzinfo
) -> Callable[[Any], Any]:
    cast = build_cast(source, target, zone)
    return lambda value: None if value is None else cast(value)


@add_typed("CAST")
def _create_cast(call: FunctionCall) -> ScalarFunction:
    return build_cast(call.operand_types[0], call.type, call.time_zone)


@add_special("TRY_CAST")
def _build_try_cast(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    cast = build_cast(call.operand_types[0], call.type, call.time_zone)
    operand = operands[0]

    def evaluate(row: Values) -> Any:
        value = operand(row)
        try:
            return None if value is None else cast(value)
        except SqlRuntimeError:
            return None

    return evaluate


@add_typed("REINTERPRET")
def _create_reinterpretation(call: FunctionCall) -> ScalarFunction:
    return _return_value
