"""What runs when: nothing is left out of CI, slow tests say why, and a run tells its minutes."""

from __future__ import annotations

import json
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import flinksim.replay

ROOT = Path(__file__).parents[1]


def recipe(goal: str, command: str = "-m pytest") -> list[str]:
    """The lines of a goal, as in a fresh checkout, that have a command in them."""
    done = subprocess.run(
        ["make", "--no-print-directory", "--dry-run", "--always-make", goal],
        cwd=ROOT, env={**os.environ, "MAKEFLAGS": ""}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [line for line in done.stdout.splitlines() if command in line]


def test_ci_runs_the_demo_and_every_test() -> None:
    commands = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    assert [line for line in commands if line.startswith("make")] == ["make demo", "make test-all"]
    (everything,) = recipe("test-all")
    assert not re.search(r" (-m \S*slow|-k|--ignore|--deselect|tests/)", everything)
    assert "--minutes" in everything


def test_the_quick_tests_are_all_but_those_marked_slow() -> None:
    (quick,), (everything,) = recipe("test"), recipe("test-all")
    assert quick == f"{everything} -m 'not slow'"


# --- the lab: what a lesson needs is there ----------------------------------------------------------


def packages_of_lessons() -> list[str]:
    """What the cells of all lessons import, first parts of names and packages of flinksim."""
    found = []
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                found += re.findall(r"^(?:from|import) ([\w.]+)", "".join(cell["source"]), re.M)
    return sorted({".".join(name.split(".")[:2]) for name in found})


def test_the_lab_installs_what_its_lessons_need() -> None:
    (installing,) = recipe("lab", "pip ")
    assert installing.endswith("install -e '.[notebook,spark,sql]'")
    (system,) = recipe("lab", "system_packages.sh")
    assert system.split()[1:] == ["graphviz", "java"]
    # Of packages that are not flinksim's, lessons use those of these options alone.
    strange = [name for name in packages_of_lessons() if name.partition(".")[0] != "flinksim"]
    assert [name for name in strange if name not in sys.stdlib_module_names] == []
    assert "flinksim.replay" in packages_of_lessons()


@pytest.mark.parametrize("missing", ["pyspark", "pyarrow", "numpy"])
def test_a_lesson_without_spark_says_in_one_line_how_to_get_it(missing: str) -> None:
    first_cell = f"import sys; sys.modules[{missing!r}] = None; from flinksim.replay import replay"
    if missing == "pyspark":  # a replay may do without
        first_cell += ", spark_session; spark_session()"
    done = subprocess.run(
        [sys.executable, "-c", first_cell], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stderr.splitlines()[-1] == (
        f"ModuleNotFoundError: {missing} is not installed. Run: "
        "python -m pip install 'flinksim[spark]' (Spark also needs Java 17)"
    )


def test_a_mistake_inside_of_flinksim_is_not_taken_for_a_missing_spark(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(flinksim.replay._EXPORT_MODULES, "replay", "flinksim.replay.no_such_module")
    monkeypatch.delitem(vars(flinksim.replay), "replay", raising=False)
    with pytest.raises(
        ModuleNotFoundError, match=r"No module named 'flinksim.replay.no_such_module'"
    ):
        _ = flinksim.replay.replay


# --- the plugin in tests/conftest.py, in a folder of its own ----------------------------------------


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    (tmp_path / "tests/far/away").mkdir(parents=True)
    (tmp_path / "tests/conftest.py").write_text((ROOT / "tests/conftest.py").read_text("utf-8"))
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = slow\naddopts = --strict-markers\n")
    (tmp_path / "tests/test_top.py").write_text("def test_one(): pass\n")
    return tmp_path


def pytest_in(folder: Path, *options: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("mark", ["slow", "slow()", "slow(3)", "slow(reason='none')"])
def test_slow_without_a_reason_is_refused(suite: Path, mark: str) -> None:
    marked = f"import pytest\n@pytest.mark.{mark}\ndef test_two(): pass\n"
    (suite / "tests/far/test_marked.py").write_text(marked)
    code, told = pytest_in(suite)
    assert code == pytest.ExitCode.USAGE_ERROR
    assert "tests/far/test_marked.py::test_two is marked slow without a reason" in told


def test_a_name_that_is_another_one_in_each_process_is_refused(suite: Path) -> None:
    marked = (
        "import pytest\n"
        "@pytest.mark.parametrize('f', [lambda: 1], ids=str)\n"
        "def test_two(f): pass\n"
    )
    (suite / "tests/far/test_named.py").write_text(marked)
    code, told = pytest_in(suite)
    assert code == pytest.ExitCode.USAGE_ERROR
    assert "has an address in its name" in told


@pytest.mark.slow("runs pytest in pytest, with workers")
@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_run_tells_its_minutes_by_folder_and_its_summary_last(suite: Path, workers: str) -> None:
    waiting = (
        "import pytest, time\n"
        "@pytest.mark.slow('waits')\n"
        "@pytest.mark.parametrize('i', [1, 2])\n"
        "def test_waiting(i): time.sleep(0.35)\n"
    )
    (suite / "tests/far/away/test_waiting.py").write_text(waiting)
    code, told = pytest_in(suite, "--minutes", "-n", workers)
    assert code == 0
    *_, far, top, both, summary = told.splitlines()
    assert [far.split()[at] for at in (0, 1, -3, -2, -1)] == [
        "0.01",
        "min",
        "2",
        "tests",
        "tests/far",
    ]
    assert [top.split()[at] for at in (0, 1, -3, -2, -1)] == ["0.00", "min", "1", "tests", "tests"]
    assert [both.split()[at] for at in (0, 1, -3, -2, -1)] == ["0.01", "min", "3", "tests", "all"]
    assert "3 passed" in summary
    code, told = pytest_in(suite, "-m", "not slow", "-n", workers)
    assert "1 passed" in told.splitlines()[-1]
    assert "minutes by area" not in told


@pytest.mark.slow("runs pytest in pytest, with workers")
@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_run_tells_what_computed_most_and_waiting_is_no_computing(
    suite: Path, workers: str
) -> None:
    (suite / "tests/far/away/test_dear.py").write_text(
        "import os, subprocess, sys, time\n"
        "COMPUTES = 'import os\\nwhile sum(os.times()[:2]) < 0.6: pass'\n"
        "def test_waits(): time.sleep(0.8)\n"
        "def test_lets_compute(): subprocess.run([sys.executable, '-c', COMPUTES], check=True)\n"
    )
    code, told = pytest_in(suite, "--minutes", "-n", workers)
    assert code == 0
    dearest = {name: float(cpu) for cpu, name in re.findall(r"([\d.]+) s of CPU  (\S+)", told)}
    assert next(iter(dearest)) == "tests/far/away/test_dear.py::test_lets_compute", told
    assert dearest["tests/far/away/test_dear.py::test_lets_compute"] >= 0.6
    assert dearest["tests/far/away/test_dear.py::test_waits"] < 0.5


# --- faults ------------------------------------------------------------------------------------------


def test_every_module_that_gets_faults_has_tests_of_its_own() -> None:
    own_tests = runpy.run_path(str(ROOT / "tools/mutants.py"))["OWN_TESTS"]
    modules = [ROOT / "flinksim" / f"{module}.py" for module in own_tests]
    tests = [ROOT / path for paths in own_tests.values() for path in paths]
    assert [path for path in modules + tests if not path.is_file()] == []
    assert [module for module, paths in own_tests.items() if not paths] == []


def test_of_the_faults_that_were_planted_last_the_modules_own_tests_found_most() -> None:
    tool = runpy.run_path(str(ROOT / "tools/mutants.py"))
    noted = tool["read_results"]()
    assert [one for one in tool["OWN_TESTS"] if one in noted] == list(noted)
    assert len(noted) > 40
    assert [str(one) for one in noted.values() if one.found < 0.85 * one.planted] == []
    text = (ROOT / "tools/mutants.txt").read_text(encoding="utf-8")
    assert text == tool["format_table"](noted.values()) + "\n"


def test_a_module_that_gets_no_faults_is_told_with_those_that_do() -> None:
    done = subprocess.run(
        [sys.executable, "tools/mutants.py", "no_such_module"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "no module of that name; there are: runtime/operators/window_operator" in done.stderr
