"""A program replayed in this process: no Java, no session, tables with types.

Not in Flink.
"""

from __future__ import annotations

from pathlib import Path

from flinksim.base.files import replacing_folder
from flinksim.datastream.execution import Pipeline
from flinksim.spark.job import SparkJob
from flinksim.spark.result_tables import TABLES, WrittenTables, check_replaced
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

    def write(self, path: str | Path, *, replace: bool = False) -> WrittenTables:
        """Write all tables as Parquet below *path*, a folder that is there when all of it is.

        Raises: FileExistsError if *path* is there already, unless *replace* is said and it is an
        earlier replay's; FileError if it cannot be written.
        """
        target = Path(path).absolute()
        if target.exists():
            found = [each.name for each in target.iterdir()] if target.is_dir() else [target.name]
            check_replaced(str(target), found, replace)
        rows = {}
        with replacing_folder(target) as draft:
            for name in TABLES:
                table: ResultTable = getattr(self, name)
                (draft / name).mkdir()
                table.write(draft / name / "part-00000.parquet")
                rows[name] = len(table)
        return WrittenTables(str(path), **rows)


__all__ = ["LocalJob"]
