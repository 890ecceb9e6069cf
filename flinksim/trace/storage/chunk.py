"""A chunk of a trace: some of its steps, whole, as typed columns, in memory or in a file.

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
"""What reading bytes that somebody has changed can come to."""


def contradiction(error: Exception) -> str:
    """What is wrong with a file when reading it comes to *error*."""
    return f"its contents contradict each other ({type(error).__name__}: {error})"


MOST_LOADED = 1 << 26
"""So many bytes of chunks that stand in a file are in memory, those asked for last."""


class ChunkSize(NamedTuple):
    """How many of each a chunk has."""

    steps: int
    facts: int
    texts: int


class LoadedChunks:
    """The columns of chunks that were read from a file, as many as fit into :data:`MOST_LOADED`."""

    def __init__(self) -> None:
        self._columns: dict[int, tuple[Mapping[str, Column], int]] = {}
        self._bytes = 0

    def columns(
        self, offset: int, size: int, load: Callable[[], Mapping[str, Column]]
    ) -> Mapping[str, Column]:
        """Those of the chunk at *offset* in the file."""
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

    ``columns`` gives its columns by name. It is made with them, and :meth:`store` has them read from
    elsewhere from then on. ``is_linked`` says whether those of its links are among them.

    Whatever was read from a file is checked before it is given: *refuse* is told what is wrong. If
    there is one, ``examine`` is asked once, before anything is given, for what is wrong besides.
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
        """From now on *columns* has to be asked; what is in memory goes."""
        self.columns = columns

    def add_links(self, columns: list[Column]) -> None:
        """Add the columns of its links."""
        there = {**self.columns(), **{column.name: column for column in columns}}
        self.columns = lambda: there
        self.is_linked = True

    def text_block(self) -> TextBlock:
        """The texts that it adds to the table."""
        return self._checked(lambda columns: columns.text_block())

    def heads(self) -> list[Any]:
        """Its steps, as :class:`~flinksim.trace.recorder.StepHead`."""
        return self._checked(lambda columns: columns.heads(self.first_fact, self.size))

    def facts(self) -> list[Any]:
        return self._checked(lambda columns: columns.facts(self.size))

    def rows(self) -> list[Row]:
        """The facts as they were told."""
        return self._checked(lambda columns: columns.rows(self.size))

    def facts_of(self, number: int) -> list[Any]:
        """Those of one kind."""
        return self._checked(lambda columns: columns.facts_of(number, self.size))

    def kinds(self) -> array[int]:
        """The number of the kind of each fact."""
        return self._checked(lambda columns: columns.kinds(self.size))

    def named(self, form: str) -> set[str]:
        """All ids of that form that its facts name."""
        return self._checked(lambda columns: columns.named(form))

    def causes(self) -> array[int]:
        return self._checked(
            lambda columns: columns.earlier("events.cause", self.first_fact, self.size)
        )

    def origins(self) -> array[int]:
        """The first origin of each fact, or -1."""
        return self._checked(
            lambda columns: columns.earlier("events.origin", self.first_fact, self.size)
        )

    def further_origins(self) -> dict[int, tuple[int, ...]]:
        """By the index of the fact, the others."""
        return self._checked(lambda columns: columns.further_origins(self.first_fact, self.size))

    def places(self) -> array[int]:
        places = self._checked(lambda columns: columns.counts("events.place", self.size.facts))
        if len(places) and max(places) >= self.most_frames:
            self.refuse(f"a fact lies at place {max(places)} of {self.most_frames}")
        return places

    def frames(self, known: int) -> list[tuple[int, str]]:
        """The frames of places that it adds to those *known*: the caller, or -1, and the method."""
        return self._checked(lambda columns: columns.frames(known))

    def decisions(self) -> list[int]:
        """Those of the interleaving."""
        return self._checked(lambda columns: list(columns.counts("decisions")))

    # --- one at a time -----------------------------------------------------------------------------

    def head(self, at: int) -> Any:
        """The step at that place in it."""
        return self.heads()[at]

    def fact(self, at: int) -> Any:
        """The fact at that place in it, as :meth:`facts` gives it; the others are not made."""
        return self._checked(lambda columns: columns.fact(at, self.size))

    def earlier(self, name: str, at: int) -> int:
        """The cause or the first origin of the fact at that place, or -1."""
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
        self.examine = None  # it reads
        try:
            if wrong := examine(self):
                self.refuse(wrong)
        except BaseException:
            self.examine = examine
            raise
