"""The names that the editor completes: modules, classes, methods, with signatures and docstrings.

Read from the package itself: what is public there (``__all__``, or no underscore) is what one may type.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import warnings
from types import ModuleType
from typing import Any

import flinksim

ROOTS = ("flinksim.common", "flinksim.connectors", "flinksim.datastream", "flinksim.testing")
MOST = 420
"""Of a docstring as many characters at most."""


def names() -> dict[str, Any]:
    """All of them, as plain values."""
    found = Found()
    found.module(flinksim)
    for root in ROOTS:
        package = importlib.import_module(root)
        found.module(package)
        for info in pkgutil.walk_packages(package.__path__, f"{root}."):
            if "._" in info.name:
                continue
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    found.module(importlib.import_module(info.name))
                except ImportError:
                    continue  # what it needs is not here, and not in a browser either
    found.link()
    return {"modules": found.modules, "classes": found.classes}


class Found:
    """What has been read so far."""

    def __init__(self) -> None:
        self.modules: dict[str, dict[str, Any]] = {}
        self.classes: dict[str, dict[str, Any]] = {}

    def module(self, module: ModuleType) -> None:
        """Read what is public in *module*."""
        names: dict[str, Any] = {}
        for name in _public(module):
            try:
                value = getattr(module, name)
            except (AttributeError, ImportError):
                continue  # what it needs is not here, and not in a browser either
            if inspect.isclass(value):
                names[name] = {"kind": "class", "doc": _doc(value), "sign": _signature(value, name)}
                self._class(value)
            elif inspect.isfunction(value):
                entry = {"kind": "function", "doc": _doc(value), "sign": _signature(value, name)}
                names[name] = {**entry, "gives": _gives(value)}
            elif not inspect.ismodule(value):
                names[name] = {"kind": "constant", "sign": f"{name}: {type(value).__name__}"}
        if names:
            self.modules[module.__name__] = names

    def link(self) -> None:
        """Modules are names of the packages that they are in."""
        for module in list(self.modules):
            package, _, name = module.rpartition(".")
            if package in self.modules:
                self.modules[package].setdefault(name, {"kind": "module"})

    def _class(self, found: type) -> None:
        if found.__name__ in self.classes or not found.__module__.startswith("flinksim"):
            return
        bases = [one for one in found.__bases__ if one.__module__.startswith("flinksim")]
        members: dict[str, Any] = {}
        self.classes[found.__name__] = {
            "doc": _doc(found), "bases": [one.__name__ for one in bases], "members": members,
        }  # fmt: skip
        for base in bases:
            self._class(base)
        for name, value in vars(found).items():
            if name.startswith("_"):
                continue
            value = value.__func__ if isinstance(value, staticmethod | classmethod) else value
            if isinstance(value, property):
                gives = _gives(value.fget)
                sign = f"{name}: {gives}" if gives else name
                members[name] = {"is": "property", "sign": sign, "doc": _doc(value), "gives": gives}
            elif inspect.isfunction(value):
                entry = {"is": "method", "sign": _signature(value, name), "doc": _doc(value)}
                members[name] = {**entry, "gives": _gives(value)}
            elif inspect.isclass(value):
                members[name] = {"is": "property", "sign": name, "doc": _doc(value), "gives": ""}


def _public(module: ModuleType) -> list[str]:
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return sorted(listed)
    return sorted(
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
    )


def _doc(value: Any) -> str:
    text = inspect.getdoc(value) or ""
    if inspect.isclass(value) and not value.__doc__:
        return ""
    text = re.sub(r":\w+:`~?([^`]*)`", r"\1", text).replace("``", "")
    text = text.replace("\n\n", "\0").replace("\n", " ").replace("\0", "\n\n")
    return text if len(text) <= MOST else text[:MOST].rsplit(" ", 1)[0] + " ..."


def _signature(value: Any, name: str) -> str:
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return name
    kept = [one for one in signature.parameters.values() if one.name not in ("self", "cls")]
    told = f"{name}{signature.replace(parameters=kept)}"
    return re.sub(r"'([^']*)'", r"\1", told)


def _gives(value: Any) -> str:
    """The class that a call gives, by its name; nothing if that is not one of ours."""
    told = getattr(value, "__annotations__", {}).get("return", "")
    name = told if isinstance(told, str) else getattr(told, "__name__", "")
    return re.split(r"[\[|]", name.replace("'", ""))[0].strip().rpartition(".")[2]
