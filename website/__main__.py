"""Builds the site: ``python -m website --out site``.

``make site`` installs what it needs. The build downloads nothing, and neither do the pages.
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
from website.front import build_front_page, build_playground_page, write_front_run
from website.lab import write_lab
from website.names import collect_names
from website.offline import write_service_worker
from website.openings import write_openings
from website.packages import ROOT, write_browser_side, write_python
from website.runs import Run, build_index, load_runs
from website.shell import Page
from website.words import LANGUAGE_TAGS

REQUIRED_MODULES: dict[str, tuple[str, ...]] = {
    "play": (), "lab": ("jupyterlite_core", "jupyterlite_pyodide_kernel", "anywidget"), "runs": (), "course": ("markdown",), "docs": ("mkdocs", "mkdocstrings"),
}  # fmt: skip
"""The parts of the site besides the front page, and the modules that each needs."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "site", help="default: site")
    parser.add_argument("--cache", type=Path, default=ROOT / "website" / ".cache")
    parser.add_argument(
        "--parts", nargs="*", choices=tuple(REQUIRED_MODULES), default=tuple(REQUIRED_MODULES)
    )
    options = parser.parse_args()
    build(options.out.resolve(), options.cache.resolve(), tuple(options.parts))


def build(site: Path, cache: Path, parts: tuple[str, ...] = tuple(REQUIRED_MODULES)) -> None:
    """Build the site from scratch.

    Args:
        site: The output folder; it is deleted first.
        cache: A folder for slow intermediate results.
        parts: The parts to build, keys of :data:`REQUIRED_MODULES`.
    """
    started = time.perf_counter()
    shutil.rmtree(site, ignore_errors=True)
    (site / "assets").mkdir(parents=True)
    write_browser_side(site)
    _log_progress(started, "the code of the pages")
    runs = load_runs(ROOT / "examples")
    pages = [build_front_page(parts, len(runs))]
    write_front_run(site / "front")
    for run in runs if "runs" in parts else ():
        run.write(site / "runs" / run.name)
        pages.append(run.build_page())
    if "runs" in parts:
        pages.append(build_index(runs))
    _log_progress(started, f"{len(runs)} runs")
    if "play" in parts:
        pages.append(build_playground_page(parts))
        write_python(site / "python", cache)
        _write_json(site / "assets" / "examples.json", build_examples(runs))
        _write_json(site / "assets" / "names.json", collect_names())
        _log_progress(started, "the playground")
    if "course" in parts:
        for language in LANGUAGE_TAGS:
            lessons = course.load_lessons(ROOT / "notebooks", language)
            pages += [lesson.build_page("lab" in parts) for lesson in lessons]
            others = course.list_other_notebooks(ROOT / "notebooks", lessons)
            pages.append(course.build_index(lessons, others, language))
            write_openings(site, lessons)
            _log_progress(started, f"{len(lessons)} lessons ({language})")
    if "lab" in parts:
        write_lab(site, cache)
        _log_progress(started, "JupyterLite")
    if "docs" in parts:
        write_docs(site / "docs")
        _log_progress(started, "the docs")
    for page in pages:
        write_page(site, page, parts)
    (site / ".nojekyll").touch()
    _write_json(site / "manifest.webmanifest", WEB_MANIFEST)
    write_service_worker(site)
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    _log_progress(started, f"{site}: {size / 1e6:.1f} MB; python -m http.server -d {site}")


WEB_MANIFEST = {
    "name": "flinksim",
    "short_name": "flinksim",
    "description": "Apache Flink, one step at a time, in the browser",
    "start_url": ".",
    "display": "standalone",
    "background_color": "#0c1219",
    "theme_color": "#0072b2",
    "icons": [{"src": "assets/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
}


def build_examples(runs: list[Run]) -> list[dict[str, str]]:
    """Build the list of the playground's examples: the README's program, a query, then all runs."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(import flinksim as fs\n.*?)```", text, re.DOTALL)
    assert found is not None, "the README has a program"
    first = {"name": "first", "title": "The README's program", "program": found[1]}
    query = {
        "name": "sql",
        "title": "Flink SQL: clicks in windows",
        "program": (ROOT / "examples" / "sql" / "generated_clicks.sql").read_text(encoding="utf-8"),
    }
    others = [{"name": run.name, "title": run.title, "program": run.program} for run in runs]
    return [first, query, *others]


def write_page(site: Path, page: Page, parts: tuple[str, ...]) -> None:
    """Write a page to its folder in *site*."""
    folder = site / page.path
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.html").write_text(page.html(parts), encoding="utf-8")


def _write_json(path: Path, value: object) -> None:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    path.write_text(text, encoding="utf-8")


def _log_progress(start_s: float, subject: str) -> None:
    sys.stderr.write(f"{time.perf_counter() - start_s:6.1f} s  {subject}\n")


if __name__ == "__main__":
    main()
