"""Key selectors and assigners, which PyFlink asks of the object that the function before them gave.

They are part of the same operator as that function, and its declared type acts only where the
operator ends. So a ``Row("n", 1)`` that was declared with names has none yet: ``row.name`` is an error,
though it works on a row that came over the network. What else changes its kind there is told by
:func:`arrives_as_it_is`.

The runtime asks behind the operator, of what the type has made of the object. Here it is asked before
that as well, if the two differ, so that it fails where PyFlink does.

Flink: the adapters in ``key_by``, ``partition_custom`` and ``assign_timestamps_and_watermarks`` of
PyFlink's ``data_stream.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from flinksim.common.typeinfo import RowTypeInfo, TupleTypeInfo, TypeInformation
from flinksim.common.types import Row
from flinksim.datastream.functions import Function, ProcessFunction, RuntimeContext
from flinksim.datastream.transformations import MapSpec, ProcessSpec, Transformation
from flinksim.pyflink_compat.function_kinds import PassOn


class Ask(ProcessFunction):
    """Hands on what it is given, after asking it if it will be another object further on."""

    def __init__(self, asked: PassOn, given: TypeInformation | None) -> None:
        self.in_row = asked.in_row
        self._ask = asked.ask
        self._given = given
        owner = getattr(asked.asks, "__self__", None)
        self._function = owner if isinstance(owner, Function) else None

    def open(self, runtime_context: RuntimeContext) -> None:
        """Opens a key selector that is an object."""
        if self._function is not None:
            self._function.open(runtime_context)

    def close(self) -> None:
        """Closes it."""
        if self._function is not None:
            self._function.close()

    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Iterator[Any]:
        """*value*."""
        if not arrives_as_it_is(value, self._given):
            self._ask(value, ctx.timestamp())
        yield value


def asking(transformation: Transformation, given: TypeInformation | None) -> Transformation:
    """*transformation*, fused behind a function whose results were declared as *given*."""
    spec = transformation.spec
    if not isinstance(spec, MapSpec) or not isinstance(spec.function, PassOn):
        return transformation
    if spec.function.asks is None or not isinstance(given, (RowTypeInfo, TupleTypeInfo)):
        return transformation
    return replace(transformation, spec=ProcessSpec(Ask(spec.function, given)))


def arrives_as_it_is(value: Any, type_info: TypeInformation | None) -> bool:
    """Whether *value* has, behind the network, the kind and the fields that it has here."""
    if value is None:
        return True
    match type_info:
        case RowTypeInfo():
            if not isinstance(value, Row):
                return False
            # A row made by name has them already.
            return value._fields is not None and _all_arrive(value, type_info.get_field_types())
        case TupleTypeInfo():
            return isinstance(value, tuple) and _all_arrive(value, type_info.get_field_types())
        case _:
            return True


def _all_arrive(values: Any, types: list[TypeInformation]) -> bool:
    return all(arrives_as_it_is(part, each) for part, each in zip(values, types, strict=False))
