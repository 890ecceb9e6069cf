"""Class diagrams of Flink 2.3.0 as trees, from the supertypes in its jar. Not in Flink."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from flinksim.base.flink_classes import FlinkClass, flink_classes
from flinksim.base.glossary import names

FAMILIES: dict[str, tuple[str, ...]] = {
    "operators": ("StreamOperator",),
    "transformations": ("Transformation",),
    "tasks": ("StreamTask",),
    "state": ("State",),
    "assigners": ("WindowAssigner",),
    "triggers": ("Trigger",),
    "functions": ("Function",),
    "partitioners": ("StreamPartitioner",),
    "partitions": ("ResultPartition", "ResultSubpartition"),
    "channels": ("InputChannel", "InputGate"),
}
"""What one draws class diagrams of, and the classes at their tops."""


@cache
def _below() -> dict[str, tuple[str, ...]]:
    """By class of the last version those that name it as a supertype."""
    found: dict[str, dict[str, None]] = {}
    for name, classes in flink_classes().items():
        for one in classes:
            if one.span.today and one.name == name:
                for above in one.supertypes:
                    found.setdefault(above, {})[name] = None
    return {name: tuple(sorted(below)) for name, below in found.items()}


def tree_lines(top: str, modelled: frozenset[str]) -> Iterator[str]:
    """The tree of *top*, a class to a line, each marked; a class with two parents stands under both.

    ``[x]`` is here (of those *modelled*), ``[ ]`` is not modelled; older names follow in brackets.

    Raises: KeyError if the last version has no such class.
    """
    if not any(one.span.today for one in flink_classes().get(top, ())):
        raise KeyError(top)
    yield from _lines(top, 0, modelled, ())


def _lines(name: str, depth: int, modelled: frozenset[str], path: tuple[str, ...]) -> Iterator[str]:
    classes = [one for one in flink_classes().get(name, ()) if one.span.today]
    yield _line(name, classes[0] if classes else None, depth, modelled)
    for below in _below().get(name, ()):
        if below not in path:
            yield from _lines(below, depth + 1, modelled, (*path, name))


def _line(name: str, found: FlinkClass | None, depth: int, modelled: frozenset[str]) -> str:
    mark = "x" if name in modelled or name.rsplit("$", 1)[-1] in modelled else " "
    kind = "" if found is None or found.kind == "class" else f" ({found.kind})"
    older = [one.name.replace("$", ".") for one in names() if one.new == name]
    once = f"  once: {', '.join(older)}" if older else ""
    return f"{'  ' * depth}[{mark}] {name.replace('$', '.')}{kind}{once}"
