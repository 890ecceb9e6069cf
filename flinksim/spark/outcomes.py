"""What came of a job: as tables for people and for SQL, and as Python's own values."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from flinksim.spark.generic import positions
from flinksim.spark.generic.chains import Timeline
from flinksim.spark.generic.generic_run import GenericRun
from flinksim.spark.generic.rows import unpack
from flinksim.spark.result_tables import (
    DROPPED_SCHEMA,
    FIRING_SCHEMA,
    RESULT_SCHEMA,
    dropped_rows,
    firing_rows,
    result_rows,
)

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


class Result(NamedTuple):
    """What a sink was given."""

    node: int
    subtask: int
    value: Any
    timestamp: int | None


@dataclass(frozen=True, slots=True)
class Firing:
    """A window that fired; ``time`` is processing time."""

    node: int
    key: Any
    window: Any
    kind: str
    count: int
    contents: Any
    watermark: int
    time: int


class Drop(NamedTuple):
    """A record that came too late for its windows; ``time`` is processing time."""

    node: int
    key: Any
    value: Any
    timestamp: int | None
    watermark: int
    to_side_output: bool
    time: int


class Outcome(Protocol):
    """What came of a job, whichever way it went."""

    timelines: dict[str, list[Timeline]]

    def results(self) -> DataFrame:
        """Rows of :data:`~flinksim.spark.result_tables.RESULT_SCHEMA`."""

    def firings(self) -> DataFrame:
        """Rows of :data:`~flinksim.spark.result_tables.FIRING_SCHEMA`."""

    def dropped(self) -> DataFrame:
        """Rows of :data:`~flinksim.spark.result_tables.DROPPED_SCHEMA`."""

    def kept(self) -> AbstractContextManager[None]:
        """Within it, what several tables are made of is computed once."""

    def iterate_results(self) -> Iterator[Result]: ...

    def iterate_firings(self) -> Iterator[Firing]: ...

    def iterate_dropped(self) -> Iterator[Drop]: ...

    def close(self) -> None:
        """Let go of what is kept."""


class GenericOutcome:
    """Of the rows that the simulator's operators put out."""

    def __init__(self, run: GenericRun) -> None:
        self._run = run
        self.timelines = run.timelines

    def _rows(self, kind: str) -> DataFrame:
        from pyspark.sql import functions as sql

        frames = list(self._run.rows.values())
        rows = frames[0]
        for frame in frames[1:]:
            rows = rows.unionByName(frame)
        chosen: DataFrame = rows.where(sql.col("kind") == kind)
        return chosen

    def results(self) -> DataFrame:
        return self._rows("result").mapInArrow(result_rows, RESULT_SCHEMA)

    def firings(self) -> DataFrame:
        return self._rows("firing").mapInArrow(firing_rows, FIRING_SCHEMA)

    def dropped(self) -> DataFrame:
        return self._rows("dropped").mapInArrow(dropped_rows, DROPPED_SCHEMA)

    def kept(self) -> AbstractContextManager[None]:
        return nullcontext()  # the run has kept its rows

    def iterate_results(self) -> Iterator[Result]:
        for _, node, subtask, _, timestamp, payload in self._run.of_kind("result"):
            yield Result(node, subtask, unpack(payload), timestamp)

    def iterate_firings(self) -> Iterator[Firing]:
        for _, node, _, position, _, payload in self._run.of_kind("firing"):
            yield Firing(*(node, *unpack(payload), positions.time_of(position)))

    def iterate_dropped(self) -> Iterator[Drop]:
        for _, node, _, position, timestamp, payload in self._run.of_kind("dropped"):
            key, value, watermark, aside = unpack(payload)
            yield Drop(node, key, value, timestamp, watermark, aside, positions.time_of(position))

    def close(self) -> None:
        self._run.close()


__all__ = ["Drop", "Firing", "GenericOutcome", "Outcome", "Result"]
