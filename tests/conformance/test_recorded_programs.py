"""PyFlink programs print on flinksim what they printed on Flink 2.3.0."""

from __future__ import annotations

import sys

import pytest

from tests.conformance.on_flinksim import differences, run_on_flinksim
from tests.conformance.recorded_programs import RECORDED, Program, all_programs

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
