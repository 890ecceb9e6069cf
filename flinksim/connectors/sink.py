"""What a sink gives the runtime: a writer per subtask.

Flink: ``org.apache.flink.api.connector.sink2``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from flinksim.common.absent import java_object
from flinksim.common.typeinfo import TypeInformation


@dataclass(frozen=True, slots=True)
class SinkContext:
    """Where a writer runs."""

    subtask_index: int
    parallelism: int


class SinkWriter(ABC):
    """Writes the results of one subtask."""

    @abstractmethod
    def write(self, value: Any, timestamp: int | None) -> str:
        """Write one result; returns the line that stands for it, as Flink prints it."""

    def close(self) -> None:
        """Called once, after the last result or a failure."""


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


class Committer(Sink):
    """The second operator of a sink that commits; the first one tells it what to commit.

    Flink: ``CommitterOperator``.
    Differs: it has nothing to do, because what a writer has written is visible at once.
    """

    def create_writer(self, context: SinkContext) -> SinkWriter:
        return _Idle()


class _Idle(SinkWriter):
    def write(self, value: Any, timestamp: int | None) -> str:
        raise AssertionError(f"a committer gets no records, found {value!r}")
