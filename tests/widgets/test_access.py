"""axe-core, run on the pages in Chromium, finds nothing serious on them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from flinksim.trace.recorder import Trace
from tests.trace.random_runs import random_run
from tests.widgets.conftest import Exported
from tests.widgets.test_chinese_page import crashed
from tests.widgets.test_moments import demo

AXE = Path(__file__).resolve().parents[2] / "widgets/node_modules/axe-core/axe.min.js"
pytestmark = pytest.mark.skipif(not AXE.exists(), reason="axe-core comes with Node's packages")
Open = Callable[..., Exported]

RUN = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) =>
        `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`))"""


def _serious(page: Page) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found: list[str] = page.evaluate(RUN)
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", ["plane", "event time", "network", "inside", "whole run"])
def test_no_view_has_anything_serious(exported: Open, view: str, scheme: str) -> None:
    page = exported(demo(), view=view, position=None, by="told", color_scheme=scheme)
    assert _serious(page.page) == []


@pytest.mark.parametrize("width", [1280, 390])
def test_nor_has_what_opens_over_it(exported: Open, width: int) -> None:
    page = exported(crashed(), view="plane", position=None, by="told", width=width, height=844)
    for act in ("save", "help", "marks", "predict"):
        if not page.page.locator(f'[data-act="{act}"]').is_visible():
            continue
        page.press(act)
        assert _serious(page.page) == [], act
        page.press(act)
    for tab in ("facts", "checkpoints", "why"):
        if page.page.locator(f'[data-tab="{tab}"]').is_visible():
            page.page.click(f'[data-tab="{tab}"]')
            assert _serious(page.page) == [], tab


@pytest.mark.parametrize("make", [lambda: random_run(3), lambda: random_run(8)])
def test_nor_have_other_jobs(exported: Open, make: Callable[[], Trace]) -> None:
    page = exported(make(), view="plane", by="told")
    page.scrub(len(make().events) // 2)
    assert _serious(page.page) == []


def test_the_check_finds_a_picture_without_words(exported: Open) -> None:
    page = exported(demo(), view="plane", by="told")
    page.page.evaluate(
        "document.querySelector('.flinksim-stepper').append(document.createElement('img'))"
    )
    assert any(one.startswith("image-alt") for one in _serious(page.page))
