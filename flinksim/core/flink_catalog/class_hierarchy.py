"""Class hierarchies of Flink 2.3.0, from the supertypes in its jar. Not in Flink."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Literal, TypeAlias

from flinksim.core.flink_catalog.classes import FlinkClass, flink_classes
from flinksim.core.flink_catalog.glossary import names
from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.locales.glossary_zh import told

FAMILIES: dict[str, tuple[str, ...]] = {
    "operators": ("StreamOperator",),
    "asynchronous operators": ("AbstractAsyncKeyOrderedStreamOperator",),
    "transformations": ("Transformation",),
    "tasks": ("StreamTask",),
    "state": ("api.common.state.State",),
    "assigners": ("WindowAssigner",),
    "triggers": ("Trigger",),
    "functions": ("Function",),
    "partitioners": ("StreamPartitioner",),
    "partitions": ("ResultPartition", "ResultSubpartition"),
    "channels": ("InputChannel", "InputGate"),
}
"""Families of classes that have a class diagram, with their root classes.

A family ends where another one begins.
"""

Mark: TypeAlias = Literal["here", "under another name", "not modelled"]
MARKS: dict[Mark, str] = {"here": "x", "under another name": "~", "not modelled": " "}
"""Mark for each status in a text tree: how flinksim models a class of Flink."""

HeldAs: TypeAlias = Callable[[FlinkClass], tuple[Mark, str]]
"""Returns the status of a class and, in words, under which other name or how it is modelled."""


@cache
def tops_of(asked: str) -> tuple[FlinkClass, ...]:
    """Find the root classes of a family, or the classes of a name, in the last version.

    Raises:
        KeyError: if the last version has no such class.
    """
    return tuple(_class_of(name) for name in FAMILIES.get(asked, (asked,)))


def older_names(one: FlinkClass) -> tuple[str, ...]:
    """List the names that older versions, or texts, use for a class."""
    return tuple(name.name.replace("$", ".") for name in names() if name.new == one.name)


def classes_below(tops: Iterable[FlinkClass]) -> list[FlinkClass]:
    """Collect *tops* and all their subclasses once; of a nested family only its root classes."""
    begun = list(tops)
    found = _all_below(begun)
    for one in list(found):
        if one not in begun and area_at(one):
            for below in _all_below([one]):
                if below != one:
                    found.pop(below, None)
    return list(found)


def _all_below(tops: Iterable[FlinkClass]) -> dict[FlinkClass, None]:
    found: dict[FlinkClass, None] = {}
    waiting = list(tops)
    for one in waiting:  # the loop extends the list
        if one not in found:
            found[one] = None
            waiting += children_of(one)
    return found


def area_at(one: FlinkClass) -> str:
    """Find the family that has this class as a root; return an empty text if there is none."""
    return next((area for area in FAMILIES if one in tops_of(area)), "")


def children_of(one: FlinkClass) -> tuple[FlinkClass, ...]:
    """List the classes of the last version that extend or implement *one*, by name."""
    return _children().get(one, ())


def tree_lines(top: FlinkClass, held_as: HeldAs, language: Language = "en") -> Iterator[str]:
    """Yield the class tree of *top*, one marked class per line.

    ``[x]`` means modelled, ``[~]`` modelled under another name, ``[ ]`` not modelled. Older names
    follow. A class with two parents is listed under both.
    """
    yield from _lines(top, 0, held_as, (), language)


def _lines(
    one: FlinkClass, depth: int, held_as: HeldAs, path: tuple[FlinkClass, ...], language: Language
) -> Iterator[str]:
    mark, other = held_as(one)
    kind = "" if one.kind == "class" else told(language, "{0} ({1})", "", told(language, one.kind))
    here = told(language, "  here: {0}", other) if mark == "under another name" else ""
    older = told(language, ", ").join(older_names(one))
    once = told(language, "  once: {0}", older) if older else ""
    yield f"{'  ' * depth}[{MARKS[mark]}] {one.name.replace('$', '.')}{kind}{here}{once}"
    for below in children_of(one):
        if below not in path:
            yield from _lines(below, depth + 1, held_as, (*path, one), language)


def _class_of(name: str) -> FlinkClass:
    package, _, simple = name.rpartition(".")
    known = flink_classes().get(simple, ()) + flink_classes().get(name.replace(".", "$"), ())
    for one in known:
        if one.span.today and package in ("", one.package, one.name.rpartition("$")[0]):
            return one
    raise KeyError(name)


@cache
def _children() -> dict[FlinkClass, tuple[FlinkClass, ...]]:
    found: dict[FlinkClass, dict[FlinkClass, None]] = {}
    for name, classes in sorted(flink_classes().items()):
        for one in classes:
            if one.span.today and one.name == name:
                for above in one.parents:
                    found.setdefault(above, {})[one] = None
    return {one: tuple(below) for one, below in found.items()}
