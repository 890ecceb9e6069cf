"""Every notebook runs from top to bottom in a fresh kernel; the solutions are solutions."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]
LESSONS = sorted((ROOT / "notebooks").glob("[0-9]*.ipynb"))
FIRST_HOUR = ROOT / "notebooks" / "first_hour.ipynb"
CHINESE = sorted((ROOT / "notebooks" / "zh").glob("*.ipynb"))
SOLUTIONS = sorted((ROOT / "notebooks" / "solutions").glob("[0-9]*.ipynb"))


def execute(path: Path) -> nbformat.NotebookNode:
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(notebook, timeout=120, kernel_name="python3", store_widget_state=False)
    return client.execute(cwd=str(ROOT))


def texts(notebook: nbformat.NotebookNode) -> list[str]:
    """What the cells show, as text."""
    shown = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            page = re.sub(r"<style.*?</style>", "", data.get("text/html", ""), flags=re.DOTALL)
            page = re.sub(r"<[^>]*>", "\n", page)
            shown.append(output.get("text", "") or data.get("text/plain", "") + page)
    return shown


def find_noise(shown: list[str]) -> list[str]:
    """Lines with the id of a task or operator, or with a limit of ``long`` as a number."""
    pattern = re.compile(r"\b[vo]\d+/\d+\b|922337203685477580[78]")
    return [line for text in shown for line in text.splitlines() if pattern.search(line)]


def find_english(shown: list[str]) -> list[str]:
    """Lines with three English words in a row, outside of programs and quoted names."""
    sentences = (
        re.sub("“[^”]*”|第 \\d+ 行.*", "", line)
        for text in shown
        if not re.search("^(import|from|CREATE|SET) ", text)  # a program
        for line in text.splitlines()
    )
    return [line for line in sentences if re.search(r"\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b", line)]


@pytest.mark.slow("runs a notebook in a kernel of its own, some with Spark")
@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_runs_and_its_exercise_waits_for_an_answer(path: Path) -> None:
    shown = texts(execute(path))
    assert [text for text in shown if text.startswith("Not yet:")]
    assert not [text for text in shown if text.startswith("Right:")]
    assert find_noise(shown) == []


@pytest.mark.slow("runs a notebook in a kernel of its own, some with Spark")
@pytest.mark.parametrize("path", CHINESE, ids=lambda path: path.stem)
def test_a_chinese_notebook_shows_chinese(path: Path) -> None:
    shown = texts(execute(path))
    assert find_english(shown) == []
    assert find_noise(shown) == []
    waits = [text for text in shown if text.startswith("还不正确")]
    assert bool(waits) is path.stem[0].isdigit()  # there is no exercise in the first hour


@pytest.mark.slow("runs a notebook in a kernel of its own, some with Spark")
@pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.stem)
def test_a_solution_is_right(path: Path) -> None:
    shown = texts(execute(path))
    assert [text for text in shown if text.startswith("Right:")]
    assert not [text for text in shown if text.startswith("Not yet:")]


def test_every_lesson_has_a_solution() -> None:
    assert LESSONS
    assert [path.name for path in LESSONS] == [path.name for path in SOLUTIONS]


@pytest.mark.slow("runs a notebook in a kernel of its own")
def test_the_first_hour_runs_and_its_jobs_can_be_repaired(tmp_path: Path) -> None:
    shown = "".join(texts(execute(FIRST_HOUR))).splitlines()
    assert find_noise(shown) == []
    assert [line for line in shown if line in ("A False", "B False", "C False")] == [
        "A False",
        "B False",
        "C False",
    ]
    notebook = nbformat.read(FIRST_HOUR, as_version=4)
    blank = 'repairs = {\n    "A": {},\n    "B": {},\n    "C": {},\n}'
    (cell,) = [cell for cell in notebook.cells if blank in cell.source]
    repairs = {"A": {"unit": "ms"}, "B": {"delay_ms": 1_000}, "C": {"trigger": "default"}}
    cell.source = cell.source.replace(blank, f"repairs = {repairs}")
    repaired = tmp_path / "first_hour.ipynb"
    nbformat.write(notebook, repaired)
    shown = "".join(texts(execute(repaired))).splitlines()
    assert [line for line in shown if line.endswith(" True")] == ["A True", "B True", "C True"]
