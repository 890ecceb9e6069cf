"""Trace files of ``flinksim run --trace``, written while the jobs of a program run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from flinksim.runtime.minicluster import MiniCluster
from flinksim.trace.storage.streaming_writer import TraceWriter


def number_path(path: Path, number: int, count: int) -> Path:
    """Return the path for job *number* of *count*; a program's only job gets *path* itself."""
    return path.with_name(f"{path.stem}-{number}{path.suffix}") if count > 1 else path


class TraceOutput:
    """Writes the traces of consecutive jobs, the first one to *path*.

    When a second job starts, the first file gets a number as well.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._writers: list[tuple[MiniCluster, TraceWriter]] = []

    def begin(self, cluster: MiniCluster) -> Callable[[], None]:
        """Start the trace of a job; return a function to call after each of its steps."""
        number = len(self._writers) + 1
        if number == 2:
            before, first = self._writers[0]
            first.close(_describe_truncation(before, ""))
            if not first.problem:
                first.file.move(number_path(self._path, 1, 2))
        writer = TraceWriter(cluster.trace, number_path(self._path, number, number))
        self._writers.append((cluster, writer))
        return writer

    def close(self, stop_reason: str) -> list[TraceWriter]:
        """Write the rest of all traces; the argument says what stopped unfinished jobs."""
        for cluster, writer in self._writers:
            writer.close(_describe_truncation(cluster, stop_reason))
        return [writer for _, writer in self._writers]


def _describe_truncation(cluster: MiniCluster, stop_reason: str) -> str:
    if cluster.budget_error is not None:
        return f"the run was {cluster.budget_error}"
    failure = cluster.failure and cluster.failure.failure.error
    if stop_reason and (not cluster.is_over or isinstance(failure, KeyboardInterrupt)):
        return f"the run was {stop_reason} after {cluster.steps_taken:,} steps"
    return ""
