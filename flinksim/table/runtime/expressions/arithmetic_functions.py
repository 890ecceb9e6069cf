"""Arithmetic and mathematical functions.

Flink: ``ScalarOperatorGens``, ``SqlFunctionUtils``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from typing import Any

from flinksim.table.logical_types import (
    APPROXIMATE_TYPES,
    INTEGER_BITS,
    INTERVAL_TYPES,
    TIME_TYPES,
)
from flinksim.table.runtime.expressions.function_registry import (
    FunctionCall,
    ScalarFunction,
    SqlRuntimeError,
    add_scalar,
    add_typed,
)
from flinksim.table.runtime.expressions.number_conversion import (
    DIVISION,
    EXACT,
    convert_number,
    fit_decimal,
    to_decimal,
    wrap_integer,
)
from flinksim.table.runtime.expressions.time_arithmetic import build_time_arithmetic


def _check_divisor(divisor: Any) -> None:
    if not divisor:
        raise SqlRuntimeError("ArithmeticException: / by zero")


def _divide_integers(left: int, right: int) -> int:
    _check_divisor(right)
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def _compute_remainder(left: int, right: int) -> int:
    _check_divisor(right)
    remainder = abs(left) % abs(right)
    return -remainder if left < 0 else remainder


def _divide_floats(left: float, right: float) -> float:
    if right:
        return left / right
    if not left or left != left:
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1, right)


def _compute_float_remainder(left: float, right: float) -> float:
    return math.fmod(left, right) if right and abs(left) != math.inf else math.nan


def _divide_decimals(left: Decimal, right: Decimal) -> Decimal:
    _check_divisor(right)
    return DIVISION.divide(left, right)


def _compute_decimal_remainder(left: Decimal, right: Decimal) -> Decimal:
    _check_divisor(right)
    return EXACT.remainder(left, right)


_OPERATORS: dict[str, tuple[Callable[[Any, Any], Any], ...]] = {
    "+": (lambda a, b: a + b, lambda a, b: a + b, EXACT.add),
    "-": (lambda a, b: a - b, lambda a, b: a - b, EXACT.subtract),
    "*": (lambda a, b: a * b, lambda a, b: a * b, EXACT.multiply),
    "/": (_divide_integers, _divide_floats, _divide_decimals),
    "/INT": (_divide_integers, _divide_floats, _divide_decimals),
    "%": (_compute_remainder, _compute_float_remainder, _compute_decimal_remainder),
    "MOD": (_compute_remainder, _compute_float_remainder, _compute_decimal_remainder),
}
"""For each operator, its form for integers, floating-point numbers and decimals."""


@add_typed("+", "-", "*", "/", "/INT", "%", "MOD")
def _create_arithmetic(call: FunctionCall) -> ScalarFunction:
    if len(call.operand_types) == 1:
        return _create_negation(call) if call.name == "-" else lambda value: value
    roots = {type_.root for type_ in call.operand_types}
    if roots & TIME_TYPES or (roots & INTERVAL_TYPES and call.type.root not in INTEGER_BITS):
        return build_time_arithmetic(call)
    if roots & {"VARCHAR", "CHAR"}:
        return lambda left, right: f"{left}{right}"
    on_integers, on_floats, on_decimals = _OPERATORS[call.name]
    type_ = call.type
    if roots & APPROXIMATE_TYPES:
        return lambda left, right: convert_number(on_floats(float(left), float(right)), type_)
    if "DECIMAL" in roots:
        return lambda left, right: convert_number(on_decimals(Decimal(left), Decimal(right)), type_)
    if type_.root not in INTEGER_BITS:
        return lambda left, right: convert_number(on_integers(left, right), type_)
    root = type_.root
    half = 1 << (INTEGER_BITS[root] - 1)

    def compute(left: int, right: int) -> int:
        result = on_integers(left, right)
        return result if -half <= result < half else wrap_integer(result, root)

    return compute


def _create_negation(call: FunctionCall) -> ScalarFunction:
    type_ = call.type
    if type_.root in INTERVAL_TYPES:
        return lambda value: -value
    return lambda value: convert_number(-value, type_)


@add_typed("ABS")
def _create_abs(call: FunctionCall) -> ScalarFunction:
    type_ = call.type
    return lambda value: convert_number(abs(value), type_)


@add_scalar("SIGN")
def _compute_sign(value: Any) -> Any:
    if value != value:
        return value
    sign = (value > 0) - (value < 0)
    if isinstance(value, Decimal):
        return Decimal(sign).quantize(value)
    return float(sign) if isinstance(value, float) else sign


def _round_decimal(value: Decimal, digits: int, rounding: str) -> Decimal:
    return EXACT.create_decimal(value).quantize(Decimal(1).scaleb(-digits), rounding, context=EXACT)


def _drop_sign(value: Any) -> Any:
    """Return 0.0 for -0.0: Flink rounds with ``BigDecimal``, which has no negative zero."""
    return value + 0.0 if isinstance(value, float) else value


@add_typed("ROUND")
def _create_round(call: FunctionCall) -> ScalarFunction:
    type_ = call.type

    def compute(value: Any, digits: int = 0) -> Any:
        if isinstance(value, float) and not math.isfinite(value):
            return value
        exact = to_decimal(value)
        return _drop_sign(convert_number(_round_decimal(exact, digits, ROUND_HALF_UP), type_))

    return compute


@add_typed("TRUNCATE")
def _create_truncate(call: FunctionCall) -> ScalarFunction:
    type_ = call.type

    def compute(value: Any, digits: int = 0) -> Any:
        if isinstance(value, float) and not math.isfinite(value):
            return value
        exact = to_decimal(value)
        return _drop_sign(convert_number(_round_decimal(exact, digits, "ROUND_DOWN"), type_))

    return compute


def build_integral_rounding(call: FunctionCall) -> ScalarFunction:
    """Build ``FLOOR`` or ``CEIL`` of a number."""
    rounding = ROUND_FLOOR if call.name == "FLOOR" else ROUND_CEILING
    round_float = math.floor if call.name == "FLOOR" else math.ceil
    type_ = call.type

    def compute(value: Any) -> Any:
        if isinstance(value, float):
            if not math.isfinite(value):
                return value
            return math.copysign(float(round_float(value)), value)
        if isinstance(value, Decimal):
            return fit_decimal(_round_decimal(value, 0, rounding), type_.precision, type_.scale)
        return value

    return compute


def _compute_guarded(function: Callable[..., float], *arguments: Any) -> float:
    try:
        return function(*[float(argument) for argument in arguments])
    except (ValueError, ZeroDivisionError):
        return math.nan
    except OverflowError:
        return math.inf


def _add_float_function(name: str, function: Callable[..., float]) -> None:
    add_scalar(name)(lambda *arguments: _compute_guarded(function, *arguments))


def _compute_logarithm(value: float) -> float:
    return -math.inf if value == 0 else math.log(value)


def _compute_log_with_base(first: float, second: float | None = None) -> float:
    if second is None:
        return _compute_logarithm(first)
    return _divide_floats(_compute_logarithm(second), _compute_logarithm(first))


def _compute_cosh(value: float) -> float:
    """Return the hyperbolic cosine, as Java does: its exponential of 1 is one unit larger."""
    exponential = math.nextafter(math.e, 3.0) if abs(value) == 1.0 else math.exp(abs(value))
    return 0.5 * exponential + 0.5 / exponential


_FLOAT_FUNCTIONS: dict[str, Callable[..., float]] = {
    "SQRT": math.sqrt,
    "EXP": math.exp,
    "LN": _compute_logarithm,
    "LOG10": lambda value: -math.inf if value == 0 else math.log10(value),
    "LOG2": lambda value: _compute_logarithm(value) / math.log(2),
    "LOG": _compute_log_with_base,
    "POWER": math.pow,
    "SIN": math.sin,
    "COS": math.cos,
    "TAN": math.tan,
    "COT": lambda value: _divide_floats(1.0, math.tan(value)),
    "ASIN": math.asin,
    "ACOS": math.acos,
    "ATAN": math.atan,
    "ATAN2": math.atan2,
    "SINH": math.sinh,
    "COSH": _compute_cosh,
    "TANH": math.tanh,
    "DEGREES": math.degrees,
    "RADIANS": math.radians,
}
for _name, _function in _FLOAT_FUNCTIONS.items():
    _add_float_function(_name, _function)


@add_scalar("PI")
def _get_pi() -> float:
    return math.pi


@add_scalar("E")
def _get_e() -> float:
    return math.e


@add_scalar("BIN")
def _format_binary(value: int) -> str:
    return f"{value & 0xFFFFFFFFFFFFFFFF:b}"


@add_scalar("HEX")
def _format_hexadecimal(value: int | str) -> str:
    if isinstance(value, str):
        return value.encode().hex().upper()
    return f"{value & 0xFFFFFFFFFFFFFFFF:X}"
