"""In PyFlink's dialect every recorded program prints what PyFlink printed; in Java's some differ."""

from __future__ import annotations

import pytest

from flinksim.common import Configuration
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.external_configuration import use_external_configuration
from tests.conformance.on_flinksim import differences, run_on_flinksim
from tests.conformance.recorded_programs import Program, all_programs

PROGRAMS = all_programs()
DEPARTING = [program for program in PROGRAMS if program.dialect == "pyflink"]
PYFLINK = Configuration().set_string("flinksim.dialect", "pyflink")


def differ(program: Program) -> bool:
    recording = program.recording()
    assert recording is not None, f"{program.id} changed since it was recorded: record it again"
    return bool(differences(program, recording, run_on_flinksim(program.path)))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.id)
def test_in_the_dialect_a_program_prints_what_pyflink_printed(program: Program) -> None:
    recording = program.recording()
    assert recording is not None, f"{program.id} changed since it was recorded: record it again"
    found = differences(program, recording, run_on_flinksim(program.path, "pyflink"))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("program", DEPARTING, ids=lambda program: program.id)
def test_in_the_dialect_of_java_those_that_depart_differ(program: Program) -> None:
    assert differ(program)


def test_an_unknown_dialect_is_refused() -> None:
    options = Configuration().set_string("flinksim.dialect", "scala")
    env = StreamExecutionEnvironment.get_execution_environment(options)
    with pytest.raises(ValueError, match="expected java or pyflink, found 'scala'"):
        env.from_collection([1]).key_by(lambda value: value)


def test_state_is_found_where_the_dialect_sends_the_key() -> None:
    with use_external_configuration(PYFLINK):
        env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(4)
    keyed = env.from_collection([(key, 1) for key in "abcabc"]).key_by(lambda value: value[0])
    sums = keyed.sum(1).execute_and_collect()
    assert sorted(sums)[1::2] == [("a", 2), ("b", 2), ("c", 2)]
