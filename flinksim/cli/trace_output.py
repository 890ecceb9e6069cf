"""The files in which ``flinksim run --trace`` keeps the runs of a program, while they go on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from flinksim.runtime.minicluster import MiniCluster
from flinksim.trace.storage.streaming_writer import TraceWriter


def numbered(path: Path, number: int, count: int) -> Path:
    """*path* for the job with this *number* of so many; a program's only job has it as it is."""
    return path.with_name(f"{path.stem}-{number}{path.suffix}") if count > 1 else path


class TraceFiles:
    """Writes the traces of one job after the other, the first to *path*.

    When there is a second one, the first gets a number too.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._open: list[tuple[MiniCluster, TraceWriter]] = []

    def begin(self, cluster: MiniCluster) -> Callable[[], None]:
        """A job begins; what is given is called after each of its steps."""
        number = len(self._open) + 1
        if number == 2:
            before, first = self._open[0]
            first.close(_cut(before, ""))
            if not first.problem:
                first.file.move(numbered(self._path, 1, 2))
        writer = TraceWriter(cluster.trace, numbered(self._path, number, number))
        self._open.append((cluster, writer))
        return writer

    def close(self, stopped_by: str) -> list[TraceWriter]:
        """Write what is left of all; *stopped_by* says what kept a job from its end."""
        for cluster, writer in self._open:
            writer.close(_cut(cluster, stopped_by))
        return [writer for _, writer in self._open]


def _cut(cluster: MiniCluster, stopped_by: str) -> str:
    if cluster.spent is not None:
        return f"the run was {cluster.spent}"
    failure = cluster.failure and cluster.failure.failure.error
    if stopped_by and (not cluster.is_over or isinstance(failure, KeyboardInterrupt)):
        return f"the run was {stopped_by} after {cluster.steps_taken:,} steps"
    return ""
