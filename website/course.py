"""The course: every lesson as a page that runs, made from the notebook that its source gives."""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from website.shell import Page


@dataclass(frozen=True, slots=True)
class Lesson:
    """A notebook of the course."""

    name: str
    cells: list[dict[str, Any]]

    @property
    def title(self) -> str:
        first = "".join(self.cells[0]["source"]).splitlines()[0]
        return first.lstrip("# ")

    @property
    def about(self) -> str:
        """What it asks: its first words in bold."""
        found = re.search(r"\*\*(.+?)\*\*", "".join(self.cells[0]["source"]), re.DOTALL)
        return " ".join(found[1].replace("`", "").split()) if found else self.title

    def page(self, has_lab: bool) -> Page:
        """The page on which it runs."""
        path = f"../../lab/lab/index.html?path={self.name}.ipynb"
        lab = f'<a class="button" href="{path}">Open in JupyterLab</a>' if has_lab else ""
        parts = [self._cell(number, cell) for number, cell in enumerate(self.cells)]
        main = (
            f'<main id="main" class="page lesson"><article data-lesson="{self.name}">\n'
            '<div class="tools follows"><button type="button" id="runAll" class="primary">Run all</button>'
            '<button type="button" id="stopAll" disabled>Stop</button>'
            '<button type="button" id="again">Begin again</button>'
            '<p id="status" role="status"></p><p id="progress"></p></div>\n'
            f"{''.join(parts)}"
            f'<div class="acts"><a class="button" href="../">All lessons</a>{lab}</div></article></main>'
        )
        title = f"{self.title} - flinksim"
        return Page(f"course/{self.name}/", title, self.about, main, "course", runs_python=True)

    def _cell(self, number: int, cell: dict[str, Any]) -> str:
        text = "".join(cell["source"])
        if cell["cell_type"] != "code":
            return f'<div class="prose">{as_html(text)}</div>\n'
        return (
            f'<section class="lesson-cell" data-cell="{number}" aria-label="Cell {number}">'
            '<button type="button" class="runs" title="Shift+Enter">Run</button>'
            f'<div class="editor"><pre>{html.escape(text)}</pre></div>'
            '<div class="shown"></div></section>\n'
        )


def lessons_of(notebooks: Path) -> list[Lesson]:
    """The lessons that have a source, in order: they need the simulator alone."""
    found = []
    for source in sorted((notebooks / "source").glob("*.py")):
        notebook = notebooks / f"{source.stem}.ipynb"
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        found.append(Lesson(source.stem, cells))
    return found


def elsewhere(notebooks: Path, lessons: list[Lesson]) -> list[str]:
    """The notebooks that need more than a browser has."""
    here = {lesson.name for lesson in lessons}
    return [path.stem for path in sorted(notebooks.glob("*.ipynb")) if path.stem not in here]


def index(lessons: list[Lesson], others: list[str]) -> Page:
    """The list of lessons."""
    cards = "".join(
        f'<li data-lesson="{one.name}"><a href="{one.name}/">{html.escape(one.title)}</a>'
        f'<p>{html.escape(one.about)}</p><p class="ask"></p></li>\n'
        for one in lessons
    )
    named = ", ".join(f"<code>{html.escape(name)}</code>" for name in others)
    rest = (
        f"<h2>With Spark or a notebook</h2><p>These need more than a browser has: {named}. "
        "Run them with <code>make lab</code> in a checkout.</p>"
        if others
        else ""
    )
    main = (
        '<main id="main" class="page"><h1>Course</h1>\n<p class="lead">One idea each: predict, step, '
        "change one thing, and be graded on the trace. Everything runs in this browser, and what you "
        f'have done is kept here alone.</p>\n<ul class="tiles">\n{cards}</ul>'
        '<div class="acts"><button type="button" id="export">Take your progress along</button>'
        '<label class="button">Bring it back <input id="import" type="file" accept=".json" class="unseen">'
        f'</label><p id="status" role="status"></p></div>{rest}</main>'
    )
    return Page("course/", "Course - flinksim", "Lessons on streams that run.", main, "course")


def as_html(text: str) -> str:
    """Markdown as HTML without inline styles."""
    import markdown  # comes with MkDocs

    extensions = ["fenced_code", "tables", "sane_lists"]
    configs = {"tables": {"use_align_attribute": True}}
    return markdown.markdown(text, extensions=extensions, extension_configs=configs)
