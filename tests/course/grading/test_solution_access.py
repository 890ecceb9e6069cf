"""A submission finds no solution where it runs, and gets the data that its judge has."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from flinksim.course import open_lesson
from flinksim.course.grading import ResourceLimits, grade_folder
from flinksim.course.grading.grade import Grade
from flinksim.course.grading.sandbox import SOLUTION_FOLDER, _iterate_hidden_paths
from flinksim.course.lesson_loader import load_definition, load_solution
from flinksim.course.lesson_model import build_seed
from tests.course.exercises_table import NUMBERS
from tests.course.grading import hostile
from tests.course.grading.solution_attacks import ATTACKS, SUBMISSION
from tests.course.grading.test_grading import isolates

LIMITS = ResourceLimits(time_s=60, wait_s=240)
HERE = "from flinksim.course import open_lesson\nlesson = open_lesson('00', 'ada')\n"


@pytest.fixture(scope="module")
def grade(tmp_path_factory: pytest.TempPathFactory) -> Grade:
    folder = tmp_path_factory.mktemp("class")
    (folder / "eve.ipynb").write_text(json.dumps(hostile.notebook(SUBMISSION, "eve")))
    (found,) = grade_folder(folder, LIMITS)
    return found


@pytest.fixture(scope="module")
def outside() -> str:
    """What the attacks print where the solutions are."""
    text = HERE + SUBMISSION.replace("'/'", repr(str(SOLUTION_FOLDER)))
    return subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, cwd=hostile.ROOT, check=True
    ).stdout


@isolates
@pytest.mark.parametrize("name", ATTACKS)
def test_a_submission_finds_no_solution(name: str, grade: Grade, outside: str) -> None:
    assert grade.status == "graded"
    assert not grade.is_right
    assert f"{name}: LEAKED" in outside  # it can find one
    (line,) = re.findall(rf"(?m)^{name}: .*", grade.output)
    assert "LEAKED" not in line


@isolates
@pytest.mark.slow("grades two submissions")
def test_a_submission_gets_the_data_of_its_judge(tmp_path: Path) -> None:
    (path,) = (hostile.ROOT / "notebooks").glob("22_*.ipynb")
    answer = "print('DATA', lesson.data.times)\nstarts, counts, results = [1], [1], 1"
    for learner, rejected_draws in (("a", 0), ("d", 3)):
        assert load_solution("22").draw(build_seed("22", learner))[1] == rejected_draws
        notebook = json.loads(path.read_text(encoding="utf-8"))
        for cell in notebook["cells"]:
            text = "".join(cell["source"])
            if cell["metadata"].get("nbgrader", {}).get("solution"):
                text = answer
            cell["source"] = text.replace('learner=""', f"learner={learner!r}")
        (tmp_path / f"{learner}.ipynb").write_text(json.dumps(notebook))
    for grade in grade_folder(tmp_path, LIMITS):
        assert grade.data == grade.learner
        assert f"DATA {open_lesson('22', grade.learner).data.times}" in grade.output


def test_the_process_of_a_submission_imports_no_solution() -> None:
    text = (
        "import sys, flinksim.course.grading.submission_process as p\n"
        "from flinksim.course.lesson_loader import load_definition\n"
        f"for number in {NUMBERS}: load_definition(number)\n"
        "print([name for name in sys.modules if '.solutions' in name])"
    )
    ran = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


@pytest.mark.parametrize("number", NUMBERS)
def test_a_lesson_defines_nothing_that_solves_it(number: str) -> None:
    definition, solution = load_definition(number), load_solution(number)
    assert solution.exercise is definition.exercise
    assert set(solution.parsers) == set(definition.exercise.fields)
    source = Path(
        sys.modules[f"flinksim.course.lessons.lesson_{number}"].__file__ or ""
    ).read_text()
    for name in ("solve", "judge_answer", "MISCONCEPTIONS", "find_correct_option", "Verdict"):
        assert not re.search(rf"\b{name}\b", source), name


def test_a_hidden_folder_is_hidden_in_each_mount(tmp_path: Path) -> None:
    (tmp_path / "package" / "secret").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "package")
    mounts = [str(tmp_path / "package"), str(tmp_path / "link"), "/nowhere"]
    hidden = list(_iterate_hidden_paths(mounts, [tmp_path / "link" / "secret"]))
    assert hidden == [f"{mount}/secret" for mount in mounts[:2]]
