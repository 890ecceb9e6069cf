"""One round of nbgrader with the course: ``python tools/nbgrader_round.py [LESSON ...]``.

It makes a course folder of the solved notebooks, and lets nbgrader generate the assignment, grade three
submissions (right, wrong, untouched) and write feedback; then it prints the scores. It needs
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

from flinksim.course.notebook_builder import BEGIN, END

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
CONFIG = """
c = get_config()
c.CourseDirectory.course_id = "flinksim"
c.ExecutePreprocessor.timeout = 120
"""


def nbgrader(course: Path, *arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "nbgrader", *arguments], cwd=course, check=True)


def submit(course: Path, learner: str, lesson: Path, answered: bool, right: bool) -> None:
    """Put a submission of *lesson* where nbgrader collects them."""
    release = course / "release" / lesson.stem / lesson.name
    target = course / "submitted" / learner / lesson.stem / lesson.name
    target.parent.mkdir(parents=True)
    notebook = json.loads(release.read_text(encoding="utf-8"))
    solved = json.loads(lesson.read_text(encoding="utf-8"))
    for cell, own in zip(notebook["cells"], solved["cells"], strict=True):
        if answered and cell["metadata"].get("nbgrader", {}).get("solution"):
            text = "".join(own["source"]).replace(BEGIN, "").replace(END, "")
            # somebody else's data: right for them, and wrong here
            given = "lesson.solve()" if right else "type(lesson)(lesson.parts, 'x', 'en').solve()"
            cell["source"] = text.replace("lesson.solve()", given)
    target.write_text(json.dumps(notebook), encoding="utf-8")


def scores(course: Path) -> list[tuple[str, str, float, float]]:
    """Learner, lesson, score and the most there is, as nbgrader's database has them."""
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as book:
        return [
            (one.student.id, one.assignment.name, one.score, one.max_score)
            for assignment in book.assignments
            for one in book.assignment_submissions(assignment.name)
        ]


def main() -> int:
    # nbgrader calls a program of its own environment by its name
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lessons", nargs="*", default=["00"])
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    course = options.keep or Path(tempfile.mkdtemp())
    course.mkdir(parents=True, exist_ok=True)
    (course / "nbgrader_config.py").write_text(CONFIG, encoding="utf-8")
    for number in options.lessons:
        (lesson,) = (NOTEBOOKS / "solutions").glob(f"{number}_*.ipynb")
        source = course / "source" / lesson.stem
        source.mkdir(parents=True)
        shutil.copy(lesson, source)
        nbgrader(course, "generate_assignment", lesson.stem, "--create")
        submit(course, "right", lesson, answered=True, right=True)
        submit(course, "wrong", lesson, answered=True, right=False)
        submit(course, "untouched", lesson, answered=False, right=False)
        nbgrader(course, "autograde", lesson.stem, "--create")
        nbgrader(course, "generate_feedback", lesson.stem)
    for learner, lesson_name, score, most in scores(course):
        print(f"{lesson_name}: {learner} has {score:g} of {most:g}")
    for page in sorted((course / "feedback").rglob("*.html")):
        print(f"feedback: {page.relative_to(course)}")
    if options.keep is None:
        shutil.rmtree(course)
    return 0


if __name__ == "__main__":
    sys.exit(main())
