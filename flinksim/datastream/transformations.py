"""What a program declares: a graph of transformations, each with a frozen description of its operator.

The API layer builds these and runs nothing. Two interpreters read them: the simulator
(:mod:`flinksim.runtime.operators.operator_factory`) and Spark. Both dispatch with ``match`` and
``assert_never`` over :data:`OperatorSpec`, so that the type checker names an operator that an
interpreter forgot.

Flink: ``org.apache.flink.api.dag.Transformation`` and
``org.apache.flink.streaming.api.transformations``.
Differs: Flink builds an operator factory inside the API; here the description and the operator are
two types.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from flinksim.common.typeinfo import TypeInformation
    from flinksim.common.watermark_strategy import WatermarkStrategy
    from flinksim.core.source_locations import UserLine
    from flinksim.datastream.output_tag import OutputTag
    from flinksim.datastream.partitioner import StreamPartitioner
    from flinksim.datastream.slot_sharing_group import SlotSharingGroup
    from flinksim.datastream.window import Evictor, Trigger, WindowAssigner

KeySelector: TypeAlias = Callable[[Any], Any]
"""A key selector as a plain callable from a value to its key."""

# --- what an operator is: one frozen class per operator, one union ------------------------------


ADDED = "added_by_pyflink"
"""In ``Transformation.extra``: PyFlink put the operator there, so no call of the program names it. Of
several functions in one operator the first one counts."""


@dataclass(frozen=True, slots=True)
class SourceSpec:
    """A source (``connectors.source.Source``), with the strategy of ``from_source`` if it has one.

    ``legacy`` marks the old ``SourceFunction`` kind (sockets, collections, ``add_source``), which
    Flink names, chains and schedules differently.

    Flink: ``SourceTransformation``, ``LegacySourceTransformation``.
    """

    source: Any
    watermark_strategy: WatermarkStrategy | None = None
    legacy: bool = False


@dataclass(frozen=True, slots=True)
class MapSpec:
    """``function`` is a ``MapFunction``."""

    function: Any


@dataclass(frozen=True, slots=True)
class FlatMapSpec:
    """``function`` is a ``FlatMapFunction``."""

    function: Any


@dataclass(frozen=True, slots=True)
class FilterSpec:
    """``function`` is a ``FilterFunction``."""

    function: Any


@dataclass(frozen=True, slots=True)
class ProcessSpec:
    """``function`` is a ``ProcessFunction``."""

    function: Any


@dataclass(frozen=True, slots=True)
class KeyedProcessSpec:
    """``function`` is a ``KeyedProcessFunction``."""

    function: Any
    key_selector: KeySelector


@dataclass(frozen=True, slots=True)
class ReduceSpec:
    """A running aggregate per key: ``reduce``, ``sum``, ``min``, ``max``, ``min_by``, ``max_by``.

    With ``final_only`` (batch mode) each key puts out one value, when the input has ended.

    Flink: ``ReduceTransformation``.
    """

    function: Any
    key_selector: KeySelector
    final_only: bool = False


@dataclass(frozen=True, slots=True)
class TimestampsAndWatermarksSpec:
    """``assign_timestamps_and_watermarks`` with a strategy.

    Flink: ``TimestampsAndWatermarksTransformation``.
    """

    strategy: WatermarkStrategy


@dataclass(frozen=True, slots=True)
class LegacyTimestampsSpec:
    """The assigners from before Flink 1.11.

    ``assigner`` has ``extract_timestamp(value, record_timestamp)`` and, if *periodic*,
    ``get_current_watermark() -> int | None``, else (punctuated)
    ``check_and_get_next_watermark(value, extracted_timestamp) -> int | None``.
    """

    assigner: Any
    periodic: bool


@dataclass(frozen=True, slots=True)
class WindowSpec:
    """A window operator, keyed or (``key_selector`` is ``None``) over all.

    ``pre_aggregation`` is a ``ReduceFunction`` or ``AggregateFunction`` by which a pane holds one
    accumulator instead of all elements; ``window_function`` is a ``ProcessWindowFunction``,
    ``WindowFunction`` or their "All" kin, or ``None`` to pass the aggregate through. At least one of
    both is given. ``trigger`` ``None`` is the assigner's default trigger. ``accumulator_type`` is what
    the program declared, if anything.
    """

    key_selector: KeySelector | None
    assigner: WindowAssigner[Any, Any]
    trigger: Trigger[Any, Any] | None = None
    evictor: Evictor | None = None
    allowed_lateness_ms: int = 0
    late_output_tag: OutputTag | None = None
    pre_aggregation: Any = None
    window_function: Any = None
    accumulator_type: TypeInformation | None = None

    @property
    def effective_trigger(self) -> Trigger[Any, Any]:
        """Its own trigger, or its assigner's default."""
        if self.trigger is not None:
            return self.trigger
        return self.assigner.get_default_trigger(None)


@dataclass(frozen=True, slots=True)
class CoMapSpec:
    """``function`` is a ``CoMapFunction``."""

    function: Any


@dataclass(frozen=True, slots=True)
class CoFlatMapSpec:
    """``function`` is a ``CoFlatMapFunction``."""

    function: Any


@dataclass(frozen=True, slots=True)
class CoProcessSpec:
    """``function`` is a ``CoProcessFunction``."""

    function: Any


@dataclass(frozen=True, slots=True)
class KeyedCoProcessSpec:
    """``function`` is a ``KeyedCoProcessFunction``; one selector per input."""

    function: Any
    key_selector1: KeySelector
    key_selector2: KeySelector


@dataclass(frozen=True, slots=True)
class BroadcastProcessSpec:
    """``function`` is a ``BroadcastProcessFunction``; input 2 is the broadcast side.

    Flink: ``BroadcastStateTransformation``.
    """

    function: Any
    state_descriptors: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class KeyedBroadcastProcessSpec:
    """``function`` is a ``KeyedBroadcastProcessFunction``; input 2 is the broadcast side.

    Flink: ``KeyedBroadcastStateTransformation``.
    """

    function: Any
    key_selector: KeySelector
    state_descriptors: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class AsyncSpec:
    """``function`` is an ``AsyncFunction``."""

    function: Any
    timeout_ms: int
    capacity: int
    ordered: bool
    retry_strategy: Any = None


@dataclass(frozen=True, slots=True)
class SinkSpec:
    """``sink`` is one of ``flinksim.connectors.sink``: print, collect, file, a user's ``write``.

    ``legacy`` marks the old ``SinkFunction`` kind (``print``, ``add_sink``), which Flink names and
    chains differently. ``is_committer`` marks the second operator of a sink that commits.

    Flink: ``SinkTransformation``, ``LegacySinkTransformation``.
    """

    sink: Any
    legacy: bool = False
    is_committer: bool = False


@dataclass(frozen=True, slots=True)
class IntervalJoinSpec:
    """Pairs of two keyed streams, ``lower_bound_ms <= right - left <= upper_bound_ms`` (inclusive).

    ``function`` has ``process_element(left, right, ctx)``, a ``ProcessJoinFunction``.
    """

    function: Any
    key_selector1: KeySelector
    key_selector2: KeySelector
    lower_bound_ms: int
    upper_bound_ms: int
    left_late_output_tag: OutputTag | None = None
    right_late_output_tag: OutputTag | None = None


@dataclass(frozen=True, slots=True)
class MapPartitionSpec:
    """``function.map_partition(values)`` sees all values of a subtask, at the end of input."""

    function: Any


@dataclass(frozen=True, slots=True)
class PartitionReduceSpec:
    """All values of a subtask combined by ``function``, a ``ReduceFunction``, at the end of input."""

    function: Any


@dataclass(frozen=True, slots=True)
class PartitionAggregateSpec:
    """The same by an ``AggregateFunction``."""

    function: Any


@dataclass(frozen=True, slots=True)
class SortPartitionSpec:
    """All values of a subtask, at the end of input, by what ``place_of`` gives of them.

    With a ``key_selector`` those of one key stand together.
    """

    place_of: Callable[[Any], Any]
    descending: bool
    key_selector: KeySelector | None = None


OperatorSpec: TypeAlias = (
    SourceSpec | MapSpec | FlatMapSpec | FilterSpec | ProcessSpec | KeyedProcessSpec | ReduceSpec
    | TimestampsAndWatermarksSpec | LegacyTimestampsSpec | WindowSpec | CoMapSpec | CoFlatMapSpec
    | CoProcessSpec | KeyedCoProcessSpec | BroadcastProcessSpec | KeyedBroadcastProcessSpec
    | AsyncSpec | SinkSpec | IntervalJoinSpec | MapPartitionSpec | PartitionReduceSpec
    | PartitionAggregateSpec | SortPartitionSpec
)  # fmt: skip

# --- what only says how streams are joined: no operator of its own ------------------------------


@dataclass(frozen=True, slots=True)
class PartitionSpec:
    """How records choose a channel. Flink: ``PartitionTransformation``."""

    partitioner: StreamPartitioner


@dataclass(frozen=True, slots=True)
class UnionSpec:
    """Flink: ``UnionTransformation``."""


@dataclass(frozen=True, slots=True)
class SideOutputSpec:
    """Flink: ``SideOutputTransformation``."""

    tag: OutputTag


VirtualSpec: TypeAlias = PartitionSpec | UnionSpec | SideOutputSpec
VIRTUAL = (PartitionSpec, UnionSpec, SideOutputSpec)

ChainingStrategy: TypeAlias = Literal["ALWAYS", "HEAD", "NEVER", "HEAD_WITH_SOURCES"]


@dataclass(eq=False, slots=True)
class Transformation:
    """One node of the program's graph.

    The API's modifiers (``name``, ``uid``, ``set_parallelism`` …) change it in place until the job is
    translated. ``inputs`` come in order; a two-input operator has two. ``parallelism`` -1 means the
    environment's default at translation, ``max_parallelism`` -1 and ``buffer_timeout_ms`` -2 "unset".
    ``description`` is ``None`` where the name stands for it; ``slot_resources`` is the slot sharing
    group that was given as an object, whose slots may have a size. ``functions``, in PyFlink's dialect,
    are those that this operator has a Python worker run, each as if it were by itself; the first of
    them gave ``spec``. ``declared_at`` is the line of the program that made it.

    Flink: ``PhysicalTransformation``, ``OneInputTransformation``, ``TwoInputTransformation``: what it
    does stands in ``spec`` here, not in a class of its own.
    """

    id: int
    name: str
    spec: OperatorSpec | VirtualSpec
    inputs: tuple[Transformation, ...] = field(default=(), repr=False)
    output_type: TypeInformation | None = None
    parallelism: int = -1
    max_parallelism: int = -1
    description: str | None = None
    uid: str | None = None
    uid_hash: str | None = None
    slot_sharing_group: str | None = None
    slot_resources: SlotSharingGroup | None = None
    co_location_group_key: str | None = None
    chaining_strategy: ChainingStrategy = "ALWAYS"
    buffer_timeout_ms: int = -2
    parallelism_is_fixed: bool = False
    key_selector: KeySelector | None = None
    key_type: TypeInformation | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    functions: tuple[Transformation, ...] = field(default=(), repr=False)
    declared_at: UserLine | None = field(default=None, repr=False, compare=False)

    def set_co_location_group_key(self, key: str | None) -> None:
        """Have subtasks of the same number share a slot with those of all operators with this *key*.

        Flink: ``Transformation.setCoLocationGroupKey``; it counts for operators that head a chain.
        """
        self.co_location_group_key = key
