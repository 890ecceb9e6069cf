"""Compares the public names of PyFlink's DataStream API with flinksim's.

Every name is one :class:`Finding`: ``present``, ``refused`` (the name is there; using it raises
``NotSimulatedError``), ``internal`` (it cannot mean anything without Java), or a fault: ``missing``,
``different``.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flinksim.common.absent import NO_JAVA, absence_of
from tests.conformance.fact_files import load
from tests.conformance.record_surface import describe

JAVA_PARAMETERS = (
    "a constructor of PyFlink that wraps a Java object; here it takes what the class is made of"
)
FAULTS = ("missing", "different")


@dataclass(frozen=True)
class Finding:
    """One name of PyFlink, and how flinksim stands to it."""

    name: str
    kind: str
    verdict: str
    reason: str = ""
    instead: str = ""


def compare() -> list[Finding]:
    """Every public name of the recorded surface, in order."""
    return [
        finding
        for module_name, surface in load("pyflink_surface")["modules"].items()
        for finding in _compare_module(module_name, surface)
    ]


def _compare_module(module_name: str, surface: dict[str, Any]) -> Iterator[Finding]:
    try:
        module = importlib.import_module(module_name.replace("pyflink", "flinksim", 1))
    except ImportError as error:
        yield Finding(module_name, "module", "missing", str(error))
        return
    yield Finding(module_name, "module", "present")
    defined = {*surface["classes"], *surface["functions"]}
    for name in surface["exports"]:
        if name not in defined:
            yield _found(f"{module_name}.{name}", "export", getattr(module, name, None))
    for name in surface["functions"]:
        yield _found(f"{module_name}.{name}", "function", getattr(module, name, None))
    for name, members in surface["classes"].items():
        yield from _compare_class(module, f"{module_name}.{name}", name, members)


def _compare_class(
    module: Any, full_name: str, name: str, members: dict[str, Any]
) -> Iterator[Finding]:
    outer, _, inner = name.partition(".")
    class_ = getattr(module, outer, None)
    absence = absence_of(class_)
    if inner and absence is None:
        class_ = getattr(class_, inner, None)
    yield _found(full_name, "class", class_)
    for member, facts in members.items():
        member_name = f"{full_name}.{member}"
        kind = "method" if isinstance(facts, list) else str(facts)
        if absence is not None:
            yield Finding(member_name, kind, "refused", absence.reason, absence.instead)
        elif not hasattr(class_, member):
            yield Finding(member_name, kind, "missing")
        elif isinstance(facts, list):
            yield _compare_method(member_name, class_, member, facts)
        else:
            yield Finding(member_name, kind, "present")


def _found(name: str, kind: str, value: Any) -> Finding:
    if value is None:
        return Finding(name, kind, "missing")
    absence = absence_of(value)
    if absence is not None:
        return Finding(name, kind, "refused", absence.reason, absence.instead)
    return Finding(name, kind, "present")


def _compare_method(name: str, class_: Any, member: str, facts: list[list[str]]) -> Finding:
    if member.startswith(("get_java_", "to_j_")) or member == "get_java_object":
        return Finding(name, "method", "refused", NO_JAVA.reason, NO_JAVA.instead)
    ours = describe(inspect.getattr_static(class_, member))
    if member == "__init__" and any(parameter[0].startswith("j_") for parameter in facts):
        return Finding(name, "method", "internal", JAVA_PARAMETERS)
    if not isinstance(ours, list):
        return Finding(name, "method", "present")
    reason = incompatibility(facts, ours)
    return Finding(name, "method", "different" if reason else "present", reason)


def incompatibility(theirs: list[list[str]], ours: list[list[str]]) -> str:
    """Why a call that PyFlink accepts might not mean the same; empty if it does.

    More parameters are fine if they come last and have defaults; so is a default where PyFlink has none.
    """
    if ours[-2:] == [["*args"], ["**kwargs"]]:
        return ""
    for position, parameter in enumerate(theirs):
        if position >= len(ours):
            return f"has no parameter {parameter[0]!r}"
        mine = ours[position]
        if mine[0] != parameter[0]:
            return f"parameter {position} is {mine[0]!r}, in PyFlink {parameter[0]!r}"
        if len(parameter) > 1 and mine[1:] != parameter[1:]:
            return f"default of {parameter[0]!r} is {mine[1:]}, in PyFlink {parameter[1]}"
    for mine in ours[len(theirs) :]:
        if len(mine) == 1 and not mine[0].startswith("*"):
            return f"parameter {mine[0]!r} is required and not in PyFlink"
    return ""
