"""The programs that lessons show are short scripts, which the stepper follows and the playground opens."""

from __future__ import annotations

import ast
import base64
import json
import re
import zlib
from typing import Any

import pytest

from flinksim.course import open_lesson
from flinksim.course.lesson import SITE_VARIABLE, run_quietly
from flinksim.course.lesson_loader import load_definition
from flinksim.course.program_jobs import (
    MAX_PROGRAM_LINES,
    Program,
    build_program_job,
    format_literal,
)
from flinksim.simulation.program_source import extract_program_source
from tests.course.exercises_table import NUMBERS
from tools.make_notebooks import NOTEBOOKS
from website.course import load_lessons
from website.words import Language

MAX_LINE_LENGTH = 155
PYTHON = [number for number in NUMBERS if not load_definition(number).needs_sql]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_program_has_at_most_fifteen_lines(number: str) -> None:
    lines = [line for line in load_definition(number).program.splitlines() if line]
    assert 5 <= len(lines) <= MAX_PROGRAM_LINES
    assert max(map(len, lines)) <= MAX_LINE_LENGTH


@pytest.mark.parametrize("number", PYTHON)
def test_the_stepper_shows_the_program_with_the_line_of_each_operator(number: str) -> None:
    simulation = load_definition(number).simulate()
    shown = extract_program_source(simulation._job_graph)
    program = load_definition(number).program.splitlines()
    assert shown["lines"] == program[shown["first"] - 1 :][: len(shown["lines"])]
    assert shown["lines"][-1] == program[-1]
    operators = {str(one.node.id) for v in simulation._job_graph.vertices for one in v.operators}
    assert set(shown["nodes"]) == operators
    for line in shown["nodes"].values():
        assert re.search(r"\.\w+\(", program[line - 1])


@pytest.mark.parametrize(
    "value",
    [
        {"left": [(100 * n, "red, blue", -1_000) for n in range(20)], "right": []},
        [(1_000_000 * n, ("a",), {"b": None}) for n in range(20)],
        (True, 2.5, "x"),
    ],
)
def test_a_literal_has_its_value_and_short_lines(value: object) -> None:
    text = format_literal(value)
    assert ast.literal_eval(text) == value
    assert max(map(len, text.splitlines())) <= MAX_LINE_LENGTH - 10


def test_a_program_has_the_values_of_its_parameters() -> None:
    program = Program("of($size)$more", size=1_000, more="")
    assert program.text == "of(1_000)"
    assert program.write(size=[2_000], more=".late()") == "of([2_000]).late()"
    with pytest.raises(KeyError, match="size"):
        Program("of($size)").write()


def test_an_exercise_runs_the_program_of_its_lesson_with_other_data() -> None:
    lesson = open_lesson("00", "ada")
    opening, own = (
        extract_program_source(run._job_graph)["lines"] for run in (lesson.run, lesson.data.run)
    )
    assert own == opening
    assert lesson.data.run.digest != lesson.run.digest


def unpack(link: str) -> dict[str, Any]:
    """Read the program of a link and its settings, as the playground does."""
    packed = link.partition("#play=")[2]
    data = zlib.decompress(base64.urlsafe_b64decode(packed + "==="), -zlib.MAX_WBITS)
    return dict(json.loads(data))


@pytest.mark.parametrize("number", NUMBERS)
def test_a_link_opens_the_program_in_the_playground(
    number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lesson = open_lesson(number)
    assert "#play=" not in lesson.code()._repr_markdown_()
    monkeypatch.setenv(SITE_VARIABLE, "https://flinksim.example/site/")
    shown = lesson.code()._repr_markdown_()
    (link,) = re.findall(r"\[Open in the playground\]\((.*)\)", shown)
    assert link.startswith("https://flinksim.example/site/play/#play=")
    content = unpack(link)
    assert content["p"] == repr(lesson.code()) == lesson.definition.program
    if number not in PYTHON:
        assert content["s"]["sample"] > 0  # a query needs rows
    elif number not in ("16", "18"):  # with settings and a crash that a program does not have
        assert run_quietly(build_program_job(content["p"])).digest == lesson.run.digest


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_of_a_lesson_links_to_its_program(language: Language) -> None:
    pages = {one.name[:2]: one.build_page(False).main for one in load_lessons(NOTEBOOKS, language)}
    word = {"en": "Open in the playground", "zh": "在试验场中打开"}[language]
    for number in NUMBERS:
        links = re.findall(rf'href="([./]*)play/(#play=[^"]*)">{word}<', pages[number])
        assert len(links) == 1
        for up, link in links:
            assert up == {"en": "../../", "zh": "../../../"}[language]
            assert unpack(link)["p"] == load_definition(number).program
