"""``flinksim class``: common misconceptions of a class, from the logs in its notebooks."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from flinksim.cli.messages import complain
from flinksim.core.atomic_files import write_file
from flinksim.course.grading.answer_key import expected
from flinksim.course.grading.class_report import class_table
from flinksim.course.grading.grader import noted_grades
from flinksim.course.grading.html_reports import class_page


def add_to(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.description = (
        "Reads the predictions and attempts that the notebooks of a folder keep, and makes a table of "
        "exercises and misconceptions, without names. Nothing of the notebooks is run."
    )
    command.add_argument(
        "folder", type=Path, nargs="?", help="ada.ipynb, or ada/00_reading_the_stepper.ipynb"
    )
    command.add_argument(
        "--expected",
        nargs="+",
        metavar="LESSON",
        help="print the right answers to the predictions of these lessons, and what wrong ones mean",
    )
    command.add_argument("--html", type=Path, help="write the table as a page")
    command.set_defaults(action=execute)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    if options.expected:
        try:
            print("\n\n".join(map(expected, options.expected)))
        except ValueError as error:
            return complain(str(error))
        return 0
    if options.folder is None or not os.path.isdir(options.folder):
        return complain(f"{options.folder}: expected a folder of notebooks")
    try:
        grades = noted_grades(options.folder)
    except ValueError as error:
        return complain(str(error))
    if options.html is not None:  # written first, because the output pipe may be closed early
        write_file(options.html, class_page(grades))
    for row in class_table(grades):
        count = len(row.learners)
        print(f"{row.lesson} {row.title}: {len(row.right)} of {count} right")
        for belief, learners in sorted(row.beliefs.items(), key=lambda one: (-len(one[1]), one[0])):
            print(f"  {len(learners):3} of {count}  {belief}")
    return 0
