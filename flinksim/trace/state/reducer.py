"""The reducer in Python: one function per event type, compiled on first use.

``compile_fold`` generates nothing for :class:`~flinksim.trace.events.ChannelFlushed`, and for
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

from flinksim.trace.schema.state_schema import AttributeShape, ClassShape, shape_of
from flinksim.trace.state.effects import Const, Each, Effect, KeyPart, Next, Place, Source

Apply = Callable[[Any, Any], None]


def compile_fold(
    namespace: dict[str, Any], root: type[Any]
) -> tuple[dict[type[Any], Apply | None], Callable[[Any], Any]]:
    """Compile the reducer and the copy function of a state.

    Args:
        namespace: Namespace of the module with the state classes.
        root: Class of the whole state.

    Returns:
        The functions that apply an event, by event type (``None`` for no effect), and one that
        copies a *root*.
    """
    shape = shape_of(namespace)
    scope: dict[str, Any] = {name: namespace[name] for name in shape}
    exec(copy_source(shape), scope)  # generated from trusted declarations
    return _Effects(shape, scope, root.__name__), scope[f"copy_{root.__name__}"]


class _Effects(dict[type[Any], "Apply | None"]):
    """The compiled event types; compiles a missing one on access."""

    def __init__(self, shape: Mapping[str, ClassShape], scope: dict[str, Any], root: str) -> None:
        super().__init__()
        self._shape = shape
        self._scope = scope
        self._root = root

    def __missing__(self, kind: type[Any]) -> Apply | None:
        made: Apply | None = None
        if kind.EFFECTS:
            scope = {**self._scope}
            exec(apply_source(kind.EFFECTS, self._shape, self._root), scope)
            made = scope["apply"]
        self[kind] = made
        return made


# --- paths ---------------------------------------------------------------------------------------


def class_at(place: Place, shape: Mapping[str, ClassShape], root: str) -> ClassShape:
    """Return the state class at *place*, starting from the class named *root*."""
    found = shape[root]
    for map_name, _ in place.path:
        found = shape[found.attribute(map_name).type]
    return found


def eaches(effect: Effect) -> list[str]:
    """Return the fields over which *effect* iterates; more than one makes no sense."""
    parts = [key for _, key in effect.place.path] + list(effect.key)
    return [part.field for part in parts if isinstance(part, Each)]


# --- Python --------------------------------------------------------------------------------------


def apply_source(effects: tuple[Effect, ...], shape: Mapping[str, ClassShape], root: str) -> str:
    """Generate the source of the function that applies an event with *effects* to a state."""
    lines = ["def apply(view, fact):"]
    before: tuple[Any, ...] | None = None
    for effect in effects:
        indent = "    "
        if effect.only_if is not None:
            field, word = effect.only_if
            lines.append(f"{indent}if fact.{field} {'!=' if effect.is_not else '=='} {word!r}:")
            indent += "    "
        for field in eaches(effect):
            lines.append(f"{indent}for each in fact.{field}:")
            indent += "    "
        here = (effect.place, effect.only_if, indent)
        if effect.place.path and (here != before or len(indent) > 4):
            lines.append(f"{indent}at = {_place(effect.place)}")
        before = here
        at = "at" if effect.place.path else "view"
        where = class_at(effect.place, shape, root)
        lines += [indent + line for line in _change(effect, at, where, shape)]
    return "\n".join(lines) + "\n"


def _place(place: Place) -> str:
    text = "view"
    for map_name, key in place.path:
        text += f".{map_name}[{_part(key)}]"
    return text


def _part(part: KeyPart) -> str:
    if isinstance(part, Each):
        return "each"
    return repr(part.text) if isinstance(part, Const) else f"fact.{part}"


def _source(source: Source) -> str:
    if isinstance(source, Next):
        return f"fact.{source.field} + 1"
    if isinstance(source, Const):
        return repr(source.text)
    return f"fact.{source}" if isinstance(source, str) else repr(source)


def _change(
    effect: Effect, at: str, where: ClassShape, shape: Mapping[str, ClassShape]
) -> Iterator[str]:
    values = [(name, _source(source)) for name, source in effect.values]
    if effect.action == "start":
        yield "view.start(fact.plan)"
        return
    if effect.action == "reset":
        yield "view.reset(fact.subtask)"
        return
    if effect.action in ("set", "add"):
        sign = "=" if effect.action == "set" else "+="
        for name, value in values:
            where.attribute(name)
            yield f"{at}.{name} {sign} {value}"
        return
    attribute = where.attribute(effect.attribute)
    target = f"{at}.{effect.attribute}"
    key = ", ".join(_part(part) for part in effect.key)
    if len(effect.key) > 1:
        key = f"({key})"
    match effect.action:
        case "append" | "remove":
            yield f"{target}.{effect.action}({values[0][1]})"
        case "put":
            yield f"{target}[{key}] = {_entry(attribute, values, shape)}"
        case "drop":
            yield f"del {target}[{key}]"
        case "discard":
            yield f"{target}.pop({key}, None)"
        case "push":
            yield f"{target}.setdefault({key}, []).append({values[0][1]})"
        case "spread":
            yield f"{target}[{key}] = list({values[0][1]})"


def _entry(
    attribute: AttributeShape, values: list[tuple[str, str]], shape: Mapping[str, ClassShape]
) -> str:
    if attribute.type in shape:
        sources = dict(values)
        ordered = [sources.get(each.name) for each in shape[attribute.type].attributes]
        if None not in ordered:  # positional arguments are faster
            return f"{attribute.type}({', '.join(str(value) for value in ordered)})"
        return f"{attribute.type}({', '.join(f'{name}={value}' for name, value in values)})"
    return values[0][1] if values else "None"


def copy_source(shape: Mapping[str, ClassShape]) -> str:
    """Generate a function for each class that copies what changes in place and shares the rest."""
    functions = []
    for one in shape.values():
        parts = ", ".join(_copy(attribute, shape) for attribute in one.attributes)
        functions.append(f"def copy_{one.name}(this):\n    return {one.name}({parts})\n")
    return "\n".join(functions)


def _copy(attribute: AttributeShape, shape: Mapping[str, ClassShape]) -> str:
    value = f"this.{attribute.name}"
    match attribute.holding:
        case "one":
            return value
        case "list":
            return f"{value}[:]"
        case "map" if attribute.type in shape:
            return f"{{key: copy_{attribute.type}(one) for key, one in {value}.items()}}"
        case "composite" if attribute.list_type:
            return f"{{key: one[:] for key, one in {value}.items()}}"
        case _:
            return f"{value}.copy()"
