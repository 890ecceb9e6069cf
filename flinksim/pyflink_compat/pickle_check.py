"""Checks that user functions can be pickled, as PyFlink does when an operator is added.

A function is pickled with everything that it references: globals, closure, defaults, and the functions
and classes of the program among these. Objects of an imported module are pickled by name. The pickle is
discarded and cannot be loaded; only failures matter.

Flink: ``cloudpickle``, in ``_create_j_data_stream_python_function_info`` of ``data_stream.py``.
"""

from __future__ import annotations

import dis
import io
import logging
import pickle
import sys
import types
from collections.abc import Callable, Iterator
from enum import Enum
from operator import attrgetter
from typing import Any, TypeVar

from flinksim.common.completable_future import CompletableFuture
from flinksim.common.config_options import ConfigOption, ConfigOptions
from flinksim.common.configuration import Configuration
from flinksim.common.execution_config import ExecutionConfig
from flinksim.common.job_client import JobClient
from flinksim.common.job_execution_result import JobExecutionResult
from flinksim.common.job_id import JobID
from flinksim.common.time import Duration
from flinksim.common.typeinfo import TypeInformation
from flinksim.common.watermark_strategy import WatermarkStrategy
from flinksim.datastream.checkpoint_config import CheckpointConfig
from flinksim.datastream.closeable_iterator import CloseableIterator
from flinksim.datastream.output_tag import OutputTag

_HOLD_JAVA_OBJECTS = (
    CheckpointConfig, CloseableIterator, CompletableFuture, ConfigOption, ConfigOptions,
    Configuration, Duration, ExecutionConfig, JobClient, JobExecutionResult, JobID, WatermarkStrategy,
)  # fmt: skip
"""Classes whose objects wrap a Java object in PyFlink, which has a lock."""

_JAVA_OBJECT = "cannot pickle '_thread.RLock' object"
_READABLE = ("r", "r+", "rb", "rb+")


def check_can_be_pickled(captured: Any, what: str) -> None:
    """Check that PyFlink can pickle *value*; *description* names it in the error.

    Raises:
        TypeError: The value cannot be pickled; also other errors of ``pickle`` or of its objects.
    """
    pickler = _Pickler(_Nowhere(), pickle.HIGHEST_PROTOCOL)
    try:
        pickler.dump(captured)
    except (TypeError, pickle.PicklingError) as error:
        raise type(error)(
            f"{error}: {what} is pickled when the operator is added, with all that it names: its "
            f"globals, what it closes over, its defaults.{pickler.advice} Make such things in "
            "open(runtime_context), or in a module that the function imports."
        ) from error


class _Nowhere(io.RawIOBase):
    """A stream that discards everything."""

    def write(self, data: Any) -> int:
        return len(data)


def _made(*parts: Any) -> None:
    """Represent the function that would reconstruct the object."""


class _Pickler(pickle.Pickler):
    """A pickler that visits the same objects as ``cloudpickle``."""

    advice = ""

    def reducer_override(self, obj: Any) -> Any:
        """Return the parts of *obj*; ``NotImplemented`` leaves it to ``pickle``."""
        if isinstance(obj, TypeInformation):
            if obj.is_used:
                self.advice = (
                    f" {obj!r} was given to another operator before; make a new one inside of the "
                    "function."
                )
                raise TypeError(_JAVA_OBJECT)
            return NotImplemented
        if isinstance(obj, OutputTag):
            obj.type_info.renew()  # as in PyFlink, which does not renew nested types
            return _made, (obj.tag_id, type(obj.type_info), *obj.type_info.parts())
        if isinstance(obj, _HOLD_JAVA_OBJECTS) or _is_of_the_program(obj):
            self.advice = (
                f" Behind the {type(obj).__name__} that is among these there is a Java object."
            )
            raise TypeError(_JAVA_OBJECT)
        reduce = _REDUCERS.get(type(obj))
        if reduce is not None:
            return reduce(obj)
        if isinstance(obj, type):
            return NotImplemented if _is_found_by_name(obj) else (_made, (), _of_class(obj))
        if isinstance(obj, io.TextIOWrapper):
            return _of_file(obj)
        return _of_logger(obj) if isinstance(obj, logging.Logger) else NotImplemented


def _is_of_the_program(obj: Any) -> bool:
    """Return whether *obj* is an environment or a stream."""
    return callable(getattr(type(obj), "pipeline", None)) or hasattr(type(obj), "_j_data_stream")


def _is_found_by_name(obj: Any) -> bool:
    """Return whether a worker can import *obj* by name; it does not have the program's own module."""
    module = sys.modules.get(getattr(obj, "__module__", None) or "")
    if module is None or module.__name__ == "__main__":
        return False
    try:
        return attrgetter(obj.__qualname__)(module) is obj
    except AttributeError:
        return False


def _of_function(function: types.FunctionType) -> Any:
    if _is_found_by_name(function):
        return NotImplemented
    if (function.__module__ or "").partition(".")[
        0
    ] == "flinksim":  # in PyFlink these are other functions
        return _made, ()
    names = dict.fromkeys(_global_names(function.__code__))
    global_values = function.__globals__
    captured = {
        "globals": {name: global_values[name] for name in names if name in global_values},
        "closure": [cell.cell_contents for cell in function.__closure__ or () if _is_filled(cell)],
        "defaults": (function.__defaults__, function.__kwdefaults__),
        "annotations": function.__annotations__,
        "attributes": function.__dict__,
    }
    return _made, (), captured  # as state, because the function may reference itself


def _global_names(code: types.CodeType) -> Iterator[str]:
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "STORE_GLOBAL", "DELETE_GLOBAL"):
            yield instruction.argval
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _global_names(constant)


def _is_filled(cell: types.CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018  # raises if there is nothing in it
    except ValueError:
        return False
    return True


def _of_class(kind: type) -> dict[str, Any]:
    members = {
        name: member
        for name, member in vars(kind).items()
        if name not in ("__dict__", "__weakref__", "_abc_impl")
        and not isinstance(member, (types.MemberDescriptorType, types.GetSetDescriptorType))
    }
    if issubclass(kind, Enum):  # reconstructed from its values and the program's methods
        own = {n: m for n, m in members.items() if isinstance(m, types.FunctionType)}
        members = own | {member.name: member.value for member in kind}
    return {"bases": kind.__bases__, "metaclass": type(kind), "members": members}


def _of_file(file: io.TextIOWrapper) -> Any:
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        if file is stream:
            return _made, ()
    if file.closed:
        raise pickle.PicklingError("Cannot pickle closed files")
    mode = getattr(file, "mode", "")
    if mode not in _READABLE:
        raise pickle.PicklingError(f"Cannot pickle files that are not opened for reading: {mode}")
    return _made, ()


def _of_logger(logger: logging.Logger) -> Any:
    return _made, (logger.name,)


_REDUCERS: dict[type, Callable[[Any], Any]] = {
    types.FunctionType: _of_function,
    types.ModuleType: lambda module: (_made, (module.__name__,)),
    types.MethodType: lambda method: (_made, (method.__func__, method.__self__)),
    types.CodeType: lambda code: (_made, (code.co_name,)),
    types.CellType: lambda cell: (_made, (), [cell.cell_contents] if _is_filled(cell) else None),
    types.MappingProxyType: lambda proxy: (_made, (dict(proxy),)),
    memoryview: lambda view: (_made, (view.tobytes(),)),
    property: lambda one: (_made, (one.fget, one.fset, one.fdel)),
    classmethod: lambda one: (_made, (one.__func__,)),
    staticmethod: lambda one: (_made, (one.__func__,)),
    TypeVar: lambda variable: (_made, (variable.__name__,)),
    type({}.keys()): lambda view: (_made, (list(view),)),
    type({}.values()): lambda view: (_made, (list(view),)),
    type({}.items()): lambda view: (_made, (list(view),)),
}
