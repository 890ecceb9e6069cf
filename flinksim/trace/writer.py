"""A trace that is written while its run goes on, so that it cannot be lost with the run.

Not in Flink.
"""

from __future__ import annotations

import os

# By name, so that it stays the real one while a run puts virtual time in its place.
from time import monotonic

from flinksim.base.files import FileError, GrowingFile, PathText, ReadableFile
from flinksim.trace.chunk import Chunk, LoadedChunks
from flinksim.trace.columns import TraceFileError
from flinksim.trace.decoder import load_columns, place_of, refusal
from flinksim.trace.encoder import PRELUDE_BYTES, chunk_bytes
from flinksim.trace.recorder import Trace

FACTS_PER_CHUNK = 1 << 14
SECONDS_PER_CHUNK = 1.0


class TraceWriter:
    """Writes *trace* to *path*, chunk by chunk; it is there, and can be read, from the start.

    Call it after every step: it adds a chunk when there are :data:`FACTS_PER_CHUNK` new facts, or when
    :data:`SECONDS_PER_CHUNK` have passed. Whatever becomes of the run, the file opens up to its last
    whole chunk. Where chunks end has no part in the trace's digest.

    What keeps it from being written ends the writing, not the run: ``problem`` has the text.

    Raises: OSError if the file cannot be begun.
    """

    def __init__(self, trace: Trace, path: PathText) -> None:
        self._trace = trace
        self._process = os.getpid()
        self._written = 0
        self.problem = ""
        self.cut = ""
        self._is_closed = False
        self.file = GrowingFile(path, PRELUDE_BYTES)
        self._reading = ReadableFile(path)
        self._loaded = LoadedChunks()
        self._append()

    def __call__(self) -> None:
        """A step has been taken."""
        if len(self._trace.events) >= self._next_fact or monotonic() >= self._next_s:
            self._append()

    def close(self, cut: str = "") -> None:
        """Write what is left; *cut* says what kept the run from its end, if anything did."""
        if self._is_closed or self.problem or os.getpid() != self._process:
            return
        self._is_closed = True
        self.cut = cut
        if cut:
            self._trace.info["cut"] = cut
        self._append(is_last=True)
        if not self.problem:
            self._guarded_close(whole=not cut)

    def _append(self, is_last: bool = False) -> None:
        # A process that a user's function has forked off has no part in the file.
        if not self.problem and os.getpid() == self._process:
            try:
                self._trace.pack(with_links=True)
                self._trace.links  # noqa: B018  # of steps that were packed before, too
                chunks = self._trace.chunks
                while self._written < len(chunks):
                    self._write(chunks[self._written], is_last and self._written + 1 == len(chunks))
                    self._written += 1
            except (FileError, TraceFileError) as error:
                self.problem = str(error)
                self._guarded_close(whole=False)
            except BaseException:  # Ctrl-C: the next chunk would not fit to what stands there
                self.problem = f"{self.file.path}: the run was stopped while a chunk was written"
                self._guarded_close(whole=False)
                raise
        self._plan_next()

    def _write(self, chunk: Chunk, is_last: bool) -> None:
        data = chunk_bytes(chunk.columns().values(), self._trace.info, is_last)
        place = place_of(data, self.file.size)
        self.file.append(data)
        refuse = refusal(str(self.file.path))
        read, loaded = self._reading.read, self._loaded
        chunk.store(
            lambda: loaded.columns(
                place.offset, place.inflated, lambda: load_columns(read, place, refuse)
            )
        )

    def _guarded_close(self, whole: bool) -> None:
        try:
            self.file.close(whole)
        except FileError as error:
            self.problem = self.problem or str(error)

    def _plan_next(self) -> None:
        self._next_fact = len(self._trace.events) + FACTS_PER_CHUNK
        self._next_s = monotonic() + SECONDS_PER_CHUNK
