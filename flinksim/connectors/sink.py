"""What a sink gives the runtime: a writer per subtask, and a committer where results are committed.

Flink: ``org.apache.flink.api.connector.sink2``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from flinksim.common.typeinfo import TypeInformation
from flinksim.core.unsupported import java_object


class ProcessingTimeService(Protocol):
    """The clock of the writer's task, in ms."""

    def current_processing_time(self) -> int: ...
    def register_timer(self, timestamp: int, callback: Callable[[int], None], name: str) -> object:
        """Have ``callback(timestamp)`` called, in the task, when the clock is past *timestamp*."""


@dataclass(frozen=True, slots=True)
class SinkContext:
    """Where a writer runs; ``restored`` are the states that a checkpoint has of it.

    ``restored_checkpoint_id`` is that checkpoint, 0 if there is none. Outside of a cluster there is no
    ``processing_time``. Flink: ``WriterInitContext``.
    """

    subtask_index: int
    parallelism: int
    attempt_number: int = 0
    restored: Sequence[Any] = ()
    restored_checkpoint_id: int = 0
    operator_id: str = ""
    processing_time: ProcessingTimeService | None = None


class SinkWriter(ABC):
    """Writes the results of one subtask.

    Flink: ``SinkWriter``, ``CommittingSinkWriter``, ``StatefulSinkWriter``.
    """

    @abstractmethod
    def write(self, value: Any, timestamp: int | None) -> str:
        """Write one result; returns the line that stands for it, as Flink prints it."""

    def flush(self, end_of_input: bool) -> None:
        """A checkpoint's barrier comes next, or the *end_of_input*."""

    def prepare_commit(self) -> Sequence[Any]:
        """What is to be committed of all that was written since the last call: the first of two phases.

        It must be safe from failures, and yet nobody may see it.
        """
        return ()

    def results_in(self, committable: Any) -> int | None:
        """How many results are in a *committable* of ``prepare_commit``; unless it says so, the first
        of them has all that were written since the last call.
        """
        return None

    def snapshot_state(self) -> Sequence[Any]:
        """What the writer that takes over after a failure has to know."""
        return ()

    def close(self) -> None:
        """Called once, after the last result or a failure."""


class Committer(ABC):
    """Makes visible what writers have prepared: the second phase. Flink: ``Committer``."""

    @abstractmethod
    def commit(self, committable: Any) -> None:
        """Commit it. After a failure it may come a second time, which must change nothing."""

    def close(self) -> None:
        """Called once."""


class Sink(ABC):
    """Makes the writers of a sink; the same object serves every run.

    A sink that ``commits`` has two operators in a plan: what writers have written becomes visible only
    when a committer says so. Flink: ``SupportsCommitter``.
    """

    commits: ClassVar[bool] = False

    get_java_function = java_object

    def set_input_type(self, type_info: TypeInformation | None) -> None:
        """Told once, when a stream ends in this sink: the type of its values, if it has one.

        Flink: ``InputTypeConfigurable.setInputType``.
        """

    @abstractmethod
    def create_writer(self, context: SinkContext) -> SinkWriter: ...

    def create_committer(self) -> Committer:
        """For a sink that ``commits``; by default there is nothing to do, as all is visible at once."""
        return _NothingToDo()


class _NothingToDo(Committer):
    def commit(self, committable: Any) -> None:
        raise AssertionError(f"nothing was to be committed, found {committable!r}")
