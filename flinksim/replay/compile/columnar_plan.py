"""Compile a program to a columnar plan: a source, simple functions, and one keyed window.

Each operator is either compiled to expressions over columns, or the program is rejected with the
operator's reason. A rejected program runs with the simulator's own operators.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from flinksim.common.typeinfo import TupleTypeInfo, TypeInformation, Types
from flinksim.common.typeutils.hashing import build_typed_key_hash
from flinksim.connectors.event_log.event_log_source import EventLogSource
from flinksim.datastream.evictors import CountEvictor, TimeEvictor
from flinksim.datastream.transformations import (
    FilterSpec,
    FlatMapSpec,
    MapSpec,
    SinkSpec,
    SourceSpec,
    WindowSpec,
)
from flinksim.datastream.triggers import (
    ContinuousEventTimeTrigger,
    CountTrigger,
    EventTimeTrigger,
    PurgingTrigger,
)
from flinksim.datastream.window_assigners import (
    CumulativeEventTimeWindows,
    EventTimeSessionWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
    WindowStagger,
)
from flinksim.graph.job_graph_generator import ChainedOperator
from flinksim.graph.statefulness import find_hidden_state, has_state_access
from flinksim.replay.compile.aggregates import (
    SINGLE_RECORD_AGGREGATES,
    Aggregation,
    compile_aggregation,
)
from flinksim.replay.compile.panes import Panes
from flinksim.replay.compile.source_chain import ChainCompiler, NotColumnar
from flinksim.replay.expressions.record_shapes import create_unpacker
from flinksim.replay.expressions.symbolic_execution import compile_function
from flinksim.replay.expressions.symbolic_values import (
    Expression,
    NotExpressible,
    RecordShape,
    collect_columns,
)
from flinksim.replay.logs.parquet_source import ParquetLogSource
from flinksim.replay.operators.chain_runner import VertexPlan
from flinksim.replay.operators.stage_planner import StagePlan
from flinksim.runtime.operators.window_contents import is_mutating_function

MAX_LATENESS_MS = 1 << 62
"""Maximum allowed lateness in the kernel: large enough that only the final watermark reaches it.

Added to a timestamp it still fits into 64 bits.
"""
MAX_PANES = 1000
"""Maximum number of panes (time slices) per window of a columnar plan."""
_GLOBAL_KEY = RecordShape("single", ((("literal", 0), "int"),))
"""The key of all records of windows that are not keyed (``windowAll``)."""


@dataclass(frozen=True, slots=True)
class FiringRule:
    """When windows fire, compiled from their trigger.

    Without fields set: at their end and with each late record. With *interval*: also every
    *interval* milliseconds of event time before the end. With *count*: only with each *count*-th
    record. If *purges*, a firing clears the contents of the window.
    """

    count: int = 0
    interval: int = 0
    purges: bool = False

    @property
    def has_early_firings(self) -> bool:
        """Whether windows fire before their end."""
        return bool(self.count or self.interval)


@dataclass(frozen=True, slots=True)
class Eviction:
    """Records that an evictor leaves in a window.

    With *count*: the last *count* records. With *size*: records less than *size* milliseconds older
    than the youngest. If *evicts_after*, the eviction runs after the window function and affects the
    next firing.
    """

    count: int = 0
    size: int = 0
    evicts_after: bool = False


@dataclass(slots=True)
class ColumnarPlan:
    """A program compiled for the kernel: its functions are expressions over the columns of its log."""

    source: StagePlan
    window: StagePlan
    event_shape: RecordShape
    window_filter: Expression
    """Condition that records must meet to reach the window: all filters before it."""
    timestamp_filter: Expression
    """Condition that records must meet to reach the operator that assigns timestamps."""
    timestamp: Expression
    watermark_node: int
    """Node that generates the watermarks: per split if it is the source, else per subtask."""
    window_node: int
    """Node of the window operator."""
    key_shape: RecordShape
    windows: Panes | int
    """Panes of aligned (tumbling, sliding, cumulative) windows, or the session gap in milliseconds."""
    lateness: int
    has_late_output: bool
    aggregation: Aggregation
    rule: FiringRule = field(default_factory=FiringRule)
    eviction: Eviction | None = None
    shares_elements: bool = False
    """Whether the aggregation (``max``, ``min``) changes a first record that other windows share."""
    columns: frozenset[str] = frozenset()
    """Columns that are read from the log."""
    computed_columns: frozenset[str] = frozenset()
    """Columns used in computations, which must have no empty cells.

    Other columns are only copied to the result, and may have empty cells.
    """
    operator_descriptions: list[str] = field(default_factory=list)
    """For each operator, a text that describes how it was compiled."""

    tick_interval_ms: int = 0
    """Interval of the periodic watermark emission in milliseconds; 0 if there is none."""
    has_split_watermarks: bool = True

    ordered_replay_reason: str | None = None
    """Why the simulator's window operator has to run after the kernel, which computes its contents.

    The reason names the operator that can observe in which order windows of different keys fire.
    """

    def to_worker_plan(self) -> ColumnarPlan:
        """Return a copy without the program's functions, which workers may not be able to load.

        Session windows keep their window operator.
        """
        nothing: Any = None
        source, window = self.source, self.window
        operators = (extract_window_operator(window.chain),) if self.is_session else ()
        return replace(
            self,
            source=replace(
                source, vertex=nothing, chain=replace(source.chain, operators=(), edges={})
            ),
            window=replace(
                window, vertex=nothing, chain=replace(window.chain, operators=operators, edges={}),
                inputs=[],
            ),
        )  # fmt: skip

    @property
    def contents_unpacker(self) -> Callable[[Any], Any]:
        """Function from a cell of the kernel's column ``contents`` to the program's value."""
        unpack_one = create_unpacker(self.aggregation.shape)
        return (
            (lambda cell: list(map(unpack_one, cell))) if self.aggregation.is_list else unpack_one
        )

    @property
    def needs_record_lists(self) -> bool:
        """Whether windows must keep a list of their records instead of one aggregate."""
        return self.aggregation.is_list or self.rule.has_early_firings or self.shares_elements

    @property
    def has_partials(self) -> bool:
        """Whether parts of the log can be aggregated separately and the window contents merged."""
        return not (self.is_session or self.needs_ordered_records)

    @property
    def needs_ordered_records(self) -> bool:
        """Whether records must be sorted in processing order before they are aggregated."""
        return self.needs_record_lists or self.aggregation.has_float_sums

    @property
    def needs_ordered_sessions(self) -> bool:
        """Whether the result of a session depends on the order of its records."""
        rule = self.rule
        of_key = {expression for expression, _ in self.key_shape.fields}
        in_order = self.aggregation.is_list or self.aggregation.has_float_sums
        in_order = in_order or bool(self.aggregation.find_single_record_aggregates(of_key))
        return in_order or rule.purges or rule.has_early_firings

    @property
    def is_session(self) -> bool:
        """Whether the windows are session windows."""
        return isinstance(self.windows, int)

    @property
    def gap(self) -> int:
        """Gap of the session windows in milliseconds."""
        assert isinstance(self.windows, int), "its windows are not sessions"
        return self.windows

    @property
    def panes(self) -> Panes:
        """Panes of the aligned windows."""
        assert isinstance(self.windows, Panes), "its windows are sessions"
        return self.windows


def extract_window_operator(chain: VertexPlan) -> ChainedOperator:
    """Return the window operator of *chain* alone, without its window function.

    It then forwards the contents of windows.
    """
    head = chain.operators[0]
    node = copy.copy(head.node)
    spec: Any = node.spec
    node.spec = replace(spec, window_function=None)
    return replace(head, node=node, chained_outputs=(), non_chained_outputs=())


def compile_plan(stages: list[StagePlan]) -> ColumnarPlan:
    """Compile a job, given its *stages*, to a columnar plan.

    Raises:
        NotColumnar: The program cannot be compiled; the message has operator and reason.
    """
    source, window = _find_first_stages(stages)
    spec = source.vertex.head.spec
    assert isinstance(spec, SourceSpec)
    name = source.vertex.head.name
    if source.partitioning != "any order":
        raise NotColumnar(name, source.reason)
    if spec.legacy:
        raise NotColumnar(
            name, "a legacy source reads all available input before it checks its timers"
        )
    if not isinstance(spec.source, ParquetLogSource | EventLogSource):
        raise NotColumnar(name, f"{type(spec.source).__name__} is not an event log")
    compiler = ChainCompiler(source, spec)
    compiler.compile_chain()
    plan = _compile_window(source, window, compiler)
    order_dependence = _find_order_dependence(window)
    if order_dependence is None:
        return plan
    if plan.is_session or plan.rule.count:
        raise order_dependence
    return replace(
        plan, ordered_replay_reason=order_dependence.reason,
        window=replace(window, chain=replace(window.chain, has_precomputed_contents=True)),
    )  # fmt: skip


def _find_first_stages(stages: list[StagePlan]) -> tuple[StagePlan, StagePlan]:
    """Find the source stage and the window stage at the start of a job."""
    source, *others = stages
    another = next((stage.vertex.name for stage in others if stage.is_source), None)
    if another is not None:
        raise NotColumnar(another, "the job has another source")
    own = {edge.number for edge in source.chain.edges.values()}
    readers = [s for s in others if own & {edge.number for edge, _ in s.inputs}]
    if len(readers) != 1 or len(readers[0].inputs) != 1:
        raise NotColumnar(
            source.vertex.name, "its output goes to other operators than windows, or to several"
        )
    (window,) = readers
    if not isinstance(window.vertex.head.spec, WindowSpec):
        raise NotColumnar(window.vertex.head.name, "it is not a window")
    return source, window


def _find_order_dependence(window: StagePlan) -> NotColumnar | None:
    """Find an operator after *window* that can observe the firing order of different keys.

    Returns it with the reason, or ``None``.
    """
    spec, name = window.vertex.head.spec, window.vertex.head.name
    assert isinstance(spec, WindowSpec)
    if spec.window_function is not None or spec.evictor is not None:
        state = find_hidden_state(spec)
        if state is not None:
            return NotColumnar(name, f"one of its functions may keep state: {state}")
        if has_state_access(spec.window_function):
            return NotColumnar(name, "its window function has state")
    if window.chain.edges:
        return NotColumnar(window.vertex.name, "it is not the last stage")
    for chained in window.vertex.operators[1:]:
        if not isinstance(chained.node.spec, MapSpec | FlatMapSpec | FilterSpec | SinkSpec):
            return NotColumnar(chained.node.name, "it is more than a function of one record")
    return None


def _compile_window(source: StagePlan, window: StagePlan, compiler: ChainCompiler) -> ColumnarPlan:
    spec, name = window.vertex.head.spec, window.vertex.head.name
    assert isinstance(spec, WindowSpec)
    if compiler.timestamp is None:
        raise NotColumnar(name, "its records have no timestamps")
    windows = _compile_windows(spec, name)
    try:
        key_shape = _GLOBAL_KEY
        if spec.key_selector is not None:
            key_shape = compile_function(spec.key_selector, compiler.shape)
        if any(kind == "float" for _, kind in key_shape.fields):
            raise NotExpressible("a key that contains a float")
        if key_shape.form == "row":
            raise NotExpressible("a whole row as key")
        _check_key_type(key_shape, window.vertex.head.key_type)
        eviction = _compile_evictor(spec, name)
        aggregated_spec = spec if eviction is None else replace(spec, pre_aggregation=None)
        aggregation = compile_aggregation(aggregated_spec, compiler.shape, key_shape)
    except NotExpressible as reason:
        raise NotColumnar(
            name, f"its function cannot be translated to an expression: {reason}"
        ) from None
    rule = _compile_trigger(spec, name)
    has_overlap = isinstance(windows, Panes) and windows.max_windows_per_record > 1
    shares_elements = (
        has_overlap
        and compiler.shape.form != "single"
        and is_mutating_function(spec.pre_aggregation)
    )
    if shares_elements and rule.purges:
        raise NotColumnar(name, "max and min change elements that are purged by other windows")
    if isinstance(windows, int) and aggregation.obstacle_to_merging is not None:
        raise NotColumnar(name, aggregation.obstacle_to_merging)
    needed = collect_columns((*compiler.filters, compiler.timestamp))
    needed |= collect_columns(tuple(e for e, _ in key_shape.fields))
    columns = needed | collect_columns(tuple(e for e, _ in compiler.shape.fields))
    needed |= collect_columns(tuple(e for e, _ in compiler.shape.fields if e[0] != "column"))
    needed |= _find_computed_columns(aggregation)
    compiler.operator_descriptions.append("by columns")
    plan = ColumnarPlan(
        source=source,
        window=window,
        event_shape=compiler.shape,
        window_filter=("and", *compiler.filters),
        timestamp_filter=compiler.timestamp_filter,
        timestamp=compiler.timestamp,
        watermark_node=compiler.watermark_node,
        window_node=window.vertex.head.id,
        key_shape=key_shape,
        windows=windows,
        lateness=min(spec.allowed_lateness_ms, MAX_LATENESS_MS),
        has_late_output=spec.late_output_tag is not None,
        aggregation=aggregation,
        rule=rule,
        eviction=eviction,
        shares_elements=shares_elements,
        columns=frozenset(columns),
        computed_columns=frozenset(needed),
        tick_interval_ms=source.chain.get_tick_interval_ms(compiler.watermark_node),
        has_split_watermarks=compiler.watermark_node == source.chain.operators[0].node.id,
        operator_descriptions=compiler.operator_descriptions,
    )
    spec_of_source: Any = source.vertex.head.spec
    if isinstance(spec_of_source.source, ParquetLogSource):
        _check_bad_rows(spec_of_source.source, source.vertex.head.name)
        check_empty_cells(plan, spec_of_source.source)
    return plan


def _check_key_type(shape: RecordShape, key_type: TypeInformation | None) -> None:
    """Check that the declared key type keeps the keys and their hash as without a declaration.

    Whole numbers may also be declared as ``Long``.

    Raises:
        NotExpressible: The declared key type changes the hash or rejects keys.
    """
    if build_typed_key_hash(key_type) is None:
        return
    types = key_type.get_field_types() if isinstance(key_type, TupleTypeInfo) else [key_type]
    for (_, kind), own in zip(shape.fields, types, strict=False):
        is_long = kind == "int" and own == Types.LONG()
        if len(types) != len(shape.fields) or not (is_long or build_typed_key_hash(own) is None):
            raise NotExpressible(f"a key declared as {key_type}")


def _find_computed_columns(aggregation: Aggregation) -> set[str]:
    """Find the columns whose values an aggregation uses in computations.

    Columns that are only copied to the result are not included.
    """
    passes_on = all(result[0] == "column" for result in aggregation.results)
    slots = [
        slot.expression
        for slot in aggregation.slots
        if not (
            passes_on
            and slot.aggregate in SINGLE_RECORD_AGGREGATES
            and slot.expression[0] == "column"
        )
    ]
    return collect_columns((*slots, aggregation.extreme_by or ()))


def _check_bad_rows(log: ParquetLogSource, name: str) -> None:
    """Check for bad rows of *log* in its metadata; the later run finds those that need a scan.

    Raises:
        EventLogError: The first bad row.
        NotColumnar: There are bad rows and they are rejected.
    """
    if log.timestamp in log.find_columns_with_nulls():
        log.check()
    if log.bad_rows == "reject" and log.summarize().invalid_count:
        raise _create_rejected_rows_error(log, name)


def _create_rejected_rows_error(log: ParquetLogSource, name: str) -> NotColumnar:
    """Create the error that the kernel cannot read *log*, because it would not skip rejected rows."""
    return NotColumnar(name, f"rows of {log.path} are rejected ({log.summarize().invalid_count:,})")


def create_bad_rows_error(plan: ColumnarPlan) -> NotColumnar:
    """Create the error that stops a kernel run because the Parquet log has bad rows.

    Raises:
        EventLogError: Bad rows are not rejected.
    """
    spec: Any = plan.source.vertex.head.spec
    assert isinstance(spec.source, ParquetLogSource), "a log of text is read without bad rows"
    spec.source.check()
    return _create_rejected_rows_error(spec.source, plan.source.vertex.head.name)


def check_empty_cells(plan: ColumnarPlan, log: ParquetLogSource) -> None:
    """Check that *log* has no empty cell in a column that *plan* computes with.

    Raises:
        NotColumnar: A column has empty cells.
    """
    gaps = sorted(plan.computed_columns & log.find_columns_with_nulls())
    if gaps:
        raise NotColumnar(plan.window.vertex.head.name, f"the columns {gaps} have empty cells")


def _compile_windows(spec: WindowSpec, name: str) -> Panes | int:
    assigner: Any = spec.assigner
    if type(assigner) is TumblingEventTimeWindows:
        if assigner._stagger is not WindowStagger.ALIGNED:
            raise NotColumnar(name, "its windows are staggered")
        return Panes(assigner._size, assigner._size, assigner._offset)
    if type(assigner) is SlidingEventTimeWindows:
        panes = Panes.from_sliding(assigner._size, assigner._slide, assigner._offset)
        return _check_pane_count(panes, name)
    if type(assigner) is CumulativeEventTimeWindows:
        panes = Panes(assigner._size, assigner._step, assigner._offset, is_cumulative=True)
        return _check_pane_count(panes, name)
    if type(assigner) is EventTimeSessionWindows:
        gap: int = assigner._session_gap
        return gap
    raise NotColumnar(name, f"its assigner {type(assigner).__name__} has no native implementation")


def _compile_evictor(spec: WindowSpec, name: str) -> Eviction | None:
    evictor = spec.evictor
    if evictor is not None and is_mutating_function(spec.pre_aggregation):
        raise NotColumnar(name, "max and min change an element that the evictor may keep")
    if type(evictor) is CountEvictor and evictor.max_count > 0:
        return Eviction(count=evictor.max_count, evicts_after=evictor.do_evict_after)
    if type(evictor) is TimeEvictor and 0 < evictor.window_size <= MAX_LATENESS_MS:
        return Eviction(size=evictor.window_size, evicts_after=evictor.do_evict_after)
    if evictor is not None:
        raise NotColumnar(
            name, f"its evictor {type(evictor).__name__} has no native implementation"
        )
    return None


def _compile_trigger(spec: WindowSpec, name: str) -> FiringRule:
    trigger, purges = spec.trigger, False
    while type(trigger) is PurgingTrigger:
        trigger, purges = trigger.nested_trigger, True
    if trigger is None or type(trigger) is EventTimeTrigger:
        return FiringRule(purges=purges)
    if type(trigger) is CountTrigger and trigger._window_size > 0:
        return FiringRule(count=trigger._window_size, purges=purges)
    if type(trigger) is ContinuousEventTimeTrigger and trigger.interval > 0:
        return FiringRule(interval=trigger.interval, purges=purges)
    raise NotColumnar(name, f"its trigger {type(trigger).__name__} has no native implementation")


def _check_pane_count(panes: Panes, name: str) -> Panes:
    if panes.panes_per_window > MAX_PANES:
        raise NotColumnar(name, f"its windows consist of more than {MAX_PANES} slices")
    return panes


__all__ = [
    "ColumnarPlan",
    "Eviction",
    "FiringRule",
    "NotColumnar",
    "check_empty_cells",
    "compile_plan",
    "create_bad_rows_error",
    "extract_window_operator",
]  # fmt: skip
