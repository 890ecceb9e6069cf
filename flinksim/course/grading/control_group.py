"""A control group of Linux: the kernel counts and limits all processes that a process starts.

Not even a process that leaves its parent evades it. There are two versions of control groups, and a process
may create a group only below one that belongs to it: mostly as root. Without a group, the caller samples the
tree of processes instead. Not in Flink.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path

_CGROUP_FILE = Path("/proc/self/cgroup")
_MOUNTS_FILE = Path("/proc/self/mountinfo")
_CONTROLLERS = ("memory", "pids", "cpuacct")
_CLOSE_S = 5.0
"""Maximum time in seconds until the kernel has ended all processes of a group."""

_NUMBERS = count()
_NANOS_PER_S = 1e9
_MICROS_PER_S = 1e6


class ControlGroup:
    """A group with limits, for one process and all that it starts.

    A process enters it by writing its id to each of ``entry_files``.

    Args:
        folders: The folder of the group for each controller: one folder for all, or one for each.
        is_unified: Whether it is of version 2.
    """

    def __init__(self, folders: Mapping[str, Path], is_unified: bool) -> None:
        self._folders = folders
        self._is_unified = is_unified
        self.entry_files = sorted(
            str(folder / "cgroup.procs") for folder in dict.fromkeys(folders.values())
        )

    def limit(self, memory_bytes: int, threads: int) -> None:
        """Set the limits.

        Raises:
            OSError: If the kernel does not accept them.
        """
        memory, pids = self._folders["memory"], self._folders["pids"]
        if self._is_unified:
            _write(memory / "memory.max", memory_bytes)
            if (memory / "memory.swap.max").exists():
                _write(memory / "memory.swap.max", 0)
        else:
            _write(memory / "memory.limit_in_bytes", memory_bytes)
            if (memory / "memory.memsw.limit_in_bytes").exists():
                _write(memory / "memory.memsw.limit_in_bytes", memory_bytes)
        _write(pids / "pids.max", threads)

    def list_processes(self) -> list[int]:
        """Return the ids of its processes."""
        return [int(line) for line in _read_lines(self._folders["pids"] / "cgroup.procs")]

    def read_cpu_s(self) -> float:
        """Return the CPU seconds of all its processes, also of those that have ended."""
        folder = self._folders["cpuacct"]
        if self._is_unified:
            return _read_entry(folder / "cpu.stat", "usage_usec") / _MICROS_PER_S
        return int((folder / "cpuacct.usage").read_text()) / _NANOS_PER_S

    def has_exceeded_memory(self) -> bool:
        """Return whether the kernel has killed a process of it that needed more memory."""
        name = "memory.events" if self._is_unified else "memory.oom_control"
        return _read_entry(self._folders["memory"] / name, "oom_kill") > 0

    def close(self) -> None:
        """Kill its processes and delete it."""
        deadline_s = time.monotonic() + _CLOSE_S
        while (processes := self.list_processes()) and time.monotonic() < deadline_s:
            for process in processes:
                try:
                    os.kill(process, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            time.sleep(0.01)
        for folder in dict.fromkeys(self._folders.values()):
            while True:
                try:
                    folder.rmdir()
                except OSError:  # the kernel still removes the last process
                    if time.monotonic() < deadline_s:
                        time.sleep(0.01)
                        continue
                break


def create_control_group(memory_bytes: int, threads: int) -> ControlGroup | None:
    """Create a control group with limits, if this process may create one.

    Args:
        memory_bytes: Maximum memory of all processes together.
        threads: Maximum number of threads of all processes together.
    """
    for find in (_find_unified_parents, _find_separate_parents):
        for parents in find():
            group = _create_below(parents, is_unified=find is _find_unified_parents)
            if group is None:
                continue
            try:
                group.limit(memory_bytes, threads)
                _check_entry(group)
            except OSError:
                group.close()
                continue
            return group
    return None


def _create_below(parents: Mapping[str, Path], is_unified: bool) -> ControlGroup | None:
    name = f"flinksim-{os.getpid()}-{next(_NUMBERS)}"
    folders = {controller: parent / name for controller, parent in parents.items()}
    made: list[Path] = []
    try:
        for folder in dict.fromkeys(folders.values()):
            folder.mkdir()
            made.append(folder)
    except OSError:
        for folder in made:
            folder.rmdir()
        return None
    return ControlGroup(folders, is_unified)


def _check_entry(group: ControlGroup) -> None:
    """Let a process enter the group, which the system may forbid where it allows to create one.

    Raises:
        OSError: If no process can enter it.
    """
    trial = subprocess.run(build_entry_command(group, ["true"]), stderr=subprocess.DEVNULL)
    if trial.returncode:
        raise PermissionError("no process can enter the group")


_ENTER_SCRIPT = r"""
count=$1; shift
while [ "$count" -gt 0 ]; do
  echo $$ > "$1" || exit 97
  shift; count=$((count - 1))
done
exec "$@"
"""


def build_entry_command(group: ControlGroup, command: Sequence[str]) -> list[str]:
    """Build a command that enters the group and becomes *command*."""
    files = group.entry_files
    return ["sh", "-c", _ENTER_SCRIPT, "sh", str(len(files)), *files, *command]


def _find_separate_parents() -> Iterator[Mapping[str, Path]]:
    """Find the folders of this process in version 1, which has a hierarchy for each controller."""
    own = {}
    for line in _read_lines(_CGROUP_FILE):
        _, names, path = line.split(":", 2)
        own.update({name: path for name in names.split(",") if name})
    parents = {}
    for root, place, kind, options in _iterate_mounts():
        for name in _CONTROLLERS:
            if kind == "cgroup" and name in options and name in own:
                folder = _locate(place, root, own[name])
                if folder is not None:
                    parents[name] = folder
    if len(parents) == len(_CONTROLLERS):
        yield parents


def _find_unified_parents() -> Iterator[Mapping[str, Path]]:
    """Find the folders of version 2 in which groups with limits can be created, the nearest one first.

    A group with limits cannot have processes of its own, so it is one above that of this process.
    """
    own = [line[3:] for line in _read_lines(_CGROUP_FILE) if line.startswith("0::")]
    for root, place, kind, _ in _iterate_mounts():
        folder = _locate(place, root, own[0]) if kind == "cgroup2" and own else None
        while folder is not None and folder.is_relative_to(place):
            enabled = " ".join(_read_lines(folder / "cgroup.subtree_control")).split()
            if {"memory", "pids"} <= set(enabled):
                yield dict.fromkeys(_CONTROLLERS, folder)
            folder = folder.parent


def _iterate_mounts() -> Iterator[tuple[str, Path, str, list[str]]]:
    """Iterate over the root, place, type and options of each mounted file system."""
    for line in _read_lines(_MOUNTS_FILE):
        before, _, after = line.partition(" - ")
        fields, details = before.split(), after.split()
        yield fields[3], Path(fields[4]), details[0], details[-1].split(",")


def _locate(place: Path, root: str, path: str) -> Path | None:
    """Return where the group *path* is, if the folder *root* of the hierarchy is mounted at *place*."""
    relative = os.path.relpath(path, root)
    return None if relative.startswith("..") else (place / relative)


def _read_lines(file: Path) -> list[str]:
    try:
        return file.read_text().splitlines()
    except OSError:
        return []


def _read_entry(file: Path, name: str) -> int:
    """Return the number beside a name in a file of the kernel; 0 if there is none."""
    for line in _read_lines(file):
        key, _, value = line.partition(" ")
        if key == name:
            return int(value)
    return 0


def _write(file: Path, value: int) -> None:
    """Write to a file of the kernel, which cannot be replaced as another file is."""
    number = os.open(file, os.O_WRONLY)
    try:
        os.write(number, str(value).encode())
    finally:
        os.close(number)
