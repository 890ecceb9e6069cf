"""Early calls of key selectors and assigners, on the object that the previous function returned.

In PyFlink they are part of the same operator as that function, and the declared type applies only
at the end of the operator. A ``Row("n", 1)`` that was declared with names has none yet:
``row.name`` is an error, although it works on a row from the network. :func:`is_unchanged_by_network`
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
from flinksim.pyflink_compat.function_kinds import IdentityFunction


class EarlySelectorCall(ProcessFunction):
    """Passes values on, and calls the key selector or timestamp assigner early, only to let it fail.

    The call is made only if the declared type would change the value before the real call.
    """

    def __init__(self, identity: IdentityFunction, declared_type: TypeInformation | None) -> None:
        self.in_row = identity.in_row
        self._call_selector = identity.call_selector
        self._declared_type = declared_type
        owner = getattr(identity.selector, "__self__", None)
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
        """Call the selector on *value* if its declared type would change it, then yield *value*."""
        if not is_unchanged_by_network(value, self._declared_type):
            self._call_selector(value, ctx.timestamp())
        yield value


def add_early_selector_call(
    transformation: Transformation, declared_type: TypeInformation | None
) -> Transformation:
    """Make *transformation* call its selector before the value is converted to *declared_type*.

    This applies to a key selector or timestamp assigner that is fused with the function before it.
    Other transformations are returned unchanged.
    """
    spec = transformation.spec
    if not isinstance(spec, MapSpec) or not isinstance(spec.function, IdentityFunction):
        return transformation
    if spec.function.selector is None or not isinstance(
        declared_type, (RowTypeInfo, TupleTypeInfo)
    ):
        return transformation
    return replace(
        transformation, spec=ProcessSpec(EarlySelectorCall(spec.function, declared_type))
    )


def is_unchanged_by_network(value: Any, type_info: TypeInformation | None) -> bool:
    """Return whether *value* keeps its kind and its fields when it is converted to *type_info*."""
    if value is None:
        return True
    match type_info:
        case RowTypeInfo():
            if not isinstance(value, Row):
                return False
            # A row that was created with names has them already.
            return value._fields is not None and _has_unchanged_fields(
                value, type_info.get_field_types()
            )
        case TupleTypeInfo():
            return isinstance(value, tuple) and _has_unchanged_fields(
                value, type_info.get_field_types()
            )
        case _:
            return True


def _has_unchanged_fields(values: Any, types: list[TypeInformation]) -> bool:
    return all(
        is_unchanged_by_network(part, each) for part, each in zip(values, types, strict=False)
    )
