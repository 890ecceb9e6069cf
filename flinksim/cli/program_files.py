"""The files of a program: the one that is run, and the modules beside it that it imports."""

from __future__ import annotations

import ast
from pathlib import Path

from flinksim.core.python_source import parse_python_file


def list_program_files(program: Path) -> list[Path]:
    """Return *program* and the files that it imports from its folder, directly or through one of them."""
    found = [program]
    for path in found:
        for name in list_imports(path):
            place = program.parent / Path(*name.split("."))
            for candidate in (place.with_suffix(".py"), place / "__init__.py"):
                if candidate not in found and candidate.is_file():
                    found.append(candidate)
    return found


def list_imports(path: Path) -> list[str]:
    """Return the names of the modules that a file imports; of ``from a import b`` also ``a.b``."""
    tree = parse_python_file(path)
    if tree is None:
        return []
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                found += [alias.name for alias in names]
            case ast.ImportFrom(module=str(module), names=names):
                found += [module, *(f"{module}.{alias.name}" for alias in names)]
    return found


def count_relative_levels(path: Path) -> int:
    """Count the dots of the longest relative import of a file: the folders that its package includes."""
    tree = parse_python_file(path)
    if tree is None:
        return 0
    return max(
        (node.level for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)), default=0
    )


def list_unused_lines(path: Path) -> frozenset[int]:
    """List the lines of the functions and classes of a program that never run.

    Nothing names them, or only such functions and classes do.
    """
    tree = parse_python_file(path)
    if tree is None:
        return frozenset()
    definitions = [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.decorator_list
    ]
    used = [node for node in tree.body if node not in definitions]
    named: set[str] = set()
    for node in used:  # grows with the definitions that it names
        named |= _list_names(node)
        used += [each for each in definitions if each.name in named and each not in used]
    return frozenset(
        line
        for node in definitions
        if node not in used
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    )


def _list_names(tree: ast.AST) -> set[str]:
    """List the names and attributes in a part of a program."""
    return {
        node.id if isinstance(node, ast.Name) else node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Name | ast.Attribute)
    }
