"""What axe-core finds wrong with the pages for those who see them otherwise, or hear them: nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser

from flinksim.viz.plan.show import export_plan
from tests.claim_runs import trace_of
from tests.viz.widgets.conftest import Exported
from tests.viz.widgets.plans import windows

Open = Callable[..., Exported]
AXE = Path(__file__).parents[3] / "widgets" / "node_modules" / "axe-core" / "axe.min.js"
VIEWS = ("simple", "chart", "watermarks", "network", "inside", "cluster", "whole run")


def faults(page: Any) -> list[str]:
    """The rules that are broken, with the first place of each."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]


@pytest.mark.slow("looks at every element of twelve pages")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing(exported: Open, view: str, scheme: str) -> None:
    page = exported(trace_of("channels"), position=None, view=view, color_scheme=scheme)
    assert faults(page.page) == []


@pytest.mark.slow("looks at every element of a page")
@pytest.mark.parametrize("width", [390, 700])
def test_axe_finds_nothing_on_small_screens_and_in_chinese(exported: Open, width: int) -> None:
    page = exported(trace_of("channels"), position=60, width=width, height=844)
    page.page.click('[data-act="language"]')
    page.page.wait_for_selector('.flinksim-stepper[lang="zh-CN"]')
    assert faults(page.page) == []


@pytest.mark.slow("looks at every element of a page")
def test_axe_would_find_something(exported: Open) -> None:
    page = exported(trace_of("channels"), position=60)
    page.page.evaluate(
        """() => {
            const button = document.querySelector('[data-act="next"]');
            button.removeAttribute("aria-label");
            button.removeAttribute("title");
            button.replaceChildren();
        }"""
    )
    assert any(fault.startswith("button-name") for fault in faults(page.page))


@pytest.mark.slow("looks at every element of five layers")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing_on_any_layer_of_a_plan(
    browser: Browser, tmp_path: Path, width: int, scheme: Literal["light", "dark"]
) -> None:
    path = export_plan(windows(2), tmp_path / "plan.html")
    context = browser.new_context(
        viewport={"width": width, "height": 844}, color_scheme=scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(path.as_uri())
    page.wait_for_selector("html[data-ready=yes]")
    layers = page.locator("[data-layer]")
    assert layers.count() == 5
    for number in range(5):
        layers.nth(number).click()
        page.wait_for_selector(f'.flinksim-lens[data-position="{number}.00"]')
        assert faults(page) == []
    context.close()
