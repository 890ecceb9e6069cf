"""Where Chromium is, and how tests start it."""

from __future__ import annotations

import os
import shutil

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
MISSING = (
    "no Chromium was found, and the widgets are tested in a real browser. Install one "
    "(Debian, as root: apt-get install --yes --no-install-recommends chromium; "
    "macOS: brew install --cask chromium), or name one in FLINKSIM_CHROMIUM"
)


def find_chromium() -> str | None:
    named = os.environ.get("FLINKSIM_CHROMIUM")
    if named:
        return named
    found = (shutil.which(name) for name in NAMES)
    return next((path for path in (*found, *PLACES) if path and os.path.exists(path)), None)
