"""JSON functions, with paths of the form ``lax $.a[0].b``.

Flink: ``SqlJsonUtils``.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from flinksim.table.logical_types import BINARY_TYPES, LogicalType
from flinksim.table.runtime.expressions.cast_rules import build_cast
from flinksim.table.runtime.expressions.function_registry import (
    Evaluator,
    FunctionCall,
    SqlRuntimeError,
    add_scalar,
    add_special,
)

_PATH_STEP = re.compile(r"\.(\w+|\*)|\[(\d+|\*)\]|\[['\"]([^'\"]*)['\"]\]|\.['\"]([^'\"]*)['\"]")
_MISSING = object()


def find_in_json(document: Any, path: str) -> list[Any]:
    """Return the values at *path*; empty if there are none.

    >>> find_in_json({"a": [1, 2]}, "$.a[1]")
    [2]
    """
    text = path.strip()
    is_strict = text.startswith("strict")
    text = text.removeprefix("strict").removeprefix("lax").strip()
    if not text.startswith("$"):
        text = f"${text}" if text.startswith("[") else f"$.{text}"
    values = [document]
    position = 1
    while position < len(text):
        match = _PATH_STEP.match(text, position)
        if match is None:
            raise ValueError(f"the JSON path {path!r} is not supported from {text[position:]!r} on")
        key = match[1] or match[3] or match[4]
        values = [part for value in values for part in _take_step(value, key, match[2], is_strict)]
        position = match.end()
    return values


def is_lax(path: str) -> bool:
    """Return whether a missing part of a path is empty; without a mode, Flink takes it for an error."""
    return path.strip().startswith("lax")


def _take_step(value: Any, key: str | None, index: str | None, is_strict: bool) -> list[Any]:
    if index is not None:
        if not isinstance(value, list):
            return []
        if index == "*":
            return value
        return [value[int(index)]] if int(index) < len(value) else []
    if key == "*":
        return list(value.values()) if isinstance(value, dict) else _list_elements(value)
    if isinstance(value, list) and not is_strict:
        return [part[key] for part in value if isinstance(part, dict) and key in part]
    return [value[key]] if isinstance(value, dict) and key in value else []


def _list_elements(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _read_path(document: Any, path: str) -> Any:
    """Return what a path finds: a list if it has wildcards.

    Without a match or with a null, it is None for a lax path, and an error (``_MISSING``) for others.

    Flink: ``SqlJsonUtils.jsonApiCommonSyntax``.
    """
    found = find_in_json(document, path)
    if "*" in path:
        above = re.split(r"\.\*|\[\*", path)[0]
        return found if is_lax(path) or find_in_json(document, above) else _MISSING
    value = found if len(found) > 1 else found[0] if found else None
    return _MISSING if value is None and not is_lax(path) else value


def _parse(text: str) -> Any:
    try:
        return json.loads(text, parse_float=Decimal)
    except ValueError:
        return _MISSING


def format_json(value: Any, *, in_order: bool = True) -> str:
    """Format a value as JSON without spaces, as Jackson does.

    Flink's functions write keys in order (``SqlJsonUtils``); a format writes them as the columns are.
    """
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, dict):
        pairs = sorted(value.items()) if in_order else value.items()
        parts = [
            f"{format_json(key)}:{format_json(part, in_order=in_order)}" for key, part in pairs
        ]
        return f"{{{','.join(parts)}}}"
    if isinstance(value, list | tuple):
        return f"[{','.join(format_json(part, in_order=in_order) for part in value)}]"
    if isinstance(value, bool) or value is None or isinstance(value, int | float | str):
        return json.dumps(value, ensure_ascii=False)
    return json.dumps(str(value), ensure_ascii=False)


@add_special("JSON_EXISTS")
def _build_json_exists(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    """Build ``JSON_EXISTS(json, path [, behavior on error])``."""
    document, path = operands[:2]
    on_error = str(call.literals[2]) if len(operands) > 2 else "FALSE"

    def evaluate(row: Any) -> bool | None:
        text, where = document(row), path(row)
        if text is None or where is None:
            return None
        parsed = _parse(text)
        found = [] if parsed is _MISSING else find_in_json(parsed, where)
        if parsed is _MISSING or (not found and where.strip().startswith("strict")):
            if on_error == "ERROR":
                raise SqlRuntimeError(
                    _describe_token(text) if parsed is _MISSING else f"No results for path: {where}"
                )
            return {"TRUE": True, "FALSE": False}.get(on_error)
        return bool(found) and found != [None]

    return evaluate


def _describe_token(text: str) -> str:
    """Return Jackson's message for a text that is no JSON."""
    token = re.match(r"\s*(\w*)", text)
    return (
        f"Unrecognized token '{token[1] if token else ''}': was expecting (JSON String, Number, Array, "
        "Object or token 'null', 'true' or 'false')"
    )


_JAVA_CLASSES = {"INT": "lang.Integer", "BOOLEAN": "lang.Boolean", "DOUBLE": "math.BigDecimal"}
"""The Java class that Flink expects of a value of JSON, by the type of RETURNING."""


def _check_java_class(value: Any, wanted: str) -> Any:
    """Return a value of JSON whose Java class is the wanted one; Flink converts none."""
    is_small = isinstance(value, int) and -(2**31) <= value < 2**31
    found = {str: "lang.String", bool: "lang.Boolean", Decimal: "math.BigDecimal"}.get(
        type(value), "lang.Integer" if is_small else "lang.Long"
    )
    if found != wanted:
        raise SqlRuntimeError(
            f"class java.{found} cannot be cast to class java.{wanted} (java.{found} and java.{wanted} are in "
            "module java.base of loader 'bootstrap')"
        )
    return float(value) if isinstance(value, Decimal) else value


@add_special("JSON_VALUE")
def _build_json_value(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    """Build ``JSON_VALUE(json, path, behavior, [default], event ...)``."""
    document, path = operands[:2]
    behaviors: dict[str, tuple[str, Evaluator | None]] = {}
    at = 2
    while at + 1 < len(operands):
        behavior = str(call.literals[at])
        has_default = behavior == "DEFAULT"
        default = operands[at + 1] if has_default else None
        at += 2 if has_default else 1
        behaviors[str(call.literals[at]).removeprefix("ON ")] = behavior, default
        at += 1
    cast = build_cast(
        LogicalType("VARCHAR", precision=call.type.precision), call.type, call.time_zone
    )

    def fail(row: Any, event: str) -> Any:
        behavior, default = behaviors.get(event, ("NULL", None))
        if behavior == "ERROR":
            raise SqlRuntimeError("JSON_VALUE: the path has no single value")
        return None if default is None else default(row)

    def evaluate(row: Any) -> Any:
        text, where = document(row), path(row)
        if text is None or where is None:
            return None
        parsed = _parse(text)
        if parsed is _MISSING:
            return fail(row, "ERROR")
        value = _read_path(parsed, where)
        if value is _MISSING:
            return fail(row, "ERROR")
        if value is None:
            return fail(row, "EMPTY")
        if isinstance(value, dict | list):
            return fail(row, "EMPTY" if is_lax(where) else "ERROR")
        if call.type.root in _JAVA_CLASSES:
            return _check_java_class(value, _JAVA_CLASSES[call.type.root])
        return cast(value if isinstance(value, str) else format_json(value))

    return evaluate


@add_special("JSON_QUERY")
def _build_json_query(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    """Build ``JSON_QUERY(json, path, wrapper, on empty, on error)``."""
    document, path = operands[:2]
    wrapper, on_empty, on_error = (
        str(call.literals[at]) if at < len(operands) else "NULL" for at in (2, 3, 4)
    )
    empty_values = {"EMPTY_ARRAY": "[]", "EMPTY_OBJECT": "{}"}
    is_array = call.type.root == "ARRAY"

    def evaluate(row: Any) -> Any:
        found = query(row)
        if not is_array or found is None:
            return found
        elements = _parse(found)
        if not isinstance(elements, list):
            return () if on_error == "EMPTY_ARRAY" else None
        return tuple(
            part if part is None or isinstance(part, str) else format_json(part)
            for part in elements
        )

    def query(row: Any) -> str | None:
        text, where = document(row), path(row)
        if text is None or where is None:
            return None
        parsed = _parse(text)
        if parsed is _MISSING:
            return empty_values.get(on_error)
        value = _read_path(parsed, where)
        if value is _MISSING:
            return empty_values.get(on_error)
        if value is None:
            return empty_values.get(on_empty)
        if wrapper == "UNCONDITIONAL_ARRAY" or (
            wrapper == "CONDITIONAL_ARRAY" and not isinstance(value, list)
        ):
            value = [value]
        if not isinstance(value, dict | list):
            return empty_values.get(on_empty if is_lax(where) else on_error)
        return format_json(value)

    return evaluate


def _to_json_value(value: Any, type_: LogicalType) -> Any:
    if value is None or type_.root in ("CHAR", "VARCHAR", "BOOLEAN"):
        return value
    if type_.root == "ROW":
        return {
            name: _to_json_value(part, child)
            for name, part, child in zip(type_.names, value, type_.children, strict=True)
        }
    if type_.root == "ARRAY":
        return [_to_json_value(part, type_.element) for part in value]
    if type_.root == "MAP":
        return {str(key): _to_json_value(part, type_.children[1]) for key, part in value.items()}
    if type_.root in ("TIMESTAMP", "TIMESTAMP_LTZ"):
        return _format_json_time(value, type_)
    if type_.root in BINARY_TYPES:
        return base64.b64encode(value).decode()
    return value


def _format_json_time(value: Any, type_: LogicalType) -> str:
    """Return a timestamp as Java's LocalDateTime and Instant print it."""
    text = value.format(9).replace(" ", "T")
    moment, _, fraction = text.partition(".")
    for digits in (9, 6, 3, 0):
        if not fraction[digits:].strip("0"):
            shown = fraction[:digits]
    zone = "Z" if type_.root == "TIMESTAMP_LTZ" else ""
    return f"{moment}.{shown}{zone}" if shown else f"{moment}{zone}"


@add_scalar("JSON")
def _mark_json(text: str) -> str:
    return text


@add_special("JSON_STRING")
def _build_json_string(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    operand, type_ = operands[0], call.operand_types[0]

    def evaluate(row: Any) -> str | None:
        value = operand(row)
        return None if value is None else format_json(_to_json_value(value, type_))

    return evaluate


def _parse_json_part(text: str) -> Any:
    parsed = _parse(text)
    if parsed is _MISSING:
        raise SqlRuntimeError(_describe_token(text))
    return parsed


def _build_json_parts(call: FunctionCall, operands: Sequence[Evaluator]) -> list[Evaluator]:
    """Build the values after the first operand; what another JSON call builds is not a text."""

    def build(number: int) -> Evaluator:
        operand, type_ = operands[number], call.operand_types[number]
        if call.operand_calls[number] in {"JSON_OBJECT", "JSON_ARRAY", "JSON"}:
            return lambda row: None if (text := operand(row)) is None else _parse_json_part(text)
        return lambda row: _to_json_value(operand(row), type_)

    return [build(number) for number in range(1, len(operands))]


@add_special("JSON_OBJECT")
def _build_json_object(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    skips_nulls = call.literals[0] == "ABSENT"
    parts = list(zip(operands[1::2], _build_json_parts(call, operands)[1::2], strict=True))

    def evaluate(row: Any) -> str:
        entries = {key(row): value(row) for key, value in parts}
        if skips_nulls:
            entries = {key: value for key, value in entries.items() if value is not None}
        return format_json(entries)

    return evaluate


@add_special("JSON_ARRAY")
def _build_json_array(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    skips_nulls = call.literals[0] == "ABSENT"
    parts = _build_json_parts(call, operands)

    def evaluate(row: Any) -> str:
        values = [part(row) for part in parts]
        return format_json([value for value in values if value is not None or not skips_nulls])

    return evaluate


def _is_json(text: str | None) -> bool:
    return text is not None and _parse(text) is not _MISSING


def _is_json_kind(*kinds: type) -> Any:
    return lambda text: text is not None and isinstance(_parse(text), kinds)


for _name, _test in {
    "IS JSON VALUE": _is_json,
    "IS JSON OBJECT": _is_json_kind(dict),
    "IS JSON ARRAY": _is_json_kind(list),
    "IS JSON SCALAR": _is_json_kind(str, int, Decimal, bool, type(None)),
}.items():
    add_scalar(_name, strict=False)(_test)
    add_scalar(_name.replace("IS", "IS NOT"), strict=False)(
        lambda text, _test=_test: not _test(text)
    )
