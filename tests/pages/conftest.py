"""The site, built once for all tests, and a server and a browser to look at it."""

from __future__ import annotations

import fcntl
import importlib.util
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from website.__main__ import REQUIRED_MODULES
from website.packages import ROOT, WEBSITE_FOLDER

MISSING = "what the site is made of is not there; run: tools/node_packages.sh website"
SLOW = "builds the site, and runs Python in a real browser"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "built" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow(SLOW))


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site; ``FLINKSIM_SITE`` names one that is built already."""
    named = os.environ.get("FLINKSIM_SITE")
    if named:
        return Path(named)
    if shutil.which("node") is None or not (WEBSITE_FOLDER / "node_modules" / "pyodide").is_dir():
        pytest.fail(MISSING)
    # one for all processes in which tests run side by side
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "site" / "sw.js").exists():  # which is written last
            made = [
                name
                for name, needs in REQUIRED_MODULES.items()
                if all(map(importlib.util.find_spec, needs))
            ]
            command = [
                sys.executable,
                "-m",
                "website",
                "--out",
                str(shared / "site"),
                "--parts",
                *made,
            ]
            subprocess.run(command, cwd=ROOT, check=True)
    return shared / "site"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="session")
def address(built: Path) -> Iterator[str]:
    """Where the site is served, as ``python -m http.server`` would."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(built)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()
    thread.join()


class Visit:
    """A visitor with a fresh browser profile, and everything that the pages ask for or complain about."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context, self.address = context, address
        self.requests: list[str] = []
        self.complaints: list[str] = []
        context.on("request", lambda request: self.requests.append(request.url))
        context.on("console", self._heard)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self.page: Page = context.new_page()

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def open(self, place: str, ready: str = "html[data-ready=yes]") -> Page:
        self.page.goto(self.address + place)
        if ready:
            self.page.wait_for_selector(ready, state="attached", timeout=60_000)
        return self.page

    @property
    def foreign(self) -> list[str]:
        own = (self.address, f"blob:{self.address}", "data:")
        return [url for url in self.requests if not url.startswith(own)]

    # --- in the playground --------------------------------------------------------------------------

    def write(self, program: str) -> None:
        """Puts a program into the editor."""
        self.page.click("#editor .cm-content")
        self.page.keyboard.press("Control+a")
        self.page.keyboard.press("Delete")  # over a selection the browser itself would write styles
        self.page.keyboard.insert_text(program)

    def run(self) -> None:
        """Presses Run, and waits for the run to be shown."""
        before = self.shown
        self.page.click("#run")
        self.page.wait_for_selector(
            f"html[data-shown='{before + 1}']", state="attached", timeout=90_000
        )

    def until(self, expression: str, timeout_s: float = 60) -> None:
        """Waits for what JavaScript says; the page's policy forbids Playwright's own way to wait."""
        end = time.monotonic() + timeout_s
        while not self.page.evaluate(expression):
            assert time.monotonic() < end, expression
            self.page.wait_for_timeout(50)

    @property
    def shown(self) -> int:
        return int(self.page.get_attribute("html", "data-shown") or 0)

    def stepper(self, name: str) -> str:
        return self.page.get_attribute(".flinksim-stepper", f"data-{name}") or ""


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Visit]]:
    """Makes visitors; at the end no page may have complained, or asked anything of another site."""
    made: list[Visit] = []

    def new(**context: Any) -> Visit:
        context = {
            "reduced_motion": "reduce",
            "viewport": {"width": 1366, "height": 800},
            **context,
        }
        made.append(Visit(browser.new_context(**context), address))
        return made[-1]

    yield new
    for one in made:
        one.context.close()
        assert one.complaints == []
        assert one.foreign == []
