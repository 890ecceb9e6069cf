"""The runs: programs of ``examples`` as pages that open at one step, and as examples of the playground.

A *situation* (``examples/situations``) has a question, and its page the answer. The programs of
``examples/runs`` have something to see: ``At: <kind of fact> [number]`` and ``View: <view>`` in their docstrings
say where.
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

from flinksim.course.scenarios import Situation, situations_in
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.local_executor import run_settings
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.simulation.program_source import program_lines
from flinksim.simulation.simulation import Simulation
from flinksim.trace.storage.codec import encode
from flinksim.viz.widgets.export.html_page import checked_view
from website.shell import Page

FURTHER = 3_000
"""So many steps are recorded after a question at most, for who wants to see how it goes on."""


@dataclass(frozen=True, slots=True)
class Run:
    """A program that has been run, and the step at which its page opens."""

    path: Path
    title: str
    words: str
    cluster: MiniCluster
    step: int
    view: str = ""
    question: str = ""
    answer: str = ""
    told: dict[str, Any] | None = None

    @property
    def name(self) -> str:
        """What its file is called."""
        return self.path.stem

    @property
    def look(self) -> str:
        """The part of an address that says where it opens."""
        view = f"&view={self.view.replace(' ', '+')}" if self.view else ""
        return f"step={self.step}{view}"

    @property
    def program(self) -> str:
        return self.path.read_text(encoding="utf-8")

    def write(self, folder: Path) -> None:
        """Its trace, and what its page shows of it."""
        folder.mkdir(parents=True, exist_ok=True)
        trace = self.cluster.trace
        (folder / "run.flinktrace").write_bytes(encode(trace))
        state = {
            "choose": False,
            "position": trace.event_range(self.step)[1],
            "view": self.view,
            "addressed": True,
            "program": program_lines(self.cluster.job_graph),
            "answer": self.told or {},
        }
        (folder / "about.json").write_text(json.dumps(state), encoding="utf-8")

    def page(self) -> Page:
        """The page that shows it."""
        asked = f"<p><b>{html.escape(_sentence(self.question))}</b></p>\n" if self.question else ""
        main = (
            f'<main id="main" class="page"><h1>{html.escape(self.title)}</h1>\n'
            f'<p class="lead">{html.escape(self.words)}</p>\n{asked}'
            f'<div class="shot" data-trace="run.flinktrace" data-about="about.json"></div>\n'
            f'<div class="acts"><a class="button primary" href="../../play/#example={self.name}'
            f'&amp;{html.escape(self.look)}">Change it in the playground</a>'
            f'<a class="button" href="../">All runs</a></div>\n'
            f'<div class="columns">{_text("Answer", self.answer)}{_text("Program", self.program)}'
            "</div></main>"
        )
        return Page(f"runs/{self.name}/", f"{self.title} - flinksim", _first(self.words), main)


def all_runs(examples: Path) -> list[Run]:
    """Every program of the two folders, run."""
    runs = [_of_situation(one) for one in situations_in(examples / "situations")]
    return [*runs, *map(_to_see, sorted((examples / "runs").glob("*.py")))]


def index(runs: list[Run]) -> Page:
    """The page that lists them."""
    asked = [run for run in runs if run.question]
    shown = [run for run in runs if not run.question]
    main = (
        '<main id="main" class="page"><h1>Runs</h1>\n<p class="lead">What happens in real jobs, each '
        "recorded and opened at the step where it happens. Step on from there, or take the program "
        "into the playground and change it.</p>\n"
        f"<h2>Why?</h2>{_cards(asked)}<h2>To see once</h2>{_cards(shown)}</main>"
    )
    return Page("runs/", "Runs - flinksim", "Situations from real Flink jobs, step by step.", main)


def _of_situation(situation: Situation) -> Run:
    sim = situation.run()
    asked, was_over = len(sim.trace) - 1, sim.status != "RUNNING"
    told = sim.why(situation.question).to_json()
    step = told["links"][0]["step"] if was_over and told["links"] else asked
    with redirect_stdout(StringIO()):
        try:
            sim.run(until=asked + FURTHER)
        except JobExecutionError:
            pass  # which may be what is asked about
    return Run(
        situation.path,
        situation.title.rstrip("."),
        " ".join(situation.words.split()),
        sim.cluster,
        step,
        question=situation.question,
        answer=situation.answer_file.read_text(encoding="utf-8").split("\n\n", 2)[2],
        told=told,
    )


def _to_see(path: Path) -> Run:
    """Raises: ValueError if its docstring does not say where to look, or that never happens."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    title, _, rest = text.partition("\n")
    words, _, tail = rest.partition("At: ")
    at, _, view = tail.partition("View: ")
    kind, _, number = at.strip().partition(" ")
    cluster = _run(path)
    steps = [
        step.number for step in cluster.trace for fact in step.events if type(fact).__name__ == kind
    ]
    if len(steps) < int(number or 1):
        raise ValueError(
            f"{path}: 'At: {at.strip()}': there are {len(steps)} such facts in the run"
        )
    step = steps[int(number or 1) - 1]
    told = " ".join(words.split())
    return Run(path, title.rstrip("."), told, cluster, step, checked_view(view.strip()))


def _run(path: Path) -> MiniCluster:
    with redirect_stdout(StringIO()), run_settings(RunSettings()) as runs:
        space = runpy.run_path(str(path), run_name="__main__")
    benches = [one.cluster for one in space.values() if isinstance(one, Simulation)]
    (cluster,) = runs.clusters or benches
    return cluster


def _cards(runs: list[Run]) -> str:
    return '<ul class="tiles">' + "".join(map(_card, runs)) + "</ul>\n"


def _card(run: Run) -> str:
    asked = f'<p class="ask">{html.escape(_sentence(run.question))}</p>' if run.question else ""
    return (
        f'<li><a href="{run.name}/#{html.escape(run.look)}">{html.escape(run.title)}</a>'
        f"<p>{html.escape(_first(run.words))}</p>{asked}</li>\n"
    )


def _text(title: str, text: str) -> str:
    if not text:
        return ""
    return f'<section><h2>{title}</h2><pre tabindex="0">{html.escape(text.strip())}</pre></section>'


def _first(words: str) -> str:
    return words.split(". ")[0].rstrip(".") + "."


def _sentence(question: str) -> str:
    return question[:1].upper() + question[1:].rstrip("?") + "?"
