"""The docs: MkDocs with Material, made from ``docs/`` and the docstrings.

MkDocs reads Markdown, the format of all pages in ``docs/``, including generated ones. Material has
search, light and dark colours and phone layouts, and loads nothing from other sites. mkdocstrings
reads docstrings without importing modules.
"""

from __future__ import annotations

import importlib.util
import inspect
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import flinksim
from flinksim.viz.plots.class_diagrams import draw_class_diagram

WEBSITE_FOLDER = Path(__file__).resolve().parent
ROOT = WEBSITE_FOLDER.parent

REFERENCE_MODULES = {
    "flinksim.common": ("Types, time and watermarks", "flinksim.common"),
    "flinksim.datastream": ("The DataStream API", "flinksim.datastream"),
    "flinksim.datastream.functions": ("Functions", None),
    "flinksim.datastream.window": ("Windows, triggers and evictors", None),
    "flinksim.datastream.state": ("State", None),
    "flinksim.connectors": ("Sources and sinks", None),
    "flinksim.connectors.scripted_source": ("Scripted sources", None),
    "flinksim.testing": ("Testing", None),
    "flinksim.course.checks.window_checks": ("Checks for exercises", None),
    "flinksim.trace.query": ("Trace queries", None),
    "flinksim.trace.recorder": ("Trace recorder", None),
}
"""The modules in the reference besides ``flinksim`` itself, each with its heading."""


def write_docs(folder: Path) -> None:
    """Build the docs into a folder.

    Raises:
        RuntimeError: With the output of MkDocs, if it fails or warns.
    """
    with tempfile.TemporaryDirectory() as made:
        sources = Path(made) / "docs"
        _collect_sources(sources)
        config = Path(made) / "mkdocs.yml"
        config.write_text((WEBSITE_FOLDER / "mkdocs.yml").read_text("utf-8"), encoding="utf-8")
        command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict"]
        command += ["--config-file", str(config), "--site-dir", str(folder)]
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"},
        )
    if done.returncode != 0:
        raise RuntimeError(f"mkdocs failed:\n{done.stdout[-2000:]}\n{done.stderr[-3000:]}")
    for name in ("sitemap.xml", "sitemap.xml.gz", "404.html"):
        (folder / name).unlink(
            missing_ok=True
        )  # they contain the address of the site, which is unknown here


def _collect_sources(folder: Path) -> None:
    """Collect the pages in one folder, with relative links, as MkDocs expects them."""
    shutil.copytree(ROOT / "docs", folder)
    shutil.copy(WEBSITE_FOLDER / "docs.css", folder / "docs.css")
    for name in ("docs.js", "icon.svg"):
        shutil.copy(WEBSITE_FOLDER / "static" / name, folder / name)
    _draw_class_diagrams(folder)
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    (folder / "changes.md").write_text(_rewrite_links(changes), encoding="utf-8")
    contributing = ROOT / "CONTRIBUTING.md"
    if contributing.exists():
        (folder / "contributing.md").write_text(
            _rewrite_links(contributing.read_text("utf-8")), "utf-8"
        )
    reference = folder / "reference" / "api"
    reference.mkdir(parents=True)
    (reference / "flinksim.md").write_text(_build_package_reference(), encoding="utf-8")
    for module, (title, _) in REFERENCE_MODULES.items():
        if importlib.util.find_spec(module) is not None:
            (reference / f"{module}.md").write_text(
                _build_module_reference(module, title), encoding="utf-8"
            )


def _draw_class_diagrams(folder: Path) -> None:
    """Draw the glossary's class diagrams, light and dark, as objects so that tooltips work."""
    page = folder / "reference" / "glossary.md"

    def drawn(image: re.Match[str]) -> str:
        label, name = image.groups()
        dark = folder / "pictures" / "classes" / f"{name}-dark.svg"
        dark.write_text(draw_class_diagram(name.replace("-", " ")).svg("dark"), encoding="utf-8")
        objects = (
            f'<object class="{css_class}" type="image/svg+xml" aria-label="{label}" '
            f'data="../../pictures/classes/{file}.svg"></object>'
            for css_class, file in (("only-light", name), ("only-dark", f"{name}-dark"))
        )
        alone = f'<a href="../../pictures/classes/{name}.svg">The picture alone</a>'
        return f'<div class="classes" tabindex="0" role="region" aria-label="{label}">{"".join(objects)}</div>{alone}'

    text = page.read_text(encoding="utf-8")
    wide = "---\nhide: [navigation]\n---\n"
    page.write_text(
        wide + re.sub(r"!\[(.*?)\]\(\.\./pictures/classes/([\w-]+)\.svg\)", drawn, text),
        encoding="utf-8",
    )


def _rewrite_links(text: str) -> str:
    """Rewrite links to ``docs/`` as links within the folder."""
    return re.sub(r"\]\(docs/", "](", text)


def _build_package_reference() -> str:
    """Build the reference page of ``flinksim`` itself, by defining module."""
    found: dict[str, list[str]] = defaultdict(list)
    for name in flinksim.__all__:
        found[flinksim._LAZY_EXPORTS[name]].append(name)
    lines = ["# Simulation and analysis", "", *(inspect.getdoc(flinksim) or "").splitlines(), ""]
    for module, names in found.items():
        lines += [f"::: {module}.{name}" for name in names]
    return _separate_directives(lines)


def _build_module_reference(module: str, title: str) -> str:
    """Build the reference page of a module's public names."""
    loaded = importlib.import_module(module)
    listed = getattr(loaded, "__all__", None) or [
        name
        for name, value in vars(loaded).items()
        if not name.startswith("_") and getattr(value, "__module__", "") == module
    ]
    lines = [f"# {title}", "", f"`{module}`", ""]
    for name in sorted(listed):
        value = getattr(loaded, name)
        place = getattr(value, "__module__", None)
        if (inspect.isclass(value) or inspect.isfunction(value)) and str(place).startswith(
            "flinksim"
        ):
            lines.append(f"::: {place}.{value.__qualname__}")
    return _separate_directives(lines)


def _separate_directives(lines: list[str]) -> str:
    return "\n".join(f"\n{line}\n" if line.startswith(":::") else line for line in lines) + "\n"
