"""Trace files of ``flinksim run --trace``, written while the jobs of a program run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from flinksim.runtime.minicluster import MiniCluster
from flinksim.trace.storage.streaming_writer import TraceWriter


def numbered(path: Path, number: int, count: int) -> Path:
    """Return the path for job *number* of *count*; a program's only job gets *path* itself."""
    return path.with_name(f"{path.stem}-{number}{path.suffix}") if count > 1 else path


class TraceFiles:
    """Writes the traces of consecutive jobs, the first one to *path*.

    When a second job starts, the first file gets a number as well.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._open: list[tuple[MiniCluster, TraceWriter]] = []

    def begin(self, cluster: MiniCluster) -> Callable[[], None]:
        """Start the trace of a job; return a function to call after each of its steps."""
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
        """Write the rest of all traces; the argument says what stopped unfinished jobs."""
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
