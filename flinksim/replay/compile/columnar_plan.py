"""Which programs run without Python: a source, simple functions, one keyed window, and what of it.

Everything is recognised or refused with a reason, operator by operator; a refused program runs with
the simulator's own operators instead.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from flinksim.common.typeinfo import TupleTypeInfo, TypeInformation, Types
from flinksim.common.typeutils.hashing import typed_key_hash_for
from flinksim.connectors.event_log.source import EventLogSource
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
from flinksim.replay.analysis.statefulness import uses_state, what_remembers
from flinksim.replay.compile.aggregates import OF_ONE_RECORD, Aggregation, aggregation_of
from flinksim.replay.compile.panes import Panes
from flinksim.replay.compile.source_chain import ChainReader, NotNative
from flinksim.replay.expressions.record_shapes import unpacker
from flinksim.replay.expressions.symbolic_execution import read
from flinksim.replay.expressions.symbolic_values import Expression, NotRecognised, Shape, columns_of
from flinksim.replay.logs.parquet_source import ParquetLogSource
from flinksim.replay.operators.chain_runner import ChainPlan
from flinksim.replay.operators.stage_planner import StagePlan
from flinksim.runtime.operators.window_contents import changes_elements

FOR_EVER_MS = 1 << 62
"""A lateness that no watermark reaches but the last; with a timestamp it still fits into 64 bits."""
MOST_PANES = 1000
"""A record of a native plan belongs to so many windows at most."""
_ONE_KEY = Shape("single", ((("literal", 0), "int"),))
"""What has no keys has one for all."""


@dataclass(frozen=True, slots=True)
class FiringRule:
    """When windows fire: at their end and with each late record, and every *interval* ms of event
    time before; or with each *count*-th record alone. One that *purges* forgets its records then.
    """

    count: int = 0
    interval: int = 0
    purges: bool = False

    @property
    def is_of_records(self) -> bool:
        """Whether windows fire before their end."""
        return bool(self.count or self.interval)


@dataclass(frozen=True, slots=True)
class Eviction:
    """What stays when a window is evaluated: its last *count* records, or those less than *size* ms
    older than the youngest; one *after* the window function is for the next evaluation.
    """

    count: int = 0
    size: int = 0
    after: bool = False


@dataclass(slots=True)
class NativePlan:
    """A program as expressions."""

    source: StagePlan
    window: StagePlan
    event_shape: Shape
    keep: Expression
    """What of the source's records comes to the window: all filters."""
    timed: Expression
    """What of them comes to the operator that gives timestamps."""
    timestamp: Expression
    maker: int
    """The node that makes the watermarks; units are splits if it is the source, else subtasks."""
    node: int
    """That of the window operator."""
    key_shape: Shape
    windows: Panes | int
    """Windows that stand fast, or the gap of sessions, in milliseconds."""
    lateness: int
    has_late_output: bool
    aggregation: Aggregation
    rule: FiringRule = field(default_factory=FiringRule)
    eviction: Eviction | None = None
    shares_elements: bool = False
    """Whether what comes to a window changes the first record of its key in other windows, too."""
    columns: frozenset[str] = frozenset()
    """What is read of the log."""
    needed: frozenset[str] = frozenset()
    """Of these, what is reckoned with: an empty cell is passed on, but nothing is made of it."""
    told: list[str] = field(default_factory=list)
    """Per operator: its name, and how it was read."""

    ticks_every_ms: int = 0
    """How long after each other the makers of watermarks are asked; 0 if they never are."""
    makes_by_split: bool = True

    noticed: str | None = None
    """Why the window's own operator has to run behind the kernel, which gives it the contents: who
    notices in which order windows of different keys fire.
    """

    def for_workers(self) -> NativePlan:
        """The same without the program's functions, which workers may not be able to load.

        Sessions keep their window operator.
        """
        nothing: Any = None
        source, window = self.source, self.window
        heads = (head_of(window.chain),) if self.is_session else ()
        return replace(
            self,
            source=replace(
                source, vertex=nothing, chain=replace(source.chain, operators=(), edges={})
            ),
            window=replace(
                window, vertex=nothing, chain=replace(window.chain, operators=heads, edges={}),
                inputs=[],
            ),
        )  # fmt: skip

    @property
    def contents_unpacker(self) -> Callable[[Any], Any]:
        """From a cell of the contents of firings to the program's value."""
        one = unpacker(self.aggregation.shape)
        return (lambda cell: list(map(one, cell))) if self.aggregation.is_list else one

    @property
    def fires_one_by_one(self) -> bool:
        """Whether all records of a window are needed when it fires."""
        return self.aggregation.is_list or self.rule.is_of_records or self.shares_elements

    @property
    def has_partials(self) -> bool:
        """Whether parts of the log can be added up by themselves, and their numbers then."""
        return not (self.is_session or self.goes_in_order)

    @property
    def goes_in_order(self) -> bool:
        """Whether records have to be in the order of the run before they are added up."""
        return self.fires_one_by_one or self.aggregation.adds_doubles

    @property
    def sessions_go_in_order(self) -> bool:
        """Whether a session comes to something else if the same records come in another order."""
        rule = self.rule
        of_key = {expression for expression, _ in self.key_shape.fields}
        in_order = self.aggregation.is_list or self.aggregation.adds_doubles
        in_order = in_order or bool(self.aggregation.records_kept(of_key))
        return in_order or rule.purges or rule.is_of_records

    @property
    def is_session(self) -> bool:
        """Whether windows are sessions."""
        return isinstance(self.windows, int)

    @property
    def gap(self) -> int:
        """The gap of the sessions, in milliseconds."""
        assert isinstance(self.windows, int), "its windows are no sessions"
        return self.windows

    @property
    def panes(self) -> Panes:
        """The panes of windows that stand fast."""
        assert isinstance(self.windows, Panes), "its windows are sessions"
        return self.windows


def head_of(chain: ChainPlan) -> ChainedOperator:
    """The window operator of *chain* alone: it makes contents, and nothing of them."""
    head = chain.operators[0]
    node = copy.copy(head.node)
    spec: Any = node.spec
    node.spec = replace(spec, window_function=None)
    return replace(head, node=node, chained_outputs=(), non_chained_outputs=())


def native_plan(stages: list[StagePlan]) -> NativePlan:
    """The program of *stages* as expressions.

    Raises: NotNative.
    """
    source, window = _first_stages(stages)
    spec = source.vertex.head.spec
    assert isinstance(spec, SourceSpec)
    name = source.vertex.head.name
    if source.split != "any order":
        raise NotNative(name, source.reason)
    if spec.legacy:
        raise NotNative(name, "a legacy source reads what has come before it looks at its timers")
    if not isinstance(spec.source, ParquetLogSource | EventLogSource):
        raise NotNative(name, f"{type(spec.source).__name__} is not an event log")
    reader = ChainReader(source, spec)
    reader.read()
    plan = _window_plan(source, window, reader)
    noticed = _who_notices_order(window)
    if noticed is None:
        return plan
    if plan.is_session or plan.rule.count:
        raise noticed
    return replace(
        plan, noticed=noticed.reason,
        window=replace(window, chain=replace(window.chain, is_given_contents=True)),
    )  # fmt: skip


def _first_stages(stages: list[StagePlan]) -> tuple[StagePlan, StagePlan]:
    """The source and the windows that a job begins with."""
    source, *others = stages
    another = next((stage.vertex.name for stage in others if stage.is_source), None)
    if another is not None:
        raise NotNative(another, "the job has another source")
    own = {edge.number for edge in source.chain.edges.values()}
    readers = [s for s in others if own & {edge.number for edge, _ in s.inputs}]
    if len(readers) != 1 or len(readers[0].inputs) != 1:
        raise NotNative(source.vertex.name, "it is read by more than windows, or not alone")
    (window,) = readers
    if not isinstance(window.vertex.head.spec, WindowSpec):
        raise NotNative(window.vertex.head.name, "it is not a window")
    return source, window


def _who_notices_order(window: StagePlan) -> NotNative | None:
    """Who behind *window* notices in which order it fires for different keys, if anybody does."""
    spec, name = window.vertex.head.spec, window.vertex.head.name
    assert isinstance(spec, WindowSpec)
    if spec.window_function is not None or spec.evictor is not None:
        told = what_remembers(spec)
        if told is not None:
            return NotNative(name, f"a function of it may remember something: {told}")
        if uses_state(spec.window_function):
            return NotNative(name, "its window function has state")
    if window.chain.edges:
        return NotNative(window.vertex.name, "it is not the last stage")
    for chained in window.vertex.operators[1:]:
        if not isinstance(chained.node.spec, MapSpec | FlatMapSpec | FilterSpec | SinkSpec):
            return NotNative(chained.node.name, "it is more than a function of one record")
    return None


def _window_plan(source: StagePlan, window: StagePlan, reader: ChainReader) -> NativePlan:
    spec, name = window.vertex.head.spec, window.vertex.head.name
    assert isinstance(spec, WindowSpec)
    if reader.timestamp is None:
        raise NotNative(name, "its records have no timestamps")
    windows = _windows(spec, name)
    try:
        key_shape = _ONE_KEY
        if spec.key_selector is not None:
            key_shape = read(spec.key_selector, reader.shape)
        if any(kind == "float" for _, kind in key_shape.fields):
            raise NotRecognised("a key with a float in it")
        if key_shape.form == "row":
            raise NotRecognised("a whole row as key")
        _check_key_type(key_shape, window.vertex.head.key_type)
        eviction = _eviction(spec, name)
        whole = spec if eviction is None else replace(spec, pre_aggregation=None)
        aggregation = aggregation_of(whole, reader.shape, key_shape)
    except NotRecognised as reason:
        raise NotNative(name, f"its function is not an expression: {reason}") from None
    rule = _rule(spec, name)
    in_many = isinstance(windows, Panes) and windows.most_windows > 1
    shares = in_many and reader.shape.form != "single" and changes_elements(spec.pre_aggregation)
    if shares and rule.purges:
        raise NotNative(name, "max and min change elements that other windows have purged")
    if isinstance(windows, int) and aggregation.obstacle_to_merging is not None:
        raise NotNative(name, aggregation.obstacle_to_merging)
    needed = columns_of((*reader.filters, reader.timestamp))
    needed |= columns_of(tuple(e for e, _ in key_shape.fields))
    used = needed | columns_of(tuple(e for e, _ in reader.shape.fields))
    needed |= columns_of(tuple(e for e, _ in reader.shape.fields if e[0] != "column"))
    needed |= _reckoned_with(aggregation)
    reader.told.append("by columns")
    plan = NativePlan(
        source=source,
        window=window,
        event_shape=reader.shape,
        keep=("and", *reader.filters),
        timed=reader.timed,
        timestamp=reader.timestamp,
        maker=reader.maker,
        node=window.vertex.head.id,
        key_shape=key_shape,
        windows=windows,
        lateness=min(spec.allowed_lateness_ms, FOR_EVER_MS),
        has_late_output=spec.late_output_tag is not None,
        aggregation=aggregation,
        rule=rule,
        eviction=eviction,
        shares_elements=shares,
        columns=frozenset(used),
        needed=frozenset(needed),
        ticks_every_ms=source.chain.ticks_every_ms(reader.maker),
        makes_by_split=reader.maker == source.chain.operators[0].node.id,
        told=reader.told,
    )
    spec_of_source: Any = source.vertex.head.spec
    if isinstance(spec_of_source.source, ParquetLogSource):
        _check_rows(spec_of_source.source, source.vertex.head.name)
        check_gaps(plan, spec_of_source.source)
    return plan


def _check_key_type(shape: Shape, key_type: TypeInformation | None) -> None:
    """That keys are hashed as what they are, or whole numbers as a ``Long``: so that none is refused.

    Raises: NotRecognised.
    """
    if typed_key_hash_for(key_type) is None:
        return
    types = key_type.get_field_types() if isinstance(key_type, TupleTypeInfo) else [key_type]
    for (_, kind), own in zip(shape.fields, types, strict=False):
        is_long = kind == "int" and own == Types.LONG()
        if len(types) != len(shape.fields) or not (is_long or typed_key_hash_for(own) is None):
            raise NotRecognised(f"a key declared as {key_type}")


def _reckoned_with(aggregation: Aggregation) -> set[str]:
    """The columns of which an aggregation makes something; the others it passes on."""
    passes_on = all(result[0] == "column" for result in aggregation.results)
    slots = [
        slot.expression
        for slot in aggregation.slots
        if not (passes_on and slot.how in OF_ONE_RECORD and slot.expression[0] == "column")
    ]
    return columns_of((*slots, aggregation.by or ()))


def _check_rows(log: ParquetLogSource, name: str) -> None:
    """What can be told of bad rows without a pass over *log*; the run looks for the others.

    Raises: EventLogError for the first bad row, NotNative if there are some and they are rejected.
    """
    if log.timestamp in log.columns_with_gaps():
        log.check()
    if log.bad_rows == "reject" and log.survey().bad:
        raise _rejected_rows_of(log, name)


def _rejected_rows_of(log: ParquetLogSource, name: str) -> NotNative:
    """Expressions read every row of a Parquet log; *name* is its operator."""
    return NotNative(name, f"rows of {log.path} are rejected ({log.survey().bad:,})")


def bad_rows_of(plan: NativePlan) -> NotNative:
    """The reason not to go on where rows of a Parquet log are bad.

    Raises: EventLogError, if they are not rejected.
    """
    spec: Any = plan.source.vertex.head.spec
    assert isinstance(spec.source, ParquetLogSource), "a log of text is read without bad rows"
    spec.source.check()
    return _rejected_rows_of(spec.source, plan.source.vertex.head.name)


def check_gaps(plan: NativePlan, log: ParquetLogSource) -> None:
    """That *log* has a cell wherever *plan* reckons with one.

    Raises: NotNative.
    """
    gaps = sorted(plan.needed & log.columns_with_gaps())
    if gaps:
        raise NotNative(plan.window.vertex.head.name, f"the columns {gaps} have empty cells")


def _windows(spec: WindowSpec, name: str) -> Panes | int:
    assigner: Any = spec.assigner
    if type(assigner) is TumblingEventTimeWindows:
        if assigner._stagger is not WindowStagger.ALIGNED:
            raise NotNative(name, "its windows are staggered")
        return Panes(assigner._size, assigner._size, assigner._offset)
    if type(assigner) is SlidingEventTimeWindows:
        panes = Panes.of_sliding(assigner._size, assigner._slide, assigner._offset)
        return _not_too_many(panes, name)
    if type(assigner) is CumulativeEventTimeWindows:
        panes = Panes(assigner._size, assigner._step, assigner._offset, is_cumulative=True)
        return _not_too_many(panes, name)
    if type(assigner) is EventTimeSessionWindows:
        gap: int = assigner._session_gap
        return gap
    raise NotNative(name, f"its assigner is a {type(assigner).__name__}")


def _eviction(spec: WindowSpec, name: str) -> Eviction | None:
    evictor = spec.evictor
    if evictor is not None and changes_elements(spec.pre_aggregation):
        raise NotNative(name, "max and min change an element that its evictor may leave there")
    if type(evictor) is CountEvictor and evictor.max_count > 0:
        return Eviction(count=evictor.max_count, after=evictor.do_evict_after)
    if type(evictor) is TimeEvictor and 0 < evictor.window_size <= FOR_EVER_MS:
        return Eviction(size=evictor.window_size, after=evictor.do_evict_after)
    if evictor is not None:
        raise NotNative(name, f"its evictor is a {type(evictor).__name__}")
    return None


def _rule(spec: WindowSpec, name: str) -> FiringRule:
    trigger, purges = spec.trigger, False
    while type(trigger) is PurgingTrigger:
        trigger, purges = trigger.nested_trigger, True
    if trigger is None or type(trigger) is EventTimeTrigger:
        return FiringRule(purges=purges)
    if type(trigger) is CountTrigger and trigger._window_size > 0:
        return FiringRule(count=trigger._window_size, purges=purges)
    if type(trigger) is ContinuousEventTimeTrigger and trigger.interval > 0:
        return FiringRule(interval=trigger.interval, purges=purges)
    raise NotNative(name, f"its trigger is a {type(trigger).__name__}")


def _not_too_many(panes: Panes, name: str) -> Panes:
    if panes.per_window > MOST_PANES:
        raise NotNative(name, f"its windows are made of more than {MOST_PANES} panes")
    return panes


__all__ = [
    "Eviction", "FiringRule", "NativePlan", "NotNative", "bad_rows_of", "check_gaps", "head_of",
    "native_plan",
]  # fmt: skip
