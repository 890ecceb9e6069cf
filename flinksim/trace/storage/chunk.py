"""A chunk of a trace: some complete steps as typed columns, in memory or in a file.

Not in Flink.
"""

from __future__ import annotations

import struct
import zlib
from array import array
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from flinksim.trace.events.base import Row
from flinksim.trace.storage.chunk_reader import ChunkColumns
from flinksim.trace.storage.columns import Column, TraceFileError
from flinksim.trace.storage.string_table import Refuse, TextBlock, TextTable

_T = TypeVar("_T")

CONTRADICTIONS = (
    ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError,
    struct.error, zlib.error,
)  # fmt: skip
"""Exceptions that reading manipulated bytes can cause."""


def contradiction(error: Exception) -> str:
    """Describe what is wrong with a file whose reading raised *error*."""
    return f"its contents contradict each other ({type(error).__name__}: {error})"


MOST_LOADED = 1 << 26
"""Maximum number of bytes of chunks of a file in memory, the most recently used ones."""


class ChunkSize(NamedTuple):
    """Number of steps, events and texts of a chunk."""

    steps: int
    facts: int
    texts: int


class LoadedChunks:
    """Cache of the columns of chunks that were read from a file, up to :data:`MOST_LOADED` bytes."""

    def __init__(self) -> None:
        self._columns: dict[int, tuple[Mapping[str, Column], int]] = {}
        self._bytes = 0

    def columns(
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
            self._bytes += size
            while known and self._bytes > MOST_LOADED:
                self._bytes -= known.pop(next(iter(known)))[1]
        known[offset] = found
        return found[0]


class Chunk:
    """Some steps of a trace.

    ``columns`` returns its columns by name. A chunk is created with them; after :meth:`store` they are
    read from elsewhere. ``is_linked`` says whether the columns include those of its links.

    Everything that was read from a file is checked before it is returned. *refuse* is called with what
    is wrong. If ``examine`` is set, it is called once before anything is returned, and returns what
    else is wrong.
    """

    __slots__ = (
        "columns", "examine", "first_fact", "first_step", "first_text", "is_linked",
        "most_frames", "refuse", "size", "texts",
    )  # fmt: skip

    def __init__(
        self,
        columns: Callable[[], Mapping[str, Column]],
        size: ChunkSize,
        first_step: int,
        first_fact: int,
        texts: TextTable,
        refuse: Refuse,
        is_linked: bool = False,
    ) -> None:
        self.columns = columns
        self.size = size
        self.first_step = first_step
        self.first_fact = first_fact
        self.first_text = texts.count
        self.texts = texts
        self.refuse = refuse
        self.most_frames: int = 1 << 32
        self.examine: Callable[[Chunk], str] | None = None
        self.is_linked = is_linked

    def store(self, columns: Callable[[], Mapping[str, Column]]) -> None:
        """Read the columns with *columns* from now on, and release those in memory."""
        self.columns = columns

    def add_links(self, columns: list[Column]) -> None:
        """Add the columns of its links."""
        there = {**self.columns(), **{column.name: column for column in columns}}
        self.columns = lambda: there
        self.is_linked = True

    def text_block(self) -> TextBlock:
        """Return the texts that it adds to the table."""
        return self._checked(lambda columns: columns.text_block())

    def heads(self) -> list[Any]:
        """Return its steps, as :class:`~flinksim.trace.recorder.StepHead`."""
        return self._checked(lambda columns: columns.heads(self.first_fact, self.size))

    def facts(self) -> list[Any]:
        return self._checked(lambda columns: columns.facts(self.size))

    def rows(self) -> list[Row]:
        """Return its events as rows."""
        return self._checked(lambda columns: columns.rows(self.size))

    def facts_of(self, number: int) -> list[Any]:
        """Return its events of one type."""
        return self._checked(lambda columns: columns.facts_of(number, self.size))

    def kinds(self) -> array[int]:
        """Return the type number of each event."""
        return self._checked(lambda columns: columns.kinds(self.size))

    def named(self, form: str) -> set[str]:
        """Return all ids of a form ("subtask", "operator", "channel") that its events contain."""
        return self._checked(lambda columns: columns.named(form))

    def causes(self) -> array[int]:
        return self._checked(
            lambda columns: columns.earlier("events.cause", self.first_fact, self.size)
        )

    def origins(self) -> array[int]:
        """Return the first origin of each event, or -1."""
        return self._checked(
            lambda columns: columns.earlier("events.origin", self.first_fact, self.size)
        )

    def further_origins(self) -> dict[int, tuple[int, ...]]:
        """Return the other origins, by the index of the event."""
        return self._checked(lambda columns: columns.further_origins(self.first_fact, self.size))

    def places(self) -> array[int]:
        places = self._checked(lambda columns: columns.counts("events.place", self.size.facts))
        if len(places) and max(places) >= self.most_frames:
            self.refuse(f"a fact lies at place {max(places)} of {self.most_frames}")
        return places

    def frames(self, known: int) -> list[tuple[int, str]]:
        """Return the stack frames that it adds after the first *known*: caller (or -1) and method."""
        return self._checked(lambda columns: columns.frames(known))

    def decisions(self) -> list[int]:
        """Return the decisions of the scheduler."""
        return self._checked(lambda columns: list(columns.counts("decisions")))

    # --- single rows -----------------------------------------------------------------------------

    def head(self, at: int) -> Any:
        """Return the step at position *at* of the chunk."""
        return self.heads()[at]

    def fact(self, at: int) -> Any:
        """Return the event at position *at* of the chunk, without creating the others."""
        return self._checked(lambda columns: columns.fact(at, self.size))

    def earlier(self, name: str, at: int) -> int:
        """Return the cause or first origin (column *name*) of the event at position *at*, or -1."""
        one, first = ChunkSize(0, 1, 0), self.first_fact + at
        return self._checked(lambda columns: columns.only([name], at).earlier(name, first, one))[0]

    def place(self, at: int) -> int:
        return self.places()[at]

    def _checked(self, read: Callable[[ChunkColumns], _T]) -> _T:
        try:
            if self.examine is not None:
                self._examine(self.examine)
            known = self.first_text + self.size.texts
            return read(ChunkColumns(self.columns(), self.texts, known, self.refuse))
        except TraceFileError:
            raise
        except CONTRADICTIONS as error:
            self.refuse(contradiction(error))

    def _examine(self, examine: Callable[[Chunk], str]) -> None:
        self.examine = None  # the validation reads the chunk, too
        try:
            if wrong := examine(self):
                self.refuse(wrong)
        except BaseException:
            self.examine = examine
            raise
