"""A sandbox for a process: it sees the interpreter, the installed packages, and nothing else.

The solutions of the lessons are not among these packages.

The process has a root folder of its own, to which only listed folders are mounted, read-only. It has no
network, no other processes, no System V memory worth naming, and one small writable folder. It runs
without privileges: as the calling user in a user namespace, or as :data:`SANDBOX_USER` if the caller is
root. The sandbox needs Linux, and the programs of util-linux in :data:`_REQUIRED_PROGRAMS`. It does not use
bubblewrap, which keeps the user if the caller is root: a second way would not replace this one. Not in Flink.
"""

from __future__ import annotations

import os
import shutil
import site
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

HOME = "/tmp"
"""The only writable folder in the sandbox. It is in memory and deleted afterwards."""

HOME_SIZE_MB = 32
"""Size in MB of the writable folder."""

SANDBOX_USER = 65_533
"""User and group of the process if the caller is root. Nothing should belong to it."""

SOLUTION_FOLDER = Path(__file__).parents[1] / "solutions"
"""The solutions of the lessons, which are empty in the sandbox."""

_REQUIRED_PROGRAMS = ("unshare", "setpriv", "mount", "umount", "pivot_root", "sh", "mkdir", "cp")
_SYSTEM_PATHS = (
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/etc/ld.so.cache",
    "/etc/alternatives", "/etc/fonts", "/etc/localtime",
)  # fmt: skip
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
_NAMESPACES = ("--net", "--ipc", "--uts", "--pid", "--mount", "--fork", "--kill-child")
_MOUNT_SCRIPT = r"""
set -e
root=$1; home=$2; size=$3; user=$4; count=$5; shift 5
mount --make-rprivate /
mount -t tmpfs -o size=4m,mode=755 flinksim "$root"
while [ "$count" -gt 0 ]; do
  if [ -L "$1" ]; then mkdir -p "$root${1%/*}"; cp -P "$1" "$root$1"
  elif [ -d "$1" ]; then mkdir -p "$root$1"; mount --rbind "$1" "$root$1"
  elif [ -e "$1" ]; then mkdir -p "$root${1%/*}"; : > "$root$1"; mount --bind "$1" "$root$1"
  fi
  shift; count=$((count - 1))
done
count=$1; shift
while [ "$count" -gt 0 ]; do
  [ ! -d "$root$1" ] || mount -t tmpfs -o size=4k flinksim "$root$1"
  shift; count=$((count - 1))
done
mkdir -p "$root$home" "$root/proc" "$root/old"
while read -r _ _ _ _ place flags _; do
  place=$(printf '%b' "$place")
  case "$place" in "$root"/*) ;; *) continue;; esac
  keep=nosuid
  case "$place" in "$root"/dev/*) ;; *) keep=nosuid,nodev;; esac
  case ",$flags," in *,noexec,*) keep=$keep,noexec;; esac
  mount -o "remount,bind,ro,$keep" "$place" || { echo "$place stays writable" >&2; exit 97; }
done < /proc/self/mountinfo
if mount -t proc -o nosuid,nodev,noexec proc "$root/proc" 2>/dev/null; then
  set_bound() { { echo "$2" > "$root/proc/sys/$1"; } 2>/dev/null || true; }
  set_bound kernel/shmall 16
  set_bound kernel/msgmni 1
  [ "$user" ] || set_bound user/max_user_namespaces 0
  mount -o remount,bind,ro,nosuid,nodev,noexec "$root/proc"
fi
mount -t tmpfs -o "size=$size,mode=1777,nosuid,nodev" flinksim "$root$home"
mkdir -p "$root/dev"
ln -s "$home" "$root/dev/shm"
cd "$root"
pivot_root . old
umount -l /old
mount -o remount,bind,ro /
cd "$home"
if (: > /flinksim) 2>/dev/null; then echo "the root stays writable" >&2; exit 97; fi
exec setpriv ${user:+--reuid=$user --regid=$user --clear-groups} \
  --bounding-set=-all --inh-caps=-all --no-new-privs "$@"
"""


class SandboxUnavailable(RuntimeError):
    """This system cannot isolate a process; the message says what is missing."""


def find_readable_paths() -> list[str]:
    """Find the paths that a process in the sandbox can read: the system, Python, and this package.

    Folders of the path that contain other things than installed packages are left out, such as the
    folder of an editable installation, which may have solutions beside the package.
    """
    paths = [*_SYSTEM_PATHS, *_DEVICES, *_find_python_paths()]
    real = sorted({path for one in paths for path in (one, os.path.realpath(one))})
    existing = [path for path in real if os.path.lexists(path) and path != "/"]
    return [
        path
        for path in existing
        if not any(path.startswith(f"{other}/") and not os.path.islink(other) for other in existing)
    ]


def _find_python_paths() -> Iterator[str]:
    yield from (sys.prefix, sys.base_prefix, sys.exec_prefix, sys.executable)
    yield from (sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib"))
    yield from (one for one in (*site.getsitepackages(), *sys.path) if _has_packages(one))
    yield str(Path(__file__).parents[2])


def _has_packages(path: str) -> bool:
    return os.path.basename(path) in ("site-packages", "dist-packages")


def build_sandbox_command(
    command: Sequence[str],
    root: Path,
    hidden_folders: Sequence[Path] = (),
    readable_folders: Sequence[Path] = (),
) -> list[str]:
    """Build a command that runs *command* in the sandbox, in the folder :data:`HOME`.

    Args:
        command: The command.
        root: An empty folder, which the sandbox uses as its root.
        hidden_folders: Folders whose contents the command cannot read, even if they are inside of one
            that it can. :data:`SOLUTION_FOLDER` is always hidden.
        readable_folders: Further folders that it can read.

    Returns:
        The command line.
    """
    is_root = os.geteuid() == 0
    readable = [*find_readable_paths(), *(str(path) for path in readable_folders)]
    hidden = list(_iterate_hidden_paths(readable, [*hidden_folders, SOLUTION_FOLDER]))
    return [
        "unshare",
        *(() if is_root else ("--user", "--map-root-user")),
        *_NAMESPACES,
        "sh",
        "-c",
        _MOUNT_SCRIPT,
        "sh",
        str(root),
        HOME,
        f"{HOME_SIZE_MB}m",
        str(SANDBOX_USER) if is_root else "",
        str(len(readable)),
        *readable,
        str(len(hidden)),
        *hidden,
        *command,
    ]


def _iterate_hidden_paths(readable: Sequence[str], hidden_folders: Sequence[Path]) -> Iterator[str]:
    """Iterate over the paths of hidden folders in the sandbox: one for each mount that contains them."""
    for path in map(Path, readable):
        mounted = path.resolve()
        for folder in hidden_folders:
            hidden = folder.resolve()
            if hidden.is_relative_to(mounted):
                yield str(path / hidden.relative_to(mounted))


@cache
def check_isolation() -> None:
    """Check that a process can be isolated on this system, and can run Python there.

    Raises:
        SandboxUnavailable: If it cannot.
    """
    missing = [name for name in _REQUIRED_PROGRAMS if shutil.which(name) is None]
    if sys.platform != "linux" or missing:
        problem = (
            f"{', '.join(missing)} not found" if missing else f"{sys.platform} has no namespaces"
        )
        raise SandboxUnavailable(problem)
    with tempfile.TemporaryDirectory(prefix="flinksim-") as root:
        trial = subprocess.run(
            build_sandbox_command(
                [sys.executable, "-P", "-s", "-B", "-c", "import encodings"], Path(root)
            ),
            capture_output=True,
            text=True,
            timeout=30,
        )
    if trial.returncode:
        raise SandboxUnavailable(trial.stderr.strip() or f"unshare ended with {trial.returncode}")
