"""Events of operators: processed elements, output, keyed state, timers."""

from __future__ import annotations

from flinksim.core.ids import OperatorId
from flinksim.trace.events.event import Event, declare_event
from flinksim.trace.events.fields import (
    STATE_READ_KINDS,
    USER_CODE_KINDS,
    Count,
    ElementKind,
    TimeDomain,
    Timestamp,
)
from flinksim.trace.state.effects import OPERATOR
from flinksim.trace.values import Value

_ELEMENT_PARENT_KINDS = (
    "ElementProcessed",
    "ElementReceived",
    "InputWatermarkAdvanced",
    "InputStatusChanged",
    "SourceRecordRead",
    "WatermarkEmitted",
    "StatusEmitted",
    "WindowFired",
    "TimerFired",
    *STATE_READ_KINDS,
    "StateUpdated",
    "SourceFinished",
    "MailTaken",
)


@declare_event(
    flink_method="{operator}.process{element}",
    span_relation="call",
    parent_kinds=_ELEMENT_PARENT_KINDS,
)
class ElementProcessed(Event):
    """An operator was called with a record, a watermark or a status (``element`` says which)."""

    operator: OperatorId
    element: ElementKind
    value: Value
    timestamp: Timestamp | None


@declare_event(
    flink_method="AbstractStreamOperator.processWatermark1",
    span_relation="call",
    parent_kinds=("ElementProcessed",),
)
class OperatorInputChanged(Event):
    """The watermark or the status of one of an operator's two inputs changed.

    ``holds``: the input limits the watermark of the operator, because it is not idle and not ahead
    of the other one. ``other_holds`` says the same of the ``other`` input.
    """

    operator: OperatorId
    input: Count
    other: Count
    watermark: Timestamp
    idle: bool
    holds: bool
    other_holds: bool

    EFFECTS = (
        OPERATOR.at("inputs", "input").set(watermark="watermark", idle="idle", holds="holds"),
        OPERATOR.at("inputs", "other").set(holds="other_holds"),
    )


@declare_event(
    flink_method="AbstractPythonFunctionOperator.processWatermark",
    span_relation="call",
    parent_kinds=_ELEMENT_PARENT_KINDS,
)
class WatermarkHeld(Event):
    """A watermark waits for the end of a Python worker's bundle, which has ``taken`` elements so far.

    ``taken`` counts timers as well. If two watermarks wait, the later one counts.
    """

    operator: OperatorId
    timestamp: Timestamp
    taken: Count


@declare_event(
    flink_method="AbstractStreamOperator.reportOrForwardLatencyMarker > LatencyStats.reportLatency",
    parent_kinds=("ElementProcessed",),
)
class LatencyMeasured(Event):
    """A latency marker reached an operator, ``latency`` ms after ``source`` emitted it."""

    operator: OperatorId
    source: OperatorId
    latency: Count


@declare_event(
    flink_method="AbstractExternalOneInputPythonFunctionOperator.processElement",
    parent_kinds=("ElementProcessed", "TimerFired"),
)
class PythonFunctionCalled(Event):
    """A function of a recorded PyFlink job ran in the Python worker, for a record or a timer.

    ``value`` is the record, or the timestamp of the timer. The operator gets the ``results`` later, when
    the bundle ends. Only recordings of real jobs have this event.
    """

    operator: OperatorId
    function: str
    value: Value
    results: Value


@declare_event(flink_method="FilterFunction.filter", parent_kinds=("ElementProcessed",))
class RecordFiltered(Event):
    """A filter dropped a record."""

    operator: OperatorId


@declare_event(
    flink_method="InternalTimerServiceImpl.tryAdvanceWatermark",
    span_relation="call",
    parent_kinds=("ElementProcessed", "WatermarkGenerated", "MailTaken"),
    origin_role="clock",
)
class OperatorWatermarkAdvanced(Event):
    """The event-time clock of an operator advanced; its timers up to ``after`` are due."""

    operator: OperatorId
    before: Timestamp
    after: Timestamp

    EFFECTS = (OPERATOR.set(watermark="after"),)


@declare_event(
    flink_method="WatermarkToDataOutput.emitWatermark",
    span_relation="call",
    parent_kinds=(
        "OperatorWatermarkAdvanced",
        "ElementProcessed",
        "WatermarkGenerated",
        "MailTaken",
        "SourceFinished",
        "SourceRecordRead",
    ),
)
class WatermarkEmitted(Event):
    """An operator emitted a watermark."""

    operator: OperatorId
    timestamp: Timestamp

    EFFECTS = (OPERATOR.set(emitted_watermark="timestamp"),)


@declare_event(
    flink_method="WatermarkToDataOutput.markIdle",
    span_relation="call",
    parent_kinds=("ElementProcessed", "SplitStatusChanged", "MailTaken", "SourceRecordRead"),
)
class StatusEmitted(Event):
    """An operator emitted a watermark status."""

    operator: OperatorId
    idle: bool

    EFFECTS = (OPERATOR.set(emitted_idle="idle"),)


@declare_event(
    flink_method="AbstractStreamOperator.setCurrentKey",
    span_relation="beside",
    parent_kinds=("ElementProcessed", "OperatorWatermarkAdvanced", "MailTaken"),
)
class KeySelected(Event):
    """A keyed operator set its current key, before it processed a record or a timer of that key."""

    operator: OperatorId
    key: Value
    key_group: Count

    EFFECTS = (OPERATOR.set(key="key", key_group="key_group"),)


@declare_event(
    flink_method="HeapValueState.update",
    span_relation="call",
    parent_kinds=(*USER_CODE_KINDS, "WindowAssigned"),
)
class StateUpdated(Event):
    """A keyed state changed; ``value`` is its new value, ``namespace`` the window or "".

    ``folded``: the new value was added to the old one, as in an accumulator.
    """

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    value: Value
    key_group: Count
    folded: bool

    EFFECTS = (OPERATOR.put("states", "key_group", "state", "key", "namespace", value="value"),)


@declare_event(
    flink_method="HeapListState.add",
    span_relation="call",
    parent_kinds=(*USER_CODE_KINDS, "WindowAssigned"),
)
class StateAppended(Event):
    """An element was appended to a keyed list state."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    value: Value
    key_group: Count

    EFFECTS = (OPERATOR.push("lists", "key_group", "state", "key", "namespace", value="value"),)


@declare_event(
    flink_method="AbstractHeapState.clear",
    span_relation="call",
    parent_kinds=(*USER_CODE_KINDS, "WindowCleared", "TriggerCleared"),
)
class StateCleared(Event):
    """A keyed state was cleared."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    key_group: Count

    EFFECTS = (
        OPERATOR.discard("states", "key_group", "state", "key", "namespace"),
        OPERATOR.discard("lists", "key_group", "state", "key", "namespace"),
    )


@declare_event(
    flink_method="AbstractTtlDecorator.getWrappedWithTtlCheckAndUpdate > AbstractHeapState.clear",
    span_relation="call",
    parent_kinds=USER_CODE_KINDS,
)
class StateExpired(Event):
    """A read found that a value has expired: its last access was ``age_ms`` ago, more than ``ttl_ms``.

    It is removed next. Both durations are in ms of processing time.
    """

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    age_ms: Count
    ttl_ms: Count
    key_group: Count


@declare_event(flink_method="HeapMapState.put", span_relation="call", parent_kinds=USER_CODE_KINDS)
class StateEntryPut(Event):
    """An entry of a map state was added, or its value was replaced.

    Broadcast state belongs to no key: its ``key`` is none.
    """

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    entry: Value
    value: Value
    key_group: Count

    EFFECTS = (
        OPERATOR.put(
            "map_entries", "key_group", "state", "key", "namespace", "entry", value="value"
        ),
    )


@declare_event(
    flink_method="HeapMapState.remove", span_relation="call", parent_kinds=USER_CODE_KINDS
)
class StateEntryRemoved(Event):
    """An entry of a map state was removed, alone or because the whole map was cleared."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    entry: Value
    key_group: Count

    EFFECTS = (OPERATOR.drop("map_entries", "key_group", "state", "key", "namespace", "entry"),)


_STATE_READ_PARENT_KINDS = (*USER_CODE_KINDS, "WindowAssigned")


@declare_event(
    flink_method="HeapValueState.value", span_relation="call", parent_kinds=_STATE_READ_PARENT_KINDS
)
class StateRead(Event):
    """A state was read: its ``value``, or all ``count`` values if it has several."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    value: Value
    count: Count
    key_group: Count


@declare_event(
    flink_method="HeapMapState.get", span_relation="call", parent_kinds=_STATE_READ_PARENT_KINDS
)
class StateEntryRead(Event):
    """An entry of a map state was read, or only its existence was checked (then ``value`` is none)."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    entry: Value
    found: bool
    value: Value
    key_group: Count


_TIMER_PARENT_KINDS = (
    *STATE_READ_KINDS,
    "ElementProcessed",
    "TimerFired",
    "WindowAssigned",
    "TriggerEvaluated",
    "WindowsMerged",
)


@declare_event(
    flink_method="InternalTimerServiceImpl.register{domain}TimeTimer",
    parent_kinds=_TIMER_PARENT_KINDS,
)
class TimerRegistered(Event):
    """A timer that did not exist before was registered; ``namespace`` is the window or ""."""

    operator: OperatorId
    domain: TimeDomain
    key: Value
    namespace: Value
    timestamp: Timestamp

    EFFECTS = (OPERATOR.put("timers", "domain", "key", "namespace", "timestamp"),)


@declare_event(
    flink_method="InternalTimerServiceImpl.delete{domain}TimeTimer",
    parent_kinds=(*_TIMER_PARENT_KINDS, "WindowCleared", "TriggerCleared"),
)
class TimerDeleted(Event):
    """A registered timer was deleted."""

    operator: OperatorId
    domain: TimeDomain
    key: Value
    namespace: Value
    timestamp: Timestamp

    EFFECTS = (OPERATOR.drop("timers", "domain", "key", "namespace", "timestamp"),)


@declare_event(
    flink_method="InternalTimerServiceImpl.tryAdvanceWatermark",
    span_relation="call",
    parent_kinds=("OperatorWatermarkAdvanced", "MailTaken"),
    parent_role="clock",
)
class TimerFired(Event):
    """A due timer left the queue and called its operator."""

    operator: OperatorId
    domain: TimeDomain
    key: Value
    namespace: Value
    timestamp: Timestamp

    EFFECTS = (OPERATOR.drop("timers", "domain", "key", "namespace", "timestamp"),)
