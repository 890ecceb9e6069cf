"""``flinksim grade``: grade a folder of course submissions, each in an isolated process."""

from __future__ import annotations

import argparse
import os
from dataclasses import fields
from pathlib import Path

from flinksim.cli.console import FAILED, report_error
from flinksim.course.grading import (
    Grade,
    GradeStore,
    ResourceLimits,
    SandboxUnavailable,
    grade_folder,
)
from flinksim.course.grading.class_report import find_shared_data
from flinksim.course.grading.grader import list_missing_learners, read_roster
from flinksim.course.grading.html_reports import write_grades
from flinksim.course.grading.submissions import find_notebooks
from flinksim.course.lesson_loader import LESSON_FOLDER_VARIABLE

_LIMIT_HELP = {
    "time_s": "Maximum CPU time of a submission, in seconds",
    "wait_s": "Maximum elapsed time of a submission, in seconds",
    "memory_mb": "Maximum memory of all processes of a submission, in MB",
    "output_kb": "Maximum size of the output, and of each file, in KB",
    "processes": "Maximum number of processes at a time",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.description = (
        "Grade the notebooks of a folder. Each notebook runs in an isolated process, and another process "
        "checks the answer that the notebook passes to lesson.check. Writes grades.csv, a page for each "
        "learner and a page for the class. The exit code is 1 if no notebook could be graded."
    )
    parser.add_argument(
        "folder",
        type=Path,
        help="Folder with one notebook (ada.ipynb) or one folder (ada/00_reading_the_stepper.ipynb) per "
        "learner.",
    )
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="Folder for the grades (default: FOLDER-grades)."
    )
    for limit in fields(ResourceLimits):
        parser.add_argument(
            f"--{limit.name.replace('_', '-')}",
            type=float if limit.name.endswith("_s") else int,
            default=limit.default,
            metavar="N",
            help=f"{_LIMIT_HELP[limit.name]} (default: {limit.default:g}).",
        )
    parser.add_argument(
        "--lessons",
        type=Path,
        metavar="FOLDER",
        help="Folder with your own lessons: lesson_90.py ...",
    )
    parser.add_argument(
        "--roster",
        type=Path,
        metavar="FILE",
        help="File with the names of all learners, one on each line. Who submitted nothing gets a row.",
    )
    parser.add_argument(
        "--resume",
        action="store_true",
        help="Keep the grades of an earlier run in the same folder, for notebooks that have not changed.",
    )
    parser.add_argument(
        "--no-isolation",
        action="store_true",
        help="Grade on a system that cannot isolate processes. Submissions then run with all your "
        "permissions. The grades record this.",
    )
    parser.set_defaults(action=execute)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    folder: Path = options.folder
    if not os.path.isdir(folder):
        return report_error(f"{folder}: expected a folder of notebooks")
    if options.lessons is not None:
        os.environ[LESSON_FOLDER_VARIABLE] = str(options.lessons.resolve())
    out: Path = options.out or folder.resolve().with_name(f"{folder.resolve().name}-grades")
    try:
        limits = ResourceLimits(
            **{limit.name: getattr(options, limit.name) for limit in fields(ResourceLimits)}
        )
        roster = read_roster(options.roster) if options.roster is not None else []
        find_notebooks(folder)
        isolate = not options.no_isolation
        store = GradeStore(out, limits, isolate=isolate, resume=options.resume)
        grades = grade_folder(
            folder,
            limits,
            isolate=isolate,
            hidden_folders=[out],
            store=store,
            on_grade=_print_grade,
        )
    except KeyboardInterrupt:
        report_error(
            f"{len(store.grades)} grades are in {out / 'grades.csv'}. To continue, add --resume."
        )
        raise
    except SandboxUnavailable as error:
        return report_error(
            f"this system cannot isolate submissions ({error}). They would run with all your "
            "permissions. To grade them anyway, add --no-isolation."
        )
    except OSError as error:
        return report_error(f"{options.roster}: {error.strerror}")
    except ValueError as error:
        return report_error(str(error))
    missing = list_missing_learners(folder, grades, roster)
    page = write_grades([*grades, *missing], out)
    right = sum(grade.is_right for grade in grades)
    print(f"{len(grades)} submissions, {right} right: {out / 'grades.csv'}, {page}")
    _print_remarks(grades, missing, roster)
    return 0 if any(grade.status == "graded" for grade in grades) else FAILED


def _print_remarks(grades: list[Grade], missing: list[Grade], roster: list[str]) -> None:
    """Print what a teacher has to look at: missing, nameless, unknown and equal submissions."""
    unknown = {grade.learner for grade in grades} - {*roster} if roster else set()
    nameless = {grade.learner for grade in grades if grade.status == "graded" and not grade.data}
    for label, names in (
        ("No submission", [grade.learner for grade in missing]),
        ("Not in the roster", sorted(unknown)),
        ("Without a name in open_lesson", sorted(nameless)),
    ):
        if names:
            print(f"{label}: {', '.join(names)}")
    for lesson, data, learners in find_shared_data(grades):
        print(f"Lesson {lesson} with the data of {data}, perhaps copied: {', '.join(learners)}")


def _print_grade(grade: Grade, number: int, count: int) -> None:
    mark = "right" if grade.is_right else grade.status if grade.status != "graded" else "not yet"
    print(
        f"[{number}/{count}] {grade.file}: {mark} ({grade.seconds:.1f} s). {grade.message:.160}",
        flush=True,
    )
