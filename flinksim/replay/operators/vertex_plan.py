"""Serializable plan of a job vertex for workers, and the watermarks that a subtask receives."""

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

TimelineControl: TypeAlias = tuple[Position, int, Watermark | WatermarkStatus]
"""A watermark or status that an input of a task receives: (position, input, element)."""


@dataclass(frozen=True, slots=True)
class OutputEdge:
    """An edge that leaves an operator chain; subtask i writes to the subtasks ``channels[i]``.

    The key groups of each reading subtask are distributed to ``buckets`` units of work.
    """

    number: int
    partitioner: StreamPartitioner
    tag_id: str | None
    channels: tuple[tuple[int, ...], ...]
    buckets: int = 1

    def get_unit(self, subtask: int, key_group: int) -> int:
        """Return the number of the unit of work that reads *key_group* of *subtask*."""
        return subtask * self.buckets + key_group % self.buckets


@dataclass(frozen=True, slots=True)
class VertexPlan:
    """Everything that a worker needs to run a subtask of a job vertex."""

    name: str
    operators: tuple[ChainedOperator, ...]
    parallelism: int
    max_parallelism: int
    first_task: int
    """Number of the vertex's first subtask, counted over all tasks from upstream."""
    inputs: dict[int, int]
    """Input (0 or 1) of the chain's first operator to which an edge leads, by the edge's number."""
    edges: dict[str, OutputEdge]
    start_ms: int
    auto_watermark_interval_ms: int
    object_reuse: bool
    job_parameters: dict[str, str]
    first_split: int = 0
    """For a source: the number of its first split, counted over all sources."""
    split_names: tuple[str, ...] = ()
    key_hash: KeyHash | None = None
    """Hash function for the keys of the chain's first operator, if their declared type determines it."""
    keeps_contents: bool = True
    emits_controls: bool = False
    has_precomputed_contents: bool = False
    """Whether the first operator is a window whose contents the columnar kernel has computed."""
    folder: str = field(default_factory=os.getcwd)
    """Working directory of the program."""

    def get_tick_interval_ms(self, node: int) -> int:
        """Return the interval of the periodic emission of *node* in milliseconds; 0: none.

        A source emits at a fixed rate. An operator registers its next timer when the previous one
        fires, and a registered timer fires one millisecond late.
        """
        if self.auto_watermark_interval_ms <= 0:
            return 0
        is_source = isinstance(self.operators[0].node.spec, SourceSpec)
        delay_ms = not (is_source and node == self.operators[0].node.id)
        return self.auto_watermark_interval_ms + delay_ms

    @property
    def common_tick_interval_ms(self) -> int:
        """Interval in which all generators of the chain emit at the same time; 0: never."""
        head = self.operators[0].node
        nodes = list(find_watermark_nodes(self.operators))
        if isinstance(head.spec, SourceSpec) and _has_generator(head.spec):
            nodes.append(head.id)
        return math.lcm(*(self.get_tick_interval_ms(node) for node in nodes)) if nodes else 0


@dataclass(slots=True)
class WatermarkTimeline:
    """Watermarks and statuses that one subtask receives, in order, and the position where it ends."""

    controls: list[TimelineControl] = field(default_factory=list)
    end: Position = (0, 0, 0)


def find_watermark_nodes(operators: Sequence[ChainedOperator]) -> list[int]:
    """Find the nodes of a chain that generate watermarks, from head to tail, without the source."""
    return [
        chained.node.id
        for chained in operators
        if isinstance(chained.node.spec, TimestampsAndWatermarksSpec | LegacyTimestampsSpec)
    ]


def _has_generator(spec: SourceSpec) -> bool:
    """Return whether the source's own strategy can emit watermarks."""
    if spec.legacy or spec.watermark_strategy is None:
        return False
    generator = spec.watermark_strategy.create_watermark_generator(lambda: 0)
    return type(generator) is not NoWatermarksGenerator
