"""Facts of operators: elements, what is put out, keyed state, timers."""

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
    """An operator was handed a record, a watermark or a status (``element`` says which)."""

    operator: OperatorId
    element: ElementKind
    value: Value
    timestamp: Timestamp | None


@event(place="AbstractStreamOperator.processWatermark1", told="call", within=("ElementProcessed",))
class OperatorInputChanged(Fact):
    """The watermark or the status of one of an operator's two inputs changed.

    An input that is not idle and is not ahead of the other ``holds`` the operator's watermark back,
    and ``other_holds`` says so of the ``other`` input.
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
    """A watermark waits for the end of a Python worker's bundle, which has ``taken`` elements and
    timers so far. Of two that wait the later counts.
    """

    operator: OperatorId
    timestamp: Timestamp
    taken: Count


@event(
    place="AbstractStreamOperator.reportOrForwardLatencyMarker > LatencyStats.reportLatency",
    within=("ElementProcessed",),
)
class LatencyMeasured(Fact):
    """A latency marker came to an operator, ``latency`` ms after ``source`` had put it out."""

    operator: OperatorId
    source: OperatorId
    latency: Count


@event(place="FilterFunction.filter", within=("ElementProcessed",))
class RecordFiltered(Fact):
    """A filter let a record drop."""

    operator: OperatorId


@event(
    place="InternalTimerServiceImpl.tryAdvanceWatermark",
    told="call",
    within=("ElementProcessed", "WatermarkGenerated", "MailTaken"),
)
class OperatorWatermarkAdvanced(Fact):
    """An operator's own event-time clock moved; its timers up to ``after`` are due."""

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
    """An operator put a watermark out."""

    operator: OperatorId
    timestamp: Timestamp

    EFFECTS = (OPERATOR.set(emitted_watermark="timestamp"),)


@event(
    place="WatermarkToDataOutput.markIdle",
    told="call",
    within=("ElementProcessed", "SplitStatusChanged", "MailTaken", "SourceRecordRead"),
)
class StatusEmitted(Fact):
    """An operator put a watermark status out."""

    operator: OperatorId
    idle: bool

    EFFECTS = (OPERATOR.set(emitted_idle="idle"),)


@event(
    place="AbstractStreamOperator.setCurrentKey",
    told="beside",
    within=("ElementProcessed", "OperatorWatermarkAdvanced", "MailTaken"),
)
class KeySelected(Fact):
    """A key was set, before a keyed operator worked on a record or a timer of it."""

    operator: OperatorId
    key: Value
    key_group: Count

    EFFECTS = (OPERATOR.set(key="key", key_group="key_group"),)


@event(place="HeapValueState.update", told="call", within=(*USER_CODE, "WindowAssigned"))
class StateUpdated(Fact):
    """A keyed state changed; ``value`` is what it holds now, ``namespace`` the window or "".

    ``folded``: something was added to what it held before, as in an accumulator.
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
    """An element was put behind the others of a keyed list."""

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
    """A map state got an entry, or a new value for one.

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
    """An entry of a map state is gone: it alone, or with all others where the map is cleared."""

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
    """A state was read: its ``value``, or where it has several all ``count`` of them."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    value: Value
    count: Count
    key_group: Count


@event(place="HeapMapState.get", told="call", within=_CAUSES_OF_READS)
class StateEntryRead(Fact):
    """A map state was asked for one entry, or only whether it is there (then ``value`` is none)."""

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
    """A timer that was not there before was registered; ``namespace`` is the window or ""."""

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
    """A due timer left the queue and calls its operator."""

    operator: OperatorId
    domain: TimeDomain
    key: Value
    namespace: Value
    timestamp: Timestamp

    EFFECTS = (OPERATOR.drop("timers", "domain", "key", "namespace", "timestamp"),)
