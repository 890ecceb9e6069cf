"""Where the names of Flink's classes stand: in flinksim, and in a run. Not in Flink."""

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
"""Packages of the second DataStream API, of asynchronous state and of the adaptive scheduler: none of
it is here, though classes of other packages have the same names."""
_FRAME = re.compile(r"([A-Z]\w*(?:\$\w+)*)\.\w+")


class PlaceOfName(NamedTuple):
    """A fact of a run on whose call stack a name stands."""

    step: int
    sentence: str
    stack: str


@cache
def modelled_classes() -> frozenset[str]:
    """The classes of Flink that flinksim has, names as ``Flink: ...``, or shows on a stack."""
    found = {*_own_classes(), *_held_names(), *_names_on_stacks()}
    return frozenset(found | {part for name in found for part in name.split("$")})


def held_as(one: FlinkClass) -> tuple[Mark, str]:
    """How flinksim has a class of Flink, and, if under another name or on stacks only, in words how."""
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
    if plain != one.name and plain in _own_classes():  # in Python every function can be opened
        return "under another name", plain
    return "not modelled", ""


@cache
def _own_classes() -> frozenset[str]:
    return frozenset(name for _, text in _texts() for name in _CLASS.findall(text))


@cache
def _held_names() -> dict[str, str]:
    """By class of Flink the class, function or module of flinksim that says ``Flink: ...`` of it."""
    whole: dict[str, str] = {}
    parts: dict[str, str] = {}  # where only a method of the class is named
    for place, text in _texts():
        holders = [(held.start(), held[1]) for held in _HOLDER.finditer(text)]
        for told in (*_FLINK_CLASS.finditer(text), *_FLINK.finditer(text)):
            holder = next((name for at, name in reversed(holders) if at < told.start()), place)
            for name in re.findall(r"[\w.$]+[\w]", told[1]):
                is_class = re.split(r"[.$]", name)[-1][:1].isupper()
                (whole if is_class else parts).setdefault(_class_in(name), holder)
    return parts | whole


def _class_in(name: str) -> str:
    """The class in ``org.apache.flink.a.Outer.Inner.method``, a nested one by its own name."""
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
    """Each module of flinksim, by its name, and its text."""
    files = sorted(_PACKAGE.rglob("*.py"))
    return tuple(
        (".".join(file.relative_to(_PACKAGE.parent).with_suffix("").parts), file.read_text("utf-8"))
        for file in files
    )


def places_of(
    trace: Trace, name: str, most: int = 3, language: Language = "en"
) -> list[PlaceOfName]:
    """The first facts of *trace* on whose stack the class, or ``Class.method``, *name* stands; in
    different steps.
    """
    labels = Labels(trace.known_plan, language)
    wanted = name.replace("$", ".").lower()
    found: list[PlaceOfName] = []
    seen: dict[str, bool] = {}
    for index in range(len(trace.events)):
        stack = trace.links.stack(index)
        if not any(_is_named(frame, wanted, seen) for frame in stack):
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
