"""Events of operators: processed elements, output, keyed state, timers."""

from __future__ import annotations

from flinksim.core.ids import OperatorId
from flinksim.trace.events.base import Fact, event
from flinksim.trace.events.fields import READS, USER_CODE, Count, ElementKind, TimeDomain, Timestamp
from flinksim.trace.state.effects import OPERATOR
from flinksim.trace.values import Value

_ELEMENT_CAUSES = (
    "ElementProcessed",
    "ElementReceived",
    "InputWatermarkAdvanced",
    "InputStatusChanged",
    "SourceRecordRead",
    "WatermarkEmitted",
    "StatusEmitted",
    "WindowFired",
    "TimerFired",
    *READS,
    "StateUpdated",
    "SourceFinished",
    "MailTaken",
)


@event(place="{operator}.process{element}", told="call", within=_ELEMENT_CAUSES)
class ElementProcessed(Fact):
    """An operator was called with a record, a watermark or a status (``element`` says which)."""

    operator: OperatorId
    element: ElementKind
    value: Value
    timestamp: Timestamp | None


@event(place="AbstractStreamOperator.processWatermark1", told="call", within=("ElementProcessed",))
class OperatorInputChanged(Fact):
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


@event(place="AbstractPythonFunctionOperator.processWatermark", told="call", within=_ELEMENT_CAUSES)
class WatermarkHeld(Fact):
    """A watermark waits for the end of a Python worker's bundle, which has ``taken`` elements so far.

    ``taken`` counts timers as well. If two watermarks wait, the later one counts.
    """

    operator: OperatorId
    timestamp: Timestamp
    taken: Count


@event(
    place="AbstractStreamOperator.reportOrForwardLatencyMarker > LatencyStats.reportLatency",
    within=("ElementProcessed",),
)
class LatencyMeasured(Fact):
    """A latency marker reached an operator, ``latency`` ms after ``source`` emitted it."""

    operator: OperatorId
    source: OperatorId
    latency: Count


@event(place="FilterFunction.filter", within=("ElementProcessed",))
class RecordFiltered(Fact):
    """A filter dropped a record."""

    operator: OperatorId


@event(
    place="InternalTimerServiceImpl.tryAdvanceWatermark",
    told="call",
    within=("ElementProcessed", "WatermarkGenerated", "MailTaken"),
)
class OperatorWatermarkAdvanced(Fact):
    """The event-time clock of an operator advanced; its timers up to ``after`` are due."""

    operator: OperatorId
    before: Timestamp
    after: Timestamp

    EFFECTS = (OPERATOR.set(watermark="after"),)


@event(
    place="WatermarkToDataOutput.emitWatermark",
    told="call",
    within=(
        "OperatorWatermarkAdvanced",
        "ElementProcessed",
        "WatermarkGenerated",
        "MailTaken",
        "SourceFinished",
        "SourceRecordRead",
    ),
)
class WatermarkEmitted(Fact):
    """An operator emitted a watermark."""

    operator: OperatorId
    timestamp: Timestamp

    EFFECTS = (OPERATOR.set(emitted_watermark="timestamp"),)


@event(
    place="WatermarkToDataOutput.markIdle",
    told="call",
    within=("ElementProcessed", "SplitStatusChanged", "MailTaken", "SourceRecordRead"),
)
class StatusEmitted(Fact):
    """An operator emitted a watermark status."""

    operator: OperatorId
    idle: bool

    EFFECTS = (OPERATOR.set(emitted_idle="idle"),)


@event(
    place="AbstractStreamOperator.setCurrentKey",
    told="beside",
    within=("ElementProcessed", "OperatorWatermarkAdvanced", "MailTaken"),
)
class KeySelected(Fact):
    """A keyed operator set its current key, before it processed a record or a timer of that key."""

    operator: OperatorId
    key: Value
    key_group: Count

    EFFECTS = (OPERATOR.set(key="key", key_group="key_group"),)


@event(place="HeapValueState.update", told="call", within=(*USER_CODE, "WindowAssigned"))
class StateUpdated(Fact):
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


@event(place="HeapListState.add", told="call", within=(*USER_CODE, "WindowAssigned"))
class StateAppended(Fact):
    """An element was appended to a keyed list state."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    value: Value
    key_group: Count

    EFFECTS = (OPERATOR.push("lists", "key_group", "state", "key", "namespace", value="value"),)


@event(
    place="AbstractHeapState.clear",
    told="call",
    within=(*USER_CODE, "WindowCleared", "TriggerCleared"),
)
class StateCleared(Fact):
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


@event(place="HeapMapState.put", told="call", within=USER_CODE)
class StateEntryPut(Fact):
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


@event(place="HeapMapState.remove", told="call", within=USER_CODE)
class StateEntryRemoved(Fact):
    """An entry of a map state was removed, alone or because the whole map was cleared."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    entry: Value
    key_group: Count

    EFFECTS = (OPERATOR.drop("map_entries", "key_group", "state", "key", "namespace", "entry"),)


_CAUSES_OF_READS = (*USER_CODE, "WindowAssigned")


@event(place="HeapValueState.value", told="call", within=_CAUSES_OF_READS)
class StateRead(Fact):
    """A state was read: its ``value``, or all ``count`` values if it has several."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    value: Value
    count: Count
    key_group: Count


@event(place="HeapMapState.get", told="call", within=_CAUSES_OF_READS)
class StateEntryRead(Fact):
    """An entry of a map state was read, or only its existence was checked (then ``value`` is none)."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    entry: Value
    found: bool
    value: Value
    key_group: Count


_TIMER_CAUSES = (
    *READS,
    "ElementProcessed",
    "TimerFired",
    "WindowAssigned",
    "TriggerEvaluated",
    "WindowsMerged",
)


@event(place="InternalTimerServiceImpl.register{domain}TimeTimer", within=_TIMER_CAUSES)
class TimerRegistered(Fact):
    """A timer that did not exist before was registered; ``namespace`` is the window or ""."""

    operator: OperatorId
    domain: TimeDomain
    key: Value
    namespace: Value
    timestamp: Timestamp

    EFFECTS = (OPERATOR.put("timers", "domain", "key", "namespace", "timestamp"),)


@event(
    place="InternalTimerServiceImpl.delete{domain}TimeTimer",
    within=(*_TIMER_CAUSES, "WindowCleared", "TriggerCleared"),
)
class TimerDeleted(Fact):
    """A registered timer was deleted."""

    operator: OperatorId
    domain: TimeDomain
    key: Value
    namespace: Value
    timestamp: Timestamp

    EFFECTS = (OPERATOR.drop("timers", "domain", "key", "namespace", "timestamp"),)


@event(
    place="InternalTimerServiceImpl.tryAdvanceWatermark",
    told="call",
    within=("OperatorWatermarkAdvanced", "MailTaken"),
)
class TimerFired(Fact):
    """A due timer left the queue and called its operator."""

    operator: OperatorId
    domain: TimeDomain
    key: Value
    namespace: Value
    timestamp: Timestamp

    EFFECTS = (OPERATOR.drop("timers", "domain", "key", "namespace", "timestamp"),)
