"""The built-in aggregate functions.

A function works on an *accumulator*, a list that it changes in place. A local aggregation emits the
elements of the accumulators as columns, and a global one merges them.

Flink: ``org.apache.flink.table.planner.functions.aggfunctions`` and
``org.apache.flink.table.runtime.functions.aggregate``.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from decimal import Decimal
from typing import Any, TypeAlias

from flinksim.table.logical_types import INTEGER_BITS, LogicalType
from flinksim.table.runtime.expressions.function_registry import SqlRuntimeError
from flinksim.table.runtime.expressions.json_functions import format_json
from flinksim.table.runtime.expressions.number_conversion import (
    DIVISION,
    EXACT,
    convert_number,
    wrap_integer,
)
from flinksim.table.runtime.sql_values import MapValue

Accumulator: TypeAlias = list[Any]


class BuiltInAggregate(ABC):
    """Aggregates the values of a group.

    ``accumulate`` and ``retract`` get the values of all arguments of the call. A null first argument
    is skipped by the caller if ``skips_nulls``.
    """

    skips_nulls = True
    parts: tuple[str, ...] = ("value",)
    """The names of the elements of the accumulator, for people."""
    is_local = False
    """Whether it computes partial results, whose maps on the heap can have null keys."""

    @property
    def width(self) -> int:
        """The number of elements of the accumulator."""
        return len(self.parts)

    @abstractmethod
    def create_accumulator(self) -> Accumulator: ...

    @abstractmethod
    def accumulate(self, accumulator: Accumulator, *values: Any) -> None: ...

    def retract(self, accumulator: Accumulator, *values: Any) -> None:
        """Undo ``accumulate``."""
        raise SqlRuntimeError(f"{type(self).__name__} does not support retraction")

    @abstractmethod
    def merge(self, accumulator: Accumulator, other: Accumulator) -> None:
        """Add the contents of *other*."""

    def get_value(self, accumulator: Accumulator) -> Any:
        """Return the result."""
        return accumulator[0]


class CountFunction(BuiltInAggregate):
    """``COUNT(x)``. Flink: ``CountAggFunction``."""

    parts = ("count",)

    def create_accumulator(self) -> Accumulator:
        return [0]

    def accumulate(self, accumulator: Accumulator, *values: Any) -> None:
        accumulator[0] += 1

    def retract(self, accumulator: Accumulator, *values: Any) -> None:
        accumulator[0] -= 1

    def merge(self, accumulator: Accumulator, other: Accumulator) -> None:
        accumulator[0] += other[0]


class CountStarFunction(CountFunction):
    """``COUNT(*)``. Flink: ``Count1AggFunction``."""

    skips_nulls = False


class SumFunction(BuiltInAggregate):
    """``SUM(x)``: null without values; integers wrap.

    The number of values is kept so that retracting all of them gives null again.

    Flink: ``SumAggFunction``, ``SumWithRetractAggFunction``, ``Sum0AggFunction``.
    """

    parts = ("sum", "count")

    def __init__(self, type_: LogicalType, of_nothing: Any = None) -> None:
        self._type = type_
        self._of_nothing = of_nothing
        self._add = _build_addition(type_)

    def create_accumulator(self) -> Accumulator:
        return [None, 0]

    def accumulate(self, accumulator: Accumulator, *values: Any) -> None:
        total = accumulator[0]
        accumulator[0] = values[0] if total is None else self._add(total, values[0])
        accumulator[1] += 1

    def retract(self, accumulator: Accumulator, *values: Any) -> None:
        accumulator[0] = self._add(accumulator[0] or 0, -values[0])
        accumulator[1] -= 1

    def merge(self, accumulator: Accumulator, other: Accumulator) -> None:
        if other[0] is not None:
            total = accumulator[0]
            accumulator[0] = other[0] if total is None else self._add(total, other[0])
            accumulator[1] += other[1]

    def get_value(self, accumulator: Accumulator) -> Any:
        total, count = accumulator
        if count == 0 or total is None:
            return self._of_nothing
        return convert_number(total, self._type)


def _build_addition(type_: LogicalType) -> Callable[[Any, Any], Any]:
    root = type_.root
    if root in INTEGER_BITS:
        return lambda first, second: wrap_integer(first + second, root)
    if root == "DECIMAL":
        return EXACT.add
    return lambda first, second: convert_number(first + second, type_)


class AvgFunction(BuiltInAggregate):
    """``AVG(x)``: the average of integers is truncated. Flink: ``AvgAggFunction``."""

    parts = ("sum", "count")

    def __init__(self, type_: LogicalType) -> None:
        self._type = type_
        root = type_.root
        self._add = _build_addition(LogicalType("BIGINT") if root in INTEGER_BITS else type_)

    def create_accumulator(self) -> Accumulator:
        return [0, 0]

    def accumulate(self, accumulator: Accumulator, *values: Any) -> None:
        accumulator[0] = self._add(accumulator[0], values[0])
        accumulator[1] += 1

    def retract(self, accumulator: Accumulator, *values: Any) -> None:
        accumulator[0] = self._add(accumulator[0], -values[0])
        accumulator[1] -= 1

    def merge(self, accumulator: Accumulator, other: Accumulator) -> None:
        accumulator[0] = self._add(accumulator[0], other[0])
        accumulator[1] += other[1]

    def get_value(self, accumulator: Accumulator) -> Any:
        total, count = accumulator
        if count == 0:
            return None
        if isinstance(total, float):
            return convert_number(total / count, self._type)
        if isinstance(total, Decimal):
            return convert_number(DIVISION.divide(total, Decimal(count)), self._type)
        quotient = abs(total) // count
        return convert_number(-quotient if total < 0 else quotient, self._type)


class ExtremeFunction(BuiltInAggregate):
    """``MIN(x)`` or ``MAX(x)``. Flink: ``MinAggFunction``, ``MaxAggFunction``."""

    def __init__(self, choose: Callable[[Any, Any], Any]) -> None:
        self._choose = choose

    def create_accumulator(self) -> Accumulator:
        return [None]

    def accumulate(self, accumulator: Accumulator, *values: Any) -> None:
        best = accumulator[0]
        accumulator[0] = values[0] if best is None else self._choose(best, values[0])

    def retract(self, accumulator: Accumulator, *values: Any) -> None:
        """Do nothing: the planner uses this function if a retracted value never is the result."""

    def merge(self, accumulator: Accumulator, other: Accumulator) -> None:
        if other[0] is not None:
            self.accumulate(accumulator, other[0])


class RetractableExtremeFunction(BuiltInAggregate):
    """``MIN(x)`` or ``MAX(x)`` of rows that can be retracted: counts all values.

    Flink: ``MinWithRetractAggFunction``, ``MaxWithRetractAggFunction``.
    """

    parts = ("value", "counts")

    def __init__(self, choose: Callable[..., Any]) -> None:
        self._choose = choose

    def create_accumulator(self) -> Accumulator:
        return [None, MapValue()]

    def accumulate(self, accumulator: Accumulator, *values: Any) -> None:
        self._change(accumulator, values[0], 1)

    def retract(self, accumulator: Accumulator, *values: Any) -> None:
        self._change(accumulator, values[0], -1)

    def _change(self, accumulator: Accumulator, value: Any, difference: int) -> None:
        counts = accumulator[1] = dict(accumulator[1])
        count = counts.get(value, 0) + difference
        if count == 0:
            del counts[value]
        else:
            counts[value] = count
        present = [each for each, number in counts.items() if number > 0]
        accumulator[0] = self._choose(present) if present else None

    def merge(self, accumulator: Accumulator, other: Accumulator) -> None:
        for value, count in other[1].items():
            self._change(accumulator, value, count)


class FirstLastFunction(BuiltInAggregate):
    """``FIRST_VALUE(x)`` or ``LAST_VALUE(x)``, without nulls; keeps all values for retractions.

    Flink: ``FirstValueAggFunction``, ``LastValueWithRetractAggFunction``.
    """

    parts = ("values",)

    def __init__(self, position: int) -> None:
        self._position = position

    def create_accumulator(self) -> Accumulator:
        return [()]

    def accumulate(self, accumulator: Accumulator, *values: Any) -> None:
        accumulator[0] = (*accumulator[0], values[0])

    def retract(self, accumulator: Accumulator, *values: Any) -> None:
        _remove_value(accumulator, values[0])

    def merge(self, accumulator: Accumulator, other: Accumulator) -> None:
        accumulator[0] += other[0]

    def get_value(self, accumulator: Accumulator) -> Any:
        return accumulator[0][self._position] if accumulator[0] else None


def _remove_value(accumulator: Accumulator, value: Any) -> None:
    values = list(accumulator[0])
    if value in values:
        values.remove(value)
    accumulator[0] = tuple(values)


class _ListFunction(BuiltInAggregate):
    """Base of functions whose result lists all values in the order of arrival."""

    parts = ("values",)

    def create_accumulator(self) -> Accumulator:
        return [()]

    def accumulate(self, accumulator: Accumulator, *values: Any) -> None:
        accumulator[0] = (*accumulator[0], self._build_entry(values))

    def retract(self, accumulator: Accumulator, *values: Any) -> None:
        _remove_value(accumulator, self._build_entry(values))

    def merge(self, accumulator: Accumulator, other: Accumulator) -> None:
        accumulator[0] += other[0]

    def _build_entry(self, values: tuple[Any, ...]) -> Any:
        return values[0]


class ListAggFunction(_ListFunction):
    """``LISTAGG(text [, delimiter])``. Flink: ``ListAggFunction``, ``ListAggWsWithRetract...``."""

    def _build_entry(self, values: tuple[Any, ...]) -> Any:
        return values if len(values) > 1 else (values[0], ",")

    def get_value(self, accumulator: Accumulator) -> str | None:
        entries = accumulator[0]
        if not entries:
            return None
        return str(entries[0][0]) + "".join([f"{sep}{text}" for text, sep in entries[1:]])


class ArrayAggFunction(_ListFunction):
    """``ARRAY_AGG(x)``. Flink: ``ArrayAggFunction``."""

    skips_nulls = False

    def get_value(self, accumulator: Accumulator) -> tuple[Any, ...] | None:
        return accumulator[0] or None


class JsonArrayAggFunction(_ListFunction):
    """``JSON_ARRAYAGG(x)`` of values that are JSON texts. Flink: ``JsonArrayAggFunction``."""

    skips_nulls = False

    def __init__(self, skips_nulls: bool) -> None:
        self.skips_nulls = skips_nulls

    def get_value(self, accumulator: Accumulator) -> str:
        return f"[{','.join('null' if text is None else text for text in accumulator[0])}]"


class JsonObjectAggFunction(_ListFunction):
    """``JSON_OBJECTAGG(KEY k VALUE v)``; ``v`` is a JSON text. Flink: ``JsonObjectAggFunction``."""

    skips_nulls = False

    def __init__(self, skips_null_values: bool) -> None:
        self._skips_null_values = skips_null_values

    def _build_entry(self, values: tuple[Any, ...]) -> Any:
        return values

    def accumulate(self, accumulator: Accumulator, *values: Any) -> None:
        key, text = values
        if key is None and not self.is_local:
            raise SqlRuntimeError("Map views don't support null keys.")
        if any(known == key for known, _ in accumulator[0]):
            if key is None:
                raise SqlRuntimeError(
                    "NullPointerException: Cannot invoke "
                    '"org.apache.flink.table.data.StringData.toString()" because "keyData" is null'
                )
            raise SqlRuntimeError(
                f"Key '{key}' is already present. Duplicate keys are not allowed in "
                "JSON_OBJECTAGG. Please ensure that keys are unique."
            )
        if text is not None or not self._skips_null_values:
            super().accumulate(accumulator, *values)

    def retract(self, accumulator: Accumulator, *values: Any) -> None:
        accumulator[0] = tuple(entry for entry in accumulator[0] if entry[0] != values[0])

    def merge(self, accumulator: Accumulator, other: Accumulator) -> None:
        for entry in other[0]:
            self.accumulate(accumulator, *entry)

    def get_value(self, accumulator: Accumulator) -> str:
        entries = [
            f"{format_json(key)}:{'null' if text is None else text}"
            for key, text in sorted(accumulator[0])
        ]
        return f"{{{','.join(entries)}}}"


class CollectFunction(BuiltInAggregate):
    """``COLLECT(x)``: a multiset. Flink: ``CollectAggFunction``."""

    parts = ("counts",)

    def create_accumulator(self) -> Accumulator:
        return [MapValue()]

    def accumulate(self, accumulator: Accumulator, *values: Any) -> None:
        self._change(accumulator, values[0], 1)

    def retract(self, accumulator: Accumulator, *values: Any) -> None:
        self._change(accumulator, values[0], -1)

    def _change(self, accumulator: Accumulator, value: Any, difference: int) -> None:
        counts = dict(accumulator[0])
        counts[value] = counts.get(value, 0) + difference
        accumulator[0] = MapValue({each: number for each, number in counts.items() if number})

    def merge(self, accumulator: Accumulator, other: Accumulator) -> None:
        for value, count in other[0].items():
            self._change(accumulator, value, count)

    def get_value(self, accumulator: Accumulator) -> MapValue:
        return MapValue(accumulator[0])


class PercentileFunction(BuiltInAggregate):
    """``PERCENTILE(x, percentage [, frequency])``, interpolated. Flink: ``PercentileAggFunction``."""

    parts = ("percentages", "counts")

    def __init__(self, is_array: bool) -> None:
        self._is_array = is_array

    def create_accumulator(self) -> Accumulator:
        return [(), {}]

    def accumulate(self, accumulator: Accumulator, *values: Any) -> None:
        self._change(accumulator, 1, *values)

    def retract(self, accumulator: Accumulator, *values: Any) -> None:
        self._change(accumulator, -1, *values)

    def _change(
        self, accumulator: Accumulator, sign: int, value: Any, percentage: Any, frequency: Any = 1
    ) -> None:
        accumulator[0] = percentage if self._is_array else (percentage,)
        if frequency is None or frequency <= 0:
            return
        counts = dict(accumulator[1])
        counts[value] = counts.get(value, 0) + sign * frequency
        accumulator[1] = {each: count for each, count in counts.items() if count}

    def merge(self, accumulator: Accumulator, other: Accumulator) -> None:
        accumulator[0] = accumulator[0] or other[0]
        counts = dict(accumulator[1])
        for value, count in other[1].items():
            counts[value] = counts.get(value, 0) + count
        accumulator[1] = {value: count for value, count in counts.items() if count}

    def get_value(self, accumulator: Accumulator) -> Any:
        percentages, counts = accumulator
        total = sum(counts.values())
        if total <= 0:
            return None
        found = [self._interpolate(counts, float(each) * (total - 1)) for each in percentages]
        return tuple(found) if self._is_array else found[0]

    def _interpolate(self, counts: dict[Any, int], position: float) -> float:
        lower, upper = (
            float(_find_value(counts, rounded(position))) for rounded in (math.floor, math.ceil)
        )
        return lower + (upper - lower) * (position - math.floor(position))


def _find_value(counts: dict[Any, int], index: int) -> Any:
    """Return the value at an index of all values in order."""
    value = None
    for value in sorted(counts):
        index -= counts[value]
        if index < 0:
            break
    return value


class SingleValueFunction(BuiltInAggregate):
    """``SINGLE_VALUE(x)``, of a scalar subquery. Flink: ``SingleValueAggFunction``."""

    skips_nulls = False
    parts = ("value", "count")

    def create_accumulator(self) -> Accumulator:
        return [None, 0]

    def accumulate(self, accumulator: Accumulator, *values: Any) -> None:
        if accumulator[1]:
            raise SqlRuntimeError("SingleValueAggFunction received more than one element.")
        accumulator[0] = values[0]
        accumulator[1] += 1

    def retract(self, accumulator: Accumulator, *values: Any) -> None:
        accumulator[0] = None
        accumulator[1] -= 1

    def merge(self, accumulator: Accumulator, other: Accumulator) -> None:
        if other[1]:
            self.accumulate(accumulator, other[0])


class VarianceFunction(BuiltInAggregate):
    """``VAR_POP``, ``VAR_SAMP``, ``STDDEV_POP`` and ``STDDEV_SAMP``.

    Differs: Flink's planner replaces them by sums in most plans.
    """

    parts = ("count", "sum", "sum of squares")

    def __init__(self, type_: LogicalType, is_sample: bool, takes_root: bool) -> None:
        self._type = type_
        self._is_sample = is_sample
        self._takes_root = takes_root

    def create_accumulator(self) -> Accumulator:
        return [0, 0, 0]

    def accumulate(self, accumulator: Accumulator, *values: Any) -> None:
        self._change(accumulator, values[0], 1)

    def retract(self, accumulator: Accumulator, *values: Any) -> None:
        self._change(accumulator, values[0], -1)

    def _change(self, accumulator: Accumulator, value: Any, sign: int) -> None:
        accumulator[0] += sign
        accumulator[1] += sign * value
        accumulator[2] += sign * value * value

    def merge(self, accumulator: Accumulator, other: Accumulator) -> None:
        accumulator[:] = [mine + theirs for mine, theirs in zip(accumulator, other, strict=True)]

    def get_value(self, accumulator: Accumulator) -> Any:
        count, total, squares = accumulator
        divisor = count - 1 if self._is_sample else count
        if divisor <= 0:
            return None
        variance = (float(squares) - float(total) * float(total) / count) / divisor
        return convert_number(variance**0.5 if self._takes_root else variance, self._type)


class WelfordFunction(BuiltInAggregate):
    """``$WELFORD_M2(x)``: the sum of squared deviations from the mean, for variances.

    Flink: ``WelfordM2AggFunction``.
    """

    parts = ("count", "mean", "squared deviations")

    def create_accumulator(self) -> Accumulator:
        return [0, 0.0, 0.0]

    def accumulate(self, accumulator: Accumulator, *values: Any) -> None:
        count, mean, squares = accumulator[:3]
        number = float(values[0])
        delta = number - mean
        mean += delta / (count + 1)
        accumulator[:3] = [count + 1, mean, squares + delta * (number - mean)]

    def retract(self, accumulator: Accumulator, *values: Any) -> None:
        count, mean, squares = accumulator[:3]
        if count == 1:
            accumulator[:3] = self.create_accumulator()
            return
        number = float(values[0])
        before = mean - (number - mean) / (count - 1)
        accumulator[:3] = [count - 1, before, squares - (number - before) * (number - mean)]

    def merge(self, accumulator: Accumulator, other: Accumulator) -> None:
        count, mean, squares = accumulator[:3]
        other_count, other_mean, other_squares = other[:3]
        total = count + other_count
        if other_count == 0:
            return
        delta = other_mean - mean
        accumulator[:3] = [
            total,
            mean + delta * other_count / total,
            squares + other_squares + delta * delta * count * other_count / total,
        ]

    def get_value(self, accumulator: Accumulator) -> Any:
        return accumulator[2] if accumulator[0] else None


USER_AGGREGATES: dict[str, Callable[[LogicalType], BuiltInAggregate]] = {}
"""User-defined aggregate functions, by the unique name that a plan gives them."""


def create_aggregate_function(
    name: str, type_: LogicalType, arguments: int, needs_retraction: bool
) -> BuiltInAggregate:
    """Create the function *name* with result *type_*.

    Raises:
        ValueError: If flinksim does not have the function.
    """
    if name in USER_AGGREGATES:
        return USER_AGGREGATES[name](type_)
    match name:
        case "COUNT":
            return CountFunction() if arguments else CountStarFunction()
        case "SUM":
            return SumFunction(type_)
        case "$SUM0":
            return SumFunction(type_, convert_number(0, type_))
        case "AVG":
            return AvgFunction(type_)
        case "MIN" | "MAX":
            choose: Callable[..., Any] = min if name == "MIN" else max
            return (
                RetractableExtremeFunction(choose) if needs_retraction else ExtremeFunction(choose)
            )
        case "FIRST_VALUE" | "LAST_VALUE":
            return FirstLastFunction(0 if name == "FIRST_VALUE" else -1)
        case "LISTAGG" | "STRING_AGG":
            return ListAggFunction()
        case "ARRAY_AGG":
            return ArrayAggFunction()
        case "COLLECT":
            return CollectFunction()
        case "PERCENTILE":
            return PercentileFunction(type_.root == "ARRAY")
        case "SINGLE_VALUE":
            return SingleValueFunction()
        case "JSON_ARRAYAGG_ABSENT_ON_NULL" | "JSON_ARRAYAGG_NULL_ON_NULL":
            return JsonArrayAggFunction("ABSENT" in name)
        case "JSON_OBJECTAGG_ABSENT_ON_NULL" | "JSON_OBJECTAGG_NULL_ON_NULL":
            return JsonObjectAggFunction("ABSENT" in name)
        case "$WELFORD_M2$1":
            return WelfordFunction()
        case "VAR_POP" | "VAR_SAMP" | "STDDEV_POP" | "STDDEV_SAMP" | "VARIANCE" | "STDDEV":
            return VarianceFunction(type_, "POP" not in name, name.startswith("STDDEV"))
    raise ValueError(f"the aggregate function {name} is not supported by flinksim")
