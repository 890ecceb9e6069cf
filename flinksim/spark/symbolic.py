"""Reads simple Python functions by running them on symbols instead of values.

A key selector, map, filter or reduce that only picks fields, calculates with whole numbers and
compares gives an *expression*; Spark then evaluates the expression without Python. What a function
does beyond that is not guessed at: :class:`NotRecognised` says what was met, and the operator runs as
Python.

An expression is a nested tuple: ``("column", name)``, ``("literal", value)``, or an operation and its
arguments. Conditions are followed both ways (``and``, ``or``, ``if``), up to a limit.
"""

from __future__ import annotations

import builtins
import dis
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import FunctionType, MethodType
from typing import Any, Literal, TypeAlias

Kind: TypeAlias = Literal["int", "str", "bool", "float"]
Expression: TypeAlias = tuple[Any, ...]

MAX_PATHS = 32

_FORBIDDEN = {"STORE_GLOBAL", "STORE_ATTR", "STORE_SUBSCR", "STORE_DEREF", "DELETE_GLOBAL",
              "DELETE_ATTR", "DELETE_SUBSCR", "IMPORT_NAME", "YIELD_VALUE", "RETURN_GENERATOR",
              "MAKE_FUNCTION", "SETUP_FINALLY", "PUSH_EXC_INFO", "RAISE_VARARGS"}  # fmt: skip


class NotRecognised(Exception):
    """A function does something that is no expression; the message says what."""


class Symbol:
    """Stands for a value of one kind while a function is read."""

    __slots__ = ("expression", "kind", "reading")

    def __init__(self, expression: Expression, kind: Kind, reading: _Reading | None) -> None:
        self.expression = expression
        self.kind = kind
        self.reading = reading

    # --- whole numbers -----------------------------------------------------------------------------

    def _calculate(self, operation: str, other: Any, turned: bool = False) -> Symbol:
        right = as_symbol(other, self.reading)
        if self.kind != "int" or right.kind != "int":
            raise NotRecognised(f"{operation} of {self.kind} and {right.kind}")
        left, right = (right, self) if turned else (self, right)
        return Symbol((operation, left.expression, right.expression), "int", self.reading)

    def __add__(self, other: Any) -> Symbol:
        return self._calculate("+", other)

    def __radd__(self, other: Any) -> Symbol:
        return self._calculate("+", other, turned=True)

    def __sub__(self, other: Any) -> Symbol:
        return self._calculate("-", other)

    def __rsub__(self, other: Any) -> Symbol:
        return self._calculate("-", other, turned=True)

    def __mul__(self, other: Any) -> Symbol:
        return self._calculate("*", other)

    def __rmul__(self, other: Any) -> Symbol:
        return self._calculate("*", other, turned=True)

    def __neg__(self) -> Symbol:
        return as_symbol(0, self.reading)._calculate("-", self)

    def __mod__(self, other: Any) -> Symbol:
        return self._divide("%", other)

    def __floordiv__(self, other: Any) -> Symbol:
        return self._divide("//", other)

    def __truediv__(self, other: Any) -> Symbol:
        quotient = self._calculate("/", other)
        return Symbol(quotient.expression, "float", self.reading)

    def __rtruediv__(self, other: Any) -> Symbol:
        quotient = self._calculate("/", other, turned=True)
        return Symbol(quotient.expression, "float", self.reading)

    def _divide(self, operation: str, other: Any) -> Symbol:
        if type(other) is not int or other <= 0:
            raise NotRecognised(f"{operation} by anything but a positive number")
        return self._calculate(operation, other)

    # --- comparing ---------------------------------------------------------------------------------

    def _compare(self, operation: str, other: Any) -> Symbol:
        right = as_symbol(other, self.reading)
        if self.kind != right.kind or self.kind == "float":
            raise NotRecognised(f"{operation} of {self.kind} and {right.kind}")
        if self.kind != "int" and operation not in ("=", "<>"):
            raise NotRecognised(f"{operation} of {self.kind}")
        return Symbol((operation, self.expression, right.expression), "bool", self.reading)

    def __eq__(self, other: object) -> Any:
        return self._compare("=", other)

    def __ne__(self, other: object) -> Any:
        return self._compare("<>", other)

    def __lt__(self, other: Any) -> Any:
        return self._compare("<", other)

    def __le__(self, other: Any) -> Any:
        return self._compare("<=", other)

    def __gt__(self, other: Any) -> Any:
        return self._compare(">", other)

    def __ge__(self, other: Any) -> Any:
        return self._compare(">=", other)

    def __bool__(self) -> bool:
        if self.reading is None:
            raise NotRecognised("a condition")
        return self.reading.decide(self if self.kind != "int" else self._compare("<>", 0))

    __hash__ = None  # type: ignore[assignment]  # compares to a symbol

    def __getattr__(self, name: str) -> Any:
        raise NotRecognised(f"the attribute {name!r} of a {self.kind}")

    def _refuse(self, *args: Any) -> Any:
        raise NotRecognised(f"an operation on a {self.kind} that is not followed")

    __iter__ = __len__ = __getitem__ = __call__ = __contains__ = _refuse
    __int__ = __index__ = __float__ = __str__ = __repr__ = __format__ = _refuse
    __pow__ = __rpow__ = __and__ = __or__ = __xor__ = __invert__ = _refuse
    __rmod__ = __rfloordiv__ = __abs__ = __round__ = __lshift__ = __rshift__ = _refuse


def as_symbol(value: Any, reading: _Reading | None = None) -> Symbol:
    """*value* as a symbol: itself, or a literal."""
    if isinstance(value, Symbol):
        return value
    kinds: dict[type, Kind] = {int: "int", str: "str", bool: "bool", float: "float"}
    if type(value) not in kinds:
        raise NotRecognised(f"a value of type {type(value).__name__}")
    if type(value) is int and not -(1 << 63) <= value < 1 << 63:
        raise NotRecognised(f"the number {value}, which needs more than 64 bits")
    return Symbol(("literal", value), kinds[type(value)], reading)


# --- values with several fields -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shape:
    """What a record looks like: its fields, in order, and how they are put together."""

    form: Literal["tuple", "row", "single"]
    fields: tuple[tuple[Expression, Kind], ...]
    names: tuple[str, ...] = ()

    def symbols(self, reading: _Reading | None = None) -> Any:
        """A value of this shape for a function to be read with."""
        symbols = tuple(Symbol(expression, kind, reading) for expression, kind in self.fields)
        match self.form:
            case "single":
                return symbols[0]
            case "tuple":
                return symbols
            case "row":
                return _SymbolicRow(symbols, self.names)


class _SymbolicRow:
    def __init__(self, symbols: tuple[Symbol, ...], names: tuple[str, ...]) -> None:
        self._symbols = symbols
        self._names = names

    def __getattr__(self, name: str) -> Symbol:
        if name.startswith("_") or name not in self._names:
            raise NotRecognised(f"the attribute {name!r} of a row")
        return self._symbols[self._names.index(name)]

    def __getitem__(self, item: Any) -> Symbol:
        if isinstance(item, str) and item in self._names:
            return self._symbols[self._names.index(item)]
        if type(item) is int and -len(self._symbols) <= item < len(self._symbols):
            return self._symbols[item]
        raise NotRecognised(f"the field {item!r} of a row")


def shape_of(result: Any, unchanged: Any, given: Shape) -> Shape:
    """The shape of what a function gave; *unchanged* is the value that it was given."""
    if result is unchanged:
        return given
    if type(result) is tuple:
        symbols = [as_symbol(part) for part in result]
        return Shape("tuple", tuple((symbol.expression, symbol.kind) for symbol in symbols))
    symbol = as_symbol(result)
    return Shape("single", ((symbol.expression, symbol.kind),))


# --- reading functions ------------------------------------------------------------------------------


class _Reading:
    """One way through a function: which conditions were met, and which way was taken."""

    def __init__(self, ways: Sequence[bool]) -> None:
        self._ways = ways
        self.taken: list[tuple[Expression, bool]] = []

    def decide(self, symbol: Symbol) -> bool:
        if symbol.kind != "bool":
            raise NotRecognised(f"the truth of a {symbol.kind}")
        place = len(self.taken)
        way = self._ways[place] if place < len(self._ways) else True
        self.taken.append((symbol.expression, way))
        return way


def read(function: Callable[..., Any], shape: Shape, *more: Any) -> Shape:
    """What *function* makes of a record of *shape*; *more* are further arguments, as they are.

    Raises: NotRecognised.
    """
    return _merged([(taken, result) for taken, result, _ in _ways(function, shape, more)])


def read_constant(function: Callable[[], Any]) -> Shape:
    """What *function* gives, which takes nothing.

    Raises: NotRecognised.
    """
    try:
        result = _readable(function)()
    except NotRecognised:
        raise
    except Exception as error:
        raise NotRecognised(f"{type(error).__name__}: {error}") from None
    return shape_of(result, _NOTHING, Shape("single", ()))


_NOTHING = object()


def _ways(
    function: Callable[..., Any], shape: Shape, more: tuple[Any, ...]
) -> Iterator[tuple[list[tuple[Expression, bool]], Shape, None]]:
    call = _readable(function)
    waiting: list[list[bool]] = [[]]
    count = 0
    while waiting:
        count += 1
        if count > MAX_PATHS:
            raise NotRecognised(f"more than {MAX_PATHS} ways through the function")
        ways = waiting.pop()
        reading = _Reading(ways)
        value = shape.symbols(reading)
        try:
            result = call(value, *more)
        except NotRecognised:
            raise
        except Exception as error:
            raise NotRecognised(f"{type(error).__name__}: {error}") from None
        yield reading.taken, shape_of(result, value, shape), None
        for place in range(len(ways), len(reading.taken)):
            waiting.append([way for _, way in reading.taken[:place]] + [False])


def _merged(ways: list[tuple[list[tuple[Expression, bool]], Shape]]) -> Shape:
    if len(ways) == 1:
        return ways[0][1]
    first = ways[0][1]
    for _, shape in ways:
        if (shape.form, shape.names) != (first.form, first.names) or [
            kind for _, kind in shape.fields
        ] != [kind for _, kind in first.fields]:
            raise NotRecognised("values of several forms, by a condition")
    fields = []
    for place, (_, kind) in enumerate(first.fields):
        cases = tuple((_all_of(taken), shape.fields[place][0]) for taken, shape in ways)
        fields.append((("case", *cases), kind))
    return Shape(first.form, tuple(fields), first.names)


def _all_of(taken: list[tuple[Expression, bool]]) -> Expression:
    conditions = tuple(e if way else ("not", e) for e, way in taken)
    return ("and", *conditions)


def _readable(function: Callable[..., Any]) -> Callable[..., Any]:
    """*function* with nothing around it but constants and what symbols understand."""
    bound = getattr(function, "__self__", None)
    plain = function.__func__ if isinstance(function, MethodType) else function
    if not isinstance(plain, FunctionType):
        raise NotRecognised(f"{type(function).__name__} is not a plain Python function")
    code = plain.__code__
    for instruction in dis.get_instructions(code):
        if instruction.opname in _FORBIDDEN:
            raise NotRecognised(f"{instruction.opname.lower().replace('_', ' ')}")
    around: dict[str, Any] = {"__builtins__": {}}
    for name in code.co_names:
        if name in plain.__globals__:
            value = plain.__globals__[name]
            if not _is_constant(value):
                continue
            around[name] = value
        elif name in _BUILTINS:
            around[name] = _BUILTINS[name]
    for cell in plain.__closure__ or ():
        if not _is_constant(cell.cell_contents):
            raise NotRecognised(
                f"a variable of type {type(cell.cell_contents).__name__} from outside"
            )
    twin = FunctionType(code, around, plain.__name__, plain.__defaults__, plain.__closure__)
    twin.__kwdefaults__ = plain.__kwdefaults__
    return twin if bound is None else MethodType(twin, bound)


def _is_constant(value: Any) -> bool:
    if type(value) is tuple:
        return all(_is_constant(part) for part in value)
    return type(value) in (int, str, bool, float, type(None))


def _int(value: Any) -> Any:
    if isinstance(value, Symbol) and value.kind == "int":
        return value
    raise NotRecognised("int() of something else than a whole number")


def _abs(value: Any) -> Any:
    symbol = as_symbol(value)
    return -symbol if symbol < 0 else symbol


def _extreme(operation: str) -> Callable[..., Any]:
    def call(*values: Any) -> Any:
        if len(values) != 2:
            raise NotRecognised("min() or max() of anything but two values")
        left, right = (as_symbol(value) for value in values)
        if left.kind != "int" or right.kind != "int":
            raise NotRecognised(f"{operation} of {left.kind} and {right.kind}")
        reading = left.reading or right.reading
        return Symbol((operation, left.expression, right.expression), "int", reading)

    return call


_BUILTINS: dict[str, Any] = {
    "int": _int,
    "abs": _abs,
    "min": _extreme("least"),
    "max": _extreme("greatest"),
    "True": True,
    "False": False,
}
assert all(hasattr(builtins, name) for name in ("int", "abs", "min", "max"))
