"""Transformations: the graph that a program declares, with a frozen spec of each operator.

The API layer creates them and runs nothing. Two interpreters read them: the simulator
(:mod:`flinksim.runtime.operators.operator_factory`) and Spark. Both dispatch with ``match`` and
``assert_never`` over :data:`OperatorSpec`, so that the type checker reports an operator that an
interpreter does not handle.

Flink: ``org.apache.flink.api.dag.Transformation`` and
``org.apache.flink.streaming.api.transformations``.
Differs: Flink builds an operator factory inside the API; here the spec and the operator are two
types.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from flinksim.core.pyflink_errors import JavaRuntimeError

if TYPE_CHECKING:
    from flinksim.common.typeinfo import TypeInformation
    from flinksim.common.watermark_strategy import WatermarkStrategy
    from flinksim.core.source_locations import SourceLocation
    from flinksim.datastream.output_tag import OutputTag
    from flinksim.datastream.partitioner import StreamPartitioner
    from flinksim.datastream.slot_sharing_group import SlotSharingGroup
    from flinksim.datastream.window import Evictor, Trigger, WindowAssigner

KeySelector: TypeAlias = Callable[[Any], Any]
"""A function from a value to its key."""

# --- operators: one frozen class for each, and their union ---------------------------------------


ADDED_BY_PYFLINK = "added_by_pyflink"
"""Key in ``Transformation.extra``: PyFlink added the operator, so no call of the program creates it.

If one operator has several functions, the key of the first one counts.
"""


@dataclass(frozen=True, slots=True)
class SourceSpec:
    """A source (``connectors.source.Source``), with the watermark strategy of ``from_source`` if any.

    ``legacy`` marks a ``SourceFunction`` (sockets, collections, ``add_source``), which Flink names,
    chains and schedules differently.

    Flink: ``SourceTransformation``, ``LegacySourceTransformation``.
    """

    source: Any
    watermark_strategy: WatermarkStrategy | None = None
    legacy: bool = False


@dataclass(frozen=True, slots=True)
class MapSpec:
    """A ``map`` operator; ``function`` is a ``MapFunction``."""

    function: Any


@dataclass(frozen=True, slots=True)
class FlatMapSpec:
    """A ``flat_map`` operator; ``function`` is a ``FlatMapFunction``."""

    function: Any


@dataclass(frozen=True, slots=True)
class FilterSpec:
    """A ``filter`` operator; ``function`` is a ``FilterFunction``."""

    function: Any


@dataclass(frozen=True, slots=True)
class ProcessSpec:
    """A ``process`` operator on a non-keyed stream; ``function`` is a ``ProcessFunction``."""

    function: Any


@dataclass(frozen=True, slots=True)
class KeyedProcessSpec:
    """A ``process`` operator on a keyed stream; ``function`` is a ``KeyedProcessFunction``."""

    function: Any
    key_selector: KeySelector


@dataclass(frozen=True, slots=True)
class ReduceSpec:
    """A running aggregate per key: ``reduce``, ``sum``, ``min``, ``max``, ``min_by``, ``max_by``.

    With ``final_only`` (batch mode) each key emits one value at the end of input.

    Flink: ``ReduceTransformation``.
    """

    function: Any
    key_selector: KeySelector
    final_only: bool = False


@dataclass(frozen=True, slots=True)
class TimestampsAndWatermarksSpec:
    """An ``assign_timestamps_and_watermarks`` operator with a watermark strategy.

    Flink: ``TimestampsAndWatermarksTransformation``.
    """

    strategy: WatermarkStrategy


@dataclass(frozen=True, slots=True)
class LegacyTimestampsSpec:
    """A timestamp assigner from before Flink 1.11.

    ``assigner`` has ``extract_timestamp(value, record_timestamp)``. If *periodic*, it also has
    ``get_current_watermark() -> int | None``, else (punctuated)
    ``check_and_get_next_watermark(value, extracted_timestamp) -> int | None``.
    """

    assigner: Any
    periodic: bool


@dataclass(frozen=True, slots=True)
class WindowSpec:
    """A window operator, keyed or (``key_selector`` is ``None``) over all values.

    ``pre_aggregation`` is a ``ReduceFunction`` or ``AggregateFunction``; a pane then stores one
    accumulator instead of all elements. ``window_function`` is a ``ProcessWindowFunction``, a
    ``WindowFunction`` or their "All" variants, or ``None`` to emit the aggregate unchanged. At
    least one of both is set. ``trigger`` ``None`` means the assigner's default trigger.
    ``accumulator_type`` is the declared type, if any.
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
        """The trigger of the window operator: the one set, or the default of its assigner."""
        if self.trigger is not None:
            return self.trigger
        return self.assigner.get_default_trigger(None)


@dataclass(frozen=True, slots=True)
class CoMapSpec:
    """A ``map`` operator on two connected streams; ``function`` is a ``CoMapFunction``."""

    function: Any


@dataclass(frozen=True, slots=True)
class CoFlatMapSpec:
    """A ``flat_map`` operator on two connected streams; ``function`` is a ``CoFlatMapFunction``."""

    function: Any


@dataclass(frozen=True, slots=True)
class CoProcessSpec:
    """A ``process`` operator on two connected streams; ``function`` is a ``CoProcessFunction``."""

    function: Any


@dataclass(frozen=True, slots=True)
class KeyedCoProcessSpec:
    """A ``process`` operator on two connected keyed streams, with a key selector for each.

    ``function`` is a ``KeyedCoProcessFunction``.
    """

    function: Any
    key_selector1: KeySelector
    key_selector2: KeySelector


@dataclass(frozen=True, slots=True)
class BroadcastProcessSpec:
    """A ``process`` operator on a non-keyed stream and a broadcast stream, which is input 2.

    ``function`` is a ``BroadcastProcessFunction``.

    Flink: ``BroadcastStateTransformation``.
    """

    function: Any
    state_descriptors: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class KeyedBroadcastProcessSpec:
    """A ``process`` operator on a keyed stream and a broadcast stream, which is input 2.

    ``function`` is a ``KeyedBroadcastProcessFunction``.

    Flink: ``KeyedBroadcastStateTransformation``.
    """

    function: Any
    key_selector: KeySelector
    state_descriptors: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class AsyncSpec:
    """An asynchronous I/O operator; ``function`` is an ``AsyncFunction``."""

    function: Any
    timeout_ms: int
    capacity: int
    ordered: bool
    retry_strategy: Any = None


@dataclass(frozen=True, slots=True)
class SinkSpec:
    """A sink; ``sink`` is one of ``flinksim.connectors.sink``: print, collect, file, a user's ``write``.

    ``legacy`` marks a ``SinkFunction`` (``print``, ``add_sink``), which Flink names and chains
    differently. ``is_committer`` marks the second operator of a sink that commits. ``primary_key`` has
    the columns by which an upsert sink of SQL identifies its rows.

    Flink: ``SinkTransformation``, ``LegacySinkTransformation``.
    """

    sink: Any
    legacy: bool = False
    is_committer: bool = False
    primary_key: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class IntervalJoinSpec:
    """An interval join of two keyed streams: ``lower_bound_ms <= right - left <= upper_bound_ms``.

    Both bounds are inclusive.

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
    """A ``map_partition`` operator, whose function gets all values of a subtask at the end of input.

    It calls ``function.map_partition(values)``.
    """

    function: Any


@dataclass(frozen=True, slots=True)
class PartitionReduceSpec:
    """A ``reduce`` operator over all values of a subtask; emits one value at the end of input.

    ``function`` is a ``ReduceFunction``.
    """

    function: Any


@dataclass(frozen=True, slots=True)
class PartitionAggregateSpec:
    """An ``aggregate`` operator over all values of a subtask; emits one result at the end of input.

    ``function`` is an ``AggregateFunction``.
    """

    function: Any


@dataclass(frozen=True, slots=True)
class SortPartitionSpec:
    """A ``sort_partition`` operator: sorts all values of a subtask by ``sort_key(value)`` at the end.

    With a ``key_selector`` the values of a key are adjacent.
    """

    sort_key: Callable[[Any], Any]
    descending: bool
    key_selector: KeySelector | None = None


@dataclass(frozen=True, slots=True)
class WatermarkSettings:
    """Delay and idle timeout of watermarks in ms; ``None`` if they have no fixed delay, or no timeout.

    ``declared_in`` is where the program says so: a watermark strategy, the options of a table, or the
    configuration of the job. Not in Flink.
    """

    delay_ms: int | None
    idle_timeout_ms: int | None
    declared_in: Literal["strategy", "table", "configuration"] = "strategy"


@dataclass(frozen=True, slots=True)
class FactorySpec:
    """An operator that its own factory creates, such as an operator of the table runtime.

    ``create`` returns a new operator, whose simple class name in Flink is ``class_name``.
    ``key_selectors`` has one entry for each input: a key selector, or ``None`` without keys.
    ``watermark`` has the settings of an operator that generates watermarks. ``create`` takes others as
    its argument ``watermark``. ``create`` gets ``lookup_source``, if there is one: the source of a table
    in which the operator looks up rows.

    Flink: ``StreamOperatorFactory``.
    """

    create: Callable[..., Any]
    class_name: str
    key_selectors: tuple[KeySelector | None, ...] = (None,)
    watermark: WatermarkSettings | None = None
    lookup_source: Any = None

    def __deepcopy__(self, memo: Any) -> FactorySpec:
        return self  # each subtask gets an operator of its own from ``create``


OperatorSpec: TypeAlias = (
    SourceSpec | MapSpec | FlatMapSpec | FilterSpec | ProcessSpec | KeyedProcessSpec | ReduceSpec
    | TimestampsAndWatermarksSpec | LegacyTimestampsSpec | WindowSpec | CoMapSpec | CoFlatMapSpec
    | CoProcessSpec | KeyedCoProcessSpec | BroadcastProcessSpec | KeyedBroadcastProcessSpec
    | AsyncSpec | SinkSpec | IntervalJoinSpec | MapPartitionSpec | PartitionReduceSpec
    | PartitionAggregateSpec | SortPartitionSpec | FactorySpec
)  # fmt: skip

# --- virtual transformations, which connect streams and have no operator --------------------------


@dataclass(frozen=True, slots=True)
class PartitionSpec:
    """How records are assigned to channels (partitioner). Flink: ``PartitionTransformation``."""

    partitioner: StreamPartitioner
    is_exchange: bool = False
    """Whether it is an exchange of a table job, to which PyFlink adds no operators."""


@dataclass(frozen=True, slots=True)
class UnionSpec:
    """The union of several streams. Flink: ``UnionTransformation``."""


@dataclass(frozen=True, slots=True)
class SideOutputSpec:
    """A side output of an operator. Flink: ``SideOutputTransformation``."""

    tag: OutputTag


VirtualSpec: TypeAlias = PartitionSpec | UnionSpec | SideOutputSpec
VIRTUAL_SPECS = (PartitionSpec, UnionSpec, SideOutputSpec)

ChainingStrategy: TypeAlias = Literal["ALWAYS", "HEAD", "NEVER", "HEAD_WITH_SOURCES"]


NULL_NAME = "null name"
"""Key of ``Transformation.extra``: whether the program set a null as the name."""


@dataclass(eq=False, slots=True)
class Transformation:
    """One node of the program's graph.

    The API's methods (``name``, ``uid``, ``set_parallelism`` …) change it in place until the job is
    translated. ``inputs`` are in order; a two-input operator has two. ``parallelism`` -1 means the
    environment's default at translation, ``max_parallelism`` -1 and ``buffer_timeout_ms`` -2
    "unset". ``description`` is ``None`` if it equals the name. ``slot_resources`` is the slot
    sharing group that was passed as an object and may declare resources. With the PyFlink API
    flavor, ``functions`` are those that a Python worker runs for this operator, each as a
    transformation; the first one is also in ``spec``. ``declared_at`` is the line of the program
    that created it, and ``call_locations`` the lines of the calls that configured it, by method.

    Flink: ``PhysicalTransformation``, ``OneInputTransformation``, ``TwoInputTransformation``. Here
    the ``spec`` distinguishes them, not the class.
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
    is_parallelism_configured: bool = False
    key_selector: KeySelector | None = None
    key_type: TypeInformation | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    functions: tuple[Transformation, ...] = field(default=(), repr=False)
    declared_at: SourceLocation | None = field(default=None, repr=False, compare=False)
    call_locations: dict[str, SourceLocation] = field(
        default_factory=dict, repr=False, compare=False
    )

    def check_name(self) -> None:
        """Check that the name is no null, which Flink notices only when it builds the job graph.

        Raises:
            RuntimeError: If the program called ``name(None)``.
        """
        if self.extra.get(NULL_NAME):
            raise JavaRuntimeError(
                f"NullPointerException: name(None) was called for the operator {self.name}. "
                "Flink accepts the call, and fails here. Give the operator a text as its name."
            )

    def set_co_location_group_key(self, key: str | None) -> None:
        """Put subtasks with the same index into one slot, for all operators that set the same *key*.

        Flink: ``Transformation.setCoLocationGroupKey``. It applies to operators at the head of a
        chain.
        """
        self.co_location_group_key = key
