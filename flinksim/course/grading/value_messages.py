"""Values in messages between a submission's process and the judge: plain data, and nothing else.

A scalar is itself. Anything else is a list of a tag and its content, such as ``["tuple", [1, 2]]``. Types
are exact, so that an object of a subclass that equals everything never becomes an answer. Other objects
stay in their process. The other process gets a reference to them. Not in Flink.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeAlias

from flinksim.common.typeinfo import (
    ListTypeInfo,
    MapTypeInfo,
    RowTypeInfo,
    TupleTypeInfo,
    TypeInformation,
    Types,
)
from flinksim.common.types import Row
from flinksim.datastream.state import (
    AggregatingStateDescriptor,
    ListStateDescriptor,
    MapStateDescriptor,
    ReducingStateDescriptor,
    StateDescriptor,
    ValueStateDescriptor,
)
from flinksim.datastream.time_domain import TimeDomain
from flinksim.datastream.triggers import TriggerResult
from flinksim.datastream.window_types import CountWindow, GlobalWindow, TimeWindow

Message: TypeAlias = Any
"""What ``json.loads`` returns."""

MAX_DEPTH = 50
"""Maximum nesting of a value."""

_MAX_INT_BITS = 4096
_SCALARS = (str, bool, type(None))
_CONTAINERS: dict[str, Any] = {
    "tuple": tuple, "list": list, "set": set, "frozenset": frozenset,
}  # fmt: skip
_ENUMS: dict[str, Any] = {"TriggerResult": TriggerResult, "TimeDomain": TimeDomain}
_BASIC_TYPES: dict[str, TypeInformation] = {
    name: getattr(Types, name)()
    for name in (
        "STRING", "BYTE", "BOOLEAN", "SHORT", "INT", "LONG", "FLOAT", "DOUBLE", "CHAR", "BIG_INT",
        "BIG_DEC", "INSTANT", "SQL_DATE", "SQL_TIME", "SQL_TIMESTAMP", "PICKLED_BYTE_ARRAY",
    )
}  # fmt: skip
_DESCRIPTORS: dict[str, type[StateDescriptor]] = {
    kind.__name__: kind
    for kind in (
        ValueStateDescriptor, ListStateDescriptor, MapStateDescriptor, ReducingStateDescriptor,
        AggregatingStateDescriptor,
    )
}  # fmt: skip


class InvalidMessage(ValueError):
    """A message that does not describe a value; the text says what was expected."""


def encode_value(
    value: Any, export_object: Callable[[Any], Message], depth: int = MAX_DEPTH
) -> Message:
    """Convert a value to a message.

    Args:
        value: The value.
        export_object: Called with each part of the value that is not data; it returns the reference.
        depth: How deep the value may be nested.

    Raises:
        InvalidMessage: If the value is nested too deeply, or an int has more than 4,096 bits.
    """
    if depth < 0:
        raise InvalidMessage(f"the value is nested more than {MAX_DEPTH} times")
    kind = type(value)
    if kind in _SCALARS:
        return value
    if kind is int:
        if value.bit_length() > _MAX_INT_BITS:
            raise InvalidMessage(f"the number has more than {_MAX_INT_BITS} bits")
        return value if abs(value) < 1 << 53 else ["int", hex(value)]
    if kind is float:
        return value if math.isfinite(value) else ["float", repr(value)]
    if kind is bytes:
        return ["bytes", value.hex()]

    def encode(part: Any) -> Message:
        return encode_value(part, export_object, depth - 1)

    for tag, container in _CONTAINERS.items():
        if kind is container:
            return [tag, [encode(part) for part in value]]
    if kind is dict:
        return ["dict", [[encode(key), encode(part)] for key, part in value.items()]]
    if kind in (TriggerResult, TimeDomain):
        return ["enum", [kind.__name__, value.name]]
    if kind is TimeWindow:
        return ["TimeWindow", [encode(value.start), encode(value.end)]]
    if kind is CountWindow:
        return ["CountWindow", [encode(value.id)]]
    if kind is GlobalWindow:
        return ["GlobalWindow", []]
    if kind is Row and not getattr(value, "_fields", None):
        return ["Row", [encode(part) for part in value]]
    if isinstance(value, TypeInformation):
        return _encode_type(value, depth)
    if kind in _DESCRIPTORS.values():
        return _encode_descriptor(value, encode)
    return export_object(value)


def _encode_type(value: TypeInformation, depth: int) -> Message:
    if depth < 0:
        raise InvalidMessage(f"the type is nested more than {MAX_DEPTH} times")
    for name, basic in _BASIC_TYPES.items():
        if type(basic) is type(value) and basic == value:
            return ["type", [name]]
    for name, composite in (
        ("TUPLE", TupleTypeInfo), ("LIST", ListTypeInfo), ("MAP", MapTypeInfo), ("ROW", RowTypeInfo),
    ):  # fmt: skip
        if type(value) is composite:
            parts = [_encode_type(part, depth - 1) for part in value.component_types()]
            return ["type", [name, *parts]]
    raise InvalidMessage(f"the type {value!r:.80} is not available while a submission is graded")


def _encode_descriptor(descriptor: StateDescriptor, encode: Callable[[Any], Message]) -> Message:
    if descriptor.ttl_config is not None:
        raise InvalidMessage("state with a time to live is not available while it is graded")
    function: Any = None
    if isinstance(descriptor, ReducingStateDescriptor):
        function = descriptor.get_reduce_function().reduce
    elif isinstance(descriptor, AggregatingStateDescriptor):
        function = descriptor.get_agg_function()
    return [
        "descriptor",
        [
            type(descriptor).__name__, encode(descriptor.name), encode(descriptor.type_info),
            encode(function),
        ],
    ]  # fmt: skip


def decode_value(
    message: Message, import_object: Callable[[str, Any], Any], depth: int = MAX_DEPTH
) -> Any:
    """Convert a message to a value.

    Args:
        message: The message; it may be hostile.
        import_object: Called with the tag and the content of each reference; it returns the object.
        depth: How deep the value may be nested.

    Raises:
        InvalidMessage: If the message does not describe a value.
    """
    if type(message) in (*_SCALARS, int, float):
        return message
    if type(message) is not list or len(message) != 2 or type(message[0]) is not str:
        raise InvalidMessage("expected a tag and its content")
    if depth < 0:
        raise InvalidMessage(f"the value is nested more than {MAX_DEPTH} times")
    tag, content = message

    def decode(part: Message) -> Any:
        return decode_value(part, import_object, depth - 1)

    try:
        return _decode_tagged(tag, content, decode, import_object)
    except InvalidMessage:
        raise
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError) as error:
        raise InvalidMessage(f"not a {tag:.20}: {error!s:.100}") from None


def _decode_tagged(
    tag: str,
    content: Any,
    decode: Callable[[Message], Any],
    import_object: Callable[[str, Any], Any],
) -> Any:
    match tag:
        case "int":
            if len(content) > _MAX_INT_BITS // 4 + 3:
                raise InvalidMessage("the number is too long")
            return int(content, 16)
        case "float":
            return float(content)
        case "bytes":
            return bytes.fromhex(content)
        case "tuple" | "list" | "set" | "frozenset":
            return _CONTAINERS[tag]([decode(part) for part in content])
        case "dict":
            return {decode(key): decode(part) for key, part in content}
        case "enum":
            name, member = content
            return _ENUMS[name][member]
        case "TimeWindow":
            start, end = map(decode, content)
            return TimeWindow(_check_value_type(start, int), _check_value_type(end, int))
        case "CountWindow":
            return CountWindow(_check_value_type(decode(content[0]), int))
        case "GlobalWindow":
            return GlobalWindow()
        case "Row":
            return Row(*[decode(part) for part in content])
        case "type":
            return _decode_type(content, decode)
        case "descriptor":
            return _decode_descriptor(*content, decode=decode)
    return import_object(tag, content)


def _decode_type(content: Any, decode: Callable[[Message], Any]) -> TypeInformation:
    name = content[0]
    if name in _BASIC_TYPES and len(content) == 1:
        return _BASIC_TYPES[name]
    parts = [_check_value_type(decode(part), TypeInformation) for part in content[1:]]
    match name:
        case "TUPLE":
            return Types.TUPLE(parts)
        case "ROW":
            return Types.ROW(parts)
        case "LIST":
            (element,) = parts
            return Types.LIST(element)
        case "MAP":
            key, value = parts
            return Types.MAP(key, value)
    raise InvalidMessage("unknown type")


def _decode_descriptor(
    kind: Any, name: Any, type_info: Any, function: Any, *, decode: Callable[[Message], Any]
) -> StateDescriptor:
    name = _check_value_type(decode(name), str)
    declared = _check_value_type(decode(type_info), TypeInformation)
    match _DESCRIPTORS[kind]:
        case one if one is ListStateDescriptor:
            return ListStateDescriptor(name, declared.component_types()[0])
        case one if one is MapStateDescriptor:
            return MapStateDescriptor(name, *declared.component_types())
        case one if one is ValueStateDescriptor:
            return ValueStateDescriptor(name, declared)
        case one if one is ReducingStateDescriptor:
            return ReducingStateDescriptor(name, decode(function), declared)
    return AggregatingStateDescriptor(name, decode(function), declared)


def _check_value_type(value: Any, kind: type) -> Any:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise InvalidMessage(f"expected a {kind.__name__}, found a {type(value).__name__}")
    return value
