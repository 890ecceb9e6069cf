"""Writer of event logs, for recordings of sockets and for programs."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from types import TracebackType
from typing import Any

from flinksim.connectors.event_log.line_reader import ARRIVAL, SPLIT, SPLIT_END, is_json_log
from flinksim.core.atomic_files import AppendOnlyFile
from flinksim.core.validation import validate_arguments


class EventLogWriter:
    """Writes one line per event immediately, so that a log is complete up to a crash.

    The file name determines the format, as for reading. An existing file is replaced. It is kept
    next to the log until that is complete (:class:`~flinksim.core.atomic_files.AppendOnlyFile`).

    Args:
        path: the file to write.
        columns: names of the payload columns, in order, optionally with a type (``"delay:int"``).
        with_ends: whether to add the column ``split_end`` for :meth:`write_end`.
    """

    @validate_arguments
    def __init__(self, path: str | Path, columns: Sequence[str], with_ends: bool = False) -> None:
        self.path = Path(path)
        self._is_json = is_json_log(self.path)
        self._columns = list(columns)
        self._first_cells = [SPLIT, ARRIVAL, SPLIT_END] if with_ends else [SPLIT, ARRIVAL]
        self._names = [*self._first_cells, *[column.partition(":")[0] for column in columns]]
        header = "" if self._is_json else _format_csv_row([*self._first_cells, *columns])
        self._file = AppendOnlyFile(self.path, header.encode())

    def write(self, split: str, arrival_ms: int, *payload: Any) -> None:
        """Write one event.

        Args:
            split: the split of the event.
            arrival_ms: its arrival in processing time.
            payload: one value for each payload column.
        """
        if len(payload) != len(self._columns):
            raise ValueError(
                f"{self.path}: expected a value for each of {', '.join(self._columns)}, "
                f"found {len(payload)} values"
            )
        end_cells = [None] if SPLIT_END in self._first_cells else []
        self._write_row([split, arrival_ms, *end_cells, *payload])

    def write_end(self, split: str, arrival_ms: int) -> None:
        """Write that *split* has ended; the log needs *with_ends*."""
        if SPLIT_END not in self._first_cells:
            raise ValueError(
                f"{self.path} was created without a column for ends. Use with_ends=True"
            )
        self._write_row([split, arrival_ms, True, *[None for _ in self._columns]])

    def _write_row(self, cells: list[Any]) -> None:
        if self._is_json:
            entries = dict(zip(self._names, cells, strict=True))
            row = json.dumps(entries, ensure_ascii=False) + "\n"
        else:
            row = _format_csv_row(cells)
        self._file.append(row.encode("utf-8", "backslashreplace"))

    def close(self) -> None:
        """Close the complete log."""
        self._file.close()

    def __enter__(self) -> EventLogWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _format_csv_row(cells: Sequence[Any]) -> str:
    row = StringIO(newline="")
    csv.writer(row, lineterminator="\n").writerow([_format_cell(cell) for cell in cells])
    return row.getvalue()


def _format_cell(value: Any) -> Any:
    if value is True:
        return "true"
    if value is False:
        return "false"
    return value
