"""The cell magic ``%%flinksql``: Flink SQL in a notebook, after ``%load_ext flinksim``.

Not in Flink.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from typing import Any, NoReturn

from flinksim.core.binding_errors import BindingError, UnboundSourceError
from flinksim.external_data.bind_jobs import apply_bindings
from flinksim.external_data.binding import BindingSettings, parse_source
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.local_executor import run_settings
from flinksim.runtime.minicluster import RunSettings
from flinksim.simulation.simulation import Simulation
from flinksim.table.planner.planner_errors import SqlError
from flinksim.table.sql_script import create_script_environment, run_statements

DEFAULT_NAME = "sim"
"""The variable of the simulation, if a cell names none."""


class SqlCellError(Exception):
    """A cell cannot be run; a notebook shows the message without a traceback."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


class _OptionParser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise SqlCellError(f"%%flinksql: {message}\n{self.format_usage().strip()}")


class SqlCells:
    """Runs the SQL cells of one notebook; tables and settings last from cell to cell.

    Args:
        variables: The variables of the notebook, which get the simulations.
    """

    def __init__(self, variables: dict[str, Any]) -> None:
        self._variables = variables
        self._environment = create_script_environment()
        self._count = 0

    def run_cell(self, line: str, cell: str) -> None:
        """Run the statements of a cell, print the rows of queries, and keep the last job.

        The job becomes a simulation at its first step, as :func:`~.simulation.simulate` returns it.
        The variable is ``sim``, or the name after ``%%flinksql``.

        Args:
            line: The options behind ``%%flinksql``.
            cell: The statements.

        Raises:
            SqlCellError: A statement, an option or a job fails, or a table has no data.
        """
        options = _parse_options(line)
        self._count += 1
        try:
            sources = tuple(map(parse_source, options.source))
            with (
                run_settings(RunSettings(traced=False)) as runs,
                apply_bindings(BindingSettings(sources, sample=options.sample)) as jobs,
            ):
                run_statements(self._environment, cell, Path(f"SQL cell {self._count}"))
        except UnboundSourceError as error:
            text = str(error).replace("flinksim run PROGRAM", "%%flinksql")
            raise SqlCellError(text[:1].upper() + text[1:]) from None
        except (SqlError, JobExecutionError, BindingError) as error:
            raise SqlCellError(str(error)) from None
        for note in jobs.notes:
            sys.stderr.write(f"{note}\n")
        if runs.pipelines:
            self._variables[options.name] = Simulation(runs.pipelines[-1], RunSettings())


def _parse_options(line: str) -> argparse.Namespace:
    parser = _OptionParser("%%flinksql", add_help=False)
    parser.add_argument("name", nargs="?", default=DEFAULT_NAME)
    parser.add_argument("--source", action="append", default=[], metavar="TABLE=FILE")
    parser.add_argument("--sample", type=int, default=0, metavar="N")
    options = parser.parse_args(shlex.split(line))
    if not options.name.isidentifier():
        parser.error(f"expected the name of a variable, found {options.name!r}")
    return options


def add_sql_magic(shell: Any) -> None:
    """Add ``%%flinksql`` to an IPython shell."""
    shell.register_magic_function(SqlCells(shell.user_ns).run_cell, "cell", "flinksql")
