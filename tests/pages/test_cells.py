"""The cells of every lesson, run as its page runs them: nothing but the standard library, and right where right."""

from __future__ import annotations

import importlib.util
import inspect
import json
import sys
from types import ModuleType
from typing import Any

import pytest

from flinksim.viz.widgets import plan_widget as lens
from flinksim.viz.widgets import stepper_widget as stepper
from website.course import Lesson, load_lessons
from website.packages import ROOT, WEBSITE_FOLDER

FIRST_HOUR, *LESSONS = sorted(
    load_lessons(ROOT / "notebooks"), key=lambda lesson: lesson.name[:2].isdigit()
)
"""The first hour has predictions and jobs to repair, but no exercise that is judged."""
WIDGETS = {"StepperWidget": stepper.StepperWidget, "PlanWidget": lens.PlanWidget}
STAND_INS = (
    "flinksim.viz.widgets.stepper_widget",
    "flinksim.viz.widgets.plan_widget",
    "flinksim.course.prediction_widget",
)


@pytest.fixture
def cells(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module of the worker; what needs Jupyter is as it was afterwards."""
    for name in STAND_INS:
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    spec = importlib.util.spec_from_file_location("cells", WEBSITE_FOLDER / "python" / "cells.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["StepperWidget", "PlanWidget"])
def test_what_stands_for_a_widget_takes_what_it_takes(cells: ModuleType, name: str) -> None:
    taken = list(inspect.signature(getattr(cells, name)).parameters)
    assert taken == list(inspect.signature(WIDGETS[name]).parameters)


def run(cells: ModuleType, lesson: Lesson) -> list[tuple[str, dict[str, Any]]]:
    told: list[tuple[str, dict[str, Any]]] = []
    kernel = cells.Cells(lambda kind, what, data: told.append((kind, {**what, "bytes": len(data)})))
    for cell in lesson.cells:
        if cell["cell_type"] == "code":
            assert kernel.run("".join(cell["source"])), told[-1]
    return told


@pytest.mark.slow("runs all cells of a lesson as its page does")
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_lesson_runs_on_its_page_and_waits_for_an_answer(
    cells: ModuleType, lesson: Lesson
) -> None:
    told = run(cells, lesson)
    json.dumps(told)
    kinds = [kind for kind, _ in told]
    assert "error" not in kinds
    assert {"stepper", "lens"} & set(kinds)
    judged = [what for kind, what in told if kind == "judged"]
    assert judged
    assert not judged[-1]["right"]
    assert judged[-1]["noted"]["lesson"] == lesson.name[:2]


@pytest.mark.slow("runs all cells of a lesson as its page does")
def test_the_first_hour_runs_on_its_page(cells: ModuleType) -> None:
    kinds = [kind for kind, _ in run(cells, FIRST_HOUR)]
    assert "error" not in kinds
    assert "stepper" in kinds


@pytest.mark.slow("runs all cells of a lesson as its page does")
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_right_answer_is_right_there(cells: ModuleType, lesson: Lesson) -> None:
    path = ROOT / "notebooks" / "solutions" / f"{lesson.name}.ipynb"
    solved = Lesson(lesson.name, json.loads(path.read_text("utf-8"))["cells"])
    judged = [what for kind, what in run(cells, solved) if kind == "judged"]
    assert judged[-1]["right"]


def test_a_prediction_is_pressed_and_a_knob_is_turned(cells: ModuleType) -> None:
    told: list[tuple[str, dict[str, Any], bytes]] = []
    kernel = cells.Cells(lambda *message: told.append(message))
    kernel.run("from flinksim.course import open_lesson\nlesson = open_lesson('00')\nlesson.show()")
    kind, what, trace = told[-1]
    assert kind == "stepper"
    assert len(trace) > 1000
    assert what["state"]["knobs"]
    name = next(iter(kernel._namespace["lesson"].definition.predictions))
    kernel.run(f"lesson.predict({name!r})")
    kind, asked, _ = told[-1]
    assert kind == "question"
    kernel.reveal(asked["number"], asked["options"][0][0])
    assert {"judged", "seek"} >= {one[0] for one in told[-2:]}
    assert told[-1][0] == "judged"
    knob = what["state"]["knobs"][0]
    turn = {"id": 7, "knob": knob["name"], "value": knob["value"] + 500}
    kernel.ask(what["number"], "asked", json.dumps(turn))
    kind, turned, other = told[-1]
    assert (kind, turned["turned"]["id"]) == ("turned", 7)
    assert other != trace


def test_a_stepper_on_the_page_is_asked_why_and_goes_on_to_a_condition(cells: ModuleType) -> None:
    told: list[tuple[str, dict[str, Any], bytes]] = []
    kernel = cells.Cells(lambda *message: told.append(message))
    kernel.run("from flinksim.course import open_lesson\nopen_lesson('00').show()")
    shown = told[-1][1]
    assert shown["state"]["can_ask"]
    for message, has in (
        ({"id": 1, "what": "until", "words": "clock >= 1 s", "step": 0}, "step"),
        ({"id": 2, "what": "about", "fact": 3}, "questions"),
        ({"id": 3, "what": "nonsense"}, "problem"),
    ):
        kernel.ask(shown["number"], "asks", json.dumps(message))
        kind, reply, _ = told[-1]
        assert (kind, reply["told"]["id"]) == ("told", message["id"])
        assert has in reply["told"]


def test_what_is_wrong_in_a_cell_has_its_line(cells: ModuleType) -> None:
    told: list[tuple[str, dict[str, Any], bytes]] = []
    kernel = cells.Cells(lambda *message: told.append(message))
    assert not kernel.run("x = 1\ny = x / 0\n")
    assert told[-1][1]["text"].startswith("line 2: y = x / 0\nZeroDivisionError")
    assert kernel.run("print(x)\nx + 1")
    assert [what["text"] for _, what, _ in told[-2:]] == ["1", "2"]
