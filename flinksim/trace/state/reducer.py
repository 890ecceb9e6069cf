"""The reducer in Python: one function per event type, compiled on first use.

``compile_reducer`` generates nothing for :class:`~flinksim.trace.events.ChannelFlushed`, and for
:class:`~flinksim.trace.events.CreditChanged`::

    def apply(view, fact):
        at = view.channels[fact.channel]
        at.credit = fact.after
        at.credit_under_way = fact.under_way

:mod:`flinksim.trace.state.typescript_reducer` generates the same for the browser.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from flinksim.trace.schema.state_schema import AttributeShape, ClassShape, read_class_shapes
from flinksim.trace.state.effects import Const, Each, Effect, KeyPart, Next, StatePath, ValueSource

ApplyEvent = Callable[[Any, Any], None]


def compile_reducer(
    namespace: dict[str, Any], root: type[Any]
) -> tuple[dict[type[Any], ApplyEvent | None], Callable[[Any], Any]]:
    """Compile the reducer and the copy function of a state.

    Args:
        namespace: Namespace of the module with the state classes.
        root: Class of the whole state.

    Returns:
        The functions that apply an event, by event type (``None`` for no effect), and one that
        copies a *root*.
    """
    shape = read_class_shapes(namespace)
    scope: dict[str, Any] = {name: namespace[name] for name in shape}
    exec(generate_copy(shape), scope)  # generated from trusted declarations
    return _CompiledReducers(shape, scope, root.__name__), scope[f"copy_{root.__name__}"]


class _CompiledReducers(dict[type[Any], "ApplyEvent | None"]):
    """The functions that apply events, by event type; a missing one is compiled on access."""

    def __init__(self, shapes: Mapping[str, ClassShape], scope: dict[str, Any], root: str) -> None:
        super().__init__()
        self._shapes = shapes
        self._scope = scope
        self._root = root

    def __missing__(self, kind: type[Any]) -> ApplyEvent | None:
        made: ApplyEvent | None = None
        if kind.EFFECTS:
            scope = {**self._scope}
            exec(generate_apply(kind.EFFECTS, self._shapes, self._root), scope)
            made = scope["apply"]
        self[kind] = made
        return made


# --- paths ---------------------------------------------------------------------------------------


def find_class(path: StatePath, shapes: Mapping[str, ClassShape], root: str) -> ClassShape:
    """Return the state class at *path*, starting from the class named *root*."""
    found = shapes[root]
    for map_name, _ in path.entries:
        found = shapes[found.get_attribute(map_name).type]
    return found


def list_each_fields(effect: Effect) -> list[str]:
    """Return the event fields over which *effect* iterates (``Each``); at most one makes sense."""
    parts = [key for _, key in effect.path.entries] + list(effect.key)
    return [part.field for part in parts if isinstance(part, Each)]


# --- Python --------------------------------------------------------------------------------------


def generate_apply(effects: tuple[Effect, ...], shapes: Mapping[str, ClassShape], root: str) -> str:
    """Generate the source of the function that applies an event with *effects* to a state."""
    lines = ["def apply(view, fact):"]
    before: tuple[Any, ...] | None = None
    for effect in effects:
        indent = "    "
        if effect.condition is not None:
            field, word = effect.condition
            lines.append(f"{indent}if fact.{field} {'!=' if effect.is_negated else '=='} {word!r}:")
            indent += "    "
        for field in list_each_fields(effect):
            lines.append(f"{indent}for each in fact.{field}:")
            indent += "    "
        here = (effect.path, effect.condition, indent)
        if effect.path.entries and (here != before or len(indent) > 4):
            lines.append(f"{indent}at = {_generate_path(effect.path)}")
        before = here
        at = "at" if effect.path.entries else "view"
        where = find_class(effect.path, shapes, root)
        lines += [indent + line for line in _generate_change(effect, at, where, shapes)]
    return "\n".join(lines) + "\n"


def _generate_path(path: StatePath) -> str:
    text = "view"
    for map_name, key in path.entries:
        text += f".{map_name}[{_generate_key_part(key)}]"
    return text


def _generate_key_part(part: KeyPart) -> str:
    if isinstance(part, Each):
        return "each"
    return repr(part.text) if isinstance(part, Const) else f"fact.{part}"


def _generate_value(source: ValueSource) -> str:
    if isinstance(source, Next):
        return f"fact.{source.field} + 1"
    if isinstance(source, Const):
        return repr(source.text)
    return f"fact.{source}" if isinstance(source, str) else repr(source)


def _generate_change(
    effect: Effect, target_name: str, state_class: ClassShape, shapes: Mapping[str, ClassShape]
) -> Iterator[str]:
    values = [(name, _generate_value(source)) for name, source in effect.values]
    if effect.action == "start":
        yield "view.start(fact.plan)"
        return
    if effect.action == "reset":
        yield "view.reset(fact.subtask)"
        return
    if effect.action in ("set", "add"):
        sign = "=" if effect.action == "set" else "+="
        for name, value in values:
            state_class.get_attribute(name)
            yield f"{target_name}.{name} {sign} {value}"
        return
    attribute = state_class.get_attribute(effect.attribute)
    target = f"{target_name}.{effect.attribute}"
    key = ", ".join(_generate_key_part(part) for part in effect.key)
    if len(effect.key) > 1:
        key = f"({key})"
    match effect.action:
        case "append" | "remove":
            yield f"{target}.{effect.action}({values[0][1]})"
        case "put":
            yield f"{target}[{key}] = {_generate_entry(attribute, values, shapes)}"
        case "drop":
            yield f"del {target}[{key}]"
        case "discard":
            yield f"{target}.pop({key}, None)"
        case "push":
            yield f"{target}.setdefault({key}, []).append({values[0][1]})"
        case "spread":
            yield f"{target}[{key}] = list({values[0][1]})"


def _generate_entry(
    attribute: AttributeShape, values: list[tuple[str, str]], shapes: Mapping[str, ClassShape]
) -> str:
    if attribute.type in shapes:
        sources = dict(values)
        ordered = [sources.get(each.name) for each in shapes[attribute.type].attributes]
        if None not in ordered:  # positional arguments are faster
            return f"{attribute.type}({', '.join(str(value) for value in ordered)})"
        return f"{attribute.type}({', '.join(f'{name}={value}' for name, value in values)})"
    return values[0][1] if values else "None"


def generate_copy(shapes: Mapping[str, ClassShape]) -> str:
    """Generate a function for each class that copies what changes in place and shares the rest."""
    functions = []
    for one in shapes.values():
        parts = ", ".join(
            _generate_copy_expression(attribute, shapes) for attribute in one.attributes
        )
        functions.append(f"def copy_{one.name}(this):\n    return {one.name}({parts})\n")
    return "\n".join(functions)


def _generate_copy_expression(attribute: AttributeShape, shapes: Mapping[str, ClassShape]) -> str:
    value = f"this.{attribute.name}"
    match attribute.container:
        case "one":
            return value
        case "list":
            return f"{value}[:]"
        case "map" if attribute.type in shapes:
            return f"{{key: copy_{attribute.type}(one) for key, one in {value}.items()}}"
        case "composite" if attribute.list_type:
            return f"{{key: one[:] for key, one in {value}.items()}}"
        case _:
            return f"{value}.copy()"
