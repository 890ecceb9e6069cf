"""PyFlink: ``StatementSet`` and ``TablePipeline``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flinksim.table.console_output import write_line
from flinksim.table.planner import sql_ast as ast
from flinksim.table.planner.rel_nodes import Rel
from flinksim.table.planner.session_catalog import TableEntry

if TYPE_CHECKING:
    from flinksim.table.table import Table
    from flinksim.table.table_environment import TableEnvironment
    from flinksim.table.table_result import TableResult

__all__ = ["StatementSet", "TablePipeline"]


class TablePipeline:
    """A query and the table to which it is written."""

    def __init__(self, table: Table, sink: TableEntry) -> None:
        self.table = table
        self.sink = sink

    def to_rel(self) -> Rel:
        """Return the logical sink."""
        return self.table.t_env.planner.make_sink(self.table.rel, self.sink, None, ())

    def execute(self) -> TableResult:
        """Run the pipeline."""
        return self.table.t_env.execute_sinks([self.to_rel()])

    def explain(self, *extra_details: Any) -> str:
        """Return the plan."""
        return self.table.t_env.explain_sinks([self.to_rel()], extra_details)


class StatementSet:
    """Several INSERTs that run as one job."""

    def __init__(self, t_env: TableEnvironment) -> None:
        self._t_env = t_env
        self._sinks: list[Rel] = []

    def add(self, table_pipeline: TablePipeline) -> StatementSet:
        """Add a pipeline."""
        self._sinks.append(table_pipeline.to_rel())
        return self

    def add_insert_sql(self, stmt: str) -> StatementSet:
        """Add an INSERT statement."""
        from flinksim.table.planner.sql_parser import parse_statement

        statement = parse_statement(stmt)
        if not isinstance(statement, ast.Insert):
            raise ValueError("Only insert statement is supported now.")
        self._sinks.append(self._t_env.planner.translate_insert(statement))
        return self

    def add_insert(
        self, target_path_or_descriptor: Any, table: Table, overwrite: bool = False
    ) -> StatementSet:
        """Add a table to be written."""
        return self.add(
            TablePipeline(table, self._t_env.find_sink(target_path_or_descriptor, table.rel))
        )

    def explain(self, *extra_details: Any) -> str:
        """Return the plan."""
        return self._t_env.explain_sinks(self._sinks, extra_details)

    def print_explain(self, *extra_details: Any) -> None:
        """Print the plan."""
        write_line(self.explain(*extra_details))

    def attach_as_datastream(self) -> None:
        """Add the statements to the stream environment's next job."""
        self._t_env.attach_sinks(self._sinks)
        self._sinks = []

    def execute(self) -> TableResult:
        """Run all statements as one job."""
        sinks, self._sinks = self._sinks, []
        return self._t_env.execute_sinks(sinks)
