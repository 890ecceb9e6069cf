"""Functions of arrays, maps and rows.

Flink: ``org.apache.flink.table.runtime.functions.scalar``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flinksim.table.runtime.expressions.function_registry import (
    Evaluator,
    FunctionCall,
    ScalarFunction,
    SqlRuntimeError,
    add_scalar,
    add_special,
    add_typed,
)
from flinksim.table.runtime.sql_values import MapValue


@add_special("ARRAY", "ROW")
def _build_tuple(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    return lambda row: tuple([operand(row) for operand in operands])


@add_scalar("MAP", strict=False)
def _build_map(*values: Any) -> MapValue:
    return MapValue(zip(values[::2], values[1::2], strict=True))


@add_scalar("MAP_FROM_ARRAYS")
def _zip_arrays(keys: Sequence[Any], values: Sequence[Any]) -> MapValue:
    if len(keys) != len(values):
        raise SqlRuntimeError(
            "Invalid function MAP_FROM_ARRAYS call:\n"
            f"The length of the keys array {len(keys)} is not equal to the length of the values array {len(values)}"
        )
    return MapValue(zip(keys, values, strict=True))


@add_typed("ITEM")
def _create_item(call: FunctionCall) -> ScalarFunction:
    if call.operand_types[0].root == "ARRAY":
        return lambda array, index: array[index - 1] if 0 < index <= len(array) else None
    if call.operand_types[0].root == "ROW":
        names = call.operand_types[0].names
        return lambda row, key: row[names.index(key) if isinstance(key, str) else key - 1]
    return lambda mapping, key: mapping.get(key)


@add_typed("DOT")
def _create_dot(call: FunctionCall) -> ScalarFunction:
    position = call.operand_types[0].names.index(call.literals[1])
    return lambda row, name: row[position]


add_scalar("CARDINALITY")(len)
add_scalar("MAP_KEYS")(lambda mapping: tuple(mapping))
add_scalar("MAP_VALUES")(lambda mapping: tuple(mapping.values()))
add_scalar("MAP_ENTRIES")(lambda mapping: tuple(mapping.items()))


@add_scalar("ELEMENT")
def _take_only_element(array: Sequence[Any]) -> Any:
    if len(array) > 1:
        raise SqlRuntimeError("Array has more than one element.")
    return array[0] if array else None


@add_scalar("MAP_UNION")
def _unite_maps(*mappings: MapValue) -> MapValue:
    """Merge maps: the entries of the last one come first."""
    first, *others = mappings
    for other in others:
        first = MapValue({**other, **{key: first[key] for key in first if key not in other}})
    return first


@add_scalar("MAP_CONTAINS_KEY")
def _has_map_key(mapping: MapValue, key: Any) -> bool:
    return key in mapping


def _remove_duplicates(values: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(values))


add_scalar("ARRAY_DISTINCT")(_remove_duplicates)
add_scalar("ARRAY_REVERSE")(lambda array: array[::-1])


@add_scalar("ARRAY_CONTAINS", strict=False)
def _has_element(array: Sequence[Any] | None, value: Any) -> bool | None:
    return None if array is None else value in array


@add_scalar("ARRAY_POSITION")
def _find_element(array: Sequence[Any], value: Any) -> int:
    return array.index(value) + 1 if value in array else 0


@add_scalar("ARRAY_APPEND", strict=False)
def _append_element(array: tuple[Any, ...] | None, value: Any) -> tuple[Any, ...] | None:
    return None if array is None else (*array, value)


@add_scalar("ARRAY_PREPEND", strict=False)
def _prepend_element(array: tuple[Any, ...] | None, value: Any) -> tuple[Any, ...] | None:
    return None if array is None else (value, *array)


@add_scalar("ARRAY_REMOVE", strict=False)
def _remove_element(array: tuple[Any, ...] | None, value: Any) -> tuple[Any, ...] | None:
    return None if array is None else tuple(each for each in array if each != value)


@add_scalar("ARRAY_CONCAT")
def _concatenate_arrays(*arrays: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(value for array in arrays for value in array)


@add_scalar("ARRAY_UNION")
def _unite_arrays(first: tuple[Any, ...], second: tuple[Any, ...]) -> tuple[Any, ...]:
    return _remove_duplicates(first + second)


@add_scalar("ARRAY_INTERSECT")
def _intersect_arrays(first: tuple[Any, ...], second: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(value for value in _remove_duplicates(first) if value in second)


@add_scalar("ARRAY_EXCEPT")
def _subtract_arrays(first: tuple[Any, ...], second: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(value for value in _remove_duplicates(first) if value not in second)


@add_scalar("ARRAY_SLICE")
def _slice_array(array: tuple[Any, ...], start: int, end: int | None = None) -> tuple[Any, ...]:
    length = len(array)
    begin = start + length if start < 0 else max(start - 1, 0)
    stop = length if end is None else end + length + 1 if end < 0 else min(end, length)
    return array[max(begin, 0) : stop] if begin < stop else ()


@add_scalar("ARRAY_SORT")
def _sort_array(
    array: tuple[Any, ...], ascending: bool = True, nulls_first: bool | None = None
) -> tuple[Any, ...]:
    first = ascending if nulls_first is None else nulls_first
    values = sorted([value for value in array if value is not None], reverse=not ascending)
    nulls = [None] * (len(array) - len(values))
    return (*nulls, *values) if first else (*values, *nulls)


def _collect_not_null(array: Sequence[Any]) -> list[Any]:
    return [value for value in array if value is not None]


@add_scalar("ARRAY_MAX")
def _find_array_maximum(array: Sequence[Any]) -> Any:
    return max(_collect_not_null(array), default=None)


@add_scalar("ARRAY_MIN")
def _find_array_minimum(array: Sequence[Any]) -> Any:
    return min(_collect_not_null(array), default=None)


@add_scalar("ARRAY_JOIN")
def _join_array(array: Sequence[Any], separator: str, null_text: str | None = None) -> str:
    texts = [null_text if value is None else value for value in array]
    return separator.join(text for text in texts if text is not None)


@add_scalar("SPLIT")
def _split_text(text: str, separator: str) -> tuple[str, ...]:
    if not text:
        return ()
    return tuple(text.split(separator)) if separator else tuple(text)


@add_scalar("STR_TO_MAP")
def _parse_map(text: str, pairs: str = ",", separator: str = "=") -> MapValue:
    entries: dict[str, str | None] = {}
    for part in text.split(pairs) if text else ():
        key, found, value = part.partition(separator)
        entries[key] = value if found else None
    return MapValue(entries)
