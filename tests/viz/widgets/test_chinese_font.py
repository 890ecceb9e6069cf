"""Chinese pages say so where no Chinese font is installed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from flinksim.viz.plan.show import show_plan
from flinksim.viz.widgets.export.html_page import export_html, export_plan_html
from tests.chromium import CHROMIUM_FLAGS, find_chromium
from tests.trace.fixtures import made_up_trace
from tests.viz.widgets.plans import words

NO_CHINESE = """<?xml version="1.0"?>
<fontconfig>
<dir>{fonts}</dir>
<cachedir>{cache}</cachedir>
<selectfont><rejectfont><pattern><patelt name="lang"><string>zh-cn</string></patelt></pattern>
</rejectfont></selectfont>
</fontconfig>
"""
"""Fontconfig's file for a system with the same fonts, without the Chinese ones."""

pytestmark = pytest.mark.slow("renders pages in Chromium")


@pytest.fixture
def poor_browser(browser: Browser, tmp_path: Path) -> Iterator[Browser]:
    """A browser without a Chinese font."""
    config = tmp_path / "fonts.conf"
    config.write_text(NO_CHINESE.format(fonts="/usr/share/fonts", cache=tmp_path / "cache"))
    other = browser.browser_type.launch(
        executable_path=find_chromium(),
        args=CHROMIUM_FLAGS,
        env={**os.environ, "FONTCONFIG_FILE": str(config)},
    )
    yield other
    other.close()


def open_page(browser: Browser, path: Path) -> Page:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(path.as_uri())
    page.wait_for_selector("html[data-ready=yes]")
    return page


def write_pages(folder: Path, **settings: Any) -> list[Path]:
    paths = [folder / "run.html", folder / "plan.html"]
    export_html(made_up_trace(40), paths[0], **settings)
    export_plan_html(show_plan(words(2)).diagram, paths[1], **settings)
    return paths


def test_a_missing_font_is_reported_on_chinese_pages(poor_browser: Browser, tmp_path: Path) -> None:
    for path in write_pages(tmp_path, language="zh"):
        page = open_page(poor_browser, path)
        notice = page.locator(".fontNotice")
        assert notice.count() == 1
        assert notice.is_visible()
        assert "No Chinese font was found" in notice.inner_text()
        page.click('[data-act="language"]')
        page.wait_for_selector('[role=application][lang="en"]')
        assert page.locator(".fontNotice").count() == 0
        page.close()


def test_nothing_is_reported_in_english_or_with_a_font(
    browser: Browser, poor_browser: Browser, tmp_path: Path
) -> None:
    for path in write_pages(tmp_path):
        assert open_page(poor_browser, path).locator(".fontNotice").count() == 0
    for path in write_pages(tmp_path, language="zh"):
        assert open_page(browser, path).locator(".fontNotice").count() == 0
