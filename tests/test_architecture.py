"""``docs/dev/architecture.md`` names the packages and the import order that the code has."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "flinksim"
PAGE = (ROOT / "docs/dev/architecture.md").read_text("utf-8")


def packages_in_table(text: str) -> list[str]:
    """The packages that the table names, in its order."""
    rows = re.findall(r"^\| (`[^|]*`) \|", text[text.index("## Packages") :], re.M)
    return [name for row in rows for name in re.findall(r"`(\w+)`", row)]


def layers_in_page(text: str) -> list[set[str]]:
    """The import order that the page shows, lowest first."""
    (line,) = re.findall(r"^    (core <- .*)$", text, re.M)
    return [set(re.findall(r"\w+", layer)) for layer in line.split("<-")]


def test_the_page_names_every_package_once() -> None:
    packages = sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))
    assert sorted(packages_in_table(PAGE)) == packages


def test_the_page_shows_the_import_order_of_the_contract() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contract = project["tool"]["importlinter"]["contracts"][0]["layers"]
    checked = [
        set(re.findall(r"\w+", layer)) for layer in reversed(contract) if layer != "__main__"
    ]
    assert layers_in_page(PAGE) == checked


@pytest.mark.parametrize(
    ("text", "packages"),
    [
        ("## Packages\n| Package | For |\n| --- | --- |\n| `core` | all |\n", ["core"]),
        ("## Packages\n| `metrics`, `util` | PyFlink |\n", ["metrics", "util"]),
    ],
)
def test_packages_are_read_from_the_table(text: str, packages: list[str]) -> None:
    assert packages_in_table(text) == packages
