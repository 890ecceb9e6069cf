r"""The trace file (``.flinktrace``): a run as little-endian typed columns, chunk by chunk.

A browser reads the columns in place, without parsing. Python needs only ``array``, ``struct``,
``zlib`` and ``json``::

    prelude   "flnktrc\n", u32 version, u32 0
    chunks    each: u32 CRC-32 of what follows in the chunk, u32 1 if it is the last and else 0,
              u64 length of its payload as stored, u64 its length when inflated, payload
    payload   (zlib)  u32 length of the header, the header (JSON, padded to a multiple of 8),
              then the columns, each on a multiple of 8

- A chunk holds the next steps, complete. A file can be written while its run continues. A file that
  ends before its last chunk opens up to the last complete one, and ``info["cut"]`` says so.
- Every event type has one column per field; ``events.kind`` is the type of each event in order.
- Text and values are references into one table of JSON texts, to which each chunk adds. A tuple is an
  array there.
- ``events.cause``, ``events.origin`` and ``origins.*`` are the links of each event, as the distance to
  the earlier event, or 0. ``events.place`` is its stack, as a number in the tree of frames
  (:mod:`flinksim.trace.causality.causal_graph`).

Not in Flink.
"""

from __future__ import annotations

from pathlib import Path

from flinksim.core.atomic_files import (
    RandomAccessFile,
    StrPath,
    check_readable,
    resolve_target,
    write_file,
)
from flinksim.trace.events import JobSubmitted
from flinksim.trace.plan import Plan
from flinksim.trace.recorder import Trace
from flinksim.trace.schema.event_kinds import KINDS_BY_CLASS
from flinksim.trace.storage.chunk import Chunk
from flinksim.trace.storage.columns import TraceFileError
from flinksim.trace.storage.decoder import decode, open_trace
from flinksim.trace.storage.digest import compute_digest
from flinksim.trace.storage.encoder import TraceEncoder, encode, encode_chunks
from flinksim.trace.storage.file_format import MAGIC, SUFFIX, VERSION

MAX_BYTES_IN_MEMORY = 1 << 22
"""Maximum size in bytes of a file that is read as a whole when it is opened."""

__all__ = [
    "MAGIC",
    "SUFFIX",
    "VERSION",
    "TraceEncoder",
    "TraceFileError",
    "compute_digest",
    "decode",
    "encode",
    "load_trace",
    "save_trace",
]


def save_trace(trace: Trace, path: StrPath) -> None:
    """Write *trace* to *path*; an existing file is replaced as a whole or not at all."""
    resolve_target(path)  # fails before the work is done
    write_file(path, encode_chunks(trace))


def load_trace(path: StrPath) -> Trace:
    """Open the trace file *path*.

    A file whose writing was interrupted gives the steps up to its last complete chunk, and
    ``trace.info["cut"]`` says so. Of a large file, parts are read and checked only when they are used.

    Raises:
        TraceFileError: The file is no trace, is damaged, is cut off in its first chunk, or was written
            by another version of flinksim.
        OSError: The file cannot be opened.
    """
    check_readable(path, "a trace file")
    try:
        file = RandomAccessFile(path)
    except FileNotFoundError:
        raise FileNotFoundError(
            f"cannot read {path}: the file does not exist (current folder: {Path.cwd()})"
        ) from None
    size = file.size
    if size <= MAX_BYTES_IN_MEMORY:  # later changes of the file have no effect
        return decode(file.read(0, size), str(path), find_chunk_problem)
    return open_trace(file.read, size, str(path), find_chunk_problem)


def find_chunk_problem(trace: Trace, chunk: Chunk) -> str:
    """Describe why *chunk*, though readable, cannot be part of a run; "" if nothing is wrong."""
    jobs = chunk.kinds().count(KINDS_BY_CLASS[JobSubmitted].number)
    is_first = chunk is trace.chunks[0]
    if is_first and trace.plan_or_none is None:
        return "it does not start with the submission of a job"
    heads = chunk.headers()
    if is_first and (not heads or heads[0].first_event):
        return "its first event belongs to no step"
    if jobs > is_first:
        return "it contains two jobs"
    causes = chunk.causes()
    starts = [head.first_event for head in heads]
    ends = [*starts[1:], chunk.first_event + len(causes)]
    for number, (first, last) in enumerate(zip(starts, ends, strict=False), chunk.first_step):
        of_step = causes[first - chunk.first_event : last - chunk.first_event]
        if len(of_step) and any(0 <= cause < first for cause in of_step):
            return f"an event of step {number} has its cause in another step"
    return _find_unknown_ids(trace.plan, chunk, is_first)


def _find_unknown_ids(plan: Plan, chunk: Chunk, is_first: bool) -> str:
    if is_first and (
        {each.vertex for each in plan.subtasks} - {vertex.id for vertex in plan.vertices}
    ):
        return "its plan has a subtask without a vertex"
    known = plan.collect_ids()
    if is_first:
        ends = {end for each in plan.channels for end in (each.source, each.target)}
        if ends - known["subtask"]:
            return "its plan has a channel without a subtask at one end"
    for form, ids in known.items():
        unknown = sorted(chunk.collect_ids(form) - ids)
        if unknown:
            return f"a fact is of the {form} {unknown[0]!r:.60}, which its job does not have"
    return ""
