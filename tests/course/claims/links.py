"""The links from the statements of lessons to what supports them, in ``statements/NN.txt``.

A file has sections. The heading of a section is an assertion of this package, a test such as
``tests/x/test_y.py::test_z``, or the kind of sentences that state no fact (:data:`KINDS`). Each line below
it is a statement of the lesson, word for word: a changed sentence needs a new look.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from tests.course.claims import (
    course_claims,
    spark_claims,
    split_claims,
    sql_claims,
    task_claims,
    time_claims,
    window_claims,
)

FOLDER = Path(__file__).parent / "statements"
ROOT = Path(__file__).resolve().parents[3]
MODULES = (
    course_claims, spark_claims, split_claims, sql_claims, task_claims, time_claims, window_claims,
)  # fmt: skip
KINDS = {
    "definition": "says what a word means here",
    "instruction": "says what to do, or how an answer is written",
    "opinion": "advice, or an estimate",
    "premise": "an assumption of a question to discuss, or what other texts say",
}


def _find_assertions(module: ModuleType) -> dict[str, Callable[[], bool]]:
    return {
        name: one
        for name, one in vars(module).items()
        if inspect.isfunction(one)
        and one.__module__ == module.__name__
        and inspect.signature(one, eval_str=True).return_annotation is bool
        and not name.startswith("_")
    }


ASSERTIONS = {name: one for module in MODULES for name, one in _find_assertions(module).items()}


def read_links(number: str) -> dict[str, list[str]]:
    """Read the statements of a lesson by what supports them."""
    links: dict[str, list[str]] = {}
    section = ""
    for line in (FOLDER / f"{number}.txt").read_text("utf-8").splitlines():
        heading = re.fullmatch(r"\[([\w./:]+)\]", line)
        if heading:
            section = heading[1]
        elif line:
            links.setdefault(section, []).append(line)
    return links


def exists(support: str) -> bool:
    """Whether a heading names an assertion, a kind, or a test that exists."""
    path, _, test = support.partition("::")
    if not test:
        return support in ASSERTIONS or support in KINDS
    file = ROOT / path
    return file.is_file() and f"def {test}(" in file.read_text("utf-8")
