"""A real JupyterLab of one's own, and a notebook in it, for tests and for pictures of lessons."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, ConsoleMessage, Page

ROOT = Path(__file__).resolve().parents[3]
TOKEN = "flinksim"
SURFACES = {"lab": "lab/tree", "notebook": "notebooks"}
"""Where an address of a notebook begins in JupyterLab 4 and in Notebook 7."""
OWN_COMPLAINTS = ("Cannot read properties of undefined (reading 'schema')",)
"""What Notebook 7 says of itself, also of a notebook with nothing in it."""
MODULES = {"lab": "jupyterlab", "notebook": "notebook"}

SESSION_READY = """() => {
    const context = window.jupyterapp?.shell?.currentWidget?.sessionContext;
    const kernel = context?.session?.kernel;
    return context?.isReady && kernel?.connectionStatus === "connected" && kernel.status === "idle";
}"""


@contextmanager
def running_lab(place: Path, folder: Path, surface: str = "lab") -> Iterator[str]:
    """The address of a JupyterLab on *folder*, which keeps all that is its own in *place*.

    *surface* is one of SURFACES: JupyterLab, or Notebook 7, which is made of the same parts.

    The isolation and the waiting follow what was measured: Lab says "idle" before its session
    exists, so one waits for the session itself, and a fresh set of directories keeps settings, news
    and old workspaces out. Raises: RuntimeError if it does not start.
    """
    home = place / "home"
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
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    app = "LabApp" if surface == "lab" else "JupyterNotebookApp"
    command = [
        sys.executable, "-m", MODULES[surface], "--no-browser", "--allow-root", "--ip=127.0.0.1",
        f"--port={port}", "--ServerApp.port_retries=0", f"--IdentityProvider.token={TOKEN}",
        f"--{app}.expose_app_in_browser=True", f"--{app}.labextensions_path={extensions}",
        f"--ServerApp.root_dir={folder}",
    ]  # fmt: skip
    log = (place / "lab.log").open("w")
    environment = {**os.environ, **directories, "PYTHONPATH": str(ROOT)}
    server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for_server(server, address, place / "lab.log")
        yield address
    finally:
        server.terminate()
        server.wait(30)
        log.close()


def wait_for_server(server: subprocess.Popen[bytes], address: str, log: Path) -> None:
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        if server.poll() is not None:
            break
        try:
            urllib.request.urlopen(f"{address}/api/status?token={TOKEN}", timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise RuntimeError(f"JupyterLab did not answer: {log.read_text()[-2000:]}")


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


def run_until(page: Page, number: int, text: str) -> None:
    """Run one cell, again and again, until it says *text*: what a widget tells may be under way."""
    said = page.locator(f"text={text}")
    for _ in range(60):
        run_cell(page, number)
        page.wait_for_timeout(200)
        if said.count():
            return
    raise AssertionError(f"the cell never said {text!r}")


class Notebook:
    """A notebook open in JupyterLab, with everything that it complains about."""

    def __init__(
        self, browser: Browser, lab: str, name: str, size: tuple[int, int] = (1400, 1200),
        *, surface: str = "lab", waits: bool = True,
    ) -> None:  # fmt: skip
        self.context = browser.new_context(viewport={"width": size[0], "height": size[1]})
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.elsewhere: list[str] = []
        self.page.on("pageerror", lambda error: self._complain(str(error)))
        self.page.on("console", self._note)
        self.page.on("request", lambda r: self._note_request(r.url, lab))
        self.page.goto(f"{lab}/{SURFACES[surface]}/{name}.ipynb?token={TOKEN}&reset")
        if waits:
            self.page.wait_for_function(SESSION_READY, timeout=120_000)

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._complain(message.text)

    def _complain(self, text: str) -> None:
        if text not in OWN_COMPLAINTS:
            self.complaints.append(text)

    def _note_request(self, url: str, lab: str) -> None:
        if not url.startswith((lab, "data:", "blob:")):
            self.elsewhere.append(url)

    def close(self) -> None:
        assert self.complaints == [], self.complaints
        assert self.elsewhere == [], self.elsewhere
        self.context.close()
