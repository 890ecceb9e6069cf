"""Text has at least 12 pixels, in the output column of a notebook and on a phone, and nothing overlaps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_loader import load_definition
from flinksim.trace.events import LateRecordDropped
from flinksim.viz.widgets.export.html_page import export_html, export_plan_html
from tests.claim_runs import trace_of
from tests.viz.widgets.conftest import Exported

pytestmark = pytest.mark.slow("renders pages in Chromium")

SIZES = {"notebook": (860, 560), "window": (1280, 800), "phone": (390, 844)}
"""Sizes in pixels. A notebook of JupyterLab has 860 of a window's 1280 pixels for its output."""

SMALL_TEXTS = """() => [...document.querySelectorAll("[role=application] *")].flatMap((one) => {
    const isText = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const { width, height } = one.getBoundingClientRect();
    const isShown = one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isText || !isShown || width < 2 || height < 2 || one.closest("option")) return [];
    const matrix = one.closest("svg") && one.getScreenCTM?.();
    const size = parseFloat(getComputedStyle(one).fontSize) * (matrix ? Math.hypot(matrix.a, matrix.b) : 1);
    return size > 0 && size < 11.9 ? [[size, one.textContent.trim().slice(0, 30)]] : [];
})"""
TOO_WIDE = "() => document.documentElement.scrollWidth - innerWidth"
OVERLAPPING_TABS = """() => {
    const tabs = [...document.querySelectorAll("[data-show-tab], [data-view], [data-layer], [role=tab]")]
        .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
    const overlaps = (a, b) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const cut = [...document.querySelectorAll("[data-layer]")].filter((one) => one.scrollWidth > one.clientWidth + 1);
    const hasOverlap = (one, number) => tabs.some((other, n) => n > number && overlaps(one, other));
    return cut.length + tabs.filter(hasOverlap).length;
}"""
RUNS = {
    "00": ("chart", "watermarks"),
    "16": ("network", "whole+run", "inside"),
    "17": ("network", "chart", "cluster"),
}

Show = Callable[[Path, str], Page]


@pytest.fixture(params=SIZES)
def show(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Show]:
    width, height = SIZES[request.param]
    page = browser.new_page(viewport={"width": width, "height": height})

    def open_page(path: Path, fragment: str) -> Page:
        page.goto(f"{path.as_uri()}#{fragment}")
        page.wait_for_function("document.documentElement.dataset.ready === 'yes'")
        return page

    yield open_page
    page.close()


def check_page(page: Page) -> None:
    problems: dict[str, Any] = {
        "small": page.evaluate(SMALL_TEXTS),
        "too wide": max(0, page.evaluate(TOO_WIDE)),
        "overlapping": page.evaluate(OVERLAPPING_TABS),
    }
    assert problems == {"small": [], "too wide": 0, "overlapping": 0}


@pytest.mark.parametrize("number", RUNS)
def test_runs_of_lessons_are_legible(number: str, show: Show, tmp_path: Path) -> None:
    path = tmp_path / "run.html"
    export_html(run_quietly(load_definition(number).simulate()).trace, path)
    for view in RUNS[number]:
        page = show(path, f"view={view}")
        page.reload()  # a change of the fragment alone does not open the page anew
        page.wait_for_function("document.documentElement.dataset.ready === 'yes'")
        assert page.evaluate("document.querySelector('.flinksim-stepper').dataset.shown") == (
            view.replace("+", " ")
        )
        check_page(page)


def test_a_plan_is_legible_in_every_layer(show: Show, tmp_path: Path) -> None:
    path = tmp_path / "plan.html"
    diagram = load_definition("07").simulate().show_plan().diagram
    for layer in diagram.layers:
        export_plan_html(diagram, path, layer=layer.name)
        check_page(show(path, layer.name.replace(" ", "+")))


BARE_TIMES = """() => [...document.querySelectorAll(".flinksim-stepper svg text, [data-part=clock]")]
    .filter((one) => one.checkVisibility() && /(^|watermark |W )-?\\d{3,}$/.test(one.textContent.trim()))
    .map((one) => one.textContent)"""


@pytest.mark.parametrize("view", ["simple", "watermarks", "cluster", "whole run"])
def test_times_in_pictures_have_a_unit(exported: Callable[..., Exported], view: str) -> None:
    trace = trace_of("../situations/late_by_a_little")
    late = next(n for n, one in enumerate(trace.events) if isinstance(one, LateRecordDropped))
    page = exported(trace, position=late + 1, view=view).page
    assert page.evaluate(BARE_TIMES) == []
    assert " ms" in page.inner_text(".flinksim-stepper")
