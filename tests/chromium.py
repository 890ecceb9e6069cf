"""How tests start Chromium, and what to do where there is none."""

from __future__ import annotations

from flinksim.viz.widgets.export.headless_chromium import CHROMIUM_FLAGS, find_chromium

__all__ = ["CHROMIUM_FLAGS", "MISSING", "find_chromium"]

MISSING = (
    "no Chromium was found, and the widgets are tested in a real browser. Install one "
    "(Debian, as root: apt-get install --yes --no-install-recommends chromium; "
    "macOS: brew install --cask chromium), or name one in FLINKSIM_CHROMIUM"
)
