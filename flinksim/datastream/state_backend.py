"""Where state lives, as a program says it; in the simulator it always lives in memory.

Flink: ``org.apache.flink.runtime.state.StateBackend`` and its kin.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

__all__ = [
    "CustomStateBackend",
    "EmbeddedRocksDBStateBackend",
    "HashMapStateBackend",
    "PredefinedOptions",
    "StateBackend",
]


class StateBackend:
    """The base of state backends; kept, and of no effect."""


class HashMapStateBackend(StateBackend):
    """State in memory: what the simulator has."""


class PredefinedOptions(Enum):
    """Sets of RocksDB options."""

    DEFAULT = 0
    SPINNING_DISK_OPTIMIZED = 1
    SPINNING_DISK_OPTIMIZED_HIGH_MEM = 2
    FLASH_SSD_OPTIMIZED = 3


class EmbeddedRocksDBStateBackend(StateBackend):
    """State in RocksDB; settings are kept.

    Differs: there is no RocksDB; state is in memory and timers fire in the heap's order.
    """

    def __init__(
        self,
        enable_incremental_checkpointing: bool | None = None,
        enable_ingest_db_restore_mode: bool | None = None,
    ) -> None:
        self._incremental = bool(enable_incremental_checkpointing)
        self._db_storage_paths: list[str] | None = None
        self._predefined_options = PredefinedOptions.DEFAULT
        self._options_factory: Any = None
        self._threads_for_transfer = 4

    def set_db_storage_paths(self, *paths: str) -> None:
        """Kept."""
        self._db_storage_paths = list(paths) or None

    def get_db_storage_paths(self) -> list[str] | None:
        """What was set."""
        return self._db_storage_paths

    def is_incremental_checkpoints_enabled(self) -> bool:
        """What was set."""
        return self._incremental

    def set_predefined_options(self, options: PredefinedOptions) -> None:
        """Kept."""
        self._predefined_options = options

    def get_predefined_options(self) -> PredefinedOptions:
        """What was set."""
        return self._predefined_options

    def set_options(self, options_factory_class_name: str) -> None:
        """Kept."""
        self._options_factory = options_factory_class_name

    def get_options(self) -> Any:
        """What was set."""
        return self._options_factory

    def get_number_of_transfer_threads(self) -> int:
        """What was set; 4 unless set."""
        return self._threads_for_transfer

    def set_number_of_transfer_threads(self, number_of_transfering_threads: int) -> None:
        """Kept."""
        if number_of_transfering_threads <= 0:
            raise ValueError(
                "The number of threads used to transfer files in EmbeddedRocksDBStateBackend should be "
                f"greater than zero, found {number_of_transfering_threads}."
            )
        self._threads_for_transfer = number_of_transfering_threads


class CustomStateBackend(StateBackend):
    """A Java state backend, which cannot run here."""

    def __init__(self, custom_state_backend: Any = None) -> None:
        self.custom_state_backend = custom_state_backend
