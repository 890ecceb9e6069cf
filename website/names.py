"""The names that the editor completes: modules, classes, methods, signatures and docstrings.

They are read from the package: the public names (``__all__``, or without an underscore).
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

ROOT_PACKAGES = (
    "flinksim.common",
    "flinksim.connectors",
    "flinksim.datastream",
    "flinksim.testing",
)
MAX_DOC_CHARS = 420
"""Maximum number of characters of a docstring."""


def collect_names() -> dict[str, Any]:
    """Collect all names as plain values."""
    found = NameIndex()
    found.add_module(flinksim)
    for root in ROOT_PACKAGES:
        package = importlib.import_module(root)
        found.add_module(package)
        for info in pkgutil.walk_packages(package.__path__, f"{root}."):
            if "._" in info.name:
                continue
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    found.add_module(importlib.import_module(info.name))
                except ImportError:
                    continue  # its dependencies are missing, as in a browser
    found.link_modules()
    return {"modules": found.modules, "classes": found.classes}


class NameIndex:
    """An index of the names that have been read."""

    def __init__(self) -> None:
        self.modules: dict[str, dict[str, Any]] = {}
        self.classes: dict[str, dict[str, Any]] = {}

    def add_module(self, module: ModuleType) -> None:
        """Add the public names of a module."""
        names: dict[str, Any] = {}
        for name in _list_public_names(module):
            try:
                value = getattr(module, name)
            except (AttributeError, ImportError):
                continue  # its dependencies are missing, as in a browser
            if inspect.isclass(value):
                names[name] = {
                    "kind": "class",
                    "doc": _format_doc(value),
                    "sign": _format_signature(value, name),
                }
                self._add_class(value)
            elif inspect.isfunction(value):
                entry = {
                    "kind": "function",
                    "doc": _format_doc(value),
                    "sign": _format_signature(value, name),
                }
                names[name] = {**entry, "gives": _find_return_class(value)}
            elif not inspect.ismodule(value):
                names[name] = {"kind": "constant", "sign": f"{name}: {type(value).__name__}"}
        if names:
            self.modules[module.__name__] = names

    def link_modules(self) -> None:
        """Add modules as names of their packages."""
        for module in list(self.modules):
            package, _, name = module.rpartition(".")
            if package in self.modules:
                self.modules[package].setdefault(name, {"kind": "module"})

    def _add_class(self, cls: type) -> None:
        if cls.__name__ in self.classes or not cls.__module__.startswith("flinksim"):
            return
        bases = [one for one in cls.__bases__ if one.__module__.startswith("flinksim")]
        members: dict[str, Any] = {}
        self.classes[cls.__name__] = {
            "doc": _format_doc(cls), "bases": [one.__name__ for one in bases], "members": members,
        }  # fmt: skip
        for base in bases:
            self._add_class(base)
        for name, value in vars(cls).items():
            if name.startswith("_"):
                continue
            value = value.__func__ if isinstance(value, staticmethod | classmethod) else value
            if isinstance(value, property):
                gives = _find_return_class(value.fget)
                sign = f"{name}: {gives}" if gives else name
                members[name] = {
                    "is": "property",
                    "sign": sign,
                    "doc": _format_doc(value),
                    "gives": gives,
                }
            elif inspect.isfunction(value):
                entry = {
                    "is": "method",
                    "sign": _format_signature(value, name),
                    "doc": _format_doc(value),
                }
                members[name] = {**entry, "gives": _find_return_class(value)}
            elif inspect.isclass(value):
                members[name] = {
                    "is": "property",
                    "sign": name,
                    "doc": _format_doc(value),
                    "gives": "",
                }


def _list_public_names(module: ModuleType) -> list[str]:
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return sorted(listed)
    return sorted(
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
    )


def _format_doc(value: Any) -> str:
    text = inspect.getdoc(value) or ""
    if inspect.isclass(value) and not value.__doc__:
        return ""
    text = re.sub(r":\w+:`~?([^`]*)`", r"\1", text).replace("``", "")
    text = text.replace("\n\n", "\0").replace("\n", " ").replace("\0", "\n\n")
    return text if len(text) <= MAX_DOC_CHARS else text[:MAX_DOC_CHARS].rsplit(" ", 1)[0] + " ..."


def _format_signature(value: Any, name: str) -> str:
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return name
    parameters = [one for one in signature.parameters.values() if one.name not in ("self", "cls")]
    text = f"{name}{signature.replace(parameters=parameters)}"
    return re.sub(r"'([^']*)'", r"\1", text)


def _find_return_class(value: Any) -> str:
    """Return the name of the class that a call returns, or an empty string."""
    annotation = getattr(value, "__annotations__", {}).get("return", "")
    name = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    return re.split(r"[\[|]", name.replace("'", ""))[0].strip().rpartition(".")[2]
