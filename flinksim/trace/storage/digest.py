"""The digest of a trace: the SHA-256 of its columns, independent of the chunks they are in.

Each column has a digest of its own, which grows with the run: numbers as 64-bit integers, text and
values as lines of JSON. The digest of the trace is the digest of these. The older part of a long run
therefore need not be read again. Not in Flink.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from flinksim.trace.schema.event_kinds import KINDS, SCHEMA_ID, FieldForm
from flinksim.trace.storage.chunk import Chunk
from flinksim.trace.storage.columns import Column, to_little_endian
from flinksim.trace.storage.string_table import StringTable

if TYPE_CHECKING:
    from flinksim.trace.recorder import Trace

_TEXT_FORMS: set[FieldForm] = {"text", "subtask", "operator", "channel", "value", "texts", "plan"}


class RunDigest:
    """The digest of a trace that may grow."""

    def __init__(self) -> None:
        self._columns: dict[str, Any] = {}
        self._chunk_count = 0

    def compute(self, trace: Trace) -> str:
        """Compute the digest of all steps and events that *trace* has so far."""
        self.add_new_chunks(trace)
        extended = RunDigest()
        extended._columns = {name: known.copy() for name, known in self._columns.items()}
        extended._add_chunk(trace.compactor.build_open_chunk(trace, None))
        parts = {name: known.hexdigest() for name, known in sorted(extended._columns.items())}
        return hashlib.sha256(json.dumps([SCHEMA_ID, parts]).encode()).hexdigest()

    def add_new_chunks(self, trace: Trace) -> None:
        """Add the chunks of *trace* that the digest does not cover yet."""
        for chunk in trace.chunks[self._chunk_count :]:
            self._add_chunk(chunk)
            self._chunk_count += 1

    def _add_chunk(self, chunk: Chunk) -> None:
        columns = chunk.columns()
        texts = chunk.string_table
        _, *starts = accumulate(columns["steps.after"].data, initial=chunk.first_event)
        self._add_numbers("steps.first_event", array("q", starts))
        self._add_numbers("steps.time_ms", columns["steps.time_ms"].data)
        self._add_texts("steps.actor", columns["steps.actor"], texts)
        self._add_texts("steps.action", columns["steps.action"], texts)
        self._add_numbers("events.kind", columns["events.kind"].data)
        for kind in KINDS:
            for field in kind.fields:
                name = f"{kind.name}.{field.name}"
                column = columns.get(name)
                if column is None or not len(column.data):
                    continue
                if field.form in _TEXT_FORMS:
                    self._add_texts(name, column, texts)
                elif field.form == "optional timestamp":
                    there = array("B", [value != column.null_value for value in column.data])
                    self._add_numbers(f"{name}?", there)
                    self._add_numbers(
                        name, array("q", [v if v != column.null_value else 0 for v in column.data])
                    )
                else:
                    self._add_numbers(name, column.data)

    def _add_numbers(self, name: str, data: array[int]) -> None:
        if data.typecode != "q" and len(data):
            data = array("q", data)
        if len(data):
            self._get_hash(name).update(to_little_endian(data).tobytes())

    def _add_texts(self, name: str, column: Column, string_table: StringTable) -> None:
        if len(column.data):
            known = string_table.read_json(set(column.data))
            lines = map(known.__getitem__, column.data)
            self._get_hash(name).update(b"".join([line + b"\n" for line in lines]))

    def _get_hash(self, name: str) -> Any:
        known = self._columns.get(name)
        if known is None:
            known = self._columns[name] = hashlib.sha256()
        return known


def compute_digest(trace: Trace) -> str:
    """Compute the SHA-256 of the steps and events of *trace*.

    It does not depend on the process, hash seed, compression or chunks, nor on ``info`` or
    ``decisions``.
    """
    return trace.digest()
