"""Tables on disk: a folder that is there when it is complete, and not before."""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from flinksim.core.atomic_files import replacing_folder
from flinksim.replay.interrupts import interrupts_held, raise_if_interrupted
from flinksim.replay.spark.connection import is_remote
from flinksim.replay.spark.job_monitor import pause

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from flinksim.replay.job import SparkJob

TABLES = ("results", "firings", "dropped", "watermarks", "rejects")
"""All tables of a job."""

_numbers = itertools.count(1)


class WrittenTables(NamedTuple):
    """Where the tables of a job are, and how many rows each has."""

    path: str
    results: int
    firings: int
    dropped: int
    watermarks: int
    rejects: int


def write_tables(job: SparkJob, path: str, replace: bool) -> WrittenTables:
    """Write all tables of *job* below *path*; Ctrl-C finds none of it half done."""
    spark = None if job.runs_here else job.spark
    rows = {}
    with interrupts_held() if spark else nullcontext(), whole_folder(spark, path, replace) as draft:
        job.run()
        with job.kept():
            for name in TABLES:
                rows[name] = getattr(job, name).write_into(f"{draft}/{name}", f"writing {name}")
    return WrittenTables(_named(spark, path), **rows)


@contextmanager
def whole_folder(spark: SparkSession | None, path: str, replace: bool = False) -> Iterator[str]:
    """A folder to write to, which takes the place *path* at the end of the block.

    If the block fails, what was there is as it was, and nothing else is left. An address is one of a
    file system that Spark knows; any other path is one that this process and the workers see.

    Raises: FileExistsError if something is there already, unless *replace* is said and it is an earlier
    replay's; ValueError for an address where there is no Spark of ours; FileError.
    """
    if "://" in path:
        if spark is None or is_remote(spark):
            raise ValueError(
                f"{path}: without a Spark of our own tables are written whole to a folder that this "
                "process and the server see; for an address use job.firings.to_spark().write"
            )
        with _by_hadoop(spark, path, replace) as unfinished:
            yield unfinished
        return
    target = Path(path).absolute()
    if target.exists():
        names = [each.name for each in target.iterdir()] if target.is_dir() else [target.name]
        _check_replaced(str(target), names, replace)
    with suppress(OSError):  # which replacing_folder tells
        target.parent.mkdir(parents=True, exist_ok=True)
    with replacing_folder(target) as draft:
        # whoever may write beside it may write into it: workers may be somebody else
        draft.chmod(target.parent.stat().st_mode & 0o777)
        try:
            yield str(draft)
            raise_if_interrupted()
        except BaseException:
            if spark is not None:
                _delete_for_good(draft.exists, partial(shutil.rmtree, draft, ignore_errors=True))
            raise


@contextmanager
def _by_hadoop(spark: SparkSession, address: str, replace: bool) -> Iterator[str]:
    """The same in whatever file system Spark knows, by its driver."""
    make_path, files, target = _hadoops(spark, address)
    number = f"{os.getpid()}-{next(_numbers)}"
    unfinished, before = (
        make_path(target.getParent(), f".{target.getName()}.{what}-{number}")
        for what in ("unfinished", "before")
    )
    if files.exists(target):
        found = [target]
        if files.getFileStatus(target).isDirectory():
            found = [status.getPath() for status in files.listStatus(target)]
        _check_replaced(_told(target), [each.getName() for each in found], replace)
    try:
        yield str(unfinished.toString())
        raise_if_interrupted()
        had_one = files.exists(target)
        if had_one:
            rename(files, target, before)
        try:
            rename(files, unfinished, target)
        except BaseException:
            if had_one and not files.exists(target):
                rename(files, before, target)
            raise
        files.delete(before, True)
    except BaseException:
        _delete_for_good(
            lambda: bool(files.exists(unfinished)), lambda: files.delete(unfinished, True)
        )
        raise


def _delete_for_good(exists: Callable[[], bool], delete: Callable[[], Any]) -> None:
    """A task that was cancelled may make its folder once more before it ends."""
    gone_for = 0
    while gone_for < 10:
        gone_for = 0 if exists() else gone_for + 1
        delete()
        pause(0.2)


def rename(files: Any, old: Any, new: Any) -> None:
    """Rename a path of Hadoop's; object stores say by their answer that they do not."""
    if not files.rename(old, new):
        raise OSError(f"could not rename {old.toString()} to {new.toString()}")


def _hadoops(spark: SparkSession, address: str) -> tuple[Any, Any, Any]:
    """Hadoop's class of paths, the file system of *address*, and its path there."""
    java: Any = spark.sparkContext._jvm
    make_path = java.org.apache.hadoop.fs.Path
    given = make_path(address)
    files = given.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration())
    return make_path, files, files.makeQualified(given)


def _named(spark: SparkSession | None, path: str) -> str:
    if spark is None or "://" not in path:
        return os.path.abspath(path)
    return _told(_hadoops(spark, path)[2])


def _told(path: Any) -> str:
    """A path of Hadoop's as one writes it: on this machine's disk without the scheme."""
    place = path.toUri()
    text: str = place.getPath() if place.getScheme() == "file" else place.toString()
    return text


def _check_replaced(target: str, found: Iterable[str], replace: bool) -> None:
    """That tables may be written to *target*, which is there and has *found* in it."""
    if not replace:
        raise FileExistsError(
            f"{target} is there already; name another folder, or say replace=True (on the command "
            "line --replace)"
        )
    foreign = sorted(set(found) - set(TABLES))
    if foreign:
        raise FileExistsError(
            f"{target} is no earlier replay's folder, for {foreign[0]} is in it; name another"
        )
