"""Placeholders (symbols) and shapes for the symbolic execution of simple Python functions.

A function that only selects fields, calculates with numbers and compares is converted to an
*expression*, which the kernel evaluates on columns without calling Python. Anything else raises
:class:`NotExpressible` with the reason, and the operator runs as Python.

An expression is a nested tuple: ``("column", name)``, ``("literal", value)``, or an operation and
its arguments. Both branches of a condition (``and``, ``or``, ``if``) are followed, up to a limit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

Kind: TypeAlias = Literal["int", "str", "bool", "float"]
Expression: TypeAlias = tuple[Any, ...]

OVERFLOW_MARKER = "flinksim: too large a number"
"""Text that marks errors for numbers beyond 64 bits; see :mod:`flinksim.replay.worker_errors`."""


class NotExpressible(Exception):
    """A function cannot be converted to an expression; the message has the reason."""


class PathRecorder(Protocol):
    """Chooses and records the branches of one path through a function."""

    def decide(self, symbol: Symbol) -> bool:
        """Return whether the condition *symbol* holds on this path, and record it."""


def _create_arithmetic_methods(
    operation: str,
) -> tuple[Callable[..., Symbol], Callable[..., Symbol]]:
    """Create the two operator methods for *operation*, such as ``__add__`` and ``__radd__``."""
    return (
        lambda self, other: self._calculate(operation, other),
        lambda self, other: self._calculate(operation, other, is_reflected=True),
    )


def _create_comparison_method(operation: str) -> Callable[..., Any]:
    return lambda self, other: self._compare(operation, other)


class Symbol:
    """Placeholder for a value during symbolic execution; operators such as ``+`` build expressions."""

    __slots__ = ("expression", "kind", "path")

    def __init__(self, expression: Expression, kind: Kind, path: PathRecorder | None) -> None:
        self.expression = expression
        self.kind = kind
        self.path = path

    # --- numbers ----------------------------------------------------------------------------------

    def _calculate(self, operation: str, other: Any, is_reflected: bool = False) -> Symbol:
        right = as_symbol(other, self.path)
        if not {self.kind, right.kind} <= {"int", "float"}:
            raise NotExpressible(f"{operation} of {self.kind} and {right.kind}")
        kind: Kind = "float" if operation == "/" or "float" in (self.kind, right.kind) else "int"
        left, right = (right, self) if is_reflected else (self, right)
        return Symbol((operation, left.expression, right.expression), kind, self.path)

    __add__, __radd__ = _create_arithmetic_methods("+")
    __sub__, __rsub__ = _create_arithmetic_methods("-")
    __mul__, __rmul__ = _create_arithmetic_methods("*")
    __truediv__, __rtruediv__ = _create_arithmetic_methods("/")

    def __neg__(self) -> Symbol:
        if self.kind == "float":
            return self._calculate("*", -1)  # -(0.0) is -0.0, but 0 - 0.0 is 0.0.
        return as_symbol(0, self.path)._calculate("-", self)

    def __mod__(self, other: Any) -> Symbol:
        return self._divide("%", other)

    def __floordiv__(self, other: Any) -> Symbol:
        return self._divide("//", other)

    def _divide(self, operation: str, other: Any) -> Symbol:
        if type(other) is not int or other <= 0 or self.kind != "int":
            raise NotExpressible(f"{operation} with a value that is not a positive whole number")
        return self._calculate(operation, other)

    # --- comparing --------------------------------------------------------------------------------

    def _compare(self, operation: str, other: Any) -> Symbol:
        right = as_symbol(other, self.path)
        numbers = {"int", "float"}
        are_numbers = {self.kind, right.kind} <= numbers
        if self.kind != right.kind and not are_numbers:
            raise NotExpressible(f"{operation} of {self.kind} and {right.kind}")
        if not are_numbers and operation not in ("=", "<>"):
            raise NotExpressible(f"{operation} of {self.kind}")
        return Symbol((operation, self.expression, right.expression), "bool", self.path)

    def __eq__(self, other: object) -> Any:
        return self._compare("=", other)

    def __ne__(self, other: object) -> Any:
        return self._compare("<>", other)

    __lt__, __le__ = _create_comparison_method("<"), _create_comparison_method("<=")
    __gt__, __ge__ = _create_comparison_method(">"), _create_comparison_method(">=")

    def __bool__(self) -> bool:
        if self.path is None:
            raise NotExpressible("a condition")
        is_number = self.kind in ("int", "float")
        return self.path.decide(self._compare("<>", 0) if is_number else self)

    __hash__ = None  # type: ignore[assignment]  # compares to a symbol

    def __getattr__(self, name: str) -> Any:
        raise NotExpressible(f"the attribute {name!r} of a {self.kind}")

    def _reject(self, *args: Any) -> Any:
        raise NotExpressible(f"an unsupported operation on a {self.kind}")

    __iter__ = __len__ = __getitem__ = __call__ = __contains__ = _reject
    __int__ = __index__ = __float__ = __str__ = __repr__ = __format__ = _reject
    __pow__ = __rpow__ = __and__ = __or__ = __xor__ = __invert__ = _reject
    __rmod__ = __rfloordiv__ = __abs__ = __round__ = __lshift__ = __rshift__ = _reject


def as_symbol(value: Any, path: PathRecorder | None = None) -> Symbol:
    """Convert *value* to a symbol: a symbol is returned unchanged, a constant becomes a literal.

    Raises:
        NotExpressible: The value has another type or needs more than 64 bits.
    """
    if isinstance(value, Symbol):
        return value
    kinds: dict[type, Kind] = {int: "int", str: "str", bool: "bool", float: "float"}
    if type(value) not in kinds:
        raise NotExpressible(f"a value of type {type(value).__name__}")
    if type(value) is int and not -(1 << 63) <= value < 1 << 63:
        raise NotExpressible(f"the number {value}, which needs more than 64 bits")
    return Symbol(("literal", value), kinds[type(value)], path)


# --- values with several fields -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RecordShape:
    """Structure of a record: an expression per field, and the form: tuple, row or single value."""

    form: Literal["tuple", "row", "single"]
    fields: tuple[tuple[Expression, Kind], ...]
    names: tuple[str, ...] = ()

    def to_symbols(self, path: PathRecorder | None = None) -> Any:
        """Create a value of this shape whose fields are symbols, to call a function with."""
        symbols = tuple(Symbol(expression, kind, path) for expression, kind in self.fields)
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
            raise NotExpressible(f"the attribute {name!r} of a row")
        return self._symbols[self._names.index(name)]

    def __getitem__(self, item: Any) -> Symbol:
        if isinstance(item, str) and item in self._names:
            return self._symbols[self._names.index(item)]
        if type(item) is int and -len(self._symbols) <= item < len(self._symbols):
            return self._symbols[item]
        raise NotExpressible(f"the field {item!r} of a row")


def infer_shape(result: Any, argument: Any, argument_shape: RecordShape) -> RecordShape:
    """Infer the shape of the value that a function returned for symbols.

    Args:
        result: The value that the function returned.
        argument: The argument of the function.
        argument_shape: Shape of the argument.
    """
    if result is argument:
        return argument_shape
    if type(result) is tuple:
        symbols = [as_symbol(part) for part in result]
        return RecordShape("tuple", tuple((symbol.expression, symbol.kind) for symbol in symbols))
    symbol = as_symbol(result)
    return RecordShape("single", ((symbol.expression, symbol.kind),))


def collect_columns(expression: Any) -> set[str]:
    """Collect the names of the columns that an expression reads."""
    if isinstance(expression, tuple):
        if len(expression) == 2 and expression[0] == "column":
            return {expression[1]}
        if expression[:1] == ("literal",):
            return set()
        return {name for part in expression for name in collect_columns(part)}
    return set()
