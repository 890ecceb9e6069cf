"""``flinksim check`` tells with file and line what would not run on Flink."""

from __future__ import annotations

from pathlib import Path

import pytest

from flinksim.cli import main

HEAD = """
import threading
from pyflink.common import Row, Types
from pyflink.datastream import StreamExecutionEnvironment
env = StreamExecutionEnvironment.get_execution_environment()
stream = env.from_collection([1], Types.INT())
"""
LINE = HEAD.count("\n") + 1


def check(tmp_path: Path, body: str, *options: str) -> int:
    path = tmp_path / "program.py"
    path.write_text(HEAD + body)
    return main(["check", str(path), *options])


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_of_a_program_that_runs_nothing_is_told(tmp_path, capsys):
    assert check(tmp_path, "stream.print()\nenv.execute()\n") == 0
    (told,) = lines(capsys)
    assert told.endswith("program.py: 0 errors, 0 warnings; 1 jobs run, 3 steps")


def test_what_cannot_be_pickled_is_refused_at_its_line(tmp_path, capsys):
    body = "lock = threading.Lock()\nstream.map(lambda value: lock)\nenv.execute()\n"
    assert check(tmp_path, body) == 1
    refused, told = lines(capsys)
    assert f"program.py:{LINE + 1}: error: TypeError: cannot pickle '_thread.lock'" in refused
    assert told.endswith("1 errors, 0 warnings; 0 jobs run, 0 steps")


def test_a_job_that_fails_is_refused_at_the_line_of_its_operator(tmp_path, capsys):
    body = (
        "names = Types.ROW_NAMED(['n'], [Types.INT()])\n"
        "rows = stream.map(lambda value: Row(value), names)\n"
        "rows.key_by(lambda row: row.n).print()\n"
        "env.execute()\n"
    )
    assert check(tmp_path, body) == 1
    refused, _ = lines(capsys)
    assert f"program.py:{LINE + 2}: error: the job failed: AttributeError" in refused


def test_building_alone_runs_no_job(tmp_path, capsys):
    body = "stream.map(lambda value: 1 / 0).print()\nenv.execute()\nraise SystemExit(3)\n"
    assert check(tmp_path, body, "--build-only") == 0
    assert lines(capsys)[-1].endswith("0 errors, 0 warnings; built, not run")
    assert check(tmp_path, body) == 1


def test_what_pyflink_takes_without_a_word_is_a_warning(tmp_path, capsys):
    assert check(tmp_path, "stream.map(lambda a, b: a)\nenv.execute()\n", "--build-only") == 0
    warning, told = lines(capsys)
    assert f"program.py:{LINE}: warning: map(func)" in warning
    assert "1 warnings" in told


def test_what_only_flinksim_has_is_refused(tmp_path, capsys):
    body = "import flinksim\nstream.global_().print()\nenv.execute()\n"
    assert check(tmp_path, body) == 1
    imported, called, _ = lines(capsys)
    assert f"program.py:{LINE}: error: import flinksim: Flink does not have this module" in imported
    assert f"program.py:{LINE + 1}: error: DataStream.global_() is not in PyFlink" in called


def test_an_endless_job_is_left_where_its_steps_end(tmp_path, capsys):
    body = (
        "from pyflink.common import WatermarkStrategy\n"
        "from pyflink.datastream.connectors.number_seq import NumberSequenceSource\n"
        "source = NumberSequenceSource(1, 10**12)\n"
        "env.from_source(source, WatermarkStrategy.no_watermarks(), 's', Types.LONG()).print()\n"
        "env.execute()\n"
    )
    assert check(tmp_path, body, "--steps", "50") == 0
    assert lines(capsys)[-1].endswith("1 jobs run, 50 steps, 1 of them stopped after 50 steps")
