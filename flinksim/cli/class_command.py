"""``flinksim class``: common misconceptions of a class, from the logs in its notebooks."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from flinksim.cli.console import report_error
from flinksim.core.atomic_files import write_file
from flinksim.course.grading.answer_key import format_answer_key
from flinksim.course.grading.class_report import format_right_count, summarize_class
from flinksim.course.grading.grader import read_recorded_grades
from flinksim.course.grading.html_reports import build_class_page


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.description = (
        "Read the predictions and attempts recorded in the notebooks of a folder, and print a table of "
        "exercises and misconceptions without names. The notebooks are not run."
    )
    parser.add_argument(
        "folder",
        type=Path,
        nargs="?",
        help="Folder with one notebook (ada.ipynb) or one folder (ada/00_reading_the_stepper.ipynb) per "
        "learner.",
    )
    parser.add_argument(
        "--expected",
        nargs="+",
        metavar="LESSON",
        help="Print the correct predictions of these lessons, and the misconception behind each wrong one.",
    )
    parser.add_argument("--html", type=Path, metavar="FILE", help="Write the table as a page.")
    parser.set_defaults(action=execute)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    if options.expected:
        try:
            print("\n\n".join(map(format_answer_key, options.expected)))
        except ValueError as error:
            return report_error(str(error))
        return 0
    if options.folder is None or not os.path.isdir(options.folder):
        return report_error(f"{options.folder}: expected a folder of notebooks")
    try:
        grades = read_recorded_grades(options.folder)
    except ValueError as error:
        return report_error(str(error))
    if options.html is not None:  # written first, because the output pipe may be closed early
        write_file(options.html, build_class_page(grades))
    for row in summarize_class(grades):
        count = len(row.learners)
        print(f"{row.lesson} {row.title}: {format_right_count(row)}")
        for belief, learners in sorted(
            row.misconceptions.items(), key=lambda one: (-len(one[1]), one[0])
        ):
            print(f"  {len(learners):3} of {count}  {belief}")
    return 0
