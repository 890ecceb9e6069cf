"""Control groups: the kernel counts what a submission uses, also where sampling does not see it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from flinksim.course.grading import ResourceLimits, control_group, grade_folder
from flinksim.course.grading.control_group import (
    ControlGroup,
    build_entry_command,
    create_control_group,
)
from tests.course.grading import hostile
from tests.course.grading.test_grading import handed_in, isolates

MB = 1 << 20


def can_create() -> bool:
    group = create_control_group(64 * MB, 16)
    if group is not None:
        group.close()
    return group is not None


creates = pytest.mark.skipif(
    not can_create(), reason="this process cannot create a control group with limits"
)

UNREAPED = """import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(40):
    child = os.fork()
    if not child:
        while time.process_time() < 0.2: pass
        os._exit(0)
    while True:
        try: os.kill(child, 0)
        except OSError: break
        time.sleep(0.005)
step = cause = 1
"""


def run_in(group: ControlGroup, program: str) -> int:
    command = build_entry_command(group, [sys.executable, "-c", program])
    return subprocess.run(command, check=False, stderr=subprocess.DEVNULL).returncode


@creates
def test_the_kernel_ends_a_process_that_takes_too_much_memory() -> None:
    group = create_control_group(64 * MB, 16)
    assert group is not None
    try:
        assert run_in(group, "pass") == 0
        assert not group.has_exceeded_memory()
        # two children, each below the limit; nobody samples in between
        run_in(group, "import os; os.fork(); x = b'x' * (40 << 20); os.wait()")
        assert group.has_exceeded_memory()
    finally:
        group.close()


@creates
def test_threads_of_all_processes_are_limited() -> None:
    group = create_control_group(256 * MB, 16)
    assert group is not None
    program = (
        "import os, time\nfor _ in range(40):\n    if os.fork() == 0: time.sleep(0.5); os._exit(0)"
    )
    try:
        assert run_in(group, program) == 1  # BlockingIOError of the fork
    finally:
        group.close()


@creates
def test_what_leaves_its_parent_is_counted_and_ended() -> None:
    group = create_control_group(256 * MB, 16)
    assert group is not None
    leaving = (
        "import os, time\nif os.fork(): os._exit(0)\nos.setsid()\nif os.fork(): os._exit(0)\n"
        "while time.process_time() < 0.3: pass\ntime.sleep(1000)"
    )
    assert run_in(group, leaving) == 0
    while len(processes := group.list_processes()) > 1:
        pass
    assert len(processes) == 1
    folders = [Path(file).parent for file in group.entry_files]
    assert all(folder.exists() for folder in folders)
    group.close()  # a folder can be deleted only if no process is left
    assert not any(folder.exists() for folder in folders)


@pytest.mark.slow("uses 6 s of CPU time, which may take a minute")
@creates
@isolates
def test_time_of_children_for_which_nobody_waits_is_counted(tmp_path: Path) -> None:
    folder = handed_in(tmp_path / "class", max=UNREAPED)
    limits = ResourceLimits(time_s=6, wait_s=300, memory_mb=600)
    (grade,) = grade_folder(folder, limits)
    assert (grade.status, grade.seconds < 290) == ("time", True)


def test_of_version_2_the_nearest_group_that_may_have_others_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a kernel of version 2: which folder is used, and what is written there."""
    place = tmp_path / "cgroup"
    own = place / "user.slice" / "app.slice" / "shell.scope"
    own.mkdir(parents=True)
    for folder, enabled in ((own, ""), (own.parent, "memory pids"), (place, "cpu memory pids")):
        (folder / "cgroup.subtree_control").write_text(f"{enabled}\n")
    monkeypatch.setattr(control_group, "_CGROUP_FILE", tmp_path / "own")
    monkeypatch.setattr(control_group, "_MOUNTS_FILE", tmp_path / "mounts")
    (tmp_path / "own").write_text("0::/user.slice/app.slice/shell.scope\n")
    (tmp_path / "mounts").write_text(f"31 23 0:28 / {place} rw - cgroup2 cgroup2 rw\n")
    found = [parents["memory"] for parents in control_group._find_unified_parents()]
    assert found == [own.parent, place]
    assert create_control_group(MB, 16) is None  # the folders of a real kernel have files at once
    assert sorted(path.name for path in own.parent.iterdir()) == [
        "cgroup.subtree_control", "shell.scope",
    ]  # fmt: skip
    (tmp_path / "group").mkdir()
    for name in ("memory.max", "memory.swap.max", "pids.max"):
        (tmp_path / "group" / name).touch()
    (tmp_path / "group" / "cpu.stat").write_text("usage_usec 2500000\nuser_usec 5\n")
    (tmp_path / "group" / "memory.events").write_text("oom 2\noom_kill 1\n")
    group = ControlGroup(dict.fromkeys(("memory", "pids", "cpuacct"), tmp_path / "group"), True)
    group.limit(64 * MB, 16)
    written = [(tmp_path / "group" / name).read_text() for name in ("memory.max", "pids.max")]
    assert written == [f"{64 * MB}", "16"]
    assert (group.read_cpu_s(), group.has_exceeded_memory()) == (2.5, True)


def test_without_a_group_the_tree_of_processes_is_sampled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(control_group, "_CGROUP_FILE", tmp_path / "none")
    assert create_control_group(MB, 16) is None


@pytest.mark.slow("grades submissions without control groups")
@isolates
def test_limits_hold_without_a_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control_group, "_CGROUP_FILE", tmp_path / "none")
    folder = handed_in(tmp_path / "class", max=hostile.FORKING["forks"])
    limits = ResourceLimits(time_s=30, wait_s=300, processes=8)
    assert [grade.status for grade in grade_folder(folder, limits)] == ["processes"]
