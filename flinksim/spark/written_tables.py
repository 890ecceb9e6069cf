"""Tables on disk: a folder that is there when it is complete, and not before."""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from pyspark.sql import SparkSession

from flinksim.spark.connection import is_remote
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


class JavaFiles:
    """Whatever file system Spark knows, by its driver."""

    def __init__(self, spark: SparkSession, path: str) -> None:
        java: Any = spark.sparkContext._jvm
        self._make_path = java.org.apache.hadoop.fs.Path
        configuration = spark.sparkContext._jsc.hadoopConfiguration()
        # A relative path is this process's, not that of the Java machine.
        given = self._make_path(path if "://" in path else os.path.abspath(path))
        self._files = given.getFileSystem(configuration)
        self._target = self._files.makeQualified(given)
        self.path = named(self._target.toUri())
        self.name: str = self._target.getName()

    def beside(self, name: str) -> str:
        """The place with that *name* beside the target."""
        return str(self._make_path(self._target.getParent(), name).toString())

    @property
    def target(self) -> str:
        return str(self._target.toString())

    def exists(self, place: str) -> bool:
        return bool(self._files.exists(self._make_path(place)))

    def names_in(self, place: str) -> list[str]:
        path = self._make_path(place)
        if not self._files.getFileStatus(path).isDirectory():
            return [path.getName()]
        return [status.getPath().getName() for status in self._files.listStatus(path)]

    def rename(self, old: str, new: str) -> None:
        if not self._files.rename(self._make_path(old), self._make_path(new)):
            raise OSError(f"could not rename {old} to {new}")

    def delete(self, place: str) -> None:
        self._files.delete(self._make_path(place), True)


class _OurFiles:
    """Those that this process sees, and the server of Spark Connect has to see as well.

    Raises: ValueError for an address.
    """

    def __init__(self, path: str) -> None:
        if "://" in path:
            raise ValueError(
                f"{path}: over Spark Connect tables are written whole to a folder that this process "
                "and the server see; for an address use job.firings.to_spark().write"
            )
        self.path = self.target = os.path.abspath(path)
        self.name = os.path.basename(self.target)

    def beside(self, name: str) -> str:
        """The place with that *name* beside the target."""
        return os.path.join(os.path.dirname(self.target), name)

    def exists(self, place: str) -> bool:
        return os.path.lexists(place)

    def names_in(self, place: str) -> list[str]:
        return os.listdir(place) if os.path.isdir(place) else [os.path.basename(place)]

    def rename(self, old: str, new: str) -> None:
        os.rename(old, new)

    def delete(self, place: str) -> None:
        shutil.rmtree(place, ignore_errors=True)


class TargetFolder:
    """A folder to write to, in whatever file system Spark knows."""

    def __init__(self, spark: SparkSession, path: str) -> None:
        self._files = _OurFiles(path) if is_remote(spark) else JavaFiles(spark, path)
        self._target = self._files.target
        self.path = self._files.path
        self._sibling = f"{os.getpid()}-{next(_numbers)}"

    def check(self, replace: bool) -> None:
        """See that the folder may be written.

        Raises: FileExistsError.
        """
        if self._files.exists(self._target):
            check_replaced(self.path, self._files.names_in(self._target), replace)

    @contextmanager
    def unfinished(self) -> Iterator[str]:
        """A folder beside the target, which takes its place at the end of the block.

        If the block fails the target is as it was, and nothing else is left.
        """
        beside = self._beside("unfinished")
        try:
            yield beside
            raise_if_interrupted()
            self._take_the_place(beside)
        except BaseException:
            self._delete_for_good(beside)
            raise

    def _delete_for_good(self, folder: str) -> None:
        """A task that was cancelled may make its folder once more before it ends."""
        gone_for = 0
        while gone_for < 10:
            gone_for = 0 if self._files.exists(folder) else gone_for + 1
            self._files.delete(folder)
            pause(0.2)

    def _take_the_place(self, complete: str) -> None:
        before = self._beside("before")
        had_one = self._files.exists(self._target)
        if had_one:
            self._files.rename(self._target, before)
        try:
            self._files.rename(complete, self._target)
        except BaseException:
            if had_one and not self._files.exists(self._target):
                self._files.rename(before, self._target)
            raise
        if had_one:
            self._files.delete(before)

    def _beside(self, what: str) -> str:
        return self._files.beside(f".{self._files.name}.{what}-{self._sibling}")
