"""``docs/design.md`` names the packages that there are, and no others."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "flinksim"

MIRRORS_OF_PYFLINK = ("datastream",)
"""Their folders are PyFlink's, and its page says what they are."""


def tree(text: str) -> str:
    start = text.index("```\nflinksim/\n")
    return text[start : text.index("```", start + 3)]


def named(block: str) -> tuple[set[str], set[str]]:
    """The packages that *block* names, and the modules that it names beneath one of them."""
    packages, modules, inside = set(), set(), ""
    for line in block.splitlines():
        indent = len(line) - len(line.lstrip())
        names = line[:17].replace(",", " ").split() if indent < 5 else []
        if indent == 2:
            tops = [name for name in names if name.endswith("/")]
            inside = tops[0]
            packages.update(name.strip("/") for name in tops)
        elif indent == 4:
            for name in names:
                found = packages if name.endswith("/") else modules
                found.add(inside + name.strip("/"))
        if inside:
            packages.update(f"{inside}{name}" for name in re.findall(r"(\w+)/ \(", line))
    return packages, modules


def packages_in(folder: Path) -> set[str]:
    first = {path.parent for path in folder.glob("*/__init__.py")}
    second = {
        path.parent
        for parent in first
        if parent.name not in MIRRORS_OF_PYFLINK
        for path in parent.glob("*/__init__.py")
    }
    return {str(path.relative_to(folder)) for path in first | second}


def test_the_design_names_every_package_and_no_other() -> None:
    packages, modules = named(tree((ROOT / "docs/design.md").read_text("utf-8")))
    assert packages == packages_in(PACKAGE)
    assert len(modules) > 5
    missing = [
        name
        for name in modules
        if not (PACKAGE / f"{name}.py").is_file()
        and not any((PACKAGE / name.split("/")[0]).rglob(f"{name.split('/')[1]}.py"))
    ]
    assert missing == []


def layers_in_design(text: str) -> list[set[str]]:
    """Who may import whom, from the ground up, as the page says it."""
    (block,) = re.findall(r"^    (base <- [\s\S]*?)\n\n", text, re.M)
    return [set(re.findall(r"\w+", layer)) for layer in block.split("<-")]


def test_the_design_has_the_layers_of_the_contract() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contract = project["tool"]["importlinter"]["contracts"][0]["layers"]
    held = [set(re.findall(r"\w+", layer)) for layer in reversed(contract) if layer != "__main__"]
    assert layers_in_design((ROOT / "docs/design.md").read_text("utf-8")) == held


def test_no_package_is_named_twice() -> None:
    named_twice = [
        name
        for name, times in Counter(
            re.findall(r"^  (\w+)/", tree((ROOT / "docs/design.md").read_text("utf-8")), re.M)
        ).items()
        if times > 1
    ]
    assert named_twice == []


@pytest.mark.parametrize(
    ("text", "packages", "modules"),
    [
        ("flinksim/\n  base/     under everything\n", {"base"}, set()),
        ("  metrics/ util/ mirror PyFlink\n", {"metrics", "util"}, set()),
        (
            "  runtime/\n    clock        the time\n    state/       keyed\n",
            {"runtime", "runtime/state"},
            {"runtime/clock"},
        ),
    ],
)
def test_what_a_tree_names_is_read(text: str, packages: set[str], modules: set[str]) -> None:
    assert named(text) == (packages, modules)
