"""Index of the names of Flink's classes: where flinksim models them, and where a run shows them.

Not in Flink.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from flinksim.core.flink_catalog.class_hierarchy import ModelStatus
from flinksim.core.flink_catalog.classes import FlinkClass
from flinksim.core.i18n.languages import Language
from flinksim.trace.narration.templates import render_event
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.query import find_step
from flinksim.trace.recorder import Trace
from flinksim.trace.schema.event_kinds import KINDS, KINDS_BY_CLASS

_PACKAGE = Path(__file__).parents[1]
_CLASS = re.compile(r"^class (\w+)", re.MULTILINE)
_FLINK_REFERENCE = re.compile(r"\bFlink: ((?:``[\w.$]+``(?:, | and |,?\n +| |; )*)+)")
_FLINK_CLASS = re.compile(r'^    FLINK_CLASS = "(\w+)"$', re.MULTILINE)
_DEFINITION = re.compile(r"^(?:class|def) (\w+)", re.MULTILINE)
_EXCLUDED_PACKAGES = re.compile(r"^datastream\b|\bv2\b|asyncprocessing|\bscheduler\.adaptive\b")
"""Java packages whose classes count as not modelled, even if a modelled class has the same name.

They belong to the second DataStream API, to asynchronous state and to the adaptive scheduler.
"""
_FRAME = re.compile(r"([A-Z]\w*(?:\$\w+)*)\.\w+")


class NameOccurrence(NamedTuple):
    """An event of a run whose call stack contains the searched class or method name."""

    step: int
    sentence: str
    stack: str


@cache
def find_modelled_classes() -> frozenset[str]:
    """Return the Flink classes that flinksim has, refers to as ``Flink: ...``, or shows on a stack."""
    found = {*_find_own_classes(), *_find_equivalents(), *_find_stack_names()}
    return frozenset(found | {part for name in found for part in name.split("$")})


def classify_class(flink_class: FlinkClass) -> tuple[ModelStatus, str]:
    """Classify how flinksim models a class of Flink.

    Returns:
        The classification, and a text with details: the name in flinksim if it differs, or that the
        class is only shown on stacks.
    """
    if _EXCLUDED_PACKAGES.search(flink_class.package):
        return "not modelled", ""
    named = (flink_class.name, flink_class.simple_name)
    if any(name in _find_own_classes() for name in named):
        return "available", ""
    for name in named:
        if name in _find_equivalents():
            return "under another name", _find_equivalents()[name]
    if any(name in _find_stack_names() for name in named):
        return "available", "in call stacks of events"
    plain = flink_class.name.removeprefix("Rich")
    if (
        plain != flink_class.name and plain in _find_own_classes()
    ):  # every Python function is a rich function
        return "under another name", plain
    return "not modelled", ""


@cache
def _find_own_classes() -> frozenset[str]:
    return frozenset(name for _, text in _read_modules() for name in _CLASS.findall(text))


@cache
def _find_equivalents() -> dict[str, str]:
    """Map each Flink class to the definition or module that names it as ``Flink: ...``."""
    by_class: dict[str, str] = {}
    by_method: dict[str, str] = {}  # references to a method only
    for place, text in _read_modules():
        definitions = [(match.start(), match[1]) for match in _DEFINITION.finditer(text)]
        for reference in (*_FLINK_CLASS.finditer(text), *_FLINK_REFERENCE.finditer(text)):
            definition = next(
                (name for at, name in reversed(definitions) if at < reference.start()), place
            )
            for name in re.findall(r"[\w.$]+[\w]", reference[1]):
                is_class = re.split(r"[.$]", name)[-1][:1].isupper()
                (by_class if is_class else by_method).setdefault(_extract_class(name), definition)
    return by_method | by_class


def _extract_class(name: str) -> str:
    """Extract the class, ``Inner``, from ``org.apache.flink.a.Outer.Inner.method``."""
    parts = [part for part in re.split(r"[.$]", name) if part[:1].isupper()]
    return parts[-1] if parts else name


@cache
def _find_stack_names() -> frozenset[str]:
    found: set[str] = set()
    for place, text in _read_modules():
        if place.rpartition(".")[2] in (
            "flink_frame_table",
            "flink_stacks",
            "stack_frames",
            "layers",
        ):
            found.update(_FRAME.findall(text))
    for kind in KINDS:
        found.update(_FRAME.findall(kind.flink_method))
    return frozenset(part for name in found for part in (name, *name.split("$")))


@cache
def _read_modules() -> tuple[tuple[str, str], ...]:
    """Return the name and the source text of each module of flinksim."""
    files = sorted(_PACKAGE.rglob("*.py"))
    return tuple(
        (".".join(file.relative_to(_PACKAGE.parent).with_suffix("").parts), file.read_text("utf-8"))
        for file in files
    )


def find_occurrences(
    trace: Trace, name: str, max_count: int = 3, language: Language = "en"
) -> list[NameOccurrence]:
    """Find the first events whose stack contains *name*, at most one per step.

    Args:
        trace: The run to search.
        name: ``Class`` or ``Class.method``, in any case.
        max_count: Maximum number of results.
        language: Language of the sentences, "en" or "zh".
    """
    labels = Formatter(trace.plan_or_none, language)
    target = name.replace("$", ".").lower()
    found: list[NameOccurrence] = []
    known: dict[str, bool] = {}
    for index in range(len(trace.events)):
        stack = trace.links.get_stack(index)
        if not any(_is_named(frame, target, known) for frame in stack):
            continue
        step = find_step(trace, index)
        if not found or found[-1].step != step:
            event = trace.events[index]
            words = render_event(KINDS_BY_CLASS[type(event)], event, labels)
            found.append(NameOccurrence(step, words, " > ".join(stack)))
            if len(found) == max_count:
                break
    return found


def _is_named(frame: str, name: str, known: dict[str, bool]) -> bool:
    if frame not in known:
        parts = frame.replace("$", ".").lower().split(".")
        names = {
            ".".join(parts[i:j]) for i in range(len(parts)) for j in range(i + 1, len(parts) + 1)
        }
        known[frame] = name in names
    return known[frame]
