"""As what the fields of a key are hashed.

Not in Flink.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from flinksim.common.typeinfo import PickledBytesTypeInfo, TupleTypeInfo, TypeInformation, Types
from flinksim.java.hash_code import java_hash_code
from flinksim.spark.expressions.symbolic import Kind, NotRecognised, Shape
from flinksim.typeutils.typed_hash_code import hash_function_of

HashedAs: TypeAlias = Kind | Literal["long"]
"""The kind of a field of a key, and whether a whole number is a ``Long`` whatever its size."""


def hashed_as(shape: Shape, key_type: TypeInformation | None) -> tuple[HashedAs, ...]:
    """As what Java hashes the fields of keys of that *shape* and declared type.

    Raises: NotRecognised.
    """
    kinds = [kind for _, kind in shape.fields]
    types: list[TypeInformation] = []
    if isinstance(key_type, TupleTypeInfo):
        types = key_type.get_field_types()
    elif key_type is not None and not isinstance(key_type, PickledBytesTypeInfo):
        types = [key_type]
    if not types:
        return tuple(kinds)
    if len(types) != len(kinds):
        raise NotRecognised(f"a key declared as {key_type}")
    return tuple(_hashed_as(kind, type_) for kind, type_ in zip(kinds, types, strict=True))


def _hashed_as(kind: Kind, type_info: TypeInformation) -> HashedAs:
    if hash_function_of(type_info) is java_hash_code:
        return kind
    if kind == "int" and type_info == Types.LONG():
        return "long"
    raise NotRecognised(f"a key declared as {type_info}")


__all__ = ["HashedAs", "hashed_as"]
