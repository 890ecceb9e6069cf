"""Namespaces of keyed state: the window of a value, or none.

Flink: ``VoidNamespace``, and the window as namespace of a window operator's state and timers.
"""

from __future__ import annotations

from typing import Any

from flinksim.datastream.window_types import TimeWindow
from flinksim.trace.values import Value

VOID_NAMESPACE = ""
"""The namespace of state and timers that belong to no window."""

_MAX_CACHED_WINDOWS = 4096
_last_frozen: tuple[Any, Value] = (None, "None")
_FROZEN_WINDOWS: dict[tuple[int, int], tuple[int, int]] = {}
"""Cache of windows as trace events show them, so that all events of a window share one object."""


def freeze_namespace(namespace: Any) -> Value:
    """Return *namespace*, usually a window, as trace events show it.

    This is ``(start, end)``, ``"GlobalWindow"``, other text, or ``""``.
    """
    global _last_frozen
    if namespace is _last_frozen[0]:
        return _last_frozen[1]
    if type(namespace) is TimeWindow:
        frozen = (namespace[0], namespace[1])
        if len(_FROZEN_WINDOWS) >= _MAX_CACHED_WINDOWS:
            _FROZEN_WINDOWS.clear()
        frozen = _FROZEN_WINDOWS.setdefault(frozen, frozen)
        _last_frozen = namespace, frozen
        return frozen
    return namespace if type(namespace) is str else str(namespace)
