"""Sums and differences of points in time and intervals, and time zone conversion.

Flink: ``ScalarOperatorGens.generateTemporalPlusMinus``, ``DateTimeUtils``.
"""

from __future__ import annotations

import re
import zoneinfo
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Any

from flinksim.table.logical_types import INTERVAL_TYPES
from flinksim.table.runtime.expressions.function_registry import FunctionCall, ScalarFunction
from flinksim.table.runtime.sql_values import (
    MILLIS_PER_DAY,
    NANOS_PER_DAY,
    NANOS_PER_MILLI,
    Date,
    TimeOfDay,
    Timestamp,
    TimestampLtz,
    count_days_of_month,
    join_date,
    split_date,
)

_EPOCH = datetime(1970, 1, 1)
_OFFSET_ZONE = re.compile(r"(?:GMT|UTC)?([+-])(\d{1,2})(?::?(\d{2}))?\Z")
_MIN_DATETIME_DAYS = join_date(1, 1, 2)
_MAX_DATETIME_DAYS = join_date(9999, 12, 30)


def load_time_zone(name: str) -> tzinfo:
    """Load the time zone *name*, such as ``Asia/Shanghai`` or ``GMT+08:00``.

    Raises:
        ValueError: If the name is unknown, or this machine has no time zone data.
    """
    if name.upper() in ("UTC", "GMT", "Z"):
        return UTC
    match = _OFFSET_ZONE.match(name)
    if match:
        offset = timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
        return timezone(-offset if match[1] == "-" else offset)
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) else error  # without the path here
        raise ValueError(
            f"the time zone {name!r:.100} is not known here ({reason!s:.200}). Check its name; if this "
            "machine has no time zone data, run: pip install tzdata"
        ) from None


def compute_offset_ms(utc_ms: int, zone: tzinfo) -> int:
    """Compute the offset of *zone* from UTC at an instant, in ms."""
    days = utc_ms // MILLIS_PER_DAY
    if not _MIN_DATETIME_DAYS <= days <= _MAX_DATETIME_DAYS:
        return 0
    moment = (_EPOCH + timedelta(milliseconds=utc_ms)).replace(tzinfo=UTC).astimezone(zone)
    offset = moment.utcoffset()
    return 0 if offset is None else int(offset.total_seconds() * 1000)


def to_local_ms(utc_ms: int, zone: tzinfo) -> int:
    """Convert an instant to local time. Flink: ``TimeWindowUtil.toUtcTimestampMills``."""
    return utc_ms if zone is UTC else utc_ms + compute_offset_ms(utc_ms, zone)


def to_utc_ms(local_ms: int, zone: tzinfo) -> int:
    """Convert a local time to an instant; in a gap the later time, of two the earlier one.

    Java: ``LocalDateTime.atZone``.
    """
    days = local_ms // MILLIS_PER_DAY
    if zone is UTC or not _MIN_DATETIME_DAYS <= days <= _MAX_DATETIME_DAYS:
        return local_ms
    moment = (_EPOCH + timedelta(milliseconds=local_ms)).replace(tzinfo=zone)
    offset = moment.utcoffset()
    return local_ms if offset is None else local_ms - int(offset.total_seconds() * 1000)


def to_local(value: TimestampLtz, zone: tzinfo) -> Timestamp:
    """Convert ``TIMESTAMP_LTZ`` to ``TIMESTAMP``."""
    millis, nanos = divmod(int(value), NANOS_PER_MILLI)
    return Timestamp(to_local_ms(millis, zone) * NANOS_PER_MILLI + nanos)


def to_instant(value: Timestamp, zone: tzinfo) -> TimestampLtz:
    """Convert ``TIMESTAMP`` to ``TIMESTAMP_LTZ``."""
    millis, nanos = divmod(int(value), NANOS_PER_MILLI)
    return TimestampLtz(to_utc_ms(millis, zone) * NANOS_PER_MILLI + nanos)


def add_months_to_days(days: int, months: int) -> int:
    """Add months to a date; a day that the month does not have becomes its last one."""
    year, month, day = split_date(days)
    years, month_index = divmod(month - 1 + months, 12)
    year, month = year + years, month_index + 1
    return join_date(year, month, min(day, count_days_of_month(year, month)))


def add_months(value: Any, months: int) -> Any:
    """Add months to a date or timestamp."""
    if isinstance(value, Date):
        return Date(add_months_to_days(value, months))
    days, nanos = divmod(int(value), NANOS_PER_DAY)
    return type(value)(add_months_to_days(days, months) * NANOS_PER_DAY + nanos)


def count_months_between(later: Any, earlier: Any) -> int:
    """Count the whole months from *earlier* to *later*. Flink: ``DateTimeUtils.subtractMonths``."""
    if later < earlier:
        return -count_months_between(earlier, later)
    unit = 1 if isinstance(later, Date) else NANOS_PER_DAY
    year, month, _ = split_date(int(later) // unit)
    first_year, first_month, _ = split_date(int(earlier) // unit)
    months = (year - first_year) * 12 + month - first_month
    return months - bool(add_months(earlier, months) > later)


def _to_millis(value: Any) -> int:
    if isinstance(value, Date):
        return int(value) * MILLIS_PER_DAY
    return int(value) if isinstance(value, TimeOfDay) else int(value) // NANOS_PER_MILLI


def _add_millis(value: Any, millis: int) -> Any:
    if isinstance(value, Date):
        return Date(int(value) + divide_toward_zero(millis, MILLIS_PER_DAY))
    if isinstance(value, TimeOfDay):
        return TimeOfDay((int(value) + millis) % MILLIS_PER_DAY)
    return type(value)(int(value) + millis * NANOS_PER_MILLI)


def divide_toward_zero(value: int, divisor: int) -> int:
    """Divide as Java does."""
    return value // divisor if value >= 0 else -(-value // divisor)


def build_time_arithmetic(call: FunctionCall) -> ScalarFunction:
    """Build ``+``, ``-``, ``*`` or ``/`` of times and intervals."""
    left, right = call.operand_types
    if call.name in ("*", "/"):
        return _build_interval_scaling(call)
    sign = 1 if call.name == "+" else -1
    left_is_interval, right_is_interval = (
        left.root in INTERVAL_TYPES, right.root in INTERVAL_TYPES
    )  # fmt: skip
    if left_is_interval and right_is_interval:
        return lambda first, second: first + sign * second
    if not left_is_interval and not right_is_interval:
        if call.type.root == "INTERVAL_YEAR_MONTH":
            return count_months_between
        return lambda first, second: _to_millis(first) - _to_millis(second)
    if left_is_interval:
        add = _select_addition(left.root)
        return lambda interval, time: add(time, interval)
    add = _select_addition(right.root)
    return lambda time, interval: add(time, sign * interval)


def _select_addition(root: str) -> Callable[[Any, int], Any]:
    return add_months if root == "INTERVAL_YEAR_MONTH" else _add_millis


def _build_interval_scaling(call: FunctionCall) -> ScalarFunction:
    if call.name == "*":
        return lambda first, second: int(first * second)
    return lambda first, second: divide_toward_zero(int(first), int(second))
