"""Markup that a page shows keeps only attributes that cannot run anything."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Browser

WIDGETS = Path(__file__).parents[3] / "widgets"
ESBUILD = WIDGETS / "node_modules/.bin/esbuild"
KEPT = [
    "#a",
    "page.html?q=a:b",
    "https://example.org/x",
    "HTTP://example.org",
    "mailto:a@example.org",
]
REMOVED = [
    "javascript:alert(1)", " JavaScript:alert(1)", "java\tscript:alert(1)", "java\nscript:alert(1)",
    "\x01javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:x", "blob:x", "file:///etc",
]  # fmt: skip


@pytest.mark.skipif(
    shutil.which("node") is None or not ESBUILD.exists(), reason="needs node and esbuild"
)
def test_an_address_has_a_scheme_of_the_list_or_none(browser: Browser) -> None:
    source = WIDGETS / "src/ui/dom_patch.ts"
    command = [str(ESBUILD), str(source), "--bundle", "--format=iife", "--global-name=patch"]
    script = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
    page = browser.new_page()
    page.set_content("<div id=root></div>")
    page.evaluate(script + ";globalThis.patch = patch")
    kept = page.evaluate(
        """values => {
            const root = document.getElementById("root");
            const read = (name, isFresh) => values.filter(value => {
                const link = document.createElement("a");
                link.setAttribute(name, value);
                if (isFresh) root.replaceChildren();
                patch.patchMarkup(root, link.outerHTML);
                return root.firstChild.getAttribute(name) === value;
            });
            return {
                href: read("href", true),
                patched: read("href", false),
                xlink: read("xlink:href", true),
                click: read("onclick", true),
                title: read("title", true),
            };
        }""",
        KEPT + REMOVED,
    )
    page.close()
    assert kept["href"] == kept["patched"] == kept["xlink"] == KEPT, json.dumps(kept)
    assert kept["click"] == []
    assert kept["title"] == KEPT + REMOVED
