"""Symbolic execution: convert a plain Python function to an expression by calling it with symbols.

Not in Flink.
"""

from __future__ import annotations

import builtins
import dis
from collections.abc import Callable, Iterator, Sequence
from types import FunctionType, MethodType
from typing import Any

from flinksim.replay.analysis.reachable_objects import is_users
from flinksim.replay.expressions.symbolic_values import (
    Expression,
    NotRecognised,
    Shape,
    Symbol,
    as_symbol,
    shape_of,
)

MAX_PATHS = 32

_FORBIDDEN = {"STORE_GLOBAL", "STORE_ATTR", "STORE_SUBSCR", "STORE_DEREF", "DELETE_GLOBAL",
              "DELETE_ATTR", "DELETE_SUBSCR", "IMPORT_NAME", "YIELD_VALUE", "RETURN_GENERATOR",
              "MAKE_FUNCTION", "SETUP_FINALLY", "PUSH_EXC_INFO", "RAISE_VARARGS"}  # fmt: skip


class _Way:
    """One path through a function: its conditions and the branches taken."""

    def __init__(self, ways: Sequence[bool]) -> None:
        self._ways = ways
        self.taken: list[tuple[Expression, bool]] = []

    def decide(self, symbol: Symbol) -> bool:
        if symbol.kind != "bool":
            raise NotRecognised(f"the truth of a {symbol.kind}")
        index = len(self.taken)
        decision = self._ways[index] if index < len(self._ways) else True
        self.taken.append((symbol.expression, decision))
        return decision


def read(function: Callable[..., Any], shape: Shape, *more: Any) -> Shape:
    """Compile *function* to the shape of its result for a record of *shape*.

    Args:
        function: A function or bound method.
        shape: Shape of its first argument.
        more: Further arguments, passed unchanged.

    Raises:
        NotRecognised: The function is not expressible.
    """
    return _merged(list(_ways(function, shape, more)))


def read_constant(function: Callable[[], Any]) -> Shape:
    """Compile a function without arguments to the shape of its constant result.

    Raises:
        NotRecognised: The function is not expressible.
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
) -> Iterator[tuple[list[tuple[Expression, bool]], Shape]]:
    call = _readable(function)
    pending: list[list[bool]] = [[]]
    count = 0
    while pending:
        count += 1
        if count > MAX_PATHS:
            raise NotRecognised(f"more than {MAX_PATHS} ways through the function")
        decisions = pending.pop()
        path = _Way(decisions)
        value = shape.symbols(path)
        try:
            result = call(value, *more)
        except NotRecognised:
            raise
        except Exception as error:
            raise NotRecognised(f"{type(error).__name__}: {error}") from None
        yield path.taken, shape_of(result, value, shape)
        for index in range(len(decisions), len(path.taken)):
            pending.append([decision for _, decision in path.taken[:index]] + [False])


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
    for index, (_, kind) in enumerate(first.fields):
        cases = tuple((_all_of(branches), shape.fields[index][0]) for branches, shape in ways)
        fields.append((("case", *cases), kind))
    return Shape(first.form, tuple(fields), first.names)


def _all_of(taken: list[tuple[Expression, bool]]) -> Expression:
    conditions = tuple(e if decision else ("not", e) for e, decision in taken)
    return ("and", *conditions)


def _readable(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a copy of *function* that sees only constants and symbolic builtins."""
    bound = getattr(function, "__self__", None)
    if bound is not None:
        bound = _Fields(bound)
    plain = function.__func__ if isinstance(function, MethodType) else function
    if not isinstance(plain, FunctionType):
        raise NotRecognised(f"{type(function).__name__} is not a plain Python function")
    code = plain.__code__
    for instruction in dis.get_instructions(code):
        if instruction.opname in _FORBIDDEN:
            raise NotRecognised(f"{instruction.opname.lower().replace('_', ' ')}")
    namespace: dict[str, Any] = {"__builtins__": {}}
    for name in code.co_names:
        if name in plain.__globals__:
            value = plain.__globals__[name]
            if not _is_constant(value):
                continue
            namespace[name] = value
        elif name in _BUILTINS:
            namespace[name] = _BUILTINS[name]
    for cell in plain.__closure__ or ():
        if not _is_constant(cell.cell_contents):
            raise NotRecognised(
                f"a variable of type {type(cell.cell_contents).__name__} from outside"
            )
    for value in (*(plain.__defaults__ or ()), *(plain.__kwdefaults__ or {}).values()):
        if not _is_constant(value):
            raise NotRecognised(f"an argument that is a {type(value).__name__} unless given")
    isolated = FunctionType(code, namespace, plain.__name__, plain.__defaults__, plain.__closure__)
    isolated.__kwdefaults__ = plain.__kwdefaults__
    return isolated if bound is None else MethodType(isolated, bound)


class _Fields:
    """View of a method's object that exposes only constant fields.

    Raises:
        NotRecognised: The object sets its fields in ``open``.
    """

    def __init__(self, thing: Any) -> None:
        self.__dict__["_thing"] = thing
        opens = getattr(type(thing), "open", None)
        if opens is not None and is_users(opens):
            raise NotRecognised(f"{type(thing).__name__} has an open() of its own")

    def __getattr__(self, name: str) -> Any:
        thing = self.__dict__["_thing"]
        value = getattr(thing, name)
        if not _is_constant(value):
            raise NotRecognised(f".{name} of a {type(thing).__name__}")
        return value


def _is_constant(value: Any) -> bool:
    if type(value) is tuple:
        return all(_is_constant(part) for part in value)
    return type(value) in (int, str, bool, float, type(None))


def _int(value: Any) -> Any:
    if isinstance(value, Symbol) and value.kind == "int":
        return value
    raise NotRecognised("int() of something else than a whole number")


def _float(value: Any) -> Any:
    if isinstance(value, Symbol) and value.kind in ("int", "float"):
        return value if value.kind == "float" else value * 1.0
    if isinstance(value, int | float | str):
        return float(value)
    raise NotRecognised("float() of something else than a number")


def _abs(value: Any) -> Any:
    symbol = as_symbol(value)
    if symbol.kind != "int":
        raise NotRecognised("abs() of something else than a whole number")
    return -symbol if symbol < 0 else symbol


def _extreme(operation: str) -> Callable[..., Any]:
    def call(*values: Any) -> Any:
        if len(values) != 2:
            raise NotRecognised("min() or max() of anything but two values")
        left, right = (as_symbol(value) for value in values)
        if left.kind != right.kind or left.kind not in ("int", "float"):
            raise NotRecognised(f"{operation} of {left.kind} and {right.kind}")
        path = left.reading or right.reading
        return Symbol((operation, left.expression, right.expression), left.kind, path)

    return call


_BUILTINS: dict[str, Any] = {
    "int": _int,
    "float": _float,
    "abs": _abs,
    "min": _extreme("least"),
    "max": _extreme("greatest"),
    "True": True,
    "False": False,
}
assert all(hasattr(builtins, name) for name in ("int", "float", "abs", "min", "max"))
