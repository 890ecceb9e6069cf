"""The course: every lesson as a page that runs, made from the notebook that its source gives.

In English in ``course/``, in Chinese in ``course/zh/``.
"""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from website.shell import Page
from website.words import Language, say


@dataclass(frozen=True, slots=True)
class Lesson:
    """A notebook of the course."""

    name: str
    cells: list[dict[str, Any]]
    language: Language = "en"

    @property
    def path(self) -> str:
        """Where its page stands in the site."""
        return f"{home_of(self.language)}{self.name}/"

    @property
    def key(self) -> str:
        """By what the browser keeps what has been done."""
        return self.path.removeprefix(home_of("en")).rstrip("/")

    @property
    def opening(self) -> str:
        """The code of its first cell, which shows the picture that the lesson opens with."""
        code = next(cell for cell in self.cells if cell["cell_type"] == "code")
        return "".join(code["source"])

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
        path = f"{'../' * self.path.count('/')}lab/lab/index.html?path={self.key}.ipynb"
        lab = (
            f'<a class="button" href="{path}">{self._say("Open in JupyterLab")}</a>'
            if has_lab
            else ""
        )
        parts = [self._cell(number, cell) for number, cell in enumerate(self.cells)]
        main = (
            f'<main id="main" class="page lesson"><article data-lesson="{self.key}">\n'
            '<div class="tools follows"><button type="button" id="runAll" class="primary">'
            f"{self._say('Run all')}</button>"
            f'<button type="button" id="stopAll" disabled>{self._say("Stop")}</button>'
            f'<button type="button" id="again">{self._say("Begin again")}</button>'
            '<p id="status" role="status"></p><p id="progress"></p></div>\n'
            f"{''.join(parts)}"
            f'<div class="acts"><a class="button" href="../">{self._say("All lessons")}</a>{lab}</div></article></main>'
        )
        title = f"{self.title} - flinksim"
        return Page(
            self.path, title, self.about, main, "course", runs_python=True,
            language=self.language, other=f"{home_of(_OTHER[self.language])}{self.name}/",
        )  # fmt: skip

    def _say(self, text: str) -> str:
        return say(text, self.language)

    def _cell(self, number: int, cell: dict[str, Any]) -> str:
        text = "".join(cell["source"])
        if cell["cell_type"] != "code":
            return f'<div class="prose">{as_html(text)}</div>\n'
        return (
            f'<section class="lesson-cell" data-cell="{number}" aria-label="{self._say("Cell")} {number}">'
            f'<button type="button" class="runs" title="Shift+Enter">{self._say("Run")}</button>'
            f'<div class="editor"><pre>{html.escape(text)}</pre></div>'
            '<div class="shown"></div></section>\n'
        )


_OTHER: dict[Language, Language] = {"en": "zh", "zh": "en"}


def home_of(language: Language) -> str:
    """The folder of the course in *language*."""
    return "course/zh/" if language == "zh" else "course/"


def lessons_of(notebooks: Path, language: Language = "en") -> list[Lesson]:
    """The lessons that have a source, in order: they need the simulator alone."""
    found = []
    folder = notebooks / "zh" if language == "zh" else notebooks
    for source in sorted((notebooks / "source").glob("*.py")):
        notebook = folder / f"{source.stem}.ipynb"
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        found.append(Lesson(source.stem, cells, language))
    return found


def elsewhere(notebooks: Path, lessons: list[Lesson]) -> list[str]:
    """The notebooks that need more than a browser has."""
    here = {lesson.name for lesson in lessons}
    return [path.stem for path in sorted(notebooks.glob("*.ipynb")) if path.stem not in here]


def index(lessons: list[Lesson], others: list[str], language: Language = "en") -> Page:
    """The list of lessons."""

    def told(text: str) -> str:
        return say(text, language)

    cards = "".join(
        f'<li data-lesson="{one.key}"><a href="{one.name}/">{html.escape(one.title)}</a>'
        f'<p>{html.escape(one.about)}</p><p class="ask"></p></li>\n'
        for one in lessons
    )
    named = ", ".join(f"<code>{html.escape(name)}</code>" for name in others)
    rest = (
        f"<h2>{told('With Spark or a notebook')}</h2><p>{told(_MORE)} {named}. "
        f"{told('Run them with')} <code>make lab</code>.</p>"
        if others
        else ""
    )
    main = (
        f'<main id="main" class="page"><h1>{told("Course")}</h1>\n<p class="lead">{told(_LEAD)}</p>\n'
        f'<ul class="tiles">\n{cards}</ul>'
        f'<div class="acts"><button type="button" id="export">{told("Take your progress along")}</button>'
        f'<label class="button">{told("Bring it back")} <input id="import" type="file" accept=".json" '
        f'class="unseen"></label><p id="status" role="status"></p></div>{rest}</main>'
    )
    return Page(
        home_of(language), f"{told('Course')} - flinksim", told("Lessons on streams that run."), main,
        "course", language=language, other=home_of(_OTHER[language]),
    )  # fmt: skip


_MORE = "These need more than a browser has:"
_LEAD = (
    "One idea each: predict, step, change one thing, and be graded on the trace. Everything runs in this "
    "browser, and what you have done is kept here alone."
)


def as_html(text: str) -> str:
    """Markdown as HTML without inline styles."""
    import markdown  # comes with MkDocs

    extensions = ["fenced_code", "tables", "sane_lists"]
    configs = {"tables": {"use_align_attribute": True}}
    return markdown.markdown(text, extensions=extensions, extension_configs=configs)
