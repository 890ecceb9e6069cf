"""What somebody sees who opens a run for the first time: few controls, three callouts, terms on hover."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from flinksim.core.i18n.languages import Language
from flinksim.course.demo import simulate_flights
from flinksim.course.lesson import open_lesson, run_quietly
from flinksim.trace.recorder import Trace
from flinksim.viz.widgets.export.html_page import export_html
from tests.chromium import reload_with_storage

MAX_CONTROLS = 20
CONTROLS = """() => [...document.querySelectorAll(".flinksim-stepper :is(button, select, input, summary, a)")]
    .filter((one) => one.getClientRects().length && !one.closest(".resultRows, [data-link]"))
    .map((one) => one.outerHTML.slice(0, 90))"""
SIZES = {"desktop": (1280, 800), "notebook cell": (900, 800), "phone": (390, 844)}


def open_page(
    browser: Browser, trace: Trace, path: Path, size: str, language: Language = "en"
) -> Page:
    export_html(trace, path, language=language)
    width, height = SIZES[size]
    page = browser.new_context(  # type: ignore[call-arg]
        viewport={"width": width, "height": height}, reduced_motion="reduce", is_newcomer=True
    ).new_page()
    page.goto(path.as_uri())
    page.wait_for_selector("html[data-ready=yes]")
    return page


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("number", ["demo", "00", "08", "17"])
def test_the_first_screen_has_few_controls(
    browser: Browser, tmp_path: Path, number: str, size: str
) -> None:
    run = run_quietly(simulate_flights()) if number == "demo" else open_lesson(number).run
    page = open_page(browser, run.trace, tmp_path / "run.html", size)
    shown = page.evaluate(CONTROLS)
    assert 8 <= len(shown) <= MAX_CONTROLS, shown
    page.keyboard.press("Escape")
    page.click("[data-act=more]")
    assert len(page.evaluate(CONTROLS)) > len(shown) + 5
    page.context.close()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_callouts_are_dismissed_for_good_and_a_key_brings_them_back(
    browser: Browser, tmp_path: Path, language: Language
) -> None:
    path = tmp_path / "run.html"
    page = open_page(browser, open_lesson("00").run.trace, path, "desktop", language)
    tips = page.locator(".tips li")
    expect(tips).to_have_count(3)
    assert all(len(text) > 15 for text in tips.all_inner_texts())
    numbers = page.evaluate(
        """() => [".planePanel", ".controls", ".sideTabs"].map((where) =>
            getComputedStyle(document.querySelector(where), "::before").content)"""
    )
    assert numbers == ['"A"', '"B"', '"C"']  # each callout has its place in the picture
    page.click(".marks .primary")
    expect(page.locator(".marks")).to_be_hidden()
    reload_with_storage(page)
    expect(page.locator(".marks")).to_be_hidden()
    page.keyboard.press("?")
    expect(tips.first).to_be_visible()
    page.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_callouts_do_not_cover_the_picture(browser: Browser, tmp_path: Path, size: str) -> None:
    page = open_page(browser, open_lesson("02").run.trace, tmp_path / "run.html", size)
    seen = set()
    for _ in range(3):
        callouts = page.locator(".marks").bounding_box()
        picture = page.locator(".simpleStage > svg").bounding_box()
        assert callouts
        assert picture
        is_beside = callouts["x"] >= picture["x"] + picture["width"] - 1
        assert is_beside or callouts["y"] >= picture["y"] + picture["height"] - 1
        seen |= {one.inner_text() for one in page.locator(".tips li").all() if one.is_visible()}
        if page.is_visible("[data-act=tip]"):
            page.click("[data-act=tip]")
    assert len(seen) == 3
    page.context.close()


def test_in_a_hall_no_callout_speaks_of_what_it_does_not_show(
    browser: Browser, tmp_path: Path
) -> None:
    page = open_page(browser, open_lesson("02").run.trace, tmp_path / "run.html", "desktop")
    page.click(".marks .primary")
    page.keyboard.press("h")
    page.keyboard.press("?")
    expect(page.locator(".sidePanel")).to_be_hidden()
    for button in ("[data-act=tip]", ".marks .primary"):
        texts = [one.inner_text() for one in page.locator(".tips li").all() if one.is_visible()]
        assert len(texts) == 1
        assert "Why" not in texts[0]
        page.click(button)
    expect(page.locator(".marks")).to_be_hidden()
    page.context.close()


def test_one_counter_is_enough_at_first(browser: Browser, tmp_path: Path) -> None:
    page = open_page(browser, open_lesson("00").run.trace, tmp_path / "run.html", "desktop")
    count = page.locator("[data-part=count]")
    assert "key event" in count.inner_text()
    assert "step" not in count.inner_text()
    page.click(".marks .primary")
    page.click("[data-act=more]")
    assert "step" in count.inner_text()
    page.context.close()


def test_more_is_remembered(browser: Browser, tmp_path: Path) -> None:
    page = open_page(browser, open_lesson("00").run.trace, tmp_path / "run.html", "desktop")
    expect(page.locator("[data-act=save]")).to_be_hidden()
    page.click("[data-act=more]")
    reload_with_storage(page)
    expect(page.locator("[data-act=save]")).to_be_visible()
    expect(page.locator("[data-act=more]")).to_have_attribute("aria-expanded", "true")
    page.context.close()


def test_the_current_view_is_shown_although_it_is_a_rare_one(
    browser: Browser, tmp_path: Path
) -> None:
    page = open_page(browser, open_lesson("00").run.trace, tmp_path / "run.html", "desktop")
    expect(page.locator("[data-view=inside]")).to_be_hidden()
    page.click(".marks .primary")
    page.keyboard.press("i")
    expect(page.locator("[data-view=inside]")).to_be_visible()
    page.context.close()


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (".sign[data-part-of=panes]", "Window of a key: "),
        (".sign[data-part-of=minimum]", "smallest watermark"),
        (".clock", "Processing time: "),
        (".say b.watermark", "event time is complete up to here"),
    ],
)
def test_a_term_is_explained_on_hover(
    browser: Browser, tmp_path: Path, where: str, expected: str
) -> None:
    page = open_page(browser, open_lesson("00").run.trace, tmp_path / "run.html", "desktop")
    page.click(".marks .primary")
    page.click("[data-view=chart]")
    page.hover(where)
    assert expected in (page.get_attribute(where, "title") or "")
    page.context.close()
