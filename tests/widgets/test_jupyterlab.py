"""The stepper in a real JupyterLab: cells run, the widget draws, clicks reach the kernel and back.

The isolation and the waiting follow what was measured: Lab says "idle" before its session exists,
so the test waits for the session itself, and a fresh set of directories keeps settings, news and
old workspaces out.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page

from tests.widgets.test_plane import ALWAYS, IN_SIGHT

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "flinksim"
STEPPER_CELLS = [
    "from tests.trace.fixtures import made_up_trace\n"
    "from flinksim.widgets.stepper import Stepper\n"
    "stepper = Stepper(made_up_trace(40), position=0, view='event time')\n"
    "stepper",
    "print('kernel sees step', stepper.step, 'position', stepper.position)",
    "stepper.step = 30",
]
PLANE_CELLS = [
    "from tests.widgets.test_moments import demo\n"
    "from flinksim.widgets.stepper import Stepper\n"
    "stepper = Stepper(demo())\n"
    "stepper",
    "print('kernel sees', stepper.step > 5000, stepper.choose)",
]
LENS_CELLS = [
    "import flinksim as fs\n"
    "from tests.widgets.plans import words\n"
    "lens = fs.show_plan(words(4), layer='job')\n"
    "lens",
    "print('kernel sees', lens.edits, len(lens.document.layer('job').nodes), 'on', lens.selected)",
    "lens.edits = []\nlens.layer = 'slots'",
]
LARGE_CELLS = [
    "import flinksim as fs\n"
    "from tests.widgets.plans import large\n"
    "lens = fs.show_plan(large(300), layer='stream')\n"
    "lens",
    "lens.selected = lens.document.verdicts[0].edge",
    "print('kernel was asked', lens.answer['edge'] == lens.selected, repr(lens.asked))",
]

SESSION_READY = """() => {
    const context = window.jupyterapp?.shell?.currentWidget?.sessionContext;
    const kernel = context?.session?.kernel;
    return context?.isReady && kernel?.connectionStatus === "connected" && kernel.status === "idle";
}"""


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


CELLS = {"stepper": STEPPER_CELLS, "plane": PLANE_CELLS, "lens": LENS_CELLS, "large": LARGE_CELLS}


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """The address of a JupyterLab of its own, with the notebooks in it."""
    home = tmp_path / "home"
    names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR",
             "JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR")  # fmt: skip
    directories = {name: str(home / name.lower()) for name in names}
    no_news = Path(directories["JUPYTERLAB_SETTINGS_DIR"]) / "@jupyterlab/apputils-extension"
    no_news.mkdir(parents=True)
    (no_news / "notification.jupyterlab-settings").write_text(
        '{"fetchNews": "false", "checkForUpdates": false}'
    )
    # what builds the site brings an extension of Lab's that only JupyterLite can load
    extensions = home / "labextensions"
    extensions.mkdir()
    for one in (Path(sys.prefix) / "share/jupyter/labextensions").iterdir():
        if one.name != "@jupyterlite":
            (extensions / one.name).symlink_to(one)
    folder = tmp_path / "notebooks"
    folder.mkdir()
    for name, cells in CELLS.items():
        (folder / f"{name}.ipynb").write_text(json.dumps(notebook(cells)))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1",
        f"--port={port}", "--ServerApp.port_retries=0", f"--IdentityProvider.token={TOKEN}",
        "--LabApp.expose_app_in_browser=True", f"--LabApp.labextensions_path={extensions}",
        f"--ServerApp.root_dir={folder}",
    ]  # fmt: skip
    log = (tmp_path / "lab.log").open("w")
    environment = {**os.environ, **directories, "PYTHONPATH": str(ROOT)}
    server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for_server(server, address, tmp_path / "lab.log")
        yield address
    finally:
        server.terminate()
        server.wait(30)
        log.close()


def wait_for_server(server: subprocess.Popen[bytes], address: str, log: Path) -> None:
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        assert server.poll() is None, f"JupyterLab ended: {log.read_text()[-2000:]}"
        try:
            urllib.request.urlopen(f"{address}/api/status?token={TOKEN}", timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    pytest.fail(f"JupyterLab did not answer: {log.read_text()[-2000:]}")


def run_cell(page: Page, number: int) -> None:
    """Run one cell and wait until the kernel has answered."""
    page.evaluate(
        """async (number) => {
            const panel = window.jupyterapp.shell.currentWidget;
            panel.content.activeCellIndex = number;
            await window.jupyterapp.commands.execute("notebook:run-cell");
        }""",
        number,
    )


class Notebook:
    """A notebook open in JupyterLab, with everything that it complains about."""

    def __init__(
        self, browser: Browser, lab: str, name: str, size: tuple[int, int] = (1400, 1200)
    ) -> None:
        self.context = browser.new_context(viewport={"width": size[0], "height": size[1]})
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.elsewhere: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._note)
        self.page.on("request", lambda r: self._note_request(r.url, lab))
        self.page.goto(f"{lab}/lab/tree/{name}.ipynb?token={TOKEN}&reset")
        self.page.wait_for_function(SESSION_READY, timeout=120_000)

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(message.text)

    def _note_request(self, url: str, lab: str) -> None:
        if not url.startswith((lab, "data:", "blob:")):
            self.elsewhere.append(url)

    def close(self) -> None:
        assert self.complaints == []
        assert self.elsewhere == []
        self.context.close()


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
    page.wait_for_timeout(500)  # longer than the stepper takes to tell the kernel

    run_cell(page, 1)
    page.wait_for_selector("text=kernel sees step 1 position")

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
    page.wait_for_timeout(500)
    assert page.inner_text('[data-part="question"]') == "52 records came too late. Why?"
    page.evaluate("document.querySelector('.flinksim-stepper').scrollIntoView({block: 'nearest'})")
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
