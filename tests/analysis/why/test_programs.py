"""Fifteen programs, some five questions each: the answers that were read and found right."""

from __future__ import annotations

import re

import pytest

from tests.analysis.why.programs import ANSWERS, PROGRAMS, answers


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_was_found_right_is_still_answered(name: str) -> None:
    known = re.split(r"(?m)^(?==== )", ANSWERS.read_text(encoding="utf-8"))
    (wanted,) = (part for part in known if part.startswith(f"=== {name}\n"))
    assert answers(name).strip() == wanted.strip()
