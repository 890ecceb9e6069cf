"""Sinks that write to the console and to a list; for files see :mod:`.file_sink`.

Flink: ``PrintSink``, and ``DataStream.collect`` (the sink behind ``execute_and_collect``).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from flinksim.common.typeinfo import RowDataTypeInfo, RowTypeInfo, TypeInformation
from flinksim.common.types import Row
from flinksim.common.typeutils.to_string import (
    build_float_shortener,
    build_formatter,
    format_row,
    format_row_data,
    format_value,
)
from flinksim.connectors.sink import Sink, SinkContext, SinkWriter
from flinksim.core.validation import validate_arguments


class PrintSink(Sink):
    """Prints each value to standard output or standard error. Flink: ``PrintSinkFunction``.

    A line starts with ``identifier:subtask> ``. The subtask, counted from 1, is omitted if there is
    only one, the identifier if there is none, and the arrow if both are omitted.

    Flink: ``PrintSinkOutputWriter``.

    Args:
        std_err: whether to print to standard error.
        identifier: prefix of each line.
        typed: whether the stream has a type. PyFlink prints values of an untyped stream with
            Python's ``str``; see :mod:`flinksim.common.typeutils.to_string`.
    """

    @validate_arguments
    def __init__(
        self, std_err: bool = False, identifier: str | None = None, typed: bool = True
    ) -> None:
        self.std_err = std_err
        self.identifier = identifier or ""
        self.typed = typed
        self.format_typed: Callable[[Any], str] = format_not_null

    def set_input_type(self, type_info: TypeInformation | None) -> None:
        if isinstance(type_info, RowDataTypeInfo):
            self.format_typed = format_row_data
            return
        # Fields of other row streams are printed in Python's format, so only other types matter.
        if type_info is not None and not isinstance(type_info, RowTypeInfo):
            self.format_typed = build_formatter(type_info)

    def create_writer(self, context: SinkContext) -> SinkWriter:
        return _PrintWriter(self, context)


class _PrintWriter(SinkWriter):
    def __init__(self, sink: PrintSink, context: SinkContext) -> None:
        prefix = sink.identifier
        if context.parallelism > 1:
            prefix += f"{':' if prefix else ''}{context.subtask_index + 1}"
        self._prefix = f"{prefix}> " if prefix else ""
        self._std_err = sink.std_err
        self._format = sink.format_typed if sink.typed else str

    def write(self, value: Any, timestamp: int | None) -> str:
        line = self._prefix + self._format(value)
        # Looked up for each value, because a notebook, a test or the CLI may replace the stream.
        stream = sys.stderr if self._std_err else sys.stdout
        stream.write(line + "\n")
        return line


def format_not_null(value: Any) -> str:
    """Format *value* as a typed stream prints it.

    Raises:
        TypeError: for ``None``, with Java's message.
    """
    if value is None:
        raise TypeError(
            'Cannot invoke "Object.toString()" because "record" is null: print() '
            "cannot print None on a typed stream. Filter it out before print(), "
            "or declare no type."
        )
    return format_row(value) if isinstance(value, Row) else format_value(value)


class CollectSink(Sink):
    """Appends each value to ``results``, in the order in which the subtasks write.

    The job may end after *limit* values. With ``ends_at_none`` all values from the first ``None``
    on are ignored, as PyFlink's client does. If it ``is_exactly_once``, a restart removes the values
    that came after the restored checkpoint (Flink: ``CheckpointedCollectResultBuffer``).

    Not in Flink in this form: there the client fetches collected results through the JobManager.
    """

    @validate_arguments
    def __init__(self, results: list[Any] | None = None, limit: int | None = None) -> None:
        self.results = [] if results is None else results
        self.limit = limit
        self.ends_at_none = False
        self.is_exactly_once = False
        self.client_error: Exception | None = None
        """Error of the client with a value that it cannot convert; it reads no further."""
        self._has_ended = False
        self.input_type: TypeInformation | None = None
        self.convert: Callable[[Any], Any] | None = None

    def set_input_type(self, type_info: TypeInformation | None) -> None:
        self.input_type = type_info
        self.convert = build_float_shortener(type_info)

    def create_writer(self, context: SinkContext) -> SinkWriter:
        if self.is_exactly_once and context.attempt_number > 0:
            count, self._has_ended = (*context.restored_states, (0, False))[0]
            del self.results[count:]
            if not self._has_ended:
                self.client_error = None
        return _CollectWriter(self)

    def snapshot(self) -> tuple[int, bool]:
        """Return how many values there are, and whether the client reads no further."""
        return len(self.results), self._has_ended

    def add(self, value: Any) -> None:
        """Append one value."""
        self._has_ended = self._has_ended or (value is None and self.ends_at_none)
        if self._has_ended:
            return
        try:
            self.results.append(value if self.convert is None else self.convert(value))
        except Exception as error:  # the job goes on
            self._has_ended, self.client_error = True, error

    def is_full(self) -> bool:
        """Return whether the limit is reached."""
        return self.limit is not None and (self._has_ended or len(self.results) >= self.limit)


class _CollectWriter(SinkWriter):
    def __init__(self, sink: CollectSink) -> None:
        self._sink = sink
        self._add = sink.add

    def snapshot_state(self) -> Sequence[Any]:
        return (self._sink.snapshot(),) if self._sink.is_exactly_once else ()

    def write(self, value: Any, timestamp: int | None) -> str:
        self._add(value)
        return format_value(value)
