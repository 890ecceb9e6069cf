"""PyFlink programs print on flinksim what they printed on Flink 2.3.0."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.conformance.on_flinksim import Outcome, differences, run_on_flinksim
from tests.conformance.recorded_programs import (
    RECORDED,
    Program,
    all_programs,
    comparable,
    read_program,
)

PROGRAMS = all_programs()
COMPARED = [program for program in PROGRAMS if program.dialect == "java"]


@pytest.mark.parametrize("program", COMPARED, ids=lambda program: program.id)
def test_a_program_prints_what_flink_printed(program: Program) -> None:
    recording = program.recording()
    assert recording is not None, f"{program.id} changed since it was recorded: record it again"
    found = differences(program, recording, run_on_flinksim(program.path))
    assert not found, "\n".join(found)


def test_there_are_programs_enough_and_every_recording_has_its_program() -> None:
    assert len(COMPARED) >= 75
    recordings = {str(path.relative_to(RECORDED)) for path in RECORDED.glob("*/*.json")}
    assert recordings == {f"{program.id}.json" for program in PROGRAMS}


def test_a_program_leaves_no_trace_in_this_process() -> None:
    main, modules = sys.modules["__main__"], set(sys.modules)
    run_on_flinksim(COMPARED[0].path)
    assert sys.modules["__main__"] is main
    assert not [name for name in set(sys.modules) - modules if name.startswith("pyflink")]


@pytest.mark.parametrize(
    ("compare", "same"),
    [
        ("in order", [False, False, False]),
        ("in order per key", [True, False, False]),
        ("in any order", [True, True, False]),
    ],
)
def test_order_counts_where_the_program_says_so(compare: str, same: list[bool]) -> None:
    lines = ["(a,1)", "(b,1)", "(a,2)"]
    others = (
        ["(b,1)", "(a,1)", "(a,2)"],
        ["(a,2)", "(b,1)", "(a,1)"],
        ["(a,1)", "(b,1)", "(a,2)", "(a,2)"],
    )
    wanted = comparable(lines, compare)
    assert [comparable(other, compare) == wanted for other in others] == same


@pytest.mark.parametrize(
    ("outcome", "found"),
    [
        (Outcome(["1"], ValueError("too large: 2")), 0),
        (Outcome([], ValueError("too large: 2")), 1),
        (Outcome(["1"], ValueError("too small: 2")), 1),
        (Outcome(["1", "2"], None), 2),
    ],
)
def test_what_is_printed_and_what_is_raised_are_both_compared(outcome: Outcome, found: int) -> None:
    program = Program("theme", "name", "in order", "too large", "java")
    recording = {"printed": ["1"], "raised": {"class": "Py4JJavaError", "says": "too large"}}
    assert len(differences(program, recording, outcome)) == found


def test_a_header_that_says_something_unknown_is_refused(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("# compare: roughly\n")
    with pytest.raises(ValueError, match=r"script\.py: header not understood.*roughly"):
        read_program(script)
