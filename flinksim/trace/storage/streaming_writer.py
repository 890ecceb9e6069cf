"""Writing a trace while its run continues, so that it is not lost with the run.

Not in Flink.
"""

from __future__ import annotations

import os

# Imported by name: a run replaces ``time.monotonic`` by virtual time.
from time import monotonic

from flinksim.core.atomic_files import FileError, GrowingFile, PathText, ReadableFile
from flinksim.trace.recorder import Trace
from flinksim.trace.storage.chunk import Chunk, LoadedChunks
from flinksim.trace.storage.columns import TraceFileError
from flinksim.trace.storage.decoder import load_columns, place_of, refusal
from flinksim.trace.storage.encoder import PRELUDE_BYTES, chunk_bytes

FACTS_PER_CHUNK = 1 << 14
SECONDS_PER_CHUNK = 1.0


class TraceWriter:
    """Writes *trace* to *path*, chunk by chunk; the file exists and can be read from the start.

    Call it after every step. It adds a chunk after :data:`FACTS_PER_CHUNK` new events, or after
    :data:`SECONDS_PER_CHUNK`. Whatever happens to the run, the file opens up to its last complete
    chunk. The boundaries of chunks do not affect the digest of the trace.

    A write error ends the writing, not the run; ``problem`` describes it.

    Raises:
        OSError: The file cannot be created.
    """

    def __init__(self, trace: Trace, path: PathText) -> None:
        self._trace = trace
        self._process = os.getpid()
        self._written = 0
        self.problem = ""
        self.cut = ""
        self._is_closed = False
        trace.pack(with_links=True)
        trace.digest_packed()  # while it is in memory
        begun = [(chunk, self._bytes_of(chunk)) for chunk in trace.chunks]
        # The file is created with its first chunk, so that it is always readable.
        self.file = GrowingFile(path, PRELUDE_BYTES + b"".join(data for _, data in begun))
        self._reading = ReadableFile(path)
        self._loaded = LoadedChunks()
        at = len(PRELUDE_BYTES)
        for chunk, data in begun:
            self._now_stands_at(at, chunk, data)
            at += len(data)
        self._plan_next()

    def __call__(self) -> None:
        """Write a chunk if one is due. Call it after each step."""
        if len(self._trace.events) >= self._next_fact or monotonic() >= self._next_s:
            self._append()

    def close(self, cut: str = "") -> None:
        """Write the rest; *cut* says why the run did not reach its end, if so."""
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
        # A process forked by a user function must not write the file.
        if not self.problem and os.getpid() == self._process:
            try:
                self._trace.pack(with_links=True)
                self._trace.links  # noqa: B018 # links earlier chunks, too
                self._trace.digest_packed()
                chunks = self._trace.chunks
                while self._written < len(chunks):
                    self._write(chunks[self._written], is_last and self._written + 1 == len(chunks))
            except (FileError, TraceFileError) as error:
                self.problem = str(error)
                self._guarded_close(whole=False)
            except BaseException:  # Ctrl-C: a half-written chunk may be in the file
                self.problem = f"{self.file.path}: the run was stopped while a chunk was written"
                self._guarded_close(whole=False)
                raise
        self._plan_next()

    def _write(self, chunk: Chunk, is_last: bool) -> None:
        at, data = self.file.size, self._bytes_of(chunk, is_last)
        self.file.append(data)
        self._now_stands_at(at, chunk, data)

    def _bytes_of(self, chunk: Chunk, is_last: bool = False) -> bytes:
        return chunk_bytes(chunk.columns().values(), self._trace.info, is_last)

    def _now_stands_at(self, at: int, chunk: Chunk, data: bytes) -> None:
        """Release *chunk* from memory: its *data* can be read at offset *at*."""
        self._written += 1
        place = place_of(data, at)
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
