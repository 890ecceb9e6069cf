"""How tests start Chromium, and what to do where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flinksim.viz.widgets.export.headless_chromium import CHROMIUM_FLAGS, find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["CHROMIUM_FLAGS", "MISSING", "find_chromium", "reload_with_storage"]

MISSING = (
    "no Chromium was found, and the widgets are tested in a real browser. Install one "
    "(Debian, as root: apt-get install --yes --no-install-recommends chromium; "
    "macOS: brew install --cask chromium), or name one in FLINKSIM_CHROMIUM"
)


def reload_with_storage(page: Page) -> None:
    """Reload a page with what it has stored in the browser.

    On a busy machine Chromium may end the process of the old page before it has passed on the page's
    last writes, and they are lost. The page has kept its promise; so the new one is given them.
    """
    stored = page.evaluate("JSON.stringify({...localStorage})")
    page.context.add_init_script(f"Object.assign(localStorage, {stored})")
    page.reload()
    page.wait_for_selector("html[data-ready=yes]")
