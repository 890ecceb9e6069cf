"""Programs that read a socket run without a server: with a file of lines, or with a sample."""

from __future__ import annotations

from pathlib import Path

import pytest

from flinksim.cli import main

PROGRAM = """
from pyflink.datastream import DataStream, StreamExecutionEnvironment
env = StreamExecutionEnvironment.get_execution_environment()
java = env._j_stream_execution_environment
DataStream(java.socketTextStream("localhost", 9999)).map(lambda line: line.upper()).print()
env.execute()
"""


def test_the_lines_of_a_file_or_a_sample_replace_a_socket(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program, file = tmp_path / "program.py", tmp_path / "lines.txt"
    program.write_text(PROGRAM)
    file.write_text("a b\nc\n")
    assert main(["plan", str(program)]) == 0
    assert "Source: Socket Stream" in capsys.readouterr().out
    assert main(["run", str(program), "--source", f"localhost:9999={file}"]) == 0
    assert capsys.readouterr().out.splitlines() == ["A B", "C"]
    assert main(["run", str(program), "--sample", "3"]) == 0
    output = capsys.readouterr()
    assert len(output.out.splitlines()) == 3
    assert "socket localhost:9999: 3 lines generated" in output.err


def test_a_sample_has_numbers_where_the_program_reads_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.replace("line.upper()", "str(int(line) * 2)"))
    assert main(["run", str(program), "--sample", "3"]) == 0
    assert all(int(line) % 2 == 0 for line in capsys.readouterr().out.splitlines())


def test_a_field_whose_name_is_a_question_has_a_boolean(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "program.py"
    text = PROGRAM.replace("line.upper()", "str(json.loads(line)['is_paid'])")
    program.write_text(f"import json\n{text}")
    assert main(["run", str(program), "--sample", "20"]) == 0
    assert set(capsys.readouterr().out.splitlines()) == {"True", "False"}


def test_a_country_is_no_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "program.py"
    text = PROGRAM.replace(
        "line.upper()",
        "' '.join(type(json.loads(line)[each]).__name__ for each in ('country', 'counts'))",
    )
    program.write_text(f"import json\n{text}\nlambda v: (v['country'], v['counts'])\n")
    assert main(["run", str(program), "--sample", "2"]) == 0
    assert capsys.readouterr().out.splitlines() == ["str int"] * 2


def test_the_objects_of_a_list_have_the_fields_that_a_comprehension_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "program.py"
    text = PROGRAM.replace(
        "line.upper()",
        "' '.join([tag['value'] for tag in json.loads(line).get('tags', [])])",
    )
    program.write_text(f"import json\n{text}")
    assert main(["run", str(program), "--sample", "3"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
