"""Interface of a sink: a writer per subtask, and a committer for two-phase commits.

Flink: ``org.apache.flink.api.connector.sink2``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from flinksim.common.typeinfo import TypeInformation
from flinksim.core.unsupported_api import as_java_object


class ProcessingTimeService(Protocol):
    """The processing-time clock of the writer's task, in ms."""

    def current_processing_time(self) -> int: ...
    def register_timer(self, timestamp: int, callback: Callable[[int], None], name: str) -> object:
        """Call ``callback(timestamp)`` in the task when the clock is past *timestamp*."""


@dataclass(frozen=True, slots=True)
class SinkContext:
    """The context of a writer.

    ``restored_states`` has its states from a checkpoint, ``restored_checkpoint_id`` the id of that
    checkpoint, 0 if there is none. ``processing_time`` is ``None`` outside of a cluster. Flink:
    ``WriterInitContext``.
    """

    subtask_index: int
    parallelism: int
    attempt_number: int = 0
    restored_states: Sequence[Any] = ()
    restored_checkpoint_id: int = 0
    operator_id: str = ""
    processing_time: ProcessingTimeService | None = None


class SinkWriter(ABC):
    """Writes the results of one subtask.

    Flink: ``SinkWriter``, ``CommittingSinkWriter``, ``StatefulSinkWriter``.
    """

    @abstractmethod
    def write(self, value: Any, timestamp: int | None) -> str:
        """Write one result and return its text as Flink prints it."""

    def flush(self, end_of_input: bool) -> None:
        """Prepare for a checkpoint barrier or the *end_of_input*."""

    def prepare_commit(self) -> Sequence[Any]:
        """Return the committables since the last call: phase one of a two-phase commit.

        They must survive failures and must not be visible yet.
        """
        return ()

    def count_results(self, committable: Any) -> int | None:
        """Return the number of results in a *committable* of ``prepare_commit``.

        With ``None`` all results since the last call count for the first committable.
        """
        return None

    def snapshot_state(self) -> Sequence[Any]:
        """Return the state that a writer needs to take over after a failure."""
        return ()

    def close(self) -> None:
        """Close the writer; called once, after the last result or a failure."""


class Committer(ABC):
    """Makes committables visible: phase two of a two-phase commit. Flink: ``Committer``."""

    @abstractmethod
    def commit(self, committable: Any) -> None:
        """Commit *committable*; a repeated call after a failure must have no effect."""

    def close(self) -> None:
        """Close the committer; called once."""


class Sink(ABC):
    """Factory of the writers of a sink; the same object serves all runs.

    A sink that ``has_committer`` has two operators in a plan: a writer, and a committer that makes the
    results visible. Flink: ``SupportsCommitter``.
    """

    has_committer: bool = False

    get_java_function = as_java_object

    def get_transformer(self) -> Any:
        """Return what transforms the stream before the sink, or ``None``."""
        return None

    def set_input_type(self, type_info: TypeInformation | None) -> None:
        """Set the type of the input stream, if any; called once, when the stream is connected.

        Flink: ``InputTypeConfigurable.setInputType``.
        """

    @abstractmethod
    def create_writer(self, context: SinkContext) -> SinkWriter: ...

    def create_committer(self) -> Committer:
        """Create the committer of a sink that ``has_committer``; by default it commits nothing."""
        return _NoOpCommitter()


class _NoOpCommitter(Committer):
    def commit(self, committable: Any) -> None:
        raise AssertionError(f"nothing to commit was expected, found {committable!r}")
