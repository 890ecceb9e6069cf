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
from flinksim.trace.schema.state_schema import AttributeShape, ClassShape, shape_of
from flinksim.trace.state import job_state as view_module
from flinksim.trace.state.effects import Const, Each, Effect, KeyPart, Next, Place, Source
from flinksim.trace.state.reducer import class_at, eaches

ROOT = "JobView"
_TYPES = {
    "Timestamp": "bigint", "Count": "number", "bool": "boolean", "str": "string", "Value": "Value",
    "Plan": "Plan",
}  # fmt: skip
_FORMS = dict.fromkeys(("SubtaskId", "ChannelId", "OperatorId", "str"), "string")


def to_typescript(generated: str) -> str:
    """Generate the whole file.

    Args:
        generated: Comment that says how the file was generated.
    """
    shape = shape_of(vars(view_module))
    composites = [a for one in shape.values() for a in one.attributes if a.holding == "composite"]
    parts = [
        f"// {generated}",
        "",
        'import { parts, MAX_TIMESTAMP, MIN_TIMESTAMP } from "../ui/value_format";',
        'import type { Plan, TraceEvent, Value } from "./trace.gen";',
        'import { reset, start } from "./job_state";',
        "",
        *(_interface(one, shape) for one in shape.values()),
        *(_entry_interface(each, shape) for each in composites),
        *(_key_function(name) for name in dict.fromkeys(each.key_type for each in composites)),
        *(_constructor(one) for one in shape.values() if _has_defaults(one)),
        "export function copyMap<K, V>(map: Map<K, V>, copy: (value: V) => V): Map<K, V> {",
        "  const made = new Map<K, V>();",
        "  for (const [key, value] of map) made.set(key, copy(value));",
        "  return made;",
        "}",
        "",
        "/** Copies what changes in place; the rest is shared. */",
        *(_copier(one, shape) for one in shape.values() if _has_defaults(one)),
        "/** Attributes that are maps by several parts together, which their entries hold. */",
        f"export const COMPOSITE: readonly string[] = {json.dumps([c.name for c in composites])};",
        "",
        "/** Makes `fact` true in `view`. */",
        f"export function apply(view: {ROOT}, fact: TraceEvent): void {{",
        "  switch (fact.type) {",
        *(_case(kind.name, kind.cls.EFFECTS, shape) for kind in KINDS if kind.cls.EFFECTS),
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


def _ts_type(annotation: str) -> str:
    bare = annotation.removesuffix(" | None")
    return _TYPES.get(bare, bare) + (" | null" if bare != annotation else "")


def _entry_name(attribute: AttributeShape) -> str:
    """Return the name of an entry of a map with a composite key: ``Timer``, ``State``, ``MapEntry``."""
    name = re.sub("ies$", "y", attribute.name).removesuffix("s")
    return "".join(word.capitalize() for word in name.split("_"))


def _held(attribute: AttributeShape) -> str:
    match attribute.holding:
        case "one":
            return _ts_type(attribute.type)
        case "list":
            return f"{_ts_type(attribute.type)}[]"
        case "map":
            key = "number" if attribute.key_type == "Count" else "string"
            return f"Map<{key}, {_ts_type(attribute.type)}>"
        case "composite":
            return f"Map<string, {_entry_name(attribute)}>"


def _comment(doc: str) -> list[str]:
    text = re.sub(r":\w+:`[~.\w]*?(\w+)`", r"`\1`", doc.strip().replace("``", "`"))
    lines = [line.strip() for line in text.splitlines()]
    if len(lines) == 1:
        return [f"/** {lines[0]} */"]
    return ["/**", *(f" * {line}".rstrip() for line in lines), " */"]


def _interface(one: ClassShape, shape: Mapping[str, ClassShape]) -> str:
    lines = [*_comment(one.doc), f"export interface {one.name} {{"]
    lines += [f"  {each.name}: {_held(each)};" for each in one.attributes]
    return "\n".join([*lines, "}", ""])


def _entry_fields(
    attribute: AttributeShape, shape: Mapping[str, ClassShape]
) -> Iterator[tuple[str, str]]:
    """List the fields of an entry of a map with a composite key, without the parts of the key."""
    if attribute.list_type:
        yield "values", f"{_ts_type(attribute.list_type)}[]"
    elif attribute.type in shape:
        for each in shape[attribute.type].attributes:
            yield each.name, _held(each)
    elif attribute.type != "None":
        yield "value", _ts_type(attribute.type)


def _entry_interface(attribute: AttributeShape, shape: Mapping[str, ClassShape]) -> str:
    fields = [(name, _ts_type(of)) for name, of in attribute.key_parts]
    fields += _entry_fields(attribute, shape)
    lines = [f"  {name}: {of};" for name, of in fields]
    return "\n".join([f"export interface {_entry_name(attribute)} {{", *lines, "}", ""])


def _key_function(name: str) -> str:
    key_parts = view_module.KEY_PARTS[name]
    arguments = ", ".join(f"{part}: {_ts_type(of)}" for part, of in key_parts)
    text = " ".join(f"${{{part}}}" for part, _ in key_parts)
    return f"export function {_lower(name)}({arguments}): string {{\n  return `{text}`;\n}}\n"


def _lower(name: str) -> str:
    return name[0].lower() + name[1:]


def _has_defaults(one: ClassShape) -> bool:
    """Return whether an instance can be created without arguments."""
    return all(_new(each) is not None for each in one.attributes)


def _new(attribute: AttributeShape) -> str | None:
    if attribute.holding == "list":
        return "[]"
    if attribute.holding != "one":
        return "new Map()"
    default = attribute.default
    if default is None:
        return "null" if attribute.type != "Value" else '"null"'
    if isinstance(default, bool | str):
        return json.dumps(default)
    if not isinstance(default, int):
        return None
    return _number(default, attribute.type)


def _number(number: int, type_: str) -> str:
    if type_.startswith("Timestamp"):
        known = {-(1 << 63): "MIN_TIMESTAMP", (1 << 63) - 1: "MAX_TIMESTAMP"}
        return known.get(number, f"{number}n")
    return str(number)


def _constructor(one: ClassShape) -> str:
    lines = [f"    {each.name}: {_new(each)}," for each in one.attributes]
    head = f"export function new{one.name}(): {one.name} {{\n  return {{"
    return "\n".join([head, *lines, "  };", "}", ""])


def _copier(one: ClassShape, shape: Mapping[str, ClassShape]) -> str:
    lines = []
    for each in one.attributes:
        value = f"this_.{each.name}"
        match each.holding:
            case "list":
                lines.append(f"    {each.name}: [...{value}],")
            case "map" if each.type in shape:
                lines.append(f"    {each.name}: copyMap({value}, copy{each.type}),")
            case "composite" if each.list_type:
                copied = f"copyMap({value}, (one) => ({{ ...one, values: [...one.values] }}))"
                lines.append(f"    {each.name}: {copied},")
            case "map" | "composite":
                lines.append(f"    {each.name}: new Map({value}),")
            case _:
                pass
    head = f"export function copy{one.name}(this_: {one.name}): {one.name} {{\n  return {{"
    return "\n".join([head, "    ...this_,", *lines, "  };", "}", ""])


# --- the effects ---------------------------------------------------------------------------------


def _case(name: str, effects: tuple[Effect, ...], shape: Mapping[str, ClassShape]) -> str:
    lines = []
    alone = len(effects) == 1 and effects[0].only_if is None and not eaches(effects[0])
    for effect in effects:
        where = class_at(effect.place, shape, ROOT)
        body = list(_change(effect, where, shape))
        if effect.place.path:
            body.insert(0, f"const at = {_place(effect.place)};")
        for field in eaches(effect):
            parts = (
                f"fact.{field}"
                if effect.place.path and _each_in(effect.place)
                else (f"parts(fact.{field}) ?? []")
            )
            body = [f"for (const each of {parts}) {{", *(f"  {line}" for line in body), "}"]
        if effect.only_if is not None:
            field, word = effect.only_if
            sign = "!==" if effect.is_not else "==="
            condition = f"if (fact.{field} {sign} {json.dumps(word)}) {{"
            body = [condition, *(f"  {line}" for line in body), "}"]
        elif not eaches(effect) and not alone:
            body = ["{", *(f"  {line}" for line in body), "}"]
        lines += [f"      {line}" for line in body]
    begin, end = (" {", ["    }"]) if alone and effects[0].place.path else ("", [])
    return "\n".join([f'    case "{name}":{begin}', *lines, "      return;", *end])


def _each_in(place: Place) -> bool:
    return any(isinstance(key, Each) for _, key in place.path)


def _place(place: Place) -> str:
    text = "view"
    for map_name, key in place.path:
        text += f".{map_name}.get({_part(key)})!"
    return text


def _part(part: KeyPart) -> str:
    if isinstance(part, Each):
        return "each"
    return json.dumps(part.text) if isinstance(part, Const) else f"fact.{part}"


def _source(source: Source, type_: str) -> str:
    if isinstance(source, Next):
        return f"fact.{source.field} + 1"
    if isinstance(source, Const):
        return json.dumps(source.text)
    if isinstance(source, str):
        return f"fact.{source}"
    if source is None or isinstance(source, bool):
        return json.dumps(source)
    return _number(source, type_)


def _change(effect: Effect, where: ClassShape, shape: Mapping[str, ClassShape]) -> Iterator[str]:
    at = "at" if effect.place.path else "view"
    if effect.action == "start":
        yield "start(view, fact.plan);"
        return
    if effect.action == "reset":
        yield "reset(view, fact.subtask);"
        return
    if effect.action in ("set", "add"):
        sign = "=" if effect.action == "set" else "+="
        for name, source in effect.values:
            yield f"{at}.{name} {sign} {_source(source, where.attribute(name).type)};"
        return
    attribute = where.attribute(effect.attribute)
    target = f"{at}.{effect.attribute}"
    parts = [_part(part) for part in effect.key]
    composite = attribute.holding == "composite"
    key = f"{_lower(attribute.key_type)}({', '.join(parts)})" if composite else "".join(parts)
    source = _source(effect.values[0][1], attribute.type) if effect.values else ""
    match effect.action:
        case "append":
            yield f"{target}.push({source});"
        case "remove":
            yield f"{target}.splice({target}.indexOf({source}), 1);"
        case "put":
            yield f"{target}.set({key}, {_entry(effect, attribute, parts, shape)});"
        case "drop" | "discard":
            yield f"{target}.delete({key});"
        case "push":
            yield f"const key = {key};"
            yield f"const known = {target}.get(key);"
            yield f"if (known) known.values.push({source});"
            entry = _with_parts(attribute, parts, [("values", f"[{source}]")])
            yield f"else {target}.set(key, {entry});"
        case "spread":
            entry = _with_parts(attribute, parts, [("values", f"parts({source}) ?? []")])
            yield f"{target}.set({key}, {entry});"


def _entry(
    effect: Effect, attribute: AttributeShape, parts: list[str], shape: Mapping[str, ClassShape]
) -> str:
    fields = []
    for name, source in effect.values:
        known = shape.get(attribute.type)
        type_ = known.attribute(name).type if known else attribute.type
        fields.append((name, _source(source, type_)))
    if attribute.holding == "composite":
        return _with_parts(attribute, parts, fields)
    if attribute.type not in shape:
        return fields[0][1]
    inner = "".join(f", {name}: {value}" for name, value in fields)
    made = f"new{attribute.type}()"
    return f"{{ ...{made}{inner} }}" if inner else made


def _with_parts(attribute: AttributeShape, parts: list[str], values: list[tuple[str, str]]) -> str:
    names = [name for name, _ in attribute.key_parts]
    every = [*zip(names, parts, strict=True), *values]
    return "{ " + ", ".join(f"{name}: {value}" for name, value in every) + " }"
