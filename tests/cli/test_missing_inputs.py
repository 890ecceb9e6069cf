"""Programs that stop because an environment variable, a file or an argument is missing."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from flinksim.cli import main

KAFKA = "from pyflink.datastream.connectors.kafka import KafkaSource\n"
CERTAIN = {
    "variable": (
        'import os\nos.environ["FLINKSIM_TEST_A"]\n',
        "the environment variable FLINKSIM_TEST_A is not set. Set it for the run: FLINKSIM_TEST_A=VALUE "
        "flinksim run",
    ),
    "argument": (
        "import sys\ntopic = sys.argv[1]\n",
        "the program needs arguments. They follow two hyphens: flinksim run",
    ),
    "file": (
        '\nopen("no/such/settings.json")\n',
        "there is no file no/such/settings.json. The current folder is",
    ),
}
UNCERTAIN = {
    "a value of None": (
        KAFKA + 'import os\nKafkaSource.builder().set_topics(os.getenv("FLINKSIM_TEST_B"))\n',
        "The environment variable FLINKSIM_TEST_B is not set",
    ),
    "a check of the program": (
        "import os\ndef need(name):\n    if not os.environ.get(name):\n"
        '        raise ValueError(f"{name} is missing")\nneed("FLINKSIM_TEST_C")\n',
        "The environment variable FLINKSIM_TEST_C is not set",
    ),
    "argparse": (
        "import argparse\nparser = argparse.ArgumentParser()\n"
        'parser.add_argument("--topic", required=True)\nparser.parse_args()\n',
        "The program got no arguments. They follow two hyphens: flinksim run",
    ),
}


def _write(tmp_path: Path, text: str) -> str:
    path = tmp_path / "job.py"
    path.write_text(text)
    return str(path)


END = (
    "from pyflink.datastream import StreamExecutionEnvironment\n"
    "env = StreamExecutionEnvironment.get_execution_environment()\n"
    "env.from_collection([1]).print()\nenv.execute()\n"
)
ASSUMED = {
    "variable": "FLINKSIM_TEST_A=FLINKSIM_TEST_A",
    "argument": "-- argument1",
    "a value of None": "FLINKSIM_TEST_B=FLINKSIM_TEST_B",
    "a check of the program": "FLINKSIM_TEST_C=FLINKSIM_TEST_C",
    "argparse": "-- --topic topic",
}


@pytest.mark.parametrize("command", ["run", "plan", "tell"])
def test_a_missing_file_is_one_line_with_the_place(
    command: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text, message = CERTAIN["file"]
    program = _write(tmp_path, text)
    assert main([command, program]) == 1
    error = capfd.readouterr().err
    assert error.startswith(f"flinksim: {program}:2: {message}")
    assert "Traceback" not in error
    assert "most recent call" not in error


@pytest.mark.parametrize("case", ASSUMED)
@pytest.mark.parametrize("command", ["run", "plan", "tell"])
def test_what_a_program_did_not_get_is_assumed(
    case: str, command: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text, _ = {**CERTAIN, **UNCERTAIN}[case]
    assert main([command, _write(tmp_path, text + END)]) == 0
    assumed = (
        f"assumed what the program did not get: {ASSUMED[case]}. Give other values like this: "
    )
    error = capfd.readouterr().err
    assert assumed in error
    assert "usage:" not in error


def test_numbers_and_choices_are_assumed_where_a_program_needs_them(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text = (
        "import argparse, os\n"
        'n = int(os.environ["FLINKSIM_TEST_N"])\n'
        "parser = argparse.ArgumentParser()\n"
        'parser.add_argument("path")\n'
        'parser.add_argument("--mode", "-m", required=True, choices=["batch", "stream"])\n'
        'parser.add_argument("--n", type=int, required=True)\n'
        "options = parser.parse_args()\nprint(n, options)\n"
    )
    assert main(["run", _write(tmp_path, text + END)]) == 0
    output = capfd.readouterr()
    assert "1 Namespace(path='path', mode='batch', n=1)" in output.out
    assert "FLINKSIM_TEST_N=1 -- path -m batch --n 1" in output.err


def test_given_arguments_are_kept(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    text, _ = UNCERTAIN["argparse"]
    assert main(["run", _write(tmp_path, text + END), "--", "--nonsense"]) == 2
    error = capfd.readouterr().err
    assert "the following arguments are required: --topic" in error
    assert "assumed what" not in error


def test_an_error_that_assumed_values_do_not_mend_is_reported(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text = 'import os\nos.getenv("FLINKSIM_TEST_F")\n[][3]\n'
    assert main(["run", _write(tmp_path, text)]) == 1
    error = capfd.readouterr().err
    assert "IndexError: list index out of range" in error
    assert "assumed what" not in error
    text = 'import os\nopen(os.environ["FLINKSIM_TEST_G"])\n'
    assert main(["run", _write(tmp_path, text)]) == 1
    assert "the environment variable FLINKSIM_TEST_G is not set" in capfd.readouterr().err


def test_a_prompt_gets_empty_lines_where_standard_input_has_ended(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["run", _write(tmp_path, 'input("Press Enter")\n' + END)]) == 0
    assert "input() returns empty lines" in capfd.readouterr().err
    assert main(["run", _write(tmp_path, "while True:\n    input()\n")]) == 1
    assert "EOFError" in capfd.readouterr().err


@pytest.mark.parametrize("case", [*CERTAIN, *UNCERTAIN])
def test_check_does_not_say_that_flink_rejects_it(
    case: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text, message = {**CERTAIN, **UNCERTAIN}[case]
    assert main(["check", _write(tmp_path, text)]) == 0
    out = capfd.readouterr().out
    assert message.lower() in out.lower()
    assert "0 rejected by Flink, 0 not supported by flinksim, 1 warnings" in out


def test_check_still_finds_what_flink_rejects(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text = (
        "import os\nfrom pyflink.datastream import StreamExecutionEnvironment\n"
        'os.getenv("FLINKSIM_TEST_D")\n'
        "env = StreamExecutionEnvironment.get_execution_environment()\n"
        "env.from_collection([1]).map()\n"
    )
    assert main(["check", _write(tmp_path, text)]) == 1
    assert "Flink rejects this" in capfd.readouterr().out


def test_a_variable_with_a_default_is_not_missing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text = 'import os\nos.getenv("FLINKSIM_TEST_E", "9092")\nraise ValueError("other")\n'
    assert main(["run", _write(tmp_path, text)]) == 1
    assert "FLINKSIM_TEST_E" not in capfd.readouterr().err


def test_a_file_beside_the_program_is_found(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "settings.json").write_text("{}")
    assert main(["run", _write(tmp_path, 'open("settings.json")\n')]) == 1
    assert f"cd {tmp_path} && flinksim run job.py" in capfd.readouterr().err


def test_a_folder_that_does_not_exist_is_taken_for_empty(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text = 'import os\njars = [name for name in os.listdir("/opt/no-flink/lib")]\nprint(jars)\n'
    assert main(["run", _write(tmp_path, text + END)]) == 0
    output = capfd.readouterr()
    assert output.out.startswith("[]")
    assert "assumed what the program did not get: (nothing in /opt/no-flink/lib)." in output.err


def test_a_program_with_relative_imports_runs_as_a_module_of_its_package(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    package = tmp_path / "app" / "jobs"
    package.mkdir(parents=True)
    (tmp_path / "app" / "settings.py").write_text("NAME = 'found'\n")
    (package / "job.py").write_text("from ..settings import NAME\nprint(NAME)\n" + END)
    assert main(["run", str(package / "job.py")]) == 0
    assert capfd.readouterr().out.startswith("found")


def test_options_without_a_default_are_assumed_if_a_program_fails_without_them(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text = (
        "import argparse\nparser = argparse.ArgumentParser()\n"
        'parser.add_argument("--stream")\nparser.add_argument("--n", type=int)\n'
        'parser.add_argument("--kind", choices=["x", "y"])\nparser.add_argument("--port", default=1)\n'
        "options = parser.parse_args()\n"
        "if options.stream is None:\n    exit(1)\n"
    )
    assert main(["run", _write(tmp_path, text + END)]) == 0
    assert "-- --stream stream --n 1 --kind x. Give" in capfd.readouterr().err


def test_a_file_beside_the_program_is_read_for_one_of_another_machine(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "properties.json").write_text("[1]")
    text = (
        "import json, os\nPATH = '/etc/no-flink/properties.json'\n"
        "properties = None\n"
        "if os.path.isfile(PATH):\n    with open(PATH) as file:\n        properties = json.load(file)\n"
        "for one in properties:\n    print(one)\n"
    )
    assert main(["run", _write(tmp_path, text + END)]) == 0
    output = capfd.readouterr()
    assert output.out.startswith("1")
    assert f"({tmp_path / 'properties.json'} for /etc/no-flink/properties.json)" in output.err


def test_a_file_in_a_folder_beside_the_program_is_preferred_if_it_has_more_of_the_path(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "job.txt").write_text("nested")
    (tmp_path / "job.txt").write_text("beside")
    text = "with open('/opt/no-flink/config/job.txt') as file:\n    print(file.read())\n"
    assert main(["run", _write(tmp_path, text + END)]) == 0
    assert capfd.readouterr().out.startswith("nested")
