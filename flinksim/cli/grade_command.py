"""``flinksim grade``: grade a folder of course submissions, each in an isolated process."""

from __future__ import annotations

import argparse
import os
from dataclasses import fields
from pathlib import Path

from flinksim.cli.console import FAILED, report_error
from flinksim.course.grading import Grade, ResourceLimits, SandboxUnavailable, grade_folder
from flinksim.course.grading.html_reports import write_grades
from flinksim.course.lesson import LESSON_FOLDER_VARIABLE

_LIMIT_HELP = {
    "time_s": "seconds of processor time that a submission may take",
    "wait_s": "seconds after which it is ended, whatever it does",
    "memory_mb": "megabytes of memory, of all its processes together",
    "output_kb": "kilobytes that it may print, or write to a file",
    "processes": "processes that it may have at a time",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.description = (
        "Runs each notebook of a folder in a process of its own, takes the answer that it hands to "
        "lesson.check, and judges it by the run of the lesson in another process. Writes grades.csv, a "
        "page for each learner and one for the class. Exit code 1 only if nothing could be graded."
    )
    parser.add_argument(
        "folder", type=Path, help="ada.ipynb, or ada/00_reading_the_stepper.ipynb ..."
    )
    parser.add_argument("--out", type=Path, help="where to; default: FOLDER-grades, beside it")
    for limit in fields(ResourceLimits):
        parser.add_argument(
            f"--{limit.name.replace('_', '-')}",
            type=float if limit.name.endswith("_s") else int,
            default=limit.default,
            metavar="N",
            help=f"{_LIMIT_HELP[limit.name]}; default: {limit.default:g}",
        )
    parser.add_argument(
        "--lessons", type=Path, metavar="FOLDER", help="lessons of one's own: lesson_90.py ..."
    )
    parser.add_argument(
        "--no-isolation",
        action="store_true",
        help="grade where the system cannot isolate a process: submissions may read, write and send "
        "what you may; the table says so",
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
        grades = grade_folder(
            folder,
            limits,
            isolate=not options.no_isolation,
            hidden_folders=[out],
            on_grade=_print_grade,
        )
    except SandboxUnavailable as error:
        return report_error(
            f"this system cannot isolate submissions ({error}). They would run with all that you may "
            "do; to grade all the same: --no-isolation"
        )
    except ValueError as error:
        return report_error(str(error))
    page = write_grades(grades, out)
    right = sum(grade.is_right for grade in grades)
    print(f"{len(grades)} submissions, {right} right: {out / 'grades.csv'}, {page}")
    return 0 if any(grade.status == "graded" for grade in grades) else FAILED


def _print_grade(grade: Grade) -> None:
    mark = "right" if grade.is_right else grade.status if grade.status != "graded" else "not yet"
    print(f"{grade.file}: {mark} ({grade.seconds:.1f} s). {grade.message:.160}", flush=True)
