"""What a worker has to know of a job vertex, and what its subtasks are told of event time."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from flinksim.common.watermark_generators import NoWatermarksGenerator
from flinksim.core.java.key_groups import KeyHash
from flinksim.datastream.partitioner import StreamPartitioner
from flinksim.datastream.transformations import (
    LegacyTimestampsSpec,
    SourceSpec,
    TimestampsAndWatermarksSpec,
)
from flinksim.graph.job_graph_generator import ChainedOperator
from flinksim.replay.operators.positions import Position
from flinksim.runtime.elements import Watermark, WatermarkStatus

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
    is_given_contents: bool = False
    """Whether the head is a window operator whose contents were worked out elsewhere."""
    folder: str = field(default_factory=os.getcwd)
    """Where the program was started."""

    def ticks_every_ms(self, node: int) -> int:
        """How long after each other the generators of *node* are asked; 0 if they never are.

        A source is asked by a call that repeats on time. An operator registers for the next time when
        it was asked, and what is registered comes one millisecond late.
        """
        if self.auto_watermark_interval_ms <= 0:
            return 0
        is_source = isinstance(self.operators[0].node.spec, SourceSpec)
        late = not (is_source and node == self.operators[0].node.id)
        return self.auto_watermark_interval_ms + late

    @property
    def rhythm_ms(self) -> int:
        """How long after each other all generators of the chain are asked at once; 0: never."""
        head = self.operators[0].node
        asked = list(makes_watermarks(self.operators))
        if isinstance(head.spec, SourceSpec) and _has_generator(head.spec):
            asked.append(head.id)
        return math.lcm(*(self.ticks_every_ms(node) for node in asked)) if asked else 0


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


def _has_generator(spec: SourceSpec) -> bool:
    """Whether the source's own strategy may put watermarks out."""
    if spec.legacy or spec.watermark_strategy is None:
        return False
    generator = spec.watermark_strategy.create_watermark_generator(lambda: 0)
    return type(generator) is not NoWatermarksGenerator
