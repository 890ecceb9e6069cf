"""The stepper in a real JupyterLab: cells run, the widget draws, clicks reach the kernel and back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.viz.widgets.jupyterlab import Notebook, run_cell, run_until, running_lab
from tests.viz.widgets.test_plane import ALWAYS, IN_SIGHT

STEPPER_CELLS = [
    "from tests.trace.fixtures import made_up_trace\n"
    "from flinksim.viz.widgets.stepper_widget import StepperWidget\n"
    "stepper = StepperWidget(made_up_trace(40), position=0, view='watermarks')\n"
    "stepper",
    "print('kernel sees step', stepper.step, 'position', stepper.position)",
    "stepper.step = 30",
]
PLANE_CELLS = [
    "from tests.viz.widgets.test_moments import demo\n"
    "from flinksim.viz.widgets.stepper_widget import StepperWidget\n"
    "stepper = StepperWidget(demo())\n"
    "stepper",
    "print('kernel sees', stepper.step > 5000, stepper.choose)",
]
LENS_CELLS = [
    "import flinksim as fs\n"
    "from tests.viz.widgets.plans import words\n"
    "lens = fs.show_plan(words(4), layer='job')\n"
    "lens",
    "print('kernel sees', lens.edits, len(lens.diagram.layer('job').nodes), 'on', lens.selected)",
    "lens.edits = []\nlens.layer = 'slots'",
]
LARGE_CELLS = [
    "import flinksim as fs\n"
    "from tests.viz.widgets.plans import large\n"
    "lens = fs.show_plan(large(300), layer='stream')\n"
    "lens",
    "lens.selected = lens.diagram.verdicts[0].edge",
    "print('kernel was asked', lens.answer['edge'] == lens.selected, repr(lens.asked))",
]


def notebook(cells: list[str]) -> dict[str, Any]:
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        "cells": [
            {
                "cell_type": "code", "id": f"cell{number}", "metadata": {}, "source": source,
                "outputs": [], "execution_count": None,
            }
            for number, source in enumerate(cells)
        ],
    }  # fmt: skip


IN_ROOM = """() => {
    const stepper = document.querySelector(".flinksim-stepper");
    stepper.scrollIntoView({ block: "nearest" });
    const box = stepper.getBoundingClientRect();
    const room = document.querySelector(".jp-WindowedPanel-outer").getBoundingClientRect();
    return box.top >= room.top && box.bottom <= room.bottom;
}"""

CELLS = {"stepper": STEPPER_CELLS, "plane": PLANE_CELLS, "lens": LENS_CELLS, "large": LARGE_CELLS}


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """The address of a JupyterLab of its own, with the notebooks in it."""
    folder = tmp_path / "notebooks"
    folder.mkdir()
    for name, cells in CELLS.items():
        (folder / f"{name}.ipynb").write_text(json.dumps(notebook(cells)))
    with running_lab(tmp_path, folder) as address:
        yield address


def test_clicks_reach_the_kernel_and_the_kernel_moves_the_picture(
    browser: Browser, lab: str
) -> None:
    notebook = Notebook(browser, lab, "stepper")
    page = notebook.page
    run_cell(page, 0)
    page.wait_for_selector(".flinksim-stepper [data-task]", timeout=60_000)
    theme = page.get_attribute("body", "data-jp-theme-light")
    shown = page.get_attribute(".flinksim-stepper", "data-theme")
    assert shown == ("light" if theme == "true" else "dark")

    page.select_option('.flinksim-stepper [data-part="grain"]', "step")
    page.click('.flinksim-stepper [data-act="next"]')
    page.focus(".flinksim-stepper")
    page.keyboard.press("ArrowRight")  # which must not reach the notebook
    page.wait_for_selector('.flinksim-stepper[data-step="1"]')
    run_until(page, 1, "kernel sees step 1 position")  # Jupyter may hold a message back

    run_cell(page, 2)
    page.wait_for_selector('.flinksim-stepper[data-step="30"]')
    notebook.close()


def test_in_a_notebook_sentence_controls_and_picture_are_in_sight_together(
    browser: Browser, lab: str
) -> None:
    notebook = Notebook(browser, lab, "plane", (1280, 800))
    page = notebook.page
    run_cell(page, 0)
    page.wait_for_selector(".flinksim-stepper .planeStage canvas", timeout=60_000)
    expect(page.locator('[data-part="question"]')).to_have_text("52 records are too late. Why?")
    # the stage takes its height from the room, once that stands
    page.wait_for_function(IN_ROOM)
    room = page.locator(".jp-WindowedPanel-outer").first.bounding_box()
    assert room is not None
    for name, left, top, right, bottom, hidden in page.evaluate(IN_SIGHT, ALWAYS):
        assert left >= room["x"], name
        assert top >= room["y"], name
        assert right <= room["x"] + room["width"], name
        assert bottom <= room["y"] + room["height"], name
        assert name != "sentence" or hidden <= 1
    run_cell(page, 1)
    page.wait_for_selector("text=kernel sees True False")
    notebook.close()


def test_an_edit_in_the_lens_is_derived_by_the_kernel_and_drawn(browser: Browser, lab: str) -> None:
    notebook = Notebook(browser, lab, "lens")
    page = notebook.page
    run_cell(page, 0)
    page.wait_for_selector('.flinksim-lens[data-layer-name="job"] .chip.network', timeout=60_000)
    page.click('.flinksim-lens .chip:has-text("SHUFFLE")')
    page.click('.flinksim-lens [data-act="apply"]')
    page.wait_for_selector(".flinksim-lens .layerWords >> text=4 operators in 2 tasks")

    page.evaluate(
        """() => [...document.querySelectorAll(".flinksim-lens .node")]
            .find((one) => one.dataset.id === "o4" && one.style.display !== "none").focus()"""
    )
    page.fill('.flinksim-lens [data-edit="SetParallelism"]', "2")
    page.keyboard.press("Tab")
    page.wait_for_selector(".flinksim-lens .layerWords >> text=4 operators in 4 tasks")

    run_cell(page, 1)
    page.wait_for_selector(
        "text=kernel sees [{'edit': 'RemovePartitioner', 'transformation': 3}, "
        "{'edit': 'SetParallelism', 'transformation': 4, 'parallelism': 2}] 8 on o4"
    )

    page.fill('.flinksim-lens [data-edit="SetParallelism"]', "0")
    page.keyboard.press("Tab")
    page.wait_for_selector(".flinksim-lens .problem >> text=must be at least 1, found 0")

    run_cell(page, 2)
    page.wait_for_selector('.flinksim-lens[data-layer-name="slots"]')
    page.wait_for_selector(".flinksim-lens .layerWords >> text=9 subtasks in 4 slots")
    notebook.close()


def test_in_a_large_plan_the_kernel_is_asked_for_a_change(browser: Browser, lab: str) -> None:
    notebook = Notebook(browser, lab, "large")
    page = notebook.page
    run_cell(page, 0)
    page.wait_for_selector('.flinksim-lens[data-layer-name="stream"]', timeout=60_000)
    run_cell(page, 1)
    page.wait_for_selector(".flinksim-lens .change >> text=would c")
    run_cell(page, 2)
    page.wait_for_selector("text=kernel was asked True ''")
    notebook.close()
