"""What a worker has to know of a job vertex, and what its subtasks are told of event time."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from flinksim.common.key_groups import KeyHash
from flinksim.datastream.partitioner import StreamPartitioner
from flinksim.datastream.transformations import LegacyTimestampsSpec, TimestampsAndWatermarksSpec
from flinksim.graph.job_graph import ChainedOperator
from flinksim.runtime.elements import Watermark, WatermarkStatus
from flinksim.spark.generic.positions import Position

Control: TypeAlias = tuple[Position, int, Watermark | WatermarkStatus]
"""When an input of a task is told a watermark or a status: (position, input, which)."""


@dataclass(frozen=True, slots=True)
class OutEdge:
    """An edge that leaves the chain. ``channels[i]`` are the subtasks that subtask i writes to.

    Each subtask that reads has ``buckets`` units of work, by key group.
    """

    number: int
    partitioner: StreamPartitioner
    tag_id: str | None
    channels: tuple[tuple[int, ...], ...]
    buckets: int = 1

    def unit_of(self, subtask: int, key_group: int) -> int:
        """The unit of work that reads a key group."""
        return subtask * self.buckets + key_group % self.buckets


@dataclass(frozen=True, slots=True)
class ChainPlan:
    """All that a worker has to know of a job vertex."""

    name: str
    operators: tuple[ChainedOperator, ...]
    parallelism: int
    max_parallelism: int
    first_task: int
    """The number of the vertex's first subtask, counted over all tasks from upstream."""
    inputs: dict[int, int]
    """The input (0 or 1) of the head that each edge leads to, by the number of the edge."""
    edges: dict[str, OutEdge]
    start_ms: int
    auto_watermark_interval_ms: int
    object_reuse: bool
    job_parameters: dict[str, str]
    first_split: int = 0
    """For a source: the number of its first split, counted over all sources."""
    split_names: tuple[str, ...] = ()
    key_hash: KeyHash | None = None
    """Of the head's keys, where their declared type decides it."""
    keeps_contents: bool = True
    tells_controls: bool = False
    folder: str = field(default_factory=os.getcwd)
    """Where the program was started."""


@dataclass(slots=True)
class Timeline:
    """What the inputs of one subtask are told of event time, in order, and when its input ends."""

    controls: list[Control] = field(default_factory=list)
    end: Position = (0, 0, 0)


def makes_watermarks(operators: Sequence[ChainedOperator]) -> list[int]:
    """The nodes of a chain that make watermarks of their own, from head to tail; no source."""
    return [
        chained.node.id
        for chained in operators
        if isinstance(chained.node.spec, TimestampsAndWatermarksSpec | LegacyTimestampsSpec)
    ]
