"""A sandbox for a process: no network, no other submissions, and a read-only machine.

The process has a home folder of its own. It needs Linux's unprivileged user namespaces, and the
programs ``unshare``, ``setpriv``, ``mount`` and ``sh``. Not in Flink.
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

HOME_SIZE_MB = 32
"""Size in MB of the home folder of a submission's process, which is deleted afterwards."""

MAX_PROCESS_ID = 400
"""``pid_max`` of the sandbox: bounds processes and threads until the watcher ends the submission.

Linux accepts no number below 301.
"""

_REQUIRED_PROGRAMS = ("unshare", "setpriv", "mount", "sh")
_UNSHARE_COMMAND = (
    "unshare", "--user", "--map-root-user", "--net", "--ipc", "--uts", "--pid", "--mount", "--fork",
    "--kill-child", "--mount-proc",
)  # fmt: skip
_MOUNT_SCRIPT = r"""
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


class SandboxUnavailable(RuntimeError):
    """This system cannot isolate a process; the message says what is missing."""


def has_pid_limit_per_namespace() -> bool:
    """Return whether each PID namespace has its own ``pid_max``, as since Linux 6.14.

    Before that the limit is that of the whole machine, which must not be changed.
    """
    version = re.match(r"(\d+)\.(\d+)", platform.release())
    return version is not None and (int(version[1]), int(version[2])) >= (6, 14)


def build_sandbox_command(
    command: Sequence[str], home: Path, hidden_folders: Sequence[Path]
) -> list[str]:
    """Build a command that runs *command* in the sandbox.

    Args:
        command: The command.
        home: An empty folder, the working directory of the command.
        hidden_folders: Folders whose contents the command cannot read.

    Returns:
        The command line.
    """
    covered = [str(path) for path in hidden_folders if path.is_dir()]
    return [
        *_UNSHARE_COMMAND,
        "sh",
        "-c",
        _MOUNT_SCRIPT,
        "sh",
        str(home),
        f"{HOME_SIZE_MB}m",
        str(MAX_PROCESS_ID if has_pid_limit_per_namespace() else 0),
        str(len(covered)),
        *covered,
        *command,
    ]


@cache
def check_isolation() -> None:
    """Check that a process can be isolated on this system.

    Raises:
        SandboxUnavailable: If it cannot.
    """
    missing = [name for name in _REQUIRED_PROGRAMS if shutil.which(name) is None]
    if sys.platform != "linux" or missing:
        problem = (
            f"{', '.join(missing)} not found" if missing else f"{sys.platform} has no namespaces"
        )
        raise SandboxUnavailable(problem)
    with tempfile.TemporaryDirectory() as home:
        trial = subprocess.run(
            build_sandbox_command(["true"], Path(home), []),
            capture_output=True,
            text=True,
            timeout=30,
        )
    if trial.returncode:
        raise SandboxUnavailable(trial.stderr.strip() or f"unshare ended with {trial.returncode}")
