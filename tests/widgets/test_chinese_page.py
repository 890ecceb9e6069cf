"""The page in Chinese: nothing of its own is left in English, and the switch keeps its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from flinksim.demo.crash import crashing_flights
from flinksim.trace.declarations import KINDS
from flinksim.trace.recorder import Trace
from flinksim.widgets.html import export_html
from flinksim.widgets.stepper import Stepper
from tests.trace.fixtures import made_up_trace
from tests.widgets.test_moments import demo

ROOT = ".flinksim-stepper"
SHOWN = """(root) => {
    const seen = [];
    const walk = (node) => {
        if (node.nodeType === 3) return void seen.push(node.nodeValue);
        if (node.nodeType !== 1 || node.hidden || node.tagName === "STYLE") return;
        if (node.matches("code, .factRow em, .resultRow, .crumb, .keyRow b, .program")) return;
        for (const name of ["title", "aria-label", "placeholder", "aria-valuetext"]) {
            if (node.hasAttribute(name)) seen.push(node.getAttribute(name));
        }
        node.childNodes.forEach(walk);
    };
    walk(root);
    return seen;
}"""
OURS = {
    "flinksim", "english", "png", "svg", "gif", "webm", "mp4", "home", "end", "escape", "flink",
    "python", "busy", "usage", "idle", "active", "min", "max", "id", "ms", "jobmanager",
}  # fmt: skip
"""What stays as it is: names of keys and formats, Flink's own words."""


@cache
def crashed() -> Trace:
    simulation = crashing_flights(parallelism=2)
    simulation.run(until=2000)
    simulation.crash("departures 2/2")
    simulation.run()
    return simulation.trace


def _known(trace: Trace) -> set[str]:
    """Words of the run itself: names of its plan, values and texts of its facts, kinds of facts."""
    texts = [repr(trace.plan), *(kind.name for kind in KINDS), *map(repr, trace.events)]
    return {word.lower() for text in texts for word in re.findall(r"[A-Za-z]+", text)} | OURS


@pytest.fixture
def chinese(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, reduced_motion="reduce", locale="en-US"
    )

    def open_page(trace: Trace, view: str = "plane", address: str = "") -> Page:
        path = tmp_path / "run.html"
        export_html(trace, path, view=view, language="zh")
        page = context.new_page()
        page.goto(f"{path.as_uri()}{address}")
        page.wait_for_selector("html[data-ready=yes]", timeout=60_000)
        return page

    yield open_page
    context.close()


def _left_in_english(page: Page, known: set[str]) -> list[str]:
    shown = page.locator(ROOT).evaluate(SHOWN)
    words = lambda text: re.findall(r"[A-Za-z]{3,}", text)  # noqa: E731
    return sorted({text for text in shown for word in words(text) if word.lower() not in known})


@pytest.mark.parametrize("make", [demo, crashed])
def test_nothing_on_the_plane_is_left_in_english(
    chinese: Callable[..., Page], make: Callable[[], Trace]
) -> None:
    trace = make()
    page, known = chinese(trace), _known(trace)
    assert page.get_attribute(ROOT, "lang") == "zh-CN"
    assert _left_in_english(page, known) == []
    for tab in ("facts", "why", "checkpoints"):
        if page.locator(f'[data-tab="{tab}"]').is_visible():
            page.click(f'[data-tab="{tab}"]')
            assert _left_in_english(page, known) == [], tab
    for act in ("save", "help", "marks"):
        page.click(f'[data-act="{act}"]')
        assert _left_in_english(page, known) == [], act
        page.click(f'[data-act="{act}"]')
    page.click('[data-plane="keys"]')
    assert _left_in_english(page, known) == []
    page.keyboard.press("Escape")
    page.focus(ROOT)
    page.keyboard.press("p")
    expect(page.locator("[data-choice]").first).to_be_visible()
    assert _left_in_english(page, known) == []
    page.locator("[data-choice]").first.click()
    expect(page.locator('[data-predict="next"]')).to_be_visible()
    assert _left_in_english(page, known) == []


def test_the_check_finds_what_is_left(chinese: Callable[..., Page]) -> None:
    page = chinese(demo())
    page.evaluate("document.querySelector('.say p').textContent = 'Nothing happened'")
    assert _left_in_english(page, _known(demo())) == ["Nothing happened"]


def test_the_switch_keeps_its_place_and_the_address_has_the_language(
    chinese: Callable[..., Page],
) -> None:
    page = chinese(demo(), address="#step=661&view=plane&language=zh")
    assert "记录进入" in page.inner_text('[data-part="sentence"]')
    page.click('[data-act="language"]')
    expect(page.locator('[data-part="sentence"]')).to_contain_text("The record goes into")
    assert page.get_attribute(ROOT, "data-step") == "661"
    page.click('[data-act="language"]')
    expect(page.locator('[data-part="sentence"]')).to_contain_text("记录进入")
    page.wait_for_function("location.hash.includes('language=zh')")


def test_a_notebook_asks_for_a_language() -> None:
    assert Stepper(made_up_trace(5), language="zh").language == "zh"
    with pytest.raises(Exception, match="zh"):
        Stepper(made_up_trace(5), language="fr")  # type: ignore[arg-type]
