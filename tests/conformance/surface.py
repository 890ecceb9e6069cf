"""Compares the public names of PyFlink's DataStream API with flinksim's.

Every name is one :class:`Finding`: ``present``, ``refused`` (the name is there; using it raises
``NotSimulatedError``), ``meaningless`` (it has no meaning without Java), or a fault: ``missing``,
``different``.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flinksim.core.unsupported_api import NO_JAVA, find_unsupported_feature
from tests.conformance.fact_files import load
from tests.conformance.record_surface import describe

JAVA_PARAMETERS = (
    "a constructor of PyFlink that wraps a Java object; here it takes what the class is made of"
)
REFUSING = [["*args"], ["**kwargs"]]
"""The parameters of a method made by ``as_java_object``."""

FAULTS = ("missing", "different")

LEFT_OUT = {
    f"pyflink.datastream.window.{trigger}.register_next_fire_timestamp": (
        "a helper that PyFlink's own trigger calls on itself; a trigger registers timers by its context"
    )
    for trigger in ("ContinuousEventTimeTrigger", "ContinuousProcessingTimeTrigger")
}
"""Names that are left out on purpose, with the reason."""


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
    absence = find_unsupported_feature(class_)
    if inner and absence is None:
        class_ = getattr(class_, inner, None)
    yield _found(full_name, "class", class_)
    for member, events in members.items():
        member_name = f"{full_name}.{member}"
        kind = "method" if isinstance(events, list) else str(events)
        if absence is not None:
            yield Finding(member_name, kind, "refused", absence.reason, absence.alternative)
        elif member_name in LEFT_OUT:
            yield Finding(member_name, kind, "internal", LEFT_OUT[member_name])
        elif not hasattr(class_, member):
            yield Finding(member_name, kind, "missing")
        elif isinstance(events, list):
            yield _compare_method(member_name, class_, member, events)
        else:
            yield Finding(member_name, kind, "present")


def _found(name: str, kind: str, value: Any) -> Finding:
    if value is None:
        return Finding(name, kind, "missing")
    absence = find_unsupported_feature(value)
    if absence is not None:
        return Finding(name, kind, "refused", absence.reason, absence.alternative)
    return Finding(name, kind, "present")


def _compare_method(name: str, class_: Any, member: str, events: list[list[str]]) -> Finding:
    ours = describe(inspect.getattr_static(class_, member))
    if ours == REFUSING:
        return Finding(name, "method", "refused", NO_JAVA.reason, NO_JAVA.alternative)
    if member == "__init__" and any(parameter[0].startswith("j_") for parameter in events):
        return Finding(name, "method", "internal", JAVA_PARAMETERS)
    if not isinstance(ours, list):
        return Finding(name, "method", "present")
    reason = incompatibility(events, ours)
    return Finding(name, "method", "different" if reason else "present", reason)


def incompatibility(theirs: list[list[str]], ours: list[list[str]]) -> str:
    """Why a call that PyFlink accepts might not mean the same; empty if it does.

    More parameters are fine if they come last and have defaults; so is a default where PyFlink has
    none.
    """
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


def share_present(findings: list[Finding]) -> float:
    """Present among all that is not internal, in percent."""
    usable = [finding for finding in findings if finding.verdict != "internal"]
    return 100 * sum(finding.verdict == "present" for finding in usable) / len(usable)


def public_api(findings: list[Finding]) -> list[Finding]:
    """The findings about what ``pyflink.common`` and ``pyflink.datastream`` themselves export."""
    modules = load("pyflink_surface")["modules"]
    exported = {
        name for package in ("pyflink.common", "pyflink.datastream")
        for name in modules[package]["exports"]
    }  # fmt: skip
    return [
        finding
        for finding in findings
        if finding.kind == "export" or exported & set(finding.name.split("."))
    ]


def page(findings: list[Finding]) -> str:
    """``docs/reference/pyflink-api.md``."""
    public = public_api(findings)
    lines = [
        "# PyFlink API coverage",
        "",
        "Generated by `python -m tests.conformance.surface` from the recorded names of PyFlink "
        f"{load('pyflink_surface')['flink']}. `tests/conformance/test_surface.py` checks it.",
        "",
        "| Scope | Names | Available | Rejected with a reason | Internal to PyFlink |",
        "| --- | --- | --- | --- | --- |",
        _figures("exported by `pyflink.common` and `pyflink.datastream`", public),
        _figures("all modules in both, with connectors and formats", findings),
        "",
        "A name is available if every call that PyFlink accepts is accepted: same path, same",
        "parameters in the same order, same defaults. A rejected name can be imported. Using it raises",
        "`NotSimulatedError`, with the reason and an alternative.",
        "",
        "## Rejected",
        "",
        "| Name | Reason | Alternative |",
        "| --- | --- | --- |",
    ]
    for (reason, instead), names in _grouped(findings, "refused").items():
        lines.append(f"| {names} | {reason} | {instead} |")
    lines += [
        "",
        "## Internal to PyFlink, and not available",
        "",
        "| Name | Reason |",
        "| --- | --- |",
    ]
    for (reason, _), names in _grouped(findings, "internal").items():
        lines.append(f"| {names} | {reason} |")
    return "\n".join(lines) + "\n"


def _figures(title: str, findings: list[Finding]) -> str:
    count = {
        verdict: sum(finding.verdict == verdict for finding in findings)
        for verdict in ("present", "refused", "internal")
    }
    return (
        f"| {title} | {len(findings)} | {count['present']} ({share_present(findings):.1f} %) | "
        f"{count['refused']} | {count['internal']} |"
    )


def _grouped(findings: list[Finding], verdict: str) -> dict[tuple[str, str], str]:
    groups: dict[tuple[str, str], list[str]] = {}
    for finding in findings:
        if finding.verdict == verdict:
            groups.setdefault((finding.reason, finding.instead), []).append(finding.name)
    return {key: _abridged(names) for key, names in groups.items()}


def _abridged(names: list[str]) -> str:
    """Names, those of a class's members only where the class itself is not among them."""
    whole = set(names)
    shown = [name for name in names if name.rpartition(".")[0] not in whole]
    return ", ".join([f"`{name.removeprefix('pyflink.')}`" for name in dict.fromkeys(shown)])


if __name__ == "__main__":
    from pathlib import Path

    Path("docs/reference/pyflink-api.md").write_text(page(compare()), encoding="utf-8")
