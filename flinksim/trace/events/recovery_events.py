"""Events of a restored checkpoint: in-flight data, state, timers, panes."""

from __future__ import annotations

from flinksim.core.ids import ChannelId, OperatorId
from flinksim.trace.causality.flink_stacks import RESTORE_PATH
from flinksim.trace.events.event import Event, declare_event
from flinksim.trace.events.fields import Count, TimeDomain, Timestamp
from flinksim.trace.state.effects import CHANNEL, OPERATOR
from flinksim.trace.values import Value

_RESTORE_METHOD = f"/{RESTORE_PATH} > AbstractStreamOperator.initializeState"


@declare_event(
    flink_method="/RecoveredChannelStateHandler.recover > RecoveredInputChannel.onRecoveredStateBuffer"
)
class InputRecovered(Event):
    """``elements`` of a channel that were in flight before its barrier were restored at the receiver.

    They are read before everything else.
    """

    channel: ChannelId
    checkpoint: Count
    elements: Count

    EFFECTS = (CHANNEL.set(written="elements"),)


@declare_event(flink_method="/ResultSubpartitionRecoveredStateHandler.recover")
class OutputRecovered(Event):
    """``elements`` that a barrier had overtaken were restored at the sender of a channel."""

    channel: ChannelId
    checkpoint: Count
    elements: Count

    EFFECTS = (CHANNEL.add(written="elements"),)


@declare_event(flink_method=_RESTORE_METHOD)
class StateRestored(Event):
    """A keyed state was restored to its value at the checkpoint; fields as in StateUpdated."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    value: Value
    key_group: Count

    EFFECTS = (OPERATOR.put("states", "key_group", "state", "key", "namespace", value="value"),)


@declare_event(flink_method=_RESTORE_METHOD)
class ListRestored(Event):
    """A keyed list state was restored to its elements at the checkpoint."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    values: Value
    key_group: Count

    EFFECTS = (OPERATOR.spread("lists", "key_group", "state", "key", "namespace", value="values"),)


@declare_event(flink_method=_RESTORE_METHOD)
class StateEntryRestored(Event):
    """An entry of a map state was restored from the checkpoint; fields as in StateEntryPut."""

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


@declare_event(flink_method=_RESTORE_METHOD)
class TimerRestored(Event):
    """A timer was restored from the checkpoint."""

    operator: OperatorId
    domain: TimeDomain
    key: Value
    namespace: Value
    timestamp: Timestamp

    EFFECTS = (OPERATOR.put("timers", "domain", "key", "namespace", "timestamp"),)


@declare_event(flink_method=_RESTORE_METHOD)
class PaneRestored(Event):
    """A pane with ``count`` elements was restored from the checkpoint."""

    operator: OperatorId
    key: Value
    window: Value
    count: Count
    state_window: Value

    EFFECTS = (OPERATOR.put("panes", "key", "window", count="count", state_window="state_window"),)
