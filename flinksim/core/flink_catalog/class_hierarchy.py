"""Class hierarchies of Flink 2.3.0, from the supertypes in its jar. Not in Flink."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Literal, TypeAlias

from flinksim.core.flink_catalog.classes import FlinkClass, load_flink_classes
from flinksim.core.flink_catalog.glossary import load_terms
from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.locales.glossary_zh import translate

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
"""Families of related Flink classes, each with its own class diagram: their root classes by name.

A family ends where another one begins.
"""

ModelStatus: TypeAlias = Literal["available", "under another name", "not modelled"]
STATUS_MARKS: dict[ModelStatus, str] = {
    "available": "x",
    "under another name": "~",
    "not modelled": " ",
}
"""Mark for each status in a text tree: how flinksim models a class of Flink."""

StatusLookup: TypeAlias = Callable[[FlinkClass], tuple[ModelStatus, str]]
"""Function that returns how flinksim models a given Flink class, as a status and details in words."""


@cache
def find_root_classes(family_or_class: str) -> tuple[FlinkClass, ...]:
    """Find the root classes of a family, or the classes called so in the newest Flink version.

    Raises:
        KeyError: if the last version has no such class.
    """
    return tuple(_find_class(name) for name in FAMILIES.get(family_or_class, (family_or_class,)))


def list_older_names(flink_class: FlinkClass) -> tuple[str, ...]:
    """List the names that older versions, or texts, use for a class."""
    return tuple(
        name.name.replace("$", ".") for name in load_terms() if name.new == flink_class.name
    )


def collect_subclasses(roots: Iterable[FlinkClass]) -> list[FlinkClass]:
    """Collect *roots* and all their subclasses once; of a nested family only its root classes."""
    begun = list(roots)
    found = _collect_descendants(begun)
    for one in list(found):
        if one not in begun and find_family_rooted_at(one):
            for below in _collect_descendants([one]):
                if below != one:
                    found.pop(below, None)
    return list(found)


def _collect_descendants(roots: Iterable[FlinkClass]) -> dict[FlinkClass, None]:
    found: dict[FlinkClass, None] = {}
    waiting = list(roots)
    for one in waiting:  # the loop extends the list
        if one not in found:
            found[one] = None
            waiting += list_children(one)
    return found


def find_family_rooted_at(flink_class: FlinkClass) -> str:
    """Find the family that has this class as a root; return an empty text if there is none."""
    return next((area for area in FAMILIES if flink_class in find_root_classes(area)), "")


def list_children(flink_class: FlinkClass) -> tuple[FlinkClass, ...]:
    """List the classes of the last version that extend or implement *flink_class*, by name."""
    return _index_children().get(flink_class, ())


def format_class_tree(
    root: FlinkClass, find_status: StatusLookup, language: Language = "en"
) -> Iterator[str]:
    """Yield the class tree below *root*, one class per line, each with a mark for its status.

    ``[x]`` means modelled in flinksim, ``[~]`` modelled under another name, ``[ ]`` not modelled. Older
    names follow. A class with two parents is listed under both.
    """
    yield from _format_lines(root, 0, find_status, (), language)


def _format_lines(
    flink_class: FlinkClass,
    depth: int,
    find_status: StatusLookup,
    path: tuple[FlinkClass, ...],
    language: Language,
) -> Iterator[str]:
    mark, other = find_status(flink_class)
    kind = (
        ""
        if flink_class.kind == "class"
        else translate(language, "{0} ({1})", "", translate(language, flink_class.kind))
    )
    here = translate(language, "  in flinksim: {0}", other) if mark == "under another name" else ""
    older = translate(language, ", ").join(list_older_names(flink_class))
    once = translate(language, "  formerly: {0}", older) if older else ""
    yield f"{'  ' * depth}[{STATUS_MARKS[mark]}] {flink_class.name.replace('$', '.')}{kind}{here}{once}"
    for below in list_children(flink_class):
        if below not in path:
            yield from _format_lines(below, depth + 1, find_status, (*path, flink_class), language)


def _find_class(name: str) -> FlinkClass:
    package, _, simple = name.rpartition(".")
    known = load_flink_classes().get(simple, ()) + load_flink_classes().get(
        name.replace(".", "$"), ()
    )
    for one in known:
        if one.version_range.is_current and package in (
            "",
            one.package,
            one.name.rpartition("$")[0],
        ):
            return one
    raise KeyError(name)


@cache
def _index_children() -> dict[FlinkClass, tuple[FlinkClass, ...]]:
    found: dict[FlinkClass, dict[FlinkClass, None]] = {}
    for name, classes in sorted(load_flink_classes().items()):
        for one in classes:
            if one.version_range.is_current and one.name == name:
                for above in one.parents:
                    found.setdefault(above, {})[one] = None
    return {one: tuple(below) for one, below in found.items()}
