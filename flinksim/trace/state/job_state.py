"""The state of a job after its first n steps, computed from events alone.

The classes here are the *shape* of the state. How an event changes it is declared in the event type
(:mod:`flinksim.trace.state.effects`) and compiled by :mod:`flinksim.trace.state.reducer`. The reducer
of the browser (``widgets/src/trace/job_state.gen.ts``) is generated from the same shape and effects.
:mod:`flinksim.runtime.live_view` reads the same state from the live objects. A property test compares
the three.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from flinksim.core.ids import ChannelId, OperatorId, SubtaskId
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.trace.events import Count, Timestamp, TraceEvent
from flinksim.trace.plan import Plan
from flinksim.trace.state.reducer import compile_reducer
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
"""Names and types of the parts of composite keys, such as the key of a timer."""


@dataclass(slots=True)
class ChannelView:
    """One channel: its elements, its buffers, and its state in the valve of the receiver.

    ``holds``: it limits the watermark of its input, because it is aligned and no aligned channel has a
    lower one. ``credit_under_way`` and ``unannounced`` are credit that the sender does not know of
    yet. ``exclusive`` and ``floating`` are the empty buffers of the receiver. ``stops_reading``
    (without credit-based flow control): its connection is not read for lack of a buffer. ``blocked``:
    its barrier has arrived and waits for the others. ``partial`` are the bytes read of an incomplete
    element.
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
    """One logical input of a task; ``buffer_bytes`` is the buffer size it requested, 0 if none."""

    watermark: Timestamp = MIN_TIMESTAMP
    idle: bool = False
    ended: bool = False
    buffer_bytes: Count = 0


@dataclass(slots=True)
class TaskView:
    """One subtask and its current ``attempt``; ``mails`` wait in its mailbox, in order of arrival.

    ``aligning`` is the checkpoint of which some barriers have arrived, but not all. ``checkpoint`` is
    the last one whose barrier it has emitted, 0 before the first.
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

    ``holds``: it limits the watermark of the source, because it is active and no active split has a
    lower one. It becomes idle after ``idle_after`` if no record comes before.
    """

    watermark: Timestamp = MIN_TIMESTAMP
    idle: bool = False
    holds: bool = True
    read: Count = 0
    idle_after: Timestamp | None = None
    ended: bool = False


@dataclass(slots=True)
class AlignmentView:
    """A source in a watermark alignment group; it ``holds`` the group if it is the slowest."""

    reported: Timestamp | None = None
    allowed: Timestamp = MAX_TIMESTAMP
    holds: bool = False


@dataclass(slots=True)
class OperatorInputView:
    """One of two inputs of an operator; it ``holds`` the watermark if it is active and the slowest."""

    watermark: Timestamp = MIN_TIMESTAMP
    idle: bool = False
    holds: bool = True


@dataclass(slots=True)
class PaneView:
    """One pane (a window of one key): its number of elements, and the window that holds its state.

    The object is never changed in place.
    """

    count: Count
    state_window: Value


@dataclass(slots=True)
class OperatorView:
    """One operator instance.

    ``key`` is the current key, in ``key_group``. ``states`` and ``lists`` are keyed state, by (key
    group, state, key, namespace): the state of user functions, the state of triggers per window, and
    as "window-contents" the contents of panes, an accumulator or all elements. ``map_entries`` are the
    entries of map state. Broadcast state is among them, with no key.
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
    def effective_watermark(self) -> Timestamp:
        """The current watermark of the operator.

        For an operator without an event-time clock (such as a map) it is the last one that it emitted.
        """
        return max(self.watermark, self.emitted_watermark)


@dataclass(slots=True)
class CheckpointView:
    """One checkpoint, which ``acknowledged`` of its ``tasks`` have acknowledged."""

    kind: str = "checkpoint"
    status: str = "IN_PROGRESS"
    tasks: Count = 0
    acknowledged: Count = 0
    bytes: Count = 0


@dataclass(slots=True)
class JobView:
    """The state of the whole job at one point of the run.

    ``operators``, ``tasks`` and ``channels`` are keyed by their ids (:mod:`flinksim.core.ids`).
    """

    time_ms: Timestamp = 0
    status: str = "CREATED"
    plan: Plan | None = None
    tasks: dict[SubtaskId, TaskView] = field(default_factory=dict)
    channels: dict[ChannelId, ChannelView] = field(default_factory=dict)
    operators: dict[OperatorId, OperatorView] = field(default_factory=dict)
    checkpoints: dict[Count, CheckpointView] = field(default_factory=dict)

    def apply(self, event: TraceEvent) -> None:
        """Apply *event* to this state."""
        effect = _REDUCERS[type(event)]
        if effect is not None:
            effect(self, event)

    def start(self, plan: Plan) -> None:
        """Create the tasks, operators and channels that *plan* names, as they are before the first step."""
        self.plan = plan
        self.time_ms = plan.start_time_ms
        self._create_subtasks(subtask.id for subtask in plan.subtasks)

    def reset(self, subtask: SubtaskId) -> None:
        """Reset *subtask*, with its inputs and operators, to the state at the start."""
        self._create_subtasks([subtask])

    def _create_subtasks(self, subtasks: Iterable[SubtaskId]) -> None:
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
        """Return an independent copy; the plan and values that never change in place are shared."""
        twin: JobView = _COPY_STATE(self)
        return twin


_REDUCERS: dict[type[Any], Callable[[JobView, Any], None] | None]
_COPY_STATE: Callable[[Any], Any]
_REDUCERS, _COPY_STATE = compile_reducer(globals(), JobView)


def apply_events(events: Iterable[TraceEvent], state: JobView | None = None) -> JobView:
    """Apply *events* to *state* (which is changed), or to a new state, and return it.

    >>> from flinksim.trace.events import ProcessingTimeAdvanced
    >>> apply_events([ProcessingTimeAdvanced(0, 5)]).time_ms
    5

    Raises:
        TraceFileError: An event names something that no earlier event has, as in a forged trace file.
    """
    state = JobView() if state is None else state
    effects = _REDUCERS
    for event in events:
        effect = effects[type(event)]
        if effect is not None:
            try:
                effect(state, event)
            except (LookupError, ValueError, TypeError, ArithmeticError) as error:
                from flinksim.trace.storage.columns import TraceFileError

                problem = (
                    f"names {error}, which is not in the job"
                    if isinstance(error, KeyError)
                    else f"does not fit the state of the job ({error!s:.200})"
                )
                raise TraceFileError(
                    f"the trace is damaged: {type(event).__name__} {problem}; record the run again"
                ) from error
    return state
