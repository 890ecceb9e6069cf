"""Programs import modules of their project, and packages that are not installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from flinksim.cli import main

JOB = """
from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment
env = StreamExecutionEnvironment.get_execution_environment()
stream = env.from_collection([1, 2], Types.INT())
"""


def write(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return str(path)


def test_a_module_of_the_project_is_found_above_the_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".git").mkdir()
    write(tmp_path / "helpers_a1" / "math.py", "def double(value): return 2 * value\n")
    write(tmp_path / "src" / "helpers_a2.py", "LIMIT = 7\n")
    program = write(
        tmp_path / "jobs" / "deep" / "job.py",
        "from helpers_a1.math import double\nfrom helpers_a2 import LIMIT\n"
        + JOB
        + "stream.map(double, Types.INT()).map(lambda v: v + LIMIT, Types.INT()).print()\n"
        "env.execute()\n",
    )
    assert main(["run", program]) == 0
    captured = capsys.readouterr()
    assert captured.out.split() == ["9", "11"]
    assert f"PYTHONPATH={tmp_path}\n" in captured.err
    assert f"PYTHONPATH={tmp_path / 'src'}\n" in captured.err


def test_no_module_is_taken_from_outside_of_the_project(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "helpers_a3.py", "LIMIT = 7\n")
    (tmp_path / "project" / ".git").mkdir(parents=True)
    program = write(tmp_path / "project" / "job.py", "import helpers_a3\n" + JOB)
    main(["plan", program])
    assert "the package 'helpers_a3' is not installed" in capsys.readouterr().err


MISSING = (
    "import absent_a\nfrom absent_a.model import Base\n"
    + JOB
    + "client = absent_a.Client(host='h')['x'].open()\n"
    "class Mine(Base):\n    pass\n"
)


@pytest.mark.parametrize("command", ["plan", "check", "run"])
def test_a_job_is_built_without_a_package(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = write(tmp_path / "job.py", MISSING + "stream.print()\nenv.execute()\n")
    assert main([command, program]) == 0
    captured = capsys.readouterr()
    expected = "the package 'absent_a' is not installed. Run: python -m pip install absent_a"
    assert expected in captured.err + captured.out
    assert ("Sink: Print" in captured.out) == (command == "plan")


@pytest.mark.parametrize(("has_module", "code"), [(False, 0), (True, 1)])
def test_a_folder_without_python_files_is_no_package(
    has_module: bool,
    code: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    write(tmp_path / "absent_c" / ("module.py" if has_module else "settings.yaml"), "")
    program = write(
        tmp_path / "job.py",
        "from absent_c import Client\n" + JOB + "stream.print()\nenv.execute()\n",
    )
    assert main(["plan", program]) == code
    expected = "cannot import name 'Client'" if has_module else "'absent_c' is not installed"
    assert expected in capsys.readouterr().err


def test_a_package_in_a_namespace_may_be_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(tmp_path / "site-packages")
    write(tmp_path / "site-packages" / "space_d" / "present" / "__init__.py", "LIMIT = 7\n")
    imports = (
        "from space_d.present import LIMIT\nimport space_d.absent as a\n"
        "from space_d.absent.inner import B\n"
    )
    program = write(tmp_path / "job.py", imports + JOB + "stream.print()\nenv.execute()\n")
    assert main(["run", program]) == 0
    expected = "'space_d.absent' is not installed. Run: python -m pip install space_d-absent"
    assert expected in capsys.readouterr().err


@pytest.mark.parametrize("head", ["", "import flinksim\n"])
def test_a_task_that_calls_the_package_fails(
    head: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body = "stream.map(lambda v: absent_a.score(v), Types.INT()).print()\nenv.execute()\n"
    program = write(tmp_path / "job.py", head + MISSING + body)
    assert main(["run", program]) == 1
    message = "the program calls absent_a.score, but the package 'absent_a' is not installed"
    assert message in capsys.readouterr().err
    assert main(["run", program, "--dialect", "java"]) == 1
    assert message in capsys.readouterr().err


def test_an_import_whose_failure_is_handled_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body = (
        "try:\n    import absent_fast as codec\nexcept ImportError:\n    import json as codec\n"
        "stream.map(lambda v: codec.dumps([v]), Types.STRING()).print()\nenv.execute()\n"
    )
    assert main(["run", write(tmp_path / "job.py", JOB + body)]) == 0
    assert capsys.readouterr().out.split() == ["[1]", "[2]"]


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("from pyflink.datastream.data_stream import _get_one_input_stream_operator", "0 rejected"),
        ("from pyflink.datastream.data_stream import get_nothing", "1 rejected"),
        ("from pyflink.datastream.window import T, W, mod_inverse, MAX_LONG_VALUE", "0 rejected"),
        ("raise NotImplementedError('mine')", "0 rejected"),  # the program's own error
        (
            "from pyflink.common.io import InputFormat as F; env.create_input(F('java'))",
            "0 rejected",
        ),
        ("env.create_input('x')", "1 rejected"),
    ],
)
def test_only_what_flink_rejects_counts_as_rejected(
    line: str, verdict: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["check", write(tmp_path / "job.py", f"{JOB}{line}\nstream.print()\nenv.execute()\n")])
    assert f"job.py: {verdict} by Flink" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["run", "plan", "check", "why"])
@pytest.mark.parametrize("name", ["Job.java", "job.jar"])
def test_a_program_for_the_jvm_is_recognized(
    name: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = write(tmp_path / name, "public class Job {}")
    assert main([command, program]) == 1
    error = capsys.readouterr().err
    assert f"{program} is a program for the JVM" in error
    assert "flinksim plan --from PLAN.JSON" in error
    assert "flinksim recorder" in error


def test_an_exception_of_a_missing_package_can_be_caught(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = write(
        tmp_path / "job.py",
        "import absent_z\nfrom absent_z.extras import DatabaseError\n"
        + JOB
        + "def connect(value):\n    try:\n        return absent_z.connect(value)\n"
        "    except (DatabaseError, absent_z.OperationalError):\n        return 0\n"
        "stream.map(connect, Types.INT()).print()\nenv.execute()\n",
    )
    assert main(["run", program]) == 1
    assert "the program calls absent_z.connect, but the package" in capsys.readouterr().err


def test_with_a_sample_a_call_of_the_package_does_nothing_and_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body = (
        "def save(value):\n    with absent_a.connect(value) as c:\n        c.cursor().execute('x')\n"
        "    return value\nstream.map(save, Types.INT()).print()\nenv.execute()\n"
    )
    program = write(tmp_path / "job.py", MISSING + body)
    assert main(["run", program, "--sample", "5"]) == 0
    captured = capsys.readouterr()
    assert captured.out.split() == ["1", "2"]
    assert "the job called absent_a.connect. The package is not installed" in captured.err
    assert main(["run", program]) == 1
