"""The docs: MkDocs with Material, fed from ``docs/``, the README, and the docstrings of the package.

MkDocs reads Markdown, which the pages of ``docs/`` are, also where they are made from tests; Material has search,
light and dark and phones, and needs no other site. mkdocstrings reads docstrings without importing anything.
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
from flinksim.viz.plots.class_diagrams import class_diagram

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent

MODULES = {
    "flinksim.common": ("Types, time and watermarks", "flinksim.common"),
    "flinksim.datastream": ("The DataStream API", "flinksim.datastream"),
    "flinksim.datastream.functions": ("Functions", None),
    "flinksim.datastream.window": ("Windows, triggers and evictors", None),
    "flinksim.datastream.state": ("State", None),
    "flinksim.connectors": ("Sources and sinks", None),
    "flinksim.connectors.scripted_source": ("Scripted sources", None),
    "flinksim.testing": ("Testing", None),
    "flinksim.course.checks.windows": ("Checks for exercises", None),
    "flinksim.trace.query": ("Asking a trace", None),
    "flinksim.trace.recorder": ("A trace", None),
}
"""What the reference has, besides ``flinksim`` itself, and the heading of each."""


def write_docs(folder: Path) -> None:
    """Build the docs into *folder*.

    Raises: RuntimeError with what MkDocs said, if it fails or warns.
    """
    with tempfile.TemporaryDirectory() as made:
        sources = Path(made) / "docs"
        _collect(sources)
        config = Path(made) / "mkdocs.yml"
        config.write_text((HERE / "mkdocs.yml").read_text("utf-8"), encoding="utf-8")
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
        (folder / name).unlink(missing_ok=True)  # which name a place that this site does not know


def _collect(folder: Path) -> None:
    """The pages as MkDocs wants them: one folder, with links inside it."""
    shutil.copytree(ROOT / "docs", folder)
    shutil.copy(HERE / "docs.css", folder / "docs.css")
    shutil.copy(HERE / "static" / "icon.svg", folder / "icon.svg")
    readme = (ROOT / "README.md").read_text("utf-8")
    _draw_classes(folder)
    (folder / "index.md").write_text(_inside(readme), encoding="utf-8")
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    (folder / "changes.md").write_text(_inside(changes), encoding="utf-8")
    contributing = ROOT / "CONTRIBUTING.md"
    if contributing.exists():
        (folder / "contributing.md").write_text(_inside(contributing.read_text("utf-8")), "utf-8")
    reference = folder / "reference"
    reference.mkdir()
    (reference / "flinksim.md").write_text(_own_names(), encoding="utf-8")
    for module, (title, _) in MODULES.items():
        if importlib.util.find_spec(module) is not None:
            (reference / f"{module}.md").write_text(_module(module, title), encoding="utf-8")


def _draw_classes(folder: Path) -> None:
    """The glossary's class diagrams in light and dark, as objects: their tooltips work."""
    page = folder / "glossary.md"

    def drawn(image: re.Match[str]) -> str:
        told, name = image.groups()
        dark = folder / "pictures" / "classes" / f"{name}-dark.svg"
        dark.write_text(class_diagram(name.replace("-", " ")).svg("dark"), encoding="utf-8")
        objects = (
            f'<object class="{shown}" type="image/svg+xml" aria-label="{told}" '
            f'data="../pictures/classes/{file}.svg"></object>'
            for shown, file in (("only-light", name), ("only-dark", f"{name}-dark"))
        )
        alone = f'<a href="../pictures/classes/{name}.svg">The picture alone</a>'
        return f'<div class="classes" tabindex="0" role="region" aria-label="{told}">{"".join(objects)}</div>{alone}'

    text = page.read_text(encoding="utf-8")
    wide = "---\nhide: [navigation]\n---\n"
    page.write_text(
        wide + re.sub(r"!\[(.*?)\]\(pictures/classes/([\w-]+)\.svg\)", drawn, text),
        encoding="utf-8",
    )


def _inside(text: str) -> str:
    """Links to ``docs/`` as links beside each other."""
    return re.sub(r"\]\(docs/", "](", text)


def _own_names() -> str:
    """The names of ``flinksim`` itself, where they are declared."""
    found: dict[str, list[str]] = defaultdict(list)
    for name in flinksim.__all__:
        found[flinksim._PLACES[name]].append(name)
    lines = ["# flinksim: around a program", "", *(inspect.getdoc(flinksim) or "").splitlines(), ""]
    for module, names in found.items():
        lines += [f"::: {module}.{name}" for name in names]
    return _directives(lines)


def _module(module: str, title: str) -> str:
    """A page of what is public in a module, wherever it is declared."""
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
    return _directives(lines)


def _directives(lines: list[str]) -> str:
    return "\n".join(f"\n{line}\n" if line.startswith(":::") else line for line in lines) + "\n"
