"""Runs a program statement by statement, so that a check continues behind the first finding.

A statement that fails is reported, and what it would have assigned counts as unknown. Statements that
use an unknown name are left out, so that one fault is one finding. An exit ends the program here, too.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

_CHECKER_NAME = "__flinksim_check__"
_SIMPLE = (
    ast.Expr,
    ast.Assign,
    ast.AnnAssign,
    ast.AugAssign,
    ast.Import,
    ast.ImportFrom,
    ast.Return,
)


class StatementChecker:
    """Decides for each statement whether it runs, and reports those that fail."""

    def __init__(self, report: Callable[[BaseException], None]) -> None:
        self._report = report
        self._unknown: set[str] = set()

    def is_skipped(self, used: tuple[str, ...], assigned: tuple[str, ...]) -> bool:
        """Return whether a statement uses an unknown name; what it assigns is unknown then, too."""
        if self._unknown.isdisjoint(used):
            return False
        self._unknown.update(assigned)
        return True

    def record(self, error: BaseException, assigned: tuple[str, ...]) -> None:
        """Record that a statement failed."""
        self._unknown.update(assigned)
        if not self.is_consequence(error):
            self._report(error)

    def is_consequence(self, error: BaseException) -> bool:
        """Return whether *error* is about a name that a failed statement would have assigned."""
        named = re.search(r"'(\w+)'", str(error)) if isinstance(error, NameError) else None
        return named is not None and named[1] in self._unknown

    def __deepcopy__(self, memo: Any) -> StatementChecker:
        return self


def run_statements(program: Path, report: Callable[[BaseException], None]) -> None:
    """Run *program* as ``__main__``, and report the error of each statement that fails."""
    tree = _Wrapper().visit(ast.parse(program.read_bytes(), str(program)))
    code = compile(ast.fix_missing_locations(tree), str(program), "exec")
    module = ModuleType("__main__")
    checker = StatementChecker(report)
    module.__dict__.update({"__file__": str(program), _CHECKER_NAME: checker})
    previous = sys.modules.get("__main__")
    sys.modules["__main__"] = module
    try:
        exec(code, module.__dict__)
    except NameError as error:  # outside of the statements that have a guard
        if not checker.is_consequence(error):
            raise
    finally:
        if previous is not None:
            sys.modules["__main__"] = previous


class _Wrapper(ast.NodeTransformer):
    """Puts a guard around each simple statement outside of classes and of nested functions."""

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        # A function with arguments is likely one of a stream; its errors are those of the job.
        if node.args.args or any(
            isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(node)
        ):
            return node
        return self.generic_visit(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        visited = super().generic_visit(node)
        for field in ("body", "orelse", "finalbody"):
            statements = getattr(visited, field, None)
            if isinstance(statements, list):
                setattr(visited, field, [_wrap_statement(each) for each in statements])
        return visited


def _wrap_statement(statement: ast.stmt) -> ast.stmt:
    is_future_import = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
    # Before "from __future__" only a docstring is allowed, and no guard around it.
    is_docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    if not isinstance(statement, _SIMPLE) or is_future_import or is_docstring:
        return statement
    names = [node for node in ast.walk(statement) if isinstance(node, ast.Name)]
    used = sorted({node.id for node in names if isinstance(node.ctx, ast.Load)})
    assigned = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    if isinstance(statement, ast.Import | ast.ImportFrom):
        assigned |= {(alias.asname or alias.name).partition(".")[0] for alias in statement.names}
    template = ast.parse(
        f"if not {_CHECKER_NAME}.is_skipped({tuple(used)!r}, {tuple(sorted(assigned))!r}):\n"
        "    try:\n        pass\n"
        f"    except Exception as {_CHECKER_NAME}error:\n"
        f"        {_CHECKER_NAME}.record({_CHECKER_NAME}error, {tuple(sorted(assigned))!r})\n"
    ).body[0]
    assert isinstance(template, ast.If)
    for node in ast.walk(template):
        ast.copy_location(node, statement)
    attempt = template.body[0]
    assert isinstance(attempt, ast.Try)
    attempt.body = [statement]
    return template
