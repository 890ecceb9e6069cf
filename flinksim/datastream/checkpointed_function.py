"""Functions that take part in checkpoints. Not in PyFlink.

Flink: ``org.apache.flink.streaming.api.checkpoint.CheckpointedFunction``,
``org.apache.flink.api.common.state.CheckpointListener``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from flinksim.datastream.functions import KeyedStateStore
from flinksim.datastream.state import ListState, ListStateDescriptor, OperatorStateStore


class ListOperatorStateStore(OperatorStateStore):
    """Access to operator state, which belongs to no key. Flink: ``OperatorStateStore``."""

    @abstractmethod
    def get_list_state(self, state_descriptor: ListStateDescriptor) -> ListState[Any]:
        """Return a list whose items are redistributed one by one after rescaling."""

    @abstractmethod
    def get_union_list_state(self, state_descriptor: ListStateDescriptor) -> ListState[Any]:
        """Return a list state; after a restore every subtask gets the items of all subtasks."""


class FunctionSnapshotContext(ABC):
    """The checkpoint for which a function prepares its state."""

    @abstractmethod
    def get_checkpoint_id(self) -> int:
        """Return its id, from 1."""


class FunctionInitializationContext(ABC):
    """Access of a function to its state before ``open``."""

    @abstractmethod
    def is_restored(self) -> bool:
        """Return whether the job is restored from a checkpoint."""

    @abstractmethod
    def get_restored_checkpoint_id(self) -> int | None:
        """Return the id of that checkpoint."""

    @abstractmethod
    def get_operator_state_store(self) -> ListOperatorStateStore:
        """Return the store of state that belongs to no key."""

    @abstractmethod
    def get_keyed_state_store(self) -> KeyedStateStore:
        """Return the store of the current key's state.

        Raises:
            RuntimeError: If the stream is not keyed.
        """


class CheckpointedFunction(ABC):
    """Additional base class of a function with operator state.

    Errors: rejected with the PyFlink API flavor, which calls neither method.
    """

    @abstractmethod
    def snapshot_state(self, context: FunctionSnapshotContext) -> None:
        """Update the states; called before they are copied."""

    @abstractmethod
    def initialize_state(self, context: FunctionInitializationContext) -> None:
        """Get the states and read their contents; called before ``open``."""


class CheckpointListener(ABC):
    """Additional base class of a function that is notified of the results of checkpoints.

    Errors: rejected with the PyFlink API flavor, which calls neither method.
    """

    @abstractmethod
    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        """Handle a completed checkpoint.

        The call may be skipped; a later one then includes this checkpoint.
        """

    def notify_checkpoint_aborted(self, checkpoint_id: int) -> None:
        """Handle an aborted checkpoint."""
