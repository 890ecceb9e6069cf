"""A program replayed in this process: no Java, no session, tables with types.

Not in Flink.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flinksim.datastream.execution import Pipeline
from flinksim.datastream.transformations import WindowSpec
from flinksim.java.key_groups import assign_key_to_parallel_operator
from flinksim.spark.job import SparkJob
from flinksim.spark.local_tables import local_table, write_local_tables
from flinksim.spark.result_tables import WrittenTables
from flinksim.spark.settings import ReplaySettings
from flinksim.spark.typed_tables import ResultTable


class LocalJob(SparkJob):
    """One program, replayed in this process; made by :func:`~flinksim.spark.job.replay`.

    A keyed window over functions that can be read goes by columns, anything else through the
    simulator's own operators; ``explain()`` says which. Tables are :class:`ResultTable`; logs are
    held in memory.
    """

    def __init__(self, pipeline: Pipeline, settings: ReplaySettings) -> None:
        super().__init__(None, pipeline, settings)

    def of(self, pipeline: Pipeline, settings: ReplaySettings) -> LocalJob:
        """Another program's job in this process."""
        return LocalJob(pipeline, settings)

    @property
    def rejects(self) -> ResultTable:
        """The rows of the logs that were rejected: file, line, text, reason."""
        return local_table(self, "rejects")

    @property
    def watermarks(self) -> ResultTable:
        """What each task was told: vertex, subtask, input, time, watermark, idle."""
        return local_table(self, "watermarks")

    def _table_of(self, kind: str) -> ResultTable:
        return local_table(self, {"result": "results", "firing": "firings"}.get(kind, kind))

    def write(self, path: str | Path, *, replace: bool = False) -> WrittenTables:
        """Write all tables as Parquet below *path*, a folder that is there when all of it is.

        Raises: FileExistsError if *path* is there already, unless *replace* is said and it is an
        earlier replay's; FileError if it cannot be written.
        """
        return write_local_tables(self, str(path), replace)

    def subtask_of(self, node: int, key: Any) -> int:
        """The subtask of operator *node* that has the state of *key*."""
        for stage in self.stages:
            head = stage.vertex.head
            if head.id == node and isinstance(head.spec, WindowSpec) and head.spec.key_selector:
                chain = stage.chain
                return assign_key_to_parallel_operator(
                    key, chain.max_parallelism, chain.parallelism, chain.key_hash
                )
        return 0


__all__ = ["LocalJob"]
