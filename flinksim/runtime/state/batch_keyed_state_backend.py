"""Keyed state backend of batch mode: records come sorted, so a key ends when the next comes.

Flink: ``BatchExecutionKeyedStateBackend``.
Differs: the state of ended keys stays in memory, where nothing can access it any more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flinksim.runtime.state.heap_keyed_state_backend import HeapKeyedStateBackend
from flinksim.runtime.state.key_equality import to_key_identity


class BatchKeyedStateBackend(HeapKeyedStateBackend):
    """Keyed state backend that calls ``on_end_of_key`` when the next key is selected.

    During the call the old key is still the current one.
    """

    __slots__ = ("_has_key", "on_end_of_key")

    def __init__(self, *surroundings: Any) -> None:
        super().__init__(*surroundings)
        self.on_end_of_key: Callable[[], None] | None = None
        self._has_key = False

    def set_current_key(self, key: Any) -> None:
        if self._has_key and self.on_end_of_key is not None:
            if to_key_identity(key) != self.key_identity:
                self.on_end_of_key()
        self._has_key = True
        super().set_current_key(key)
