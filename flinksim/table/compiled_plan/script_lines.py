"""The line of a SQL script that each operator comes from. Not in Flink.

A plan has no positions. So an operator is matched to the first clause of its kind in its statement that
no earlier operator has: an aggregate to ``GROUP BY``, a join to ``JOIN``, a table scan to its
``CREATE TABLE``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path

from flinksim.core.source_locations import SourceLocation

_CLAUSES = (
    (re.compile(r"Window(Aggregate|TableFunction)|GroupWindow"),
     r"\b(TUMBLE|HOP|CUMULATE|SESSION)\s*\("),
    (re.compile(r"WindowJoin|Join"), r"\bJOIN\b|\bEXISTS\b|\bIN\s*\("),
    (re.compile(r"OverAggregate"), r"\bOVER\b"),
    (re.compile(r"Rank|Deduplicate"), r"\bROW_NUMBER\b|\bRANK\b"),
    (re.compile(r"GroupAggregate"), r"\bGROUP\s+BY\b|\bDISTINCT\b"),
    (re.compile(r"Sort|Limit"), r"\bORDER\s+BY\b|\bLIMIT\b"),
    (re.compile(r"Correlate"), r"\bLATERAL\b|\bUNNEST\b"),
    (re.compile(r"Union"), r"\bUNION\b"),
    (re.compile(r"Calc"), r"\bWHERE\b|\bSELECT\b"),
    (re.compile(r"Sink"), r"\bINSERT\b|\bSELECT\b"),
)  # fmt: skip
"""Operators of a plan, by a pattern of their names, and the clauses that they come from."""

_TABLE = re.compile(r"table=\[\[?(?:[^,\]=]+, )*(?P<name>[^,\]=]+)(?=[,\]])")
_CREATE = r"\bCREATE\s+(?:TEMPORARY\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:`?\w+`?\.)*`?{name}`?\b"


@dataclass(slots=True)
class ScriptLines:
    """A script, and the lines of the statement that is executed."""

    file: str
    lines: Sequence[str]
    first: int = 1
    last: int = 1
    _used: dict[str, int] = field(default_factory=dict)

    def select(self, first: int, last: int) -> None:
        """Begin the statement in these lines, counted from 1."""
        self.first, self.last = first, last
        self._used.clear()

    def locate(self, description: str) -> SourceLocation:
        """Return the line of the operator that has this *description* in the plan."""
        name = description.partition("]:")[2].partition("(")[0] or description
        if "WatermarkAssigner" in name or "Scan" in name:
            return self.file, self._find_table_line(description, "Watermark" in name)
        for operator, clause in _CLAUSES:
            if operator.search(name):
                return self.file, self._find_clause(clause)
        return self.file, self.first

    def _find_clause(self, clause: str) -> int:
        pattern = re.compile(clause, re.IGNORECASE)
        found = [
            number for number in range(self.first, self.last + 1)
            if pattern.search(self.lines[number - 1])
        ]  # fmt: skip
        if not found:
            return self.first
        earlier = self._used.get(clause, -1)
        self._used[clause] = position = min(earlier + 1, len(found) - 1)
        return found[position]

    def _find_table_line(self, description: str, is_watermark: bool) -> int:
        if table := _TABLE.search(description):
            self._used["table"] = self._find_line(_CREATE.format(name=re.escape(table["name"])), 1)
        created = self._used.get("table", self.first)
        return self._find_line(r"\bWATERMARK\s+FOR\b", created) if is_watermark else created

    def _find_line(self, text: str, start: int) -> int:
        pattern = re.compile(text, re.IGNORECASE)
        for number in range(start, len(self.lines) + 1):
            if pattern.search(self.lines[number - 1]):
                return number
        return self.first


_current: ContextVar[ScriptLines | None] = ContextVar("script_lines", default=None)


@contextmanager
def use_script(path: Path, text: str) -> Iterator[ScriptLines]:
    """Locate operators in this script, in the block."""
    script = ScriptLines(str(path), text.splitlines() or [""])
    token = _current.set(script)
    try:
        yield script
    finally:
        _current.reset(token)


def locate_operator(description: str) -> SourceLocation | None:
    """Return the line of an operator in the script that runs, ``None`` if there is no script."""
    script = _current.get()
    return None if script is None else script.locate(description)
