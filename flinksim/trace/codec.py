r"""The trace file (``.flinktrace``): a run as little-endian typed columns, chunk by chunk.

A browser reads the columns where they lie, without parsing; Python needs ``array``, ``struct``,
``zlib`` and ``json`` only::

    prelude   "flnktrc\n", u32 version, u32 0
    chunks    each: u32 CRC-32 of what follows in the chunk, u32 1 if it is the last and else 0,
              u64 length of its payload as it stands here, u64 its length when inflated, payload
    payload   (zlib)  u32 length of the header, the header (JSON, padded to a multiple of 8),
              then the columns, each on a multiple of 8

- A chunk holds the next steps, whole. A file can be written while its run goes on; where it ends
  before its last chunk, it opens up to the last whole one and says so (``info["cut"]``).
- Every kind of fact has one column per field; ``events.kind`` says which kind comes next.
- Text and values are references into one table of JSON texts, to which each chunk adds; a tuple is an
  array there.
- ``events.cause``, ``events.origin`` and ``origins.*`` say what each fact came from, as the distance
  to the earlier fact, or 0; ``events.place`` where it was told, as a number in the tree of frames
  (:mod:`flinksim.trace.links`).

Not in Flink.
"""

from __future__ import annotations

from collections import defaultdict
from operator import attrgetter
from pathlib import Path
from typing import Any

from flinksim.base.files import PathText, check_readable, target_of, write_file
from flinksim.trace.columns import TraceFileError
from flinksim.trace.declarations import KIND_OF
from flinksim.trace.decoder import decode
from flinksim.trace.encoder import TraceEncoder, digest, encode
from flinksim.trace.events import JobSubmitted
from flinksim.trace.file_format import MAGIC, SUFFIX, VERSION
from flinksim.trace.recorder import Trace

__all__ = [
    "MAGIC",
    "SUFFIX",
    "VERSION",
    "TraceEncoder",
    "TraceFileError",
    "decode",
    "digest",
    "encode",
    "load_trace",
    "save_trace",
]


def save_trace(trace: Trace, path: PathText) -> None:
    """Write *trace* to *path*; a file that is there is replaced as a whole or not at all."""
    target_of(path)  # told before the work
    write_file(path, encode(trace))


def load_trace(path: PathText) -> Trace:
    """Read the trace file *path*.

    A file that was cut off while it was written gives the steps up to its last whole chunk; then
    ``trace.info["cut"]`` says so.

    Raises:
        TraceFileError: the file is no trace, is damaged, cut short in its first chunk, or was written
            by another version of flinksim.
        OSError: the file cannot be opened.
    """
    check_readable(path, "a trace file")
    try:
        data = Path(path).read_bytes()
    except FileNotFoundError:
        raise FileNotFoundError(
            f"cannot read {path}: there is no such file; looked in {Path.cwd()}"
        ) from None
    trace = decode(data, source=str(path))
    wrong = _what_is_wrong_with(trace)
    if wrong:
        raise TraceFileError(f"cannot read {path}: {wrong}; record the run again")
    return trace


def _what_is_wrong_with(trace: Trace) -> str:
    """What keeps a trace that was read well from being one of a run; nothing if it is one."""
    if not trace.events or not isinstance(trace.events[0], JobSubmitted):
        return "it does not begin with a job that was submitted"
    if not trace.heads or trace.heads[0].first_event:
        return "its first fact is in no step"
    causes = trace.links.cause
    for number in range(len(trace)):
        first, last = trace.event_range(number)
        if any(0 <= cause < first for cause in causes[first:last]):
            return f"a fact of step {number} has its cause in another step"
    by_kind: dict[type[Any], list[Any]] = defaultdict(list)
    for fact in trace.events:
        by_kind[type(fact)].append(fact)
    if len(by_kind[JobSubmitted]) > 1:
        return "it has two jobs"
    plan = trace.plan
    if {each.vertex for each in plan.subtasks} - {vertex.id for vertex in plan.vertices}:
        return "its plan has a subtask of no vertex"
    known = plan.ids()
    ends = {end for each in plan.channels for end in (each.source, each.target)}
    if ends - known["subtask"]:
        return "its plan has a channel from or to no subtask"
    for cls, facts in by_kind.items():
        for field in KIND_OF[cls].fields:
            if field.form not in known:
                continue
            named = set(map(attrgetter(field.name), facts))
            unknown = sorted(named - known[field.form])
            if unknown:
                return (
                    f"a fact is of the {field.form} {unknown[0]!r:.60}, which its job does not have"
                )
    return ""
