"""Functions of dates and times.

Flink: ``DateTimeUtils``, ``SqlFunctionUtils``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, tzinfo
from decimal import Decimal
from typing import Any

from flinksim.table.logical_types import CHARACTER_TYPES, INTERVAL_TYPES
from flinksim.table.runtime.expressions.arithmetic_functions import build_integral_rounding
from flinksim.table.runtime.expressions.datetime_text import (
    format_simply,
    format_with_pattern,
    parse_date,
    parse_timestamp,
    parse_with_pattern,
)
from flinksim.table.runtime.expressions.function_registry import (
    Evaluator,
    FunctionCall,
    ScalarFunction,
    SqlRuntimeError,
    add_scalar,
    add_special,
    add_typed,
)
from flinksim.table.runtime.expressions.number_conversion import wrap_integer
from flinksim.table.runtime.expressions.time_arithmetic import (
    add_months,
    add_months_to_days,
    count_months_between,
    divide_toward_zero,
    load_time_zone,
    to_instant,
    to_local,
    to_local_ms,
    to_utc_ms,
)
from flinksim.table.runtime.sql_values import (
    NANOS_PER_DAY,
    NANOS_PER_MILLI,
    NANOS_PER_SECOND,
    Date,
    TimeOfDay,
    Timestamp,
    TimestampLtz,
    join_date,
    split_date,
)

_DEFAULT_PATTERN = "yyyy-MM-dd HH:mm:ss"


def _build_to_local(call: FunctionCall, operand: int) -> Callable[[Any], Any]:
    """Build the conversion of an operand to nanoseconds of local time."""
    root = call.operand_types[operand].root
    if root == "TIMESTAMP_LTZ":
        return lambda value: to_local(value, call.time_zone)
    if root == "DATE":
        return lambda value: Timestamp(int(value) * NANOS_PER_DAY)
    if root == "TIME":
        return lambda value: Timestamp(int(value) * NANOS_PER_MILLI)
    if root in CHARACTER_TYPES:
        return parse_timestamp
    return lambda value: value


_FRACTIONS = {"MICROSECOND": 1000, "NANOSECOND": 1}
"""Fractions of a second in nanoseconds, which are exact; other units work on milliseconds."""

# --- parts and rounding -----------------------------------------------------------------------------


def _extract(unit: str, value: int) -> int:
    """Return a part of a local date and time, in nanoseconds.

    Before 1970 the time of day is negative, and belongs to the next day, as in Flink.
    """
    if unit in _FRACTIONS:
        return _take_part(int(value), _FRACTIONS[unit], NANOS_PER_SECOND // _FRACTIONS[unit])
    value = int(value) // NANOS_PER_MILLI * NANOS_PER_MILLI  # Flink works on milliseconds
    days = divide_toward_zero(value, NANOS_PER_DAY)
    nanos = value - days * NANOS_PER_DAY
    year, month, day = split_date(days)
    match unit:
        case "YEAR":
            return year
        case "QUARTER":
            return (month + 2) // 3
        case "MONTH":
            return month
        case "DAY":
            return day
        case "DOY":
            return days - join_date(year, 1, 1) + 1
        case "DOW":
            return (days + 4) % 7 + 1
        case "ISODOW":
            return (days + 3) % 7 + 1
        case "WEEK":
            return _compute_iso_week(days)[1]
        case "ISOYEAR":
            return _compute_iso_week(days)[0]
        case "HOUR":
            return divide_toward_zero(nanos, 3600 * NANOS_PER_SECOND)
        case "MINUTE":
            return _take_part(nanos, 60 * NANOS_PER_SECOND, 60)
        case "SECOND":
            return _take_part(nanos, NANOS_PER_SECOND, 60)
        case "MILLISECOND":
            return _take_part(nanos, NANOS_PER_MILLI, 1000)
        case "EPOCH":
            return int(value) // NANOS_PER_SECOND
        case "DECADE":
            return year // 10
        case "CENTURY":
            return (year + 99) // 100
        case "MILLENNIUM":
            return (year + 999) // 1000
    raise ValueError(f"the time unit {unit} is not supported")


def _take_part(nanos: int, unit: int, modulus: int) -> int:
    part = abs(nanos) // unit % modulus
    return -part if nanos < 0 else part


def _compute_iso_week(days: int) -> tuple[int, int]:
    thursday = days - (days + 3) % 7 + 3
    year = split_date(thursday)[0]
    return year, (thursday - join_date(year, 1, 1)) // 7 + 1


@add_special("EXTRACT")
def _build_extract(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    unit = str(call.literals[0])
    operand = operands[1]
    root = call.operand_types[1].root
    if root in INTERVAL_TYPES:
        return _build_interval_part(unit, root, operand)
    convert = _build_to_local(call, 1)

    def evaluate(row: Any) -> int | None:
        value = operand(row)
        return None if value is None else _extract(unit, convert(value))

    return evaluate


_INTERVAL_UNITS = {
    "DAY": (86_400_000, None), "HOUR": (3_600_000, 24), "MINUTE": (60_000, 60), "SECOND": (1000, 60),
    "MILLISECOND": (1, 60_000), "YEAR": (12, None), "MONTH": (1, 12),
}  # fmt: skip


def _build_interval_part(unit: str, root: str, operand: Evaluator) -> Evaluator:
    size, modulus = _INTERVAL_UNITS[unit]

    def evaluate(row: Any) -> int | None:
        value = operand(row)
        if value is None:
            return None
        part = abs(value) // size
        part = part if modulus is None else part % modulus
        return int(-part if value < 0 else part)

    return evaluate


_UNIT_NANOS = {
    "DAY": NANOS_PER_DAY, "HOUR": 3600 * NANOS_PER_SECOND, "MINUTE": 60 * NANOS_PER_SECOND,
    "SECOND": NANOS_PER_SECOND, "MILLISECOND": NANOS_PER_MILLI,
}  # fmt: skip
_UNIT_MONTHS = {"MONTH": 1, "QUARTER": 3, "YEAR": 12, "DECADE": 120, "CENTURY": 1200,
                "MILLENNIUM": 12_000}  # fmt: skip


def _round_time_down(unit: str, value: int) -> int:
    if unit in _UNIT_NANOS:
        return value // _UNIT_NANOS[unit] * _UNIT_NANOS[unit]
    days = divide_toward_zero(value, NANOS_PER_DAY)  # as in Flink, also before 1970
    if unit == "WEEK":  # weeks begin on Sunday
        return (days - (days + 4) % 7) * NANOS_PER_DAY
    year, month, _ = split_date(days)
    first_year = 1 if unit in ("CENTURY", "MILLENNIUM") else 0  # 2001 begins a century
    months = (year - first_year) * 12 + month - 1
    months += first_year * 12 - months % _UNIT_MONTHS[unit]
    return join_date(months // 12, months % 12 + 1, 1) * NANOS_PER_DAY


def _round_time_up(unit: str, value: int) -> int:
    low = _round_time_down(unit, value)
    if low >= value:
        return low
    if unit in _UNIT_NANOS:
        return low + _UNIT_NANOS[unit]
    if unit == "WEEK":
        return low + 7 * NANOS_PER_DAY
    return add_months_to_days(low // NANOS_PER_DAY, _UNIT_MONTHS[unit]) * NANOS_PER_DAY


@add_typed("FLOOR", "CEIL")
def _create_rounding(call: FunctionCall) -> ScalarFunction:
    if len(call.operand_types) == 1:
        return build_integral_rounding(call)
    unit = str(call.literals[1])
    round_time = _round_time_down if call.name == "FLOOR" else _round_time_up
    root, zone = call.operand_types[0].root, call.time_zone
    if root == "TIMESTAMP_LTZ":
        # Flink rounds with the offset of the value, also if the result has another one.
        def round_local(value: Any, symbol: Any) -> Any:
            local = int(to_local(value, zone))
            return type(value)(int(value) + round_time(unit, local) - local)

        return round_local
    if root == "DATE":
        return lambda value, symbol: Date(
            round_time(unit, int(value) * NANOS_PER_DAY) // NANOS_PER_DAY
        )
    if root == "TIME":
        return lambda value, symbol: TimeOfDay(
            round_time(unit, int(value) * NANOS_PER_MILLI) // NANOS_PER_MILLI
        )
    return lambda value, symbol: Timestamp(round_time(unit, int(value)))


# --- text and numbers --------------------------------------------------------------------------------


def _parse_seconds(text: str) -> Timestamp | None:
    """Parse a text as DATE_FORMAT does: with all parts of a time, and without fractions."""
    parsed = parse_timestamp(text.strip())
    if parsed is None or ":" not in text:
        return None
    return Timestamp(int(parsed) // NANOS_PER_SECOND * NANOS_PER_SECOND)


@add_typed("DATE_FORMAT")
def _create_date_format(call: FunctionCall) -> ScalarFunction:
    convert = _build_to_local(call, 0)
    if call.operand_types[0].root in CHARACTER_TYPES:
        convert = _parse_seconds

    def compute(value: Any, pattern: str) -> str | None:
        local = convert(value)
        try:
            return None if local is None else format_with_pattern(local, pattern)
        except ValueError as error:
            raise SqlRuntimeError(str(error)) from error

    return compute


@add_typed("TO_TIMESTAMP")
def _create_to_timestamp(call: FunctionCall) -> ScalarFunction:
    precision = max(call.type.precision, 3)

    def compute(text: str, pattern: str | None = None) -> Timestamp | None:
        if pattern is None:
            return None if text != text.strip() else parse_timestamp(text, precision)
        value = parse_with_pattern(text, pattern)
        unit = 10 ** (9 - precision)
        return None if value is None else Timestamp(int(value) // unit * unit)

    return compute


@add_typed("TO_TIMESTAMP_LTZ")
def _create_to_timestamp_ltz(call: FunctionCall) -> ScalarFunction:
    if call.operand_types[0].root in CHARACTER_TYPES:
        return lambda text, *rest: _parse_instant(call, text, *rest)
    precision = call.literals[1] if len(call.literals) > 1 else 3
    unit = 10 ** (9 - precision)
    return lambda value, *rest: TimestampLtz(int(Decimal(value) * unit))


def _parse_instant(call: FunctionCall, text: str, *rest: str) -> TimestampLtz | None:
    local = parse_with_pattern(text, rest[0]) if rest else parse_timestamp(text, 3)
    if local is None:
        return None
    zone = call.time_zone if len(rest) < 2 else load_time_zone(rest[1])
    return to_instant(local, zone)


@add_scalar("TO_DATE")
def _parse_to_date(text: str, pattern: str | None = None) -> Date | None:
    if pattern is None:
        return parse_date(text)
    value = parse_with_pattern(text, pattern)
    return None if value is None else Date(int(value) // NANOS_PER_DAY)


@add_typed("FROM_UNIXTIME")
def _create_from_unixtime(call: FunctionCall) -> ScalarFunction:
    zone = call.time_zone

    def compute(seconds: int, pattern: str = _DEFAULT_PATTERN) -> str:
        local_ms = to_local_ms(wrap_integer(seconds * 1000, "BIGINT"), zone)
        return format_simply(Timestamp(local_ms * NANOS_PER_MILLI), pattern)

    return compute


@add_typed("UNIX_TIMESTAMP")
def _create_unix_timestamp(call: FunctionCall) -> ScalarFunction:
    zone, clock_ms = call.time_zone, call.clock_ms

    def compute(text: str | None = None, pattern: str = _DEFAULT_PATTERN) -> int:
        if text is None:
            return clock_ms() // 1000
        local = parse_with_pattern(text, pattern) or parse_timestamp(text)
        return -(1 << 63) if local is None else to_utc_ms(local.millis, zone) // 1000

    return compute


@add_typed("CONVERT_TZ")
def _create_convert_tz(call: FunctionCall) -> ScalarFunction:
    def zones(name: str) -> tzinfo:
        try:
            return load_time_zone(name)
        except ValueError:
            return UTC  # as java.util.TimeZone does with a name that it does not know

    def compute(text: str, source: str, target: str) -> str | None:
        local = parse_timestamp(text)
        if local is None:
            return None
        return format_with_pattern(
            to_local(to_instant(local, zones(source)), zones(target)), _DEFAULT_PATTERN
        )

    return compute


# --- adding and subtracting --------------------------------------------------------------------------


@add_special("TIMESTAMPADD")
def _build_timestamp_add(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    unit = str(call.literals[0])
    _, count, time = operands

    def evaluate(row: Any) -> Any:
        amount, value = count(row), time(row)
        if amount is None or value is None:
            return None
        if unit in _UNIT_MONTHS:
            return add_months(value, amount * _UNIT_MONTHS[unit])
        nanos = 7 * NANOS_PER_DAY if unit == "WEEK" else _UNIT_NANOS[unit]
        if isinstance(value, Date):
            if nanos % NANOS_PER_DAY == 0:
                return Date(int(value) + amount * nanos // NANOS_PER_DAY)
            value = Timestamp(int(value) * NANOS_PER_DAY)
        return type(value)(int(value) + amount * nanos)

    return evaluate


@add_special("TIMESTAMPDIFF")
def _build_timestamp_diff(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    unit = str(call.literals[0])
    convert = [_build_to_local(call, 1), _build_to_local(call, 2)]
    _, first, second = operands

    def evaluate(row: Any) -> int | None:
        start, end = first(row), second(row)
        if start is None or end is None:
            return None
        start, end = convert[0](start), convert[1](end)
        if unit in _UNIT_MONTHS:
            months = count_months_between(end, start)
            size = _UNIT_MONTHS[unit]
            return divide_toward_zero(months, size)
        nanos = 7 * NANOS_PER_DAY if unit == "WEEK" else _UNIT_NANOS[unit]
        span = int(end) - int(start)
        return wrap_integer(divide_toward_zero(span, nanos), "INT")  # Flink casts a long to INT

    return evaluate


# --- the current time --------------------------------------------------------------------------------


@add_special(
    "PROCTIME", "PROCTIME_MATERIALIZE", "NOW", "CURRENT_TIMESTAMP", "CURRENT_ROW_TIMESTAMP"
)
def _build_current_instant(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    clock_ms = call.clock_ms
    return lambda row: TimestampLtz(clock_ms() * NANOS_PER_MILLI)


@add_special("LOCALTIMESTAMP")
def _build_local_timestamp(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    clock_ms, zone = call.clock_ms, call.time_zone
    return lambda row: Timestamp(to_local_ms(clock_ms(), zone) * NANOS_PER_MILLI)


@add_special("CURRENT_DATE")
def _build_current_date(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    clock_ms, zone = call.clock_ms, call.time_zone
    return lambda row: Date(to_local_ms(clock_ms(), zone) // 86_400_000)


@add_special("CURRENT_TIME", "LOCALTIME")
def _build_current_time(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    clock_ms, zone = call.clock_ms, call.time_zone
    return lambda row: TimeOfDay(to_local_ms(clock_ms(), zone) % 86_400_000)
