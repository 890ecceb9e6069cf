"""Functions that take part in checkpoints themselves. PyFlink has none of this.

Flink: ``org.apache.flink.streaming.api.checkpoint.CheckpointedFunction``,
``org.apache.flink.api.common.state.CheckpointListener``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from flinksim.datastream.functions import KeyedStateStore
from flinksim.datastream.state import ListState, ListStateDescriptor, OperatorStateStore


class ListOperatorStateStore(OperatorStateStore):
    """Where a function gets state that belongs to no key. Flink: ``OperatorStateStore``."""

    @abstractmethod
    def get_list_state(self, state_descriptor: ListStateDescriptor) -> ListState[Any]:
        """A list whose items are dealt out, one by one, when the parallelism is another one."""

    @abstractmethod
    def get_union_list_state(self, state_descriptor: ListStateDescriptor) -> ListState[Any]:
        """A list of which every subtask gets the items of all when it begins with a checkpoint."""


class FunctionSnapshotContext(ABC):
    """The checkpoint that a function is to have its state ready for."""

    @abstractmethod
    def get_checkpoint_id(self) -> int:
        """Its number, from 1."""


class FunctionInitializationContext(ABC):
    """Where a function finds its state, before ``open``."""

    @abstractmethod
    def is_restored(self) -> bool:
        """Whether the job goes back to a checkpoint."""

    @abstractmethod
    def get_restored_checkpoint_id(self) -> int | None:
        """The number of that checkpoint."""

    @abstractmethod
    def get_operator_state_store(self) -> ListOperatorStateStore:
        """State that belongs to no key."""

    @abstractmethod
    def get_keyed_state_store(self) -> KeyedStateStore:
        """State of the current key. Errors: RuntimeError on a stream without keys."""


class CheckpointedFunction(ABC):
    """A second base of a function that keeps state which belongs to no key.

    Errors: refused in PyFlink's dialect, which calls neither method.
    """

    @abstractmethod
    def snapshot_state(self, context: FunctionSnapshotContext) -> None:
        """Put into the states what they are to hold; called before they are copied."""

    @abstractmethod
    def initialize_state(self, context: FunctionInitializationContext) -> None:
        """Ask for the states, and take what is in them; called before ``open``."""


class CheckpointListener(ABC):
    """A second base of a function that wants to know what has become of a checkpoint.

    Errors: refused in PyFlink's dialect, which calls neither method.
    """

    @abstractmethod
    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        """It is safe. It may be skipped; a later one tells of it, too."""

    def notify_checkpoint_aborted(self, checkpoint_id: int) -> None:
        """It came to nothing."""
