"""Programs tell on flinksim what they told on real Flink 2.3.0.

Random ones are in ``facts/judged_programs.json``, those in which both once parted in
``facts/judged_cases.json``. Recorded by ``python -m tests.conformance.judge.differential --record``,
and the same with ``--cases``.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.conformance.fact_files import cases_of
from tests.conformance.judge.build import run_on_flinksim
from tests.conformance.judge.compare import differences


@pytest.mark.parametrize("case", [*cases_of("judged_programs"), *cases_of("judged_cases")])
def test_a_program_tells_what_it_told_on_flink(case: dict[str, Any]) -> None:
    lines, _ = run_on_flinksim(case["program"])
    assert differences(case["program"], case, lines) == []


def test_a_missing_line_and_a_wrong_order_are_found() -> None:
    program = {"parallelism": 1, "program": []}
    real = {"lines": ["10 out:0 (a) @1 w0", "10 out:0 (b) @1 w0"]}
    assert differences(program, real, real["lines"]) == []
    assert differences(program, real, real["lines"][:1]) != []
    assert differences(program, real, real["lines"][::-1]) != []
    assert differences(program, real, ["11 out:0 (a) @1 w0", "10 out:0 (b) @1 w0"]) != []
