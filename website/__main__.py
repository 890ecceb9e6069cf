"""Builds the site: ``python -m website --out site``.

What it needs is installed by ``make site``; nothing is fetched here, and nothing when the site is looked at.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
import time
from pathlib import Path

from website import course
from website.docs import write_docs
from website.front import front, play, write_front_run
from website.lab import write_lab
from website.names import names
from website.offline import write_service_worker
from website.openings import write_openings
from website.packages import ROOT, write_browser_side, write_python
from website.runs import Run, all_runs, index
from website.shell import Page
from website.words import TAGS

PARTS: dict[str, tuple[str, ...]] = {
    "play": (), "lab": ("jupyterlite_core", "jupyterlite_pyodide_kernel", "anywidget"), "runs": (), "course": ("markdown",), "docs": ("mkdocs", "mkdocstrings"),
}  # fmt: skip
"""What is built, besides the front page, and the modules that this needs."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "site", help="default: site")
    parser.add_argument("--cache", type=Path, default=ROOT / "website" / ".cache")
    parser.add_argument("--parts", nargs="*", choices=tuple(PARTS), default=tuple(PARTS))
    options = parser.parse_args()
    build(options.out.resolve(), options.cache.resolve(), tuple(options.parts))


def build(site: Path, cache: Path, parts: tuple[str, ...] = tuple(PARTS)) -> None:
    """Build *site* anew, with *parts*; *cache* keeps what takes long."""
    started = time.perf_counter()
    shutil.rmtree(site, ignore_errors=True)
    (site / "assets").mkdir(parents=True)
    write_browser_side(site)
    _say(started, "the code of the pages")
    runs = all_runs(ROOT / "examples")
    pages = [front(parts, len(runs))]
    write_front_run(site / "front")
    for run in runs if "runs" in parts else ():
        run.write(site / "runs" / run.name)
        pages.append(run.page())
    if "runs" in parts:
        pages.append(index(runs))
    _say(started, f"{len(runs)} runs")
    if "play" in parts:
        pages.append(play(parts))
        write_python(site / "python", cache)
        _write_json(site / "assets" / "examples.json", examples(runs))
        _write_json(site / "assets" / "names.json", names())
        _say(started, "the playground")
    if "course" in parts:
        for language in TAGS:
            lessons = course.lessons_of(ROOT / "notebooks", language)
            pages += [lesson.page("lab" in parts) for lesson in lessons]
            others = course.elsewhere(ROOT / "notebooks", lessons)
            pages.append(course.index(lessons, others, language))
            write_openings(site, lessons)
            _say(started, f"{len(lessons)} lessons ({language})")
    if "lab" in parts:
        write_lab(site, cache)
        _say(started, "JupyterLite")
    if "docs" in parts:
        write_docs(site / "docs")
        _say(started, "the docs")
    for page in pages:
        write_page(site, page, parts)
    (site / ".nojekyll").touch()
    _write_json(site / "manifest.webmanifest", MANIFEST)
    write_service_worker(site)
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    _say(started, f"{site}: {size / 1e6:.1f} MB; python -m http.server -d {site}")


MANIFEST = {
    "name": "flinksim",
    "short_name": "flinksim",
    "description": "Apache Flink, one step at a time, in the browser",
    "start_url": ".",
    "display": "standalone",
    "background_color": "#0c1219",
    "theme_color": "#0072b2",
    "icons": [{"src": "assets/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
}


def examples(runs: list[Run]) -> list[dict[str, str]]:
    """What the playground begins with: the README's program, then the situations."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(import flinksim as fs\n.*?)```", text, re.DOTALL)
    assert found is not None, "the README has a program"
    first = {"name": "first", "title": "The README's program", "program": found[1]}
    told = [{"name": run.name, "title": run.title, "program": run.program} for run in runs]
    return [first, *told]


def write_page(site: Path, page: Page, parts: tuple[str, ...]) -> None:
    """Write *page* to its folder in *site*."""
    folder = site / page.path
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.html").write_text(page.html(parts), encoding="utf-8")


def _write_json(path: Path, value: object) -> None:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    path.write_text(text, encoding="utf-8")


def _say(started: float, what: str) -> None:
    sys.stderr.write(f"{time.perf_counter() - started:6.1f} s  {what}\n")


if __name__ == "__main__":
    main()
