"""Symbolic execution: call a plain Python function with placeholders to get an expression.

Not in Flink.
"""

from __future__ import annotations

import builtins
import dis
from collections.abc import Callable, Iterator, Sequence
from types import FunctionType, MethodType
from typing import Any

from flinksim.core.reachable_objects import is_user_object
from flinksim.replay.expressions.symbolic_values import (
    Expression,
    NotExpressible,
    RecordShape,
    Symbol,
    as_symbol,
    infer_shape,
)

MAX_PATHS = 32

_FORBIDDEN_OPCODES = {"STORE_GLOBAL", "STORE_ATTR", "STORE_SUBSCR", "STORE_DEREF", "DELETE_GLOBAL",
              "DELETE_ATTR", "DELETE_SUBSCR", "IMPORT_NAME", "YIELD_VALUE", "RETURN_GENERATOR",
              "MAKE_FUNCTION", "SETUP_FINALLY", "PUSH_EXC_INFO", "RAISE_VARARGS"}  # fmt: skip


class _ExecutionPath:
    """One path through a function: its conditions, and which branch of each was taken."""

    def __init__(self, decisions: Sequence[bool]) -> None:
        self._decisions = decisions
        self.branches: list[tuple[Expression, bool]] = []

    def decide(self, symbol: Symbol) -> bool:
        if symbol.kind != "bool":
            raise NotExpressible(f"a {symbol.kind} used as a condition")
        index = len(self.branches)
        decision = self._decisions[index] if index < len(self._decisions) else True
        self.branches.append((symbol.expression, decision))
        return decision


def compile_function(
    function: Callable[..., Any], shape: RecordShape, *extra_arguments: Any
) -> RecordShape:
    """Compile *function* to expressions: the shape of its result for a record of *shape*.

    Args:
        function: A function or bound method.
        shape: Shape of its first argument.
        extra_arguments: Further arguments, passed unchanged.

    Raises:
        NotExpressible: The function is not expressible.
    """
    return _merge_paths(list(_explore_paths(function, shape, extra_arguments)))


def compile_constant(function: Callable[[], Any]) -> RecordShape:
    """Compile a function without arguments to the shape of its constant result.

    Raises:
        NotExpressible: The function is not expressible.
    """
    try:
        result = _isolate_function(function)()
    except NotExpressible:
        raise
    except Exception as error:
        raise NotExpressible(f"{type(error).__name__}: {error}") from None
    return infer_shape(result, _NO_ARGUMENT, RecordShape("single", ()))


_NO_ARGUMENT = object()


def _explore_paths(
    function: Callable[..., Any], shape: RecordShape, extra_arguments: tuple[Any, ...]
) -> Iterator[tuple[list[tuple[Expression, bool]], RecordShape]]:
    call = _isolate_function(function)
    pending: list[list[bool]] = [[]]
    count = 0
    while pending:
        count += 1
        if count > MAX_PATHS:
            raise NotExpressible(f"more than {MAX_PATHS} paths through the function")
        decisions = pending.pop()
        path = _ExecutionPath(decisions)
        value = shape.to_symbols(path)
        try:
            result = call(value, *extra_arguments)
        except NotExpressible:
            raise
        except Exception as error:
            raise NotExpressible(f"{type(error).__name__}: {error}") from None
        yield path.branches, infer_shape(result, value, shape)
        for index in range(len(decisions), len(path.branches)):
            pending.append([decision for _, decision in path.branches[:index]] + [False])


def _merge_paths(paths: list[tuple[list[tuple[Expression, bool]], RecordShape]]) -> RecordShape:
    if len(paths) == 1:
        return paths[0][1]
    first = paths[0][1]
    for _, shape in paths:
        if (shape.form, shape.names) != (first.form, first.names) or [
            kind for _, kind in shape.fields
        ] != [kind for _, kind in first.fields]:
            raise NotExpressible("results of different forms, depending on a condition")
    fields = []
    for index, (_, kind) in enumerate(first.fields):
        cases = tuple(
            (_build_conjunction(branches), shape.fields[index][0]) for branches, shape in paths
        )
        fields.append((("case", *cases), kind))
    return RecordShape(first.form, tuple(fields), first.names)


def _build_conjunction(branches: list[tuple[Expression, bool]]) -> Expression:
    conditions = tuple(e if decision else ("not", e) for e, decision in branches)
    return ("and", *conditions)


def _isolate_function(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a copy of *function* whose globals and closure are only constants and known builtins."""
    bound = getattr(function, "__self__", None)
    if bound is not None:
        bound = _ConstantFields(bound)
    plain = function.__func__ if isinstance(function, MethodType) else function
    if not isinstance(plain, FunctionType):
        raise NotExpressible(f"{type(function).__name__} is not a plain Python function")
    code = plain.__code__
    for instruction in dis.get_instructions(code):
        if instruction.opname in _FORBIDDEN_OPCODES:
            raise NotExpressible(f"{instruction.opname.lower().replace('_', ' ')}")
    namespace: dict[str, Any] = {"__builtins__": {}}
    for name in code.co_names:
        if name in plain.__globals__:
            value = plain.__globals__[name]
            if not _is_constant(value):
                continue
            namespace[name] = value
        elif name in _SYMBOLIC_BUILTINS:
            namespace[name] = _SYMBOLIC_BUILTINS[name]
    for cell in plain.__closure__ or ():
        if not _is_constant(cell.cell_contents):
            raise NotExpressible(
                f"a variable of type {type(cell.cell_contents).__name__} from outside"
            )
    for value in (*(plain.__defaults__ or ()), *(plain.__kwdefaults__ or {}).values()):
        if not _is_constant(value):
            raise NotExpressible(f"an argument with a {type(value).__name__} as default")
    isolated = FunctionType(code, namespace, plain.__name__, plain.__defaults__, plain.__closure__)
    isolated.__kwdefaults__ = plain.__kwdefaults__
    return isolated if bound is None else MethodType(isolated, bound)


class _ConstantFields:
    """Replacement for ``self`` in a method that is compiled; it has only the constant fields.

    Raises:
        NotExpressible: The object sets its fields in ``open``.
    """

    def __init__(self, thing: Any) -> None:
        self.__dict__["_thing"] = thing
        opens = getattr(type(thing), "open", None)
        if opens is not None and is_user_object(opens):
            raise NotExpressible(f"{type(thing).__name__} has its own open()")

    def __getattr__(self, name: str) -> Any:
        thing = self.__dict__["_thing"]
        value = getattr(thing, name)
        if not _is_constant(value):
            raise NotExpressible(f".{name} of a {type(thing).__name__}")
        return value


def _is_constant(value: Any) -> bool:
    if type(value) is tuple:
        return all(_is_constant(part) for part in value)
    return type(value) in (int, str, bool, float, type(None))


def _convert_int(value: Any) -> Any:
    if isinstance(value, Symbol) and value.kind == "int":
        return value
    raise NotExpressible("int() of a value that is not a whole number")


def _convert_float(value: Any) -> Any:
    if isinstance(value, Symbol) and value.kind in ("int", "float"):
        return value if value.kind == "float" else value * 1.0
    if isinstance(value, int | float | str):
        return float(value)
    raise NotExpressible("float() of a value that is not a number")


def _compute_abs(value: Any) -> Any:
    symbol = as_symbol(value)
    if symbol.kind != "int":
        raise NotExpressible("abs() of a value that is not a whole number")
    return -symbol if symbol < 0 else symbol


def _create_extreme(operation: str) -> Callable[..., Any]:
    def call(*values: Any) -> Any:
        if len(values) != 2:
            raise NotExpressible("min() or max() of other than two values")
        left, right = (as_symbol(value) for value in values)
        if left.kind != right.kind or left.kind not in ("int", "float"):
            raise NotExpressible(f"{operation} of {left.kind} and {right.kind}")
        path = left.path or right.path
        return Symbol((operation, left.expression, right.expression), left.kind, path)

    return call


_SYMBOLIC_BUILTINS: dict[str, Any] = {
    "int": _convert_int,
    "float": _convert_float,
    "abs": _compute_abs,
    "min": _create_extreme("least"),
    "max": _create_extreme("greatest"),
    "True": True,
    "False": False,
}
assert all(hasattr(builtins, name) for name in ("int", "float", "abs", "min", "max"))
