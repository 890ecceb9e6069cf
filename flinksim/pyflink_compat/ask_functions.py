"""Early calls of key selectors and assigners, on the object that the previous function returned.

In PyFlink they are part of the same operator as that function, and the declared type applies only
at the end of the operator. A ``Row("n", 1)`` that was declared with names has none yet:
``row.name`` is an error, although it works on a row from the network. :func:`arrives_as_it_is`
knows which other values the declared type changes.

The runtime calls the selector after the conversion. If the conversion changes the object, the selector
is called here before it as well, so that it fails where PyFlink fails.

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
    """Identity function that calls the selector first if the declared type would change the value."""

    def __init__(self, asked: PassOn, given: TypeInformation | None) -> None:
        self.in_row = asked.in_row
        self._ask = asked.ask
        self._given = given
        owner = getattr(asked.asks, "__self__", None)
        self._function = owner if isinstance(owner, Function) else None

    def open(self, runtime_context: RuntimeContext) -> None:
        """Open a key selector that is a function object."""
        if self._function is not None:
            self._function.open(runtime_context)

    def close(self) -> None:
        """Close the key selector."""
        if self._function is not None:
            self._function.close()

    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Iterator[Any]:
        """Yield *value* after the early call."""
        if not arrives_as_it_is(value, self._given):
            self._ask(value, ctx.timestamp())
        yield value


def asking(transformation: Transformation, given: TypeInformation | None) -> Transformation:
    """Add the early call to a selector that is fused after a function with this declared type.

    Other transformations are returned unchanged.
    """
    spec = transformation.spec
    if not isinstance(spec, MapSpec) or not isinstance(spec.function, PassOn):
        return transformation
    if spec.function.asks is None or not isinstance(given, (RowTypeInfo, TupleTypeInfo)):
        return transformation
    return replace(transformation, spec=ProcessSpec(Ask(spec.function, given)))


def arrives_as_it_is(value: Any, type_info: TypeInformation | None) -> bool:
    """Return whether *value* keeps its kind and its fields when it is converted to *type_info*."""
    if value is None:
        return True
    match type_info:
        case RowTypeInfo():
            if not isinstance(value, Row):
                return False
            # A row that was created with names has them already.
            return value._fields is not None and _all_arrive(value, type_info.get_field_types())
        case TupleTypeInfo():
            return isinstance(value, tuple) and _all_arrive(value, type_info.get_field_types())
        case _:
            return True


def _all_arrive(values: Any, types: list[TypeInformation]) -> bool:
    return all(arrives_as_it_is(part, each) for part, each in zip(values, types, strict=False))
