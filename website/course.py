"""The course: a page for every lesson that runs it, made from its notebook.

English pages are in ``course/``, Chinese pages in ``course/zh/``.
"""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flinksim.course.lesson_loader import load_definition
from flinksim.course.program_jobs import pack_program
from website.shell import Page
from website.words import Language, translate


@dataclass(frozen=True, slots=True)
class Lesson:
    """A notebook of the course."""

    name: str
    cells: list[dict[str, Any]]
    language: Language = "en"

    @property
    def path(self) -> str:
        """The path of its page in the site."""
        return f"{find_course_folder(self.language)}{self.name}/"

    @property
    def storage_key(self) -> str:
        """The key under which the browser stores the learner's progress."""
        return self.path.removeprefix(find_course_folder("en")).rstrip("/")

    @property
    def opening_code(self) -> str:
        """The code of its first cell, which shows the opening picture."""
        code = next(cell for cell in self.cells if cell["cell_type"] == "code")
        return "".join(code["source"])

    @property
    def title(self) -> str:
        first = "".join(self.cells[0]["source"]).splitlines()[0]
        return first.lstrip("# ")

    @property
    def description(self) -> str:
        """Its question: the first bold text."""
        found = re.search(r"\*\*(.+?)\*\*", "".join(self.cells[0]["source"]), re.DOTALL)
        return " ".join(found[1].replace("`", "").split()) if found else self.title

    def build_page(self, has_lab: bool) -> Page:
        """Build the page on which the lesson runs."""
        path = f"{'../' * self.path.count('/')}lab/lab/index.html?path={self.storage_key}.ipynb"
        lab = (
            f'<a class="button" href="{path}">{self._translate("Open in JupyterLab")}</a>'
            if has_lab
            else ""
        )
        parts = [self._build_cell(number, cell) for number, cell in enumerate(self.cells)]
        main = (
            f'<main id="main" class="page lesson"><article data-lesson="{self.storage_key}">\n'
            '<div class="tools follows"><button type="button" id="runAll" class="primary">'
            f"{self._translate('Run all')}</button>"
            f'<button type="button" id="stopAll" disabled>{self._translate("Stop")}</button>'
            f'<button type="button" id="again">{self._translate("Start again")}</button>{self._link_program()}'
            '<p id="status" role="status"></p><p id="progress"></p></div>\n'
            f"{''.join(parts)}"
            f'<div class="acts"><a class="button" href="../">{self._translate("All lessons")}</a>{lab}</div></article></main>'
        )
        title = f"{self.title} - flinksim"
        return Page(
            self.path, title, self.description, main, "course", runs_python=True,
            language=self.language, other_language_path=f"{find_course_folder(_OTHER_LANGUAGE[self.language])}{self.name}/",
        )  # fmt: skip

    def _link_program(self) -> str:
        """Link to the lesson's program in the playground."""
        number = self.name[:2]
        if not number.isdigit():
            return ""
        definition = load_definition(number)
        packed = pack_program(definition.program, is_query=definition.needs_sql)
        address = f"{'../' * self.path.count('/')}play/#play={packed}"
        return f'<a class="button" href="{address}">{self._translate("Open in the playground")}</a>'

    def _translate(self, text: str) -> str:
        return translate(text, self.language)

    def _build_cell(self, number: int, cell: dict[str, Any]) -> str:
        text = "".join(cell["source"])
        if cell["cell_type"] != "code":
            return f'<div class="prose">{to_html(text)}</div>\n'
        return (
            f'<section class="lesson-cell" data-cell="{number}" aria-label="{self._translate("Cell")} {number}">'
            f'<button type="button" class="runs" title="Shift+Enter">{self._translate("Run")}</button>'
            f'<div class="editor"><pre>{html.escape(text)}</pre></div>'
            '<div class="shown"></div></section>\n'
        )


_OTHER_LANGUAGE: dict[Language, Language] = {"en": "zh", "zh": "en"}


def find_course_folder(language: Language) -> str:
    """Return the folder of the course in a language."""
    return "course/zh/" if language == "zh" else "course/"


def load_lessons(notebooks: Path, language: Language = "en") -> list[Lesson]:
    """Load the lessons that have a source, in order; they run in a browser."""
    found = []
    folder = notebooks / "zh" if language == "zh" else notebooks
    for source in sorted((notebooks / "source").glob("*.py")):
        notebook = folder / f"{source.stem}.ipynb"
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        found.append(Lesson(source.stem, cells, language))
    return found


def list_other_notebooks(notebooks: Path, lessons: list[Lesson]) -> list[str]:
    """List the notebooks that need more than a browser."""
    here = {lesson.name for lesson in lessons}
    return [path.stem for path in sorted(notebooks.glob("*.ipynb")) if path.stem not in here]


def build_index(
    lessons: list[Lesson], other_notebooks: list[str], language: Language = "en"
) -> Page:
    """Build the list of lessons."""

    def translated(text: str) -> str:
        return translate(text, language)

    cards = "".join(
        f'<li data-lesson="{one.storage_key}"><a href="{one.name}/">{html.escape(one.title)}</a>'
        f'<p>{html.escape(one.description)}</p><p class="ask"></p></li>\n'
        for one in lessons
    )
    notebook_names = ", ".join(f"<code>{html.escape(name)}</code>" for name in other_notebooks)
    rest = (
        f"<h2>{translated('With Spark or a notebook')}</h2><p>{translated(_OTHER_NOTEBOOKS_NOTE)} {notebook_names}. "
        f"{translated('Run them with')} <code>make lab</code>.</p>"
        if other_notebooks
        else ""
    )
    main = (
        f'<main id="main" class="page"><h1>{translated("Course")}</h1>\n<p class="lead">{translated(_LEAD_TEXT)}</p>\n'
        f'<ul class="tiles">\n{cards}</ul>'
        f'<div class="acts"><button type="button" id="export">{translated("Export progress")}</button>'
        f'<label class="button">{translated("Import progress")} <input id="import" type="file" accept=".json" '
        f'class="unseen"></label><p id="status" role="status"></p></div>{rest}</main>'
    )
    return Page(
        find_course_folder(language), f"{translated('Course')} - flinksim", translated("Lessons on stream processing with real runs."), main,
        "course", language=language, other_language_path=find_course_folder(_OTHER_LANGUAGE[language]),
    )  # fmt: skip


_OTHER_NOTEBOOKS_NOTE = "These do not run in a browser:"
_LEAD_TEXT = (
    "Each lesson has one idea. You predict, step, change one thing, and check your answer against the run. "
    "Everything runs in this browser, and your progress is stored only here."
)


def to_html(text: str) -> str:
    """Convert Markdown to HTML without inline styles."""
    import markdown  # installed with MkDocs

    extensions = ["fenced_code", "tables", "sane_lists"]
    configs = {"tables": {"use_align_attribute": True}}
    return markdown.markdown(text, extensions=extensions, extension_configs=configs)
