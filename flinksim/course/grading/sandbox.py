"""A process without network, without the folders of others, with a home of its own, in which the
rest of the machine can only be read.

It needs Linux's namespaces for users who are nobody special: ``unshare``, ``setpriv`` and ``sh``.
Not in Flink.
"""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

HOME_MB = 32
"""How large the home of a submission is; it is gone with it."""

PROCESSES = 400
"""How many processes and threads a submission can come to before it is seen and ended: what starts
them without end takes nothing of what the machine has. Linux takes no number below 301.
"""

_NEEDS = ("unshare", "setpriv", "mount", "sh")
_UNSHARE = (
    "unshare", "--user", "--map-root-user", "--net", "--ipc", "--uts", "--pid", "--mount", "--fork",
    "--kill-child", "--mount-proc",
)  # fmt: skip
_MOUNTS = r"""
set -e
mount --make-rprivate /
home=$1; size=$2; pids=$3; hidden=$4; shift 4
[ "$pids" = 0 ] || echo "$pids" > /proc/sys/kernel/pid_max
while [ "$hidden" -gt 0 ]; do
  mount -t tmpfs -o size=4k tmpfs "$1"; shift; hidden=$((hidden - 1))
done
mount -t tmpfs -o size=$size,mode=700 tmpfs "$home"
while read -r _ _ _ _ place _; do
  place=$(printf '%b' "$place")
  [ "$place" = "$home" ] && continue
  case "$place" in /proc|/proc/*|/sys|/sys/*|/dev|/dev/*) continue;; esac
  mount -o remount,bind,ro "$place" 2>/dev/null || true
done < /proc/self/mountinfo
cd "$home"
if (: > /.flinksim) 2>/dev/null; then echo "the root stays writable" >&2; exit 97; fi
exec setpriv --bounding-set=-all --inh-caps=-all --no-new-privs "$@"
"""


class CannotIsolate(RuntimeError):
    """This system has nothing that isolates a process; it says what is missing."""


def bounds_processes() -> bool:
    """Whether each namespace of processes has a bound of its own, as since Linux 6.14; before it the
    one bound was the whole machine's, which is not ours to change.
    """
    version = re.match(r"(\d+)\.(\d+)", platform.release())
    return version is not None and (int(version[1]), int(version[2])) >= (6, 14)


def isolated(command: Sequence[str], home: Path, hidden: Sequence[Path]) -> list[str]:
    """*command*, to be run in *home*, an empty folder, so that nothing can be read in the folders
    *hidden*.
    """
    covered = [str(path) for path in hidden if path.is_dir()]
    return [
        *_UNSHARE,
        "sh",
        "-c",
        _MOUNTS,
        "sh",
        str(home),
        f"{HOME_MB}m",
        str(PROCESSES if bounds_processes() else 0),
        str(len(covered)),
        *covered,
        *command,
    ]


@cache
def check_isolation() -> None:
    """Raises: CannotIsolate, unless a process can be isolated here."""
    missing = [name for name in _NEEDS if shutil.which(name) is None]
    if sys.platform != "linux" or missing:
        told = f"{', '.join(missing)} not found" if missing else f"{sys.platform} has no namespaces"
        raise CannotIsolate(told)
    with tempfile.TemporaryDirectory() as home:
        tried = subprocess.run(
            isolated(["true"], Path(home), []), capture_output=True, text=True, timeout=30
        )
    if tried.returncode:
        raise CannotIsolate(tried.stderr.strip() or f"unshare ended with {tried.returncode}")
