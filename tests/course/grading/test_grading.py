"""Grading: what is right counts, what is wrong says why, and nobody gets more than their own grade."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from flinksim.cli import main
from flinksim.course import open_lesson
from flinksim.course.grading import Grade, ResourceLimits, SandboxUnavailable, grade_folder
from flinksim.course.grading.class_report import OTHER_MISTAKE, find_shared_data, summarize_class
from flinksim.course.grading.grader import read_recorded_grades
from flinksim.course.grading.html_reports import build_class_page, build_learner_page, format_csv
from flinksim.course.grading.judge_process import judge_answer
from flinksim.course.grading.learner_objects import LearnerObjects
from flinksim.course.grading.learner_proxies import LearnerProxies
from flinksim.course.grading.resource_limits import MAX_THREADS
from flinksim.course.grading.sandbox import build_sandbox_command, check_isolation
from flinksim.course.grading.submissions import (
    MAX_NOTEBOOK_BYTES,
    find_notebooks,
    iterate_submissions,
)
from flinksim.course.learner_record import MIME_TYPE
from tests.course.grading import hostile

LIMITS = hostile.LIMITS


def can_isolate() -> bool:
    try:
        check_isolation()
    except SandboxUnavailable:
        return False
    return True


isolates = pytest.mark.skipif(not can_isolate(), reason="this system cannot isolate a process")


def handed_in(folder: Path, **answers: str) -> Path:
    folder.mkdir(exist_ok=True)
    for learner, answer in answers.items():
        text = json.dumps(hostile.notebook(answer, learner))
        (folder / f"{learner}.ipynb").write_text(text)
    return folder


@pytest.mark.slow("grades a notebook of every lesson")
@isolates
def test_what_is_right_counts_and_what_is_wrong_names_the_misconception(tmp_path: Path) -> None:
    step, cause = open_lesson("00", "lin")._exercise_data.last_window_record
    folder = handed_in(
        tmp_path / "class",
        ada=hostile.honest("ada"),
        lin=f"step, cause = {step}, {cause!r}",
        max="",
        eli="step = cause = None",
    )
    assert main(["grade", str(folder)]) == 0
    rows = list(csv.DictReader((tmp_path / "class-grades" / "grades.csv").read_text().splitlines()))
    assert [(row["learner"], row["points"], row["status"]) for row in rows] == [
        ("ada", "10", "graded"), ("eli", "0", "no answer"),
        ("lin", "0", "graded"), ("max", "0", "no answer"),
    ]  # fmt: skip
    assert rows[2]["misconception"] == "the window fires when its last record is in"
    assert {row["isolation"] for row in rows} == {"namespaces"}
    page = (tmp_path / "class-grades" / "learners" / "lin.html").read_text()
    assert "A window does not know its last record" in page
    whole = (tmp_path / "class-grades" / "class.html").read_text()
    assert "the window fires when its last record is in" in whole
    assert "1 of 4 right" in whole


@pytest.mark.slow("waits for the budgets of submissions that do not end")
@isolates
def test_a_few_that_try_to_take_more(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    kinds = {
        "endless": {"loop": hostile.ENDLESS["loop"]},
        "forking": {"forks": hostile.FORKING["forks"]},
        "taking": {"prints": hostile.TAKING["prints"]},
        "breaking": {"reads others": hostile.BREAKING["reads others"]},
    }
    hostile.write(folder, kinds)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    limits = ResourceLimits(time_s=4, memory_mb=600, output_kb=64, processes=8)
    found = {grade.learner: grade for grade in grade_folder(folder, limits)}
    assert found["ada"].is_right
    assert found["zoe"].is_right
    assert found["m endless loop"].status == "time"
    assert found["m forking forks"].status == "processes"
    assert found["m taking prints"].status == "output"
    assert "FileNotFoundError" in found["m breaking reads others"].output
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_an_endless_loop_ends_by_the_signal_of_its_limit() -> None:
    """Not by SIGKILL, which could have any reason."""
    code = (
        "from flinksim.course.grading.resource_limits import ResourceLimits\n"
        "ResourceLimits(time_s=0.5).apply()\nwhile True: pass"
    )
    ended = subprocess.run([sys.executable, "-c", code], timeout=120)
    assert ended.returncode == -signal.SIGXCPU


@isolates
def test_the_status_names_the_limit_and_the_cell(tmp_path: Path) -> None:
    folder = handed_in(
        tmp_path / "class",
        sleeps="import time\ntime.sleep(1000)",
        leaves="import sys\nsys.exit()",
        stops="raise KeyboardInterrupt",
    )
    limits = ResourceLimits(time_s=60, wait_s=45)
    grades = {grade.learner: grade for grade in grade_folder(folder, limits)}
    assert (grades["sleeps"].status, grades["sleeps"].message) == (
        "wait",
        "took longer than 45 s (--wait-s)",
    )
    for name, error in (("leaves", "SystemExit"), ("stops", "KeyboardInterrupt")):
        assert grades[name].status == "no answer"
        assert grades[name].message.endswith(f"(code cell 9: {error})")


@isolates
@pytest.mark.slow("grades 85 submissions, of which many use all the time that they have")
def test_hostile_submissions_cost_their_own_grade_only(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    assert sum(map(len, hostile.KINDS.values())) == 83
    kinds = hostile.write(folder)
    assert list(kinds.values()).count("honest") == 2
    assert len(kinds) == 85
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    grades = grade_folder(folder, LIMITS)
    assert {grade.learner for grade in grades if grade.is_right} == {"ada", "zoe"}
    assert len(grades) == len(kinds)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert not [grade.learner for grade in grades if "LEAKED" in grade.output]
    assert not Path("/var/tmp/flinksim-escaped").exists()
    assert not Path("/flinksim-escaped").exists()
    assert all(grade.seconds < LIMITS.wait_s + 3 for grade in grades)


BOMB = """
import json, os, sys, time
from flinksim.course.grading.resource_limits import ResourceLimits
ResourceLimits().apply(has_own_user=True)
count = 0
try:
    for _ in range(5000):
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        count += 1
except OSError:
    pass
print(count, flush=True)
"""


@isolates
def test_what_starts_processes_without_end_leaves_the_machine_its_own(tmp_path: Path) -> None:
    bomb = subprocess.run(
        build_sandbox_command([sys.executable, "-P", "-c", BOMB], tmp_path),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        env={"PYTHONPATH": str(hostile.ROOT), "PATH": os.environ["PATH"]},
    )
    assert 0 < int(bomb.stdout) < MAX_THREADS


def test_without_isolation_it_is_refused_or_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = handed_in(tmp_path / "class", ada=hostile.honest("ada"))
    monkeypatch.setenv("PATH", str(tmp_path))
    check_isolation.cache_clear()
    try:
        assert main(["grade", str(folder)]) == 1
        missing = "unshare, setpriv, mount, umount, pivot_root, sh, mkdir, cp not found"
        assert f"cannot isolate submissions ({missing})" in capsys.readouterr().err
        assert main(["grade", str(folder), "--no-isolation"]) == 0
    finally:
        check_isolation.cache_clear()
    rows = list(csv.DictReader((tmp_path / "class-grades" / "grades.csv").read_text().splitlines()))
    assert [(row["points"], row["isolation"]) for row in rows] == [("10", "none")]
    assert "--no-isolation" in (tmp_path / "class-grades" / "class.html").read_text()


def test_what_cannot_be_opened_says_why(tmp_path: Path) -> None:
    handed_in(tmp_path, good=hostile.honest("good"))
    (tmp_path / "broken.ipynb").write_text("{")
    (tmp_path / "deep.ipynb").write_text("[" * 100_000)
    (tmp_path / "list.ipynb").write_text("[]")
    (tmp_path / "large.ipynb").write_bytes(b" " * (MAX_NOTEBOOK_BYTES + 1))
    (tmp_path / "link.ipynb").symlink_to("/dev/zero")
    problems = {one.learner: one.problem for one in iterate_submissions(tmp_path)}
    assert problems.pop("good") == ""
    assert problems["link"] == "it is a link or a device, not a file"
    assert problems["large"] == "it is larger than 10 MB"
    assert all(
        problems[name].startswith("it is not a notebook") for name in ("broken", "deep", "list")
    )
    with pytest.raises(ValueError, match="no notebook in"):
        find_notebooks(handed_in(tmp_path / "none"))


def test_a_submission_is_told_by_its_place_and_its_metadata(tmp_path: Path) -> None:
    handed_in(tmp_path / "ada", **{"00_reading_the_stepper": ""})
    shutil.copy(hostile.NOTEBOOK, tmp_path / "lin.ipynb")
    found = {one.learner: one.lesson for one in iterate_submissions(tmp_path)}
    assert found == {"ada": "00", "lin": "00"}


def test_only_plain_values_are_answers() -> None:
    class Equal(int):
        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 0

    def transfer(value: Any) -> Any:
        message = json.loads(json.dumps(LearnerObjects(-1, -1).encode_answer(value)))
        return LearnerProxies(-1, -1).decode_answer(message)

    plain = {1: [True, 2.5, (None, "a"), {3}, frozenset([4]), b"5", 10**400, -0.0, float("inf")]}
    assert transfer(plain) == plain
    assert transfer(Equal(3)) == "<Equal>"
    assert transfer([Equal(3)]) == ["<Equal>"]
    lesson = open_lesson("00", "ada")
    right = LearnerObjects(-1, -1).encode_answer(dict(lesson.solve()))

    def judge(learner: str, answer: Any) -> Any:
        task = {"lesson": "00", "learner": learner, "answer": answer, "rejected_draws": None}
        return judge_answer(task, LearnerProxies(-1, -1))["right"]

    assert judge("ada", right) is True
    assert judge("lin", right) is False
    with pytest.raises(ValueError, match="expected a tag"):
        judge("ada", ["__import__('os').getcwd()"])


def noted(learner: str, *beliefs: tuple[str, str, bool]) -> dict[str, Any]:
    entries = [
        {"what": what, "name": belief.partition(":")[0], "right": right, "belief": belief,
         "given": "", "after_s": 60.0 * n}
        for n, (what, belief, right) in enumerate(beliefs, 1)
    ]  # fmt: skip
    made = hostile.notebook("", learner)
    note = {"lesson": "00", "learner": learner, "entries": entries}
    made["cells"][-2]["outputs"] = [{"output_type": "display_data", "data": {MIME_TYPE: note}}]
    return made


@pytest.fixture
def noted_class(tmp_path: Path) -> Path:
    rule = "windows look at the clock"
    made = {
        "Ada Lovelace": noted(
            "ada", ("prediction", "fires: at once", False), ("attempt", "", True)
        ),
        "Lin Yuan": noted("lin", ("prediction", "fires: at once", False), ("attempt", rule, False)),
        "Eve Adam": noted("eve", ("attempt", "<b>made up</b>", False)),
        "Max Brod": noted("max"),
    }
    for name, notebook in made.items():
        (tmp_path / f"{name}.ipynb").write_text(json.dumps(notebook))
    return tmp_path


def test_a_class_has_misconceptions_and_no_names(
    noted_class: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "table.html"
    assert main(["class", str(noted_class), "--html", str(page)]) == 0
    told = capsys.readouterr().out
    assert "00 Reading the stepper: 1 of 3 right, 1 without notes" in told
    assert "2 of 3  The source reads a click at 12.5 s." in told
    assert "1 of 3  windows look at the clock" in told
    assert "made up" not in told
    text = page.read_text()
    assert not [name for name in ("Lovelace", "Yuan", "Adam", "Brod") if name in text]
    assert "2 min" in text
    (row,) = summarize_class(read_recorded_grades(noted_class))
    assert row.right_learners == {"Ada Lovelace"}


def test_nothing_of_a_submission_gets_into_a_page_or_a_spreadsheet_as_more_than_text() -> None:
    grade = Grade("=HYPERLINK(1)", "00", "x", "graded", message="<script>1</script>", data="d")
    assert "\n'=HYPERLINK(1)" in format_csv([grade])
    for page in (
        build_learner_page(grade.learner, [grade]),
        build_class_page([grade], {grade.learner: "x"}),
    ):
        assert "<script>" not in page
    (row,) = summarize_class([grade])
    assert set(row.misconceptions) == {OTHER_MISTAKE}
    assert find_shared_data([grade, Grade("b", "00", "y", "graded", data="d")]) == [
        ("00", "d", ["=HYPERLINK(1)", "b"])
    ]


TOTAL = "def total(rows):\n    return sum({call}(rows).values())\n"


def late_data(answer: str, learner: str) -> dict[str, Any]:
    """Lesson 11, whose answer is a function."""
    (path,) = (hostile.ROOT / "notebooks").glob("11_*.ipynb")
    made: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    firings = open_lesson("11", learner)._exercise_data.firings
    for cell in made["cells"]:
        text = "".join(cell["source"])
        if cell["metadata"].get("nbgrader", {}).get("solution"):
            text = f"firings = {firings}\n{answer}"
        cell["source"] = text.replace('learner=""', f"learner={learner!r}")
    return made


@isolates
def test_a_function_runs_in_the_sandbox_and_is_judged_outside(tmp_path: Path) -> None:
    answers = {
        "right": TOTAL.format(call="dict"),
        "sums": "def total(rows):\n    return sum(count for _, count in rows)\n",
        "imports": "import os\n" + TOTAL.format(call="dict"),
        "replaces": "type(lesson).check = lambda *a, **k: 1\n" + TOTAL.format(call="dict"),
        "ends": "def total(rows):\n    raise SystemExit\n",
    }
    folder = tmp_path / "class"
    folder.mkdir()
    for learner, answer in answers.items():
        (folder / f"{learner}.ipynb").write_text(json.dumps(late_data(answer, learner)))
    found = {grade.learner: grade for grade in grade_folder(folder, ResourceLimits())}
    assert [name for name, grade in found.items() if grade.is_right] == ["imports", "right"]
    assert found["sums"].misconception == "a firing replaces nothing"
    assert found["replaces"].status == "no answer"
    assert not found["ends"].is_right
