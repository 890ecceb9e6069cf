"""Class diagrams of Flink 2.3.0, from the supertypes in its jar. Not in Flink."""

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
"""What one draws class diagrams of, and the classes at their tops. An area ends where another
begins."""

Mark: TypeAlias = Literal["here", "under another name", "not modelled"]
MARKS: dict[Mark, str] = {"here": "x", "under another name": "~", "not modelled": " "}
"""What became of a class of Flink in flinksim, and the sign of that in a tree of text."""

HeldAs: TypeAlias = Callable[[FlinkClass], tuple[Mark, str]]
"""The mark of a class, and under which other name it is here, or how, in words."""


@cache
def tops_of(asked: str) -> tuple[FlinkClass, ...]:
    """The classes at the top of a family, or those of a name, of the last version.

    Raises: KeyError if the last version has no such class.
    """
    return tuple(_class_of(name) for name in FAMILIES.get(asked, (asked,)))


def older_names(one: FlinkClass) -> tuple[str, ...]:
    """What older versions, or texts, called a class."""
    return tuple(name.name.replace("$", ".") for name in names() if name.new == one.name)


def classes_below(tops: Iterable[FlinkClass]) -> list[FlinkClass]:
    """*tops* and all that has one of them above it, each once; of an area inside only its tops."""
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
    for one in waiting:  # grows as it goes
        if one not in found:
            found[one] = None
            waiting += children_of(one)
    return found


def area_at(one: FlinkClass) -> str:
    """The area that begins with a class; empty if none does."""
    return next((area for area in FAMILIES if one in tops_of(area)), "")


def children_of(one: FlinkClass) -> tuple[FlinkClass, ...]:
    """The classes of the last version that extend or implement *one*, by name."""
    return _children().get(one, ())


def tree_lines(top: FlinkClass, held_as: HeldAs, language: Language = "en") -> Iterator[str]:
    """The tree of *top*, a class to a line, each marked; a class with two parents stands under both.

    ``[x]`` is here, ``[~]`` under another name, ``[ ]`` not modelled; older names follow.
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
