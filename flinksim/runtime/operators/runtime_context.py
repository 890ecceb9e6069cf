"""The runtime context of user functions, and their access to keyed state.

Flink: ``StreamingRuntimeContext``, ``DefaultKeyedStateStore``, ``DefaultOperatorStateBackend``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from flinksim.datastream.functions import KeyedStateStore, RuntimeContext
from flinksim.datastream.state import (
    AggregatingState,
    AggregatingStateDescriptor,
    ListState,
    ListStateDescriptor,
    MapState,
    MapStateDescriptor,
    ReducingState,
    ReducingStateDescriptor,
    StateDescriptor,
    ValueState,
    ValueStateDescriptor,
)
from flinksim.runtime.metrics import MetricGroup
from flinksim.runtime.state.heap_keyed_state_backend import HeapKeyedStateBackend
from flinksim.runtime.state.namespaces import VOID_NAMESPACE

if TYPE_CHECKING:
    from flinksim.runtime.operators.stream_operator import OperatorContext

NOT_KEYED_MESSAGE = (
    "This state is only accessible by functions executed on a KeyedStream. "
    "Keyed state can only be used on a 'keyed stream', i.e., after a 'keyBy()' operation."
)


class PartitionedStateStore(KeyedStateStore):
    """Gives a user function access to the states of the current key.

    The function ``find_state`` returns a state in the right namespace, such as that of a window.
    """

    def __init__(self, find_state: Callable[[StateDescriptor], Any]) -> None:
        self._find_state = find_state

    def get_state(self, state_descriptor: ValueStateDescriptor) -> ValueState[Any]:
        return self._find(state_descriptor, ValueStateDescriptor)  # type: ignore[no-any-return]

    def get_list_state(self, state_descriptor: ListStateDescriptor) -> ListState[Any]:
        return self._find(state_descriptor, ListStateDescriptor)  # type: ignore[no-any-return]

    def get_map_state(self, state_descriptor: MapStateDescriptor) -> MapState[Any, Any]:
        return self._find(state_descriptor, MapStateDescriptor)  # type: ignore[no-any-return]

    def get_reducing_state(self, state_descriptor: ReducingStateDescriptor) -> ReducingState[Any]:
        return self._find(state_descriptor, ReducingStateDescriptor)  # type: ignore[no-any-return]

    def get_aggregating_state(
        self, state_descriptor: AggregatingStateDescriptor
    ) -> AggregatingState[Any, Any]:
        return self._find(state_descriptor, AggregatingStateDescriptor)  # type: ignore[no-any-return]

    def _find(self, descriptor: Any, expected_type: type[StateDescriptor]) -> Any:
        if not isinstance(descriptor, expected_type):
            raise TypeError(f"This state needs a {expected_type.__name__}, found {descriptor!r}")
        return self._find_state(descriptor)


class StreamingRuntimeContext(PartitionedStateStore, RuntimeContext):
    """The runtime context of one operator instance.

    Raises:
        RuntimeError: If a function on a non-keyed stream uses keyed state; the text is Flink's.
    """

    def __init__(self, context: OperatorContext, backend: HeapKeyedStateBackend | None) -> None:
        super().__init__(self._find_keyed_state)
        self._context = context
        self._backend = backend
        self._metrics = MetricGroup()

    def _find_keyed_state(self, descriptor: StateDescriptor) -> Any:
        if self._backend is None:
            raise RuntimeError(NOT_KEYED_MESSAGE)
        return self._backend.get_partitioned_state(VOID_NAMESPACE, descriptor)

    def get_task_name(self) -> str:
        return self._context.task_name

    def get_number_of_parallel_subtasks(self) -> int:
        return self._context.parallelism

    def get_max_number_of_parallel_subtasks(self) -> int:
        return self._context.max_parallelism

    def get_index_of_this_subtask(self) -> int:
        return self._context.subtask_index

    def get_attempt_number(self) -> int:
        return self._context.attempt_number

    def get_task_name_with_subtasks(self) -> str:
        context = self._context
        return (
            f"{context.task_name} ({context.subtask_index + 1}/{context.parallelism})"
            f"#{context.attempt_number}"
        )

    def get_job_parameter(self, key: str, default_value: str) -> str:
        return (self._context.job_parameters or {}).get(key, default_value)

    def get_metrics_group(self) -> MetricGroup:
        return self._metrics
