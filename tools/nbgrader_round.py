"""Run nbgrader on lessons of the course: ``python tools/nbgrader_round.py [LESSON ...]``.

It makes a course folder of the solved notebooks. nbgrader generates the assignment, grades three
submissions (right, wrong, untouched) and writes feedback. Then the scores are printed. It needs
``pip install -e '.[notebook,teaching]'``. ``--keep FOLDER`` keeps the course folder.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from flinksim.course.notebook_builder import BEGIN_SOLUTION, END_SOLUTION

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
NBGRADER_CONFIG = """
c = get_config()
c.CourseDirectory.course_id = "flinksim"
c.ExecutePreprocessor.timeout = 120
"""


def run_nbgrader(course: Path, *arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "nbgrader", *arguments], cwd=course, check=True)


def submit(course: Path, learner: str, lesson: Path, is_answered: bool, is_right: bool) -> None:
    """Write a submission of a lesson to where nbgrader collects them."""
    release = course / "release" / lesson.stem / lesson.name
    target = course / "submitted" / learner / lesson.stem / lesson.name
    target.parent.mkdir(parents=True)
    notebook = json.loads(release.read_text(encoding="utf-8"))
    solved = json.loads(lesson.read_text(encoding="utf-8"))
    for cell, own in zip(notebook["cells"], solved["cells"], strict=True):
        if is_answered and cell["metadata"].get("nbgrader", {}).get("solution"):
            text = "".join(own["source"]).replace(BEGIN_SOLUTION, "").replace(END_SOLUTION, "")
            # a right answer for another learner's data, which is wrong here
            call = (
                "lesson.solve()"
                if is_right
                else "open_lesson(lesson.definition.number, 'x').solve()"
            )
            cell["source"] = text.replace("lesson.solve()", call)
    target.write_text(json.dumps(notebook), encoding="utf-8")


def read_scores(course: Path) -> list[tuple[str, str, float, float]]:
    """Read learner, lesson, score and maximum score from nbgrader's database."""
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as book:
        return [
            (one.student.id, one.assignment.name, one.score, one.max_score)
            for assignment in book.assignments
            for one in book.assignment_submissions(assignment.name)
        ]


def main() -> int:
    # nbgrader calls a program of its environment by name
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lessons", nargs="*", default=["00"])
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    course = options.keep or Path(tempfile.mkdtemp())
    course.mkdir(parents=True, exist_ok=True)
    (course / "nbgrader_config.py").write_text(NBGRADER_CONFIG, encoding="utf-8")
    for number in options.lessons:
        (lesson,) = (NOTEBOOKS / "solutions").glob(f"{number}_*.ipynb")
        source = course / "source" / lesson.stem
        source.mkdir(parents=True)
        shutil.copy(lesson, source)
        run_nbgrader(course, "generate_assignment", lesson.stem, "--create")
        submit(course, "right", lesson, is_answered=True, is_right=True)
        submit(course, "wrong", lesson, is_answered=True, is_right=False)
        submit(course, "untouched", lesson, is_answered=False, is_right=False)
        run_nbgrader(course, "autograde", lesson.stem, "--create")
        run_nbgrader(course, "generate_feedback", lesson.stem)
    for learner, lesson_name, score, max_score in read_scores(course):
        print(f"{lesson_name}: {learner} has {score:g} of {max_score:g}")
    for page in sorted((course / "feedback").rglob("*.html")):
        print(f"feedback: {page.relative_to(course)}")
    if options.keep is None:
        shutil.rmtree(course)
    return 0


if __name__ == "__main__":
    sys.exit(main())
