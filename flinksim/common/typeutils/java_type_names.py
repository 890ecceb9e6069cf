"""Java's ``toString`` of types, for Flink's error messages.

Flink: ``toString`` of the classes of ``TypeInformation``, ``getTypeClass().getSimpleName()``.
"""

from __future__ import annotations

from flinksim.common.typeinfo import (
    BasicArrayTypeInfo,
    BasicType,
    BasicTypeInfo,
    DateTypeInfo,
    ListTypeInfo,
    LocalTimeTypeInfo,
    MapTypeInfo,
    PrimitiveArrayTypeInfo,
    RowTypeInfo,
    TimestampTypeInfo,
    TimeTypeInfo,
    TupleTypeInfo,
    TypeInformation,
)

_LOCAL_TIME_CLASSES = {
    "LOCAL_DATE": "LocalDate",
    "LOCAL_TIME": "LocalTime",
    "LOCAL_DATE_TIME": "LocalDateTime",
}
_PRIMITIVES = {"Integer": "int", "Character": "char"}


def format_java_type_name(type_info: TypeInformation) -> str:
    """Format a type such as ``Java Tuple2<String, Long>``, ``Row(k: String)`` or ``long[]``."""
    match type_info:
        case TupleTypeInfo():
            fields = type_info.get_field_types()
            names = ", ".join(map(format_java_type_name, fields))
            return f"Java Tuple{len(fields)}<{names}>"
        case RowTypeInfo():
            named = zip(type_info.get_field_names(), type_info.get_field_types(), strict=True)
            return f"Row({', '.join(f'{name}: {format_java_type_name(type_)}' for name, type_ in named)})"
        case ListTypeInfo():
            return f"List<{format_java_type_name(type_info.element_type)}>"
        case MapTypeInfo():
            key, value = (
                format_java_type_name(type_info.key_type),
                format_java_type_name(type_info.value_type),
            )
            return f"Map<{key}, {value}>"
        case PrimitiveArrayTypeInfo():
            name = format_java_class_name(type_info.element_type)
            return f"{_PRIMITIVES.get(name, name.lower())}[]"
        case BasicArrayTypeInfo():
            return f"BasicArrayTypeInfo<{format_java_type_name(type_info.element_type)}>"
        case _:
            return format_java_class_name(type_info)


def format_java_class_name(type_info: TypeInformation) -> str:
    """Format the simple name of the class of values: ``String``, ``Tuple2``, ``Date``."""
    match type_info:
        case BasicTypeInfo(basic_type=BasicType.CHAR):
            return "Character"
        case BasicTypeInfo():
            return type_info.basic_type.value
        case TupleTypeInfo():
            return f"Tuple{len(type_info.get_field_types())}"
        case RowTypeInfo():
            return "Row"
        case ListTypeInfo():
            return "List"
        case MapTypeInfo():
            return "Map"
        case DateTypeInfo():
            return "Date"
        case TimeTypeInfo():
            return "Time"
        case TimestampTypeInfo():
            return "Timestamp"
        case LocalTimeTypeInfo():
            return _LOCAL_TIME_CLASSES[type_info.time_type.name]
        case _:
            return str(type_info)
