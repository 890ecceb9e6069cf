"""PyFlink: ``pyflink.table.udf``, user-defined functions."""

from __future__ import annotations

import functools
import inspect
import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Generic, TypeVar

from flinksim.table.expression import Expression, to_expression
from flinksim.table.planner import sql_ast as ast
from flinksim.table.planner.session_catalog import FunctionEntry
from flinksim.table.planner.sql_types import SqlType, make_row
from flinksim.table.schema import read_type

__all__ = [
    "ACC",
    "AggregateFunction",
    "FunctionContext",
    "ImperativeAggregateFunction",
    "ScalarFunction",
    "T",
    "TableAggregateFunction",
    "TableFunction",
    "UserDefinedFunction",
    "UserDefinedFunctionWrapper",
    "udaf",
    "udf",
    "udtaf",
    "udtf",
]

_NUMBERS = itertools.count(1)
T = TypeVar("T")
ACC = TypeVar("ACC")


class FunctionContext:
    """What ``open`` of a function gets: metrics and job parameters."""

    def __init__(self, parameters: dict[str, str] | None = None) -> None:
        self._parameters = parameters or {}

    def get_job_parameter(self, key: str, default_value: str) -> str:
        """Return a job parameter."""
        return self._parameters.get(key, default_value)

    def get_metric_group(self) -> Any:
        """Return a metric group, whose values nobody reads."""
        from flinksim.metrics import MetricGroup

        return MetricGroup()


class UserDefinedFunction:
    """Base of the functions that are classes."""

    def open(self, function_context: FunctionContext) -> None:
        """Prepare the function, before its first call."""

    def close(self) -> None:
        """Release what ``open`` created."""

    def is_deterministic(self) -> bool:
        """Tell whether equal arguments give equal results."""
        return True


class ScalarFunction(UserDefinedFunction):
    """A function with an ``eval`` that returns one value."""


class TableFunction(UserDefinedFunction):
    """A function with an ``eval`` that returns or yields rows."""


class ImperativeAggregateFunction(UserDefinedFunction, Generic[T, ACC]):
    """A function that aggregates: ``create_accumulator``, ``accumulate``, ``get_value``."""

    def create_accumulator(self) -> Any:
        """Return an accumulator for no rows."""
        raise NotImplementedError

    def accumulate(self, accumulator: Any, *args: Any) -> None:
        """Add a row."""
        raise NotImplementedError

    def get_value(self, accumulator: Any) -> Any:
        """Return the result."""
        raise NotImplementedError

    def get_result_type(self) -> Any:
        """Return the type of the result, if the decorator has none."""
        raise TypeError(
            f"{type(self).__name__}: the type of the result is missing. Define get_result_type(), or "
            "use udaf(..., result_type=...)."
        )

    def get_accumulator_type(self) -> Any:
        """Return the type of the accumulator."""
        raise NotImplementedError


class AggregateFunction(ImperativeAggregateFunction[T, ACC]):
    """An aggregate function with one result."""


class TableAggregateFunction(ImperativeAggregateFunction[T, ACC]):
    """An aggregate function with several result rows: ``emit_value`` in place of ``get_value``."""

    def emit_value(self, accumulator: ACC) -> Any:
        """Yield the result rows."""
        raise NotImplementedError


class UserDefinedFunctionWrapper:
    """A function with its types. Calling it makes an expression."""

    def __init__(self, kind: str, func: Any, result: Any, func_type: str, name: str | None) -> None:
        if func_type not in {"general", "pandas"}:
            raise ValueError(f"The func_type must be one of 'general, pandas', got {func_type}.")
        self._func = func() if inspect.isclass(func) else func
        self._kind = kind
        self._result = result
        self._func_type = func_type
        found = name or getattr(func, "__name__", type(func).__name__)
        self._name = found
        self._entry: FunctionEntry | None = None
        self._aliases: tuple[str, ...] = ()
        if callable(func) and not inspect.isclass(func):
            functools.update_wrapper(self, func, updated=())

    def to_entry(self) -> FunctionEntry:
        """Return the catalog entry; its name is unique in the process."""
        if self._entry is None:
            name = f"{self._name}${next(_NUMBERS)}"
            self._entry = FunctionEntry(name, self._kind, self, self._find_result())
        return self._entry

    def _find_result(self) -> SqlType:
        result = self._result
        if result is None:
            method = getattr(self._func, "get_result_type", None)
            if method is None:
                raise TypeError(
                    f"Invalid returnType: the function {self._name} needs a result type. "
                    "Use @udf(result_type=...)."
                )
            result = method()
        if isinstance(result, list | tuple):
            types = [read_type(item) for item in result]
            return make_row([f"f{i}" for i in range(len(types))], types)
        return read_type(result)

    def __call__(self, *args: Any) -> Expression:
        nodes = [to_expression(arg).node for arg in args]
        entry = self.to_entry()
        made = Expression(ast.CallNode(entry.name.upper(), nodes, function=entry))
        return made.alias(*self._aliases) if self._aliases else made

    def call_with_row(self, names: Sequence[str]) -> Expression:
        """Return a call that passes these columns as one row; pandas functions get a data frame."""
        entry = replace(
            self.to_entry(), name=f"{self._name}${next(_NUMBERS)}", row_names=tuple(names)
        )
        nodes: list[ast.Node] = [ast.Name((name,)) for name in names]
        made = Expression(ast.CallNode(entry.name.upper(), nodes, function=entry))
        return made.alias(*self._aliases) if self._aliases else made

    def alias(self, *names: str) -> UserDefinedFunctionWrapper:
        """Name the columns of the result, for ``Table.aggregate`` and its like."""
        made = UserDefinedFunctionWrapper(
            self._kind, self._func, self._result, self._func_type, self._name
        )
        made._aliases = names
        return made

    # -- running -----------------------------------------------------------------------------

    @property
    def is_pandas(self) -> bool:
        """Tell whether the function takes pandas series."""
        return self._func_type == "pandas"

    @property
    def target(self) -> Any:
        """Return the function object itself."""
        return self._func

    def find_callable(self) -> Callable[..., Any]:
        """Return what is called for each row."""
        if isinstance(self._func, UserDefinedFunction):
            self._func.open(FunctionContext())
        target: Any = self._func
        call: Callable[..., Any] = getattr(target, "eval", target)
        return call


def _decorate(kind: str, f: Any, result: Any, func_type: str, name: str | None) -> Any:
    if f is None:
        return lambda func: UserDefinedFunctionWrapper(kind, func, result, func_type, name)
    return UserDefinedFunctionWrapper(kind, f, result, func_type, name)


def udf(
    f: Any = None,
    input_types: Any = None,
    result_type: Any = None,
    deterministic: bool | None = None,
    name: str | None = None,
    func_type: str = "general",
    udf_type: str | None = None,
) -> Any:
    """Make a scalar function. ``input_types`` are not checked: a call has the types of its columns."""
    return _decorate("scalar", f, result_type, udf_type or func_type, name)


def udtf(
    f: Any = None,
    input_types: Any = None,
    result_types: Any = None,
    deterministic: bool | None = None,
    name: str | None = None,
) -> Any:
    """Make a table function."""
    result = result_types
    if result is not None and not isinstance(result, list | tuple):
        kind = read_type(result)
        result = [result] if kind.root != "ROW" else result
    return _decorate("table", f, result, "general", name)


def udaf(
    f: Any = None,
    input_types: Any = None,
    result_type: Any = None,
    accumulator_type: Any = None,
    deterministic: bool | None = None,
    name: str | None = None,
    func_type: str = "general",
) -> Any:
    """Make an aggregate function."""
    return _decorate("aggregate", f, result_type, func_type, name)


def udtaf(
    f: Any = None,
    input_types: Any = None,
    result_type: Any = None,
    accumulator_type: Any = None,
    deterministic: bool | None = None,
    name: str | None = None,
    func_type: str = "general",
) -> Any:
    """Make a table aggregate function."""
    return _decorate("table_aggregate", f, result_type, func_type, name)


def wrap_function(function: Any) -> UserDefinedFunctionWrapper:
    """Return the wrapper of a function, which may be an object of a class of this module."""
    makers: dict[type, Any] = {
        ScalarFunction: udf,
        TableFunction: udtf,
        AggregateFunction: udaf,
        TableAggregateFunction: udtaf,
    }
    for kind, make in makers.items():
        if isinstance(function, kind):
            made: UserDefinedFunctionWrapper = make(function)
            return made
    if not isinstance(function, UserDefinedFunctionWrapper):
        raise TypeError(
            "create_temporary_function(path, function): expected a function made with @udf, @udtf or "
            f"@udaf, or an object of ScalarFunction and its like, found {type(function).__name__}."
        )
    return function
