"""Events of a restored checkpoint: in-flight data, state, timers, panes."""

from __future__ import annotations

from flinksim.core.ids import ChannelId, OperatorId
from flinksim.trace.causality.flink_stacks import RESTORING
from flinksim.trace.events.base import Fact, event
from flinksim.trace.events.fields import Count, TimeDomain, Timestamp
from flinksim.trace.state.effects import CHANNEL, OPERATOR
from flinksim.trace.values import Value

_RESTORED = f"/{RESTORING} > AbstractStreamOperator.initializeState"


@event(place="/RecoveredChannelStateHandler.recover > RecoveredInputChannel.onRecoveredStateBuffer")
class InputRecovered(Fact):
    """``elements`` of a channel that were in flight before its barrier were restored at the receiver.

    They are read before everything else.
    """

    channel: ChannelId
    checkpoint: Count
    elements: Count

    EFFECTS = (CHANNEL.set(written="elements"),)


@event(place="/ResultSubpartitionRecoveredStateHandler.recover")
class OutputRecovered(Fact):
    """``elements`` that a barrier had overtaken were restored at the sender of a channel."""

    channel: ChannelId
    checkpoint: Count
    elements: Count

    EFFECTS = (CHANNEL.add(written="elements"),)


@event(place=_RESTORED)
class StateRestored(Fact):
    """A keyed state was restored to its value at the checkpoint; fields as in StateUpdated."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    value: Value
    key_group: Count

    EFFECTS = (OPERATOR.put("states", "key_group", "state", "key", "namespace", value="value"),)


@event(place=_RESTORED)
class ListRestored(Fact):
    """A keyed list state was restored to its elements at the checkpoint."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    values: Value
    key_group: Count

    EFFECTS = (OPERATOR.spread("lists", "key_group", "state", "key", "namespace", value="values"),)


@event(place=_RESTORED)
class StateEntryRestored(Fact):
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


@event(place=_RESTORED)
class TimerRestored(Fact):
    """A timer was restored from the checkpoint."""

    operator: OperatorId
    domain: TimeDomain
    key: Value
    namespace: Value
    timestamp: Timestamp

    EFFECTS = (OPERATOR.put("timers", "domain", "key", "namespace", "timestamp"),)


@event(place=_RESTORED)
class PaneRestored(Fact):
    """A pane with ``count`` elements was restored from the checkpoint."""

    operator: OperatorId
    key: Value
    window: Value
    count: Count
    state_window: Value

    EFFECTS = (OPERATOR.put("panes", "key", "window", count="count", state_window="state_window"),)
