"""The graded part of a notebook: its code cells.

Not in Flink.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Any

from flinksim.core.python_source import parse_python


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
        tree = parse_python(text)
        if tree is not None:
            yield from ast.walk(tree)
