"""Records the names that PyFlink's DataStream API has: paths, classes, methods, parameters, defaults.

    <python of an environment with apache-flink 2.3.0> -m tests.conformance.record_surface

writes ``facts/pyflink_surface.json``. Only names and signatures are kept, nothing of what is behind
them. What begins with an underscore is left out.
"""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any

FACTS = Path(__file__).parent / "facts" / "pyflink_surface.json"
PACKAGES = ("pyflink.common", "pyflink.datastream")


def parameters(function: Any) -> list[list[str]]:
    """Per parameter its name, with stars, and its default as text if it has one."""
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    result = []
    for parameter in inspect.signature(function).parameters.values():
        entry = [stars.get(parameter.kind, "") + parameter.name]
        if parameter.default is not inspect.Parameter.empty:
            entry.append(default_as_text(parameter.default))
        result.append(entry)
    return result


def default_as_text(default: Any) -> str:
    """A default so that it can be compared between PyFlink and flinksim."""
    if default is None or isinstance(default, bool | int | float | str):
        return repr(default)
    if isinstance(default, Enum):
        return f"{type(default).__name__}.{default.name}"
    return f"<{type(default).__name__}>"


def members(class_: type) -> dict[str, Any]:
    """The public members of *class_* that it or a base within PyFlink declares."""
    found: dict[str, Any] = {}
    for base in reversed(class_.__mro__):
        if not base.__module__.startswith("pyflink"):
            continue
        for name, member in vars(base).items():
            if name == "__init__" or not name.startswith("_"):
                found[name] = describe(member)
    return found


def describe(member: Any) -> Any:
    """A method as its parameters, anything else as its kind."""
    inner = member.__func__ if isinstance(member, staticmethod | classmethod) else member
    if inspect.isfunction(inner):
        return parameters(inner)
    if isinstance(member, property):
        return "property"
    if inspect.isclass(member):
        return "class"
    return "attribute"


def surface_of(module: ModuleType) -> dict[str, Any]:
    """The public names of one module: those that it defines, and those that it exports."""
    exported = getattr(module, "__all__", [])
    classes: dict[str, Any] = {}
    functions: dict[str, Any] = {}
    for name, value in sorted(vars(module).items()):
        if name.startswith("_") or getattr(value, "__module__", None) != module.__name__:
            continue
        if inspect.isclass(value):
            classes[name] = members(value)
            for inner_name, inner in vars(value).items():
                if inspect.isclass(inner) and not inner_name.startswith("_"):
                    classes[f"{name}.{inner_name}"] = members(inner)
        elif inspect.isfunction(value):
            functions[name] = parameters(value)
    return {"exports": sorted(exported), "classes": classes, "functions": functions}


def module_names() -> list[str]:
    """All modules of :data:`PACKAGES` that are not tests."""
    names = []
    for package_name in PACKAGES:
        package = importlib.import_module(package_name)
        names.append(package_name)
        for info in pkgutil.walk_packages(package.__path__, package_name + "."):
            if ".tests" not in info.name:
                names.append(info.name)
    return sorted(names)


def main() -> None:
    from pyflink.version import __version__

    modules = {name: surface_of(importlib.import_module(name)) for name in module_names()}
    record = {
        "flink": __version__,
        "about": "public names of PyFlink's DataStream API; a method is its parameters, each with its "
        "name and, if it has one, its default",
        "modules": modules,
    }
    FACTS.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    classes = sum(len(module["classes"]) for module in modules.values())
    print(f"{len(modules)} modules, {classes} classes -> {FACTS}")


if __name__ == "__main__":
    main()
