"""Generator of the TypeScript reducer: ``widgets/src/trace/job_state.gen.ts``.

It uses the same shape and the same effects as the Python reducer
(:mod:`flinksim.trace.state.reducer`). A map with a composite key becomes a ``Map`` with one text as
its key; its entries contain the parts.

Not in Flink.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from flinksim.trace.schema.event_kinds import KINDS
from flinksim.trace.schema.state_schema import AttributeShape, ClassShape, read_class_shapes
from flinksim.trace.state import job_state as view_module
from flinksim.trace.state.effects import Const, Each, Effect, KeyPart, Next, StatePath, ValueSource
from flinksim.trace.state.reducer import find_class, list_each_fields

ROOT_CLASS = "JobView"
_TS_TYPES = {
    "Timestamp": "bigint", "Count": "number", "bool": "boolean", "str": "string", "Value": "Value",
    "Plan": "Plan",
}  # fmt: skip
_TS_STRING_TYPES = dict.fromkeys(("SubtaskId", "ChannelId", "OperatorId", "str"), "string")


def to_typescript(generated: str) -> str:
    """Generate the whole file.

    Args:
        generated: Comment that says how the file was generated.
    """
    shape = read_class_shapes(vars(view_module))
    composites = [a for one in shape.values() for a in one.attributes if a.container == "composite"]
    parts = [
        f"// {generated}",
        "",
        'import { parts, MAX_TIMESTAMP, MIN_TIMESTAMP } from "../ui/value_format";',
        'import type { Plan, TraceEvent, Value } from "./trace.gen";',
        'import { reset, start } from "./job_state";',
        "",
        *(_generate_interface(one, shape) for one in shape.values()),
        *(_generate_entry_interface(each, shape) for each in composites),
        *(
            _generate_key_function(name)
            for name in dict.fromkeys(each.key_type for each in composites)
        ),
        *(_generate_constructor(one) for one in shape.values() if _has_defaults(one)),
        "export function copyMap<K, V>(map: Map<K, V>, copy: (value: V) => V): Map<K, V> {",
        "  const made = new Map<K, V>();",
        "  for (const [key, value] of map) made.set(key, copy(value));",
        "  return made;",
        "}",
        "",
        "/** Copies what changes in place; the rest is shared. */",
        *(_generate_copier(one, shape) for one in shape.values() if _has_defaults(one)),
        "/** Attributes that are maps by several parts together, which their entries hold. */",
        f"export const COMPOSITE: readonly string[] = {json.dumps([c.name for c in composites])};",
        "",
        "/** Makes `fact` true in `view`. */",
        f"export function apply(view: {ROOT_CLASS}, fact: TraceEvent): void {{",
        "  switch (fact.type) {",
        *(_generate_case(kind.name, kind.cls.EFFECTS, shape) for kind in KINDS if kind.cls.EFFECTS),
        *(f'    case "{kind.name}":' for kind in KINDS if not kind.cls.EFFECTS),
        "      return;",
        "    default:",
        "      fact satisfies never;",
        "  }",
        "}",
        "",
    ]
    return "\n".join(parts)


# --- the shape -----------------------------------------------------------------------------------


def _to_ts_type(annotation: str) -> str:
    bare = annotation.removesuffix(" | None")
    return _TS_TYPES.get(bare, bare) + (" | null" if bare != annotation else "")


def _build_entry_name(attribute: AttributeShape) -> str:
    """Build the TypeScript name for entries of a map with a composite key: ``Timer``, ``State`` ..."""
    name = re.sub("ies$", "y", attribute.name).removesuffix("s")
    return "".join(word.capitalize() for word in name.split("_"))


def _to_ts_attribute_type(attribute: AttributeShape) -> str:
    match attribute.container:
        case "one":
            return _to_ts_type(attribute.type)
        case "list":
            return f"{_to_ts_type(attribute.type)}[]"
        case "map":
            key = "number" if attribute.key_type == "Count" else "string"
            return f"Map<{key}, {_to_ts_type(attribute.type)}>"
        case "composite":
            return f"Map<string, {_build_entry_name(attribute)}>"


def _format_comment(doc: str) -> list[str]:
    text = re.sub(r":\w+:`[~.\w]*?(\w+)`", r"`\1`", doc.strip().replace("``", "`"))
    lines = [line.strip() for line in text.splitlines()]
    if len(lines) == 1:
        return [f"/** {lines[0]} */"]
    return ["/**", *(f" * {line}".rstrip() for line in lines), " */"]


def _generate_interface(state_class: ClassShape, shapes: Mapping[str, ClassShape]) -> str:
    lines = [*_format_comment(state_class.doc), f"export interface {state_class.name} {{"]
    lines += [f"  {each.name}: {_to_ts_attribute_type(each)};" for each in state_class.attributes]
    return "\n".join([*lines, "}", ""])


def _list_entry_fields(
    attribute: AttributeShape, shapes: Mapping[str, ClassShape]
) -> Iterator[tuple[str, str]]:
    """List the fields of an entry of a map with a composite key, without the parts of the key."""
    if attribute.list_type:
        yield "values", f"{_to_ts_type(attribute.list_type)}[]"
    elif attribute.type in shapes:
        for each in shapes[attribute.type].attributes:
            yield each.name, _to_ts_attribute_type(each)
    elif attribute.type != "None":
        yield "value", _to_ts_type(attribute.type)


def _generate_entry_interface(attribute: AttributeShape, shapes: Mapping[str, ClassShape]) -> str:
    fields = [(name, _to_ts_type(of)) for name, of in attribute.key_parts]
    fields += _list_entry_fields(attribute, shapes)
    lines = [f"  {name}: {of};" for name, of in fields]
    return "\n".join([f"export interface {_build_entry_name(attribute)} {{", *lines, "}", ""])


def _generate_key_function(name: str) -> str:
    key_parts = view_module.KEY_PARTS[name]
    arguments = ", ".join(f"{part}: {_to_ts_type(of)}" for part, of in key_parts)
    text = " ".join(f"${{{part}}}" for part, _ in key_parts)
    return f"export function {_lower_first_letter(name)}({arguments}): string {{\n  return `{text}`;\n}}\n"


def _lower_first_letter(name: str) -> str:
    return name[0].lower() + name[1:]


def _has_defaults(state_class: ClassShape) -> bool:
    """Return whether an instance of *state_class* can be created without arguments."""
    return all(_generate_default(each) is not None for each in state_class.attributes)


def _generate_default(attribute: AttributeShape) -> str | None:
    if attribute.container == "list":
        return "[]"
    if attribute.container != "one":
        return "new Map()"
    default = attribute.default
    if default is None:
        return "null" if attribute.type != "Value" else '"null"'
    if isinstance(default, bool | str):
        return json.dumps(default)
    if not isinstance(default, int):
        return None
    return _format_number(default, attribute.type)


def _format_number(number: int, type_: str) -> str:
    if type_.startswith("Timestamp"):
        known = {-(1 << 63): "MIN_TIMESTAMP", (1 << 63) - 1: "MAX_TIMESTAMP"}
        return known.get(number, f"{number}n")
    return str(number)


def _generate_constructor(state_class: ClassShape) -> str:
    lines = [f"    {each.name}: {_generate_default(each)}," for each in state_class.attributes]
    head = f"export function new{state_class.name}(): {state_class.name} {{\n  return {{"
    return "\n".join([head, *lines, "  };", "}", ""])


def _generate_copier(state_class: ClassShape, shapes: Mapping[str, ClassShape]) -> str:
    lines = []
    for each in state_class.attributes:
        value = f"this_.{each.name}"
        match each.container:
            case "list":
                lines.append(f"    {each.name}: [...{value}],")
            case "map" if each.type in shapes:
                lines.append(f"    {each.name}: copyMap({value}, copy{each.type}),")
            case "composite" if each.list_type:
                copied = f"copyMap({value}, (one) => ({{ ...one, values: [...one.values] }}))"
                lines.append(f"    {each.name}: {copied},")
            case "map" | "composite":
                lines.append(f"    {each.name}: new Map({value}),")
            case _:
                pass
    head = f"export function copy{state_class.name}(this_: {state_class.name}): {state_class.name} {{\n  return {{"
    return "\n".join([head, "    ...this_,", *lines, "  };", "}", ""])


# --- the effects ---------------------------------------------------------------------------------


def _generate_case(name: str, effects: tuple[Effect, ...], shapes: Mapping[str, ClassShape]) -> str:
    lines = []
    alone = len(effects) == 1 and effects[0].condition is None and not list_each_fields(effects[0])
    for effect in effects:
        where = find_class(effect.path, shapes, ROOT_CLASS)
        body = list(_generate_change(effect, where, shapes))
        if effect.path.entries:
            body.insert(0, f"const at = {_generate_path(effect.path)};")
        for field in list_each_fields(effect):
            parts = (
                f"fact.{field}"
                if effect.path.entries and _has_each(effect.path)
                else (f"parts(fact.{field}) ?? []")
            )
            body = [f"for (const each of {parts}) {{", *(f"  {line}" for line in body), "}"]
        if effect.condition is not None:
            field, word = effect.condition
            sign = "!==" if effect.is_negated else "==="
            condition = f"if (fact.{field} {sign} {json.dumps(word)}) {{"
            body = [condition, *(f"  {line}" for line in body), "}"]
        elif not list_each_fields(effect) and not alone:
            body = ["{", *(f"  {line}" for line in body), "}"]
        lines += [f"      {line}" for line in body]
    begin, end = (" {", ["    }"]) if alone and effects[0].path.entries else ("", [])
    return "\n".join([f'    case "{name}":{begin}', *lines, "      return;", *end])


def _has_each(path: StatePath) -> bool:
    return any(isinstance(key, Each) for _, key in path.entries)


def _generate_path(path: StatePath) -> str:
    text = "view"
    for map_name, key in path.entries:
        text += f".{map_name}.get({_generate_key_part(key)})!"
    return text


def _generate_key_part(part: KeyPart) -> str:
    if isinstance(part, Each):
        return "each"
    return json.dumps(part.text) if isinstance(part, Const) else f"fact.{part}"


def _generate_value(source: ValueSource, type_: str) -> str:
    if isinstance(source, Next):
        return f"fact.{source.field} + 1"
    if isinstance(source, Const):
        return json.dumps(source.text)
    if isinstance(source, str):
        return f"fact.{source}"
    if source is None or isinstance(source, bool):
        return json.dumps(source)
    return _format_number(source, type_)


def _generate_change(
    effect: Effect, state_class: ClassShape, shapes: Mapping[str, ClassShape]
) -> Iterator[str]:
    at = "at" if effect.path.entries else "view"
    if effect.action == "start":
        yield "start(view, fact.plan);"
        return
    if effect.action == "reset":
        yield "reset(view, fact.subtask);"
        return
    if effect.action in ("set", "add"):
        sign = "=" if effect.action == "set" else "+="
        for name, source in effect.values:
            yield f"{at}.{name} {sign} {_generate_value(source, state_class.get_attribute(name).type)};"
        return
    attribute = state_class.get_attribute(effect.attribute)
    target = f"{at}.{effect.attribute}"
    parts = [_generate_key_part(part) for part in effect.key]
    composite = attribute.container == "composite"
    key = (
        f"{_lower_first_letter(attribute.key_type)}({', '.join(parts)})"
        if composite
        else "".join(parts)
    )
    source = _generate_value(effect.values[0][1], attribute.type) if effect.values else ""
    match effect.action:
        case "append":
            yield f"{target}.push({source});"
        case "remove":
            yield f"{target}.splice({target}.indexOf({source}), 1);"
        case "put":
            yield f"{target}.set({key}, {_generate_entry(effect, attribute, parts, shapes)});"
        case "drop" | "discard":
            yield f"{target}.delete({key});"
        case "push":
            yield f"const key = {key};"
            yield f"const known = {target}.get(key);"
            yield f"if (known) known.values.push({source});"
            entry = _generate_object(attribute, parts, [("values", f"[{source}]")])
            yield f"else {target}.set(key, {entry});"
        case "spread":
            entry = _generate_object(attribute, parts, [("values", f"parts({source}) ?? []")])
            yield f"{target}.set({key}, {entry});"


def _generate_entry(
    effect: Effect, attribute: AttributeShape, parts: list[str], shapes: Mapping[str, ClassShape]
) -> str:
    fields = []
    for name, source in effect.values:
        known = shapes.get(attribute.type)
        type_ = known.get_attribute(name).type if known else attribute.type
        fields.append((name, _generate_value(source, type_)))
    if attribute.container == "composite":
        return _generate_object(attribute, parts, fields)
    if attribute.type not in shapes:
        return fields[0][1]
    inner = "".join(f", {name}: {value}" for name, value in fields)
    made = f"new{attribute.type}()"
    return f"{{ ...{made}{inner} }}" if inner else made


def _generate_object(
    attribute: AttributeShape, parts: list[str], values: list[tuple[str, str]]
) -> str:
    names = [name for name, _ in attribute.key_parts]
    every = [*zip(names, parts, strict=True), *values]
    return "{ " + ", ".join(f"{name}: {value}" for name, value in every) + " }"
