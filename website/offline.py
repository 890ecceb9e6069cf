"""The service worker: which files the site has, so that it keeps them and works without a network.

The core (pages, code, Python) is fetched when the site is first opened; docs, Lab and recorded runs as one
comes to them. A new build has another version: its worker fetches what has changed and takes over.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

HERE = Path(__file__).resolve().parent
LATER = ("docs/", "lab/", "runs/", "course/")
"""What is kept once it has been looked at, or when the page has nothing else to do."""


def write_service_worker(site: Path) -> None:
    """``sw.js`` for the files that *site* has now."""
    files = sorted(
        str(path.relative_to(site))
        for path in site.rglob("*")
        if path.is_file()
        and path.name != "sw.js"
        and not str(path.relative_to(site)).startswith("lab/")
    )
    digests = {name: hashlib.sha256((site / name).read_bytes()).hexdigest()[:16] for name in files}
    version = hashlib.sha256(json.dumps(digests).encode()).hexdigest()[:16]
    core = {name: digests[name] for name in files if not name.startswith(LATER)}
    later = {name: digests[name] for name in files if name.startswith(LATER)}
    text = (HERE / "sw.js").read_text(encoding="utf-8")
    told = json.dumps({"version": version, "core": core, "later": later}, separators=(",", ":"))
    (site / "sw.js").write_text(f"const SITE = {told};\n{text}", encoding="utf-8")
