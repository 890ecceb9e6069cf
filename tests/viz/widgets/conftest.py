"""A real Chromium, without a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from flinksim.core.i18n.languages import Language
from flinksim.trace.recorder import Trace
from flinksim.viz.widgets.export.html_page import export_html


class Exported:
    """The exported page of a run, open from its file, with everything that it complains about."""

    def __init__(self, page: Page, path: Path) -> None:
        self.page = page
        self.requests: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(path.as_uri())
        page.wait_for_selector("html[data-ready=yes]", timeout=60_000)

    @property
    def position(self) -> int:
        return int(self._data("position"))

    @property
    def step(self) -> int:
        return int(self._data("step"))

    def _data(self, name: str) -> str:
        found = self.page.get_attribute(".flinksim-stepper", f"data-{name}")
        assert found is not None
        return found

    def press(self, act: str) -> None:
        self.page.click(f'[data-act="{act}"]')

    def by(self, grain: str) -> None:
        self.page.select_option('[data-part="grain"]', grain)

    def scrub(self, position: int) -> None:
        self.page.evaluate(
            """(position) => {
                const range = document.querySelector("[data-part=range]");
                range.value = position;
                range.dispatchEvent(new Event("input"));
            }""",
            position,
        )
        self.page.wait_for_selector(f'.flinksim-stepper[data-position="{position}"]')

    def text(self, part: str) -> str:
        return self.page.inner_text(f'[data-part="{part}"]')

    def label(self, part: str) -> str:
        """The text alternative of a picture."""
        found = self.page.get_attribute(f'[data-part="{part}"] svg', "aria-label")
        assert found is not None
        return found


@pytest.fixture
def exported(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Exported]]:
    """Opens the exported page of a trace, at its beginning, to be stepped through.

    At the end nothing may have gone wrong on it.
    """
    opened: list[Exported] = []
    contexts: list[Any] = []

    def open_page(
        trace: Trace,
        *,
        position: int | None = 0,
        width: int = 1280,
        height: int = 900,
        view: str = "",
        by: str = "step",
        language: Language = "en",
        keeps_simple: bool = False,
        **context: Any,
    ) -> Exported:
        path = tmp_path / f"run{len(opened)}.html"
        export_html(trace, path, position=position, view=view, language=language)
        # what moves is tested by itself; here a press shows at once what it leads to
        context.setdefault("reduced_motion", "reduce")
        contexts.append(browser.new_context(viewport={"width": width, "height": height}, **context))
        opened.append(Exported(contexts[-1].new_page(), path))
        opened[-1].by(by)
        if not view and not keeps_simple and opened[-1].page.query_selector("[data-shown=simple]"):
            opened[-1].page.click('[data-view="chart"]')  # small runs open in the simple view
        return opened[-1]

    yield open_page
    for page in opened:
        assert page.complaints == []
        remote = [url for url in page.requests if not url.startswith(("file:", "data:", "blob:"))]
        assert remote == [], "the page must need no network"
    for context in contexts:
        context.close()
