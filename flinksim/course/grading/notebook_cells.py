"""The graded part of a notebook: its code cells, and the plain values of its answers.

Not in Flink.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Any

_PLAIN_TYPES = (int, str, float, bool, type(None))


def to_plain_value(value: Any) -> Any:
    """Convert a value to plain values of exact types; replace anything else by the name of its type."""
    kind = type(value)
    if kind in _PLAIN_TYPES:
        return value
    if kind in (list, tuple, set, frozenset):
        made = [to_plain_value(one) for one in value]
        return kind(made) if kind is not frozenset else set(made)
    if kind is dict:
        return {to_plain_value(key): to_plain_value(one) for key, one in value.items()}
    return f"<{kind.__name__[:60]}>"


def read_code_cells(notebook: Any) -> list[tuple[str, bool]]:
    """Read the code cells of a notebook: the text of each, and whether it is the checking cell."""
    found = []
    for cell in notebook["cells"]:
        if cell.get("cell_type") == "code":
            source = cell.get("source", "")
            text = source if isinstance(source, str) else "".join(source)
            graded = cell.get("metadata", {}).get("nbgrader", {})
            found.append((text, bool(graded.get("grade"))))
    return found


def parse_nodes(cells: Iterable[str]) -> Iterator[ast.AST]:
    """Iterate over the syntax nodes of all cells, skipping cells that are not valid Python."""
    for text in cells:
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        yield from ast.walk(tree)
