"""The two ways to install flinksim, pip and conda, give the same versions."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PIN = re.compile(r"[A-Za-z0-9_.-]+==[0-9][A-Za-z0-9.]*")


def pins_of_pyproject() -> list[str]:
    with (ROOT / "pyproject.toml").open("rb") as stream:
        project = tomllib.load(stream)["project"]
    assert project["dependencies"] == []
    extras = project["optional-dependencies"]
    assert extras.pop("all") == ["flinksim[notebook,spark,sql]"]
    return list(dict.fromkeys(pin for pins in extras.values() for pin in pins))


def pins_of_conda() -> list[str]:
    text = (ROOT / "environment.yml").read_text(encoding="utf-8")
    under_pip = text.split("- pip:\n", 1)[1]
    entries = [line.strip() for line in under_pip.splitlines()]
    return [entry.removeprefix("- ") for entry in entries if entry.startswith("- ")]


def test_every_dependency_is_pinned() -> None:
    assert [pin for pin in pins_of_pyproject() if not PIN.fullmatch(pin)] == []


def test_conda_users_get_the_same_versions() -> None:
    *pins, itself = pins_of_conda()
    assert itself == "-e ."
    assert pins == pins_of_pyproject()


def test_the_version_is_said_once_in_each_place() -> None:
    import flinksim

    with (ROOT / "pyproject.toml").open("rb") as stream:
        assert tomllib.load(stream)["project"]["version"] == flinksim.__version__
