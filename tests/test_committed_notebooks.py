"""Notebooks are committed without outputs, so that a diff shows what a person changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").rglob("*.ipynb"))


def leftovers(notebook: dict[str, Any]) -> list[str]:
    """What running a notebook has left in it."""
    found = []
    for number, cell in enumerate(notebook["cells"], 1):
        if cell.get("outputs"):
            found.append(f"cell {number} has outputs")
        if cell.get("execution_count") is not None:
            found.append(f"cell {number} has an execution count")
    if "widgets" in notebook["metadata"]:
        found.append("there is widget state")
    return found


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_is_committed_without_outputs(path: Path) -> None:
    assert leftovers(json.loads(path.read_text(encoding="utf-8"))) == []


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


def test_outputs_are_found() -> None:
    cell = {"cell_type": "code", "outputs": [{}], "execution_count": 3}
    assert leftovers({"cells": [cell], "metadata": {"widgets": {}}}) == [
        "cell 1 has outputs",
        "cell 1 has an execution count",
        "there is widget state",
    ]
