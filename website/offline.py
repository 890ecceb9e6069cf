"""The service worker: caches the files of the site, so that it works without a network.

The core (pages, code, Python) is fetched when the site is first opened; docs, Lab and recorded runs
are fetched when they are visited. A new build has a new version: its worker fetches the changes.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

WEBSITE_FOLDER = Path(__file__).resolve().parent
DEFERRED_PREFIXES = ("docs/", "lab/", "runs/", "course/")
"""Paths that are cached once they are visited, or when the page is idle."""


def write_service_worker(site: Path) -> None:
    """Write ``sw.js`` for the current files of *site*."""
    files = sorted(
        str(path.relative_to(site))
        for path in site.rglob("*")
        if path.is_file()
        and path.name != "sw.js"
        and not str(path.relative_to(site)).startswith("lab/")
    )
    digests = {name: hashlib.sha256((site / name).read_bytes()).hexdigest()[:16] for name in files}
    version = hashlib.sha256(json.dumps(digests).encode()).hexdigest()[:16]
    core = {name: digests[name] for name in files if not name.startswith(DEFERRED_PREFIXES)}
    deferred = {name: digests[name] for name in files if name.startswith(DEFERRED_PREFIXES)}
    text = (WEBSITE_FOLDER / "sw.js").read_text(encoding="utf-8")
    manifest = json.dumps(
        {"version": version, "core": core, "later": deferred}, separators=(",", ":")
    )
    (site / "sw.js").write_text(f"const SITE = {manifest};\n{text}", encoding="utf-8")
