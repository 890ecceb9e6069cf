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

_JAVA_BACKED_CLASSES = (
    CheckpointConfig, CloseableIterator, CompletableFuture, ConfigOption, ConfigOptions,
    Configuration, Duration, ExecutionConfig, JobClient, JobExecutionResult, JobID, WatermarkStrategy,
)  # fmt: skip
"""Classes whose objects wrap a Java object in PyFlink; its lock cannot be pickled."""

_JAVA_OBJECT_ERROR = "cannot pickle '_thread.RLock' object"
_READ_MODES = ("r", "r+", "rb", "rb+")


def check_picklable(value: Any, description: str) -> None:
    """Check that PyFlink can pickle *value*; *description* names it in the error.

    Raises:
        TypeError: The value cannot be pickled; also other errors of ``pickle`` or of its objects.
    """
    pickler = _Pickler(_NullWriter(), pickle.HIGHEST_PROTOCOL)
    try:
        pickler.dump(value)
    except (TypeError, pickle.PicklingError) as error:
        raise type(error)(
            f"{error}: {description} is pickled when the operator is added, "
            "together with all globals, closures and defaults that it "
            f"uses.{pickler.advice} Create such objects in open(runtime_context), "
            "or in a module that the function imports."
        ) from error


class _NullWriter(io.RawIOBase):
    """A stream that discards everything."""

    def write(self, data: Any) -> int:
        return len(data)


def _reconstruct(*parts: Any) -> None:
    """Stand in, in the discarded pickle, for the function that would rebuild the object."""


class _Pickler(pickle.Pickler):
    """A pickler that visits the same objects as ``cloudpickle``."""

    advice = ""

    def reducer_override(self, obj: Any) -> Any:
        """Return what pickling *obj* would visit; ``NotImplemented`` leaves the object to ``pickle``."""
        if isinstance(obj, TypeInformation):
            if obj.is_used:
                self.advice = (
                    f" {obj!r} was already passed to another operator. Create a "
                    "new one in the function."
                )
                raise TypeError(_JAVA_OBJECT_ERROR)
            return NotImplemented
        if isinstance(obj, OutputTag):
            obj.type_info.reset_used()  # as in PyFlink, which does not renew nested types
            return _reconstruct, (obj.tag_id, type(obj.type_info), *obj.type_info.component_types())
        if isinstance(obj, _JAVA_BACKED_CLASSES) or _is_environment_or_stream(obj):
            self.advice = f" The {type(obj).__name__} among them refers to a Java object."
            raise TypeError(_JAVA_OBJECT_ERROR)
        reduce = _REDUCERS.get(type(obj))
        if reduce is not None:
            return reduce(obj)
        if isinstance(obj, type):
            return (
                NotImplemented
                if _is_importable(obj)
                else (_reconstruct, (), _collect_class_parts(obj))
            )
        if isinstance(obj, io.TextIOWrapper):
            return _reduce_file(obj)
        return _reduce_logger(obj) if isinstance(obj, logging.Logger) else NotImplemented


def _is_environment_or_stream(obj: Any) -> bool:
    """Return whether *obj* is an execution environment or a stream of the API."""
    return callable(getattr(type(obj), "pipeline", None)) or hasattr(type(obj), "_j_data_stream")


def _is_importable(obj: Any) -> bool:
    """Return whether a worker can import *obj* by name; it does not have the program's own module."""
    module = sys.modules.get(getattr(obj, "__module__", None) or "")
    if module is None or module.__name__ == "__main__":
        return False
    try:
        return attrgetter(obj.__qualname__)(module) is obj
    except AttributeError:
        return False


def _reduce_function(function: types.FunctionType) -> Any:
    if _is_importable(function):
        return NotImplemented
    if (function.__module__ or "").partition(".")[
        0
    ] == "flinksim":  # in PyFlink these are other functions
        return _reconstruct, ()
    names = dict.fromkeys(_find_global_names(function.__code__))
    global_values = function.__globals__
    captured = {
        "globals": {name: global_values[name] for name in names if name in global_values},
        "closure": [cell.cell_contents for cell in function.__closure__ or () if _is_filled(cell)],
        "defaults": (function.__defaults__, function.__kwdefaults__),
        "annotations": function.__annotations__,
        "attributes": function.__dict__,
    }
    return _reconstruct, (), captured  # as state, because the function may reference itself


def _find_global_names(code: types.CodeType) -> Iterator[str]:
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "STORE_GLOBAL", "DELETE_GLOBAL"):
            yield instruction.argval
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _find_global_names(constant)


def _is_filled(cell: types.CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018  # raises if there is nothing in it
    except ValueError:
        return False
    return True


def _collect_class_parts(cls: type) -> dict[str, Any]:
    members = {
        name: member
        for name, member in vars(cls).items()
        if name not in ("__dict__", "__weakref__", "_abc_impl")
        and not isinstance(member, (types.MemberDescriptorType, types.GetSetDescriptorType))
    }
    if issubclass(cls, Enum):  # reconstructed from its values and the program's methods
        own = {n: m for n, m in members.items() if isinstance(m, types.FunctionType)}
        members = own | {member.name: member.value for member in cls}
    return {"bases": cls.__bases__, "metaclass": type(cls), "members": members}


def _reduce_file(file: io.TextIOWrapper) -> Any:
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        if file is stream:
            return _reconstruct, ()
    if file.closed:
        raise pickle.PicklingError("Cannot pickle closed files")
    mode = getattr(file, "mode", "")
    if mode not in _READ_MODES:
        raise pickle.PicklingError(f"Cannot pickle files that are not opened for reading: {mode}")
    return _reconstruct, ()


def _reduce_logger(logger: logging.Logger) -> Any:
    return _reconstruct, (logger.name,)


_REDUCERS: dict[type, Callable[[Any], Any]] = {
    types.FunctionType: _reduce_function,
    types.ModuleType: lambda module: (_reconstruct, (module.__name__,)),
    types.MethodType: lambda method: (_reconstruct, (method.__func__, method.__self__)),
    types.CodeType: lambda code: (_reconstruct, (code.co_name,)),
    types.CellType: lambda cell: (
        _reconstruct,
        (),
        [cell.cell_contents] if _is_filled(cell) else None,
    ),
    types.MappingProxyType: lambda proxy: (_reconstruct, (dict(proxy),)),
    memoryview: lambda view: (_reconstruct, (view.tobytes(),)),
    property: lambda one: (_reconstruct, (one.fget, one.fset, one.fdel)),
    classmethod: lambda one: (_reconstruct, (one.__func__,)),
    staticmethod: lambda one: (_reconstruct, (one.__func__,)),
    TypeVar: lambda variable: (_reconstruct, (variable.__name__,)),
    type({}.keys()): lambda view: (_reconstruct, (list(view),)),
    type({}.values()): lambda view: (_reconstruct, (list(view),)),
    type({}.items()): lambda view: (_reconstruct, (list(view),)),
}
