"""Java's objects and operators for translated tests: fields, calls, overloads, lambdas, arithmetic."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import FunctionType
from typing import Any

from tests.conformance.junit.java_names import (
    JAVA_CLASSES,
    STATIC_IMPORTS,
    MissingClass,
    NotExpressible,
    create_uninitialized,
    find_class,
    find_java_method,
    to_camel_case,
    to_snake_case,
)


class JavaObject:
    """Base of each translated class. flinksim may call its methods by their Python names."""

    _jclass = "Object"

    def __init__(self, *arguments: Any) -> None:
        self._init_fields()
        initialize = getattr(self, "__jinit__", None) or self._default_init
        initialize(*arguments)

    def _init_fields(self) -> None:
        """Assign the first values of fields; a translated class overrides it."""

    def _default_init(self, *arguments: Any) -> None:
        """What a class without a constructor does."""

    def __getattr__(self, name: str) -> Any:
        if "_" in name and not name.startswith("_"):
            camel = to_camel_case(name)
            if hasattr(type(self), camel):
                return getattr(self, camel)
        raise AttributeError(f"{type(self).__name__}.{name}")

    def __eq__(self, other: object) -> bool:
        equals = getattr(type(self), "equals", None)
        if equals is not None and other is not None:
            return bool(equals(self, other))
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def getClass(self) -> type:
        return type(self)


class JavaEnum:
    """One constant of a translated enum."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return self._name

    def name(self) -> str:
        return self._name

    toString = name


class Lambda:
    """A lambda: each method of its interface is the function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self.function


class Inert:
    """An object that a test passes on and never asks: a configuration, a metric group, a serializer."""

    def __init__(self, *arguments: Any) -> None: ...

    def __call__(self, *arguments: Any) -> Inert:
        return self

    def __getattr__(self, name: str) -> Inert:
        if name.startswith("_"):
            raise AttributeError(name)
        return self

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        return (JavaObject,)


JAVA_CLASSES["Object"] = object


def as_call(target: Any, *methods: str) -> Callable[..., Any]:
    """The function of a lambda, or the method of an object that implements the interface."""
    if isinstance(target, Lambda | FunctionType):
        return target
    for method in methods:
        if hasattr(target, method):
            return getattr(target, method)  # type: ignore[no-any-return]
    if callable(target):
        return target  # type: ignore[no-any-return]
    raise NotExpressible(f"{type(target).__name__} has none of {methods}")


# --- classes -------------------------------------------------------------------------------------


def find_bases(scope: dict[str, Any], *names: str) -> tuple[type, ...]:
    """The bases of a translated class; those without a counterpart are left out."""
    found: list[type] = []
    for name in names:
        base = find_class(name, scope)
        if isinstance(base, type) and base is not object:
            if not any(issubclass(earlier, base) for earlier in found):
                found.append(base)
    if not any(issubclass(base, JavaObject) for base in found):
        found.append(JavaObject)
    return tuple(found)


def create(cls: Any, *arguments: Any) -> Any:
    if isinstance(cls, type) and getattr(cls, "__abstractmethods__", None):
        cls.__abstractmethods__ = frozenset()  # type: ignore[attr-defined]
    return cls(*arguments)


def init_inherited_fields(cls: type, instance: Any) -> None:
    inherited = getattr(super(cls, instance), "_init_fields", None)
    if inherited is not None:
        inherited()


def call_super(cls: type, instance: Any, name: str, *arguments: Any) -> Any:
    """``super.name(...)``; nothing happens if the base has no such method, as with Java's empty ones."""
    names = [f"{name}_j"] if name in ("open", "close") else [name, to_snake_case(name)]
    for candidate in names:
        method = getattr(super(cls, instance), candidate, None)
        if method is not None:
            return method(*arguments)
    return None


def call_super_constructor(cls: type, instance: Any, *arguments: Any) -> Any:
    constructor = getattr(super(cls, instance), "__jinit__", None)
    return (constructor or instance._default_init)(*arguments)


PRIMITIVES = {
    "int": int,
    "long": int,
    "short": int,
    "byte": int,
    "Integer": int,
    "Long": int,
    "String": str,
    "boolean": bool,
    "Boolean": bool,
    "double": float,
    "float": float,
}
LISTS = ("List", "Collection", "Iterable", "Queue", "Deque", "Object", "ArrayList")


def call_overloaded(
    instance: Any, name: str, table: list[Any], arguments: tuple[Any, ...], scope: dict[str, Any]
) -> Any:
    """Call the overload of *name* in *table* that fits the *arguments* best."""
    best: tuple[int, str] | None = None
    for method, parameters in table:
        is_open = bool(parameters) and parameters[-1].startswith("*")
        enough = is_open and len(arguments) >= len(parameters) - 1
        if len(parameters) != len(arguments) and not enough:
            continue
        score = -1 if is_open else 0
        for parameter, argument in zip(parameters, arguments, strict=False):
            plain = parameter.lstrip("*")
            if is_open and isinstance(argument, list):
                plain += "[]"
            score += _score(plain, argument, scope)
        if best is None or score > best[0]:
            best = score, method
    if best is not None:
        return getattr(instance, best[1])(*arguments)
    owner = next(base for base in type(instance).__mro__ if name in base.__dict__)
    inherited = getattr(super(owner, instance), name, None)
    if inherited is None:
        raise NotExpressible(f"overload {name} of {len(arguments)} arguments")
    return inherited(*arguments)


def _score(parameter: str, argument: Any, scope: dict[str, Any]) -> int:
    if argument is None:
        return -5 if parameter in ("int", "long", "boolean") else 0
    if parameter.endswith("[]"):
        return 2 if isinstance(argument, list | bytes | bytearray) else -5
    if parameter in PRIMITIVES:
        return 3 if type(argument) is PRIMITIVES[parameter] else -5
    if type(argument).__name__ == parameter != "object":
        return 4
    if isinstance(argument, list):
        return 1 if parameter in LISTS else -3
    if isinstance(argument, int | str):
        return 0 if parameter in ("Object", "T", "K", "IN", "OUT", "Number") else -3
    local = scope.get(parameter)
    cls = local if isinstance(local, type) else JAVA_CLASSES.get(parameter)
    if isinstance(cls, type):
        return 3 if isinstance(argument, cls) else -3
    if getattr(type(argument), "_jclass", None) == parameter:
        return 3
    return 1 if isinstance(argument, Lambda) else 0


def reference_method(target: Any, name: str) -> Lambda:
    """``target::name``."""
    if name == "new":
        return Lambda(lambda *arguments: create(target, *arguments))
    if not isinstance(target, type | MissingClass):
        return Lambda(lambda *arguments: call(target, name, *arguments))

    def invoke(*arguments: Any) -> Any:
        if isinstance(target, type) and hasattr(target, name):
            is_static = isinstance(target.__dict__.get(name), staticmethod | classmethod)
            if is_static:
                return getattr(target, name)(*arguments)
            if not arguments or not isinstance(arguments[0], target):
                first = [create_uninitialized(target)] if issubclass(target, JavaObject) else []
                return getattr(target, name)(*first, *arguments)
        return call(arguments[0], name, *arguments[1:])

    return Lambda(invoke)


# --- calls and fields ----------------------------------------------------------------------------


def to_text(value: Any) -> str:
    """``String.valueOf(value)``."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        own = find_java_method(value, "toString")
        return own() if own else "(" + ",".join(map(to_text, value)) + ")"
    return str(value)


def compare(left: Any, right: Any) -> int:
    return (left > right) - (left < right)


def _iterate_each(target: Any, function: Callable[[Any], Any]) -> None:
    for element in target:
        function(element)


COMMON_METHODS: dict[str, Callable[..., Any]] = {
    "equals": lambda target, other: target == other,
    "hashCode": hash,
    "toString": to_text,
    "intValue": int,
    "longValue": int,
    "getClass": type,
    "compareTo": compare,
    "size": len,
    "isEmpty": lambda target: not list(target),
    "forEach": _iterate_each,
}
"""What each object can do, if its class does not say otherwise."""


def call(target: Any, name: str, *arguments: Any) -> Any:
    """``target.name(...)`` for an object of either world."""
    if isinstance(target, MissingClass):
        raise NotExpressible(f"{target._name}.{name}")
    if target is None:
        raise NotExpressible(f"null.{name}")
    own = find_java_method(target, name)
    if own is not None:
        return own(*arguments)
    if isinstance(target, type) and issubclass(target, JavaObject):
        method = next((c.__dict__[name] for c in target.__mro__ if name in c.__dict__), None)
        if isinstance(method, FunctionType):
            return method(create_uninitialized(target), *arguments)
    method = _find_method(target, name)
    if method is None:
        if name in COMMON_METHODS:
            return COMMON_METHODS[name](target, *arguments)
        if isinstance(target, FunctionType):
            return target(*arguments)
        raise NotExpressible(f"{type(target).__name__}.{name}")
    if not callable(method):  # a property of flinksim
        if arguments:
            raise NotExpressible(f"{type(target).__name__}.{name} is no method")
        return method
    return method(*arguments)


def _find_method(target: Any, name: str) -> Any:
    method = getattr(target, name, None)
    if not callable(method) and isinstance(target, JavaObject):  # a field has the same name
        for base in type(target).__mro__:
            if isinstance(base.__dict__.get(name), FunctionType):
                return base.__dict__[name].__get__(target)
    for candidate in (to_snake_case(name), f"{name}_"):
        if method is None:
            method = getattr(target, candidate, None)
    return method


def call_unqualified(instance: Any, scope: dict[str, Any], name: str, *arguments: Any) -> Any:
    """``name(...)``: a method of the instance, of the file, or a static import."""
    function = None
    if not isinstance(instance, MissingClass):
        function = getattr(instance, name, None) or getattr(instance, to_snake_case(name), None)
    function = function or scope.get(name) or STATIC_IMPORTS.get(name)
    if function is None:
        raise NotExpressible(f"call {name}")
    return function(*arguments)


def get_field(target: Any, name: str) -> Any:
    if isinstance(target, tuple) and re.fullmatch(r"f\d", name):
        return target[int(name[1])]
    if name == "length" and isinstance(target, list | bytes | tuple):
        return len(target)
    if isinstance(target, MissingClass) or hasattr(target, name):
        return getattr(target, name)
    own = find_java_method(target, name)
    return own() if own is not None else getattr(target, to_snake_case(name))


def increment(target: Any, name: str, step: int, is_postfix: bool) -> Any:
    value = getattr(target, name)
    setattr(target, name, value + step)
    return value if is_postfix else value + step


def increment_item(target: Any, index: int, step: int, is_postfix: bool) -> Any:
    value = target[index]
    target[index] = value + step
    return value if is_postfix else value + step


# --- operators -----------------------------------------------------------------------------------


def add(left: Any, right: Any) -> Any:
    if isinstance(left, str) or isinstance(right, str):
        return to_text(left) + to_text(right)
    result = left + right
    return (result + 2**63) % 2**64 - 2**63 if isinstance(result, int) else result


def divide(left: Any, right: Any) -> Any:
    if isinstance(left, float) or isinstance(right, float):
        return left / right
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def take_remainder(left: Any, right: Any) -> Any:
    return left - right * divide(left, right)


def shift_unsigned(left: int, right: int) -> int:
    return (left & (2**64 - 1)) >> right


def is_same(left: Any, right: Any) -> bool:
    """``left == right``."""
    if left is right:
        return True
    return isinstance(left, int | str | float) and bool(left == right)


def is_instance(value: Any, cls: Any) -> bool:
    if isinstance(cls, MissingClass):
        raise NotExpressible(f"instanceof {cls._name}")
    return isinstance(cls, type) and isinstance(value, cls)


def matches_case(value: Any, case: Any) -> bool:
    return bool(value == case) or repr(value) == case or getattr(value, "name", None) == case


def iterate(values: Any) -> Any:
    if isinstance(values, type):
        raise NotExpressible("reflection")
    return list(values.items()) if isinstance(values, dict) else values


def close(resource: Any) -> None:
    """End a try with *resource*."""
    if hasattr(resource, "close"):
        resource.close()
