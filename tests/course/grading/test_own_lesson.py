"""An exercise of a teacher's own, as docs/how-to/teach-a-course.md has it: judged, graded, made into notebooks."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from flinksim.cli import main
from flinksim.course import open_lesson
from flinksim.course.lesson_loader import LESSON_FOLDER_VARIABLE, load_solution
from flinksim.course.notebook_builder import build_notebooks
from tests.course.exercises_table import judge_all, learners_of
from tests.course.grading.test_grading import isolates

OWN = Path(__file__).parents[3] / "examples" / "own_lesson"


def test_it_refuses_what_is_wrong_and_takes_what_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(OWN)
    solution = load_solution("lesson_90.py")
    found = judge_all(solution, learners_of("90"))
    assert found.misjudged == []
    assert found.wrong == 40


def test_a_file_that_does_not_exist_is_no_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(LESSON_FOLDER_VARIABLE, raising=False)
    monkeypatch.chdir(OWN.parent)
    with pytest.raises(ValueError, match=r"there is no lesson 'lesson_90\.py'"):
        open_lesson("lesson_90.py")


@isolates
def test_its_notebook_is_graded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LESSON_FOLDER_VARIABLE, str(OWN))
    texts = {str(path.relative_to(OWN)): text for path, text in build_notebooks(OWN).items()}
    notebook = json.loads(texts["90_how_many_are_dropped.ipynb"])
    dropped = open_lesson("lesson_90.py", "").solve()["dropped"]
    folder = tmp_path / "class"
    folder.mkdir()
    for learner, answer in (("ada", dropped), ("lin", dropped + 1)):
        for cell in notebook["cells"]:
            if cell["metadata"].get("nbgrader", {}).get("solution"):
                cell["source"] = f"dropped = {answer}"
        (folder / f"{learner}.ipynb").write_text(json.dumps(notebook))
    assert main(["grade", str(folder), "--lessons", str(OWN)]) == 0
    rows = csv.DictReader((tmp_path / "class-grades" / "grades.csv").read_text().splitlines())
    assert [(row["lesson"], row["points"]) for row in rows] == [("90", "10"), ("90", "0")]
