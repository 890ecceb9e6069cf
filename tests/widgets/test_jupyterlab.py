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
from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "flinksim"
CELLS = [
    "from tests.trace.fixtures import made_up_trace\n"
    "from flinksim.widgets.stepper import Stepper\n"
    "stepper = Stepper(made_up_trace(40))\n"
    "stepper",
    "print('kernel sees step', stepper.step, 'position', stepper.position)",
    "stepper.step = 30",
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


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """The address of a JupyterLab of its own, with the notebook in it."""
    home = tmp_path / "home"
    names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR",
             "JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR")  # fmt: skip
    directories = {name: str(home / name.lower()) for name in names}
    no_news = Path(directories["JUPYTERLAB_SETTINGS_DIR"]) / "@jupyterlab/apputils-extension"
    no_news.mkdir(parents=True)
    (no_news / "notification.jupyterlab-settings").write_text(
        '{"fetchNews": "false", "checkForUpdates": false}'
    )
    folder = tmp_path / "notebooks"
    folder.mkdir()
    (folder / "stepper.ipynb").write_text(json.dumps(notebook(CELLS)))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1",
        f"--port={port}", "--ServerApp.port_retries=0", f"--IdentityProvider.token={TOKEN}",
        "--LabApp.expose_app_in_browser=True", f"--ServerApp.root_dir={folder}",
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


def test_clicks_reach_the_kernel_and_the_kernel_moves_the_picture(
    browser: Browser, lab: str
) -> None:
    context = browser.new_context(viewport={"width": 1400, "height": 1000})
    page = context.new_page()
    complaints: list[str] = []
    elsewhere: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
    page.on(
        "request",
        lambda r: None if r.url.startswith((lab, "data:", "blob:")) else elsewhere.append(r.url),
    )
    page.goto(f"{lab}/lab/tree/stepper.ipynb?token={TOKEN}&reset")
    page.wait_for_function(SESSION_READY, timeout=120_000)

    run_cell(page, 0)
    page.wait_for_selector(".flinksim-stepper [data-task]", timeout=60_000)
    theme = page.get_attribute("body", "data-jp-theme-light")
    shown = page.get_attribute(".flinksim-stepper", "data-theme")
    assert shown == ("light" if theme == "true" else "dark")

    page.click('.flinksim-stepper [data-act="next"]')
    page.focus(".flinksim-stepper")
    page.keyboard.press("ArrowRight")  # which must not reach the notebook
    page.wait_for_selector('.flinksim-stepper[data-step="1"]')
    page.wait_for_timeout(500)  # longer than the stepper takes to tell the kernel

    run_cell(page, 1)
    page.wait_for_selector("text=kernel sees step 1 position")

    run_cell(page, 2)
    page.wait_for_selector('.flinksim-stepper[data-step="30"]')

    assert complaints == []
    assert elsewhere == []
    context.close()
