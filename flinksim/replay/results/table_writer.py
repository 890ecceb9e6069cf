"""Write tables to disk, in a folder that appears only when it is complete."""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from flinksim.core.atomic_files import write_folder_atomically
from flinksim.replay.interrupts import defer_interrupts, raise_if_interrupted
from flinksim.replay.spark.job_monitor import pause
from flinksim.replay.spark.spark_connection import is_remote

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from flinksim.replay.replay_job import SparkJob

TABLE_NAMES = ("results", "firings", "dropped", "watermarks", "rejects")
"""Names of all tables of a job."""

_folder_numbers = itertools.count(1)


class SavedTables(NamedTuple):
    """Where the tables of a job were written, and the number of rows of each."""

    path: str
    results: int
    firings: int
    dropped: int
    watermarks: int
    rejects: int


def write_tables(job: SparkJob, path: str, replace: bool) -> SavedTables:
    """Write all tables of *job* below *path*; Ctrl-C leaves no partial output."""
    spark = None if job.is_local else job.spark
    rows = {}
    with (
        defer_interrupts() if spark else nullcontext(),
        replace_folder(spark, path, replace) as draft,
    ):
        job.run()
        with job.cache():
            for name in TABLE_NAMES:
                rows[name] = getattr(job, name).write_into(f"{draft}/{name}", f"writing {name}")
    return SavedTables(_format_target(spark, path), **rows)


@contextmanager
def replace_folder(spark: SparkSession | None, path: str, replace: bool = False) -> Iterator[str]:
    """Provide a staging folder that replaces *path* at the end of the block.

    If the block fails, the earlier content is unchanged and nothing else is left. A URL names a
    file system that Spark knows. Any other path must be shared by this process and the workers.

    Args:
        spark: The session, or ``None`` in this process.
        path: The target.
        replace: Replace the folder of an earlier replay.

    Raises:
        FileExistsError: The target exists, and *replace* is not set or it is not a replay's folder.
        ValueError: *path* is a URL and there is no Spark driver in this process.
        FileError: The folder cannot be written.
    """
    if "://" in path:
        if spark is None or is_remote(spark):
            raise ValueError(
                f"{path}: with Spark Connect, tables are written to a folder that "
                "this process and the server can access. For a URL, use "
                "job.firings.to_spark().write"
            )
        with _replace_hadoop_folder(spark, path, replace) as unfinished:
            yield unfinished
        return
    target = Path(path).absolute()
    if target.exists():
        names = [each.name for each in target.iterdir()] if target.is_dir() else [target.name]
        _check_replaceable(str(target), names, replace)
    with suppress(OSError):  # replacing_folder reports this error.
        target.parent.mkdir(parents=True, exist_ok=True)
    with write_folder_atomically(target) as draft:
        # Workers may run as another user: give the folder the permissions of its parent.
        draft.chmod(target.parent.stat().st_mode & 0o777)
        try:
            yield str(draft)
            raise_if_interrupted()
        except BaseException:
            if spark is not None:
                _delete_until_gone(draft.exists, partial(shutil.rmtree, draft, ignore_errors=True))
            raise


@contextmanager
def _replace_hadoop_folder(spark: SparkSession, address: str, replace: bool) -> Iterator[str]:
    """Provide a staging folder as :func:`replace_folder`, in any file system that Spark knows."""
    make_path, files, target = _resolve_hadoop_path(spark, address)
    number = f"{os.getpid()}-{next(_folder_numbers)}"
    unfinished, before = (
        make_path(target.getParent(), f".{target.getName()}.{what}-{number}")
        for what in ("unfinished", "before")
    )
    if files.exists(target):
        found = [target]
        if files.getFileStatus(target).isDirectory():
            found = [status.getPath() for status in files.listStatus(target)]
        _check_replaceable(_format_hadoop_path(target), [each.getName() for each in found], replace)
    try:
        yield str(unfinished.toString())
        raise_if_interrupted()
        had_one = files.exists(target)
        if had_one:
            rename_path(files, target, before)
        try:
            rename_path(files, unfinished, target)
        except BaseException:
            if had_one and not files.exists(target):
                rename_path(files, before, target)
            raise
        files.delete(before, True)
    except BaseException:
        _delete_until_gone(
            lambda: bool(files.exists(unfinished)), lambda: files.delete(unfinished, True)
        )
        raise


def _delete_until_gone(exists: Callable[[], bool], delete: Callable[[], Any]) -> None:
    """Delete repeatedly: a cancelled task may create its folder once more before it ends."""
    gone_for = 0
    while gone_for < 10:
        gone_for = 0 if exists() else gone_for + 1
        delete()
        pause(0.2)


def rename_path(files: Any, old: Any, new: Any) -> None:
    """Rename a Hadoop path.

    Raises:
        OSError: The file system reports by its return value that it did not rename.
    """
    if not files.rename(old, new):
        raise OSError(f"could not rename {old.toString()} to {new.toString()}")


def _resolve_hadoop_path(spark: SparkSession, address: str) -> tuple[Any, Any, Any]:
    """Return Hadoop's ``Path`` class, the file system of *address*, and its path there."""
    java: Any = spark.sparkContext._jvm
    make_path = java.org.apache.hadoop.fs.Path
    unqualified = make_path(address)
    files = unqualified.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration())
    return make_path, files, files.makeQualified(unqualified)


def _format_target(spark: SparkSession | None, path: str) -> str:
    if spark is None or "://" not in path:
        return os.path.abspath(path)
    return _format_hadoop_path(_resolve_hadoop_path(spark, path)[2])


def _format_hadoop_path(path: Any) -> str:
    """Format a Hadoop path; local paths without the scheme."""
    place = path.toUri()
    text: str = place.getPath() if place.getScheme() == "file" else place.toString()
    return text


def _check_replaceable(target: str, names: Iterable[str], replace: bool) -> None:
    """Check that tables may be written to *target*, which exists and contains *names*."""
    if not replace:
        raise FileExistsError(
            f"{target} already exists. Choose another folder, or use replace=True "
            "(command line: --replace)"
        )
    foreign = sorted(set(names) - set(TABLE_NAMES))
    if foreign:
        raise FileExistsError(
            f"{target} is not the folder of an earlier replay, because it "
            f"contains {foreign[0]}. Choose another folder"
        )
