"""Scenarios from practice: a short program, a question about its run, and the answer.

A scenario is a Python file. Its docstring has a title, a text, when to ask ("At: ", a condition as
for ``Simulation.run(until=...)``) and the question ("Ask: "). A file of SQL has the same in its first
comments; without "At: " the question is asked at the end. "Source: NAME=FILE" binds a file to a table.
Not in Flink.
"""

from __future__ import annotations

import ast
import runpy
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from itertools import takewhile
from pathlib import Path

from flinksim.analysis.why.answer import Answer
from flinksim.datastream.pipeline_executor import redirect_jobs
from flinksim.external_data.bind_jobs import apply_bindings
from flinksim.external_data.binding import BindingSettings, parse_source
from flinksim.graph.capture_executor import CapturingExecutor
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.minicluster import RunSettings
from flinksim.simulation.simulation import Simulation


@dataclass(frozen=True, slots=True)
class Scenario:
    """A practice scenario: a program, and a question that is asked when the run meets ``until``."""

    path: Path
    title: str
    description: str
    until: str
    question: str
    sources: tuple[str, ...] = ()
    """The bindings of its tables to files, as texts of the option ``--source``."""

    @property
    def name(self) -> str:
        """The name of its file without the suffix."""
        return self.path.stem

    @property
    def answer_file(self) -> Path:
        """The file with the expected answer."""
        return self.path.with_suffix(".txt")

    def run(self) -> Simulation:
        """Run the program to where the question is asked, without showing its output."""
        executor = CapturingExecutor()
        bindings = BindingSettings(tuple(map(parse_source, self.sources)))
        with (
            redirect_stdout(StringIO()),
            redirect_jobs(executor),
            apply_bindings(bindings),
        ):
            if self.path.suffix == ".sql":
                # Scenarios in Python need no planner.
                from flinksim.table.sql_script import run_script

                run_script(self.path)
            else:
                runpy.run_path(str(self.path), run_name="__main__")
        (pipeline,) = executor.pipelines
        simulation = Simulation(pipeline, RunSettings())
        with redirect_stdout(StringIO()):
            try:
                simulation.run(until=self.until)
            except JobExecutionError:
                pass  # the question may be about the failure
        return simulation

    def compute_answer(self) -> Answer:
        """Answer the question; each cause is verified by running the program without it."""
        return self.run().why(self.question)

    def format_answer(self) -> str:
        """Return the text for :attr:`answer_file`."""
        return f"{self.title}\n\n? {self.question}\n\n{self.compute_answer().full_text()}\n"


def read_scenarios(folder: Path) -> Iterator[Scenario]:
    """Read all scenarios of a folder, sorted by name; files of SQL without a question are left out.

    Raises:
        ValueError: If the docstring of a file is not that of a scenario.
    """
    for path in sorted(folder.glob("*.py")):
        yield read_scenario(path)
    for path in sorted(folder.glob("*.sql")):
        if "-- Ask: " in path.read_text(encoding="utf-8"):
            yield read_scenario(path)


def read_scenario(path: Path) -> Scenario:
    """Read the scenario in a file.

    Raises:
        ValueError: If its docstring has no "At: " or no "Ask: ".
    """
    docstring = _read_docstring(path)
    title, _, rest = docstring.partition("\n")
    lines = [line.split(": ", 1) for line in rest.splitlines()]
    fields = {name: text for name, text in filter(_is_field, lines) if name != "Source"}
    sources = tuple(text for name, text in filter(_is_field, lines) if name == "Source")
    if path.suffix == ".sql":
        fields.setdefault("At", "the job is FINISHED")
    if set(fields) != {"At", "Ask"}:
        raise ValueError(
            f"{path}: expected a docstring with a title, a text, 'At: <condition>' and "
            "'Ask: <question>'"
        )
    body = rest
    for name in ("At", "Ask", "Source"):
        body = body.partition(f"{name}: ")[0]
    return Scenario(path, title, body.strip(), fields["At"], fields["Ask"], sources)


def _is_field(parts: list[str]) -> bool:
    """Return whether a line of a docstring is a field of the scenario."""
    return len(parts) == 2 and parts[0] in ("At", "Ask", "Source")


def _read_docstring(path: Path) -> str:
    """Return the docstring of a program, or the first comments of a file of SQL."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".sql":
        return ast.get_docstring(ast.parse(text)) or ""
    comments = takewhile(lambda line: line.startswith("--"), text.splitlines())
    return "\n".join(line[2:].strip() for line in comments)
