"""The second half of an address in keyed state: the window, or none.

Flink: ``VoidNamespace``, and the window as namespace of a window operator's state and timers.
"""

from __future__ import annotations

from typing import Any

from flinksim.datastream.windows import TimeWindow
from flinksim.trace.values import Value

VOID_NAMESPACE = ""
"""The namespace of state and timers that belong to no window."""

_MOST_KEPT = 4096
_last: tuple[Any, Value] = (None, "None")
_WRITTEN: dict[tuple[int, int], tuple[int, int]] = {}
"""Windows that have been written lately: the facts of a window share what stands for it."""


def freeze_namespace(namespace: Any) -> Value:
    """How a trace writes *namespace*: ``(start, end)``, ``"GlobalWindow"``, other text, or ``""``."""
    global _last
    if namespace is _last[0]:
        return _last[1]
    if type(namespace) is TimeWindow:
        written = (namespace[0], namespace[1])
        if len(_WRITTEN) >= _MOST_KEPT:
            _WRITTEN.clear()
        written = _WRITTEN.setdefault(written, written)
        _last = namespace, written
        return written
    return namespace if type(namespace) is str else str(namespace)
