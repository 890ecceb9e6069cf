"""A chunk of a trace: some complete steps as typed columns, in memory or in a file.

Not in Flink.
"""

from __future__ import annotations

import struct
import zlib
from array import array
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from flinksim.trace.events.event import Row
from flinksim.trace.storage.chunk_reader import ChunkColumns
from flinksim.trace.storage.columns import Column, TraceFileError
from flinksim.trace.storage.string_table import Reject, StringTable, TextBlock

_T = TypeVar("_T")

INVALID_DATA_ERRORS = (
    ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError,
    struct.error, zlib.error,
)  # fmt: skip
"""Exceptions that reading manipulated bytes can cause."""


def describe_invalid_data(error: Exception) -> str:
    """Describe what is wrong with a file whose reading raised *error*."""
    return f"its contents are inconsistent ({type(error).__name__}: {error})"


MAX_CACHED_BYTES = 1 << 26
"""Maximum number of bytes of file chunks kept in memory; the least recently used go first."""


class ChunkSize(NamedTuple):
    """Number of steps, of events and of texts that a chunk contains."""

    steps: int
    events: int
    texts: int


class ChunkCache:
    """Cache of the columns of chunks that were read from a file, up to :data:`MAX_CACHED_BYTES` bytes."""

    def __init__(self) -> None:
        self._columns: dict[int, tuple[Mapping[str, Column], int]] = {}
        self._cached_bytes = 0

    def get_columns(
        self, offset: int, size: int, load: Callable[[], Mapping[str, Column]]
    ) -> Mapping[str, Column]:
        """Return the columns of a chunk, loading them if they are not cached.

        Args:
            offset: Offset of the chunk in the file.
            size: Size of its columns in bytes.
            load: Reads the columns.
        """
        known = self._columns
        found = known.pop(offset, None)
        if found is None:
            found = load(), size
            self._cached_bytes += size
            while known and self._cached_bytes > MAX_CACHED_BYTES:
                self._cached_bytes -= known.pop(next(iter(known)))[1]
        known[offset] = found
        return found[0]


class Chunk:
    """Some consecutive, complete steps of a trace, as typed columns in memory or in a file.

    ``get_columns`` returns its columns by name. A chunk is created with them; after
    :meth:`release_columns` they are read from elsewhere. ``is_linked`` says whether the columns include
    the causes, origins and stacks of the events.

    Everything that was read from a file is checked before it is returned. *reject* is called with what
    is wrong. If ``validate`` is set, it is called once before anything is returned, and returns what
    else is wrong.
    """

    __slots__ = (
        "columns",
        "first_event",
        "first_step",
        "first_text",
        "frame_count",
        "is_linked",
        "reject",
        "size",
        "string_table",
        "validate",
    )  # fmt: skip

    def __init__(
        self,
        columns: Callable[[], Mapping[str, Column]],
        size: ChunkSize,
        first_step: int,
        first_event: int,
        string_table: StringTable,
        reject: Reject,
        is_linked: bool = False,
    ) -> None:
        self.columns = columns
        self.size = size
        self.first_step = first_step
        self.first_event = first_event
        self.first_text = string_table.count
        self.string_table = string_table
        self.reject = reject
        self.frame_count: int = 1 << 32
        self.validate: Callable[[Chunk], str] | None = None
        self.is_linked = is_linked

    def release_columns(self, columns: Callable[[], Mapping[str, Column]]) -> None:
        """Release the columns in memory; from now on the function *columns* reads them."""
        self.columns = columns

    def add_links(self, columns: list[Column]) -> None:
        """Add *columns* with the causes, origins and stacks of the events."""
        there = {**self.columns(), **{column.name: column for column in columns}}
        self.columns = lambda: there
        self.is_linked = True

    def read_text_block(self) -> TextBlock:
        """Return the texts that this chunk adds to the text table of the trace."""
        return self._read_checked(lambda columns: columns.read_text_block())

    def headers(self) -> list[Any]:
        """Return the headers of its steps, as :class:`~flinksim.trace.recorder.StepHeader`."""
        return self._read_checked(lambda columns: columns.headers(self.first_event, self.size))

    def events(self) -> list[Any]:
        return self._read_checked(lambda columns: columns.events(self.size))

    def rows(self) -> list[Row]:
        """Return its events as raw rows."""
        return self._read_checked(lambda columns: columns.rows(self.size))

    def get_events(self, number: int) -> list[Any]:
        """Return its events of the type with that *number*."""
        return self._read_checked(lambda columns: columns.get_events(number, self.size))

    def kinds(self) -> array[int]:
        """Return the type number of each event."""
        return self._read_checked(lambda columns: columns.kinds(self.size))

    def collect_ids(self, form: str) -> set[str]:
        """Return all ids of a form ("subtask", "operator", "channel") that its events contain."""
        return self._read_checked(lambda columns: columns.collect_ids(form))

    def causes(self) -> array[int]:
        return self._read_checked(
            lambda columns: columns.find_earlier("events.cause", self.first_event, self.size)
        )

    def origins(self) -> array[int]:
        """Return the first origin of each event, or -1."""
        return self._read_checked(
            lambda columns: columns.find_earlier("events.origin", self.first_event, self.size)
        )

    def extra_origins(self) -> dict[int, tuple[int, ...]]:
        """Return all origins but the first, by event index, of the events that have several."""
        return self._read_checked(
            lambda columns: columns.extra_origins(self.first_event, self.size)
        )

    def frame_numbers(self) -> array[int]:
        places = self._read_checked(
            lambda columns: columns.counts("events.place", self.size.events)
        )
        if len(places) and max(places) >= self.frame_count:
            self.reject(f"an event refers to frame {max(places)} of {self.frame_count}")
        return places

    def frames(self, known_count: int) -> list[tuple[int, str]]:
        """Return the stack frames of this chunk after the first *known_count* of the trace.

        Each is the number of the calling frame (or -1) and the method.
        """
        return self._read_checked(lambda columns: columns.frames(known_count))

    def decisions(self) -> list[int]:
        """Return the choices of the scheduler in the steps of this chunk."""
        return self._read_checked(lambda columns: list(columns.counts("decisions")))

    # --- single rows -----------------------------------------------------------------------------

    def event(self, index: int) -> Any:
        """Return the event at position *index* of the chunk, without creating the others."""
        return self._read_checked(lambda columns: columns.event(index, self.size))

    def find_earlier(self, name: str, index: int) -> int:
        """Return the cause or first origin (column *name*) of the event at position *index*, or -1."""
        one, first = ChunkSize(0, 1, 0), self.first_event + index
        return self._read_checked(
            lambda columns: columns.select_row([name], index).find_earlier(name, first, one)
        )[0]

    def get_frame_number(self, index: int) -> int:
        return self.frame_numbers()[index]

    def _read_checked(self, read: Callable[[ChunkColumns], _T]) -> _T:
        try:
            if self.validate is not None:
                self._run_validation(self.validate)
            known = self.first_text + self.size.texts
            return read(ChunkColumns(self.columns(), self.string_table, known, self.reject))
        except TraceFileError:
            raise
        except INVALID_DATA_ERRORS as error:
            self.reject(describe_invalid_data(error))

    def _run_validation(self, validate: Callable[[Chunk], str]) -> None:
        self.validate = None  # the validation reads the chunk, too
        try:
            if wrong := validate(self):
                self.reject(wrong)
        except BaseException:
            self.validate = validate
            raise
