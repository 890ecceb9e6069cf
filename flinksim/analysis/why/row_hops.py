"""The path of a row of a changelog: which operators it passed, and which one made it.

Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.trace import events as e


@dataclass(frozen=True, slots=True)
class RowHop:
    """One operator on the path of a row: what it received, and what it emitted for that.

    ``received_at`` is the event at which the operator began: it processed a row, or a timer or window
    fired. ``input`` and ``output`` are rows as text; ``input`` is ``None`` for a timer or window.
    ``key`` is the key that the operator worked on, ``None`` if it has none.
    """

    operator: str
    received_at: int
    input: str | None
    output: str
    key: Any = None

    @property
    def makes_change(self) -> bool:
        """Whether the operator turned its input into another kind of change."""
        return self.input is None or get_kind(self.input) != get_kind(self.output)


def get_kind(row: str) -> str:
    """Return the kind of change of a row as text: ``+I -U +U -D``."""
    return row[:2]


def is_retraction(row: str) -> bool:
    """Return whether a row as text removes a row."""
    return get_kind(row) in ("-U", "-D")


def find_hops(run: TraceIndex, write: int) -> list[RowHop]:
    """Return the operators that the row of a ``ResultWritten`` event passed, the last one first.

    The path ends at a source, or at the operator whose timer or window fired.
    """
    hops: list[RowHop] = []
    output = run.events[write].text.rpartition("> ")[2]
    current = run.links_until(write).cause[write]
    sink = run.events[write].operator
    key: Any = None
    while current >= 0:
        event = run.events[current]
        match event:
            case e.ElementProcessed(element="record"):
                if event.operator != sink:
                    hops.append(RowHop(event.operator, current, event.value, output, key))
                output, key = event.value, None
                current = run.links_until(current).cause[current]
            case e.ElementReceived():
                origins = run.links_until(current).get_origins(current)
                current = origins[0] if origins else -1
            case e.WindowFired() | e.TimerFired() | e.PartialResultEmitted():
                hops.append(RowHop(event.operator, current, None, output, event.key))
                break
            case e.SourceRecordRead():
                hops.append(RowHop(event.operator, current, None, output))
                break
            case e.StateRead() | e.StateUpdated() | e.StateCleared() | e.StateEntryRead():
                key = event.key
                current = run.links_until(current).cause[current]
            case _:
                current = run.links_until(current).cause[current]
    return hops


def find_deciding_hop(hops: list[RowHop]) -> RowHop | None:
    """Return the operator that decided that there is a change of this kind.

    It is the earliest operator that turned a change of another kind into this one. If there is none,
    it is the last one with keys, or else the first of all. ``None`` if there is no operator.
    """
    if not hops:
        return None
    path = [*takewhile(lambda hop: hop.output[0] == hops[0].output[0], hops)]
    changed = [hop for hop in path if hop.input is not None and hop.makes_change]
    if changed:
        return changed[-1]
    keyed = [hop for hop in path if hop.key is not None]
    return keyed[0] if keyed and not is_retraction(path[-1].output) else path[-1]
