"""The state of a job after the first n steps, folded from the facts alone.

The classes here are the *shape* of the view. What a fact does to it stands beside the fact
(:mod:`flinksim.trace.state.effects`) and is compiled by :mod:`flinksim.trace.state.reducer`; the browser's fold
(``widgets/src/view.gen.ts``) is made from the same shape and the same effects, and
:mod:`flinksim.runtime.live_view` reads the same view from the live objects: a property test holds the
three together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from flinksim.core.ids import ChannelId, OperatorId, SubtaskId
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.trace.events import Count, Timestamp, TraceEvent
from flinksim.trace.plan import Plan
from flinksim.trace.state.reducer import compile_fold
from flinksim.trace.values import Value

TimerKey: TypeAlias = tuple[str, Value, Value, int]
PaneKey: TypeAlias = tuple[Value, Value]
StateKey: TypeAlias = tuple[int, str, Value, Value]
EntryKey: TypeAlias = tuple[int, str, Value, Value, Value]

KEY_PARTS: dict[str, tuple[tuple[str, str], ...]] = {
    "TimerKey": (
        ("domain", "str"), ("key", "Value"), ("namespace", "Value"), ("timestamp", "Timestamp"),
    ),
    "PaneKey": (("key", "Value"), ("window", "Value")),
    "StateKey": (
        ("key_group", "Count"), ("state", "str"), ("key", "Value"), ("namespace", "Value"),
    ),
    "EntryKey": (
        ("key_group", "Count"), ("state", "str"), ("key", "Value"), ("namespace", "Value"),
        ("entry", "Value"),
    ),
}  # fmt: skip
"""The parts of the keys above, and what each of them holds."""


@dataclass(slots=True)
class ChannelView:
    """One channel: its elements, its buffers, and what the receiving valve knows of it.

    It ``holds`` its input's watermark back if it is aligned and no aligned channel has a lesser one.
    ``credit_under_way`` and ``unannounced`` are credit that the sender does not know of yet;
    ``exclusive`` and ``floating`` the receiver's empty buffers; ``stops_reading`` (before credits)
    says that its connection is not read for want of a buffer; ``blocked`` that its barrier has come
    and waits for the others; ``partial`` are the bytes of an element whose rest has not come.
    """

    watermark: Timestamp = MIN_TIMESTAMP
    idle: bool = False
    aligned: bool = True
    holds: bool = True
    written: Count = 0
    read: Count = 0
    queued: Count = 0
    on_wire: Count = 0
    received: Count = 0
    credit: Count = 0
    credit_under_way: Count = 0
    unannounced: Count = 0
    exclusive: Count = 0
    floating: Count = 0
    required: Count = 0
    waiting: bool = False
    stops_reading: bool = False
    blocked: bool = False
    partial: Count = 0


@dataclass(slots=True)
class InputView:
    """One logical input of a task; ``buffer_bytes`` are asked of its senders, 0 if none were."""

    watermark: Timestamp = MIN_TIMESTAMP
    idle: bool = False
    ended: bool = False
    buffer_bytes: Count = 0


@dataclass(slots=True)
class TaskView:
    """One subtask and its present ``attempt``; ``mails`` wait in its mailbox, as they have come.

    ``aligning`` is the checkpoint of which some barriers have come, but not all; ``checkpoint`` the
    last for which it has put a barrier out, 0 before the first.
    """

    state: str = "CREATED"
    attempt: Count = 0
    mails: list[str] = field(default_factory=list)
    suspended: str | None = None
    inputs: dict[Count, InputView] = field(default_factory=dict)
    floating_free: Count = 0
    output_in_use: Count = 0
    checkpoint: Count = 0
    aligning: Count | None = None


@dataclass(slots=True)
class SplitView:
    """One split of a source, of which ``read`` records were read.

    It ``holds`` the source's watermark back if it is active and no active split has a lesser one.
    After ``idle_after`` it is idle, if no record comes before.
    """

    watermark: Timestamp = MIN_TIMESTAMP
    idle: bool = False
    holds: bool = True
    read: Count = 0
    idle_after: Timestamp | None = None
    ended: bool = False


@dataclass(slots=True)
class AlignmentView:
    """A source's part in a group of watermark alignment; it ``holds`` the group if it is least."""

    reported: Timestamp | None = None
    allowed: Timestamp = MAX_TIMESTAMP
    holds: bool = False


@dataclass(slots=True)
class OperatorInputView:
    """One input of an operator with two; it ``holds`` the watermark back if it is active and least."""

    watermark: Timestamp = MIN_TIMESTAMP
    idle: bool = False
    holds: bool = True


@dataclass(slots=True)
class PaneView:
    """How many elements a pane has, and under which window they are kept; never changed in place."""

    count: Count
    state_window: Value


@dataclass(slots=True)
class OperatorView:
    """One operator instance.

    ``key`` is the current one, of ``key_group``. ``states`` and ``lists`` are keyed state, by (key
    group, state, key, namespace): what a user keeps, what a trigger keeps for a window, and as
    "window-contents" what the panes hold, an accumulator or all elements. ``map_entries`` are those of
    map state, one by one; broadcast state is among them, of no key.
    """

    state: str = "created"
    watermark: Timestamp = MIN_TIMESTAMP
    emitted_watermark: Timestamp = MIN_TIMESTAMP
    emitted_idle: bool = False
    idle_after: Timestamp | None = None
    inputs: dict[Count, OperatorInputView] = field(default_factory=dict)
    splits: dict[str, SplitView] = field(default_factory=dict)
    alignment: dict[str, AlignmentView] = field(default_factory=dict)
    key: Value = None
    key_group: Count = -1
    timers: dict[TimerKey, None] = field(default_factory=dict)
    panes: dict[PaneKey, PaneView] = field(default_factory=dict)
    states: dict[StateKey, Value] = field(default_factory=dict)
    lists: dict[StateKey, list[Value]] = field(default_factory=dict)
    map_entries: dict[EntryKey, Value] = field(default_factory=dict)
    late: Count = 0
    results: Count = 0
    committed: Count = 0

    @property
    def stands_at(self) -> Timestamp:
        """Its watermark; of one that keeps no event-time clock (a map), the last that it handed on."""
        return max(self.watermark, self.emitted_watermark)


@dataclass(slots=True)
class CheckpointView:
    """One checkpoint, which so many of its ``tasks`` have ``acknowledged``."""

    kind: str = "checkpoint"
    status: str = "IN_PROGRESS"
    tasks: Count = 0
    acknowledged: Count = 0
    bytes: Count = 0


@dataclass(slots=True)
class JobView:
    """The whole job at one moment.

    ``operators``, ``tasks`` and ``channels`` are keyed by their ids (:mod:`flinksim.core.ids`).
    """

    time_ms: Timestamp = 0
    status: str = "CREATED"
    plan: Plan | None = None
    tasks: dict[SubtaskId, TaskView] = field(default_factory=dict)
    channels: dict[ChannelId, ChannelView] = field(default_factory=dict)
    operators: dict[OperatorId, OperatorView] = field(default_factory=dict)
    checkpoints: dict[Count, CheckpointView] = field(default_factory=dict)

    def apply(self, fact: TraceEvent) -> None:
        """Make *fact* true in this view."""
        effect = _EFFECTS[type(fact)]
        if effect is not None:
            effect(self, fact)

    def start(self, plan: Plan) -> None:
        """Everything that *plan* names is there; nothing has run."""
        self.plan = plan
        self.time_ms = plan.start_time_ms
        self._begin(subtask.id for subtask in plan.subtasks)

    def reset(self, subtask: SubtaskId) -> None:
        """*subtask* is as at the start, with its inputs and operators."""
        self._begin([subtask])

    def _begin(self, subtasks: Iterable[SubtaskId]) -> None:
        assert self.plan is not None
        tasks = {subtask: TaskView() for subtask in subtasks}
        self.tasks.update(tasks)
        for instance in self.plan.instances():
            if instance.subtask.id in tasks:
                self.operators[instance.id] = OperatorView()
        indexes = {subtask.id: subtask.index for subtask in self.plan.subtasks}
        for channel in self.plan.channels:
            if channel.target not in tasks:
                continue
            self.channels[channel.id] = ChannelView(
                credit=channel.initial_credit, exclusive=channel.initial_credit
            )
            tasks[channel.target].inputs.setdefault(channel.input, InputView())
            if channel.input == 1:
                reader = OperatorId(f"o{channel.target_node}/{indexes[channel.target]}")
                self.operators[reader].inputs = {0: OperatorInputView(), 1: OperatorInputView()}

    def copy(self) -> JobView:
        """An independent copy; the plan and what is never changed in place are shared."""
        twin: JobView = _COPY(self)
        return twin


_EFFECTS: dict[type[Any], Callable[[JobView, Any], None] | None]
_COPY: Callable[[Any], Any]
_EFFECTS, _COPY = compile_fold(globals(), JobView)


def fold(facts: Iterable[TraceEvent], view: JobView | None = None) -> JobView:
    """The view after *facts*, starting from *view* (which is changed) or from nothing."""
    view = JobView() if view is None else view
    effects = _EFFECTS
    for fact in facts:
        effect = effects[type(fact)]
        if effect is not None:
            effect(view, fact)
    return view
