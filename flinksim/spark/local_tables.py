"""The tables of a job that ran in this process.

Not in Flink.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from flinksim.base.files import replacing_folder
from flinksim.spark.columnar.outcome import ColumnarOutcome
from flinksim.spark.result_tables import (
    DROPPED,
    FIRINGS,
    REJECTS,
    RESULTS,
    TABLES,
    WATERMARKS,
    WrittenTables,
    check_replaced,
)
from flinksim.spark.typed_tables import ResultTable, table_of

if TYPE_CHECKING:
    from flinksim.spark.local_job import LocalJob


def local_table(job: LocalJob, name: str) -> ResultTable:
    """One of :data:`TABLES` of *job*."""
    outcome = job.run().outcome
    if isinstance(outcome, ColumnarOutcome) and name in ("firings", "dropped"):
        return outcome.firings() if name == "firings" else outcome.dropped()
    match name:
        case "results":
            return table_of(job.iterate_results(), RESULTS)
        case "firings":
            return table_of(
                (
                    (f.node, job.subtask_of(f.node, f.key), f.key, *_bounds(f.window), f.kind,
                    f.count,
                     f.contents, f.watermark, f.time)
                    for f in job.iterate_firings()
                ),
                FIRINGS,
            )  # fmt: skip
        case "dropped":
            return table_of(
                (
                    (d.node, job.subtask_of(d.node, d.key), d.key, d.value, d.timestamp,
                    d.watermark,
                     d.to_side_output, d.time)
                    for d in job.iterate_dropped()
                ),
                DROPPED,
            )  # fmt: skip
        case "watermarks":
            return table_of(job.iterate_watermarks(), WATERMARKS)
    return table_of(job.iterate_rejects(), REJECTS)


def _bounds(window: object) -> tuple[int | None, int | None]:
    return window if isinstance(window, tuple) else (None, None)


def write_local_tables(job: LocalJob, path: str, replace: bool) -> WrittenTables:
    """Write all tables of *job* below *path*, as a folder that is there when it is whole.

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
            table: ResultTable = getattr(job, name)
            (draft / name).mkdir()
            table.write(draft / name / "part-00000.parquet")
            rows[name] = len(table)
    return WrittenTables(path, **rows)


__all__ = ["local_table", "write_local_tables"]
