"""No text is cut off, smaller than 12 pixels, or over another text: in every view, at three sizes, in two languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_loader import load_definition
from flinksim.trace.recorder import Trace
from flinksim.viz.widgets.export.html_page import export_html
from tests.claim_runs import trace_of
from tests.viz.widgets.test_screens import joined
from tests.viz.widgets.test_stage import crashed

pytestmark = pytest.mark.slow("opens every view of five runs at three sizes")

HERE = Path(__file__).parent
FAULTS = (HERE / "text_faults.js").read_text(encoding="utf-8")
VIEWS = ("simple", "chart", "watermarks", "network", "inside", "cluster", "whole+run")
LOOKS = {
    "window": (1280, 800, "en"),
    "notebook": (860, 560, "en"),
    "phone": (390, 844, "zh"),
}
PARTS = (0.35, 1.0)
"""Positions in the run, besides that of the opening."""


@cache
def lesson(number: str) -> Trace:
    return run_quietly(load_definition(number).simulate()).trace


RUNS: dict[str, Callable[[], Trace]] = {
    "crash": crashed,
    "idle split": lambda: trace_of("../situations/idle_split"),
    "join": joined,
    "network": lambda: lesson("16"),
    "SQL": lambda: lesson("28"),
}


@pytest.fixture(params=LOOKS)
def look(request: pytest.FixtureRequest, browser: Browser) -> Iterator[tuple[Page, str]]:
    width, height, language = LOOKS[request.param]
    viewport = {"width": width, "height": height}
    context = browser.new_context(viewport=viewport, reduced_motion="reduce", is_newcomer=True)  # type: ignore[arg-type,call-arg]
    page = context.new_page()
    page.add_init_script((HERE / "canvas_texts.js").read_text(encoding="utf-8"))
    yield page, language
    context.close()


def find_faults(page: Page, path: Path, language: str) -> list[str]:
    """Find the faults of every view, at its opening and at some positions."""
    found: list[str] = []
    for view in VIEWS:
        page.goto("about:blank")
        page.goto(f"{path.as_uri()}#view={view}&language={language}")
        page.wait_for_selector("html[data-ready=yes]")
        if page.is_visible(".marks .primary"):
            page.click(".marks .primary")
        last = int(page.get_attribute("[data-part=range]", "max") or 0)
        for part in (None, *PARTS):
            if part is not None:
                move(page, round(part * last))
            page.evaluate(
                "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)))"
            )
            found += [f"{view}: {fault}" for fault in page.evaluate(FAULTS)]
    return found


def move(page: Page, position: int) -> None:
    page.evaluate(
        """(position) => {
            const range = document.querySelector("[data-part=range]");
            range.value = position;
            range.dispatchEvent(new Event("input"));
        }""",
        position,
    )
    page.wait_for_selector(f'.flinksim-stepper[data-position="{position}"]')


@pytest.mark.parametrize("run", RUNS)
def test_every_text_is_whole(run: str, look: tuple[Page, str], tmp_path: Path) -> None:
    page, language = look
    path = tmp_path / "run.html"
    export_html(RUNS[run](), path)
    assert find_faults(page, path, language) == []
