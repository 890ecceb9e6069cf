"""The parts of a stream graph: operators and the edges between them.

Flink: ``StreamNode``, ``StreamEdge`` and ``StreamGraph`` in ``org.apache.flink.streaming.api.graph``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from flinksim.common.typeinfo import TypeInformation
from flinksim.core.java.key_groups import compute_default_max_parallelism
from flinksim.core.source_locations import SourceLocation
from flinksim.datastream.output_tag import OutputTag
from flinksim.datastream.partitioner import StreamPartitioner
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.slot_sharing_group import SlotSharingGroup
from flinksim.datastream.transformations import (
    AsyncSpec,
    ChainingStrategy,
    MapPartitionSpec,
    OperatorSpec,
    PartitionAggregateSpec,
    PartitionReduceSpec,
    SinkSpec,
    SortPartitionSpec,
    SourceSpec,
    TimestampsAndWatermarksSpec,
    Transformation,
    WindowSpec,
)
from flinksim.datastream.window import EndOfStreamTrigger

DEFAULT_SLOT_SHARING_GROUP = "default"

NodeKind = Literal["SOURCE", "SINK", "OPERATOR"]


@dataclass(frozen=True, slots=True)
class StreamEdge:
    """The connection from one operator to another.

    ``type_number`` is the input of the target: 0 for its only one, else 1 or 2. ``partitioner`` is
    a prototype; every writer works on a copy. ``output_tag`` is set for side outputs.
    ``virtual_transformation_ids`` are the ids of the virtual transformations between the two nodes,
    from the source on. ``partitioned_by`` is the id of the one that set the partitioner, or ``None`` if
    the program set none. ``occurrence`` counts the earlier edges between the same two nodes.
    """

    source_id: int
    target_id: int
    type_number: int
    partitioner: StreamPartitioner
    output_tag: OutputTag | None
    buffer_timeout_ms: int
    edge_id: str
    exchange_mode: str = "UNDEFINED"
    partitioned_by: int | None = None
    virtual_transformation_ids: tuple[int, ...] = ()
    occurrence: int = 0

    @property
    def name(self) -> str:
        """Name of the edge: ``o1>o3``, or ``o1>o3#1`` for a second edge between the same two nodes.

        It is the same whether or not the edge is chained.
        """
        suffix = f"#{self.occurrence}" if self.occurrence else ""
        return f"o{self.source_id}>o{self.target_id}{suffix}"


@dataclass(slots=True, eq=False)
class StreamNode:
    """One operator. ``max_parallelism`` -1 means unset.

    With the PyFlink API flavor, ``functions`` are the functions that its Python worker runs; the
    first one is also in ``spec``. ``added_by_pyflink`` means that no call of the program created
    the operator.
    """

    id: int
    name: str
    description: str
    spec: OperatorSpec
    kind: NodeKind
    parallelism: int
    max_parallelism: int
    slot_sharing_group: str
    chaining_strategy: ChainingStrategy
    buffer_timeout_ms: int
    uid: str | None = None
    uid_hash: str | None = None
    output_type: TypeInformation | None = None
    key_selector: Any = None
    key_type: TypeInformation | None = None
    serializer: str | None = None
    added_by_pyflink: bool = False
    declared_at: SourceLocation | None = field(default=None, repr=False)
    keyed_inputs: tuple[bool, ...] = (True,)
    transformation_id: int = 0
    co_location_group: str | None = None
    is_parallelism_configured: bool = True
    functions: tuple[Transformation, ...] = field(default=(), repr=False)
    in_edges: list[StreamEdge] = field(default_factory=list, repr=False)
    out_edges: list[StreamEdge] = field(default_factory=list, repr=False)

    @property
    def short_name(self) -> str:
        """The name of the operator, truncated to 60 characters."""
        return self.name if len(self.name) <= 60 else f"{self.name[:57]}..."

    @property
    def has_keyed_state(self) -> bool:
        """Whether the operator has keyed state; a sink after ``key_by`` counts, but stores nothing."""
        if isinstance(self.spec, TimestampsAndWatermarksSpec):
            return False
        return self.key_selector is not None or self.key_type is not None

    @property
    def is_legacy_source(self) -> bool:
        """Whether the operator is a legacy ``SourceFunction``."""
        return isinstance(self.spec, SourceSpec) and self.spec.legacy

    @property
    def is_source_operator(self) -> bool:
        """Whether the operator is a source of the new Source API."""
        return isinstance(self.spec, SourceSpec) and not self.spec.legacy

    @property
    def yields_to_mailbox(self) -> bool:
        """Whether the operator processes mails while it works, which legacy sources do not support.

        Flink: ``YieldingOperatorFactory``.
        """
        if self.functions:
            return False  # the Python worker blocks
        return isinstance(self.spec, AsyncSpec) or (
            isinstance(self.spec, SinkSpec) and not self.spec.legacy
        )

    @property
    def requires_sorted_input(self) -> bool:
        """Whether the operator needs its records sorted by key if its input is read to the end first.

        False for operators that sort the records themselves. Flink: ``isInternalSorterSupported``.
        """
        return self.has_keyed_state and not isinstance(self.spec, SortPartitionSpec)

    @property
    def is_output_only_after_end_of_stream(self) -> bool:
        """Whether the operator emits nothing before the end of its input."""
        if isinstance(self.spec, WindowSpec) and self.spec.key_selector is not None:
            trigger = self.spec.effective_trigger
            return isinstance(trigger, EndOfStreamTrigger)
        return isinstance(
            self.spec,
            MapPartitionSpec | PartitionReduceSpec | PartitionAggregateSpec | SortPartitionSpec,
        )

    def __str__(self) -> str:
        return f"{self.name}-{self.id}"


@dataclass(slots=True)
class StreamGraph:
    """All nodes by id, in creation order.

    ``slot_resources`` are the slot sharing groups that declare resources, by name.
    """

    job_name: str
    settings: Pipeline
    slot_resources: dict[str, SlotSharingGroup] = field(default_factory=dict)
    nodes: dict[int, StreamNode] = field(default_factory=dict)

    @property
    def sources(self) -> list[StreamNode]:
        """The sources, by id."""
        return sorted(self._iter_nodes("SOURCE"), key=lambda node: node.id)

    def _iter_nodes(self, kind: NodeKind) -> Iterable[StreamNode]:
        return (node for node in self.nodes.values() if node.kind == kind)

    def edges(self) -> list[StreamEdge]:
        """Return all edges, grouped by their source."""
        return [edge for node in self.nodes.values() for edge in node.out_edges]


def get_effective_max_parallelism(node: StreamNode) -> int:
    """Return the number of key groups of *node*, by default derived from its parallelism."""
    if node.max_parallelism > 0:
        return node.max_parallelism
    return compute_default_max_parallelism(node.parallelism)
