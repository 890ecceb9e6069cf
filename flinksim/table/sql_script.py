"""Run or explain a file of SQL statements: ``flinksim run query.sql``, ``flinksim plan query.sql``."""

from __future__ import annotations

import linecache
from collections.abc import Iterator
from pathlib import Path

from flinksim.table.compiled_plan.script_lines import ScriptLines, use_script
from flinksim.table.console_output import write_line
from flinksim.table.environment_settings import EnvironmentSettings
from flinksim.table.planner import sql_ast as ast
from flinksim.table.planner.planner_errors import SqlError
from flinksim.table.planner.statement_planner import StatementPlan
from flinksim.table.table_environment import TableEnvironment


def _read(path: Path, text: str) -> Iterator[tuple[ast.Statement, ScriptLines]]:
    """Yield the statements of a script; the lines of each are selected while it is executed."""
    try:
        from flinksim.table.planner.sql_parser import locate_statements, parse_statements
    except ModuleNotFoundError as error:
        if error.name != "sqlglot":
            raise
        raise SqlError(
            "SQL needs the package sqlglot. Install it: pip install 'flinksim[sql]'."
        ) from None
    statements = parse_statements(text)
    with use_script(path, text) as script:
        for statement, (first, last) in zip(statements, locate_statements(text), strict=True):
            script.select(first, last)
            yield statement, script


def run_script(path: Path) -> None:
    """Execute the statements of a file in order, and print the rows of queries."""
    run_script_text(path.read_text(encoding="utf-8"), path)


def run_script_text(text: str, path: Path) -> None:
    """Execute statements in order, and print the rows of queries; *path* is the file that they are from."""
    run_statements(create_script_environment(), text, path)


def create_script_environment() -> TableEnvironment:
    """Create an environment for the statements of a script."""
    return TableEnvironment.create(EnvironmentSettings.in_streaming_mode())


def run_statements(environment: TableEnvironment, text: str, path: Path) -> None:
    """Execute statements in an environment, and print the rows of queries; *path* is their file.

    The stepper finds the text under this path, also where there is no such file.
    """
    lines = text.splitlines(keepends=True)
    linecache.cache[str(path)] = len(text), None, lines, str(path)
    for statement, _ in _read(path, text):
        if isinstance(statement, ast.ClientCommand) and statement.name == "QUIT":
            return
        result = environment.execute_statement(statement)
        if isinstance(statement, ast.QueryStatement | ast.Show | ast.Explain):
            result.print()
        else:
            result.wait()


def explain_script(path: Path) -> None:
    """Print the plan of each query and INSERT of a file; tables are created, and nothing runs."""
    environment = create_script_environment()
    for statement, _ in _read(path, path.read_text(encoding="utf-8")):
        match statement:
            case ast.QueryStatement() | ast.Insert() | ast.StatementGroup():
                explain = ast.Explain(statement, ["CHANGELOG_MODE"])
                rows = environment.execute_statement(explain).collect()
                write_line(next(rows)[0])
            case ast.Explain():
                rows = environment.execute_statement(statement).collect()
                write_line(next(rows)[0])
            case ast.ClientCommand(name="QUIT"):
                return
            case ast.Show() | ast.ExecutePlan() | ast.CompilePlan() | ast.StatementList():
                continue
            case _:
                environment.execute_statement(statement)


def list_script_plans(path: Path) -> Iterator[tuple[str, StatementPlan]]:
    """Yield the text and the plan of each query and INSERT of a file; tables are created, nothing runs."""
    environment = create_script_environment()
    for statement, script in _read(path, path.read_text(encoding="utf-8")):
        match statement:
            case ast.QueryStatement() | ast.Insert() | ast.StatementGroup():
                text = "\n".join(script.lines[script.first - 1 : script.last])
                yield text, environment.plan_statement(statement)
            case ast.Explain() | ast.Show():
                continue
            case _:
                environment.execute_statement(statement)
