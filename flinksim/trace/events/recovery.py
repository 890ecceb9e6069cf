"""Facts of what a checkpoint gives back: data in flight, state, timers, panes."""

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
    """What a checkpoint caught in flight before a channel's barrier is there to be read, first of all:
    so many ``elements``.
    """

    channel: ChannelId
    checkpoint: Count
    elements: Count

    EFFECTS = (CHANNEL.set(written="elements"),)


@event(place="/ResultSubpartitionRecoveredStateHandler.recover")
class OutputRecovered(Fact):
    """What a barrier had overtaken at the sender of a channel waits there again: ``elements``."""

    channel: ChannelId
    checkpoint: Count
    elements: Count

    EFFECTS = (CHANNEL.add(written="elements"),)


@event(place=_RESTORED)
class StateRestored(Fact):
    """A keyed state holds what it held when the checkpoint was taken; fields as in StateUpdated."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    value: Value
    key_group: Count

    EFFECTS = (OPERATOR.put("states", "key_group", "state", "key", "namespace", value="value"),)


@event(place=_RESTORED)
class ListRestored(Fact):
    """A keyed list has the elements that it had when the checkpoint was taken."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    values: Value
    key_group: Count

    EFFECTS = (OPERATOR.spread("lists", "key_group", "state", "key", "namespace", value="values"),)


@event(place=_RESTORED)
class StateEntryRestored(Fact):
    """A map state has the entry that it had when the checkpoint was taken; as in StateEntryPut."""

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
    """A timer is registered that was when the checkpoint was taken."""

    operator: OperatorId
    domain: TimeDomain
    key: Value
    namespace: Value
    timestamp: Timestamp

    EFFECTS = (OPERATOR.put("timers", "domain", "key", "namespace", "timestamp"),)


@event(place=_RESTORED)
class PaneRestored(Fact):
    """A pane is there that was when the checkpoint was taken, with ``count`` elements."""

    operator: OperatorId
    key: Value
    window: Value
    count: Count
    state_window: Value

    EFFECTS = (OPERATOR.put("panes", "key", "window", count="count", state_window="state_window"),)
