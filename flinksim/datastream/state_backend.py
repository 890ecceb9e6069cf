"""State backends. The settings are kept; the simulator stores state in memory.

Flink: ``org.apache.flink.runtime.state.StateBackend`` and its subclasses.
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
    """Base class of state backends; it has no effect."""


class HashMapStateBackend(StateBackend):
    """State in memory, as in the simulator."""


class PredefinedOptions(Enum):
    """Predefined sets of RocksDB options."""

    DEFAULT = 0
    SPINNING_DISK_OPTIMIZED = 1
    SPINNING_DISK_OPTIMIZED_HIGH_MEM = 2
    FLASH_SSD_OPTIMIZED = 3


class EmbeddedRocksDBStateBackend(StateBackend):
    """State in RocksDB; the settings have no effect.

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
        """Set the paths; no effect."""
        self._db_storage_paths = list(paths) or None

    def get_db_storage_paths(self) -> list[str] | None:
        """Return the configured paths."""
        return self._db_storage_paths

    def is_incremental_checkpoints_enabled(self) -> bool:
        """Return the configured value."""
        return self._incremental

    def set_predefined_options(self, options: PredefinedOptions) -> None:
        """Set the options; no effect."""
        self._predefined_options = options

    def get_predefined_options(self) -> PredefinedOptions:
        """Return the configured options."""
        return self._predefined_options

    def set_options(self, options_factory_class_name: str) -> None:
        """Set the options factory; no effect."""
        self._options_factory = options_factory_class_name

    def get_options(self) -> Any:
        """Return the configured options factory."""
        return self._options_factory

    def get_number_of_transfer_threads(self) -> int:
        """Return the configured number, by default 4."""
        return self._threads_for_transfer

    def set_number_of_transfer_threads(self, number_of_transfering_threads: int) -> None:
        """Set the number of transfer threads; no effect.

        Raises:
            ValueError: If it is not positive.
        """
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
