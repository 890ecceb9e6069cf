"""Operators whose second input is broadcast to every instance and stored in broadcast state.

Flink: ``CoBroadcastWithNonKeyedOperator``, ``CoBroadcastWithKeyedOperator``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flinksim.core.java.timestamps import to_user_timestamp
from flinksim.datastream.functions import (
    BaseBroadcastProcessFunction,
    BroadcastProcessFunction,
    KeyedBroadcastProcessFunction,
)
from flinksim.datastream.state import (
    BroadcastState,
    MapStateDescriptor,
    ReadOnlyBroadcastState,
    StateDescriptor,
)
from flinksim.datastream.transformations import KeySelector
from flinksim.runtime.elements import StreamRecord
from flinksim.runtime.operators.co_operators import KeyedTwoInputOperator, UnkeyedTwoInputOperator
from flinksim.runtime.operators.process_operators import KeyedContext
from flinksim.runtime.operators.stream_operator import OperatorContext, Output, StreamOperator
from flinksim.runtime.state.broadcast_state import BroadcastStates
from flinksim.runtime.state.namespaces import VOID_NAMESPACE
from flinksim.runtime.state.snapshot_model import OperatorSnapshot
from flinksim.trace.values import Value


def freeze_broadcast_states(operator: StreamOperator) -> dict[str, dict[Value, Value]]:
    """Return copies of the broadcast states of *operator*, in the form of trace events."""
    if isinstance(operator, BroadcastProcessOperator | KeyedBroadcastProcessOperator):
        return operator.states.freeze_all()
    return {}


class _OperatorTimeContext(BaseBroadcastProcessFunction.BaseContext):
    """Gives the contexts of broadcast functions access to timestamps and the current time."""

    def __init__(self, operator: StreamOperator, states: BroadcastStates) -> None:
        self._operator = operator
        self._states = states
        self.element_timestamp: int | None = None

    def timestamp(self) -> int:
        return to_user_timestamp(self.element_timestamp)

    def current_processing_time(self) -> int:
        return self._operator.context.processing_time.current_processing_time()

    def current_watermark(self) -> int:
        return self._operator.current_watermark


class _ReadOnlyAccess(_OperatorTimeContext):
    def get_broadcast_state(
        self, state_descriptor: MapStateDescriptor
    ) -> ReadOnlyBroadcastState[Any, Any]:
        return self._states.get_read_only(state_descriptor)


class _WriteAccess(_OperatorTimeContext):
    def get_broadcast_state(self, state_descriptor: MapStateDescriptor) -> BroadcastState[Any, Any]:
        return self._states.get_writable(state_descriptor)


class _ReadOnlyContext(_ReadOnlyAccess, BroadcastProcessFunction.ReadOnlyContext):
    """Context of ``process_element`` on a non-keyed stream; broadcast state is read-only."""


class _BroadcastContext(_WriteAccess, BroadcastProcessFunction.Context):
    """Context of ``process_broadcast_element``; broadcast state can be changed."""


class BroadcastProcessOperator(UnkeyedTwoInputOperator):
    """Operator of a broadcast process function on a non-keyed stream."""

    __slots__ = ("_broadcast_context", "_descriptors", "_read_only_context", "states")

    FLINK_CLASS = "CoBroadcastWithNonKeyedOperator"

    def __init__(self, function: Any, state_descriptors: tuple[MapStateDescriptor, ...]) -> None:
        super().__init__(function)
        self._descriptors = state_descriptors

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self.states = BroadcastStates(self._descriptors, self.id, self.context.emit)
        self._read_only_context = _ReadOnlyContext(self, self.states)
        self._broadcast_context = _BroadcastContext(self, self.states)

    def snapshot_state(self, snapshot: OperatorSnapshot) -> None:
        super().snapshot_state(snapshot)
        self.states.snapshot(snapshot)

    def initialize_state(self, snapshot: OperatorSnapshot) -> None:
        super().initialize_state(snapshot)
        self.states.restore(snapshot)

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        self._read_only_context.element_timestamp = record.timestamp
        results = self.function.process_element(record.value, self._read_only_context)
        self.emit_results(results, record.timestamp)

    def process_element2(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        self._broadcast_context.element_timestamp = record.timestamp
        results = self.function.process_broadcast_element(record.value, self._broadcast_context)
        self.emit_results(results, record.timestamp)
        self.states.forbid_changes()


class _KeyedReadOnlyContext(
    KeyedContext, _ReadOnlyAccess, KeyedBroadcastProcessFunction.OnTimerContext
):
    """Context of ``process_element`` and ``on_timer`` on a keyed stream; broadcast state is read-only."""

    def __init__(self, operator: KeyedBroadcastProcessOperator) -> None:
        KeyedContext.__init__(self, operator)
        self._operator = operator

    def bind_states(self, states: BroadcastStates) -> None:
        """Set the broadcast states, which are created after this context."""
        self._states = states


class _KeyedBroadcastContext(_WriteAccess, KeyedBroadcastProcessFunction.Context):
    """Context of ``process_broadcast_element`` on a keyed stream."""

    def __init__(self, operator: KeyedBroadcastProcessOperator, states: BroadcastStates) -> None:
        super().__init__(operator, states)
        self._keyed_operator = operator

    def apply_to_keyed_state(
        self, state_descriptor: StateDescriptor, function: Callable[[Any, Any], None]
    ) -> None:
        """Call *function* with each key that has a value in the state, and the state. Not in PyFlink."""
        backend = self._keyed_operator.backend
        for key in backend.keys(state_descriptor.name):
            backend.set_current_key(key)
            function(key, backend.get_partitioned_state(VOID_NAMESPACE, state_descriptor))


class KeyedBroadcastProcessOperator(KeyedTwoInputOperator):
    """Operator of a broadcast process function on a keyed stream; only the keyed side sets timers."""

    __slots__ = ("_broadcast_context", "_descriptors", "_key_selector", "states")

    FLINK_CLASS = "CoBroadcastWithKeyedOperator"
    CONTEXT_CLASS = _KeyedReadOnlyContext

    def __init__(
        self,
        function: Any,
        key_selector: KeySelector,
        state_descriptors: tuple[MapStateDescriptor, ...],
    ) -> None:
        super().__init__(function)
        self._key_selector = key_selector
        self._descriptors = state_descriptors

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self.states = BroadcastStates(self._descriptors, self.id, self.context.emit)
        assert isinstance(self.function_context, _KeyedReadOnlyContext)
        self.function_context.bind_states(self.states)
        self._broadcast_context = _KeyedBroadcastContext(self, self.states)

    def snapshot_state(self, snapshot: OperatorSnapshot) -> None:
        super().snapshot_state(snapshot)
        self.states.snapshot(snapshot)

    def initialize_state(self, snapshot: OperatorSnapshot) -> None:
        super().initialize_state(snapshot)
        self.states.restore(snapshot)

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        self.set_current_key(self._key_selector(record.value))
        self.function_context.element_timestamp = record.timestamp
        results = self.function.process_element(record.value, self.function_context)
        self.emit_results(results, record.timestamp)

    def process_element2(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        self._broadcast_context.element_timestamp = record.timestamp
        results = self.function.process_broadcast_element(record.value, self._broadcast_context)
        self.emit_results(results, record.timestamp)
        self.states.forbid_changes()
