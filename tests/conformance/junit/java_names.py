"""What the names of a translated Java class mean: classes, static imports, and methods of both worlds."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

FOLDER = Path(__file__).parent
TRANSLATED = FOLDER / "translated"
"""Where the translated classes are; git ignores this folder."""


class NotExpressible(BaseException):
    """The test uses something that flinksim does not have. A :class:`BaseException`: no test catches it."""


class MissingClass:
    """A Java class without a counterpart: each use says so."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(self, *arguments: Any) -> Any:
        raise NotExpressible(f"class {self._name}")

    def __getattr__(self, name: str) -> MissingClass:
        if name.startswith("_"):
            raise AttributeError(name)
        return MissingClass(f"{self._name}.{name}")

    def __repr__(self) -> str:
        return f"<missing {self._name}>"


JAVA_CLASSES: dict[str, Any] = {}
"""What a Java class is here, by its simple name; an inner class by ``Outer.Inner``, too."""

REPLACED_CLASSES: set[str] = set()
"""Classes that a test file defines itself, and that are replaced all the same."""

STATIC_IMPORTS: dict[str, Any] = {}
"""Functions that tests import statically."""

JAVA_METHODS: dict[type, dict[str, Callable[..., Any]]] = {}
"""Java's methods of flinksim's classes, where the name is more than a matter of spelling."""


def java_class(*names: str) -> Callable[[Any], Any]:
    """Register a class or function under the Java *names*, or under its own."""

    def register(target: Any) -> Any:
        for name in names or (target.__name__,):
            JAVA_CLASSES[name] = target
        return target

    return register


def static_import(*names: str) -> Callable[[Any], Any]:
    def register(target: Any) -> Any:
        for name in names or (target.__name__,):
            STATIC_IMPORTS[name] = target
        return target

    return register


def java_methods(target: type, **methods: Callable[..., Any]) -> None:
    JAVA_METHODS.setdefault(target, {}).update(methods)


def find_java_method(target: Any, name: str) -> Callable[..., Any] | None:
    for base in type(target).__mro__:
        method = JAVA_METHODS.get(base, {}).get(name)
        if method is not None:
            return lambda *arguments: method(target, *arguments)
    return None


def to_snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda match: "_" + match.group(1).lower(), name).lower()


def to_camel_case(name: str) -> str:
    return re.sub(r"_([a-z])", lambda match: match.group(1).upper(), name)


# --- classes of other translated files -----------------------------------------------------------

_MODULES: dict[str, ModuleType | None] = {}


def load_translated(name: str) -> ModuleType | None:
    """The module of the translated class *name*, or ``None``."""
    if name not in _MODULES:
        path = TRANSLATED / f"{name}.py"
        if not path.exists():
            _MODULES[name] = None
            return None
        spec = importlib.util.spec_from_file_location(f"junit_{name}", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = _MODULES[name] = module
        spec.loader.exec_module(module)
    return _MODULES[name]


def _load_class(name: str) -> Any:
    module = load_translated(name)
    return MissingClass(name) if module is None else getattr(module, name, MissingClass(name))


def find_class(name: str, scope: dict[str, Any]) -> Any:
    """The class *name* (``Outer.Inner`` for an inner one) for the module with the names *scope*."""
    simple = name.rpartition(".")[2]
    for candidate in (name, simple):
        if candidate in REPLACED_CLASSES:
            return JAVA_CLASSES[candidate]
        if not isinstance(scope.get(candidate), MissingClass | None):
            return scope[candidate]
        if candidate in JAVA_CLASSES:
            return JAVA_CLASSES[candidate]
    return _load_class(simple)


def find_name(instance: Any, scope: dict[str, Any], name: str) -> Any:
    """What *name* is inside a method of *instance*: a field, a static import, or a class."""
    if instance is not None:
        try:
            return object.__getattribute__(instance, name)
        except AttributeError:
            pass
        for base in (instance if isinstance(instance, type) else type(instance)).__mro__:
            if name in base.__dict__:
                return base.__dict__[name]
        own = find_java_method(instance, name)
        if own is not None:
            return own()
    for names in (scope, JAVA_CLASSES, STATIC_IMPORTS):
        if name in names:
            return names[name]
    if name[:1].isupper():
        return _load_class(name)
    raise NotExpressible(f"name {name}")


# --- static fields -------------------------------------------------------------------------------

_STATIC_FIELDS: dict[str, list[tuple[Callable[[Any], None], type]]] = {}


def declare_static_fields(assign: Callable[[Any], None], owner: type) -> None:
    _STATIC_FIELDS.setdefault(owner.__module__, []).append((assign, owner))


def assign_static_fields(module: str) -> None:
    """Give the static fields of *module* their first values; before each test, for tests change them."""
    for assign, owner in _STATIC_FIELDS.get(module, ()):
        assign(create_uninitialized(owner))


def create_uninitialized(owner: type) -> Any:
    """An instance whose constructor did not run: what static methods see as ``self``."""
    if getattr(owner, "__abstractmethods__", None):
        owner.__abstractmethods__ = frozenset()  # type: ignore[attr-defined]
    return owner.__new__(owner)


CURRENT_TESTS: dict[type, Any] = {}
"""The instance of the test class that runs."""


def find_outer(owner: type) -> Any:
    """The instance of *owner* that an inner class refers to."""
    for cls, instance in CURRENT_TESTS.items():
        if issubclass(cls, owner):
            return instance
    return create_uninitialized(owner)
