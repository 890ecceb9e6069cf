"""Tables on disk: a folder that is there when it is complete, and not before."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from pyspark.sql import SparkSession

from flinksim.spark.interrupts import interrupts_held, raise_if_interrupted
from flinksim.spark.result_tables import TABLES, WrittenTables, check_replaced
from flinksim.spark.stage_watch import pause

if TYPE_CHECKING:
    from flinksim.spark.job import SparkJob

_numbers = itertools.count(1)


def write_tables(job: SparkJob, path: str, replace: bool) -> WrittenTables:
    """Write all tables of *job* below *path*; Ctrl-C finds none of it half done."""
    with interrupts_held():
        return _write(job, path, replace)


def _write(job: SparkJob, path: str, replace: bool) -> WrittenTables:
    target = TargetFolder(job.spark, path)
    target.check(replace)
    job.run()
    rows = {}
    with target.unfinished() as folder, job.kept():
        for name in TABLES:
            table = getattr(job, name).to_spark()
            place = f"{folder}/{name}"
            job.watch.run(f"writing {name}", partial(table.write.parquet, place))
            rows[name] = job.spark.read.parquet(place).count()
    return WrittenTables(target.path, **rows)


def named(place: Any) -> str:
    """A Java URI as one writes it: on this machine's disk without the scheme."""
    text: str = place.getPath() if place.getScheme() == "file" else place.toString()
    return text


class TargetFolder:
    """A folder to write to, in whatever file system Spark knows."""

    def __init__(self, spark: SparkSession, path: str) -> None:
        java: Any = spark.sparkContext._jvm
        self._make_path = java.org.apache.hadoop.fs.Path
        configuration = spark.sparkContext._jsc.hadoopConfiguration()
        # A relative path is this process's, not that of the Java machine.
        given = self._make_path(path if "://" in path else os.path.abspath(path))
        self._files = given.getFileSystem(configuration)
        self._target = self._files.makeQualified(given)
        self.path = named(self._target.toUri())
        self._sibling = f"{spark.sparkContext.applicationId}-{next(_numbers)}"

    def check(self, replace: bool) -> None:
        """See that the folder may be written.

        Raises: FileExistsError.
        """
        if not self._files.exists(self._target):
            return
        found = (
            [status.getPath().getName() for status in self._files.listStatus(self._target)]
            if self._files.getFileStatus(self._target).isDirectory()
            else [self._target.getName()]
        )
        check_replaced(self.path, found, replace)

    @contextmanager
    def unfinished(self) -> Iterator[str]:
        """A folder beside the target, which takes its place at the end of the block.

        If the block fails the target is as it was, and nothing else is left.
        """
        beside = self._beside("unfinished")
        try:
            yield beside.toString()
            raise_if_interrupted()
            self._take_the_place(beside)
        except BaseException:
            self._delete_for_good(beside)
            raise

    def _delete_for_good(self, folder: Any) -> None:
        """A task that was cancelled may make its folder once more before it ends."""
        gone_for = 0
        while gone_for < 10:
            gone_for = 0 if self._files.exists(folder) else gone_for + 1
            self._files.delete(folder, True)
            pause(0.2)

    def _take_the_place(self, complete: Any) -> None:
        before = self._beside("before")
        had_one = self._files.exists(self._target)
        if had_one:
            self._rename(self._target, before)
        try:
            self._rename(complete, self._target)
        except BaseException:
            if had_one and not self._files.exists(self._target):
                self._rename(before, self._target)
            raise
        if had_one:
            self._files.delete(before, True)

    def _rename(self, old: Any, new: Any) -> None:
        if not self._files.rename(old, new):
            raise OSError(f"could not rename {old.toString()} to {new.toString()}")

    def _beside(self, what: str) -> Any:
        name = f".{self._target.getName()}.{what}-{self._sibling}"
        return self._make_path(self._target.getParent(), name)
