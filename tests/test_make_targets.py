"""The commands that prepare everything from nothing."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def bare_path(tmp_path: Path) -> Path:
    """A PATH with nothing but what the scripts themselves need."""
    for name in ("bash", "env", "dirname", "tail", "rm", "mktemp"):
        for folder in ("/usr/bin", "/bin"):
            if Path(folder, name).exists() and not (tmp_path / name).exists():
                (tmp_path / name).symlink_to(Path(folder, name))
    return tmp_path


def add_command(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!/usr/bin/env bash\n{script}\n")
    (folder / name).chmod(0o755)


def test_make_says_what_one_can_make() -> None:
    done = run("make", "--no-print-directory", "help", MAKEFLAGS="")
    goals = [line.split()[1] for line in done.stdout.splitlines()]
    assert goals[:4] == ["help", "demo", "lab", "test"]


def test_ci_can_be_run() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    assert run("bash", "-n", ".ci/run").returncode == 0


def test_a_python_that_is_new_enough_is_found(bare_path: Path) -> None:
    add_command(bare_path, "python3.11", "exit 1")  # a pyenv shim without that version
    add_command(bare_path, "python3", "exit 0")
    assert run("tools/find_python.sh", PATH=str(bare_path)).stdout == "python3\n"


def test_without_a_python_the_way_to_one_is_told(bare_path: Path) -> None:
    assert run("tools/find_python.sh", PATH=str(bare_path)).stdout == ""
    told = run("tools/find_python.sh", "--explain", PATH=str(bare_path))
    assert told.returncode == 1
    assert "flinksim needs Python 3.11 or later" in told.stderr
    assert "apt-get install python3 python3-venv" in told.stderr


def test_what_is_there_is_not_installed(bare_path: Path) -> None:
    add_command(bare_path, "chromium", "exit 0")
    done = run("tools/system_packages.sh", "chromium", PATH=str(bare_path))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_root_on_debian_installs_what_is_missing(bare_path: Path) -> None:
    log = bare_path / "apt.log"
    add_command(bare_path, "apt-get", f'echo "$@" >> {log}')
    add_command(bare_path, "id", "echo 0")
    done = run("tools/system_packages.sh", "java", "graphviz", PATH=str(bare_path))
    assert done.stdout == "installing openjdk-17-jre-headless graphviz\n"
    assert log.read_text().splitlines() == [
        "update",
        "install -y --no-install-recommends openjdk-17-jre-headless graphviz",
    ]


def test_another_user_on_debian_is_told_the_exact_command(bare_path: Path) -> None:
    add_command(bare_path, "apt-get", "exit 1")
    add_command(bare_path, "id", "echo 1000")
    done = run("tools/system_packages.sh", "java", PATH=str(bare_path))
    assert done.stderr == "please install: sudo apt-get install openjdk-17-jre-headless\n"
    assert done.returncode == 0


def test_on_a_mac_the_exact_command_is_another(bare_path: Path) -> None:
    add_command(bare_path, "brew", "exit 1")
    done = run("tools/system_packages.sh", "java", "graphviz", PATH=str(bare_path))
    assert done.stderr == "please install: brew install openjdk@17 graphviz\n"


def test_an_unknown_package_is_refused() -> None:
    done = run("tools/system_packages.sh", "emacs")
    assert done.returncode == 2
    assert "unknown name 'emacs'" in done.stderr


def test_without_node_the_widgets_are_left_as_they_are(bare_path: Path) -> None:
    done = run("tools/node_packages.sh", PATH=str(bare_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("no Node here")


def test_with_node_what_builds_the_widgets_is_installed_once(
    bare_path: Path, tmp_path: Path
) -> None:
    root = tmp_path / "checkout"
    (root / "tools").mkdir(parents=True)
    (root / "widgets").mkdir()
    (root / "widgets/package.json").write_text("{}")
    script = root / "tools/node_packages.sh"
    script.write_text((ROOT / "tools/node_packages.sh").read_text("utf-8"))
    script.chmod(0o755)
    for name in ("mkdir", "touch"):
        (bare_path / name).symlink_to(Path("/usr/bin", name))
    add_command(bare_path, "node", "exit 0")
    add_command(bare_path, "npm", 'mkdir -p node_modules; echo "$@" >> called')
    first = run(str(script), PATH=str(bare_path))
    assert (first.returncode, first.stdout) == (0, "installing what builds the widgets\n")
    second = run(str(script), PATH=str(bare_path))
    assert (second.returncode, second.stdout) == (0, "")
    called = (root / "widgets/called").read_text()
    assert called == "install --no-package-lock --no-audit --no-fund\n"
