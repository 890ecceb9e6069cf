"""Checkpoints of a run as tables, with the columns of Flink's web UI."""

from __future__ import annotations

from typing import Any, NamedTuple

from flinksim.core.ids import SubtaskId
from flinksim.runtime.jobmaster.checkpoint_records import CheckpointStatistics
from flinksim.simulation.savepoint_inspector import DataTable


class CheckpointRow(NamedTuple):
    """One checkpoint; times in ms, sizes in bytes. Flink: *History* in the web UI."""

    id: int
    kind: str
    status: str
    acknowledged: str
    trigger_ms: int
    end_to_end_ms: int
    checkpointed_bytes: int
    full_bytes: int
    processed_bytes: int
    persisted_bytes: int
    reason: str


class SubtaskRow(NamedTuple):
    """The part of one subtask in a checkpoint that it acknowledged. Flink: *Subtasks* in the web UI."""

    checkpoint: int
    subtask: SubtaskId
    start_delay_ms: int
    alignment_ms: int
    sync_ms: int
    async_ms: int
    checkpointed_bytes: int
    full_bytes: int
    processed_bytes: int
    persisted_bytes: int
    unaligned: bool


class Checkpoints(tuple[CheckpointStatistics, ...]):
    """The checkpoints of a run, oldest first, including failed ones.

    As text and in Jupyter they are shown as two tables: the checkpoints, and the subtasks of each.
    """

    @property
    def history(self) -> DataTable[CheckpointRow]:
        """Table of the checkpoints, with one row for each."""
        return DataTable(
            CheckpointRow,
            (
                CheckpointRow(
                    one.id, one.kind, one.status, f"{one.acknowledged}/{one.tasks}", one.trigger_ms,
                    one.end_to_end_ms, one.bytes, one.full_bytes,
                    sum(each.processed_bytes for each in one.metrics.values()),
                    sum(each.persisted_bytes for each in one.metrics.values()), one.reason,
                )
                for one in self
            ),
        )  # fmt: skip

    @property
    def subtasks(self) -> DataTable[SubtaskRow]:
        """Table of what each subtask did for each checkpoint.

        The subtasks of a checkpoint are in order of their ids.
        """
        return DataTable(
            SubtaskRow,
            (
                SubtaskRow(
                    one.id, subtask, each.start_delay_ms, each.alignment_ms, each.sync_ms,
                    each.async_ms, each.bytes, each.full_bytes, each.processed_bytes,
                    each.persisted_bytes, each.is_unaligned,
                )
                for one in self
                for subtask, each in sorted(one.metrics.items(), key=_get_sort_key)
            ),
        )  # fmt: skip

    def __repr__(self) -> str:
        if not self:
            return "no checkpoint was started"
        return f"{_format_table(self.history)}\n\n{_format_table(self.subtasks)}"

    def _repr_html_(self) -> str:
        return self.history._repr_html_() + self.subtasks._repr_html_()


def _get_sort_key(part: tuple[SubtaskId, Any]) -> tuple[int, int]:
    vertex, _, index = part[0].partition("/")
    return int(vertex[1:]), int(index)


def _format_table(table: DataTable[Any]) -> str:
    """Format *table* in columns, with numbers aligned to the right."""
    rows = [[str(cell) for cell in row] for row in table]
    heads = [name.replace("_", " ") for name in table.columns]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    right = [not table or isinstance(cell, int) for cell in (table[0] if table else heads)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if numeric else cell.ljust(width)
            for cell, width, numeric in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in (heads, *rows)
    )
