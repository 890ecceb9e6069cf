"""Index of the names of Flink's classes: where flinksim models them, and where a run shows them.

Not in Flink.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from flinksim.core.flink_catalog.class_hierarchy import Mark
from flinksim.core.flink_catalog.classes import FlinkClass
from flinksim.core.i18n.languages import Language
from flinksim.trace.narration.formatting import Labels
from flinksim.trace.narration.templates import fill
from flinksim.trace.query import step_of
from flinksim.trace.recorder import Trace
from flinksim.trace.schema.event_kinds import KIND_OF, KINDS

_PACKAGE = Path(__file__).parents[1]
_CLASS = re.compile(r"^class (\w+)", re.MULTILINE)
_FLINK = re.compile(r"\bFlink: ((?:``[\w.$]+``(?:, | and |,?\n +| |; )*)+)")
_FLINK_CLASS = re.compile(r'^    FLINK_CLASS = "(\w+)"$', re.MULTILINE)
_HOLDER = re.compile(r"^(?:class|def) (\w+)", re.MULTILINE)
_OTHER_API = re.compile(r"^datastream\b|\bv2\b|asyncprocessing|\bscheduler\.adaptive\b")
"""Packages whose classes are not modelled, although classes of other packages have the same names.

They belong to the second DataStream API, to asynchronous state and to the adaptive scheduler.
"""
_FRAME = re.compile(r"([A-Z]\w*(?:\$\w+)*)\.\w+")


class PlaceOfName(NamedTuple):
    """An event of a run whose call stack contains a name."""

    step: int
    sentence: str
    stack: str


@cache
def modelled_classes() -> frozenset[str]:
    """Return the Flink classes that flinksim has, refers to as ``Flink: ...``, or shows on a stack."""
    found = {*_own_classes(), *_held_names(), *_names_on_stacks()}
    return frozenset(found | {part for name in found for part in name.split("$")})


def held_as(one: FlinkClass) -> tuple[Mark, str]:
    """Classify how flinksim models a class of Flink.

    Returns:
        The classification, and a text with details: the name in flinksim if it differs, or that the
        class is only shown on stacks.
    """
    if _OTHER_API.search(one.package):
        return "not modelled", ""
    named = (one.name, one.simple)
    if any(name in _own_classes() for name in named):
        return "here", ""
    for name in named:
        if name in _held_names():
            return "under another name", _held_names()[name]
    if any(name in _names_on_stacks() for name in named):
        return "here", "on the stacks of facts"
    plain = one.name.removeprefix("Rich")
    if plain != one.name and plain in _own_classes():  # every Python function is a rich function
        return "under another name", plain
    return "not modelled", ""


@cache
def _own_classes() -> frozenset[str]:
    return frozenset(name for _, text in _texts() for name in _CLASS.findall(text))


@cache
def _held_names() -> dict[str, str]:
    """Map each Flink class to the definition or module that names it as ``Flink: ...``."""
    by_class: dict[str, str] = {}
    by_method: dict[str, str] = {}  # references to a method only
    for place, text in _texts():
        definitions = [(match.start(), match[1]) for match in _HOLDER.finditer(text)]
        for reference in (*_FLINK_CLASS.finditer(text), *_FLINK.finditer(text)):
            definition = next(
                (name for at, name in reversed(definitions) if at < reference.start()), place
            )
            for name in re.findall(r"[\w.$]+[\w]", reference[1]):
                is_class = re.split(r"[.$]", name)[-1][:1].isupper()
                (by_class if is_class else by_method).setdefault(_class_in(name), definition)
    return by_method | by_class


def _class_in(name: str) -> str:
    """Extract the class, ``Inner``, from ``org.apache.flink.a.Outer.Inner.method``."""
    parts = [part for part in re.split(r"[.$]", name) if part[:1].isupper()]
    return parts[-1] if parts else name


@cache
def _names_on_stacks() -> frozenset[str]:
    found: set[str] = set()
    for place, text in _texts():
        if place.rpartition(".")[2] in ("flink_frames", "flink_paths", "places", "layers"):
            found.update(_FRAME.findall(text))
    for kind in KINDS:
        found.update(_FRAME.findall(kind.place))
    return frozenset(part for name in found for part in (name, *name.split("$")))


@cache
def _texts() -> tuple[tuple[str, str], ...]:
    """Return the name and the source text of each module of flinksim."""
    files = sorted(_PACKAGE.rglob("*.py"))
    return tuple(
        (".".join(file.relative_to(_PACKAGE.parent).with_suffix("").parts), file.read_text("utf-8"))
        for file in files
    )


def places_of(
    trace: Trace, name: str, most: int = 3, language: Language = "en"
) -> list[PlaceOfName]:
    """Find the first events whose stack contains *name*, at most one per step.

    Args:
        trace: The run to search.
        name: ``Class`` or ``Class.method``, in any case.
        most: Maximum number of results.
        language: Language of the sentences, "en" or "zh".
    """
    labels = Labels(trace.known_plan, language)
    target = name.replace("$", ".").lower()
    found: list[PlaceOfName] = []
    known: dict[str, bool] = {}
    for index in range(len(trace.events)):
        stack = trace.links.stack(index)
        if not any(_is_named(frame, target, known) for frame in stack):
            continue
        step = step_of(trace, index)
        if not found or found[-1].step != step:
            fact = trace.events[index]
            words = fill(KIND_OF[type(fact)], fact, labels)
            found.append(PlaceOfName(step, words, " > ".join(stack)))
            if len(found) == most:
                break
    return found


def _is_named(frame: str, wanted: str, seen: dict[str, bool]) -> bool:
    if frame not in seen:
        parts = frame.replace("$", ".").lower().split(".")
        names = {
            ".".join(parts[i:j]) for i in range(len(parts)) for j in range(i + 1, len(parts) + 1)
        }
        seen[frame] = wanted in names
    return seen[frame]
