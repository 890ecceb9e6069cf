"""``flinksim tell``: a program, or a saved run, in sentences."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import flinksim
from flinksim.cli import main

PROGRAM = """
from flinksim.common import Types
from flinksim.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
numbers = env.from_collection([1, 2, 3], type_info=Types.INT())
numbers.map(lambda n: 30 // n, output_type=Types.INT()).print()
env.execute("shares")
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    return path


def test_a_run_is_told_and_the_program_says_nothing_itself(
    program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tell", str(program)]) == 0
    out = capsys.readouterr().out
    assert "The job “shares” is submitted." in out
    assert "writes the result 15." in out
    assert "reads record" not in out
    assert "\n15\n" not in out
    assert out.rstrip().endswith("The job ends with status FINISHED.")


def test_the_grain_and_the_steps_can_be_chosen(
    program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tell", str(program), "--detail", "records"]) == 0
    whole = capsys.readouterr().out
    assert "reads record 1 of split" in whole
    assert main(["tell", str(program), "--detail", "records", "--from", "1", "--to", "999"]) == 0
    assert "is submitted" not in capsys.readouterr().out
    assert main(["tell", str(program), "--from", "999"]) == 1
    assert "expected a first and a last step from 0 to" in capsys.readouterr().err


def test_a_saved_run_is_told_in_the_same_words(
    program: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "run.flinktrace"
    assert main(["run", str(program), "--quiet", "--trace", str(saved)]) == 0
    capsys.readouterr()
    assert main(["tell", str(program), "--detail", "everything"]) == 0
    of_program = capsys.readouterr().out
    assert main(["tell", str(saved), "--detail", "everything"]) == 0
    assert capsys.readouterr().out == of_program
    assert str(flinksim.load_trace(saved).tell("everything")) == of_program.removesuffix("\n")


def test_a_program_that_fails_is_told_up_to_there(
    program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program.write_text(PROGRAM.replace("[1, 2, 3]", "[2, 0]"))
    assert main(["tell", str(program)]) == 1
    out, err = capsys.readouterr()
    assert "writes the result 15." in out
    assert "fails with ZeroDivisionError" in out
    assert "ZeroDivisionError" in err


def test_a_key_that_does_not_occur_is_an_error_that_lists_the_keys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keyed = tmp_path / "keyed.py"
    keyed.write_text(
        "from flinksim.datastream import StreamExecutionEnvironment\n"
        "env = StreamExecutionEnvironment.get_execution_environment()\n"
        "words = env.from_collection(['a', 'b'])\n"
        "words.key_by(lambda word: word).reduce(lambda a, b: a).print()\n"
        "env.execute()\n"
    )
    assert main(["tell", str(keyed), "--key", "ZZ"]) == 1
    out, err = capsys.readouterr()
    assert (out, err) == (
        "",
        "flinksim: key 'ZZ': no record has this key. Keys in this run: a, b\n",
    )
    assert main(["tell", str(keyed), "--key", "a"]) == 0
    keyed.write_text(
        "from flinksim.datastream import StreamExecutionEnvironment\n"
        "env = StreamExecutionEnvironment.get_execution_environment()\n"
        "env.from_collection(['a', 'b']).print()\n"
        "env.execute()\n"
    )
    capsys.readouterr()
    assert main(["tell", str(keyed), "--key", "a"]) == 1
    assert "this run has no keyed records" in capsys.readouterr().err


def test_what_cannot_be_told_is_said(
    program: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tell", str(tmp_path / "none.py")]) == 1
    assert ": file not found" in capsys.readouterr().err
    broken = tmp_path / "broken.flinktrace"
    broken.write_bytes(b"nothing of the kind")
    assert main(["tell", str(broken)]) == 1
    assert "broken.flinktrace" in capsys.readouterr().err
    program.write_text("pass")
    assert main(["tell", str(program)]) == 1
    assert "did not call env.execute()" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["tell", "plan", "why"])
def test_who_reads_only_the_beginning_ends_it_as_in_a_shell(program: Path, command: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)  # as `| head` that has enough
    question = ["why is the result 30"] if command == "why" else []
    called = [sys.executable, "-m", "flinksim", command, str(program), *question]
    ended = subprocess.run(called, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert "Traceback" not in ended.stderr, ended.stderr
    assert ended.returncode == 141
