"""JupyterLab 4 and Notebook 7: a stepper that is reopened, shown twice, linked, or goes on."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from flinksim.course.learner_record import read_learner_records
from tests.trace.fixtures import made_up_trace
from tests.viz.widgets.jupyterlab import SURFACES, Notebook, run_cell, running_lab
from tests.viz.widgets.test_jupyterlab import notebook

CELLS = {
    "twice": [
        "from tests.trace.fixtures import made_up_trace\n"
        "from flinksim.viz.widgets.stepper_widget import StepperWidget\n"
        "from flinksim.viz.widgets.linked_steppers import link_steppers\n"
        "stepper = StepperWidget(made_up_trace(40), position=0, view='watermarks')\n"
        "stepper",
        "stepper",
    ],
    "pair": [
        "from tests.trace.fixtures import made_up_trace\n"
        "from flinksim.viz.widgets.linked_steppers import link_steppers\n"
        "trace = made_up_trace(40)\n"
        "box = link_steppers(trace, trace, ('one', 'other'), at_ms=0, view='watermarks')\n"
        "box",
    ],
    "lesson": [
        "from flinksim.course import open_lesson\nlesson = open_lesson('00', 'ada')",
        "lesson.predict('fires', 'at once')",
        "lesson.check(step=0, cause=1)",
    ],
    "live": [
        "from tests.connectors.test_sockets_in_jobs import count_words, typing\n"
        "server = typing(['a 1', 'a 12', 'b 30'], 0.01)\n"
        "sim = count_words(server.__enter__())\n"
        "sim.step()\n"
        "sim.show(view='watermarks')",
        "print('the run has', len(sim.trace), 'steps')",
    ],
}
STEPPER = ".flinksim-stepper"


NOTE_PLACES = f"""() => {{
    window.places = [...document.querySelectorAll("{STEPPER}")].map((stepper) => {{
        const seen = [];
        const note = () => seen.push(Number(stepper.dataset.position));
        new MutationObserver(note).observe(stepper, {{ attributeFilter: ["data-position"] }});
        return seen;
    }});
}}"""
"""Every place that a stepper stands at from now on, in order."""


@pytest.fixture(params=sorted(SURFACES))
def surface(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "notebooks"
    made.mkdir()
    for name, cells in CELLS.items():
        (made / f"{name}.ipynb").write_text(json.dumps(notebook(cells)))
    return made


@pytest.fixture
def server(tmp_path: Path, folder: Path, surface: str) -> Iterator[str]:
    with running_lab(tmp_path, folder, surface) as address:
        yield address


def steps(page: Page) -> list[str | None]:
    return [one.get_attribute("data-step") for one in page.locator(STEPPER).all()]


def same_step(page: Page, step: int, many: int) -> None:
    """Waits until as many steppers as there are stand at *step*."""
    page.wait_for_function(
        f"() => document.querySelectorAll('{STEPPER}[data-step=\"{step}\"]').length === {many}"
    )


def test_a_notebook_reopened_shows_the_last_picture_without_running_anything(
    browser: Browser, server: str, folder: Path, surface: str
) -> None:
    opened = Notebook(browser, server, "twice", surface=surface)
    page = opened.page
    run_cell(page, 0)
    page.wait_for_selector(f"{STEPPER} [data-task]", timeout=60_000)
    page.evaluate(
        "window.jupyterapp.commands.execute('@jupyter-widgets/jupyterlab-manager:saveWidgetState')"
    )
    page.select_option(f'{STEPPER} [data-part="grain"]', "step")
    for _ in range(3):
        page.click(f'{STEPPER} [data-act="next"]')
    same_step(page, 2, 1)
    page.wait_for_timeout(500)  # longer than the stepper takes to tell the kernel
    said = page.inner_text(f'{STEPPER} [data-part="sentence"]')
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    saved = folder / "twice.ipynb"
    for _ in range(100):
        if "widgets" in json.loads(saved.read_text())["metadata"]:
            break
        page.wait_for_timeout(100)
    opened.close()

    assert "widgets" in json.loads(saved.read_text())["metadata"]
    shutil.copy(saved, folder / "again.ipynb")  # has a kernel of its own, which has run nothing
    again = Notebook(browser, server, "again", surface=surface)
    again.page.wait_for_selector(f"{STEPPER} [data-task]", timeout=60_000)
    assert steps(again.page) == ["2"]
    assert again.page.inner_text(f'{STEPPER} [data-part="sentence"]') == said
    again.page.click(f'{STEPPER} [data-act="next"]')  # and it goes on
    again.page.wait_for_function(f"document.querySelector('{STEPPER}').dataset.step > 2")
    again.close()


def test_one_widget_shown_twice_and_two_on_one_trace_stay_in_step(
    browser: Browser, server: str, surface: str
) -> None:
    for name, cells in (("twice", (0, 1)), ("pair", (0,))):
        opened = Notebook(browser, server, name, surface=surface)
        page = opened.page
        for cell in cells:
            run_cell(page, cell)
        page.wait_for_function(f"document.querySelectorAll('{STEPPER}').length === 2")
        for stepper in page.locator(STEPPER).all():
            stepper.locator('[data-part="grain"]').select_option("event")
        first, second = page.locator(STEPPER).all()
        begun = int(first.get_attribute("data-position") or "-1")
        page.evaluate(NOTE_PLACES)
        presses = [(first, "next"), (first, "next"), (second, "next"), (second, "back")] * 2
        for pressed, act in presses:  # with no pause: what the kernel says of older places is none
            pressed.locator(f'[data-act="{act}"]').click()
        places = [begun + further for further in (1, 2, 3, 2, 3, 4, 5, 4)]
        page.wait_for_function(f"() => window.places[0].length >= {len(places)}")
        page.wait_for_timeout(1000)
        assert page.evaluate("window.places") == [places, places]
        second.locator('[data-part="grain"]').select_option("step")
        second.locator('[data-act="last"]').click()
        same_step(page, len(made_up_trace(40)) - 1, 2)
        opened.close()


def saved_with(page: Page, saved: Path, entries: int) -> dict[str, Any]:
    """The metadata of the notebook in the file *saved*, once so many *entries* are noted."""
    metadata: dict[str, Any] = {}
    for _ in range(50):
        page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
        page.wait_for_timeout(300)
        metadata = json.loads(saved.read_text())["metadata"]
        notes = metadata.get("flinksim", {}).get("notes", ())
        if sum(len(note["entries"]) for note in notes) == entries:
            return metadata
    raise AssertionError(f"not saved: {metadata}")


def test_what_a_learner_does_is_in_the_metadata_each_time(
    browser: Browser, server: str, folder: Path, surface: str
) -> None:
    for name, entries in (("lesson", 2), ("again", 4)):
        opened = Notebook(browser, server, name, surface=surface)
        for cell in range(3):
            run_cell(opened.page, cell)
        metadata = saved_with(opened.page, folder / f"{name}.ipynb", entries)
        opened.close()
        if name == "lesson":
            cleared = notebook(CELLS["lesson"]) | {"metadata": metadata}
            (folder / "again.ipynb").write_text(json.dumps(cleared))  # has a kernel of its own
    assert len(metadata["flinksim"]["notes"]) == 2
    (note,) = read_learner_records({"metadata": metadata})
    assert [entry["what"] for entry in note["entries"]] == ["prediction", "attempt"] * 2


def test_a_step_beyond_the_end_is_a_real_one_where_input_is_live(
    browser: Browser, server: str, surface: str
) -> None:
    opened = Notebook(browser, server, "live", surface=surface)
    page = opened.page
    run_cell(page, 0)
    page.wait_for_selector(f"{STEPPER} [data-task]", timeout=60_000)
    page.select_option(f'{STEPPER} [data-part="grain"]', "step")
    begun = int(steps(page)[0] or "-1")
    for step in (begun + 1, begun + 2, begun + 3):
        page.click(f'{STEPPER} [data-act="next"]')
        same_step(page, step, 1)
    assert page.input_value(f'{STEPPER} [data-part="grain"]') == "step"
    page.click(f'{STEPPER} [data-act="back"]')
    same_step(page, begun + 2, 1)
    page.click(f'{STEPPER} [data-act="next"]')  # within what has happened: no real step
    same_step(page, begun + 3, 1)
    run_cell(page, 1)
    page.wait_for_selector(f"text=the run has {begun + 4} steps")
    opened.close()
