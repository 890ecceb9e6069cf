"""What a page asks about its run, and what it is told: see ``flinksim.bench.asking``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from flinksim.trace.recorder import Trace

Reply: TypeAlias = tuple[dict[str, Any], Trace | None]
"""What the page is told, as plain values; and another run to be shown beside its own, if any."""

Ask: TypeAlias = Callable[[Mapping[str, Any]], Reply]
"""From a message of the page to its reply. Raises: ValueError with what is wrong with it."""
