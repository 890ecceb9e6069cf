"""Writing a trace while its run continues, so that it is not lost with the run.

Not in Flink.
"""

from __future__ import annotations

import os

# Imported by name: a run replaces ``time.monotonic`` by virtual time.
from time import monotonic

from flinksim.core.atomic_files import AppendOnlyFile, FileError, RandomAccessFile, StrPath
from flinksim.trace.recorder import Trace
from flinksim.trace.storage.chunk import Chunk, ChunkCache
from flinksim.trace.storage.columns import TraceFileError
from flinksim.trace.storage.decoder import build_reject, load_columns, locate_chunk
from flinksim.trace.storage.encoder import PRELUDE_BYTES, encode_chunk

EVENTS_PER_CHUNK = 1 << 14
SECONDS_PER_CHUNK = 1.0


class TraceWriter:
    """Writes *trace* to *path*, chunk by chunk; the file exists and can be read from the start.

    Call it after every step. It adds a chunk after :data:`EVENTS_PER_CHUNK` new events, or after
    :data:`SECONDS_PER_CHUNK`. Whatever happens to the run, the file opens up to its last complete
    chunk. The boundaries of chunks do not affect the digest of the trace.

    A write error ends the writing, not the run; ``problem`` describes it.

    Raises:
        OSError: The file cannot be created.
    """

    def __init__(self, trace: Trace, path: StrPath) -> None:
        self._trace = trace
        self._process = os.getpid()
        self._written_count = 0
        self.problem = ""
        self.cut_reason = ""
        self._is_closed = False
        trace.compact(with_links=True)
        trace.update_digest()  # while it is in memory
        begun = [(chunk, self._encode_chunk(chunk)) for chunk in trace.chunks]
        # The file is created with its first chunk, so that it is always readable.
        self.file = AppendOnlyFile(path, PRELUDE_BYTES + b"".join(data for _, data in begun))
        self._reader = RandomAccessFile(path)
        self._cache = ChunkCache()
        at = len(PRELUDE_BYTES)
        for chunk, data in begun:
            self._release_chunk(at, chunk, data)
            at += len(data)
        self._schedule_next_write()

    def __call__(self) -> None:
        """Write a chunk if one is due. Call it after each step."""
        if len(self._trace.events) >= self._next_event or monotonic() >= self._next_write_s:
            self._write_new_chunks()

    def close(self, cut_reason: str = "") -> None:
        """Write the remaining steps; *cut_reason* says why the run ended early, if it did."""
        if self._is_closed or self.problem or os.getpid() != self._process:
            return
        self._is_closed = True
        self.cut_reason = cut_reason
        if cut_reason:
            self._trace.info["cut"] = cut_reason
        self._write_new_chunks(is_last=True)
        if not self.problem:
            self._close_file(is_complete=not cut_reason)

    def _write_new_chunks(self, is_last: bool = False) -> None:
        # A process forked by a user function must not write the file.
        if not self.problem and os.getpid() == self._process:
            try:
                self._trace.compact(with_links=True)
                self._trace.links  # noqa: B018 # links earlier chunks, too
                self._trace.update_digest()
                chunks = self._trace.chunks
                while self._written_count < len(chunks):
                    self._write_chunk(
                        chunks[self._written_count],
                        is_last and self._written_count + 1 == len(chunks),
                    )
            except (FileError, TraceFileError) as error:
                self.problem = str(error)
                self._close_file(is_complete=False)
            except BaseException:  # Ctrl-C: a half-written chunk may be in the file
                self.problem = f"{self.file.path}: the run was stopped while a chunk was written"
                self._close_file(is_complete=False)
                raise
        self._schedule_next_write()

    def _write_chunk(self, chunk: Chunk, is_last: bool) -> None:
        at, data = self.file.size, self._encode_chunk(chunk, is_last)
        self.file.append(data)
        self._release_chunk(at, chunk, data)

    def _encode_chunk(self, chunk: Chunk, is_last: bool = False) -> bytes:
        return encode_chunk(chunk.columns().values(), self._trace.info, is_last)

    def _release_chunk(self, offset: int, chunk: Chunk, data: bytes) -> None:
        """Release *chunk* from memory: its *data* can be read at offset *offset*."""
        self._written_count += 1
        place = locate_chunk(data, offset)
        refuse = build_reject(str(self.file.path))
        read, loaded = self._reader.read, self._cache
        chunk.release_columns(
            lambda: loaded.get_columns(
                place.offset, place.inflated, lambda: load_columns(read, place, refuse)
            )
        )

    def _close_file(self, is_complete: bool) -> None:
        try:
            self.file.close(is_complete)
        except FileError as error:
            self.problem = self.problem or str(error)

    def _schedule_next_write(self) -> None:
        self._next_event = len(self._trace.events) + EVENTS_PER_CHUNK
        self._next_write_s = monotonic() + SECONDS_PER_CHUNK
