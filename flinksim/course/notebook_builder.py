"""Builds the notebooks of a lesson from one source: learner's and solved, English and Chinese.

A source is a Python file in cells. Each cell begins with a line::

    # %% [markdown]   prose in English, as comments; a # %% [zh] with the same in Chinese must follow
    # %% [solution]   the same, in the solved notebook only; a # %% [zh] must follow, too
    # %%              code
    # %% answer       to be filled in; a right answer is between ### BEGIN SOLUTION and ### END SOLUTION
    # %% check        one call of lesson.check, which checks the answer

A comment in code can have both languages: ``# a number || 一个数``. On a line without such a comment, a
text can: ``why("why is there a -D || 为什么有 -D")``. The solved notebook keeps the
markers, and its cells have nbgrader's metadata, so ``nbgrader generate_assignment`` can read it.
Not in Flink.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flinksim.core.i18n.languages import LANGUAGES

BEGIN_SOLUTION, END_SOLUTION = "### BEGIN SOLUTION", "### END SOLUTION"
HIDDEN_TEST_MARKERS = ("### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS")
MAX_POINTS = 10
"""Points for the exercise of a lesson."""

_DESCRIBING_CALL = re.compile(r'(\.(?:why|tell|questions)\()((?:"[^"]*"|[^()"])*)\)')
"""A call that describes a run in words, with its arguments."""

_TEXT_IN_BOTH = re.compile(r'"([^"]*) \|\| ([^"]*)"')

CELL_KINDS = ("[markdown]", "[zh]", "[solution]", "", "answer", "check")


class SourceError(Exception):
    """A source that cannot be read: its file and line, what is wrong and what was expected."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a source: its kind (the text after ``# %%``), and its text in each language."""

    kind: str
    texts: tuple[str, str]


@dataclass(frozen=True, slots=True)
class NotebookSource:
    """The source of a lesson; ``name`` is the name of its file without the suffix."""

    name: str
    cells: tuple[Cell, ...]

    @property
    def number(self) -> str:
        """The number of the lesson, such as ``"00"``, or the whole name of a notebook without one."""
        return self.name[:2] if self.name[:2].isdigit() else self.name


def read_source(path: Path) -> NotebookSource:
    """Read the source of a lesson.

    Raises:
        SourceError: If a cell has an unknown kind, prose lacks the other language, and the like.
    """
    cells: list[Cell] = []
    pending: tuple[str, str] | None = None
    for line, kind, text in _read_cells(path):
        place = f"{path.name}, line {line}"
        if kind not in CELL_KINDS:
            raise SourceError(
                f"{place}: unknown cell {kind!r}; expected one of {', '.join(CELL_KINDS)}"
            )
        if (pending is not None) != (kind == "[zh]"):
            raise SourceError(
                f"{place}: text cells must come in pairs: [markdown] or [solution], and [zh]"
            )
        if kind in ("[markdown]", "[solution]"):
            pending = kind, text
        elif pending is not None:
            cells.append(Cell(pending[0], (pending[1], text)))
            pending = None
        else:
            if (kind == "answer") != (text.count(BEGIN_SOLUTION) == 1 == text.count(END_SOLUTION)):
                raise SourceError(
                    f"{place}: exactly one {BEGIN_SOLUTION!r} and one "
                    f"{END_SOLUTION!r} must be in an answer cell"
                )
            cells.append(Cell(kind, (_select_language(text, 0), _select_language(text, 1))))
    if pending is not None:
        raise SourceError(f"{path.name}: the last text cell has no [zh]")
    return NotebookSource(path.stem, tuple(cells))


def _read_cells(path: Path) -> list[tuple[int, str, str]]:
    """Return the line, kind and text of each cell of a source file."""
    blocks: list[tuple[int, str, list[str]]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("# %%"):
            blocks.append((number, line[4:].strip(), []))
        elif blocks:
            blocks[-1][2].append(line)
        elif line and not line.startswith("#"):
            raise SourceError(f"{path.name}, line {number}: code before the first cell '# %%'")
    return [
        (
            number,
            kind,
            _strip_comment_marks(lines) if kind.startswith("[") else "\n".join(lines).strip("\n"),
        )
        for number, kind, lines in blocks
    ]


def _strip_comment_marks(lines: list[str]) -> str:
    return "\n".join(re.sub(r"^# ?", "", line) for line in lines).strip("\n")


def _select_language(code: str, language: int) -> str:
    """Return code in one language: its comments, and what ``open_lesson``, ``why`` and the like say."""
    lines = []
    for line in code.splitlines():
        found = re.fullmatch(r"(.*?#) (.*?) \|\| (.*)", line)
        if found:
            lines.append(f"{found[1]} {found[2 + language]}")
        else:
            lines.append(_TEXT_IN_BOTH.sub(lambda text: f'"{text[1 + language]}"', line))
    text = "\n".join(lines)
    if language:
        argument = f'language="{LANGUAGES[language]}"'
        text = re.sub(r'(open_lesson\(\s*"\d\d")', rf"\1, {argument}", text)
        text = _DESCRIBING_CALL.sub(
            lambda call: f"{call[1]}{call[2]}{', ' if call[2] else ''}{argument})", text
        )
    return text


def build_notebook(source: NotebookSource, language: str, has_solution: bool) -> dict[str, Any]:
    """Build a notebook without outputs, as JSON.

    Args:
        source: The source of the lesson.
        language: ``"en"`` or ``"zh"``.
        has_solution: Whether the notebook contains the solution.

    Returns:
        The notebook.
    """
    made: list[dict[str, Any]] = []
    for cell in source.cells:
        if cell.kind == "[solution]" and not has_solution:
            continue
        text = cell.texts[LANGUAGES.index(language)]
        if cell.kind == "answer" and not has_solution:
            text = remove_solution(text)
        elif cell.kind == "check" and has_solution:
            text = "\n".join(
                [
                    f"verdict = {text}",
                    HIDDEN_TEST_MARKERS[0],
                    "assert verdict, verdict",
                    HIDDEN_TEST_MARKERS[1],
                    "verdict",
                ]
            )
        made.append(_build_cell(source, cell.kind, len(made), text))
    return {
        "cells": made,
        "metadata": {
            "flinksim": {"language": language, "lesson": source.number},
            "kernelspec": {
                "display_name": "Python 3", "language": "python", "name": "python3",
            },
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }  # fmt: skip


def remove_solution(code: str) -> str:
    """Remove the text between the solution markers."""
    return re.sub(rf"\n*{BEGIN_SOLUTION}.*?{END_SOLUTION}\n?", "\n", code, flags=re.DOTALL).strip(
        "\n"
    )


def _build_cell(source: NotebookSource, kind: str, index: int, text: str) -> dict[str, Any]:
    lines = text.splitlines(keepends=True)
    cell: dict[str, Any] = {"id": f"{source.number}-{index:02}", "metadata": {}, "source": lines}
    if kind.startswith("["):
        return {"cell_type": "markdown", **cell}
    if kind:
        grade: dict[str, Any] = {
            "grade": kind == "check",
            "grade_id": f"{kind}-{source.number}",
            "locked": kind == "check",
            "schema_version": 3,
            "solution": kind == "answer",
            "task": False,
        }
        if kind == "check":
            grade["points"] = MAX_POINTS
        cell["metadata"] = {"nbgrader": grade}
    return {"cell_type": "code", "execution_count": None, **cell, "outputs": []}


def build_notebooks(folder: Path) -> dict[Path, str]:
    """Build all notebooks for the sources in the folder ``source`` of *folder*.

    Returns:
        The text of each notebook by its path.
    """
    made = {}
    for path in sorted((folder / "source").glob("*.py")):
        source = read_source(path)
        for language in LANGUAGES:
            has_exercise = any(cell.kind == "answer" for cell in source.cells)
            for solved in (False, True) if has_exercise else (False,):
                place = folder if language == "en" else folder / language
                place = place / "solutions" if solved else place
                text = json.dumps(
                    build_notebook(source, language, solved), indent=1, ensure_ascii=False
                )
                made[place / f"{source.name}.ipynb"] = text + "\n"
    return made
