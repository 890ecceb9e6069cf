"""The recorded facts of Flink 2.3.0 that stand in ``facts/``, as pytest parameters."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

FACTS = Path(__file__).parent / "facts"


@cache
def load(name: str) -> dict[str, Any]:
    """The file ``facts/<name>.json``."""
    content: dict[str, Any] = json.loads((FACTS / f"{name}.json").read_text(encoding="utf-8"))
    assert content["flink"] == "2.3.0"
    return content


def cases_of(name: str, kind: str | None = None) -> list[Any]:
    """The cases of one kind (all, if *kind* is ``None``), each a parameter named by its id."""
    cases = [c for c in load(name)["cases"] if kind is None or c["kind"] == kind]
    assert cases, f"no {kind} cases in {name}.json"
    return [pytest.param(case, id=case["id"]) for case in cases]


JAVA_EXCEPTIONS: dict[str, type[Exception]] = {
    "java.lang.IllegalArgumentException": ValueError,
    "java.lang.IllegalStateException": RuntimeError,
    "java.lang.NullPointerException": TypeError,
    "java.lang.RuntimeException": RuntimeError,
    "java.lang.UnsupportedOperationException": NotImplementedError,
}
"""The Python exception that stands for a Java one."""
