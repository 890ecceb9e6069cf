"""Namespaces of keyed state: the window of a value, or none.

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
"""Cache of windows in the form of a trace, so that the events of a window share one object."""


def freeze_namespace(namespace: Any) -> Value:
    """Return *namespace* in the form of a trace.

    This is ``(start, end)``, ``"GlobalWindow"``, other text, or ``""``.
    """
    global _last
    if namespace is _last[0]:
        return _last[1]
    if type(namespace) is TimeWindow:
        frozen = (namespace[0], namespace[1])
        if len(_WRITTEN) >= _MOST_KEPT:
            _WRITTEN.clear()
        frozen = _WRITTEN.setdefault(frozen, frozen)
        _last = namespace, frozen
        return frozen
    return namespace if type(namespace) is str else str(namespace)
