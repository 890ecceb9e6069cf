"""Types of the functions that list the questions that an intent may mean.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from flinksim.analysis.why.free_text.entities import Entities
from flinksim.analysis.why.trace_index import TraceIndex

Readings: TypeAlias = Iterable[str]
"""Questions in a known form, the most probable one first."""

Reader: TypeAlias = Callable[[TraceIndex, Entities], Readings]
"""Function that lists the questions about a run, given the names in a person's question."""
