"""Situations from real life: a short program, the question that people ask about it, the answer.

A situation is a Python file whose docstring has a title, a text, when to ask ("At: ", a condition as
for ``Simulation.run(until=...)``) and what to ask ("Ask: "). Not in Flink.
"""

from __future__ import annotations

import ast
import runpy
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from flinksim.analysis.why.answer import Answer
from flinksim.common.job_client import JobClient
from flinksim.common.job_execution_result import JobExecutionResult
from flinksim.common.job_id import JobID
from flinksim.datastream.pipeline_executor import Pipeline, every_job_goes_to
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.minicluster import RunSettings
from flinksim.simulation.simulation import Simulation


@dataclass(frozen=True, slots=True)
class Situation:
    """One of them; ``until`` is when to ask ``question``."""

    path: Path
    title: str
    words: str
    until: str
    question: str

    @property
    def name(self) -> str:
        """What its file is called."""
        return self.path.stem

    @property
    def answer_file(self) -> Path:
        """Where its answer is kept, as printed."""
        return self.path.with_suffix(".txt")

    def run(self) -> Simulation:
        """The program, run to where the question is asked; what it prints is not seen."""
        found: list[Pipeline] = []
        with redirect_stdout(StringIO()), every_job_goes_to(_Kept(found)):
            runpy.run_path(str(self.path), run_name="__main__")
        (pipeline,) = found
        simulation = Simulation(pipeline, RunSettings())
        with redirect_stdout(StringIO()):
            try:
                simulation.run(until=self.until)
            except JobExecutionError:
                pass  # which may be what is asked about
        return simulation

    def answer(self) -> Answer:
        """The answer to its question, tried."""
        return self.run().why(self.question)

    def text(self) -> str:
        """What is kept in :attr:`answer_file`."""
        return f"{self.title}\n\n? {self.question}\n\n{self.answer()}\n"


def situations_in(folder: Path) -> Iterator[Situation]:
    """All situations of *folder*, by name.

    Raises: ValueError for a file whose docstring is none of a situation.
    """
    for path in sorted(folder.glob("*.py")):
        yield read_situation(path)


def read_situation(path: Path) -> Situation:
    """The situation in the file *path*.

    Raises: ValueError if its docstring has no "At: " or "Ask: ".
    """
    words = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    title, _, rest = words.partition("\n")
    told = dict(line.split(": ", 1) for line in rest.splitlines() if line[:4] in ("At: ", "Ask:"))
    if set(told) != {"At", "Ask"}:
        raise ValueError(
            f"{path}: expected a docstring with a title, a text, 'At: <condition>' and "
            "'Ask: <question>'"
        )
    body = rest.partition("At: ")[0].strip()
    return Situation(path, title, body, told["At"], told["Ask"])


class _Kept:
    """An executor that runs nothing and keeps the programs."""

    def __init__(self, found: list[Pipeline]) -> None:
        self._found = found

    def execute(self, pipeline: Pipeline) -> JobClient:
        self._found.append(pipeline)
        return JobClient(JobID(), JobExecutionResult(JobID()))
