"""The runs: programs of ``build_examples`` as pages that open at one step.

They are also the examples of the playground. A scenario (``examples/situations``) has a question and
an answer. The docstrings of ``examples/runs`` say what to show: ``At: <event type> [number]`` and
``View: <view>``.
"""

from __future__ import annotations

import ast
import html
import json
import runpy
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

from flinksim.course.scenarios import Scenario, read_scenarios
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.local_executor import run_settings
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.simulation.program_source import extract_program_source
from flinksim.simulation.simulation import Simulation
from flinksim.trace.storage.codec import encode
from flinksim.viz.widgets.export.html_page import check_view
from website.shell import Page

MAX_STEPS_AFTER_QUESTION = 3_000
"""Maximum number of steps that are recorded after a question."""


@dataclass(frozen=True, slots=True)
class Run:
    """A program that has run, and the step at which its page opens."""

    path: Path
    title: str
    description: str
    cluster: MiniCluster
    step: int
    view: str = ""
    question: str = ""
    answer: str = ""
    answer_data: dict[str, Any] | None = None

    @property
    def name(self) -> str:
        """The name of its file without the suffix."""
        return self.path.stem

    @property
    def fragment(self) -> str:
        """The part of the address that says where the page opens."""
        view = f"&view={self.view.replace(' ', '+')}" if self.view else ""
        return f"step={self.step}{view}"

    @property
    def program(self) -> str:
        return self.path.read_text(encoding="utf-8")

    def write(self, folder: Path) -> None:
        """Write the trace and the state of the page."""
        folder.mkdir(parents=True, exist_ok=True)
        trace = self.cluster.trace
        (folder / "run.flinktrace").write_bytes(encode(trace))
        state = {
            "choose": False,
            "position": trace.event_range(self.step)[1],
            "view": self.view,
            "addressed": True,
            "program": extract_program_source(self.cluster.job_graph),
            "answer": self.answer_data or {},
        }
        (folder / "about.json").write_text(json.dumps(state), encoding="utf-8")

    def build_page(self) -> Page:
        """Build the page that shows the run."""
        question = (
            f"<p><b>{html.escape(_format_question(self.question))}</b></p>\n"
            if self.question
            else ""
        )
        main = (
            f'<main id="main" class="page"><h1>{html.escape(self.title)}</h1>\n'
            f'<p class="lead">{html.escape(self.description)}</p>\n{question}'
            f'<div class="shot" data-trace="run.flinktrace" data-about="about.json"></div>\n'
            f'<div class="acts"><a class="button primary" href="../../play/#example={self.name}'
            f'&amp;{html.escape(self.fragment)}">Open in the playground</a>'
            f'<a class="button" href="../">All runs</a></div>\n'
            f'<div class="columns">{_build_section("Answer", self.answer)}{_build_section("Program", self.program)}'
            "</div></main>"
        )
        return Page(
            f"runs/{self.name}/",
            f"{self.title} - flinksim",
            _find_first_sentence(self.description),
            main,
        )


def load_runs(examples: Path) -> list[Run]:
    """Run every program of the two folders."""
    runs = [_run_scenario(one) for one in read_scenarios(examples / "situations")]
    return [*runs, *map(_run_example, sorted((examples / "runs").glob("*.py")))]


def build_index(runs: list[Run]) -> Page:
    """Build the page that lists the runs."""
    with_question = [run for run in runs if run.question]
    without_question = [run for run in runs if not run.question]
    main = (
        '<main id="main" class="page"><h1>Runs</h1>\n<p class="lead">Situations from real jobs, each '
        "opened at the step that shows it. Step on from there, or open the program in the playground "
        "and change it.</p>\n"
        f"<h2>Why?</h2>{_build_cards(with_question)}<h2>How Flink works</h2>{_build_cards(without_question)}</main>"
    )
    return Page("runs/", "Runs - flinksim", "Situations from real Flink jobs, step by step.", main)


def _run_scenario(scenario: Scenario) -> Run:
    sim = scenario.run()
    question_step = len(sim.trace) - 1
    answer = sim.why(scenario.question).to_json()
    # the last event that the answer names; the step of the question itself may show nothing of it
    step = max((link["step"] for link in answer["links"]), default=question_step)
    with redirect_stdout(StringIO()):
        try:
            sim.run(until=question_step + MAX_STEPS_AFTER_QUESTION)
        except JobExecutionError:
            pass  # the question may be about the failure
    return Run(
        scenario.path,
        scenario.title.rstrip("."),
        " ".join(scenario.description.split()),
        sim.cluster,
        step,
        question=scenario.question,
        answer=scenario.answer_file.read_text(encoding="utf-8").split("\n\n", 2)[2],
        answer_data=answer,
    )


def _run_example(path: Path) -> Run:
    """Run an example.

    Raises:
        ValueError: If its docstring does not say where to open it, or the event never happens.
    """
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    title, _, rest = text.partition("\n")
    body, _, tail = rest.partition("At: ")
    at, _, view = tail.partition("View: ")
    kind, _, number = at.strip().partition(" ")
    cluster = _run_program(path)
    steps = [
        step.number
        for step in cluster.trace
        for event in step.events
        if type(event).__name__ == kind
    ]
    if len(steps) < int(number or 1):
        raise ValueError(
            f"{path}: 'At: {at.strip()}': there are {len(steps)} such events in the run"
        )
    step = steps[int(number or 1) - 1]
    description = " ".join(body.split())
    return Run(path, title.rstrip("."), description, cluster, step, check_view(view.strip()))


def _run_program(path: Path) -> MiniCluster:
    with redirect_stdout(StringIO()), run_settings(RunSettings()) as runs:
        space = runpy.run_path(str(path), run_name="__main__")
    simulations = [one.cluster for one in space.values() if isinstance(one, Simulation)]
    (cluster,) = runs.clusters or simulations
    return cluster


def _build_cards(runs: list[Run]) -> str:
    return '<ul class="tiles">' + "".join(map(_build_card, runs)) + "</ul>\n"


def _build_card(run: Run) -> str:
    question = (
        f'<p class="ask">{html.escape(_format_question(run.question))}</p>' if run.question else ""
    )
    return (
        f'<li><a href="{run.name}/#{html.escape(run.fragment)}">{html.escape(run.title)}</a>'
        f"<p>{html.escape(_find_first_sentence(run.description))}</p>{question}</li>\n"
    )


def _build_section(title: str, text: str) -> str:
    if not text:
        return ""
    return f'<section><h2>{title}</h2><pre tabindex="0">{html.escape(text.strip())}</pre></section>'


def _find_first_sentence(text: str) -> str:
    return text.split(". ")[0].rstrip(".") + "."


def _format_question(question: str) -> str:
    return question[:1].upper() + question[1:].rstrip("?") + "?"
